//! What went wrong for readers of comparable programs, tried on this one: edited digests, moved folders, full disks, newer
//! notebooks, folders that vanish.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, SystemTime};

use library::notebook::{Disk, Document, Trouble};
use library::notes::{Counts, NewNote, NotesFilter, NotesTrouble, PaperNotes, Restore};
use library::{Cause, Dirs, Error, Event, PaperId, Session};
use reading::anchor::{Index, Resolution, Why};

use crate::desk::{Desk, Open, go_on};

const TEXT: &str = "2026-01-05\n\n本文提出 Saltmarsh，一种记忆层，记忆层分两步。\n\n背景里旧模型甲的准确率提高，模型乙的准确率也提高。\n\nSaltmarsh 由写入门与清空门组成，我们评估织机的效果。\n\n小结。\n\n\
    1. Saltmarsh 提升 3%。\n\n   improves by  3%\n\n2. 召回再升 5 个百分点。\n\n   recall rises by 5 points\n\n3. 在 C 集上的吞吐翻倍。\n\n   throughput doubles on set C\n\n\
    4. 显存减半。\n\n   memory halves\n\n局限。\n\n跟进。\n";

fn desk(text: &str) -> (Desk, Open, PaperId) {
    let desk = Desk::new();
    desk.write("a.txt", text);
    let open = desk.open_folder();
    let id = open.first();
    (desk, open, id)
}

fn mark(session: &Session, id: &PaperId, words: &str, nth: usize) -> Result<String, Error> {
    let paper = session.paper(id).unwrap();
    let found = Index::new(paper.paper().unwrap()).find(words)[nth];
    session.annotate(id, &[found], NewNote::default()).map(|placed| placed.annotation.id)
}

/// The digest as it is now, read.
fn edit(desk: &Desk, open: &Open, text: &str) {
    desk.write("a.txt", text);
    open.session.refresh();
    let seen = |open: &Open| open.session.paper(&open.first()).is_ok_and(|paper| paper.file.text == text);
    open.wait("the edited digest is read", seen);
}

fn words(notes: &PaperNotes, open: &Open) -> Vec<String> {
    let paper = open.session.paper(&notes.paper).unwrap();
    let index = Index::new(paper.paper().unwrap());
    let placed = notes.annotations.iter().map(|placed| match &placed.resolution {
        Resolution::Exact(found) | Resolution::Moved { found, .. } => {
            let texts = found.iter().map(|found| found.span.of(index.passages()[found.passage].text));
            texts.collect::<Vec<_>>().join(" ")
        }
        Resolution::Ambiguous(_) => "?".to_owned(),
        Resolution::Lost(_) => format!("lost: {}", placed.annotation.target.parts[0].quote.exact),
    });
    placed.collect()
}

#[test]
fn a_word_that_is_gone_takes_its_mark_nowhere_else() {
    for (quote, nth, from, to, why) in [
        ("织机", 0, "评估织机的效果", "评估织布的效果，纺机也好", Why::NotFound),
        ("模型", 1, "提高，模型乙", "提高，乙", Why::WordsGone),
    ] {
        let (desk, open, id) = desk(TEXT);
        mark(&open.session, &id, quote, nth).unwrap();
        edit(&desk, &open, &TEXT.replace(from, to));
        let notes = open.session.notes(&id).unwrap();
        assert_eq!(notes.counts, Counts { lost: 1, total: 1, ..Counts::default() });
        assert_eq!(notes.annotations[0].resolution, Resolution::Lost(why));
        assert_eq!(notes.annotations[0].annotation.target.parts[0].quote.exact, quote, "its words stay");
        edit(&desk, &open, TEXT);
        assert_eq!(open.session.notes(&id).unwrap().counts.exact, 1, "it comes back with the text");
    }
}

#[test]
fn a_finding_that_is_deleted_loses_its_own_marks_only_and_the_sum_stays() {
    let (desk, open, id) = desk(TEXT);
    for quote in ["recall rises", "throughput doubles", "memory halves", "召回", "吞吐", "显存"] {
        mark(&open.session, &id, quote, 0).unwrap();
    }
    let third = "3. 在 C 集上的吞吐翻倍。\n\n   throughput doubles on set C\n\n";
    edit(&desk, &open, &TEXT.replace(third, "").replace("4. 显存", "3. 显存"));
    let notes = open.session.notes(&id).unwrap();
    assert_eq!(notes.counts, Counts { exact: 4, lost: 2, total: 6, ..Counts::default() });
    let expected = ["召回", "recall rises", "显存", "memory halves", "lost: throughput doubles", "lost: 吞吐"];
    assert_eq!(words(&notes, &open), expected);
}

#[test]
fn notes_are_there_at_the_first_look_after_the_folder_or_the_digest_moved() {
    let (desk, open, id) = desk(TEXT);
    mark(&open.session, &id, "写入门", 0).unwrap();
    open.session.set_starred(&id, true).unwrap();
    drop(open);
    let moved = desk.beside("moved/deeper");
    fs::create_dir_all(&moved).unwrap();
    fs::rename(desk.folder.join("a.txt"), moved.join("新名.txt")).unwrap();
    let open = desk.open();
    open.session.begin();
    open.session.add_paths(&[desk.beside("moved")]);
    open.settle();
    let id = open.papers().into_iter().find(|paper| !paper.missing).unwrap().id;
    let notes = open.session.notes(&id).unwrap();
    assert_eq!((notes.counts.exact, notes.counts.total, open.session.paper(&id).unwrap().starred), (1, 1, true));
}

#[test]
fn a_digest_without_date_and_titles_can_be_marked_and_is_found_again() {
    let text = "### ① 一句话定位\n\n本文提出 Saltmarsh，一种写入门。\n\n### ② 背景与动机\n\n背景。\n\n### ③ 方法机制\n\n方法。\n";
    let (desk, open, id) = desk(text);
    mark(&open.session, &id, "写入门", 0).unwrap();
    drop(open);
    let open = desk.open();
    assert_eq!(open.session.notes(&open.first()).unwrap().counts.exact, 1);
}

#[test]
fn when_all_digests_are_deleted_the_notes_stay_listed() {
    let (desk, open, id) = desk(TEXT);
    mark(&open.session, &id, "写入门", 0).unwrap();
    fs::remove_file(desk.folder.join("a.txt")).unwrap();
    open.session.refresh();
    open.wait("the paper is missing", |open| open.papers().iter().all(|paper| paper.missing));
    let listed = open.session.all_notes(&NotesFilter::default(), 0, 9);
    assert_eq!((listed.total, listed.notes[0].note.quotes[0].as_str()), (1, "写入门"));
    let source = open.session.sources()[0].id;
    open.session.remove_source(source).unwrap();
    let listed = open.session.all_notes(&NotesFilter::default(), 0, 9);
    assert_eq!((listed.total, listed.notes[0].gone, listed.notes[0].paper_name.as_str()), (1, true, "Saltmarsh"));
    // Nothing is written over them either.
    desk.write("a.txt", TEXT);
    open.session.add_paths(std::slice::from_ref(&desk.folder));
    open.settle();
    assert_eq!(open.session.notes(&id).unwrap().counts.exact, 1);
}

#[test]
fn twenty_marks_are_on_the_disk_before_the_program_ends() {
    let (_desk, open, id) = desk(TEXT);
    for _ in 0..20 {
        mark(&open.session, &id, "写入门", 0).unwrap();
    }
    let disk = Disk::new(open.session.notebook_folder());
    let there = Document::open(disk, id.0.split_once('/').unwrap().1).unwrap();
    assert_eq!(there.annotations().len(), 20);
}

#[test]
fn a_folder_of_notes_that_vanishes_while_one_writes_is_said_and_waited_for() {
    let (desk, open, id) = desk(TEXT);
    mark(&open.session, &id, "写入门", 0).unwrap();
    let notebook = open.session.notebook_folder();
    let away = desk.beside("pulled-out");
    fs::rename(&notebook, &away).unwrap();
    let refused = mark(&open.session, &id, "清空门", 0).unwrap_err();
    assert!(matches!(&refused, Error::NotSaved { cause: Cause::FolderGone, .. }), "{refused}");
    let notes = open.session.notes(&id).unwrap();
    assert_eq!((notes.counts.total, notes.unsaved.is_some(), open.session.unsaved()), (2, true, notes.unsaved));
    assert!(!notebook.exists(), "no other folder is begun in its place");
    assert!(open.session.retry_unsaved().is_err());
    fs::rename(&away, &notebook).unwrap();
    open.session.retry_unsaved().unwrap();
    assert_eq!((open.session.unsaved(), open.session.notes(&id).unwrap().counts.total), (None, 2));
    drop(open);
    assert_eq!(desk.open().session.notes(&id).unwrap().counts.exact, 2);
}

#[test]
fn on_a_full_disk_notes_are_read_new_ones_wait_and_are_saved_when_there_is_room() {
    let (desk, open, id) = desk(TEXT);
    drop(open);
    let small = desk.beside("small");
    fs::create_dir(&small).unwrap();
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=256k", "tmpfs"]).arg(&small).status();
    if !mounted.is_ok_and(|status| status.success()) {
        eprintln!("skipped: this user cannot mount");
        return;
    }
    let dirs = Dirs { data: small.join("data"), ..desk.dirs() };
    let session = Session::open(&dirs, None, |_| {});
    mark(&session, &id, "写入门", 0).unwrap();
    let filler = small.join("filler");
    // Ends with the disk's last block.
    let _ = fs::write(&filler, vec![0; 1 << 20]);
    let refused = mark(&session, &id, "清空门", 0);
    let while_full = session.notes(&id).unwrap();
    fs::remove_file(&filler).unwrap();
    let retried = session.retry_unsaved();
    drop(session);
    let after = Session::open(&dirs, None, |_| {}).notes(&id).unwrap();
    assert!(Command::new("umount").arg(&small).status().unwrap().success());
    assert!(matches!(&refused, Err(Error::NotSaved { cause: Cause::Full, .. })), "{refused:?}");
    assert_eq!((while_full.counts.exact, while_full.unsaved.is_some()), (2, true));
    assert_eq!((retried, after.counts.exact, after.troubles), (Ok(()), 2, vec![]));
}

#[test]
fn a_damaged_file_of_the_notes_is_said_set_aside_when_nobody_is_copying_it_and_healed_by_a_whole_one() {
    let (desk, open, id) = desk(TEXT);
    mark(&open.session, &id, "写入门", 0).unwrap();
    mark(&open.session, &id, "清空门", 0).unwrap();
    let key = id.0.split_once('/').unwrap().1;
    let folder = open.session.notebook_folder();
    let inside = folder.join(key).join("incremental");
    drop(open);
    // The later one: the first one has what both stand on.
    let whole = |path: &PathBuf| fs::read(path).unwrap();
    let mut paths: Vec<PathBuf> = fs::read_dir(&inside).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort_by_key(|path| whole(path).len());
    let path = paths.remove(0);
    let bytes = whole(&path);
    fs::write(&path, &bytes[..20]).unwrap();
    let open = desk.open();
    open.session.check_notes();
    let damaged = |open: &Open| open.session.all_notes(&NotesFilter::default(), 0, 9).troubles;
    assert!(matches!(&damaged(&open)[..], [NotesTrouble::Part(Trouble::Damaged(_))]), "{:?}", damaged(&open));
    assert!(path.exists(), "it may be on its way");
    let hours_ago = SystemTime::now() - Duration::from_secs(2 * 60 * 60);
    fs::File::options().write(true).open(&path).unwrap().set_modified(hours_ago).unwrap();
    open.session.check_notes();
    assert!(matches!(&damaged(&open)[..], [NotesTrouble::Part(Trouble::SetAside(_))]), "{:?}", damaged(&open));
    let kept = folder.join("damaged").join(key).join("incremental").join(path.file_name().unwrap());
    assert_eq!([&path, &kept].map(whole), [&bytes[..20]; 2], "another machine may have it whole");
    let told = |event: &Event| matches!(event, Event::Trouble(library::Trouble::NotesSetAside(1)));
    open.event("what was set aside is said", told);
    assert_eq!(open.session.notes(&id).unwrap().counts.total, 1, "everything else is there");
    fs::write(&path, &bytes).unwrap();
    open.session.check_notes();
    assert_eq!((damaged(&open), open.session.notes(&id).unwrap().counts.exact), (vec![], 2));
}

#[test]
fn notes_of_a_newer_release_are_said_and_left_as_they_are_and_the_others_open() {
    let (desk, open, id) = desk(TEXT);
    mark(&open.session, &id, "写入门", 0).unwrap();
    drop(open);
    let key = "0123456789abcdef0123456789abcdef";
    let newer = suite::places::fixtures().join("notebook/newer").join(key).join("incremental");
    let target = desk.dirs().data.join("notebook").join(key).join("incremental");
    fs::create_dir_all(&target).unwrap();
    for entry in fs::read_dir(newer).unwrap().map(Result::unwrap) {
        fs::copy(entry.path(), target.join(entry.file_name())).unwrap();
    }
    let files = || fs::read_dir(&target).unwrap().map(|entry| entry.unwrap().file_name()).collect::<BTreeSet<_>>();
    let before = files();
    let open = desk.open();
    open.session.check_notes();
    let page = open.session.all_notes(&NotesFilter::default(), 0, 9);
    assert_eq!((page.total, page.complete), (2, true), "what can be read of them is listed");
    assert_eq!(page.troubles, [NotesTrouble::Part(Trouble::Newer { found: 2, known: 1 })]);
    let refused = open.session.set_starred(&PaperId(format!("/{key}")), true);
    assert_eq!(refused, Err(Error::NotesUnreadable { cause: Cause::Newer }));
    // All that goes over all notes leaves them out and goes on.
    let file = desk.beside("notes.zip");
    open.session.back_up(&file, &mut go_on).unwrap();
    assert!(
        matches!(
            open.session.restore(&file, Restore::Replace, &mut go_on),
            Err(Error::NotABackup { cause: Cause::Newer, .. })
        ),
        "they are in it"
    );
    open.session.export_w3c(&desk.beside("notes.jsonld")).unwrap();
    assert_eq!(open.session.rename_tag("a", "b"), Ok(0));
    assert_eq!((files(), open.session.notes(&id).unwrap().counts.exact), (before, 1));
}
