//! Which file belongs to which paper, and what it is to be called.

use reading::export::name::{self, Fields};

use super::folder::Folder;
use super::gather::Subject;
use super::ledger::Ledger;

/// The file of one paper. Paths are below the folder, with `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Where it is; `None`: there is none yet.
    pub(super) current: Option<String>,
    /// Where it is to be.
    pub(super) target: String,
    /// The pattern that gave the name; `None`: you put it there.
    pub(super) pattern: Option<String>,
    /// Other files with its id.
    pub(super) twins: Vec<String>,
}

/// Finds the file of a paper: where it was written last, else wherever its id is. One that you moved or renamed stays where it
/// is; one that is where we put it follows a new pattern.
pub(super) fn place(folder: &mut Folder, ledger: Option<&Ledger>, subject: &Subject, pattern: &str) -> Place {
    let head = &subject.head;
    let id = head.key.0.as_str();
    let recorded = ledger.and_then(|ledger| ledger.get(id)).filter(|entry| entry.text.is_some());
    let wanted = name::path(
        pattern,
        &Fields {
            name: &head.name,
            title: head.title.as_deref().unwrap_or_default(),
            date: head.date.as_deref().unwrap_or_default(),
            arxiv_id: head.arxiv_id.as_deref().unwrap_or_default(),
            id,
        },
    );
    let (current, twins) = match recorded.filter(|entry| folder.is_about(&entry.path, id)) {
        Some(entry) => (Some(entry.path.clone()), Vec::new()),
        None => {
            let mut found = folder.about(id).to_vec();
            let own = found.iter().position(|path| *path == wanted).unwrap_or(0);
            let current = if found.is_empty() { None } else { Some(found.remove(own)) };
            (current, found)
        }
    };
    let ours = Some(pattern.to_owned());
    let (target, pattern) = match &current {
        None => (free(folder, &wanted, id), ours),
        Some(current) if *current == wanted || *current == name::path_beside(&wanted, id) => (current.clone(), ours),
        Some(current) => {
            let recorded = recorded.filter(|entry| entry.path == *current).and_then(|entry| entry.pattern.clone());
            if recorded.as_deref().is_some_and(|recorded| recorded != pattern) {
                folder.release(current);
                (free(folder, &wanted, id), ours)
            } else {
                (current.clone(), recorded)
            }
        }
    };
    folder.take(&target);
    Place { current, target, pattern, twins }
}

fn free(folder: &Folder, wanted: &str, id: &str) -> String {
    if !folder.is_taken(wanted) {
        return wanted.to_owned();
    }
    let beside = name::path_beside(wanted, id);
    if !folder.is_taken(&beside) {
        return beside;
    }
    (2..)
        .map(|nth| name::path_beside(wanted, &format!("{nth} {id}")))
        .find(|path| !folder.is_taken(path))
        .unwrap_or(beside)
}
