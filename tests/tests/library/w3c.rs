//! Annotations as W3C Web Annotations: out of one notebook, into another on another machine.

use library::notebook::{Color, Edit};
use library::notes::{Imported, NewNote, NotesFilter};
use library::{Cause, Error, PaperId};
use reading::anchor::Index;

use crate::desk::{Desk, Open};

const TEXT: &str = "2026-01-05\n\n本文提出 Saltmarsh，一种记忆层，记忆层分两步。\n\n背景。\n\nSaltmarsh 由写入门与清空门组成。\n\n小结。\n\n\
    1. Saltmarsh 提升 3%。\n\n   improves by  3%\n\n局限。\n\n跟进。\n";

fn mark(open: &Open, id: &PaperId, words: &[&str], new: NewNote) -> String {
    let paper = open.session.paper(id).unwrap();
    let index = Index::new(paper.paper().unwrap());
    let found: Vec<_> = words.iter().map(|words| index.find(words)[0]).collect();
    open.session.annotate(id, &found, new).unwrap().annotation.id
}

fn seen(open: &Open) -> serde_json::Value {
    let notes = open.session.notes(&open.first()).unwrap();
    let placed = notes.annotations.iter().map(|placed| format!("{placed:?}"));
    serde_json::json!([
        placed.collect::<Vec<_>>(),
        notes.paper_note.map(|note| note.note),
        format!("{:?}", notes.counts)
    ])
}

#[test]
fn marks_taken_to_another_machine_stand_at_the_same_words_and_the_report_is_what_the_list_shows() {
    let here = Desk::new();
    here.write("a.txt", TEXT);
    let open = here.open_folder();
    let id = open.first();
    let noted = NewNote {
        color: Color::Blue,
        note: "见 **图** 2 \\alpha".to_owned(),
        tags: ["门".to_owned()].into(),
        ..NewNote::default()
    };
    let first = mark(&open, &id, &["写入门"], noted);
    mark(
        &open,
        &id,
        &["Saltmarsh 提升", "improves"],
        NewNote { highlight: false, bookmark: true, ..NewNote::default() },
    );
    let trashed = mark(&open, &id, &["局限"], NewNote::default());
    open.session.delete_notes(&id, &[trashed]).unwrap();
    open.session.set_paper_note(&id, "", "整篇").unwrap();
    let file = here.beside("notes.jsonld");
    assert_eq!(open.session.export_w3c(&file).unwrap(), 3);
    // Another folder, another name, other line ends.
    let there = Desk::new();
    there.write("sub/folder/b.txt", TEXT.replace('\n', "\r\n"));
    let other = there.open_folder();
    let all = Imported { read: 3, added: 3, ..Imported::default() };
    assert_eq!(other.session.import_w3c(&file).unwrap(), all);
    assert_eq!(seen(&other), seen(&open));
    assert_eq!(other.session.all_notes(&NotesFilter::default(), 0, 9).total, 3);
    // Once more: nothing is new. What changed there is taken over, what was deleted here stays deleted.
    let again = Imported { read: 3, skipped: 3, ..Imported::default() };
    assert_eq!(other.session.import_w3c(&file).unwrap(), again);
    open.session.edit_note(&id, &first, Edit::Color(Color::Red)).unwrap();
    open.session.export_w3c(&file).unwrap();
    let changed = Imported { read: 3, changed: 1, skipped: 2, ..Imported::default() };
    assert_eq!(other.session.import_w3c(&file).unwrap(), changed);
    assert_eq!(seen(&other), seen(&open));
    other.session.undo().unwrap();
    assert_eq!(other.session.notes(&other.first()).unwrap().annotations[0].annotation.color, Color::Blue);
    other.session.delete_notes(&other.first(), std::slice::from_ref(&first)).unwrap();
    assert_eq!(other.session.import_w3c(&file).unwrap().skipped, 3);
    assert_eq!(other.session.all_notes(&NotesFilter::default(), 0, 9).total, 2);
}

#[test]
fn what_cannot_be_taken_over_is_counted_and_said() {
    let desk = Desk::new();
    desk.write("a.txt", TEXT);
    let open = desk.open_folder();
    let file = desk.beside("notes.jsonld");
    for bad in ["", "{\"a\":1}", "[", "3"] {
        std::fs::write(&file, bad).unwrap();
        assert!(matches!(open.session.import_w3c(&file), Err(Error::NotABackup { .. })), "{bad}");
    }
    assert!(matches!(open.session.import_w3c(&desk.beside("no")), Err(Error::NotABackup { .. })));
    let foreign =
        serde_json::json!([{"id": "https://elsewhere/1", "type": "Annotation", "target": "https://elsewhere/page"}]);
    std::fs::write(&file, foreign.to_string()).unwrap();
    let imported = open.session.import_w3c(&file).unwrap();
    assert_eq!((imported.read, imported.added, imported.failed.len()), (1, 0, 1));
    let refused = &imported.failed[0];
    assert_eq!((refused.name.as_str(), &refused.cause), ("https://elsewhere/1", &Cause::ForeignId));
}
