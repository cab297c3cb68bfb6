//! Calling other programs, and saying what to repeat when one of them fails.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::tree;

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

/// Runs a command whose output goes to the end of a log, and tells whether it ended with 0.
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
    let (out, err) = open().map_err(|error| Failure::new(format!("cannot write {}: {error}", log.display())))?;
    command.stdin(Stdio::null()).stdout(out).stderr(err);
    Ok(command.status().map_err(|error| not_started(command, &error))?.success())
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
