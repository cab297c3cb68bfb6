//! Node.js and the packages of the interface.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::process::{self, program};
use crate::{say, tree};

/// The oldest release that the interface's build tools run on.
const OLDEST: (u32, u32) = (20, 19);

/// npm with arguments, called in the interface's folder.
pub fn npm(arguments: &[&str]) -> Command {
    let mut command = program(if cfg!(windows) { "npm.cmd" } else { "npm" }, arguments);
    command.current_dir(tree::ui());
    command
}

/// Node.js is there and new enough, and so is npm.
///
/// # Errors
/// One sentence that says what to install.
pub fn ensure() -> Result<(), Failure> {
    judge(process::answer("node", &["--version"]).as_deref())?;
    if process::has_program("npm") || process::has_program("npm.cmd") {
        return Ok(());
    }
    Err(Failure::new("Node.js is here without npm: install npm (Debian: apt-get install npm), then repeat"))
}

/// `version` as `node --version` prints it.
fn judge(version: Option<&str>) -> Result<(), Failure> {
    let (major, minor) = OLDEST;
    let way_out =
        format!("install Node.js {major}.{minor} or newer from https://nodejs.org (or `nvm install 22`), then repeat");
    let Some(version) = version else {
        return Err(Failure::new(format!("Node.js is missing: {way_out}")));
    };
    let mut numbers = version.trim_start_matches('v').split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found >= OLDEST { Ok(()) } else { Err(Failure::new(format!("Node.js {version} is too old: {way_out}"))) }
}

/// Installs the packages of the interface when its lock file is not the one that was installed last. Says whether it
/// had to.
///
/// # Errors
/// One sentence with the cause: no network, or what npm said.
pub fn install() -> Result<bool, Failure> {
    let lock = tree::ui().join("package-lock.json");
    let wanted = fs::read(&lock).map_err(|error| Failure::new(format!("cannot read {}: {error}", lock.display())))?;
    // Inside node_modules: whoever deletes that folder deletes the stamp with it.
    let stamp = tree::ui().join("node_modules/.installed-package-lock.json");
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(false);
    }
    let log = tree::output().join("logs/npm-ci.log");
    let _ = fs::remove_file(&log);
    if !process::logged(&mut npm(&["ci", "--no-audit", "--no-fund"]), &log)? {
        return Err(why_not_installed(&log));
    }
    fs::write(&stamp, wanted).map_err(|error| Failure::new(format!("cannot write {}: {error}", stamp.display())))?;
    Ok(true)
}

fn why_not_installed(log: &Path) -> Failure {
    let said = fs::read_to_string(log).unwrap_or_default();
    if ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ETIMEDOUT", "ENETUNREACH", "ECONNRESET"]
        .iter()
        .any(|code| said.contains(code))
    {
        return Failure::new(
            "the packages of the interface could not be downloaded: connect to the network (or set npm's proxy: \
             npm config set https-proxy ADDRESS), then repeat",
        );
    }
    say::trouble(&said);
    Failure::new("npm ci failed, as above; to repeat it: (cd ui && npm ci)")
}

/// Installs packages when needed and builds the interface into `ui/dist`, where the app takes it from.
///
/// # Errors
/// As [`ensure`] and [`install`], and when the build fails.
pub fn build_interface() -> Result<(), Failure> {
    ensure()?;
    install()?;
    process::call(&mut npm(&["run", "--silent", "build"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(version: Option<&str>, expected: Result<(), &str>) {
        match (judge(version), expected) {
            (Ok(()), Ok(())) => {}
            (Err(failure), Err(beginning)) => assert!(failure.to_string().starts_with(beginning), "{failure}"),
            (judged, expected) => panic!("{version:?}: {judged:?}, expected {expected:?}"),
        }
    }

    #[test]
    fn an_old_or_missing_node_is_named_with_the_way_out() {
        check(Some("v20.19.0"), Ok(()));
        check(Some("v20.20.2"), Ok(()));
        check(Some("v22.0.0"), Ok(()));
        check(Some("v20.18.3"), Err("Node.js v20.18.3 is too old: install Node.js 20.19 or newer"));
        check(Some("v18.19.1"), Err("Node.js v18.19.1 is too old"));
        check(Some("strange"), Err("Node.js strange is too old"));
        check(None, Err("Node.js is missing: install Node.js 20.19 or newer"));
    }
}
