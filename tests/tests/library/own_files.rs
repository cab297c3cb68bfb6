//! Settings and marks: what survives a restart, a damaged file, another release, a full disk.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use library::{Cause, Dirs, Error, Place, Session, Trouble};
use suite::generate::Form;

use crate::desk::Desk;

fn settings_of(desk: &Desk) -> PathBuf {
    desk.dirs().config.join("settings.json")
}

fn files_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn names_marks_places_and_look_survive_a_restart() {
    let desk = Desk::new();
    desk.write_issue("a.txt", "2026-09-30", Form::Bare);
    let open = desk.open_folder();
    let ids: Vec<_> = open.papers().into_iter().map(|paper| paper.id).collect();
    let place = Place { passage: "method.0".to_owned(), offset: 0.25 };
    open.session.set_look(serde_json::json!({"theme": "dark"})).unwrap();
    open.session.set_name(&ids[0], Some("我的名字")).unwrap();
    open.session.set_read(&ids[1], true);
    open.session.set_place(&ids[2], place.clone());
    drop(open);

    let open = desk.open();
    let start = open.session.start();
    assert_eq!(start.look, serde_json::json!({"theme": "dark"}));
    assert_eq!(start.troubles, []);
    let shown = start.paper.unwrap();
    assert_eq!((shown.id, shown.place), (ids[2].clone(), Some(place)), "the paper that was open last");
    let papers = open.papers();
    assert_eq!(papers[0].name, "我的名字");
    assert_eq!(papers.iter().map(|paper| paper.unread).collect::<Vec<_>>(), [true, false, true]);
    let named = open.session.paper(&ids[0]).unwrap();
    assert_ne!(named.inferred_name, named.name);
    assert_eq!(files_in(&desk.dirs().config), ["settings.json"], "nothing is left beside it");
}

#[test]
fn a_damaged_file_is_set_aside_and_said() {
    let desk = Desk::new();
    drop(desk.open_folder());
    for (round, damaged) in [&b"{\"look\": {\"theme\""[..], b"[]", b"{\"sources\": 3}", b"\0\0\0\0"].iter().enumerate()
    {
        fs::write(settings_of(&desk), damaged).unwrap();
        let open = desk.open();
        let troubles = open.session.start().troubles;
        assert!(matches!(&troubles[..], [Trouble::SetAside(words)] if words.contains("settings.json")), "{troubles:?}");
        open.session.set_look(serde_json::json!({"theme": "light"})).unwrap();
        let aside = desk.dirs().config.join(format!("settings.json.damaged-{}", round + 1));
        assert_eq!(fs::read(aside).unwrap(), *damaged);
    }
}

#[test]
fn settings_of_a_newer_release_are_used_and_never_written() {
    let desk = Desk::new();
    let newer = serde_json::json!({"version": 9, "look": {"theme": "dark"}, "sources": [], "glow": true}).to_string();
    fs::create_dir_all(desk.dirs().config).unwrap();
    fs::write(settings_of(&desk), &newer).unwrap();
    let open = desk.open();
    let start = open.session.start();
    assert_eq!(start.look["theme"], "dark");
    assert!(matches!(&start.troubles[..], [Trouble::NotSaved(words)] if words.contains("format 9")), "{start:?}");
    let refused = open.session.set_look(serde_json::json!({"theme": "light"}));
    assert!(matches!(refused, Err(Error::NotSaved { .. })), "{refused:?}");
    drop(open);
    assert_eq!(fs::read_to_string(settings_of(&desk)).unwrap(), newer);
    assert_eq!(files_in(&desk.dirs().config), ["settings.json"]);
}

#[test]
fn a_version_that_another_program_wrote_meanwhile_is_kept() {
    let desk = Desk::new();
    let open = desk.open();
    open.session.set_look(serde_json::json!({"theme": "dark"})).unwrap();
    fs::write(settings_of(&desk), "{\"look\": {\"theme\": \"theirs\"}}").unwrap();
    open.session.set_look(serde_json::json!({"theme": "ours"})).unwrap();
    let kept = desk.dirs().config.join("settings.json.conflict-1");
    assert!(fs::read_to_string(kept).unwrap().contains("theirs"));
    assert!(fs::read_to_string(settings_of(&desk)).unwrap().contains("ours"));
}

#[test]
fn a_linked_settings_file_stays_a_link() {
    let desk = Desk::new();
    let target = desk.beside("dotfiles.json");
    fs::write(&target, "{}").unwrap();
    fs::create_dir_all(desk.dirs().config).unwrap();
    std::os::unix::fs::symlink(&target, settings_of(&desk)).unwrap();
    desk.open().session.set_look(serde_json::json!({"theme": "dark"})).unwrap();
    assert!(fs::symlink_metadata(settings_of(&desk)).unwrap().is_symlink());
    assert!(fs::read_to_string(target).unwrap().contains("dark"));
}

#[test]
fn on_a_full_disk_nothing_is_torn_and_saving_works_again_with_room() {
    let desk = Desk::new();
    let small = desk.beside("small");
    fs::create_dir(&small).unwrap();
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(&small).status();
    if !mounted.is_ok_and(|status| status.success()) {
        eprintln!("skipped: this user cannot mount");
        return;
    }
    let dirs = Dirs { config: small.join("config"), data: small.join("data"), cache: desk.beside("cache") };
    let session = Session::open(&dirs, None, |_| {});
    session.set_look(serde_json::json!({"theme": "dark"})).unwrap();
    let before = fs::read(dirs.config.join("settings.json")).unwrap();
    let filler = small.join("filler");
    // Ends with the disk's last block.
    let _ = fs::write(&filler, vec![0; 1 << 20]);
    let refused = session.set_look(serde_json::json!({"theme": "x".repeat(9_000)}));
    let after = fs::read(dirs.config.join("settings.json")).unwrap();
    let files = files_in(&dirs.config);
    fs::remove_file(&filler).unwrap();
    let retried = session.set_look(serde_json::json!({"language": "zh"}));
    let saved = fs::read_to_string(dirs.config.join("settings.json")).unwrap();
    drop(session);
    assert!(Command::new("umount").arg(&small).status().unwrap().success());
    assert!(matches!(&refused, Err(Error::NotSaved { cause, .. }) if *cause == Cause::Full), "{refused:?}");
    assert_eq!((after, files), (before, vec!["settings.json".to_owned()]));
    assert_eq!(retried, Ok(()));
    assert!(saved.contains("zh") && saved.contains("xxx"), "what was refused before is saved now");
}
