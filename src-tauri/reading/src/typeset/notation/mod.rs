//! Plain-text mathematics: `M_{t-1}^k x_t`, `η_t^inj=(1−α_t)/r_t`, `‖δ_t‖₂²`, `v̂_t`.
//!
//! Formulas are told from prose and code by their atoms. A script stands on a single letter, a bracket or a number;
//! `snake_case`, file names, addresses and metric names have words before their underscores. A stretch becomes a
//! formula only when it holds a script, an accent or a command; a plain `d×d` is well shown as text.

mod atom;
mod parser;
mod script;

use super::{Math, Origin, Run, RunKind, mathml};
use crate::text::ByteSpan;
use parser::{Formula, Parser};

/// Longer formulas are cut before relations, so that lines can break there.
const MAX_UNBROKEN_BYTES: usize = 56;

/// The formulas of `text` in order.
pub(super) fn find(text: &str) -> Vec<Run> {
    let mut found = Vec::new();
    if !text.chars().any(is_trigger) {
        return found;
    }
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if !atom::starts_operand(c) {
            at += c.len_utf8();
            continue;
        }
        if !clean_before(text, at) {
            at = after_word(text, at).max(at + c.len_utf8());
            continue;
        }
        match Parser::new(text, at).formula() {
            Some(formula) => {
                at = formula.end.max(at + c.len_utf8());
                if formula.marked && clean_after(text, formula.end) {
                    found.extend(runs(text, &formula));
                }
            }
            None => at = after_word(text, at).max(at + c.len_utf8()),
        }
    }
    found
}

fn is_trigger(c: char) -> bool {
    matches!(c, '_' | '^' | '\\' | '\u{300}'..='\u{36f}')
}

/// Whether a formula can begin here: not inside a word, a path, an address or code.
fn clean_before(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    !before
        .is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '@' | '#' | '`' | '\\' | '/' | '&' | '?'))
}

/// Whether a formula can end here.
fn clean_after(text: &str, at: usize) -> bool {
    let mut after = text[at..].chars();
    match (after.next(), after.next()) {
        (Some('.' | ':' | '/' | '\\'), Some(next)) => !(next.is_ascii_alphanumeric() || next == '/' || next == '_'),
        (Some('_' | '`' | '^' | '@'), _) => false,
        (Some(c), _) => !c.is_ascii_alphanumeric(),
        (None, _) => true,
    }
}

/// After the word, path or address that begins here: letters, digits and underscores with single signs between.
fn after_word(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let is_word = |at: usize| bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let mut end = at;
    loop {
        if is_word(end) {
            end += 1;
        } else if end > at && matches!(bytes.get(end), Some(b'.' | b'/' | b':' | b'@' | b'-' | b'\\')) {
            let signs = bytes[end..]
                .iter()
                .take(3)
                .take_while(|byte| matches!(byte, b':' | b'/' | b'.' | b'@' | b'-' | b'\\'))
                .count();
            if !is_word(end + signs) {
                return end;
            }
            end += signs;
        } else {
            return end;
        }
    }
}

/// One run, or several that meet at relations.
fn runs(text: &str, formula: &Formula) -> Vec<Run> {
    let mut cuts = vec![(formula.start, 0)];
    if formula.end - formula.start > MAX_UNBROKEN_BYTES {
        cuts.extend(&formula.relations);
    }
    cuts.push((formula.end, formula.tex.len()));
    let mut runs = Vec::with_capacity(cuts.len() - 1);
    for (nth, pair) in cuts.windows(2).enumerate() {
        let ((start, from), (end, to)) = (pair[0], pair[1]);
        let tex = formula.tex[from..to].trim();
        if start == end || tex.is_empty() {
            continue;
        }
        // A relation at the beginning keeps its space on both sides only after something.
        let shown = if nth == 0 { mathml::from_tex(tex) } else { mathml::from_tex(&format!("{{}}{tex}")) };
        let Some(mathml) = shown else { return Vec::new() };
        let trimmed = text[start..end].trim_end().len();
        let math = Math { tex: tex.to_owned(), mathml, origin: Origin::Notation };
        runs.push(Run { span: ByteSpan::new(start, start + trimmed), kind: RunKind::Math(math) });
    }
    runs
}

#[cfg(test)]
mod tests;
