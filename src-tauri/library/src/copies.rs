//! The digests of papers with marks of the reader's, as they were read last: what is shown when such a file is missing.
//!
//! In the cache, so that any of them may go at any time: the marks stand in the notebook, with the words that they are at.
//! Bounded: what was opened longest ago goes first.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::catalogue::FileEntry;
use crate::contents::Hash;
use crate::folders;
use crate::state::Snapshot;
use crate::store;

/// What all copies may weigh together: some five hundred days.
const BUDGET_BYTES: u64 = 64 << 20;
/// Larger files are not copied: one of them would push out everything else.
const MOST_BYTES: u64 = 4 << 20;

impl Snapshot {
    /// Whether the reader did anything with the paper that he may come back for.
    pub(crate) fn is_marked(&self, key: &str) -> bool {
        let reader = &self.reader;
        reader.notes.contains_key(key)
            || reader.starred.contains(key)
            || reader.names.contains_key(key)
            || reader.settled.contains_key(key)
    }
}

/// Keeps a copy of the file as its rows know it, or remembers that the one that is there was wanted again.
///
/// # Errors
/// Of the system; there is no copy then, or an old one.
pub(crate) fn keep(folder: &Path, file: &FileEntry) -> io::Result<()> {
    let path = path_of(folder, &file.contents.hash);
    if let Ok(copy) = File::options().write(true).open(&path) {
        return copy.set_modified(SystemTime::now());
    }
    if file.missing || file.source.is_none() || file.stamp.size > MOST_BYTES {
        return Ok(());
    }
    let Ok((bytes, _)) = folders::read(&file.path) else { return Ok(()) };
    if *blake3::hash(&bytes).as_bytes() != file.contents.hash {
        // Changed since: it is asked for again when its rows are.
        return Ok(());
    }
    store::replace_derived(&path, &bytes)?;
    make_room(folder, BUDGET_BYTES)
}

/// The bytes with this hash; `None` where there is no copy, or not as it was written.
pub(crate) fn load(folder: &Path, hash: &Hash) -> Option<Vec<u8>> {
    let bytes = fs::read(path_of(folder, hash)).ok()?;
    (blake3::hash(&bytes).as_bytes() == hash).then_some(bytes)
}

fn path_of(folder: &Path, hash: &Hash) -> PathBuf {
    folder.join(blake3::Hash::from_bytes(*hash).to_hex().as_str())
}

/// Removes copies, those that were wanted longest ago first, until the rest weighs no more than `budget`.
fn make_room(folder: &Path, budget: u64) -> io::Result<()> {
    let mut copies = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let about = entry.metadata()?;
        copies.push((about.modified()?, about.len(), entry.path()));
    }
    copies.sort();
    let mut weight: u64 = copies.iter().map(|(_, bytes, _)| bytes).sum();
    for (_, bytes, path) in copies {
        if weight <= budget {
            break;
        }
        fs::remove_file(path)?;
        weight -= bytes;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_copies_that_were_wanted_longest_ago_make_room() {
        let folder = tempfile::tempdir().unwrap();
        for (age, name) in ["newest", "newer", "older", "oldest"].iter().enumerate() {
            let path = folder.path().join(name);
            fs::write(&path, [0; 10]).unwrap();
            let time = SystemTime::now() - Duration::from_secs(60 * u64::try_from(age).unwrap());
            File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
        }
        make_room(folder.path(), 25).unwrap();
        let mut left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["newer", "newest"]);
    }

    #[test]
    fn a_copy_that_is_not_as_it_was_written_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let hash = *blake3::hash(b"text").as_bytes();
        store::replace_derived(&path_of(folder.path(), &hash), b"text").unwrap();
        assert_eq!(load(folder.path(), &hash).as_deref(), Some(&b"text"[..]));
        fs::write(path_of(folder.path(), &hash), "tex").unwrap();
        assert_eq!((load(folder.path(), &hash), load(folder.path(), &[0; 32])), (None, None));
    }
}
