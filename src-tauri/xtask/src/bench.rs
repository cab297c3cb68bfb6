//! `cargo xtask bench`: the figures that the project promises, measured on this machine.

use std::ffi::OsString;

use crate::failure::Failure;
use crate::process::{self, program};

/// Runs the benches of the suite, or those whose name `arguments` begin.
///
/// # Errors
/// When a bench does not build or fails.
pub fn bench(arguments: &[OsString]) -> Result<(), Failure> {
    let mut command = program("cargo", &["bench", "--locked", "--package", "suite", "--benches", "--"]);
    process::call(command.args(arguments))
}
