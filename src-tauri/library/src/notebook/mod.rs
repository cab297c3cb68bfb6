//! The reader's own work: one Automerge document a paper, kept as content-named chunks.
//!
//! A save adds a chunk and never rewrites one, so that any synchroniser may carry the folder between machines and any
//! number of programs may write it at once: whoever opens it merges all chunks. A change is acknowledged when it is on
//! the disk. What cannot be read is reported. What is left of a file that is damaged and that nobody is copying any more is
//! kept beside the documents, too, and the file stays: other machines may have it whole. One that a later release wrote stays, and its paper's notes are only read.

mod annotation;
pub(crate) mod archive;
mod changes;
mod chunk;
mod disk;
mod document;
mod memory;
mod paper;
mod schema;
mod state;
mod storage;
#[cfg(test)]
mod tests;
mod trouble;
pub(crate) mod w3c;

pub use annotation::{Annotation, Color, Draft, Edit, NoteKind};
pub use changes::NoteVersion;
pub(crate) use chunk::is_document;
pub use chunk::{ChunkKey, ChunkKind};
pub use disk::Disk;
pub(crate) use disk::FolderStamp;
pub use document::{Document, NotebookError};
pub use memory::Memory;
pub use paper::PaperRecord;
pub use state::{PaperEdit, PaperState};
pub use storage::{Storage, StorageError};
pub use trouble::Trouble;
pub use w3c::Refused;
