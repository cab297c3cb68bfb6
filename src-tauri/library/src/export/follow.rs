//! Files that follow the notes: a while after the last change the papers that changed are exported.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use reading::export::Filter;

use super::run::Mode;
use super::session::{Request, Scope, export};
use crate::answer::{Event, PaperId, Trouble};
use crate::state::Shared;

/// So long nothing must change before files are written.
const QUIET: Duration = Duration::from_millis(1_500);
/// Whoever writes on and on is not waited for longer.
const AT_MOST: Duration = Duration::from_secs(10);

/// Hears of changed notes. Costs nothing while files do not follow.
#[derive(Default)]
pub(crate) struct Follower {
    shared: OnceLock<Weak<Shared>>,
    following: Mutex<Option<Following>>,
}

#[derive(Debug)]
struct Following {
    changed: Sender<PaperId>,
    thread: thread::JoinHandle<()>,
}

impl Follower {
    /// To be called once, with what the follower is a part of.
    pub(crate) fn attach(&self, shared: &Arc<Shared>) {
        // A second call changes nothing.
        let _ = self.shared.set(Arc::downgrade(shared));
    }

    /// Notes of the paper changed. The first time, a thread is begun, which keeps no session alive.
    pub(crate) fn changed(&self, paper: &PaperId) {
        let Some(shared) = self.shared.get().cloned() else { return };
        let mut following = self.following.lock().unwrap_or_else(PoisonError::into_inner);
        if following.is_none() {
            let (changed, papers) = channel();
            let thread = thread::Builder::new().name("export".to_owned()).spawn(move || follow(&shared, &papers));
            match thread {
                Ok(thread) => *following = Some(Following { changed, thread }),
                Err(error) => tracing::warn!(%error, "exported files cannot follow the notes"),
            }
        }
        if let Some(following) = following.as_ref() {
            let _ = following.changed.send(paper.clone());
        }
    }

    /// Writes what is waiting, and ends.
    pub(crate) fn stop(&self) {
        let following = self.following.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(Following { changed, thread }) = following {
            drop(changed);
            if thread.thread().id() != thread::current().id() {
                // A panic was reported when it happened.
                let _ = thread.join();
            }
        }
    }
}

fn follow(shared: &Weak<Shared>, papers: &Receiver<PaperId>) {
    while let Ok(first) = papers.recv() {
        let mut changed = BTreeSet::from([first]);
        let begun = Instant::now();
        let ended = loop {
            match papers.recv_timeout(QUIET) {
                Ok(paper) => {
                    changed.insert(paper);
                    if begun.elapsed() > AT_MOST {
                        break false;
                    }
                }
                Err(RecvTimeoutError::Timeout) => break false,
                Err(RecvTimeoutError::Disconnected) => break true,
            }
        };
        let Some(shared) = shared.upgrade() else { return };
        write(&shared, changed);
        if ended {
            return;
        }
    }
}

fn write(shared: &Shared, changed: BTreeSet<PaperId>) {
    let choice = shared.state().settings.export.clone().unwrap_or_default();
    if !choice.follow {
        return;
    }
    // A disk that is away comes back: a new folder in its place would hide what is on it.
    if let Some(folder) = choice.folder.as_ref().filter(|folder| !folder.is_dir()) {
        let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy();
        let sentence = format!("{name}, the folder that follows the notes, is not there; export again when it is");
        shared.tell(Event::Trouble(Trouble::NotExported(sentence)));
        return;
    }
    let request = Request {
        scope: &Scope::Papers(changed.into_iter().collect()),
        filter: &Filter::default(),
        choice: &choice,
        single: None,
        mode: Mode::Write,
    };
    let troubles = match export(shared, &request, |_, _| ControlFlow::Continue(())) {
        Ok(report) => {
            let failed =
                report.files.iter().filter_map(|file| Some(format!("{}: {}", file.path, file.outcome.cause()?)));
            failed.chain(report.troubles.iter().cloned()).collect()
        }
        Err(error) => vec![error.to_string()],
    };
    for trouble in troubles {
        shared.tell(Event::Trouble(Trouble::NotExported(trouble)));
    }
}
