//! The notes of a paper that is shown, each at its place.

use std::cmp::Reverse;
use std::sync::Arc;

use reading::anchor::{Index, Resolution};
use reading::corpus::Paper;

use super::answer::{Counts, NotesTrouble, PaperNotes, PlacedNote, Standing};
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
        notes.troubles.extend(document.troubles().cloned().map(NotesTrouble::Part));
        notes.read_only |= document.is_newer();
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
        troubles: desk.unlisted.clone().map(NotesTrouble::Folder).into_iter().collect(),
        read_only: false,
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

#[cfg(test)]
mod tests {
    use automerge::transaction::Transactable as _;
    use automerge::{AutoCommit, ROOT};
    use reading::anchor::Index;

    use super::super::NewNote;
    use super::*;
    use crate::cause::Cause;
    use crate::notebook::{ChunkKey, ChunkKind, Disk, Storage as _, Trouble};
    use crate::{Dirs, Session};

    const TEXT: &str = "2026-01-05\n\n本文提出 Saltmarsh，一种记忆层。\n\n背景。\n\n由写入门与清空门组成。\n\n小结。\n\n\
        1. Saltmarsh 提升 3%。\n\n   improves by 3%\n\n局限。\n\n跟进。\n";

    #[test]
    fn a_paper_with_notes_of_a_newer_release_shows_them_and_refuses_changes() {
        let room = tempfile::tempdir().unwrap();
        let at = |name: &str| room.path().join(name);
        let digest = at("2026-01-05.txt");
        std::fs::write(&digest, TEXT).unwrap();
        let dirs = Dirs { config: at("config"), cache: at("cache"), data: at("data") };
        let session = Session::open(&dirs, None, |_| ());
        let id = session.add_paths(&[digest]).remove(0).outcome.unwrap().paper.unwrap();
        let open = session.paper(&id).unwrap();
        let found = Index::new(open.paper().unwrap()).find("写入门");
        session.annotate(&id, &found, NewNote::default()).unwrap();
        assert!(!session.notes(&id).unwrap().read_only);
        let mut newer = AutoCommit::new();
        newer.put(ROOT, "format", 2).unwrap();
        let bytes = newer.save();
        let document = open.paper().unwrap().key.0.clone();
        let disk = Disk::new(session.notebook_folder());
        disk.write(&ChunkKey::of(&document, ChunkKind::Incremental, &bytes), &bytes).unwrap();
        let files = disk.chunks(&document).unwrap();
        let notes = session.notes(&id).unwrap();
        assert_eq!((notes.read_only, notes.counts.exact), (true, 1));
        assert_eq!(notes.troubles, [NotesTrouble::Part(Trouble::Newer { found: 2, known: 1 })]);
        let refused = Error::NotesUnreadable { cause: Cause::Newer };
        assert_eq!(session.annotate(&id, &found, NewNote::default()), Err(refused.clone()));
        assert_eq!(session.set_paper_note(&id, "", "字"), Err(refused));
        assert_eq!((session.unsaved(), disk.chunks(&document).unwrap()), (None, files));
    }
}
