//! What a synchroniser makes of files that one machine set aside as damaged: it carries them to the other, and may bring
//! the damaged ones back.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use library::notebook::Trouble;
use library::notes::{NewNote, NotesFilter, NotesTrouble};
use library::{Event, PaperId};
use reading::anchor::Index;

use crate::desk::{Desk, Open};

const TEXT: &str = "2026-01-05\n\n本文提出 Saltmarsh，一种记忆层。\n\n背景。\n\nSaltmarsh 由写入门与清空门组成。\n\n小结。\n\n\
    1. Saltmarsh 提升 3%。\n\n   improves by 3%\n\n局限。\n\n跟进。\n";

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// All files in a folder, by their paths below it.
fn files(folder: &Path) -> Files {
    let all = suite::places::files(folder).unwrap_or_default();
    all.into_iter().map(|path| (path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap())).collect()
}

/// Carries what changed on either side since the last time to the other; `last` is how both were then.
fn carry(sides: [&Path; 2], last: &mut Files) {
    for (from, to) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        let now = files(from);
        let paths: BTreeSet<PathBuf> = now.keys().chain(last.keys()).cloned().collect();
        for path in paths {
            if now.get(&path) == last.get(&path) {
                continue;
            }
            match now.get(&path) {
                Some(bytes) => put(&to.join(&path), bytes),
                None => drop(fs::remove_file(to.join(&path))),
            }
            match now.get(&path) {
                Some(bytes) => drop(last.insert(path, bytes.clone())),
                None => drop(last.remove(&path)),
            }
        }
    }
}

/// Writes a file that looks as if nobody had written to it for hours.
fn put(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
    let hours_ago = SystemTime::now() - Duration::from_secs(2 * 60 * 60);
    fs::File::options().write(true).open(path).unwrap().set_modified(hours_ago).unwrap();
}

fn machine() -> (Desk, Open, PaperId) {
    let desk = Desk::new();
    desk.write("a.txt", TEXT);
    let open = desk.open_folder();
    let id = open.first();
    (desk, open, id)
}

fn mark(open: &Open, id: &PaperId, words: &str) {
    let paper = open.session.paper(id).unwrap();
    let found = Index::new(paper.paper().unwrap()).find(words)[0];
    open.session.annotate(id, &[found], NewNote::default()).unwrap();
}

/// Notes in the list, and what is wrong with them.
fn listed(open: &Open) -> (u32, Vec<NotesTrouble>) {
    let page = open.session.all_notes(&NotesFilter::default(), 0, 9);
    (page.total, page.troubles)
}

/// How often the reader was told so far that files were set aside.
fn told(open: &Open) -> usize {
    let is_it = |event: &Event| matches!(event, Event::Trouble(library::Trouble::NotesSetAside(_)));
    open.events.try_iter().filter(is_it).count()
}

#[test]
fn a_file_that_one_machine_set_aside_is_no_note_on_the_other_does_not_pile_up_and_is_told_of_once() {
    let (_here, first, id) = machine();
    let (there, second, _) = machine();
    let [mine, theirs] = [&first, &second].map(|open| open.session.notebook_folder());
    let sides = [mine.as_path(), theirs.as_path()];
    let mut last = Files::new();
    mark(&first, &id, "写入门");
    mark(&first, &id, "清空门");
    carry(sides, &mut last);
    second.session.check_notes();
    assert_eq!([listed(&first), listed(&second)], [(2, vec![]), (2, vec![])]);
    // The later one: the first one has what both stand on.
    let (path, whole) = files(&mine).into_iter().min_by_key(|(_, bytes)| bytes.len()).unwrap();
    let torn = &whole[..whole.len() / 2];
    let _ = [told(&first), told(&second)];
    drop(second);
    let second = there.open();
    let (mut said_here, mut said_there) = (0, 0);
    put(&mine.join(&path), torn);
    for _ in 0..4 {
        // Torn on both sides, and neither knows what the other does about it.
        carry(sides, &mut last);
        for open in [&first, &second] {
            open.session.check_notes();
        }
        said_here += told(&first);
        said_there += told(&second);
        carry(sides, &mut last);
        for open in [&first, &second] {
            open.session.check_notes();
        }
        // The window that had it before the damage still has it, and writes it with its next change.
        for (open, expected) in [(&first, 2), (&second, 1)] {
            let (notes, troubles) = listed(open);
            assert_eq!(notes, expected);
            assert!(matches!(&troubles[..], [NotesTrouble::Part(Trouble::SetAside(_))]), "{troubles:?}");
        }
        let aside = Path::new("damaged").join(&path);
        for folder in sides {
            let kept: Vec<PathBuf> = files(folder).into_keys().filter(|path| path.starts_with("damaged")).collect();
            assert_eq!((kept, fs::read(folder.join(&aside)).unwrap() == torn), (vec![aside.clone()], true));
        }
        // A third machine that was off brings it again.
        put(&mine.join(&path), torn);
    }
    assert!(said_here <= 1 && said_there <= 1 && said_here + said_there > 0, "{said_here} {said_there}");
    put(&mine.join(&path), &whole);
    carry(sides, &mut last);
    for open in [&first, &second] {
        open.session.check_notes();
        assert_eq!(listed(open), (2, vec![]));
    }
    drop(second);
    let second = there.open();
    second.session.check_notes();
    assert_eq!((listed(&second), told(&second)), ((2, vec![]), 0), "and nothing of it is told again");
}

#[test]
fn of_notes_that_are_not_here_a_damaged_file_tells_nothing() {
    let (_here, first, id) = machine();
    mark(&first, &id, "写入门");
    let (path, whole) = files(&first.session.notebook_folder()).into_iter().next().unwrap();
    let (_there, second, _) = machine();
    put(&second.session.notebook_folder().join("damaged").join(path), &whole[..whole.len() / 2]);
    second.session.check_notes();
    assert_eq!((listed(&second), told(&second)), ((0, vec![]), 0));
}
