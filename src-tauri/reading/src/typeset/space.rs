//! Stray spaces that extraction left where an element ended: before punctuation, inside brackets, before a suffix.

use super::{Run, RunKind};
use crate::text::ByteSpan;

/// The two marks of a quotation stand at most so many characters apart.
const MAX_QUOTED_CHARS: usize = 120;

/// The stray spaces of `text` outside `runs`, in order.
pub(super) fn find(text: &str, runs: &[Run]) -> Vec<Run> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut runs = runs.iter().peekable();
    let mut formula_end = None;
    let mut at = 0;
    while let Some(step) = memchr::memchr(b' ', &bytes[at..]) {
        let start = at + step;
        let len = bytes[start..].iter().take_while(|byte| **byte == b' ').count();
        at = start + len;
        while let Some(run) = runs.next_if(|run| run.span.end <= start) {
            formula_end = matches!(run.kind, RunKind::Math(_)).then_some(run.span.end);
        }
        if runs.peek().is_some_and(|run| run.span.start < start) || start == 0 || at == bytes.len() {
            continue;
        }
        let after_formula = formula_end == Some(start);
        let before_formula =
            runs.peek().is_some_and(|run| run.span.start == at && matches!(run.kind, RunKind::Math(_)));
        let dash = |rest: &str| rest.starts_with(['–', '—']);
        let (before, after) = (&text[..start], &text[at..]);
        let stray = before_punctuation(before, after)
            || after_bracket(before, after)
            || inside_quotation(text, start, at)
            || before_suffix(before, after, after_formula)
            // `1.42 1.42 – 1.53 × 1.53\times`: a range whose ends are formulas.
            || after_formula && dash(after) && range_goes_on(after)
            || before_formula && before.ends_with(['–', '—']) && ends_with_spaced_number(before);
        if stray {
            found.push(Run { span: ByteSpan::new(start, at), kind: RunKind::Hidden });
        }
    }
    found
}

/// ` ,` and the like, with white space, a quotation mark or nothing after the punctuation.
fn before_punctuation(before: &str, after: &str) -> bool {
    let mut chars = after.chars();
    let Some(sign) = chars.next() else { return false };
    let next = chars.next();
    let ends = next.is_none_or(|c| c.is_whitespace() || matches!(c, '”' | '"' | '’' | '\'' | ')' | ']' | '[' | '('));
    let last = before.chars().next_back();
    let word_before = last.is_some_and(|c| {
        c.is_alphanumeric()
            || matches!(
                c,
                ')' | ']' | '%' | '”' | '"' | '’' | '}' | '+' | '↑' | '↓' | '×' | '⋆' | '*' | '†' | '°' | '‡'
            )
    });
    match sign {
        ',' | ';' => ends || next.is_some_and(char::is_alphabetic) && sign == ',',
        '.' => ends && word_before && next != Some('.'),
        '?' | '!' => ends && word_before && next != Some('='),
        // `1 : 2` is a ratio, ` :)` no punctuation.
        ':' => next.is_none_or(char::is_whitespace) && last.is_some_and(|c| c.is_alphabetic() || c == ')'),
        ')' | ']' => !before.ends_with(['(', '[']) && next != Some('('),
        '’' | '\'' => next == Some('s') && after.chars().nth(2).is_none_or(|c| !c.is_alphanumeric()) && word_before,
        '%' => false,
        _ => false,
    }
}

/// `“ robust ”`: the space on either side, where both are there and nothing but a few words lies between.
fn inside_quotation(text: &str, start: usize, end: usize) -> bool {
    let (before, after) = (&text[..start], &text[end..]);
    if before.ends_with('“') {
        let close = after.char_indices().take(MAX_QUOTED_CHARS).find(|(_, c)| matches!(c, '”' | '“'));
        return close.is_some_and(|(at, c)| c == '”' && at > 0 && after[..at].ends_with(' '));
    }
    if after.starts_with('”') {
        let open = before.char_indices().rev().take(MAX_QUOTED_CHARS).find(|(_, c)| matches!(c, '”' | '“'));
        return open.is_some_and(|(at, c)| c == '“' && before[at + c.len_utf8()..].starts_with(' '));
    }
    false
}

/// `( ` with something inside.
fn after_bracket(before: &str, after: &str) -> bool {
    before.ends_with(['(', '[']) && !after.starts_with([')', ']'])
}

/// `Name -27B`, a formula and `-Bench`: the suffix of a name that was set in a face of its own. A minus sign before
/// a number is none.
fn before_suffix(before: &str, after: &str, after_formula: bool) -> bool {
    let Some(suffix) = after.strip_prefix(['-', '‑']) else { return false };
    let end = suffix.find(|c: char| !c.is_alphanumeric()).unwrap_or(suffix.len());
    let (word, rest) = suffix.split_at(end);
    let lettered = word.chars().any(char::is_alphabetic)
        && !word.ends_with(['x', '×'])
        && !rest.starts_with(['%', '.']) | rest.starts_with(". ") | (rest == ".");
    let name = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let coined = name.chars().skip(1).any(char::is_uppercase) && name.chars().all(|c| c.is_alphanumeric() || c == '-');
    // `Name -7B`: how many parameters it has.
    let digits = word.trim_end_matches(['B', 'M']);
    let sized =
        digits.len() + 1 == word.len() && digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.is_empty();
    let capital = name.starts_with(char::is_uppercase) && name.chars().all(|c| c.is_alphanumeric() || c == '-');
    lettered && (after_formula || coined || sized && capital)
}

/// A dash and then a number.
fn range_goes_on(after: &str) -> bool {
    let rest = after.trim_start_matches(['–', '—']);
    let number = rest.trim_start();
    number.len() < rest.len() && number.starts_with(|c: char| c.is_ascii_digit())
}

/// A number, a space and a dash.
fn ends_with_spaced_number(before: &str) -> bool {
    let rest = before.trim_end_matches(['–', '—']);
    rest.ends_with(' ') && rest.trim_end().ends_with(|c: char| c.is_ascii_digit() || c == '}' || c == '%')
        || rest.trim_end().ends_with("\\times") && rest.ends_with(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `·` marks the spaces that must be found.
    fn check(marked: &str) {
        let text = marked.replace('·', " ");
        let mut shown = text.clone();
        for run in find(&text, &[]).iter().rev() {
            shown.replace_range(run.span.start..run.span.end, "·");
        }
        assert_eq!(shown, marked);
    }

    #[test]
    fn spaces_before_punctuation_are_stray() {
        check("accuracy of 76.69%·, which (see Table 1·)·. It is·;");
        check("files end in .json and .5 grows·, more ... a ratio of 1 : 2");
    }

    #[test]
    fn spaces_inside_brackets_are_stray() {
        check("a gain (·+0.86%·) and [·x·] but ( ) stays");
    }

    #[test]
    fn the_suffix_of_a_name_is_joined_and_a_minus_sign_is_not() {
        check("a “·robust·” model, a “robust” one; an open “ mark");
        check("one ” that closes");
        check("Heron·-7B and 3 -7B");
        check("OmniKit·-27B beats it by -1.0% and -12.0% on GPT -4 and the -Bench");
    }
}
