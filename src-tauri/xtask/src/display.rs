//! A display in memory, for a machine without one and for tests that must not see each other's windows.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::failure::Failure;
use crate::process::{self, program};

/// Width and height in pixels, colour depth. No window manager is there to enlarge a window: this is the size at which
/// the app opens, so that a picture of the screen is a picture of the app.
const SCREEN: &str = "1320x860x24";

/// An X server that draws into memory. Ends when dropped.
#[derive(Debug)]
pub struct Display {
    server: Child,
    number: u32,
}

impl Display {
    /// Starts a server on a free display.
    ///
    /// # Errors
    /// When Xvfb is missing or cannot open a display.
    pub fn open() -> Result<Self, Failure> {
        let no = |cause: &str| Failure::new(format!("Xvfb did not open a display: {cause}"));
        // The server chooses a free number itself and prints it once it accepts clients: no race, nothing to poll.
        let mut server = program("Xvfb", &["-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| no(&error.to_string()))?;
        let mut line = String::new();
        if let Some(out) = server.stdout.take() {
            let _ = BufReader::new(out).read_line(&mut line);
        }
        match line.trim().parse() {
            Ok(number) => Ok(Self { server, number }),
            Err(_not_a_number) => {
                let _ = server.kill();
                let _ = server.wait();
                Err(no("it ended before it printed its number"))
            }
        }
    }

    /// As `DISPLAY` wants it.
    pub fn name(&self) -> String {
        format!(":{}", self.number)
    }

    /// Makes a command open its windows here and nowhere else.
    pub fn show<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command
            .env("DISPLAY", self.name())
            .env("GDK_BACKEND", "x11")
            .env_remove("WAYLAND_DISPLAY")
            // There is no accessibility bus on a server; looking for one costs seconds.
            .env("NO_AT_BRIDGE", "1")
            .env("GTK_A11Y", "none")
    }

    /// Writes what the display shows into a PNG file.
    ///
    /// # Errors
    /// When the folder cannot be made or ImageMagick fails.
    pub fn shot(&self, file: &Path) -> Result<(), Failure> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| Failure::new(format!("cannot make {}: {error}", folder.display())))?;
        }
        let mut command = program("import", &["-display", &self.name(), "-window", "root"]);
        process::call(command.arg(file))
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The session has a display to open windows on.
pub fn is_here() -> bool {
    let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(not(target_os = "linux")) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}
