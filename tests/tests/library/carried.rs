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
    carry_over(sides[0], sides[1], last);
    carry_over(sides[1], sides[0], last);
}

/// The same one way.
fn carry_over(from: &Path, to: &Path, last: &mut Files) {
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

/// Two machines that share their notes, with two marks on both, and the file of the later mark with its whole bytes.
struct Shared {
    desks: [Desk; 2],
    /// Of the machine that made the marks, and of the other.
    open: [Open; 2],
    last: Files,
    path: PathBuf,
    whole: Vec<u8>,
}

impl Shared {
    fn new() -> Self {
        let (here, first, id) = machine();
        let (there, second, _) = machine();
        mark(&first, &id, "写入门");
        mark(&first, &id, "清空门");
        // The later one: the first one has what both stand on.
        let path_and_whole = files(&first.session.notebook_folder()).into_iter().min_by_key(|(_, bytes)| bytes.len());
        let (path, whole) = path_and_whole.unwrap();
        let mut shared = Self { desks: [here, there], open: [first, second], last: Files::new(), path, whole };
        shared.carry();
        assert_eq!(shared.listed(), [(2, vec![]), (2, vec![])]);
        let _ = shared.open.each_ref().map(told);
        shared
    }

    fn folders(&self) -> [PathBuf; 2] {
        [0, 1].map(|side: usize| self.open[side].session.notebook_folder())
    }

    /// The synchroniser carries, and both look.
    fn carry(&mut self) {
        let folders = self.folders();
        carry([&folders[0], &folders[1]], &mut self.last);
        self.open.iter().for_each(|open| open.session.check_notes());
    }

    fn listed(&self) -> [(u32, Vec<NotesTrouble>); 2] {
        [0, 1].map(|side: usize| listed(&self.open[side]))
    }

    /// The program of one side ends and starts again: it has in memory only what is on its disk.
    fn restart(self, side: usize) -> Self {
        let Self { desks, open, last, path, whole } = self;
        let other = 1 - side;
        let mut open = open.map(Some);
        drop(open[side].take());
        open[side] = Some(desks[side].open());
        open[other].as_ref().unwrap().session.check_notes();
        Self { desks, open: open.map(Option::unwrap), last, path, whole }
    }

    fn torn(&self) -> &[u8] {
        &self.whole[..self.whole.len() / 2]
    }
}

#[test]
fn a_file_that_is_damaged_on_one_machine_stays_whole_on_the_other_and_heals_the_first() {
    let shared = Shared::new();
    let [mine, theirs] = shared.folders();
    put(&mine.join(&shared.path), shared.torn());
    let mut shared = shared.restart(0);
    shared.open[0].session.check_notes();
    let [(notes, troubles), _] = shared.listed();
    assert!(matches!(&troubles[..], [NotesTrouble::Part(Trouble::SetAside(_))]), "{troubles:?}");
    assert_eq!((notes, told(&shared.open[0])), (1, 1));
    // A bad disk tells no synchroniser what it did; all else that was done about it is carried.
    shared.last.insert(shared.path.clone(), shared.torn().to_owned());
    carry_over(&mine, &theirs, &mut shared.last);
    assert_eq!(fs::read(theirs.join(&shared.path)).unwrap(), shared.whole);
    let shared = shared.restart(1);
    shared.open[1].session.check_notes();
    assert_eq!(listed(&shared.open[1]), (2, vec![]));
    put(&mine.join(&shared.path), &shared.whole);
    shared.open[0].session.check_notes();
    assert_eq!(shared.listed(), [(2, vec![]), (2, vec![])]);
}

#[test]
fn damage_that_is_carried_to_both_machines_is_healed_by_the_window_that_had_the_notes() {
    let mut shared = Shared::new().restart(1);
    let [mine, theirs] = shared.folders();
    for _ in 0..4 {
        // Torn on both sides; a third machine that was off brings it again and again.
        put(&mine.join(&shared.path), shared.torn());
        for _ in 0..3 {
            shared.carry();
        }
        assert_eq!(shared.listed(), [(2, vec![]), (2, vec![])]);
        assert_eq!([&mine, &theirs].map(|folder| fs::read(folder.join(&shared.path)).unwrap()), [&*shared.whole; 2]);
        let aside = Path::new("damaged").join(&shared.path);
        for folder in [&mine, &theirs] {
            let kept: Vec<PathBuf> = files(folder).into_keys().filter(|path| path.starts_with("damaged")).collect();
            assert_eq!(kept, std::slice::from_ref(&aside));
            assert_eq!(fs::read(folder.join(&aside)).unwrap(), shared.torn());
        }
    }
    let said: usize = shared.open.iter().map(told).sum();
    assert_eq!(said, 1, "it is told of once");
}

#[test]
fn damage_on_both_machines_that_no_window_remembers_is_told_of_once_and_healed_by_a_whole_copy() {
    let shared = Shared::new();
    let [mine, theirs] = shared.folders();
    [&mine, &theirs].into_iter().for_each(|folder| put(&folder.join(&shared.path), shared.torn()));
    let mut shared = shared.restart(0).restart(1);
    let mut said = [0, 0];
    for _ in 0..4 {
        shared.carry();
        for side in [0, 1] {
            said[side] += told(&shared.open[side]);
            let (notes, troubles) = listed(&shared.open[side]);
            assert_eq!(notes, 1);
            assert!(matches!(&troubles[..], [NotesTrouble::Part(Trouble::SetAside(_))]), "{troubles:?}");
        }
    }
    assert!(said[0] <= 1 && said[1] <= 1 && said[0] + said[1] > 0, "{said:?}");
    put(&mine.join(&shared.path), &shared.whole);
    shared.carry();
    shared.carry();
    assert_eq!(shared.listed(), [(2, vec![]), (2, vec![])]);
    let shared = shared.restart(1);
    shared.open[1].session.check_notes();
    assert_eq!((listed(&shared.open[1]), told(&shared.open[1])), ((2, vec![]), 0), "and nothing of it is told again");
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
