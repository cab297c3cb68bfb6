//! What a check of the sources tells while it reads: how far it is, the rows so far, the first paper to show.

use std::time::{Duration, Instant};

use crate::answer::{Event, Scan, SourceId};
use crate::check::save_cache;
use crate::jobs::Throttle;
use crate::state::Shared;

/// Progress is told at most this often.
const PROGRESS: Duration = Duration::from_millis(100);
/// A growing list is published at most this often, and never takes more than a tenth of the time.
const PUBLISH: Duration = Duration::from_millis(300);
/// A long scan is worth keeping from time to time.
const SAVE_CACHE: Duration = Duration::from_secs(5);

/// Of one check.
pub(crate) struct Progress {
    done: usize,
    total: usize,
    tell: Throttle,
    publish: Throttle,
    save: Throttle,
    was_told: bool,
    /// Sources whose newest paper has not been announced yet.
    to_announce: Vec<SourceId>,
}

impl Progress {
    /// At the beginning of a check that reads `total` files.
    pub(crate) fn new(shared: &Shared, total: usize, to_announce: Vec<SourceId>) -> Self {
        let now = Instant::now();
        let mut progress = Self {
            done: 0,
            total,
            tell: Throttle::new(PROGRESS, now),
            publish: Throttle::new(PUBLISH, now),
            save: Throttle::new(SAVE_CACHE, now),
            was_told: false,
            to_announce,
        };
        // A few files are read before progress could be seen.
        if total > 50 {
            progress.tell(shared);
        }
        progress
    }

    /// One more file is done.
    pub(crate) fn step(&mut self, shared: &Shared) {
        self.done += 1;
        let now = Instant::now();
        if self.publish.is_due(now) {
            self.set_scan(shared);
            shared.publish();
            self.announce(shared);
            let cost = now.elapsed();
            self.publish = Throttle::new(PUBLISH.max(cost * 10), Instant::now());
            if self.save.is_due(now) {
                save_cache(shared);
            }
        } else if self.tell.is_due(now) {
            self.tell(shared);
        }
    }

    /// Announces the newest paper of the sources that wait for it, if the list has one.
    pub(crate) fn announce(&mut self, shared: &Shared) {
        let newest = {
            let state = shared.state();
            let first = self.to_announce.iter().filter_map(|&source| state.catalogue.first_of(source)).min();
            first.map(|entry| state.catalogue.id(entry))
        };
        if let Some(id) = newest {
            self.to_announce.clear();
            shared.tell(Event::OpenRequested { id });
        }
    }

    /// Whether anything but [`Scan::Idle`] was to be seen.
    pub(crate) fn was_told(&self) -> bool {
        self.was_told
    }

    fn tell(&mut self, shared: &Shared) {
        self.set_scan(shared);
        let event = shared.state().library_changed();
        shared.tell(event);
    }

    fn set_scan(&mut self, shared: &Shared) {
        self.was_told = true;
        shared.state().scan = Scan::Running { done: count(self.done), total: count(self.total) };
    }

    /// All files are done, or the rest was cancelled.
    pub(crate) fn finish(&mut self, shared: &Shared, cancelled: bool) {
        let mut state = shared.state();
        let was_running = state.scan != Scan::Idle;
        state.scan = if cancelled && self.done < self.total {
            Scan::Cancelled { done: count(self.done), total: count(self.total) }
        } else {
            Scan::Idle
        };
        self.was_told |= was_running || state.scan != Scan::Idle;
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
