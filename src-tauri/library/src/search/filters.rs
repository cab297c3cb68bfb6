//! Where a query looks: which papers, and which of their passages.

use super::bits::Bits;
use super::mapping::{Entries, HIDDEN};
use super::passages::Passage;
use super::query::{Field, Query, Where};
use super::segment::Segment;
use super::store::{FIELDS, SECTIONS};
use crate::answer::Verdict;
use crate::catalogue::Catalogue;
use crate::meter;
use crate::notes::ReaderMarks;
use reading::corpus::SectionKind;
use reading::text::fold;

/// The filters of a query, made ready for a list.
pub(crate) struct Filters<'a> {
    catalogue: &'a Catalogue,
    reader: &'a ReaderMarks,
    /// Which papers are looked at; all where there is nothing.
    entries: Option<Vec<bool>>,
    fields: Vec<Field>,
    sections: Vec<SectionKind>,
    /// Only findings with a doubt, or only those without.
    doubts: Option<bool>,
    only_notes: bool,
}

impl<'a> Filters<'a> {
    pub(crate) fn of(query: &Query, catalogue: &'a Catalogue, reader: &'a ReaderMarks) -> Self {
        let wanted =
            |negated: bool| query.filters.iter().filter(move |term| term.negated == negated).map(|term| &term.filter);
        let fields = chosen(&[Field::Text, Field::Claim, Field::Quote, Field::Note], |field, negated| {
            (
                wanted(negated).any(|filter| matches!(filter, Where::In(_))),
                wanted(negated).any(|filter| *filter == Where::In(field)),
            )
        });
        let sections = chosen(&SECTIONS, |section, negated| {
            (
                wanted(negated).any(|filter| matches!(filter, Where::Section(_))),
                wanted(negated).any(|filter| *filter == Where::Section(section)),
            )
        });
        // Passages have no tags and no colours.
        let only_notes = wanted(false).any(|filter| matches!(filter, Where::Tag(_) | Where::Color(_)));
        let doubts = query.filters.iter().find(|term| term.filter == Where::Doubt).map(|term| !term.negated);
        let of_papers = |filter: &&Where| matches!(filter, Where::Day(_) | Where::Paper(_));
        let entries = (wanted(false).any(|filter| of_papers(&filter)) || wanted(true).any(|filter| of_papers(&filter)))
            .then(|| {
                papers(
                    &wanted(false).cloned().collect::<Vec<_>>(),
                    &wanted(true).cloned().collect::<Vec<_>>(),
                    catalogue,
                    reader,
                )
            });
        Self { catalogue, reader, entries, fields, sections, doubts, only_notes }
    }

    /// Whether any passage can pass; else only notes can.
    pub(crate) fn reach_passages(&self) -> bool {
        !self.only_notes && self.fields.iter().any(|field| *field != Field::Note)
    }

    /// Whether the passage passes.
    pub(crate) fn pass(&self, entry: u32, passage: &Passage<'_>) -> bool {
        self.passes_paper(entry)
            && self.fields.contains(&passage.field)
            && self.sections.contains(&passage.section)
            && self.doubts.is_none_or(|wanted| self.is_doubt(entry, passage.verdict) == wanted)
    }

    /// Whether passages of the paper may pass.
    pub(crate) fn passes_paper(&self, entry: u32) -> bool {
        entry != HIDDEN && self.entries.as_ref().is_none_or(|entries| entries.get(entry as usize) == Some(&true))
    }

    /// The passages of a segment that are shown and pass, doubts apart.
    pub(crate) fn passages(&self, segment: &Segment, entries: &Entries) -> Bits {
        let mut bits = if self.entries.is_none() { entries.shown.clone() } else { Bits::none(segment.bound) };
        if self.entries.is_some() {
            for (run, &entry) in segment.runs.iter().zip(&entries.of_runs) {
                if self.passes_paper(entry) {
                    bits.insert_range(run.docs.clone());
                }
            }
        }
        if let Some(alive) = segment.alive() {
            bits.intersect(alive);
        }
        if FIELDS.iter().any(|field| !self.fields.contains(field)) {
            bits.intersect(&union(segment, &segment.kinds().fields, |nth| {
                FIELDS.get(nth).is_some_and(|field| self.fields.contains(field))
            }));
        }
        if self.sections.len() < SECTIONS.len() {
            bits.intersect(&union(segment, &segment.kinds().sections, |nth| {
                SECTIONS.get(nth).is_some_and(|section| self.sections.contains(section))
            }));
        }
        bits
    }

    /// Takes passages away that have a doubt, or none, where the query asks so.
    pub(crate) fn keep_doubts(&self, segment: &Segment, entries: &Entries, bits: &mut Bits) {
        let Some(wanted) = self.doubts else { return };
        let mut kept = Bits::none(segment.bound);
        for (run, &entry) in segment.runs.iter().zip(&entries.of_runs) {
            for doc in bits.members(run.docs.clone()) {
                if self.is_doubt(entry, segment.spot(doc).verdict.map(usize::from)) == wanted {
                    kept.insert(doc);
                }
            }
        }
        *bits = kept;
    }

    fn is_doubt(&self, entry: u32, verdict: Option<usize>) -> bool {
        let Some((held, verdict)) = self.catalogue.lead(entry).zip(verdict) else { return false };
        let letters = held.facts.meter_letters();
        let is_settled = self.reader.cleared.get(held.facts.key).map(String::as_str) == Some(letters);
        !is_settled && letters.as_bytes().get(verdict) == Some(&meter::letter(Verdict::Doubt))
    }
}

/// The values that the filters of one sort leave: those asked for, or all, without those that are not wanted. `asked` says
/// whether the sort is asked for at all, and for this value.
fn chosen<T: Copy>(all: &[T], asked: impl Fn(T, bool) -> (bool, bool)) -> Vec<T> {
    let is_chosen = |value: &T| {
        let ((any, this), (_, not_this)) = (asked(*value, false), asked(*value, true));
        (!any || this) && !not_this
    };
    all.iter().copied().filter(is_chosen).collect()
}

fn union(segment: &Segment, sets: &[Bits], is_wanted: impl Fn(usize) -> bool) -> Bits {
    let mut bits = Bits::none(segment.bound);
    sets.iter().enumerate().filter(|&(nth, _)| is_wanted(nth)).for_each(|(_, set)| bits.unite(set));
    bits
}

/// Which papers pass the filters of days and papers.
fn papers(wanted: &[Where], unwanted: &[Where], catalogue: &Catalogue, reader: &ReaderMarks) -> Vec<bool> {
    let mut last: Option<(Option<crate::day::Day>, String)> = None;
    let mut passes = Vec::with_capacity(catalogue.len() as usize);
    for entry in 0..catalogue.len() {
        let day = catalogue.day(entry);
        if last.as_ref().is_none_or(|(known, _)| *known != day) {
            last = Some((day, day.map(|day| day.to_string()).unwrap_or_default()));
        }
        let day = last.as_ref().map_or("", |(_, words)| words.as_str());
        let held = catalogue.lead(entry);
        let own = held.and_then(|held| reader.names.get(held.facts.key)).map(|name| fold(name)).unwrap_or_default();
        let matches = |filter: &Where| match filter {
            Where::Day(prefix) => Some(day.starts_with(prefix.as_str())),
            Where::Paper(name) => Some(
                own.contains(name.as_str())
                    || catalogue.holders(entry).any(|held| names_of(&held).contains(name.as_str())),
            ),
            _ => None,
        };
        let sort = |filter: &&Where| std::mem::discriminant(*filter);
        let by_sort = |filters: &[Where]| {
            let mut sorts: Vec<(std::mem::Discriminant<Where>, bool)> = Vec::new();
            for filter in filters {
                let Some(matched) = matches(filter) else { continue };
                match sorts.iter_mut().find(|(known, _)| *known == sort(&filter)) {
                    Some((_, any)) => *any |= matched,
                    None => sorts.push((sort(&filter), matched)),
                }
            }
            sorts
        };
        let passed =
            by_sort(wanted).into_iter().all(|(_, any)| any) && by_sort(unwanted).into_iter().all(|(_, any)| !any);
        passes.push(passed);
    }
    passes
}

/// Name and title, folded.
fn names_of(held: &crate::catalogue::Held<'_>) -> String {
    let mut names = fold(held.facts.name);
    names.push('\n');
    names.push_str(&fold(held.facts.title));
    names
}
