//! The part of a passage that a hit shows: cut by width, at punctuation where there is some, with the places marked.

use reading::text::{ByteSpan, is_wide};

/// How wide a snippet is: a Chinese character counts two, a letter one.
const WIDTH: usize = 150;
/// What stands before the first place at most.
const BEFORE: usize = 44;
/// How far a cut moves to be at punctuation.
const LEEWAY: usize = 20;

/// A part of a passage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snippet {
    /// On one line; `…` stands where something was cut.
    pub text: String,
    /// Bytes of [`Snippet::text`].
    pub spans: Vec<ByteSpan>,
}

/// The part of `text` around the first of its `spans`, which are in order.
pub(crate) fn cut(text: &str, spans: &[ByteSpan]) -> Snippet {
    let first = spans.first().copied().unwrap_or_default();
    let mut start = back(text, first.start, BEFORE);
    let mut end = forth(text, start, WIDTH).max(first.end.min(forth(text, first.start, WIDTH)));
    if end == text.len() {
        // Room that is left behind is given to what stands before.
        start = back(text, end, WIDTH).min(start);
        end = text.len();
    }
    if start > 0 {
        let window = text.get(start..back(text, first.start, 2)).unwrap_or_default();
        start = first_stop(window, LEEWAY).map_or(start, |at| start + at);
    }
    if end < text.len() {
        let window_start = back(text, end, LEEWAY)
            .max(spans.iter().take_while(|span| span.start < end).last().map_or(0, |span| span.end));
        let stop = text.get(window_start..end).and_then(last_stop);
        end = stop.map_or(end, |at| window_start + at);
    }
    let mut snippet = Snippet::default();
    if start > 0 {
        snippet.text.push('…');
    }
    let shift = snippet.text.len();
    // As long as before, so that places stay where they are.
    let inside = text.get(start..end).unwrap_or_default();
    snippet.text.extend(inside.chars().map(|ch| if ch == '\n' || ch == '\t' || ch == '\r' { ' ' } else { ch }));
    if end < text.len() {
        snippet.text.push('…');
    }
    let inside = |span: &&ByteSpan| span.start >= start && span.start < end;
    snippet.spans = spans
        .iter()
        .filter(inside)
        .map(|span| ByteSpan::new(span.start - start + shift, span.end.min(end) - start + shift))
        .collect();
    snippet
}

fn width(ch: char) -> usize {
    if is_wide(ch) || matches!(ch, '\u{3000}'..='\u{303F}' | '\u{FF01}'..='\u{FF60}') { 2 } else { 1 }
}

/// The place that lies `width` before `at`.
fn back(text: &str, at: usize, width_wanted: usize) -> usize {
    let mut left = width_wanted;
    for (start, ch) in text.get(..at).unwrap_or_default().char_indices().rev() {
        if width(ch) > left {
            return start + ch.len_utf8();
        }
        left -= width(ch);
    }
    0
}

/// The place that lies `width` behind `at`.
fn forth(text: &str, at: usize, width_wanted: usize) -> usize {
    let mut left = width_wanted;
    for (start, ch) in text.get(at..).unwrap_or_default().char_indices() {
        if width(ch) > left {
            return at + start;
        }
        left -= width(ch);
    }
    text.len()
}

/// Behind the first mark in the first `within` columns.
fn first_stop(text: &str, within: usize) -> Option<usize> {
    let window = text.get(..forth(text, 0, within)).unwrap_or_default();
    window.char_indices().find(|&(_, ch)| is_stop(ch)).map(|(at, ch)| at + ch.len_utf8())
}

/// Behind the last mark.
fn last_stop(text: &str) -> Option<usize> {
    text.char_indices().rev().find(|&(_, ch)| is_stop(ch)).map(|(at, ch)| at + ch.len_utf8())
}

fn is_stop(ch: char) -> bool {
    matches!(ch, '，' | '。' | '；' | '：' | '、' | '？' | '！' | '）' | ' ' | ';' | '\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, wanted: &str, expected: &str) {
        let spans: Vec<ByteSpan> =
            text.match_indices(wanted).map(|(at, found)| ByteSpan::new(at, at + found.len())).collect();
        let snippet = cut(text, &spans);
        assert_eq!(snippet.text, expected);
        assert!(!snippet.spans.is_empty());
        for span in &snippet.spans {
            assert!(wanted.starts_with(span.of(&snippet.text)) && !span.is_empty(), "{span:?} of {}", snippet.text);
        }
    }

    #[test]
    fn a_short_passage_stands_whole() {
        check("短句，有词。", "词", "短句，有词。");
    }

    #[test]
    fn a_long_one_is_cut_at_punctuation_on_both_sides() {
        let text = format!("{}，这一句放在前面作为上下文，靶{}，{}", "前".repeat(90), "后".repeat(40), "尾".repeat(90));
        let snippet = cut(&text, &[ByteSpan::new(text.find('靶').unwrap(), text.find('靶').unwrap() + 3)]);
        assert!(snippet.text.starts_with("…这一句放在前面"), "{}", snippet.text);
        assert!(snippet.text.ends_with('…'));
        let columns: usize = snippet.text.chars().map(width).sum();
        assert!(columns <= WIDTH + 2 && columns > WIDTH / 2, "{columns}");
    }

    #[test]
    fn a_place_at_the_end_has_what_stands_before_it() {
        let text = format!("{}词", "前".repeat(200));
        let snippet = cut(&text, &[ByteSpan::new(text.len() - 3, text.len())]);
        assert!(snippet.text.starts_with('…') && snippet.text.ends_with("前词"));
        assert!(snippet.text.chars().count() > WIDTH / 2 - 10, "{}", snippet.text.chars().count());
    }

    #[test]
    fn line_ends_become_spaces_and_no_place_is_no_trouble() {
        check("a\nb", "b", "a b");
        assert_eq!(cut("", &[]).text, "");
        assert_eq!(cut(&"字".repeat(100), &[]).text.chars().count(), WIDTH / 2 + 1);
        let long = "长".repeat(400);
        let snippet = cut(&long, &[ByteSpan::new(0, long.len())]);
        assert_eq!(snippet.spans, [ByteSpan::new(0, snippet.text.len() - '…'.len_utf8())]);
    }
}
