//! All notes into one file and out of it again: compared before, and nothing here is lost by it.
//!
//! The notes are held for one paper at a time, so that what the reader types meanwhile is saved meanwhile.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write as _};
use std::path::Path;

use super::answer::{BackedUp, Restore, RestorePreview, Restored, What};
use super::desk::{Desk, Saving, Written, now_ms};
use super::edits;
use super::history::{Change, Step, edits_between};
use crate::answer::PaperId;
use crate::cause::Cause;
use crate::error::Error;
use crate::jobs::Progress;
use crate::notebook::{Annotation, Disk, Document, Edit, Memory, PaperEdit, PaperState, Storage as _, archive};
use crate::state::Shared;
use crate::store;

/// Writes all notes to the file `to`, replacing it.
pub(crate) fn back_up(shared: &Shared, to: &Path, progress: Progress<'_>) -> Result<BackedUp, Error> {
    let (disk, notes) = {
        let mut desk = shared.notes();
        desk.save_all()?;
        (desk.disk.clone(), desk.overview.entries().map(|(_, entry)| entry.live()).sum())
    };
    let papers = pack(&disk, to, progress)?;
    let not_saved = |error: &io::Error| Error::NotSaved { name: name_of(to), cause: Cause::from(error) };
    let bytes = fs::metadata(to).map_err(|error| not_saved(&error))?.len();
    Ok(BackedUp { papers, notes, bytes })
}

/// Answers how many papers are in it.
fn pack(disk: &Disk, to: &Path, progress: Progress<'_>) -> Result<u32, Error> {
    let mut papers = 0;
    let mut in_the_way = None;
    let written = store::replace_with(to, |file| {
        let mut out = BufWriter::new(file);
        let packed = archive::pack(disk, &mut out, now_ms(), progress);
        papers = packed.map_err(|cause| {
            in_the_way = Some(cause.clone());
            io::Error::other(cause)
        })?;
        out.flush()
    });
    match written {
        Ok(()) => Ok(papers),
        Err(error) => {
            let cause = in_the_way.unwrap_or_else(|| Cause::from(&error));
            Err(Error::NotSaved { name: name_of(to), cause })
        }
    }
}

/// Says what a backup holds. Writes nothing.
pub(crate) fn look(shared: &Shared, from: &Path, progress: Progress<'_>) -> Result<RestorePreview, Error> {
    let backup = read(from)?;
    let mut preview = RestorePreview::default();
    let keys = keys(&backup, &shared.notes())?;
    for (done, (key, is_there)) in keys.iter().enumerate() {
        if progress(done, keys.len()).is_break() {
            return Err(Error::NotABackup { name: name_of(from), cause: Cause::Stopped });
        }
        let there = there(&backup, key, from)?;
        match shared.notes().document(key) {
            Ok(here) => compare(&mut preview, &there, here),
            // Notes that cannot be read here stay as they are.
            Err(_) if !is_there => {}
            Err(error) => return Err(error),
        }
    }
    Ok(preview)
}

/// Takes over a backup, after keeping one of what is here.
pub(crate) fn restore(shared: &Shared, from: &Path, how: Restore, progress: Progress<'_>) -> Result<Restored, Error> {
    let backup = read(from)?;
    let (disk, keys) = {
        let mut desk = shared.notes();
        desk.save_all()?;
        (desk.disk.clone(), keys(&backup, &desk)?)
    };
    // All of it is known to be good before anything is written.
    for (key, _) in &keys {
        there(&backup, key, from)?;
    }
    let beside = shared.default_notebook.with_file_name("notes-before-restore.zip");
    let safety_copy = store::free_name(&beside, "kept");
    pack(&disk, &safety_copy, progress)?;
    let mut taken = Taken::default();
    let (mut result, mut stopped) = (Ok(()), false);
    for (done, (key, is_there)) in keys.iter().enumerate() {
        stopped = progress(done, keys.len()).is_break();
        if stopped {
            break;
        }
        let there = there(&backup, key, from)?;
        result = result.and(taken.take(&mut shared.notes(), key, *is_there, &there, how));
    }
    let Taken { preview, back, changed, documents } = taken;
    let mut desk = shared.notes();
    if let Some((first, _)) = back.first() {
        let paper: PaperId = shared.state().snapshot().paper_of(first).0;
        desk.history.push(Step { paper, what: What::Import, notes: changed, back, time_ms: now_ms() });
    }
    edits::tell(shared, desk, &documents);
    result.map(|()| Restored { preview, safety_copy, stopped })
}

/// What was taken over so far, and what takes it back.
#[derive(Default)]
struct Taken {
    preview: RestorePreview,
    back: Vec<(String, Vec<Change>)>,
    changed: Vec<String>,
    documents: Vec<String>,
}

impl Taken {
    /// One paper's notes.
    fn take(
        &mut self,
        desk: &mut Desk,
        key: &str,
        is_there: bool,
        there: &Document<&Memory>,
        how: Restore,
    ) -> Result<(), Error> {
        let here = match desk.document(key) {
            // Notes that this program cannot read or may not write stay as they are, where the backup has nothing to them.
            Ok(here) if !is_there && here.is_newer() => return Ok(()),
            Ok(here) => here,
            Err(_) if !is_there => return Ok(()),
            Err(error) => return Err(error),
        };
        compare(&mut self.preview, there, here);
        let (annotations, state) = (live(here), here.state());
        let added: Vec<String> = live(there).into_keys().filter(|id| here.annotation(id).is_none()).collect();
        let mut saved = if here.holds(there) { Ok(()) } else { desk.merge(key, there) };
        let mut own: Vec<Change> = added.iter().map(|id| Change::Note(id.clone(), Edit::Delete)).collect();
        self.changed.extend(added);
        if how == Restore::Replace {
            let wanted = (live(there), there.state());
            let changes = changes_to(&desk.document(key)?.annotations(), &wanted.0, &state, &wanted.1);
            let (Written { back, notes }, written) = desk.write(key, &changes, None, Saving::Now)?;
            own.splice(0..0, back);
            self.changed.extend(notes.into_iter().filter(|id| annotations.contains_key(id)));
            saved = saved.and(written);
        }
        if !own.is_empty() {
            self.back.push((key.to_owned(), own));
        }
        self.documents.push(key.to_owned());
        saved
    }
}

fn read(from: &Path) -> Result<Memory, Error> {
    let refused = |cause: Cause| Error::NotABackup { name: name_of(from), cause };
    let file = File::open(from).map_err(|error| refused(Cause::from(&error)))?;
    archive::unpack(BufReader::new(file)).map_err(refused)
}

fn there<'m>(backup: &'m Memory, key: &str, from: &Path) -> Result<Document<&'m Memory>, Error> {
    let refused = |cause: Cause| Error::NotABackup { name: name_of(from), cause };
    let document = Document::open(backup, key).map_err(|error| refused(Cause::from(&error)))?;
    if document.is_newer() { Err(refused(Cause::Newer)) } else { Ok(document) }
}

/// The documents that are there or here, and whether each is there.
fn keys(backup: &Memory, desk: &Desk) -> Result<Vec<(String, bool)>, Error> {
    let unreadable = |error: crate::notebook::StorageError| Error::NotesUnreadable { cause: Cause::from(&error) };
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
