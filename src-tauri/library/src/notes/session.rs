//! The calls of a session about notes. Each that changes something is on the disk when it returns `Ok`.
//!
//! [`Error::NotSaved`] means: the change is made and shown, but only in memory. It is tried again every few seconds, by
//! [`Session::retry_unsaved`], and when the session ends.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use reading::anchor::Found;

use super::answer::{
    BackedUp, Imported, NewNote, NotesFilter, NotesPage, PaperNotes, PlacedNote, Restore, RestorePreview, Restored,
    Undone, What,
};
use super::desk::Saving;
use super::{backup, edits, homes, list, shown, w3c};
use crate::answer::PaperId;
use crate::cause::Cause;
use crate::error::Error;
use crate::jobs::Progress;
use crate::notebook::{Annotation, Edit, NoteVersion, PaperEdit};
use crate::session::Session;

impl Session {
    /// Everything that was noted to the paper, also by other programs, at its places in the shown form.
    ///
    /// # Errors
    /// Those of [`Session::paper`]; [`Error::NotesUnreadable`].
    pub fn notes(&self, id: &PaperId) -> Result<PaperNotes, Error> {
        shown::notes(&self.shared, id)
    }

    /// Marks stretches of the shown form with one annotation: several for a mark over several passages.
    ///
    /// # Errors
    /// [`Error::NothingMarked`], [`Error::NotSaved`], [`Error::NotesUnreadable`], those of [`Session::paper`].
    pub fn annotate(&self, id: &PaperId, stretches: &[Found], new: NewNote) -> Result<PlacedNote, Error> {
        edits::annotate(&self.shared, id, stretches, new)
    }

    /// Writes the note on the whole paper: `text`, by one who saw `base` when he began. What others wrote since then is
    /// merged by character.
    ///
    /// # Errors
    /// As [`Session::annotate`].
    pub fn set_paper_note(&self, id: &PaperId, base: &str, text: &str) -> Result<Annotation, Error> {
        edits::set_paper_note(&self.shared, id, base, text)
    }

    /// Changes one annotation, also the note on the paper.
    ///
    /// # Errors
    /// [`Error::NoteGone`], and as [`Session::annotate`].
    pub fn edit_note(&self, id: &PaperId, note: &str, edit: Edit) -> Result<PlacedNote, Error> {
        edits::edit(&self.shared, id, note, edit)
    }

    /// Attaches an annotation to other words of the shown form.
    ///
    /// # Errors
    /// [`Error::NothingMarked`], [`Error::NoteGone`], and as [`Session::annotate`].
    pub fn reattach(&self, id: &PaperId, note: &str, stretches: &[Found]) -> Result<PlacedNote, Error> {
        edits::reattach(&self.shared, id, note, stretches)
    }

    /// Puts annotations into the trash. Those that are not there are no error.
    ///
    /// # Errors
    /// [`Error::NotSaved`], [`Error::NotesUnreadable`].
    pub fn delete_notes(&self, id: &PaperId, notes: &[String]) -> Result<(), Error> {
        edits::move_all(&self.shared, id, notes, true)
    }

    /// Takes annotations out of the trash. Those that are not there are no error.
    ///
    /// # Errors
    /// [`Error::NotSaved`], [`Error::NotesUnreadable`].
    pub fn restore_notes(&self, id: &PaperId, notes: &[String]) -> Result<(), Error> {
        edits::move_all(&self.shared, id, notes, false)
    }

    /// A note as it was, the newest first; what it is now is the first. One is brought back by [`Edit::Note`].
    ///
    /// # Errors
    /// [`Error::NoteGone`], [`Error::NotesUnreadable`].
    pub fn versions(&self, id: &PaperId, note: &str) -> Result<Vec<NoteVersion>, Error> {
        edits::versions(&self.shared, id, note)
    }

    /// Takes back the last act about notes, stars, read marks, names or settled doubts of this session; `None` where
    /// there is none.
    ///
    /// # Errors
    /// [`Error::NotSaved`]: it is taken back in memory only. [`Error::NotesUnreadable`].
    pub fn undo(&self) -> Result<Option<Undone>, Error> {
        edits::take_back(&self.shared, false)
    }

    /// Does again what was taken back last, unless something else was done since.
    ///
    /// # Errors
    /// As [`Session::undo`].
    pub fn redo(&self) -> Result<Option<Undone>, Error> {
        edits::take_back(&self.shared, true)
    }

    /// Why changes are in memory only; `None` where all are on the disk or on the way there.
    pub fn unsaved(&self) -> Option<Cause> {
        self.shared.notes().failure()
    }

    /// Tries at once what could not be written.
    ///
    /// # Errors
    /// [`Error::NotSaved`].
    pub fn retry_unsaved(&self) -> Result<(), Error> {
        edits::retry(&self.shared)
    }

    /// A slice of the annotations of all papers: at most `count` from index `first` on. Opens no document.
    pub fn all_notes(&self, filter: &NotesFilter, first: u32, count: u32) -> NotesPage {
        list::page(&self.shared, filter, first, count)
    }

    /// Looks at all notes now, for what other programs and machines wrote; otherwise done in the background, at the start
    /// and with [`Session::refresh`].
    pub fn check_notes(&self) {
        super::check(&self.shared);
    }

    /// All tags, the most used first, with how many annotations have them.
    pub fn tags(&self) -> Vec<(String, u32)> {
        list::tags(&self.shared.notes())
    }

    /// Gives every annotation with the tag `old` the tag `new` instead, which may be there already; a blank one takes it
    /// away. Answers how many changed.
    ///
    /// # Errors
    /// [`Error::NotSaved`], [`Error::NotesUnreadable`].
    pub fn rename_tag(&self, old: &str, new: &str) -> Result<u32, Error> {
        list::rename_tag(&self.shared, old, new)
    }

    /// Stars the paper, or no longer.
    ///
    /// # Errors
    /// [`Error::NotSaved`], [`Error::NotesUnreadable`].
    pub fn set_starred(&self, id: &PaperId, starred: bool) -> Result<(), Error> {
        edits::set_paper(&self.shared, id, Some(What::Star), vec![PaperEdit::Star(starred)], Saving::Now)
    }

    /// The reader came to the end of the paper: it is read. Not an act that is taken back; [`Session::set_read`] is.
    pub fn finish_reading(&self, id: &PaperId) {
        self.mark_read(id, None, true);
    }

    pub(crate) fn mark_read(&self, id: &PaperId, what: Option<What>, read: bool) {
        if let Err(error) = edits::set_paper(&self.shared, id, what, vec![PaperEdit::Read(read)], Saving::Soon) {
            tracing::warn!(%error, "the paper is not marked as read");
            let cause = error.cause().cloned().unwrap_or_else(|| Cause::Other(error.to_string()));
            self.shared.tell(crate::answer::Event::Trouble(crate::answer::Trouble::Notes(cause)));
        }
    }

    /// Writes all notes to one file, replacing it. Notes are written and read meanwhile; those of one paper are in it as
    /// they were at one moment.
    ///
    /// # Errors
    /// [`Error::NotSaved`], also where `progress` stopped it; a file that was there is untouched.
    pub fn back_up(&self, to: &Path, progress: Progress<'_>) -> Result<BackedUp, Error> {
        backup::back_up(&self.shared, to, progress)
    }

    /// Says what a backup holds against what is here. Writes nothing.
    ///
    /// # Errors
    /// [`Error::NotABackup`], also where `progress` stopped it; [`Error::NotesUnreadable`].
    pub fn look_into_backup(&self, from: &Path, progress: Progress<'_>) -> Result<RestorePreview, Error> {
        backup::look(&self.shared, from, progress)
    }

    /// Takes over a backup. What is here is backed up before, and can be had back by [`Session::undo`] too. `progress` hears
    /// of both in turn, and may stop either.
    ///
    /// # Errors
    /// [`Error::NotABackup`], and nothing was written; [`Error::NotSaved`], [`Error::NotesUnreadable`].
    pub fn restore(&self, from: &Path, how: Restore, progress: Progress<'_>) -> Result<Restored, Error> {
        backup::restore(&self.shared, from, how, progress)
    }

    /// Writes all annotations that are not in the trash as W3C Web Annotations, JSON-LD. Answers how many.
    ///
    /// # Errors
    /// [`Error::NotSaved`], and a file that was there is untouched; [`Error::NotesUnreadable`].
    pub fn export_w3c(&self, to: &Path) -> Result<u32, Error> {
        w3c::export(&self.shared, to)
    }

    /// Takes over annotations that this program wrote as W3C Web Annotations, here or on another machine: those that are
    /// not here, and those that are newer there. What is in the trash here stays there. One act for taking back.
    ///
    /// # Errors
    /// [`Error::NotABackup`], and nothing was written; [`Error::NotSaved`].
    pub fn import_w3c(&self, from: &Path) -> Result<Imported, Error> {
        w3c::import(&self.shared, from)
    }

    /// The folder of the notes.
    pub fn notebook_folder(&self) -> PathBuf {
        self.shared.notes().disk.folder().to_owned()
    }

    /// Keeps the notes in another folder from now on; `None`: in the program's own. Moves nothing: the notes that are
    /// there are the notes, and those of the former folder stay in it.
    ///
    /// # Errors
    /// [`Error::NotesUnreadable`] where it is no folder; [`Error::NotSaved`].
    pub fn set_notebook_folder(&self, folder: Option<&Path>) -> Result<(), Error> {
        if let Some(folder) = folder {
            if !folder.is_absolute() {
                return Err(Error::NotesUnreadable { cause: Cause::Other("the path is not absolute".to_owned()) });
            }
            std::fs::read_dir(folder).map_err(|error| Error::NotesUnreadable { cause: Cause::from(&error) })?;
        }
        let target = folder.map_or_else(|| self.shared.default_notebook.clone(), Path::to_owned);
        self.shared.notes().move_to(&target)?;
        Arc::make_mut(&mut self.shared.state().settings).notebook = folder.map(Path::to_owned);
        let saved = self.shared.save_settings();
        super::check(&self.shared);
        let changed = homes::follow_all(&self.shared, &self.shared.notes());
        if changed {
            let event = self.shared.state().library_changed();
            self.shared.tell(event);
        }
        self.shared.send(crate::scan::Task::Removed);
        saved
    }
}
