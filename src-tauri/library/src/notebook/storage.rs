//! What the notebook asks of the place where its chunks are.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::chunk::ChunkKey;

/// Why the place did not do what was asked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Error, Serialize, Deserialize)]
#[non_exhaustive]
pub enum StorageError {
    /// There is no such chunk, or not any more.
    #[error("the chunk is gone")]
    Gone,
    /// No room is left.
    #[error("the disk is full; free some space")]
    Full,
    /// The folder was there and is not any more.
    #[error("the folder of the notes is gone; bring it back or choose another")]
    FolderGone,
    /// Writing is not allowed.
    #[error("the folder may not be written")]
    ReadOnly,
    /// The system's words.
    #[error("{0}")]
    Other(String),
}

/// A place for chunks.
///
/// - *Write once.* A name stands for its bytes. Writing a chunk that is there whole changes nothing; one that is there
///   torn becomes whole.
/// - *Durable.* When [`Storage::write`] returns, the chunk survives the end of the process and of the machine.
/// - *Atomic.* Under its name nobody sees a part of a chunk that `write` is writing. A `write` that failed leaves nothing
///   under it, or the whole chunk; where the machine ended meanwhile, perhaps a part, which [`ChunkKey::fits`] tells.
/// - *Shared.* Other processes, and synchronisers, add and remove chunks at any time. A chunk that was listed may be gone
///   when it is read ([`StorageError::Gone`]); whoever removed it has written what it held before.
/// - Nothing but [`Storage::remove`] removes a chunk; a damaged one, too, stays where it is. Where a synchroniser shares the
///   place, what is removed or moved here goes from the other machines as well, and they may have it whole.
pub trait Storage {
    /// The documents that have a place, sorted. Empty where nothing was written yet.
    ///
    /// # Errors
    /// Of the system, when the place cannot be listed.
    fn documents(&self) -> Result<Vec<String>, StorageError>;

    /// The chunks of a document and copies of them, sorted, snapshots first. Other files are not listed.
    ///
    /// # Errors
    /// Of the system, when the place cannot be listed.
    fn chunks(&self, document: &str) -> Result<Vec<ChunkKey>, StorageError>;

    /// The bytes of a chunk, whatever they are.
    ///
    /// # Errors
    /// [`StorageError::Gone`], or of the system.
    fn read(&self, key: &ChunkKey) -> Result<Vec<u8>, StorageError>;

    /// Keeps `bytes` under `key`, which must be [`ChunkKey::of`] them.
    ///
    /// # Errors
    /// Of the system; nothing is acknowledged then.
    fn write(&self, key: &ChunkKey, bytes: &[u8]) -> Result<(), StorageError>;

    /// Removes what writers that died left of chunks of the document. Nothing that was acknowledged is among it.
    fn sweep(&self, document: &str);

    /// Removes a chunk. One that is gone already is no error.
    ///
    /// # Errors
    /// Of the system; the chunk may still be there.
    fn remove(&self, key: &ChunkKey) -> Result<(), StorageError>;

    /// Keeps the bytes of a chunk that are not those of its name aside, out of the document, whatever becomes of the
    /// chunk. Answers whether it did: not those of one that is whole, nor of one that was written to within `quiet`, for
    /// a synchroniser may be at it, nor those that are kept there already.
    ///
    /// # Errors
    /// Of the system; the chunk is as it was.
    fn set_aside(&self, key: &ChunkKey, quiet: Duration) -> Result<bool, StorageError>;

    /// Whether these bytes of the chunk, or of a copy of it, are kept aside.
    ///
    /// # Errors
    /// Of the system, when the place cannot be listed.
    fn is_aside(&self, key: &ChunkKey, bytes: &[u8]) -> Result<bool, StorageError>;

    /// What was set aside of a document, sorted.
    ///
    /// # Errors
    /// Of the system, when the place cannot be listed.
    fn aside(&self, document: &str) -> Result<Vec<ChunkKey>, StorageError>;

    /// Moves those chunks back that are aside, whole, and not in their place: an earlier release moved what was damaged,
    /// and whoever was copying it went on there. Answers whether there was any.
    ///
    /// # Errors
    /// Of the system; nothing is lost.
    fn bring_back(&self, document: &str) -> Result<bool, StorageError>;
}

impl<S: Storage + ?Sized> Storage for &S {
    fn documents(&self) -> Result<Vec<String>, StorageError> {
        (**self).documents()
    }

    fn chunks(&self, document: &str) -> Result<Vec<ChunkKey>, StorageError> {
        (**self).chunks(document)
    }

    fn read(&self, key: &ChunkKey) -> Result<Vec<u8>, StorageError> {
        (**self).read(key)
    }

    fn write(&self, key: &ChunkKey, bytes: &[u8]) -> Result<(), StorageError> {
        (**self).write(key, bytes)
    }

    fn sweep(&self, document: &str) {
        (**self).sweep(document);
    }

    fn remove(&self, key: &ChunkKey) -> Result<(), StorageError> {
        (**self).remove(key)
    }

    fn set_aside(&self, key: &ChunkKey, quiet: Duration) -> Result<bool, StorageError> {
        (**self).set_aside(key, quiet)
    }

    fn is_aside(&self, key: &ChunkKey, bytes: &[u8]) -> Result<bool, StorageError> {
        (**self).is_aside(key, bytes)
    }

    fn aside(&self, document: &str) -> Result<Vec<ChunkKey>, StorageError> {
        (**self).aside(document)
    }

    fn bring_back(&self, document: &str) -> Result<bool, StorageError> {
        (**self).bring_back(document)
    }
}
