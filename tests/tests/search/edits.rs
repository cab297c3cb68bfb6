//! The index follows the files: added, changed, renamed, deleted; killed, damaged, refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use library::notebook::Color;
use library::notes::NewNote;
use library::{Indexing, NameCount};
use reading::anchor::Found;
use reading::text::ByteSpan;

use super::desk::{Desk, record};
use super::oracle;

type Damage = fn(&Path, &[u8]) -> std::io::Result<()>;

fn say(day: &str, text: &str) -> String {
    record(day, &[text.to_owned(), "背景文字".to_owned()])
}

fn agree(desk: &Desk) {
    let files = desk.files();
    for query in ["甲乙", "丙丁", "背景", "记忆层", "gpt", "\"甲，乙\"", "day:2026-09-02", "in:text", "1"] {
        assert_eq!(desk.hits(query), oracle::hits(desk.path(), &files, query), "{query}");
    }
}

#[test]
fn files_come_change_go_and_take_other_names() {
    let desk = Desk::new(true);
    desk.write("2026-09-01.json", say("2026-09-01", "甲乙 GPT-4"));
    desk.write("2026-09-02.json", say("2026-09-02", "丙丁 1 gpt5"));
    desk.settle();
    agree(&desk);
    desk.write("2026-09-03.json", say("2026-09-03", "甲，乙"));
    desk.check();
    agree(&desk);
    desk.settle();
    agree(&desk);
    desk.write("2026-09-02.json", say("2026-09-02", "改成甲乙"));
    desk.check();
    agree(&desk);
    desk.settle();
    agree(&desk);
    fs::rename(desk.path().join("2026-09-01.json"), desk.path().join("old.json")).unwrap();
    desk.check();
    agree(&desk);
    fs::remove_file(desk.path().join("2026-09-03.json")).unwrap();
    desk.settle();
    agree(&desk);
    let desk = desk.reopened(true);
    desk.settle();
    agree(&desk);
}

#[test]
fn the_same_issue_in_two_forms_counts_once() {
    let desk = Desk::new(true);
    let texts =
        ["甲乙".to_owned(), "丙丁".to_owned(), "戊".to_owned(), "己".to_owned(), "庚 5".to_owned(), "five".to_owned()];
    desk.write("a.json", record("2026-09-01", &texts));
    desk.write("b.md", super::desk::markdown("2026-09-01", &texts));
    desk.settle();
    assert_eq!(desk.ask("甲乙").total, 1);
    fs::remove_file(desk.path().join("a.json")).unwrap();
    desk.settle();
    assert_eq!(desk.ask("甲乙").total, 1);
}

#[test]
fn a_damaged_or_foreign_index_is_made_anew() {
    let mut desk = Desk::new(true);
    for nth in 1..=9 {
        desk.write(&format!("2026-09-0{nth}.json"), say(&format!("2026-09-0{nth}"), "甲乙 GPT"));
    }
    desk.settle();
    let damages: [Damage; 4] = [
        |path, bytes| fs::write(path, bytes.get(..bytes.len() / 2).unwrap_or_default()),
        |path, bytes| fs::write(path, vec![0x5a; bytes.len()]),
        |path, _| fs::write(path, "{}"),
        |path, _| fs::remove_file(path),
    ];
    for damage in damages {
        let own = desk.own.path().join("cache/search");
        let Desk { folder, own: kept, session, .. } = desk;
        drop(session);
        for folder in fs::read_dir(own).unwrap() {
            for file in fs::read_dir(folder.unwrap().path()).unwrap() {
                let path = file.unwrap().path();
                damage(&path, &fs::read(&path).unwrap()).unwrap();
            }
        }
        desk = Desk::at(folder, kept, true);
        desk.check();
        // Until it is whole, the answer says that it is not.
        if desk.ask("甲乙").indexing == Indexing::Complete {
            agree(&desk);
        }
        desk.settle();
        agree(&desk);
    }
}

#[test]
fn without_an_index_all_files_are_read_and_the_answer_says_why() {
    let (folder, own) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::create_dir_all(own.path().join("cache")).unwrap();
    // What stands in the place of the index's folder, as a disk that takes no more.
    fs::write(own.path().join("cache/search"), "").unwrap();
    let desk = Desk::at(folder, own, true);
    for nth in 1..=9 {
        desk.write(&format!("2026-09-0{nth}.json"), say(&format!("2026-09-0{nth}"), "甲乙 GPT"));
    }
    desk.check();
    desk.wait_for(|answer| matches!(answer.indexing, Indexing::Scanned(_)));
    agree(&desk);
    assert_eq!(desk.ask("甲乙").read_files, 9);
    // There is room again: the next change brings the index back.
    fs::remove_file(desk.own.path().join("cache/search")).unwrap();
    desk.write("2026-09-10.json", say("2026-09-10", "甲乙"));
    desk.settle();
    agree(&desk);
}

#[test]
fn indexing_that_is_stopped_says_so_and_goes_on_when_asked() {
    let desk = Desk::new(true);
    desk.session.pause_indexing();
    for nth in 1..=9 {
        desk.write(&format!("2026-09-0{nth}.json"), say(&format!("2026-09-0{nth}"), "甲乙 GPT"));
    }
    desk.check();
    desk.wait_for(|answer| answer.indexing == Indexing::Stopped { done: 0, total: 9 });
    let answer = desk.ask("甲乙");
    assert_eq!((answer.total, answer.read_files), (0, 0));
    assert_eq!(desk.session.name_count("GPT"), Some(NameCount { papers: 0, complete: false }));
    desk.session.resume_indexing();
    desk.settle();
    agree(&desk);
    assert_eq!(desk.session.name_count("GPT"), Some(NameCount { papers: 9, complete: true }));
}

#[test]
fn a_name_is_counted_where_it_stands_by_itself() {
    for indexed in [true, false] {
        let desk = Desk::new(indexed);
        let texts = ["Nova-5 领先", "Nova-5.6 领先", "SuperNova-5", "在Nova-5上", "nova-5。"];
        for (nth, text) in texts.iter().enumerate() {
            desk.write(&format!("2026-09-0{}.json", nth + 1), say(&format!("2026-09-0{}", nth + 1), text));
        }
        if indexed {
            desk.settle();
        } else {
            desk.check();
        }
        let papers = |name: &str| desk.session.name_count(name).unwrap().papers;
        assert_eq!([papers("Nova-5"), papers("Nova-5.6"), papers("Nova"), papers("无")], [3, 1, 4, 0]);
        assert_eq!(desk.session.name_page("Nova-5").papers, 3);
    }
}

/// What `a_killed_program_loses_nothing_but_time` starts and kills; of itself it does nothing.
#[test]
fn indexes_until_it_is_killed() {
    let Some(own) = std::env::var_os("KZ_TEST_OWN").map(PathBuf::from) else { return };
    let desk = Desk::open_at(&own.join("digests"), &own.join("own"));
    desk.settle();
}

#[test]
fn a_killed_program_loses_nothing_but_time() {
    let room = tempfile::tempdir().unwrap();
    let digests = room.path().join("digests");
    fs::create_dir(&digests).unwrap();
    for nth in 1..=28 {
        let day = format!("2026-09-{nth:02}");
        fs::write(digests.join(format!("{day}.json")), say(&day, &format!("甲乙 GPT {nth}").repeat(50))).unwrap();
    }
    for files in 1..=12 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "edits::indexes_until_it_is_killed"])
            .env("KZ_TEST_OWN", room.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // Each time a little later: as many more files as there were rounds.
        let index = room.path().join("own/cache/search");
        while count(&index) < files && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let desk = Desk::open_at(&digests, &room.path().join("own"));
    desk.settle();
    agree(&desk);
}

fn count(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries.map(|entry| if entry.path().is_dir() { count(&entry.path()) } else { 1 }).sum()
}

#[test]
fn notes_are_found_as_soon_as_they_are_written() {
    let desk = Desk::new(true);
    desk.write("2026-09-01.json", say("2026-09-01", "甲乙"));
    desk.settle();
    let paper = desk.ask("甲乙").groups.first().unwrap().paper.clone();
    let place = [Found { passage: 0, span: ByteSpan::new(0, 3) }];
    let note = NewNote {
        color: Color::Red,
        note: "核对 軟體 的口径，Table 2".to_owned(),
        tags: ["Idea".to_owned()].into(),
        ..NewNote::default()
    };
    let id = desk.session.annotate(&paper, &place, note).unwrap().annotation.id;
    let found = |query: &str| {
        let answer = desk.ask(query);
        assert_eq!(answer.notes.len(), answer.total_notes as usize);
        answer.notes.iter().map(|note| note.id.clone()).collect::<Vec<_>>()
    };
    for query in [
        "软体",
        "table 核对",
        "\"口径table\"",
        "口径Table",
        "tag:idea",
        "tag:idea 软体",
        "color:red",
        "in:notes 的",
        "day:2026-09 口径",
    ] {
        assert_eq!(found(query), std::slice::from_ref(&id), "{query}");
    }
    for query in ["软体 -口径", "tag:other", "color:blue", "in:claims 口径", "口径 -tag:idea", "has:doubt 口径", "甲乙"]
    {
        assert!(found(query).is_empty(), "{query}");
    }
    desk.session.delete_notes(&paper, std::slice::from_ref(&id)).unwrap();
    assert!(found("软体").is_empty());
    desk.session.undo().unwrap();
    assert_eq!(found("软体"), [id]);
    assert_eq!(desk.session.indexing(), Indexing::Complete);
}
