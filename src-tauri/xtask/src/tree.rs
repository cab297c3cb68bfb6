//! Where things are in the project's folder.

use std::env;
use std::path::{Path, PathBuf};

/// The folder that holds the workspace's `Cargo.toml`.
pub fn root() -> PathBuf {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    manifest.ancestors().find(|folder| folder.join("Cargo.lock").is_file()).unwrap_or(Path::new(".")).into()
}

/// Where cargo builds.
pub fn target() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// Logs, screenshots and packages: derived, ignored by git.
pub fn output() -> PathBuf {
    root().join("output")
}

/// The interface.
pub fn ui() -> PathBuf {
    root().join("ui")
}

/// The desktop program of a profile: `debug` or `release`.
pub fn app(profile: &str) -> PathBuf {
    target().join(profile).join(format!("kaozheng{}", env::consts::EXE_SUFFIX))
}
