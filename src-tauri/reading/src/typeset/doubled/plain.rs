//! Doubled formulas without any TeX to see: `37.47 37.47`, `( 0.5 , 2 ) (0.5,2)`, `n = 5 n=5`, `N N`.
//!
//! Here the second side is no evidence of its own, so the rules are narrow, and what could be an ordinary repetition
//! or the cells of a table row stays.

use super::{Pair, Pieces};
use crate::text::ByteSpan;

/// At most so many pieces on each side where both are written with the same spaces (`n = 5 n = 5`).
const MAX_SPACED_PIECES: usize = 9;

/// Adds the pairs of `text` that lie outside those already `found`; the result is in order.
pub(super) fn find(text: &str, pieces: &Pieces, found: &mut Vec<Pair>) {
    let marked = std::mem::take(found);
    let mut marked = marked.into_iter().peekable();
    let mut free = 0;
    let cells = BarCells::of(text, pieces);
    let mut at = 1;
    while at < pieces.spans.len() {
        let span = pieces.spans[at];
        if let Some(pair) = marked.next_if(|pair| pair.tex.start <= span.start) {
            free = pair.tex.end;
            found.push(pair);
        }
        let ceiling = marked.peek().map_or(text.len(), |pair| pair.start);
        let pair = (span.start >= free)
            .then(|| compact(text, pieces, at, &cells).or_else(|| spaced(text, pieces, at)))
            .flatten()
            .filter(|pair| pair.start >= free && pair.tex.end <= ceiling);
        if let Some(pair) = pair {
            free = pair.tex.end;
            found.push(pair);
            while pieces.spans.get(at).is_some_and(|span| span.end <= free) {
                at += 1;
            }
            continue;
        }
        at += 1;
    }
    found.extend(marked);
}

/// The second side is one piece.
fn compact(text: &str, pieces: &Pieces, at: usize, cells: &BarCells) -> Option<Pair> {
    let span = pieces.spans[at];
    let piece = span.of(text);
    let previous = pieces.glyphs.get(pieces.before[at].checked_sub(1)?)?;
    // Quick: most words don't end in the character that the text before them ends in.
    let trimmed = piece.trim_end_matches([',', '.', ';', ':', '?', '!']);
    // `n n-gram`, `k k-NN`: the variable begins a word that a hyphen joins.
    let joined = piece.split_once('-').filter(|(letter, rest)| letter.len() == 1 && is_joined(letter, rest));
    let joined = joined.map_or(piece, |(letter, _)| letter);
    for side in [piece, trimmed, trimmed.trim_end_matches([')', ']']), joined] {
        let mut last = None;
        if let Some(c) = side.chars().next_back() {
            super::fold(c, |glyph| last = Some(glyph));
        }
        if last != Some(*previous) {
            continue;
        }
        if let Some(start) = printed_before(text, pieces, at, side)
            && is_formula(text, pieces, at, start, side, cells)
        {
            return Some(Pair { start, tex: ByteSpan::new(span.start, span.start + side.len()) });
        }
    }
    None
}

/// Where the same glyphs start that piece `at` holds in `side`.
fn printed_before(text: &str, pieces: &Pieces, at: usize, side: &str) -> Option<usize> {
    let mut reader = super::Reader::default();
    reader.read(side).ok()?;
    if reader.marks {
        return None;
    }
    let sum = reader.printed.iter().fold(0u64, |sum, glyph| sum.wrapping_add(super::weight(*glyph)));
    pieces.agrees(text, at, &reader, sum).map(|(start, _)| start)
}

fn is_formula(text: &str, pieces: &Pieces, at: usize, start: usize, side: &str, cells: &BarCells) -> bool {
    let first = &text[start..pieces.spans[at].start];
    let first = first.trim_end();
    let before = pieces.spans[..at]
        .iter()
        .rev()
        .find(|span| span.start < start)
        .map_or("", |span| if span.end > start { &text[span.start..start] } else { span.of(text) });
    let after = if side.len() < pieces.spans[at].len() {
        &pieces.spans[at].of(text)[side.len()..]
    } else {
        pieces.spans.get(at + 1).map_or("", |span| span.of(text))
    };
    if is_number(side) {
        // `2 , 048 2,048`: digits that a comma groups stand apart only in a formula.
        let grouped = side.contains(',') && first.contains(" , ")
            // `+ 3.2 +3.2`: so does a sign.
            || side.starts_with(['+', '-', '−']) && first.chars().nth(1).is_some_and(char::is_whitespace);
        return (first == side || grouped) && number_stands_alone(before, side, after) && cells.allow(side);
    }
    let mut letters = side.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        // One letter twice is a variable; a third one beside it makes it a list or a code.
        return first == side
            && letter.is_alphabetic()
            && !is_cjk(letter)
            && !is_single_letter(after)
            && !is_single_letter(before);
    }
    if !first.contains(char::is_whitespace) {
        return false;
    }
    if is_indexed_letter(side) {
        return !is_number(after) && !is_number(before);
    }
    has_operator(side)
}

/// Whether a variable and not an article or a grade stands before the hyphen.
fn is_joined(letter: &str, rest: &str) -> bool {
    letter.bytes().all(|byte| byte.is_ascii_alphabetic())
        && !matches!(letter, "a" | "A" | "I")
        && rest.len() > 1
        && rest.starts_with(|c: char| c.is_ascii_alphabetic())
}

fn is_single_letter(piece: &str) -> bool {
    let mut chars = piece.chars();
    chars.next().is_some_and(char::is_alphabetic) && chars.next().is_none()
}

/// `F1`: a letter and digits, whose printed side stands apart as `F 1`.
fn is_indexed_letter(side: &str) -> bool {
    let mut chars = side.chars();
    chars.next().is_some_and(char::is_alphabetic) && side.len() > 1 && chars.all(|c| c.is_ascii_digit())
}

/// Whether an operator, relation or bracket joins letters or digits in `side`.
fn has_operator(side: &str) -> bool {
    // `1 e − 4 1e-4`: a hyphen that joins words is none.
    let letters = side.chars().filter(|c| c.is_alphabetic()).count();
    let minus = side.contains('-') && letters <= 2 && side.contains(|c: char| c.is_ascii_digit());
    let joins = minus || side.contains(|c| "=<>+−*/(),|≤≥≈∈×→±".contains(c)) || side.starts_with(['-', '−']);
    joins && side.contains(char::is_alphanumeric) && !side.contains(['$', '#', '&', '"', '…'])
}

/// Digits with separators, a decimal point and a sign; nothing else.
pub(super) fn is_number(piece: &str) -> bool {
    let digits = piece.strip_prefix(['-', '+', '−']).unwrap_or(piece);
    digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && digits.ends_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
}

/// A number that is repeated once, with words or punctuation around it.
fn number_stands_alone(before: &str, number: &str, after: &str) -> bool {
    if before.contains(|c: char| c.is_ascii_digit()) && is_number(before.trim_end_matches('%'))
        || is_number(after.trim_end_matches(['%', ',', '.', ';', ')']))
    {
        return false;
    }
    if number.contains(['.', ',']) {
        return true;
    }
    // `Table 3 3 shows`, `in 2024 2024 teams`: the second number can begin something else.
    let word = before.trim_end_matches('.').to_ascii_lowercase();
    let counted = COUNTED.contains(&word.as_str());
    let year = number.len() == 4 && (number.starts_with("19") || number.starts_with("20"));
    let dated = year && matches!(word.as_str(), "in" | "since" | "by" | "until" | "of" | "year" | "during");
    !(counted || dated)
}

/// Words before a number that is a name.
const COUNTED: &[&str] = &[
    "table",
    "tables",
    "figure",
    "figures",
    "fig",
    "section",
    "sec",
    "equation",
    "eq",
    "step",
    "stage",
    "phase",
    "level",
    "layer",
    "chapter",
    "appendix",
    "algorithm",
    "theorem",
    "lemma",
    "version",
    "type",
    "grade",
    "class",
    "day",
    "week",
    "year",
    "month",
    "task",
    "no",
    "part",
    "tier",
    "group",
    "cohort",
    "round",
    "case",
    "line",
    "page",
];

fn is_cjk(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Both sides are written with the same spaces: `n = 5 n = 5`.
fn spaced(text: &str, pieces: &Pieces, at: usize) -> Option<Pair> {
    let piece = |index: usize| pieces.spans.get(index).map(|span| span.of(text));
    // The sides begin and end with a letter or digit and an operator joins the first two.
    if !matches!(piece(at + 1)?, "=" | "<" | ">" | "+" | "-" | "/" | "≤" | "≥") {
        return None;
    }
    for count in (3..=MAX_SPACED_PIECES).step_by(2) {
        let first = at.checked_sub(count)?;
        let sides_agree = (0..count).all(|n| piece(first + n).is_some() && piece(first + n) == piece(at + n));
        if sides_agree && (0..count).step_by(2).all(|n| piece(at + n).is_some_and(|piece| piece.len() <= 8)) {
            let tex = ByteSpan::new(pieces.spans[at].start, pieces.spans[at + count - 1].end);
            return Some(Pair { start: pieces.spans[first].start, tex });
        }
    }
    None
}

/// What the bars of a flattened table say about doubled numbers: two equal numbers may be the last cell of one row
/// and the first of the next.
struct BarCells {
    barred: bool,
    /// Cells that are one integer twice.
    integers: usize,
}

impl BarCells {
    fn of(text: &str, pieces: &Pieces) -> Self {
        let piece = |index: usize| pieces.spans.get(index).map_or("|", |span| span.of(text));
        let barred = memchr::memchr(b'|', text.as_bytes()).is_some() && text.contains(" | ");
        let integers = if barred {
            (1..pieces.spans.len())
                .filter(|&at| piece(at) == piece(at - 1) && is_number(piece(at)))
                .filter(|&at| piece(at + 1) == "|" && (at < 2 || piece(at - 2) == "|"))
                .count()
        } else {
            0
        };
        Self { barred, integers }
    }

    fn allow(&self, number: &str) -> bool {
        !self.barred || number.contains('.') || self.integers >= 2
    }
}
