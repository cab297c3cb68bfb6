//! The background thread: it checks the sources, follows changes, and writes what can wait.

use std::collections::{HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::answer::{Event, PaperId, SourceId, Trouble};
use crate::check::{self, Newness};
use crate::copies;
use crate::jobs;
use crate::notes::{self, Chores};
use crate::state::{Shared, SourceState};
use crate::watch::{PATIENCE, QUIET, Watch};

/// Marks and places are written this long after the first change.
const SAVE_DELAY: Duration = Duration::from_millis(700);

/// Work for the background thread.
#[derive(Debug)]
pub(crate) enum Task {
    /// Check all sources.
    CheckAll,
    /// Read sources that were just added and announce their newest papers.
    Added(Vec<SourceId>),
    /// A source went: watch what is left.
    Removed,
    /// Something changed at or below these paths; anywhere where there is none.
    Changed(Vec<PathBuf>),
    /// The marks are to be written soon.
    SaveSoon,
    /// What earlier releases kept of papers goes over to the notebook.
    MoveMarks,
    /// Notes changed and are on the disk.
    NotesChanged,
    /// Notes changed and are not all on the disk.
    NotesPending,
    /// The paper may go missing: a copy of its text is wanted, if the reader did anything with it.
    KeepCopy(PaperId),
    /// Say that all before is done.
    Reached(Sender<()>),
    /// End, after writing what is to be written.
    Stop,
}

/// Works until told to stop.
pub(crate) fn run(shared: &Arc<Shared>, tasks: &Receiver<Task>) {
    let mut worker = Worker {
        shared,
        tasks,
        backlog: VecDeque::new(),
        watch: None,
        folders: HashMap::new(),
        noted: HashSet::new(),
        save_at: None,
        chores: Chores::default(),
        told_not_saved: false,
        told_not_watched: false,
    };
    loop {
        match worker.next() {
            Task::CheckAll => {
                shared.check_queued.store(false, Ordering::Release);
                worker.check_notes();
                worker.check_all();
            }
            Task::Added(sources) => worker.check(&sources, &HashSet::new(), Newness::New),
            Task::Removed => worker.watch_folders(),
            Task::Changed(paths) => worker.follow(paths),
            Task::SaveSoon => {
                worker.save_at.get_or_insert(Instant::now() + SAVE_DELAY);
            }
            Task::MoveMarks => worker.move_marks(),
            Task::NotesChanged => worker.notes_changed(false),
            Task::NotesPending => worker.notes_changed(true),
            Task::KeepCopy(paper) => worker.keep_copy(&paper),
            // Whoever asked may have gone.
            Task::Reached(asked) => drop(asked.send(())),
            Task::Stop => {
                worker.save_at = worker.save_at.map(|_| Instant::now());
                worker.save_if_due();
                worker.chores.run(shared, true);
                return;
            }
        }
        worker.save_if_due();
        worker.chores.run(shared, false);
    }
}

struct Worker<'a> {
    shared: &'a Arc<Shared>,
    tasks: &'a Receiver<Task>,
    /// Taken from the channel while waiting for quiet.
    backlog: VecDeque<Task>,
    /// Made at the first need.
    watch: Option<Watch>,
    /// Folders of each source, as the last walk found them.
    folders: HashMap<SourceId, Vec<PathBuf>>,
    /// Folders of notes that are watched.
    noted: HashSet<PathBuf>,
    save_at: Option<Instant>,
    chores: Chores,
    told_not_saved: bool,
    told_not_watched: bool,
}

impl Worker<'_> {
    fn next(&mut self) -> Task {
        loop {
            if let Some(task) = self.backlog.pop_front() {
                return task;
            }
            let due = self.save_at.into_iter().chain(self.chores.due()).min();
            let received = match due {
                Some(at) => self.tasks.recv_timeout(at.saturating_duration_since(Instant::now())),
                None => self.tasks.recv().map_err(RecvTimeoutError::from),
            };
            match received {
                Ok(task) => return task,
                Err(RecvTimeoutError::Timeout) => {
                    self.save_if_due();
                    self.chores.run(self.shared, false);
                }
                Err(RecvTimeoutError::Disconnected) => return Task::Stop,
            }
        }
    }

    /// Waits until the changes pause, then checks the sources that they are in.
    fn follow(&mut self, mut paths: Vec<PathBuf>) {
        let mut anywhere = paths.is_empty();
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            match self.tasks.recv_timeout(QUIET) {
                Ok(Task::Changed(more)) => {
                    anywhere |= more.is_empty();
                    paths.extend(more);
                }
                Ok(task) => self.backlog.push_back(task),
                Err(_) => break,
            }
        }
        if let Some(watch) = &mut self.watch {
            let gone = paths.iter().filter(|path| !path.is_file());
            gone.for_each(|path| watch.distrust(path));
        }
        let (noted, paths): (Vec<PathBuf>, Vec<PathBuf>) =
            paths.into_iter().partition(|path| notes::is_inside(self.shared, path));
        if anywhere {
            self.check_notes();
        } else if !noted.is_empty() {
            notes::follow(self.shared, &noted);
            // A document that is new is to be watched as well.
            self.watch_folders();
        }
        let forced: HashSet<PathBuf> = paths.into_iter().collect();
        let concerned: Vec<SourceId> = {
            let state = self.shared.state();
            let is_concerned = |source: &&SourceState| anywhere || forced.iter().any(|path| source.is_touched_by(path));
            state.sources.iter().filter(is_concerned).map(|source| source.id).collect()
        };
        if !concerned.is_empty() {
            self.check(&concerned, &forced, Newness::Known);
        }
    }

    fn check_notes(&mut self) {
        let shared = self.shared;
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| notes::check(shared))) {
            tracing::error!(panic = %jobs::words_of(&*panic), "a check of the notes failed");
        }
    }

    fn notes_changed(&mut self, pending: bool) {
        self.chores.notes_changed(self.shared, pending);
        let unwatched = std::mem::take(&mut self.shared.notes().unwatched);
        if unwatched {
            self.watch_folders();
        }
    }

    fn move_marks(&mut self) {
        if let Err(error) = notes::migrate(self.shared) {
            self.shared.tell(Event::Trouble(Trouble::NotSaved(error.to_string())));
        }
    }

    fn keep_copy(&self, paper: &PaperId) {
        let snapshot = self.shared.state().snapshot();
        let lead = snapshot.find(paper).and_then(|entry| snapshot.catalogue.lead(entry));
        let Some(held) = lead.filter(|held| snapshot.is_marked(held.facts.key)) else { return };
        if let Err(error) = copies::keep(&self.shared.copies(), held.file) {
            tracing::debug!(%error, "no copy of a digest is kept");
        }
    }

    fn check_all(&mut self) {
        let all: Vec<SourceId> = self.shared.state().sources.iter().map(|source| source.id).collect();
        self.check(&all, &HashSet::new(), Newness::Known);
        self.shared.search.try_again();
    }

    fn check(&mut self, sources: &[SourceId], forced: &HashSet<PathBuf>, newness: Newness) {
        let shared = self.shared;
        let checked = catch_unwind(AssertUnwindSafe(|| check::check(shared, sources, forced, newness)));
        match checked {
            Ok(folders) => self.folders.extend(folders),
            Err(panic) => {
                tracing::error!(panic = %jobs::words_of(&*panic), "a check of the sources failed");
                let event = {
                    let mut state = shared.state();
                    state.scan = crate::answer::Scan::Idle;
                    state.library_changed()
                };
                shared.tell(event);
            }
        }
        self.watch_folders();
    }

    fn watch_folders(&mut self) {
        if !self.shared.watching.load(Ordering::Acquire) {
            return;
        }
        let mut wanted = HashSet::new();
        {
            let state = self.shared.state();
            self.folders.retain(|&id, _| state.source(id).is_some());
            for source in &state.sources {
                let roots = [Some(&source.path), source.canonical.as_ref()];
                let parents = roots.iter().flatten().filter_map(|root| root.parent());
                wanted.extend(parents.map(PathBuf::from));
            }
        }
        let inside: HashSet<PathBuf> = self.folders.values().flatten().cloned().collect();
        wanted.extend(inside.iter().cloned());
        let noted: HashSet<PathBuf> = notes::folders(self.shared).into_iter().collect();
        let new_noted = noted.difference(&self.noted).count();
        wanted.extend(noted.iter().cloned());
        self.noted = noted;
        let mut trouble = None;
        if self.watch.is_none() {
            let tasks = self.shared.tasks.clone();
            let (watch, failed) = Watch::new(move |paths| drop(tasks.send(Task::Changed(paths))));
            self.watch = Some(watch);
            trouble = failed;
        }
        if let Some(watch) = &mut self.watch {
            let (new, failed) = watch.set(&wanted);
            // A parent that cannot be watched is no trouble: its folder tells of nearly all that happens.
            let failed = failed.into_iter().find(|(folder, _)| inside.contains(folder));
            trouble = trouble.or(failed.map(|(folder, cause)| format!("{}: {cause}", folder.display())));
            // What changed between the walk and the watch sent no word.
            if new > new_noted {
                self.shared.queue_check();
            } else if new > 0 {
                self.check_notes();
            }
        }
        if let Some(cause) = trouble
            && !std::mem::replace(&mut self.told_not_watched, true)
        {
            tracing::warn!(%cause, "a folder cannot be watched");
            let words = format!("changes are seen only after a refresh: {cause}");
            self.shared.tell(Event::Trouble(Trouble::NotWatched(words)));
        }
    }

    fn save_if_due(&mut self) {
        if self.save_at.is_none_or(|at| at > Instant::now()) {
            return;
        }
        self.save_at = None;
        match self.shared.save_marks() {
            Ok(()) => self.told_not_saved = false,
            Err(error) => {
                // Tried again at the next mark, and at the end.
                if !std::mem::replace(&mut self.told_not_saved, true) {
                    self.shared.tell(Event::Trouble(Trouble::NotSaved(error.to_string())));
                }
            }
        }
    }
}
