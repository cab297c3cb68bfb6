//! The library’s list and its sources on the wire.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::FindingVerdict;

/// A folder or file that the reader added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// Handle for commands; the webview gets no path.
    pub id: u32,
    /// Last part of the path, for display.
    pub name: String,
    /// A folder, else one file.
    pub folder: bool,
    /// It cannot be found now; its papers stay listed as missing.
    pub missing: bool,
    /// Digest files in it.
    pub files: u32,
    /// What was skipped and why, at most 200.
    pub skipped: Vec<Skipped>,
    /// All that was skipped.
    pub skipped_count: u32,
}

/// A directory entry that was not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct Skipped {
    /// Path below the source, lossily decoded.
    pub name: String,
    /// Why.
    pub reason: SkipReason,
    /// One sentence with the cause, in English.
    pub message: String,
}

/// Why a directory entry was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum SkipReason {
    LinkLoop,
    LinkOutside,
    Dangling,
    Unreadable,
    NotUtf8Name,
    SpecialFile,
    NotADigest,
    TooLarge,
}

/// Which rows of the library are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase", default)]
pub struct RowFilter {
    /// Words that must all stand in name, title, topic, positioning line or day, after folding.
    pub text: String,
    /// Only papers not read yet.
    pub unread: bool,
    /// Only papers of this topic.
    pub topic: Option<String>,
    /// Only papers with a quantity that its quote does not hold and that the reader has not settled.
    pub doubts: bool,
    /// Only papers with a star.
    pub starred: bool,
    /// Only papers with notes.
    pub noted: bool,
}

/// A slice of the library's list.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct RowsPage {
    /// Grows whenever the list changes; a page of another generation is stale.
    #[ts(type = "number")]
    pub generation: u64,
    /// Index of the first row of `rows` in the whole list.
    pub first: u32,
    /// The slice.
    pub rows: Vec<Row>,
    /// Rows of the whole list under this filter, headers counted.
    pub total_rows: u32,
    /// Papers under this filter.
    pub total_papers: u32,
    /// Papers without any filter.
    pub all_papers: u32,
    /// Unread papers without any filter.
    pub unread_papers: u32,
    /// Papers with doubts without any filter.
    pub doubt_papers: u32,
    /// Papers with a star without any filter.
    pub starred_papers: u32,
    /// Papers with notes without any filter.
    pub noted_papers: u32,
    /// Topics of the whole library, most frequent first, at most 40.
    pub topics: Vec<String>,
    /// What the background scan is doing.
    pub scan: Scan,
}

/// One row of the library's list, newest day first.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Row {
    /// Header of a month.
    Month {
        /// `2026-09`.
        month: String,
        /// Papers of the month under the filter.
        papers: u32,
    },
    /// Header of a day.
    Day {
        /// `2026-09-30`; empty for digests without a date.
        day: String,
        /// Papers of the day under the filter.
        papers: u32,
    },
    /// A paper.
    Paper(PaperRow),
}

/// A paper in the list.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct PaperRow {
    /// Handle for commands: the stable key and the day.
    pub id: String,
    /// What the paper is called.
    pub name: String,
    /// One line of its positioning.
    pub line: String,
    /// Deep or brief.
    pub brief: bool,
    /// Subject.
    pub topic: Option<String>,
    /// Not opened to its end or marked as read yet.
    pub unread: bool,
    /// The reader gave it a star.
    pub starred: bool,
    /// Notes on it.
    pub notes: u32,
    /// No source of it can be found now.
    pub missing: bool,
    /// Verdict of each finding, in order; empty while the audit has not run.
    pub meter: Vec<FindingVerdict>,
}

/// What the background scan is doing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(tag = "state", rename_all = "camelCase")]
pub enum Scan {
    /// Nothing is running.
    Idle,
    /// Files are being read.
    Running {
        /// Files done.
        done: u32,
        /// Files found so far.
        total: u32,
    },
    /// The reader stopped it; a refresh goes on.
    Cancelled {
        /// Files done.
        done: u32,
        /// Files found.
        total: u32,
    },
}

/// Where `neighbour` looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Direction {
    Next,
    Previous,
}
