//! Runs laid over each other: what was found first keeps its place.

use super::{Run, RunKind};
use crate::text::ByteSpan;

/// Adds the runs of `new` that overlap none of `runs`. Both are in order; so is the result.
pub(super) fn add(runs: &mut Vec<Run>, new: Vec<Run>) {
    if new.is_empty() {
        return;
    }
    let mut kept = std::mem::take(runs).into_iter().peekable();
    let mut end = 0;
    for run in new {
        while let Some(earlier) = kept.next_if(|earlier| earlier.span.end <= run.span.start) {
            end = earlier.span.end;
            runs.push(earlier);
        }
        let free = kept.peek().is_none_or(|later| run.span.end <= later.span.start);
        if free && run.span.start >= end && !run.span.is_empty() {
            end = run.span.end;
            runs.push(run);
        }
    }
    runs.extend(kept);
}

/// Adds the runs of `new` around those that lie inside them: a heading with a formula becomes two headings beside it.
pub(super) fn add_around(runs: &mut Vec<Run>, new: Vec<Run>) {
    let mut parts = Vec::with_capacity(new.len());
    let mut inside = runs.iter().peekable();
    for run in new {
        let mut at = run.span.start;
        while inside.next_if(|other| other.span.end <= at).is_some() {}
        while let Some(other) = inside.next_if(|other| other.span.end <= run.span.end) {
            if at < other.span.start {
                parts.push(Run { span: ByteSpan::new(at, other.span.start), kind: run.kind.clone() });
            }
            at = other.span.end;
        }
        let end = inside.peek().map_or(run.span.end, |other| other.span.start.clamp(at, run.span.end));
        if at < end {
            parts.push(Run { span: ByteSpan::new(at, end), kind: run.kind });
        }
    }
    add(runs, parts);
}

/// Fills the gaps of `whole` between the runs with [`RunKind::Text`].
pub(super) fn fill(runs: Vec<Run>, whole: ByteSpan) -> Vec<Run> {
    let mut filled = Vec::with_capacity(runs.len() * 2 + 1);
    let mut at = whole.start;
    for run in runs {
        if at < run.span.start {
            filled.push(text(at, run.span.start));
        }
        at = run.span.end;
        filled.push(run);
    }
    if at < whole.end {
        filled.push(text(at, whole.end));
    }
    filled
}

fn text(start: usize, end: usize) -> Run {
    Run { span: ByteSpan::new(start, end), kind: RunKind::Text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(start: usize, end: usize) -> Run {
        Run { span: ByteSpan::new(start, end), kind: RunKind::Citation }
    }

    #[test]
    fn what_was_found_first_keeps_its_place() {
        let mut runs = vec![at(2, 4), at(8, 9)];
        add(&mut runs, vec![at(0, 2), at(3, 5), at(4, 6), at(5, 7), at(7, 9), at(9, 11)]);
        let spans: Vec<_> = runs.iter().map(|run| (run.span.start, run.span.end)).collect();
        assert_eq!(spans, [(0, 2), (2, 4), (4, 6), (8, 9), (9, 11)]);
    }

    #[test]
    fn gaps_become_text() {
        let filled = fill(vec![at(2, 4)], ByteSpan::new(0, 6));
        let spans: Vec<_> = filled.iter().map(|run| (run.span.start, run.span.end)).collect();
        assert_eq!(spans, [(0, 2), (2, 4), (4, 6)]);
    }
}
