//! The system's dialogs for files. They are titled in the reader's language, which the system does not know.

use tauri::{AppHandle, Manager, Wry};
use tauri_plugin_dialog::{DialogExt as _, FileDialogBuilder};

use crate::{state, state::Shell};

/// What is asked for, in both languages of the interface.
#[derive(Clone, Copy)]
pub(super) struct Title {
    pub(super) zh: &'static str,
    pub(super) en: &'static str,
}

/// A dialog that asks for it.
pub(super) fn ask(app: &AppHandle, title: Title) -> FileDialogBuilder<Wry> {
    let chinese = state::is_chinese(&app.state::<Shell>().session());
    app.dialog().file().set_title(if chinese { title.zh } else { title.en })
}
