//! What the reader does to the notes of one paper: each act is on the disk before it is acknowledged, and can be taken
//! back.

use std::sync::MutexGuard;

use reading::anchor::{Found, Index, Target};

use super::answer::{NewNote, PlacedNote, Undone, What};
use super::desk::{Desk, Saving, Written};
use super::history::{Change, Step};
use super::homes::{self, main_document};
use super::migrate;
use crate::answer::{Event, OpenPaper, PaperId};
use crate::catalogue::parts_of;
use crate::error::Error;
use crate::notebook::{Annotation, Draft, Edit, NoteVersion, PaperEdit, PaperRecord};
use crate::opening;
use crate::scan::Task;
use crate::state::Shared;

/// Of more papers than this that changed at once (another machine's notes came) only those that are shown are told.
const MANY: usize = 64;

/// Marks stretches of the shown paper.
pub(crate) fn annotate(shared: &Shared, id: &PaperId, stretches: &[Found], new: NewNote) -> Result<PlacedNote, Error> {
    let open = opening::paper(shared, id)?;
    let paper = open.paper().ok_or(Error::PaperGone)?;
    let index = Index::new(paper);
    let target = Target::new(paper, &index, stretches);
    if target.parts.is_empty() {
        return Err(Error::NothingMarked);
    }
    let NewNote { color, highlight, note, tags, bookmark } = new;
    let draft = Draft { target, color, highlight, note, tags, bookmark };
    let (annotation, saved) = {
        let mut desk = shared.notes();
        let key = main_document(&shared.state().snapshot(), &desk, &paper.key.0);
        let (annotation, saved) = desk.add(&key, &draft, &record_of(&open)?)?;
        let back = vec![Change::Note(annotation.id.clone(), Edit::Delete)];
        desk.did(&open.id, What::Add, &key, Written { back, notes: vec![annotation.id.clone()] });
        tell(shared, desk, &[key]);
        (annotation, saved)
    };
    saved?;
    let resolution = index.resolve(&annotation.target);
    Ok(PlacedNote { annotation, resolution })
}

/// Writes the note on the whole paper as one who began from `base`.
pub(crate) fn set_paper_note(shared: &Shared, id: &PaperId, base: &str, text: &str) -> Result<Annotation, Error> {
    let open = opening::paper(shared, id)?;
    let paper = open.paper().ok_or(Error::PaperGone)?;
    let target = Target::new(paper, &Index::new(paper), &[]);
    let mut desk = shared.notes();
    let key = main_document(&shared.state().snapshot(), &desk, &paper.key.0);
    let edit = Edit::NoteSince { base: base.to_owned(), text: text.to_owned() };
    let (annotation, written, saved) = desk.write_paper_note(&key, &target, &record_of(&open)?, &edit)?;
    desk.did(&open.id, What::PaperNote, &key, written);
    tell(shared, desk, &[key]);
    saved.map(|()| annotation)
}

/// Changes one annotation.
pub(crate) fn edit(shared: &Shared, id: &PaperId, note: &str, edit: Edit) -> Result<PlacedNote, Error> {
    let open = opening::paper(shared, id)?;
    let paper = open.paper().ok_or(Error::PaperGone)?;
    let what = match edit {
        Edit::Color(_) | Edit::Highlight(_) => What::Recolor,
        Edit::Note(_) | Edit::NoteSince { .. } => What::Edit,
        Edit::AddTag(_) | Edit::RemoveTag(_) => What::Tag,
        Edit::Bookmark(_) => What::Bookmark,
        Edit::Target(_) => What::Reattach,
        Edit::Delete => What::Delete,
        Edit::Restore => What::Restore,
    };
    let mut desk = shared.notes();
    let key = holder(shared, &mut desk, &paper.key.0, note)?;
    let (written, saved) = desk.write(&key, &[Change::Note(note.to_owned(), edit)], None, Saving::Now)?;
    let annotation = desk.document(&key)?.annotation(note).ok_or(Error::NoteGone)?;
    desk.did(&open.id, what, &key, written);
    tell(shared, desk, &[key]);
    saved?;
    let resolution = Index::new(paper).resolve(&annotation.target);
    Ok(PlacedNote { annotation, resolution })
}

/// Attaches an annotation to other words by hand.
pub(crate) fn reattach(shared: &Shared, id: &PaperId, note: &str, stretches: &[Found]) -> Result<PlacedNote, Error> {
    let open = opening::paper(shared, id)?;
    let paper = open.paper().ok_or(Error::PaperGone)?;
    let target = Target::new(paper, &Index::new(paper), stretches);
    if target.parts.is_empty() {
        return Err(Error::NothingMarked);
    }
    edit(shared, id, note, Edit::Target(target))
}

/// Puts annotations into the trash, or takes them out. Ids that are not there are no error.
pub(crate) fn move_all(shared: &Shared, id: &PaperId, notes: &[String], deleted: bool) -> Result<(), Error> {
    let (what, edit) = if deleted { (What::Delete, Edit::Delete) } else { (What::Restore, Edit::Restore) };
    let mut desk = shared.notes();
    let documents = documents(shared, &desk, id);
    let (mut result, mut back, mut moved) = (Ok(()), Vec::new(), Vec::new());
    for key in &documents {
        let document = desk.document(key)?;
        let present = notes.iter().filter_map(|id| document.annotation(id));
        let wrong = present.filter(|annotation| annotation.deleted != deleted || annotation.changed_after_deletion);
        let changes: Vec<Change> = wrong.map(|annotation| Change::Note(annotation.id, edit.clone())).collect();
        if changes.is_empty() {
            continue;
        }
        let (written, saved) = desk.write(key, &changes, None, Saving::Now)?;
        result = result.and(saved);
        moved.extend(written.notes);
        back.push((key.clone(), written.back));
    }
    if !moved.is_empty() {
        let time_ms = super::desk::now_ms();
        desk.history.push(Step { paper: id.clone(), what, notes: moved, back, time_ms });
    }
    tell(shared, desk, &documents);
    result
}

/// Earlier versions of a note.
pub(crate) fn versions(shared: &Shared, id: &PaperId, note: &str) -> Result<Vec<NoteVersion>, Error> {
    let mut desk = shared.notes();
    let key = holder(shared, &mut desk, parts_of(id).1, note)?;
    Ok(desk.document(&key)?.versions(note))
}

/// Changes what is said about a paper.
pub(crate) fn set_paper(
    shared: &Shared,
    id: &PaperId,
    what: Option<What>,
    edits: Vec<PaperEdit>,
    saving: Saving,
) -> Result<(), Error> {
    let mut desk = shared.notes();
    let snapshot = shared.state().snapshot();
    let key = snapshot.home(parts_of(id).1).to_owned();
    let document = main_document(&snapshot, &desk, &key);
    let record = migrate::record(&snapshot, &key);
    let legacy = migrate::take(shared, &mut desk, &document, &key)?;
    if !legacy.is_empty() {
        desk.write(&document, &super::desk::paper_changes(legacy), record.as_ref(), saving)?.1?;
    }
    let changes = super::desk::paper_changes(edits);
    let (written, saved) = desk.write(&document, &changes, record.as_ref(), saving)?;
    if let Some(what) = what {
        desk.did(id, what, &document, written);
    }
    tell(shared, desk, &[document]);
    saved
}

/// Takes back the last act, or does again what was taken back last.
pub(crate) fn take_back(shared: &Shared, again: bool) -> Result<Option<Undone>, Error> {
    let step = {
        let mut desk = shared.notes();
        if again { desk.history.pop_undone() } else { desk.history.pop_done() }
    };
    let Some(step) = step else { return Ok(None) };
    let (mut result, mut back, mut notes) = (Ok(()), Vec::new(), Vec::new());
    let mut documents = Vec::new();
    for (key, changes) in step.back.iter().rev() {
        // One hold a paper: a backup that is taken back is about all of them.
        let written = shared.notes().write(key, changes, None, Saving::Now);
        match written {
            Ok((written, saved)) => {
                result = result.and(saved);
                notes.extend(written.notes);
                back.push((key.clone(), written.back));
                documents.push(key.clone());
            }
            Err(error) => result = result.and(Err(error)),
        }
    }
    let opposite = Step { back, ..step.clone() };
    let mut desk = shared.notes();
    if again {
        desk.history.push_redone(opposite);
    } else {
        desk.history.push_undone(opposite);
    }
    tell(shared, desk, &documents);
    result.map(|()| Some(Undone { paper: step.paper, notes, what: step.what }))
}

/// Tries once more what could not be written.
pub(crate) fn retry(shared: &Shared) -> Result<(), Error> {
    let mut desk = shared.notes();
    let pending = desk.pending();
    let saved = desk.save_all();
    tell(shared, desk, &pending);
    saved
}

/// The documents of the paper with this handle.
pub(crate) fn documents(shared: &Shared, desk: &Desk, id: &PaperId) -> Vec<String> {
    let snapshot = shared.state().snapshot();
    let key = snapshot.home(parts_of(id).1);
    let documents = snapshot.documents(desk, key);
    if documents.is_empty() { vec![key.to_owned()] } else { documents }
}

/// The document that holds an annotation of the paper with this key.
fn holder(shared: &Shared, desk: &mut Desk, key: &str, note: &str) -> Result<String, Error> {
    let snapshot = shared.state().snapshot();
    let mut documents = snapshot.documents(desk, snapshot.home(key));
    if documents.is_empty() {
        documents.push(key.to_owned());
    }
    for key in documents {
        if desk.document(&key)?.annotation(note).is_some() {
            return Ok(key);
        }
    }
    Err(Error::NoteGone)
}

fn record_of(open: &OpenPaper) -> Result<PaperRecord, Error> {
    let paper = open.paper().ok_or(Error::PaperGone)?;
    let mut record = PaperRecord::of(paper).on(&open.day);
    record.name.clone_from(&open.inferred_name);
    record.title = open.heading.title.clone().or(record.title);
    Ok(record)
}

/// Brings the list up to date and tells who shows notes of these documents. Ends the hold on the notebook.
pub(crate) fn tell(shared: &Shared, desk: MutexGuard<'_, Desk>, documents: &[String]) {
    events(shared, desk, documents).into_iter().for_each(|event| shared.tell(event));
}

/// Brings the list up to date and answers what is to be told. Ends the hold on the notebook.
pub(crate) fn events(shared: &Shared, desk: MutexGuard<'_, Desk>, documents: &[String]) -> Vec<Event> {
    let snapshot = shared.state().snapshot();
    let mut homes: Vec<String> = documents.iter().map(|document| snapshot.home(document).to_owned()).collect();
    homes.sort();
    homes.dedup();
    let changed = homes::follow(shared, &desk, &homes);
    let is_pending = desk.is_pending();
    drop(desk);
    shared.send(if is_pending { Task::NotesPending } else { Task::NotesChanged });
    let state = shared.state();
    let told = homes.iter().map(|key| snapshot.paper_of(key).0);
    let many = homes.len() > MANY;
    let told = told.enumerate().filter(|(nth, paper)| !many || *nth == 0 || state.is_recent(paper));
    let mut events: Vec<Event> = told.map(|(_, paper)| Event::NotesChanged { paper }).collect();
    events.extend(changed.then(|| state.library_changed()));
    events
}
