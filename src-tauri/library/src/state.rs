//! The mutable state behind a session, and how a changed list is published.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};

use reading::corpus::ReadFile;

use crate::answer::{Event, FileId, Filter, PaperId, Scan, Skipped, Source, SourceId, Trouble};
use crate::catalogue::{Catalogue, FileEntry, parts_of};
use crate::contents::Hash;
use crate::error::Error;
use crate::export::Follower;
use crate::folders::SKIPPED_SHOWN;
use crate::jobs::Cancel;
use crate::listing::Listing;
use crate::memory::Memory;
use crate::notes::{Desk, ReaderMarks};
use crate::scan::Task;
use crate::search::Engine;
use crate::settings::{Marks, Settings};
use crate::store::Document;

/// Papers asked for lately whose changes are told: the shown one and what an interface fetches ahead.
const RECENT: usize = 8;

/// Filters whose listings are kept.
const LISTINGS: usize = 6;

/// What the calls of a session and its background thread share.
///
/// Locks are taken in the order of the fields, held for a moment only, and never while `events` is called.
pub(crate) struct Shared {
    /// Orders publications: a list made from older rows never replaces one made from newer rows.
    publishing: Mutex<()>,
    documents: Mutex<Documents>,
    /// Held while notes are written: longer than the others, as long as the disk takes.
    notes: Mutex<Desk>,
    state: Mutex<State>,
    /// Where the notes are while the reader chose no folder.
    pub(crate) default_notebook: PathBuf,
    pub(crate) cache_path: PathBuf,
    /// The program's own folders. They may lie in a source, and are never read as digests: the cache would change
    /// with each check, and each change of it ask for a check.
    pub(crate) own_folders: [PathBuf; 3],
    pub(crate) tasks: mpsc::Sender<Task>,
    /// Folders are to be watched.
    pub(crate) watching: AtomicBool,
    /// A check of all sources is waiting already.
    pub(crate) check_queued: AtomicBool,
    /// Exports that follow the notes.
    pub(crate) follower: Follower,
    pub(crate) search: Engine,
    events: Box<dyn Fn(Event) + Send + Sync>,
}

/// The two documents on the disk.
pub(crate) struct Documents {
    pub(crate) settings: Document,
    pub(crate) marks: Document,
}

/// Everything that changes.
pub(crate) struct State {
    pub(crate) sources: Vec<SourceState>,
    /// By canonical path.
    pub(crate) files: HashMap<PathBuf, Arc<FileEntry>>,
    pub(crate) sample: Option<(Arc<FileEntry>, Arc<ReadFile>)>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) marks: Arc<Marks>,
    /// Of the notebook.
    pub(crate) reader: Arc<ReaderMarks>,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) generation: u64,
    listings: VecDeque<(Filter, Arc<Listing>)>,
    counts: Option<Counts>,
    pub(crate) scan: Scan,
    pub(crate) cancel: Cancel,
    recent: VecDeque<Recent>,
    pub(crate) memory: Memory,
    pub(crate) troubles: Vec<Trouble>,
    /// Names and marks went over to other keys and are to be written.
    pub(crate) renamed: bool,
    pub(crate) next_file: u32,
    pub(crate) next_source: u32,
}

/// A folder or file of the library.
#[derive(Clone, Debug)]
pub(crate) struct SourceState {
    pub(crate) id: SourceId,
    /// As added, absolute.
    pub(crate) path: PathBuf,
    /// As the last walk found it.
    pub(crate) canonical: Option<PathBuf>,
    pub(crate) folder: bool,
    pub(crate) missing: bool,
    pub(crate) skipped: Arc<Vec<Skipped>>,
}

impl SourceState {
    /// Whether `path`, canonical or as the system reports it, is the source or lies in it.
    pub(crate) fn holds(&self, path: &Path) -> bool {
        path.starts_with(&self.path) || self.canonical.as_ref().is_some_and(|root| path.starts_with(root))
    }

    /// Whether a change at `path` can change what the source holds.
    pub(crate) fn is_touched_by(&self, path: &Path) -> bool {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let inside = self.holds(path) && !hidden;
        inside || self.path.starts_with(path) || self.canonical.as_ref().is_some_and(|root| root.starts_with(path))
    }
}

struct Recent {
    id: PaperId,
    seen: Option<(Hash, bool)>,
}

/// What one answer about the list is made from; it stays as it is while others change the state.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) marks: Arc<Marks>,
    pub(crate) reader: Arc<ReaderMarks>,
    pub(crate) generation: u64,
    pub(crate) scan: Scan,
}

/// Papers of the whole list that stand out, without any filter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    pub(crate) unread: u32,
    pub(crate) doubtful: u32,
    pub(crate) starred: u32,
    pub(crate) noted: u32,
}

impl Snapshot {
    /// The number of the paper, also after its key or its day changed.
    pub(crate) fn find(&self, id: &PaperId) -> Option<u32> {
        let (day, key) = parts_of(id);
        let present = self.marks.present_key(key);
        let exact = self.catalogue.find(day, present);
        exact.or_else(|| self.catalogue.find(day, key)).or_else(|| self.catalogue.find_on_any_day(present))
    }
}

impl State {
    pub(crate) fn new(settings: Settings, marks: Marks) -> Self {
        Self {
            sources: Vec::new(),
            files: HashMap::new(),
            sample: None,
            settings: Arc::new(settings),
            marks: Arc::new(marks),
            reader: Arc::default(),
            catalogue: Arc::default(),
            generation: 0,
            listings: VecDeque::new(),
            counts: None,
            scan: Scan::Idle,
            cancel: Cancel::default(),
            recent: VecDeque::new(),
            memory: Memory::default(),
            troubles: Vec::new(),
            renamed: false,
            next_file: 1,
            next_source: 1,
        }
    }

    pub(crate) fn shows_sample(&self) -> bool {
        self.sample.is_some() && (self.sources.is_empty() || self.settings.show_sample)
    }

    pub(crate) fn source(&self, id: SourceId) -> Option<&SourceState> {
        self.sources.iter().find(|source| source.id == id)
    }

    pub(crate) fn new_file_id(&mut self) -> FileId {
        let id = FileId(self.next_file);
        self.next_file += 1;
        id
    }

    pub(crate) fn sources(&self) -> Vec<Source> {
        let mut digests: HashMap<SourceId, u32> = HashMap::new();
        for file in self.files.values().filter(|file| file.contents.len() > 0 && !file.missing) {
            if let Some(source) = file.source {
                *digests.entry(source).or_default() += 1;
            }
        }
        let view = |source: &SourceState| Source {
            id: source.id,
            name: source.path.file_name().unwrap_or(source.path.as_os_str()).to_string_lossy().into_owned(),
            folder: source.folder,
            missing: source.missing,
            files: digests.get(&source.id).copied().unwrap_or(0),
            skipped: source.skipped.iter().take(SKIPPED_SHOWN).cloned().collect(),
            skipped_count: u32::try_from(source.skipped.len()).unwrap_or(u32::MAX),
        };
        self.sources.iter().map(view).collect()
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot {
            catalogue: Arc::clone(&self.catalogue),
            marks: Arc::clone(&self.marks),
            reader: Arc::clone(&self.reader),
            generation: self.generation,
            scan: self.scan,
        }
    }

    /// The list is no longer what it was.
    pub(crate) fn list_changed(&mut self) {
        self.generation += 1;
        self.listings.clear();
        self.counts = None;
    }

    pub(crate) fn library_changed(&self) -> Event {
        Event::LibraryChanged { generation: self.generation, scan: self.scan }
    }

    /// Remembers that the paper was asked for.
    pub(crate) fn remember(&mut self, id: &PaperId) {
        let seen = self.seen(id);
        self.recent.retain(|recent| recent.id != *id);
        self.recent.push_front(Recent { id: id.clone(), seen });
        self.recent.truncate(RECENT);
    }

    /// Whether the paper was asked for lately.
    pub(crate) fn is_recent(&self, id: &PaperId) -> bool {
        self.recent.iter().any(|recent| recent.id == *id)
    }

    /// The recent papers that are not as they were, from now on known as they are.
    fn changed_papers(&mut self) -> Vec<PaperId> {
        let now: Vec<_> = self.recent.iter().map(|recent| self.seen(&recent.id)).collect();
        let mut changed = Vec::new();
        for (recent, now) in self.recent.iter_mut().zip(now) {
            if recent.seen != now {
                recent.seen = now;
                changed.push(recent.id.clone());
            }
        }
        changed
    }

    fn seen(&self, id: &PaperId) -> Option<(Hash, bool)> {
        let snapshot = self.snapshot();
        let lead = snapshot.catalogue.lead(snapshot.find(id)?)?;
        Some((lead.file.contents.hash, lead.file.missing))
    }
}

impl Shared {
    pub(crate) fn new(
        documents: Documents,
        notes: (Desk, PathBuf),
        state: State,
        cache_path: PathBuf,
        own_folders: [PathBuf; 3],
        tasks: mpsc::Sender<Task>,
        events: Box<dyn Fn(Event) + Send + Sync>,
    ) -> Self {
        Self {
            publishing: Mutex::new(()),
            documents: Mutex::new(documents),
            notes: Mutex::new(notes.0),
            state: Mutex::new(state),
            default_notebook: notes.1,
            search: Engine::new(cache_path.with_file_name("search")),
            cache_path,
            own_folders,
            tasks,
            watching: AtomicBool::new(false),
            check_queued: AtomicBool::new(false),
            follower: Follower::default(),
            events,
        }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn notes(&self) -> MutexGuard<'_, Desk> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the owner. No lock may be held.
    pub(crate) fn tell(&self, event: Event) {
        if let Event::NotesChanged { paper } = &event
            && self.state().settings.export.as_ref().is_some_and(|choice| choice.follow)
        {
            self.follower.changed(paper);
        }
        if let Event::NotesChanged { paper } = &event {
            self.send(Task::KeepCopy(paper.clone()));
        }
        (self.events)(event);
    }

    /// Gives the background thread work. It is gone only while the session is being dropped.
    pub(crate) fn send(&self, task: Task) {
        let _ = self.tasks.send(task);
    }

    /// Asks for a check of all sources, unless one is waiting already.
    pub(crate) fn queue_check(&self) {
        if !self.check_queued.swap(true, Ordering::AcqRel) {
            self.send(Task::CheckAll);
        }
    }

    /// Makes the list anew from the files' rows and tells what changed.
    pub(crate) fn publish(&self) {
        self.publish_silently().into_iter().for_each(|event| self.tell(event));
    }

    /// Makes the list anew and answers what is to be told.
    pub(crate) fn publish_silently(&self) -> Vec<Event> {
        let _order = self.publishing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut files: Vec<Arc<FileEntry>> = {
            let state = self.state();
            let sample = state.sample.iter().filter(|_| state.shows_sample()).map(|(entry, _)| entry);
            state.files.values().chain(sample).map(Arc::clone).collect()
        };
        files.sort_unstable_by_key(|file| file.id);
        let catalogue = Arc::new(Catalogue::of(files));
        let desk = self.notes();
        self.state().catalogue = catalogue;
        // Notes belong to other papers where papers came, went, or have other keys.
        crate::notes::follow_all(self, &desk);
        drop(desk);
        let mut state = self.state();
        state.list_changed();
        self.search.wake();
        let changed = state.changed_papers().into_iter().map(|id| Event::PaperChanged { id });
        [state.library_changed()].into_iter().chain(changed).collect()
    }

    /// Where copies of digests are kept that may go missing.
    pub(crate) fn copies(&self) -> PathBuf {
        self.cache_path.with_file_name("texts")
    }

    /// The list under a filter, from the kept ones where it is there.
    pub(crate) fn listing(&self, filter: &Filter) -> (Snapshot, Arc<Listing>, Counts) {
        let (snapshot, known, counts) = {
            let state = self.state();
            let known =
                state.listings.iter().find(|(known, _)| known == filter).map(|(_, listing)| Arc::clone(listing));
            (state.snapshot(), known, state.counts)
        };
        let is_known = known.is_some() && counts.is_some();
        let listing = known.unwrap_or_else(|| Arc::new(Listing::of(&snapshot.catalogue, &snapshot.reader, filter)));
        let counts = counts.unwrap_or_else(|| {
            let (starred, noted) = crate::listing::starred_and_noted(&snapshot.catalogue, &snapshot.reader);
            Counts {
                unread: crate::listing::unread(&snapshot.catalogue, &snapshot.reader),
                doubtful: crate::listing::doubtful(&snapshot.catalogue, &snapshot.reader),
                starred,
                noted,
            }
        });
        if !is_known {
            let mut state = self.state();
            if state.generation == snapshot.generation {
                state.counts = Some(counts);
                state.listings.retain(|(known, _)| known != filter);
                state.listings.push_front((filter.clone(), Arc::clone(&listing)));
                state.listings.truncate(LISTINGS);
            }
        }
        (snapshot, listing, counts)
    }

    /// Writes what went over to other keys, if anything did.
    pub(crate) fn save_renamings(&self) {
        if std::mem::take(&mut self.state().renamed) {
            self.send(Task::SaveSoon);
            if let Err(error) = self.save_settings() {
                self.tell(Event::Trouble(Trouble::NotSaved(error.to_string())));
            }
        }
    }

    /// Writes the settings.
    pub(crate) fn save_settings(&self) -> Result<(), Error> {
        let mut documents = self.documents();
        let settings = Arc::clone(&self.state().settings);
        documents.settings.save(&*settings)
    }

    /// Writes the marks.
    pub(crate) fn save_marks(&self) -> Result<(), Error> {
        let mut documents = self.documents();
        let marks = Arc::clone(&self.state().marks);
        documents.marks.save(&*marks)
    }

    fn documents(&self) -> MutexGuard<'_, Documents> {
        self.documents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
