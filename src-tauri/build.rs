//! Tells Tauri's build step about this crate's commands, so that each needs a permission of its own.

/// Every command of the shell; `tidy` compares the list with the handler, the capability and the interface.
const COMMANDS: &[&str] = &[
    "start",
    "rows",
    "neighbour",
    "open_paper",
    "source_text",
    "set_name",
    "set_read",
    "settle",
    "set_place",
    "set_settings",
    "choose_folder",
    "choose_files",
    "remove_source",
    "refresh",
    "cancel_scan",
    "open_link",
    "copy_text",
    "search",
    "find_in_paper",
    "name_page",
    "painted",
    "paper_notes",
    "annotate",
    "edit_note",
    "set_paper_note",
    "delete_notes",
    "restore_notes",
    "note_versions",
    "retry_unsaved",
    "undo",
    "redo",
    "all_notes",
    "tags",
    "rename_tag",
    "set_starred",
    "preview_note",
    "open_note_link",
    "choose_notebook",
    "back_up",
    "preview_restore",
    "restore",
    "export_annotations",
    "import_annotations",
    "answer_close",
    "finish_reading",
    "keep_page",
    "export_choice",
    "set_export_ways",
    "choose_export_folder",
    "choose_export_template",
    "export_preview",
    "run_export",
    "cancel_export",
    "show_export_folder",
    "words_markdown",
    "words_link",
    "cancel_transfer",
    "print_view",
];

fn main() {
    let manifest = tauri_build::AppManifest::new().commands(COMMANDS);
    if let Err(error) = tauri_build::try_build(tauri_build::Attributes::new().app_manifest(manifest)) {
        // A build script has no other way to say it.
        println!("cargo::error={error:#}");
        std::process::exit(1);
    }
}
