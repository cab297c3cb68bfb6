//! The notes of a paper that is shown, each at its place.

use std::cmp::Reverse;
use std::sync::Arc;

use reading::anchor::{Index, Resolution};
use reading::corpus::Paper;

use super::answer::{Counts, PaperNotes, PlacedNote, Standing};
use super::desk::{Desk, Saving};
use super::{edits, homes};
use crate::answer::{OpenPaper, PaperId};
use crate::doubts;
use crate::error::Error;
use crate::meter;
use crate::notebook::{Annotation, NoteKind, PaperEdit};
use crate::opening;
use crate::state::Shared;

/// Everything that was noted to the paper.
pub(crate) fn notes(shared: &Shared, id: &PaperId) -> Result<PaperNotes, Error> {
    let open = opening::paper(shared, id)?;
    let paper = open.paper().ok_or(Error::PaperGone)?;
    let index = Index::new(paper);
    let mut desk = shared.notes();
    homes::adopt(shared, &mut desk, paper, &open.day);
    let snapshot = shared.state().snapshot();
    let mut notes = empty(&open, &desk);
    let mut documents = snapshot.documents(&desk, &paper.key.0);
    if documents.is_empty() {
        // Another program may have begun it a moment ago.
        documents.push(paper.key.0.clone());
    }
    for key in documents {
        let document = desk.document(&key)?;
        notes.troubles.extend(document.troubles().map(ToString::to_string));
        let standings = sort_in(&mut notes, &index, document.annotations());
        for (id, standing) in standings {
            desk.overview.stands(&key, &id, standing);
        }
    }
    // What others wrote may star or settle, too.
    let is_other = homes::follow(shared, &desk, std::slice::from_ref(&paper.key.0));
    drop(desk);
    if is_other {
        let event = shared.state().library_changed();
        shared.tell(event);
    }
    clear(shared, &open, paper);
    notes.annotations.sort_by(|a, b| place(a).cmp(&place(b)));
    notes.trash.sort_by_key(|annotation| Reverse(annotation.modified_ms));
    Ok(notes)
}

/// Two machines may have settled all doubts between them, and neither knew.
fn clear(shared: &Shared, open: &OpenPaper, paper: &Paper) {
    let key = &paper.key.0;
    let reader = Arc::clone(&shared.state().reader);
    let Some(settled) = reader.settled.get(key).filter(|_| !reader.cleared.contains_key(key)) else { return };
    if doubts::keys(paper).iter().all(|doubt| settled.contains_key(doubt)) {
        let cleared = vec![PaperEdit::Cleared(Some(meter::letters(paper)))];
        if let Err(error) = edits::set_paper(shared, &open.id, None, cleared, Saving::Soon) {
            tracing::debug!(%error, "that all doubts are settled is found again the next time");
        }
    }
}

fn empty(open: &OpenPaper, desk: &Desk) -> PaperNotes {
    PaperNotes {
        paper: open.id.clone(),
        paper_note: None,
        annotations: Vec::new(),
        counts: Counts::default(),
        trash: Vec::new(),
        troubles: desk.unlisted.iter().cloned().collect(),
        unsaved: desk.failure(),
        can_undo: desk.history.can_undo(),
        can_redo: desk.history.can_redo(),
    }
}

fn sort_in(notes: &mut PaperNotes, index: &Index, annotations: Vec<Annotation>) -> Vec<(String, Standing)> {
    let mut standings = Vec::new();
    for annotation in annotations {
        if annotation.is_blank() {
            continue;
        }
        if annotation.deleted {
            notes.trash.push(annotation);
        } else if annotation.kind() == NoteKind::Paper && notes.paper_note.is_none() {
            notes.paper_note = Some(annotation);
        } else {
            let resolution = index.resolve(&annotation.target);
            let standing = Standing::of(&resolution);
            notes.counts.add(standing);
            standings.push((annotation.id.clone(), standing));
            notes.annotations.push(PlacedNote { annotation, resolution });
        }
    }
    standings
}

/// The first place, then the time of making.
fn place(note: &PlacedNote) -> (bool, usize, usize, i64, &str) {
    let first = match &note.resolution {
        Resolution::Exact(found) | Resolution::Moved { found, .. } => found.first(),
        Resolution::Ambiguous(_) | Resolution::Lost(_) => None,
    };
    let (passage, start) = first.map_or((0, 0), |found| (found.passage, found.span.start));
    (first.is_none(), passage, start, note.annotation.created_ms, &note.annotation.id)
}
