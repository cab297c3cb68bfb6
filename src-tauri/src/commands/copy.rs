//! Words of a paper for the clipboard.

use library::{Error, PaperId};
use reading::export::{Language, Link, excerpt, link_to};
use tauri::State;

use super::Answer;
use crate::{error::CommandError, state::Shell, view::Passages, wire::Stretch};

/// Words as Markdown, with the way back to them.
#[tauri::command(async)]
pub(crate) fn words_markdown(
    shell: State<'_, Shell>,
    paper: String,
    stretches: Vec<Stretch>,
    chinese: bool,
) -> Answer<String> {
    let open = shell.session().paper(&PaperId(paper))?;
    let shown = open.paper().ok_or(Error::PaperGone)?;
    let language = if chinese { Language::Chinese } else { Language::English };
    let text = excerpt(shown, &open.name, &Passages::of(shown).found(&stretches), language);
    text.ok_or_else(|| CommandError::internal("cannot copy: the words are not in the paper any more"))
}

/// An address that leads to the words from outside: to the note that stands at them, else to what holds them.
#[tauri::command(async)]
pub(crate) fn words_link(
    shell: State<'_, Shell>,
    paper: String,
    stretches: Vec<Stretch>,
    note: Option<String>,
) -> Answer<String> {
    let open = shell.session().paper(&PaperId(paper))?;
    let shown = open.paper().ok_or(Error::PaperGone)?;
    let link = match note {
        Some(note) => Link::Note(shown.key.0.clone(), note),
        None => link_to(shown, &Passages::of(shown).found(&stretches)),
    };
    Ok(link.to_string())
}
