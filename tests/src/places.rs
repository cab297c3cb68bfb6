//! Folders of test data.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// This project's own fixtures.
pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// The folder of real digests beside the repository; `None`, said on stderr, where there is none.
pub fn corpus() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: there is no corpus of real digests at {}", folder.display());
    None
}

/// The files in `folder` and its folders, sorted; what begins with a dot is left out.
///
/// # Errors
/// What the system says when a folder cannot be read.
pub fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".")) {
                continue;
            }
            if path.is_dir() { waiting.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    Ok(files)
}

/// The last part of `path` for messages.
pub fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
