//! Changes on the disk while a reader reads.

use std::fs;
use std::time::Duration;

use library::{Error, Event, Filter};
use suite::generate::Form;

use crate::desk::{Desk, Open, save_atomically, small_issue};

fn text_of_first(open: &Open) -> String {
    open.session.paper(&open.first()).map(|paper| paper.file.text.clone()).unwrap_or_default()
}

/// An edit inside the first paper that leaves its opening words alone.
fn with_note(text: &str, note: &str) -> String {
    let edited = text.replacen("一、总体结构。", &format!("一、总体结构。{note}。"), 1);
    assert_ne!(edited, text);
    edited
}

#[test]
fn every_atomic_save_is_followed() {
    let desk = Desk::new();
    desk.write_issue("a.txt", "2026-09-30", Form::Bare);
    let open = desk.open_folder();
    let id = open.first();
    let text = text_of_first(&open);
    for round in 1..=3 {
        save_atomically(&desk.folder.join("a.txt"), with_note(&text, &format!("第{round}次补记")));
        let changed = open.event("the paper changed", |event| matches!(event, Event::PaperChanged { .. }));
        assert_eq!(changed, Event::PaperChanged { id: id.clone() });
        let now = open.session.paper(&id).unwrap().file.text.clone();
        assert!(now.contains(&format!("第{round}次补记")), "round {round}");
    }
}

#[test]
fn of_three_changes_within_a_second_the_last_is_shown() {
    let desk = Desk::new();
    desk.write_issue("a.txt", "2026-09-30", Form::Bare);
    let open = desk.open_folder();
    let text = text_of_first(&open);
    for round in 1..=3 {
        fs::write(desk.folder.join("a.txt"), with_note(&text, &format!("第{round}次补记"))).unwrap();
        std::thread::sleep(Duration::from_millis(250));
    }
    open.wait("the last version is shown", |open| text_of_first(open).contains("第3次补记"));
    let on_disk = fs::read_to_string(desk.folder.join("a.txt")).unwrap();
    assert!(on_disk == with_note(&text, "第3次补记"), "the digest is as the editor left it");
}

#[test]
fn a_deleted_folder_is_missing_its_open_paper_stays_and_it_comes_back() {
    let desk = Desk::new();
    desk.write_issue("2026/a.txt", "2026-09-30", Form::Bare);
    desk.write_issue("2026/b.txt", "2026-09-29", Form::Bare);
    let open = desk.open_folder();
    let (first, last) = (open.first(), open.papers().pop().unwrap().id);
    open.session.paper(&first).unwrap();
    let away = desk.beside("away");
    fs::rename(&desk.folder, &away).unwrap();
    open.wait("all are missing", |open| open.papers().iter().all(|paper| paper.missing));
    assert_eq!(open.papers().len(), 6);
    open.wait("the source is missing", |open| open.session.sources()[0].missing);
    let shown = open.session.paper(&first).unwrap();
    assert!(shown.missing && shown.paper().is_some());
    assert!(matches!(open.session.paper(&last), Err(Error::FileUnreadable { .. })));
    // The list says so before it is kept for the next start.
    open.session.wait();
    assert!(desk.open().papers().iter().all(|paper| paper.missing), "also after a restart");
    fs::rename(&away, &desk.folder).unwrap();
    open.wait("all are back", |open| open.papers().iter().all(|paper| !paper.missing));
    open.wait("the source is back", |open| !open.session.sources()[0].missing);
    fs::remove_file(desk.folder.join("2026/b.txt")).unwrap();
    open.wait("the watch lives on", |open| open.papers().iter().filter(|paper| paper.missing).count() == 3);
}

#[test]
fn an_emptied_folder_purges_nothing() {
    let desk = Desk::new();
    desk.write_issue("a.txt", "2026-09-30", Form::Bare);
    let open = desk.open_folder();
    open.session.set_read(&open.first(), true);
    fs::remove_file(desk.folder.join("a.txt")).unwrap();
    open.session.refresh();
    open.wait("all are missing", |open| open.papers().iter().all(|paper| paper.missing));
    assert_eq!((open.papers().len(), open.papers()[0].unread), (3, false));
}

#[test]
fn a_renamed_file_leaves_no_twin() {
    let desk = Desk::new();
    desk.write_issue("a.txt", "2026-09-30", Form::Bare);
    let open = desk.open_folder();
    fs::create_dir(desk.folder.join("new")).unwrap();
    fs::rename(desk.folder.join("a.txt"), desk.folder.join("new/b.txt")).unwrap();
    open.wait("it is found under its new name", |open| {
        let paper = open.session.paper(&open.first());
        paper.is_ok_and(|paper| paper.files.len() == 1 && paper.files[0].name == "new/b.txt" && !paper.missing)
    });
    assert_eq!(open.papers().len(), 3);
    let text = small_issue("2026-09-30").text(Form::Bare);
    save_atomically(&desk.folder.join("new/b.txt"), with_note(&text, "补记"));
    open.wait("the new folder is watched", |open| text_of_first(open).contains("补记"));
}

#[test]
fn a_checkout_of_many_files_is_followed() {
    let desk = Desk::new();
    let days: Vec<String> = (1..=28).map(|day| format!("2026-02-{day:02}")).collect();
    for day in &days {
        desk.write_issue(&format!("old/{day}.txt"), day, Form::Bare);
    }
    let open = desk.open_folder();
    assert_eq!(open.papers().len(), 28 * 3);
    fs::remove_dir_all(desk.folder.join("old")).unwrap();
    for day in &days {
        desk.write_issue(&format!("old/{day}.md"), day, Form::Markdown);
    }
    open.wait("all come from the new files", |open| {
        let found = |day: &String| {
            let paper = open.papers().into_iter().find(|paper| paper.id.0.starts_with(day.as_str()));
            paper.is_some_and(|paper| !paper.missing)
        };
        days.iter().all(found)
    });
    assert_eq!(open.papers().len(), 28 * 3);
    open.settle();
    desk.write_issue("old/2026-03-01.md", "2026-03-01", Form::Markdown);
    open.wait("the new folder of the old name is watched", |open| open.papers().len() == 29 * 3);
}

#[test]
fn a_change_that_keeps_size_and_time_is_seen_when_the_system_tells_of_it() {
    let desk = Desk::new();
    desk.write_issue("a.txt", "2026-09-30", Form::Bare);
    let path = desk.folder.join("a.txt");
    // Old enough to be trusted.
    let old = std::time::SystemTime::now() - Duration::from_secs(3_600);
    let set_time = || fs::File::options().write(true).open(&path).unwrap().set_modified(old).unwrap();
    set_time();
    let open = desk.open_folder();
    let text = text_of_first(&open).replacen("一、总体结构", "一、整体构造", 1);
    fs::write(&path, &text).unwrap();
    set_time();
    open.wait("the change is seen", |open| text_of_first(open) == text);
}

#[test]
fn a_paper_whose_opening_words_were_edited_keeps_its_name_and_mark() {
    let desk = Desk::new();
    let issue = desk.write_issue("a.txt", "2026-09-30", Form::Bare);
    let open = desk.open_folder();
    let id = open.first();
    open.session.set_name(&id, Some("我的名字")).unwrap();
    open.session.set_read(&id, true);
    let edited = issue.text(Form::Bare).replacen("本文提出", "这篇论文提出", 1);
    save_atomically(&desk.folder.join("a.txt"), edited);
    open.wait("the edit is seen", |open| text_of_first(open).contains("这篇论文提出"));
    let paper = open.session.paper(&id).expect("found by its old handle");
    assert_ne!(paper.id, id);
    assert_eq!((paper.name.as_str(), paper.unread), ("我的名字", false));
    drop(open);
    let again = desk.open();
    assert_eq!(again.session.paper(&id).unwrap().name, "我的名字", "after a restart too");
}

#[test]
fn another_digest_under_the_same_name_inherits_no_marks() {
    let desk = Desk::new();
    desk.write_issue("today.txt", "2026-09-29", Form::Bare);
    let open = desk.open_folder();
    for paper in open.papers() {
        open.session.set_read(&paper.id, true);
    }
    save_atomically(&desk.folder.join("today.txt"), small_issue("2026-09-30").text(Form::Bare));
    open.wait("the new day is shown", |open| open.first().0.starts_with("2026-09-30"));
    assert_eq!(open.session.rows(&Filter::default(), 0, 0).unread_papers, 3);
}

#[test]
fn a_file_added_alone_is_watched_through_its_folder() {
    let desk = Desk::new();
    desk.write_issue("a.txt", "2026-09-30", Form::Bare);
    desk.write_issue("b.txt", "2026-09-29", Form::Bare);
    let open = desk.open();
    open.session.begin();
    open.session.add_paths(&[desk.folder.join("a.txt")]);
    open.settle();
    let text = text_of_first(&open);
    for round in 1..=3 {
        save_atomically(&desk.folder.join("a.txt"), with_note(&text, &format!("第{round}次补记")));
        open.wait("the save is followed", |open| text_of_first(open).contains(&format!("第{round}次补记")));
    }
    assert_eq!(open.papers().len(), 3, "its neighbour was not chosen");
}
