//! `cargo xtask package`: something to install.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use crate::failure::Failure;
use crate::needs::{self, For};
use crate::node::{self, npm};
use crate::process::{self, program};
use crate::{say, tree};

/// The tool that bundles; not among the interface's packages because only packaging needs it.
const TAURI_TOOL: &str = "@tauri-apps/cli@2";

/// Builds the packages that `tauri.conf.json` lists, and says where they are.
///
/// # Errors
/// What is missing or did not build.
pub fn package(arguments: &[OsString]) -> Result<(), Failure> {
    if !arguments.is_empty() {
        return Err(Failure::usage("cargo xtask package takes no arguments"));
    }
    needs::ensure(&[For::Build])?;
    node::build_interface()?;
    process::call(&mut program("cargo", &["build", "--release", "--locked", "--workspace", "--bins"]))?;
    let mut tauri = npm(&["exec", "--yes", "--package", TAURI_TOOL, "--", "tauri", "bundle"]);
    process::call(tauri.current_dir(tree::root()))?;
    let packages = found();
    if packages.is_empty() {
        return Err(Failure::new("the Tauri tool made no package; look at `bundle` in src-tauri/tauri.conf.json"));
    }
    for package in packages {
        say::line(&package.display().to_string());
    }
    Ok(())
}

fn found() -> Vec<PathBuf> {
    let bundle = tree::target().join("release/bundle");
    let folders = fs::read_dir(bundle).into_iter().flatten().flatten();
    let mut packages: Vec<PathBuf> = folders
        .flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension().is_some_and(|end| ["deb", "rpm", "dmg", "msi", "exe"].iter().any(|known| end == *known))
        })
        .collect();
    packages.sort();
    packages
}
