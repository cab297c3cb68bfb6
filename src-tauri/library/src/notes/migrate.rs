//! What earlier releases kept in `settings.json` and `reading.json` goes over to the papers' documents, once. The old
//! files keep it, as they were.
//!
//! The place in a paper stays in `reading.json`: it belongs to a window on one machine, changes with every scroll, and a
//! merge of two machines' places would be neither's.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::desk::{Desk, Saving, paper_changes};
use super::homes;
use crate::error::Error;
use crate::notebook::{PaperEdit, PaperRecord};
use crate::state::{Shared, Snapshot};

/// What the list knows about a paper.
pub(crate) fn record(snapshot: &Snapshot, key: &str) -> Option<PaperRecord> {
    let entry = snapshot.catalogue.find_on_any_day(key)?;
    let facts = snapshot.catalogue.lead(entry)?.facts;
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let record = PaperRecord { name: facts.name.to_owned(), ..PaperRecord::default() };
    let record = PaperRecord { title: some(facts.title), arxiv_id: some(facts.arxiv_id), ..record };
    Some(record.on(&snapshot.catalogue.day(entry).map(|day| day.to_string()).unwrap_or_default()))
}

/// What the old files say about the paper `key` and its document does not know better; from now on they are not asked.
pub(crate) fn take(shared: &Shared, desk: &mut Desk, document: &str, key: &str) -> Result<Vec<PaperEdit>, Error> {
    let (settings, marks) = {
        let state = shared.state();
        (Arc::clone(&state.settings), Arc::clone(&state.marks))
    };
    if marks.in_notebook || desk.moved.contains(key) {
        return Ok(Vec::new());
    }
    let is_it = |old: &&String| marks.present_key(old) == key;
    let read = marks.read.iter().filter(is_it).map(|_| PaperEdit::Read(true));
    let names = settings.names.iter().filter(|(old, _)| is_it(old));
    let names = names.map(|(_, name)| PaperEdit::Name(Some(name.clone())));
    let settled = marks.settled.iter().filter(|(old, _)| is_it(old)).flat_map(|(_, settled)| settled);
    let settled = settled.map(|(doubt, settlement)| PaperEdit::Settle(doubt.clone(), Some(settlement.clone())));
    let cleared = marks.cleared.iter().filter(|(old, _)| is_it(old));
    let cleared = cleared.map(|(_, cleared)| PaperEdit::Cleared(Some(cleared.clone())));
    let said: Vec<PaperEdit> = read.chain(names).chain(settled).chain(cleared).collect();
    if !said.is_empty() {
        let known = desk.document(document)?.state();
        desk.moved.insert(key.to_owned());
        return Ok(said.into_iter().filter(|edit| !known.knows(edit)).collect());
    }
    desk.moved.insert(key.to_owned());
    Ok(Vec::new())
}

/// Moves everything. What cannot be written is tried again at the next start.
///
/// # Errors
/// [`Error::NotSaved`].
pub(crate) fn run(shared: &Shared) -> Result<(), Error> {
    let (settings, marks) = {
        let state = shared.state();
        (Arc::clone(&state.settings), Arc::clone(&state.marks))
    };
    if marks.in_notebook {
        return Ok(());
    }
    let old = marks.read.iter().chain(settings.names.keys()).chain(marks.settled.keys()).chain(marks.cleared.keys());
    let keys: BTreeSet<String> = old.map(|key| marks.present_key(key).to_owned()).collect();
    let nothing = keys.is_empty();
    for key in keys {
        let mut desk = shared.notes();
        let snapshot = shared.state().snapshot();
        let document = homes::main_document(&snapshot, &desk, &key);
        // A key of another shape is none that this program ever gave a paper.
        let Ok(edits) = take(shared, &mut desk, &document, &key) else { continue };
        if !edits.is_empty() {
            let record = record(&snapshot, &key);
            desk.write(&document, &paper_changes(edits), record.as_ref(), Saving::Now)?.1?;
        }
    }
    Arc::make_mut(&mut shared.state().marks).in_notebook = true;
    if nothing {
        return Ok(());
    }
    shared.save_marks()?;
    let desk = shared.notes();
    homes::follow_all(shared, &desk);
    Ok(())
}
