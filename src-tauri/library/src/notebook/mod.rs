//! The reader's own work: one Automerge document a paper, kept as content-named chunks.
//!
//! A save adds a chunk and never rewrites one, so that any synchroniser may carry the folder between machines and any
//! number of programs may write it at once: whoever opens it merges all chunks. A change is acknowledged when it is on
//! the disk. What cannot be read is reported and stays where it is.

mod annotation;
mod chunk;
mod disk;
mod document;
mod memory;
mod paper;
mod schema;
mod storage;
#[cfg(test)]
mod tests;

pub use annotation::{Annotation, Color, Draft, Edit};
pub use chunk::{ChunkKey, ChunkKind};
pub use disk::Disk;
pub use document::{Document, NotebookError, Trouble};
pub use memory::Memory;
pub use paper::PaperRecord;
pub use storage::{Storage, StorageError};
