//! Watching folders for changes.
//!
//! Folders are watched one by one, never files: an editor's atomic save replaces the file, and a watch on it would die
//! with the old one. Hidden folders and those outside the chosen ones are therefore not watched either. The parent of
//! each source is watched too, so that a source that is renamed, deleted or mounted is noticed.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

/// After a change it is waited until there was none for this long, …
pub(crate) const QUIET: Duration = Duration::from_millis(120);
/// … but no longer than this.
pub(crate) const PATIENCE: Duration = Duration::from_millis(600);

/// The folders that are watched now.
pub(crate) struct Watch {
    watcher: Option<RecommendedWatcher>,
    watched: HashSet<PathBuf>,
}

impl Watch {
    /// A watch on nothing yet. `changed` is called from another thread with what changed, repeatedly for one change.
    /// Where the system gives no watch, none is had, with the system's words.
    pub(crate) fn new(changed: impl Fn(Vec<PathBuf>) + Send + 'static) -> (Self, Option<String>) {
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| match event {
            Ok(event) if is_change(event.kind) => changed(event.paths),
            Ok(_) => {}
            // Events were lost: a change of no path in particular.
            Err(_) => changed(Vec::new()),
        });
        match watcher {
            Ok(watcher) => (Self { watcher: Some(watcher), watched: HashSet::new() }, None),
            Err(error) => (Self { watcher: None, watched: HashSet::new() }, Some(error.to_string())),
        }
    }

    /// Watches exactly `folders`. Answers how many watches are new, and each folder that cannot be watched though it is
    /// there, with the system's words.
    pub(crate) fn set(&mut self, folders: &HashSet<PathBuf>) -> (usize, Vec<(PathBuf, String)>) {
        let Some(watcher) = &mut self.watcher else { return (0, Vec::new()) };
        let (mut new, mut failed) = (0, Vec::new());
        // All at once: some systems start their watch again after each change of it.
        let mut paths = watcher.paths_mut();
        for gone in self.watched.difference(folders) {
            // Fails where the folder itself is gone, and its watch with it.
            let _ = paths.remove(gone);
        }
        self.watched.retain(|folder| folders.contains(folder));
        for folder in folders {
            if self.watched.contains(folder) {
                continue;
            }
            match paths.add(folder, RecursiveMode::NonRecursive) {
                Ok(()) => {
                    self.watched.insert(folder.clone());
                    new += 1;
                }
                Err(_) if !folder.exists() => {}
                Err(error) => failed.push((folder.clone(), error.to_string())),
            }
        }
        if let Err(error) = paths.commit() {
            failed.extend(folders.iter().next().map(|folder| (folder.clone(), error.to_string())));
        }
        (new, failed)
    }

    /// A folder that changed its name or was deleted is watched no longer by the system, though another one of its
    /// name may come: the next [`Watch::set`] watches anew what is at or below `path`.
    pub(crate) fn distrust(&mut self, path: &Path) {
        let Some(watcher) = &mut self.watcher else { return };
        self.watched.retain(|folder| {
            let distrusted = folder.starts_with(path);
            if distrusted {
                let _ = watcher.unwatch(folder);
            }
            !distrusted
        });
    }
}

/// Whether anything was written. Our own reading is no change.
fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(notify::event::MetadataKind::AccessTime)) => {
            false
        }
        _ => true,
    }
}
