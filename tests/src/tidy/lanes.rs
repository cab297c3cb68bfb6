//! Every file is compiled and every test is run: a test that no command reaches guards nothing.

use std::collections::{BTreeSet, VecDeque};

use super::rust::code;
use super::{File, Objection, Tree};

/// Folders whose Rust files cargo takes as roots of their own.
const ROOTS: [&str; 4] = ["tests", "benches", "examples", "bin"];
/// The package whose ignored tests `cargo xtask test` runs in its own step.
const DISPLAY_TESTS: &str = "tests/e2e/";

/// Every Rust file is reached by `mod` from a root that cargo builds.
pub fn orphans(tree: &Tree) -> Vec<Objection> {
    let packages: Vec<&str> =
        tree.matching("", "Cargo.toml").filter_map(|file| file.path.strip_suffix("Cargo.toml")).collect();
    let mut reached: BTreeSet<&str> = BTreeSet::new();
    let mut open: VecDeque<&File> = tree.rust().filter(|file| is_root(file, &packages)).collect();
    while let Some(file) = open.pop_front() {
        if reached.insert(&file.path) {
            open.extend(modules(file, &packages).iter().filter_map(|path| tree.file(path)));
        }
    }
    tree.rust()
        .filter(|file| !reached.contains(file.path.as_str()))
        .map(|file| Objection::at(file, 0, "no `mod` leads here: it is neither compiled nor tested"))
        .collect()
}

fn is_root(file: &File, packages: &[&str]) -> bool {
    let Some(package) =
        packages.iter().filter(|package| file.path.starts_with(*package)).max_by_key(|package| package.len())
    else {
        return false;
    };
    let inside = file.path.get(package.len()..).unwrap_or_default();
    let parts: Vec<&str> = inside.split('/').collect();
    match parts.as_slice() {
        ["build.rs"] | ["src", "lib.rs" | "main.rs"] | ["src", "bin", _] | ["fuzz_targets", _] => true,
        [folder, _] => ROOTS.contains(folder),
        [folder, _, "main.rs"] => ROOTS.contains(folder),
        _ => false,
    }
}

/// Paths at which the modules that a file declares may be.
fn modules(file: &File, packages: &[&str]) -> Vec<String> {
    let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
    let own_folder = if name == "mod.rs" || name == "main.rs" || is_root(file, packages) {
        folder.to_owned()
    } else {
        format!("{folder}/{}", name.trim_end_matches(".rs"))
    };
    let code = code(&file.text);
    let mut paths = Vec::new();
    for line in code.lines() {
        let declared = line.trim().trim_end_matches(';');
        if let Some(module) = declared.rsplit_once("mod ").map(|(_, module)| module.trim())
            && line.trim().ends_with(';')
        {
            paths.push(format!("{own_folder}/{module}.rs"));
            paths.push(format!("{own_folder}/{module}/mod.rs"));
        }
    }
    // `#[path = "…"]` names a file beside this one.
    paths.extend(
        file.text.split("#[path = \"").skip(1).filter_map(|rest| Some(format!("{folder}/{}", rest.split('"').next()?))),
    );
    paths
}

/// Ignored tests stand where a step runs them; unit tests of the interface stand where vitest looks.
pub fn unreached_tests(tree: &Tree) -> Vec<Objection> {
    let mut objections = Vec::new();
    for file in tree.rust().filter(|file| !file.path.starts_with(DISPLAY_TESTS)) {
        for (at, _) in code(&file.text).match_indices("#[ignore") {
            objections.push(Objection::at(file, at, "no step runs ignored tests outside tests/e2e"));
        }
    }
    let is_test =
        |file: &&File| [".test.ts", ".spec.ts", ".test.js", ".spec.js"].iter().any(|end| file.path.ends_with(end));
    for file in tree.files.iter().filter(is_test) {
        if !(file.path.starts_with("ui/src/") && file.path.ends_with(".test.ts")) {
            objections.push(Objection::at(file, 0, "vitest runs ui/src/**/*.test.ts only"));
        }
        for skipped in [".skip(", ".only(", ".todo("] {
            objections
                .extend(file.text.find(skipped).map(|at| Objection::at(file, at, format!("a test with `{skipped}`"))));
        }
    }
    objections
}

/// Every package is a member of the workspace, so that every step reaches it.
pub fn members(tree: &Tree) -> Vec<Objection> {
    let Some(workspace) = tree.file("Cargo.toml") else { return Vec::new() };
    let list = workspace.text.split_once("\nmembers").and_then(|(_, rest)| rest.split(']').next()).unwrap_or_default();
    let members: BTreeSet<&str> = list.split('"').skip(1).step_by(2).collect();
    tree.matching("", "/Cargo.toml")
        .filter(|file| !file.is_given())
        .filter(|file| !members.contains(file.path.trim_end_matches("/Cargo.toml")))
        .map(|file| Objection::at(file, 0, "this package is no member of the workspace: no step builds it"))
        .collect()
}
