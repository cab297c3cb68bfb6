//! Tables whose cells are joined by spaces only: `Kestrel 88.1 90.2 Heron 89.3 91.5`.

use super::super::{Row, Run, RunKind};
use super::cell;
use crate::text::ByteSpan;

/// Labels longer than this are prose.
const MAX_LABEL_WORDS: usize = 4;

/// The rows, where the whole passage is labels and the same number of values after each: at least two rows of at
/// least two values with a decimal point.
pub(super) fn rows(text: &str, runs: &[Run]) -> Option<(Vec<Row>, bool)> {
    if runs.iter().any(|run| !matches!(run.kind, RunKind::Hidden)) || text.len() > 2_000 {
        return None;
    }
    let mut rows: Vec<Row> = Vec::new();
    let mut label: Option<(ByteSpan, usize)> = None;
    let mut values: Vec<ByteSpan> = Vec::new();
    let mut at = 0;
    for word in text.split(' ') {
        let span = ByteSpan::new(at, at + word.len());
        at += word.len() + 1;
        if is_decimal(word) {
            values.push(span);
            continue;
        }
        // Anything but names between the values makes it a sentence.
        if word.is_empty()
            || cell::is_value(word)
            || !word.starts_with(|c: char| c.is_uppercase() || c == '(')
            || word.ends_with(['.', ',', ';', ':'])
        {
            return None;
        }
        if !values.is_empty() {
            rows.push(row(label.take()?.0, std::mem::take(&mut values)));
        }
        label = Some(match label {
            Some((known, words)) if words < MAX_LABEL_WORDS => (ByteSpan::new(known.start, span.end), words + 1),
            Some(_) => return None,
            None => (span, 1),
        });
    }
    rows.push(row(label?.0, values));
    let width = rows.first()?.cells.len();
    (rows.len() >= 2 && width >= 3 && rows.iter().all(|row| row.cells.len() == width)).then_some((rows, false))
}

fn row(label: ByteSpan, values: Vec<ByteSpan>) -> Row {
    let mut cells = vec![label];
    cells.extend(values);
    Row { cells, group: false }
}

fn is_decimal(word: &str) -> bool {
    let digits = word.trim_start_matches(['+', '-', '−']).trim_end_matches(['%', '*', '†']);
    digits.split_once('.').is_some_and(|(whole, part)| {
        !part.is_empty() && whole.bytes().chain(part.bytes()).all(|byte| byte.is_ascii_digit())
    })
}
