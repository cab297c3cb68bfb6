//! A paper and its source on the wire.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{AuditView, Utf16Span, VerdictCounts};

/// A paper as the reading view shows it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct PaperView {
    /// Handle for commands.
    pub id: String,
    /// What it is called: the reader's own name, else the inferred one.
    pub name: String,
    /// The name without the reader's own.
    pub inferred_name: String,
    /// Title where a source has one, formulas as plain characters.
    pub title: Option<String>,
    /// Authors as one line.
    pub authors: Option<String>,
    /// ISO date of the digest; empty where it has none.
    pub day: String,
    /// Deep or brief.
    pub brief: bool,
    /// Subject.
    pub topic: Option<String>,
    /// Small labels of the page.
    pub badges: Vec<String>,
    /// Links with an address that may be opened.
    pub links: Vec<LinkView>,
    /// In the order of the source.
    pub sections: Vec<SectionView>,
    /// What was wrong in this paper's part of the source.
    pub warnings: Vec<WarningView>,
    /// The files that hold this paper, the shown one first.
    pub files: Vec<FileView>,
    /// The first file cannot be found now; what is shown comes from memory.
    pub missing: bool,
    /// Where the reader left it.
    pub place: Option<Place>,
    /// Counts of the audit over all findings.
    pub verdicts: VerdictCounts,
    /// Place among all papers of its day, from 1.
    pub number: u32,
    /// Not marked as read yet.
    pub unread: bool,
    /// The reader gave it a star.
    pub starred: bool,
}

/// Where the reader left a paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct Place {
    /// Passage at the top of the view.
    pub passage: String,
    /// How much of it is above the top edge, in its heights: at most 1, below 0 where it begins under the edge.
    pub offset: f32,
}

/// A link that may be opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct LinkView {
    /// Visible words.
    pub label: String,
    /// Index for `open_link`; the interface opens no address by itself.
    pub index: u32,
    /// Address, for display.
    pub url: String,
}

/// A section.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct SectionView {
    /// `positioning`, `method`, … as `kz` prints it.
    pub kind: String,
    /// Heading as the source writes it.
    pub heading: Option<String>,
    /// Paragraphs and findings in order.
    pub blocks: Vec<BlockView>,
}

/// A paragraph or a finding.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum BlockView {
    /// A paragraph.
    Passage {
        /// It.
        passage: PassageView,
        /// In the other publisher's digests: audited against the abstract.
        audit: Option<AuditView>,
    },
    /// A claim with its quote.
    Finding(FindingView),
}

/// A claim with its quote.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct FindingView {
    /// As the source numbers it.
    pub number: u32,
    /// The statement; missing where the source lacks it.
    pub claim: Option<PassageView>,
    /// The evidence; missing where the source lacks it.
    pub quote: Option<PassageView>,
    /// What the quote holds of the claim; `None` without claim or quote.
    pub audit: Option<AuditView>,
}

/// A passage: the original characters and their typeset form.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct PassageView {
    /// Unique in the paper: `method.0`, `evidence.3.claim`.
    pub id: String,
    /// The original characters. Every offset of this passage counts in it.
    pub text: String,
    /// Markup made by `reading` from `text`: only elements and attributes of its own, text escaped. Text nodes
    /// outside formulas and the `data-source` of formulas and of what is not shown are, in order, exactly `text`.
    pub html: String,
    /// Language of the text: `zh` or `en`.
    pub lang: String,
    /// Place in the shown file's decoded text.
    pub source: Utf16Span,
    /// Headings that run inside the paragraph, for the outline.
    pub headings: Vec<Utf16Span>,
}

/// Something wrong in the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct WarningView {
    /// Line of the decoded source, from 1.
    pub line: u32,
    /// Kind as `reading` names it, `finding_numbers` …, for translation.
    pub kind: String,
    /// In English.
    pub message: String,
}

/// A file that holds the paper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct FileView {
    /// Handle for commands.
    pub id: u32,
    /// Path below its source.
    pub name: String,
    /// `text`, `html`, `json`, `markdown`, `jsonl`.
    pub format: String,
    /// `UTF-8`, `UTF-16LE`, `GB18030`, …
    pub encoding: String,
    /// The encoding was guessed.
    pub guessed: bool,
    /// The file cannot be found now.
    pub missing: bool,
}

/// The decoded text of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct SourceView {
    /// The file.
    pub file: FileView,
    /// Decoded text, whole.
    pub text: String,
    /// The paper's part of it.
    pub paper: Utf16Span,
    /// Warnings of the whole file.
    pub warnings: Vec<WarningView>,
}
