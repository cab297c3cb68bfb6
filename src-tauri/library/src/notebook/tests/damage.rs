//! Damaged files: moved out of the way once nobody can be writing to them, kept, and healed by a whole copy.

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
    assert_eq!((path.exists(), fs::read(&kept).unwrap()), (false, bytes[..bytes.len() / 2].to_vec()));
    for document in [&document, &Document::open(&disk, PAPER).unwrap()] {
        let troubles: Vec<String> = document.troubles().map(ToString::to_string).collect();
        assert!(matches!(&troubles[..], [said] if said.contains("“damaged”")), "{troubles:?}");
        assert_eq!(notes(document), ["记0", "记1", "记2"]);
    }
    document.compact().unwrap();
    assert_eq!(files(disk.folder()).len(), 1);
    assert_eq!(disk.documents().unwrap(), [PAPER], "what is kept is no document");
    // The synchroniser brings a whole one after all.
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, &bytes).unwrap();
    assert_eq!(notes(&open(&disk)), ["记0", "记1", "记2", "记3"]);
    assert!(kept.exists(), "nothing is deleted");
}

#[test]
fn a_copy_that_goes_on_where_the_file_was_moved_to_comes_back_whole() {
    use std::io::Write as _;
    let (_folder, disk, path, bytes) = damaged(3);
    let mut copying = fs::File::options().append(true).open(&path).unwrap();
    age(&path, HOUR);
    let mut document = Document::open(&disk, PAPER).unwrap();
    assert_eq!(document.set_damaged_aside(HOUR).unwrap(), 1);
    copying.write_all(&bytes[bytes.len() / 2..]).unwrap();
    assert_eq!(document.set_damaged_aside(HOUR).unwrap(), 0);
    assert!(path.exists());
    assert_eq!([notes(&document), notes(&open(&disk))], [["记0", "记1", "记2"]; 2]);
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
