//! Search: over all papers, in the open one, for a name.

use std::time::Instant;

use tauri::State;

use super::Answer;
use crate::{
    state::Shell,
    view,
    wire::{FoundSpan, NameCount, NamePage, SearchView},
};

/// Passages of each paper, and notes, that one answer shows.
const SHOWN: (usize, usize) = (3, 12);
/// Papers that one answer shows at most.
const MOST_PAPERS: usize = 1_000;

/// Passages, of the best papers, and notes that answer a query; nothing where another was asked meanwhile.
#[tauri::command(async)]
pub(crate) fn search(shell: State<'_, Shell>, text: String, papers: usize) -> Option<SearchView> {
    let start = Instant::now();
    let (passages, notes) = SHOWN;
    let papers = papers.clamp(1, MOST_PAPERS);
    let request = library::SearchRequest { text, papers, passages, notes };
    let answer = shell.session().search(&request)?;
    Some(view::search(answer, start.elapsed().as_secs_f64() * 1e3))
}

/// The places of a query in a paper.
#[tauri::command(async)]
pub(crate) fn find_in_paper(shell: State<'_, Shell>, id: String, text: String) -> Answer<Vec<FoundSpan>> {
    let (session, id) = (shell.session(), library::PaperId(id));
    let open = session.paper(&id)?;
    let passages = open.paper().map(reading::anchor::passages).unwrap_or_default();
    let texts: Vec<&str> = passages.iter().map(|passage| passage.text).collect();
    Ok(view::found(&session.find(&id, &text)?, &texts))
}

/// The names in a paper's text, in reading order.
#[tauri::command(async)]
pub(crate) fn paper_names(shell: State<'_, Shell>, id: String) -> Answer<Vec<FoundSpan>> {
    let open = shell.session().paper(&library::PaperId(id))?;
    let passages = open.paper().map(reading::anchor::passages).unwrap_or_default();
    Ok(view::names(&passages.iter().map(|passage| passage.text).collect::<Vec<_>>()))
}

/// In how many papers a name stands; nothing where no index tells it.
#[tauri::command(async)]
pub(crate) fn name_count(shell: State<'_, Shell>, name: String) -> Option<NameCount> {
    let count = shell.session().name_count(&name)?;
    Some(NameCount { papers: count.papers, complete: count.complete })
}

/// Stops indexing.
#[tauri::command(async)]
pub(crate) fn pause_indexing(shell: State<'_, Shell>) {
    shell.session().pause_indexing();
}

/// Goes on indexing.
#[tauri::command(async)]
pub(crate) fn resume_indexing(shell: State<'_, Shell>) {
    shell.session().resume_indexing();
}

/// Where a name appears, and the numbers that are given for it.
#[tauri::command(async)]
pub(crate) fn name_page(shell: State<'_, Shell>, name: String) -> NamePage {
    view::name_page(shell.session().name_page(&name))
}
