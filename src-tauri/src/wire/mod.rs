//! The types of the wire between the shell and the interface, and the only source of the interface's TypeScript.
//!
//! Offsets here count UTF-16 code units, because that is how the webview counts. Domain types are converted at this
//! border and never serialised themselves. `cargo test -p kaozheng` writes `ui/src/lib/ipc/generated`.

mod audit;
mod cause;
mod drawn;
mod export;
mod library;
mod notes;
mod paper;
mod search;
mod settings;

pub use audit::*;
pub use cause::*;
pub use drawn::*;
pub use export::*;
pub use library::*;
pub use notes::*;
pub use paper::*;
pub use search::*;
pub use settings::*;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Half-open range of UTF-16 code units in the text that the context names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct Utf16Span {
    /// First unit inside.
    pub start: u32,
    /// First unit after the end.
    pub end: u32,
}

/// Everything the interface needs for its first paint, in one answer.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct Start {
    /// What the reader chose.
    pub settings: Settings,
    /// Folders and files that make up the library.
    pub sources: Vec<Source>,
    /// The paper to show first, whole, so that the first paint needs no second question.
    pub paper: Option<PaperView>,
    /// The first rows of the library, for the same reason.
    pub rows: RowsPage,
    /// The library holds the bundled sample only.
    pub sample: bool,
    /// Things about this machine that the reader should know.
    pub notices: Vec<Notice>,
    /// Of the program.
    pub version: String,
    /// The system's language asks for Chinese.
    pub system_chinese: bool,
}

/// Something about the machine or the library that the reader should know, with a way out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Notice {
    /// No font of this machine has Chinese characters; `package` has one.
    MissingChineseFont {
        /// Name of the system's package.
        package: String,
    },
    /// Settings or cache could not be written.
    NotSaved {
        /// One sentence with file and cause.
        message: String,
    },
    /// A damaged file was set aside and the defaults are used.
    SetAside {
        /// One sentence with file and way out.
        message: String,
    },
    /// A folder cannot be watched; a refresh still finds changes.
    NotWatched {
        /// One sentence with folder and cause.
        message: String,
    },
    /// Exported files could not follow the notes.
    NotExported {
        /// One sentence with file and cause.
        message: String,
    },
    /// Notes could not be read or written in the background.
    Notes {
        /// Why.
        cause: Cause,
    },
    /// Damaged files of the notes were moved aside and are kept.
    NotesSetAside {
        /// How many.
        count: u32,
    },
    /// The place that an address from outside names is not there any more.
    LinkGone {
        /// `paper`, `finding` or `note`.
        what: String,
    },
    /// The renderer was set to a safe mode.
    SafeRenderer {
        /// The variable that was set.
        variable: String,
    },
    /// A file given on the command line, dropped or chosen holds no paper.
    NotADigest {
        /// Last part of the path.
        name: String,
        /// One sentence with what was found instead.
        message: String,
    },
    /// A path given on the command line, dropped or chosen could not be opened.
    CannotOpen {
        /// Last part of the path.
        name: String,
        /// One sentence with the cause.
        message: String,
    },
}

/// The library's list, or the shown paper, is no longer what the interface has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Event {
    /// Ask for rows again.
    LibraryChanged {
        /// Of the list.
        #[ts(type = "number")]
        generation: u64,
        /// What the scan does.
        scan: Scan,
    },
    /// Ask for the paper again and keep the place.
    PaperChanged {
        /// Its handle.
        id: String,
    },
    /// Something outside asked to show this paper: a second start, a drop, a dialog.
    OpenRequested {
        /// Its handle.
        id: String,
    },
    /// Files are being dragged over the window, or no longer.
    DragHover {
        /// Over.
        over: bool,
    },
    /// Show it.
    Noticed {
        /// What.
        notice: Notice,
    },
    /// Notes of a paper changed, here or elsewhere: ask for them again.
    NotesChanged {
        /// The paper's handle.
        paper: String,
    },
    /// An address from outside leads to this paper.
    LinkFollowed {
        /// The paper's handle.
        paper: String,
        /// Where in it.
        target: LinkTarget,
    },
    /// So many files of an export are done.
    ExportProgress {
        /// Of them.
        done: u32,
        /// All.
        total: u32,
    },
    /// So many papers of a backup that is written or read are done.
    TransferProgress {
        /// Of them.
        done: u32,
        /// All.
        total: u32,
    },
    /// The window is to be closed: answer with `answer_close` once everything typed is kept.
    CloseRequested,
    /// A menu entry or an outside event asks for a view.
    SourcesChanged {
        /// All sources.
        sources: Vec<Source>,
    },
    /// Answers of the search may be others now.
    IndexChanged {
        /// How far the index is.
        indexing: Indexing,
    },
}
