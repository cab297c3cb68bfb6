//! The characters of a JSON string, with the places that they came from.

use crate::corpus::Piece;
use crate::text::ByteSpan;

/// The inside of a string value: its quotes taken off, also where the closing one is missing.
pub(in crate::corpus) fn inside(raw: ByteSpan, source: &str) -> ByteSpan {
    let text = raw.of(source);
    let Some(body) = text.strip_prefix('"') else { return raw };
    let start = raw.start + 1;
    let ends_in_quote = body.ends_with('"') && !is_escaped(body);
    ByteSpan::new(start, if ends_in_quote { raw.end - 1 } else { raw.end })
}

/// Whether the last character of `body` stands behind an odd number of backslashes.
fn is_escaped(body: &str) -> bool {
    body.bytes().rev().skip(1).take_while(|&byte| byte == b'\\').count() % 2 == 1
}

/// The string with its escapes decoded. `span` is its inside.
pub(in crate::corpus) fn decode(span: ByteSpan, source: &str) -> String {
    let raw = span.of(source);
    if memchr::memchr(b'\\', raw.as_bytes()).is_none() {
        return raw.to_owned();
    }
    Letters { raw, at: 0 }.map(|(letter, _, _)| letter).collect()
}

/// How the lines of a string become pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::corpus) enum Lines {
    /// Each line is a paragraph.
    Paragraphs,
    /// Line ends are hard wraps: all lines are one paragraph, joined by spaces (none between two hanzi).
    Joined,
    /// As [`Lines::Joined`], but an indented line begins a paragraph, as arXiv writes its abstracts.
    Wrapped,
}

/// The paragraphs of a string, each trimmed and at its place; none where nothing is visible. `span` is its inside.
pub(in crate::corpus) fn pieces(span: ByteSpan, source: &str, lines: Lines) -> Vec<Piece> {
    let raw = span.of(source);
    if memchr::memchr3(b'\\', b'\n', b'\r', raw.as_bytes()).is_none() {
        let text = raw.trim();
        let start = span.start + (raw.len() - raw.trim_start().len());
        let piece = (!text.is_empty()).then(|| Piece::new(text, ByteSpan::new(start, start + text.len())));
        return piece.into_iter().collect();
    }
    let letters = Letters { raw, at: 0 }.map(|(letter, at, end)| (letter, span.start + at, span.start + end));
    paragraphs(letters, lines)
}

/// Cuts a stream of characters with their places into paragraphs.
pub(in crate::corpus) fn paragraphs(letters: impl Iterator<Item = (char, usize, usize)>, lines: Lines) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    // White space seen since the last visible character: none, inside a line, or with a line end and what follows it.
    let mut gap = String::new();
    for (letter, at, end) in letters {
        // No view can show NUL.
        let letter = if letter == '\0' { char::REPLACEMENT_CHARACTER } else { letter };
        if letter.is_whitespace() {
            gap.push(letter);
            continue;
        }
        let last_line = gap.rfind(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}']);
        let is_start = match last_line {
            _ if pieces.is_empty() => true,
            None => false,
            Some(_) if lines == Lines::Paragraphs => true,
            Some(_) if lines == Lines::Joined => false,
            Some(line) => line + 1 < gap.len() || gap.matches('\n').count() > 1,
        };
        if is_start {
            pieces.push(Piece::new(letter, ByteSpan::new(at, end)));
        } else if let Some(piece) = pieces.last_mut() {
            match last_line {
                None => piece.text.push_str(&gap),
                Some(_) if is_han(letter) && piece.text.chars().next_back().is_some_and(is_han) => {}
                Some(_) => piece.text.push(' '),
            }
            piece.text.push(letter);
            piece.source.end = end;
        }
        gap.clear();
    }
    pieces
}

/// Hanzi and the full-width punctuation that stands among them without spaces.
fn is_han(letter: char) -> bool {
    matches!(letter, '\u{3000}'..='\u{303F}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}'
        | '\u{20000}'..='\u{3FFFF}')
}

/// The characters of the inside of a string, each with the bytes that it was written with.
struct Letters<'s> {
    raw: &'s str,
    at: usize,
}

impl Iterator for Letters<'_> {
    type Item = (char, usize, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at;
        let rest = self.raw.get(start..)?;
        let (letter, length) = match rest.strip_prefix('\\').and_then(escape) {
            Some((letter, length)) => (letter, length + 1),
            None => {
                let letter = rest.chars().next()?;
                (letter, letter.len_utf8())
            }
        };
        self.at = start + length;
        Some((letter, start, self.at))
    }
}

/// The character that the escape `\rest` stands for, and its length behind the backslash. `None` where it is no
/// escape: the backslash then stands for itself.
fn escape(rest: &str) -> Option<(char, usize)> {
    let letter = match rest.bytes().next()? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode_escape(rest),
        _ => return None,
    };
    Some((letter, 1))
}

fn unicode_escape(rest: &str) -> Option<(char, usize)> {
    let high = hex4(rest.get(1..5)?)?;
    let low = || rest.get(5..)?.strip_prefix("\\u")?.get(..4).and_then(hex4);
    if (0xD800..0xDC00).contains(&high)
        && let Some(low @ 0xDC00..0xE000) = low()
    {
        let letter = char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00));
        return letter.map(|letter| (letter, 11));
    }
    // Half a pair is no character.
    Some((char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER), 5))
}

fn hex4(digits: &str) -> Option<u32> {
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(raw: &str, lines: Lines, expected: &[(&str, &str)]) {
        let found = pieces(ByteSpan::new(0, raw.len()), raw, lines);
        let found: Vec<(&str, &str)> = found.iter().map(|piece| (piece.text.as_str(), piece.source.of(raw))).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn escapes_are_decoded_and_their_places_kept() {
        check(r#" 甲\"乙\\ "#, Lines::Paragraphs, &[(r#"甲"乙\"#, r#"甲\"乙\\"#)]);
        check(r"\u4e2d\ud83d\ude00x", Lines::Paragraphs, &[("中😀x", r"\u4e2d\ud83d\ude00x")]);
        check(r"a\ud83dz\u00", Lines::Paragraphs, &[("a\u{fffd}z\\u00", r"a\ud83dz\u00")]);
        check(r"\n \t", Lines::Paragraphs, &[]);
    }

    #[test]
    fn lines_become_paragraphs_or_are_joined() {
        check(r"甲\n乙\n\n a", Lines::Paragraphs, &[("甲", "甲"), ("乙", "乙"), ("a", "a")]);
        check(r"甲\n乙\nthe\ntext", Lines::Joined, &[("甲乙 the text", r"甲\n乙\nthe\ntext")]);
        check(r"one\ntwo\n  three", Lines::Wrapped, &[("one two", r"one\ntwo"), ("three", "three")]);
    }

    #[test]
    fn the_inside_of_a_cut_string_is_all_of_it() {
        for (raw, expected) in [(r#""ab""#, "ab"), (r#""ab"#, "ab"), (r#""ab\""#, r#"ab\""#), ("\"", ""), ("12", "12")]
        {
            assert_eq!(inside(ByteSpan::new(0, raw.len()), raw).of(raw), expected, "{raw}");
        }
    }
}
