//! Chunks as files: `document/snapshot|incremental/hash` in one folder, and damaged ones below `damaged` in it.
//!
//! That folder is beside the documents and not in them, because whoever reads a document as automerge-repo lays it out
//! reads all that is in its folder. It holds copies: a synchroniser would take the move of a damaged chunk to other
//! machines, where the chunk may be whole and the only one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::chunk::{ChunkKey, ChunkKind, is_document};
use super::storage::{Storage, StorageError};
use crate::store::{free_name, sync_folder};

/// A folder of chunks.
#[derive(Clone, Debug)]
pub struct Disk {
    folder: PathBuf,
    /// The folder was there: when it is not any more, it was taken away (a drive, a renamed folder), and making it anew
    /// would write into another place than the reader means.
    was_there: Arc<AtomicBool>,
}

/// When the folders of a document changed last, in nanoseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FolderStamp {
    snapshot_ns: u64,
    incremental_ns: u64,
    /// Of what was set aside: somebody found it damaged, perhaps another machine.
    aside_ns: [u64; 2],
}

impl FolderStamp {
    /// The later one of the document's folders.
    pub(crate) fn latest(self) -> u64 {
        self.snapshot_ns.max(self.incremental_ns)
    }
}

/// A write that takes this long has died.
const DEAD: Duration = Duration::from_secs(60 * 60);

/// Below the folder, laid out as the folder is.
const ASIDE: &str = "damaged";

/// A folder that changed this recently may change again without another time.
const UNSURE: Duration = Duration::from_secs(1);

impl Disk {
    /// The notebook in `folder`, which is made with the first chunk.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), was_there: Arc::default() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// When the document changed last; `None` where that was a moment ago or cannot be told.
    pub(crate) fn stamp(&self, document: &str) -> Option<FolderStamp> {
        let aside = self.folder.join(ASIDE);
        let time_ns = |root: &Path, kind: ChunkKind| match fs::metadata(root.join(document).join(kind.as_str())) {
            Ok(metadata) => {
                let modified = metadata.modified().ok()?;
                let is_settled = SystemTime::now().duration_since(modified).is_ok_and(|age| age > UNSURE);
                let since = modified.duration_since(UNIX_EPOCH).ok()?;
                u64::try_from(since.as_nanos()).ok().filter(|_| is_settled)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Some(0),
            Err(_) => None,
        };
        Some(FolderStamp {
            snapshot_ns: time_ns(&self.folder, ChunkKind::Snapshot)?,
            incremental_ns: time_ns(&self.folder, ChunkKind::Incremental)?,
            aside_ns: [time_ns(&aside, ChunkKind::Snapshot)?, time_ns(&aside, ChunkKind::Incremental)?],
        })
    }

    fn path(&self, key: &ChunkKey) -> PathBuf {
        self.folder.join(&key.document).join(key.kind.as_str()).join(&key.name)
    }

    fn path_aside(&self, key: &ChunkKey) -> PathBuf {
        self.folder.join(ASIDE).join(&key.document).join(key.kind.as_str()).join(&key.name)
    }

    /// The chunks, and copies of them, of a document that lies in `root`.
    fn chunks_in(&self, root: &Path, document: &str) -> Result<Vec<ChunkKey>, StorageError> {
        let mut keys = Vec::new();
        for kind in ChunkKind::ALL {
            let names = names_in(&root.join(document).join(kind.as_str()))?;
            let chunks = names.into_iter().filter(|name| ChunkKey::is_name(name));
            keys.extend(chunks.map(|name| ChunkKey { document: document.to_owned(), kind, name }));
        }
        Ok(keys)
    }

    /// Durable.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let [old, new] = [from, to].map(|path| path.parent().unwrap_or(&self.folder));
        make_folders(&self.folder, new)?;
        fs::rename(from, to)?;
        sync_folder(new)?;
        sync_folder(old)
    }
}

impl Storage for Disk {
    fn documents(&self) -> Result<Vec<String>, StorageError> {
        let mut names = names_in(&self.folder)?;
        if self.folder.is_dir() {
            self.was_there.store(true, Ordering::Relaxed);
        }
        names.retain(|name| is_document(name));
        Ok(names)
    }

    fn chunks(&self, document: &str) -> Result<Vec<ChunkKey>, StorageError> {
        self.chunks_in(&self.folder, document)
    }

    fn read(&self, key: &ChunkKey) -> Result<Vec<u8>, StorageError> {
        fs::read(self.path(key)).map_err(|error| StorageError::from(&error))
    }

    fn write(&self, key: &ChunkKey, bytes: &[u8]) -> Result<(), StorageError> {
        if !self.folder.is_dir() && self.was_there.load(Ordering::Relaxed) {
            return Err(StorageError::FolderGone);
        }
        write_durably(&self.folder, key, &self.path(key), bytes).map_err(|error| StorageError::from(&error))?;
        self.was_there.store(true, Ordering::Relaxed);
        Ok(())
    }

    fn sweep(&self, document: &str) {
        for kind in ChunkKind::ALL {
            let folder = self.folder.join(document).join(kind.as_str());
            let names = names_in(&folder).unwrap_or_default();
            for name in names.iter().filter(|name| is_beside(name)) {
                let path = folder.join(name);
                let age = fs::metadata(&path).and_then(|file| file.modified()).map(|time| time.elapsed());
                if age.is_ok_and(|age| age.is_ok_and(|age| age > DEAD)) {
                    // Whoever lives that long after all finds its rename failing, and writes again.
                    let _ = fs::remove_file(path);
                }
            }
        }
    }

    fn remove(&self, key: &ChunkKey) -> Result<(), StorageError> {
        match fs::remove_file(self.path(key)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(StorageError::from(&error)),
            _ => Ok(()),
        }
    }

    fn set_aside(&self, key: &ChunkKey, quiet: Duration) -> Result<bool, StorageError> {
        let path = self.path(key);
        let modified =
            fs::metadata(&path).and_then(|file| file.modified()).map_err(|error| StorageError::from(&error))?;
        // A time to come is that of another machine's clock, and tells nothing.
        let is_quiet = modified.elapsed().is_ok_and(|age| age >= quiet);
        if !is_quiet {
            return Ok(false);
        }
        let bytes = self.read(key)?;
        if key.fits(&bytes) {
            return Ok(false);
        }
        // A synchroniser may bring the same one again and again.
        if self.is_aside(key, &bytes)? {
            return Ok(false);
        }
        let aside = self.path_aside(key);
        let aside = if aside.exists() { free_name(&aside, "again") } else { aside };
        write_durably(&self.folder, key, &aside, &bytes).map_err(|error| StorageError::from(&error))?;
        Ok(true)
    }

    fn is_aside(&self, key: &ChunkKey, bytes: &[u8]) -> Result<bool, StorageError> {
        let is_it =
            |kept: &ChunkKey| kept.is_copy_of(key) && fs::read(self.path_aside(kept)).is_ok_and(|kept| kept == bytes);
        Ok(self.aside(&key.document)?.iter().any(is_it))
    }

    fn aside(&self, document: &str) -> Result<Vec<ChunkKey>, StorageError> {
        self.chunks_in(&self.folder.join(ASIDE), document)
    }

    fn bring_back(&self, document: &str) -> Result<bool, StorageError> {
        let mut any = false;
        for key in self.aside(document)? {
            let (aside, place) = (self.path_aside(&key), self.path(&key));
            if fs::read(&aside).is_ok_and(|bytes| key.fits(&bytes)) && !place.exists() {
                self.rename(&aside, &place).map_err(|error| StorageError::from(&error))?;
                any = true;
            }
        }
        Ok(any)
    }
}

/// The names in a folder that are UTF-8, sorted; none where there is no folder.
fn names_in(folder: &Path) -> Result<Vec<String>, StorageError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(StorageError::from(&error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| StorageError::from(&error))?;
        names.extend(entry.file_name().into_string().ok());
    }
    names.sort();
    Ok(names)
}

fn beside_name(process: u32, nth: u64) -> String {
    format!(".{process}.{nth}.tmp")
}

/// Whether a name is one of [`beside_name`], of any process.
fn is_beside(name: &str) -> bool {
    let numbers =
        name.strip_prefix('.').and_then(|name| name.strip_suffix(".tmp")).and_then(|name| name.split_once('.'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(process, nth)| is_number(process) && is_number(nth))
}

/// Writes a chunk beside its place, names it, and syncs it and the folder.
///
/// Changes are named before they are synced: a file system with a journal then writes both in one go, which halves what a
/// save takes. Where the machine ends in between, the name may stand over a part of the bytes; it is their hash and so tells
/// as much, and nothing was acknowledged. What takes the place of others is synced first: a snapshot stands for chunks that
/// are removed, and a file that is there may have been acknowledged.
fn write_durably(root: &Path, key: &ChunkKey, path: &Path, bytes: &[u8]) -> io::Result<()> {
    /// Tells the temporary files of one process apart.
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let folder = path.parent().unwrap_or(root);
    make_folders(root, folder)?;
    // The name begins with a dot, so that nobody takes it for a chunk, and stays as short as the chunk's own.
    let beside = folder.join(beside_name(std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
    let stands_alone = key.kind == ChunkKind::Incremental && !path.exists();
    let named = write_new(&beside, bytes).and_then(|file| {
        if !stands_alone {
            file.sync_all()?;
        }
        fs::rename(&beside, path).map(|()| file)
    });
    match named {
        // The name stays where it cannot be synced: writing it again syncs first.
        Ok(file) if stands_alone => file.sync_all()?,
        Ok(_) => {}
        Err(error) => {
            // The write's error tells more than that of a clean-up.
            let _ = fs::remove_file(&beside);
            return Err(error);
        }
    }
    sync_folder(folder)
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    // The reader's notes are nobody else's business.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    Ok(file)
}

/// Makes `folder` and what leads to it from above `root`, each durable in the folder that holds it.
fn make_folders(root: &Path, folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    for made in folder.ancestors().take_while(|made| made.starts_with(root)) {
        if let Some(parent) = made.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            sync_folder(parent)?;
        }
    }
    Ok(())
}

impl From<&io::Error> for StorageError {
    fn from(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Gone,
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full,
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly,
            _ => Self::Other(error.to_string()),
        }
    }
}
