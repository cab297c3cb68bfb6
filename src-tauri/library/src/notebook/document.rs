//! One paper's notes: read from all chunks, changed, and each change on the disk before it is acknowledged.

use std::collections::BTreeSet;

use automerge::transaction::CommitOptions;
use automerge::{ActorId, Automerge, AutomergeError, Change, ReadDoc as _};
use thiserror::Error;

use super::annotation::{Annotation, Draft, Edit};
use super::chunk::{self, ChunkKey, ChunkKind};
use super::paper::PaperRecord;
use super::schema;
use super::storage::{Storage, StorageError};

/// Chunks may vanish between listing and reading while another process compacts; so many listings are tried.
const LISTINGS: usize = 8;
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

/// Something that could not be read. The rest was; nothing was touched.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Trouble {
    /// The bytes are not those that the name stands for: cut, zeroed, or still being copied.
    Damaged(ChunkKey),
    /// Whole, but of another document or of a kind that this release does not know.
    Unknown(ChunkKey),
    /// The system does not give it out.
    Unreadable(ChunkKey, String),
    /// Changes wait for so many others that are not here: a copy that has not arrived, or that of another document.
    Waiting(usize),
    /// An annotation without what every one has.
    Annotation(String),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = |key: &ChunkKey| format!("{}/{}/{}", key.document, key.kind.as_str(), key.name);
        match self {
            Self::Damaged(key) => {
                write!(formatter, "{} is damaged or not yet copied whole; it was left as it is", path(key))
            }
            Self::Unknown(key) => {
                write!(
                    formatter,
                    "{} belongs to other notes or was written by a newer program; it was left as it is",
                    path(key)
                )
            }
            Self::Unreadable(key, cause) => write!(formatter, "{} cannot be read: {cause}", path(key)),
            Self::Waiting(count) => {
                write!(formatter, "some notes wait for {count} changes that have not been copied here yet")
            }
            Self::Annotation(id) => write!(formatter, "annotation {id} cannot be read; it was left as it is"),
        }
    }
}

/// The notes of one paper.
#[derive(Debug)]
pub struct Document<S> {
    storage: S,
    id: String,
    doc: Automerge,
    /// Chunks whose changes are all in `doc`.
    read: BTreeSet<ChunkKey>,
    troubles: BTreeSet<Trouble>,
    /// Changes that are in `doc` and not on the disk, in order.
    pending: Vec<u8>,
}

impl<S: Storage> Document<S> {
    /// Opens the notes of the paper with the key `id`; empty where there are none. Writes nothing.
    ///
    /// # Errors
    /// [`NotebookError::NotADocument`], [`NotebookError::Newer`], [`NotebookError::Unreadable`].
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
        };
        document.refresh()?;
        Ok(document)
    }

    /// Reads what others have written since.
    ///
    /// # Errors
    /// [`NotebookError::Newer`], [`NotebookError::Unreadable`].
    pub fn refresh(&mut self) -> Result<(), NotebookError> {
        for _ in 0..LISTINGS {
            self.troubles.clear();
            let mut all_there = true;
            for key in self.storage.chunks(&self.id).map_err(NotebookError::Unreadable)? {
                if self.read.contains(&key) {
                    continue;
                }
                match self.storage.read(&key) {
                    Ok(bytes) => self.take(key, &bytes),
                    Err(StorageError::Gone) => all_there = false,
                    Err(error) => {
                        self.troubles.insert(Trouble::Unreadable(key, error.to_string()));
                    }
                }
            }
            if all_there {
                break;
            }
        }
        let missing = self.doc.get_missing_deps(&[]).len();
        if missing > 0 {
            self.troubles.insert(Trouble::Waiting(missing));
        }
        self.refuse_newer()?;
        let unreadable = schema::annotations(&self.doc).1;
        self.troubles.extend(unreadable.into_iter().map(Trouble::Annotation));
        Ok(())
    }

    fn refuse_newer(&self) -> Result<(), NotebookError> {
        let found = schema::format(&self.doc)?;
        if found > schema::FORMAT { Err(NotebookError::Newer { found, known: schema::FORMAT }) } else { Ok(()) }
    }

    fn take(&mut self, key: ChunkKey, bytes: &[u8]) {
        if !key.fits(bytes) {
            self.troubles.insert(Trouble::Damaged(key));
            return;
        }
        let taken = chunk::rows(bytes).ok_or(()).and_then(|rows| changes(&rows).map_err(|_| ()));
        match taken.and_then(|changes| self.doc.apply_changes(changes).map_err(|_| ())) {
            Ok(()) => {
                self.read.insert(key);
            }
            Err(()) => {
                self.troubles.insert(Trouble::Unknown(key));
            }
        }
    }

    /// What could not be read.
    pub fn troubles(&self) -> impl Iterator<Item = &Trouble> {
        self.troubles.iter()
    }

    /// What is known about the paper.
    pub fn paper(&self) -> PaperRecord {
        schema::paper(&self.doc)
    }

    /// The key of the paper.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// All annotations by time of making, those in the trash included.
    pub fn annotations(&self) -> Vec<Annotation> {
        schema::annotations(&self.doc).0
    }

    /// One of them.
    pub fn annotation(&self, id: &str) -> Option<Annotation> {
        schema::annotation(&self.doc, &schema::find(&self.doc, id)?, id)
    }

    /// Makes an annotation. It is on the disk when this returns.
    ///
    /// # Errors
    /// [`NotebookError::NotSaved`].
    pub fn add(&mut self, draft: &Draft, paper: &PaperRecord, now_ms: i64) -> Result<Annotation, NotebookError> {
        // As random as an actor must be.
        let id = ActorId::random().to_hex_string();
        self.change(now_ms, |tx| schema::add(tx, &id, draft, paper, now_ms))?;
        self.annotation(&id).ok_or(NotebookError::NoAnnotation(id))
    }

    /// Changes an annotation. The change is on the disk when this returns.
    ///
    /// # Errors
    /// [`NotebookError::NoAnnotation`], [`NotebookError::NotSaved`].
    pub fn edit(&mut self, id: &str, edit: &Edit, now_ms: i64) -> Result<Annotation, NotebookError> {
        let none = || NotebookError::NoAnnotation(id.to_owned());
        let own = schema::find(&self.doc, id).ok_or_else(none)?;
        self.change(now_ms, |tx| schema::edit(tx, &own, edit, now_ms))?;
        self.annotation(id).ok_or_else(none)
    }

    fn change(
        &mut self,
        now_ms: i64,
        write: impl FnOnce(&mut automerge::transaction::Transaction<'_>) -> Result<(), AutomergeError>,
    ) -> Result<(), NotebookError> {
        self.refuse_newer()?;
        let mut tx = self.doc.transaction();
        if let Err(error) = write(&mut tx) {
            tx.rollback();
            return Err(error.into());
        }
        let time = CommitOptions::default().with_time(now_ms.div_euclid(1000));
        if tx.commit_with(time).0.is_some()
            && let Some(change) = self.doc.get_last_local_change()
        {
            self.pending.extend(change.raw_bytes());
        }
        self.save()
    }

    /// Writes the changes that are not on the disk yet.
    ///
    /// # Errors
    /// [`NotebookError::NotSaved`]; the changes stay pending.
    pub fn save(&mut self) -> Result<(), NotebookError> {
        if self.pending.is_empty() {
            return Ok(());
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

    /// Whether changes are in memory only.
    pub fn is_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Whether compacting would make opening faster.
    pub fn has_many_chunks(&self) -> bool {
        self.read.len() >= MANY_CHUNKS
    }

    /// Replaces the chunks that were read by one: written first, checked, and only then are they removed.
    ///
    /// # Errors
    /// [`NotebookError::Troubled`] when something could not be read; [`NotebookError::NotSaved`]. Nothing is lost then.
    pub fn compact(&mut self) -> Result<(), NotebookError> {
        self.refuse_newer()?;
        self.save()?;
        if !self.troubles.is_empty() {
            return Err(NotebookError::Troubled);
        }
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
