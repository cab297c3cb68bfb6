//! The shell: a window, its commands, and nothing that could live without one.

mod address;
mod closing;
mod commands;
mod drawn;
pub mod error;
mod fonts;
mod links;
mod renderer;
mod state;
mod utf16;
mod view;
mod watchdog;
mod window;
pub mod wire;

use std::path::{Path, PathBuf};

use library::Dirs;
use tauri::{App, Manager};

/// Runs the program until its window is closed. `arguments` are the paths to open, without the program's own name.
///
/// # Errors
/// What Tauri says when the window's system cannot be reached.
pub fn run(arguments: Vec<PathBuf>) -> tauri::Result<()> {
    renderer::fit();
    if !renderer::has_display() {
        return Err(std::io::Error::other("no display can be reached").into());
    }
    tauri::Builder::default()
        .plugin(tauri_plugin_single_instance::init(|app, arguments, folder| {
            window::to_front(app);
            let (paths, link) = address::parted(arguments.into_iter().skip(1).map(PathBuf::from));
            state::add_in_background(app, absolute(paths, Path::new(&folder)));
            if let Some(link) = link {
                address::follow(app, link);
            }
        }))
        .plugin(tauri_plugin_window_state::Builder::default().build())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_opener::init())
        .plugin(tauri_plugin_clipboard_manager::init())
        .manage(state::Shell::default())
        .manage(closing::Closing::default())
        .manage(address::Outside::default())
        .manage(commands::StopExport::default())
        .manage(commands::Looked::default())
        .manage(commands::StopTransfer::default())
        .invoke_handler(tauri::generate_handler![
            commands::start,
            commands::rows,
            commands::neighbour,
            commands::open_paper,
            commands::source_text,
            commands::set_name,
            commands::set_read,
            commands::settle,
            commands::set_place,
            commands::set_settings,
            commands::choose_folder,
            commands::choose_files,
            commands::remove_source,
            commands::refresh,
            commands::cancel_scan,
            commands::open_link,
            commands::copy_text,
            commands::search,
            commands::find_in_paper,
            commands::name_page,
            commands::paper_names,
            commands::name_count,
            commands::pause_indexing,
            commands::resume_indexing,
            commands::match_notes,
            commands::painted,
            commands::paper_notes,
            commands::annotate,
            commands::edit_note,
            commands::set_paper_note,
            commands::delete_notes,
            commands::restore_notes,
            commands::note_versions,
            commands::retry_unsaved,
            commands::undo,
            commands::redo,
            commands::all_notes,
            commands::tags,
            commands::rename_tag,
            commands::set_starred,
            commands::preview_note,
            commands::open_note_link,
            commands::choose_notebook,
            commands::back_up,
            commands::preview_restore,
            commands::restore,
            commands::export_annotations,
            commands::import_annotations,
            commands::answer_close,
            commands::finish_reading,
            commands::keep_page,
            commands::export_choice,
            commands::set_export_ways,
            commands::choose_export_folder,
            commands::choose_export_template,
            commands::export_preview,
            commands::run_export,
            commands::cancel_export,
            commands::show_export_folder,
            commands::words_markdown,
            commands::words_link,
            commands::cancel_transfer,
            commands::print_view,
        ])
        .setup(move |app| set_up(app, arguments).map_err(Into::into))
        .build(tauri::generate_context!())?
        .run(|app, event| followed(app, &event));
    Ok(())
}

/// macOS hands addresses over as events, other systems as arguments.
#[cfg_attr(
    not(target_os = "macos"),
    expect(unused_variables, reason = "other systems hand addresses over as arguments")
)]
fn followed(app: &tauri::AppHandle, event: &tauri::RunEvent) {
    #[cfg(target_os = "macos")]
    if let tauri::RunEvent::Opened { urls } = event {
        let (_, link) = address::parted(urls.iter().map(|url| PathBuf::from(url.as_str())));
        if let Some(link) = link {
            app.state::<address::Outside>().follow_when_shown(app, link);
        }
    }
}

fn set_up(app: &App, arguments: Vec<PathBuf>) -> tauri::Result<()> {
    let paths = app.path();
    let dirs = Dirs { config: paths.app_config_dir()?, cache: paths.app_cache_dir()?, data: paths.app_data_dir()? };
    let here = std::env::current_dir().unwrap_or_default();
    let (paths, link) = address::parted(arguments);
    if let Some(link) = link {
        app.state::<address::Outside>().follow_when_shown(app.handle(), link);
    }
    state::open(app.handle().clone(), dirs, absolute(paths, &here));
    window::open(app.handle())?;
    watchdog::watch(app.handle().clone());
    Ok(())
}

/// The paths, relative ones counted from `folder`.
fn absolute(paths: impl IntoIterator<Item = PathBuf>, folder: &Path) -> Vec<PathBuf> {
    paths.into_iter().map(|path| folder.join(path)).collect()
}
