//! Folding for search: what a reader would call the same is the same, with the way back to the original characters.
//!
//! In order: NFKC, full case folding, NFKC again (so width, ligatures and composition no longer differ); Simplified and
//! Traditional characters become one ([`super::unified`]); what nobody sees (soft hyphens, zero-width characters, variation
//! selectors, control characters) is left out; white space becomes one space, and none beside a Chinese or Japanese
//! character, where it is a matter of typesetting (`GPT 模型`, `GPT模型`). White space at both ends is left out.
//!
//! A text that contains another one contains it after folding too. [`fold_keeping_script`] does the same and leaves
//! Simplified and Traditional characters apart.

use unicode_normalization::char::{canonical_combining_class, decompose_compatible};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::script::unified;
use super::span::ByteSpan;

/// Appends the folded characters of `text` to `out`.
pub fn fold_into(text: &str, out: &mut String) {
    each(text, unified, |ch, _, _| out.push(ch));
}

/// The folded characters of `text`.
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    fold_into(text, &mut out);
    out
}

/// The folded characters of `text`, each in its own script.
pub fn fold_keeping_script(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    each(text, as_it_is, |ch, _, _| out.push(ch));
    out
}

/// A folded text that knows where its characters come from.
#[derive(Clone, Debug, Default)]
pub struct Folded {
    text: String,
    /// In rising order of `folded`.
    steps: Vec<Step>,
}

/// From the byte `folded` on, up to the next step, the folded text comes from `start..end` of the original.
#[derive(Clone, Copy, Debug)]
struct Step {
    folded: usize,
    start: usize,
    end: usize,
    /// Byte for byte: a part of the folded text comes from the part at the same distance. Else all comes from all.
    even: bool,
}

impl Folded {
    /// Folds `text`.
    pub fn of(text: &str) -> Self {
        Self::with(text, unified)
    }

    /// Folds `text` and keeps the script of its characters, as [`fold_keeping_script`].
    pub fn keeping_script(text: &str) -> Self {
        Self::with(text, as_it_is)
    }

    fn with(text: &str, script: impl Fn(char) -> char) -> Self {
        let mut folded = Self { text: String::with_capacity(text.len()), steps: Vec::new() };
        each(text, script, |ch, start, end| folded.push(ch, start, end));
        folded
    }

    /// The folded characters.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The original characters that the bytes `span` of the folded text come from. A character that folds to several is
    /// given whole. The span must lie on character boundaries of [`Folded::text`].
    pub fn original(&self, span: ByteSpan) -> ByteSpan {
        let start = self.step(span.start).map_or(0, |step| {
            if step.even { (step.start + span.start - step.folded).min(step.end) } else { step.start }
        });
        let last = span.end.checked_sub(1).filter(|_| !span.is_empty()).and_then(|last| self.step(last));
        let end =
            last.map_or(
                start,
                |step| {
                    if step.even { (step.start + span.end - step.folded).min(step.end) } else { step.end }
                },
            );
        ByteSpan::new(start, end.max(start))
    }

    fn step(&self, folded: usize) -> Option<&Step> {
        let after = self.steps.partition_point(|step| step.folded <= folded);
        self.steps.get(after.checked_sub(1)?)
    }

    fn push(&mut self, ch: char, start: usize, end: usize) {
        let even = ch.len_utf8() == end - start;
        let folded = self.text.len();
        self.text.push(ch);
        match self.steps.last_mut() {
            Some(last) if even && last.even && last.end == start => last.end = end,
            // One original gives several: they share its place.
            Some(last) if (last.start, last.end) == (start, end) => last.even = false,
            _ => self.steps.push(Step { folded, start, end, even }),
        }
    }
}

fn as_it_is(ch: char) -> char {
    ch
}

/// Calls `found` with each folded character and with the bytes of `text` that it comes from; `script` is what becomes of
/// a character that has forms in both.
fn each(text: &str, script: impl Fn(char) -> char, mut found: impl FnMut(char, usize, usize)) {
    let mut spacing = Spacing::default();
    let mut put = |ch, start, end| spacing.put(ch, start, end, &mut found);
    let mut unit = Unit::default();
    let mut chars = text.char_indices().peekable();
    while let Some((start, first)) = chars.next() {
        let next = chars.peek().copied();
        if let Some(plain) = plain(first, &script)
            && next.is_none_or(|(_, next)| is_plain(next) || begins(next))
        {
            put(plain, start, start + first.len_utf8());
            continue;
        }
        let mut end = start + first.len_utf8();
        while let Some((at, next)) = chars.next_if(|&(_, next)| !is_plain(next) && !begins(next)) {
            end = at + next.len_utf8();
        }
        for &ch in unit.folded(text.get(start..end).unwrap_or_default()) {
            put(script(ch), start, end);
        }
    }
}

/// What becomes of white space and of what nobody sees.
#[derive(Default)]
struct Spacing {
    last: Option<char>,
    space: Option<(usize, usize)>,
}

impl Spacing {
    fn put(&mut self, ch: char, start: usize, end: usize, found: &mut impl FnMut(char, usize, usize)) {
        if ch > ' ' && ch < '\u{7F}' || is_ideograph(ch) {
            // Nearly everything.
        } else if ch.is_whitespace() {
            let from = self.space.map_or(start, |(from, _)| from);
            self.space = Some((from, end));
            return;
        } else if is_invisible(ch) {
            return;
        }
        if let Some((from, to)) = self.space.take()
            && let Some(last) = self.last
            && !is_unspaced(last)
            && !is_unspaced(ch)
        {
            found(' ', from, to);
        }
        self.last = Some(ch);
        found(ch, start, end);
    }
}

/// Buffers for characters that need the tables.
#[derive(Default)]
struct Unit {
    cased: String,
    folded: Vec<char>,
}

impl Unit {
    fn folded(&mut self, text: &str) -> &[char] {
        self.cased.clear();
        self.cased.extend(text.nfkc().flat_map(caseless));
        self.folded.clear();
        self.folded.extend(self.cased.nfkc());
        &self.folded
    }
}

/// Full case folding: what has the same capitals, and what only has a capital.
fn caseless(ch: char) -> impl Iterator<Item = char> {
    ch.to_lowercase().flat_map(char::to_uppercase).flat_map(char::to_lowercase)
}

/// What a character folds to that needs no tables: ASCII in both widths, ideographs, and the usual stops and marks.
fn plain(ch: char, script: impl Fn(char) -> char) -> Option<char> {
    match ch {
        '\0'..='\u{7F}' => Some(ch.to_ascii_lowercase()),
        '\u{4E00}'..='\u{9FFF}' => Some(script(ch)),
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(ch) - 0xFEE0).map(|ch| ch.to_ascii_lowercase()),
        '\u{3000}' => Some(' '),
        '\u{3001}' | '\u{3002}' | '\u{300A}'..='\u{300F}' | '\u{2018}'..='\u{201D}' | '\u{2013}' | '\u{2014}' => {
            Some(ch)
        }
        _ => None,
    }
}

fn is_plain(ch: char) -> bool {
    plain(ch, as_it_is).is_some()
}

/// Whether a character composes with nothing that stands before it.
fn begins(ch: char) -> bool {
    let mut first = None;
    decompose_compatible(ch, |part| first = first.or(Some(part)));
    first.is_none_or(|first| {
        canonical_combining_class(first) == 0 && is_nfc_quick(std::iter::once(first)) == IsNormalized::Yes
    })
}

fn is_ideograph(ch: char) -> bool {
    matches!(ch, '\u{4E00}'..='\u{9FFF}')
}

/// Written without spaces between words: a space beside it means nothing.
fn is_unspaced(ch: char) -> bool {
    ch > '\u{2FFF}' && is_wide(ch) || matches!(ch, '\u{3000}'..='\u{303F}')
}

/// Chinese and Japanese characters, of which each counts as a word of its own.
pub fn is_wide(ch: char) -> bool {
    matches!(ch, '\u{4E00}'..='\u{9FFF}' | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{3029}' | '\u{3041}'..='\u{3096}' | '\u{309B}'..='\u{309F}' | '\u{30A1}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}'
        | '\u{3400}'..='\u{4DBF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Drawn as nothing, in the middle of a word as well.
fn is_invisible(ch: char) -> bool {
    ch.is_control()
        || matches!(ch, '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests;
