//! The window's surroundings: settings, clipboard, the first paint.

use tauri::{AppHandle, Manager, State};
use tauri_plugin_clipboard_manager::ClipboardExt;

use super::Answer;
use crate::{address::Outside, closing, drawn, error::CommandError, fonts, state, state::Shell, view, watchdog, wire};

/// Stores what the reader chose about the look.
#[tauri::command(async)]
pub(crate) fn set_settings(shell: State<'_, Shell>, settings: wire::Settings) -> Answer<()> {
    Ok(shell.session().set_look(view::settings_to(&settings))?)
}

/// Puts text on the clipboard. Answers only when it is there: some webviews say so and do not.
#[tauri::command(async)]
pub(crate) fn copy_text(app: AppHandle, text: String) -> Answer<()> {
    app.clipboard()
        .write_text(text)
        .map_err(|error| CommandError::internal(format!("cannot copy to the clipboard: {error}")))
}

/// A reading view is on screen. With `drawn` it is only what was drawn last; without, what could wait begins now.
#[tauri::command(async)]
pub(crate) fn painted(app: AppHandle, shell: State<'_, Shell>, drawn: bool) {
    watchdog::painted();
    if drawn {
        return;
    }
    shell.session().begin();
    app.state::<Outside>().is_shown(&app);
    if let Some(notice) = fonts::notice() {
        state::emit(&app, &wire::Event::Noticed { notice });
    }
}

/// Everything that was typed is kept and the window may close, or it must not yet.
#[tauri::command(async)]
pub(crate) fn answer_close(app: AppHandle, ready: bool) {
    closing::answer(&app, ready);
}

/// Keeps what is on screen for the first frame of the next start.
#[tauri::command(async)]
pub(crate) fn keep_page(shell: State<'_, Shell>, page: wire::DrawnPage) -> Answer<()> {
    let session = shell.session();
    let open = session.paper(&library::PaperId(page.paper.clone()))?;
    if let Some(paper) = view::paper(&open) {
        session.keep_drawn_page(&drawn::kept(page, &paper));
    }
    Ok(())
}
