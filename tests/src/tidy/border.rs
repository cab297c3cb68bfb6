//! The border between the webview and the machine: one list of commands in four places, least permissions, a content
//! policy without holes, one file that knows Tauri.

use std::collections::BTreeSet;

use serde_json::Value;

use super::rust::code;
use super::{File, Objection, Tree};

/// The only file of the interface that may name Tauri.
const IMPORTER: &str = "ui/src/lib/ipc/tauri.ts";
/// Permissions besides those of our own commands that the window may have: it listens to events.
const GRANTED: [&str; 2] = ["core:event:allow-listen", "core:event:allow-unlisten"];
/// What a content policy may allow. Everything else is named in the objection.
const POLICY_WORDS: [&str; 6] = ["'none'", "'self'", "'unsafe-inline'", "data:", "ipc:", "http://ipc.localhost"];

/// Handler, build script, capability and interface name the same commands.
pub fn commands(tree: &Tree) -> Vec<Objection> {
    let places = [
        ("the handler", handled(tree)),
        ("COMMANDS in the build script", permitted(tree)),
        ("the capability", granted(tree)),
        (IMPORTER, called(tree)),
    ];
    let all: BTreeSet<String> = places.iter().flat_map(|(_, place)| place.names.iter().cloned()).collect();
    let mut objections = Vec::new();
    for (name, place) in &places {
        for command in all.difference(&place.names) {
            objections.push(Objection {
                path: place.path.clone(),
                line: 1,
                what: format!("command `{command}` is missing in {name}"),
            });
        }
    }
    objections
}

#[derive(Default)]
struct Place {
    path: String,
    names: BTreeSet<String>,
}

impl Place {
    fn add(&mut self, file: &File, names: impl IntoIterator<Item = String>) {
        self.path.clone_from(&file.path);
        self.names.extend(names.into_iter().filter(|name| !name.is_empty()));
    }
}

fn handled(tree: &Tree) -> Place {
    let mut place = Place { path: "src-tauri/src/lib.rs".into(), ..Place::default() };
    for file in tree.matching("src-tauri/src/", ".rs") {
        let code = code(&file.text);
        for (at, _) in code.match_indices("generate_handler![") {
            let list = code.get(at..).and_then(|rest| rest.split_once('[')?.1.split(']').next()).unwrap_or_default();
            let last = |path: &str| path.rsplit("::").next().unwrap_or_default().trim().to_owned();
            place.add(file, list.split(',').map(last));
        }
    }
    place
}

fn permitted(tree: &Tree) -> Place {
    let mut place = Place { path: "src-tauri/build.rs".into(), ..Place::default() };
    if let Some(file) = tree.file("src-tauri/build.rs")
        && let Some((_, list)) = file.text.split_once("const COMMANDS")
    {
        let list = list.split("];").next().unwrap_or_default();
        place.add(file, list.split('"').skip(1).step_by(2).map(str::to_owned));
    }
    place
}

fn granted(tree: &Tree) -> Place {
    let mut place = Place { path: "src-tauri/capabilities".into(), ..Place::default() };
    for (file, permission) in permissions(tree) {
        let own = permission.strip_prefix("allow-").map(|name| name.replace('-', "_"));
        place.add(file, own);
    }
    place
}

fn called(tree: &Tree) -> Place {
    let mut place = Place { path: IMPORTER.into(), ..Place::default() };
    if let Some(file) = tree.file(IMPORTER) {
        for opening in ["call(", "invoke(", "call<", "invoke<"] {
            for (at, _) in file.text.match_indices(opening) {
                let rest = file.text.get(at..).unwrap_or_default();
                let argument = rest.split_once('(').map(|(_, argument)| argument).unwrap_or_default();
                if let Some(name) = argument.strip_prefix(['\'', '"']) {
                    place.add(file, name.split(['\'', '"']).next().map(str::to_owned));
                }
            }
        }
    }
    place
}

fn permissions(tree: &Tree) -> Vec<(&File, String)> {
    let mut permissions = Vec::new();
    for file in tree.matching("src-tauri/capabilities/", ".json") {
        let value: Value = serde_json::from_str(&file.text).unwrap_or_default();
        for permission in value["permissions"].as_array().into_iter().flatten() {
            let name = permission.as_str().or_else(|| permission["identifier"].as_str()).unwrap_or_default();
            permissions.push((file, name.to_owned()));
        }
    }
    permissions
}

/// The window may call our commands, listen to events, and nothing else.
pub fn least_permissions(tree: &Tree) -> Vec<Objection> {
    permissions(tree)
        .into_iter()
        .filter(|(_, name)| !name.starts_with("allow-") && !GRANTED.contains(&name.as_str()))
        .map(|(file, name)| {
            Objection::at(file, file.text.find(&name).unwrap_or(0), format!("permission `{name}` is more than least"))
        })
        .collect()
}

/// The content policy names no host but the app's own, and scripts come from the app only.
pub fn content_policy(tree: &Tree) -> Vec<Objection> {
    const CONFIG: &str = "src-tauri/tauri.conf.json";
    let Some(file) = tree.file(CONFIG) else { return Vec::new() };
    let value: Value = serde_json::from_str(&file.text).unwrap_or_default();
    let Some(policy) = value["app"]["security"]["csp"].as_str() else {
        return vec![Objection::at(file, 0, "there is no content policy (app.security.csp) as one string")];
    };
    let at = file.text.find("\"csp\"").unwrap_or(0);
    let mut objections = Vec::new();
    if !policy.split(';').any(|directive| directive.trim() == "default-src 'none'") {
        objections.push(Objection::at(file, at, "the content policy does not begin from default-src 'none'"));
    }
    for directive in policy.split(';') {
        let mut words = directive.split_whitespace();
        let name = words.next().unwrap_or_default();
        for word in words {
            let script = name.starts_with("script") && word != "'self'" && word != "'none'";
            let host = !POLICY_WORDS.contains(&word) || (word.contains("ipc") && name != "connect-src");
            if script || host {
                objections.push(Objection::at(file, at, format!("the content policy may not hold `{word}` in {name}")));
            }
        }
    }
    objections
}

/// The components that take markup, and who makes it.
const MARKUP: [(&str, &str); 2] =
    [("Passage.svelte", "reading::typeset::html"), ("NoteText.svelte", "reading::typeset::note")];

/// One file of the interface knows Tauri; two components take markup, and say who made it.
pub fn interface(tree: &Tree) -> Vec<Objection> {
    let mut objections = Vec::new();
    let written = |file: &&File| [".ts", ".svelte"].iter().any(|end| file.path.ends_with(end)) && !file.is_given();
    let mut markup = Vec::new();
    for file in tree.matching("ui/src/", "").filter(written) {
        if file.path != IMPORTER
            && let Some(at) = ["'@tauri-apps", "\"@tauri-apps", "__TAURI"].iter().find_map(|name| file.text.find(name))
        {
            objections.push(Objection::at(file, at, format!("only {IMPORTER} may know Tauri")));
        }
        markup.extend(["{@html", ".innerHTML ="].iter().filter_map(|name| Some((file, file.text.find(name)?))));
    }
    markup.retain(|(file, _)| !file.path.ends_with(".test.ts"));
    for (file, at) in markup {
        match MARKUP.iter().find(|(component, _)| file.name() == *component) {
            None => {
                objections.push(Objection::at(
                    file,
                    at,
                    "markup is inserted in Passage.svelte and NoteText.svelte only",
                ));
            }
            Some((_, maker)) if !file.text.contains(maker) => {
                let what = format!("inserted markup without the name of its maker, `{maker}`");
                objections.push(Objection::at(file, at, what));
            }
            Some(_) => {}
        }
    }
    objections
}
