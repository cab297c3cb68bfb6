//! What a session cannot do, to branch on, each with a sentence that names act, object and way out.

use thiserror::Error;

use crate::cause::Cause;

/// Why a call of a session failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// No source holds this paper any more.
    #[error("this paper is in none of the opened folders and files any more; open its folder again")]
    PaperGone,
    /// Every file that holds the paper is out of reach and none is in memory.
    #[error("cannot read {name}: {cause}; bring the file back or refresh")]
    FileUnreadable {
        /// Path below its source.
        name: String,
        /// The system's words.
        cause: String,
    },
    /// A file that was to be added holds no paper.
    #[error("no digest was found in {name}: {cause}")]
    NotADigest {
        /// Last part of the path.
        name: String,
        /// What was found instead.
        cause: String,
    },
    /// A path that was to be added cannot be opened.
    #[error("cannot open {name}: {cause}")]
    CannotOpen {
        /// Last part of the path.
        name: String,
        /// What is in the way.
        cause: String,
    },
    /// There is no such annotation, or not any more.
    #[error("this note is not there any more; look into the list of all notes")]
    NoteGone,
    /// What was to be marked holds no visible character.
    #[error("nothing is marked: the selection holds no visible text; select some words")]
    NothingMarked,
    /// The paper's notes cannot be read; nothing was changed.
    #[error("the notes cannot be opened: {cause}")]
    NotesUnreadable {
        /// What is in the way, and the way out where there is one.
        cause: Cause,
    },
    /// A file that was to be read holds no notes, or not as this program writes them; nothing was changed.
    #[error("{name} cannot be taken over: {cause}; nothing was changed")]
    NotABackup {
        /// Last part of the path.
        name: String,
        /// What was found instead.
        cause: Cause,
    },
    /// The change holds until the program ends, but it is not on the disk.
    #[error("cannot save {name}: {cause}")]
    NotSaved {
        /// Name of the file.
        name: String,
        /// What is in the way, and the way out where there is one.
        cause: Cause,
    },
}

impl Error {
    /// What is in the way, where that can be told apart from the rest of the sentence.
    pub fn cause(&self) -> Option<&Cause> {
        match self {
            Self::NotesUnreadable { cause } | Self::NotABackup { cause, .. } | Self::NotSaved { cause, .. } => {
                Some(cause)
            }
            _ => None,
        }
    }
}
