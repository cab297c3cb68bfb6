//! The notebook as a file: backup and restore, W3C annotations out and in. The system's dialogs choose the files; no path
//! reaches the webview.

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use library::{Cause, Error, notes::Restore};
use tauri::{AppHandle, State};

use super::Answer;
use super::dialog::{Title, ask};
use crate::{
    state::{Shell, emit},
    view,
    wire::{Event, NotTaken, RestoreMode, RestorePreview, Transfer},
};

/// Progress is told so often.
const EVERY: Duration = Duration::from_millis(100);

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

/// The running transfer is to stop. Managed by Tauri.
#[derive(Default)]
pub(crate) struct StopTransfer(AtomicBool);

impl StopTransfer {
    /// What a transfer that begins now tells and asks between two papers.
    fn begin<'a>(&'a self, app: &'a AppHandle) -> impl FnMut(usize, usize) -> ControlFlow<()> + 'a {
        self.0.store(false, Ordering::Release);
        let mut told = Instant::now();
        move |done, total| {
            if told.elapsed() > EVERY {
                told = Instant::now();
                let (done, total) = (u32::try_from(done).unwrap_or(u32::MAX), u32::try_from(total).unwrap_or(u32::MAX));
                emit(app, &Event::TransferProgress { done, total });
            }
            if self.0.load(Ordering::Acquire) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
}

/// Stops the running backup, preview or restore between two papers.
#[tauri::command(async)]
pub(crate) fn cancel_transfer(stop: State<'_, StopTransfer>) {
    stop.0.store(true, Ordering::Release);
}

/// Writes the whole notebook into one file.
#[tauri::command(async)]
pub(crate) fn back_up(app: AppHandle, shell: State<'_, Shell>, stop: State<'_, StopTransfer>) -> Answer<Transfer> {
    let Some(path) = save_as(&app, "kaozheng-notes.zip", "zip") else { return Ok(Transfer::Cancelled) };
    let saved = shell.session().back_up(&path, &mut stop.begin(&app));
    unless_stopped(saved.map(|saved| Transfer::Saved { name: last_part(&path), notes: saved.notes }))
}

/// Says what a backup would bring. Writes nothing.
#[tauri::command(async)]
pub(crate) fn preview_restore(
    app: AppHandle,
    shell: State<'_, Shell>,
    looked: State<'_, Looked>,
    stop: State<'_, StopTransfer>,
) -> Answer<Transfer> {
    let Some(path) = open_one(&app, &["zip"]) else { return Ok(Transfer::Cancelled) };
    let found = match shell.session().look_into_backup(&path, &mut stop.begin(&app)) {
        Ok(found) => found,
        Err(error) => return unless_stopped(Err(error)),
    };
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
    app: AppHandle,
    shell: State<'_, Shell>,
    looked: State<'_, Looked>,
    stop: State<'_, StopTransfer>,
    id: u32,
    mode: RestoreMode,
) -> Answer<Transfer> {
    let gone = || Error::NotABackup { name: String::new(), cause: Cause::Gone };
    let path = looked.path(id).ok_or_else(gone)?;
    let how = match mode {
        RestoreMode::Merge => Restore::Merge,
        RestoreMode::Replace => Restore::Replace,
    };
    let restored = shell.session().restore(&path, how, &mut stop.begin(&app));
    unless_stopped(restored.map(|restored| done(&restored)))
}

fn done(restored: &library::notes::Restored) -> Transfer {
    let found = restored.preview;
    Transfer::Done {
        read: found.notes,
        added: found.new,
        changed: found.changed,
        skipped: found.same + found.deleted_here,
        failed: Vec::new(),
        stopped: restored.stopped,
        safety: Some(last_part(&restored.safety_copy)),
    }
}

/// What the reader stopped is no failure.
fn unless_stopped(outcome: Result<Transfer, Error>) -> Answer<Transfer> {
    match outcome {
        Err(error) if error.cause() == Some(&Cause::Stopped) => Ok(Transfer::Cancelled),
        outcome => Ok(outcome?),
    }
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
        failed: imported.failed.into_iter().map(not_taken).collect(),
        stopped: false,
        safety: None,
    })
}

fn not_taken(refused: library::notebook::Refused) -> NotTaken {
    NotTaken { cause: view::cause(&refused.cause), name: refused.name }
}

fn save_as(app: &AppHandle, name: &str, kind: &str) -> Option<PathBuf> {
    let title = Title { zh: "保存到", en: "Save to" };
    let dialog = ask(app, title).set_file_name(name).add_filter(kind, &[kind]);
    let mut path = dialog.blocking_save_file()?.into_path().ok()?;
    if path.extension().is_none() {
        path.set_extension(kind);
    }
    Some(path)
}

fn open_one(app: &AppHandle, kinds: &[&str]) -> Option<PathBuf> {
    let name = kinds.first().copied().unwrap_or_default();
    ask(app, Title { zh: "打开文件", en: "Open a file" }).add_filter(name, kinds).blocking_pick_file()?.into_path().ok()
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
