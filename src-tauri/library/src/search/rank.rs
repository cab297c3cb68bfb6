//! Which of the papers that answer come first: those that are called so, then by where their hits stand, then by day.

use std::sync::Arc;

use reading::text::fold;

use super::bits::Bits;
use super::look::Place;
use super::mapping::{Entries, HIDDEN};
use super::matching::Closeness;
use super::memory::{LooseFile, MemoryHit};
use super::passages;
use super::query::{Field, Query};
use super::store::FIELDS;

/// A paper with passages that answer.
pub(super) struct Candidate {
    /// Less is better.
    rank: u8,
    pub(super) entry: u32,
    pub(super) hits: Hits,
}

/// Where the hits of a paper are; small, for an answer may have all papers.
#[derive(Clone, Copy)]
pub(super) enum Hits {
    /// Numbers of the segment and of the paper's run in it.
    Index { segment: u32, run: u32 },
    /// Number among those that were found in files.
    Memory { nth: u32 },
}

/// The passages that answer, wherever they are.
#[derive(Default)]
pub(super) struct Found {
    pub(super) segments: Vec<SegmentHits>,
    /// With the numbers of the file and of the paper in the list.
    pub(super) memory: Vec<(usize, u32, Vec<MemoryHit>)>,
}

/// The passages of a segment that answer.
pub(super) struct SegmentHits {
    /// What the list says of its papers.
    pub(super) entries: Arc<Entries>,
    pub(super) exact: Bits,
    /// Those too that only answer across punctuation.
    pub(super) all: Bits,
}

/// The best `most` papers in their order (0: all), how many there are, and how many passages answer in all of them.
pub(super) fn best(place: &Place<'_>, query: &Query, found: &Found, most: usize) -> (Vec<Candidate>, u32, u32) {
    let names = Names::of(query, place);
    let (mut candidates, mut papers, mut total) = (Vec::new(), 0_u32, 0_u32);
    let mut taken = Vec::with_capacity(found.segments.len());
    for (nth, (segment, hits)) in place.segments.iter().zip(&found.segments).enumerate() {
        let mut named = Bits::none(number(segment.runs.len()));
        hits.all.each_part(&segment.starts, |run| {
            let Some(&entry) = hits.entries.of_runs.get(run).filter(|entry| **entry != HIDDEN) else { return };
            papers += 1;
            if names.hold(entry) {
                named.insert(number(run));
                let hits = Hits::Index { segment: number(nth), run: number(run) };
                candidates.push(Candidate { rank: NAMED, entry, hits });
            }
        });
        total += hits.all.count();
        taken.push(named);
    }
    for (nth, (file, entry, hits)) in found.memory.iter().enumerate() {
        let rank = place.loose_files.get(*file).map_or(u8::MAX, |file| rank_in_memory(file, place, *entry, hits));
        let rank = if names.hold(*entry) { NAMED } else { rank };
        candidates.push(Candidate { rank, entry: *entry, hits: Hits::Memory { nth: number(nth) } });
        papers += 1;
        total += number(hits.len());
    }
    // Rank by rank: mostly the first ones have papers enough, and nobody asks for the ranks of all others.
    for (rank, kind, is_exact) in ranks() {
        if most > 0 && candidates.iter().filter(|candidate| candidate.rank < rank).count() >= most {
            break;
        }
        for (nth, (segment, hits)) in place.segments.iter().zip(&found.segments).enumerate() {
            let Some((taken, of_kind)) = taken.get_mut(nth).zip(segment.kinds().fields.get(kind)) else { continue };
            let mut wanted = if is_exact { hits.exact.clone() } else { hits.all.clone() };
            wanted.intersect(of_kind);
            wanted.each_part(&segment.starts, |run| {
                let entry = hits.entries.of_runs.get(run).copied().filter(|entry| *entry != HIDDEN);
                let Some(entry) = entry.filter(|_| !taken.contains(number(run))) else { return };
                taken.insert(number(run));
                let hits = Hits::Index { segment: number(nth), run: number(run) };
                candidates.push(Candidate { rank, entry, hits });
            });
        }
    }
    // Numbers in the list run from the newest day to the oldest.
    let order = |candidate: &Candidate| (candidate.rank, candidate.entry);
    if most > 0 && candidates.len() > most {
        candidates.select_nth_unstable_by_key(most, order);
        candidates.truncate(most);
    }
    candidates.sort_unstable_by_key(order);
    (candidates, papers, total)
}

/// All ranks but [`NAMED`], the best first: the rank, the number of the field in [`FIELDS`], and whether hits are exact.
fn ranks() -> impl Iterator<Item = (u8, usize, bool)> {
    let mut fields: Vec<(u8, usize)> = FIELDS.iter().enumerate().map(|(nth, &field)| (rank_of(field), nth)).collect();
    fields.sort_unstable();
    let loose: Vec<_> = fields.iter().map(|&(rank, nth)| (LOOSE_RANK + rank, nth, false)).collect();
    fields.into_iter().map(|(rank, nth)| (rank, nth, true)).chain(loose)
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Of papers that are called as the query says.
const NAMED: u8 = 0;

/// What only answers across punctuation comes after all that stands as it is written.
pub(super) const LOOSE_RANK: u8 = 10;

/// Names rank 0; then claims, then what the review says, then quotes.
pub(super) fn rank_of(field: Field) -> u8 {
    match field {
        Field::Note | Field::Claim => 1,
        Field::Text => 2,
        Field::Quote => 3,
    }
}

fn rank_in_memory(file: &LooseFile, place: &Place<'_>, entry: u32, hits: &[MemoryHit]) -> u8 {
    let index = place.mapping.catalogue.lead(entry).map(|held| held.index);
    let Some(paper) = index.and_then(|index| file.file.digest.papers.get(index)) else { return u8::MAX };
    let passages = passages::of(paper);
    let rank = |hit: &MemoryHit| {
        let base = if hit.closeness == Closeness::Exact { 0 } else { LOOSE_RANK };
        passages.get(hit.ordinal).map(|passage| base + rank_of(passage.field))
    };
    hits.iter().filter_map(rank).min().unwrap_or(u8::MAX)
}

/// Which papers are called as the query says.
struct Names<'p> {
    wanted: Vec<&'p str>,
    place: &'p Place<'p>,
    inferred: Bits,
}

impl<'p> Names<'p> {
    fn of(query: &'p Query, place: &'p Place<'p>) -> Self {
        // One letter names nothing.
        let wanted = query.all.iter().flatten().map(|part| part.folded.as_str()).filter(|part| part.len() > 1);
        let wanted: Vec<&str> = wanted.collect();
        let inferred = place.mapping.called().holding(wanted.iter().copied());
        Self { wanted, place, inferred }
    }

    fn hold(&self, entry: u32) -> bool {
        let own = &self.place.reader.names;
        let own = (!own.is_empty())
            .then(|| self.place.mapping.catalogue.lead(entry).and_then(|held| own.get(held.facts.key)))
            .flatten();
        match own.map(|name| fold(name)) {
            Some(name) => self.wanted.iter().any(|wanted| name.contains(wanted)),
            None => self.inferred.contains(entry),
        }
    }
}
