//! The reader's marks on one paper. What is answered is on the disk; where it cannot be, the answer says why.

use library::notes::PlacedNote;
use library::{Error, PaperId, Session};
use tauri::{AppHandle, State};
use tauri_plugin_opener::OpenerExt;

use super::Answer;
use crate::{
    error::CommandError,
    links,
    state::Shell,
    view::{self, Passages},
    wire::{NoteDraft, NoteEdit, NoteVersion, NotesChange, NotesStatus, PaperNotes, Undone},
};

/// Everything that was noted to the paper, at its places in the shown form.
#[tauri::command(async)]
pub(crate) fn paper_notes(shell: State<'_, Shell>, paper: String) -> Answer<PaperNotes> {
    all(&shell.session(), &PaperId(paper))
}

/// Marks words.
#[tauri::command(async)]
pub(crate) fn annotate(shell: State<'_, Shell>, paper: String, draft: NoteDraft) -> Answer<NotesChange> {
    let (session, id) = (shell.session(), PaperId(paper));
    let open = session.paper(&id)?;
    let found = Passages::of(open.paper().ok_or(Error::PaperGone)?).found(&draft.stretches);
    let made = session.annotate(&id, &found, view::new_note(draft));
    changed(&session, &id, None, made)
}

/// Changes one mark.
#[tauri::command(async)]
pub(crate) fn edit_note(shell: State<'_, Shell>, paper: String, note: String, edit: NoteEdit) -> Answer<NotesChange> {
    let (session, id) = (shell.session(), PaperId(paper));
    let edited = match view::edit_of(edit) {
        Ok(edit) => session.edit_note(&id, &note, edit),
        Err(stretches) => {
            let open = session.paper(&id)?;
            let found = Passages::of(open.paper().ok_or(Error::PaperGone)?).found(&stretches);
            session.reattach(&id, &note, &found)
        }
    };
    changed(&session, &id, Some(&note), edited)
}

/// Writes the note on the whole paper.
#[tauri::command(async)]
pub(crate) fn set_paper_note(
    shell: State<'_, Shell>,
    paper: String,
    base: String,
    note: String,
) -> Answer<NotesChange> {
    let (session, id) = (shell.session(), PaperId(paper));
    match session.set_paper_note(&id, &base, &note) {
        Ok(annotation) => Ok(view::change(vec![view::unplaced(&annotation)], session.unsaved().as_ref())),
        Err(Error::NotSaved { .. }) => unsaved(&session, &id, None),
        Err(error) => Err(error.into()),
    }
}

/// Puts marks into the trash.
#[tauri::command(async)]
pub(crate) fn delete_notes(shell: State<'_, Shell>, paper: String, notes: Vec<String>) -> Answer<NotesChange> {
    let (session, id) = (shell.session(), PaperId(paper));
    let deleted = session.delete_notes(&id, &notes);
    these(&session, &id, &notes, deleted)
}

/// Takes marks out of the trash.
#[tauri::command(async)]
pub(crate) fn restore_notes(shell: State<'_, Shell>, paper: String, notes: Vec<String>) -> Answer<NotesChange> {
    let (session, id) = (shell.session(), PaperId(paper));
    let restored = session.restore_notes(&id, &notes);
    these(&session, &id, &notes, restored)
}

/// A note as it was, newest first.
#[tauri::command(async)]
pub(crate) fn note_versions(shell: State<'_, Shell>, paper: String, note: String) -> Answer<Vec<NoteVersion>> {
    Ok(view::versions(shell.session().versions(&PaperId(paper), &note)?))
}

/// Tries again to write what could not be written.
#[tauri::command(async)]
pub(crate) fn retry_unsaved(shell: State<'_, Shell>) -> NotesStatus {
    let session = shell.session();
    // What still fails is in the answer.
    let _ = session.retry_unsaved();
    view::change(Vec::new(), session.unsaved().as_ref()).status
}

/// Takes the last act back.
#[tauri::command(async)]
pub(crate) fn undo(shell: State<'_, Shell>) -> Answer<Option<Undone>> {
    Ok(shell.session().undo()?.map(view::undone))
}

/// Does it again.
#[tauri::command(async)]
pub(crate) fn redo(shell: State<'_, Shell>) -> Answer<Option<Undone>> {
    Ok(shell.session().redo()?.map(view::undone))
}

/// The markup of a note as it would be shown.
#[tauri::command(async)]
pub(crate) fn preview_note(markdown: String) -> String {
    reading::typeset::note::render(&markdown)
}

/// Opens a web address of a note in the system's browser.
#[tauri::command(async)]
pub(crate) fn open_note_link(app: AppHandle, url: String) -> Answer<()> {
    let url = links::checked(&url)?;
    app.opener()
        .open_url(url, None::<&str>)
        .map_err(|error| CommandError::internal(format!("cannot open “{url}” in the system's browser: {error}")))
}

fn all(session: &Session, id: &PaperId) -> Answer<PaperNotes> {
    let notes = session.notes(id)?;
    let open = session.paper(id)?;
    Ok(view::paper_notes(open.paper().ok_or(Error::PaperGone)?, &notes))
}

/// The mark that was made or changed, as it is now.
fn changed(
    session: &Session,
    id: &PaperId,
    asked: Option<&str>,
    outcome: Result<PlacedNote, Error>,
) -> Answer<NotesChange> {
    match outcome {
        Ok(placed) => {
            let open = session.paper(id)?;
            let note = Passages::of(open.paper().ok_or(Error::PaperGone)?).note(&placed);
            Ok(view::change(vec![note], session.unsaved().as_ref()))
        }
        Err(Error::NotSaved { .. }) => unsaved(session, id, asked),
        Err(error) => Err(error.into()),
    }
}

/// These marks as they are now.
fn these(session: &Session, id: &PaperId, notes: &[String], outcome: Result<(), Error>) -> Answer<NotesChange> {
    match outcome {
        Ok(()) | Err(Error::NotSaved { .. }) => {
            let PaperNotes { notes: mut views, status, .. } = all(session, id)?;
            views.retain(|note| notes.contains(&note.id));
            Ok(NotesChange { notes: views, status })
        }
        Err(error) => Err(error.into()),
    }
}

/// A change that is made and not on the disk: everything as it is now, the mark that was asked for or made last first.
fn unsaved(session: &Session, id: &PaperId, asked: Option<&str>) -> Answer<NotesChange> {
    let PaperNotes { mut notes, status, .. } = all(session, id)?;
    let first = |note: &crate::wire::NoteView| asked.map_or(-note.modified_ms, |asked| i64::from(note.id != asked));
    notes.sort_by_key(first);
    Ok(NotesChange { notes, status })
}
