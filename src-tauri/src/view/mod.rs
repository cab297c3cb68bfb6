//! From the values of `reading` and `library` to what the interface shows. Pure: no state, no disk.

mod audit;
mod cause;
mod export;
mod library;
mod notes;
mod paper;
mod passage;
#[cfg(test)]
mod sample;
mod search;
mod source;

pub(crate) use audit::settlement_of;
pub(crate) use cause::cause;
pub(crate) use export::{
    export_choice, export_choice_to, export_filter, export_preview, export_report, export_scope, export_single, markup,
};
pub(crate) use library::{direction, event, filter, notice, rows, settings_of, settings_to, sources};
pub(crate) use notes::{
    Passages, change, edit_of, listed, new_note, notes_filter, paper_notes, undone, unplaced, versions,
};
pub(crate) use paper::paper;
pub(crate) use search::{found, indexing, name_page, names, search};
pub(crate) use source::source;
