//! What a command answers when it cannot do its work: a closed code to branch on and a sentence for the reader.

use serde::Serialize;
use ts_rs::TS;

use crate::view;
use crate::wire::Cause;

/// The interface branches on these. A variant is added when the interface reacts to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub enum Code {
    /// No source holds this paper any more.
    PaperGone,
    /// The file cannot be read now.
    FileUnreadable,
    /// Settings or cache could not be written.
    NotSaved,
    /// An address that is not `http` or `https`.
    LinkRefused,
    /// No such note.
    NoteGone,
    /// What was to be marked holds no visible text.
    NothingMarked,
    /// The notes cannot be read now.
    NotesUnreadable,
    /// A template for exports cannot be used; the sentence names line and column.
    TemplateFaulty,
    /// No folder was chosen for exports.
    NoExportFolder,
    /// The folder for exports cannot be used.
    NotExported,
    /// A file that is no backup and no annotations, or a hostile one; nothing was changed.
    NotABackup,
    /// Anything else; the sentence says what.
    Internal,
}

/// An error on the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct CommandError {
    /// To branch on.
    pub code: Code,
    /// One sentence that names act, object and way out, in English; the interface translates by code.
    pub message: String,
    /// What is in the way, where it is one of a closed set: to be told instead of the sentence.
    #[ts(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
}

impl CommandError {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), cause: None }
    }

    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(Code::Internal, message)
    }
}

impl From<library::Error> for CommandError {
    fn from(error: library::Error) -> Self {
        let code = match &error {
            library::Error::PaperGone => Code::PaperGone,
            library::Error::FileUnreadable { .. } => Code::FileUnreadable,
            library::Error::NotSaved { .. } => Code::NotSaved,
            library::Error::NoteGone => Code::NoteGone,
            library::Error::NothingMarked => Code::NothingMarked,
            library::Error::NotesUnreadable { .. } => Code::NotesUnreadable,
            library::Error::NotABackup { .. } => Code::NotABackup,
            _ => Code::Internal,
        };
        Self { code, message: error.to_string(), cause: error.cause().map(view::cause) }
    }
}
