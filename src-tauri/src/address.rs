//! `kaozheng://` addresses from outside: on the command line of a first or a second start, or from the system.
//!
//! Whatever is not exactly an address of ours does nothing. One whose place is gone is said to be.

use std::path::PathBuf;
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use library::{PaperId, Session};
use reading::export::Link;
use tauri::{AppHandle, Manager};

use crate::{
    state::{Shell, emit},
    window,
    wire::{Event, LinkTarget, Notice},
};

/// Addresses that were opened before the interface listened wait here. Managed by Tauri.
#[derive(Default)]
pub(crate) struct Outside {
    /// The interface listens.
    shown: AtomicBool,
    waiting: Mutex<Option<Link>>,
}

impl Outside {
    /// Follows the link now, or as soon as the interface listens.
    pub(crate) fn follow_when_shown(&self, app: &AppHandle, link: Link) {
        if self.shown.load(Ordering::Acquire) {
            follow(app, link);
        } else {
            *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = Some(link);
        }
    }

    /// The interface listens from now on.
    pub(crate) fn is_shown(&self, app: &AppHandle) {
        self.shown.store(true, Ordering::Release);
        if let Some(link) = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).take() {
            follow(app, link);
        }
    }
}

/// Parts arguments into paths and addresses. What has our scheme is never taken for a path.
pub(crate) fn parted(arguments: impl IntoIterator<Item = PathBuf>) -> (Vec<PathBuf>, Option<Link>) {
    let (mut paths, mut link) = (Vec::new(), None);
    for argument in arguments {
        match argument.to_str().filter(|text| is_ours(text)) {
            Some(text) => link = link.or_else(|| Link::parse(text)),
            None => paths.push(argument),
        }
    }
    (paths, link)
}

fn is_ours(text: &str) -> bool {
    const SCHEME: &str = "kaozheng:";
    text.get(..SCHEME.len()).is_some_and(|head| head.eq_ignore_ascii_case(SCHEME))
}

/// Where a link leads in this library: the paper, and whether its note is still there.
pub(crate) fn find(session: &Session, link: &Link) -> (Option<PaperId>, Option<LinkTarget>) {
    let Some(paper) = session.paper_by_key(link.paper()) else { return (None, None) };
    let target = match link {
        Link::Paper(_) => Some(LinkTarget::Paper),
        Link::Finding(_, number) => {
            let open = session.paper(&paper).ok();
            let has = open
                .as_ref()
                .and_then(|open| open.paper())
                .is_some_and(|paper| paper.findings().any(|finding| finding.number == *number));
            has.then_some(LinkTarget::Finding { number: *number })
        }
        Link::Note(_, id) => {
            let notes = session.notes(&paper).ok();
            let has = notes.is_some_and(|notes| {
                let on_paper = notes.paper_note.iter().map(|note| &note.id);
                on_paper.chain(notes.annotations.iter().map(|placed| &placed.annotation.id)).any(|own| own == id)
            });
            has.then(|| LinkTarget::Note { id: id.clone() })
        }
    };
    (Some(paper), target)
}

/// Follows a link in the running program.
pub(crate) fn follow(app: &AppHandle, link: Link) {
    let app = app.clone();
    std::thread::spawn(move || {
        window::to_front(&app);
        say(&app, &link);
    });
}

/// Tells the interface where the link leads, or that its place is gone.
pub(crate) fn say(app: &AppHandle, link: &Link) {
    let (paper, target) = find(&app.state::<Shell>().session(), link);
    let gone = match (&paper, &target) {
        (None, _) => Some("paper"),
        (_, None) if matches!(link, Link::Note(..)) => Some("note"),
        (_, None) => Some("finding"),
        _ => None,
    };
    if let Some(PaperId(paper)) = paper {
        emit(app, &Event::LinkFollowed { paper, target: target.unwrap_or(LinkTarget::Paper) });
    }
    if let Some(what) = gone {
        emit(app, &Event::Noticed { notice: Notice::LinkGone { what: what.to_owned() } });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_no_paths_and_hostile_ones_do_nothing() {
        let key = "0123456789abcdef0123456789abcdef";
        let check = |arguments: &[&str], paths: &[&str], link: Option<&str>| {
            let (found, read) = parted(arguments.iter().map(PathBuf::from));
            assert_eq!(found, paths.iter().map(PathBuf::from).collect::<Vec<_>>());
            assert_eq!(read.map(|link| link.to_string()), link.map(str::to_owned));
        };
        let paper = format!("kaozheng://paper/{key}");
        check(&["a.txt", &paper], &["a.txt"], Some(&paper));
        check(&["kaozheng://paper/../../etc/passwd"], &[], None);
        check(&["KAOZHENG:-rf", "kaozheng:a.txt"], &[], None);
        check(&["kaozheng"], &["kaozheng"], None);
    }
}
