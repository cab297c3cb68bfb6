//! Which file belongs to which paper or day, and what it is to be called.

use reading::export::name;

use super::folder::Folder;
use super::ledger::Ledger;
use super::volume::Volume;

/// The file of one paper or day. Paths are below the folder, with `/`.
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

/// The id by which the file of a volume is found: its own, unless there is a file with another one.
pub(super) fn known_id(folder: &mut Folder, ledger: Option<&Ledger>, volume: &Volume) -> String {
    if volume.other_ids.is_empty() {
        return volume.id.clone();
    }
    let ids = || std::iter::once(&volume.id).chain(&volume.other_ids);
    let written = |id: &str| ledger.and_then(|ledger| ledger.get(id)).filter(|entry| entry.text.is_some());
    let recorded = ids().find(|id| written(id).is_some_and(|entry| folder.is_about(&entry.path, id))).cloned();
    recorded.or_else(|| ids().find(|id| !folder.about(id).is_empty()).cloned()).unwrap_or_else(|| volume.id.clone())
}

/// Finds the file of a volume: where it was written last, else wherever its id is. One that you moved or renamed stays where it
/// is; one that is where we put it follows a new pattern.
pub(super) fn place(folder: &mut Folder, ledger: Option<&Ledger>, volume: &Volume, pattern: &str) -> Place {
    let id = volume.id.as_str();
    let recorded = ledger.and_then(|ledger| ledger.get(id)).filter(|entry| entry.text.is_some());
    let wanted = volume.path(pattern);
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

/// The files in which the same notes went out under the other division: those are not touched.
pub(super) fn others(folder: &Folder, ledger: Option<&Ledger>, volume: &Volume) -> Vec<String> {
    let Some(ledger) = ledger else { return Vec::new() };
    let ids = volume.ids_elsewhere().into_iter();
    let written = ids.filter_map(|id| ledger.get(&id).filter(|entry| entry.text.is_some()));
    written.filter(|entry| folder.is_about(&entry.path, &entry.id)).map(|entry| entry.path.clone()).collect()
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
