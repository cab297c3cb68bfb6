//! The answer to a query: which passages, in which order, and what is shown of them.

use std::io;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use reading::text::{fold, fold_into};

use super::bits::Bits;
use super::filters::Filters;
use super::mapping::{Entries, HIDDEN, Mapping};
use super::matching::{Closeness, Matcher, spans};
use super::memory::{self, LooseFile, MemoryHit};
use super::passages;
use super::query::{Field, Part, Query};
use super::segment::{Run, Segment};
use super::store::FIELDS;
use super::texts::Texts;
use super::{Hit, PaperHits, SearchRequest, evaluate, loose, snippet};
use crate::notes::ReaderMarks;

/// Passages that are looked at for phrases across punctuation; more would take too long.
const MOST_LOOKED_AT: u32 = 20_000;

/// Papers that are not worth a thread of their own.
const FEW_PAPERS: usize = 4;

/// What is searched.
pub(crate) struct Place<'a> {
    pub(crate) segments: &'a [Arc<Segment>],
    pub(crate) mapping: &'a Mapping,
    /// Files that are not in the index.
    pub(crate) loose_files: &'a [LooseFile],
    pub(crate) reader: &'a ReaderMarks,
}

/// What a look found.
#[derive(Debug, Default)]
pub(crate) struct Looked {
    pub(crate) total: u32,
    pub(crate) papers: u32,
    pub(crate) not_looked_at: u32,
    pub(crate) groups: Vec<PaperHits>,
}

/// A paper with passages that answer.
struct Candidate {
    /// Less is better.
    rank: u8,
    entry: u32,
    total: u32,
    hits: Hits,
}

/// Where the hits of a paper are; small, for an answer may have all papers.
#[derive(Clone, Copy)]
enum Hits {
    /// Numbers of the segment and of the paper's run in it.
    Index { segment: u32, run: u32 },
    /// Number among those that were found in files.
    Memory { nth: u32 },
}

/// The passages that answer, wherever they are.
#[derive(Default)]
struct Found {
    segments: Vec<SegmentHits>,
    /// With the number of the file.
    memory: Vec<(usize, Vec<MemoryHit>)>,
}

/// The passages of a segment that answer.
struct SegmentHits {
    exact: Bits,
    /// Those too that only answer across punctuation.
    all: Bits,
}

/// Answers the query.
///
/// # Errors
/// Where the index cannot be read.
pub(crate) fn look(
    place: &Place<'_>,
    query: &Query,
    request: &SearchRequest,
    texts: &mut Texts<'_>,
) -> io::Result<Looked> {
    let mut looked = Looked::default();
    if query.is_empty() {
        return Ok(looked);
    }
    let filters = Filters::of(query, &place.mapping.catalogue, place.reader);
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut found = Found::default();
    let names = Names::of(query, place);
    if filters.reach_passages() {
        for (nth, segment) in place.segments.iter().enumerate() {
            let entries = place.mapping.entries_of(segment);
            let hits = segment_hits(segment, &entries, query, &filters, texts, &mut looked.not_looked_at)?;
            collect(segment, nth, &entries, &hits, &mut candidates);
            found.segments.push(hits);
        }
        for (nth, file) in place.loose_files.iter().enumerate() {
            let passes = |entry: u32, passage: &passages::Passage<'_>| filters.pass(entry, passage);
            for (entry, hits) in memory::look(file, query, &passes) {
                let total = u32::try_from(hits.len()).unwrap_or(u32::MAX);
                let rank = rank_in_memory(file, place, entry, &hits);
                let known = number(found.memory.len());
                found.memory.push((nth, hits));
                candidates.push(Candidate { rank, entry, total, hits: Hits::Memory { nth: known } });
            }
        }
    }
    for candidate in &mut candidates {
        if names.hold(candidate.entry) {
            candidate.rank = 0;
        }
        looked.total += candidate.total;
    }
    looked.papers = u32::try_from(candidates.len()).unwrap_or(u32::MAX);
    // Numbers in the list run from the newest day to the oldest.
    let order = |candidate: &Candidate| (candidate.rank, candidate.entry);
    if request.papers > 0 && candidates.len() > request.papers {
        candidates.select_nth_unstable_by_key(request.papers, order);
        candidates.truncate(request.papers);
    }
    candidates.sort_unstable_by_key(order);
    let shown = |candidates: &[Candidate], texts: &mut Texts<'_>| -> Vec<PaperHits> {
        candidates.iter().filter_map(|candidate| group(place, query, request, &found, candidate, texts)).collect()
    };
    // Reading and folding what is shown takes longer than finding it; half of it is done beside.
    let (first, second) = candidates.split_at(candidates.len() / 2);
    let mut beside = texts.beside();
    if second.len() < FEW_PAPERS {
        looked.groups = shown(&candidates, texts);
        return Ok(looked);
    }
    thread::scope(|scope| {
        let rest = scope.spawn(|| shown(second, &mut beside));
        looked.groups = shown(first, texts);
        match rest.join() {
            Ok(rest) => looked.groups.extend(rest),
            Err(panic) => resume_unwind(panic),
        }
    });
    Ok(looked)
}

/// The passages of a segment that answer, among those that are shown and pass the filters.
fn segment_hits(
    segment: &Segment,
    entries: &Entries,
    query: &Query,
    filters: &Filters<'_>,
    texts: &mut Texts<'_>,
    not_looked_at: &mut u32,
) -> io::Result<SegmentHits> {
    let mut exact = filters.passages(segment, entries);
    let mut all = exact.clone();
    for any in &query.all {
        let (mut certain, mut possible) = (Bits::none(segment.bound), Bits::none(segment.bound));
        for part in any {
            let found = evaluate::part(segment, part, &mut possible)?;
            if part.phrase {
                possible.unite(&possibly(segment, part)?);
            }
            possible.unite(&found);
            if !part.must_be_seen() {
                certain.unite(&found);
            }
        }
        exact.intersect(&certain);
        all.intersect(&possible);
    }
    for part in &query.none {
        let mut unsure = Bits::none(segment.bound);
        let found = evaluate::part(segment, part, &mut unsure)?;
        exact.subtract(&unsure);
        exact.subtract(&found);
        if !part.must_be_seen() {
            all.subtract(&found);
        }
    }
    let mut doubtful = all.clone();
    doubtful.subtract(&exact);
    let mut unwieldy = evaluate::unwieldy(segment)?;
    if !unwieldy.is_empty() {
        unwieldy.intersect(&filters.passages(segment, entries));
        doubtful.unite(&unwieldy);
    }
    if !doubtful.is_empty() {
        all.subtract(&doubtful);
        exact.subtract(&doubtful);
        let matcher = Matcher::of(query);
        let mut folded = String::new();
        let mut left = MOST_LOOKED_AT;
        for (run, &entry) in segment.runs.iter().zip(&entries.of_runs) {
            for doc in doubtful.members(run.docs.clone()) {
                if left == 0 {
                    *not_looked_at += 1;
                    continue;
                }
                left -= 1;
                let Some((text, _)) = texts.text(entry, segment.spot(doc), segment.source(doc), |_| Some(())) else {
                    continue;
                };
                folded.clear();
                fold_into(&text, &mut folded);
                match matcher.closeness(&text, &folded) {
                    Some(Closeness::Exact) => {
                        exact.insert(doc);
                        all.insert(doc);
                    }
                    Some(Closeness::Loose) => all.insert(doc),
                    None => {}
                }
            }
        }
    }
    filters.keep_doubts(segment, entries, &mut all);
    exact.intersect(&all);
    Ok(SegmentHits { exact, all })
}

/// The passages that may hold a phrase with other punctuation.
fn possibly(segment: &Segment, part: &Part) -> io::Result<Bits> {
    match loose::wanted(&part.folded).filter(|_| part.phrase) {
        Some(wanted) => evaluate::loosely(segment, &wanted),
        None => Ok(Bits::none(segment.bound)),
    }
}

/// The papers of a segment that hold hits.
fn collect(segment: &Segment, nth: usize, entries: &Entries, hits: &SegmentHits, candidates: &mut Vec<Candidate>) {
    let mut by_rank: Vec<(u8, &Bits)> =
        FIELDS.iter().map(|&field| rank_of(field)).zip(&segment.kinds().fields).collect();
    by_rank.sort_by_key(|&(rank, _)| rank);
    let sorts: Vec<&Bits> = by_rank.iter().map(|&(_, bits)| bits).collect();
    let (mut at, mut doc) = (0, 0);
    // From hit to hit: most queries answer with few of the papers.
    while let Some(hit) = hits.all.first_from(doc) {
        at = run_of(&segment.runs, at, hit);
        let (Some(run), Some(&entry)) = (segment.runs.get(at), entries.of_runs.get(at)) else { break };
        doc = run.docs.end;
        if entry == HIDDEN {
            continue;
        }
        let (total, sort) = hits.all.tally(&hits.exact, &sorts, run.docs.clone());
        let rank = sort.and_then(|(nth, is_exact)| {
            by_rank.get(nth).map(|&(rank, _)| if is_exact { rank } else { LOOSE_RANK + rank })
        });
        let hits = Hits::Index { segment: number(nth), run: number(at) };
        candidates.push(Candidate { rank: rank.unwrap_or(u8::MAX), entry, total, hits });
    }
}

/// The run, at or after the one numbered `from`, that holds the passage; it is mostly near.
fn run_of(runs: &[Run], from: usize, doc: u32) -> usize {
    let (mut at, mut step) = (from, 1);
    while runs.get(at + step).is_some_and(|run| run.docs.start <= doc) {
        at += step;
        step *= 2;
    }
    let rest = runs.get(at..runs.len().min(at + step)).unwrap_or_default();
    at + rest.partition_point(|run| run.docs.end <= doc)
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// What only answers across punctuation comes after all that stands as it is written.
const LOOSE_RANK: u8 = 10;

/// Names rank 0; then claims, then what the review says, then quotes.
fn rank_of(field: Field) -> u8 {
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

/// What is shown of a paper.
fn group(
    place: &Place<'_>,
    query: &Query,
    request: &SearchRequest,
    found: &Found,
    candidate: &Candidate,
    texts: &mut Texts<'_>,
) -> Option<PaperHits> {
    let catalogue = &place.mapping.catalogue;
    let held = catalogue.lead(candidate.entry)?;
    let most = if request.passages == 0 { usize::MAX } else { request.passages };
    let hits = match candidate.hits {
        Hits::Index { segment, run } => {
            let hits = found.segments.get(segment as usize)?;
            let segment = place.segments.get(segment as usize)?;
            let docs = segment.runs.get(run as usize)?.docs.clone();
            let mut best: Vec<(u8, u32)> = hits
                .all
                .members(docs)
                .map(|doc| {
                    let base = if hits.exact.contains(doc) { 0 } else { LOOSE_RANK };
                    (base + rank_of(segment.spot(doc).field), doc)
                })
                .collect();
            best.sort_unstable();
            best.truncate(most);
            best.sort_unstable_by_key(|&(_, doc)| doc);
            let shown = best.into_iter().map(|(rank, doc)| {
                let spot = segment.spot(doc);
                let expected = |text: &str| {
                    let spans = spans(query, text);
                    (query.all.is_empty() || !spans.is_empty()).then_some(spans)
                };
                let found = texts.text(candidate.entry, spot, segment.source(doc), expected);
                let (text, marked) = found.unwrap_or_default();
                let marked = marked.unwrap_or_else(|| spans(query, &text));
                Hit {
                    passage: usize::from(spot.ordinal),
                    field: spot.field,
                    section: spot.section,
                    finding: spot.finding.map(u32::from),
                    closeness: if rank < LOOSE_RANK { Closeness::Exact } else { Closeness::Loose },
                    snippet: snippet::cut(&text, &marked),
                }
            });
            shown.collect()
        }
        Hits::Memory { nth } => {
            let (file, hits) = found.memory.get(nth as usize)?;
            let file = place.loose_files.get(*file)?;
            let paper = file.file.digest.papers.get(held.index)?;
            let passages = passages::of(paper);
            let mut best: Vec<(u8, MemoryHit)> = hits
                .iter()
                .filter_map(|hit| {
                    let base = if hit.closeness == Closeness::Exact { 0 } else { LOOSE_RANK };
                    Some((base + rank_of(passages.get(hit.ordinal)?.field), *hit))
                })
                .collect();
            best.sort_by_key(|&(rank, hit)| (rank, hit.ordinal));
            best.truncate(most);
            best.sort_by_key(|&(_, hit)| hit.ordinal);
            let shown = best.into_iter().filter_map(|(_, hit)| {
                let passage = passages.get(hit.ordinal)?;
                Some(Hit {
                    passage: hit.ordinal,
                    field: passage.field,
                    section: passage.section,
                    finding: passage.finding,
                    closeness: hit.closeness,
                    snippet: snippet::cut(passage.text, &spans(query, passage.text)),
                })
            });
            shown.collect()
        }
    };
    Some(PaperHits {
        paper: catalogue.id(candidate.entry),
        name: place.reader.names.get(held.facts.key).map_or(held.facts.name, String::as_str).to_owned(),
        day: catalogue.day(candidate.entry).map(|day| day.to_string()).unwrap_or_default(),
        path: held.file.path.clone(),
        file: held.file.name.clone(),
        index: held.index,
        total: candidate.total,
        hits,
    })
}
