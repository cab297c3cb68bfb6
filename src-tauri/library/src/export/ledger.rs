//! The last exports into one folder: a line of JSON for each file that was written, the last one of a paper counts.
//!
//! Lines are appended after the files are on the disk: a run that is killed in between leaves files that are newer than
//! the ledger says, which the next merge sees as the same change on both sides. A line that was torn is left out.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

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
    entries: HashMap<String, Entry>,
    /// Lines in the file.
    lines: usize,
    /// The last line has no end.
    torn: bool,
    /// Held while the export lasts, so that two do not mix.
    _lock: Option<File>,
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
        let mut ledger = Self { folder, entries: HashMap::new(), lines: 0, torn: false, _lock: lock };
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            ledger.lines += 1;
            ledger.torn = line.last() != Some(&b'\n');
            if let Ok(entry) = serde_json::from_slice::<Entry>(line) {
                ledger.entries.insert(entry.id.clone(), entry);
            }
        }
        Ok(ledger)
    }

    /// What was written last for a paper.
    pub(super) fn get(&self, id: &str) -> Option<&Entry> {
        self.entries.get(id)
    }

    /// Keeps what was written, durable when it returns.
    pub(super) fn add(&mut self, entries: Vec<Entry>) -> io::Result<()> {
        let new: Vec<Entry> = entries.into_iter().filter(|entry| self.entries.get(&entry.id) != Some(entry)).collect();
        if new.is_empty() {
            return Ok(());
        }
        let mut bytes = Vec::new();
        if self.torn {
            bytes.push(b'\n');
        }
        for entry in &new {
            serde_json::to_writer(&mut bytes, entry)?;
            bytes.push(b'\n');
        }
        self.lines += new.len();
        self.entries.extend(new.into_iter().map(|entry| (entry.id.clone(), entry)));
        let path = self.folder.join("ledger.jsonl");
        if self.lines > 2 * self.entries.len() + 64 {
            return self.compact(&path);
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        self.torn = false;
        store::sync_folder(&self.folder)
    }

    /// Writes each paper once.
    fn compact(&mut self, path: &Path) -> io::Result<()> {
        self.entries.retain(|_, entry| entry.text.is_some());
        let mut bytes = Vec::new();
        let mut all: Vec<&Entry> = self.entries.values().collect();
        all.sort_by(|a, b| a.id.cmp(&b.id));
        for entry in all {
            serde_json::to_writer(&mut bytes, entry)?;
            bytes.push(b'\n');
        }
        (self.lines, self.torn) = (self.entries.len(), false);
        store::replace(path, &bytes)
    }

    /// The folder for copies of the files that this run changes.
    pub(super) fn backup_folder(&self, stamp: &str) -> PathBuf {
        self.folder.join("backups").join(stamp)
    }

    /// Removes the oldest copies.
    pub(super) fn prune(&self) {
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
