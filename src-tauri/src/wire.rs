//! The types of the wire between the shell and the interface, and the only source of the interface's TypeScript.
//!
//! Offsets here count UTF-16 code units, because that is how the webview counts. Domain types are converted at this
//! border and never serialised themselves. `cargo test -p kaozheng` writes `ui/src/lib/ipc/generated`.

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
    /// The renderer was set to a safe mode.
    SafeRenderer {
        /// The variable that was set.
        variable: String,
    },
    /// A path given on the command line, dropped or chosen could not be opened.
    CannotOpen {
        /// Last part of the path.
        name: String,
        /// One sentence with the cause.
        message: String,
    },
}

/// What the reader chose about the look and the panes. Stored whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// Language of the interface.
    pub language: Language,
    /// Colours.
    pub theme: Theme,
    /// Size of Chinese text in CSS pixels, 12 to 32.
    pub text_px: f32,
    /// Line height as a multiple of the size, 1.4 to 2.6.
    pub line_height: f32,
    /// Width of the reading column in ems of the text, 32 to 80.
    pub measure_em: f32,
    /// Family of the reading text.
    pub reading_font: ReadingFont,
    /// Library pane is shown.
    pub show_library: bool,
    /// Notes pane is shown.
    pub show_notes: bool,
    /// Enumerations inside paragraphs are set as lists.
    pub lists: bool,
    /// Width of the library pane in CSS pixels, 180 to 480.
    pub library_px: f32,
    /// Copied formulas are TeX between dollar signs, else the characters of the source.
    pub copy_tex: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: Language::System,
            theme: Theme::System,
            text_px: 17.0,
            line_height: 1.9,
            measure_em: 46.0,
            reading_font: ReadingFont::Serif,
            show_library: true,
            show_notes: false,
            lists: true,
            library_px: 264.0,
            copy_tex: false,
        }
    }
}

/// Language of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Language {
    System,
    Zh,
    En,
}

/// Colours of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Theme {
    System,
    Light,
    Dark,
}

/// Family of the reading text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ReadingFont {
    Serif,
    Sans,
}

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
    /// Title where a source has one.
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
}

/// Where the reader left a paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct Place {
    /// Passage at the top of the view.
    pub passage: String,
    /// How much of it is above the top edge, 0 to 1.
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
    /// Markup made by `reading` from `text`: only elements and attributes of its own, text escaped. Text nodes and
    /// the elements with `data-s` and `data-e` (formulas, tables) follow `text` in order.
    pub html: String,
    /// Language of the text: `zh` or `en`.
    pub lang: String,
    /// Place in the shown file's decoded text.
    pub source: Utf16Span,
    /// Headings that run inside the paragraph, for the outline.
    pub headings: Vec<Utf16Span>,
}

/// What a quote holds of a claim.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct AuditView {
    /// Quantities of the claim in order.
    pub quantities: Vec<QuantityView>,
    /// Latin names of the claim in order.
    pub names: Vec<NameView>,
    /// All of it in one word.
    pub verdict: FindingVerdict,
}

/// Verdict on one quantity.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct QuantityView {
    /// In the claim.
    pub span: Utf16Span,
    /// How the quote holds it.
    pub status: Status,
    /// In the quote.
    pub evidence: Vec<Utf16Span>,
    /// Derived values: the arithmetic, `100 − 74.8`.
    pub derivation: Option<String>,
    /// A careful hint: the quote gives this number for something else, or the other direction.
    pub hint: Option<HintView>,
}

/// A careful hint about a number that stands in the quote.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum HintView {
    /// The quote gives this number for something else.
    OtherSubject {
        /// Words of the quote that name it.
        quote: Utf16Span,
    },
    /// The claim says it rises, the quote that it falls, or the other way.
    Direction {
        /// Words of the quote that say so.
        quote: Utf16Span,
    },
}

/// How a quote holds a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Same value in digits.
    Exact,
    /// Same value in another form.
    Normalized,
    /// One arithmetic step away.
    Derived,
    /// Not found in the quote. This is not "wrong".
    Absent,
}

/// A Latin name of the claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct NameView {
    /// In the claim.
    pub span: Utf16Span,
    /// The quote writes it.
    pub in_quote: bool,
    /// Where in the quote.
    pub evidence: Option<Utf16Span>,
}

/// A finding in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
pub enum FindingVerdict {
    /// Every quantity is exact or normalized.
    Held,
    /// Every quantity is held, some derived.
    Derived,
    /// At least one quantity is not found in the quote.
    Doubt,
    /// The claim states no quantity.
    Plain,
    /// No quote or no claim.
    Missing,
}

/// Counts of quantities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[expect(missing_docs, reason = "the names are those of `Status`")]
pub struct VerdictCounts {
    pub exact: u32,
    pub normalized: u32,
    pub derived: u32,
    pub absent: u32,
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
    /// A menu entry or an outside event asks for a view.
    SourcesChanged {
        /// All sources.
        sources: Vec<Source>,
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
