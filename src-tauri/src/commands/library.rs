//! The library's list and its sources.

use tauri::{AppHandle, State};
use tauri_plugin_dialog::FilePath;

use super::Answer;
use super::dialog::{Title, ask};
use crate::{
    state::{Shell, add_in_background},
    view,
    wire::{Direction, RowFilter, RowsPage, Start},
};

/// Everything for the first paint.
#[tauri::command(async)]
pub(crate) fn start(shell: State<'_, Shell>) -> Start {
    shell.start()
}

/// A slice of the filtered list.
#[tauri::command(async)]
pub(crate) fn rows(shell: State<'_, Shell>, filter: RowFilter, first: u32, count: u32) -> RowsPage {
    view::rows(shell.session().rows(&view::filter(filter), first, count))
}

/// The paper after or before one under a filter.
#[tauri::command(async)]
pub(crate) fn neighbour(
    shell: State<'_, Shell>,
    id: String,
    filter: RowFilter,
    direction: Direction,
) -> Option<String> {
    let found = shell.session().neighbour(&library::PaperId(id), &view::filter(filter), view::direction(direction));
    found.map(|paper| paper.0)
}

/// Asks for folders with the system's dialog. No path reaches the webview.
#[tauri::command(async)]
pub(crate) fn choose_folder(app: AppHandle) {
    let handle = app.clone();
    let title = Title { zh: "添加文件夹", en: "Add folders" };
    ask(&app, title).pick_folders(move |chosen| add_chosen(&handle, chosen));
}

/// Asks for files with the system's dialog. No path reaches the webview.
#[tauri::command(async)]
pub(crate) fn choose_files(app: AppHandle) {
    let handle = app.clone();
    let title = Title { zh: "打开文件", en: "Open files" };
    ask(&app, title).pick_files(move |chosen| add_chosen(&handle, chosen));
}

fn add_chosen(app: &AppHandle, chosen: Option<Vec<FilePath>>) {
    let paths = chosen.into_iter().flatten().filter_map(|path| path.into_path().ok()).collect();
    add_in_background(app, paths);
}

/// Takes a folder or file out of the library; the disk is not touched.
#[tauri::command(async)]
pub(crate) fn remove_source(shell: State<'_, Shell>, id: u32) -> Answer<()> {
    Ok(shell.session().remove_source(library::SourceId(id))?)
}

/// Looks at every source again.
#[tauri::command(async)]
pub(crate) fn refresh(shell: State<'_, Shell>) {
    shell.session().refresh();
}

/// Stops the running scan.
#[tauri::command(async)]
pub(crate) fn cancel_scan(shell: State<'_, Shell>) {
    shell.session().cancel_scan();
}
