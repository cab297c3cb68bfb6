//! One paper's notes as a value: read from all chunks, written, compacted. What is changed in it is in `changes`.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use automerge::{Automerge, AutomergeError, Change, ChangeHash, ReadDoc as _};
use thiserror::Error;

use super::annotation::Annotation;
use super::chunk::{self, ChunkKey, ChunkKind};
use super::paper::PaperRecord;
use super::schema;
use super::state::{self, PaperState};
use super::storage::{Storage, StorageError};
use super::trouble::Trouble;

/// Chunks may vanish between listing and reading while another process compacts; so many listings are tried.
pub(super) const LISTINGS: usize = 8;
/// From so many chunks on a document is worth compacting.
const MANY_CHUNKS: usize = 48;

/// Why the notebook did not do what was asked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NotebookError {
    /// Names of documents are keys of papers.
    #[error("{0:?} is no key of a paper")]
    NotADocument(String),
    /// A later release wrote it.
    #[error("the notes were written in format {found}, this program knows {known}; update it")]
    Newer {
        /// What the document says.
        found: i64,
        /// What this release writes.
        known: i64,
    },
    /// The place cannot be listed or read.
    #[error("the notes cannot be read: {0}")]
    Unreadable(StorageError),
    /// The change is in memory and not on the disk: [`Document::save`] tries again.
    #[error("the change is not saved: {0}")]
    NotSaved(StorageError),
    /// No such annotation.
    #[error("there is no annotation {0:?}")]
    NoAnnotation(String),
    /// Some chunks are unreadable or incomplete, so that none is replaced.
    #[error("the notes are not compacted while some of them cannot be read")]
    Troubled,
    /// The library's words about a document that is not as it must be.
    #[error("the notes are inconsistent: {0}")]
    Inconsistent(Box<AutomergeError>),
}

impl From<AutomergeError> for NotebookError {
    fn from(error: AutomergeError) -> Self {
        Self::Inconsistent(Box::new(error))
    }
}

/// The notes of one paper.
#[derive(Debug)]
pub struct Document<S> {
    storage: S,
    pub(super) id: String,
    pub(super) doc: Automerge,
    /// Chunks whose changes are all in `doc`.
    read: BTreeSet<ChunkKey>,
    troubles: BTreeSet<Trouble>,
    /// Changes that are in `doc` and not on the disk, in order.
    pub(super) pending: Vec<u8>,
    /// Chunks that were read went away and nothing came in their place that holds the same: the next save writes all.
    torn: bool,
    /// The annotations as they were at these heads: read more often than changed.
    annotations: RefCell<Option<(Vec<ChangeHash>, Arc<Read>)>>,
}

/// The annotations that can be read, and the ids of the others.
type Read = (Vec<Annotation>, Vec<String>);

impl<S: Storage> Document<S> {
    /// Opens the notes of the paper with the key `id`; empty where there are none. Writes nothing. Those of a later
    /// release are read as far as they can be, and refuse every change.
    ///
    /// # Errors
    /// [`NotebookError::NotADocument`], [`NotebookError::Unreadable`].
    pub fn open(storage: S, id: &str) -> Result<Self, NotebookError> {
        if !chunk::is_document(id) {
            return Err(NotebookError::NotADocument(id.to_owned()));
        }
        let doc = schema::genesis(id)?;
        let mut document = Self {
            storage,
            id: id.to_owned(),
            doc,
            read: BTreeSet::new(),
            troubles: BTreeSet::new(),
            pending: Vec::new(),
            torn: false,
            annotations: RefCell::default(),
        };
        document.refresh()?;
        Ok(document)
    }

    /// Reads what others have written since. Answers whether anything is other than before.
    ///
    /// # Errors
    /// [`NotebookError::Unreadable`].
    pub fn refresh(&mut self) -> Result<bool, NotebookError> {
        let before = (self.doc.get_heads(), std::mem::take(&mut self.troubles));
        let aside = self.storage.aside(&self.id).map_err(NotebookError::Unreadable)?;
        for _ in 0..LISTINGS {
            self.troubles.clear();
            let listed = self.storage.chunks(&self.id).map_err(NotebookError::Unreadable)?;
            self.forget_damaged(&aside);
            if self.take_new(&listed) {
                self.forget_gone(&listed);
                break;
            }
        }
        let missing = self.doc.get_missing_deps(&[]).len();
        if missing > 0 {
            self.troubles.insert(Trouble::Waiting(missing));
        }
        match self.refuse_newer() {
            Err(NotebookError::Newer { found, known }) => drop(self.troubles.insert(Trouble::Newer { found, known })),
            other => other?,
        }
        for key in aside {
            // One that came back whole, under any name, is read; and a chunk is told of once, however many copies there are.
            let is_told = self.troubles.iter().any(|trouble| match trouble {
                Trouble::Damaged(told) | Trouble::SetAside(told) => told.is_copy_of(&key),
                _ => false,
            });
            if !is_told && !self.read.iter().any(|read| read.is_copy_of(&key)) {
                self.troubles.insert(Trouble::SetAside(key));
            }
        }
        let is_same = before.0 == self.doc.get_heads();
        if is_same {
            self.troubles.extend(before.1.iter().filter(|known| matches!(known, Trouble::Annotation(_))).cloned());
        } else {
            let unreadable = self.all_annotations();
            self.troubles.extend(unreadable.1.iter().cloned().map(Trouble::Annotation));
        }
        Ok(!is_same || before.1 != self.troubles)
    }

    /// Reads the chunks that were not read yet. Answers whether none of them vanished meanwhile.
    fn take_new(&mut self, listed: &[ChunkKey]) -> bool {
        let (mut all_there, mut taken) = (true, Vec::new());
        for key in listed.iter().filter(|key| !self.read.contains(key)) {
            match self.storage.read(key) {
                Ok(bytes) if !key.fits(&bytes) => {
                    let is_kept = self.storage.is_aside(key, &bytes).unwrap_or(false);
                    let trouble = if is_kept { Trouble::SetAside } else { Trouble::Damaged };
                    self.troubles.insert(trouble(key.clone()));
                }
                Ok(bytes) => match chunk::rows(&bytes).and_then(|rows| changes(&rows).ok()) {
                    Some(changes) => taken.push((key.clone(), changes)),
                    None => {
                        self.troubles.insert(Trouble::Unknown(key.clone()));
                    }
                },
                Err(StorageError::Gone) => all_there = false,
                Err(error) => {
                    self.troubles.insert(Trouble::Unreadable(key.clone(), error));
                }
            }
        }
        // Together: each application costs as much as the document is large.
        let all: Vec<Change> = taken.iter().flat_map(|(_, changes)| changes).cloned().collect();
        let together = all.is_empty() || self.doc.apply_changes(all).is_ok();
        for (key, changes) in taken {
            if together || self.doc.apply_changes(changes).is_ok() {
                self.read.insert(key);
            } else {
                self.troubles.insert(Trouble::Unknown(key));
            }
        }
        all_there
    }

    /// What somebody found damaged was read whole by this value, perhaps: it is read once more.
    fn forget_damaged(&mut self, aside: &[ChunkKey]) {
        let before = self.read.len();
        let storage = &self.storage;
        let is_whole = |key: &ChunkKey| storage.read(key).map_or(true, |bytes| key.fits(&bytes));
        self.read.retain(|key| !aside.iter().any(|aside| aside.is_copy_of(key)) || is_whole(key));
        self.torn |= self.read.len() < before && !self.is_all_on_disk();
    }

    /// Whoever compacts removes chunks and leaves a snapshot of them. Where the chunks that are left hold less than was
    /// read, the rest is in this value only.
    fn forget_gone(&mut self, listed: &[ChunkKey]) {
        let listed: BTreeSet<&ChunkKey> = listed.iter().collect();
        let before = self.read.len();
        self.read.retain(|key| listed.contains(key));
        self.torn |= self.read.len() < before && !self.is_all_on_disk();
    }

    /// Whether the chunks that were read hold all of the document. One that cannot be read now counts as nothing.
    fn is_all_on_disk(&self) -> bool {
        let Ok(mut left) = schema::genesis(&self.id) else { return false };
        for key in &self.read {
            let bytes = self.storage.read(key).ok().filter(|bytes| key.fits(bytes)).unwrap_or_default();
            let changes = chunk::rows(&bytes).and_then(|rows| changes(&rows).ok()).unwrap_or_default();
            if left.apply_changes(changes).is_err() {
                return false;
            }
        }
        self.doc.get_heads().iter().all(|head| left.get_change_by_hash(head).is_some())
    }

    /// Whether a later release wrote to the notes, so that they can only be read.
    pub fn is_newer(&self) -> bool {
        self.refuse_newer().is_err()
    }

    pub(super) fn refuse_newer(&self) -> Result<(), NotebookError> {
        let found = schema::format(&self.doc)?;
        if found > schema::FORMAT { Err(NotebookError::Newer { found, known: schema::FORMAT }) } else { Ok(()) }
    }

    /// What could not be read.
    pub fn troubles(&self) -> impl Iterator<Item = &Trouble> {
        self.troubles.iter()
    }

    /// What is known about the paper.
    pub fn paper(&self) -> PaperRecord {
        schema::paper(&self.doc)
    }

    /// What the reader said about the paper.
    pub fn state(&self) -> PaperState {
        state::read(&self.doc)
    }

    /// The key of the paper.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// All annotations by time of making, those in the trash included.
    pub fn annotations(&self) -> Vec<Annotation> {
        self.all_annotations().0.clone()
    }

    fn all_annotations(&self) -> Arc<Read> {
        let heads = self.doc.get_heads();
        let mut kept = self.annotations.borrow_mut();
        match &*kept {
            Some((known, read)) if *known == heads => Arc::clone(read),
            _ => {
                let read = Arc::new(schema::annotations(&self.doc));
                *kept = Some((heads, Arc::clone(&read)));
                read
            }
        }
    }

    /// One of them.
    pub fn annotation(&self, id: &str) -> Option<Annotation> {
        schema::annotation(&self.doc, &schema::find(&self.doc, id)?, id)
    }

    /// Writes the changes that are not on the disk yet.
    ///
    /// # Errors
    /// [`NotebookError::NotSaved`], and [`NotebookError::Newer`] where a later release wrote since; the changes stay pending.
    pub fn save(&mut self) -> Result<(), NotebookError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        self.refuse_newer()?;
        if self.torn {
            return self.save_whole();
        }
        let mut bytes = Vec::new();
        if self.read.is_empty() {
            // Whoever reads the folder without knowing how documents begin finds it here.
            let genesis = schema::genesis(&self.id)?;
            bytes.extend(genesis.get_changes(&[]).iter().flat_map(|change| change.raw_bytes().to_vec()));
        }
        bytes.extend(&self.pending);
        let key = ChunkKey::of(&self.id, ChunkKind::Incremental, &bytes);
        self.storage.write(&key, &bytes).map_err(NotebookError::NotSaved)?;
        self.read.insert(key);
        self.pending.clear();
        Ok(())
    }

    fn save_whole(&mut self) -> Result<(), NotebookError> {
        let bytes = self.doc.save();
        let key = ChunkKey::of(&self.id, ChunkKind::Snapshot, &bytes);
        self.storage.write(&key, &bytes).map_err(NotebookError::NotSaved)?;
        self.read.insert(key);
        self.pending.clear();
        self.torn = false;
        Ok(())
    }

    /// Whether changes are in memory only.
    pub fn is_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Whether compacting would make opening faster.
    pub fn has_many_chunks(&self) -> bool {
        self.read.len() >= MANY_CHUNKS
    }

    /// Keeps the damaged chunks aside that nobody wrote to within `quiet`, and from then on they hold nothing up. Answers how
    /// many are set aside by this.
    ///
    /// # Errors
    /// [`NotebookError::Unreadable`] for the first one that cannot be kept; it stays as it is.
    pub fn set_damaged_aside(&mut self, quiet: Duration) -> Result<usize, NotebookError> {
        self.storage.bring_back(&self.id).map_err(NotebookError::Unreadable)?;
        let mut kept = 0;
        for key in self.damaged() {
            kept += usize::from(self.storage.set_aside(&key, quiet).map_err(NotebookError::Unreadable)?);
        }
        self.refresh()?;
        Ok(kept)
    }

    fn damaged(&self) -> Vec<ChunkKey> {
        let damaged = self.troubles.iter().filter_map(|trouble| match trouble {
            Trouble::Damaged(key) | Trouble::SetAside(key) => Some(key.clone()),
            _ => None,
        });
        damaged.collect()
    }

    /// Writes what is damaged on the disk and whole in this value: the very chunks where their bytes can be told, and
    /// everything where chunks are gone that nothing else holds. Answers whether there was any.
    ///
    /// # Errors
    /// [`NotebookError::NotSaved`], and [`NotebookError::Newer`] for the notes of a later release.
    pub fn heal(&mut self) -> Result<bool, NotebookError> {
        let mut any = false;
        for key in self.damaged() {
            if let Some(bytes) = self.rebuilt(&key) {
                self.storage.write(&key, &bytes).map_err(NotebookError::NotSaved)?;
                any = true;
            }
        }
        if any {
            self.refresh()?;
        }
        if self.torn && self.is_all_on_disk() {
            self.torn = false;
        }
        if self.torn {
            self.refuse_newer()?;
            self.save_whole()?;
            any = true;
        }
        Ok(any)
    }

    /// The bytes of a chunk of changes that are in this value: most hold one, the first one what all notes begin with, too.
    fn rebuilt(&self, key: &ChunkKey) -> Option<Vec<u8>> {
        let raw =
            |changes: &[Change]| changes.iter().flat_map(|change| change.raw_bytes().to_vec()).collect::<Vec<u8>>();
        let genesis = raw(&schema::genesis(&self.id).ok()?.get_changes(&[]));
        self.doc.get_changes(&[]).iter().find_map(|change| {
            let alone = change.raw_bytes().to_vec();
            let first = [genesis.as_slice(), alone.as_slice()].concat();
            [alone, first].into_iter().find(|bytes| key.fits(bytes))
        })
    }

    /// Replaces the chunks that were read by one: written first, checked, and only then are they removed.
    ///
    /// # Errors
    /// [`NotebookError::Troubled`] when something could not be read; [`NotebookError::NotSaved`]. Nothing is lost then.
    pub fn compact(&mut self) -> Result<(), NotebookError> {
        self.refuse_newer()?;
        self.save()?;
        if self.troubles.iter().any(|trouble| !matches!(trouble, Trouble::SetAside(_))) {
            return Err(NotebookError::Troubled);
        }
        self.storage.sweep(&self.id);
        if self.read.len() < 2 {
            return Ok(());
        }
        let bytes = self.doc.save();
        if Automerge::load(&bytes)?.get_heads() != self.doc.get_heads() {
            return Err(NotebookError::Troubled);
        }
        let key = ChunkKey::of(&self.id, ChunkKind::Snapshot, &bytes);
        self.storage.write(&key, &bytes).map_err(NotebookError::NotSaved)?;
        let contained = std::mem::replace(&mut self.read, BTreeSet::from([key.clone()]));
        for old in contained.iter().filter(|old| **old != key) {
            self.storage.remove(old).map_err(NotebookError::NotSaved)?;
        }
        Ok(())
    }
}

/// The changes in the rows of a chunk, all of them or an error.
fn changes(rows: &[(u8, &[u8])]) -> Result<Vec<Change>, AutomergeError> {
    let mut changes = Vec::with_capacity(rows.len());
    for (kind, row) in rows {
        if chunk::is_change(*kind) {
            changes.push(Change::from_bytes(row.to_vec()).map_err(|_| AutomergeError::Fail)?);
        } else {
            changes.extend(Automerge::load(row)?.get_changes(&[]));
        }
    }
    Ok(changes)
}
