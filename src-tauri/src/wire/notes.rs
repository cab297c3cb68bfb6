//! The reader's own work on the wire: marks and notes of one paper, lists over all papers, tags, backups.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Cause, Utf16Span};

/// The colours of highlights, in the order in which they are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names are the colours' own")]
pub enum NoteColor {
    Yellow,
    Green,
    Blue,
    Red,
}

/// What sort of mark it is, by what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
pub enum NoteKind {
    /// Marked words.
    Highlight,
    /// Words with something written to them.
    Note,
    /// A place to come back to.
    Bookmark,
    /// The note on the whole paper.
    Paper,
}

/// Marked characters of one passage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct Stretch {
    /// Id of the passage, as in `PassageView`.
    pub passage: String,
    /// In its text.
    pub span: Utf16Span,
}

/// Where the words of a mark are now.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum NoteState {
    /// At their place.
    Exact,
    /// Elsewhere, or a little changed.
    Moved {
        /// From 0 to 1: words and context unchanged.
        score: f64,
    },
    /// At one of several places, equally likely. They are listed, none is painted.
    Ambiguous {
        /// The first of each.
        places: Vec<Stretch>,
    },
    /// Nowhere.
    Lost {
        /// Why.
        reason: LostReason,
    },
}

/// Why a mark has no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum LostReason {
    EmptyQuote,
    WordsGone,
    NotFound,
    OtherContext,
    NoSection,
}

/// Where a mark was made, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct NotePlace {
    /// Kind of the section, as `kz` prints it; `None` for a note on the whole paper.
    pub section: Option<String>,
    /// Number of the finding.
    pub finding: Option<u32>,
    /// `text`, `claim` or `quote`.
    pub side: String,
}

/// A mark, with what the reader wrote to it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct NoteView {
    /// Handle, for ever the same.
    pub id: String,
    /// What sort.
    pub kind: NoteKind,
    /// Of the highlight.
    pub color: NoteColor,
    /// The words are painted.
    pub highlight: bool,
    /// Markdown as it was written.
    pub note: String,
    /// The note as markup of our own: no element or attribute of the input is in it.
    pub html: String,
    /// In order.
    pub tags: Vec<String>,
    /// The place is bookmarked.
    pub bookmark: bool,
    /// The marked words, as they were when they were marked, one string a passage.
    pub quote: Vec<String>,
    /// Where they stood.
    pub place: NotePlace,
    /// Where they are.
    pub state: NoteState,
    /// What is painted; empty unless the state is exact or moved.
    pub stretches: Vec<Stretch>,
    /// Milliseconds since 1970.
    #[ts(type = "number")]
    pub created_ms: i64,
    /// Milliseconds since 1970.
    #[ts(type = "number")]
    pub modified_ms: i64,
    /// In the trash.
    pub deleted: bool,
    /// In the trash, but changed elsewhere by someone who did not know: to be offered.
    pub offered: bool,
}

/// What stands beside the marks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct NotesStatus {
    /// Changes of this window that are not on the disk: why. They are kept and tried again.
    pub unsaved: Option<Cause>,
    /// Something can be undone.
    pub can_undo: bool,
    /// Something can be done again.
    pub can_redo: bool,
}

/// What of the notebook cannot be read; the rest can.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum NotesTrouble {
    /// A file is damaged, or not copied whole yet.
    Damaged {
        /// Below the folder of the notes.
        file: String,
    },
    /// A file was damaged, and is kept in another folder.
    SetAside {
        /// Below the folder of the notes, where it was.
        file: String,
    },
    /// A file of other notes or of a later release.
    Unknown {
        /// Below the folder of the notes.
        file: String,
    },
    /// The system does not give a file out.
    Unreadable {
        /// Below the folder of the notes.
        file: String,
        /// Why.
        cause: Cause,
    },
    /// Changes wait for others that are not here yet.
    Waiting {
        /// How many others.
        count: u32,
    },
    /// One annotation.
    Annotation {
        /// Its id.
        id: String,
    },
    /// A later release wrote the notes of the paper.
    Newer,
    /// All notes of a paper.
    Document {
        /// Key of the paper.
        document: String,
        /// Why.
        cause: Cause,
    },
    /// The folder of the notes.
    Folder {
        /// Why.
        cause: Cause,
    },
}

/// All of the reader's work on one paper.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct PaperNotes {
    /// The paper's handle.
    pub paper: String,
    /// By place; then those without one, the note on the whole paper, and those in the trash.
    pub notes: Vec<NoteView>,
    /// What is wrong with the notebook.
    pub troubles: Vec<NotesTrouble>,
    /// A later release wrote them: they can only be read here.
    pub read_only: bool,
    /// Around them.
    pub status: NotesStatus,
}

/// What a change made of the marks that it touched. It is on the disk unless `status.unsaved` says otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct NotesChange {
    /// The marks that changed, as they are now; the first one is the one that was asked for.
    pub notes: Vec<NoteView>,
    /// Around all of them.
    pub status: NotesStatus,
}

/// A mark to be made.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct NoteDraft {
    /// In reading order.
    pub stretches: Vec<Stretch>,
    /// Of the highlight.
    pub color: NoteColor,
    /// The words are painted.
    pub highlight: bool,
    /// Markdown.
    pub note: String,
    /// As typed.
    pub tags: Vec<String>,
    /// A place to come back to.
    pub bookmark: bool,
}

/// A change to a mark.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum NoteEdit {
    /// Another colour.
    Color {
        /// It.
        color: NoteColor,
    },
    /// Words are painted or not.
    Highlight {
        /// Yes.
        highlight: bool,
    },
    /// The whole note as it is now; what others wrote since is merged by character.
    Note {
        /// The note that the window had when it was changed.
        base: String,
        /// Markdown.
        note: String,
    },
    /// One more tag.
    AddTag {
        /// As typed.
        tag: String,
    },
    /// One tag less.
    RemoveTag {
        /// It.
        tag: String,
    },
    /// Bookmarked or not.
    Bookmark {
        /// Yes.
        bookmark: bool,
    },
    /// Attached to other words by hand.
    Reattach {
        /// In reading order.
        stretches: Vec<Stretch>,
    },
}

/// A note as it once was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct NoteVersion {
    /// Markdown.
    pub note: String,
    /// Rendered.
    pub html: String,
    /// Milliseconds since 1970.
    #[ts(type = "number")]
    pub time_ms: i64,
}

/// What an undo or redo did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Deed {
    Add,
    Edit,
    Recolor,
    Tag,
    Bookmark,
    Delete,
    Restore,
    Reattach,
    PaperNote,
    Star,
    Read,
    Name,
    Settle,
    RenameTag,
    Import,
}

/// An undo or redo that was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct Undone {
    /// The paper that it touched.
    pub paper: String,
    /// The marks that it touched.
    pub notes: Vec<String>,
    /// What was taken back or done again.
    pub deed: Deed,
}

/// Which notes are listed over all papers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct NotesFilter {
    /// Any of these; none: all.
    pub colors: Vec<NoteColor>,
    /// All of these.
    pub tags: Vec<String>,
    /// Any of these; none: all.
    pub kinds: Vec<NoteKind>,
    /// Words that must all stand in quote, note, tags or the paper's name, after folding.
    pub text: String,
    /// Only those of this paper; `null`: of all.
    pub paper: Option<String>,
    /// Those in the trash instead of the others.
    pub trash: bool,
    /// Order.
    pub sort: NotesSort,
}

/// The order of notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
pub enum NotesSort {
    /// By paper, newest day first, and in reading order inside it.
    Place,
    /// Changed last first.
    Time,
}

/// A note in the list over all papers.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct NoteRow {
    /// The paper's handle.
    pub paper: String,
    /// What the paper is called.
    pub paper_name: String,
    /// ISO date; empty where unknown.
    pub day: String,
    /// The library does not hold the paper now.
    pub gone: bool,
    /// Handle of the note.
    pub id: String,
    /// What sort.
    pub kind: NoteKind,
    /// Of the highlight.
    pub color: NoteColor,
    /// Rendered.
    pub html: String,
    /// In order.
    pub tags: Vec<String>,
    /// Bookmarked.
    pub bookmark: bool,
    /// The words as marked, one string a passage.
    pub quote: Vec<String>,
    /// Where they stood.
    pub place: NotePlace,
    /// As last resolved; `None` where nobody looked yet.
    pub standing: Option<Standing>,
    /// Milliseconds since 1970.
    #[ts(type = "number")]
    pub modified_ms: i64,
    /// In the trash, but changed elsewhere by someone who did not know: to be offered.
    pub offered: bool,
}

/// Where a mark was when its paper was opened last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Standing {
    Exact,
    Moved,
    Ambiguous,
    Lost,
    Absent,
}

/// A slice of the list over all papers.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct NotesPage {
    /// Index of the first row.
    pub first: u32,
    /// The slice.
    pub rows: Vec<NoteRow>,
    /// Rows under the filter.
    pub total: u32,
    /// All notes outside the trash.
    pub all: u32,
    /// Papers with notes.
    pub papers: u32,
    /// What is wrong with the notebook.
    pub troubles: Vec<NotesTrouble>,
    /// False while the overview is still being made.
    pub complete: bool,
}

/// A tag and how many notes have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct TagCount {
    /// The tag.
    pub tag: String,
    /// Notes.
    pub count: u32,
}

/// What a backup file would bring.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct RestorePreview {
    /// Handle for `restore`.
    pub id: u32,
    /// Last part of the path.
    pub name: String,
    /// Papers in the file.
    pub papers: u32,
    /// Notes in the file.
    pub notes: u32,
    /// Not here yet.
    pub added: u32,
    /// Here as well, the same.
    pub same: u32,
    /// Here as well, different.
    pub changed: u32,
    /// In the trash here.
    pub deleted_here: u32,
    /// Only here: a replacement puts them into the trash.
    pub only_here: u32,
}

/// An annotation of a file that could not be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct NotTaken {
    /// What it is called there.
    pub name: String,
    /// Why.
    pub cause: Cause,
}

/// What became of a backup, a restore or an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Transfer {
    /// The reader closed the dialog.
    Cancelled,
    /// A file was written.
    Saved {
        /// Last part of the path.
        name: String,
        /// Notes in it.
        notes: u32,
    },
    /// A file was read; nothing is changed yet.
    Preview {
        /// What it would bring.
        preview: RestorePreview,
    },
    /// The notebook was changed.
    Done {
        /// Notes in the file.
        read: u32,
        /// New here.
        added: u32,
        /// Here before, and different now.
        changed: u32,
        /// Left as they were.
        skipped: u32,
        /// What could not be taken.
        failed: Vec<NotTaken>,
        /// The reader stopped it: what was done until then stays, and can be undone.
        stopped: bool,
        /// Last part of the path of the copy that was made before.
        safety: Option<String>,
    },
}

/// How a backup is brought back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
pub enum RestoreMode {
    /// What is here stays, what is in the file comes in.
    Merge,
    /// The notebook becomes what the file holds; what was here is kept as a copy.
    Replace,
}
