//! What is read of a folder, and what is skipped and listed.

use std::fs;
use std::path::Path;
use std::process::Command;

use library::{Event, Filter, Scan, SkipReason};
use suite::generate::{self, Form, Scale};

use crate::desk::{Desk, small_issue};

#[test]
fn odd_entries_are_skipped_and_listed_and_the_rest_is_read() {
    let desk = Desk::new();
    desk.write_issue("2026/a.txt", "2026-09-30", Form::Bare);
    desk.write_issue("named.md/b.html", "2026-09-29", Form::Page);
    desk.write_issue(".obsidian/hidden.json", "2026-09-28", Form::Record);
    desk.write_issue("cover.png", "2026-09-27", Form::Bare);
    desk.write("image.md", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0");
    desk.write("notes.md", "fn main() { println!(\"no digest\"); }\n");
    let large = fs::File::create(desk.folder.join("large.txt")).unwrap();
    large.set_len(library::folders::MAX_FILE_BYTES + 1).unwrap();
    let outside = desk.beside("outside.txt");
    fs::write(&outside, small_issue("2026-09-26").text(Form::Bare)).unwrap();
    let link = |target: &Path, name: &str| std::os::unix::fs::symlink(target, desk.folder.join(name)).unwrap();
    link(Path::new(".."), "2026/parent");
    link(&desk.folder, "2026/loop");
    link(Path::new("self"), "self");
    link(Path::new("nowhere.txt"), "dead.txt");
    link(&outside, "outside.txt");
    let pipe = desk.folder.join("pipe.txt");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let odd_name = std::ffi::OsStr::new("odd-");
    let odd_name = [std::os::unix::ffi::OsStrExt::as_bytes(odd_name), b"\xff.txt"].concat();
    let odd_name = <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(&odd_name).to_owned();
    fs::write(desk.folder.join(odd_name), small_issue("2026-09-25").text(Form::Bare)).unwrap();

    let open = desk.open_folder();
    let days: Vec<String> = open.papers().iter().map(|paper| paper.id.0[..10].to_owned()).collect();
    assert_eq!(days, [["2026-09-30"; 3], ["2026-09-29"; 3]].concat());
    let source = open.session.sources().remove(0);
    let skipped: Vec<(&str, SkipReason)> =
        source.skipped.iter().map(|skipped| (skipped.name.as_str(), skipped.reason)).collect();
    assert_eq!(
        skipped,
        [
            ("2026/loop", SkipReason::LinkLoop),
            ("2026/parent", SkipReason::LinkLoop),
            ("dead.txt", SkipReason::Dangling),
            ("image.md", SkipReason::NotADigest),
            ("large.txt", SkipReason::TooLarge),
            ("notes.md", SkipReason::NotADigest),
            ("odd-\u{fffd}.txt", SkipReason::NotUtf8Name),
            ("outside.txt", SkipReason::LinkOutside),
            ("pipe.txt", SkipReason::SpecialFile),
            ("self", SkipReason::LinkLoop),
        ]
    );
    assert_eq!((source.files, source.skipped_count), (2, 10));
    assert!(source.skipped.iter().all(|skipped| !skipped.message.is_empty()));
}

#[test]
fn a_link_that_stays_inside_shows_its_target_once() {
    let desk = Desk::new();
    let path = desk.write_issue("a.txt", "2026-09-30", Form::Bare);
    desk.write_issue(".store/kept.txt", "2026-09-29", Form::Bare);
    std::os::unix::fs::symlink("a.txt", desk.folder.join("again.txt")).unwrap();
    std::os::unix::fs::symlink(".store/kept.txt", desk.folder.join("kept.txt")).unwrap();
    let open = desk.open_folder();
    assert_eq!(open.papers().len(), 2 * path.names().len());
    let first = open.session.paper(&open.first()).unwrap();
    assert_eq!(first.files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["a.txt"]);
}

#[test]
fn an_unreadable_file_is_listed_and_read_once_it_can_be() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    desk.write_issue("a.txt", "2026-09-30", Form::Bare);
    let path = desk.folder.join("a.txt");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(&path).is_ok() {
        eprintln!("skipped: this user reads every file");
        return;
    }
    let open = desk.open_folder();
    assert_eq!(open.session.sources()[0].skipped[0].reason, SkipReason::Unreadable);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    open.wait("it is read", |open| open.papers().len() == 3);
}

#[test]
fn a_path_that_cannot_be_opened_says_why_and_the_others_open() {
    let desk = Desk::new();
    desk.write_issue("good.txt", "2026-09-30", Form::Bare);
    desk.write("image.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    let pipe = desk.folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let open = desk.open();
    let names = ["absent.txt", "image.png", "pipe", "good.txt", "good.txt"];
    let added = open.session.add_paths(&names.map(|name| desk.folder.join(name)));
    let failed: Vec<bool> = added.iter().map(|added| added.outcome.is_err()).collect();
    assert_eq!(failed, [true, true, true, false, false], "{added:?}");
    let message = added[0].outcome.as_ref().unwrap_err().to_string();
    assert!(message.contains("absent.txt") && message.contains("No such file"), "{message}");
    let (first, again) = (added[3].outcome.clone().unwrap(), added[4].outcome.clone().unwrap());
    assert_eq!(first, again);
    assert_eq!(first.paper, Some(open.first()));
    assert_eq!(open.session.sources().len(), 1);
}

#[test]
fn sources_are_remembered_and_forgotten_on_request() {
    let desk = Desk::new();
    desk.write_issue("inside/a.txt", "2026-09-30", Form::Bare);
    let open = desk.open_folder();
    let other = desk.beside("single.md");
    fs::write(&other, small_issue("2026-09-29").text(Form::Markdown)).unwrap();
    open.session.add_paths(&[other, desk.folder.join("inside")]);
    assert_eq!(open.session.sources().len(), 2, "a folder inside a source is no new one");
    drop(open);

    let open = desk.open();
    let sources = open.session.sources();
    assert_eq!(sources.iter().map(|source| source.name.as_str()).collect::<Vec<_>>(), ["digests", "single.md"]);
    assert_eq!(open.papers().len(), 6);
    open.session.remove_source(sources[0].id).unwrap();
    assert_eq!(open.papers().len(), 3);
    drop(open);
    let open = desk.open();
    assert_eq!((open.papers().len(), open.session.sources().len()), (3, 1));
}

#[test]
fn a_removed_folder_leaves_its_files_to_the_source_that_also_holds_them() {
    let desk = Desk::new();
    desk.write_issue("inside/a.txt", "2026-09-30", Form::Bare);
    let open = desk.open();
    open.session.add_paths(&[desk.folder.join("inside")]);
    open.settle();
    open.session.add_paths(std::slice::from_ref(&desk.folder));
    open.settle();
    let inner = open.session.sources().remove(0);
    open.session.remove_source(inner.id).unwrap();
    assert_eq!(open.papers().len(), 3);
    assert_eq!(open.session.paper(&open.first()).unwrap().files[0].name, "inside/a.txt");
}

#[test]
fn a_long_scan_tells_progress_can_be_stopped_and_goes_on() {
    let desk = Desk::new();
    let tiny = Scale { papers: 1, findings: 1, sentences: 1 };
    generate::library(&desk.folder, 2_000, Form::Bare, tiny).unwrap();
    let open = desk.open();
    open.session.add_paths(std::slice::from_ref(&desk.folder));
    open.event("the scan runs", |event| {
        matches!(event, Event::LibraryChanged { scan: Scan::Running { total: 2_000, .. }, .. })
    });
    open.session.cancel_scan();
    open.event("it is stopped", |event| matches!(event, Event::LibraryChanged { scan: Scan::Cancelled { .. }, .. }));
    let page = open.session.rows(&Filter::default(), 0, 0);
    let Scan::Cancelled { done, total } = page.scan else { panic!("{:?}", page.scan) };
    assert!(done < total && page.all_papers == done, "{page:?}");
    open.session.refresh();
    open.wait("all are read", |open| open.session.rows(&Filter::default(), 0, 0).all_papers == 2_000);
    open.settle();
    assert_eq!(open.session.sources()[0].files, 2_000);
}

#[test]
fn a_new_folder_announces_its_newest_paper() {
    let desk = Desk::new();
    desk.write_issue("old.txt", "2026-09-29", Form::Bare);
    desk.write_issue("new.txt", "2026-09-30", Form::Bare);
    let open = desk.open();
    open.session.add_paths(std::slice::from_ref(&desk.folder));
    let Event::OpenRequested { id } =
        open.event("a paper is announced", |event| matches!(event, Event::OpenRequested { .. }))
    else {
        unreachable!("asked for")
    };
    assert_eq!(id, open.first());
    assert!(id.0.starts_with("2026-09-30/"));
}

#[test]
fn the_programs_own_files_inside_a_source_are_no_part_of_it() {
    let desk = Desk::new();
    desk.write_issue("a.txt", "2026-09-30", Form::Bare);
    let open = desk.open();
    open.session.begin();
    open.session.add_paths(&[desk.folder.join("..")]);
    open.wait("it is read", |open| open.papers().len() == 3);
    open.session.set_look(serde_json::json!({"theme": "dark"})).unwrap();
    open.session.refresh();
    open.settle();
    assert!(desk.dirs().cache.join("rows").exists() && desk.dirs().config.join("settings.json").exists());
    let source = open.session.sources().remove(0);
    assert_eq!(source.skipped, []);
    assert_eq!(Some(source.name.as_ref()), desk.folder.parent().and_then(Path::file_name), "not `..`");
}
