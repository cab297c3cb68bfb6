//! Work in the background: cancelling, telling of progress, many files at once, panics kept in their place.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// A request to stop, shared between who asks and who works.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Work that begins from now on is not stopped.
    pub(crate) fn take_back(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Hears how much of a job is done, and of how much, before each step; a break ends the job there.
pub type Progress<'p> = &'p mut dyn FnMut(usize, usize) -> ControlFlow<()>;

/// Lets something happen at most once in a while.
#[derive(Debug)]
pub(crate) struct Throttle {
    every: Duration,
    last: Instant,
}

impl Throttle {
    /// The first time is `every` after `now`: work that is done sooner needs no progress.
    pub(crate) fn new(every: Duration, now: Instant) -> Self {
        Self { every, last: now }
    }

    pub(crate) fn is_due(&mut self, now: Instant) -> bool {
        let due = now.duration_since(self.last) >= self.every;
        if due {
            self.last = now;
        }
        due
    }
}

/// Work ended by a fault of the program, with its words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[error("a fault of the program: {0}")]
pub(crate) struct Panicked(String);

/// Applies `work` to every item on all processors and hands each result to `take` on this thread, in the order in
/// which they come to be. A panic inside `work` becomes the `Err` of that item. Cancelling leaves the rest undone.
pub(crate) fn on_all_processors<I: Sync, T: Send>(
    items: &[I],
    cancel: &Cancel,
    work: impl Fn(&I) -> T + Sync,
    mut take: impl FnMut(&I, Result<T, Panicked>),
) {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(items.len());
    let next = AtomicUsize::new(0);
    // Bounded, so that results do not pile up in memory while `take` is busy.
    let (send, results) = mpsc::sync_channel(4 * threads.max(1));
    thread::scope(|scope| {
        for _ in 0..threads {
            let (send, next, work) = (send.clone(), &next, &work);
            scope.spawn(move || {
                while !cancel.is_set() {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { break };
                    let result =
                        catch_unwind(AssertUnwindSafe(|| work(item))).map_err(|panic| Panicked(words_of(&*panic)));
                    if send.send((at, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        for (at, result) in results {
            if let Some(item) = items.get(at) {
                take(item, result);
            }
        }
    });
}

/// What a panic said.
pub(crate) fn words_of(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
    words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown panic".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_spoils_only_its_own_item() {
        let mut results = Vec::new();
        let work = |item: &u32| if *item == 3 { panic!("three") } else { item * 2 };
        on_all_processors(&[1, 2, 3, 4], &Cancel::default(), work, |item, result| results.push((*item, result)));
        results.sort();
        assert_eq!(results, [(1, Ok(2)), (2, Ok(4)), (3, Err(Panicked("three".to_owned()))), (4, Ok(8))]);
    }

    #[test]
    fn cancelling_leaves_the_rest_undone() {
        let (cancel, mut done) = (Cancel::default(), 0);
        let items: Vec<u32> = (0..10_000).collect();
        on_all_processors(
            &items,
            &cancel,
            |item| *item,
            |_, _| {
                done += 1;
                cancel.set();
            },
        );
        assert!((1..1_000).contains(&done), "{done}");
    }

    #[test]
    fn progress_is_told_once_in_a_while_and_not_at_once() {
        let start = Instant::now();
        let mut throttle = Throttle::new(Duration::from_millis(100), start);
        let due = [0, 50, 100, 150, 199, 200].map(|ms| throttle.is_due(start + Duration::from_millis(ms)));
        assert_eq!(due, [false, false, true, false, false, true]);
    }
}
