//! One paper prepared for questions: all its passages folded into one text that is searched at the speed of memory.

use memchr::memmem;

use super::fold;
use super::passage::{Passage, passages};
use crate::corpus::Paper;
use crate::text::ByteSpan;

/// Stand before and after each passage in the folded text: the ends of a passage are context too. Folding drops control
/// characters, so that no text holds them.
pub(super) const OPENS: char = '\u{2}';
pub(super) const CLOSES: char = '\u{3}';

/// A stretch of one passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Found {
    /// Which passage, from 0 in reading order: an index into [`Index::passages`].
    pub passage: usize,
    /// Bytes of its text.
    pub span: ByteSpan,
}

/// The passages of one paper, ready to be searched.
#[derive(Clone, Debug)]
pub struct Index<'p> {
    passages: Vec<Passage<'p>>,
    /// The folded passages, each between [`OPENS`] and [`CLOSES`].
    pub(super) folded: String,
    pub(super) chars: Vec<char>,
    /// Byte of `folded` at which each character begins.
    byte_of: Vec<usize>,
    /// Bytes of its passage that each character comes from; empty for the marks at the ends.
    origin: Vec<ByteSpan>,
    /// First character of each passage's stretch, its [`OPENS`] included.
    first: Vec<usize>,
}

impl<'p> Index<'p> {
    /// Prepares `paper`, in time linear in its text.
    pub fn new(paper: &'p Paper) -> Self {
        let mut index = Self {
            passages: passages(paper),
            folded: String::new(),
            chars: Vec::new(),
            byte_of: Vec::new(),
            origin: Vec::new(),
            first: Vec::new(),
        };
        let texts: Vec<&str> = index.passages.iter().map(|passage| passage.text).collect();
        for text in texts {
            index.first.push(index.chars.len());
            index.push(OPENS, ByteSpan::default());
            fold::each(text, |ch, start, end| index.push(ch, ByteSpan::new(start, end)));
            index.push(CLOSES, ByteSpan::new(text.len(), text.len()));
        }
        index
    }

    fn push(&mut self, ch: char, origin: ByteSpan) {
        self.byte_of.push(self.folded.len());
        self.folded.push(ch);
        self.chars.push(ch);
        self.origin.push(origin);
    }

    /// The passages in reading order.
    pub fn passages(&self) -> &[Passage<'p>] {
        &self.passages
    }

    /// Where `text` stands, in reading order and without overlaps: as it is written or, where it stands nowhere so, but for
    /// white space, width and composition. White space at its ends does not count; an empty text stands nowhere.
    pub fn find(&self, text: &str) -> Vec<Found> {
        let text = text.trim();
        if text.is_empty() {
            return Vec::new();
        }
        let finder = memmem::Finder::new(text);
        let written = self.passages.iter().enumerate().flat_map(|(passage, own)| {
            let hits = finder.find_iter(own.text.as_bytes());
            hits.map(move |start| Found { passage, span: ByteSpan::new(start, start + text.len()) }).collect::<Vec<_>>()
        });
        let written: Vec<Found> = written.collect();
        if !written.is_empty() {
            return written;
        }
        let needle = fold::chars(text);
        self.hits(&needle).into_iter().filter_map(|start| self.found(start, start + needle.len())).collect()
    }

    /// The characters at which the folded `needle` begins, without overlaps.
    pub(super) fn hits(&self, needle: &[char]) -> Vec<usize> {
        let needle: String = needle.iter().collect();
        if needle.is_empty() {
            return Vec::new();
        }
        let bytes = memmem::find_iter(self.folded.as_bytes(), needle.as_bytes());
        bytes.filter_map(|byte| self.byte_of.binary_search(&byte).ok()).collect()
    }

    /// The stretch of a passage that the folded characters `start..end` come from; `None` where they leave it.
    pub(super) fn found(&self, start: usize, end: usize) -> Option<Found> {
        let last = end.checked_sub(1).filter(|last| start <= *last)?;
        let passage = self.passage_of(start)?;
        let inside = self.first.get(passage + 1).is_none_or(|next| end < *next) && start > *self.first.get(passage)?;
        let span = ByteSpan::new(self.origin.get(start)?.start, self.origin.get(last)?.end);
        (inside && end < self.chars.len()).then_some(Found { passage, span })
    }

    /// The passage that the folded character `at` belongs to.
    pub(super) fn passage_of(&self, at: usize) -> Option<usize> {
        self.first.partition_point(|first| *first <= at).checked_sub(1)
    }

    /// The folded characters of a passage, with the marks at its ends; and where they begin.
    pub(super) fn stretch(&self, passage: usize) -> (usize, &[char]) {
        let start = self.first.get(passage).copied().unwrap_or(self.chars.len());
        let end = self.first.get(passage + 1).copied().unwrap_or(self.chars.len());
        (start, self.chars.get(start..end).unwrap_or_default())
    }
}
