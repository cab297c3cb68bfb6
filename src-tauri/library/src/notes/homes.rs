//! Which documents belong to which paper: a paper whose opening words were edited has another key than its notes.

use std::sync::Arc;

use reading::corpus::Paper;

use super::desk::Desk;
use super::reader::ReaderMarks;
use crate::answer::PaperId;
use crate::scan::Task;
use crate::state::{Shared, Snapshot};

/// Papers without a day are compared with so many homeless documents at most.
const MAX_COMPARED: usize = 200;

impl Snapshot {
    /// The key of the paper that a document belongs to: its own where the library has that paper.
    pub(crate) fn home<'a>(&'a self, document: &'a str) -> &'a str {
        if self.catalogue.has(document) {
            return document;
        }
        let present = self.marks.present_key(document);
        if self.catalogue.has(present) { present } else { document }
    }

    /// The handle of the paper that a document belongs to, and whether the library has it.
    pub(crate) fn paper_of(&self, document: &str) -> (PaperId, bool) {
        let home = self.home(document);
        match self.catalogue.find_on_any_day(home) {
            Some(entry) => (self.catalogue.id(entry), true),
            None => (PaperId(format!("/{home}")), false),
        }
    }

    /// The documents of the paper with this key; where it has any, the first one takes new notes.
    pub(crate) fn documents(&self, desk: &Desk, key: &str) -> Vec<String> {
        let own = desk.overview.entry(key).map(|_| key.to_owned());
        let former = self.marks.renamed.keys();
        let former = former.filter(|old| *old != key && desk.overview.entry(old).is_some() && self.home(old) == key);
        own.into_iter().chain(former.cloned()).collect()
    }
}

/// The document that takes new notes of the paper with this key.
pub(crate) fn main_document(snapshot: &Snapshot, desk: &Desk, key: &str) -> String {
    snapshot.documents(desk, key).into_iter().next().unwrap_or_else(|| key.to_owned())
}

/// Finds notes that were made to this paper under another key, on this machine or another, and remembers it. To be asked
/// before its notes are shown.
pub(crate) fn adopt(shared: &Shared, desk: &mut Desk, paper: &Paper, day: &str) {
    let snapshot = shared.state().snapshot();
    let homeless = homeless(&snapshot, desk);
    let mut best: Option<(f64, &String)> = None;
    for (nth, key) in homeless.iter().enumerate() {
        let Some(record) = desk.overview.entry(key).map(|entry| &entry.record) else { continue };
        let same_id = record.arxiv_id.is_some() && record.arxiv_id == paper.arxiv_id;
        let may_be = match &record.day {
            Some(own) if !day.is_empty() => own == day,
            _ => nth < MAX_COMPARED,
        };
        if !same_id && !may_be {
            continue;
        }
        if let Some(likeness) = record.likeness(paper).filter(|likeness| best.is_none_or(|(most, _)| *likeness > most))
        {
            best = Some((likeness, key));
        }
    }
    let Some((_, old)) = best else { return };
    let mut state = shared.state();
    Arc::make_mut(&mut state.marks).rename(old, &paper.key.0);
    drop(state);
    shared.send(Task::SaveSoon);
    follow(shared, desk, std::slice::from_ref(&paper.key.0));
}

/// The documents whose paper the library does not have. Kept while neither the list nor the documents are others.
fn homeless(snapshot: &Snapshot, desk: &mut Desk) -> Arc<Vec<String>> {
    let of = (snapshot.generation, desk.overview.entries().count());
    if desk.homeless.0 != of {
        let keys = desk.overview.entries().map(|(key, _)| key);
        let homeless = keys.filter(|key| !snapshot.catalogue.has(snapshot.home(key))).cloned().collect();
        desk.homeless = (of, Arc::new(homeless));
    }
    Arc::clone(&desk.homeless.1)
}

/// Brings the list's marks of papers up to date. Answers whether the list shows anything else now.
pub(crate) fn follow(shared: &Shared, desk: &Desk, papers: &[String]) -> bool {
    let mut state = shared.state();
    let snapshot = state.snapshot();
    let mut changed = false;
    for key in papers {
        let (said, notes) = desk.said(&snapshot.documents(desk, key));
        changed |= Arc::make_mut(&mut state.reader).set(key, &said, notes);
    }
    if changed {
        state.list_changed();
    }
    changed
}

/// Makes the list's marks of all papers anew.
pub(crate) fn follow_all(shared: &Shared, desk: &Desk) -> bool {
    let mut state = shared.state();
    let snapshot = state.snapshot();
    let mut reader = if state.marks.in_notebook {
        ReaderMarks::default()
    } else {
        ReaderMarks::of_settings(&state.settings, &state.marks)
    };
    for (document, entry) in desk.overview.entries() {
        let home = snapshot.home(document);
        if home == document && !snapshot.marks.renamed.values().any(|new| new == document) {
            reader.set(document, &entry.state, entry.live());
        } else {
            let (said, notes) = desk.said(&snapshot.documents(desk, home));
            reader.set(home, &said, notes);
        }
    }
    let changed = *state.reader != reader;
    if changed {
        state.reader = Arc::new(reader);
        state.list_changed();
    }
    changed
}
