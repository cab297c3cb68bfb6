//! A notebook that an earlier build wrote opens in this one, with the same notes; one of a newer format is read and not
//! touched.
//!
//! `fixtures/notebook/first` was written by the first build that had a notebook: three papers, two of them worked on by two
//! machines at once, one compacted. It is never written again: what a later release makes has a folder of its own.

#![expect(clippy::unwrap_used, reason = "a test stops where its data is not what it should be")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use library::notebook::{Disk, Document, NotebookError, PaperEdit, Storage as _};
use serde_json::{Value, json};
use suite::places;

fn fixture(name: &str) -> PathBuf {
    places::fixtures().join("notebook").join(name)
}

/// Every file below `folder`, with its bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut files, mut open) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                files.insert(path.clone(), fs::read(path).unwrap());
            }
        }
    }
    files
}

/// All that a document says, in words that outlive the types of this build.
fn said(document: &Document<Disk>) -> Value {
    let annotations: Vec<Value> = document
        .annotations()
        .into_iter()
        .map(|annotation| {
            let versions = document.versions(&annotation.id).into_iter().map(|version| version.note);
            json!({
                "id": annotation.id,
                "target": annotation.target,
                "color": annotation.color,
                "highlight": annotation.highlight,
                "note": annotation.note,
                "versions": versions.collect::<Vec<_>>(),
                "tags": annotation.tags,
                "bookmark": annotation.bookmark,
                "created": annotation.created_ms,
                "modified": annotation.modified_ms,
                "deleted": annotation.deleted,
                "changed_after_deletion": annotation.changed_after_deletion,
            })
        })
        .collect();
    let state = document.state();
    json!({
        "paper": document.paper(),
        "starred": state.starred,
        "read": state.read,
        "name": state.name,
        "settled": state.settled,
        "annotations": annotations,
    })
}

#[test]
fn a_notebook_of_the_first_build_says_what_it_said() {
    let disk = Disk::new(fixture("first"));
    let before = files(disk.folder());
    let mut all = BTreeMap::new();
    for key in disk.documents().unwrap() {
        let document = Document::open(disk.clone(), &key).unwrap();
        assert_eq!(document.troubles().count(), 0, "{key}");
        all.insert(key, said(&document));
    }
    let expected: BTreeMap<String, Value> = serde_json::from_slice(&fs::read(fixture("first.json")).unwrap()).unwrap();
    assert_eq!(all, expected);
    assert_eq!(files(disk.folder()), before, "looking at notes writes nothing");
}

#[test]
fn a_notebook_of_the_first_build_can_be_worked_on() {
    let room = tempfile::tempdir().unwrap();
    for (path, bytes) in files(&fixture("first")) {
        let target = room.path().join(path.strip_prefix(fixture("first")).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::write(target, bytes).unwrap();
    }
    let disk = Disk::new(room.path());
    for key in disk.documents().unwrap() {
        let mut document = Document::open(disk.clone(), &key).unwrap();
        let before = said(&document);
        document.compact().unwrap();
        assert_eq!(said(&Document::open(disk.clone(), &key).unwrap()), before, "{key}");
    }
}

#[test]
fn a_notebook_of_the_next_format_is_read_as_far_as_it_can_be_and_not_touched() {
    let disk = Disk::new(fixture("newer"));
    let before = files(disk.folder());
    let keys = disk.documents().unwrap();
    assert!(!keys.is_empty());
    for key in keys {
        let mut document = Document::open(disk.clone(), &key).unwrap();
        assert!(document.is_newer());
        let refused = document.stage_paper(&[PaperEdit::Star(true)], None, 1).unwrap_err();
        assert!(matches!(refused, NotebookError::Newer { found: 2, known: 1 }), "{refused}");
        assert!(refused.to_string().contains("update"), "{refused}");
        document.compact().unwrap_err();
    }
    assert_eq!(files(disk.folder()), before);
}
