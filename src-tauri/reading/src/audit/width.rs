//! Full-width digits and letters of a claim (８７．５％), read as their plain forms.

use crate::text::ByteSpan;

/// A claim with plain digits and letters, and where its bytes stood before.
pub(super) struct Narrowed {
    pub(super) text: String,
    /// For each byte of `text`, and for its end, the byte of the original.
    origin: Vec<usize>,
}

impl Narrowed {
    /// `None` where the claim has no full-width digit, as nearly all have none.
    pub(super) fn of(claim: &str) -> Option<Self> {
        // U+FF10 … U+FF19 begin with these two bytes.
        let wide = claim.as_bytes().windows(3).any(|bytes| matches!(bytes, [0xEF, 0xBC, 0x90..=0x99]));
        if !wide {
            return None;
        }
        let mut narrowed =
            Self { text: String::with_capacity(claim.len()), origin: Vec::with_capacity(claim.len() + 1) };
        let mut before = ' ';
        for (at, c) in claim.char_indices() {
            let next = claim[at + c.len_utf8()..].chars().next().unwrap_or(' ');
            let plain = narrow(c, before.is_numeric() && next.is_numeric());
            narrowed.origin.extend(std::iter::repeat_n(at, plain.len_utf8()));
            narrowed.text.push(plain);
            before = c;
        }
        narrowed.origin.push(claim.len());
        Some(narrowed)
    }

    /// The place in the original.
    pub(super) fn span(&self, span: ByteSpan) -> ByteSpan {
        let origin = |at: usize| self.origin.get(at).or(self.origin.last()).copied().unwrap_or(0);
        ByteSpan::new(origin(span.start), origin(span.end))
    }
}

/// Points, commas and dashes only between digits, because Chinese prose has its own.
fn narrow(c: char, between_digits: bool) -> char {
    let plain = || char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c);
    match c {
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '％' | '＋' | '－' => plain(),
        '．' | '，' | '／' if between_digits => plain(),
        _ => c,
    }
}
