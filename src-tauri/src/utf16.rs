//! From the bytes of `reading` to the UTF-16 code units of the webview.

use reading::text::ByteSpan;

use crate::wire::Utf16Span;

/// Bytes between two stored counts: the most that one question has to walk over.
const STRIDE_BYTES: usize = 512;

/// Turns byte offsets of one text into counts of UTF-16 code units.
///
/// Built in linear time; a question walks over at most [`STRIDE_BYTES`] bytes.
pub(crate) struct Utf16Map<'a> {
    text: &'a str,
    /// Units before the first character boundary at or after each multiple of the stride, with that boundary.
    stored: Vec<(usize, u32)>,
}

impl<'a> Utf16Map<'a> {
    /// Prepares the answers for `text`.
    pub(crate) fn of(text: &'a str) -> Self {
        let mut stored = Vec::with_capacity(text.len() / STRIDE_BYTES + 1);
        let (mut boundary, mut units) = (0, 0);
        stored.push((boundary, units));
        while boundary + STRIDE_BYTES < text.len() {
            let next = text.ceil_char_boundary(boundary + STRIDE_BYTES);
            units += length(&text[boundary..next]);
            boundary = next;
            stored.push((boundary, units));
        }
        Self { text, stored }
    }

    /// Units before byte `byte`; an offset inside a character counts up to its start, one past the end to the end.
    pub(crate) fn before(&self, byte: usize) -> u32 {
        let byte = self.text.floor_char_boundary(byte.min(self.text.len()));
        let at = self.stored.partition_point(|&(boundary, _)| boundary <= byte).saturating_sub(1);
        let (boundary, units) = self.stored[at];
        units + length(&self.text[boundary..byte])
    }

    /// The byte at which the unit `unit` stands; the start of its character inside one, the end of the text past it.
    pub(crate) fn byte(&self, unit: u32) -> usize {
        let at = self.stored.partition_point(|&(_, units)| units <= unit).saturating_sub(1);
        let (boundary, mut units) = self.stored[at];
        for (offset, c) in self.text[boundary..].char_indices() {
            units += c.len_utf16() as u32;
            if units > unit {
                return boundary + offset;
            }
        }
        self.text.len()
    }

    /// The span in bytes, on character boundaries.
    pub(crate) fn bytes(&self, span: Utf16Span) -> ByteSpan {
        let start = self.byte(span.start);
        ByteSpan::new(start, self.byte(span.end).max(start))
    }

    /// The span in units.
    pub(crate) fn span(&self, span: ByteSpan) -> Utf16Span {
        Utf16Span { start: self.before(span.start), end: self.before(span.end) }
    }
}

/// UTF-16 code units of `text`. Texts here are far below 4 G units: the scanner refuses larger files.
fn length(text: &str) -> u32 {
    if text.is_ascii() {
        return u32::try_from(text.len()).unwrap_or(u32::MAX);
    }
    // Every character has one byte that is no continuation; those of four bytes need two units.
    text.bytes().map(|byte| u32::from(byte & 0xC0 != 0x80) + u32::from(byte >= 0xF0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_boundary_agrees_with_the_standard_library() {
        let text = "考𝔼a证🀄 ".repeat(300);
        let map = Utf16Map::of(&text);
        for (byte, _) in text.char_indices() {
            assert_eq!(map.before(byte) as usize, text[..byte].encode_utf16().count(), "at byte {byte}");
        }
        assert_eq!(map.before(text.len()) as usize, text.encode_utf16().count());
        for (byte, _) in text.char_indices() {
            assert_eq!(map.byte(map.before(byte)), byte);
        }
        assert_eq!([map.byte(2), map.byte(u32::MAX)], ["考".len(), text.len()], "inside a pair, and past the end");
    }

    #[test]
    fn offsets_inside_or_beyond_the_text_are_brought_back_to_it() {
        let map = Utf16Map::of("证a");
        assert_eq!([1, 2, 3, 99].map(|byte| map.before(byte)), [0, 0, 1, 2]);
    }
}
