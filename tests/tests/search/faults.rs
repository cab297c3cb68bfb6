//! What machines do to an index: killed while it merges, a full disk.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use library::Indexing;
use suite::generate::Dice;
use suite::small_disk::SmallDisk;
use tantivy::Index;

use super::desk::{Desk, Place, record};
use super::oracle;

/// Enough to be indexed first and merged last.
const FILES: u32 = 104;
/// Kills that hit a merge.
const KILLS: u32 = 10;
/// Names the folder in which a child merges.
const CHILD: &str = "KAOZHENG_MERGES_IN";

/// Digests with so many different words that merging them takes a while.
fn write_many(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    let mut dice = Dice::new(7);
    for nth in 0..FILES {
        let mut word = || char::from_u32(0x4E00 + u32::try_from(dice.below(6_000)).unwrap()).unwrap();
        let day = format!("2026-{:02}-{:02}", nth / 28 + 1, nth % 28 + 1);
        let words: String = (0..400).map(|_| word()).collect();
        let text = format!("甲乙 GPT-{nth} {words}丙丁");
        fs::write(folder.join(format!("{day}.json")), record(&day, &[text, "背景文字".to_owned()])).unwrap();
    }
}

fn agree(desk: &Desk) {
    let files = desk.files();
    for query in ["甲乙", "GPT-11", "背景 丙丁", "day:2026-02-03"] {
        assert_eq!(desk.hits(query), oracle::hits(desk.path(), &files, query), "{query}");
    }
}

/// What `a_program_killed_while_it_merges_…` starts and kills; of itself it does nothing.
#[test]
fn merges_until_it_is_killed() {
    let Some(room) = std::env::var_os(CHILD).map(PathBuf::from) else { return };
    let desk = Desk::at(Place::Kept(room.join("digests")), Place::Kept(room.join("own")), false);
    // All files are known before the first is indexed.
    desk.check();
    desk.session.keep_index();
    // It is told when all is committed, and when all is merged.
    for said in ["merging", "merged"] {
        while desk.index_changes(said) != Indexing::Complete {}
        std::io::stderr().write_all(format!("{said}\n").as_bytes()).unwrap();
    }
}

fn start(room: &Path) -> (Child, impl Iterator<Item = String>) {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["faults::merges_until_it_is_killed", "--exact", "--nocapture"]).env(CHILD, room);
    let mut child = child.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let said = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    (child, said)
}

/// The folder of the index of this release.
fn index_in(own: &Path) -> PathBuf {
    let folders: Vec<PathBuf> =
        fs::read_dir(own.join("cache/search")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(folders.len(), 1, "{folders:?}");
    folders.into_iter().next().unwrap()
}

/// The segments of an index of which every file is as it was written.
fn sound_segments(folder: &Path) -> BTreeSet<String> {
    let index = Index::open_in_dir(folder).unwrap();
    assert!(index.validate_checksum().unwrap().is_empty());
    index.searchable_segment_ids().unwrap().iter().map(|id| id.uuid_string()).collect()
}

/// Files of the index that belong to no segment.
fn strays(folder: &Path) -> Vec<String> {
    let segments = sound_segments(folder);
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let is_of_one = |name: &String| name.split_once('.').is_some_and(|(id, _)| segments.contains(id));
    let is_of_all = |name: &String| name.starts_with('.') || name == "meta.json";
    names.filter(|name| !is_of_one(name) && !is_of_all(name)).collect()
}

#[test]
fn a_program_killed_while_it_merges_has_a_sound_index_that_answers_everything_and_leaves_nothing_behind() {
    let room = tempfile::tempdir().unwrap();
    let (digests, own) = (room.path().join("digests"), room.path().join("own"));
    write_many(&digests);
    let (mut child, said) = start(room.path());
    let mut said = said.skip_while(|line| line != "merging");
    said.next().expect("it merges");
    let since = Instant::now();
    said.find(|line| line == "merged").expect("it ends");
    let whole = since.elapsed();
    child.wait().unwrap();
    assert_eq!(sound_segments(&index_in(&own)).len(), 1);
    let (mut during, mut dice) = (0, Dice::new(5));
    for round in 0.. {
        assert!(round < 10 * KILLS, "{during} kills hit a merge of {whole:?}");
        fs::remove_dir_all(&own).unwrap();
        let (mut child, said) = start(room.path());
        let mut said = said.skip_while(|line| line != "merging");
        said.next().expect("it merges");
        // Any moment of it.
        thread::sleep(Duration::from_micros(
            dice.below(usize::try_from(whole.as_micros()).unwrap()).try_into().unwrap(),
        ));
        child.kill().unwrap();
        child.wait().unwrap();
        if said.any(|line| line == "merged") {
            continue;
        }
        during += 1;
        let folder = index_in(&own);
        let segments = sound_segments(&folder);
        let desk = Desk::open_at(&digests, &own);
        desk.settle();
        agree(&desk);
        drop(desk);
        assert_eq!(sound_segments(&folder), segments, "nothing is indexed again");
        if during == KILLS {
            break;
        }
    }
    // What the merges that were cut off had written goes with the next change.
    let desk = Desk::open_at(&digests, &own);
    desk.write("2027-01-01.json", record("2027-01-01", &["甲乙 的后一天".to_owned()]));
    desk.settle();
    agree(&desk);
    let folder = index_in(&own);
    drop(desk);
    assert_eq!(strays(&folder), Vec::<String>::new());
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_all_files_are_read_as_is_said_and_the_index_comes_back_with_room() {
    const FULL: &str = "the disk is full; free some space";
    let room = tempfile::tempdir().unwrap();
    let digests = room.path().join("digests");
    write_many(&digests);
    let mut full = 0;
    // Full at another step each time: when the index is begun, when passages are written, when they are merged.
    for size in ["4k", "64k", "512k", "768k", "896k", "1m"] {
        let own = room.path().join(size);
        fs::create_dir_all(own.join("cache")).unwrap();
        let Some(disk) = SmallDisk::mount(&own.join("cache"), size) else { return };
        let desk = Desk::at(Place::Kept(digests.clone()), Place::Kept(own.clone()), false);
        desk.check();
        desk.session.keep_index();
        desk.wait_for(|answer| !matches!(answer.indexing, Indexing::Running { .. }));
        let answer = desk.ask("甲乙");
        if let Indexing::Scanned(cause) = &answer.indexing {
            full += 1;
            assert_eq!((cause.as_str(), answer.read_files), (FULL, FILES), "{size}");
            let index = own.join("cache/search");
            if fs::read_dir(&index).is_ok_and(|mut folders| folders.next().is_some())
                && Index::open_in_dir(index_in(&own)).is_ok()
            {
                assert_eq!(strays(&index_in(&own)), Vec::<String>::new(), "{size}: it takes no room that others need");
            }
        } else {
            assert_eq!((&answer.indexing, answer.read_files), (&Indexing::Complete, 0), "{size}");
        }
        agree(&desk);
        assert!(disk.resize("64m"));
        desk.settle();
        agree(&desk);
        assert!(!sound_segments(&index_in(&own)).is_empty());
        drop(desk);
        drop(disk);
    }
    assert!(full >= 3, "{full}");
}
