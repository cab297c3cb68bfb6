//! What a session answers about notes: plain values that own what they show.

use std::collections::BTreeSet;

use reading::anchor::{Resolution, Side, Why};
use reading::corpus::SectionKind;
use serde::{Deserialize, Serialize};

use crate::answer::PaperId;
use crate::cause::Cause;
use crate::notebook::{Annotation, Color, NoteKind, Refused, Trouble};

/// Everything that was noted to one paper, at its places in the form that is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct PaperNotes {
    /// Handle, as [`crate::OpenPaper::id`] has it.
    pub paper: PaperId,
    /// The note on the whole paper; `None` while nothing is in it.
    pub paper_note: Option<Annotation>,
    /// In reading order; those without a place last, by time of making.
    pub annotations: Vec<PlacedNote>,
    /// Of `annotations`.
    pub counts: Counts,
    /// What was deleted, the latest first. One that was changed after its deletion is to be offered to the reader.
    pub trash: Vec<Annotation>,
    /// What of the notes cannot be read.
    pub troubles: Vec<NotesTrouble>,
    /// A later release wrote to them: every change is refused.
    pub read_only: bool,
    /// Why some changes are not on the disk yet.
    pub unsaved: Option<Cause>,
    /// Something can be taken back.
    pub can_undo: bool,
    /// Something that was taken back can be done again.
    pub can_redo: bool,
}

/// What of the notes cannot be read; the rest can.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotesTrouble {
    /// A part of a paper's notes.
    Part(Trouble),
    /// All notes of the paper with this key.
    Document(String, Cause),
    /// The folder of the notes.
    Folder(Cause),
}

impl std::fmt::Display for NotesTrouble {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Part(trouble) => trouble.fmt(formatter),
            Self::Document(key, cause) => write!(formatter, "{key}: {cause}"),
            Self::Folder(cause) => write!(formatter, "the notes cannot be listed: {cause}"),
        }
    }
}

/// An annotation and where it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedNote {
    /// As it was made and changed.
    pub annotation: Annotation,
    /// Where its words are in the shown form: passages count in [`reading::anchor::passages`] of the shown paper.
    pub resolution: Resolution,
}

/// How many annotations stand where. `exact + moved + ambiguous + absent + lost == total`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// At their words.
    pub exact: u32,
    /// At words that moved or changed a little.
    pub moved: u32,
    /// At one of several places.
    pub ambiguous: u32,
    /// In a section that the shown form has not.
    pub absent: u32,
    /// Without a place.
    pub lost: u32,
    /// All that are not in the trash, without the note on the whole paper.
    pub total: u32,
}

/// Where an annotation was when its paper was shown last, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// At its words.
    Exact,
    /// At words that moved or changed a little.
    Moved,
    /// At one of several places.
    Ambiguous,
    /// Without a place.
    Lost,
    /// In a section that the shown form has not.
    Absent,
}

impl Standing {
    /// In one word.
    pub fn of(resolution: &Resolution) -> Self {
        match resolution {
            Resolution::Exact(_) => Self::Exact,
            Resolution::Moved { .. } => Self::Moved,
            Resolution::Ambiguous(_) => Self::Ambiguous,
            Resolution::Lost(Why::NoSection) => Self::Absent,
            Resolution::Lost(_) => Self::Lost,
        }
    }
}

impl Counts {
    /// Counts one more.
    pub(super) fn add(&mut self, standing: Standing) {
        self.total += 1;
        match standing {
            Standing::Exact => self.exact += 1,
            Standing::Moved => self.moved += 1,
            Standing::Ambiguous => self.ambiguous += 1,
            Standing::Lost => self.lost += 1,
            Standing::Absent => self.absent += 1,
        }
    }
}

/// What is noted to words that are being marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewNote {
    /// Of the highlight.
    pub color: Color,
    /// Whether the words are painted; a bookmark alone is not.
    pub highlight: bool,
    /// Markdown; may be empty.
    pub note: String,
    /// White space at the ends does not count, and neither do empty ones.
    pub tags: BTreeSet<String>,
    /// Whether the place is bookmarked.
    pub bookmark: bool,
}

impl Default for NewNote {
    /// A yellow highlight.
    fn default() -> Self {
        Self { color: Color::Yellow, highlight: true, note: String::new(), tags: BTreeSet::new(), bookmark: false }
    }
}

/// What was done, to be named when it is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the acts' own")]
pub enum What {
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

/// Something that was taken back, or done again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    /// The paper of the first thing that changed.
    pub paper: PaperId,
    /// Ids of the annotations that changed; none where only the paper's own marks did.
    pub notes: Vec<String>,
    /// What had been done.
    pub what: What,
}

/// A backup that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackedUp {
    /// Papers with something about them: annotations, a star, a read mark, a name.
    pub papers: u32,
    /// Annotations that are not in the trash.
    pub notes: u32,
    /// Size of the file.
    pub bytes: u64,
}

/// What a backup holds, against what is here. `new + same + changed + deleted_here == notes`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RestorePreview {
    /// Papers in it.
    pub papers: u32,
    /// Annotations in it that are not in its trash.
    pub notes: u32,
    /// Of these: not here.
    pub new: u32,
    /// Here as they are there.
    pub same: u32,
    /// Here, but not as they are there.
    pub changed: u32,
    /// In the trash here.
    pub deleted_here: u32,
    /// Annotations that are here and not in it, or in its trash.
    pub only_here: u32,
}

/// What becomes of what is here when a backup is restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restore {
    /// It stays: both are merged, and what was deleted here stays deleted.
    Merge,
    /// It becomes as it is in the backup; what the backup has not goes to the trash.
    Replace,
}

/// A backup that was restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// What it held.
    pub preview: RestorePreview,
    /// A backup of what was here before.
    pub safety_copy: std::path::PathBuf,
    /// The reader stopped it between two papers: what was done until then stays, and can be taken back.
    pub stopped: bool,
}

/// Annotations that were read from a file. `added + changed + skipped + failed == read`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// In the file.
    pub read: u32,
    /// New here.
    pub added: u32,
    /// Here, older than in the file.
    pub changed: u32,
    /// Here as in the file or newer, or in the trash.
    pub skipped: u32,
    /// Those that could not be taken over.
    pub failed: Vec<Refused>,
}

/// Which annotations of all papers are listed. The default lists all that are not in the trash, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotesFilter {
    /// Words that must all stand in note, quote, tags or the paper's name, after folding.
    pub text: String,
    /// One of these colours, on painted words; any where there is none.
    pub colors: Vec<Color>,
    /// All of these tags.
    pub tags: Vec<String>,
    /// One of these kinds; any where there is none.
    pub kinds: Vec<NoteKind>,
    /// Only this paper's.
    pub paper: Option<PaperId>,
    /// Only those that stood so when their paper was shown last; any where there is none.
    pub standings: Vec<Standing>,
    /// Only bookmarked ones.
    pub bookmarks: bool,
    /// What is in the trash instead of what is not.
    pub trash: bool,
    /// Of the list.
    pub order: NotesOrder,
}

/// Order of a list of annotations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NotesOrder {
    /// Changed last, first.
    #[default]
    Newest,
    /// Made first, first.
    Oldest,
    /// As the papers stand in the library, and in a paper as one reads.
    Place,
}

/// A slice of the annotations of all papers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotesPage {
    /// Grows whenever any note changes; a page of another generation is stale.
    pub generation: u64,
    /// Index of the first one of `notes` in the whole list under this filter.
    pub first: u32,
    /// The slice.
    pub notes: Vec<ListedNote>,
    /// Annotations under this filter.
    pub total: u32,
    /// Annotations that are not in the trash, without any filter.
    pub all: u32,
    /// Annotations in the trash.
    pub trashed: u32,
    /// Papers with annotations, without any filter.
    pub papers: u32,
    /// What of the notes cannot be read, at most 20.
    pub troubles: Vec<NotesTrouble>,
    /// Whether all notes were looked at since the start; `false` for the moment in which the list is made anew.
    pub complete: bool,
}

/// An annotation in the list of all papers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedNote {
    /// Handle of its paper.
    pub paper: PaperId,
    /// The reader's own name of the paper, else the inferred one.
    pub paper_name: String,
    /// ISO date of the paper's digest; empty where none is known.
    pub day: String,
    /// The paper is in no folder or file that is open.
    pub gone: bool,
    /// The annotation.
    pub note: NoteSummary,
}

/// What lists show of an annotation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoteSummary {
    /// For ever the same.
    pub id: String,
    /// What it is.
    pub kind: NoteKind,
    /// Of the highlight.
    pub color: Color,
    /// Whether its words are painted.
    pub highlight: bool,
    /// Markdown.
    pub note: String,
    /// Sorted.
    pub tags: Vec<String>,
    /// Whether the place is bookmarked.
    pub bookmark: bool,
    /// Milliseconds since 1970.
    pub created_ms: i64,
    /// Milliseconds since 1970.
    pub modified_ms: i64,
    /// The marked words, one a stretch.
    pub quotes: Vec<String>,
    /// Where the first stretch stood when it was marked.
    pub place: Option<NotePlace>,
    /// Where it was when its paper was shown last; `None` before that.
    pub standing: Option<Standing>,
    /// Whether it is in the trash.
    pub deleted: bool,
    /// In the trash, but changed by someone who did not know.
    pub changed_after_deletion: bool,
}

/// Where in its paper a stretch stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotePlace {
    /// What the section is about.
    pub section: SectionKind,
    /// Paragraph or side of a finding.
    pub side: Side,
    /// Number of the finding.
    pub finding: Option<u32>,
    /// Among the passages of this section and side, from 0.
    pub ordinal: usize,
    /// In code points of the passage.
    pub start: usize,
}

impl NoteSummary {
    /// Of an annotation.
    pub fn of(annotation: &Annotation) -> Self {
        let place = annotation.target.parts.first().map(|part| NotePlace {
            section: part.place.section,
            side: part.place.side,
            finding: part.place.finding,
            ordinal: part.place.ordinal,
            start: part.position.start,
        });
        Self {
            id: annotation.id.clone(),
            kind: annotation.kind(),
            color: annotation.color,
            highlight: annotation.highlight,
            note: annotation.note.clone(),
            tags: annotation.tags.iter().cloned().collect(),
            bookmark: annotation.bookmark,
            created_ms: annotation.created_ms,
            modified_ms: annotation.modified_ms,
            quotes: annotation.target.parts.iter().map(|part| part.quote.exact.clone()).collect(),
            place,
            standing: None,
            deleted: annotation.deleted,
            changed_after_deletion: annotation.changed_after_deletion,
        }
    }

    /// The note on a paper, emptied: listed nowhere.
    pub(super) fn is_blank(&self) -> bool {
        self.kind == NoteKind::Paper && self.note.trim().is_empty() && self.tags.is_empty() && !self.bookmark
    }
}
