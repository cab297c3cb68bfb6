//! Exports that cannot end: killed, without room, without rights. What was there before is whole, and said to be.

#![allow(clippy::expect_used, reason = "a test stops where its data is not what it should be")]

mod desk;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
#[cfg(target_os = "linux")]
use std::process::Command;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use desk::{Desk, counts, text};
use library::notebook::{Disk, Document, Edit, Storage as _};
use serde_json::Value;

/// An export that has to fail with these words on stderr.
fn fails(desk: &Desk, out: &str, words: &[&str]) {
    let output = desk.kz(&["export", "--notebook", "n", "--corpus", "c", "--out", out, "--json"]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(words.iter().all(|word| error.contains(word)), "{error}");
}

#[test]
fn a_folder_that_cannot_be_used_is_named_with_the_way_out() {
    let desk = Desk::new();
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    fails(&desk, "missing/out", &["missing/out", "does not exist"]);
    assert!(!desk.path("missing").exists());
    fs::write(desk.path("file"), "x").expect("a file");
    fails(&desk, "file", &["file", "no folder"]);
    assert_eq!(fs::read_to_string(desk.path("file")).expect("text"), "x");
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    use std::os::unix::fs::symlink;

    let desk = Desk::new();
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    fs::create_dir_all(desk.path("outside")).expect("a folder");
    fs::create_dir_all(desk.path("out")).expect("a folder");
    fs::write(desk.path("outside/x.md"), "not yours").expect("a file");
    symlink(desk.path("outside"), desk.path("out/2026")).expect("a link");
    symlink(desk.path("outside/x.md"), desk.path("out/Saltmarsh.md")).expect("a link");
    let output = desk.try_export(&["--pattern", "{year}/{name}"]);
    let error = text(&output.stderr);
    assert!(output.status.code() == Some(1) && error.contains("link"), "{error}");
    // A name that is taken by a link is not used.
    desk.export(&["--pattern", "{name}"]);
    assert_eq!(fs::read_to_string(desk.path("outside/x.md")).expect("text"), "not yours");
    assert_eq!(fs::read_dir(desk.path("outside")).expect("a folder").count(), 1);
}

/// A disk of 48 KB at `out`; `None` where this user may not mount one.
#[cfg(target_os = "linux")]
struct SmallDisk(PathBuf);

#[cfg(target_os = "linux")]
impl SmallDisk {
    fn mount(at: &Path) -> Option<Self> {
        fs::create_dir_all(at).expect("a folder");
        let disk = Self(at.to_owned());
        disk.run("mount", &["-t", "tmpfs", "-o", "size=48k", "tmpfs"]).then_some(disk)
    }

    fn run(&self, program: &str, arguments: &[&str]) -> bool {
        Command::new(program).args(arguments).arg(&self.0).output().is_ok_and(|output| output.status.success())
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        self.run("umount", &[]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_or_read_only_disk_leaves_the_old_export_untouched() {
    let desk = Desk::new();
    let Some(disk) = SmallDisk::mount(&desk.path("out")) else {
        eprintln!("skipped: this user cannot mount");
        return;
    };
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    desk.export(&[]);
    let before = desk.only();
    let large = "large ".repeat(10_000);
    let id = desk.mark("Saltmarsh", "局限", &["--note", &large]);
    fails(&desk, "out", &["Saltmarsh.md is as it was before", "the disk is full"]);
    assert_eq!(desk.only(), before);
    desk.delete(&id);
    desk.mark("Saltmarsh", "局限", &["--note", "small"]);
    assert!(disk.run("mount", &["-o", "remount,ro"]));
    fails(&desk, "out", &["Saltmarsh.md is as it was before", "may not be written"]);
    assert_eq!(desk.only(), before);
    assert!(disk.run("mount", &["-o", "remount,rw"]));
    desk.export(&[]);
    assert!(desk.only().1.contains("small"));
}

#[test]
fn a_killed_export_is_finished_by_the_next() {
    let desk = Desk::new();
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    desk.export(&[]);
    desk.mark("Saltmarsh", "局限", &["--note", "two"]);
    let ledger = ledger(&desk.path("data"));
    let old = fs::read(&ledger).expect("a ledger");
    desk.export(&[]);
    let (name, written) = desk.only();
    // The files were written, the ledger was not; its last line was torn.
    fs::write(&ledger, [&old[..], &b"{\"id\":\"torn"[..]].concat()).expect("written");
    fs::write(desk.path("out").join(format!(".{name}.1.tmp")), "torn").expect("written");
    fs::remove_file(desk.path("out").join(format!(".{name}.1.tmp"))).expect("removed");
    assert_eq!(counts(&desk.export(&[])), BTreeMap::from([("unchanged", 1)]));
    desk.mark("Saltmarsh", "背景", &["--note", "three"]);
    assert_eq!(counts(&desk.export(&[])), BTreeMap::from([("written", 1)]));
    assert!(desk.only().1.contains("three") && written.contains("two"));
}

fn ledger(folder: &Path) -> PathBuf {
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.ends_with("ledger.jsonl") {
                return path;
            }
        }
    }
    PathBuf::new()
}

/// Papers of a killed export.
const PAPERS: usize = 16;

/// A desk with a note on each of many papers of one day.
fn many_papers() -> Desk {
    let desk = Desk::new();
    let mut papers = Vec::new();
    for nth in 0..PAPERS {
        let name = format!("Otter{nth}Net");
        let one: Value = serde_json::from_str(&desk::record(&name, &name, "2026-01-07")).expect("JSON");
        papers.extend(one["papers"].as_array().expect("papers").clone());
    }
    let digest = serde_json::json!({ "schema_version": 1, "target_date": "2026-01-07", "papers": papers });
    fs::write(desk.path("c/many.json"), digest.to_string()).expect("a file");
    for nth in 0..PAPERS {
        desk.mark(&format!("Otter{nth}Net"), "improves by 3%", &["--note", "round 0"]);
    }
    desk
}

/// Every note is `words` from now on.
fn change_all(desk: &Desk, words: &str) {
    let disk = Disk::new(desk.path("n"));
    for key in disk.documents().expect("documents") {
        let mut document = Document::open(disk.clone(), &key).expect("a document");
        for note in document.annotations() {
            let edit = Edit::Note(words.to_owned());
            document.edit(&note.id, &edit, 1_770_000_000_000).expect("kept");
        }
    }
}

/// When an export is killed.
enum Moment {
    /// So long after its start.
    After(Duration),
    /// As soon as this file is another than this one.
    Written(PathBuf, String),
}

/// Starts an export, kills it, and answers whether it had not ended before.
fn killed_at(desk: &Desk, more: &[&str], moment: Moment) -> bool {
    let arguments = [&["export", "--notebook", "n", "--corpus", "c", "--out", "out", "--json"], more].concat();
    let mut command = desk.command(&arguments);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("kz can be started");
    match moment {
        Moment::After(delay) => sleep(delay),
        Moment::Written(path, old) => {
            while child.try_wait().expect("its state").is_none()
                && fs::read_to_string(&path).is_ok_and(|now| now == old)
            {}
        }
    }
    let lives = child.try_wait().expect("its state").is_none();
    child.kill().expect("it is killed or has ended");
    child.wait().expect("it has ended");
    lives
}

/// Kills exports at moments from their beginning to beyond their end, and amid their files.
fn killed_often(rounds: u32, more: &[&str]) {
    let desk = many_papers();
    let begun = Instant::now();
    desk.export(more);
    // What one takes here and now: it only spreads the moments.
    let mut whole = begun.elapsed();
    let names: Vec<String> = desk.files().into_keys().collect();
    let (mut lived, mut halfway) = (0, 0);
    for round in 1..=rounds {
        let old = desk.files();
        change_all(&desk, &format!("round {round}"));
        let name = &names[round as usize / 2 % names.len()];
        let moment = match round % 2 {
            0 => Moment::After(whole * round / rounds),
            _ => Moment::Written(desk.path("out").join(name), old[name].clone()),
        };
        lived += u32::from(killed_at(&desk, more, moment));
        let left = desk.files();
        let is_new = |file: &String| file.contains(&format!("round {round}\n"));
        for name in &names {
            let file = left.get(name).expect("the file is there");
            // Only a new file has notes of this round: then it has all of them.
            let whole = is_new(file) && !file.contains(&format!("round {}\n", round - 1)) && file.ends_with('\n');
            assert!(old.get(name) == Some(file) || whole, "{name} is neither old nor new: {file}");
        }
        let new = left.values().filter(|file| is_new(file)).count();
        halfway += u32::from(new > 0 && new < names.len());
        // Now and then the notes change once more: what the killed run wrote is no edit by hand.
        if round % 3 == 0 {
            change_all(&desk, &format!("round {round}\n\nagain"));
        }
        let begun = Instant::now();
        let answer = desk.export(more);
        whole = begun.elapsed();
        let quiet = ["written", "unchanged"];
        assert!(counts(&answer).keys().all(|list| quiet.contains(list)), "after {new} new files: {answer}");
        let files = desk.files();
        assert!(files.values().all(is_new) && files.keys().eq(&names), "{:?}", files.keys());
        assert_eq!(counts(&desk.export(more)), BTreeMap::from([("unchanged", names.len())]));
    }
    eprintln!(
        "{lived} of {rounds} exports were killed before they ended, {halfway} between their first file and their last"
    );
    assert!(lived > 0, "none was killed before it ended");
}

#[test]
fn an_export_killed_at_any_moment_leaves_whole_files_and_the_next_one_ends_right() {
    killed_often(24, &[]);
}

#[test]
fn so_does_an_export_by_days() {
    killed_often(12, &["--per", "day", "--whole", "--template", "obsidian"]);
}

/// What a run that was killed left beside a file is removed by the next; what is not ours stays.
#[test]
fn what_a_killed_export_left_is_removed() {
    let desk = Desk::new();
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    desk.export(&[]);
    let (name, _) = desk.only();
    desk.write(&format!(".{name}.4194300.tmp"), "torn");
    desk.write(".mine.md.tmp", "mine");
    desk.export(&[]);
    assert_eq!(desk.files().into_keys().collect::<Vec<_>>(), [".mine.md.tmp".to_owned(), name]);
}

/// A user who may write neither the folder nor a file: the superuser may write all, and becomes somebody else for it.
#[cfg(unix)]
#[test]
fn a_folder_or_file_without_rights_is_left_and_said_to_be() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::os::unix::process::CommandExt as _;

    let desk = Desk::new();
    let mode = |path: &str, mode: u32| {
        fs::set_permissions(desk.path(path), fs::Permissions::from_mode(mode)).expect("its rights");
    };
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    desk.export(&["--state", "state"]);
    let (name, before) = desk.only();
    desk.mark("Saltmarsh", "局限", &["--note", "two"]);
    let is_root = fs::metadata(desk.path("n")).expect("a folder").uid() == 0;
    let nobody = desk.path("nobody");
    fs::create_dir(&nobody).expect("a folder");
    let refused = |words: &[&str]| {
        let arguments = ["export", "--notebook", "n", "--corpus", "c", "--out", "out", "--state", "nobody"];
        let mut command = desk.command(&arguments);
        if is_root {
            std::os::unix::fs::chown(&nobody, Some(65_534), None).expect("its owner");
            command.uid(65_534);
        }
        let output = command.output().expect("kz can be started");
        let error = text(&output.stderr);
        assert!(output.status.code() == Some(1) && words.iter().all(|word| error.contains(word)), "{error}");
        assert_eq!(desk.only(), (name.clone(), before.clone()));
    };
    open_to_all(&desk.path(""));
    mode("out", 0o555);
    refused(&[&name, "is as it was before", "may not be written"]);
    // The folder may be written; the file is locked.
    mode("out", 0o777);
    mode(&format!("out/{name}"), 0o444);
    refused(&[&name, "is as it was before", "may not be written"]);
    mode(&format!("out/{name}"), 0o644);
    desk.export(&["--state", "state"]);
    assert!(desk.only().1.contains("two"));
}

/// Everybody may read what is below `folder`.
#[cfg(unix)]
fn open_to_all(folder: &Path) {
    use std::os::unix::fs::PermissionsExt as _;

    let mut waiting = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        let is_folder = path.is_dir();
        let mode = if is_folder { 0o755 } else { 0o644 };
        if !path.ends_with("nobody") {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("its rights");
        }
        if is_folder {
            waiting.extend(fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()));
        }
    }
}

/// Between a dry run, which shows what would change, and the run that writes, another program writes the file.
#[test]
fn a_file_that_changed_since_the_dry_run_keeps_what_was_written_into_it() {
    let desk = Desk::new();
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    desk.export(&[]);
    desk.mark("Saltmarsh", "局限", &["--note", "two"]);
    assert_eq!(counts(&desk.export(&["--dry-run"])), BTreeMap::from([("written", 1)]));
    let (name, file) = desk.only();
    desk.write(&name, &(file + "\nMeanwhile.\n"));
    assert_eq!(counts(&desk.export(&[])), BTreeMap::from([("merged", 1)]));
    let (_, file) = desk.only();
    assert!(file.contains("Meanwhile.") && file.contains("two"), "{file}");
}

#[test]
fn a_folder_that_is_gone_is_named_and_made_again_when_it_can_be() {
    let desk = Desk::new();
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    fs::create_dir_all(desk.path("disk")).expect("a folder");
    let export = |code| {
        let output = desk.kz(&["export", "--notebook", "n", "--corpus", "c", "--out", "disk/vault", "--json"]);
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
        text(&output.stderr)
    };
    export(0);
    fs::rename(desk.path("disk"), desk.path("away")).expect("moved");
    assert!(export(1).contains("does not exist"));
    assert!(!desk.path("disk").exists());
    fs::rename(desk.path("away"), desk.path("disk")).expect("moved");
    export(0);
    assert_eq!(fs::read_dir(desk.path("disk/vault")).expect("a folder").count(), 1);
}
