//! Exports: chosen, seen beforehand, written. Paths stay on this side.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use library::PaperId;
use library::export::{Mode, NotExported, OWN, Request};
use reading::export::Language;
use tauri::{AppHandle, State};
use tauri_plugin_opener::OpenerExt;

use super::Answer;
use super::dialog::{Title, ask};
use crate::{
    error::{Code, CommandError},
    state::{Shell, emit},
    view, wire,
};

/// Progress is told so often.
const EVERY: Duration = Duration::from_millis(100);

/// The running export is to stop. Managed by Tauri.
#[derive(Default)]
pub(crate) struct StopExport(AtomicBool);

/// What was chosen last.
#[tauri::command(async)]
pub(crate) fn export_choice(shell: State<'_, Shell>) -> wire::ExportChoice {
    view::export_choice(&shell.session().export_choice())
}

/// Remembers what is chosen.
#[tauri::command(async)]
pub(crate) fn set_export_ways(shell: State<'_, Shell>, ways: wire::ExportWays) -> Answer<()> {
    let session = shell.session();
    Ok(session.set_export_choice(view::export_choice_to(session.export_choice(), ways))?)
}

/// Asks with the system's dialog where the files go. Answers what is chosen then, changed or not.
#[tauri::command(async)]
pub(crate) fn choose_export_folder(app: AppHandle, shell: State<'_, Shell>) -> Answer<wire::ExportChoice> {
    let session = shell.session();
    let chosen = ask(&app, Title { zh: "导出到文件夹", en: "Export to a folder" }).blocking_pick_folder();
    if let Some(folder) = chosen.and_then(|folder| folder.into_path().ok()) {
        session.set_export_folder(&folder)?;
    }
    Ok(view::export_choice(&session.export_choice()))
}

/// Asks with the system's dialog for a template of one's own. A faulty one is not taken.
#[tauri::command(async)]
pub(crate) fn choose_export_template(app: AppHandle, shell: State<'_, Shell>) -> Answer<wire::ExportChoice> {
    let session = shell.session();
    let title = Title { zh: "选择模板", en: "Choose a template" };
    if let Some(path) = ask(&app, title).blocking_pick_file().and_then(|file| file.into_path().ok()) {
        let mut choice = session.export_choice();
        (choice.own, choice.template) = (Some(path), OWN.to_owned());
        choice.template().map_err(|error| faulty(&error))?;
        session.set_export_choice(choice)?;
    }
    Ok(view::export_choice(&session.export_choice()))
}

/// The file that a paper would become; `None` where none of its notes fits.
#[tauri::command(async)]
pub(crate) fn export_preview(
    shell: State<'_, Shell>,
    ask: wire::ExportAsk,
    paper: String,
) -> Answer<Option<wire::ExportPreview>> {
    let session = shell.session();
    let choice = view::export_choice_to(session.export_choice(), ask.ways);
    let (scope, filter) = (view::export_scope(ask.scope), view::export_filter(ask.filter));
    let request = Request { scope: &scope, filter: &filter, choice: &choice, single: None, mode: Mode::DryRun };
    let preview = session.export_preview(&request, &PaperId(paper)).map_err(|error| faulty(&error))?;
    Ok(preview.map(view::export_preview))
}

/// Exports, or says what an export would do.
#[tauri::command(async)]
pub(crate) fn run_export(
    app: AppHandle,
    shell: State<'_, Shell>,
    stop: State<'_, StopExport>,
    ask: wire::ExportAsk,
    dry: bool,
) -> Answer<wire::ExportReport> {
    let session = shell.session();
    let choice = view::export_choice_to(session.export_choice(), ask.ways);
    let (scope, filter) = (view::export_scope(ask.scope), view::export_filter(ask.filter));
    let mode = if dry { Mode::DryRun } else { Mode::Write };
    let request =
        Request { scope: &scope, filter: &filter, choice: &choice, single: view::export_single(ask.format), mode };
    stop.0.store(false, Ordering::Release);
    let mut told = Instant::now();
    let report = session.export(&request, |done, total| {
        if told.elapsed() > EVERY {
            told = Instant::now();
            let (done, total) = (u32::try_from(done).unwrap_or(u32::MAX), u32::try_from(total).unwrap_or(u32::MAX));
            emit(&app, &wire::Event::ExportProgress { done, total });
        }
        if stop.0.load(Ordering::Acquire) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match report {
        Ok(report) => Ok(view::export_report(report, dry)),
        Err(NotExported::Template(error)) => Err(faulty(&error)),
        Err(error @ NotExported::NoFolder) => Err(CommandError::new(Code::NoExportFolder, error.to_string())),
        Err(error) => Err(CommandError::new(Code::NotExported, error.to_string())),
    }
}

/// Stops the running export between two files.
#[tauri::command(async)]
pub(crate) fn cancel_export(stop: State<'_, StopExport>) {
    stop.0.store(true, Ordering::Release);
}

/// Shows the folder of the exports in the system's file manager.
#[tauri::command(async)]
pub(crate) fn show_export_folder(app: AppHandle, shell: State<'_, Shell>) -> Answer<()> {
    let Some(folder) = shell.session().export_choice().folder else { return Ok(()) };
    app.opener()
        .open_path(folder.to_string_lossy(), None::<&str>)
        .map_err(|error| CommandError::internal(format!("cannot show the folder: {error}")))
}

/// All of the paper with its notes, as markup to be printed.
#[tauri::command(async)]
pub(crate) fn print_view(shell: State<'_, Shell>, paper: String, chinese: bool) -> Answer<String> {
    let language = if chinese { Language::Chinese } else { Language::English };
    Ok(view::markup(&shell.session().whole_text(&PaperId(paper), language)?))
}

fn faulty(error: &library::export::TemplateTrouble) -> CommandError {
    CommandError::new(Code::TemplateFaulty, error.to_string())
}
