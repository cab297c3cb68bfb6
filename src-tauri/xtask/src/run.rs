//! `cargo xtask run`: from a bare machine to an open book.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use crate::display::{self, Display};
use crate::failure::Failure;
use crate::needs::{self, For};
use crate::process::{self, program};
use crate::{node, say, tree};

/// How long the app may take to its first painted page; a cold start of WebKitGTK on a busy machine takes seconds.
const PAINT_LIMIT: Duration = Duration::from_secs(60);
/// Between two looks for the file that says so.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// What a command line asks for.
#[derive(Debug, PartialEq, Eq)]
struct Wanted {
    profile: Profile,
    paths: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Profile {
    /// Built in less time, slower to use: for work on the app.
    Dev,
    /// For a reader.
    Release,
}

/// Builds the app and opens it; without a display takes a screenshot of it.
///
/// # Errors
/// What is missing, did not build, or did not paint.
pub fn run(arguments: &[OsString]) -> Result<(), Failure> {
    let here = env::current_dir().map_err(|error| Failure::new(format!("cannot tell the current folder: {error}")))?;
    let wanted = read(arguments, &here)?;
    if let Some(missing) = wanted.paths.iter().find(|path| !path.exists()) {
        return Err(Failure::new(format!("there is no {}", missing.display())));
    }
    let with_display = display::is_here();
    needs::ensure(if with_display { &[For::Build] } else { &[For::Build, For::Screen] })?;
    node::build_interface()?;
    let app = build(wanted.profile)?;
    let mut command = Command::new(&app);
    command.args(&wanted.paths);
    if with_display { process::call(&mut command) } else { photograph(&mut command) }
}

fn read(arguments: &[OsString], here: &Path) -> Result<Wanted, Failure> {
    let mut wanted = Wanted { profile: Profile::Release, paths: Vec::new() };
    for word in arguments {
        match word.to_str() {
            Some("--dev") => wanted.profile = Profile::Dev,
            Some(flag) if flag.starts_with("--") => {
                return Err(Failure::usage(format!("'{flag}' is unknown: cargo xtask run [--dev] [PATH…]")));
            }
            _ => wanted.paths.push(here.join(word)),
        }
    }
    Ok(wanted)
}

fn build(profile: Profile) -> Result<PathBuf, Failure> {
    let mut command = program("cargo", &["build", "--locked"]);
    let folder = match profile {
        Profile::Dev => {
            // As the tests build it: with other features the whole of Tauri would be compiled once more for them.
            command.args(["--workspace", "--bins", "--examples"]);
            "debug"
        }
        Profile::Release => {
            // Of the whole workspace, so that benches and packages find it built: alone it would have fewer features.
            command.args(["--release", "--workspace", "--bin", "kaozheng"]);
            "release"
        }
    };
    process::call(&mut command)?;
    Ok(tree::app(folder))
}

/// Opens the app on a display in memory, waits for its first painted page, and keeps a picture of it.
fn photograph(command: &mut Command) -> Result<(), Failure> {
    let display = Display::open()?;
    let picture = tree::output().join("reading.png");
    let painted = tree::output().join("painted");
    fs::create_dir_all(tree::output())
        .map_err(|error| Failure::new(format!("cannot make {}: {error}", tree::output().display())))?;
    let _ = fs::remove_file(&painted);
    let app = display
        .show(command)
        .env("KAOZHENG_PAINTED_FILE", &painted)
        .spawn()
        .map_err(|error| Failure::new(format!("the app did not start: {error}")))?;
    let mut app = Ending(app);
    let begun = Instant::now();
    while !painted.exists() {
        if let Ok(Some(status)) = app.0.try_wait() {
            return Err(Failure::new(format!(
                "the app ended before it showed a page ({status}); its own words are above"
            )));
        }
        if begun.elapsed() > PAINT_LIMIT {
            let _ = display.shot(&picture);
            return Err(Failure::new(format!(
                "the app painted no page within {} seconds; what it shows instead: {}",
                PAINT_LIMIT.as_secs(),
                picture.display()
            )));
        }
        thread::sleep(LOOK_AGAIN);
    }
    display.shot(&picture)?;
    let _ = fs::remove_file(&painted);
    say::line(&format!(
        "no display here: the app opened on one in memory and painted after {:.1} s\nscreenshot: {}",
        begun.elapsed().as_secs_f32(),
        picture.display()
    ));
    Ok(())
}

/// A program that does not outlive the command.
struct Ending(Child);

impl Drop for Ending {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_path_is_taken_from_where_the_person_stands() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        let here = Path::new("/digests");
        let expected = Wanted { profile: Profile::Dev, paths: vec!["/digests/may".into(), "/other/june.txt".into()] };
        assert_eq!(read(&words("may --dev /other/june.txt"), here), Ok(expected));
        assert_eq!(read(&words("--fast"), here).map_err(|failure| failure.exit_code()), Err(2));
    }
}
