//! The last exports into one folder: a line of JSON for each file that was written, the last one of a paper counts.
//!
//! Lines are appended after the files are on the disk, some files at a time: a run that is killed in between leaves a few files
//! that are newer than the ledger says, which the next merge sees as the same change on both sides. A line that was torn is left
//! out.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::store;

/// A file that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Key of the paper.
    pub(super) id: String,
    /// Below the folder, with `/`.
    pub(super) path: String,
    /// The pattern that gave its name; `None`: the reader put it there.
    pub(super) pattern: Option<String>,
    /// What was written, before it was merged; `None`: the file was removed.
    pub(super) text: Option<String>,
}

/// The ledger of one folder.
#[derive(Debug)]
pub(super) struct Ledger {
    folder: PathBuf,
    /// As they were before this run.
    entries: HashMap<String, Entry>,
    tail: Mutex<Tail>,
    /// Held while the export lasts, so that two do not mix.
    _lock: Option<File>,
}

/// The end of the file.
#[derive(Debug, Default)]
struct Tail {
    /// In all of the file.
    lines: usize,
    /// The last line has no end.
    torn: bool,
    /// What this run wrote.
    new: Vec<Entry>,
}

/// Runs whose copies are kept.
const BACKUPS: usize = 20;

impl Ledger {
    /// Opens the ledger for the folder `root` below `state`, and waits until no other export uses it. `read_only`: nothing is made.
    pub(super) fn open(state: &Path, root: &Path, read_only: bool) -> io::Result<Self> {
        let name: String = blake3::hash(root.as_os_str().as_encoded_bytes()).to_hex().chars().take(16).collect();
        let folder = state.join(name);
        let mut lock = None;
        if !read_only {
            fs::create_dir_all(&folder)?;
            let file = OpenOptions::new().create(true).truncate(false).write(true).open(folder.join("lock"))?;
            file.lock()?;
            lock = Some(file);
        }
        let bytes = match fs::read(folder.join("ledger.jsonl")) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let (mut entries, mut tail) = (HashMap::new(), Tail::default());
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            tail.lines += 1;
            tail.torn = line.last() != Some(&b'\n');
            if let Ok(entry) = serde_json::from_slice::<Entry>(line) {
                entries.insert(entry.id.clone(), entry);
            }
        }
        Ok(Self { folder, entries, tail: Mutex::new(tail), _lock: lock })
    }

    /// What was written last for a paper or a day, before this run.
    pub(super) fn get(&self, id: &str) -> Option<&Entry> {
        self.entries.get(id)
    }

    /// Keeps what was written, durable when it returns.
    pub(super) fn add(&self, entries: Vec<Entry>) -> io::Result<()> {
        let new: Vec<Entry> = entries.into_iter().filter(|entry| self.entries.get(&entry.id) != Some(entry)).collect();
        if new.is_empty() {
            return Ok(());
        }
        let mut tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = Vec::new();
        if tail.torn {
            bytes.push(b'\n');
        }
        for entry in &new {
            serde_json::to_writer(&mut bytes, entry)?;
            bytes.push(b'\n');
        }
        let mut file = OpenOptions::new().create(true).append(true).open(self.path())?;
        // What is written of it when the disk is full has no end.
        tail.torn = true;
        file.write_all(&bytes)?;
        file.sync_all()?;
        tail.torn = false;
        tail.lines += new.len();
        tail.new.extend(new);
        store::sync_folder(&self.folder)
    }

    /// Ends the run: a file with many lines about the same is written anew, the oldest copies are removed.
    pub(super) fn finish(mut self) -> io::Result<()> {
        let tail = std::mem::take(self.tail.get_mut().unwrap_or_else(PoisonError::into_inner));
        self.entries.extend(tail.new.into_iter().map(|entry| (entry.id.clone(), entry)));
        self.prune();
        if tail.lines > 2 * self.entries.len() + 64 { self.compact() } else { Ok(()) }
    }

    fn path(&self) -> PathBuf {
        self.folder.join("ledger.jsonl")
    }

    /// Writes each paper once.
    fn compact(&mut self) -> io::Result<()> {
        self.entries.retain(|_, entry| entry.text.is_some());
        let mut bytes = Vec::new();
        let mut all: Vec<&Entry> = self.entries.values().collect();
        all.sort_by(|a, b| a.id.cmp(&b.id));
        for entry in all {
            serde_json::to_writer(&mut bytes, entry)?;
            bytes.push(b'\n');
        }
        store::replace(&self.path(), &bytes)
    }

    /// The folder for copies of the files that this run changes.
    pub(super) fn backup_folder(&self, stamp: &str) -> PathBuf {
        self.folder.join("backups").join(stamp)
    }

    /// Removes the oldest copies.
    fn prune(&self) {
        let entries = fs::read_dir(self.folder.join("backups")).into_iter().flatten().flatten();
        let mut runs: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        runs.sort();
        let old = runs.len().saturating_sub(BACKUPS);
        for run in runs.into_iter().take(old) {
            if let Err(error) = fs::remove_dir_all(&run) {
                tracing::warn!(folder = %run.display(), %error, "old copies of exported files cannot be removed");
            }
        }
    }
}
