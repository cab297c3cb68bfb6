//! Keeps the index up with the list, in the background, and answers queries from whatever there is.
//!
//! One thread of low priority adds and removes files whenever the list changes. Questions never wait for it: they look at
//! the passages that were committed last, and at the few files that are missing.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use reading::corpus::{self, ReadFile};

use super::look::{self, Place};
use super::mapping::{HIDDEN, Lead, Mapping};
use super::memory::LooseFile;
use super::notes::{self, LookedAtNotes};
use super::query::Query;
use super::segment::Segment;
use super::store::{self, Store, StoreError};
use super::texts::Texts;
use super::{Indexing, SearchAnswer, SearchRequest};
use crate::answer::{Event, Scan};
use crate::catalogue::Held;
use crate::folders;
use crate::jobs::{self, Cancel, Throttle};
use crate::opening;
use crate::state::{Shared, Snapshot};

/// Files that are read for an answer while the index does not hold them yet: a day or two, some milliseconds.
const FEW_FILES: usize = 6;
/// From here on files are indexed first and merged last.
const MANY_FILES: usize = 100;
/// What is lost at most when the program is killed while it indexes.
const COMMIT_AFTER: Duration = Duration::from_secs(15);
const PROGRESS: Duration = Duration::from_millis(200);

/// The index of a session, and what keeps it.
pub(crate) struct Engine {
    folder: PathBuf,
    work: Mutex<Work>,
    woken: Condvar,
    view: Mutex<View>,
    mapping: Mutex<Option<Arc<Mapping>>>,
    missing: Mutex<Option<Missing>>,
    cancel: Cancel,
    /// Of the latest question: earlier ones give up.
    questions: AtomicU64,
    is_damaged: AtomicBool,
    is_merging: AtomicBool,
}

#[derive(Default)]
struct Work {
    is_allowed: bool,
    is_wanted: bool,
    /// The reader wants no more of it for now.
    is_paused: bool,
    is_stopped: bool,
}

/// The files that the index lacks, and for which list and index that holds.
#[derive(Clone)]
struct Missing {
    mapping: Arc<Mapping>,
    files: Arc<HashSet<String>>,
    refused: Arc<HashSet<String>>,
    leads: Arc<Vec<(String, Lead)>>,
}

/// What questions see.
#[derive(Clone)]
struct View {
    segments: Arc<Vec<Arc<Segment>>>,
    /// Keys of the files that they hold.
    files: Arc<HashSet<String>>,
    /// Keys of files that could not be read when they were to be indexed.
    refused: Arc<HashSet<String>>,
    state: ViewState,
}

#[derive(Clone)]
enum ViewState {
    /// Nothing is known yet.
    Fresh,
    /// The index is there, and is read to see whether it is as it was written.
    Checking,
    Idle,
    Running {
        done: u32,
        total: u32,
    },
    /// The reader stopped it.
    Stopped,
    Failed(String),
}

impl Engine {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            work: Mutex::default(),
            woken: Condvar::new(),
            view: Mutex::new(View {
                segments: Arc::default(),
                files: Arc::default(),
                refused: Arc::default(),
                state: ViewState::Fresh,
            }),
            mapping: Mutex::new(None),
            missing: Mutex::new(None),
            cancel: Cancel::default(),
            questions: AtomicU64::new(0),
            is_damaged: AtomicBool::new(false),
            is_merging: AtomicBool::new(false),
        }
    }

    /// Lets the index be kept from now on; before, all files are read for each answer.
    pub(crate) fn allow(&self) {
        self.work().is_allowed = true;
        let mut view = self.view();
        if matches!(view.state, ViewState::Fresh) {
            view.state = ViewState::Running { done: 0, total: 0 };
        }
        drop(view);
        self.wake();
    }

    /// The list changed.
    pub(crate) fn wake(&self) {
        self.work().is_wanted = true;
        self.woken.notify_all();
    }

    /// Where the index could not be kept, tries it again: the reader may have made room. What is being tried now may
    /// have met the full disk already, and fail yet.
    pub(crate) fn try_again(&self) {
        let may_fail =
            matches!(self.view().state, ViewState::Failed(_) | ViewState::Checking | ViewState::Running { .. });
        if may_fail {
            self.wake();
        }
    }

    /// Indexes no more until [`Engine::go_on`]. What was read so far is kept.
    pub(crate) fn pause(&self, shared: &Shared) {
        self.work().is_paused = true;
        self.cancel.set();
        self.turn_to(shared, ViewState::Stopped);
    }

    /// Goes on after [`Engine::pause`].
    pub(crate) fn go_on(&self, shared: &Shared) {
        {
            let mut work = self.work();
            work.is_paused = false;
            if !work.is_stopped {
                self.cancel.take_back();
            }
        }
        self.turn_to(shared, ViewState::Idle);
        self.wake();
    }

    /// Says so at once, where the index is on its way; what is being done ends a little later.
    fn turn_to(&self, shared: &Shared, state: ViewState) {
        {
            let mut view = self.view();
            if !matches!(view.state, ViewState::Idle | ViewState::Running { .. } | ViewState::Stopped) {
                return;
            }
            view.state = state;
        }
        shared.tell(Event::IndexChanged(self.indexing(shared)));
    }

    /// Ends the thread. What is not committed is done again next time.
    pub(crate) fn stop(&self) {
        self.work().is_stopped = true;
        self.cancel.set();
        self.woken.notify_all();
    }

    /// All segments are being merged to one: that takes some seconds, cannot be stopped, and nothing is lost when it is cut off.
    pub(crate) fn is_merging(&self) -> bool {
        self.is_merging.load(Ordering::Acquire)
    }

    /// Works until stopped; to be called on a thread of its own.
    pub(crate) fn run(&self, shared: &Shared) {
        be_modest();
        let mut store: Option<Store> = None;
        while self.wait() {
            let updated = catch_unwind(AssertUnwindSafe(|| self.update(shared, &mut store)));
            let failed = match updated {
                Ok(Ok(())) => None,
                Ok(Err(error)) => Some(error.in_words()),
                Err(panic) => Some(jobs::words_of(&*panic)),
            };
            if let Some(cause) = failed {
                tracing::warn!(%cause, "the search index cannot be kept");
                store = None;
                if let Err(error) = Store::sweep(&self.folder) {
                    tracing::debug!(%error, "what is left of the search index stays for now");
                }
                self.view().state = ViewState::Failed(cause);
            }
            shared.tell(Event::IndexChanged(self.indexing(shared)));
        }
    }

    /// Waits until there is something to do; `false` when there never will be.
    fn wait(&self) -> bool {
        let mut work = self.work();
        loop {
            if work.is_stopped {
                return false;
            }
            if work.is_allowed && !work.is_paused && std::mem::take(&mut work.is_wanted) {
                return true;
            }
            work = self.woken.wait(work).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Brings the index up with the list.
    fn update(&self, shared: &Shared, kept: &mut Option<Store>) -> Result<(), StoreError> {
        if self.is_damaged.swap(false, Ordering::AcqRel)
            && let Some(damaged) = kept.take()
        {
            *kept = Some(damaged.begin_anew()?);
        }
        let store = match kept {
            Some(store) => store,
            None => {
                let opened = Store::open(&self.folder)?;
                self.take_over(&opened)?;
                self.view().state = ViewState::Checking;
                // Once a start. Until then answers say that they are not final: a damaged index could answer wrongly.
                let opened = if opened.is_sound() { opened } else { opened.begin_anew()? };
                kept.insert(opened)
            }
        };
        self.take_over(store)?;
        let snapshot = shared.state().snapshot();
        let mapping = self.mapping(&snapshot);
        let known = Arc::clone(&self.view().files);
        self.view().refused = Arc::default();
        let missing = self.missing(&mapping, &self.view().clone());
        let gone: Vec<String> = match snapshot.scan {
            // While files are still being found, nothing is known to be gone.
            Scan::Idle if !mapping.leads().is_empty() => {
                known.iter().filter(|key| !mapping.leads().contains_key(*key)).cloned().collect()
            }
            _ => Vec::new(),
        };
        if missing.is_empty() && gone.is_empty() {
            self.view().state = ViewState::Idle;
            return Ok(());
        }
        // A few files are read for each answer meanwhile, so that there is nothing to say.
        let total = u32::try_from(missing.len()).unwrap_or(u32::MAX);
        let held = u32::try_from(known.len()).unwrap_or(u32::MAX);
        self.progress(shared, held, held.saturating_add(total), total as usize > FEW_FILES);
        let threads =
            if missing.len() > FEW_FILES { thread::available_parallelism().map_or(1, usize::from) } else { 1 };
        let much = missing.len() > MANY_FILES;
        let mut writer = store.writer(threads, much)?;
        gone.iter().for_each(|key| writer.remove(key));
        let fields = store.fields;
        let (mut done, mut failed, mut refused) = (0_u32, None, HashSet::new());
        let mut tell = Throttle::new(PROGRESS, Instant::now());
        let mut commit = Throttle::new(COMMIT_AFTER, Instant::now());
        let publish = |writer: &mut store::Writer| {
            writer.commit()?;
            store.reload()?;
            self.take_over(store)
        };
        jobs::on_all_processors(
            &missing,
            &self.cancel,
            |(key, lead)| {
                let (bytes, _) = folders::read(&lead.file.path).ok()?;
                // Changed since the list was made: the next list says so.
                let is_same = *blake3::hash(&bytes).as_bytes() == lead.file.contents.hash;
                is_same.then(|| store::documents(fields, key, &bytes, &corpus::read(&bytes)))
            },
            |(key, _), documents| {
                done += 1;
                if failed.is_some() {
                    return;
                }
                let mut added = match documents {
                    Ok(Some(documents)) => writer.add(documents),
                    Ok(None) | Err(_) => {
                        refused.insert(key.clone());
                        Ok(())
                    }
                };
                let now = Instant::now();
                if added.is_ok() && commit.is_due(now) {
                    added = publish(&mut writer);
                }
                if let Err(error) = added {
                    failed = Some(error);
                }
                if tell.is_due(now) {
                    self.progress(shared, held.saturating_add(done), held.saturating_add(total), true);
                }
            },
        );
        if let Some(error) = failed {
            return Err(error);
        }
        publish(&mut writer)?;
        let merges = !self.cancel.is_set();
        self.is_merging.store(merges && much, Ordering::Release);
        // Asked before the view is held: nothing waits for both.
        let is_paused = self.work().is_paused;
        {
            let mut view = self.view();
            view.refused = Arc::new(refused);
            view.state = if is_paused { ViewState::Stopped } else { ViewState::Idle };
        }
        shared.tell(Event::IndexChanged(self.indexing(shared)));
        // Merging goes on for a while; questions see its result at the next change.
        if merges {
            let merged = writer.finish();
            self.is_merging.store(false, Ordering::Release);
            merged?;
            store.reload()?;
            self.take_over(store)?;
        }
        Ok(())
    }

    fn progress(&self, shared: &Shared, done: u32, total: u32, is_told: bool) {
        if self.work().is_paused {
            return;
        }
        self.view().state = ViewState::Running { done, total };
        if is_told {
            shared.tell(Event::IndexChanged(Indexing::Running { done, total }));
        }
    }

    /// Questions see what the store holds from now on.
    fn take_over(&self, store: &Store) -> Result<(), StoreError> {
        let known = Arc::clone(&self.view().segments);
        let searcher = store.reader.searcher();
        let mut segments = Vec::new();
        for reader in searcher.segment_readers() {
            let same = known.iter().find(|segment| segment.id == reader.segment_id());
            segments.push(match same.filter(|segment| segment.deletions == reader.delete_opstamp()) {
                Some(segment) => Arc::clone(segment),
                None => Arc::new(Segment::open(reader, store, same.map(|segment| &**segment))?),
            });
        }
        let is_same =
            segments.len() == known.len() && segments.iter().zip(known.iter()).all(|(a, b)| Arc::ptr_eq(a, b));
        if is_same {
            return Ok(());
        }
        let files = Arc::new(store.files()?);
        let mut view = self.view();
        view.segments = Arc::new(segments);
        view.files = files;
        Ok(())
    }

    /// How complete an answer would be.
    pub(crate) fn indexing(&self, shared: &Shared) -> Indexing {
        let view = self.view().clone();
        let mapping = self.mapping(&shared.state().snapshot());
        indexing(&view, self.missing(&mapping, &view).len())
    }

    /// Answers a query. `None` where a later one was asked meanwhile.
    pub(crate) fn answer(&self, shared: &Shared, request: &SearchRequest) -> Option<SearchAnswer> {
        self.answer_query(shared, Query::parse(&request.text), request)
    }

    /// The same for a query that was read already.
    pub(crate) fn answer_query(&self, shared: &Shared, query: Query, request: &SearchRequest) -> Option<SearchAnswer> {
        let question = self.questions.fetch_add(1, Ordering::AcqRel) + 1;
        let snapshot = shared.state().snapshot();
        let mapping = self.mapping(&snapshot);
        let view = self.view().clone();
        let missing = self.missing(&mapping, &view);
        let indexing = indexing(&view, missing.len());
        let is_current = || self.questions.load(Ordering::Acquire) == question;
        let mut loose_files = Vec::new();
        if !query.is_empty() && !matches!(indexing, Indexing::Running { .. } | Indexing::Stopped { .. }) {
            loose_files = read_all(shared, &missing, &is_current)?;
        }
        let read_files = u32::try_from(loose_files.len()).unwrap_or(u32::MAX);
        loose_files.extend(sample(shared, &mapping));
        let load = |held: &Held<'_>| opening::load(shared, held.file);
        let looked = catch_unwind(AssertUnwindSafe(|| {
            let place = Place {
                segments: &view.segments,
                mapping: &mapping,
                loose_files: &loose_files,
                reader: &snapshot.reader,
            };
            let mut texts = Texts::new(&mapping.catalogue, &load);
            let looked = look::look(&place, &query, request, &mut texts)?;
            if looked.total == 0 && query.can_loosen() {
                let loose = look::look(&place, &query.loosened(), request, &mut texts)?;
                return Ok((loose.total > 0, loose));
            }
            Ok::<_, std::io::Error>((false, looked))
        }));
        let (loosened, looked) = match looked {
            Ok(Ok(looked)) => looked,
            Ok(Err(_)) | Err(_) => {
                tracing::warn!("the search index is damaged and is built anew");
                return self.without_index(shared, query, request, question);
            }
        };
        let (loosened, notes) = self.notes(shared, &snapshot, &query, request, loosened, looked.total > 0);
        let query = if loosened { query.loosened() } else { query };
        Some(SearchAnswer {
            query,
            total: looked.total,
            papers: looked.papers,
            loosened,
            not_looked_at: looked.not_looked_at,
            groups: looked.groups,
            total_notes: notes.total,
            notes: notes.hits,
            indexing,
            read_files,
        })
    }

    /// Notes are so few that they are looked at themselves. Answers too whether the query is to be taken loosely.
    fn notes(
        &self,
        shared: &Shared,
        snapshot: &Snapshot,
        query: &Query,
        request: &SearchRequest,
        is_loose: bool,
        is_found: bool,
    ) -> (bool, LookedAtNotes) {
        let most = request.notes;
        let exact = notes::look(shared, snapshot, query, most);
        if exact.total > 0 {
            return (is_loose, exact);
        }
        if is_loose || (!is_found && query.can_loosen()) {
            let loose = notes::look(shared, snapshot, &query.loosened(), most);
            return (is_loose || loose.total > 0, loose);
        }
        (is_loose, exact)
    }

    /// Has the damaged index made anew, and reads all files for this answer.
    fn without_index(
        &self,
        shared: &Shared,
        query: Query,
        request: &SearchRequest,
        question: u64,
    ) -> Option<SearchAnswer> {
        {
            let mut view = self.view();
            view.segments = Arc::default();
            view.files = Arc::default();
            view.state = ViewState::Failed("it was damaged and is made anew".to_owned());
        }
        self.is_damaged.store(true, Ordering::Release);
        self.wake();
        (self.questions.load(Ordering::Acquire) == question)
            .then(|| self.answer_query(shared, query, request))
            .flatten()
    }

    fn mapping(&self, snapshot: &Snapshot) -> Arc<Mapping> {
        let mut known = self.mapping.lock().unwrap_or_else(PoisonError::into_inner);
        match &*known {
            Some(mapping) if Arc::ptr_eq(&mapping.catalogue, &snapshot.catalogue) => Arc::clone(mapping),
            _ => {
                let mapping = Arc::new(Mapping::of(Arc::clone(&snapshot.catalogue)));
                *known = Some(Arc::clone(&mapping));
                mapping
            }
        }
    }

    /// The files that the index lacks; found out once for each list and index.
    fn missing(&self, mapping: &Arc<Mapping>, view: &View) -> Arc<Vec<(String, Lead)>> {
        let mut known = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = known.as_ref().is_some_and(|known| {
            Arc::ptr_eq(&known.mapping, mapping)
                && Arc::ptr_eq(&known.files, &view.files)
                && Arc::ptr_eq(&known.refused, &view.refused)
        });
        if !is_same {
            *known = None;
        }
        let known = known.get_or_insert_with(|| Missing {
            mapping: Arc::clone(mapping),
            files: Arc::clone(&view.files),
            refused: Arc::clone(&view.refused),
            leads: Arc::new(missing(mapping, view)),
        });
        Arc::clone(&known.leads)
    }

    fn view(&self) -> MutexGuard<'_, View> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Files of the list that can be read and are not in the index, the newest first.
fn missing(mapping: &Mapping, view: &View) -> Vec<(String, Lead)> {
    let is_known = |key: &String| view.files.contains(key) || view.refused.contains(key);
    let is_missing = |key: &String, lead: &Lead| lead.file.source.is_some() && !lead.file.missing && !is_known(key);
    let mut missing: Vec<(String, Lead)> = mapping
        .leads()
        .iter()
        .filter(|(key, lead)| is_missing(key, lead))
        .map(|(key, lead)| (key.clone(), lead.clone()))
        .collect();
    missing.sort_by_key(|(_, lead)| lead.entries.iter().min().copied().unwrap_or(HIDDEN));
    missing
}

fn indexing(view: &View, missing: usize) -> Indexing {
    let held = u32::try_from(view.files.len()).unwrap_or(u32::MAX);
    let total = held.saturating_add(u32::try_from(missing).unwrap_or(u32::MAX));
    if matches!(view.state, ViewState::Checking) {
        return Indexing::Running { done: held, total };
    }
    if missing == 0 {
        return Indexing::Complete;
    }
    match &view.state {
        ViewState::Checking => Indexing::Complete,
        ViewState::Failed(cause) => Indexing::Scanned(cause.clone()),
        _ if missing <= FEW_FILES => Indexing::Complete,
        ViewState::Running { done, total } => Indexing::Running { done: *done, total: *total },
        // Nobody wants an index: all files are read.
        ViewState::Fresh => Indexing::Complete,
        ViewState::Idle => Indexing::Running { done: held, total },
        ViewState::Stopped => Indexing::Stopped { done: held, total },
    }
}

/// Reads files for an answer; `None` where a later question came meanwhile.
fn read_all(shared: &Shared, missing: &[(String, Lead)], is_current: &dyn Fn() -> bool) -> Option<Vec<LooseFile>> {
    let loose = |file: Arc<ReadFile>, lead: &Lead| LooseFile { file, entries: lead.entries.clone() };
    if missing.len() <= FEW_FILES {
        let files = missing.iter().filter_map(|(_, lead)| Some(loose(opening::load(shared, &lead.file).ok()?, lead)));
        return Some(files.collect());
    }
    let (cancel, mut files) = (Cancel::default(), Vec::with_capacity(missing.len()));
    jobs::on_all_processors(
        missing,
        &cancel,
        |(_, lead)| folders::read(&lead.file.path).ok().map(|(bytes, _)| Arc::new(corpus::read(&bytes))),
        |(_, lead), read| {
            files.extend(read.ok().flatten().map(|file| loose(file, lead)));
            if !is_current() {
                cancel.set();
            }
        },
    );
    is_current().then_some(files)
}

/// The bundled sample where it is shown: no index holds it.
fn sample(shared: &Shared, mapping: &Mapping) -> Option<LooseFile> {
    let (entry, file) = shared.state().sample.clone()?;
    let lead = mapping.leads().get(&store::file_key(&entry.contents.hash))?;
    (lead.file.source.is_none()).then(|| LooseFile { file, entries: lead.entries.clone() })
}

/// Reading goes before: the thread and those that it starts run when nobody else wants to.
fn be_modest() {
    #[cfg(target_os = "linux")]
    {
        // Of the thread, on Linux. Where it is refused, indexing is merely less modest.
        let _ = rustix::process::setpriority_process(None, 15);
    }
}
