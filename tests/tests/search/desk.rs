//! A library in a temporary folder, with its index.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use library::{Dirs, Event, Indexing, SearchAnswer, SearchRequest, Session};
use serde_json::{Value, json};
use tempfile::TempDir;

/// No machine is so slow; without an end a fault would look like slowness.
const PATIENCE: Duration = Duration::from_secs(300);

pub(crate) struct Desk {
    pub(crate) folder: Place,
    pub(crate) own: Place,
    pub(crate) session: Session,
    events: Receiver<Event>,
}

/// A folder, temporary or not.
pub(crate) enum Place {
    Passing(TempDir),
    Kept(PathBuf),
}

impl Place {
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Passing(folder) => folder.path(),
            Self::Kept(folder) => folder,
        }
    }
}

impl From<TempDir> for Place {
    fn from(folder: TempDir) -> Self {
        Self::Passing(folder)
    }
}

impl Desk {
    /// An empty library. `indexed`: with an index; else all files are read for each answer.
    pub(crate) fn new(indexed: bool) -> Self {
        Self::at(tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), indexed)
    }

    pub(crate) fn at(folder: impl Into<Place>, own: impl Into<Place>, indexed: bool) -> Self {
        let (folder, own) = (folder.into(), own.into());
        let (session, events) = open(own.path());
        session.add_paths(&[folder.path().to_owned()]);
        if indexed {
            session.keep_index();
        }
        Self { folder, own, session, events }
    }

    /// A library that stays where it is.
    pub(crate) fn open_at(folder: &Path, own: &Path) -> Self {
        Self::at(Place::Kept(folder.to_owned()), Place::Kept(own.to_owned()), true)
    }

    /// Until an answer is so.
    pub(crate) fn wait_for(&self, is_so: impl Fn(&SearchAnswer) -> bool) {
        loop {
            let answer = self.ask("in:text");
            if is_so(&answer) {
                return;
            }
            let _ = self.index_changes(&format!("{:?}, {} files read", answer.indexing, answer.read_files));
        }
    }

    /// What the session tells of its index next.
    pub(crate) fn index_changes(&self, so_far: &str) -> Indexing {
        let begun = Instant::now();
        loop {
            let event = self.events.recv_timeout(PATIENCE.saturating_sub(begun.elapsed()));
            match event {
                Ok(Event::IndexChanged(indexing)) => return indexing,
                Ok(_) => {}
                Err(error) => panic!("waited in vain for the index: {error}; so far {so_far}"),
            }
        }
    }

    /// Ends the session and begins another one over the same files.
    pub(crate) fn reopened(self, indexed: bool) -> Self {
        drop(self.session);
        Self::at(self.folder, self.own, indexed)
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path().join(name), text).unwrap();
    }

    /// Until the list is up with the files.
    pub(crate) fn check(&self) {
        self.session.refresh();
        self.session.wait();
    }

    /// Until the index holds all of them, and nothing else.
    pub(crate) fn settle(&self) {
        self.check();
        self.wait_for(|answer| answer.read_files == 0 && answer.indexing == Indexing::Complete);
    }

    pub(crate) fn ask(&self, text: &str) -> SearchAnswer {
        let request = SearchRequest { text: text.to_owned(), ..SearchRequest::default() };
        self.session.search(&request).expect("no other question is asked")
    }

    /// File, paper, passage and whether it stands there as written, sorted.
    pub(crate) fn hits(&self, text: &str) -> Vec<(String, usize, usize, bool)> {
        Self::hits_of(&self.ask(text), text)
    }

    /// The same, of an answer to `text`.
    pub(crate) fn hits_of(answer: &SearchAnswer, text: &str) -> Vec<(String, usize, usize, bool)> {
        let hits = answer.groups.iter().flat_map(|group| {
            let closeness = |hit: &library::Hit| hit.closeness == library::Closeness::Exact;
            group.hits.iter().map(move |hit| (group.file.clone(), group.index, hit.passage, closeness(hit)))
        });
        let mut hits: Vec<_> = hits.collect();
        assert_eq!(hits.len(), answer.total as usize, "{text}");
        assert_eq!(answer.groups.iter().map(|group| group.total).sum::<u32>(), answer.total, "{text}");
        assert_eq!(answer.groups.len(), answer.papers as usize, "{text}");
        hits.sort();
        hits
    }

    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = fs::read_dir(self.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }
}

fn open(own: &Path) -> (Session, Receiver<Event>) {
    let dirs = Dirs { config: own.join("config"), cache: own.join("cache"), data: own.join("data") };
    let (send, events) = channel();
    (Session::open(&dirs, None, move |event| drop(send.send(event))), events)
}

/// A record of one day with one paper, which says `texts` in its sections; the last two are claim and quote.
pub(crate) fn record(day: &str, texts: &[String]) -> String {
    let text = |at: usize| texts.get(at).cloned().unwrap_or_default();
    let positioning = format!("{day} 的论文提出一种记忆层。{}", text(0));
    let paper: Value = json!({"title": format!("Paper of {day}"), "authors": "A", "arxiv_id": "", "topic": "", "signals": {},
        "deep_read": {"positioning": positioning, "background": text(1), "mechanism": text(2), "experiment_summary": text(3),
            "experiments": [{"claim": text(4), "quote": text(5)}], "novelty": "", "soundness": "", "significance": "",
            "limitations": "", "follow_up": ""}});
    json!({"schema_version": 1, "target_date": day, "papers": [paper]}).to_string()
}

/// The same as Markdown, in which signs may mean something else.
pub(crate) fn markdown(day: &str, texts: &[String]) -> String {
    let text = |at: usize| texts.get(at).cloned().unwrap_or_default();
    format!(
        "# {day}\n\n## Paper of {day}\n\n① 一句话定位\n\n{day} 的论文提出一种记忆层。{}\n\n② 背景与动机\n\n{}\n\n③ 方法机制\n\n{}\n\n④ 实验与证据\n\n{}\n\n1. {}\n\n   > {}\n",
        text(0),
        text(1),
        text(2),
        text(3),
        text(4),
        text(5)
    )
}
