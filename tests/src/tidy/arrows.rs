//! The direction of imports: `text ← corpus ← {typeset, audit, anchor} ← export` inside `reading`, `reading ← library ←
//! {kz, shell}` between crates. No arrow goes back; siblings do not know each other.

use super::rust::{code, outside_tests, words_after};
use super::{File, Objection, Tree};

/// What each module of `reading` may import besides itself.
const READING: [(&str, &[&str]); 6] = [
    ("text", &[]),
    ("corpus", &["text"]),
    ("typeset", &["text", "corpus"]),
    ("audit", &["text", "corpus"]),
    ("anchor", &["text", "corpus"]),
    ("export", &["text", "corpus", "typeset", "audit", "anchor"]),
];

/// Modules of the standard library that touch the machine.
const MACHINE: [&str; 6] = ["fs", "env", "time", "net", "process", "thread"];

/// What the manifest of each crate may not name.
const STRANGERS: [(&str, &[&str]); 4] = [
    (
        "src-tauri/reading/Cargo.toml",
        &["tokio", "tauri", "rand", "getrandom", "uuid", "library", "walkdir", "notify", "tempfile"],
    ),
    ("src-tauri/library/Cargo.toml", &["tauri", "kaozheng", "kz"]),
    ("src-tauri/cli/Cargo.toml", &["tauri", "kaozheng"]),
    ("src-tauri/xtask/Cargo.toml", &["tauri", "kaozheng", "library", "reading"]),
];

/// Modules of `reading` import only what is left of them.
pub fn inside_reading(tree: &Tree) -> Vec<Objection> {
    let mut objections = Vec::new();
    for file in reading(tree) {
        let Some((module, allowed)) = READING.iter().find(|(module, _)| in_module(file, module)) else { continue };
        let code = code(&file.text);
        let mut imported = words_after(&code, "crate::");
        imported.extend(words_after(&code, &"super::".repeat(depth(file))));
        for (at, word) in imported {
            let known = READING.iter().any(|(other, _)| *other == word);
            if known && word != *module && !allowed.contains(&word.as_str()) {
                objections.push(Objection::at(file, at, format!("`{module}` may not import `{word}`")));
            }
        }
    }
    objections
}

/// `reading` opens nothing, reads no clock, draws no random number.
pub fn pure_reading(tree: &Tree) -> Vec<Objection> {
    let mut objections = Vec::new();
    for file in reading(tree).filter(|file| !tree.is_test(file)) {
        for (at, word) in words_after(&outside_tests(&file.text), "std::") {
            if MACHINE.contains(&word.as_str()) {
                objections.push(Objection::at(file, at, format!("`reading` may not touch the machine: std::{word}")));
            }
        }
    }
    objections
}

/// Crates depend only on what is left of them.
pub fn between_crates(tree: &Tree) -> Vec<Objection> {
    let mut objections = Vec::new();
    for (manifest, strangers) in STRANGERS {
        let Some(file) = tree.file(manifest) else { continue };
        for (at, name) in dependencies(&file.text) {
            let banned = |stranger: &&str| name == **stranger || name.starts_with(&format!("{stranger}-"));
            if strangers.iter().any(banned) {
                objections.push(Objection::at(file, at, format!("this crate may not depend on `{name}`")));
            }
        }
    }
    objections
}

fn reading(tree: &Tree) -> impl Iterator<Item = &File> {
    tree.matching("src-tauri/reading/src/", ".rs")
}

fn in_module(file: &File, module: &str) -> bool {
    let inside = file.path.strip_prefix("src-tauri/reading/src/").and_then(|path| path.strip_prefix(module));
    inside.is_some_and(|rest| rest.starts_with('/') || rest == ".rs")
}

/// How many `super::` lead from the file's module to the crate's root.
fn depth(file: &File) -> usize {
    let parts = file.path.split('/').count() - "src-tauri/reading/src".split('/').count();
    if file.name() == "mod.rs" { parts - 1 } else { parts }
}

/// Names in the dependency tables of a manifest, without those for tests only.
fn dependencies(manifest: &str) -> Vec<(usize, String)> {
    let mut names = Vec::new();
    let mut inside = false;
    let mut at = 0;
    for line in manifest.split_inclusive('\n') {
        let trimmed = line.trim();
        if trimmed.starts_with('[') {
            inside = trimmed.trim_end_matches(']').ends_with("dependencies") && !trimmed.contains("dev-dependencies");
        } else if inside {
            let name: String = trimmed.chars().take_while(|c| c.is_alphanumeric() || "-_".contains(*c)).collect();
            if !name.is_empty() {
                names.push((at, name));
            }
        }
        at += line.len();
    }
    names
}
