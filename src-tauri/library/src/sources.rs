//! Folders and files of the library: they come, go, and are remembered.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::answer::{Added, AddedSource, Event, PaperId, SourceId, Trouble};
use crate::catalogue::FileEntry;
use crate::check;
use crate::contents::Contents;
use crate::error::Error;
use crate::folders::{self, Candidate, Stamp};
use crate::scan::Task;
use crate::settings::SourceSetting;
use crate::state::{Shared, SourceState, State};

/// Adds folders and files. A file is read before the call returns, a folder in the background.
pub(crate) fn add(shared: &Shared, paths: &[PathBuf]) -> Vec<Added> {
    let (mut added, mut new_folders, mut changed) = (Vec::new(), Vec::new(), false);
    for path in paths {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let outcome = add_path(shared, path, &name, &mut new_folders, &mut changed);
        added.push(Added { name, outcome });
    }
    if changed {
        shared.publish();
        save(shared);
        tell(shared);
    }
    if !new_folders.is_empty() {
        shared.send(Task::Added(new_folders));
    } else if changed {
        check::save_cache(shared);
        shared.send(Task::Removed);
    }
    for added in &mut added {
        if let Ok(AddedSource { paper: Some(id), .. }) = &mut added.outcome {
            let state = shared.state();
            let snapshot = state.snapshot();
            if let Some(entry) = snapshot.find(id) {
                *id = snapshot.catalogue.id(entry);
            }
        }
    }
    added
}

/// Forgets a source and its rows.
///
/// # Errors
/// [`Error::NotSaved`].
pub(crate) fn remove(shared: &Shared, source: SourceId) -> Result<(), Error> {
    {
        let mut state = shared.state();
        state.sources.retain(|known| known.id != source);
        hand_over(&mut state, source);
        remember(&mut state);
    }
    shared.publish();
    let saved = shared.save_settings();
    check::save_cache(shared);
    shared.send(Task::Removed);
    tell(shared);
    saved
}

/// Adds one path. `new_folders` gets a new folder, `changed` tells that there are other sources or rows.
fn add_path(
    shared: &Shared,
    path: &Path,
    name: &str,
    new_folders: &mut Vec<SourceId>,
    changed: &mut bool,
) -> Result<AddedSource, Error> {
    let cannot = |cause: String| Error::CannotOpen { name: name.to_owned(), cause };
    let path = std::path::absolute(path).map_err(|error| cannot(error.to_string()))?;
    let canonical = fs::canonicalize(&path).map_err(|error| cannot(error.to_string()))?;
    // `absolute` keeps `..`, which would make neither a name nor a parent to watch.
    let has_parent_steps = path.components().any(|part| part == std::path::Component::ParentDir);
    let path = if has_parent_steps { canonical.clone() } else { path };
    if path.to_str().is_none() || canonical.to_str().is_none() {
        return Err(cannot("its path is not UTF-8; rename it".to_owned()));
    }
    if fs::metadata(&canonical).map_err(|error| cannot(error.to_string()))?.is_dir() {
        fs::read_dir(&canonical).map_err(|error| cannot(error.to_string()))?;
        let mut state = shared.state();
        if let Some(known) = state.sources.iter().find(|known| known.folder && known.holds(&canonical)) {
            return Ok(AddedSource {
                source: known.id,
                paper: state.catalogue.first_of(known.id).map(|at| state.catalogue.id(at)),
            });
        }
        let source = push(&mut state, path, Some(canonical), true);
        new_folders.push(source);
        *changed = true;
        return Ok(AddedSource { source, paper: None });
    }
    add_file(shared, path, canonical, changed)
}

fn add_file(shared: &Shared, path: PathBuf, canonical: PathBuf, changed: &mut bool) -> Result<AddedSource, Error> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let cannot = |cause: String| Error::CannotOpen { name: name.clone(), cause };
    let known = check::contents_by_hash(&shared.state());
    let examined = check::examine(&canonical, &known).map_err(|(_, cause)| cannot(cause))?;
    let contents: Arc<Contents> = Arc::clone(&examined.contents);
    let Some(first) = contents.paper(0) else {
        let cause = contents.trouble.as_deref().unwrap_or("no paper was found in it");
        return Err(Error::NotADigest { name, cause: cause.to_owned() });
    };
    let mut state = shared.state();
    let holder =
        state.sources.iter().find(|known| known.holds(&canonical) && (!known.folder || folders::may_be_digest(&name)));
    let (source, name) = match holder {
        Some(holder) => (holder.id, name_below(holder, &canonical)),
        None => {
            *changed = true;
            (push(&mut state, path, Some(canonical.clone()), false), name)
        }
    };
    let candidate = Candidate { path: canonical, name, stamp: Stamp { size: 0, modified_ns: 0 } };
    *changed |= check::apply(&mut state, source, &candidate, Ok(examined));
    let day = state.files.get(&candidate.path).and_then(|file| file.day());
    let day = day.map(|day| day.to_string()).unwrap_or_default();
    Ok(AddedSource { source, paper: Some(PaperId(format!("{day}/{}", first.key))) })
}

fn save(shared: &Shared) {
    remember(&mut shared.state());
    if let Err(error) = shared.save_settings() {
        shared.tell(Event::Trouble(Trouble::NotSaved(error.to_string())));
    }
}

fn tell(shared: &Shared) {
    let sources = shared.state().sources();
    shared.tell(Event::SourcesChanged { sources });
}

/// A source with a handle of its own.
pub(crate) fn push(state: &mut State, path: PathBuf, canonical: Option<PathBuf>, folder: bool) -> SourceId {
    let id = SourceId(state.next_source);
    state.next_source += 1;
    state.sources.push(SourceState { id, path, canonical, folder, missing: false, skipped: Arc::default() });
    id
}

/// Keeps what is known of sources that stay; keys of other releases survive.
fn remember(state: &mut State) {
    let known: HashMap<PathBuf, SourceSetting> =
        state.settings.sources.iter().map(|source| (source.path.clone(), source.clone())).collect();
    let remembered = state.sources.iter().map(|source| {
        let rest = known.get(&source.path).map(|known| known.rest.clone()).unwrap_or_default();
        SourceSetting { path: source.path.clone(), folder: source.folder, rest }
    });
    let remembered = remembered.collect();
    Arc::make_mut(&mut state.settings).sources = remembered;
}

/// Files of a removed source go to another source that holds them, or are forgotten.
fn hand_over(state: &mut State, removed: SourceId) {
    let mine: Vec<Arc<FileEntry>> =
        state.files.values().filter(|file| file.source == Some(removed)).map(Arc::clone).collect();
    for file in mine {
        match state.sources.iter().find(|source| source.holds(&file.path)) {
            Some(heir) => {
                let entry = FileEntry {
                    id: file.id,
                    source: Some(heir.id),
                    path: file.path.clone(),
                    name: name_below(heir, &file.path),
                    stamp: file.stamp,
                    missing: file.missing,
                    contents: Arc::clone(&file.contents),
                };
                state.files.insert(file.path.clone(), Arc::new(entry));
            }
            None => drop(state.files.remove(&file.path)),
        }
    }
}

fn name_below(source: &SourceState, path: &Path) -> String {
    let roots = [source.canonical.as_ref(), Some(&source.path)];
    let below = roots.into_iter().flatten().find_map(|root| path.strip_prefix(root).ok());
    let below = below.filter(|below| !below.as_os_str().is_empty());
    let below = below.or_else(|| path.file_name().map(Path::new)).unwrap_or(path).to_string_lossy();
    if cfg!(windows) { below.replace('\\', "/") } else { below.into_owned() }
}
