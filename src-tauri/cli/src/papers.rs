//! The papers of a corpus, and those that a reader names.

use std::collections::HashSet;
use std::path::Path;

use reading::corpus::Paper;

use crate::files::{self, Trouble};

/// Calls `see` with each paper under `path`, in reading order, and with its number: from 1, not counting papers that stood
/// in a former file already. Gives back what could not be read.
pub(crate) fn each(path: &Path, mut see: impl FnMut(usize, Paper)) -> Vec<Trouble> {
    each_dated(path, |number, _, paper| see(number, paper))
}

/// Like [`each`], also with the date of the paper's digest.
pub(crate) fn each_dated(path: &Path, mut see: impl FnMut(usize, Option<&str>, Paper)) -> Vec<Trouble> {
    let mut troubles = Vec::new();
    let mut numbers: HashSet<String> = HashSet::new();
    let done = files::each(&[path.to_owned()], |found| {
        let read =
            found.and_then(|path| files::digest(path).map_err(|reason| Trouble { path: path.to_owned(), reason }));
        match read {
            Ok(file) => {
                for paper in file.digest.papers {
                    numbers.insert(paper.key.0.clone());
                    see(numbers.len(), file.digest.date.as_deref(), paper);
                }
            }
            Err(trouble) => troubles.push(trouble),
        }
        Ok::<(), std::convert::Infallible>(())
    });
    match done {
        Ok(()) => troubles,
        Err(never) => match never {},
    }
}

/// The papers that `named` names, each in every form that the corpus holds, and what could not be read. An id, a name or a
/// title is taken before a number, and as it is written before other case and white space.
pub(crate) fn named(path: &Path, named: &str) -> (Vec<Paper>, Vec<Trouble>) {
    let wanted = named.trim();
    let folded = fold(wanted);
    let number: Option<usize> = wanted.parse().ok();
    let mut by_rank: [Vec<Paper>; 3] = Default::default();
    let mut seen = HashSet::new();
    let troubles = each(path, |nth, paper| {
        let title = paper.title.as_ref().map(|title| title.text.as_str());
        let is_new = seen.insert(paper.key.0.clone());
        let exact = paper.key.0 == wanted
            || paper.arxiv_id.as_deref() == Some(wanted)
            || paper.name == wanted
            || title == Some(wanted);
        let alike = || fold(&paper.name) == folded || title.is_some_and(|title| fold(title) == folded);
        let rank = if exact {
            0
        } else if !folded.is_empty() && alike() {
            1
        } else if is_new && number == Some(nth) {
            2
        } else {
            return;
        };
        if let Some(papers) = by_rank.get_mut(rank) {
            papers.push(paper);
        }
    });
    (by_rank.into_iter().find(|papers| !papers.is_empty()).unwrap_or_default(), troubles)
}

fn fold(text: &str) -> String {
    text.chars().filter(|ch| !ch.is_whitespace()).flat_map(char::to_lowercase).collect()
}
