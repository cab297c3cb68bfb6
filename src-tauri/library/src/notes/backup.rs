//! All notes into one file and out of it again: compared before, and nothing here is lost by it.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write as _};
use std::path::Path;

use super::answer::{BackedUp, Restore, RestorePreview, Restored, What};
use super::desk::{Desk, Saving, Written, now_ms};
use super::edits;
use super::history::{Change, Step, edits_between};
use crate::answer::PaperId;
use crate::error::Error;
use crate::notebook::archive::{self, ArchiveError};
use crate::notebook::{Annotation, Disk, Document, Edit, Memory, PaperEdit, PaperState, Storage as _};
use crate::state::Shared;
use crate::store;

/// Writes all notes to the file `to`, replacing it.
pub(crate) fn back_up(shared: &Shared, to: &Path) -> Result<BackedUp, Error> {
    let mut desk = shared.notes();
    desk.save_all()?;
    pack(&desk, to)
}

fn pack(desk: &Desk, to: &Path) -> Result<BackedUp, Error> {
    let mut papers = 0;
    let written = store::replace_with(to, |file| {
        let mut out = BufWriter::new(file);
        papers = archive::pack(&desk.disk, &mut out, now_ms()).map_err(io::Error::other)?;
        out.flush()
    });
    let not_saved = |error: &io::Error| Error::NotSaved { name: name_of(to), cause: store::in_words(error) };
    written.map_err(|error| not_saved(&error))?;
    let bytes = fs::metadata(to).map_err(|error| not_saved(&error))?.len();
    let notes = desk.overview.entries().map(|(_, entry)| entry.live()).sum();
    Ok(BackedUp { papers, notes, bytes })
}

/// Says what a backup holds. Writes nothing.
pub(crate) fn look(shared: &Shared, from: &Path) -> Result<RestorePreview, Error> {
    let backup = read(from)?;
    let mut desk = shared.notes();
    let mut preview = RestorePreview::default();
    for (key, is_there) in keys(&backup, &desk)? {
        let there = there(&backup, &key, from)?;
        match desk.document(&key) {
            Ok(here) => compare(&mut preview, &there, here),
            // Notes that only a newer program can read stay as they are.
            Err(_) if !is_there => {}
            Err(error) => return Err(error),
        }
    }
    Ok(preview)
}

/// Takes over a backup, after keeping one of what is here.
pub(crate) fn restore(shared: &Shared, from: &Path, how: Restore) -> Result<Restored, Error> {
    let backup = read(from)?;
    let mut desk = shared.notes();
    desk.save_all()?;
    let beside = shared.default_notebook.with_file_name("notes-before-restore.zip");
    let safety_copy = store::free_name(&beside, "kept");
    pack(&desk, &safety_copy)?;
    let (mut preview, mut back, mut changed, mut documents) =
        (RestorePreview::default(), Vec::new(), Vec::new(), Vec::new());
    let mut result = Ok(());
    for (key, is_there) in keys(&backup, &desk)? {
        let there = there(&backup, &key, from)?;
        let here = match desk.document(&key) {
            Ok(here) => here,
            Err(_) if !is_there => continue,
            Err(error) => {
                result = result.and(Err(error));
                continue;
            }
        };
        compare(&mut preview, &there, here);
        let (annotations, state) = (live(here), here.state());
        let added: Vec<String> = live(&there).into_keys().filter(|id| here.annotation(id).is_none()).collect();
        let merged = if here.holds(&there) { Ok(()) } else { desk.merge(&key, &there) };
        let mut own: Vec<Change> = added.iter().map(|id| Change::Note(id.clone(), Edit::Delete)).collect();
        changed.extend(added);
        let mut saved = merged;
        if how == Restore::Replace {
            let wanted = (live(&there), there.state());
            let changes = changes_to(&desk.document(&key)?.annotations(), &wanted.0, &state, &wanted.1);
            let (Written { back, notes }, written) = desk.write(&key, &changes, None, Saving::Now)?;
            own.splice(0..0, back);
            changed.extend(notes.into_iter().filter(|id| annotations.contains_key(id)));
            saved = saved.and(written);
        }
        result = result.and(saved);
        if !own.is_empty() {
            back.push((key.clone(), own));
        }
        documents.push(key);
    }
    if let Some((first, _)) = back.first() {
        let paper: PaperId = shared.state().snapshot().paper_of(first).0;
        desk.history.push(Step { paper, what: What::Import, notes: changed, back, time_ms: now_ms() });
    }
    edits::tell(shared, desk, &documents);
    result.map(|()| Restored { preview, safety_copy })
}

fn read(from: &Path) -> Result<Memory, Error> {
    let file = File::open(from).map_err(ArchiveError::Disk);
    file.and_then(|file| archive::unpack(BufReader::new(file)))
        .map_err(|error| Error::NotABackup { name: name_of(from), cause: error.to_string() })
}

fn there<'m>(backup: &'m Memory, key: &str, from: &Path) -> Result<Document<&'m Memory>, Error> {
    let refused =
        |error: crate::notebook::NotebookError| Error::NotABackup { name: name_of(from), cause: error.to_string() };
    Document::open(backup, key).map_err(refused)
}

/// The documents that are there or here, and whether each is there.
fn keys(backup: &Memory, desk: &Desk) -> Result<Vec<(String, bool)>, Error> {
    let unreadable = |error: crate::notebook::StorageError| Error::NotesUnreadable { cause: error.to_string() };
    let here = desk.disk.documents().map_err(unreadable)?.into_iter().map(|key| (key, false));
    let there = backup.documents().map_err(unreadable)?.into_iter().map(|key| (key, true));
    let keys: BTreeMap<String, bool> = here.chain(there).collect();
    Ok(keys.into_iter().collect())
}

fn live<S: crate::notebook::Storage>(document: &Document<S>) -> BTreeMap<String, Annotation> {
    let live = document.annotations().into_iter().filter(|annotation| !annotation.deleted && !annotation.is_blank());
    live.map(|annotation| (annotation.id.clone(), annotation)).collect()
}

fn compare(preview: &mut RestorePreview, there: &Document<&Memory>, here: &Document<Disk>) {
    let (theirs, ours) = (live(there), live(here));
    preview.papers += u32::from(!theirs.is_empty() || there.state() != PaperState::default());
    for (id, their) in &theirs {
        preview.notes += 1;
        match (ours.get(id), here.annotation(id)) {
            (Some(our), _) if edits_between(our, their).is_empty() => preview.same += 1,
            (Some(_), _) => preview.changed += 1,
            (None, Some(_)) => preview.deleted_here += 1,
            (None, None) => preview.new += 1,
        }
    }
    preview.only_here += u32::try_from(ours.keys().filter(|id| !theirs.contains_key(*id)).count()).unwrap_or(u32::MAX);
}

/// What makes `here` what the backup has.
fn changes_to(
    here: &[Annotation],
    wanted: &BTreeMap<String, Annotation>,
    state: &PaperState,
    wanted_state: &PaperState,
) -> Vec<Change> {
    let mut changes = Vec::new();
    for annotation in here {
        let edits = match wanted.get(&annotation.id) {
            Some(wanted) => edits_between(annotation, wanted),
            None if annotation.deleted => Vec::new(),
            None => vec![Edit::Delete],
        };
        changes.extend(edits.into_iter().map(|edit| Change::Note(annotation.id.clone(), edit)));
    }
    let mut edits = Vec::new();
    if state.is_starred() != wanted_state.is_starred() {
        edits.push(PaperEdit::Star(wanted_state.is_starred()));
    }
    if state.is_read() != wanted_state.is_read() {
        edits.push(PaperEdit::Read(wanted_state.is_read()));
    }
    if state.own_name() != wanted_state.own_name() {
        edits.push(PaperEdit::Name(wanted_state.own_name().map(str::to_owned)));
    }
    let doubts = state.settled.keys().chain(wanted_state.settled.keys());
    let other = doubts.filter(|doubt| state.settled.get(*doubt) != wanted_state.settled.get(*doubt));
    edits.extend(other.map(|doubt| PaperEdit::Settle(doubt.clone(), wanted_state.settled.get(doubt).cloned())));
    if state.cleared != wanted_state.cleared {
        edits.push(PaperEdit::Cleared(wanted_state.cleared.clone()));
    }
    changes.extend(edits.into_iter().map(Change::Paper));
    changes
}

pub(super) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
