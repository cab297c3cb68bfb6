//! The contract of storages and the notes of a paper, on the disk and in memory.

mod damage;
mod faults;
mod kills;
mod replicas;

use std::collections::BTreeSet;
use std::time::Duration;

use reading::anchor::Target;
use reading::corpus::PaperKey;

use super::*;

const PAPER: &str = "0123456789abcdef0123456789abcdef";

fn target() -> Target {
    Target { paper: PaperKey(PAPER.to_owned()), aliases: vec!["2611.00001".to_owned()], parts: vec![] }
}

fn draft(note: &str) -> Draft {
    let tags = ["读", " gate ", ""].map(str::to_owned).into();
    Draft { target: target(), color: Color::Blue, highlight: true, note: note.to_owned(), tags, bookmark: true }
}

fn record() -> PaperRecord {
    PaperRecord { name: "TideLoom".to_owned(), ..PaperRecord::default() }
}

fn open<S: Storage>(storage: &S) -> Document<&S> {
    let document = Document::open(storage, PAPER).unwrap();
    assert_eq!(document.troubles().collect::<Vec<_>>(), Vec::<&Trouble>::new());
    document
}

fn notes<S: Storage>(document: &Document<S>) -> Vec<String> {
    document.annotations().into_iter().map(|annotation| annotation.note).collect()
}

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// Runs a test of the contract over every storage.
fn each_storage(check: impl Fn(&dyn Storage)) {
    check(&Memory::default());
    let folder = tempfile::tempdir().unwrap();
    check(&Disk::new(folder.path().join("made/with/the/first/chunk")));
}

#[test]
fn storages_keep_what_they_are_given_and_nothing_else_changes_it() {
    each_storage(|storage| {
        assert_eq!((storage.documents().unwrap(), storage.chunks(PAPER).unwrap()), (vec![], vec![]));
        let key = |kind, bytes: &[u8]| ChunkKey::of(PAPER, kind, bytes);
        let (one, two) = (key(ChunkKind::Incremental, b"one"), key(ChunkKind::Snapshot, b"two"));
        assert_eq!(storage.read(&one), Err(StorageError::Gone));
        storage.write(&one, b"one").unwrap();
        storage.write(&two, b"two").unwrap();
        storage.write(&one, b"one").unwrap();
        assert_eq!(storage.documents().unwrap(), [PAPER]);
        assert_eq!(storage.chunks(PAPER).unwrap(), [two.clone(), one.clone()], "snapshots first");
        assert_eq!(storage.chunks(&"f".repeat(32)).unwrap(), []);
        assert_eq!((storage.read(&one).unwrap(), storage.read(&two).unwrap()), (b"one".to_vec(), b"two".to_vec()));
        storage.remove(&one).unwrap();
        storage.remove(&one).unwrap();
        assert_eq!((storage.read(&one), storage.chunks(PAPER).unwrap()), (Err(StorageError::Gone), vec![two]));
    });
}

#[test]
fn storages_set_aside_what_is_damaged_and_nothing_else() {
    each_storage(|storage| {
        let key = |bytes: &[u8]| ChunkKey::of(PAPER, ChunkKind::Incremental, bytes);
        let good = key(b"one");
        storage.write(&good, b"one").unwrap();
        assert_eq!(storage.set_aside(&good, Duration::ZERO), Ok(false));
        assert_eq!((storage.chunks(PAPER).unwrap(), storage.aside(PAPER).unwrap()), (vec![good.clone()], vec![]));
        // The contract asks for bytes that fit; this is what a torn disk makes of them.
        let bad = ChunkKey { name: key(b"two").name, ..good };
        storage.write(&bad, b"tw").unwrap();
        assert_eq!(storage.is_aside(&bad, b"tw"), Ok(false));
        for is_new in [true, false] {
            assert_eq!(storage.set_aside(&bad, Duration::ZERO), Ok(is_new));
            assert_eq!(
                (storage.read(&bad).unwrap(), storage.aside(PAPER).unwrap()),
                (b"tw".to_vec(), vec![bad.clone()])
            );
        }
        assert_eq!([b"tw".as_slice(), b"t"].map(|bytes| storage.is_aside(&bad, bytes)), [Ok(true), Ok(false)]);
        assert_eq!((storage.documents().unwrap(), storage.bring_back(PAPER)), (vec![PAPER.to_owned()], Ok(false)));
        // What becomes of it later is kept as well.
        storage.write(&bad, b"t").unwrap();
        assert_eq!(storage.set_aside(&bad, Duration::ZERO), Ok(true));
        assert_eq!([b"tw".as_slice(), b"t"].map(|bytes| storage.is_aside(&bad, bytes)), [Ok(true), Ok(true)]);
        assert_eq!(storage.chunks(PAPER).unwrap().len(), 2);
    });
}

#[test]
fn annotations_come_back_as_they_were_made_and_changed() {
    each_storage(|storage| {
        let mut document = open(&storage);
        let made = document.add(&draft("甲 **乙** 𝔼"), &record(), 1_000).unwrap();
        let tags: BTreeSet<String> = ["gate", "读"].map(str::to_owned).into();
        assert_eq!((&made.tags, made.color, made.bookmark, made.created_ms), (&tags, Color::Blue, true, 1_000));
        assert_eq!(open(&storage).annotations().first(), Some(&made));
        assert_eq!(open(&storage).paper(), record());
        let edits = [
            Edit::Note("乙".to_owned()),
            Edit::Color(Color::Red),
            Edit::RemoveTag("读".to_owned()),
            Edit::AddTag(" 再读".to_owned()),
            Edit::Bookmark(false),
        ];
        for edit in edits {
            document.edit(&made.id, &edit, 2_000).unwrap();
        }
        let now = open(&storage).annotation(&made.id).unwrap();
        let tags: BTreeSet<String> = ["gate", "再读"].map(str::to_owned).into();
        assert_eq!((now.note.as_str(), now.color, now.tags, now.bookmark), ("乙", Color::Red, tags, false));
        assert_eq!((now.created_ms, now.modified_ms, now.deleted), (1_000, 2_000, false));
        assert!(matches!(document.edit("no", &Edit::Delete, 1), Err(NotebookError::NoAnnotation(_))));
    });
}

#[test]
fn names_of_documents_cannot_lead_out_of_the_folder() {
    for id in ["", "..", "../../etc", "0123456789ABCDEF0123456789ABCDEF", "0123456789abcdef0123456789abcde/"] {
        assert!(matches!(Document::open(Memory::default(), id), Err(NotebookError::NotADocument(_))), "{id}");
    }
}

#[test]
fn replicas_begin_a_document_alike_for_ever() {
    // Another hash here would tear every notebook apart that two machines began before and after.
    let head = schema::genesis(PAPER).unwrap().get_heads()[0].to_string();
    assert_eq!(head, "f5f5c29575a1aeec340260208bf23af6823bca1718093a9879d4085194a7457a");
    assert_ne!(schema::genesis(&"f".repeat(32)).unwrap().get_heads()[0].to_string(), head);
}

#[test]
fn two_who_write_the_same_note_keep_both_texts() {
    let storage = Memory::default();
    let id = open(&storage).add(&draft("潮汐"), &record(), 1).unwrap().id;
    let (mut left, mut right) = (open(&storage), open(&storage));
    left.edit(&id, &Edit::Note("大潮汐".to_owned()), 2).unwrap();
    right.edit(&id, &Edit::Note("潮汐门".to_owned()), 3).unwrap();
    left.refresh().unwrap();
    assert_eq!((notes(&left), notes(&open(&storage))), (vec!["大潮汐门".to_owned()], vec!["大潮汐门".to_owned()]));
}

#[test]
fn a_deletion_stays_and_an_edit_that_it_did_not_see_is_offered() {
    let storage = Memory::default();
    let id = open(&storage).add(&draft("甲"), &record(), 1).unwrap().id;
    let (mut left, mut right) = (open(&storage), open(&storage));
    let deleted = left.edit(&id, &Edit::Delete, 2).unwrap();
    assert_eq!((deleted.deleted, deleted.changed_after_deletion), (true, false));
    right.edit(&id, &Edit::Note("甲乙".to_owned()), 3).unwrap();
    let both = open(&storage).annotation(&id).unwrap();
    assert_eq!((both.deleted, both.changed_after_deletion, both.note.as_str()), (true, true, "甲乙"));
    // Deleted again with the edit seen; or taken back.
    let again = open(&storage).edit(&id, &Edit::Delete, 4).unwrap();
    assert_eq!((again.deleted, again.changed_after_deletion), (true, false));
    let restored = open(&storage).edit(&id, &Edit::Restore, 5).unwrap();
    assert_eq!((restored.deleted, restored.note.as_str()), (false, "甲乙"));
}

#[test]
fn chunks_that_are_not_whole_are_reported_and_left_and_the_rest_is_read() {
    let storage = Memory::default();
    let mut document = open(&storage);
    document.add(&draft("一"), &record(), 1).unwrap();
    let first = storage.chunks(PAPER).unwrap();
    let mut apart = open(&storage);
    apart.add(&draft("二"), &record(), 2).unwrap();
    let key = storage.chunks(PAPER).unwrap().into_iter().find(|key| !first.contains(key)).unwrap();
    let whole = storage.read(&key).unwrap();
    for bad in [&whole[..whole.len() / 2], &vec![0; whole.len()][..], b"", b"<html>"] {
        storage.put(key.clone(), bad.to_vec());
        let mut document = Document::open(&storage, PAPER).unwrap();
        assert_eq!(document.troubles().collect::<Vec<_>>(), [&Trouble::Damaged(key.clone())]);
        assert_eq!(notes(&document), ["一"]);
        assert!(matches!(document.compact(), Err(NotebookError::Troubled)));
        assert_eq!(storage.read(&key).unwrap(), bad);
    }
    // A synchroniser's copy of the whole chunk heals it, and so does the chunk itself.
    let copy = ChunkKey { name: format!("{} (conflicted copy)", key.name), ..key.clone() };
    storage.put(copy, whole.clone());
    assert_eq!(notes(&Document::open(&storage, PAPER).unwrap()), ["一", "二"]);
    storage.put(key, whole);
    assert_eq!(notes(&open(&storage)), ["一", "二"]);
}

#[test]
fn chunks_of_unknown_kinds_and_of_other_documents_are_reported_and_left() {
    let storage = Memory::default();
    open(&storage).add(&draft("一"), &record(), 1).unwrap();
    let newer = [&[0x85, 0x6f, 0x4a, 0x83, 1, 2, 3, 4, 9, 2, 7, 7][..], &[]].concat();
    let key = ChunkKey::of(PAPER, ChunkKind::Incremental, &newer);
    storage.put(key.clone(), newer);
    let document = Document::open(&storage, PAPER).unwrap();
    assert_eq!(
        (document.troubles().collect::<Vec<_>>(), notes(&document)),
        (vec![&Trouble::Unknown(key.clone())], vec!["一".to_owned()])
    );
    storage.remove(&key).unwrap();

    let other = Memory::default();
    let mut foreign = Document::open(&other, &"f".repeat(32)).unwrap();
    foreign.add(&draft("外"), &record(), 1).unwrap();
    let mut later = Document::open(&other, &"f".repeat(32)).unwrap();
    later.add(&draft("外二"), &record(), 2).unwrap();
    for chunk in other.chunks(&"f".repeat(32)).unwrap() {
        let bytes = other.read(&chunk).unwrap();
        storage.put(ChunkKey { document: PAPER.to_owned(), ..chunk }, bytes);
    }
    let document = Document::open(&storage, PAPER).unwrap();
    assert_eq!((notes(&document), document.troubles().count()), (vec!["一".to_owned()], 2));
}

#[test]
fn a_change_that_waits_for_one_not_copied_yet_is_reported_and_comes_with_it() {
    let (storage, half) = (Memory::default(), Memory::default());
    let mut document = open(&storage);
    document.add(&draft("一"), &record(), 1).unwrap();
    let first = storage.chunks(PAPER).unwrap();
    document.add(&draft("二"), &record(), 2).unwrap();
    for key in storage.chunks(PAPER).unwrap().iter().filter(|key| !first.contains(key)) {
        half.put(key.clone(), storage.read(key).unwrap());
    }
    let mut late = Document::open(&half, PAPER).unwrap();
    assert_eq!((late.troubles().collect::<Vec<_>>(), notes(&late)), (vec![&Trouble::Waiting(1)], vec![]));
    assert!(matches!(late.compact(), Err(NotebookError::Troubled)));
    half.put(first[0].clone(), storage.read(&first[0]).unwrap());
    late.refresh().unwrap();
    assert_eq!((late.troubles().count(), notes(&late)), (0, vec!["一".to_owned(), "二".to_owned()]));
}

#[test]
fn a_notebook_of_a_newer_format_is_refused_and_not_touched() {
    use automerge::transaction::Transactable as _;
    let storage = Memory::default();
    let mut document = open(&storage);
    document.add(&draft("一"), &record(), 1).unwrap();
    let mut doc = schema::genesis(PAPER).unwrap();
    let mut tx = doc.transaction();
    tx.put(automerge::ROOT, "format", 2).unwrap();
    tx.commit();
    let bytes = doc.get_last_local_change().unwrap().raw_bytes().to_vec();
    storage.put(ChunkKey::of(PAPER, ChunkKind::Incremental, &bytes), bytes);
    let before = storage.chunks(PAPER).unwrap();
    let newer =
        |result: Result<(), NotebookError>| assert!(matches!(result, Err(NotebookError::Newer { found: 2, known: 1 })));
    let read = Document::open(&storage, PAPER).unwrap();
    assert_eq!((read.is_newer(), notes(&read)), (true, vec!["一".to_owned()]), "it is read as far as it can be");
    assert_eq!(read.troubles().collect::<Vec<_>>(), [&Trouble::Newer { found: 2, known: 1 }]);
    document.stage_add(&draft("零"), &record(), 2).unwrap();
    document.refresh().unwrap();
    newer(document.save());
    assert!(document.is_pending(), "what came before it is not thrown away");
    newer(document.add(&draft("二"), &record(), 2).map(|_| ()));
    newer(document.compact());
    assert_eq!(storage.chunks(PAPER).unwrap(), before);
}

/// A place that refuses to write while `full`.
#[derive(Default)]
struct Moody {
    inner: Memory,
    full: std::cell::Cell<bool>,
}

impl Storage for Moody {
    fn documents(&self) -> Result<Vec<String>, StorageError> {
        self.inner.documents()
    }
    fn chunks(&self, document: &str) -> Result<Vec<ChunkKey>, StorageError> {
        self.inner.chunks(document)
    }
    fn read(&self, key: &ChunkKey) -> Result<Vec<u8>, StorageError> {
        self.inner.read(key)
    }
    fn write(&self, key: &ChunkKey, bytes: &[u8]) -> Result<(), StorageError> {
        if self.full.get() { Err(StorageError::Full) } else { self.inner.write(key, bytes) }
    }
    fn sweep(&self, document: &str) {
        self.inner.sweep(document);
    }
    fn remove(&self, key: &ChunkKey) -> Result<(), StorageError> {
        self.inner.remove(key)
    }
    fn set_aside(&self, key: &ChunkKey, quiet: Duration) -> Result<bool, StorageError> {
        self.inner.set_aside(key, quiet)
    }
    fn is_aside(&self, key: &ChunkKey, bytes: &[u8]) -> Result<bool, StorageError> {
        self.inner.is_aside(key, bytes)
    }
    fn aside(&self, document: &str) -> Result<Vec<ChunkKey>, StorageError> {
        self.inner.aside(document)
    }
    fn bring_back(&self, document: &str) -> Result<bool, StorageError> {
        self.inner.bring_back(document)
    }
}

#[test]
fn changes_that_could_not_be_written_stay_and_are_written_later() {
    let storage = Moody::default();
    let mut document = open(&storage);
    storage.full.set(true);
    for note in ["一", "二"] {
        assert!(matches!(document.add(&draft(note), &record(), 1), Err(NotebookError::NotSaved(StorageError::Full))));
    }
    assert_eq!((document.is_pending(), notes(&document).len(), notes(&open(&storage)).len()), (true, 2, 0));
    storage.full.set(false);
    document.save().unwrap();
    assert_eq!((document.is_pending(), open(&storage).annotations()), (false, document.annotations()));
}

#[test]
fn a_folder_that_may_not_be_made_is_an_error_and_a_notebook_file_is_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("n");
    std::fs::write(&file, "mine").unwrap();
    let key = ChunkKey::of(PAPER, ChunkKind::Snapshot, b"x");
    assert!(Disk::new(&file).write(&key, b"x").is_err());
    assert!(Disk::new(&file).documents().is_err());
    assert_eq!(std::fs::read(&file).unwrap(), b"mine");
}

#[test]
fn a_torn_chunk_becomes_whole_when_it_is_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Disk::new(folder.path());
    let key = ChunkKey::of(PAPER, ChunkKind::Snapshot, b"whole");
    storage.write(&key, b"whole").unwrap();
    std::fs::write(folder.path().join(PAPER).join("snapshot").join(&key.name), b"wh").unwrap();
    storage.write(&key, b"whole").unwrap();
    assert_eq!(storage.read(&key).unwrap(), b"whole");
}
