//! `cargo xtask bench`: the figures that the project promises, measured on this machine.

use std::ffi::OsString;

use crate::failure::Failure;
use crate::needs::{self, For};
use crate::node;
use crate::process::{self, program};

/// Runs all benches, or those that `arguments` name.
///
/// # Errors
/// When the app or a bench does not build, or a bench fails.
pub fn bench(arguments: &[OsString]) -> Result<(), Failure> {
    // The app's own bench starts the app that a reader gets, and a bare window of the same build beside it.
    needs::ensure(&[For::Build, For::Screen, For::Drive])?;
    node::build_interface()?;
    process::call(&mut program("cargo", &["build", "--release", "--locked", "--workspace", "--bins", "--examples"]))?;
    let mut command = program("cargo", &["bench", "--locked", "--workspace"]);
    if arguments.is_empty() {
        // With this and not `--benches`, which would run the unit tests of libraries as benches too.
        command.args(["--bench", "*"]);
    }
    for name in arguments {
        command.arg("--bench").arg(name);
    }
    process::call(&mut command)
}
