//! Calling other programs, and saying what to repeat when one of them fails.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::tree;

/// A command that takes longer stands still: the longest ones take a third of it on two slow cores.
const LONGEST: Duration = Duration::from_secs(30 * 60);

/// A program with its arguments, called from the project's folder.
pub fn program(name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(tree::root());
    // Cargo sets these for this program; handed on they would make cargo rebuild crates that look at them.
    for variable in ["CARGO_MANIFEST_DIR", "CARGO_MANIFEST_PATH", "CARGO_PKG_NAME", "CARGO_PKG_VERSION"] {
        command.env_remove(variable);
    }
    command
}

/// The command as a person would type it.
pub fn spelled(command: &Command) -> String {
    let mut words: Vec<String> = command
        .get_envs()
        .filter_map(|(name, value)| Some(format!("{}={}", name.to_string_lossy(), quoted(value?))))
        .collect();
    words.push(quoted(command.get_program()));
    words.extend(command.get_args().map(quoted));
    let spelled = words.join(" ");
    match command.get_current_dir().and_then(|folder| folder.strip_prefix(tree::root()).ok()) {
        Some(folder) if folder != Path::new("") => format!("(cd {} && {spelled})", folder.display()),
        _ => spelled,
    }
}

fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into_owned() } else { format!("'{word}'") }
}

/// Runs a command that talks to the person directly.
///
/// # Errors
/// When it cannot be started or does not end with 0; the sentence holds the command to repeat.
pub fn call(command: &mut Command) -> Result<(), Failure> {
    let status = command.status().map_err(|error| not_started(command, &error))?;
    if status.success() { Ok(()) } else { Err(Failure::new(format!("failed: {}", spelled(command)))) }
}

/// Runs a command whose output goes to the end of a log, and tells whether it ended with 0. One that takes longer than half
/// an hour is ended with all that it started, and the log says so.
///
/// # Errors
/// When the log cannot be written or the command cannot be started.
pub fn logged(command: &mut Command, log: &Path) -> Result<bool, Failure> {
    let open = || -> io::Result<(File, File)> {
        if let Some(folder) = log.parent() {
            fs::create_dir_all(folder)?;
        }
        let out = File::options().create(true).append(true).open(log)?;
        Ok((out.try_clone()?, out))
    };
    let no_log = |error| Failure::new(format!("cannot write {}: {error}", log.display()));
    let (out, err) = open().map_err(no_log)?;
    let mut said = out.try_clone().map_err(no_log)?;
    command.stdin(Stdio::null()).stdout(out).stderr(err);
    let mut child = command.spawn().map_err(|error| not_started(command, &error))?;
    let ended = within(&mut child, LONGEST).map_err(|error| not_started(command, &error))?;
    if ended.is_none() {
        // Where it cannot be written, the step still fails.
        let _ = writeln!(said, "\nended: it took longer than {} minutes", LONGEST.as_secs() / 60);
    }
    Ok(ended.unwrap_or(false))
}

/// Whether the child ended with 0; `None` where it did not end in time and was killed, with its descendants.
fn within(child: &mut Child, longest: Duration) -> io::Result<Option<bool>> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status.success()));
        }
        if begun.elapsed() > longest {
            // Those below it first: once it is gone nobody knows whose they were.
            for descendant in descendants(child.id()) {
                let _ = Command::new("kill").args(["-KILL", &descendant.to_string()]).stderr(Stdio::null()).status();
            }
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// All processes that a process started, and that those started.
fn descendants(of: u32) -> Vec<u32> {
    let all = answer("ps", &["-A", "-o", "ppid=", "-o", "pid="]).unwrap_or_default();
    let pairs: Vec<(u32, u32)> = all
        .lines()
        .filter_map(|line| line.trim().split_once(' '))
        .filter_map(|(parent, own)| Some((parent.parse().ok()?, own.trim().parse().ok()?)))
        .collect();
    let mut found = vec![of];
    let mut at = 0;
    while let Some(&parent) = found.get(at) {
        let children = pairs.iter().filter(|(its, own)| *its == parent && !found.contains(own)).map(|(_, own)| *own);
        let children: Vec<u32> = children.collect();
        found.extend(children);
        at += 1;
    }
    found.split_off(1)
}

/// What a command prints on standard output, when it can be started and ends with 0.
pub fn answer(name: &str, arguments: &[&str]) -> Option<String> {
    let output = program(name, arguments).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The folder of `PATH` has a program of this name.
pub fn has_program(name: &str) -> bool {
    std::env::var_os("PATH").is_some_and(|path| {
        std::env::split_paths(&path)
            .any(|folder| folder.join(name).is_file() || folder.join(format!("{name}.exe")).is_file())
    })
}

fn not_started(command: &Command, error: &io::Error) -> Failure {
    Failure::new(format!("cannot start {}: {error}", command.get_program().to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_command_that_stands_still_is_ended_with_all_that_it_started() {
        let mut child = Command::new("sh").args(["-c", "sleep 600 & sleep 600; true"]).spawn().unwrap();
        let started = loop {
            let started = descendants(child.id());
            if started.len() == 2 {
                break started;
            }
        };
        assert_eq!(within(&mut child, Duration::ZERO).unwrap(), None);
        let is_running =
            |id: &u32| answer("ps", &["-o", "stat=", "-p", &id.to_string()]).is_some_and(|stat| !stat.contains('Z'));
        // A signal takes its time.
        let is_over = |_| {
            thread::sleep(Duration::from_millis(10));
            !started.iter().any(is_running)
        };
        assert!((0..1_000).any(is_over), "{started:?}");
        assert_eq!(within(&mut Command::new("true").spawn().unwrap(), LONGEST).unwrap(), Some(true));
        assert_eq!(within(&mut Command::new("false").spawn().unwrap(), LONGEST).unwrap(), Some(false));
    }

    #[test]
    fn a_command_is_spelled_so_that_it_can_be_pasted() {
        let mut command = program("cargo", &["doc", "--no-deps"]);
        command.env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(spelled(&command), "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps");
        let mut command = program("npm", &["ci"]);
        command.current_dir(tree::ui());
        assert_eq!(spelled(&command), "(cd ui && npm ci)");
    }
}
