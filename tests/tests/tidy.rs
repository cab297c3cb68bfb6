//! The rules of the tree, each on the tree itself and on small trees that break it.
#![expect(clippy::expect_used, reason = "a test stops where it cannot look")]

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use suite::tidy::{Objection, Tree, arrows, border, habits, lanes, licences, shape, words};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the suite is inside the workspace").into()
}

fn tree() -> &'static Tree {
    static TREE: OnceLock<Tree> = OnceLock::new();
    TREE.get_or_init(|| Tree::read(&root()).expect("git lists the files"))
}

type Files<'a> = &'a [(&'a str, &'a str)];

/// The rule holds for the tree, and objects once to each of the bad trees, at the place named.
fn check(rule: fn(&Tree) -> Vec<Objection>, bad: &[(Files<'_>, &str)]) {
    for (files, place) in bad {
        let objections = rule(&Tree::of(files));
        let places: Vec<String> = objections.iter().map(|found| format!("{}:{}", found.path, found.line)).collect();
        assert_eq!(places, [*place], "{objections:?}");
    }
    clean(&rule(tree()));
}

fn silent(rule: fn(&Tree) -> Vec<Objection>, good: Files<'_>) {
    assert_eq!(rule(&Tree::of(good)), []);
}

fn clean(objections: &[Objection]) {
    let lines: Vec<String> = objections.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "\n{}\n", lines.join("\n"));
}

#[test]
fn every_module_says_in_its_first_line_what_it_is() {
    check(shape::first_lines, &[(&[("a/src/lib.rs", "use std::fmt;\n")], "a/src/lib.rs:1")]);
}

#[test]
fn no_file_is_longer_than_a_person_reads() {
    let (long, component) = ("\n".repeat(601), "\n".repeat(301));
    check(
        shape::sizes,
        &[
            (&[("src/long.rs", &long)], "src/long.rs:602"),
            (&[("ui/src/views/Long.svelte", &component)], "ui/src/views/Long.svelte:302"),
        ],
    );
    silent(shape::sizes, &[("ui/src/lib/ipc/generated/wire.ts", &long)]);
}

#[test]
fn modules_of_reading_import_only_what_is_left_of_them() {
    let [span, typeset, audit] =
        ["text/span.rs", "typeset/mod.rs", "audit/x.rs"].map(|end| format!("src-tauri/reading/src/{end}"));
    check(
        arrows::inside_reading,
        &[
            (&[(&span, "//!\nuse crate::corpus::Paper;\n")], "src-tauri/reading/src/text/span.rs:2"),
            (&[(&typeset, "use crate::{\n corpus::A, audit::B};")], "src-tauri/reading/src/typeset/mod.rs:1"),
            (&[(&audit, "use super::super::typeset::Run;")], "src-tauri/reading/src/audit/x.rs:1"),
        ],
    );
    let good = "// crate::export\nuse crate::corpus::{self, export::A};\nuse super::typeset;";
    silent(arrows::inside_reading, &[(&audit, good)]);
}

#[test]
fn reading_does_not_touch_the_machine() {
    let path = "src-tauri/reading/src/corpus/mod.rs";
    check(
        arrows::pure_reading,
        &[
            (&[(path, "use std::{fmt, fs};")], "src-tauri/reading/src/corpus/mod.rs:1"),
            (&[(path, "\nlet now = std::time::Instant::now();")], "src-tauri/reading/src/corpus/mod.rs:2"),
        ],
    );
    silent(arrows::pure_reading, &[(path, "use std::fmt;\n#[cfg(test)]\nmod tests {\n use std::fs;\n}\n")]);
}

#[test]
fn crates_depend_only_on_what_is_left_of_them() {
    let [reading, library] = ["src-tauri/reading/Cargo.toml", "src-tauri/library/Cargo.toml"];
    check(
        arrows::between_crates,
        &[
            (&[(library, "[dependencies]\nserde = \"1\"\ntauri-utils = \"2\"\n")], "src-tauri/library/Cargo.toml:3"),
            (&[(reading, "[dependencies]\nlibrary.workspace = true\n")], "src-tauri/reading/Cargo.toml:2"),
        ],
    );
    silent(
        arrows::between_crates,
        &[(reading, "[dependencies]\nserde = \"1\"\n[dev-dependencies]\ntempfile = \"3\"\n")],
    );
}

#[test]
fn nothing_outside_tests_stops_the_program() {
    let path = "src-tauri/library/src/scan.rs";
    let after_tests = "#[cfg(test)]\nmod tests { fn f() { todo!() } }\nfn g() { panic!(\"no\") }";
    check(
        habits::stoppers,
        &[
            (&[(path, "fn f() {\n  g().unwrap();\n}")], "src-tauri/library/src/scan.rs:2"),
            (&[(path, "fn f() { g().expect(\"it\") }")], "src-tauri/library/src/scan.rs:1"),
            (&[(path, after_tests)], "src-tauri/library/src/scan.rs:3"),
        ],
    );
    let good = "// .unwrap()\nconst A: &str = r#\"panic!(\"#;\nconst B: char = '\"';\nfn f<'a>(_: &'a str) {}\n\
                #[cfg(test)]\nmod tests { fn f() { g().unwrap() } }\n";
    silent(habits::stoppers, &[(path, good)]);
    silent(
        habits::stoppers,
        &[("src-tauri/library/src/lib.rs", "#[cfg(test)]\nmod scan;\n"), (path, "fn f() { g().unwrap() }")],
    );
}

#[test]
fn errors_have_a_type() {
    let path = "src-tauri/src/lib.rs";
    check(
        habits::string_errors,
        &[(&[(path, "//!\nfn f() -> Result<Vec<(u8, char)>, String> {}")], "src-tauri/src/lib.rs:2")],
    );
    let good = "fn f() -> Result<String, E> {}\nfn g() -> fmt::Result {}\nfn h() -> Result<fn(u8) -> String, E> {}";
    silent(habits::string_errors, &[(path, good)]);
}

#[test]
fn what_is_switched_off_says_why() {
    check(
        habits::suppressions,
        &[
            (&[("src-tauri/src/lib.rs", "#[allow(dead_code)]\nfn f() {}")], "src-tauri/src/lib.rs:1"),
            (&[("tests/tests/a.rs", "#[test]\n#[ignore]\nfn f() {}")], "tests/tests/a.rs:2"),
            (&[("ui/src/a.ts", "// eslint-disable-next-line no-console\n")], "ui/src/a.ts:1"),
            (&[("ui/src/a.ts", "let a;\n// @ts-expect-error\n")], "ui/src/a.ts:2"),
            (&[("ui/src/A.svelte", "<!-- svelte-ignore a11y_autofocus -->")], "ui/src/A.svelte:1"),
        ],
    );
    silent(habits::suppressions, &[("ui/src/a.ts", "// eslint-disable-next-line no-console -- the only log\n")]);
    let good = "<!-- Ignored below: the field is all there is. -->\n<!-- svelte-ignore a11y_autofocus -->";
    silent(habits::suppressions, &[("ui/src/A.svelte", good)]);
    let good = "#[expect(\n    missing_docs,\n    reason = \"the names say it\"\n)]\nenum E { A }";
    silent(habits::suppressions, &[("src-tauri/src/lib.rs", good)]);
}

#[test]
fn utf16_exists_only_at_the_border() {
    let code = "fn f(s: &str) -> usize { s.encode_utf16().count() }";
    check(habits::utf16, &[(&[("src-tauri/reading/src/audit/mod.rs", code)], "src-tauri/reading/src/audit/mod.rs:1")]);
    silent(habits::utf16, &[("src-tauri/src/view/paper.rs", "struct A(Utf16Span);")]);
}

#[test]
fn no_file_names_a_place_on_a_machine() {
    let bad = Tree::of(&[("README.md", "Open\n/somewhere/reader/a.txt\n")]);
    let found = habits::machine_paths(&bad, &["/somewhere/reader/".into()]);
    assert_eq!(found.first().map(|objection| objection.line), Some(2));
    let root = root();
    let folders = [env::var_os("HOME").map(PathBuf::from), root.parent().map(Path::to_path_buf), Some(root.clone())];
    // A folder at the top of the file system may be called like a word, and `/` itself matches every absolute path.
    let deep = |folder: &PathBuf| folder.components().count() > 1 && folder != Path::new("/src");
    let places: Vec<String> =
        folders.into_iter().flatten().filter(deep).map(|folder| format!("{}/", folder.display())).collect();
    clean(&habits::machine_paths(tree(), &places));
}

const HANDLER: &str = "//!\ntauri::generate_handler![commands::start, commands::painted]";
const SCRIPT: &str = "const COMMANDS: &[&str] = &[\"start\", \"painted\"];";
const CAPABILITY: &str = r#"{"permissions": ["allow-start", "allow-painted"]}"#;
const CLIENT: &str = "invoke<Start>('start'); call('painted', {})";

#[test]
fn one_list_of_commands_stands_in_four_places() {
    let with = |handler, script, capability, client| {
        [
            ("src-tauri/src/lib.rs", handler),
            ("src-tauri/build.rs", script),
            ("src-tauri/capabilities/reader.json", capability),
            ("ui/src/lib/ipc/tauri.ts", client),
        ]
    };
    let handler = "//!\ntauri::generate_handler![commands::start]";
    let script = "const COMMANDS: &[&str] = &[\"painted\"];";
    let capability = r#"{"permissions": ["allow-start"]}"#;
    check(
        border::commands,
        &[
            (&with(handler, SCRIPT, CAPABILITY, CLIENT), "src-tauri/src/lib.rs:1"),
            (&with(HANDLER, script, CAPABILITY, CLIENT), "src-tauri/build.rs:1"),
            (&with(HANDLER, SCRIPT, capability, CLIENT), "src-tauri/capabilities/reader.json:1"),
            (&with(HANDLER, SCRIPT, CAPABILITY, "call('start')"), "ui/src/lib/ipc/tauri.ts:1"),
        ],
    );
    silent(border::commands, &with(HANDLER, SCRIPT, CAPABILITY, CLIENT));
}

#[test]
fn the_window_has_least_permissions() {
    let path = "src-tauri/capabilities/reader.json";
    let default = "{\"permissions\": [\"allow-start\",\n\"core:event:allow-listen\",\n\"core:default\"]}";
    let scoped = r#"{"permissions": [{"identifier": "fs:allow-read"}]}"#;
    check(
        border::least_permissions,
        &[
            (&[(path, default)], "src-tauri/capabilities/reader.json:3"),
            (&[(path, scoped)], "src-tauri/capabilities/reader.json:1"),
        ],
    );
}

#[test]
fn the_content_policy_has_no_hole() {
    let path = "src-tauri/tauri.conf.json";
    let config = |policy: &str| format!("{{\"app\": {{\"security\": {{\n\"csp\": \"{policy}\"}}}}}}");
    for policy in [
        "default-src 'none'; script-src 'self' 'unsafe-eval'",
        "default-src 'none'; script-src 'unsafe-inline'",
        "default-src 'none'; img-src https:",
        "default-src 'none'; style-src 'self' fonts.example.org",
        "default-src 'none'; img-src ipc:",
        "default-src 'self'",
    ] {
        let objections = border::content_policy(&Tree::of(&[(path, &config(policy))]));
        assert!(objections.iter().any(|objection| objection.line == 2), "{policy}: {objections:?}");
    }
    check(border::content_policy, &[(&[(path, "{}")], "src-tauri/tauri.conf.json:1")]);
    let good = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src ipc: http://ipc.localhost";
    silent(border::content_policy, &[(path, &config(good))]);
}

#[test]
fn one_file_knows_tauri_and_two_components_take_markup() {
    let import = "//\nimport { invoke } from '@tauri-apps/api/core';";
    check(
        border::interface,
        &[
            (&[("ui/src/lib/state/a.svelte.ts", import)], "ui/src/lib/state/a.svelte.ts:2"),
            (&[("ui/src/components/A.svelte", "{@html text}")], "ui/src/components/A.svelte:1"),
            (&[("ui/src/components/Passage.svelte", "{@html passage.html}")], "ui/src/components/Passage.svelte:1"),
            (
                &[("ui/src/components/NoteText.svelte", "{@html html} reading::typeset::html")],
                "ui/src/components/NoteText.svelte:1",
            ),
        ],
    );
}

#[test]
fn both_languages_say_the_same_things() {
    let with = |zh, en| [("ui/messages/zh-Hans.json", zh), ("ui/messages/en.json", en)];
    check(
        words::catalogues,
        &[
            (&with(r#"{"a": "甲", "b": "乙"}"#, r#"{"a": "A"}"#), "ui/messages/en.json:1"),
            (&with(r#"{"a": "{n} 篇"}"#, r#"{"a": "papers"}"#), "ui/messages/en.json:1"),
            (&with(r#"{"a": ""}"#, r#"{"a": "A"}"#), "ui/messages/zh-Hans.json:1"),
        ],
    );
}

#[test]
fn the_changelog_has_an_open_section() {
    let closed = "# Changelog\n## [1.0.0]\n";
    check(words::changelog, &[(&[("CHANGELOG.md", closed)], "CHANGELOG.md:1"), (&[], "CHANGELOG.md:1")]);
}

#[test]
fn every_rust_file_is_reached() {
    let files: Files<'_> = &[
        ("a/Cargo.toml", ""),
        ("a/src/lib.rs", "pub mod b;\n// mod lost;"),
        ("a/src/b/mod.rs", "mod c;"),
        ("a/src/b/c.rs", ""),
        ("a/src/lost.rs", ""),
        ("a/tests/d.rs", ""),
    ];
    check(lanes::orphans, &[(files, "a/src/lost.rs:1")]);
}

#[test]
fn every_test_is_run_by_a_step() {
    check(
        lanes::unreached_tests,
        &[
            (&[("tests/tests/a.rs", "#[ignore = \"slow\"]")], "tests/tests/a.rs:1"),
            (&[("ui/tests/a.test.ts", "")], "ui/tests/a.test.ts:1"),
            (&[("ui/src/a.spec.ts", "")], "ui/src/a.spec.ts:1"),
            (&[("ui/src/a.test.ts", "\nit.only('')")], "ui/src/a.test.ts:2"),
        ],
    );
    silent(lanes::unreached_tests, &[("tests/e2e/tests/a.rs", "#[ignore = \"needs a display\"]")]);
}

#[test]
fn every_package_is_a_member() {
    let workspace = "[workspace]\nmembers = [\"a\"]\n";
    check(
        lanes::members,
        &[(&[("Cargo.toml", workspace), ("a/Cargo.toml", ""), ("b/Cargo.toml", "")], "b/Cargo.toml:1")],
    );
}

#[test]
fn licences_are_read_as_expressions() {
    for (expression, expected) in [
        ("MIT", true),
        ("MIT OR Apache-2.0", true),
        ("MIT/Apache-2.0", true),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0", false),
        ("MIT AND GPL-3.0", false),
        ("(MIT OR GPL-3.0) AND Unicode-3.0", true),
        ("(MIT OR GPL-3.0) AND LGPL-2.1", false),
        ("Apache-2.0 WITH LLVM-exception", true),
        ("Apache-2.0 WITH Something-else", false),
        ("(MIT", false),
        ("", false),
    ] {
        assert_eq!(licences::is_allowed(expression), expected, "{expression}");
    }
}

#[test]
fn licences_of_all_crates_and_packages_are_allowed() {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", "x86_64-unknown-linux-gnu"])
        .current_dir(root())
        .output()
        .expect("cargo prints its metadata");
    clean(&licences::crates(&String::from_utf8_lossy(&metadata.stdout)));
    clean(&licences::packages(tree()));
    let bad = r#"{"packages": [{"name": "a", "license": "GPL-3.0-only"}, {"name": "b", "license": "MIT"}]}"#;
    assert_eq!(licences::crates(bad).len(), 1);
    assert_eq!(licences::crates("").len(), 1);
    let bad = r#"{"packages": {"": {}, "node_modules/a": {"license": "SSPL-1.0"}}}"#;
    assert_eq!(licences::packages(&Tree::of(&[("ui/package-lock.json", bad)])).len(), 1);
}
