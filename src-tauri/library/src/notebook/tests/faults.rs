//! What disks do to notes: full, read-only, gone, torn; and what is said then.

use std::fs;
use std::path::{Path, PathBuf};

use super::*;

/// The chunks of the paper on the disk.
pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let kinds = ["snapshot", "incremental"].map(|kind| folder.join(PAPER).join(kind));
    let entries = kinds.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// A notebook on the disk with one note a save.
pub(super) fn notebook(count: i64) -> (tempfile::TempDir, Disk) {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::new(folder.path().join("notes"));
    let mut document = Document::open(&disk, PAPER).unwrap();
    for now in 0..count {
        document.add(&draft(&format!("记{now}")), &record(), now).unwrap();
    }
    (folder, disk)
}

#[test]
fn a_folder_that_went_away_is_not_made_anew_and_what_is_not_written_waits_for_it() {
    let (folder, disk) = notebook(2);
    let mut document = open(&disk);
    let away = folder.path().join("away");
    fs::rename(disk.folder(), &away).unwrap();
    let refused = document.add(&draft("三"), &record(), 3).unwrap_err();
    assert!(matches!(refused, NotebookError::NotSaved(StorageError::FolderGone)), "{refused}");
    assert!(refused.to_string().contains("bring it back"), "{refused}");
    assert!(!disk.folder().exists() && document.is_pending());
    assert_eq!(notes(&document).len(), 3, "it stays in the window");
    fs::rename(&away, disk.folder()).unwrap();
    document.save().unwrap();
    assert_eq!(notes(&open(&disk)), ["记0", "记1", "三"]);
}

#[test]
fn a_document_whose_chunks_went_away_is_written_whole_with_the_next_change() {
    let (_folder, disk) = notebook(3);
    let mut document = open(&disk);
    fs::remove_dir_all(disk.folder().join(PAPER)).unwrap();
    document.refresh().unwrap();
    assert_eq!(notes(&document).len(), 3);
    assert!(!disk.folder().join(PAPER).exists(), "nothing is written unasked");
    document.add(&draft("四"), &record(), 4).unwrap();
    assert_eq!(notes(&open(&disk)), ["记0", "记1", "记2", "四"]);
}

#[test]
fn chunks_that_are_torn_zeroed_garbage_newer_or_foreign_are_said_kept_and_hide_no_others() {
    type Spoil = fn(&[u8]) -> Vec<u8>;
    let spoilt: [(&str, Spoil); 5] = [
        ("cut", |bytes| bytes[..bytes.len() / 2].to_vec()),
        ("zeroed", |bytes| vec![0; bytes.len()]),
        ("empty", |_| Vec::new()),
        ("garbage", |bytes| bytes.iter().map(|byte| byte ^ 0x5a).collect()),
        ("another's", |_| b"\x85\x6f\x4a\x83".to_vec()),
    ];
    for (name, spoil) in spoilt {
        let (_folder, disk) = notebook(4);
        let last = open(&disk).annotations().pop().unwrap();
        // The chunk that nothing else depends on.
        let paths = files(disk.folder());
        let holds = |path: &&PathBuf| String::from_utf8_lossy(&fs::read(path).unwrap()).contains(&last.note);
        let path = paths.iter().find(holds).unwrap();
        let bytes = fs::read(path).unwrap();
        let bad = spoil(&bytes);
        fs::write(path, &bad).unwrap();
        let mut document = Document::open(&disk, PAPER).unwrap();
        let troubles: Vec<String> = document.troubles().map(ToString::to_string).collect();
        let file = path.file_name().unwrap().to_str().unwrap();
        assert!(
            matches!(&troubles[..], [said] if said.contains(file) && said.contains("left as it is")),
            "{name}: {troubles:?}"
        );
        assert_eq!(notes(&document), ["记0", "记1", "记2"], "{name}");
        document.add(&draft("五"), &record(), 9).unwrap();
        assert!(document.compact().is_err(), "{name}");
        assert_eq!(fs::read(path).unwrap(), bad, "{name}: kept as it is");
        fs::write(path, &bytes).unwrap();
        assert_eq!(notes(&open(&disk)), ["记0", "记1", "记2", "记3", "五"], "{name}: it heals");
    }
}

#[test]
fn copies_of_synchronisers_and_partial_ones_do_no_harm() {
    for added in [
        " (conflicted copy 2026-01-05 101010)",
        ".sync-conflict-20260105-101010-ABCDEFG",
        " (1)",
        "-desktop",
        ".tmp",
        "~RF1a2b.TMP",
    ] {
        let (_folder, disk) = notebook(3);
        for path in files(disk.folder()) {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            fs::copy(&path, path.with_file_name(format!("{name}{added}"))).unwrap();
        }
        assert_eq!(notes(&open(&disk)), ["记0", "记1", "记2"], "{added}: copies");
        for path in files(disk.folder()) {
            // Only the copies are left: the synchroniser has taken them for the newer ones.
            if path.to_str().unwrap().ends_with(added) {
                continue;
            }
            fs::remove_file(path).unwrap();
        }
        assert_eq!(notes(&open(&disk)), ["记0", "记1", "记2"], "{added}: copies only");
        open(&disk).compact().unwrap();
        assert_eq!((notes(&open(&disk)).len(), files(disk.folder()).len()), (3, 1), "{added}: compacted");
    }
    // Names of others are no chunks, whatever is in them.
    let (_folder, disk) = notebook(1);
    for name in [".DS_Store", "desktop.ini", ".syncthing.x.tmp", "Thumbs.db", "README"] {
        fs::write(disk.folder().join(PAPER).join("incremental").join(name), "x").unwrap();
        fs::write(disk.folder().join(name), "x").unwrap();
    }
    assert_eq!((notes(&open(&disk)), disk.documents().unwrap().len()), (vec!["记0".to_owned()], 1));
}

#[cfg(unix)]
#[test]
fn what_a_writer_that_died_left_is_swept_when_it_is_old() {
    use std::time::SystemTime;
    let (_folder, disk) = notebook(60);
    let folder = disk.folder().join(PAPER).join("incremental");
    let (old, fresh, foreign) = (folder.join(".7.0.tmp"), folder.join(".8.0.tmp"), folder.join(".syncthing.x.tmp"));
    for path in [&old, &fresh, &foreign] {
        fs::write(path, "half").unwrap();
    }
    let yesterday = SystemTime::now() - Duration::from_secs(60 * 60 * 24);
    for path in [&old, &foreign] {
        fs::File::options().write(true).open(path).unwrap().set_modified(yesterday).unwrap();
    }
    open(&disk).compact().unwrap();
    assert_eq!((old.exists(), fresh.exists(), foreign.exists()), (false, true, true));
    assert_eq!(notes(&open(&disk)).len(), 60);
}

#[cfg(unix)]
#[test]
fn in_a_folder_that_may_not_be_written_notes_are_read_and_new_ones_wait() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
    use std::os::unix::process::CommandExt as _;
    /// Names the folder to the same test in a process of a user who may not write everywhere.
    const FOLDER: &str = "KAOZHENG_TEST_READ_ONLY";
    const NOBODY: u32 = 65_534;
    let set = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    if let Some(folder) = std::env::var_os(FOLDER) {
        return refused_then_saved(&Disk::new(folder), &set);
    }
    let (folder, disk) = notebook(2);
    if fs::metadata(folder.path()).unwrap().uid() != 0 {
        return refused_then_saved(&disk, &set);
    }
    set(folder.path(), 0o755);
    let inside = disk.folder().join(PAPER).join("incremental");
    let above = [disk.folder().to_owned(), disk.folder().join(PAPER), inside];
    for path in above.into_iter().chain(files(disk.folder())) {
        chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
    }
    let run = |program: &Path| {
        let name = "notebook::tests::faults::in_a_folder_that_may_not_be_written_notes_are_read_and_new_ones_wait";
        let mut child = std::process::Command::new(program);
        child
            .args(["--exact", name])
            .env(FOLDER, disk.folder())
            .current_dir(folder.path())
            .uid(NOBODY)
            .gid(NOBODY)
            .output()
    };
    let program = std::env::current_exe().unwrap();
    // Where the build lies in a folder that only root may enter, a copy of the program runs.
    let ran = run(&program).or_else(|_| {
        let copy = folder.path().join("program");
        fs::copy(&program, &copy).and_then(|_| run(&copy))
    });
    let output = ran.unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}{}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(unix)]
fn refused_then_saved(disk: &Disk, set: &dyn Fn(&Path, u32)) {
    let inside = disk.folder().join(PAPER).join("incremental");
    set(&inside, 0o500);
    let mut document = open(disk);
    let refused = document.add(&draft("三"), &record(), 3);
    set(&inside, 0o700);
    let refused = refused.unwrap_err();
    assert!(matches!(&refused, NotebookError::NotSaved(StorageError::ReadOnly)), "{refused}");
    assert_eq!(notes(&document).len(), 3);
    document.save().unwrap();
    assert_eq!(notes(&open(disk)).len(), 3);
}

#[test]
fn two_that_write_at_once_keep_what_both_wrote() {
    let (_folder, disk) = notebook(1);
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let disk = &disk;
            scope.spawn(move || {
                let mut document = open(disk);
                for now in 0..25 {
                    document.add(&draft(&format!("{writer}/{now}")), &record(), now).unwrap();
                    if now % 10 == 9 {
                        document.refresh().unwrap();
                        document.compact().unwrap();
                    }
                }
            });
        }
    });
    let mut document = open(&disk);
    assert_eq!(notes(&document).len(), 101);
    document.compact().unwrap();
    assert_eq!((notes(&open(&disk)).len(), files(disk.folder()).len()), (101, 1));
}

/// A small file system that goes with the value.
#[cfg(target_os = "linux")]
struct SmallDisk(tempfile::TempDir);

#[cfg(target_os = "linux")]
impl SmallDisk {
    /// `None` where this process may not mount.
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mut mount = std::process::Command::new("mount");
        let status = mount.args(["-t", "tmpfs", "-o", "size=192k", "tmpfs"]).arg(folder.path()).output();
        status.is_ok_and(|done| done.status.success()).then_some(Self(folder))
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(self.0.path()).status();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_and_what_was_acknowledged_stays() {
    let Some(disk) = SmallDisk::mount() else {
        eprintln!("skipped: a small file system cannot be mounted here");
        return;
    };
    let storage = Disk::new(disk.0.path().join("notes"));
    let mut document = open(&storage);
    let mut acknowledged = 0;
    let error = loop {
        match document.add(&draft(&"长".repeat(200)), &record(), acknowledged) {
            Ok(_) => acknowledged += 1,
            Err(error) => break error,
        }
        assert!(acknowledged < 10_000, "the disk never fills");
    };
    assert!(matches!(error, NotebookError::NotSaved(StorageError::Full)), "{error}");
    assert_eq!(i64::try_from(open(&storage).annotations().len()), Ok(acknowledged));
    // Nothing half written is left, so that room that is made is room for the next try.
    let folder = disk.0.path().join("notes").join(PAPER).join("incremental");
    let left = std::fs::read_dir(&folder)
        .unwrap()
        .filter(|entry| entry.as_ref().is_ok_and(|entry| !ChunkKey::is_name(&entry.file_name().to_string_lossy())));
    assert_eq!(left.count(), 0);
    document.save().unwrap_err();
    let remount = std::process::Command::new("mount").args(["-o", "remount,size=1m"]).arg(disk.0.path()).status();
    assert!(remount.is_ok_and(|status| status.success()));
    document.save().unwrap();
    assert_eq!(i64::try_from(open(&storage).annotations().len()), Ok(acknowledged + 1));
}
