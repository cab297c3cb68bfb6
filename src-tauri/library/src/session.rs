//! The one owner of mutable state.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};
use std::thread;

use reading::corpus;
use reading::text::ByteSpan;

use crate::answer::{
    Added, Direction, Event, FileId, Filter, OpenPaper, OpenSource, PaperId, Place, Row, RowsPage, Source, SourceId,
    Start, Trouble,
};
use crate::cache::{self, CachedFile};
use crate::catalogue::{FileEntry, parts_of};
use crate::contents::Contents;
use crate::doubts::{self, Settlement};
use crate::drawn;
use crate::error::Error;
use crate::folders::Stamp;
use crate::meter;
use crate::notebook::{PaperEdit, Storage as _};
use crate::notes::{self, Desk, What};
use crate::opening;
use crate::scan::{self, Task};
use crate::search::{self, Indexing, NameCount, NamePage, Query, SearchAnswer, SearchRequest};
use crate::settings;
use crate::sources;
use crate::state::{Documents, Shared, State};
use crate::store::Document;

/// Documents of notes that are read before the first paint where there is no overview of them.
const READ_AT_ONCE: usize = 256;

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
    pub(crate) shared: Arc<Shared>,
    worker: Option<thread::JoinHandle<()>>,
    indexer: Option<thread::JoinHandle<()>>,
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
        let own_folders = [dirs.config.clone(), dirs.cache.clone(), dirs.data.clone()];
        let (send, tasks) = mpsc::channel();
        let documents = Documents { settings: settings_document, marks: marks_document };
        let default_notebook = dirs.data.join("notebook");
        let notebook = state.settings.notebook.clone().unwrap_or_else(|| default_notebook.clone());
        let desk = Desk::new(&notebook, &dirs.cache);
        let is_unlisted = !desk.overview.is_kept();
        let is_small = desk.disk.documents().is_ok_and(|documents| documents.len() <= READ_AT_ONCE);
        let shared = Arc::new(Shared::new(
            documents,
            (desk, default_notebook),
            state,
            cache_path,
            own_folders,
            send,
            Box::new(events),
        ));
        if is_unlisted && is_small {
            // Without an overview nothing is known of what the reader did. Many documents are read in the background.
            drop(notes::check_silently(&shared));
        }
        shared.follower.attach(&shared);
        shared.publish_silently();
        let for_worker = Arc::clone(&shared);
        let worker = thread::Builder::new().name("library".to_owned());
        let worker = worker.spawn(move || scan::run(&for_worker, &tasks));
        if let Err(error) = &worker {
            let words = format!("the library cannot work in the background: {error}; start the program again");
            shared.state().troubles.push(Trouble::NotWatched(words));
        }
        shared.send(Task::MoveMarks);
        if is_unread {
            shared.queue_check();
        }
        let for_indexer = Arc::clone(&shared);
        let indexer = thread::Builder::new().name("search".to_owned());
        // Without it each answer reads all files, and says so.
        let indexer = indexer.spawn(move || for_indexer.search.run(&for_indexer)).ok();
        Self { shared, worker: worker.ok(), indexer }
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
        self.keep_index();
    }

    /// Begins to keep the search index in the background. Before that, each search reads all files. Part of
    /// [`Session::begin`].
    pub fn keep_index(&self) {
        self.shared.search.allow();
    }

    /// Finds passages. Takes some milliseconds with an index; while there is none it reads all files, and gives up with
    /// `None` when another search is asked meanwhile.
    pub fn search(&self, request: &SearchRequest) -> Option<SearchAnswer> {
        self.shared.search.answer(&self.shared, request)
    }

    /// The places of a query in one paper, by the same language: each part wherever it stands. Passages are counted as in
    /// [`reading::anchor::passages`], spans in bytes of their text.
    ///
    /// # Errors
    /// Those of [`Session::paper`].
    pub fn find(&self, id: &PaperId, text: &str) -> Result<Vec<(usize, ByteSpan)>, Error> {
        let open = self.paper(id)?;
        let passages = open.paper().map(reading::anchor::passages).unwrap_or_default();
        let look = |query: &Query| -> Vec<(usize, ByteSpan)> {
            let each = passages.iter().enumerate();
            each.flat_map(|(at, passage)| search::spans(query, passage.text).into_iter().map(move |span| (at, span)))
                .collect()
        };
        let query = Query::parse(text);
        let found = look(&query);
        Ok(if found.is_empty() && query.can_loosen() { look(&query.loosened()) } else { found })
    }

    /// Where a name appears in all papers, and the numbers that claims give for it. Takes some tens of milliseconds.
    pub fn name_page(&self, name: &str) -> NamePage {
        search::name_page(&self.shared.search, &self.shared, name)
    }

    /// In how many papers a name stands; `None` where there is no index to tell it. Takes some milliseconds.
    pub fn name_count(&self, name: &str) -> Option<NameCount> {
        search::name_count(&self.shared.search, &self.shared, name)
    }

    /// Stops indexing. What was read stays, and answers say what they lack, until [`Session::resume_indexing`] or the
    /// next start.
    pub fn pause_indexing(&self) {
        self.shared.search.pause(&self.shared);
    }

    /// Goes on indexing.
    pub fn resume_indexing(&self) {
        self.shared.search.go_on(&self.shared);
    }

    /// How complete the answer of a search would be now.
    pub fn indexing(&self) -> Indexing {
        self.shared.search.indexing(&self.shared)
    }

    /// Whether the index, complete already, is being put together to a smaller and faster one.
    pub fn is_merging_index(&self) -> bool {
        self.shared.search.is_merging()
    }

    /// Adds folders and files. A file is read before the call returns, a folder in the background; a relative path
    /// counts from the working directory. The sources are remembered.
    pub fn add_paths(&self, paths: &[PathBuf]) -> Vec<Added> {
        sources::add(&self.shared, paths)
    }

    /// Forgets a source and its rows. Marks and names of its papers stay. An unknown handle is no error.
    ///
    /// # Errors
    /// [`Error::NotSaved`]; the source is gone until the program ends.
    pub fn remove_source(&self, source: SourceId) -> Result<(), Error> {
        sources::remove(&self.shared, source)
    }

    /// The folders and files of the library.
    pub fn sources(&self) -> Vec<Source> {
        self.shared.state().sources()
    }

    /// The digests of the library that do not prove in which encoding they are, with the most likely one, sorted.
    pub fn guessed_encodings(&self) -> Vec<(PathBuf, String)> {
        let state = self.shared.state();
        let guessed = state.files.values().filter(|file| file.contents.guessed && file.contents.len() > 0);
        let mut all: Vec<_> = guessed.map(|file| (file.path.clone(), file.contents.encoding.to_string())).collect();
        all.sort();
        all
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

    /// Checks all sources in the background, for drives that send no word of changes.
    pub fn refresh(&self) {
        self.shared.queue_check();
    }

    /// The same when the reader comes back to the window. Nothing before [`Session::begin`], which checks them all: a
    /// window that opens has the focus before it has anything to show.
    pub fn refresh_on_focus(&self) {
        if self.shared.watching.load(Ordering::Acquire) {
            self.shared.queue_check();
        }
    }

    /// Returns once the checks that were asked for so far are done: for those who have nothing else to do.
    pub fn wait(&self) {
        let (send, reached) = mpsc::channel();
        self.shared.send(Task::Reached(send));
        // An error means that the background thread is gone, and nothing will be done.
        let _ = reached.recv();
    }

    /// Stops the running scan. What was read stays; [`Session::refresh`] goes on.
    pub fn cancel_scan(&self) {
        self.shared.state().cancel.set();
    }

    /// A slice of the list: at most `count` rows from index `first` on.
    pub fn rows(&self, filter: &Filter, first: u32, count: u32) -> RowsPage {
        let (snapshot, listing, counts) = self.shared.listing(filter);
        RowsPage {
            generation: snapshot.generation,
            first,
            rows: listing.slice(&snapshot.catalogue, &snapshot.reader, first, count),
            total_rows: listing.rows(),
            total_papers: listing.papers(),
            all_papers: snapshot.catalogue.len(),
            unread_papers: counts.unread,
            doubt_papers: counts.doubtful,
            starred_papers: counts.starred,
            noted_papers: counts.noted,
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
    /// [`Error::NotSaved`]: the name is in memory and tried again. [`Error::NotesUnreadable`].
    pub fn set_name(&self, id: &PaperId, name: Option<&str>) -> Result<(), Error> {
        let name = name.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
        self.say(id, What::Name, vec![PaperEdit::Name(name)])
    }

    /// Marks the paper as read or unread. Written within a second, and when the session is dropped.
    pub fn set_read(&self, id: &PaperId, read: bool) {
        self.mark_read(id, Some(What::Read), read);
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

    /// What the reader chose about the look, as it was stored.
    pub fn look(&self) -> serde_json::Value {
        serde_json::Value::Object(self.shared.state().settings.look.clone())
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

    /// What the interface drew last, as it handed it over; only the shell understands it.
    pub fn drawn_page(&self) -> Option<Vec<u8>> {
        drawn::load(&self.shared.cache_path.with_file_name("drawn"))
    }

    /// Keeps what the interface drew for the next start. A failure costs the next start some time and nothing else.
    pub fn keep_drawn_page(&self, page: &[u8]) {
        drawn::keep(&self.shared.cache_path.with_file_name("drawn"), page);
    }

    /// Keeps what the reader found out about a doubt; `None` opens it again. On the disk when it returns `Ok`. Reads the
    /// paper.
    ///
    /// # Errors
    /// [`Error::NotSaved`]: it is in memory and tried again. [`Error::NotesUnreadable`], and those of [`Session::paper`].
    pub fn settle(&self, id: &PaperId, doubt: &str, settlement: Option<Settlement>) -> Result<(), Error> {
        let open = self.paper(id)?;
        let paper = open.paper().ok_or(Error::PaperGone)?;
        let is_settled =
            |key: &String| if key == doubt { settlement.is_some() } else { open.settled.contains_key(key) };
        let cleared = doubts::keys(paper).iter().all(is_settled).then(|| meter::letters(paper));
        let edits = vec![PaperEdit::Settle(doubt.to_owned(), settlement), PaperEdit::Cleared(cleared)];
        self.say(&open.id, What::Settle, edits)
    }

    fn say(&self, id: &PaperId, what: What, edits: Vec<PaperEdit>) -> Result<(), Error> {
        notes::set_paper(&self.shared, id, Some(what), edits, notes::Saving::Now)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.shared.follower.stop();
        self.shared.state().cancel.set();
        self.shared.search.stop();
        self.shared.send(Task::Stop);
        if let Some(indexer) = self.indexer.take()
            && indexer.thread().id() != thread::current().id()
            // The window does not stay open for that.
            && !self.shared.search.is_merging()
        {
            let _ = indexer.join();
        }
        if let Some(worker) = self.worker.take()
            // Dropped inside an event, on the worker itself: it ends by itself.
            && worker.thread().id() != thread::current().id()
        {
            // A panic of the worker was reported when it happened.
            let _ = worker.join();
        }
    }
}

/// The settings' sources.
fn take_sources(state: &mut State) {
    let settings = Arc::clone(&state.settings);
    for source in settings.sources.iter().filter(|source| source.path.is_absolute()) {
        sources::push(state, source.path.clone(), None, source.folder);
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
