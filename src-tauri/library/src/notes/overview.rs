//! The overview of all notes: derived from the documents, kept in the cache, so that a list of all annotations opens no
//! document that did not change since.
//!
//! A document is unchanged while its two folders have the times that they had before it was read. Folders changed within
//! the last second are not trusted: another file may have come within the same tick of the clock.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::answer::{NoteSummary, NotesTrouble};
use crate::cause::Cause;
use crate::notebook::{Annotation, Disk, Document, FolderStamp, PaperRecord, PaperState, Trouble};
use crate::sealed;
use crate::store;

const MAGIC: &[u8; 8] = b"kznotes\n";
/// Of the layout and of what is derived. An overview of any other version counts as absent.
const VERSION: u32 = 3;

/// What is known of one document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// Before it was read; `None` where it must be read again.
    pub(crate) stamp: Option<FolderStamp>,
    pub(crate) record: PaperRecord,
    pub(crate) state: PaperState,
    /// Those in the trash included, blank ones not.
    pub(crate) notes: Vec<NoteSummary>,
    /// What of it cannot be read.
    pub(crate) troubles: Vec<NotesTrouble>,
}

impl Entry {
    /// Of a document that was just read; `stamp` was taken before that.
    pub(crate) fn of(stamp: Option<FolderStamp>, document: &Document<Disk>) -> Self {
        let troubles: Vec<NotesTrouble> = document.troubles().cloned().map(NotesTrouble::Part).collect();
        let notes = document.annotations().iter().map(NoteSummary::of).filter(|note| !note.is_blank()).collect();
        // What cannot be read may be whole the next time, without another time of its folder.
        let stamp = stamp.filter(|_| troubles.is_empty());
        Self { stamp, record: document.paper(), state: document.state(), notes, troubles }
    }

    /// Reads a document. One that cannot be opened gives an entry that says so.
    pub(crate) fn read(disk: &Disk, key: &str) -> Self {
        let stamp = disk.stamp(key);
        match Document::open(disk.clone(), key) {
            Ok(document) => Self::of(stamp, &document),
            Err(error) => Self::closed(key, Cause::from(&error)),
        }
    }

    /// Of a document that cannot be read.
    pub(crate) fn closed(key: &str, cause: Cause) -> Self {
        Self { troubles: vec![NotesTrouble::Document(key.to_owned(), cause)], ..Self::default() }
    }

    /// Whether it has files that are damaged, or that are kept aside as such.
    pub(crate) fn is_damaged(&self) -> bool {
        let is_damage =
            |trouble: &NotesTrouble| matches!(trouble, NotesTrouble::Part(Trouble::Damaged(_) | Trouble::SetAside(_)));
        self.troubles.iter().any(is_damage)
    }

    /// Annotations that are not in the trash.
    pub(crate) fn live(&self) -> u32 {
        u32::try_from(self.notes.iter().filter(|note| !note.deleted).count()).unwrap_or(u32::MAX)
    }

    /// Takes over an annotation as it is now.
    pub(crate) fn put(&mut self, annotation: &Annotation) {
        let standing = self.notes.iter().find(|note| note.id == annotation.id).and_then(|note| note.standing);
        let summary = NoteSummary { standing, ..NoteSummary::of(annotation) };
        let at = self.notes.iter().position(|note| note.id == annotation.id);
        match at {
            Some(at) if summary.is_blank() => drop(self.notes.remove(at)),
            Some(at) => {
                if let Some(note) = self.notes.get_mut(at) {
                    *note = summary;
                }
            }
            None if summary.is_blank() => {}
            None => self.notes.push(summary),
        }
    }

    /// Keeps where the annotations stood, as far as they are the same.
    fn with_standings_of(mut self, known: Option<&Self>) -> Self {
        for note in &mut self.notes {
            let same = known.and_then(|known| known.notes.iter().find(|known| known.id == note.id));
            note.standing = same.filter(|same| same.quotes == note.quotes).and_then(|same| same.standing);
        }
        self
    }
}

/// All entries, by document.
#[derive(Debug, Default)]
pub(crate) struct Overview {
    entries: BTreeMap<String, Entry>,
    /// Grows with each change.
    pub(crate) generation: u64,
    /// Every document was looked at since the start.
    pub(crate) complete: bool,
    path: PathBuf,
    is_kept: bool,
}

impl Overview {
    /// The overview of the notebook in `folder` as it was kept in `cache`, which is believed until it is checked; empty
    /// where none was kept.
    pub(crate) fn open(cache: &Path, folder: &Path) -> Self {
        let name = blake3::hash(folder.as_os_str().as_encoded_bytes()).to_hex();
        let path = cache.join(format!("notes-{name:.16}"));
        let kept = match fs::read(&path) {
            Ok(bytes) => sealed::open(MAGIC, VERSION, &bytes).and_then(|rows| postcard::from_bytes(rows).ok()),
            Err(_) => None,
        };
        let is_kept = kept.is_some();
        Self { entries: kept.unwrap_or_default(), generation: 0, complete: false, path, is_kept }
    }

    /// Whether the file holds what is here, or did when it was read.
    pub(crate) fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Writes the overview to the cache, if it changed.
    ///
    /// # Errors
    /// Of the system; the next start makes the overview anew.
    pub(crate) fn keep(&mut self) -> io::Result<()> {
        if self.is_kept {
            return Ok(());
        }
        let rows = postcard::to_stdvec(&self.entries).map_err(io::Error::other)?;
        store::replace_derived(&self.path, &sealed::seal(MAGIC, VERSION, &rows))?;
        self.is_kept = true;
        Ok(())
    }

    pub(crate) fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.get(key)
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = (&String, &Entry)> {
        self.entries.iter()
    }

    /// Changes an entry, which is made where there is none.
    pub(crate) fn change(&mut self, key: &str) -> &mut Entry {
        self.touch();
        self.entries.entry(key.to_owned()).or_default()
    }

    /// Takes over an entry. Answers whether it tells anything else than the one before.
    pub(crate) fn put(&mut self, key: &str, entry: Entry) -> bool {
        let known = self.entries.get(key);
        let entry = entry.with_standings_of(known);
        let is_same = known.is_some_and(|known| Entry { stamp: known.stamp, ..entry.clone() } == *known);
        if known.is_none_or(|known| known.stamp != entry.stamp) || !is_same {
            self.is_kept = false;
        }
        self.entries.insert(key.to_owned(), entry);
        self.generation += u64::from(!is_same);
        !is_same
    }

    /// Remembers where an annotation stood.
    pub(crate) fn stands(&mut self, key: &str, id: &str, standing: super::Standing) {
        let note = self.entries.get_mut(key).and_then(|entry| entry.notes.iter_mut().find(|note| note.id == id));
        if let Some(note) = note.filter(|note| note.standing != Some(standing)) {
            note.standing = Some(standing);
            self.touch();
        }
    }

    /// The document was looked at and is as it was known.
    pub(crate) fn seen(&mut self, key: &str, stamp: Option<FolderStamp>) {
        if let Some(entry) = self.entries.get_mut(key).filter(|entry| entry.troubles.is_empty() && entry.stamp != stamp)
        {
            entry.stamp = stamp;
            self.is_kept = false;
        }
    }

    /// The document is gone.
    pub(crate) fn remove(&mut self, key: &str) {
        if self.entries.remove(key).is_some() {
            self.touch();
        }
    }

    fn touch(&mut self) {
        self.generation += 1;
        self.is_kept = false;
    }

    /// The documents in `disk` that must be read: those that are not as they were. And those that are no more.
    pub(crate) fn stale(&self, disk: &Disk, listed: &[String]) -> (Vec<String>, Vec<String>) {
        let is_stale = |key: &&String| {
            let known = self.entries.get(*key).and_then(|entry| entry.stamp);
            known.is_none() || known != disk.stamp(key)
        };
        let stale = listed.iter().filter(is_stale).cloned().collect();
        let gone = self.entries.keys().filter(|key| listed.binary_search(key).is_err()).cloned().collect();
        (stale, gone)
    }
}
