//! The answer to a query: which passages, in which order, and what is shown of them.

use std::io;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use reading::text::fold_into;

use super::bits::Bits;
use super::filters::Filters;
use super::mapping::{Entries, Mapping};
use super::matching::{Closeness, Matcher, spans};
use super::memory::{self, LooseFile, MemoryHit};
use super::passages;
use super::query::{Part, Query};
use super::rank::{self, Candidate, Found, Hits, LOOSE_RANK, SegmentHits, rank_of};
use super::segment::Segment;
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
    let mut found = Found::default();
    if filters.reach_passages() {
        for segment in place.segments {
            let entries = place.mapping.entries_of(segment);
            let hits = segment_hits(segment, entries, query, &filters, texts, &mut looked.not_looked_at)?;
            found.segments.push(hits);
        }
        for (nth, file) in place.loose_files.iter().enumerate() {
            let passes = |entry: u32, passage: &passages::Passage<'_>| filters.pass(entry, passage);
            let hits = memory::look(file, query, &passes);
            found.memory.extend(hits.into_iter().map(|(entry, hits)| (nth, entry, hits)));
        }
    }
    let candidates;
    (candidates, looked.papers, looked.total) = rank::best(place, query, &found, request.papers);
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
    entries: Arc<Entries>,
    query: &Query,
    filters: &Filters<'_>,
    texts: &mut Texts<'_>,
    not_looked_at: &mut u32,
) -> io::Result<SegmentHits> {
    let mut exact = filters.passages(segment, &entries);
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
        unwieldy.intersect(&filters.passages(segment, &entries));
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
    filters.keep_doubts(segment, &entries, &mut all);
    exact.intersect(&all);
    Ok(SegmentHits { entries, exact, all })
}

/// The passages that may hold a phrase with other punctuation.
fn possibly(segment: &Segment, part: &Part) -> io::Result<Bits> {
    match loose::wanted(&part.folded).filter(|_| part.phrase) {
        Some(wanted) => evaluate::loosely(segment, &wanted),
        None => Ok(Bits::none(segment.bound)),
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
    let (total, hits) = match candidate.hits {
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
            let total = best.len();
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
            (total, shown.collect())
        }
        Hits::Memory { nth } => {
            let (file, _, hits) = found.memory.get(nth as usize)?;
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
            (hits.len(), shown.collect())
        }
    };
    Some(PaperHits {
        paper: catalogue.id(candidate.entry),
        name: place.reader.names.get(held.facts.key).map_or(held.facts.name, String::as_str).to_owned(),
        day: catalogue.day(candidate.entry).map(|day| day.to_string()).unwrap_or_default(),
        path: held.file.path.clone(),
        file: held.file.name.clone(),
        index: held.index,
        total: u32::try_from(total).unwrap_or(u32::MAX),
        hits,
    })
}
