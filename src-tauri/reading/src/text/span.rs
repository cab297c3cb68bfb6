//! Spans of text. Inside this crate offsets count bytes of UTF-8.

use serde::{Deserialize, Serialize};

/// A half-open range of bytes, `start..end`, in a text that the context names.
///
/// Both ends lie on character boundaries of that text. An empty span is a place between two characters.
///
/// ```text
/// text   考   证   a
/// byte  0    3    6  7        ByteSpan { start: 3, end: 6 } is "证"
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ByteSpan {
    /// First byte inside.
    pub start: usize,
    /// First byte after the end.
    pub end: usize,
}

impl ByteSpan {
    /// The span `start..end`. `start` must not exceed `end`.
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end, "span {start}..{end} runs backwards");
        Self { start, end }
    }

    /// Length in bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether nothing lies inside.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The characters of `text` inside the span, or `None` where the span does not fit the text.
    pub fn get(self, text: &str) -> Option<&str> {
        text.get(self.start..self.end)
    }

    /// The characters of `text` inside the span; empty where the span does not fit the text.
    pub fn of(self, text: &str) -> &str {
        self.get(text).unwrap_or_default()
    }

    /// Whether the two spans share at least one byte. Empty spans overlap nothing.
    pub fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end && !self.is_empty() && !other.is_empty()
    }

    /// Whether `other` lies wholly inside, ends included.
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The same span `by` bytes further on.
    #[must_use]
    pub fn shifted(self, by: usize) -> Self {
        Self::new(self.start + by, self.end + by)
    }
}

/// Turns byte offsets of one text into counts of Unicode code points, as `kz` prints them.
///
/// Built once per text in linear time; each question costs one look-up.
#[derive(Clone, Debug)]
pub struct CodePoints {
    /// Byte offset of every code point, then the length of the text. `None` for pure ASCII, where both counts agree.
    starts: Option<Vec<usize>>,
}

impl CodePoints {
    /// Prepares the answers for `text`.
    pub fn of(text: &str) -> Self {
        let starts = (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| at).chain([text.len()]).collect());
        Self { starts }
    }

    /// How many code points stand before the byte offset `byte`; an offset inside a character counts up to it.
    pub fn before(&self, byte: usize) -> usize {
        match &self.starts {
            None => byte,
            Some(starts) => starts.partition_point(|&start| start < byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_do_not_overlap_and_empty_spans_overlap_nothing() {
        let (left, right) = (ByteSpan::new(0, 3), ByteSpan::new(3, 6));
        assert!(!left.overlaps(right));
        assert!(ByteSpan::new(2, 4).overlaps(right));
        assert!(!ByteSpan::new(4, 4).overlaps(right));
    }

    #[test]
    fn code_points_count_characters_not_bytes() {
        let text = "考a证";
        let points = CodePoints::of(text);
        assert_eq!([0, 3, 4, 7].map(|byte| points.before(byte)), [0, 1, 2, 3]);
    }
}
