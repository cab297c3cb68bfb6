//! Words for people: both languages of the interface say the same things, and the changelog has an open section.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{File, Objection, Tree};

/// All catalogues of messages have the same keys, none empty, with the same parameters.
pub fn catalogues(tree: &Tree) -> Vec<Objection> {
    let catalogues: Vec<(&File, BTreeMap<String, Value>)> =
        tree.matching("ui/messages/", ".json").map(|file| (file, messages(&file.text))).collect();
    let mut all: BTreeMap<&String, Option<BTreeSet<String>>> = BTreeMap::new();
    for (key, message) in catalogues.iter().flat_map(|(_, messages)| messages) {
        let expected = all.entry(key).or_default();
        *expected = expected.take().or_else(|| parameters(message));
    }
    let mut objections = Vec::new();
    for (file, messages) in &catalogues {
        for (key, expected) in &all {
            let what = match messages.get(*key) {
                None => "is missing",
                Some(Value::String(text)) if text.trim().is_empty() => "is empty",
                Some(message) if parameters(message).is_some_and(|found| Some(&found) != expected.as_ref()) => {
                    "has other parameters than its twin"
                }
                Some(_) => continue,
            };
            let at = file.text.find(&format!("\"{key}\"")).unwrap_or(0);
            objections.push(Objection::at(file, at, format!("message `{key}` {what}")));
        }
    }
    objections
}

fn messages(text: &str) -> BTreeMap<String, Value> {
    let Ok(Value::Object(messages)) = serde_json::from_str::<Value>(text) else { return BTreeMap::new() };
    messages.into_iter().filter(|(key, _)| !key.starts_with('$')).collect()
}

/// Names in the braces of a plain message. `None` for one with forms (plural and the like): languages differ in which
/// they need.
fn parameters(message: &Value) -> Option<BTreeSet<String>> {
    let text = message.as_str()?;
    Some(text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.trim().to_owned())).collect())
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
