//! The desktop program.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::{path::PathBuf, process::ExitCode};

fn main() -> ExitCode {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false).init();
    match kaozheng::run(std::env::args_os().skip(1).map(PathBuf::from).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(
                "cannot open a window: {error}; is a display there, and are the web view's libraries installed?"
            );
            ExitCode::FAILURE
        }
    }
}
