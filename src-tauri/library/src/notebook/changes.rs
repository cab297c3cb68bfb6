//! What a reader changes in a paper's notes. `stage_…` changes the value, the others have it on the disk as well before
//! they acknowledge it.

use automerge::transaction::{CommitOptions, Transaction};
use automerge::{ActorId, AutomergeError, ChangeHash, ObjId, PatchLog, ReadDoc as _};
use reading::anchor::Target;

use super::annotation::{Annotation, Draft, Edit};
use super::document::{Document, NotebookError};
use super::paper::PaperRecord;
use super::schema;
use super::state::{self, PaperEdit};
use super::storage::Storage;

/// What was written within so many seconds is one version of a note.
const ONE_VERSION_S: i64 = 60;

/// A note as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteVersion {
    /// Markdown.
    pub note: String,
    /// When it was written, to the second, in milliseconds since 1970.
    pub time_ms: i64,
}

impl<S: Storage> Document<S> {
    /// Makes an annotation. It is on the disk when this returns.
    ///
    /// # Errors
    /// [`NotebookError::NotSaved`].
    pub fn add(&mut self, draft: &Draft, paper: &PaperRecord, now_ms: i64) -> Result<Annotation, NotebookError> {
        let id = self.stage_add(draft, paper, now_ms)?;
        self.save()?;
        self.annotation(&id).ok_or(NotebookError::NoAnnotation(id))
    }

    /// Changes an annotation. The change is on the disk when this returns.
    ///
    /// # Errors
    /// [`NotebookError::NoAnnotation`], [`NotebookError::NotSaved`].
    pub fn edit(&mut self, id: &str, edit: &Edit, now_ms: i64) -> Result<Annotation, NotebookError> {
        self.stage_edit(id, edit, now_ms)?;
        self.save()?;
        self.annotation(id).ok_or_else(|| NotebookError::NoAnnotation(id.to_owned()))
    }

    /// Makes an annotation in memory and gives its id.
    ///
    /// # Errors
    /// [`NotebookError::Newer`], [`NotebookError::Inconsistent`].
    pub fn stage_add(&mut self, draft: &Draft, paper: &PaperRecord, now_ms: i64) -> Result<String, NotebookError> {
        // As random as an actor must be.
        let id = ActorId::random().to_hex_string();
        self.stage_add_as(&id, draft, paper, (now_ms, now_ms))?;
        Ok(id)
    }

    /// Makes an annotation that has its id and its times already.
    pub(crate) fn stage_add_as(
        &mut self,
        id: &str,
        draft: &Draft,
        paper: &PaperRecord,
        (created_ms, modified_ms): (i64, i64),
    ) -> Result<(), NotebookError> {
        self.change(modified_ms, |tx| {
            schema::keep_paper(tx, paper)?;
            schema::add(tx, id, draft, (created_ms, modified_ms))
        })
    }

    /// Changes an annotation in memory.
    ///
    /// # Errors
    /// [`NotebookError::NoAnnotation`], [`NotebookError::Newer`], [`NotebookError::Inconsistent`].
    pub fn stage_edit(&mut self, id: &str, edit: &Edit, now_ms: i64) -> Result<(), NotebookError> {
        let none = || NotebookError::NoAnnotation(id.to_owned());
        let own = schema::find(&self.doc, id).filter(|own| schema::has(&self.doc, own, "target")).ok_or_else(none)?;
        if let Edit::NoteSince { base, text } = edit {
            return self.write_note_since(&own, base, text, now_ms);
        }
        self.change(now_ms, |tx| schema::edit(tx, &own, edit, now_ms))
    }

    /// Changes an annotation in memory in several ways, and says when that was.
    pub(crate) fn stage_edits(&mut self, id: &str, edits: &[Edit], modified_ms: i64) -> Result<(), NotebookError> {
        edits.iter().try_for_each(|edit| self.stage_edit(id, edit, modified_ms))
    }

    /// Changes the note on the whole paper in memory, and makes it where there is none; out of the trash, too.
    ///
    /// # Errors
    /// [`NotebookError::Newer`], [`NotebookError::Inconsistent`].
    pub fn stage_paper_note(
        &mut self,
        target: &Target,
        paper: &PaperRecord,
        edit: &Edit,
        now_ms: i64,
    ) -> Result<(), NotebookError> {
        self.refuse_newer()?;
        let id = self.id.clone();
        if schema::find(&self.doc, &id).is_none() {
            let birth = schema::paper_note_birth(&id)?;
            self.pending.extend(birth.iter().flat_map(|change| change.raw_bytes().to_vec()));
            self.doc.apply_changes(birth)?;
        }
        let own = schema::find(&self.doc, &id).ok_or(NotebookError::NoAnnotation(id.clone()))?;
        self.change(now_ms, |tx| {
            schema::keep_paper(tx, paper)?;
            schema::complete_paper_note(tx, &own, target, now_ms)?;
            if schema::has(&*tx, &own, "deleted") { schema::edit(tx, &own, &Edit::Restore, now_ms) } else { Ok(()) }
        })?;
        self.stage_edit(&id, edit, now_ms)
    }

    /// Changes what is said about the paper, in memory.
    ///
    /// # Errors
    /// [`NotebookError::Newer`], [`NotebookError::Inconsistent`].
    pub fn stage_paper(
        &mut self,
        edits: &[PaperEdit],
        paper: Option<&PaperRecord>,
        now_ms: i64,
    ) -> Result<(), NotebookError> {
        self.change(now_ms, |tx| {
            if let Some(paper) = paper {
                schema::keep_paper(tx, paper)?;
            }
            edits.iter().try_for_each(|edit| state::write(tx, edit))
        })
    }

    /// Whether everything that `other`, of the same paper, says is said here too.
    pub(crate) fn holds<T: Storage>(&self, other: &Document<T>) -> bool {
        other.doc.get_heads().iter().all(|head| self.doc.get_change_by_hash(head).is_some())
    }

    /// Takes over what `other`, of the same paper, says, in memory.
    pub(crate) fn stage_merge<T: Storage>(&mut self, other: &Document<T>) -> Result<(), NotebookError> {
        self.refuse_newer()?;
        let known = self.doc.get_heads();
        let new: Vec<_> = other
            .doc
            .get_changes(&[])
            .into_iter()
            .filter(|change| self.doc.get_change_by_hash(&change.hash()).is_none())
            .collect();
        self.doc.apply_changes(new.iter().cloned())?;
        if known != self.doc.get_heads() {
            self.pending.extend(new.iter().flat_map(|change| change.raw_bytes().to_vec()));
        }
        Ok(())
    }

    /// The note of an annotation as it was, the newest first; what is there now is the first.
    pub fn versions(&self, id: &str) -> Vec<NoteVersion> {
        let Some(own) = schema::find(&self.doc, id) else { return Vec::new() };
        let Some(note) = schema::object(&self.doc, &own, "note") else { return Vec::new() };
        let mut versions = Versions::default();
        for (change, time_s) in self.changes_that_know_the_note(&own, &note) {
            if let Ok(text) = self.doc.text_at(&note, &[change]) {
                versions.push(text, time_s);
            }
        }
        // What two wrote at once is in no single change.
        versions.end_with(self.doc.text(&note).unwrap_or_default());
        versions.kept.reverse();
        versions.kept
    }

    /// Hash and time of each change whose writer knew the note of the annotation `own`, causes before effects.
    fn changes_that_know_the_note(&self, own: &ObjId, note: &ObjId) -> Vec<(ChangeHash, i64)> {
        let birth = self.doc.hash_for_opid(note);
        let changes = self.doc.get_changes_meta(&[]).into_iter().map(|change| (change.hash, change.timestamp));
        let after = changes.skip_while(|(hash, _)| Some(*hash) != birth);
        // Others wrote at the same time who had not seen it.
        let knows = |hash: &ChangeHash| self.doc.get_at(own, "note", &[*hash]).is_ok_and(|found| found.is_some());
        after.filter(|(hash, _)| knows(hash)).collect()
    }

    /// Writes `text` as one who saw `base` and nothing that others wrote since.
    fn write_note_since(&mut self, own: &ObjId, base: &str, text: &str, now_ms: i64) -> Result<(), NotebookError> {
        let note = schema::object(&self.doc, own, "note");
        let now = note.as_ref().and_then(|note| self.doc.text(note).ok()).unwrap_or_default();
        let seen = note.filter(|_| now != base).and_then(|note| {
            let changes = self.changes_that_know_the_note(own, &note);
            let seen = |(hash, _): &&(ChangeHash, i64)| self.doc.text_at(&note, &[*hash]).is_ok_and(|was| was == base);
            Some((changes.iter().rev().find(seen)?.0, note.clone()))
        });
        let Some((seen, note)) = seen else {
            return self.change(now_ms, |tx| schema::edit(tx, own, &Edit::Note(text.to_owned()), now_ms));
        };
        self.refuse_newer()?;
        let hash = {
            let apart = self.doc.transaction_at(PatchLog::inactive(), &[seen]);
            let Ok(mut tx) = apart else { return Err(AutomergeError::Fail.into()) };
            if let Err(error) = automerge::transaction::Transactable::update_text(&mut tx, &note, text) {
                tx.rollback();
                return Err(error.into());
            }
            tx.commit_with(at(now_ms)).0
        };
        self.keep_pending(hash);
        self.change(now_ms, |tx| automerge::transaction::Transactable::put(tx, own, "modified", now_ms))
    }

    fn change(
        &mut self,
        now_ms: i64,
        write: impl FnOnce(&mut Transaction<'_>) -> Result<(), AutomergeError>,
    ) -> Result<(), NotebookError> {
        self.refuse_newer()?;
        let mut tx = self.doc.transaction();
        if let Err(error) = write(&mut tx) {
            tx.rollback();
            return Err(error.into());
        }
        let hash = tx.commit_with(at(now_ms)).0;
        self.keep_pending(hash);
        Ok(())
    }

    /// A change without operations has no hash and is none.
    fn keep_pending(&mut self, hash: Option<ChangeHash>) {
        if let Some(change) = hash.and_then(|hash| self.doc.get_change_by_hash(&hash)) {
            self.pending.extend(change.raw_bytes());
        }
    }
}

fn at(now_ms: i64) -> CommitOptions {
    CommitOptions::default().with_time(now_ms.div_euclid(1000))
}

/// Versions from old to new: texts of one sitting are one version, but none hides one that said much more.
#[derive(Default)]
struct Versions {
    kept: Vec<NoteVersion>,
    /// When the last one was begun, in seconds.
    begun_s: i64,
}

impl Versions {
    fn push(&mut self, note: String, time_s: i64) {
        let time_ms = time_s.saturating_mul(1000);
        let same_sitting = time_s.saturating_sub(self.begun_s) < ONE_VERSION_S;
        match self.kept.last_mut() {
            Some(last) if last.note == note => {}
            Some(last) if same_sitting && note.len() * 2 >= last.note.len() => *last = NoteVersion { note, time_ms },
            _ => {
                self.begun_s = time_s;
                self.kept.push(NoteVersion { note, time_ms });
            }
        }
    }

    fn end_with(&mut self, note: String) {
        if self.kept.last().is_none_or(|last| last.note != note) {
            let time_ms = self.kept.last().map_or(0, |last| last.time_ms);
            self.kept.push(NoteVersion { note, time_ms });
        }
    }
}
