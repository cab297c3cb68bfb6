//! What is in the way of reading or writing, to branch on. Whoever shows it in another language goes by the variant; the
//! sentences here are what `kz` and the log print.

use std::io;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::notebook::{NotebookError, StorageError};

/// What is in the way.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum Cause {
    /// There is no such file, or not any more.
    #[error("it is gone")]
    Gone,
    /// No room is left.
    #[error("the disk is full; free some space")]
    Full,
    /// The folder of the notes was there and is not any more.
    #[error("the folder of the notes is gone; bring it back or choose another")]
    FolderGone,
    /// The system does not allow it.
    #[error("it may not be read or written; choose another folder or change its permissions")]
    Forbidden,
    /// A later release wrote it.
    #[error("it was written by a newer version of this program; update it")]
    Newer,
    /// The reader stopped it.
    #[error("it was stopped")]
    Stopped,
    /// No zip file, or a damaged one.
    #[error("it is no archive of notes, or a damaged one")]
    NotAnArchive,
    /// A zip file of something else.
    #[error("it is an archive of something else")]
    Foreign,
    /// It has an entry that no notebook has: a path out of the folder, a link, a file of another kind.
    #[error("it holds {0:?}, which is no part of a notebook")]
    WrongName(String),
    /// The bytes of an entry are not those that its name stands for.
    #[error("{0:?} in it is damaged")]
    Damaged(String),
    /// Larger or more than any notebook.
    #[error("it is larger than any notebook")]
    TooLarge,
    /// No annotations are in it.
    #[error("it holds no annotations")]
    NoAnnotations,
    /// An annotation of another program.
    #[error("it has no id of this program")]
    ForeignId,
    /// An annotation about no paper, or about several.
    #[error("it is not about one paper of this program")]
    NoPaper,
    /// An annotation whose words are selected in a way that this program does not know.
    #[error("its words are not selected by a TextQuoteSelector")]
    NoSelector,
    /// In the words of the system or of a library.
    #[error("{0}")]
    Other(String),
}

impl From<&StorageError> for Cause {
    fn from(error: &StorageError) -> Self {
        match error {
            StorageError::Gone => Self::Gone,
            StorageError::Full => Self::Full,
            StorageError::FolderGone => Self::FolderGone,
            StorageError::ReadOnly => Self::Forbidden,
            StorageError::Other(words) => Self::Other(words.clone()),
        }
    }
}

impl From<&io::Error> for Cause {
    fn from(error: &io::Error) -> Self {
        Self::from(&StorageError::from(error))
    }
}

impl From<&NotebookError> for Cause {
    fn from(error: &NotebookError) -> Self {
        match error {
            NotebookError::Newer { .. } => Self::Newer,
            NotebookError::Unreadable(cause) | NotebookError::NotSaved(cause) => Self::from(cause),
            other => Self::Other(other.to_string()),
        }
    }
}

impl From<String> for Cause {
    fn from(words: String) -> Self {
        Self::Other(words)
    }
}
