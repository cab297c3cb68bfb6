//! The list under a filter: which papers stand in it, and where the headers go.

use memchr::memmem::Finder;

use crate::answer::{Direction, Filter, PaperRow, Row};
use crate::catalogue::Catalogue;
use crate::fold;
use crate::notes::ReaderMarks;

/// The papers under one filter, flattened with their headers, so that any slice costs its own length only.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// Numbers in the catalogue, rising.
    papers: Vec<u32>,
    rows: Vec<FlatRow>,
}

#[derive(Clone, Copy, Debug)]
enum FlatRow {
    Month { first: u32, papers: u32 },
    Day { first: u32, papers: u32 },
    Paper(u32),
}

impl Listing {
    /// The papers of `catalogue` that pass `filter`.
    pub(crate) fn of(catalogue: &Catalogue, reader: &ReaderMarks, filter: &Filter) -> Self {
        let words = fold::words(&filter.text);
        let finders: Vec<Finder<'_>> = words.iter().map(|word| Finder::new(word.as_bytes())).collect();
        let passes = |&entry: &u32| {
            (!filter.unread || is_unread(catalogue, reader, entry))
                && (!filter.starred || has_key(catalogue, entry, |key| reader.starred.contains(key)))
                && (!filter.noted || has_key(catalogue, entry, |key| reader.notes.contains_key(key)))
                && (!filter.doubts || has_open_doubt(catalogue, reader, entry))
                && filter.topic.as_deref().is_none_or(|topic| catalogue.topic(entry) == Some(topic))
                && finders.iter().all(|finder| has_word(catalogue, reader, entry, finder))
        };
        let papers: Vec<u32> = (0..catalogue.len()).filter(passes).collect();
        let rows = flatten(catalogue, &papers);
        Self { papers, rows }
    }

    /// Papers in the list.
    pub(crate) fn papers(&self) -> u32 {
        count(self.papers.len())
    }

    /// Rows of the list, headers counted.
    pub(crate) fn rows(&self) -> u32 {
        count(self.rows.len())
    }

    /// At most `count` rows from index `first` on.
    pub(crate) fn slice(&self, catalogue: &Catalogue, reader: &ReaderMarks, first: u32, count: u32) -> Vec<Row> {
        let rows = self.rows.iter().skip(first as usize).take(count as usize);
        rows.filter_map(|&row| match row {
            FlatRow::Month { first, papers } => {
                let month = catalogue.day(first).map(crate::day::Day::month).unwrap_or_default();
                Some(Row::Month { month, papers })
            }
            FlatRow::Day { first, papers } => {
                let day = catalogue.day(first).map(|day| day.to_string()).unwrap_or_default();
                Some(Row::Day { day, papers })
            }
            FlatRow::Paper(entry) => paper_row(catalogue, reader, entry).map(Row::Paper),
        })
        .collect()
    }

    /// The paper next to `entry`, which need not be in the list.
    pub(crate) fn neighbour(&self, entry: u32, direction: Direction) -> Option<u32> {
        let at = match direction {
            Direction::Next => Some(self.papers.partition_point(|&paper| paper <= entry)),
            Direction::Previous => self.papers.partition_point(|&paper| paper < entry).checked_sub(1),
        };
        at.and_then(|at| self.papers.get(at)).copied()
    }
}

/// Papers that are not marked as read.
pub(crate) fn unread(catalogue: &Catalogue, reader: &ReaderMarks) -> u32 {
    count((0..catalogue.len()).filter(|&entry| is_unread(catalogue, reader, entry)).count())
}

/// Papers with a doubt that is not settled.
pub(crate) fn doubtful(catalogue: &Catalogue, reader: &ReaderMarks) -> u32 {
    count((0..catalogue.len()).filter(|&entry| has_open_doubt(catalogue, reader, entry)).count())
}

/// Starred papers, and papers with annotations.
pub(crate) fn starred_and_noted(catalogue: &Catalogue, reader: &ReaderMarks) -> (u32, u32) {
    let papers = |is_it: &dyn Fn(&str) -> bool| {
        count((0..catalogue.len()).filter(|&entry| has_key(catalogue, entry, is_it)).count())
    };
    (papers(&|key| reader.starred.contains(key)), papers(&|key| reader.notes.contains_key(key)))
}

fn has_key(catalogue: &Catalogue, entry: u32, is_it: impl Fn(&str) -> bool) -> bool {
    catalogue.lead(entry).is_some_and(|held| is_it(held.facts.key))
}

fn has_open_doubt(catalogue: &Catalogue, reader: &ReaderMarks, entry: u32) -> bool {
    catalogue.lead(entry).is_some_and(|held| {
        let cleared = || reader.cleared.get(held.facts.key).map(String::as_str);
        held.facts.has_doubt() && cleared() != Some(held.facts.meter_letters())
    })
}

fn is_unread(catalogue: &Catalogue, reader: &ReaderMarks, entry: u32) -> bool {
    catalogue.lead(entry).is_some_and(|held| !reader.read.contains(held.facts.key))
}

fn has_word(catalogue: &Catalogue, reader: &ReaderMarks, entry: u32, word: &Finder<'_>) -> bool {
    if catalogue.holders(entry).any(|held| word.find(held.file.contents.haystack(held.index).as_bytes()).is_some()) {
        return true;
    }
    let in_day = catalogue.day(entry).is_some_and(|day| word.find(day.to_string().as_bytes()).is_some());
    in_day || {
        let own = catalogue.lead(entry).and_then(|held| reader.names.get(held.facts.key));
        own.is_some_and(|own| {
            let mut folded = String::new();
            fold::fold(own, &mut folded);
            word.find(folded.as_bytes()).is_some()
        })
    }
}

fn flatten(catalogue: &Catalogue, papers: &[u32]) -> Vec<FlatRow> {
    let mut rows = Vec::with_capacity(papers.len() + papers.len() / 4 + 2);
    let same_month = |a: &u32, b: &u32| match (catalogue.day(*a), catalogue.day(*b)) {
        (Some(a), Some(b)) => a.same_month(b),
        (a, b) => a == b,
    };
    for month in papers.chunk_by(same_month) {
        rows.extend(month.first().map(|&first| FlatRow::Month { first, papers: count(month.len()) }));
        for day in month.chunk_by(|a, b| catalogue.day(*a) == catalogue.day(*b)) {
            rows.extend(day.first().map(|&first| FlatRow::Day { first, papers: count(day.len()) }));
            rows.extend(day.iter().copied().map(FlatRow::Paper));
        }
    }
    rows
}

fn paper_row(catalogue: &Catalogue, reader: &ReaderMarks, entry: u32) -> Option<PaperRow> {
    let held = catalogue.lead(entry)?;
    let facts = held.facts;
    Some(PaperRow {
        id: catalogue.id(entry),
        name: reader.names.get(facts.key).map_or(facts.name, String::as_str).to_owned(),
        line: facts.line.to_owned(),
        brief: facts.brief,
        topic: catalogue.topic(entry).map(str::to_owned),
        unread: !reader.read.contains(facts.key),
        missing: held.file.missing,
        meter: facts.meter(),
        starred: reader.starred.contains(facts.key),
        notes: reader.notes.get(facts.key).copied().unwrap_or(0),
    })
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
