//! Habits of the code: nothing that stops the program, errors with a type, suppressions with a reason, units at the border.

use super::rust::{code, outside_tests};
use super::{File, Objection, Tree};

/// Calls that stop the program, with what to do instead.
const STOPPERS: [&str; 8] =
    [".unwrap()", ".unwrap_err()", ".expect(\"", "panic!(", "todo!(", "unimplemented!(", "unreachable!(", "dbg!("];

/// Names that mean offsets in UTF-16.
const UTF16: [&str; 4] = ["encode_utf16", "len_utf16", "Utf16Span", "Utf16Offset"];

/// Code of the product outside its tests.
fn product(tree: &Tree) -> impl Iterator<Item = (&File, String)> {
    tree.rust()
        .filter(|file| file.path.starts_with("src-tauri/") && !tree.is_test(file))
        .map(|file| (file, outside_tests(&file.text)))
}

/// Nothing outside tests stops the program.
pub fn stoppers(tree: &Tree) -> Vec<Objection> {
    let mut objections = Vec::new();
    for (file, code) in product(tree) {
        for stopper in STOPPERS {
            for (at, _) in code.match_indices(stopper) {
                let before = code.as_bytes().get(at.wrapping_sub(1)).copied().unwrap_or(b' ');
                if stopper.starts_with('.') || !(before.is_ascii_alphanumeric() || before == b'_') {
                    objections.push(Objection::at(
                        file,
                        at,
                        format!("`{stopper}` outside tests: return an error or a value"),
                    ));
                }
            }
        }
    }
    objections
}

/// No error is a bare string.
pub fn string_errors(tree: &Tree) -> Vec<Objection> {
    let mut objections = Vec::new();
    for (file, code) in product(tree) {
        for (at, opening) in code.match_indices("Result<") {
            if last_argument(code.get(at + opening.len()..).unwrap_or_default()) == "String" {
                objections.push(Objection::at(file, at, "an error that is a bare String: callers cannot branch on it"));
            }
        }
    }
    objections
}

/// The last of the generic arguments that begin here.
fn last_argument(rest: &str) -> &str {
    let mut depth = 0_usize;
    let mut start = None;
    for (at, c) in rest.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' if rest.get(..at).is_some_and(|before| before.ends_with('-')) => {}
            '>' if depth == 0 => return start.and_then(|start: usize| rest.get(start..at)).unwrap_or_default().trim(),
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 && rest.get(at + 1..).is_some_and(|after| !after.trim_start().starts_with('>')) => {
                start = Some(at + 1);
            }
            _ => {}
        }
    }
    ""
}

/// Lints, tests and type checks are switched off only with a reason.
pub fn suppressions(tree: &Tree) -> Vec<Objection> {
    let mut objections = Vec::new();
    for file in tree.rust() {
        let code = code(&file.text);
        for opening in ["#[allow(", "#![allow(", "#[expect(", "#![expect("] {
            for (at, _) in code.match_indices(opening) {
                let attribute = code.get(at..).and_then(|rest| rest.split(']').next()).unwrap_or_default();
                if !attribute.contains("reason = \"") {
                    objections.push(Objection::at(file, at, "a suppressed lint without `reason = \"…\"`"));
                }
            }
        }
        for (at, _) in code.match_indices("#[ignore]") {
            objections.push(Objection::at(file, at, "an ignored test without `= \"reason\"`"));
        }
    }
    for file in tree
        .matching("ui/", "")
        .filter(|file| !file.is_given() && [".ts", ".svelte", ".js"].iter().any(|end| file.path.ends_with(end)))
    {
        let (mut at, mut before) = (0, "");
        for line in file.text.split_inclusive('\n') {
            if !explained(line) && !before.contains("Ignored below: ") {
                objections.push(Objection::at(
                    file,
                    at,
                    "a suppression without its reason, on this line or the one before",
                ));
            }
            (at, before) = (at + line.len(), line);
        }
    }
    objections
}

/// The line suppresses nothing or says why. `eslint-disable… rule -- reason`, `@ts-expect-error reason`, `svelte-ignore code -- reason`; `@ts-ignore` never.
fn explained(line: &str) -> bool {
    let after = |mark: &str| line.split_once(mark).map(|(_, rest)| rest.trim());
    let disabled =
        after("eslint-disable").is_none_or(|rest| rest.split_once("-- ").is_some_and(|(_, why)| why.len() > 5));
    let expected = after("@ts-expect-error").is_none_or(|why| why.len() > 5);
    let ignored = after("svelte-ignore ").is_none_or(|rest| rest.contains(" (") || rest.contains(" -- "));
    disabled && expected && ignored && !line.contains("@ts-ignore") && !line.contains("@ts-nocheck")
}

/// UTF-16 exists only at the border to the webview.
pub fn utf16(tree: &Tree) -> Vec<Objection> {
    let at_border = |file: &File| {
        let inside = file.path.strip_prefix("src-tauri/src/").unwrap_or_default();
        ["wire", "view", "utf16"].iter().any(|part| inside.starts_with(part) || inside.contains(&format!("/{part}")))
    };
    let mut objections = Vec::new();
    for (file, code) in product(tree).filter(|(file, _)| !at_border(file)) {
        for name in UTF16 {
            for (at, _) in code.match_indices(name) {
                objections.push(Objection::at(file, at, format!("`{name}` away from the border: count bytes here")));
            }
        }
    }
    objections
}

/// No file names a place on somebody's machine.
pub fn machine_paths(tree: &Tree, places: &[String]) -> Vec<Objection> {
    let mut objections = Vec::new();
    for file in &tree.files {
        for place in places {
            for (at, _) in file.text.match_indices(place.as_str()) {
                objections.push(Objection::at(file, at, format!("a path of one machine: {place}")));
            }
        }
    }
    objections
}
