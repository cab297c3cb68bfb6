//! All notes into one file and out of it again, whatever is in the file.

use std::fs::{self, File};
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;

use library::notes::{NewNote, NotesFilter, Restore, RestorePreview};
use library::{Cause, Error, PaperId};
use reading::anchor::Index;

use crate::desk::{Desk, Open, go_on};

const TEXT: &str = "2026-01-05\n\n本文提出 Saltmarsh，一种记忆层，记忆层分两步。\n\n背景。\n\nSaltmarsh 由写入门与清空门组成。\n\n小结。\n\n\
    1. Saltmarsh 提升 3%。\n\n   improves by  3%\n\n局限。\n\n跟进。\n";

fn desk() -> (Desk, Open, PaperId) {
    let desk = Desk::new();
    desk.write("a.txt", TEXT);
    let open = desk.open_folder();
    let id = open.first();
    (desk, open, id)
}

fn mark(open: &Open, id: &PaperId, words: &str) -> String {
    let paper = open.session.paper(id).unwrap();
    let found = Index::new(paper.paper().unwrap()).find(words)[0];
    open.session.annotate(id, &[found], NewNote::default()).unwrap().annotation.id
}

fn live(open: &Open) -> Vec<String> {
    let mut ids: Vec<String> =
        open.session.all_notes(&NotesFilter::default(), 0, 99).notes.into_iter().map(|listed| listed.note.id).collect();
    ids.sort();
    ids
}

fn sorted(ids: &[&String]) -> Vec<String> {
    let mut ids: Vec<String> = ids.iter().map(|id| (*id).clone()).collect();
    ids.sort();
    ids
}

#[test]
fn a_backup_is_compared_merged_and_put_in_place_of_what_is_here_and_nothing_is_lost() {
    let (desk, open, id) = desk();
    let marks = ["写入门", "清空门", "背景", "局限"].map(|words| mark(&open, &id, words));
    let [kept, edited, deleted, later] = &marks;
    open.session.delete_notes(&id, std::slice::from_ref(later)).unwrap();
    open.session.set_starred(&id, true).unwrap();
    let file = desk.beside("notes.zip");
    let made = open.session.back_up(&file, &mut go_on).unwrap();
    assert_eq!((made.papers, made.notes, made.bytes), (1, 3, fs::metadata(&file).unwrap().len()));
    // Time goes on.
    open.session.restore_notes(&id, std::slice::from_ref(later)).unwrap();
    open.session.delete_notes(&id, std::slice::from_ref(deleted)).unwrap();
    open.session.edit_note(&id, edited, library::notebook::Edit::Bookmark(true)).unwrap();
    open.session.set_starred(&id, false).unwrap();
    let fresh = mark(&open, &id, "跟进");
    let expected = RestorePreview { papers: 1, notes: 3, new: 0, same: 1, changed: 1, deleted_here: 1, only_here: 2 };
    let before = live(&open);
    assert_eq!(open.session.look_into_backup(&file, &mut go_on).unwrap(), expected);
    let merged = open.session.restore(&file, Restore::Merge, &mut go_on).unwrap();
    assert_eq!((merged.preview, live(&open)), (expected, before.clone()), "what was deleted here stays deleted");
    let replaced = open.session.restore(&file, Restore::Replace, &mut go_on).unwrap();
    assert_eq!(live(&open), sorted(&[kept, edited, deleted]));
    assert!(open.session.paper(&id).unwrap().starred);
    assert!(!open.session.notes(&id).unwrap().annotations.iter().any(|placed| placed.annotation.bookmark));
    assert!(open.session.notes(&id).unwrap().trash.iter().any(|gone| gone.id == fresh), "in the trash, not gone");
    open.session.undo().unwrap();
    assert_eq!((live(&open), open.session.paper(&id).unwrap().starred), (before.clone(), false), "one step back");
    // The copy that was made before is a backup too; and an empty notebook takes all.
    let elsewhere = Desk::new();
    elsewhere.write("a.txt", TEXT);
    let other = elsewhere.open_folder();
    let all_new = other.session.restore(&replaced.safety_copy, Restore::Merge, &mut go_on).unwrap().preview;
    assert_eq!((all_new.new, all_new.notes, live(&other)), (4, 4, before));
    assert_eq!(other.session.notes(&other.first()).unwrap().counts.exact, 4);
}

#[test]
fn notes_are_saved_while_a_backup_is_written_read_or_restored() {
    let (desk, open, id) = desk();
    desk.write("b.txt", TEXT.replace("Saltmarsh", "Reedbed"));
    open.session.refresh();
    open.wait("both papers are there", |open| open.papers().len() == 2);
    for paper in open.papers() {
        mark(&open, &paper.id, "背景");
    }
    let file = desk.beside("notes.zip");
    let mut heard = Vec::new();
    let session = &open.session;
    // Whoever works is not in the backup's thread; what would wait for the backup would wait here for ever.
    let mut work_on = |done: usize, total: usize| {
        let saved = std::thread::scope(|scope| scope.spawn(|| session.set_starred(&id, done == 0)).join().unwrap());
        assert_eq!(saved, Ok(()));
        heard.push((done, total));
        ControlFlow::Continue(())
    };
    open.session.back_up(&file, &mut work_on).unwrap();
    open.session.look_into_backup(&file, &mut work_on).unwrap();
    let restored = open.session.restore(&file, Restore::Merge, &mut work_on).unwrap();
    // The copy that is made before has its own.
    assert_eq!((heard, restored.stopped), ([(0, 2), (1, 2)].repeat(4), false));
    assert_eq!(open.session.unsaved(), None);
}

#[test]
fn a_backup_and_a_restore_can_be_stopped_and_leave_whole_files_and_whole_notes() {
    let (desk, open, id) = desk();
    mark(&open, &id, "背景");
    let file = desk.beside("notes.zip");
    open.session.back_up(&file, &mut go_on).unwrap();
    let before = fs::read(&file).unwrap();
    let mut stop = |_: usize, _: usize| ControlFlow::Break(());
    let stopped = open.session.back_up(&file, &mut stop).unwrap_err();
    assert_eq!((stopped.cause(), fs::read(&file).unwrap()), (Some(&Cause::Stopped), before));
    assert_eq!(open.session.look_into_backup(&file, &mut stop).unwrap_err().cause(), Some(&Cause::Stopped));
    assert_eq!(open.session.restore(&file, Restore::Merge, &mut stop).unwrap_err().cause(), Some(&Cause::Stopped));
    let left: Vec<_> = fs::read_dir(file.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().ends_with(".tmp")), "{left:?}");
    // Stopped once the copy of what is here is made.
    let later = mark(&open, &id, "跟进");
    let mut copied = false;
    let restored = open.session.restore(&file, Restore::Replace, &mut |_, _| {
        let first = !std::mem::replace(&mut copied, true);
        if first { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(restored.unwrap().stopped);
    assert!(live(&open).contains(&later), "nothing was taken over yet");
}

/// A zip file of these entries, each with its unix mode.
fn zip(path: &Path, entries: &[(&str, u32, Vec<u8>)]) {
    let mut zip = zip::ZipWriter::new(File::create(path).unwrap());
    for (name, mode, bytes) in entries {
        let options = zip::write::SimpleFileOptions::default().unix_permissions(*mode);
        if *mode & 0o170_000 == 0o120_000 {
            zip.add_symlink(*name, "/etc/passwd", options).unwrap();
        } else {
            zip.start_file(*name, options).unwrap();
            zip.write_all(bytes).unwrap();
        }
    }
    zip.finish().unwrap();
}

#[test]
fn hostile_archives_are_refused_before_anything_is_written() {
    let (desk, open, id) = desk();
    let mine = mark(&open, &id, "背景");
    let outside = desk.beside("outside");
    let notebook = open.session.notebook_folder();
    let key = "0123456789abcdef0123456789abcdef";
    let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    let manifest = || ("kaozheng-notes.json", 0o600, br#"{"format":1,"made_ms":0}"#.to_vec());
    let entry = |name: &str, bytes: &[u8]| (name.to_owned(), 0o600, bytes.to_vec());
    let good = format!("{key}/incremental/{hash}");
    let cases = vec![
        ("a path out of the folder", entry("../outside", b"x")),
        ("a path out through a document", entry(&format!("{key}/incremental/../../../outside"), b"x")),
        ("an absolute path", entry(outside.to_str().unwrap(), b"x")),
        ("a link", (good.clone(), 0o120_777, Vec::new())),
        ("a folder", entry(&format!("{good}/"), b"")),
        ("another name", entry(&format!("{key}/notes/{hash}"), b"abc")),
        ("a document of capitals", entry(&format!("{}/incremental/{hash}", key.to_uppercase()), b"abc")),
        ("a copy's name", entry(&format!("{good} (1)"), b"abc")),
        ("bytes that are others", entry(&good, b"abd")),
        ("sixty-five million zeros", entry(&good, &vec![0; (64 << 20) + 1])),
    ];
    let refused = |file: &Path, name: &str| {
        for result in [
            open.session.look_into_backup(file, &mut go_on).map(|_| ()),
            open.session.restore(file, Restore::Merge, &mut go_on).map(|_| ()),
        ] {
            assert!(matches!(&result, Err(Error::NotABackup { name, .. }) if name == "b.zip"), "{name}: {result:?}");
        }
    };
    let file = desk.beside("b.zip");
    for (name, (entry, mode, bytes)) in cases {
        zip(&file, &[manifest(), (&entry, mode, bytes)]);
        refused(&file, name);
    }
    let newer = ("kaozheng-notes.json", 0o600, br#"{"format":2,"made_ms":0}"#.to_vec());
    zip(&file, &[newer]);
    refused(&file, "a newer format");
    zip(&file, &[("other.json", 0o600, b"{}".to_vec())]);
    refused(&file, "another program's");
    let whole = {
        open.session.back_up(&file, &mut go_on).unwrap();
        fs::read(&file).unwrap()
    };
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    refused(&file, "half a file");
    fs::write(&file, b"").unwrap();
    refused(&file, "nothing");
    let mut flipped = whole;
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0xff;
    fs::write(&file, flipped).unwrap();
    refused(&file, "a flipped byte");
    assert!(!outside.exists() && !notebook.join(key).exists());
    assert_eq!(live(&open), [mine.as_str()]);
}
