//! Damaged files: kept aside once nobody can be writing to them, never removed, and healed by whatever still has them whole.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::faults::{files, notebook};
use super::*;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// Makes a file look as if nobody had written to it for so long.
fn age(path: &Path, by: Duration) {
    let file = fs::File::options().write(true).open(path).unwrap();
    file.set_modified(SystemTime::now() - by).unwrap();
}

/// A notebook of `count` notes, the file of the last one, and its bytes, which are spoilt in the file.
fn damaged(count: i64) -> (tempfile::TempDir, Disk, PathBuf, Vec<u8>) {
    let (folder, disk) = notebook(count);
    let last = open(&disk).annotations().pop().unwrap().note;
    let holds = |path: &PathBuf| String::from_utf8_lossy(&fs::read(path).unwrap()).contains(&last);
    let path = files(disk.folder()).into_iter().find(holds).unwrap();
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    (folder, disk, path, bytes)
}

#[test]
fn a_damaged_file_that_nobody_writes_to_any_more_is_kept_beside_and_the_rest_is_compacted() {
    let (_folder, disk, path, bytes) = damaged(4);
    let mut document = Document::open(&disk, PAPER).unwrap();
    assert_eq!(document.set_damaged_aside(HOUR).unwrap(), 0, "a synchroniser may be at it");
    assert!(path.exists());
    age(&path, HOUR);
    assert_eq!(document.set_damaged_aside(HOUR).unwrap(), 1);
    let kept = disk.folder().join("damaged").join(PAPER).join("incremental").join(path.file_name().unwrap());
    let torn = bytes[..bytes.len() / 2].to_vec();
    assert_eq!([&path, &kept].map(|path| fs::read(path).unwrap()), [torn.clone(), torn]);
    for document in [&document, &Document::open(&disk, PAPER).unwrap()] {
        let troubles: Vec<String> = document.troubles().map(ToString::to_string).collect();
        assert!(matches!(&troubles[..], [said] if said.contains("“damaged”")), "{troubles:?}");
        assert_eq!(notes(document), ["记0", "记1", "记2"]);
    }
    document.compact().unwrap();
    assert_eq!((files(disk.folder()).len(), path.exists()), (2, true), "it may be whole on another machine");
    assert_eq!(disk.documents().unwrap(), [PAPER], "what is kept is no document");
    // The synchroniser brings a whole one after all.
    fs::write(&path, &bytes).unwrap();
    assert_eq!(notes(&open(&disk)), ["记0", "记1", "记2", "记3"]);
    assert!(kept.exists(), "nothing is deleted");
}

#[test]
fn a_whole_file_that_an_earlier_release_moved_comes_back() {
    let (_folder, disk, path, bytes) = damaged(3);
    let kept = disk.folder().join("damaged").join(PAPER).join("incremental").join(path.file_name().unwrap());
    fs::create_dir_all(kept.parent().unwrap()).unwrap();
    fs::rename(&path, &kept).unwrap();
    fs::write(&kept, &bytes).unwrap();
    let mut document = Document::open(&disk, PAPER).unwrap();
    assert_eq!(document.set_damaged_aside(HOUR).unwrap(), 0);
    assert!(path.exists() && !kept.exists());
    assert_eq!([notes(&document), notes(&open(&disk))], [["记0", "记1", "记2"]; 2]);
}

#[test]
fn a_window_that_had_a_file_whole_writes_it_again_once_anybody_found_it_damaged() {
    for nth in 0..3 {
        let (_folder, disk) = notebook(3);
        let mut window = open(&disk);
        let path = files(disk.folder()).remove(nth);
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        age(&path, HOUR);
        assert!(!window.heal().unwrap(), "it is not known yet");
        Document::open(&disk, PAPER).unwrap().set_damaged_aside(HOUR).unwrap();
        assert!(window.refresh().unwrap() && window.heal().unwrap());
        assert_eq!(
            (fs::read(&path).unwrap(), files(disk.folder()).len()),
            (bytes, 3),
            "the very file, and nothing else"
        );
        assert_eq!([notes(&window), notes(&open(&disk))], [["记0", "记1", "记2"]; 2]);
        assert!(!window.heal().unwrap());
    }
}

#[test]
fn a_snapshot_that_is_damaged_under_a_window_is_written_as_another() {
    let (_folder, disk) = notebook(3);
    let mut window = open(&disk);
    window.compact().unwrap();
    let path = files(disk.folder()).remove(0);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    age(&path, HOUR);
    Document::open(&disk, PAPER).unwrap().set_damaged_aside(HOUR).unwrap();
    window.add(&draft("又一"), &record(), 9).unwrap();
    window.refresh().unwrap();
    window.heal().unwrap();
    assert_eq!(notes(&Document::open(&disk, PAPER).unwrap()), ["记0", "记1", "记2", "又一"]);
}

#[test]
fn a_copy_under_another_name_heals_a_damaged_file() {
    let (_folder, disk, path, bytes) = damaged(3);
    let name = path.file_name().unwrap().to_str().unwrap();
    fs::write(path.with_file_name(format!("{name} (conflict)")), &bytes).unwrap();
    let mut document = Document::open(&disk, PAPER).unwrap();
    assert!(document.heal().unwrap());
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(document.troubles().count(), 0);
}

#[test]
fn what_only_this_window_still_has_is_written_with_its_next_change() {
    let (_folder, disk) = notebook(3);
    let mut document = open(&disk);
    document.compact().unwrap();
    document.add(&draft("三"), &record(), 3).unwrap();
    // A snapshot is left, but not what came after it: another machine took that for damaged.
    for path in files(disk.folder()).iter().filter(|path| path.to_str().unwrap().contains("incremental")) {
        fs::remove_file(path).unwrap();
    }
    document.refresh().unwrap();
    document.add(&draft("四"), &record(), 4).unwrap();
    assert_eq!(notes(&open(&disk)), ["记0", "记1", "记2", "三", "四"]);
}
