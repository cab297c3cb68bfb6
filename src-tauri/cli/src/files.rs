//! The files that the arguments of a command name.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use reading::corpus::{self, ReadFile, WarningKind};

use crate::complain;

/// Files larger than this are no digests: a whole year of the largest is smaller.
const LIMIT_BYTES: u64 = 256 * 1024 * 1024;

/// Why a file was not read.
#[derive(Debug)]
pub(crate) enum Reason {
    /// The system said no.
    System(io::Error),
    /// The name is not UTF-8, so that no answer can hold it.
    Name,
    /// A link to nothing.
    Dangling,
    /// A link to a folder, or out of the folder that was asked about.
    Link,
    /// A pipe, socket or device.
    Special,
    /// Larger than the limit.
    Large,
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(error) => write!(formatter, "cannot be read: {error}"),
            Self::Name => formatter.write_str("was skipped: the name is not UTF-8"),
            Self::Dangling => formatter.write_str("was skipped: it is a link to nothing"),
            Self::Link => formatter.write_str("was skipped: links to folders or out of the folder are not followed"),
            Self::Special => formatter.write_str("was skipped: it is no ordinary file"),
            Self::Large => write!(formatter, "was skipped: it is larger than {} MB", LIMIT_BYTES / 1024 / 1024),
        }
    }
}

/// A file that was not read.
#[derive(Debug)]
pub(crate) struct Trouble {
    /// As the arguments name it.
    pub(crate) path: PathBuf,
    pub(crate) reason: Reason,
}

/// Calls `see` with each file under `paths`, or with why it is left out: the paths in their order, folders sorted by
/// name and with all that is inside, except what begins with a dot. Links are followed to files inside the folder only.
///
/// # Errors
/// What `see` returns ends the walk.
pub(crate) fn each<E>(
    paths: &[PathBuf],
    mut see: impl FnMut(Result<&Path, Trouble>) -> Result<(), E>,
) -> Result<(), E> {
    for path in paths {
        let root = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        // A stack instead of recursion: a folder may be nested as deep as the system lets it.
        let mut waiting = vec![path.clone()];
        while let Some(next) = waiting.pop() {
            let kind = if next == *path { kind_of_argument(&next) } else { kind_inside(&next, &root) };
            let trouble = match kind {
                Ok(Kind::Folder) => match sorted(&next) {
                    Ok(entries) => {
                        waiting.extend(entries.into_iter().rev());
                        continue;
                    }
                    Err(error) => Reason::System(error),
                },
                Ok(Kind::File) => {
                    see(Ok(&next))?;
                    continue;
                }
                Err(reason) => reason,
            };
            see(Err(Trouble { path: next, reason: trouble }))?;
        }
    }
    Ok(())
}

/// The bytes of a file.
///
/// # Errors
/// What the system says, or that the file is too large.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Reason> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(Reason::System)?;
    file.take(LIMIT_BYTES + 1).read_to_end(&mut bytes).map_err(Reason::System)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > LIMIT_BYTES) {
        return Err(Reason::Large);
    }
    Ok(bytes)
}

/// A file, read and understood. That its encoding is a guess, where it holds papers, is said on stderr.
///
/// # Errors
/// Those of [`read`].
pub(crate) fn digest(path: &Path) -> Result<ReadFile, Reason> {
    let file = corpus::read(&read(path)?);
    if !file.digest.papers.is_empty() {
        let guess = file.digest.warnings.iter().find(|warning| warning.kind == WarningKind::EncodingGuessed);
        guess.into_iter().for_each(|warning| complain_once(path, &warning.message));
    }
    Ok(file)
}

/// Some commands go over the files several times.
fn complain_once(path: &Path, message: &str) {
    static SAID: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if SAID.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned()) {
        complain(&format!("kz: {}: {message}", path.display()));
    }
}

enum Kind {
    Folder,
    File,
}

fn kind_of(path: &Path, metadata: &fs::Metadata) -> Result<Kind, Reason> {
    if path.to_str().is_none() {
        Err(Reason::Name)
    } else if metadata.is_dir() {
        Ok(Kind::Folder)
    } else if !metadata.is_file() {
        Err(Reason::Special)
    } else if metadata.len() > LIMIT_BYTES {
        Err(Reason::Large)
    } else {
        Ok(Kind::File)
    }
}

/// What was named by the reader is followed wherever it leads.
fn kind_of_argument(path: &Path) -> Result<Kind, Reason> {
    let metadata = fs::metadata(path).map_err(Reason::System)?;
    kind_of(path, &metadata)
}

fn kind_inside(path: &Path, root: &Path) -> Result<Kind, Reason> {
    let metadata = fs::symlink_metadata(path).map_err(Reason::System)?;
    if !metadata.is_symlink() {
        return kind_of(path, &metadata);
    }
    let target = fs::canonicalize(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Reason::Dangling,
        _ => Reason::System(error),
    })?;
    match kind_of(path, &fs::metadata(&target).map_err(Reason::System)?)? {
        Kind::File if target.starts_with(root) => Ok(Kind::File),
        Kind::File | Kind::Folder => Err(Reason::Link),
    }
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_name().as_encoded_bytes().starts_with(b".") {
            entries.push(entry.path());
        }
    }
    entries.sort();
    Ok(entries)
}
