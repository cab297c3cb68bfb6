//! Shape of files: a first line that says what a module is, and a size at which one should think of two.

use super::{Objection, Tree};

/// Lines of a Rust or TypeScript file.
const MOST_LINES: usize = 600;
/// Lines of a component.
const MOST_COMPONENT_LINES: usize = 300;

/// Every Rust module begins with `//!`.
pub fn first_lines(tree: &Tree) -> Vec<Objection> {
    tree.rust()
        .filter(|file| !file.text.starts_with("//! "))
        .map(|file| Objection::at(file, 0, "the first line is no `//! …` that says what the module is"))
        .collect()
}

/// No file is so long that nobody reads it.
pub fn sizes(tree: &Tree) -> Vec<Objection> {
    let limit = |path: &str| match path.rsplit_once('.')?.1 {
        "svelte" => Some(MOST_COMPONENT_LINES),
        "rs" | "ts" | "css" => Some(MOST_LINES),
        _ => None,
    };
    tree.files
        .iter()
        .filter(|file| !file.is_given())
        .filter_map(|file| {
            let lines = file.text.lines().count();
            let limit = limit(&file.path).filter(|limit| lines > *limit)?;
            Some(Objection::at(
                file,
                file.text.len(),
                format!("{lines} lines, more than {limit}: split it by what it does"),
            ))
        })
        .collect()
}
