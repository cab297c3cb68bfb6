//! What the project needs beside Rust, in one table with reasons, and how it gets onto the machine.

use std::env;
use std::process::Stdio;

use crate::failure::Failure;
use crate::process::{self, program};
use crate::say;

/// What a thing is needed for; a command asks only for what it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    /// Compiling the app.
    Build,
    /// Opening the app on a machine without a display.
    Screen,
    /// Driving the app in the end-to-end tests.
    Drive,
}

/// How one sees that a thing is there.
#[derive(Clone, Copy, Debug)]
enum Sign {
    /// A program on `PATH`.
    Program(&'static str),
    /// A library that pkg-config knows.
    Library(&'static str),
    /// Any font with Chinese characters.
    ChineseFont,
}

struct Need {
    why: &'static str,
    needed_for: For,
    sign: Sign,
    debian: &'static str,
    fedora: &'static str,
    arch: &'static str,
}

/// The order is that of installation: pkg-config is asked for libraries.
const NEEDS: [Need; 9] = [
    Need {
        why: "links Rust programs",
        needed_for: For::Build,
        sign: Sign::Program("cc"),
        debian: "build-essential",
        fedora: "gcc",
        arch: "base-devel",
    },
    Need {
        why: "finds the libraries below",
        needed_for: For::Build,
        sign: Sign::Program("pkg-config"),
        debian: "pkg-config",
        fedora: "pkgconf-pkg-config",
        arch: "pkgconf",
    },
    Need {
        why: "the webview of the app",
        needed_for: For::Build,
        sign: Sign::Library("webkit2gtk-4.1"),
        debian: "libwebkit2gtk-4.1-dev",
        fedora: "webkit2gtk4.1-devel",
        arch: "webkit2gtk-4.1",
    },
    Need {
        why: "Chinese text instead of boxes",
        needed_for: For::Screen,
        sign: Sign::ChineseFont,
        debian: "fonts-noto-cjk",
        fedora: "google-noto-serif-cjk-fonts google-noto-sans-cjk-fonts",
        arch: "noto-fonts-cjk",
    },
    Need {
        why: "a display in memory",
        needed_for: For::Screen,
        sign: Sign::Program("Xvfb"),
        debian: "xvfb",
        fedora: "xorg-x11-server-Xvfb",
        arch: "xorg-server-xvfb",
    },
    Need {
        why: "takes the screenshot",
        needed_for: For::Screen,
        sign: Sign::Program("import"),
        debian: "imagemagick",
        fedora: "ImageMagick",
        arch: "imagemagick",
    },
    Need {
        why: "asks fontconfig which fonts there are",
        needed_for: For::Screen,
        sign: Sign::Program("fc-list"),
        debian: "fontconfig",
        fedora: "fontconfig",
        arch: "fontconfig",
    },
    Need {
        why: "a session bus for each tested app, so that none finds another",
        needed_for: For::Drive,
        sign: Sign::Program("dbus-daemon"),
        debian: "dbus",
        fedora: "dbus-daemon",
        arch: "dbus",
    },
    Need {
        why: "WebDriver of the webview",
        needed_for: For::Drive,
        sign: Sign::Program("WebKitWebDriver"),
        debian: "webkit2gtk-driver",
        fedora: "webkit2gtk4.1",
        arch: "webkit2gtk-4.1",
    },
];

fn is_there(sign: Sign) -> bool {
    match sign {
        Sign::Program(name) => process::has_program(name),
        Sign::Library(name) => process::answer("pkg-config", &["--exists", "--print-errors", name]).is_some(),
        Sign::ChineseFont => {
            process::answer("fc-list", &[":lang=zh-cn", "family"]).is_some_and(|list| !list.is_empty())
        }
    }
}

/// Makes sure that everything needed for `purposes` is on the machine: installs it on Debian and its relatives, else
/// says what to install.
///
/// # Errors
/// When something is missing that could not be installed; the sentence says by which command a person can do it.
pub fn ensure(purposes: &[For]) -> Result<(), Failure> {
    if cfg!(not(target_os = "linux")) {
        return elsewhere(purposes);
    }
    let missing: Vec<&Need> =
        NEEDS.iter().filter(|need| purposes.contains(&need.needed_for) && !is_there(need.sign)).collect();
    if !missing.is_empty() {
        install(&missing)?;
    }
    if purposes.contains(&For::Drive) && !process::has_program("tauri-driver") {
        say::line(
            "tauri-driver is missing (passes WebDriver commands to the app): cargo install tauri-driver --locked",
        );
        process::call(&mut program("cargo", &["install", "tauri-driver", "--locked"]))
            .map_err(|failure| Failure::new(format!("{failure}; without a network the end-to-end tests cannot run")))?;
    }
    Ok(())
}

/// macOS and Windows bring their webview; only its WebDriver differs.
fn elsewhere(purposes: &[For]) -> Result<(), Failure> {
    if purposes.contains(&For::Drive) {
        return Err(Failure::new(
            "the end-to-end tests need Linux (WebKitWebDriver and Xvfb); run the other steps with --only, see --list",
        ));
    }
    if cfg!(target_os = "macos") && !process::has_program("cc") {
        return Err(Failure::new("a C compiler is missing: run xcode-select --install, then repeat"));
    }
    Ok(())
}

fn install(missing: &[&Need]) -> Result<(), Failure> {
    say::line("missing on this machine:");
    for need in missing {
        say::line(&format!("  {:<24} {}", need.debian, need.why));
    }
    let packages: Vec<&str> = missing.iter().map(|need| need.debian).collect();
    if !process::has_program("apt-get") {
        return Err(Failure::new(by_hand(missing)));
    }
    let root = process::answer("id", &["-u"]).is_some_and(|id| id == "0");
    let with_sudo = !root && process::has_program("sudo");
    let line = format!("apt-get install {}", packages.join(" "));
    if !root && !with_sudo {
        return Err(Failure::new(format!("neither root nor sudo: have an administrator run `{line}`, then repeat")));
    }
    let apt = |arguments: &[&str]| {
        let mut command = if with_sudo { program("sudo", &["apt-get"]) } else { program("apt-get", &[]) };
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        if env::var_os("CI").is_some() {
            command.stdin(Stdio::null());
        }
        process::call(&mut command)
    };
    // Lists that cannot be refreshed may still name packages that are in the local cache or on a mirror.
    if apt(&["update", "-q"]).is_err() {
        say::trouble("apt-get update failed; trying with the package lists that are here");
    }
    let mut arguments = vec!["install", "-y", "-q", "--no-install-recommends"];
    arguments.extend(&packages);
    apt(&arguments).map_err(|_failed| {
        Failure::new(format!("apt-get could not install the packages: check the network, run `{line}`, then repeat"))
    })
}

fn by_hand(missing: &[&Need]) -> String {
    let names = |of: fn(&Need) -> &'static str| missing.iter().map(|need| of(need)).collect::<Vec<_>>().join(" ");
    format!(
        "install them, then repeat:\n  Fedora      sudo dnf install {}\n  Arch Linux  sudo pacman -S {}\n  \
         other       the packages that hold what is listed above",
        names(|need| need.fedora),
        names(|need| need.arch),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_without_apt_is_told_the_names_of_its_own_packages() {
        let missing: Vec<&Need> = NEEDS.iter().filter(|need| need.debian == "libwebkit2gtk-4.1-dev").collect();
        let sentence = by_hand(&missing);
        assert!(sentence.contains("dnf install webkit2gtk4.1-devel\n"), "{sentence}");
        assert!(sentence.contains("pacman -S webkit2gtk-4.1\n"), "{sentence}");
    }
}
