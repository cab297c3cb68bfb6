//! Chunks in memory: for tests, and for looking at a notebook without touching it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::chunk::ChunkKey;
use super::storage::{Storage, StorageError};

/// A place that lasts as long as the value.
#[derive(Debug, Default)]
pub struct Memory {
    chunks: Mutex<BTreeMap<ChunkKey, Vec<u8>>>,
    set_aside: Mutex<BTreeSet<(ChunkKey, Vec<u8>)>>,
}

impl Memory {
    fn chunks(&self) -> MutexGuard<'_, BTreeMap<ChunkKey, Vec<u8>>> {
        self.chunks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn those_aside(&self) -> MutexGuard<'_, BTreeSet<(ChunkKey, Vec<u8>)>> {
        self.set_aside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts bytes under a key as a synchroniser would: unchecked.
    pub fn put(&self, key: ChunkKey, bytes: Vec<u8>) {
        self.chunks().insert(key, bytes);
    }
}

impl Storage for Memory {
    fn documents(&self) -> Result<Vec<String>, StorageError> {
        let documents: BTreeSet<String> = self.chunks().keys().map(|key| key.document.clone()).collect();
        Ok(documents.into_iter().collect())
    }

    fn chunks(&self, document: &str) -> Result<Vec<ChunkKey>, StorageError> {
        Ok(self.chunks().keys().filter(|key| key.document == document).cloned().collect())
    }

    fn read(&self, key: &ChunkKey) -> Result<Vec<u8>, StorageError> {
        self.chunks().get(key).cloned().ok_or(StorageError::Gone)
    }

    fn write(&self, key: &ChunkKey, bytes: &[u8]) -> Result<(), StorageError> {
        self.put(key.clone(), bytes.to_vec());
        Ok(())
    }

    /// Writes in memory leave nothing.
    fn sweep(&self, _document: &str) {}

    fn remove(&self, key: &ChunkKey) -> Result<(), StorageError> {
        self.chunks().remove(key);
        Ok(())
    }

    /// Nobody is ever in the middle of writing in memory.
    fn set_aside(&self, key: &ChunkKey, _quiet: Duration) -> Result<bool, StorageError> {
        let damaged = self.chunks().get(key).filter(|bytes| !key.fits(bytes)).cloned();
        Ok(damaged.is_some_and(|bytes| self.those_aside().insert((key.clone(), bytes))))
    }

    fn is_aside(&self, key: &ChunkKey, bytes: &[u8]) -> Result<bool, StorageError> {
        Ok(self.those_aside().iter().any(|(kept, its)| kept.is_copy_of(key) && its == bytes))
    }

    fn aside(&self, document: &str) -> Result<Vec<ChunkKey>, StorageError> {
        let aside = self.those_aside();
        Ok(aside.iter().map(|(key, _)| key).filter(|key| key.document == document).cloned().collect())
    }

    /// What is damaged in memory stays so.
    fn bring_back(&self, _document: &str) -> Result<bool, StorageError> {
        Ok(false)
    }
}
