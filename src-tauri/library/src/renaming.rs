//! A paper whose opening words were edited has another key: finding it again, so that name, marks and place go with it.

use std::collections::HashSet;
use std::sync::Arc;

use crate::contents::{Contents, PaperFacts};
use crate::state::State;

/// Where a file was edited, gives the papers that lost their key what belonged to the old one.
pub(crate) fn follow(state: &mut State, old: &Contents, new: &Contents) {
    for (old_key, new_key) in renamed(old, new) {
        let settings = Arc::make_mut(&mut state.settings);
        if let Some(name) = settings.names.remove(&old_key) {
            settings.names.entry(new_key.clone()).or_insert(name);
        }
        Arc::make_mut(&mut state.marks).rename(&old_key, &new_key);
        state.renamed = true;
    }
}

/// More papers than this do not lose their keys by a reader's edits: the file holds another digest now.
const MAX_EDITED: usize = 100;

/// Pairs of old and new key: papers of both versions that share arXiv id, title or name, or their place where the
/// digest has as many papers as before, of the same day, and most of them are untouched.
fn renamed(old: &Contents, new: &Contents) -> Vec<(String, String)> {
    let old_keys: HashSet<&str> = old.papers().map(|paper| paper.key).collect();
    let new_keys: HashSet<&str> = new.papers().map(|paper| paper.key).collect();
    let mut free: Vec<(usize, PaperFacts<'_>)> =
        new.papers().enumerate().filter(|(_, paper)| !old_keys.contains(paper.key)).collect();
    let lost: Vec<(usize, PaperFacts<'_>)> =
        old.papers().enumerate().filter(|(_, paper)| !new_keys.contains(paper.key)).collect();
    if lost.len() > MAX_EDITED || free.len() > MAX_EDITED {
        return Vec::new();
    }
    let is_same_issue =
        old.len() == new.len() && old.day == new.day && (lost.len() == 1 || 2 * lost.len() <= old.len());
    let mut pairs = Vec::new();
    for (at, lost) in lost {
        let same = |field: fn(&PaperFacts<'_>) -> String| {
            let wanted = field(&lost);
            (!wanted.is_empty()).then(|| free.iter().position(|(_, paper)| field(paper) == wanted)).flatten()
        };
        let by_place = || is_same_issue.then(|| free.iter().position(|&(place, _)| place == at)).flatten();
        let found = same(|paper| paper.arxiv_id.to_owned())
            .or_else(|| same(|paper| paper.title.to_owned()))
            .or_else(|| same(|paper| paper.name.to_owned()))
            .or_else(by_place);
        if let Some(found) = found {
            let (_, paper) = free.swap_remove(found);
            pairs.push((lost.key.to_owned(), paper.key.to_owned()));
        }
    }
    pairs
}
