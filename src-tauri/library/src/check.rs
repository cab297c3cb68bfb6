//! One check of some sources: walk, read what is new or changed, mark what is gone, publish.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reading::corpus;

use crate::answer::{Event, SkipReason, Skipped, SourceId, Trouble};
use crate::cache::{self, CachedFile};
use crate::catalogue::FileEntry;
use crate::contents::{self, Contents, Hash};
use crate::day::Day;
use crate::folders::{self, Candidate, Stamp, Walk};
use crate::jobs::{self, Cancel};
use crate::progress::Progress;
use crate::renaming;
use crate::state::{Shared, State};

/// Whether the sources of a check were just added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Newness {
    New,
    Known,
}

/// What was read of one file.
#[derive(Debug)]
pub(crate) struct Examined {
    pub(crate) stamp: Stamp,
    pub(crate) contents: Arc<Contents>,
}

/// Why a file could not be read.
pub(crate) type Refusal = (SkipReason, String);

/// A file to be read.
struct Work {
    source: SourceId,
    file: Candidate,
}

/// Checks `sources`; files in `forced` are compared by content even where size and time are the same. Their newest
/// paper is announced if `newness` says so, as soon as the list has one: later the reader may have turned to another.
/// Answers the folders of each source, to be watched.
pub(crate) fn check(
    shared: &Shared,
    sources: &[SourceId],
    forced: &HashSet<PathBuf>,
    newness: Newness,
) -> HashMap<SourceId, Vec<PathBuf>> {
    let cancel = Cancel::default();
    let roots: Vec<(SourceId, PathBuf)> = {
        let mut state = shared.state();
        state.cancel = cancel.clone();
        sources.iter().filter_map(|&id| state.source(id).map(|source| (id, source.path.clone()))).collect()
    };
    let before = shared.state().sources();
    let mut walks: Vec<(SourceId, Option<Walk>)> = Vec::new();
    for (id, root) in roots {
        let mut walk = folders::walk(&root, &cancel).ok();
        if let Some(walk) = &mut walk {
            leave_out_own_files(shared, walk);
        }
        walks.push((id, walk));
    }
    let (mut work, revived) = plan(&shared.state(), &mut walks, forced);
    // The newest first: they are at the top of the list.
    work.sort_by_cached_key(|work| std::cmp::Reverse(Day::in_path(&work.file.name)));
    let to_announce = if newness == Newness::New { sources.to_vec() } else { Vec::new() };
    let mut progress = Progress::new(shared, work.len(), to_announce);
    let mut refusals: HashMap<SourceId, Vec<Skipped>> = HashMap::new();
    let known = contents_by_hash(&shared.state());
    let mut changed = revive(&mut shared.state(), &revived);
    jobs::on_all_processors(
        &work,
        &cancel,
        |work| examine(&work.file.path, &known),
        |work, result| {
            let result = result.unwrap_or_else(|panic| Err((SkipReason::Unreadable, panic.to_string())));
            if let Err((reason, message)) = &result {
                let skipped = Skipped { name: work.file.name.clone(), reason: *reason, message: message.clone() };
                refusals.entry(work.source).or_default().push(skipped);
            }
            changed |= apply(&mut shared.state(), work.source, &work.file, result);
            progress.step(shared);
        },
    );
    let cancelled = cancel.is_set();
    changed |= settle(&mut shared.state(), &mut walks, &refusals, cancelled);
    progress.finish(shared, cancelled);
    if changed {
        shared.publish();
        progress.announce(shared);
        save_cache(shared);
        shared.save_renamings();
    } else if progress.was_told() {
        let event = shared.state().library_changed();
        shared.tell(event);
    }
    let after = shared.state().sources();
    if before != after {
        shared.tell(Event::SourcesChanged { sources: after });
    }
    walks.into_iter().map(|(id, walk)| (id, walk.map(|walk| walk.folders).unwrap_or_default())).collect()
}

/// Reads and parses a file, or takes the rows of a file with the same bytes.
pub(crate) fn examine(path: &Path, known: &HashMap<Hash, Arc<Contents>>) -> Result<Examined, Refusal> {
    let (bytes, stamp) = folders::read(path)?;
    let hash: Hash = *blake3::hash(&bytes).as_bytes();
    let contents = match known.get(&hash) {
        Some(contents) => Arc::clone(contents),
        None => Arc::new(Contents::of(hash, &corpus::read(&bytes))),
    };
    Ok(Examined { stamp, contents })
}

/// Takes over what was read of a file. Answers whether the list changes.
pub(crate) fn apply(state: &mut State, source: SourceId, file: &Candidate, result: Result<Examined, Refusal>) -> bool {
    if state.source(source).is_none() {
        return false;
    }
    let known = state.files.get(&file.path).map(Arc::clone);
    let id = known.as_ref().map_or_else(|| state.new_file_id(), |known| known.id);
    match (result, known) {
        (Ok(examined), known) => {
            let same = known.as_ref().is_some_and(|known| {
                !known.missing
                    && known.contents.hash == examined.contents.hash
                    && known.contents.made_by == examined.contents.made_by
            });
            if let Some(known) = known.filter(|_| !same) {
                renaming::follow(state, &known.contents, &examined.contents);
            }
            let entry = FileEntry {
                id,
                source: Some(source),
                path: file.path.clone(),
                name: file.name.clone(),
                stamp: examined.stamp,
                missing: false,
                contents: examined.contents,
            };
            state.files.insert(file.path.clone(), Arc::new(entry));
            !same
        }
        (Err(_), Some(known)) if !known.missing => {
            state.files.insert(file.path.clone(), Arc::new(with_missing(&known, true)));
            true
        }
        (Err(_), _) => false,
    }
}

/// The rows that are good for any file with the same bytes.
pub(crate) fn contents_by_hash(state: &State) -> HashMap<Hash, Arc<Contents>> {
    let current = state.files.values().filter(|file| file.contents.made_by == contents::made_by());
    current.map(|file| (file.contents.hash, Arc::clone(&file.contents))).collect()
}

fn leave_out_own_files(shared: &Shared, walk: &mut Walk) {
    let own: Vec<PathBuf> = shared.own_folders.iter().filter_map(|folder| std::fs::canonicalize(folder).ok()).collect();
    let is_own = |path: &Path| own.iter().any(|folder| path.starts_with(folder));
    walk.files.retain(|file| !is_own(&file.path));
    walk.folders.retain(|folder| !is_own(folder));
}

/// Which files are to be read, and which are back as they were.
fn plan(state: &State, walks: &mut [(SourceId, Option<Walk>)], forced: &HashSet<PathBuf>) -> (Vec<Work>, Vec<PathBuf>) {
    let (mut work, mut revived, mut taken) = (Vec::new(), Vec::new(), HashSet::new());
    for (source, walk) in walks {
        let Some(walk) = walk else { continue };
        for file in &walk.files {
            let known = state.files.get(&file.path);
            let foreign = known.and_then(|known| known.source).is_some_and(|owner| owner != *source);
            if foreign || !taken.insert(file.path.as_path()) {
                continue;
            }
            match known {
                Some(known)
                    if known.stamp == file.stamp
                        && known.contents.made_by == contents::made_by()
                        && !forced.contains(&file.path) =>
                {
                    if known.missing {
                        revived.push(file.path.clone());
                    }
                }
                _ => work.push(Work { source: *source, file: file.clone() }),
            }
        }
    }
    (work, revived)
}

fn revive(state: &mut State, paths: &[PathBuf]) -> bool {
    for path in paths {
        if let Some(file) = state.files.get(path).map(Arc::clone) {
            state.files.insert(path.clone(), Arc::new(with_missing(&file, false)));
        }
    }
    !paths.is_empty()
}

fn with_missing(file: &FileEntry, missing: bool) -> FileEntry {
    FileEntry {
        id: file.id,
        source: file.source,
        path: file.path.clone(),
        name: file.name.clone(),
        stamp: file.stamp,
        missing,
        contents: Arc::clone(&file.contents),
    }
}

/// Marks what a whole walk did not find as missing, and brings the sources up to date. A file that only moved is
/// forgotten under its old path; so is one that was no digest.
fn settle(
    state: &mut State,
    walks: &mut [(SourceId, Option<Walk>)],
    refusals: &HashMap<SourceId, Vec<Skipped>>,
    cancelled: bool,
) -> bool {
    let mut changed = false;
    for (id, walk) in walks {
        let partial = cancelled || walk.as_ref().is_some_and(|walk| walk.partial);
        let found: HashSet<&Path> =
            walk.iter().flat_map(|walk| walk.files.iter().map(|file| file.path.as_path())).collect();
        if !partial {
            let mine = state.files.values().filter(|file| file.source == Some(*id));
            let gone: Vec<Arc<FileEntry>> =
                mine.filter(|file| !found.contains(file.path.as_path())).map(Arc::clone).collect();
            let present: HashSet<Hash> = if gone.is_empty() {
                HashSet::new()
            } else {
                let there = state.files.values().filter(|file| !file.missing);
                let there = there.filter(|file| file.source != Some(*id) || found.contains(file.path.as_path()));
                there.map(|file| file.contents.hash).collect()
            };
            for file in gone {
                if file.contents.len() == 0 || present.contains(&file.contents.hash) {
                    state.files.remove(&file.path);
                    changed = true;
                } else if !file.missing {
                    state.files.insert(file.path.clone(), Arc::new(with_missing(&file, true)));
                    changed = true;
                }
            }
        }
        let missing = walk.is_none();
        let mut skipped = walk.as_mut().map(|walk| std::mem::take(&mut walk.skipped)).unwrap_or_default();
        skipped.extend(refusals.get(id).into_iter().flatten().cloned());
        let no_digest = state.files.values().filter(|file| file.source == Some(*id) && file.contents.len() == 0);
        skipped.extend(no_digest.map(|file| Skipped {
            name: file.name.clone(),
            reason: SkipReason::NotADigest,
            message: file.contents.trouble.as_deref().unwrap_or("no paper was found in it").to_owned(),
        }));
        skipped.sort_by(|a, b| a.name.cmp(&b.name));
        let canonical = walk.as_ref().and_then(|walk| walk.folders.first().cloned());
        if let Some(source) = state.sources.iter_mut().find(|source| source.id == *id) {
            source.missing = missing;
            source.canonical = canonical.or(source.canonical.take());
            if !partial && *source.skipped != skipped {
                source.skipped = Arc::new(skipped);
            }
        }
    }
    changed
}

/// Keeps the rows for the next start.
pub(crate) fn save_cache(shared: &Shared) {
    let files: Vec<CachedFile> = {
        let state = shared.state();
        let root = |file: &FileEntry| file.source.and_then(|id| state.source(id)).map(|source| source.path.clone());
        let cached = |file: &Arc<FileEntry>| {
            Some(CachedFile {
                source: root(file)?,
                path: file.path.clone(),
                name: file.name.clone(),
                stamp: file.stamp,
                missing: file.missing,
                contents: Arc::clone(&file.contents),
            })
        };
        state.files.values().filter_map(cached).collect()
    };
    if let Err(error) = cache::save(&shared.cache_path, &files) {
        let words = format!("cannot keep the list for the next start: {error}; the next start reads all digests again");
        tracing::warn!(%error, "the cache cannot be written");
        shared.tell(Event::Trouble(Trouble::NotSaved(words)));
    }
}
