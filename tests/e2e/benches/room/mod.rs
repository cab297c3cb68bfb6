//! A reader's library to measure in.

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use e2e::{Home, Trouble};
use library::{Dirs, Event, Filter, Scan, Session};
use suite::generate::{self, Form, Scale};

/// Names the app's folder inside the reader's folders, as `tauri.conf.json` does.
const IDENTIFIER: &str = "app.kaozheng.reader";

/// Makes the digests, and the library's cache of them as a first run of the app leaves it.
pub(crate) fn fill(home: &Home, days: usize) -> Result<(Session, Receiver<Event>), Trouble> {
    generate::library(&home.digests(), days, Form::Bare, Scale::DAILY)?;
    let own = |name: &str| home.path().join(name).join(IDENTIFIER);
    let (send, events) = channel();
    let dirs = Dirs { config: own("config"), cache: own("cache"), data: own("data") };
    let session = Session::open(&dirs, None, move |event| drop(send.send(event)));
    session.add_paths(&[home.digests()]);
    let is_done = || {
        let is_idle = session.rows(&Filter::default(), 0, 0).scan == Scan::Idle;
        is_idle && session.sources().first().is_some_and(|source| source.files as usize == days)
    };
    while !is_done() {
        if events.recv_timeout(Duration::from_secs(120)).is_err() {
            return Err(Trouble::NotStarted("the library's scan did not end".into()));
        }
    }
    Ok((session, events))
}

/// The value that so many of a hundred do not exceed.
pub(crate) fn share(values: &mut [f64], part: usize) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() * part / 100).copied().unwrap_or(f64::NAN)
}
