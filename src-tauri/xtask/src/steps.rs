//! The steps of `cargo xtask test`, in the order that fails earliest.
//!
//! All calls of cargo name the whole workspace, and those that build no tests take the examples along: only then have
//! the crates the same features in each step, and are built once for the lints and once for everything else.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::display::Display;
use crate::failure::Failure;
use crate::needs::{self, For};
use crate::node::{self, npm};
use crate::process::{self, program, spelled};
use crate::tree;

/// One thing that guards the project.
pub struct Step {
    /// For `--only`.
    pub name: &'static str,
    /// For `--list`.
    pub what: &'static str,
    /// Does it; output goes to the log.
    pub act: fn(&Path) -> Result<(), Failure>,
}

/// All of them.
pub const STEPS: [Step; 12] = [
    Step { name: "needs", what: "system packages, Node.js, tauri-driver: installs what is missing", act: needs },
    Step { name: "format", what: "Rust code is formatted", act: format },
    Step { name: "tidy", what: "the rules of the tree: arrows, sizes, permissions, licences", act: tidy },
    Step { name: "ui-check", what: "types of the interface", act: |log| interface(log, "check") },
    Step { name: "ui-lint", what: "lint of the interface", act: |log| interface(log, "lint") },
    Step { name: "ui-test", what: "unit tests of the interface", act: |log| interface(log, "test") },
    Step { name: "ui-build", what: "the interface as the app holds it", act: |log| interface(log, "build") },
    Step { name: "clippy", what: "Rust lints, warnings denied", act: clippy },
    Step { name: "types", what: "the interface's generated types are those of the wire", act: types },
    Step { name: "rust", what: "Rust tests of all crates", act: rust },
    Step { name: "docs", what: "Rust documentation, warnings denied", act: docs },
    Step { name: "e2e", what: "the real app, driven through WebDriver", act: end_to_end },
];

fn ran(command: &mut Command, log: &Path) -> Result<(), Failure> {
    if process::logged(command, log)? { Ok(()) } else { Err(Failure::new(spelled(command))) }
}

fn needs(_log: &Path) -> Result<(), Failure> {
    needs::ensure(&[For::Build, For::Screen, For::Drive])?;
    node::ensure()
}

fn format(log: &Path) -> Result<(), Failure> {
    ran(&mut program("cargo", &["fmt", "--all", "--check"]), log)
}

fn tidy(log: &Path) -> Result<(), Failure> {
    ran(&mut program("cargo", &["test", "--workspace", "--locked", "--test", "tidy"]), log)
}

fn interface(log: &Path, script: &str) -> Result<(), Failure> {
    node::ensure()?;
    node::install()?;
    ran(&mut npm(&["run", script]), log)
}

/// The app cannot be compiled without an interface to put into it.
fn with_interface(log: &Path) -> Result<(), Failure> {
    if tree::ui().join("dist/index.html").is_file() { Ok(()) } else { interface(log, "build") }
}

fn clippy(log: &Path) -> Result<(), Failure> {
    with_interface(log)?;
    ran(&mut program("cargo", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]), log)
}

/// Writes the types anew and compares, so that a change that is not committed yet is no failure when it is right.
fn types(log: &Path) -> Result<(), Failure> {
    with_interface(log)?;
    let folder = tree::ui().join("src/lib/ipc/generated");
    let before = contents(&folder);
    let _ = fs::remove_dir_all(&folder);
    // The tests that write into the folder: one a type, and one for the sample of the in-memory client.
    let writers = ["export_bindings", "the_interface_in_memory_shows_what_the_shell_sends"];
    let mut command = program("cargo", &["test", "--workspace", "--locked", "--lib", "--"]);
    ran(command.args(writers), log)?;
    if contents(&folder) != before {
        return Err(Failure::new(format!(
            "git diff {} (the types were not those of src-tauri/src/wire; they are now: commit them)",
            folder.strip_prefix(tree::root()).unwrap_or(&folder).display()
        )));
    }
    let untracked = process::answer("git", &["ls-files", "--others", "--exclude-standard", "ui/src/lib/ipc/generated"]);
    match untracked {
        Some(names) if !names.is_empty() => Err(Failure::new(format!("git add {}", names.replace('\n', " ")))),
        _ => Ok(()),
    }
}

fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).ok()?)))
        .collect();
    files.sort();
    files
}

fn rust(log: &Path) -> Result<(), Failure> {
    with_interface(log)?;
    ran(&mut program("cargo", &["test", "--workspace", "--locked", "--no-fail-fast"]), log)
}

fn docs(log: &Path) -> Result<(), Failure> {
    let mut command = program("cargo", &["doc", "--workspace", "--no-deps", "--locked", "--document-private-items"]);
    ran(command.env("RUSTDOCFLAGS", "-D warnings"), log)
}

fn end_to_end(log: &Path) -> Result<(), Failure> {
    with_interface(log)?;
    needs::ensure(&[For::Build, For::Screen, For::Drive])?;
    ran(&mut program("cargo", &["build", "--workspace", "--locked", "--bins", "--examples"]), log)?;
    // Opened here once so that a machine on which no display can be had says so before any journey starts.
    drop(Display::open()?);
    let tests = [
        "test",
        "--workspace",
        "--locked",
        "--test",
        "journeys",
        "--test",
        "notes",
        "--test",
        "exports",
        "--test",
        "search",
        "--",
        "--ignored",
        "--test-threads=2",
    ];
    ran(&mut program("cargo", &tests), log)
}
