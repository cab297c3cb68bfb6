//! Small JSON files of our own that must survive: replaced whole, never torn, never overwritten unread.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::answer::Trouble;
use crate::cause::Cause;
use crate::error::Error;

/// One JSON object on the disk, with its format's version in `version`.
#[derive(Debug)]
pub(crate) struct Document {
    path: PathBuf,
    version: u64,
    /// BLAKE3 of the bytes that we read or wrote last; `None` where there was no file.
    known: Option<blake3::Hash>,
    /// Why the file must not be written.
    closed: Option<String>,
}

impl Document {
    /// Opens the document at `path`. A missing one gives the default; a damaged one is set aside; one of a newer
    /// version is read as far as it can be and never written.
    pub(crate) fn open<T: DeserializeOwned + Default>(path: PathBuf, version: u64) -> (Self, T, Option<Trouble>) {
        let mut document = Self { path, version, known: None, closed: None };
        let bytes = match fs::read(&document.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return (document, T::default(), None),
            Err(error) => return document.close(&format!("it cannot be read ({error})"), T::default()),
        };
        document.known = Some(blake3::hash(&bytes));
        match serde_json::from_slice::<Value>(&bytes) {
            Ok(Value::Object(fields)) => {
                let found = fields.get("version").and_then(Value::as_u64).unwrap_or(0);
                let content = serde_json::from_value(Value::Object(fields));
                if found > version {
                    let cause = format!("it was written by format {found}, this program knows {version}; update it");
                    document.close(&cause, content.unwrap_or_default())
                } else {
                    match content {
                        Ok(content) => (document, content, None),
                        Err(error) => document.set_aside(&error),
                    }
                }
            }
            Ok(_) => document.set_aside(&"it holds no object"),
            Err(error) => document.set_aside(&error),
        }
    }

    /// Writes the document, durable when it returns. A file that another program changed since is kept beside it.
    ///
    /// # Errors
    /// [`Error::NotSaved`]; what was on the disk before is untouched.
    pub(crate) fn save(&mut self, content: &impl Serialize) -> Result<(), Error> {
        let name = self.name();
        let not_saved = |cause: Cause| Error::NotSaved { name: name.clone(), cause };
        if let Some(cause) = &self.closed {
            return Err(not_saved(Cause::Other(cause.clone())));
        }
        let mut fields = match serde_json::to_value(content) {
            Ok(Value::Object(fields)) => fields,
            Ok(_) => serde_json::Map::new(),
            Err(error) => return Err(not_saved(Cause::Other(error.to_string()))),
        };
        fields.insert("version".to_owned(), self.version.into());
        let mut bytes =
            serde_json::to_vec_pretty(&fields).map_err(|error| not_saved(Cause::Other(error.to_string())))?;
        bytes.push(b'\n');
        let hash = blake3::hash(&bytes);
        if self.known == Some(hash) && self.path.exists() {
            return Ok(());
        }
        self.keep_foreign_change().map_err(|error| not_saved(Cause::from(&error)))?;
        replace(&self.path, &bytes).map_err(|error| not_saved(Cause::from(&error)))?;
        self.known = Some(hash);
        Ok(())
    }

    /// Copies the file aside where it is not what we read or wrote last.
    fn keep_foreign_change(&self) -> io::Result<()> {
        match fs::read(&self.path) {
            Ok(bytes) if self.known != Some(blake3::hash(&bytes)) => {
                let aside = free_name(&self.path, "conflict");
                tracing::warn!(file = %aside.display(), "another program wrote the settings; its version is kept");
                fs::write(aside, bytes)
            }
            Ok(_) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn set_aside<T: Default>(mut self, cause: &dyn std::fmt::Display) -> (Self, T, Option<Trouble>) {
        let aside = free_name(&self.path, "damaged");
        if let Err(error) = fs::rename(&self.path, &aside) {
            return self.close(&format!("it is damaged ({cause}) and cannot be set aside ({error})"), T::default());
        }
        self.known = None;
        let kept = aside.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let words = format!("{} is damaged ({cause}); it was kept as {kept} and the defaults are used", self.name());
        (self, T::default(), Some(Trouble::SetAside(words)))
    }

    fn close<T>(mut self, cause: &str, content: T) -> (Self, T, Option<Trouble>) {
        let trouble = Trouble::NotSaved(format!("{} will not be written: {cause}", self.name()));
        self.closed = Some(cause.to_owned());
        (self, content, Some(trouble))
    }

    fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// Replaces the file at `path`, durable when it returns: written beside it, synced, renamed, the folder synced. A link
/// at `path` stays one: its target is replaced.
///
/// # Errors
/// Of the system; the file at `path` is then untouched and nothing is left beside it.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    swap_in(path, Durability::Synced, |file| file.write_all(bytes))
}

/// Like [`replace`], for what is too large to be held in memory.
///
/// # Errors
/// Of the system and of `write`.
pub(crate) fn replace_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    swap_in(path, Durability::Synced, write)
}

/// Like [`replace`], without waiting for the disk: for what can be made again.
///
/// # Errors
/// Of the system.
pub(crate) fn replace_derived(path: &Path, bytes: &[u8]) -> io::Result<()> {
    swap_in(path, Durability::Derived, |file| file.write_all(bytes))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Durability {
    Synced,
    Derived,
}

fn swap_in(path: &Path, durability: Durability, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = folder.join(format!(".{name}.{}.tmp", std::process::id()));
    let written = write_new(&beside, durability, write).and_then(|()| fs::rename(&beside, &path));
    if let Err(error) = written {
        // The write's error tells more than that of a clean-up.
        let _ = fs::remove_file(&beside);
        return Err(error);
    }
    if durability == Durability::Synced { sync_folder(folder) } else { Ok(()) }
}

fn write_new(path: &Path, durability: Durability, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    // The reader's marks are nobody else's business.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    write(&mut file)?;
    if durability == Durability::Synced { file.sync_all() } else { Ok(()) }
}

/// Replaces a file in a folder of the reader's, which others may read: a present file keeps its permissions, a new one gets
/// the system's. Links are not followed. A file that nobody may write is left alone. `ready` is asked when all is on the disk but for the name. The folder is not synced: a
/// caller with many files does that once, with [`sync_folder`].
///
/// # Errors
/// Of the system, or of `ready`; the file at `path` is then untouched and nothing is left beside it.
pub(crate) fn replace_shared(path: &Path, bytes: &[u8], ready: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = folder.join(format!(".{name}.{}.tmp", std::process::id()));
    let present = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file);
    // A rename would replace it all the same.
    if present.as_ref().is_some_and(|present| present.permissions().readonly()) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let write = || {
        let mut file = File::create_new(&beside)?;
        file.write_all(bytes)?;
        if let Some(present) = present {
            file.set_permissions(present.permissions())?;
        }
        file.sync_all()?;
        ready()?;
        fs::rename(&beside, path)
    };
    // What a run that was killed left there is ours.
    let _ = fs::remove_file(&beside);
    let written = write();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Whether a file with this name was left by [`replace_shared`] when the program was killed, beside one whose name ends in
/// `ending`.
pub(crate) fn is_leftover(name: &str, ending: &str) -> bool {
    let parts =
        name.strip_prefix('.').and_then(|name| name.strip_suffix(".tmp")).and_then(|name| name.rsplit_once('.'));
    parts.is_some_and(|(file, process)| {
        file.ends_with(ending) && !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Makes names in `folder` durable. Windows has no such thing; a rename there is as durable as it gets.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

pub(crate) fn free_name(path: &Path, why: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let numbered = |n: u32| path.with_file_name(format!("{name}.{why}-{n}"));
    (1..).map(numbered).find(|free| !free.exists()).unwrap_or_else(|| numbered(0))
}

/// What the system said, with the way out where there is one.
pub(crate) fn in_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "the disk is full; free some space".to_owned(),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "it may not be written; choose another folder or change its permissions".to_owned()
        }
        _ => error.to_string(),
    }
}
