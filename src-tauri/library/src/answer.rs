//! What a session answers: plain values that own what they show. The shell turns them into the types of the wire.

use std::sync::Arc;

use reading::corpus::{Format, Link, Paper, ReadFile};
use reading::text::ByteSpan;

/// Handle of a paper: its day and its stable key, `2026-09-30/1f0c…`; the day is empty where the digest has none.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PaperId(pub String);

/// Handle of a source while the session lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u32);

/// Handle of a file while the session lives. The bundled sample is file 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// Everything for the first paint.
#[derive(Clone, Debug)]
pub struct Start {
    /// What the reader chose about the look: an object that only the shell understands; empty at first.
    pub look: serde_json::Value,
    /// Folders and files that make up the library.
    pub sources: Vec<Source>,
    /// The paper that was open last, else the newest.
    pub paper: Option<OpenPaper>,
    /// The first rows without a filter.
    pub rows: RowsPage,
    /// The list shows the bundled sample only.
    pub sample: bool,
    /// What went wrong while opening.
    pub troubles: Vec<Trouble>,
}

/// Something that the reader should know: one sentence with file, cause and way out, or what makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Settings or cache could not be written, or may not be.
    NotSaved(String),
    /// A damaged file was set aside and the defaults are used.
    SetAside(String),
    /// A folder cannot be watched; a refresh still finds changes.
    NotWatched(String),
    /// Exported files could not follow the notes.
    NotExported(String),
    /// Something about the notes could not be read or written in the background.
    Notes(crate::Cause),
    /// What is left of so many damaged files of the notes is kept beside them now.
    NotesSetAside(usize),
}

/// A folder or file that the reader added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Handle.
    pub id: SourceId,
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Path below the source, lossily decoded.
    pub name: String,
    /// Why.
    pub reason: SkipReason,
    /// One sentence with the cause, in English.
    pub message: String,
}

/// Why a directory entry was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SkipReason {
    /// A link to a folder that holds the link.
    LinkLoop,
    /// A link that leads out of the chosen folder.
    LinkOutside,
    /// A link to nothing.
    Dangling,
    /// The system refuses it, or reading it failed.
    Unreadable,
    /// The name is not UTF-8.
    NotUtf8Name,
    /// Neither file nor folder: a pipe, a socket, a device.
    SpecialFile,
    /// No paper was found in it.
    NotADigest,
    /// Over the size limit.
    TooLarge,
}

/// What became of one path given to [`crate::Session::add_paths`].
#[derive(Clone, Debug)]
pub struct Added {
    /// Last part of the path, for display.
    pub name: String,
    /// The source that holds it, or why it cannot be opened.
    pub outcome: Result<AddedSource, crate::Error>,
}

/// A path that the library holds now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedSource {
    /// The source: a new one, or the one that held the path already.
    pub source: SourceId,
    /// The first paper of a file; folders are read in the background and announce their newest paper with
    /// [`Event::OpenRequested`].
    pub paper: Option<PaperId>,
}

/// Which papers are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Filter {
    /// Words that must all stand in name, title, topic, positioning line, arXiv id or day, after folding.
    pub text: String,
    /// Only papers not read yet.
    pub unread: bool,
    /// Only papers of this topic.
    pub topic: Option<String>,
    /// Only papers with a quantity that its quote does not hold and that the reader has not settled.
    pub doubts: bool,
    /// Only starred papers.
    pub starred: bool,
    /// Only papers with annotations.
    pub noted: bool,
}

/// A slice of the list, with the counts that stand around it.
#[derive(Clone, Debug, PartialEq)]
pub struct RowsPage {
    /// Grows whenever the list changes; a page of another generation is stale.
    pub generation: u64,
    /// Index of the first row of `rows` in the whole list under this filter.
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
    /// Starred papers without any filter.
    pub starred_papers: u32,
    /// Papers with annotations without any filter.
    pub noted_papers: u32,
    /// Topics of the whole library, most frequent first, at most 40.
    pub topics: Vec<String>,
    /// What the background scan is doing.
    pub scan: Scan,
}

/// One row of the list, newest day first.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// Header of a month.
    Month {
        /// `2026-09`; empty for digests without a date.
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
#[derive(Clone, Debug, PartialEq)]
pub struct PaperRow {
    /// Handle.
    pub id: PaperId,
    /// The reader's own name, else the inferred one.
    pub name: String,
    /// The beginning of its positioning, at most 80 characters.
    pub line: String,
    /// Only the abstract was reviewed.
    pub brief: bool,
    /// Subject.
    pub topic: Option<String>,
    /// Not marked as read yet.
    pub unread: bool,
    /// No file that holds it can be found now.
    pub missing: bool,
    /// Verdict of each finding in order; empty while the audit has not run.
    pub meter: Vec<Verdict>,
    /// Starred by the reader.
    pub starred: bool,
    /// Annotations that are not in the trash.
    pub notes: u32,
}

/// A finding in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Every quantity is in the quote, in digits or in another form.
    Held,
    /// Every quantity is held, some one arithmetic step away.
    Derived,
    /// At least one quantity is not found in the quote.
    Doubt,
    /// The claim states no quantity.
    Plain,
    /// No quote or no claim.
    Missing,
}

/// What the background scan is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scan {
    /// Nothing is running.
    #[default]
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

/// Where the reader left a paper.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Place {
    /// Passage at the top of the view.
    pub passage: String,
    /// How much of it is above the top edge, in its heights: at most 1, below 0 where it begins under the edge.
    pub offset: f32,
}

/// A paper to read, with everything about it that the list knows.
#[derive(Clone, Debug)]
pub struct OpenPaper {
    /// Handle. It differs from the asked one where the paper's opening words were edited since.
    pub id: PaperId,
    /// The decoded file with its digest. What is shown comes from here; spans count in its text.
    pub file: Arc<ReadFile>,
    /// Index of the paper in `file.digest.papers`.
    pub index: usize,
    /// The reader's own name, else the inferred one.
    pub name: String,
    /// The inferred name, from the richest form.
    pub inferred_name: String,
    /// Title and links, from the richest form that has them.
    pub heading: Heading,
    /// ISO date; empty where no form and no file name has one.
    pub day: String,
    /// The files that hold the paper, the shown one first.
    pub files: Vec<FileInfo>,
    /// The shown file cannot be found now; what is shown comes from memory.
    pub missing: bool,
    /// Where the reader left it.
    pub place: Option<Place>,
    /// What the reader found out about its doubts, by [`crate::doubt_key`].
    pub settled: std::collections::BTreeMap<String, crate::Settlement>,
    /// Not marked as read yet.
    pub unread: bool,
    /// Starred by the reader.
    pub starred: bool,
    /// Place among all papers of its day, from 1.
    pub number: u32,
}

impl OpenPaper {
    /// The paper itself, or `None` where the file holds none at that index, which [`crate::Session::paper`] excludes.
    pub fn paper(&self) -> Option<&Paper> {
        self.file.digest.papers.get(self.index)
    }
}

/// What stands above a paper. Forms without titles borrow it from another file of the same day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// Title.
    pub title: Option<String>,
    /// Authors as one line.
    pub authors: Option<String>,
    /// Subject.
    pub topic: Option<String>,
    /// Small labels of the page.
    pub badges: Vec<String>,
    /// Links. Their spans count in the file that they were taken from, which need not be the shown one.
    pub links: Vec<Link>,
}

/// A file that holds a paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileInfo {
    /// Handle.
    pub id: FileId,
    /// Path below its source, with `/`.
    pub name: String,
    /// Its form; `None` where it was not recognised.
    pub format: Option<Format>,
    /// `UTF-8`, `UTF-16LE`, `GB18030`, …
    pub encoding: String,
    /// The encoding was guessed.
    pub guessed: bool,
    /// The file cannot be found now.
    pub missing: bool,
}

/// A file's decoded text, with the place of one paper in it.
#[derive(Clone, Debug)]
pub struct OpenSource {
    /// The file.
    pub info: FileInfo,
    /// Its decoded text and digest.
    pub file: Arc<ReadFile>,
    /// The paper's part of the text; empty where the paper is no longer in it.
    pub paper: ByteSpan,
}

/// What changed. Sent from the thread that changed it, with no lock held.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The list, or what the scan does, is no longer as told.
    LibraryChanged {
        /// Of the list.
        generation: u64,
        /// What the scan does.
        scan: Scan,
    },
    /// The paper opened last has other text or was lost or found: ask for it again and keep the place.
    PaperChanged {
        /// Its handle, by which it can be asked for.
        id: PaperId,
    },
    /// A folder was just added; this is its newest paper, as far as it has been read.
    OpenRequested {
        /// Its handle.
        id: PaperId,
    },
    /// Sources came, went, were lost or found, or have other counts.
    SourcesChanged {
        /// All of them.
        sources: Vec<Source>,
    },
    /// Notes of the paper are not as they were: ask for them again. Here, by another program or another machine.
    NotesChanged {
        /// Its handle.
        paper: PaperId,
    },
    /// The search index holds more or fewer files, or cannot be kept: answers may be others now.
    IndexChanged(crate::Indexing),
    /// Something went wrong in the background.
    Trouble(Trouble),
}

/// Where [`crate::Session::neighbour`] looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Down the list.
    Next,
    /// Up the list.
    Previous,
}
