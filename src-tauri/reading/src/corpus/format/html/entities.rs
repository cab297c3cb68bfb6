//! Lays decoded text beside its source, so that each character keeps its place.

use crate::text::ByteSpan;

use super::Flow;

/// No reference is longer, ampersand and semicolon included; numbers may be, and are then taken whole.
const LONGEST_REFERENCE: usize = 40;

/// Adds the text of the span to the flow. `text` is what the span of `source` says with its references decoded; line
/// feeds of the source, with the blanks around them, are one space.
pub(super) fn push(flow: &mut Flow, text: &str, span: ByteSpan, source: &str) {
    let raw = span.of(source);
    if raw == text {
        push_run(flow, raw, span.start);
        return;
    }
    let (mut shown, mut at) = (text, 0);
    while at < raw.len() && !shown.is_empty() {
        let run = raw[at..].find(['&', '\r']).map_or(raw.len(), |found| at + found);
        let literal = &raw[at..run];
        let Some(rest) = shown.strip_prefix(literal) else {
            break;
        };
        push_run(flow, literal, span.start + at);
        (shown, at) = (rest, run);
        if at == raw.len() {
            break;
        }
        let (taken, decoded) = reference(&raw[at..], shown);
        if decoded > 0 {
            let (word, rest) = shown.split_at(decoded);
            if word.chars().all(|c| matches!(c, '\n' | ' ' | '\t' | '\r')) {
                flow.push_gap(' ');
            } else {
                flow.push_decoded(word, ByteSpan::new(span.start + at, span.start + at + taken));
            }
            shown = rest;
        }
        at += taken;
    }
    // What could not be laid side by side is taken whole.
    if !shown.trim().is_empty() {
        flow.push_decoded(shown, ByteSpan::new(span.start + at.min(raw.len()), span.end));
    }
}

/// How many bytes of the source the reference or line end at its start takes, and how many of the text it gives.
fn reference(raw: &str, shown: &str) -> (usize, usize) {
    if let Some(rest) = raw.strip_prefix('\r') {
        let taken = 1 + usize::from(rest.starts_with('\n'));
        return (taken, usize::from(shown.starts_with('\n')));
    }
    let name = raw[1..].bytes().take(LONGEST_REFERENCE).take_while(|b| b.is_ascii_alphanumeric() || *b == b'#').count();
    let closed = raw[1 + name..].starts_with(';');
    let first = shown.chars().next().map_or(0, char::len_utf8);
    let second = shown[first..].chars().next().map_or(0, char::len_utf8);
    // The longest reading of the source first; one character is far commoner than two.
    let ends = closed.then_some(name + 2).into_iter().chain((1..=name + 1).rev());
    for taken in ends {
        let after = &raw[taken..];
        let literal = &after[..after.find(['&', '\r']).unwrap_or(after.len())];
        for decoded in [first, first + second] {
            let Some(tail) = shown.get(decoded..) else { continue };
            let fits = if literal.is_empty() { after.is_empty() == tail.is_empty() } else { tail.starts_with(literal) };
            if fits {
                return (taken, decoded);
            }
        }
    }
    (1, 1)
}

/// Adds text without references. A line feed and the blanks around it are one space; other white space stays.
fn push_run(flow: &mut Flow, run: &str, at: usize) {
    let mut from = 0;
    while let Some(found) = run[from..].find(['\n', '\r', '\t', '\u{c}']) {
        let line = run[from..from + found].trim_end_matches(' ');
        flow.push_verbatim(line, at + from);
        flow.push_gap(' ');
        let rest = &run[from + found..];
        from = run.len() - rest.trim_start_matches([' ', '\n', '\r', '\t', '\u{c}']).len();
    }
    flow.push_verbatim(&run[from..], at + from);
}
