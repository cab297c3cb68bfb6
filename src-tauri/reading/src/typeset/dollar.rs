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
    if next_digit && !tex.contains('\\') || first.is_whitespace() && last.is_whitespace() && !has_mark(tex) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Formulas in `⟦⟧`, hidden signs as `␣`.
    fn check(marked: &str) {
        let text = marked.replace(['⟦', '⟧'], "").replace('␣', "\\");
        let mut shown = text.clone();
        for run in find(&text).iter().rev() {
            if matches!(run.kind, RunKind::Math(_)) {
                shown.insert(run.span.end, '⟧');
                shown.insert(run.span.start, '⟦');
            } else {
                shown.replace_range(run.span.start..run.span.end, "␣");
            }
        }
        assert_eq!(shown, marked);
    }

    #[test]
    fn tex_between_dollar_signs_is_a_formula() {
        check(r"in ⟦$O(n^2)$⟧ time for ⟦$n$⟧ items, ⟦$n=5$⟧ and ⟦$\alpha_{t}$⟧");
        check(r"a ⟦$\textbf{R}$⟧einforcement method, ⟦$\sim$⟧3 times, ⟦$(L_0, L_1)$⟧-smooth");
        check(r"display ⟦$$x^2$$⟧ and ⟦\(x_t\)⟧");
        check(r"on ⟦$\tau^2$⟧-bench by ⟦$10\times$⟧");
    }

    #[test]
    fn money_unknown_macros_and_odd_signs_stay() {
        check("costs $20 million and $5, or $10-$20 each, in US$ and A$ terms");
        check(r"our $\method$ wins, a lone $ and $x");
        check("from 5$ to 10$ a day");
        check("echo $HOME and $PATH are set");
    }

    #[test]
    fn a_backslash_that_protects_a_sign_is_not_shown() {
        check(r"gains 20␣% and R␣&D");
        check(r"a path C:\temp and \emph");
    }
}
