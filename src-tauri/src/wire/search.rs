//! Search on the wire.

use serde::Serialize;
use ts_rs::TS;

use super::{AuditView, Utf16Span};

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct SearchView {
    /// Passages that answer.
    pub total: u32,
    /// Papers that hold one.
    pub papers: u32,
    /// Found across punctuation only.
    pub loosened: bool,
    /// Passages that were not looked at, because they are so many.
    pub not_looked_at: u32,
    /// The best papers first.
    pub groups: Vec<PaperHits>,
    /// Notes that answer.
    pub total_notes: u32,
    /// The best notes.
    pub notes: Vec<NoteHit>,
    /// How else the query could have been meant.
    pub hints: Vec<SearchHint>,
    /// How complete the answer is.
    pub indexing: Indexing,
    /// What the answer took, in milliseconds.
    pub took_ms: f64,
}

/// The passages of a paper that answer.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct PaperHits {
    /// Handle.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// ISO date; may be empty.
    pub day: String,
    /// Passages that answer.
    pub total: u32,
    /// The best ones.
    pub hits: Vec<Hit>,
}

/// A passage that answers.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct Hit {
    /// Index among the paper's passages in reading order.
    pub passage: u32,
    /// `text`, `claim` or `quote`.
    pub field: String,
    /// Kind of the section, as in a paper's view.
    pub section: String,
    /// Number of the finding.
    pub finding: Option<u32>,
    /// It stands there with other punctuation.
    pub loose: bool,
    /// What to show.
    pub snippet: SnippetView,
}

/// A part of a passage or a note: text, never markup.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct SnippetView {
    /// The characters.
    pub text: String,
    /// What was asked for.
    pub spans: Vec<Utf16Span>,
    /// `zh` or `en`.
    pub lang: String,
}

/// A note that answers.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct NoteHit {
    /// Handle of its paper.
    pub paper: String,
    /// What the paper is called.
    pub name: String,
    /// ISO date; may be empty.
    pub day: String,
    /// Handle of the note.
    pub id: String,
    /// Name of its colour.
    pub color: String,
    /// Its tags.
    pub tags: Vec<String>,
    /// Milliseconds since 1970.
    #[ts(type = "number")]
    pub modified_ms: i64,
    /// What to show.
    pub snippet: SnippetView,
}

/// How a query could have been meant otherwise than it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum SearchHint {
    /// A quotation mark is not closed.
    OpenQuote,
    /// It says only what is not wanted, and was taken as it stands.
    OnlyExclusions,
    /// A filter has no such value; the word was taken as it stands.
    UnknownValue {
        /// As written.
        word: String,
    },
    /// A filter has no value and was left out.
    NoValue {
        /// As written.
        word: String,
    },
    /// A filter stands in `OR`.
    FilterInOr,
    /// Only the beginning was read.
    TooLong,
    /// Whole words were asked for, and Chinese ones have no ends.
    NoWholeWords,
}

/// In how many papers a name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct NameCount {
    /// Papers that hold it anywhere.
    pub papers: u32,
    /// All files were looked at.
    pub complete: bool,
}

/// How far the search index is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(tag = "state", rename_all = "camelCase")]
pub enum Indexing {
    /// Everything is searched.
    Complete,
    /// The reader stopped it; files that are not indexed are not searched.
    Stopped {
        /// Files done.
        done: u32,
        /// Files in all.
        total: u32,
    },
    /// Files that are not indexed yet are not searched.
    Running {
        /// Files done.
        done: u32,
        /// Files in all.
        total: u32,
    },
    /// There is no index; everything is read for each answer.
    Scanned {
        /// Why.
        message: String,
    },
}

/// A place of a query in the open paper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct FoundSpan {
    /// Index among the paper's passages in reading order.
    pub passage: u32,
    /// In its text.
    pub span: Utf16Span,
}

/// A name across all papers.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct NamePage {
    /// As asked.
    pub name: String,
    /// Papers that hold it.
    pub papers: u32,
    /// Passages that hold it.
    pub passages: u32,
    /// What findings say of it.
    pub findings: Vec<NameFinding>,
}

/// A finding whose claim holds the name.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct NameFinding {
    /// Handle of its paper.
    pub paper: String,
    /// What the paper is called.
    pub paper_name: String,
    /// ISO date; may be empty.
    pub day: String,
    /// Number of the finding.
    pub number: u32,
    /// Index of the claim among the paper's passages.
    pub passage: u32,
    /// The claim.
    pub claim: String,
    /// Where it holds the name.
    pub names: Vec<Utf16Span>,
    /// The quote; may be empty.
    pub quote: String,
    /// The claim's numbers and their evidence.
    pub audit: AuditView,
}
