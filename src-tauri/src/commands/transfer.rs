//! The notebook as a file: backup and restore, W3C annotations out and in. The system's dialogs choose the files; no path
//! reaches the webview.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use library::notes::Restore;
use tauri::{AppHandle, State};
use tauri_plugin_dialog::DialogExt;

use super::Answer;
use crate::{
    error::CommandError,
    state::Shell,
    wire::{RestoreMode, RestorePreview, Transfer},
};

/// The backup that was looked into last, by its handle.
#[derive(Default)]
pub(crate) struct Looked(Mutex<(u32, Option<PathBuf>)>);

impl Looked {
    /// Remembers a file; its handle.
    fn at(&self, path: PathBuf) -> u32 {
        let mut looked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *looked = (looked.0 + 1, Some(path));
        looked.0
    }

    fn path(&self, id: u32) -> Option<PathBuf> {
        let looked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        looked.1.clone().filter(|_| looked.0 == id)
    }
}

/// Writes the whole notebook into one file.
#[tauri::command(async)]
pub(crate) fn back_up(app: AppHandle, shell: State<'_, Shell>) -> Answer<Transfer> {
    let Some(path) = save_as(&app, "kaozheng-notes.zip", "zip") else { return Ok(Transfer::Cancelled) };
    let saved = shell.session().back_up(&path)?;
    Ok(Transfer::Saved { name: last_part(&path), notes: saved.notes })
}

/// Says what a backup would bring. Writes nothing.
#[tauri::command(async)]
pub(crate) fn preview_restore(app: AppHandle, shell: State<'_, Shell>, looked: State<'_, Looked>) -> Answer<Transfer> {
    let Some(path) = open_one(&app, &["zip"]) else { return Ok(Transfer::Cancelled) };
    let found = shell.session().look_into_backup(&path)?;
    let preview = RestorePreview {
        name: last_part(&path),
        id: looked.at(path),
        papers: found.papers,
        notes: found.notes,
        added: found.new,
        same: found.same,
        changed: found.changed,
        deleted_here: found.deleted_here,
        only_here: found.only_here,
    };
    Ok(Transfer::Preview { preview })
}

/// Brings back the backup that was looked into. A copy of the notebook as it is is made first.
#[tauri::command(async)]
pub(crate) fn restore(
    shell: State<'_, Shell>,
    looked: State<'_, Looked>,
    id: u32,
    mode: RestoreMode,
) -> Answer<Transfer> {
    let gone = || CommandError::internal("the backup was chosen too long ago; choose it again");
    let path = looked.path(id).ok_or_else(gone)?;
    let how = match mode {
        RestoreMode::Merge => Restore::Merge,
        RestoreMode::Replace => Restore::Replace,
    };
    let restored = shell.session().restore(&path, how)?;
    let found = restored.preview;
    Ok(Transfer::Done {
        read: found.notes,
        added: found.new,
        changed: found.changed,
        skipped: found.same + found.deleted_here,
        failed: Vec::new(),
        safety: Some(last_part(&restored.safety_copy)),
    })
}

/// Writes all notes as W3C annotations.
#[tauri::command(async)]
pub(crate) fn export_annotations(app: AppHandle, shell: State<'_, Shell>) -> Answer<Transfer> {
    let Some(path) = save_as(&app, "kaozheng-notes.jsonld", "jsonld") else { return Ok(Transfer::Cancelled) };
    let notes = shell.session().export_w3c(&path)?;
    Ok(Transfer::Saved { name: last_part(&path), notes })
}

/// Takes W3C annotations in.
#[tauri::command(async)]
pub(crate) fn import_annotations(app: AppHandle, shell: State<'_, Shell>) -> Answer<Transfer> {
    let Some(path) = open_one(&app, &["jsonld", "json"]) else { return Ok(Transfer::Cancelled) };
    let imported = shell.session().import_w3c(&path)?;
    Ok(Transfer::Done {
        read: imported.read,
        added: imported.added,
        changed: imported.changed,
        skipped: imported.skipped,
        failed: imported.failed,
        safety: None,
    })
}

fn save_as(app: &AppHandle, name: &str, kind: &str) -> Option<PathBuf> {
    let dialog = app.dialog().file().set_file_name(name).add_filter(kind, &[kind]);
    let mut path = dialog.blocking_save_file()?.into_path().ok()?;
    if path.extension().is_none() {
        path.set_extension(kind);
    }
    Some(path)
}

fn open_one(app: &AppHandle, kinds: &[&str]) -> Option<PathBuf> {
    let name = kinds.first().copied().unwrap_or_default();
    app.dialog().file().add_filter(name, kinds).blocking_pick_file()?.into_path().ok()
}

fn last_part(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_backup_that_was_looked_into_last_is_restored() {
        let looked = Looked::default();
        let first = looked.at(PathBuf::from("a.zip"));
        let second = looked.at(PathBuf::from("b.zip"));
        assert_eq!([looked.path(first), looked.path(second)], [None, Some(PathBuf::from("b.zip"))]);
    }
}
