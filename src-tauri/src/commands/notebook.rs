//! The notes of all papers.

use library::PaperId;
use tauri::{AppHandle, State};

use super::Answer;
use super::dialog::{Title, ask};
use crate::{
    state::Shell,
    view,
    wire::{NotesFilter, NotesPage, TagCount},
};

/// A slice of the notes of all papers.
#[tauri::command(async)]
pub(crate) fn all_notes(shell: State<'_, Shell>, filter: NotesFilter, first: u32, count: u32) -> NotesPage {
    view::listed(shell.session().all_notes(&view::notes_filter(filter), first, count))
}

/// The notes of a paper that hold all words of `text`, by their handles.
#[tauri::command(async)]
pub(crate) fn match_notes(shell: State<'_, Shell>, paper: String, text: String) -> Vec<String> {
    let filter = library::notes::NotesFilter { paper: Some(PaperId(paper)), text, ..Default::default() };
    shell.session().all_notes(&filter, 0, u32::MAX).notes.into_iter().map(|listed| listed.note.id).collect()
}

/// All tags, the most used first.
#[tauri::command(async)]
pub(crate) fn tags(shell: State<'_, Shell>) -> Vec<TagCount> {
    shell.session().tags().into_iter().map(|(tag, count)| TagCount { tag, count }).collect()
}

/// Gives every note with one tag another instead. Answers how many changed.
#[tauri::command(async)]
pub(crate) fn rename_tag(shell: State<'_, Shell>, from: String, to: String) -> Answer<u32> {
    Ok(shell.session().rename_tag(&from, &to)?)
}

/// Stars a paper, or no longer.
#[tauri::command(async)]
pub(crate) fn set_starred(shell: State<'_, Shell>, paper: String, starred: bool) -> Answer<()> {
    Ok(shell.session().set_starred(&PaperId(paper), starred)?)
}

/// The reader came to the end of the paper.
#[tauri::command(async)]
pub(crate) fn finish_reading(shell: State<'_, Shell>, id: String) {
    shell.session().finish_reading(&PaperId(id));
}

/// Asks with the system's dialog where the notes are to be kept from now on. No path reaches the webview.
#[tauri::command(async)]
pub(crate) fn choose_notebook(app: AppHandle, shell: State<'_, Shell>) -> Answer<()> {
    let title = Title { zh: "笔记存放的文件夹", en: "Folder for the notes" };
    let chosen = ask(&app, title).blocking_pick_folder().and_then(|folder| folder.into_path().ok());
    let Some(folder) = chosen else { return Ok(()) };
    Ok(shell.session().set_notebook_folder(Some(&folder))?)
}
