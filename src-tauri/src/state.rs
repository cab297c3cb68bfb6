//! The shell's one piece of state: the session, opened beside the start of the webview, and what came with the start.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    thread,
};

use library::{Dirs, PaperId, Sample, Session};
use tauri::{AppHandle, Emitter, Manager};

use crate::{drawn, view, wire};

/// Event name of the one channel to the interface.
const CHANNEL: &str = "kaozheng";
const SAMPLE: &[u8] = include_bytes!("../sample/2026-11-02.json");

/// Managed by Tauri. Commands wait for the session, which takes a few milliseconds at most.
#[derive(Default)]
pub(crate) struct Shell(OnceLock<Opened>);

struct Opened {
    session: Arc<Session>,
    /// The answer to the interface's first question, made while the webview starts; what was named on the command line
    /// is read meanwhile, and then it is made when it is asked for.
    start: Mutex<Option<wire::Start>>,
    /// The paper of a file that was named on the command line.
    first: Option<PaperId>,
    notices: Vec<wire::Notice>,
    /// What was drawn last, where the answer is the same as then.
    drawn: Option<wire::DrawnPage>,
}

impl Shell {
    /// The session; waits until it is open.
    pub(crate) fn session(&self) -> Arc<Session> {
        Arc::clone(&self.0.wait().session)
    }

    /// The answer to the interface's first question.
    pub(crate) fn start(&self) -> wire::Start {
        let opened = self.0.wait();
        let made = opened.start.lock().unwrap_or_else(PoisonError::into_inner).take();
        made.unwrap_or_else(|| first_answer(&opened.session, opened.first.as_ref(), opened.notices.clone()))
    }

    /// The interface's document with what was drawn last in it; `None` where that would show something else.
    pub(crate) fn drawn(&self, document: &str) -> Option<String> {
        drawn::put_into(document, self.0.wait().drawn.as_ref()?)
    }
}

/// Opens the session in the background, so that it and the webview start side by side.
pub(crate) fn open(app: AppHandle, dirs: Dirs, paths: Vec<PathBuf>) {
    thread::spawn(move || {
        let sample = Sample { name: "2026-11-02.json".to_owned(), bytes: SAMPLE.to_vec() };
        let handle = app.clone();
        let tell = move |event| emit(&handle, &view::event(event));
        let session = Session::open(&dirs, Some(sample), tell);
        let (first, mut notices) = add(&session, &paths);
        notices.extend(crate::renderer::changed().map(|variable| wire::Notice::SafeRenderer { variable }));
        let start = paths.is_empty().then(|| first_answer(&session, None, notices.clone()));
        let drawn = start.as_ref().and_then(|start| drawn::matching(&session.drawn_page()?, start));
        let opened = Opened { session: Arc::new(session), start: Mutex::new(start), first, notices, drawn };
        if app.state::<Shell>().0.set(opened).is_err() {
            tracing::error!("the session was opened twice");
        }
    });
}

/// Everything for the interface's first paint. `first` is the paper of a file that was named on the command line.
pub(crate) fn first_answer(session: &Session, first: Option<&PaperId>, mut notices: Vec<wire::Notice>) -> wire::Start {
    let start = session.start();
    let asked = first.and_then(|id| session.paper(id).ok());
    notices.extend(start.troubles.into_iter().map(view::notice));
    wire::Start {
        settings: view::settings_of(start.look),
        sources: view::sources(start.sources),
        paper: asked.or(start.paper).and_then(|open| view::paper(&open)),
        rows: view::rows(start.rows),
        sample: start.sample,
        notices,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        system_chinese: system_chinese(|name| std::env::var(name).ok()),
    }
}

/// Whether the interface speaks Chinese.
pub(crate) fn is_chinese(session: &Session) -> bool {
    match view::settings_of(session.look()).language {
        wire::Language::Zh => true,
        wire::Language::En => false,
        wire::Language::System => system_chinese(|name| std::env::var(name).ok()),
    }
}

/// Adds paths from outside (a second start, a drop, a dialog) in the background and shows what they hold.
pub(crate) fn add_in_background(app: &AppHandle, paths: Vec<PathBuf>) {
    let app = app.clone();
    thread::spawn(move || {
        let (first, notices) = add(&app.state::<Shell>().session(), &paths);
        for notice in notices {
            emit(&app, &wire::Event::Noticed { notice });
        }
        if let Some(PaperId(id)) = first {
            emit(&app, &wire::Event::OpenRequested { id });
        }
    });
}

/// Sends an event to the interface. A window that is closing takes none, which is no error.
pub(crate) fn emit(app: &AppHandle, event: &wire::Event) {
    if let Err(error) = app.emit(CHANNEL, event) {
        tracing::debug!(%error, "an event was not taken");
    }
}

/// The first paper of the files, and a notice for each path that cannot be opened.
fn add(session: &Session, paths: &[PathBuf]) -> (Option<PaperId>, Vec<wire::Notice>) {
    let (mut first, mut notices) = (None, Vec::new());
    for added in session.add_paths(paths) {
        match added.outcome {
            Ok(source) => first = first.or(source.paper),
            Err(library::Error::NotADigest { name, cause: message }) => {
                notices.push(wire::Notice::NotADigest { name, message });
            }
            Err(library::Error::CannotOpen { name, cause: message }) => {
                notices.push(wire::Notice::CannotOpen { name, message });
            }
            Err(error) => notices.push(wire::Notice::CannotOpen { name: added.name, message: error.to_string() }),
        }
    }
    (first, notices)
}

/// Whether the environment asks for Chinese, in the order in which POSIX gives the variables weight.
fn system_chinese(variable: impl Fn(&str) -> Option<String>) -> bool {
    let asked = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"];
    let first = asked.iter().filter_map(|name| variable(name)).find(|value| !value.is_empty());
    first.is_some_and(|value| value.to_ascii_lowercase().starts_with("zh"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weightiest_variable_that_is_set_decides_the_language() {
        let with = |set: &'static [(&str, &str)]| {
            system_chinese(move |name| {
                set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(with(&[("LANG", "zh_CN.UTF-8")]));
        assert!(!with(&[("LANG", "zh_CN.UTF-8"), ("LC_ALL", "C")]));
        assert!(with(&[("LANG", "en_US.UTF-8"), ("LANGUAGE", "zh_CN:en")]));
        assert!(!with(&[]));
    }
}
