//! The one owner of mutable state.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};
use std::thread;

use reading::corpus;

use crate::answer::{
    Added, AddedSource, Direction, Event, FileId, Filter, OpenPaper, OpenSource, PaperId, Place, Row, RowsPage, Source,
    SourceId, Start, Trouble,
};
use crate::cache::{self, CachedFile};
use crate::catalogue::{FileEntry, parts_of};
use crate::check;
use crate::contents::Contents;
use crate::error::Error;
use crate::folders::{self, Candidate, Stamp};
use crate::opening;
use crate::scan::{self, Task};
use crate::settings::{self, SourceSetting};
use crate::state::{Documents, Shared, SourceState, State};
use crate::store::Document;

/// Rows of the first answer; an interface asks for the others as it scrolls.
const FIRST_ROWS: u32 = 100;

/// Where the program keeps its own files. None of them is in a folder of the reader's.
#[derive(Clone, Debug)]
pub struct Dirs {
    /// For the settings: look, sources, own names.
    pub config: PathBuf,
    /// For what can be made again at any time.
    pub cache: PathBuf,
    /// For the reader's marks and places.
    pub data: PathBuf,
}

/// The digest that is shown while there is no source.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Name for display.
    pub name: String,
    /// A file of any form.
    pub bytes: Vec<u8>,
}

/// The library of one reader. Shared by reference between threads; every call is short except those that say so.
pub struct Session {
    shared: Arc<Shared>,
    worker: Option<thread::JoinHandle<()>>,
}

impl Session {
    /// Opens the library that the settings name. Never fails: what is wrong stands in [`Start::troubles`].
    ///
    /// Reads settings and cache, no digest. Nothing is watched or checked before [`Session::begin`], except that a
    /// library without a cache is read at once. `events` is called from any thread, with no lock held; it may call
    /// the session, but must not wait for its background work.
    pub fn open(dirs: &Dirs, sample: Option<Sample>, events: impl Fn(Event) + Send + Sync + 'static) -> Self {
        let (settings_document, settings, unsettled) =
            Document::open::<settings::Settings>(dirs.config.join("settings.json"), settings::VERSION);
        let (marks_document, marks, unmarked) =
            Document::open::<settings::Marks>(dirs.data.join("reading.json"), settings::VERSION);
        let cache_path = dirs.cache.join("rows");
        let mut state = State::new(settings, marks);
        state.troubles.extend(unsettled.into_iter().chain(unmarked));
        take_sources(&mut state);
        take_cache(&mut state, cache::load(&cache_path));
        state.sample = sample.map(sample_file);
        let is_unread = state.files.is_empty() && !state.sources.is_empty();
        let (send, tasks) = mpsc::channel();
        let documents = Documents { settings: settings_document, marks: marks_document };
        let shared = Arc::new(Shared::new(documents, state, cache_path, send, Box::new(events)));
        shared.publish_silently();
        let for_worker = Arc::clone(&shared);
        let worker = thread::Builder::new().name("library".to_owned());
        let worker = worker.spawn(move || scan::run(&for_worker, &tasks));
        if let Err(error) = &worker {
            let words = format!("the library cannot work in the background: {error}; start the program again");
            shared.state().troubles.push(Trouble::NotWatched(words));
        }
        if is_unread {
            shared.queue_check();
        }
        Self { shared, worker: worker.ok() }
    }

    /// Everything for the first paint. Reads at most two digests.
    pub fn start(&self) -> Start {
        let rows = self.rows(&Filter::default(), 0, FIRST_ROWS);
        let last = self.shared.state().marks.last.clone().map(PaperId);
        let newest = rows.rows.iter().find_map(|row| match row {
            Row::Paper(paper) => Some(paper.id.clone()),
            Row::Month { .. } | Row::Day { .. } => None,
        });
        let paper = last.into_iter().chain(newest).find_map(|id| self.paper(&id).ok());
        let mut state = self.shared.state();
        Start {
            look: serde_json::Value::Object(state.settings.look.clone()),
            sources: state.sources(),
            paper,
            rows,
            sample: state.shows_sample(),
            troubles: std::mem::take(&mut state.troubles),
        }
    }

    /// Begins to watch the sources and checks them all in the background. To be called after the first paint.
    pub fn begin(&self) {
        self.shared.watching.store(true, Ordering::Release);
        self.shared.queue_check();
    }

    /// Adds folders and files. A file is read before the call returns, a folder in the background; a relative path
    /// counts from the working directory. The sources are remembered.
    pub fn add_paths(&self, paths: &[PathBuf]) -> Vec<Added> {
        let (mut added, mut new_folders, mut changed) = (Vec::new(), Vec::new(), false);
        for path in paths {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
            let outcome = self.add_path(path, &name, &mut new_folders, &mut changed);
            added.push(Added { name, outcome });
        }
        if changed {
            self.shared.publish();
            self.save_sources();
            self.tell_sources();
        }
        if !new_folders.is_empty() {
            self.shared.send(Task::Added(new_folders));
        } else if changed {
            check::save_cache(&self.shared);
            self.shared.send(Task::Removed);
        }
        for added in &mut added {
            if let Ok(AddedSource { paper: Some(id), .. }) = &mut added.outcome {
                let state = self.shared.state();
                let snapshot = state.snapshot();
                if let Some(entry) = snapshot.find(id) {
                    *id = snapshot.catalogue.id(entry);
                }
            }
        }
        added
    }

    /// Forgets a source and its rows. Marks and names of its papers stay. An unknown handle is no error.
    ///
    /// # Errors
    /// [`Error::NotSaved`]; the source is gone until the program ends.
    pub fn remove_source(&self, source: SourceId) -> Result<(), Error> {
        {
            let mut state = self.shared.state();
            state.sources.retain(|known| known.id != source);
            hand_over(&mut state, source);
            remember_sources(&mut state);
        }
        self.shared.publish();
        let saved = self.shared.save_settings();
        check::save_cache(&self.shared);
        self.shared.send(Task::Removed);
        self.tell_sources();
        saved
    }

    /// The folders and files of the library.
    pub fn sources(&self) -> Vec<Source> {
        self.shared.state().sources()
    }

    /// Shows the bundled sample beside the sources, or no longer. It is always shown while there is no source.
    ///
    /// # Errors
    /// [`Error::NotSaved`]; the choice holds until the program ends.
    pub fn show_sample(&self, shown: bool) -> Result<(), Error> {
        Arc::make_mut(&mut self.shared.state().settings).show_sample = shown;
        self.shared.publish();
        self.shared.save_settings()
    }

    /// Checks all sources in the background, for drives that send no word of changes; also on window focus.
    pub fn refresh(&self) {
        self.shared.queue_check();
    }

    /// Stops the running scan. What was read stays; [`Session::refresh`] goes on.
    pub fn cancel_scan(&self) {
        self.shared.state().cancel.set();
    }

    /// A slice of the list: at most `count` rows from index `first` on.
    pub fn rows(&self, filter: &Filter, first: u32, count: u32) -> RowsPage {
        let (snapshot, listing, unread_papers) = self.shared.listing(filter);
        RowsPage {
            generation: snapshot.generation,
            first,
            rows: listing.slice(&snapshot.catalogue, snapshot.reader(), first, count),
            total_rows: listing.rows(),
            total_papers: listing.papers(),
            all_papers: snapshot.catalogue.len(),
            unread_papers,
            doubt_papers: snapshot.catalogue.doubts,
            topics: snapshot.catalogue.topics.clone(),
            scan: snapshot.scan,
        }
    }

    /// The paper after or before `id` under the filter; `None` at the end of the list. A paper that the filter hides
    /// (it was just marked as read) still has neighbours.
    pub fn neighbour(&self, id: &PaperId, filter: &Filter, direction: Direction) -> Option<PaperId> {
        let (snapshot, listing, _) = self.shared.listing(filter);
        let next = listing.neighbour(snapshot.find(id)?, direction)?;
        Some(snapshot.catalogue.id(next))
    }

    /// The paper, read from its richest file. Reads at most two files that can be read. From now on
    /// [`Event::PaperChanged`] tells when it changes, until eight other papers were asked for.
    ///
    /// # Errors
    /// [`Error::PaperGone`] or [`Error::FileUnreadable`].
    pub fn paper(&self, id: &PaperId) -> Result<OpenPaper, Error> {
        opening::paper(&self.shared, id)
    }

    /// The decoded text of one of the paper's files.
    ///
    /// # Errors
    /// [`Error::PaperGone`] or [`Error::FileUnreadable`].
    pub fn source(&self, id: &PaperId, file: FileId) -> Result<OpenSource, Error> {
        opening::source(&self.shared, id, file)
    }

    /// Gives the paper the reader's own name; `None` or white space takes it back. On the disk when it returns `Ok`.
    ///
    /// # Errors
    /// [`Error::NotSaved`]; the name holds until the program ends.
    pub fn set_name(&self, id: &PaperId, name: Option<&str>) -> Result<(), Error> {
        self.change_list(|state, key| Arc::make_mut(&mut state.settings).set_name(key, name), id);
        self.shared.save_settings()
    }

    /// Marks the paper as read or unread. Written within a second, and when the session is dropped.
    pub fn set_read(&self, id: &PaperId, read: bool) {
        self.change_list(
            |state, key| {
                let marks = Arc::make_mut(&mut state.marks);
                if read {
                    marks.read.insert(key.to_owned());
                } else {
                    marks.read.remove(key);
                }
            },
            id,
        );
        self.shared.send(Task::SaveSoon);
    }

    /// Remembers where the reader is in the paper, and that it is the one to show at the next start. Written within a
    /// second, and when the session is dropped.
    pub fn set_place(&self, id: &PaperId, place: Place) {
        {
            let mut state = self.shared.state();
            let marks = Arc::make_mut(&mut state.marks);
            let key = marks.present_key(parts_of(id).1).to_owned();
            marks.set_place(&key, place);
            marks.last = Some(id.0.clone());
        }
        self.shared.send(Task::SaveSoon);
    }

    /// Stores what the reader chose about the look: an object. Keys of the stored one that `look` does not have are
    /// kept. On the disk when it returns `Ok`.
    ///
    /// # Errors
    /// [`Error::NotSaved`]; the choice holds until the program ends.
    pub fn set_look(&self, look: serde_json::Value) -> Result<(), Error> {
        Arc::make_mut(&mut self.shared.state().settings).set_look(look);
        self.shared.save_settings()
    }

    fn change_list(&self, change: impl FnOnce(&mut State, &str), id: &PaperId) {
        let event = {
            let mut state = self.shared.state();
            let key = state.marks.present_key(parts_of(id).1).to_owned();
            change(&mut state, &key);
            state.list_changed();
            state.library_changed()
        };
        self.shared.tell(event);
    }

    /// Adds one path. `new_folders` gets a new folder, `changed` tells that there are other sources or rows.
    fn add_path(
        &self,
        path: &Path,
        name: &str,
        new_folders: &mut Vec<SourceId>,
        changed: &mut bool,
    ) -> Result<AddedSource, Error> {
        let cannot = |cause: String| Error::CannotOpen { name: name.to_owned(), cause };
        let path = std::path::absolute(path).map_err(|error| cannot(error.to_string()))?;
        let canonical = fs::canonicalize(&path).map_err(|error| cannot(error.to_string()))?;
        if path.to_str().is_none() || canonical.to_str().is_none() {
            return Err(cannot("its path is not UTF-8; rename it".to_owned()));
        }
        if fs::metadata(&canonical).map_err(|error| cannot(error.to_string()))?.is_dir() {
            fs::read_dir(&canonical).map_err(|error| cannot(error.to_string()))?;
            let mut state = self.shared.state();
            if let Some(known) = state.sources.iter().find(|known| known.folder && known.holds(&canonical)) {
                return Ok(AddedSource {
                    source: known.id,
                    paper: state.catalogue.first_of(known.id).map(|at| state.catalogue.id(at)),
                });
            }
            let source = push_source(&mut state, path, Some(canonical), true);
            new_folders.push(source);
            *changed = true;
            return Ok(AddedSource { source, paper: None });
        }
        self.add_file(path, canonical, changed)
    }

    fn add_file(&self, path: PathBuf, canonical: PathBuf, changed: &mut bool) -> Result<AddedSource, Error> {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let cannot = |cause: String| Error::CannotOpen { name: name.clone(), cause };
        let known = check::contents_by_hash(&self.shared.state());
        let examined = check::examine(&canonical, &known).map_err(|(_, cause)| cannot(cause))?;
        let contents: Arc<Contents> = Arc::clone(&examined.contents);
        let Some(first) = contents.paper(0) else {
            let cause = contents.trouble.as_deref().unwrap_or("no paper was found in it");
            return Err(cannot(cause.to_owned()));
        };
        let mut state = self.shared.state();
        let holder = state
            .sources
            .iter()
            .find(|known| known.holds(&canonical) && (!known.folder || folders::may_be_digest(&name)));
        let (source, name) = match holder {
            Some(holder) => (holder.id, name_below(holder, &canonical)),
            None => {
                *changed = true;
                (push_source(&mut state, path, Some(canonical.clone()), false), name)
            }
        };
        let candidate = Candidate { path: canonical, name, stamp: Stamp { size: 0, modified_ns: 0 } };
        *changed |= check::apply(&mut state, source, &candidate, Ok(examined));
        let day = state.files.get(&candidate.path).and_then(|file| file.day());
        let day = day.map(|day| day.to_string()).unwrap_or_default();
        Ok(AddedSource { source, paper: Some(PaperId(format!("{day}/{}", first.key))) })
    }

    fn save_sources(&self) {
        remember_sources(&mut self.shared.state());
        if let Err(error) = self.shared.save_settings() {
            self.shared.tell(Event::Trouble(Trouble::NotSaved(error.to_string())));
        }
    }

    fn tell_sources(&self) {
        let sources = self.shared.state().sources();
        self.shared.tell(Event::SourcesChanged { sources });
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.shared.state().cancel.set();
        self.shared.send(Task::Stop);
        if let Some(worker) = self.worker.take()
            // Dropped inside an event, on the worker itself: it ends by itself.
            && worker.thread().id() != thread::current().id()
        {
            // A panic of the worker was reported when it happened.
            let _ = worker.join();
        }
    }
}

fn push_source(state: &mut State, path: PathBuf, canonical: Option<PathBuf>, folder: bool) -> SourceId {
    let id = SourceId(state.next_source);
    state.next_source += 1;
    state.sources.push(SourceState { id, path, canonical, folder, missing: false, skipped: Arc::default() });
    id
}

/// The settings' sources.
fn take_sources(state: &mut State) {
    let settings = Arc::clone(&state.settings);
    for source in settings.sources.iter().filter(|source| source.path.is_absolute()) {
        push_source(state, source.path.clone(), None, source.folder);
    }
}

/// The rows of the last time, as far as their sources are still wanted.
fn take_cache(state: &mut State, files: Vec<CachedFile>) {
    let sources: HashMap<PathBuf, SourceId> =
        state.sources.iter().map(|source| (source.path.clone(), source.id)).collect();
    for file in files {
        let Some(&source) = sources.get(&file.source) else { continue };
        let id = state.new_file_id();
        let entry = FileEntry {
            id,
            source: Some(source),
            path: file.path.clone(),
            name: file.name,
            stamp: file.stamp,
            missing: file.missing,
            contents: file.contents,
        };
        state.files.insert(file.path, Arc::new(entry));
    }
}

/// Keeps what is known of sources that stay; keys of other releases survive.
fn remember_sources(state: &mut State) {
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

fn sample_file(sample: Sample) -> (Arc<FileEntry>, Arc<corpus::ReadFile>) {
    let file = corpus::read(&sample.bytes);
    let entry = FileEntry {
        id: FileId(0),
        source: None,
        path: PathBuf::from(&sample.name),
        name: sample.name,
        stamp: Stamp { size: 0, modified_ns: 0 },
        missing: false,
        contents: Arc::new(Contents::of(*blake3::hash(&sample.bytes).as_bytes(), &file)),
    };
    (Arc::new(entry), Arc::new(file))
}
