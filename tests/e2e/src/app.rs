//! One run of the app with a display, a session bus and folders of its own: journeys neither see each other's windows
//! nor touch the settings of the person who runs them.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;
use thirtyfour::{Capabilities, WebDriver};
use xtask::display::Display;
use xtask::tree;

use crate::page::{Page, until};
use crate::{Trouble, ports};

/// What outlives a run of the app: the reader's folders. Start again with it to see what was remembered.
#[derive(Debug)]
pub struct Home {
    folder: TempDir,
}

impl Home {
    /// Empty folders.
    ///
    /// # Errors
    /// When they cannot be made.
    pub fn new() -> Result<Self, Trouble> {
        let folder = tempfile::Builder::new().prefix("kaozheng-e2e-").tempdir()?;
        for name in ["config", "data", "cache", "run", "digests"] {
            fs::create_dir(folder.path().join(name))?;
        }
        Ok(Self { folder })
    }

    /// A folder for the digests of a journey.
    pub fn digests(&self) -> PathBuf {
        self.folder.path().join("digests")
    }

    /// The folder that holds all of them.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn put_into(&self, command: &mut Command) {
        for (variable, name) in [
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_DATA_HOME", "data"),
            ("XDG_CACHE_HOME", "cache"),
            ("XDG_RUNTIME_DIR", "run"),
        ] {
            command.env(variable, self.folder.path().join(name));
        }
        // The language of the system decides that of the interface until the reader chooses.
        command.env("HOME", self.folder.path()).env("LANG", "zh_CN.UTF-8").env_remove("LC_ALL").env_remove("LANGUAGE");
    }
}

/// The running app. Ends with everything it started when dropped.
#[derive(Debug)]
pub struct App {
    driver: WebDriver,
    // The order is that of ending: driver and app before bus and display.
    _processes: Group,
    bus: Bus,
    display: Display,
    name: &'static str,
}

#[derive(Debug)]
pub(crate) struct Bus {
    address: String,
    _process: Group,
}

impl Bus {
    pub(crate) fn address(&self) -> &str {
        &self.address
    }
}

impl App {
    /// Opens the app on paths, as the command line does, and waits until it has painted. `name` names its pictures.
    ///
    /// # Errors
    /// What did not start.
    pub async fn open(name: &'static str, home: &Home, paths: &[&Path]) -> Result<Self, Trouble> {
        Self::open_built(name, home, paths, "debug").await
    }

    /// As [`App::open`], the app of another build profile: `debug` or `release`.
    ///
    /// # Errors
    /// What did not start.
    pub async fn open_built(name: &'static str, home: &Home, paths: &[&Path], profile: &str) -> Result<Self, Trouble> {
        let not_started = |what: &str, why: &dyn std::fmt::Display| Trouble::NotStarted(format!("{what}: {why}"));
        let binary = tree::app(profile);
        if !binary.is_file() {
            return Err(not_started("there is no app", &"run `cargo xtask test --only e2e`, which builds it"));
        }
        let display = Display::open().map_err(|failure| not_started("display", &failure))?;
        let bus = session_bus()?;
        let (port, native) = ports::free_pair()?;
        let mut command = Command::new("tauri-driver");
        command.args(["--port", &port.to_string(), "--native-port", &native.to_string()]);
        home.put_into(&mut command);
        command.env("DBUS_SESSION_BUS_ADDRESS", &bus.address).stdin(Stdio::null());
        // The log of the driver and the app is shown by the test runner only through a file.
        let log = tree::output().join(format!("logs/app-{name}.log"));
        fs::create_dir_all(tree::output().join("logs"))?;
        let out = fs::File::create(log)?;
        command.stdout(out.try_clone()?).stderr(out);
        let processes =
            Group::start(display.show(&mut command)).map_err(|error| not_started("tauri-driver", &error))?;
        // The one passes on to the other, and starts it without waiting for it.
        until("both drivers answer", async || Ok(ports::answers(port) && ports::answers(native)), |both| *both).await?;

        let mut wanted = Capabilities::new();
        let arguments: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        wanted.set("tauri:options", json!({ "application": binary, "args": arguments }))?;
        let driver = WebDriver::new(format!("http://127.0.0.1:{port}"), wanted).await?;
        let app = Self { driver, _processes: processes, bus, display, name };
        app.page().opened().await?;
        Ok(app)
    }

    /// What is on the screen.
    pub fn page(&self) -> Page<'_> {
        Page::of(&self.driver)
    }

    /// Keeps a picture of the whole display in `output/screens`.
    ///
    /// # Errors
    /// When it cannot be taken or written.
    pub async fn shot(&self, state: &str) -> Result<(), Trouble> {
        self.page().drawn().await?;
        self.photograph(state)
    }

    fn photograph(&self, state: &str) -> Result<(), Trouble> {
        let file = tree::output().join(format!("screens/{}-{state}.png", self.name));
        self.display.shot(&file).map_err(|failure| Trouble::NotStarted(failure.to_string()))
    }

    /// Starts the app a second time beside this one, and waits until that second start has ended.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn second_start(&self, home: &Home, paths: &[&Path]) -> Result<ExitStatus, Trouble> {
        let mut command = Command::new(tree::app("debug"));
        command.args(paths).env("DBUS_SESSION_BUS_ADDRESS", &self.bus.address);
        home.put_into(&mut command);
        Ok(self.display.show(&mut command).status()?)
    }

    /// Kills the app and its driver where they are, as a crash or a power cut does.
    pub fn kill(self) {
        self._processes.signal("-KILL");
    }

    /// Closes the window as its driver does, so that the app can store what it keeps until the end.
    ///
    /// # Errors
    /// When the driver refuses.
    pub async fn close(self) -> Result<(), Trouble> {
        self.driver.clone().quit().await?;
        Ok(())
    }
}

impl Drop for App {
    fn drop(&mut self) {
        // Whatever a journey ended with, also when it failed, can be looked at.
        let _ = self.photograph("end");
        // Its processes are ended next: a polite end from inside the runtime would wait for an answer that cannot come.
        let _ = self.driver.clone().leak();
    }
}

/// A session bus of its own: the app of another journey must not be taken for a first instance.
pub(crate) fn session_bus() -> Result<Bus, Trouble> {
    let mut command = Command::new("dbus-daemon");
    command
        .args(["--session", "--nofork", "--print-address=1"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .stdout(Stdio::piped());
    let mut process =
        Group::start(&mut command).map_err(|error| Trouble::NotStarted(format!("dbus-daemon: {error}")))?;
    let mut address = String::new();
    if let Some(out) = process.leader.stdout.take() {
        BufReader::new(out).read_line(&mut address)?;
    }
    Ok(Bus { address: address.trim().to_owned(), _process: process })
}

/// A program and everything that it starts.
#[derive(Debug)]
pub(crate) struct Group {
    leader: Child,
}

impl Group {
    pub(crate) fn start(command: &mut Command) -> std::io::Result<Self> {
        Ok(Self { leader: command.process_group(0).spawn()? })
    }

    /// Process id of the leader.
    pub(crate) fn id(&self) -> u32 {
        self.leader.id()
    }

    fn signal(&self, signal: &str) {
        let group = format!("-{}", self.leader.id());
        let _ = Command::new("kill").args([signal, "--", &group]).stderr(Stdio::null()).status();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.signal("-TERM");
        for _ in 0..40 {
            if matches!(self.leader.try_wait(), Ok(Some(_))) {
                break;
            }
            thread::sleep(Duration::from_millis(25));
        }
        self.signal("-KILL");
        let _ = self.leader.wait();
    }
}
