//! What is done about the notes in the background: looking at what others wrote, trying again what could not be written,
//! keeping the overview, compacting.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::edits;
use super::overview::Entry;
use crate::answer::{Event, Trouble};
use crate::cause::Cause;
use crate::jobs::{self, Cancel};
use crate::notebook::Document;
use crate::state::Shared;

/// What waits for the disk without being refused by it is written this long after the change.
const SOON: Duration = Duration::from_millis(300);
/// What the disk refused is tried again this often.
const RETRY: Duration = Duration::from_secs(5);
/// So long after the last change the overview is kept and documents are compacted.
const IDLE: Duration = Duration::from_secs(4);
/// A damaged file that nobody wrote to for so long is not being copied any more. Long, because a synchroniser may be cut
/// off in the middle of a file.
const QUIET: Duration = Duration::from_secs(60 * 60);
/// Documents whose folders are watched; what happens in others is seen when the window gets the focus.
const WATCHED: usize = 256;

/// When the next chores are due.
#[derive(Debug, Default)]
pub(crate) struct Chores {
    write_at: Option<Instant>,
    tidy_at: Option<Instant>,
}

impl Chores {
    /// Notes changed; `pending`: not all of it is on the disk.
    pub(crate) fn notes_changed(&mut self, shared: &Shared, pending: bool) {
        let now = Instant::now();
        self.tidy_at = Some(now + IDLE);
        if pending {
            let refused = shared.notes().failure().is_some();
            self.write_at.get_or_insert(now + if refused { RETRY } else { SOON });
        }
    }

    /// When to come back.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.write_at.into_iter().chain(self.tidy_at).min()
    }

    /// Does what is due; everything where `all` says so.
    pub(crate) fn run(&mut self, shared: &Shared, all: bool) {
        let is_due = |at: Option<Instant>| at.is_some_and(|at| all || at <= Instant::now());
        if is_due(self.write_at) {
            self.write_at = None;
            let refused = edits::retry(shared).is_err();
            if refused && !all {
                self.write_at = Some(Instant::now() + RETRY);
            }
        }
        if is_due(self.tidy_at) {
            self.tidy_at = None;
            compact(shared);
            let mut desk = shared.notes();
            if let Err(error) = desk.overview.keep() {
                tracing::warn!(%error, "the overview of the notes cannot be kept");
            }
        }
    }
}

/// Makes one chunk of the many of a document. By a reader of its own, as another program would, so that nobody waits for
/// it: whoever has the document open reads the new chunk with the next look.
fn compact(shared: &Shared) {
    let (disk, overgrown) = {
        let desk = shared.notes();
        (desk.disk.clone(), desk.overgrown())
    };
    for key in overgrown {
        let compacted = Document::open(&disk, &key).and_then(|mut document| document.compact());
        if let Err(error) = compacted {
            tracing::debug!(%error, "notes are not compacted");
        }
    }
}

/// Reads the documents that are not as the overview knows them, and tells what changed.
pub(crate) fn check(shared: &Shared) {
    check_silently(shared).into_iter().for_each(|event| shared.tell(event));
}

/// Does the same and answers what is to be told.
pub(crate) fn check_silently(shared: &Shared) -> Vec<Event> {
    let (disk, mut listed) = {
        let mut desk = shared.notes();
        let listed = crate::notebook::Storage::documents(&desk.disk);
        desk.unlisted = listed.as_ref().err().map(Cause::from);
        (desk.disk.clone(), listed)
    };
    let Ok(listed) = &mut listed else {
        let cause = shared.notes().unlisted.clone();
        return cause.into_iter().map(|cause| Event::Trouble(Trouble::Notes(cause))).collect();
    };
    let (stale, gone) = shared.notes().overview.stale(&disk, listed);
    let mut events = take(shared, &stale, &gone);
    events.extend(set_aside(shared));
    let mut desk = shared.notes();
    if desk.disk.folder() == disk.folder() {
        desk.overview.complete = true;
    }
    events
}

/// Makes damaged files whole where what they held stands elsewhere too, and keeps the others aside. By a reader of its
/// own, like compacting. Answers what is to be told.
fn set_aside(shared: &Shared) -> Vec<Event> {
    let (disk, damaged) = {
        let desk = shared.notes();
        let damaged = desk.overview.entries().filter(|(_, entry)| entry.is_damaged());
        (desk.disk.clone(), damaged.map(|(key, _)| key.clone()).collect::<Vec<_>>())
    };
    let mut kept = 0;
    for key in &damaged {
        let mended = Document::open(&disk, key).and_then(|mut document| {
            document.heal()?;
            document.set_damaged_aside(QUIET)
        });
        match mended {
            Ok(count) => kept += count,
            Err(error) => tracing::warn!(%error, "a damaged file of the notes stays as it is"),
        }
    }
    let mut events = if damaged.is_empty() { Vec::new() } else { take(shared, &damaged, &[]) };
    events.extend((kept > 0).then_some(Event::Trouble(Trouble::NotesSetAside(kept))));
    events
}

/// Something changed at these paths below the folder of the notes, or anywhere in it.
pub(crate) fn follow(shared: &Shared, paths: &[PathBuf]) {
    let folder = shared.notes().disk.folder().to_owned();
    let mut keys = BTreeSet::new();
    for path in paths {
        match path.strip_prefix(&folder).ok().and_then(|below| below.components().next()) {
            Some(first) => {
                keys.insert(first.as_os_str().to_string_lossy().into_owned());
            }
            None => return check(shared),
        }
    }
    let keys: Vec<String> = keys.into_iter().filter(|key| crate::notebook::is_document(key)).collect();
    let (there, gone): (Vec<String>, Vec<String>) = keys.into_iter().partition(|key| folder.join(key).is_dir());
    take(shared, &there, &gone).into_iter().for_each(|event| shared.tell(event));
}

/// Reads these documents and answers what is to be told of those that say something else.
fn take(shared: &Shared, stale: &[String], gone: &[String]) -> Vec<Event> {
    let (disk, open) = {
        let desk = shared.notes();
        (desk.disk.clone(), desk.open_keys())
    };
    let (open, closed): (Vec<String>, Vec<String>) = stale.iter().cloned().partition(|key| open.contains(key));
    let mut read: Vec<(String, Entry)> = Vec::with_capacity(closed.len());
    jobs::on_all_processors(
        &closed,
        &Cancel::default(),
        |key| Entry::read(&disk, key),
        |key, entry| {
            // A document that ends its reader in a panic is one that cannot be read.
            let failed = |panic: jobs::Panicked| Entry::closed(key, Cause::Other(panic.to_string()));
            read.push((key.clone(), entry.unwrap_or_else(failed)));
        },
    );
    let mut desk = shared.notes();
    if desk.disk.folder() != disk.folder() {
        return Vec::new();
    }
    let mut changed = Vec::new();
    for (key, entry) in read {
        if desk.overview.put(&key, entry) {
            changed.push(key);
        }
    }
    for key in open {
        let before = desk.overview.generation;
        let stamp = disk.stamp(&key);
        let read = desk.document(&key).map(drop);
        desk.heal(&key);
        match read {
            Ok(()) if desk.overview.generation == before => desk.overview.seen(&key, stamp),
            Ok(()) => changed.push(key),
            Err(error) => tracing::warn!(%error, "notes cannot be read again"),
        }
    }
    for key in gone {
        // One that is open is in memory, and stays listed.
        if !desk.open_keys().contains(key) {
            desk.overview.remove(key);
            changed.push(key.clone());
        }
    }
    if changed.is_empty() { Vec::new() } else { edits::events(shared, desk, &changed) }
}

/// The folders to be watched: the notebook's own, and those of the documents that changed last.
pub(crate) fn folders(shared: &Shared) -> Vec<PathBuf> {
    let desk = shared.notes();
    let root = desk.disk.folder().to_owned();
    let mut latest: Vec<_> =
        desk.overview.entries().map(|(key, entry)| (entry.stamp.is_some(), entry.stamp, key)).collect();
    // Those without a stamp changed a moment ago.
    latest.sort_by(|a, b| {
        a.0.cmp(&b.0).then_with(|| b.1.map(|stamp| stamp.latest()).cmp(&a.1.map(|stamp| stamp.latest())))
    });
    let documents = latest.into_iter().take(WATCHED).map(|(_, _, key)| root.join(key));
    let inside = documents.flat_map(|document| {
        let kinds = crate::notebook::ChunkKind::ALL.map(|kind| document.join(kind.as_str()));
        std::iter::once(document).chain(kinds)
    });
    std::iter::once(root.clone()).chain(inside).filter(|folder: &PathBuf| folder.is_dir()).collect()
}

/// Whether `path` is in the folder of the notes.
pub(crate) fn is_inside(shared: &Shared, path: &Path) -> bool {
    path.starts_with(shared.notes().disk.folder())
}
