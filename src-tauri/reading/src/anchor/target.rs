//! What a mark points at: W3C Web Annotation selectors over passage texts.

use serde::{Deserialize, Serialize};

use super::index::{Found, Index};
use super::passage::Place;
use crate::corpus::{Paper, PaperKey};
use crate::text::{ByteSpan, CodePoints};

/// Code points of context kept on each side of a quote. Fewer are kept only where the passage begins or ends, so that
/// shorter context says that an end was there.
pub const CONTEXT_CHARS: usize = 32;

/// TextQuoteSelector: the marked words and what stood around them, as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TextQuote {
    /// The marked words, without white space at the ends.
    pub exact: String,
    /// The [`CONTEXT_CHARS`] before.
    pub prefix: String,
    /// The [`CONTEXT_CHARS`] after.
    pub suffix: String,
}

/// TextPositionSelector: half-open, in Unicode code points of the passage text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TextPosition {
    /// First code point inside.
    pub start: usize,
    /// First code point after the end.
    pub end: usize,
}

/// A marked stretch of one passage.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Part {
    /// The passage, when the mark was made.
    pub place: Place,
    /// The words.
    pub quote: TextQuote,
    /// Where they stood.
    pub position: TextPosition,
}

/// What a mark points at.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Target {
    /// The paper, when the mark was made.
    pub paper: PaperKey,
    /// The same paper's arXiv id and former keys.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// In reading order; none for a mark on the whole paper.
    pub parts: Vec<Part>,
}

impl Target {
    /// The target for `stretches` of `paper`, which `index` was made of: white space at their ends is left out, and
    /// stretches of nothing else with it. No stretches: the whole paper.
    pub fn new(paper: &Paper, index: &Index, stretches: &[Found]) -> Self {
        Self {
            paper: paper.key.clone(),
            aliases: paper.arxiv_id.iter().cloned().collect(),
            parts: stretches.iter().filter_map(|found| Part::new(index, *found)).collect(),
        }
    }
}

impl Part {
    /// The selectors for a stretch; `None` where it holds no visible character or does not fit its passage.
    pub fn new(index: &Index, found: Found) -> Option<Self> {
        let passage = index.passages().get(found.passage)?;
        let marked = found.span.get(passage.text)?;
        let start = found.span.start + (marked.len() - marked.trim_start().len());
        let exact = marked.trim();
        if exact.is_empty() {
            return None;
        }
        let span = ByteSpan::new(start, start + exact.len());
        let points = CodePoints::of(passage.text);
        let before = passage.text.get(..span.start)?;
        let after = passage.text.get(span.end..)?;
        let cut = before.char_indices().rev().nth(CONTEXT_CHARS - 1).map_or(0, |(at, _)| at);
        let quote = TextQuote {
            exact: exact.to_owned(),
            prefix: before.get(cut..)?.to_owned(),
            suffix: after.chars().take(CONTEXT_CHARS).collect(),
        };
        let position = TextPosition { start: points.before(span.start), end: points.before(span.end) };
        Some(Self { place: passage.place.clone(), quote, position })
    }
}
