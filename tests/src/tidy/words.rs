//! Words for people: both languages of the interface say the same things, and the changelog has an open section.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{File, Objection, Tree};

/// All catalogues of messages have the same keys, none empty, with the same parameters.
pub fn catalogues(tree: &Tree) -> Vec<Objection> {
    let catalogues: Vec<(&File, BTreeMap<String, String>)> =
        tree.matching("ui/messages/", ".json").map(|file| (file, messages(&file.text))).collect();
    let all: BTreeMap<&String, BTreeSet<String>> = catalogues
        .iter()
        .flat_map(|(_, messages)| messages.iter().map(|(key, text)| (key, parameters(text))))
        .collect();
    let mut objections = Vec::new();
    for (file, messages) in &catalogues {
        for (key, expected) in &all {
            match messages.get(*key) {
                None => objections.push(Objection::at(file, 0, format!("message `{key}` is missing"))),
                Some(text) if text.trim().is_empty() => {
                    objections.push(Objection::at(file, 0, format!("message `{key}` is empty")));
                }
                Some(text) if parameters(text) != *expected => {
                    objections.push(Objection::at(
                        file,
                        0,
                        format!("message `{key}` has other parameters than its twin"),
                    ));
                }
                Some(_) => {}
            }
        }
    }
    objections
}

/// Keys with their text; forms (plural and the like) as their JSON.
fn messages(text: &str) -> BTreeMap<String, String> {
    let Ok(Value::Object(messages)) = serde_json::from_str::<Value>(text) else { return BTreeMap::new() };
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    messages.iter().filter(|(key, _)| !key.starts_with('$')).map(|(key, value)| (key.clone(), text(value))).collect()
}

/// Names in braces of a plain message. Forms are compared by key alone: languages differ in which they need.
fn parameters(text: &str) -> BTreeSet<String> {
    if text.starts_with(['[', '{']) && serde_json::from_str::<Value>(text).is_ok() {
        return BTreeSet::new();
    }
    text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.trim().to_owned())).collect()
}

/// The changelog begins with what is not released yet.
pub fn changelog(tree: &Tree) -> Vec<Objection> {
    let Some(file) = tree.file("CHANGELOG.md") else {
        return vec![Objection { path: "CHANGELOG.md".into(), line: 1, what: "there is no changelog".into() }];
    };
    match file.text.lines().find(|line| line.starts_with("## ")) {
        Some("## [Unreleased]") => Vec::new(),
        _ => vec![Objection::at(file, 0, "the first section is not `## [Unreleased]`")],
    }
}
