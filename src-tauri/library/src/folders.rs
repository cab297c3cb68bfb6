//! Walking a chosen folder: which files may be digests, and why the others are not read.
//!
//! Read are regular files named `*.txt`, `*.md`, `*.html`, `*.json`, `*.jsonl` and their usual variants, or without
//! an extension; whether they are digests is told by their content. Other names are passed over in silence, and so
//! are hidden files and folders (`.git`, `.obsidian`). Nothing outside the chosen folder is read: a link is followed
//! only where its target lies inside.

use std::collections::HashSet;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::answer::{SkipReason, Skipped};
use crate::jobs::Cancel;

/// Larger files are not read. A day's digest of some hundred papers has 1 MB.
pub const MAX_FILE_BYTES: u64 = 32 << 20;

/// Skipped entries that are listed one by one; the others are only counted.
pub const SKIPPED_SHOWN: usize = 200;

const EXTENSIONS: [&str; 12] =
    ["txt", "text", "md", "markdown", "mdown", "mkd", "html", "htm", "xhtml", "json", "jsonl", "ndjson"];

/// Size and time of a file when it was read; a file with the same stamp is taken as unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stamp {
    pub(crate) size: u64,
    /// Nanoseconds since 1970; 0 where the file was too young to trust its time, so that it is compared by content.
    pub(crate) modified_ns: u64,
}

impl Stamp {
    fn of(meta: &Metadata) -> Self {
        let since = meta.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
        Self { size: meta.len(), modified_ns: u64::try_from(since.as_nanos()).unwrap_or(u64::MAX) }
    }

    /// Forgets the time where a later write could carry the same one: file systems count in steps, some of 2 s.
    fn distrusted_if_young(self) -> Self {
        let modified = UNIX_EPOCH + Duration::from_nanos(self.modified_ns);
        let step = if self.modified_ns.is_multiple_of(1_000_000_000) { 2_000 } else { 20 };
        let old = SystemTime::now().duration_since(modified).is_ok_and(|age| age > Duration::from_millis(step));
        if old { self } else { Self { modified_ns: 0, ..self } }
    }
}

/// A file that may be a digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// Canonical.
    pub(crate) path: PathBuf,
    /// Path below the source, with `/`.
    pub(crate) name: String,
    pub(crate) stamp: Stamp,
}

/// What a folder holds.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    /// In the order of their names, folder by folder.
    pub(crate) files: Vec<Candidate>,
    /// Every folder that was listed, the root first, to be watched.
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) skipped: Vec<Skipped>,
    /// It was cancelled: what is not in `files` need not be gone.
    pub(crate) partial: bool,
}

/// Lists a folder, or the one file that `root` is.
///
/// # Errors
/// Where `root` itself cannot be found or read.
pub(crate) fn walk(root: &Path, cancel: &Cancel) -> io::Result<Walk> {
    let root = fs::canonicalize(root)?;
    let meta = fs::metadata(&root)?;
    let mut walk = Walk::default();
    if !meta.is_dir() {
        let name = root.file_name().unwrap_or_default().to_string_lossy().into_owned();
        walk.take_file(root, name, &meta);
        return Ok(walk);
    }
    fs::read_dir(&root)?;
    let mut listing = Listing { root: &root, folders: vec![root.clone()], links: Vec::new(), listed: HashSet::new() };
    loop {
        if cancel.is_set() {
            walk.partial = true;
            return Ok(walk);
        }
        if let Some(folder) = listing.folders.pop() {
            listing.list(folder, &mut walk);
        } else if let Some(link) = listing.links.pop() {
            // After all real folders: then a link's target is known to be walked anyway or not.
            listing.follow(&link, &mut walk);
        } else {
            return Ok(walk);
        }
    }
}

/// Reads a file that a walk found.
///
/// # Errors
/// The reason and the cause, where it is no longer a regular file of a bearable size that can be read.
pub(crate) fn read(path: &Path) -> Result<(Vec<u8>, Stamp), (SkipReason, String)> {
    let unreadable = |error: io::Error| (SkipReason::Unreadable, error.to_string());
    let file = open(path).map_err(unreadable)?;
    let meta = file.metadata().map_err(unreadable)?;
    if !meta.is_file() {
        return Err((SkipReason::SpecialFile, "it is not a regular file".to_owned()));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(meta.len().min(MAX_FILE_BYTES)).unwrap_or(0) + 1);
    let read = file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if read as u64 > MAX_FILE_BYTES {
        return Err(too_large(meta.len()));
    }
    Ok((bytes, Stamp::of(&meta).distrusted_if_young()))
}

/// Opens without waiting at a pipe and without following a link that took the file's place since the walk.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NOFOLLOW | libc::O_NONBLOCK);
    options.open(path)
}

fn too_large(bytes: u64) -> (SkipReason, String) {
    (SkipReason::TooLarge, format!("it has {} MB, more than {} MB", bytes >> 20, MAX_FILE_BYTES >> 20))
}

/// Whether a walk reads files of this name.
pub(crate) fn may_be_digest(name: &str) -> bool {
    match Path::new(name).extension().and_then(|extension| extension.to_str()) {
        None => true,
        Some(extension) => EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known)),
    }
}

struct Listing<'a> {
    root: &'a Path,
    folders: Vec<PathBuf>,
    links: Vec<PathBuf>,
    /// Folders that were listed and files that were taken.
    listed: HashSet<PathBuf>,
}

impl Listing<'_> {
    fn list(&mut self, folder: PathBuf, walk: &mut Walk) {
        if !self.listed.insert(folder.clone()) {
            return;
        }
        let mut entries = match fs::read_dir(&folder) {
            Ok(entries) => entries.filter_map(Result::ok).collect::<Vec<_>>(),
            Err(error) => {
                walk.skip(self.below(&folder), SkipReason::Unreadable, error.to_string());
                return;
            }
        };
        entries.sort_by_key(fs::DirEntry::file_name);
        let mut subfolders = Vec::new();
        for entry in entries {
            let (path, name) = (entry.path(), entry.file_name());
            let Some(name) = name.to_str() else {
                walk.skip(self.below(&path), SkipReason::NotUtf8Name, "its name is not UTF-8".to_owned());
                continue;
            };
            if name.starts_with('.') {
                continue;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => subfolders.push(path),
                Ok(kind) if kind.is_symlink() => self.links.push(path),
                Ok(kind) if kind.is_file() && !may_be_digest(name) => {}
                Ok(_) => match entry.metadata() {
                    Ok(meta) => {
                        self.listed.insert(path.clone());
                        walk.take_file(path.clone(), self.below(&path), &meta);
                    }
                    Err(error) => walk.skip(self.below(&path), SkipReason::Unreadable, error.to_string()),
                },
                Err(error) => walk.skip(self.below(&path), SkipReason::Unreadable, error.to_string()),
            }
        }
        self.folders.extend(subfolders.into_iter().rev());
        walk.folders.push(folder);
    }

    fn follow(&mut self, link: &Path, walk: &mut Walk) {
        let name = self.below(link);
        let target = match fs::canonicalize(link) {
            Ok(target) => target,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return walk.skip(name, SkipReason::Dangling, "the link leads to nothing".to_owned());
            }
            Err(error) if is_loop(&error) => {
                return walk.skip(name, SkipReason::LinkLoop, "the link leads back to itself".to_owned());
            }
            Err(error) => return walk.skip(name, SkipReason::Unreadable, error.to_string()),
        };
        if link.starts_with(&target) {
            return walk.skip(name, SkipReason::LinkLoop, "the link leads to a folder that holds it".to_owned());
        }
        if !target.starts_with(self.root) {
            let message = "the link leads out of the folder; add its target to read it".to_owned();
            return walk.skip(name, SkipReason::LinkOutside, message);
        }
        let Some(target_name) = target.to_str().map(|_| self.below(&target)) else {
            return walk.skip(
                name,
                SkipReason::NotUtf8Name,
                "the link's target has a name that is not UTF-8".to_owned(),
            );
        };
        match fs::metadata(&target) {
            Ok(meta) if meta.is_dir() => self.folders.push(target),
            Ok(_) if !may_be_digest(&name) || !self.listed.insert(target.clone()) => {}
            Ok(meta) => walk.take_file(target, target_name, &meta),
            Err(error) => walk.skip(name, SkipReason::Unreadable, error.to_string()),
        }
    }

    fn below(&self, path: &Path) -> String {
        let below = path.strip_prefix(self.root).unwrap_or(path).to_string_lossy();
        if cfg!(windows) { below.replace('\\', "/") } else { below.into_owned() }
    }
}

fn is_loop(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        error.raw_os_error() == Some(libc::ELOOP)
    }
    #[cfg(not(unix))]
    {
        let _ = error;
        false
    }
}

impl Walk {
    fn take_file(&mut self, path: PathBuf, name: String, meta: &Metadata) {
        if !meta.is_file() {
            self.skip(name, SkipReason::SpecialFile, "it is a pipe, a socket or a device".to_owned());
        } else if meta.len() > MAX_FILE_BYTES {
            let (reason, message) = too_large(meta.len());
            self.skip(name, reason, message);
        } else {
            self.files.push(Candidate { path, name, stamp: Stamp::of(meta) });
        }
    }

    fn skip(&mut self, name: String, reason: SkipReason, message: String) {
        self.skipped.push(Skipped { name, reason, message });
    }
}
