//! Starts of a desktop program as the benches measure them: time to its first painted page, and memory once it stands.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use xtask::display::Display;

use crate::app::{Bus, Group, Home, session_bus};
use crate::trouble::Trouble;

/// A start that takes longer has failed.
const LIMIT: Duration = Duration::from_secs(60);
/// Between two looks for the file that says that the page is painted; the error of the time.
const LOOK_AGAIN: Duration = Duration::from_millis(1);
/// Memory is read this long after the first page: by then both programs have done what they do when they are opened.
const SETTLED: Duration = Duration::from_millis(1_500);

/// A display and a session bus on which programs are started one after the other.
#[derive(Debug)]
pub struct Stage {
    display: Display,
    bus: Bus,
}

/// What one start cost.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// From the start of the process to the painted page.
    pub painted: Duration,
    /// Proportional set size of the process and all that it started, in kB.
    pub pss_kb: u64,
}

impl Stage {
    /// Opens display and bus.
    ///
    /// # Errors
    /// When one of them does not start.
    pub fn open() -> Result<Self, Trouble> {
        let display = Display::open().map_err(|failure| Trouble::NotStarted(failure.to_string()))?;
        Ok(Self { display, bus: session_bus()? })
    }

    /// Starts a program that makes the file which `KAOZHENG_PAINTED_FILE` names once its first page is painted, measures
    /// it, and ends it.
    ///
    /// # Errors
    /// When it does not start, or paints nothing in time.
    pub fn start(&self, program: &Path, home: &Home) -> Result<Start, Trouble> {
        self.start_and_stay(program, home, SETTLED)
    }

    /// The same, with the program open for as long as `stay` after its first page.
    ///
    /// # Errors
    /// When it does not start, or paints nothing in time.
    pub fn start_and_stay(&self, program: &Path, home: &Home, stay: Duration) -> Result<Start, Trouble> {
        let painted = home.path().join("painted");
        let _ = fs::remove_file(&painted);
        let mut command = Command::new(program);
        home.put_into(&mut command);
        command.env("KAOZHENG_PAINTED_FILE", &painted).env("DBUS_SESSION_BUS_ADDRESS", self.bus.address());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let begun = Instant::now();
        let group = Group::start(self.display.show(&mut command))
            .map_err(|error| Trouble::NotStarted(format!("{}: {error}", program.display())))?;
        while !painted.exists() {
            if begun.elapsed() > LIMIT {
                return Err(Trouble::NeverCame {
                    state: format!("{} has painted", program.display()),
                    seconds: LIMIT.as_secs(),
                    seen: "no page".into(),
                });
            }
            thread::sleep(LOOK_AGAIN);
        }
        let painted = begun.elapsed();
        thread::sleep(stay);
        Ok(Start { painted, pss_kb: pss_of_tree_kb(group.id()) })
    }
}

/// Memory of a process and its descendants; what is shared counts by its part.
fn pss_of_tree_kb(root: u32) -> u64 {
    let parents = parents();
    let descends = |process: &u32| {
        let mut at = *process;
        // The bound is against a table that changed while it was read.
        for _ in 0..64 {
            if at == root {
                return true;
            }
            let Some(parent) = parents.get(&at) else { return false };
            at = *parent;
        }
        false
    };
    parents.keys().filter(|process| descends(process)).map(|process| pss_kb(*process)).sum()
}

fn parents() -> BTreeMap<u32, u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = entries.filter_map(|entry| entry.file_name().to_string_lossy().parse::<u32>().ok());
    processes
        .filter_map(|process| {
            let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
            // The name in parentheses may hold spaces; after it come the state and the parent.
            let parent = stat.rsplit(')').next()?.split_whitespace().nth(1)?.parse().ok()?;
            Some((process, parent))
        })
        .collect()
}

fn pss_kb(process: u32) -> u64 {
    let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap_or_default();
    let line = rollup.lines().find(|line| line.starts_with("Pss:"));
    line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kb| kb.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_process_counts_its_children() {
        let own = pss_of_tree_kb(std::process::id());
        assert!(own > 100, "{own} kB");
        let child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
        let mut child = child.unwrap_or_else(|error| panic!("cat: {error}"));
        assert!(parents().get(&child.id()).is_some_and(|parent| *parent == std::process::id()));
        drop(child.stdin.take());
        let _ = child.wait();
        assert!(!parents().contains_key(&child.id()));
    }
}
