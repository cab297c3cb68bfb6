//! What is in the way of reading or writing, on the wire: a closed set that the interface has words for.

use serde::Serialize;
use ts_rs::TS;

/// What is in the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Cause {
    /// There is no such file, or not any more.
    Gone,
    /// The disk is full.
    Full,
    /// The folder of the notes was there and is not any more.
    FolderGone,
    /// The system does not allow it.
    Forbidden,
    /// A later release wrote it.
    Newer,
    /// The reader stopped it.
    Stopped,
    /// No zip file, or a damaged one.
    NotAnArchive,
    /// A zip file of something else.
    Foreign,
    /// An entry that no notebook has.
    WrongName {
        /// Its name.
        name: String,
    },
    /// An entry whose bytes are not what its name says.
    Damaged {
        /// Its name.
        name: String,
    },
    /// Larger than any notebook.
    TooLarge,
    /// No annotations are in it.
    NoAnnotations,
    /// An annotation of another program.
    ForeignId,
    /// An annotation about no paper, or about several.
    NoPaper,
    /// An annotation whose words are selected in a way that is not known here.
    NoSelector,
    /// Anything else.
    Other {
        /// In the words of the system or of a library.
        message: String,
    },
}
