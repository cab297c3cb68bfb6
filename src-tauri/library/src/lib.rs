//! Everything that touches the disk, usable without a window.
//!
//! [`Session`] is the one owner of mutable state. It reads the folders and files that the reader chose and never
//! writes there; its own files are the settings, the reader's marks and a cache that may be deleted at any time.

/// Gives back to the system what is not needed any more. The system's own allocator keeps pieces of a megabyte and more once
/// one of them was freed: after an indexing of years some 200 MB.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

mod answer;
mod cache;
pub mod catalogue;
mod cause;
mod check;
pub mod contents;
mod copies;
mod day;
mod doubts;
mod drawn;
mod error;
pub mod export;
mod fold;
pub mod folders;
mod jobs;
mod listing;
mod memory;
mod meter;
pub mod notebook;
pub mod notes;
mod opening;
mod progress;
mod renaming;
mod scan;
mod sealed;
mod search;
mod session;
mod settings;
mod sources;
mod state;
mod store;
mod watch;

pub use answer::*;
pub use cause::Cause;
pub use doubts::{Found, Settlement, doubt_key};
pub use error::Error;
pub use jobs::Progress;
pub use search::*;
pub use session::{Dirs, Sample, Session};
