//! Exports through the session: what is chosen is remembered, files follow the notes, folders of digests are never written to.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use library::export::{ExportChoice, Mode, NotExported, Report, Request, Scope, Single};
use library::notes::NewNote;
use library::{Error, Event, PaperId, Trouble};
use reading::anchor::Index;
use reading::export::{Filter, Link};

use crate::desk::{Desk, Open};

const TEXT: &str = "2026-01-05\n\n本文提出 Saltmarsh，一种记忆层，记忆层分两步。\n\n背景。\n\nSaltmarsh 由写入门与清空门组成。\n\n小结。\n\n\
    1. Saltmarsh 提升 3%。\n\n   improves by  3%\n\nNovelty：中。\nSoundness：稳。\nSignificance：大。\n\n局限。\n\n跟进。\n";

/// A second paper of another day.
fn other() -> String {
    TEXT.replace("2026-01-05", "2026-01-06").replace("Saltmarsh", "Tidewrack")
}

fn desk() -> (Desk, Open, PathBuf) {
    let desk = Desk::new();
    desk.write("a.txt", TEXT);
    desk.write("b.txt", other());
    let open = desk.open_folder();
    let out = desk.beside("vault");
    open.session.set_export_folder(&out).unwrap();
    for row in open.papers() {
        mark(&open, &row.id, "improves by  3%", "first");
    }
    (desk, open, out)
}

fn mark(open: &Open, id: &PaperId, words: &str, note: &str) -> String {
    let paper = open.session.paper(id).unwrap();
    let found = Index::new(paper.paper().unwrap()).find(words)[0];
    let new = NewNote { note: note.to_owned(), ..NewNote::default() };
    open.session.annotate(id, &[found], new).unwrap().annotation.id
}

fn export(open: &Open, scope: &Scope, change: impl FnOnce(&mut Request<'_>)) -> Result<Report, NotExported> {
    export_as(open, scope, &open.session.export_choice(), change)
}

fn export_as(
    open: &Open,
    scope: &Scope,
    choice: &ExportChoice,
    change: impl FnOnce(&mut Request<'_>),
) -> Result<Report, NotExported> {
    let mut request = Request { scope, filter: &Filter::default(), choice, single: None, mode: Mode::Write };
    change(&mut request);
    open.session.export(&request, |_, _| ControlFlow::Continue(()))
}

fn files(out: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(out).into_iter().flatten().flatten();
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap())).collect()
}

#[test]
fn a_scope_is_exported_and_edits_by_hand_stay() {
    let (_desk, open, out) = desk();
    let report = export(&open, &Scope::Day("2026-01-06".to_owned()), |_| {}).unwrap();
    assert_eq!((report.count("created"), files(&out).len()), (1, 1));
    let report = export(&open, &Scope::All, |_| {}).unwrap();
    assert_eq!((report.count("created"), report.count("unchanged")), (1, 1));
    let path = out.join("2026-01-05 Saltmarsh.md");
    fs::write(&path, fs::read_to_string(&path).unwrap() + "\nMine.\n").unwrap();
    let saltmarsh = open.papers().into_iter().find(|row| row.name == "Saltmarsh").unwrap().id;
    mark(&open, &saltmarsh, "局限", "second");
    // A name of the reader's own is the paper's name.
    open.session.set_name(&saltmarsh, Some("My marsh")).unwrap();
    let report = export(&open, &Scope::Papers(vec![saltmarsh]), |_| {}).unwrap();
    assert_eq!(report.count("merged"), 1);
    let text = fs::read_to_string(&path).unwrap();
    assert!(["first", "second", "Mine.", "name: My marsh"].iter().all(|words| text.contains(words)), "{text}");
    let report = export(&open, &Scope::All, |request| request.single = Some(Single::Csv)).unwrap();
    assert_eq!((report.count("created"), report.files[0].notes), (1, 3));
}

#[test]
fn an_export_can_be_stopped_and_is_finished_later() {
    let (_desk, open, out) = desk();
    let (choice, filter) = (open.session.export_choice(), Filter::default());
    let request = Request { scope: &Scope::All, filter: &filter, choice: &choice, single: None, mode: Mode::Write };
    let report = open.session.export(&request, |_, _| ControlFlow::Break(())).unwrap();
    assert!(report.files.len() == files(&out).len() && !report.files.is_empty());
    let report = open.session.export(&request, |_, _| ControlFlow::Continue(())).unwrap();
    assert!(!report.cancelled && files(&out).len() == 2);
}

#[test]
fn files_follow_the_notes_where_that_is_chosen() {
    let (_desk, open, out) = desk();
    let first = open.first();
    mark(&open, &first, "局限", "not followed");
    assert_eq!(files(&out).len(), 0);
    fs::create_dir(&out).unwrap();
    open.session.set_export_choice(ExportChoice { follow: true, ..open.session.export_choice() }).unwrap();
    let id = mark(&open, &first, "背景", "followed");
    open.wait("the file is there", |_| files(&out).values().any(|file| file.contains("followed\n")));
    assert_eq!(files(&out).len(), 1);
    open.session.delete_notes(&first, &[id]).unwrap();
    open.wait("the note is gone from it", |_| files(&out).values().all(|file| !file.contains("\nfollowed\n")));
    // What waits is written when the session ends.
    mark(&open, &first, "跟进", "at the end");
    drop(open);
    assert!(files(&out).values().any(|file| file.contains("at the end")));
}

#[test]
fn a_folder_that_is_away_is_not_made_anew_by_following() {
    let (_desk, open, out) = desk();
    open.session.set_export_choice(ExportChoice { follow: true, ..open.session.export_choice() }).unwrap();
    mark(&open, &open.first(), "局限", "unfollowed");
    open.event(
        "it is said",
        |event| matches!(event, Event::Trouble(Trouble::NotExported(text)) if text.contains("vault")),
    );
    assert!(!out.exists());
}

#[test]
fn a_file_a_day_holds_the_digest_and_takes_all_of_the_day_along() {
    let (desk, open, out) = desk();
    // A second paper of the first day, without notes.
    desk.write("c.txt", TEXT.replace("Saltmarsh", "Eelgrass"));
    open.wait("it is listed", |open| open.papers().len() == 3);
    let choice = ExportChoice { by_day: true, whole: true, ..open.session.export_choice() };
    let saltmarsh = open.papers().into_iter().find(|row| row.name == "Saltmarsh").unwrap().id;
    let report = export_as(&open, &Scope::Papers(vec![saltmarsh.clone()]), &choice, |_| {}).unwrap();
    assert_eq!((report.count("created"), report.files[0].notes), (1, 1));
    let path = out.join("2026-01-05 papers.md");
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("一种记忆层").count(), 2, "{text}");
    assert!(text.contains("## Eelgrass") && text.contains("## Saltmarsh") && text.contains("first"), "{text}");
    let filter = Filter::default();
    let scope = Scope::Papers(vec![saltmarsh.clone()]);
    let request = Request { scope: &scope, filter: &filter, choice: &choice, single: None, mode: Mode::DryRun };
    let preview = open.session.export_preview(&request, &saltmarsh).unwrap().unwrap();
    assert_eq!(preview, ("2026-01-05 papers.md".to_owned(), text));
    // A table has nothing to do with days.
    let report = export_as(&open, &scope, &choice, |request| request.single = Some(Single::Csv)).unwrap();
    assert_eq!(report.files[0].notes, 1);
    let report = export_as(&open, &Scope::All, &choice, |_| {}).unwrap();
    assert_eq!((report.count("created"), report.count("unchanged")), (1, 1));
}

#[test]
fn choices_are_remembered_and_folders_of_digests_refused() {
    let (desk, open, out) = desk();
    let refused = open.session.set_export_folder(&desk.folder.join("notes"));
    assert!(matches!(refused, Err(Error::CannotOpen { .. })), "{refused:?}");
    let choice =
        ExportChoice { template: "obsidian".to_owned(), pattern: "{name}".to_owned(), ..open.session.export_choice() };
    open.session.set_export_choice(choice.clone()).unwrap();
    drop(open);
    let open = desk.open();
    assert_eq!(open.session.export_choice(), choice);
    assert_eq!(choice.folder, Some(out));
}

#[test]
fn the_preview_is_what_is_written() {
    let (_desk, open, out) = desk();
    let first = open.first();
    let (choice, filter) = (open.session.export_choice(), Filter::default());
    let scope = Scope::Papers(vec![first.clone()]);
    let request = Request { scope: &scope, filter: &filter, choice: &choice, single: None, mode: Mode::DryRun };
    let (name, text) = open.session.export_preview(&request, &first).unwrap().unwrap();
    assert!(!out.exists());
    export(&open, &scope, |_| {}).unwrap();
    assert_eq!(files(&out), BTreeMap::from([(name, text)]));
}

#[test]
fn a_link_finds_the_paper_by_its_key() {
    let (_desk, open, out) = desk();
    export(&open, &Scope::All, |_| {}).unwrap();
    let text = files(&out).into_values().next().unwrap();
    let address = text.lines().find_map(|line| line.strip_prefix("link: ")).unwrap().to_owned();
    let link = Link::parse(&address).unwrap();
    let id = open.session.paper_by_key(link.paper()).unwrap();
    assert!(open.session.paper(&id).is_ok());
    assert_eq!(open.session.paper_by_key(&"0".repeat(32)), None);
}
