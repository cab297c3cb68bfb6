//! Tables. Bars and row borders stand as `span.k-skip` in the cell that follows them.
//!
//! A column whose cells are numbers gets `k-num`: flush right, in figures of one width. `data-pad` counts the digits
//! that a cell has fewer after its decimal point than the column's longest, `data-point` says that the point itself
//! is missing; style sheets fill both with generated space, so that points stand under each other and no character is
//! added to the text.

use std::fmt::Write as _;

use super::super::{Run, RunKind, Table};
use super::Writer;
use crate::text::ByteSpan;

/// Padding beyond this would only widen the table.
const MAX_PAD: usize = 9;

pub(super) fn write(writer: &mut Writer<'_>, table: &Table) {
    let width = table.rows.iter().map(|row| row.cells.len()).max().unwrap_or(1);
    let columns: Vec<Option<usize>> = (0..width).map(|column| digits_after_point(writer.text, table, column)).collect();
    writer.out.push_str("<div class=\"k-table-wrap\" tabindex=\"0\"><table class=\"k-table\">");
    let mut inner = table.inner.iter().peekable();
    let cell_count: usize = table.rows.iter().map(|row| row.cells.len()).sum();
    let mut written = 0;
    for (nth, row) in table.rows.iter().enumerate() {
        let is_header = table.header && nth == 0;
        writer.out.push_str(match (nth, is_header, table.header && nth == 1) {
            (0, true, _) => "<thead>",
            (0, false, _) | (_, _, true) => "<tbody>",
            _ => "",
        });
        writer.out.push_str(if row.group { "<tr class=\"k-group\">" } else { "<tr>" });
        // A header without a name for the first column, a row that was cut at its beginning.
        let missing = width - row.cells.len();
        let lead = if !row.group && missing > 0 && (is_header || nth == 0) { missing } else { 0 };
        for _ in 0..lead {
            writer.out.push_str(if is_header { "<th></th>" } else { "<td></td>" });
        }
        for (place, cell) in row.cells.iter().enumerate() {
            written += 1;
            let column = place + lead;
            let decimals = columns.get(column).copied().flatten();
            let tag = open_cell(writer, cell, Place { is_header, is_group: row.group, column, width, decimals });
            // Up to the last cell of all, what follows a cell belongs to the next one.
            let end = if written == cell_count { usize::MAX } else { cell.end };
            while let Some(run) =
                inner.next_if(|run| run.span.start < end && (run.span.end <= end || run.span.is_empty()))
            {
                write_run(writer, run);
            }
            let _ = write!(writer.out, "</{tag}>");
        }
        writer.out.push_str("</tr>");
        if is_header {
            writer.out.push_str("</thead>");
        }
    }
    if table.rows.len() > usize::from(table.header) {
        writer.out.push_str("</tbody>");
    }
    writer.out.push_str("</table></div>");
}

#[derive(Clone, Copy)]
struct Place {
    is_header: bool,
    is_group: bool,
    column: usize,
    width: usize,
    /// For a column of numbers: the most digits after a point.
    decimals: Option<usize>,
}

fn open_cell(writer: &mut Writer<'_>, cell: &ByteSpan, place: Place) -> &'static str {
    let out = &mut writer.out;
    if place.is_group {
        let _ = write!(out, "<th scope=\"rowgroup\" colspan=\"{}\">", place.width);
        return "th";
    }
    if place.is_header {
        out.push_str(if place.decimals.is_some() {
            "<th scope=\"col\" class=\"k-num\">"
        } else {
            "<th scope=\"col\">"
        });
        return "th";
    }
    let Some(most) = place.decimals else {
        out.push_str(if place.column == 0 { "<th scope=\"row\">" } else { "<td>" });
        return if place.column == 0 { "th" } else { "td" };
    };
    out.push_str("<td class=\"k-num\"");
    let digits = decimals(cell.of(writer.text));
    let pad = most.saturating_sub(digits.unwrap_or(0)).min(MAX_PAD);
    if pad > 0 {
        let _ = write!(out, " data-pad=\"{pad}\"");
    }
    if most > 0 && digits.is_none() {
        out.push_str(" data-point");
    }
    out.push('>');
    "td"
}

fn write_run(writer: &mut Writer<'_>, run: &Run) {
    if matches!(run.kind, RunKind::Table(_)) {
        return;
    }
    writer.run(run);
}

/// The most digits after a decimal point, if the column's cells below the header are numbers.
fn digits_after_point(text: &str, table: &Table, column: usize) -> Option<usize> {
    let body = table.rows.iter().skip(usize::from(table.header)).filter(|row| !row.group);
    let cells: Vec<&str> = body.filter_map(|row| row.cells.get(column)).map(|cell| cell.of(text)).collect();
    let shown = |cell: &&str| !cell.is_empty() && !matches!(*cell, "-" | "–" | "—" | "−" | "N/A" | "NaN");
    let numbers = cells.iter().filter(|cell| shown(cell));
    let all = cells.iter().any(shown) && numbers.clone().all(|cell| is_number(cell));
    all.then(|| numbers.filter_map(|cell| decimals(cell)).max().unwrap_or(0))
}

fn is_number(cell: &str) -> bool {
    let number = cell.trim_start_matches(['+', '-', '−', '±', '~', '≈', '<', '>', '$', '€', '¥', '£']);
    let digits = number.trim_end_matches(['%', '×', '*', '†', '‡', '↑', '↓', 'K', 'M', 'B', 'k', 's', 'x']);
    digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '±' | ' ' | '(' | ')'))
}

/// How many digits stand after the decimal point; `None` without a point.
fn decimals(cell: &str) -> Option<usize> {
    let (_, fraction) = cell.split_once('.')?;
    Some(fraction.bytes().take_while(u8::is_ascii_digit).count())
}
