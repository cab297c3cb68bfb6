//! Which lines two texts have in common, and the merge of two changes of a third.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

/// Differences above which only lines that stand once on both sides are matched: time and memory grow with its square.
const MOST_EDITS: usize = 1_200;

/// A stretch of the first text and what stands instead of it in the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) old: Range<usize>,
    pub(super) new: Range<usize>,
}

impl Edit {
    fn is_insertion(&self) -> bool {
        self.old.is_empty()
    }
}

/// The differences from `old` to `new`, in order, none touching the next.
pub(super) fn edits<T: Eq + Hash>(old: &[T], new: &[T]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let (mut a, mut b) = (0, 0);
    for (x, y) in common(old, new).into_iter().chain([(old.len(), new.len())]) {
        if a < x || b < y {
            edits.push(Edit { old: a..x, new: b..y });
        }
        (a, b) = (x + 1, y + 1);
    }
    edits
}

/// Pairs of equal elements, rising on both sides: as many as there can be, or close to it in very different texts.
pub(super) fn common<T: Eq + Hash>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (rest_old, rest_new) = (old.get(head..).unwrap_or_default(), new.get(head..).unwrap_or_default());
    let tail = rest_old.iter().rev().zip(rest_new.iter().rev()).take_while(|(a, b)| a == b).count();
    let middle_old = rest_old.get(..rest_old.len() - tail).unwrap_or_default();
    let middle_new = rest_new.get(..rest_new.len() - tail).unwrap_or_default();
    let middle = myers(middle_old, middle_new).unwrap_or_else(|| unique(middle_old, middle_new));
    let mut pairs: Vec<(usize, usize)> = (0..head).map(|at| (at, at)).collect();
    pairs.extend(middle.into_iter().map(|(a, b)| (a + head, b + head)));
    pairs.extend((0..tail).map(|at| (old.len() - tail + at, new.len() - tail + at)));
    pairs
}

/// Myers' greedy algorithm; `None` above [`MOST_EDITS`].
fn myers<T: Eq>(old: &[T], new: &[T]) -> Option<Vec<(usize, usize)>> {
    if old.is_empty() || new.is_empty() {
        return Some(Vec::new());
    }
    let most = (old.len() + new.len()).min(MOST_EDITS);
    let width = 2 * most + 3;
    // `best[k]`: how far the first text is read on the diagonal `k`, which is stored at `k + most + 1`.
    let mut best = vec![0_usize; width];
    let mut trace: Vec<Vec<usize>> = Vec::new();
    for edits in 0..=most {
        let (low, high) = (most + 1 - edits, most + 1 + edits);
        trace.push(best.get(low.saturating_sub(1)..=(high + 1).min(width - 1))?.to_vec());
        for slot in (low..=high).step_by(2) {
            let down = slot == low || (slot != high && best.get(slot - 1)? < best.get(slot + 1)?);
            let mut x = if down { *best.get(slot + 1)? } else { best.get(slot - 1)? + 1 };
            let diagonal = |x: usize| (x + most + 1).checked_sub(slot);
            while let Some(y) = diagonal(x)
                && let (Some(a), Some(b)) = (old.get(x), new.get(y))
                && a == b
            {
                x += 1;
            }
            *best.get_mut(slot)? = x;
            if x >= old.len() && diagonal(x).is_some_and(|y| y >= new.len()) {
                return Some(backtrack(&trace, old.len(), new.len(), most));
            }
        }
    }
    None
}

/// The pairs on the path that the trace of [`myers`] holds.
fn backtrack(trace: &[Vec<usize>], old: usize, new: usize, most: usize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let (mut x, mut y) = (old, new);
    for (edits, best) in trace.iter().enumerate().rev() {
        let low = (most + 1 - edits).saturating_sub(1);
        let at = |slot: usize| best.get(slot.wrapping_sub(low)).copied().unwrap_or(0);
        let slot = x + most + 1 - y;
        let down = slot == most + 1 - edits || (slot != most + 1 + edits && at(slot - 1) < at(slot + 1));
        let before = if down { slot + 1 } else { slot - 1 };
        let (from_x, from_y) = if edits == 0 { (0, 0) } else { (at(before), at(before) + most + 1 - before) };
        // The snake after the edit.
        let (start_x, start_y) = match (edits, down) {
            (0, _) => (0, 0),
            (_, true) => (from_x, from_y + 1),
            (_, false) => (from_x + 1, from_y),
        };
        while x > start_x && y > start_y {
            (x, y) = (x - 1, y - 1);
            pairs.push((x, y));
        }
        (x, y) = (from_x, from_y);
    }
    pairs.reverse();
    pairs
}

/// Elements that stand once on both sides, as many of them as rise on both.
fn unique<T: Eq + Hash>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    fn once<T: Eq + Hash>(all: &[T]) -> HashMap<&T, Option<usize>> {
        let mut places = HashMap::with_capacity(all.len());
        for (at, one) in all.iter().enumerate() {
            places.entry(one).and_modify(|place| *place = None).or_insert(Some(at));
        }
        places
    }
    let (in_old, in_new) = (once(old), once(new));
    let mut pairs: Vec<(usize, usize)> =
        in_old.iter().filter_map(|(one, at)| Some(((*at)?, (*in_new.get(*one)?)?))).collect();
    pairs.sort_unstable();
    rising(&pairs)
}

/// The longest part of `pairs` that rises on the second side too, by patience sorting.
fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut piles: Vec<usize> = Vec::new();
    let mut below: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    let new = |at: usize| pairs.get(at).map_or(0, |pair| pair.1);
    for (at, pair) in pairs.iter().enumerate() {
        let pile = piles.partition_point(|top| new(*top) < pair.1);
        below.push(pile.checked_sub(1).and_then(|left| piles.get(left).copied()));
        match piles.get_mut(pile) {
            Some(top) => *top = at,
            None => piles.push(at),
        }
    }
    let mut chain = Vec::new();
    let mut at = piles.last().copied();
    while let Some(here) = at {
        chain.extend(pairs.get(here).copied());
        at = below.get(here).copied().flatten();
    }
    chain.reverse();
    chain
}

/// A line of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiffLine {
    /// Stands in both.
    Same(String),
    /// Goes.
    Gone(String),
    /// Comes.
    New(String),
    /// Lines that stand in both are left out here.
    Gap,
}

/// Lines that are shown around a difference.
const AROUND: usize = 2;

/// What leads from `old` to `new`, with some lines around; empty where they are equal.
pub fn diff_lines(old: &str, new: &str) -> Vec<DiffLine> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut lines = Vec::new();
    let mut at = 0;
    let all = edits(&old, &new);
    for (nth, edit) in all.iter().enumerate() {
        let before = edit.old.start.saturating_sub(AROUND).max(at);
        if before > at {
            lines.push(DiffLine::Gap);
        }
        let texts = |lines: Option<&[&str]>| -> Vec<String> {
            lines.unwrap_or_default().iter().map(|line| (*line).to_owned()).collect()
        };
        lines.extend(texts(old.get(before..edit.old.start)).into_iter().map(DiffLine::Same));
        lines.extend(texts(old.get(edit.old.clone())).into_iter().map(DiffLine::Gone));
        lines.extend(texts(new.get(edit.new.clone())).into_iter().map(DiffLine::New));
        let next = all.get(nth + 1).map_or(old.len(), |next| next.old.start);
        at = (edit.old.end + AROUND).min(next);
        lines.extend(texts(old.get(edit.old.end..at)).into_iter().map(DiffLine::Same));
    }
    if at < old.len() && !all.is_empty() {
        lines.push(DiffLine::Gap);
    }
    lines
}

/// A stretch of a merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Chunk<T> {
    /// Settled.
    Merged(Vec<T>),
    /// Both sides changed the same.
    Conflict {
        /// In the user's file.
        yours: Vec<T>,
        /// In the new export.
        ours: Vec<T>,
    },
}

/// Applies to `base` both what led to `ours` and what led to `yours`. What you added stays: where both added something at one
/// place yours comes first, at the end last; what you added inside of something that we replaced comes after it. There is
/// a conflict where both replaced the same.
pub(super) fn merge<T: Eq + Hash + Clone>(base: &[T], ours: &[T], yours: &[T]) -> Vec<Chunk<T>> {
    let (our_edits, your_edits) = (edits(base, ours), edits(base, yours));
    let mut chunks = Chunks(Vec::new());
    let (mut at, mut i, mut j) = (0, 0, 0);
    loop {
        let (our, your) = (our_edits.get(i), your_edits.get(j));
        let (start, sides) = match (our, your) {
            (None, None) => break,
            (Some(our), None) => (our.old.start, Sides::Ours),
            (None, Some(your)) => (your.old.start, Sides::Yours),
            (Some(our), Some(your)) => (our.old.start.min(your.old.start), order(our, your, base.len())),
        };
        chunks.add(base.get(at..start).unwrap_or_default());
        at = at.max(start);
        match (sides, our, your) {
            (Sides::Ours, Some(our), _) => {
                chunks.add(ours.get(our.new.clone()).unwrap_or_default());
                (at, i) = (our.old.end, i + 1);
            }
            (Sides::Yours, _, Some(your)) => {
                chunks.add(yours.get(your.new.clone()).unwrap_or_default());
                (at, j) = (your.old.end, j + 1);
            }
            (_, Some(our), Some(your)) => {
                let group = Group::from(our, your, our_edits.get(i..), your_edits.get(j..));
                group.resolve(base, ours, yours, &mut chunks);
                (at, i, j) = (group.end, i + group.ours, j + group.yours);
            }
            _ => break,
        }
    }
    chunks.add(base.get(at..).unwrap_or_default());
    chunks.0
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    Ours,
    Yours,
    Both,
}

/// Which edit comes first, or that they touch the same.
fn order(our: &Edit, your: &Edit, length: usize) -> Sides {
    if our.is_insertion() && your.is_insertion() && our.old.start == your.old.start {
        return if our.old.start == length { Sides::Ours } else { Sides::Yours };
    }
    let overlap = our.old.start < your.old.end && your.old.start < our.old.end;
    if overlap {
        Sides::Both
    } else if (our.old.start, our.old.end) < (your.old.start, your.old.end) {
        Sides::Ours
    } else {
        Sides::Yours
    }
}

/// Edits of both sides that overlap.
struct Group<'e> {
    start: usize,
    end: usize,
    ours: usize,
    yours: usize,
    our_edits: &'e [Edit],
    your_edits: &'e [Edit],
}

impl<'e> Group<'e> {
    fn from(our: &Edit, your: &Edit, our_edits: Option<&'e [Edit]>, your_edits: Option<&'e [Edit]>) -> Self {
        let (our_edits, your_edits) = (our_edits.unwrap_or_default(), your_edits.unwrap_or_default());
        let mut group = Self {
            start: our.old.start.min(your.old.start),
            end: our.old.end.max(your.old.end),
            ours: 1,
            yours: 1,
            our_edits,
            your_edits,
        };
        loop {
            if let Some(next) = our_edits.get(group.ours).filter(|next| next.old.start < group.end) {
                (group.end, group.ours) = (group.end.max(next.old.end), group.ours + 1);
            } else if let Some(next) = your_edits.get(group.yours).filter(|next| next.old.start < group.end) {
                (group.end, group.yours) = (group.end.max(next.old.end), group.yours + 1);
            } else {
                return group;
            }
        }
    }

    fn resolve<T: Eq + Clone>(&self, base: &[T], ours: &[T], yours: &[T], chunks: &mut Chunks<T>) {
        let our_edits = self.our_edits.get(..self.ours).unwrap_or_default();
        let your_edits = self.your_edits.get(..self.yours).unwrap_or_default();
        let new_ours = self.side(our_edits, base, ours);
        let new_yours = self.side(your_edits, base, yours);
        if new_ours == new_yours {
            chunks.add(&new_ours);
        } else if your_edits.iter().all(Edit::is_insertion) {
            chunks.add(&new_ours);
            for edit in your_edits {
                chunks.add(yours.get(edit.new.clone()).unwrap_or_default());
            }
        } else {
            chunks.0.push(Chunk::Conflict { yours: new_yours, ours: new_ours });
        }
    }

    /// What one side made of the stretch.
    fn side<T: Clone>(&self, edits: &[Edit], base: &[T], new: &[T]) -> Vec<T> {
        let (mut out, mut at) = (Vec::new(), self.start);
        for edit in edits {
            out.extend_from_slice(base.get(at..edit.old.start).unwrap_or_default());
            out.extend_from_slice(new.get(edit.new.clone()).unwrap_or_default());
            at = edit.old.end;
        }
        out.extend_from_slice(base.get(at..self.end).unwrap_or_default());
        out
    }
}

struct Chunks<T>(Vec<Chunk<T>>);

impl<T: Clone> Chunks<T> {
    fn add(&mut self, lines: &[T]) {
        match self.0.last_mut() {
            _ if lines.is_empty() => {}
            Some(Chunk::Merged(merged)) => merged.extend_from_slice(lines),
            _ => self.0.push(Chunk::Merged(lines.to_vec())),
        }
    }
}
