//! What a reader adds to a paper.

use std::collections::BTreeSet;

use reading::anchor::Target;
use serde::{Deserialize, Serialize};

/// The colours of highlights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names are the colours' own")]
pub enum Color {
    #[default]
    Yellow,
    Green,
    Blue,
    Red,
}

impl Color {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Yellow, Self::Green, Self::Blue, Self::Red];

    /// The name in files and in `kz`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Red => "red",
        }
    }
}

/// A mark with what the reader wrote to it. Times are milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// Random, for ever the same.
    pub id: String,
    /// What it points at.
    pub target: Target,
    /// Of the highlight.
    pub color: Color,
    /// Whether its words are painted. A bookmark alone is not.
    pub highlight: bool,
    /// Markdown; empty where nothing was written.
    pub note: String,
    /// Not empty, without white space at the ends.
    pub tags: BTreeSet<String>,
    /// Whether the place is bookmarked.
    pub bookmark: bool,
    /// When it was made.
    pub created_ms: i64,
    /// When it was changed last.
    pub modified_ms: i64,
    /// Whether it is in the trash.
    pub deleted: bool,
    /// It is in the trash, but whoever put it there had not seen its last change: to be offered, not forgotten.
    pub changed_after_deletion: bool,
}

/// What an annotation is for its reader, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoteKind {
    /// Painted words, nothing written.
    Highlight,
    /// Something is written to words.
    Note,
    /// A bookmarked place, neither painted nor noted.
    Bookmark,
    /// It is about the whole paper.
    Paper,
}

impl NoteKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Highlight, Self::Note, Self::Bookmark, Self::Paper];
}

impl Annotation {
    /// What it is: what is written weighs more than what is painted.
    pub fn kind(&self) -> NoteKind {
        if self.target.parts.is_empty() {
            NoteKind::Paper
        } else if !self.note.trim().is_empty() {
            NoteKind::Note
        } else if self.bookmark && !self.highlight {
            NoteKind::Bookmark
        } else {
            NoteKind::Highlight
        }
    }

    /// Whether it says nothing any more: the note on a paper, emptied. It is listed nowhere.
    pub fn is_blank(&self) -> bool {
        self.kind() == NoteKind::Paper && self.note.trim().is_empty() && self.tags.is_empty() && !self.bookmark
    }
}

/// An annotation to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// What it points at.
    pub target: Target,
    /// Of the highlight.
    pub color: Color,
    /// Whether the words are painted.
    pub highlight: bool,
    /// Markdown.
    pub note: String,
    /// White space at the ends does not count, and neither do empty ones.
    pub tags: BTreeSet<String>,
    /// Whether the place is bookmarked.
    pub bookmark: bool,
}

/// A change to an annotation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Edit {
    /// Another colour.
    Color(Color),
    /// Painted or not.
    Highlight(bool),
    /// The whole note as it is to be, whatever it is now.
    Note(String),
    /// The whole note as its writer sees it, who began from `base`; what others wrote since then is merged by character.
    NoteSince {
        /// What was there.
        base: String,
        /// What became of it.
        text: String,
    },
    /// One more tag.
    AddTag(String),
    /// One tag less.
    RemoveTag(String),
    /// Bookmarked or not.
    Bookmark(bool),
    /// Attached to another place by hand.
    Target(Target),
    /// Into the trash.
    Delete,
    /// Out of the trash.
    Restore,
}
