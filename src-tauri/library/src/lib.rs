//! Everything that touches the disk, usable without a window.
//!
//! [`Session`] is the one owner of mutable state. It reads the folders and files that the reader chose and never
//! writes there; its own files are the settings, the reader's marks and a cache that may be deleted at any time.

mod answer;
mod error;
mod session;

pub use answer::*;
pub use error::Error;
pub use session::{Dirs, Sample, Session};
