//! Flattened tables: cells joined by ` | `, rows by one space.
//!
//! The borders of cells are in the text, those of rows are not. They are found again from the shape: every row has
//! the same number of cells, so the pieces between two bars that hold a row border stand at equal distances, and such
//! a piece reads as the last value of one row and the label of the next (`88.40 AIME 2024`). Where more than one
//! shape fits, the text keeps its bars.

mod cell;
mod group;
mod shape;
mod spaced;

use super::{Row, Run, RunKind, Table, layer};
use crate::text::ByteSpan;
use cell::Piece;

/// Cells longer than this are prose with bars in it.
const MAX_CELL_BYTES: usize = 160;

/// Puts the runs of a flattened table into one run. `runs` are in order and have gaps.
pub(super) fn gather(text: &str, runs: Vec<Run>) -> Vec<Run> {
    let rows = if memchr::memmem::find(text.as_bytes(), b" | ").is_some() {
        let pieces = pieces_between_bars(text, &runs);
        pieces.as_deref().and_then(|pieces| shape::rows(text, pieces))
    } else {
        spaced::rows(text, &runs)
    };
    match rows {
        Some((rows, header)) => vec![table(text, runs, rows, header)],
        None => runs,
    }
}

/// The table over all of the passage.
fn table(text: &str, runs: Vec<Run>, rows: Vec<Row>, header: bool) -> Run {
    let cells = rows.iter().flat_map(|row| &row.cells);
    let mut hidden = Vec::new();
    let mut at = 0;
    for cell in cells {
        if at < cell.start {
            hidden.push(Run { span: ByteSpan::new(at, cell.start), kind: RunKind::Hidden });
        }
        at = at.max(cell.end);
    }
    if at < text.len() {
        hidden.push(Run { span: ByteSpan::new(at, text.len()), kind: RunKind::Hidden });
    }
    layer::add(&mut hidden, runs);
    let span = ByteSpan::new(0, text.len());
    Run { span, kind: RunKind::Table(Table { rows, header, inner: layer::fill(hidden, span) }) }
}

/// The pieces between bars that stand alone, outside formulas. `None` where the bars don't make cells.
fn pieces_between_bars(text: &str, runs: &[Run]) -> Option<Vec<Piece>> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::new();
    let mut runs_before = runs.iter().peekable();
    let mut start = 0;
    let mut inside = runs.iter().filter(|run| matches!(run.kind, RunKind::Math(_))).peekable();
    for bar in memchr::memchr_iter(b'|', bytes) {
        while inside.next_if(|run| run.span.end <= bar).is_some() {}
        if inside.peek().is_some_and(|run| run.span.start <= bar) {
            continue;
        }
        let alone = bar > 0 && bytes[bar - 1] == b' ' && bytes.get(bar + 1).is_none_or(|byte| *byte == b' ');
        if !alone {
            return None;
        }
        pieces.push(Piece::read(text, ByteSpan::new(start, bar), &mut runs_before)?);
        start = bar + 1;
    }
    pieces.push(Piece::read(text, ByteSpan::new(start, text.len()), &mut runs_before)?);
    let fits = |piece: &Piece| piece.span().is_none_or(|span| span.len() <= MAX_CELL_BYTES) && !piece.is_prose(text);
    pieces.iter().all(fits).then_some(pieces)
}
