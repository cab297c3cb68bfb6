//! The window closes when the interface has kept what is typed, or when it does not answer.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use tauri::{AppHandle, Manager};

use crate::{state::emit, window, wire::Event};

/// So long an interface that does not answer is waited for.
const PATIENCE: Duration = Duration::from_secs(3);

/// Which request to close is the last one, and which one was answered.
#[derive(Default)]
pub(crate) struct Closing {
    asked: AtomicU32,
    answered: AtomicU32,
}

impl Closing {
    fn ask(&self) -> u32 {
        self.asked.fetch_add(1, Ordering::AcqRel) + 1
    }

    fn answer(&self) {
        self.answered.store(self.asked.load(Ordering::Acquire), Ordering::Release);
    }

    fn is_answered(&self, request: u32) -> bool {
        self.answered.load(Ordering::Acquire) >= request
    }
}

/// Asks the interface whether the window may close.
pub(crate) fn request(app: &AppHandle) {
    let request = app.state::<Closing>().ask();
    emit(app, &Event::CloseRequested);
    let app = app.clone();
    thread::spawn(move || {
        thread::sleep(PATIENCE);
        if !app.state::<Closing>().is_answered(request) {
            tracing::warn!("the interface did not answer; the window closes without it");
            window::destroy(&app);
        }
    });
}

/// What the interface said: the window may close, or the reader is asked first.
pub(crate) fn answer(app: &AppHandle, ready: bool) {
    app.state::<Closing>().answer();
    if ready {
        window::destroy(app);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_counts_for_the_requests_before_it_only() {
        let closing = Closing::default();
        let first = closing.ask();
        assert!(!closing.is_answered(first));
        closing.answer();
        assert!(closing.is_answered(first));
        assert!(!closing.is_answered(closing.ask()));
    }
}
