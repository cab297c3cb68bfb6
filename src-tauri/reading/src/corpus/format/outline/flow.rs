//! Visible text on its way from markup to pieces, with the way back to the source.

use std::ops::Range;

use crate::corpus::Piece;
use crate::text::ByteSpan;

/// The visible text of one block. Every character knows the bytes of the source that it came from, so that a block
/// can be cut anywhere. A line feed in the text is a forced line break of the markup.
#[derive(Clone, Debug, Default)]
pub(in crate::corpus::format) struct Flow {
    text: String,
    /// Sorted by place in the text; white space that the reader made up has no mark.
    marks: Vec<Mark>,
    anchors: Vec<Anchor>,
}

/// A stretch of a flow and the source that it stands for.
#[derive(Clone, Copy, Debug)]
struct Mark {
    text: ByteSpan,
    source: ByteSpan,
    /// Byte for byte the same; else the stretch can only be taken whole.
    verbatim: bool,
}

/// Words that carry an address.
#[derive(Clone, Debug)]
pub(in crate::corpus::format) struct Anchor {
    /// In the text of the flow.
    pub(in crate::corpus::format) words: ByteSpan,
    /// As the source writes it.
    pub(in crate::corpus::format) url: String,
}

impl Flow {
    /// The text so far.
    pub(in crate::corpus::format) fn text(&self) -> &str {
        &self.text
    }

    /// The links in it, in order.
    pub(in crate::corpus::format) fn anchors(&self) -> &[Anchor] {
        &self.anchors
    }

    /// Whether a reader would see nothing.
    pub(in crate::corpus::format) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Adds text that stands literally at the byte `at` of the source.
    pub(in crate::corpus::format) fn push_verbatim(&mut self, text: &str, at: usize) {
        self.push(text, ByteSpan::new(at, at + text.len()), true);
    }

    /// Adds text that the source writes in another way: an entity, an escape.
    pub(in crate::corpus::format) fn push_decoded(&mut self, text: &str, source: ByteSpan) {
        self.push(text, source, false);
    }

    /// Adds a space or a line feed that separates words and stands for no visible character. Nothing happens at the
    /// start and after other white space.
    pub(in crate::corpus::format) fn push_gap(&mut self, gap: char) {
        if self.text.ends_with('\n') || self.text.is_empty() {
            return;
        }
        if gap == '\n' || !self.text.ends_with(char::is_whitespace) {
            self.text.push(gap);
        }
    }

    /// Says that the text from `start` to the end leads to `url`.
    pub(in crate::corpus::format) fn close_anchor(&mut self, start: usize, url: String) {
        if start < self.text.len() {
            self.anchors.push(Anchor { words: ByteSpan::new(start, self.text.len()), url });
        }
    }

    fn push(&mut self, text: &str, source: ByteSpan, verbatim: bool) {
        if text.is_empty() {
            return;
        }
        let start = self.text.len();
        self.text.push_str(text);
        let place = ByteSpan::new(start, self.text.len());
        if let Some(last) = self.marks.last_mut()
            && verbatim
            && last.verbatim
            && last.text.end == start
            && last.source.end == source.start
        {
            last.text.end = place.end;
            last.source.end = source.end;
        } else {
            self.marks.push(Mark { text: place, source, verbatim });
        }
    }

    /// The source of the visible characters in a range of the text; `None` where there are none.
    fn source_of(&self, range: Range<usize>) -> Option<ByteSpan> {
        let first = self.marks.partition_point(|mark| mark.text.end <= range.start);
        let past = self.marks.partition_point(|mark| mark.text.start < range.end);
        let start = self.marks.get(first).filter(|_| first < past)?;
        let end = self.marks.get(past.checked_sub(1)?)?;
        let from = if start.verbatim && range.start > start.text.start {
            start.source.start + (range.start - start.text.start)
        } else {
            start.source.start
        };
        let to = if end.verbatim && range.end < end.text.end {
            end.source.start + (range.end - end.text.start)
        } else {
            end.source.end
        };
        Some(ByteSpan::new(from, to.max(from)))
    }

    /// The piece of a range of the text, without white space at its ends and with forced line breaks as spaces;
    /// `None` where nothing is visible.
    pub(in crate::corpus::format) fn piece(&self, range: Range<usize>) -> Option<Piece> {
        let inside = self.text.get(range.clone())?;
        let lead = inside.len() - inside.trim_start().len();
        let shown = inside.trim();
        let start = range.start + lead;
        let source = self.source_of(start..start + shown.len())?;
        (!shown.is_empty()).then(|| Piece::new(shown.replace('\n', " "), source))
    }

    /// The piece of the whole text.
    pub(in crate::corpus::format) fn whole(&self) -> Option<Piece> {
        self.piece(0..self.text.len())
    }

    /// The part of the flow in a range of its text, links that lie wholly inside included.
    pub(in crate::corpus::format) fn part(&self, range: Range<usize>) -> Self {
        let Some(inside) = self.text.get(range.clone()) else { return Self::default() };
        let mut part = Self { text: inside.to_owned(), ..Self::default() };
        let first = self.marks.partition_point(|mark| mark.text.end <= range.start);
        for mark in self.marks.iter().skip(first).take_while(|mark| mark.text.start < range.end) {
            let (start, end) = (mark.text.start.max(range.start), mark.text.end.min(range.end));
            let source = if mark.verbatim {
                ByteSpan::new(
                    mark.source.start + (start - mark.text.start),
                    mark.source.start + (end - mark.text.start),
                )
            } else {
                mark.source
            };
            let text = ByteSpan::new(start - range.start, end - range.start);
            part.marks.push(Mark { text, source, verbatim: mark.verbatim });
        }
        for anchor in &self.anchors {
            if range.start <= anchor.words.start && anchor.words.end <= range.end {
                let words = ByteSpan::new(anchor.words.start - range.start, anchor.words.end - range.start);
                part.anchors.push(Anchor { words, url: anchor.url.clone() });
            }
        }
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Flow {
        // source: a&lt;考<br>b
        let mut flow = Flow::default();
        flow.push_verbatim("a", 0);
        flow.push_decoded("<", ByteSpan::new(1, 5));
        flow.push_verbatim("考", 5);
        flow.push_gap('\n');
        flow.push_verbatim("b", 12);
        flow
    }

    #[test]
    fn a_piece_knows_its_source_across_entities_and_breaks() {
        let whole = sample().whole();
        assert_eq!(whole, Some(Piece::new("a<考 b", ByteSpan::new(0, 13))));
    }

    #[test]
    fn a_part_keeps_the_source_of_its_characters() {
        let part = sample().part(1..5);
        assert_eq!(part.whole(), Some(Piece::new("<考", ByteSpan::new(1, 8))));
        assert_eq!(sample().piece(2..6), Some(Piece::new("考", ByteSpan::new(5, 8))));
    }

    #[test]
    fn a_range_of_white_space_has_no_piece() {
        assert_eq!(sample().piece(5..6), None);
    }
}
