//! A reader's folder and the program's own files in a temporary place, and a session over them.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use library::{Dirs, Event, Filter, PaperId, PaperRow, Row, Scan, Session};
use suite::generate::{Form, Issue, Scale};

/// Longer than any of these tests waits on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Desk {
    room: tempfile::TempDir,
    /// The reader's folder.
    pub(crate) folder: PathBuf,
}

pub(crate) struct Open {
    pub(crate) session: Session,
    pub(crate) events: Receiver<Event>,
}

impl Desk {
    pub(crate) fn new() -> Self {
        let room = tempfile::tempdir().unwrap();
        let folder = fs::canonicalize(room.path()).unwrap().join("digests");
        fs::create_dir(&folder).unwrap();
        Self { room, folder }
    }

    /// Beside the reader's folder.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.room.path().join(name)
    }

    pub(crate) fn dirs(&self) -> Dirs {
        Dirs { config: self.beside("config"), cache: self.beside("cache"), data: self.beside("data") }
    }

    pub(crate) fn open(&self) -> Open {
        let (send, events) = channel();
        let session = Session::open(&self.dirs(), None, move |event| drop(send.send(event)));
        Open { session, events }
    }

    /// A session over the folder, read and watched.
    pub(crate) fn open_folder(&self) -> Open {
        let open = self.open();
        open.session.begin();
        let added = open.session.add_paths(std::slice::from_ref(&self.folder));
        assert!(added[0].outcome.is_ok(), "{added:?}");
        open.settle();
        open
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn write_issue(&self, name: &str, day: &str, form: Form) -> Issue {
        let issue = small_issue(day);
        self.write(name, issue.text(form));
        issue
    }
}

impl Open {
    pub(crate) fn papers(&self) -> Vec<PaperRow> {
        self.papers_under(&Filter::default())
    }

    pub(crate) fn papers_under(&self, filter: &Filter) -> Vec<PaperRow> {
        let rows = self.session.rows(filter, 0, u32::MAX).rows;
        rows.into_iter().filter_map(|row| if let Row::Paper(paper) = row { Some(paper) } else { None }).collect()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.papers().into_iter().map(|paper| paper.name).collect()
    }

    /// The first paper, once there is one: on a busy machine a scan begins later than nothing happens for a while.
    pub(crate) fn first(&self) -> PaperId {
        self.wait("a paper is listed", |open| !open.papers().is_empty());
        self.papers().into_iter().next().unwrap().id
    }

    /// Waits until what was seen is so.
    pub(crate) fn wait(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !is_so(self) {
            assert!(
                start.elapsed() < PATIENCE,
                "waited in vain: {what}; rows {:#?}",
                self.session.rows(&Filter::default(), 0, 9)
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until nothing has happened for a while.
    pub(crate) fn settle(&self) {
        while let Ok(event) = self.events.recv_timeout(Duration::from_millis(600)) {
            drop(event);
        }
        self.wait("the scan ends", |open| open.session.rows(&Filter::default(), 0, 0).scan == Scan::Idle);
    }

    /// Waits for an event.
    pub(crate) fn event(&self, what: &str, is_it: impl Fn(&Event) -> bool) -> Event {
        let start = Instant::now();
        loop {
            let left = PATIENCE.saturating_sub(start.elapsed());
            let event = self.events.recv_timeout(left).unwrap_or_else(|_| panic!("waited in vain: {what}"));
            if is_it(&event) {
                return event;
            }
        }
    }
}

/// The small issue of a day: other days have other papers.
pub(crate) fn small_issue(day: &str) -> Issue {
    let seed = day.bytes().fold(0_u64, |seed, byte| seed * 31 + u64::from(byte));
    Issue::new(day, seed, Scale::SMALL)
}

/// Hears of progress and lets it go on.
pub(crate) fn go_on(_done: usize, _total: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// As editors save: written beside, renamed over.
pub(crate) fn save_atomically(path: &Path, text: impl AsRef<[u8]>) {
    let beside = path.with_file_name(".saving.tmp");
    fs::write(&beside, text).unwrap();
    fs::rename(beside, path).unwrap();
}
