//! The reader's notes that answer a query.

use reading::corpus::SectionKind;
use reading::text::{fold, fold_into};

use super::matching::{Closeness, Matcher, spans};
use super::query::{Field, FilterTerm, Query, Where};
use super::{NoteHit, snippet};
use crate::notes::NoteSummary;
use crate::state::{Shared, Snapshot};

/// What a look at the notes found.
#[derive(Debug, Default)]
pub(crate) struct LookedAtNotes {
    pub(crate) total: u32,
    pub(crate) hits: Vec<NoteHit>,
}

/// Looks at all notes that are not in the trash, and shows `most` of them; all where it is 0.
pub(crate) fn look(shared: &Shared, snapshot: &Snapshot, query: &Query, most: usize) -> LookedAtNotes {
    let mut looked = LookedAtNotes::default();
    if query.is_empty() || !may_reach(query) {
        return looked;
    }
    let matcher = Matcher::of(query);
    let mut folded = String::new();
    let mut found: Vec<(Closeness, NoteSummary, String)> = Vec::new();
    {
        let desk = shared.notes();
        for (key, entry) in desk.overview.entries() {
            for note in entry.notes.iter().filter(|note| !note.deleted) {
                if note.note.trim().is_empty() && !query.all.is_empty() {
                    continue;
                }
                folded.clear();
                fold_into(&note.note, &mut folded);
                if let Some(closeness) = matcher.closeness(&note.note, &folded) {
                    found.push((closeness, note.clone(), key.clone()));
                }
            }
        }
    }
    found.retain(|(_, note, key)| query_passes(query, snapshot, note, key));
    looked.total = u32::try_from(found.len()).unwrap_or(u32::MAX);
    found.sort_by(|a, b| (a.0, b.1.modified_ms, &a.1.id).cmp(&(b.0, a.1.modified_ms, &b.1.id)));
    found.truncate(if most == 0 { usize::MAX } else { most });
    looked.hits = found.into_iter().map(|(closeness, note, key)| hit(snapshot, query, closeness, note, &key)).collect();
    looked
}

/// Whether the filters leave any note.
fn may_reach(query: &Query) -> bool {
    let asked = |negated: bool| query.filters.iter().filter(move |term| term.negated == negated);
    let fields = || asked(false).filter(|term| matches!(term.filter, Where::In(_)));
    let wants_doubts = asked(false).any(|term| term.filter == Where::Doubt);
    let wants_others = fields().next().is_some() && !fields().any(|term| term.filter == Where::In(Field::Note));
    !wants_doubts && !wants_others && !asked(true).any(|term| term.filter == Where::In(Field::Note))
}

fn query_passes(query: &Query, snapshot: &Snapshot, note: &NoteSummary, key: &str) -> bool {
    if query.filters.is_empty() {
        return true;
    }
    let (_, name, day) = paper(snapshot, key);
    let name = fold(&name);
    let section = note.place.map(|place| place.section);
    let passes = |term: &FilterTerm| is_in(&term.filter, note, section, &name, &day) != term.negated;
    // Of several tags all are wanted; of other sorts any is enough.
    query.filters.iter().all(|term| {
        passes(term)
            || !term.negated
                && !matches!(term.filter, Where::Tag(_))
                && query.filters.iter().any(|other| {
                    !other.negated
                        && std::mem::discriminant(&other.filter) == std::mem::discriminant(&term.filter)
                        && passes(other)
                })
    })
}

fn is_in(filter: &Where, note: &NoteSummary, section: Option<SectionKind>, name: &str, day: &str) -> bool {
    match filter {
        Where::Day(prefix) => day.starts_with(prefix.as_str()),
        Where::Section(kind) => section == Some(*kind),
        Where::In(field) => *field == Field::Note,
        Where::Tag(tag) => note.tags.iter().any(|own| fold(own) == *tag),
        Where::Color(color) => note.highlight && note.color == *color,
        Where::Doubt => false,
        Where::Paper(wanted) => name.contains(wanted.as_str()),
    }
}

/// Handle, name and day of the paper of a document.
fn paper(snapshot: &Snapshot, key: &str) -> (crate::PaperId, String, String) {
    let (id, _) = snapshot.paper_of(key);
    let entry = snapshot.catalogue.find_on_any_day(snapshot.home(key));
    let held = entry.and_then(|entry| snapshot.catalogue.lead(entry));
    let home = snapshot.home(key);
    let name = snapshot.reader.names.get(home).map(String::as_str).or(held.map(|held| held.facts.name));
    let day = entry.and_then(|entry| snapshot.catalogue.day(entry)).map(|day| day.to_string()).unwrap_or_default();
    (id, name.unwrap_or_default().to_owned(), day)
}

fn hit(snapshot: &Snapshot, query: &Query, closeness: Closeness, note: NoteSummary, key: &str) -> NoteHit {
    let (paper, name, day) = paper(snapshot, key);
    let text = if note.note.trim().is_empty() { note.quotes.join(" … ") } else { note.note };
    NoteHit {
        paper,
        name,
        day,
        id: note.id,
        color: note.color,
        tags: note.tags,
        modified_ms: note.modified_ms,
        closeness,
        snippet: snippet::cut(&text, &spans(query, &text)),
    }
}
