//! Formulas that stand twice, once as Unicode text and once as TeX: `1.85 × 1.85\times`, `H 0 H_{0}`, `37.47 37.47`.
//!
//! A page's formula element carries its printed form and, as an annotation, its TeX; a program that takes all the
//! text of the element writes one after the other. The two sides are told apart by what they print: we look for a
//! place where the folded characters before it are those that the TeX after it would print. Where they don't agree
//! nothing is found.

mod plain;

use super::glyph::{Reader, fold};
use super::{Math, Origin, Run, RunKind, mathml};
use crate::text::ByteSpan;

/// The TeX side ends at most so many white-space-separated pieces after its first one.
const MAX_PIECES: usize = 48;
/// The TeX side begins at most so many pieces before its first command.
const MAX_PIECES_BEFORE_MARK: usize = 10;
/// Longest TeX side.
const MAX_TEX_BYTES: usize = 800;

/// The doubled formulas of `text` in order. Doubled plain numbers and letters (`37.47 37.47`) are looked for only
/// where `quoted` says that the passage was cut out of a page.
pub(super) fn find(text: &str, quoted: bool) -> Vec<Run> {
    let marked = memchr::memchr3(b'\\', b'^', b'_', text.as_bytes()).is_some() || text.contains('{');
    if !marked && !quoted {
        return Vec::new();
    }
    let pieces = Pieces::of(text);
    let mut found = Vec::new();
    if marked {
        with_marks(text, &pieces, &mut found);
    }
    if quoted {
        plain::find(text, &pieces, &mut found);
    }
    found.into_iter().map(|pair| pair.run(text)).collect()
}

/// Both sides of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pair {
    /// Where the Unicode side starts.
    start: usize,
    /// The TeX side.
    tex: ByteSpan,
}

impl Pair {
    fn run(self, text: &str) -> Run {
        let tex = self.tex.of(text);
        let printed = || text.get(self.start..self.tex.start).unwrap_or_default().trim_end();
        // Both sides agree, so the printed side is right even where the TeX has no translation.
        let mathml = mathml::from_tex(tex).unwrap_or_else(|| mathml::from_printed(printed()));
        let math = Math { tex: tex.to_owned(), mathml, origin: Origin::Doubled };
        Run { span: ByteSpan::new(self.start, self.tex.end), kind: RunKind::Math(math) }
    }
}

/// The text cut at white space, and its folded characters with their places.
struct Pieces {
    spans: Vec<ByteSpan>,
    /// Folded characters, white space left out.
    glyphs: Vec<char>,
    /// For each glyph the byte where its character starts.
    places: Vec<usize>,
    /// `sums[n]` adds up the first `n` glyphs: two stretches with the same characters have the same difference.
    sums: Vec<u64>,
    /// For each piece the number of glyphs before it.
    before: Vec<usize>,
}

impl Pieces {
    fn of(text: &str) -> Self {
        let mut pieces = Self {
            spans: Vec::new(),
            glyphs: Vec::with_capacity(text.len()),
            places: Vec::with_capacity(text.len()),
            sums: vec![0],
            before: Vec::new(),
        };
        let mut start = None;
        for (at, c) in text.char_indices() {
            if c.is_whitespace() {
                if let Some(start) = start.take() {
                    pieces.spans.push(ByteSpan::new(start, at));
                }
                continue;
            }
            if start.is_none() {
                start = Some(at);
                pieces.before.push(pieces.glyphs.len());
            }
            let (glyphs, places, sums) = (&mut pieces.glyphs, &mut pieces.places, &mut pieces.sums);
            fold(c, |glyph| {
                glyphs.push(glyph);
                places.push(at);
                sums.push(sums.last().copied().unwrap_or_default().wrapping_add(weight(glyph)));
            });
        }
        if let Some(start) = start {
            pieces.spans.push(ByteSpan::new(start, text.len()));
        }
        pieces
    }

    /// Where the Unicode side starts, if the glyphs before piece `at` are those that `reader` printed, and whether
    /// they are in the same order. Scripts and accents may be written in another one.
    fn agrees(&self, text: &str, at: usize, reader: &Reader, sum: u64) -> Option<(usize, Order)> {
        let count = reader.printed.len();
        let end = self.before[at];
        let first = end.checked_sub(count).filter(|_| count > 0)?;
        if self.sums[end].wrapping_sub(self.sums[first]) != sum {
            return None;
        }
        let glyphs = &self.glyphs[first..end];
        let order = if glyphs == reader.printed { Order::Same } else { Order::Other };
        if order == Order::Other {
            let sorted = |glyphs: &[char]| {
                let mut sorted = glyphs.to_vec();
                sorted.sort_unstable();
                sorted
            };
            if !reader.marks || sorted(glyphs) != sorted(&reader.printed) {
                return None;
            }
        }
        let start = self.places[first];
        // The Unicode side is a piece of its own: it does not begin inside a word, a number or a character.
        let split = first > 0 && self.places[first - 1] == start;
        let before = text[..start].chars().next_back();
        let inside = before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '\\' | '_' | '^' | '{'));
        (!split && !inside).then_some((start, order))
    }
}

impl Pieces {
    /// As [`Self::agrees`], with the bars of fractions printed as slashes.
    fn agrees_with_slashes(&self, text: &str, at: usize, reader: &Reader, sum: u64) -> Option<(usize, Order)> {
        if reader.slashes == 0 {
            return None;
        }
        let mut slashed = reader.clone();
        slashed.printed.extend(std::iter::repeat_n('/', reader.slashes));
        let sum = (0..reader.slashes).fold(sum, |sum, _| sum.wrapping_add(weight('/')));
        self.agrees(text, at, &slashed, sum)
    }
}

/// How the characters of the two sides follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    /// The same characters in another order; weaker.
    Other,
    Same,
}

/// Spreads characters over 64 bits, so that different stretches seldom add up to the same.
fn weight(glyph: char) -> u64 {
    (u64::from(u32::from(glyph)) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d
}

/// Pairs whose TeX side holds a command, a brace or a script.
fn with_marks(text: &str, pieces: &Pieces, found: &mut Vec<Pair>) {
    let mut free = 0;
    for at in 0..pieces.spans.len() {
        if at < free || !has_mark(pieces.spans[at].of(text)) {
            continue;
        }
        let mut best: Option<Candidate> = None;
        for first in (free.max(at.saturating_sub(MAX_PIECES_BEFORE_MARK))..=at).rev() {
            if first < at && is_word(pieces.spans[first].of(text)) {
                break;
            }
            let floor = found.last().map_or(0, |pair| pair.tex.end);
            if let Some(candidate) = best_from(text, pieces, first, floor)
                && candidate.last >= at
                && best.is_none_or(|known| candidate.beats(&known))
            {
                best = Some(candidate);
            }
        }
        if let Some(best) = best {
            found.push(best.pair);
            free = best.last + 1;
        }
    }
}

/// A pair that could be one.
#[derive(Clone, Copy)]
struct Candidate {
    pair: Pair,
    order: Order,
    /// Last piece of the TeX side.
    last: usize,
}

impl Candidate {
    /// The same order beats another one. Of equal ones the longer agrees in more; but of those in another order the
    /// shorter is right, because the longer only carries a neighbour from one end to the other.
    fn beats(&self, known: &Self) -> bool {
        self.order > known.order
            || self.order == known.order && (self.pair.tex.len() > known.pair.tex.len()) == (self.order == Order::Same)
    }
}

/// The best TeX side that begins with piece `first` and agrees with what stands before it.
fn best_from(text: &str, pieces: &Pieces, first: usize, floor: usize) -> Option<Candidate> {
    let start = pieces.spans[first].start;
    let mut reader = Reader::default();
    let (mut read_to, mut sum, mut counted) = (start, 0u64, 0);
    let mut best: Option<Candidate> = None;
    for (last, span) in pieces.spans.iter().enumerate().skip(first).take(MAX_PIECES) {
        if span.end - start > MAX_TEX_BYTES {
            break;
        }
        let piece = span.of(text);
        if last > first && reader.is_balanced() && is_word(piece) {
            break;
        }
        // A sentence may end right after the TeX side.
        let trimmed = piece.trim_end_matches([',', '.', ';', ':', ')', ']', '?', '!']);
        let mut consider = |reader: &Reader, sum: u64, end: usize| {
            if reader.marks
                && reader.is_balanced()
                && let Some((printed, order)) = pieces
                    .agrees(text, first, reader, sum)
                    .or_else(|| pieces.agrees_with_slashes(text, first, reader, sum))
                && printed >= floor
            {
                let pair = Pair { start: printed, tex: ByteSpan::new(start, end) };
                let candidate = Candidate { pair, order, last };
                best = Some(best.filter(|known| !candidate.beats(known)).unwrap_or(candidate));
            }
        };
        if trimmed.len() < piece.len() && !trimmed.is_empty() && !trimmed.ends_with('\\') {
            let mut shorter = reader.clone();
            if shorter.read(&text[read_to..span.start + trimmed.len()]).is_ok() {
                let sum = shorter.printed[counted..].iter().fold(sum, |sum, glyph| sum.wrapping_add(weight(*glyph)));
                consider(&shorter, sum, span.start + trimmed.len());
            }
        }
        if reader.read(&text[read_to..span.end]).is_err() {
            break;
        }
        read_to = span.end;
        sum = reader.printed[counted..].iter().fold(sum, |sum, glyph| sum.wrapping_add(weight(*glyph)));
        counted = reader.printed.len();
        if counted > pieces.before[first] {
            break;
        }
        consider(&reader, sum, span.end);
    }
    best
}

/// Whether the piece holds TeX: a command, a group or a script.
fn has_mark(piece: &str) -> bool {
    let bytes = piece.as_bytes();
    memchr::memchr3(b'\\', b'^', b'_', bytes).is_some() && bytes.len() > 1
        || memchr::memchr(b'{', bytes).is_some() && bytes.windows(3).any(is_single)
}

/// `{,}`, `{-}`: braces that only change the space around a sign.
fn is_single(three: &[u8]) -> bool {
    matches!(three, [b'{', _, b'}'])
}

/// Whether the piece is a word of prose, which no formula contains outside its groups.
fn is_word(piece: &str) -> bool {
    let letters = piece.trim_end_matches([',', '.', ';', ':']);
    letters.len() >= 3 && letters.chars().all(|c| c.is_alphabetic() || c == '-' || c == '’')
}
