//! One paper: its text, its source, what the reader says about it.

use tauri::{AppHandle, State};
use tauri_plugin_opener::OpenerExt;

use super::Answer;
use crate::{
    error::CommandError,
    links,
    state::Shell,
    view,
    wire::{PaperView, Place, Settlement, SourceView},
};

/// The paper as the reading view shows it.
#[tauri::command(async)]
pub(crate) fn open_paper(shell: State<'_, Shell>, id: String) -> Answer<PaperView> {
    let open = shell.session().paper(&library::PaperId(id))?;
    view::paper(&open).ok_or_else(|| library::Error::PaperGone.into())
}

/// The decoded text of one of the paper's files.
#[tauri::command(async)]
pub(crate) fn source_text(shell: State<'_, Shell>, id: String, file_id: u32) -> Answer<SourceView> {
    let open = shell.session().source(&library::PaperId(id), library::FileId(file_id))?;
    Ok(view::source(&open))
}

/// Gives the paper the reader's own name, or takes it back.
#[tauri::command(async)]
pub(crate) fn set_name(shell: State<'_, Shell>, id: String, name: Option<String>) -> Answer<()> {
    Ok(shell.session().set_name(&library::PaperId(id), name.as_deref())?)
}

/// Marks the paper as read or unread.
#[tauri::command(async)]
pub(crate) fn set_read(shell: State<'_, Shell>, id: String, read: bool) {
    shell.session().set_read(&library::PaperId(id), read);
}

/// Keeps what the reader found out about a doubt; nothing opens it again.
#[tauri::command(async)]
pub(crate) fn settle(shell: State<'_, Shell>, id: String, doubt: String, settlement: Option<Settlement>) -> Answer<()> {
    let settlement = settlement.map(view::settlement_of);
    Ok(shell.session().settle(&library::PaperId(id), &doubt, settlement)?)
}

/// Remembers where the reader is in the paper.
#[tauri::command(async)]
pub(crate) fn set_place(shell: State<'_, Shell>, id: String, place: Place) {
    let place = library::Place { passage: place.passage, offset: place.offset };
    shell.session().set_place(&library::PaperId(id), place);
}

/// Opens one of the paper's links in the system's browser.
#[tauri::command(async)]
pub(crate) fn open_link(app: AppHandle, shell: State<'_, Shell>, paper_id: String, index: u32) -> Answer<()> {
    let open = shell.session().paper(&library::PaperId(paper_id))?;
    let link = open.heading.links.get(index as usize).and_then(|link| link.url.as_deref());
    let url = links::checked(link.unwrap_or_default())?;
    app.opener()
        .open_url(url, None::<&str>)
        .map_err(|error| CommandError::internal(format!("cannot open “{url}” in the system's browser: {error}")))
}
