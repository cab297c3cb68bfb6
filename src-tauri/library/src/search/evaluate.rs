//! Which passages of a segment hold a part of a query, told by the index alone.
//!
//! Each place of the part has the terms that may stand there; a word at either end of it may be cut, so that all words
//! of the segment that begin or end so count. The place with the fewest postings proposes passages and positions, the
//! others strike out. The answer is exact: it holds a passage if and only if its folded text holds the part.

use std::io;
use std::panic::resume_unwind;
use std::thread;

use reading::text::is_wide;
use tantivy::postings::{BlockSegmentPostings, Postings as _, TermInfo};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet as _, InvertedIndexReader, TERMINATED};

use super::bits::Bits;
use super::query::Part;
use super::segment::Segment;
use super::tokens::{Ends, Slot, UNWIELDY, place_of_letter, slots};

/// Passages that are sooner read than looked up among the thousands of words that begin or end with a letter.
const FEW_PASSAGES: usize = 100;

/// Postings that take much longer to read than a thread to begin.
const WORTH_A_THREAD: u64 = 100_000;

/// The passages of the segment that hold the part, as far as the index can tell ([`Part::must_be_seen`]); not those that
/// are [`unwieldy`]. Those that may hold it and are sooner read than looked up go into `unsure`.
///
/// # Errors
/// Where the index cannot be read.
pub(crate) fn part(segment: &Segment, part: &Part, unsure: &mut Bits) -> io::Result<Bits> {
    let mut found = Bits::none(segment.bound);
    let ends = if part.whole { Ends::Whole } else { Ends::Open };
    for way in slots(&part.folded, ends).unwrap_or_default() {
        stand(segment, &way, &mut found, unsure)?;
    }
    Ok(found)
}

/// Adds the passages in which all slots stand at their distances.
fn stand(segment: &Segment, slots: &[(u32, Slot)], found: &mut Bits, unsure: &mut Bits) -> io::Result<()> {
    if let [(_, Slot::Letter(letter))] = slots {
        return insert_letter(segment, *letter, found);
    }
    let (mut places, mut broad) = (Vec::with_capacity(slots.len()), Vec::new());
    for (offset, slot) in slots {
        if slots.len() > 1 && slot.is_broad() {
            broad.push((*offset, slot));
            continue;
        }
        let terms = terms_of(segment, slot)?;
        if terms.is_empty() {
            return Ok(());
        }
        places.push(Place::of(*offset, terms));
    }
    if let ([only], []) = (places.as_slice(), broad.as_slice()) {
        return insert_all(segment, &only.terms, found);
    }
    places.sort_by_key(|place| place.postings);
    let mut starts = None;
    for place in places {
        starts = Some(with_place(segment, starts, &place)?);
    }
    if let Some(starts) = starts.as_ref().filter(|starts| !broad.is_empty() && starts.docs.len() <= FEW_PASSAGES) {
        starts.docs.iter().for_each(|&doc| unsure.insert(doc));
        return Ok(());
    }
    let mut places = Vec::with_capacity(broad.len());
    for (offset, slot) in broad {
        places.push(Place::of(offset, terms_of(segment, slot)?));
    }
    places.sort_by_key(|place| place.postings);
    for place in places {
        starts = Some(with_place(segment, starts, &place)?);
    }
    starts.unwrap_or_default().docs.iter().for_each(|&doc| found.insert(doc));
    Ok(())
}

/// The passages of which the index cannot tell what they hold: they must be looked at themselves. They are very few.
///
/// # Errors
/// Where the index cannot be read.
pub(crate) fn unwieldy(segment: &Segment) -> io::Result<Bits> {
    let mut found = Bits::none(segment.bound);
    insert_all(segment, &terms_of(segment, &Slot::Token(UNWIELDY.to_owned()))?, &mut found)?;
    Ok(found)
}

/// The passages that could hold the words of `loose` with other punctuation between them: of each pair of neighbouring
/// Chinese characters both stand there together, or the first one at the end of a run; each word stands there.
///
/// # Errors
/// Where the index cannot be read.
pub(crate) fn loosely(segment: &Segment, loose: &str) -> io::Result<Bits> {
    let mut candidates = Bits::all(segment.bound);
    for wanted in loose_wishes(loose) {
        let mut bits = Bits::none(segment.bound);
        for slot in wanted {
            match slot {
                Slot::Letter(letter) => insert_letter(segment, letter, &mut bits)?,
                slot => insert_all(segment, &terms_of(segment, &slot)?, &mut bits)?,
            }
        }
        candidates.intersect(&bits);
    }
    Ok(candidates)
}

/// For each step of a loose text the tokens of which one must be there.
fn loose_wishes(loose: &str) -> Vec<Vec<Slot>> {
    let chars: Vec<char> = loose.chars().collect();
    let mut wishes = Vec::new();
    for (at, &ch) in chars.iter().enumerate().filter(|(_, ch)| is_wide(**ch)) {
        match chars.get(at + 1) {
            Some(&next) if is_wide(next) => {
                wishes.push(vec![Slot::Token(format!("{ch}{next}")), Slot::Token(ch.to_string())]);
            }
            Some(_) => wishes.push(vec![Slot::Token(ch.to_string())]),
            // It stands with whatever follows; the pair before it was asked for.
            None if at > 0 => {}
            None => wishes.push(vec![Slot::Character(ch)]),
        }
    }
    for word in loose.split(|ch: char| !ch.is_alphanumeric() || is_wide(ch)).filter(|word| !word.is_empty()) {
        let mut letters = word.chars();
        wishes.push(match (letters.next(), letters.next()) {
            (Some(only), None) => vec![Slot::Letter(only)],
            _ => vec![Slot::Words(vec![word.to_owned()])],
        });
    }
    wishes
}

fn insert_letter(segment: &Segment, letter: char, bits: &mut Bits) -> io::Result<()> {
    if let Some(place) = place_of_letter(letter) {
        bits.unite(&segment.holding(place));
        return Ok(());
    }
    let info = segment.others.terms().get(letter.encode_utf8(&mut [0; 4]))?;
    insert_postings(&segment.others, segment.bound, info.as_slice(), bits)
}

/// One place of a part.
struct Place {
    offset: u32,
    terms: Vec<TermInfo>,
    postings: u64,
}

impl Place {
    fn of(offset: u32, terms: Vec<TermInfo>) -> Self {
        let postings = terms.iter().map(|term| u64::from(term.doc_freq)).sum();
        Self { offset, terms, postings }
    }
}

/// Passages in which a part may begin: where each begins in [`Starts::positions`], and at which positions.
#[derive(Default)]
struct Starts {
    docs: Vec<u32>,
    /// Ends in `positions`, one a passage.
    ends: Vec<usize>,
    positions: Vec<u32>,
}

impl Starts {
    fn range(&self, nth: usize) -> std::ops::Range<usize> {
        let start = nth.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        start..self.ends.get(nth).copied().unwrap_or(start)
    }

    /// Keeps the positions with a mark.
    fn retain(&mut self, marks: &[bool]) {
        let mut kept = Self::default();
        for (nth, &doc) in self.docs.iter().enumerate() {
            let before = kept.positions.len();
            for at in self.range(nth) {
                if marks.get(at) == Some(&true) {
                    kept.positions.extend(self.positions.get(at));
                }
            }
            if kept.positions.len() > before {
                kept.docs.push(doc);
                kept.ends.push(kept.positions.len());
            }
        }
        *self = kept;
    }
}

/// Keeps the starts at whose distance the place stands too; the first place proposes them.
fn with_place(segment: &Segment, starts: Option<Starts>, place: &Place) -> io::Result<Starts> {
    let Some(mut starts) = starts else { return starts_of(segment, place) };
    let mut marks = vec![false; starts.positions.len()];
    let mut positions = Vec::new();
    for term in &place.terms {
        if starts.docs.is_empty() {
            break;
        }
        let mut postings = segment.words.read_postings_from_terminfo(term, IndexRecordOption::WithFreqsAndPositions)?;
        let mut nth = 0;
        while let Some(&doc) = starts.docs.get(nth) {
            let at = if postings.doc() < doc { postings.seek(doc) } else { postings.doc() };
            if at == TERMINATED {
                break;
            }
            if at > doc {
                nth += starts.docs.get(nth..).unwrap_or_default().partition_point(|&doc| doc < at);
                continue;
            }
            postings.positions(&mut positions);
            mark(&starts, nth, &positions, place.offset, &mut marks);
            nth += 1;
        }
    }
    starts.retain(&marks);
    Ok(starts)
}

/// Marks the starts of the `nth` passage after which one of `positions` stands at the distance `offset`.
fn mark(starts: &Starts, nth: usize, positions: &[u32], offset: u32, marks: &mut [bool]) {
    let mut at = 0;
    for start in starts.range(nth) {
        let Some(&begins) = starts.positions.get(start) else { continue };
        let wanted = begins + offset;
        while positions.get(at).is_some_and(|&position| position < wanted) {
            at += 1;
        }
        if positions.get(at) == Some(&wanted)
            && let Some(mark) = marks.get_mut(start)
        {
            *mark = true;
        }
    }
}

/// Where a part may begin by what stands at one of its places.
fn starts_of(segment: &Segment, place: &Place) -> io::Result<Starts> {
    let option = IndexRecordOption::WithFreqsAndPositions;
    let mut starts = Starts::default();
    let mut positions = Vec::new();
    if let [only] = place.terms.as_slice() {
        let mut postings = segment.words.read_postings_from_terminfo(only, option)?;
        while postings.doc() != TERMINATED {
            postings.positions(&mut positions);
            push(&mut starts, postings.doc(), &positions, place.offset);
            postings.advance();
        }
        return Ok(starts);
    }
    let mut all: Vec<(u32, u32)> = Vec::new();
    for term in &place.terms {
        let mut postings = segment.words.read_postings_from_terminfo(term, option)?;
        while postings.doc() != TERMINATED {
            postings.positions(&mut positions);
            all.extend(positions.iter().map(|&position| (postings.doc(), position)));
            postings.advance();
        }
    }
    all.sort_unstable();
    for same in all.chunk_by(|a, b| a.0 == b.0) {
        positions.clear();
        positions.extend(same.iter().map(|&(_, position)| position));
        if let Some(&(doc, _)) = same.first() {
            push(&mut starts, doc, &positions, place.offset);
        }
    }
    Ok(starts)
}

fn push(starts: &mut Starts, doc: u32, positions: &[u32], offset: u32) {
    let before = starts.positions.len();
    starts.positions.extend(positions.iter().filter_map(|position| position.checked_sub(offset)));
    if starts.positions.len() > before {
        starts.docs.push(doc);
        starts.ends.push(starts.positions.len());
    }
}

/// The terms of the segment that may stand at a place.
fn terms_of(segment: &Segment, slot: &Slot) -> io::Result<Vec<TermInfo>> {
    let dictionary = segment.words.terms();
    let mut terms = Vec::new();
    match slot {
        Slot::Token(token) => terms.extend(dictionary.get(token)?),
        Slot::OneOf(tokens) => {
            for token in tokens {
                terms.extend(dictionary.get(token)?);
            }
        }
        Slot::Words(patterns) => {
            let mut take = |info| terms.push(info);
            patterns.iter().for_each(|pattern| segment.vocabulary.each(pattern, &mut take));
        }
        // Where a letter stands with others beside it, it is part of a word.
        Slot::Letter(letter) => {
            let take = |info| terms.push(info);
            segment.vocabulary.each(letter.encode_utf8(&mut [0; 4]), take);
        }
        Slot::Character(ch) => {
            let mut buffer = [0; 4];
            let first = ch.encode_utf8(&mut buffer).as_bytes();
            let mut stream = dictionary.range().ge(first).into_stream()?;
            while stream.advance() && stream.key().starts_with(first) {
                terms.push(stream.value().clone());
            }
        }
    }
    Ok(terms)
}

fn insert_all(segment: &Segment, terms: &[TermInfo], bits: &mut Bits) -> io::Result<()> {
    insert_postings(&segment.words, segment.bound, terms, bits)
}

/// Adds the passages of each term: where they are very many, one half of them on a thread of its own.
fn insert_postings(index: &InvertedIndexReader, bound: u32, terms: &[TermInfo], bits: &mut Bits) -> io::Result<()> {
    let postings = |terms: &[TermInfo]| terms.iter().map(|term| u64::from(term.doc_freq)).sum::<u64>();
    let all = postings(terms);
    if all < WORTH_A_THREAD {
        return insert_one_by_one(index, terms, bits);
    }
    let mut left = all / 2;
    let half = terms.iter().take_while(|term| {
        let is_before = left > 0;
        left = left.saturating_sub(u64::from(term.doc_freq));
        is_before
    });
    let (first, second) = terms.split_at(half.count());
    if postings(second) < WORTH_A_THREAD / 4 {
        return insert_one_by_one(index, terms, bits);
    }
    let mut beside = Bits::none(bound);
    thread::scope(|scope| {
        let rest = scope.spawn(|| insert_one_by_one(index, second, &mut beside));
        insert_one_by_one(index, first, bits)?;
        rest.join().unwrap_or_else(|panic| resume_unwind(panic))
    })?;
    bits.unite(&beside);
    Ok(())
}

/// One reader for all of them: there may be thousands, with few passages each.
fn insert_one_by_one(index: &InvertedIndexReader, terms: &[TermInfo], bits: &mut Bits) -> io::Result<()> {
    let mut known: Option<BlockSegmentPostings> = None;
    for term in terms {
        let blocks = match &mut known {
            Some(blocks) => {
                index.reset_block_postings_from_terminfo(term, blocks)?;
                blocks
            }
            None => known.insert(index.read_block_postings_from_terminfo(term, IndexRecordOption::Basic)?),
        };
        while !blocks.docs().is_empty() {
            blocks.docs().iter().for_each(|&doc| bits.insert(doc));
            blocks.advance();
        }
    }
    Ok(())
}
