//! Papers whose file is not there: listed as missing at any later start, shown as they were read last where a copy of a
//! marked one is in the cache, and else said to be missing, with their notes.

use std::fs;

use library::notes::{NewNote, NotesFilter};
use library::{Error, Event, PaperId, Place};
use reading::anchor::Index;
use suite::generate::Form;

use crate::desk::{Desk, Open};

/// Two digests: papers of the first one are marked, none of the other is.
fn desk() -> (Desk, Open) {
    let desk = Desk::new();
    desk.write_issue("a.md", "2026-09-29", Form::Markdown);
    desk.write_issue("b.md", "2026-09-30", Form::Markdown);
    let open = desk.open_folder();
    open.wait("both are listed", |open| open.papers().len() == 6);
    (desk, open)
}

fn mark(open: &Open, id: &PaperId) -> String {
    let paper = open.session.paper(id).unwrap();
    let index = Index::new(paper.paper().unwrap());
    let words: String = index.passages()[0].text.chars().take(6).collect();
    let found = index.find(&words)[0];
    open.session.annotate(id, &[found], NewNote { note: "核对".to_owned(), ..NewNote::default() }).unwrap();
    words
}

/// The same session again, once it has looked at its folder.
fn reopened(desk: &Desk, open: Open) -> Open {
    drop(open);
    let open = desk.open();
    // Shows a paper, if one can be shown.
    open.session.start();
    open.session.begin();
    open.session.wait();
    open
}

fn copies(desk: &Desk) -> usize {
    fs::read_dir(desk.dirs().cache.join("texts")).map_or(0, Iterator::count)
}

#[test]
fn a_marked_paper_whose_file_is_gone_is_listed_and_shown_at_the_next_start_and_said_to_be_missing() {
    let (desk, open) = desk();
    let papers = open.papers();
    let (unmarked, marked, starred) = (&papers[0].id, &papers[3].id, &papers[4].id);
    let words = mark(&open, marked);
    open.session.set_starred(starred, true).unwrap();
    let text = open.session.paper(marked).unwrap().file.text.clone();
    open.session.wait();
    assert_eq!(copies(&desk), 1, "one digest has marks");
    for name in ["a.md", "b.md"] {
        fs::remove_file(desk.folder.join(name)).unwrap();
    }
    let open = reopened(&desk, open);
    let listed = open.papers();
    let ids = |papers: &[library::PaperRow]| papers.iter().map(|paper| paper.id.clone()).collect::<Vec<_>>();
    assert_eq!((ids(&listed), listed.iter().all(|paper| paper.missing)), (ids(&papers), true));
    let shown = open.session.paper(marked).unwrap();
    assert_eq!((shown.missing, &shown.file.text), (true, &text));
    assert_eq!(open.session.notes(marked).unwrap().counts.exact, 1);
    assert!(open.session.paper(starred).unwrap().missing);
    let refused = open.session.paper(unmarked).unwrap_err();
    assert!(matches!(&refused, Error::FileUnreadable { name, .. } if name == "b.md"), "{refused}");
    // The cache may be deleted at any time: what is said of the marks is then in the list of notes alone.
    drop(open);
    fs::remove_dir_all(desk.dirs().cache).unwrap();
    let open = desk.open();
    open.session.begin();
    open.session.wait();
    let filter = NotesFilter { paper: Some(marked.clone()), ..NotesFilter::default() };
    let notes = open.session.all_notes(&filter, 0, 9).notes;
    assert_eq!(
        notes.iter().map(|listed| (listed.gone, &listed.note.quotes)).collect::<Vec<_>>(),
        [(true, &vec![words])]
    );
}

#[test]
fn a_paper_without_a_copy_has_its_notes_listed_and_is_told_of_when_its_file_comes_back() {
    let (desk, open) = desk();
    let marked = open.papers()[3].id.clone();
    let words = mark(&open, &marked);
    open.session.wait();
    let away = desk.beside("away.md");
    fs::rename(desk.folder.join("a.md"), &away).unwrap();
    fs::remove_dir_all(desk.dirs().cache.join("texts")).unwrap();
    let open = reopened(&desk, open);
    assert!(matches!(open.session.paper(&marked), Err(Error::FileUnreadable { .. })));
    let filter = NotesFilter { paper: Some(marked.clone()), ..NotesFilter::default() };
    let notes = open.session.all_notes(&filter, 0, 9).notes;
    let seen: Vec<_> =
        notes.iter().map(|listed| (listed.gone, listed.note.note.as_str(), &listed.note.quotes)).collect();
    assert_eq!(seen, [(false, "核对", &vec![words])]);
    fs::rename(&away, desk.folder.join("a.md")).unwrap();
    open.session.refresh();
    open.event("it can be shown again", |event| *event == Event::PaperChanged { id: marked.clone() });
    assert!(!open.session.paper(&marked).unwrap().missing);
    assert_eq!(open.session.notes(&marked).unwrap().counts.exact, 1);
}

#[test]
fn what_the_first_paper_showed_to_be_missing_is_told_once_somebody_listens() {
    let (desk, open) = desk();
    let marked = open.papers()[3].id.clone();
    mark(&open, &marked);
    open.session.wait();
    open.session.set_place(&marked, Place { passage: "tldr.0".to_owned(), offset: 0.0 });
    drop(open);
    fs::remove_file(desk.folder.join("a.md")).unwrap();
    let open = desk.open();
    let shown = open.session.start().paper.unwrap();
    assert_eq!((&shown.id, shown.missing), (&marked, false), "no file was looked for yet");
    open.session.wait();
    // The interface subscribes only now.
    assert!(!open.events.try_iter().any(|event| matches!(event, Event::PaperChanged { .. })));
    open.session.begin();
    open.event("it is missing", |event| *event == Event::PaperChanged { id: marked.clone() });
    assert!(open.session.paper(&marked).unwrap().missing);
}

#[test]
fn copies_follow_their_digest_and_are_only_of_those_with_marks() {
    let (desk, open) = desk();
    for paper in open.papers() {
        open.session.paper(&paper.id).unwrap();
    }
    open.session.wait();
    assert_eq!(copies(&desk), 0, "reading leaves none");
    let marked = open.papers()[3].id.clone();
    mark(&open, &marked);
    open.session.wait();
    assert_eq!(copies(&desk), 1);
    let longer = fs::read_to_string(desk.folder.join("a.md")).unwrap() + "\n附注。\n";
    desk.write("a.md", &longer);
    open.session.refresh();
    open.session.wait();
    open.session.paper(&marked).unwrap();
    open.session.wait();
    fs::remove_file(desk.folder.join("a.md")).unwrap();
    let open = reopened(&desk, open);
    assert_eq!(open.session.paper(&marked).unwrap().file.text, longer, "as it was read last");
}
