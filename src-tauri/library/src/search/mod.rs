//! Search over all passages and notes that never misses one.
//!
//! A query is read by [`Query::parse`]; what it means is said by [`matching`], which looks at texts. The index answers the
//! same from a few reads: [`tokens`] say what it keeps, [`evaluate`] which passages hold a part, [`look`] makes the answer.
//! Files that are not in the index yet are looked at themselves while they are few, and else the answer says how far the
//! index is. The index is derived: it can be deleted at any time.

mod bits;
mod called;
mod engine;
mod evaluate;
mod filters;
mod look;
mod loose;
mod mapping;
mod matching;
mod memory;
mod names;
mod notes;
mod passages;
mod query;
mod rank;
mod segment;
mod snippet;
mod store;
mod terms;
mod texts;
mod tokens;
mod windowed;

use std::path::PathBuf;

use reading::corpus::SectionKind;

pub(crate) use engine::Engine;
pub use matching::Closeness;
pub(crate) use matching::spans;
pub use names::{NameCount, NameFinding, NamePage};
pub(crate) use names::{count as name_count, page as name_page};
pub use query::{Field, FilterTerm, Hint, Part, Query, Where};
pub use snippet::Snippet;

use crate::answer::PaperId;
use crate::notebook::Color;

/// What is asked, and how much of the answer is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchRequest {
    /// The query, as typed.
    pub text: String,
    /// Papers to show; 0: all.
    pub papers: usize,
    /// Passages to show of each paper; 0: all.
    pub passages: usize,
    /// Notes to show; 0: all.
    pub notes: usize,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchAnswer {
    /// How the query was read.
    pub query: Query,
    /// Passages that answer, over all papers; notes not counted.
    pub total: u32,
    /// Papers that hold one.
    pub papers: u32,
    /// Nothing stands as it was written; what is shown was found across punctuation.
    pub loosened: bool,
    /// Passages that may answer across punctuation and were not looked at, because they are so many.
    pub not_looked_at: u32,
    /// The best papers first.
    pub groups: Vec<PaperHits>,
    /// Notes that answer.
    pub total_notes: u32,
    /// The best notes, changed last first.
    pub notes: Vec<NoteHit>,
    /// How complete the answer is.
    pub indexing: Indexing,
    /// Files that were read for the answer, because the index does not hold them.
    pub read_files: u32,
}

/// The passages of a paper that answer.
#[derive(Clone, Debug, PartialEq)]
pub struct PaperHits {
    /// Handle.
    pub paper: PaperId,
    /// The reader's own name, else the inferred one.
    pub name: String,
    /// ISO date; empty where there is none.
    pub day: String,
    /// The file that is shown; the name alone for the bundled sample.
    pub path: PathBuf,
    /// Path below its source, with `/`.
    pub file: String,
    /// Index of the paper in the file.
    pub index: usize,
    /// Passages that answer.
    pub total: u32,
    /// The best ones, in reading order.
    pub hits: Vec<Hit>,
}

/// A passage that answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Index in [`reading::anchor::passages`] of the paper.
    pub passage: usize,
    /// What it is.
    pub field: Field,
    /// Where it stands.
    pub section: SectionKind,
    /// Number of the finding.
    pub finding: Option<u32>,
    /// How well it answers.
    pub closeness: Closeness,
    /// What to show of it.
    pub snippet: Snippet,
}

/// A note that answers.
#[derive(Clone, Debug, PartialEq)]
pub struct NoteHit {
    /// Handle of its paper.
    pub paper: PaperId,
    /// The reader's own name of the paper, else the inferred one.
    pub name: String,
    /// ISO date; empty where there is none.
    pub day: String,
    /// Of the annotation.
    pub id: String,
    /// Its colour.
    pub color: Color,
    /// Its tags.
    pub tags: Vec<String>,
    /// When it was changed last: milliseconds since 1970.
    pub modified_ms: i64,
    /// How well it answers.
    pub closeness: Closeness,
    /// What to show of it; of a mark without a note, its words.
    pub snippet: Snippet,
}

/// How far the index is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Indexing {
    /// All files were searched.
    #[default]
    Complete,
    /// Files are being indexed; those that are not yet were not searched.
    Running {
        /// Files done.
        done: u32,
        /// Files in all.
        total: u32,
    },
    /// The reader stopped indexing; the files that are missing were not searched.
    Stopped {
        /// Files done.
        done: u32,
        /// Files in all.
        total: u32,
    },
    /// There is no index, for this reason; all files were read for the answer.
    Scanned(String),
}

/// A name for a folder that belongs to `place`, the same each time and for no other place.
pub fn folder_name(place: &std::path::Path) -> String {
    let hash = blake3::hash(place.as_os_str().as_encoded_bytes());
    hash.as_bytes().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
