//! Passages of files that are not in the index, looked at themselves.

use std::sync::Arc;

use reading::corpus::ReadFile;
use reading::text::fold_into;

use super::mapping::HIDDEN;
use super::matching::{Closeness, Matcher};
use super::passages::{self, Passage};
use super::query::Query;

/// A file that was read for the answer.
pub(crate) struct LooseFile {
    pub(crate) file: Arc<ReadFile>,
    /// Number in the list of each paper, or hidden.
    pub(crate) entries: Vec<u32>,
}

/// A passage that answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemoryHit {
    pub(crate) ordinal: usize,
    pub(crate) closeness: Closeness,
}

/// The passages of each shown paper that answer and that `passes` lets through, by the paper's number in the list.
pub(crate) fn look(
    file: &LooseFile,
    query: &Query,
    passes: &dyn Fn(u32, &Passage<'_>) -> bool,
) -> Vec<(u32, Vec<MemoryHit>)> {
    let matcher = Matcher::of(query);
    let mut found = Vec::new();
    let mut folded = String::new();
    for (paper, &entry) in file.file.digest.papers.iter().zip(&file.entries) {
        if entry == HIDDEN {
            continue;
        }
        let mut hits = Vec::new();
        for passage in passages::of(paper) {
            if !passes(entry, &passage) {
                continue;
            }
            folded.clear();
            fold_into(passage.text, &mut folded);
            if let Some(closeness) = matcher.closeness(passage.text, &folded) {
                hits.push(MemoryHit { ordinal: passage.ordinal, closeness });
            }
        }
        if !hits.is_empty() {
            found.push((entry, hits));
        }
    }
    found
}
