//! The rules of the tree as checks over its files. Each check takes a [`Tree`] and gives what it objects to, so that
//! its test can feed it a bad tree of two lines.

pub mod arrows;
pub mod border;
pub mod habits;
pub mod lanes;
pub mod licences;
pub mod rust;
pub mod shape;
pub mod words;

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Something that breaks a rule, at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// Path from the root of the tree.
    pub path: String,
    /// From 1.
    pub line: usize,
    /// The rule and what to do.
    pub what: String,
}

impl Objection {
    /// At a byte of the file's text.
    pub fn at(file: &File, byte: usize, what: impl Into<String>) -> Self {
        let before = file.text.as_bytes().get(..byte).unwrap_or_default();
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        Self { path: file.path.clone(), line, what: what.into() }
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.what)
    }
}

/// A text file of the tree.
#[derive(Clone, Debug)]
pub struct File {
    /// From the root, with `/`.
    pub path: String,
    /// Whole.
    pub text: String,
}

impl File {
    /// Last part of the path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// Made by a program or kept as a test's input: rules of style do not hold.
    pub fn is_given(&self) -> bool {
        ["/generated/", "/gen/", "fixtures/", "/sample/"].iter().any(|part| self.path.contains(part))
            || self.path.ends_with("-lock.json")
    }
}

/// The files that git tracks or would track.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// In the order of their paths.
    pub files: Vec<File>,
}

impl Tree {
    /// Reads the tree at `root`. Files that are not UTF-8 are left out: pictures and fonts.
    ///
    /// # Errors
    /// When git cannot list the files.
    pub fn read(root: &Path) -> std::io::Result<Self> {
        let listed = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(root)
            .output()?;
        if !listed.status.success() {
            return Err(std::io::Error::other(String::from_utf8_lossy(&listed.stderr).into_owned()));
        }
        let mut paths: Vec<String> = String::from_utf8_lossy(&listed.stdout)
            .split('\0')
            .filter(|path| !path.is_empty())
            .map(str::to_owned)
            .collect();
        paths.sort();
        paths.dedup();
        let files = paths
            .into_iter()
            .filter_map(|path| {
                let text = fs::read_to_string(root.join(&path)).ok()?;
                Some(File { path, text })
            })
            .collect();
        Ok(Self { files })
    }

    /// A tree for a test: pairs of path and text.
    pub fn of(files: &[(&str, &str)]) -> Self {
        let file = |(path, text): &(&str, &str)| File { path: (*path).into(), text: (*text).into() };
        Self { files: files.iter().map(file).collect() }
    }

    /// The file at a path.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Files whose path begins and ends so.
    pub fn matching<'t>(&'t self, beginning: &'t str, end: &'t str) -> impl Iterator<Item = &'t File> {
        self.files.iter().filter(move |file| file.path.starts_with(beginning) && file.path.ends_with(end))
    }

    /// Rust sources that people write.
    pub fn rust(&self) -> impl Iterator<Item = &File> {
        self.matching("", ".rs").filter(|file| !file.is_given())
    }

    /// A file that only tests include: in a folder of tests, or declared under `#[cfg(test)]` by its parent.
    pub fn is_test(&self, file: &File) -> bool {
        if ["/tests/", "/benches/", "/examples/"].iter().any(|folder| file.path.contains(folder)) {
            return true;
        }
        let Some((folder, name)) = file.path.rsplit_once('/') else { return false };
        let declared = format!("mod {};", name.trim_end_matches(".rs"));
        ["/mod.rs", "/lib.rs", "/main.rs", ".rs"]
            .iter()
            .filter_map(|parent| self.file(&format!("{folder}{parent}")))
            .any(|parent| declared_for_tests(&parent.text, &declared))
    }
}

/// The line that ends with the declaration follows one that says `#[cfg(test)]`.
fn declared_for_tests(text: &str, declaration: &str) -> bool {
    let mut before = "";
    for line in text.lines().map(str::trim) {
        if before == "#[cfg(test)]"
            && line.strip_suffix(declaration).is_some_and(|rest| rest.is_empty() || rest.ends_with(' '))
        {
            return true;
        }
        before = line;
    }
    false
}
