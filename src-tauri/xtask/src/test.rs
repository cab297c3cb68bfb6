//! `cargo xtask test`: everything that guards the project, step by step.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::steps::{STEPS, Step};
use crate::{say, tree};

/// Lines of a failed step's log that are shown.
const SHOWN_LOG_LINES: usize = 80;

/// Lines of what failed tests said that are shown after them: the end of a long log seldom has them.
const SHOWN_FAILURE_LINES: usize = 200;

/// Runs all steps, or those that `--only` names, until one fails.
///
/// # Errors
/// Wrong usage, or the step that failed with the command that repeats it.
pub fn test(arguments: &[OsString]) -> Result<(), Failure> {
    let Some(wanted) = chosen(arguments)? else {
        for step in &STEPS {
            say::line(&format!("{:<10} {}", step.name, step.what));
        }
        return Ok(());
    };
    let begun = Instant::now();
    let mut counts = Counts::default();
    for (done, step) in wanted.iter().enumerate() {
        let log = tree::output().join(format!("logs/{}.log", step.name));
        // A log of the last time would be read as one of this time.
        let _ = fs::remove_file(&log);
        say::begin(&format!("{:<10} ", step.name));
        let step_begun = Instant::now();
        let outcome = (step.act)(&log);
        let said = fs::read_to_string(&log).unwrap_or_default();
        let counted = Counts::of(&said);
        counts = counts.and(counted);
        let time = clock(step_begun.elapsed());
        if let Err(failure) = outcome {
            say::line(&format!("FAILED   {time}"));
            say::trouble(last_lines(&said));
            say::trouble(&failures(&said));
            say::trouble(&unended(&said));
            summary(done, 1, wanted.len() - done - 1, counts, begun);
            return Err(broken(step, &failure, &log));
        }
        let tests = if counted.passed > 0 { format!("   {} tests", counted.passed) } else { String::new() };
        say::line(&format!("ok       {time}{tests}"));
    }
    summary(wanted.len(), 0, 0, counts, begun);
    Ok(())
}

/// The steps to run in their own order, or `None` for `--list`.
fn chosen(arguments: &[OsString]) -> Result<Option<Vec<&'static Step>>, Failure> {
    let mut names = Vec::new();
    let mut words = arguments.iter().map(|word| word.to_string_lossy());
    while let Some(word) = words.next() {
        match word.as_ref() {
            "--list" => return Ok(None),
            "--only" => {
                let name = words.next().unwrap_or_default();
                if !STEPS.iter().any(|step| step.name == name) {
                    return Err(Failure::usage(format!(
                        "no step is called '{name}'; `cargo xtask test --list` lists them"
                    )));
                }
                names.push(name);
            }
            _ => return Err(Failure::usage(format!("'{word}' is unknown: cargo xtask test [--only STEP]… [--list]"))),
        }
    }
    Ok(Some(STEPS.iter().filter(|step| names.is_empty() || names.iter().any(|name| *name == step.name)).collect()))
}

fn broken(step: &Step, failure: &Failure, log: &Path) -> Failure {
    let log = log.strip_prefix(tree::root()).unwrap_or(log);
    Failure::new(format!(
        "step '{}' failed; its log is {}\nto repeat:  {failure}\nor:         cargo xtask test --only {}",
        step.name,
        log.display(),
        step.name
    ))
}

fn last_lines(log: &str) -> &str {
    let start = log.trim_end().rmatch_indices('\n').nth(SHOWN_LOG_LINES - 1).map_or(0, |(at, _)| at + 1);
    log.get(start..).unwrap_or_default()
}

/// What Rust's test runner says of each failed test, from wherever in the log it stands.
fn failures(log: &str) -> String {
    let mut is_inside = false;
    let said = log.lines().filter(|line| {
        is_inside = (is_inside || line.starts_with("---- ")) && !line.starts_with("failures:");
        is_inside
    });
    said.take(SHOWN_FAILURE_LINES).flat_map(|line| [line, "\n"]).collect()
}

/// The tests that ran for over a minute and were not told to have ended.
fn unended(log: &str) -> String {
    let slow = log.lines().filter_map(|line| line.strip_prefix("test ")?.split_once(" has been running for over "));
    let has_ended = |name: &str| log.lines().any(|line| line.starts_with(&format!("test {name} ... ")));
    slow.filter(|(name, _)| !has_ended(name)).map(|(name, _)| format!("did not end: {name}\n")).collect()
}

fn summary(passed: usize, failed: usize, not_run: usize, counts: Counts, begun: Instant) {
    let not_run = if not_run > 0 { format!(", {not_run} not run") } else { String::new() };
    say::line(&format!(
        "\nsteps: {passed} passed, {failed} failed{not_run}; tests: {} passed, {} failed; {}",
        counts.passed,
        counts.failed,
        clock(begun.elapsed()).trim_start()
    ));
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:>3}:{:02}", seconds / 60, seconds % 60)
}

/// Single tests, as the runners report them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    passed: u64,
    failed: u64,
}

impl Counts {
    /// Reads the result lines of Rust's test runner and of vitest.
    fn of(log: &str) -> Self {
        let mut counts = Self::default();
        for line in log.lines() {
            let plain = without_colours(line);
            let line = plain.trim();
            let Some(result) = line.strip_prefix("test result:").or_else(|| line.strip_prefix("Tests  ")) else {
                continue;
            };
            let words: Vec<&str> = result.split([' ', ';', '|', '.']).filter(|word| !word.is_empty()).collect();
            for pair in words.windows(2) {
                let [number, what] = pair else { continue };
                match (number.parse::<u64>(), *what) {
                    (Ok(number), "passed") => counts.passed += number,
                    (Ok(number), "failed") => counts.failed += number,
                    _ => {}
                }
            }
        }
        counts
    }

    fn and(self, other: Self) -> Self {
        Self { passed: self.passed + other.passed, failed: self.failed + other.failed }
    }
}

/// The line without the terminal's colour sequences.
fn without_colours(line: &str) -> String {
    let mut pieces = line.split('\u{1b}');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |plain, piece| plain + piece.split_once('m').map_or("", |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_counted_as_their_runners_report_them() {
        let log = "running 3 tests\ntest result: ok. 3 passed; 0 failed; 1 ignored; 0 measured\n\
                   test result: FAILED. 2 passed; 4 failed; 0 ignored\n\
                   \u{1b}[2m      Tests \u{1b}[22m \u{1b}[1m\u{1b}[32m14 passed\u{1b}[39m\u{1b}[22m\u{1b}[90m (14)\u{1b}[39m\n";
        assert_eq!(Counts::of(log), Counts { passed: 19, failed: 4 });
        assert_eq!(Counts::of("12 passed and nothing else"), Counts::default());
    }

    #[test]
    fn only_known_steps_run_and_in_their_own_order() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        let names = |line: &str| {
            chosen(&words(line)).map(|steps| steps.map(|steps| steps.iter().map(|s| s.name).collect::<Vec<_>>()))
        };
        assert_eq!(names("--only clippy --only format"), Ok(Some(vec!["format", "clippy"])));
        assert_eq!(names("--list"), Ok(None));
        assert_eq!(names("--only nothing").map_err(|failure| failure.exit_code()), Err(2));
        assert_eq!(chosen(&[]).map(|steps| steps.map(|steps| steps.len())), Ok(Some(STEPS.len())));
    }

    #[test]
    fn what_failed_tests_say_is_found_anywhere_in_a_log() {
        let log = "test a ... ok\ntest b ... FAILED\n\nfailures:\n\n---- b stdout ----\nit broke\n\n\nfailures:\n    b\n\n\
                   test result: FAILED. 1 passed; 1 failed\ntest c ... ok\n";
        assert_eq!(failures(log), "---- b stdout ----\nit broke\n\n\n");
        assert_eq!(failures("test a ... ok\n"), "");
    }

    #[test]
    fn a_test_that_did_not_end_is_named() {
        let log = "test a has been running for over 60 seconds\ntest b::c has been running for over 60 seconds\n\
                   test a ... ok\ntest b::cd ... ok\n";
        assert_eq!(unended(log), "did not end: b::c\n");
    }

    #[test]
    fn a_long_log_shows_its_end() {
        let log: String = (0..200).map(|n| format!("{n}\n")).collect();
        assert!(last_lines(&log).starts_with("120\n"), "{}", last_lines(&log));
        assert_eq!(last_lines("short\n"), "short\n");
    }
}
