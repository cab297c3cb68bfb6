//! A small file system of its own, to see what happens when it is full.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A mounted file system; it goes with the value, once nothing in it is open.
#[derive(Debug)]
pub struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Mounts `size`, as `mount` writes it (`64k`), at the folder `at`. `None`, said on stderr, where this user or system
    /// cannot.
    pub fn mount(at: &Path, size: &str) -> Option<Self> {
        let options = format!("size={size}");
        let mounted = run("mount", ["-t", "tmpfs", "-o", &options, "tmpfs"].map(OsStr::new), at);
        if !mounted {
            eprintln!("skipped: a small file system cannot be mounted here");
        }
        mounted.then(|| Self(at.to_owned()))
    }

    /// Gives it another size; answers whether it has it.
    pub fn resize(&self, size: &str) -> bool {
        let options = format!("remount,size={size}");
        run("mount", ["-o", &options].map(OsStr::new), &self.0)
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        run("umount", [], &self.0);
    }
}

fn run<const N: usize>(program: &str, arguments: [&OsStr; N], at: &Path) -> bool {
    Command::new(program).args(arguments).arg(at).output().is_ok_and(|done| done.status.success())
}
