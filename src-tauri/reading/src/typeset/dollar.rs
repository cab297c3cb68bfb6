//! TeX between dollar signs, as authors write it in abstracts: `$O(n^2)$`, `$\textbf{R}$einforcement`.

use super::{Math, Origin, Run, RunKind, mathml};
use crate::text::ByteSpan;

/// Longest formula between two dollar signs.
const MAX_FORMULA_BYTES: usize = 600;

/// The delimited formulas of `text` and the backslashes that only protect a sign (`20\%`), in order. Money (`$20 …
/// $5`), code and anything without a translation stay.
pub(super) fn find(text: &str) -> Vec<Run> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(step) = memchr::memchr2(b'$', b'\\', &text.as_bytes()[at..]) {
        let open = at + step;
        let run = if text.as_bytes()[open] == b'$' { between_dollars(text, open) } else { escaped(text, open) };
        at = run.as_ref().map_or(open + 1, |run| run.span.end);
        found.extend(run);
    }
    found
}

fn math(start: usize, end: usize, tex: &str) -> Option<Run> {
    let mathml = mathml::from_tex(tex)?;
    let math = Math { tex: tex.trim().to_owned(), mathml, origin: Origin::Delimited };
    Some(Run { span: ByteSpan::new(start, end), kind: RunKind::Math(math) })
}

fn between_dollars(text: &str, open: usize) -> Option<Run> {
    let bytes = text.as_bytes();
    let double = bytes.get(open + 1) == Some(&b'$');
    let from = open + 1 + usize::from(double);
    let limit = bytes.len().min(from + MAX_FORMULA_BYTES);
    let mut close = from;
    loop {
        close += memchr::memchr2(b'$', b'\\', bytes.get(close..limit)?)?;
        if bytes[close] == b'$' {
            break;
        }
        close += 2;
    }
    let tex = text.get(from..close)?;
    let end = close + 1;
    if double {
        return (bytes.get(end) == Some(&b'$') && !tex.trim().is_empty()).then(|| math(open, end + 1, tex))?;
    }
    let (first, last) = (tex.chars().next()?, tex.chars().next_back()?);
    // Between the signs of two prices stand words, and the second sign opens a number.
    let next_digit = bytes.get(end).is_some_and(u8::is_ascii_digit);
    if next_digit || first.is_whitespace() && last.is_whitespace() && !has_mark(tex) {
        return None;
    }
    let certain = has_mark(tex) || (!first.is_whitespace() && !last.is_whitespace() && is_short_formula(tex));
    certain.then(|| math(open, end, tex))?
}

fn has_mark(tex: &str) -> bool {
    tex.contains(['\\', '_', '^'])
}

/// A number, a variable or a small expression: no word of three letters, no sentence.
fn is_short_formula(tex: &str) -> bool {
    let words = tex.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() >= 3).count();
    let spaces = tex.split_whitespace().count();
    words == 0 && tex.chars().count() <= 60 && (spaces == 1 || tex.contains(['=', '<', '>', '+', '-', '/', ',']))
}

/// `\%`, `\&`, `\_`, `\#`, `\$` outside formulas, and `\(…\)`.
fn escaped(text: &str, open: usize) -> Option<Run> {
    let next = *text.as_bytes().get(open + 1)?;
    if next == b'(' {
        let from = open + 2;
        let window = text.as_bytes().get(from..text.len().min(from + MAX_FORMULA_BYTES))?;
        let len = memchr::memmem::find(window, b"\\)").filter(|len| *len > 0)?;
        return math(open, from + len + 2, &text[from..from + len]);
    }
    let before = text[..open].chars().next_back();
    let protects = match next {
        b'%' => before.is_some_and(|c| c.is_ascii_digit()),
        b'&' | b'#' | b'$' | b'_' => before.is_some_and(|c| c.is_alphanumeric() || c == ' '),
        _ => false,
    };
    protects.then(|| Run { span: ByteSpan::new(open, open + 1), kind: RunKind::Hidden })
}
