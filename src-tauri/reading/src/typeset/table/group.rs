//! Headings inside a table: `… | 4 Language models BERT | 5 | …` holds a heading and a label in one piece.

use super::super::Row;
use crate::text::ByteSpan;

/// Gives headings rows of their own. `None` where a label seems to hold a heading but the border cannot be told.
pub(super) fn split(text: &str, rows: Vec<Row>, header: bool) -> Option<Vec<Row>> {
    let body = usize::from(header);
    let labels: Vec<&str> = rows.iter().skip(body).filter_map(|row| Some(row.cells.first()?.of(text))).collect();
    let cuts: Vec<Option<usize>> =
        labels.iter().map(|label| repeated_label(label, &labels).or_else(|| after_head(label))).collect();
    if cuts.iter().all(Option::is_none) {
        return Some(rows);
    }
    let mut split = Vec::with_capacity(rows.len() + cuts.len());
    for (nth, row) in rows.into_iter().enumerate() {
        let cut = nth.checked_sub(body).and_then(|nth| cuts.get(nth).copied().flatten());
        match (cut, row.cells.first().copied()) {
            (Some(cut), Some(label)) => {
                let heading = label.of(text).get(..cut)?.trim_end().len();
                split.push(Row { cells: vec![ByteSpan::new(label.start, label.start + heading)], group: true });
                let mut cells = row.cells;
                if let Some(first) = cells.first_mut() {
                    first.start += cut;
                }
                split.push(Row { cells, group: false });
            }
            _ => split.push(row),
        }
    }
    Some(split)
}

/// `Easy Ours`, `Baseline`, `Hard Ours`, `Baseline`: two labels end in the same word, which is no other heading's
/// first, and rows without a heading repeat as well: the same rows stand under each heading.
fn repeated_label(label: &str, labels: &[&str]) -> Option<usize> {
    let (_, last) = label.rsplit_once(' ')?;
    let with_last: Vec<&&str> = labels.iter().filter(|other| other.rsplit(' ').next() == Some(last)).collect();
    let distinct = with_last.iter().all(|other| **other != last && other.contains(' '))
        && with_last.iter().enumerate().all(|(n, a)| with_last[n + 1..].iter().all(|b| a != b));
    // Between two headings the other labels come again.
    let plain: Vec<&&str> = labels.iter().filter(|other| !with_last.contains(other)).collect();
    let repeats = !plain.is_empty()
        && plain.iter().all(|label| plain.iter().filter(|other| other == &label).count() == with_last.len());
    (with_last.len() >= 2 && distinct && repeats).then(|| label.len() - last.len())
}

/// `Open-weight models Kestrel-7B`: a plural in lower case, then a name.
fn after_head(label: &str) -> Option<usize> {
    let mut at = 0;
    let mut words = label.split(' ').peekable();
    let mut nth = 0;
    while let Some(word) = words.next() {
        at += word.len() + 1;
        let next = words.peek()?;
        if nth > 0 && HEADS.contains(&word) && next.starts_with(|c: char| c.is_uppercase()) {
            return Some(at);
        }
        nth += 1;
    }
    None
}

/// What headings of tables are headings of.
const HEADS: &[&str] = &[
    "models",
    "methods",
    "baselines",
    "approaches",
    "benchmarks",
    "tasks",
    "datasets",
    "systems",
    "agents",
    "settings",
    "variants",
    "ablations",
    "results",
    "encoders",
    "policies",
    "algorithms",
    "drugs",
    "patients",
    "assets",
];
