//! What of a paper's notes could not be read, to branch on, each with a sentence.

use serde::{Deserialize, Serialize};

use super::chunk::ChunkKey;
use super::storage::StorageError;

/// Something that could not be read. The rest was; nothing is lost by it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Trouble {
    /// The bytes are not those that the name stands for: cut, zeroed, or still being copied.
    Damaged(ChunkKey),
    /// Was damaged for so long that nobody can be copying it any more. Its bytes are kept aside too, and it holds nothing
    /// up; a whole copy of it heals the notes.
    SetAside(ChunkKey),
    /// Whole, but of another document or of a kind that this release does not know.
    Unknown(ChunkKey),
    /// The system does not give it out.
    Unreadable(ChunkKey, StorageError),
    /// Changes wait for so many others that are not here: a copy that has not arrived, or that of another document.
    Waiting(usize),
    /// An annotation without what every one has.
    Annotation(String),
    /// A later release wrote to them: they are read as far as this one understands them, and not written.
    Newer {
        /// What the document says.
        found: i64,
        /// What this release writes.
        known: i64,
    },
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Damaged(key) => {
                write!(formatter, "{} is damaged or not yet copied whole; it was left as it is", key.path())
            }
            Self::SetAside(key) => write!(
                formatter,
                "{} is damaged; what is left of it is kept in the folder “damaged”, and a whole copy of it is read again",
                key.path()
            ),
            Self::Unknown(key) => {
                write!(
                    formatter,
                    "{} belongs to other notes or was written by a newer program; it was left as it is",
                    key.path()
                )
            }
            Self::Unreadable(key, cause) => write!(formatter, "{} cannot be read: {cause}", key.path()),
            Self::Waiting(count) => {
                write!(formatter, "some notes wait for {count} changes that have not been copied here yet")
            }
            Self::Annotation(id) => write!(formatter, "annotation {id} cannot be read; it was left as it is"),
            Self::Newer { found, known } => write!(
                formatter,
                "the notes were written in format {found}, this program knows {known} and only reads them; update it"
            ),
        }
    }
}
