//! The annotations of all papers: filtered, ordered, a slice at a time, from the overview alone.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use memchr::memmem::Finder;

use super::answer::{ListedNote, NoteSummary, NotesFilter, NotesOrder, NotesPage, NotesTrouble, What};
use super::desk::{Desk, Saving, Written, now_ms};
use super::edits;
use super::history::{Change, Step};
use crate::answer::PaperId;
use crate::catalogue::parts_of;
use crate::error::Error;
use crate::fold;
use crate::notebook::Edit;
use crate::state::{Shared, Snapshot};

/// Of what cannot be read so much is named.
const TROUBLES: usize = 20;

/// An annotation in one of the documents.
struct Candidate<'a> {
    paper: usize,
    note: &'a NoteSummary,
}

/// A document and its paper.
struct Paper<'a> {
    id: PaperId,
    /// Number in the catalogue; none where the library does not have it.
    entry: Option<u32>,
    name: &'a str,
    day: String,
}

/// A slice of the annotations that pass the filter.
pub(crate) fn page(shared: &Shared, filter: &NotesFilter, first: u32, count: u32) -> NotesPage {
    let desk = shared.notes();
    let snapshot = shared.state().snapshot();
    let words = fold::words(&filter.text);
    let finders: Vec<Finder<'_>> = words.iter().map(|word| Finder::new(word.as_bytes())).collect();
    let wanted = filter.paper.as_ref().map(|paper| snapshot.home(parts_of(paper).1).to_owned());
    let (mut papers, mut found, mut folded) = (Vec::new(), Vec::new(), String::new());
    let (mut all, mut trashed, mut noted) = (0, 0, std::collections::BTreeSet::new());
    for (key, entry) in desk.overview.entries() {
        let live = entry.live();
        all += live;
        trashed += u32::try_from(entry.notes.len()).unwrap_or(u32::MAX) - live;
        if live > 0 {
            noted.insert(snapshot.home(key));
        }
        if entry.notes.is_empty() || wanted.as_ref().is_some_and(|wanted| snapshot.home(key) != wanted) {
            continue;
        }
        let paper = papers.len();
        papers.push(paper_of(&snapshot, key, &entry.record.name, entry.record.day.as_deref()));
        let name = papers.last().map_or("", |paper| paper.name);
        let passing = entry.notes.iter().filter(|note| passes(note, filter, &finders, name, &mut folded));
        found.extend(passing.map(|note| Candidate { paper, note }));
    }
    found.sort_by(|a, b| order(filter.order, &papers, a, b));
    let slice = found.iter().skip(first as usize).take(count as usize);
    let listed = slice.filter_map(|candidate| {
        let paper = papers.get(candidate.paper)?;
        Some(ListedNote {
            paper: paper.id.clone(),
            paper_name: paper.name.to_owned(),
            day: paper.day.clone(),
            gone: paper.entry.is_none(),
            note: candidate.note.clone(),
        })
    });
    NotesPage {
        generation: desk.overview.generation,
        first,
        notes: listed.collect(),
        total: u32::try_from(found.len()).unwrap_or(u32::MAX),
        all,
        trashed,
        papers: u32::try_from(noted.len()).unwrap_or(u32::MAX),
        troubles: troubles(&desk),
        complete: desk.overview.complete,
    }
}

fn troubles(desk: &Desk) -> Vec<NotesTrouble> {
    let of_documents = desk.overview.entries().flat_map(|(_, entry)| &entry.troubles).cloned();
    desk.unlisted.clone().map(NotesTrouble::Folder).into_iter().chain(of_documents).take(TROUBLES).collect()
}

fn paper_of<'a>(snapshot: &'a Snapshot, key: &'a str, known: &'a str, day: Option<&str>) -> Paper<'a> {
    let home = snapshot.home(key);
    let entry = snapshot.catalogue.find_on_any_day(home);
    let inferred = entry.and_then(|entry| snapshot.catalogue.lead(entry)).map(|held| held.facts.name);
    let name = snapshot.reader.names.get(home).map(String::as_str).or(inferred).unwrap_or(known);
    match entry {
        Some(entry) => {
            let day = snapshot.catalogue.day(entry).map(|day| day.to_string()).unwrap_or_default();
            Paper { id: snapshot.catalogue.id(entry), entry: Some(entry), name, day }
        }
        None => {
            let day = day.unwrap_or_default().to_owned();
            Paper { id: PaperId(format!("{day}/{home}")), entry: None, name, day }
        }
    }
}

fn passes(note: &NoteSummary, filter: &NotesFilter, words: &[Finder<'_>], name: &str, folded: &mut String) -> bool {
    let is_meant = note.deleted == filter.trash
        && (filter.colors.is_empty() || (note.highlight && filter.colors.contains(&note.color)))
        && (filter.kinds.is_empty() || filter.kinds.contains(&note.kind))
        && (filter.standings.is_empty() || note.standing.is_some_and(|standing| filter.standings.contains(&standing)))
        && (!filter.bookmarks || note.bookmark)
        && filter.tags.iter().all(|tag| note.tags.contains(tag));
    if !is_meant || words.is_empty() {
        return is_meant;
    }
    folded.clear();
    let texts = [name, &note.note].into_iter().chain(note.quotes.iter().chain(&note.tags).map(String::as_str));
    for text in texts {
        fold::fold(text, folded);
        folded.push('\n');
    }
    words.iter().all(|word| word.find(folded.as_bytes()).is_some())
}

fn order(order: NotesOrder, papers: &[Paper<'_>], a: &Candidate<'_>, b: &Candidate<'_>) -> Ordering {
    let by_id = || a.note.id.cmp(&b.note.id);
    match order {
        NotesOrder::Newest => b.note.modified_ms.cmp(&a.note.modified_ms).then_with(by_id),
        NotesOrder::Oldest => a.note.created_ms.cmp(&b.note.created_ms).then_with(by_id),
        NotesOrder::Place => {
            let paper = |candidate: &Candidate<'_>| papers.get(candidate.paper);
            let at = |candidate: &Candidate<'_>| {
                let entry = paper(candidate).and_then(|paper| paper.entry);
                (entry.is_none(), entry)
            };
            // Papers that the library does not have stand together, by name.
            let name = |candidate: &Candidate<'_>| paper(candidate).map_or("", |paper| paper.name);
            let inside = |candidate: &Candidate<'_>| {
                let place = candidate.note.place;
                // The note on the whole paper first; a claim's before its quote's.
                place.map(|place| (place.section, place.finding, place.ordinal, place.side, place.start))
            };
            let papers = at(a).cmp(&at(b)).then_with(|| name(a).cmp(name(b))).then_with(|| a.paper.cmp(&b.paper));
            papers.then_with(|| inside(a).cmp(&inside(b))).then_with(by_id)
        }
    }
}

/// All tags of annotations that are not in the trash, the most used first, with how many have them.
pub(crate) fn tags(desk: &Desk) -> Vec<(String, u32)> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    let notes = desk.overview.entries().flat_map(|(_, entry)| &entry.notes).filter(|note| !note.deleted);
    for tag in notes.flat_map(|note| &note.tags) {
        *counts.entry(tag).or_default() += 1;
    }
    let mut tags: Vec<(String, u32)> = counts.into_iter().map(|(tag, count)| (tag.to_owned(), count)).collect();
    tags.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    tags
}

/// Gives every annotation that has the tag `old` the tag `new` instead; a blank `new` takes it away. Answers how many
/// annotations changed. One act for taking back.
pub(crate) fn rename_tag(shared: &Shared, old: &str, new: &str) -> Result<u32, Error> {
    let (old, new) = (old.trim(), new.trim());
    if old == new {
        return Ok(0);
    }
    let mut tagged: HashMap<String, Vec<String>> = HashMap::new();
    for (key, entry) in shared.notes().overview.entries() {
        let notes = entry.notes.iter().filter(|note| note.tags.iter().any(|tag| tag == old));
        let ids: Vec<String> = notes.map(|note| note.id.clone()).collect();
        if !ids.is_empty() {
            tagged.insert(key.clone(), ids);
        }
    }
    let (mut result, mut back, mut changed) = (Ok(()), Vec::new(), Vec::new());
    let mut documents: Vec<String> = tagged.keys().cloned().collect();
    documents.sort();
    for key in &documents {
        let ids = tagged.get(key).into_iter().flatten();
        let edits = [Edit::RemoveTag(old.to_owned()), Edit::AddTag(new.to_owned())];
        let changes: Vec<Change> =
            ids.flat_map(|id| edits.clone().map(|edit| Change::Note(id.clone(), edit))).collect();
        // One hold a paper: what the reader types meanwhile need not wait for all.
        let written = shared.notes().write(key, &changes, None, Saving::Now);
        match written {
            Ok((Written { back: own, notes }, saved)) => {
                result = result.and(saved);
                back.push((key.clone(), own));
                changed.extend(notes);
            }
            Err(error) => result = result.and(Err(error)),
        }
    }
    let count = u32::try_from(changed.len()).unwrap_or(u32::MAX);
    let mut desk = shared.notes();
    if let Some(first) = documents.first() {
        let paper = shared.state().snapshot().paper_of(first).0;
        desk.history.push(Step { paper, what: What::RenameTag, notes: changed, back, time_ms: now_ms() });
    }
    edits::tell(shared, desk, &documents);
    result.map(|()| count)
}
