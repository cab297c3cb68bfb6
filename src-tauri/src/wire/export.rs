//! Exports on the wire. No path crosses it: folders and templates are shown by the last part of their names.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{NoteColor, NoteKind};

/// What the reader chose about exports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct ExportChoice {
    /// Name of the folder; `None`: not chosen yet.
    pub folder: Option<String>,
    /// Name of the reader's own template; `None`: not chosen yet.
    pub own: Option<String>,
    /// The rest.
    pub ways: ExportWays,
}

/// What can be chosen without a dialog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct ExportWays {
    /// Which template.
    pub template: ExportTemplate,
    /// Of the names of files of one paper.
    pub pattern: String,
    /// All papers of a day go into one file.
    pub by_day: bool,
    /// Of the names of such files.
    pub day_pattern: String,
    /// Claim and evidence stand beside the marked words.
    pub context: bool,
    /// Formulas stand between dollar signs.
    pub formulas: bool,
    /// All of the text goes out, each note in its place.
    pub whole: bool,
    /// The words that are added are Chinese.
    pub chinese: bool,
    /// The files follow the notes as they change.
    pub follow: bool,
}

/// Which template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names are the templates' own")]
pub enum ExportTemplate {
    Plain,
    Obsidian,
    Logseq,
    Own,
}

/// Which papers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum ExportScope {
    /// These, by their handles.
    Papers {
        /// At least one.
        papers: Vec<String>,
    },
    /// Those of a day, ISO.
    Day {
        /// The day.
        day: String,
    },
    /// All with notes.
    All,
}

/// Which of their notes: those that fit every part. An empty part fits all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct ExportFilter {
    /// One of these colours.
    pub colors: Vec<NoteColor>,
    /// All of these tags.
    pub tags: Vec<String>,
    /// One of these kinds.
    pub kinds: Vec<NoteKind>,
    /// Made on this day (ISO, UTC) or later; empty: any.
    pub from: String,
    /// Made on this day or before; empty: any.
    pub to: String,
    /// On a finding whose numbers are all in its quote, or not.
    pub verdict: Option<ExportVerdict>,
    /// These, by their handles.
    pub notes: Vec<String>,
}

/// What the audit says about a note's finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ExportVerdict {
    Doubtful,
    Supported,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// A file a paper or a day.
    Markdown,
    /// One table of notes.
    Csv,
    /// The papers, for TeX.
    Bibtex,
    /// The papers, for Zotero and others.
    Csl,
}

/// One export.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct ExportAsk {
    /// Which papers.
    pub scope: ExportScope,
    /// Which notes.
    pub filter: ExportFilter,
    /// How.
    pub ways: ExportWays,
    /// What is written.
    pub format: ExportFormat,
}

/// The file that a paper, or its day, would become.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct ExportPreview {
    /// Name of the file below the folder.
    pub name: String,
    /// As it would be written.
    pub markdown: String,
    /// The same as markup of our own: no element or attribute of the input is in it.
    pub html: String,
}

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ExportOutcome {
    Created,
    Updated,
    Merged,
    Conflict,
    Unchanged,
    Removed,
    Skipped,
    Failed,
}

/// One line of a difference: what it is and its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct ExportLine {
    /// `same`, `gone`, `new` or `gap`.
    pub kind: String,
    /// Of the file.
    pub text: String,
}

/// One file of an export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct ExportedFile {
    /// Below the folder.
    pub path: String,
    /// Where it was before, when its name changed.
    pub renamed_from: Option<String>,
    /// What became of it.
    pub outcome: ExportOutcome,
    /// Why it was skipped or failed: one sentence, in English.
    pub cause: Option<String>,
    /// Notes in it.
    pub notes: u32,
    /// What both sides changed: keys of the front matter; marked words of notes are in the file.
    pub conflicts: u32,
    /// Notes that were taken out by hand and are back, because they changed.
    pub returned: u32,
    /// Other files with the same id, left as they are.
    pub twins: Vec<String>,
    /// What would change, in a dry run.
    pub diff: Vec<ExportLine>,
}

/// What an export did, or would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct ExportReport {
    /// Unchanged ones are counted only.
    pub files: Vec<ExportedFile>,
    /// Files that needed nothing.
    pub unchanged: u32,
    /// What went wrong around the files, a sentence each.
    pub troubles: Vec<String>,
    /// Copies of the changed files were kept.
    pub backup: bool,
    /// Files of the same notes, by paper where this export is by day, or the other way round: left as they are.
    pub others: Vec<String>,
    /// Stopped before all was done.
    pub cancelled: bool,
    /// Nothing was written.
    pub dry: bool,
}

/// Where a `kaozheng://` address leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum LinkTarget {
    /// The paper.
    Paper,
    /// One of its findings.
    Finding {
        /// As the source counts.
        number: u32,
    },
    /// A note to it.
    Note {
        /// Handle.
        id: String,
    },
}
