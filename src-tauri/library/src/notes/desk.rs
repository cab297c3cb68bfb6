//! The notebook as a session holds it: open documents, the overview, what can be taken back. Behind one lock.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use super::answer::What;
use super::history::{Change, History, Step, edits_between};
use super::overview::{Entry, Overview};
use crate::answer::PaperId;
use crate::cause::Cause;
use crate::error::Error;
use crate::notebook::{
    Annotation, Disk, Document, Draft, Edit, NotebookError, PaperEdit, PaperRecord, PaperState, Storage,
};

/// Documents that stay open: those of papers looked at last. One with changes that are not on the disk stays longer.
const OPEN: usize = 16;

/// Whether a change waits for the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Saving {
    /// It is acknowledged when it is on the disk.
    Now,
    /// It is written a moment later.
    Soon,
}

/// What was written to one document.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// What takes it back.
    pub(crate) back: Vec<Change>,
    /// The annotations that changed.
    pub(crate) notes: Vec<String>,
}

/// The notebook.
pub(crate) struct Desk {
    pub(crate) disk: Disk,
    cache: PathBuf,
    /// The one used last is the last.
    open: Vec<Document<Disk>>,
    pub(crate) overview: Overview,
    pub(crate) history: History,
    /// Documents without a paper, and of which list and how many documents that was said.
    pub(crate) homeless: ((u64, usize), Arc<Vec<String>>),
    /// Why the last write did not work.
    failure: Option<Cause>,
    /// Why the folder cannot be listed.
    pub(crate) unlisted: Option<Cause>,
    /// Documents were begun whose folders nobody watches yet.
    pub(crate) unwatched: bool,
    /// Papers whose marks of earlier releases went over to their documents in this run.
    pub(crate) moved: BTreeSet<String>,
}

impl Desk {
    /// The notebook in `folder`, whose overview is kept in `cache`. Reads the overview and no note.
    pub(crate) fn new(folder: &Path, cache: &Path) -> Self {
        Self {
            disk: Disk::new(folder),
            cache: cache.to_owned(),
            open: Vec::new(),
            overview: Overview::open(cache, folder),
            history: History::default(),
            homeless: Default::default(),
            failure: None,
            unlisted: None,
            unwatched: false,
            moved: BTreeSet::new(),
        }
    }

    /// Another folder. What is not on the disk yet is tried once more before.
    ///
    /// # Errors
    /// [`Error::NotSaved`]; the folder stays.
    pub(crate) fn move_to(&mut self, folder: &Path) -> Result<(), Error> {
        self.save_all()?;
        if let Err(error) = self.overview.keep() {
            tracing::warn!(%error, "the overview of the notes cannot be kept");
        }
        *self = Self { moved: std::mem::take(&mut self.moved), ..Self::new(folder, &self.cache) };
        Ok(())
    }

    /// The notes with this key, with what others have written by now.
    pub(crate) fn document(&mut self, key: &str) -> Result<&mut Document<Disk>, Error> {
        let document = match self.open.iter().position(|document| document.id() == key) {
            Some(at) => {
                let mut document = self.open.remove(at);
                let read = document.refresh();
                match read {
                    Ok(true) => *self.overview.change(key) = Entry::of(None, &document),
                    Ok(false) => {}
                    // What is in memory and not on the disk stays.
                    Err(error) => {
                        self.open.push(document);
                        return Err(in_words(error));
                    }
                }
                document
            }
            None => Document::open(self.disk.clone(), key).map_err(in_words)?,
        };
        self.open.push(document);
        self.close_surplus();
        // Just pushed, and never closed.
        self.open.last_mut().ok_or(Error::NoteGone)
    }

    /// Makes the files of a document whole that are damaged and that it has whole in memory, where it is open.
    pub(crate) fn heal(&mut self, key: &str) {
        let Some(document) = self.open.iter_mut().find(|document| document.id() == key) else { return };
        match document.heal() {
            Ok(true) => *self.overview.change(key) = Entry::of(None, document),
            Ok(false) => {}
            Err(error) => tracing::warn!(%error, "a damaged file of the notes stays as it is"),
        }
    }

    fn close_surplus(&mut self) {
        let mut surplus = self.open.len().saturating_sub(OPEN);
        let last = self.open.len().saturating_sub(1);
        let mut at = 0;
        self.open.retain(|document| {
            let closes = surplus > 0 && at < last && !document.is_pending();
            surplus -= usize::from(closes);
            at += 1;
            !closes
        });
    }

    /// The keys of the open documents.
    pub(crate) fn open_keys(&self) -> Vec<String> {
        self.open.iter().map(|document| document.id().to_owned()).collect()
    }

    /// Writes changes to a document. Those to annotations that are not there are left out.
    ///
    /// # Errors
    /// Those of [`Desk::document`], and then nothing is written; [`Error::NotSaved`] is in the second part, for then the
    /// changes are made and wait for the disk.
    pub(crate) fn write(
        &mut self,
        key: &str,
        changes: &[Change],
        record: Option<&PaperRecord>,
        saving: Saving,
    ) -> Result<(Written, Result<(), Error>), Error> {
        let document = self.document(key)?;
        let state = document.state();
        let mut before: BTreeMap<&str, Option<Annotation>> = BTreeMap::new();
        let mut back = Vec::new();
        let now = now_ms();
        for change in changes {
            match change {
                Change::Note(id, edit) => {
                    before.entry(id).or_insert_with(|| document.annotation(id));
                    match document.stage_edit(id, edit, now) {
                        Ok(()) | Err(NotebookError::NoAnnotation(_)) => {}
                        Err(error) => return Err(in_words(error)),
                    }
                }
                Change::Paper(edit) => {
                    back.push(Change::Paper(state.inverse(edit)));
                    document.stage_paper(std::slice::from_ref(edit), record, now).map_err(in_words)?;
                }
            }
        }
        let mut notes = Vec::new();
        for (id, before) in before {
            let Some((before, after)) = before.zip(document.annotation(id)) else { continue };
            let edits = edits_between(&after, &before);
            back.extend(edits.into_iter().map(|edit| Change::Note(id.to_owned(), edit)));
            notes.push(id.to_owned());
        }
        let saved = self.finish(key, &notes, saving);
        Ok((Written { back, notes }, saved))
    }

    /// Makes an annotation.
    ///
    /// # Errors
    /// As [`Desk::write`].
    pub(crate) fn add(
        &mut self,
        key: &str,
        draft: &Draft,
        record: &PaperRecord,
    ) -> Result<(Annotation, Result<(), Error>), Error> {
        let document = self.document(key)?;
        let id = document.stage_add(draft, record, now_ms()).map_err(in_words)?;
        let annotation = document.annotation(&id).ok_or(Error::NoteGone)?;
        let saved = self.finish(key, &[id], Saving::Now);
        Ok((annotation, saved))
    }

    /// Takes over what another document of the same paper says.
    ///
    /// # Errors
    /// As [`Desk::write`], both parts in one.
    pub(crate) fn merge<S: Storage>(&mut self, key: &str, other: &Document<S>) -> Result<(), Error> {
        self.stage(key, |document| document.stage_merge(other))?
    }

    /// Changes a document in any way and saves it, all in one.
    ///
    /// # Errors
    /// As [`Desk::write`].
    pub(crate) fn stage(
        &mut self,
        key: &str,
        change: impl FnOnce(&mut Document<Disk>) -> Result<(), NotebookError>,
    ) -> Result<Result<(), Error>, Error> {
        let document = self.document(key)?;
        let staged = change(document).map_err(in_words);
        let saved = self.finish(key, &[], Saving::Now);
        if let Some(document) = self.open.iter().find(|document| document.id() == key) {
            *self.overview.change(key) = Entry::of(None, document);
        }
        staged.map(|()| saved)
    }

    /// Writes the note on the whole paper; its document is `key`.
    ///
    /// # Errors
    /// As [`Desk::write`].
    pub(crate) fn write_paper_note(
        &mut self,
        key: &str,
        target: &reading::anchor::Target,
        record: &PaperRecord,
        edit: &Edit,
    ) -> Result<(Annotation, Written, Result<(), Error>), Error> {
        let document = self.document(key)?;
        let before = document.annotation(key);
        document.stage_paper_note(target, record, edit, now_ms()).map_err(in_words)?;
        let after = document.annotation(key).ok_or(Error::NoteGone)?;
        let nothing = Annotation { note: String::new(), deleted: false, ..after.clone() };
        let edits = edits_between(&after, before.as_ref().unwrap_or(&nothing));
        let back = edits.into_iter().map(|edit| Change::Note(key.to_owned(), edit)).collect();
        let saved = self.finish(key, &[key.to_owned()], Saving::Now);
        Ok((after, Written { back, notes: vec![key.to_owned()] }, saved))
    }

    /// Saves a document that was changed and keeps the overview true.
    fn finish(&mut self, key: &str, notes: &[String], saving: Saving) -> Result<(), Error> {
        let Some(document) = self.open.iter_mut().find(|document| document.id() == key) else { return Ok(()) };
        let saved = match saving {
            Saving::Now => document.save().map_err(in_words),
            Saving::Soon => Ok(()),
        };
        let is_new = self.overview.entry(key).is_none();
        let entry = self.overview.change(key);
        if is_new {
            self.unwatched = true;
            *entry = Entry::of(None, document);
        } else {
            entry.stamp = None;
            (entry.record, entry.state) = (document.paper(), document.state());
            notes.iter().filter_map(|id| document.annotation(id)).for_each(|annotation| entry.put(&annotation));
        }
        self.note_failure(saved)
    }

    fn note_failure(&mut self, saved: Result<(), Error>) -> Result<(), Error> {
        match &saved {
            Ok(()) if !self.is_pending() => self.failure = None,
            Err(Error::NotSaved { cause, .. } | Error::NotesUnreadable { cause }) => self.failure = Some(cause.clone()),
            _ => {}
        }
        saved
    }

    /// Whether changes are in memory only.
    pub(crate) fn is_pending(&self) -> bool {
        self.open.iter().any(Document::is_pending)
    }

    /// Why changes are in memory only; `None` where none is, or where none was refused by the disk yet.
    pub(crate) fn failure(&self) -> Option<Cause> {
        self.failure.clone().filter(|_| self.is_pending())
    }

    /// The documents that have changes in memory only.
    pub(crate) fn pending(&self) -> Vec<String> {
        let pending = self.open.iter().filter(|document| document.is_pending());
        pending.map(|document| document.id().to_owned()).collect()
    }

    /// Writes whatever is in memory only.
    ///
    /// # Errors
    /// [`Error::NotSaved`] of the first document that cannot be written; the others are.
    pub(crate) fn save_all(&mut self) -> Result<(), Error> {
        let mut result = Ok(());
        for document in self.open.iter_mut().filter(|document| document.is_pending()) {
            let saved = document.save().map_err(in_words);
            if result.is_ok() {
                result = saved;
            }
        }
        self.note_failure(result)
    }

    /// The open documents that have so many chunks that reading them takes long.
    pub(crate) fn overgrown(&self) -> Vec<String> {
        let overgrown = self.open.iter().filter(|document| document.has_many_chunks());
        overgrown.map(|document| document.id().to_owned()).collect()
    }

    /// What the documents say together about a paper, and how many annotations it has.
    pub(crate) fn said(&self, documents: &[String]) -> (PaperState, u32) {
        let (mut state, mut notes) = (PaperState::default(), 0);
        for entry in documents.iter().filter_map(|key| self.overview.entry(key)) {
            state.or(&entry.state);
            notes += entry.live();
        }
        (state, notes)
    }

    /// Keeps an act of the reader on one document for taking it back.
    pub(crate) fn did(&mut self, paper: &PaperId, what: What, key: &str, written: Written) {
        if !written.back.is_empty() {
            let back = vec![(key.to_owned(), written.back)];
            self.history.push(Step { paper: paper.clone(), what, notes: written.notes, back, time_ms: now_ms() });
        }
    }
}

/// Milliseconds since 1970; 0 on a machine whose clock stands before.
pub(crate) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// What a notebook's error is to a client of the session.
pub(crate) fn in_words(error: NotebookError) -> Error {
    match error {
        NotebookError::NoAnnotation(_) => Error::NoteGone,
        NotebookError::NotSaved(cause) => Error::NotSaved { name: "the notes".to_owned(), cause: Cause::from(&cause) },
        other => Error::NotesUnreadable { cause: Cause::from(&other) },
    }
}

/// Changes to papers only.
pub(crate) fn paper_changes(edits: Vec<PaperEdit>) -> Vec<Change> {
    edits.into_iter().map(Change::Paper).collect()
}
