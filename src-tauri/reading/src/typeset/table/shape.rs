//! Rows from the pieces between bars: the only shape that fits, or none.

use super::super::Row;
use super::cell::{Border, Piece};
use crate::text::ByteSpan;

/// The rows, and whether the first holds the names of the columns. `None` where no shape or more than one fits.
pub(super) fn rows(text: &str, pieces: &[Piece]) -> Option<(Vec<Row>, bool)> {
    let last = pieces.len().checked_sub(1).filter(|last| *last > 0)?;
    // A bar at either end is no bar between cells.
    if pieces[0].tokens.is_empty() || pieces[last].tokens.is_empty() && last == 1 {
        return None;
    }
    let borders: Vec<Border> = pieces.iter().map(|piece| piece.border(text)).collect();
    let certain: Vec<usize> = (0..=last).filter(|&at| matches!(borders[at], Border::Certain(_))).collect();
    // The first piece may be a label that begins with a number, or the end of a row that was cut. A decimal and equal
    // distances after it speak for the second.
    let decimal = || pieces[0].tokens.first().is_some_and(|token| token.span.of(text).contains('.'));
    if certain.first() == Some(&0) && !(certain.len() >= 2 && decimal()) {
        return None;
    }
    let certain: Vec<usize> = certain.into_iter().filter(|&at| at < last).collect();
    if matches!(borders[last], Border::Certain(_)) {
        return None;
    }
    let layout = match certain.as_slice() {
        [] => without_certain_border(text, pieces, &borders, last)?,
        [only] => one_certain_border(*only, last, &borders)?,
        many => many_certain_borders(many, last, &borders)?,
    };
    build(text, pieces, &borders, &layout)
}

/// Where rows end.
struct Layout {
    /// Pieces that hold the border between two rows, in order.
    borders: Vec<usize>,
    header: bool,
}

/// One row, or a header over one row.
fn without_certain_border(text: &str, pieces: &[Piece], borders: &[Border], last: usize) -> Option<Layout> {
    let several_rows_possible = (1..last).filter(|width| last.is_multiple_of(*width)).any(|width| {
        let unit_is_habit = (1..=last).any(|at| at % width != 0 && matches!(borders[at], Border::Unit(_)))
            || borders.iter().any(|border| matches!(border, Border::None)) && unit_elsewhere(text, pieces, width);
        (width..last).step_by(width).all(|at| match borders[at] {
            Border::None => false,
            Border::Unit(_) => !unit_is_habit,
            Border::Certain(_) | Border::Words => true,
        })
    });
    if !several_rows_possible {
        let values = pieces[1..].iter().filter(|piece| piece.is_value(text)).count();
        let is_row = values > 0 || last >= 2;
        return is_row.then(|| Layout { borders: Vec::new(), header: false });
    }
    // Names of columns, then one row of values.
    let width = last.is_multiple_of(2).then_some(last / 2)?;
    let names = pieces[..=width].iter().all(|piece| !piece.is_value(text));
    let values = pieces[width + 1..].iter().all(|piece| piece.is_value(text));
    (names && values && borders[width] == Border::Words).then(|| Layout { borders: vec![width], header: true })
}

/// Whether a piece that cannot hold a border is a value with a unit.
fn unit_elsewhere(text: &str, pieces: &[Piece], width: usize) -> bool {
    pieces
        .iter()
        .enumerate()
        .any(|(at, piece)| at % width != 0 && piece.tokens.len() > 1 && piece.is_value_with_unit(text))
}

/// Two rows, or a header over two rows.
fn one_certain_border(only: usize, last: usize, borders: &[Border]) -> Option<Layout> {
    let width = last - only;
    if only == width {
        return Some(Layout { borders: vec![only], header: false });
    }
    header_border(only, width, borders).map(|header| Layout { borders: vec![header, only], header: true })
}

/// The piece in which the header ends, if rows of `width` bars begin after a header and `first` is the first border
/// between rows. The header may lack the name of the first column.
fn header_border(first: usize, width: usize, borders: &[Border]) -> Option<usize> {
    let header = first.checked_sub(width).filter(|header| *header > 0)?;
    let whole = header == width || header + 1 == width;
    let names = borders[..header].iter().all(|border| matches!(border, Border::None | Border::Words));
    (whole && names && borders[header] == Border::Words).then_some(header)
}

fn many_certain_borders(certain: &[usize], last: usize, borders: &[Border]) -> Option<Layout> {
    let width = certain.windows(2).map(|pair| pair[1] - pair[0]).min()?;
    let (first, end) = (certain[0], certain[certain.len() - 1]);
    if certain.windows(2).any(|pair| !(pair[1] - pair[0]).is_multiple_of(width)) {
        return None;
    }
    let mut all: Vec<usize> = (first..=end).step_by(width).collect();
    // A label in lower case after the last certain border.
    let mut tail = end;
    while last - tail > width {
        tail += width;
        all.push(tail);
    }
    if all.iter().any(|at| matches!(borders[*at], Border::None)) {
        return None;
    }
    let mut header = false;
    if first > width {
        all.insert(0, header_border(first, width, borders)?);
        header = true;
    }
    Some(Layout { borders: all, header })
}

/// Cells and rows; `None` where a border between words cannot be placed.
fn build(text: &str, pieces: &[Piece], borders: &[Border], layout: &Layout) -> Option<(Vec<Row>, bool)> {
    let label_at = |at: usize| match borders[at] {
        Border::Certain(token) | Border::Unit(token) => Some(token),
        Border::None | Border::Words => None,
    };
    // Labels that are known: the first piece unless it is the header's, and what follows a value at a border.
    let mut labels: Vec<&str> = Vec::new();
    if !layout.header {
        labels.push(pieces[0].words(text, 0));
    }
    labels.extend(layout.borders.iter().filter_map(|&at| Some(pieces[at].words(text, label_at(at)?))));
    let mut cuts = Vec::with_capacity(layout.borders.len());
    for (nth, &at) in layout.borders.iter().enumerate() {
        let is_header = layout.header && nth == 0;
        let token = match label_at(at) {
            Some(token) => token,
            None => between_words(text, &pieces[at], &labels, is_header, &pieces[1..at])?,
        };
        cuts.push((at, token));
    }
    let mut rows = Vec::with_capacity(cuts.len() + 1);
    let mut cells = Vec::new();
    let mut cuts = cuts.into_iter().peekable();
    for (at, piece) in pieces.iter().enumerate() {
        let place = piece.span().unwrap_or_else(|| after(pieces, at));
        match cuts.next_if(|(cut, _)| *cut == at) {
            Some((_, token)) => {
                let (end, start) =
                    (piece.tokens.get(token.checked_sub(1)?)?.span.end, piece.tokens.get(token)?.span.start);
                cells.push(ByteSpan::new(place.start, end));
                rows.push(Row { cells: std::mem::take(&mut cells), group: false });
                cells.push(ByteSpan::new(start, place.end));
            }
            None => cells.push(place),
        }
    }
    rows.push(Row { cells, group: false });
    Some((super::group::split(text, rows, layout.header)?, layout.header))
}

/// An empty place for an empty cell: after the bar before it.
fn after(pieces: &[Piece], at: usize) -> ByteSpan {
    let end = pieces[..at].iter().rev().find_map(Piece::span).map_or(0, |span| span.end);
    ByteSpan::new(end, end)
}

/// Before which token the label starts in a piece of words, when something tells.
fn between_words(text: &str, piece: &Piece, labels: &[&str], is_header: bool, names: &[Piece]) -> Option<usize> {
    let count = piece.tokens.len();
    // The same label stands in another row.
    if let Some(token) = (1..count).find(|&token| labels.contains(&piece.words(text, token))) {
        return Some(token);
    }
    if count == 2 {
        return Some(1);
    }
    if !is_header {
        return None;
    }
    let word = |token: usize| piece.tokens.get(token).map_or("", |token| token.span.of(text));
    // All labels begin alike: `Kestrel-7B`, `Kestrel-13B`.
    let stem = common_stem(labels);
    // `Params (M) Heron-S`: a unit in brackets ends a name.
    let unit = |token: usize| word(token).starts_with('(') && word(token + 1).starts_with(char::is_uppercase);
    let mut units = (1..count - 1).filter(|&token| unit(token));
    if let (Some(token), None) = (units.next(), units.next()) {
        return Some(token + 1);
    }
    // `FID ↓ Kestrel`: an arrow ends a name as well.
    let arrow = |token: usize| is_arrow(word(token)) && !is_arrow(word(token + 1));
    let mut arrows = (0..count - 1).filter(|&token| arrow(token));
    if let (Some(token), None) = (arrows.next(), arrows.next()) {
        return Some(token + 1);
    }
    if stem.chars().count() >= 3 {
        let mut begins = (1..count).filter(|&token| word(token).starts_with(stem));
        if let (Some(token), None) = (begins.next(), begins.next()) {
            return Some(token);
        }
    }
    // All names of columns end in the same sign: `Latency (ms)`, `Acc ↑`.
    let ending = |word: &str| word.chars().next_back().filter(|c| matches!(c, ')' | '↑' | '↓' | '%'));
    let names_end = |token: usize| {
        let last_words = names.iter().filter_map(|name| name.tokens.last()).map(|token| token.span.of(text));
        names.len() > 1 && last_words.clone().all(|name| ending(name).is_some()) && ending(word(token)).is_some()
    };
    let mut ends = (0..count - 1).filter(|&token| names_end(token));
    if let (Some(token), None) = (ends.next(), ends.next()) {
        return Some(token + 1);
    }
    // All labels are one coined word and the piece ends in its only one.
    let coined = |word: &str| word.chars().skip(1).any(|c| c.is_uppercase() || c.is_ascii_digit());
    let single = labels.len() >= 2 && labels.iter().all(|label| !label.contains(' ') && coined(label));
    (single && coined(word(count - 1)) && (0..count - 1).all(|token| !coined(word(token)))).then_some(count - 1)
}

/// `↑` alone, after a word, or as a formula that stands twice.
fn is_arrow(word: &str) -> bool {
    word.ends_with(['↑', '↓', '⬆', '⬇']) || word.ends_with("\\uparrow") || word.ends_with("\\downarrow")
}

/// What all labels begin with, up to where the first of them ends a word or changes to a number.
fn common_stem<'a>(labels: &[&'a str]) -> &'a str {
    let Some(first) = labels.first() else { return "" };
    // A single label is like another one only in its name: `Kestrel` of `Kestrel-7B`.
    let name = first.find(|c: char| !c.is_alphabetic()).unwrap_or(0);
    let mut len = if labels.len() == 1 { name } else { first.len() };
    for label in &labels[1..] {
        let same = first.char_indices().zip(label.chars()).find(|((_, a), b)| a != b).map(|((at, _), _)| at);
        len = len.min(same.unwrap_or(first.len().min(label.len())));
    }
    while !first.is_char_boundary(len) {
        len -= 1;
    }
    first[..len].trim_end_matches(|c: char| !c.is_alphabetic())
}
