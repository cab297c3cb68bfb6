//! The reader's notes through the session: made, changed, taken back, listed, kept, and shared with other programs.

use library::notebook::{Color, Disk, Document, Edit, Storage as _};
use library::notes::{Counts, NewNote, NotesFilter, NotesOrder, PaperNotes, Standing, What};
use library::{Error, Event, Filter, PaperId};
use reading::anchor::{Found, Index, Resolution, Why};
use reading::corpus::SectionKind;
use reading::text::ByteSpan;

use crate::desk::{Desk, Open};

const TEXT: &str = "2026-01-05\n\n本文提出 Saltmarsh，一种记忆层，记忆层分两步。\n\n背景。\n\nSaltmarsh 由写入门与清空门组成。\n\n小结。\n\n\
    1. Saltmarsh 提升 3%。\n\n   improves by  3%\n\n2. 再升，并记忆。\n\n   rises again\n\n\
    Novelty：中。\nSoundness：稳。\nSignificance：大。\n\n局限。\n\n跟进。\n";

fn desk() -> (Desk, Open, PaperId) {
    let desk = Desk::new();
    desk.write("a.txt", TEXT);
    let open = desk.open_folder();
    let id = open.first();
    (desk, open, id)
}

impl Open {
    /// Where `words` stand in the shown form, the `nth` time.
    fn find(&self, id: &PaperId, words: &str, nth: usize) -> Found {
        let open = self.session.paper(id).unwrap();
        Index::new(open.paper().unwrap()).find(words)[nth]
    }

    fn mark(&self, id: &PaperId, words: &str, new: NewNote) -> String {
        let made = self.session.annotate(id, &[self.find(id, words, 0)], new).unwrap();
        assert!(matches!(made.resolution, Resolution::Exact(_)), "{made:?}");
        made.annotation.id
    }

    fn notes(&self, id: &PaperId) -> PaperNotes {
        self.session.notes(id).unwrap()
    }

    fn ids(&self, id: &PaperId) -> Vec<String> {
        self.notes(id).annotations.into_iter().map(|placed| placed.annotation.id).collect()
    }

    fn listed(&self, filter: &NotesFilter) -> Vec<String> {
        self.session.all_notes(filter, 0, 100).notes.into_iter().map(|listed| listed.note.id).collect()
    }
}

fn noted(text: &str) -> NewNote {
    NewNote { note: text.to_owned(), ..NewNote::default() }
}

#[test]
fn marks_are_listed_in_reading_order_and_counted_and_survive_the_program() {
    let (desk, open, id) = desk();
    let later = open.mark(&id, "rises", NewNote { color: Color::Red, ..NewNote::default() });
    let first = open.mark(&id, "写入门", noted("见图 2"));
    let pair = [open.find(&id, "Saltmarsh 提升", 0), open.find(&id, "improves", 0)];
    let both = open.session.annotate(&id, &pair, NewNote::default()).unwrap().annotation.id;
    open.session.set_paper_note(&id, "", "整篇").unwrap();
    open.session.set_starred(&id, true).unwrap();
    let before = open.notes(&id);
    assert_eq!(open.ids(&id), [first.as_str(), both.as_str(), later.as_str()]);
    assert_eq!(before.counts, Counts { exact: 3, total: 3, ..Counts::default() });
    assert_eq!(before.paper_note.as_ref().map(|note| note.note.as_str()), Some("整篇"));
    assert_eq!((open.papers()[0].starred, open.papers()[0].notes), (true, 4));
    drop(open);
    let open = desk.open();
    let after = open.notes(&id);
    assert_eq!((&after.annotations, &after.paper_note), (&before.annotations, &before.paper_note));
    assert_eq!((open.papers()[0].starred, open.papers()[0].notes), (true, 4), "known before any note is read");
    assert_eq!((after.can_undo, after.troubles, after.unsaved), (false, vec![], None));
}

#[test]
fn every_act_can_be_taken_back_and_done_again_and_keeps_its_id() {
    let (_desk, open, id) = desk();
    let mark = open.mark(&id, "写入门", noted("一"));
    let state = |open: &Open| {
        let paper = open.session.paper(&id).unwrap();
        (
            open.notes(&id).annotations,
            open.notes(&id).paper_note.map(|note| note.note),
            paper.starred,
            paper.unread,
            paper.name,
        )
    };
    let target = open.find(&id, "清空门", 0);
    let acts: [(What, &dyn Fn()); 11] = [
        (What::Edit, &|| drop(open.session.edit_note(&id, &mark, Edit::Note("二".to_owned())).unwrap())),
        (What::Recolor, &|| drop(open.session.edit_note(&id, &mark, Edit::Color(Color::Green)).unwrap())),
        (What::Tag, &|| drop(open.session.edit_note(&id, &mark, Edit::AddTag("门".to_owned())).unwrap())),
        (What::RenameTag, &|| assert_eq!(open.session.rename_tag("门", "闸"), Ok(1))),
        (What::Bookmark, &|| drop(open.session.edit_note(&id, &mark, Edit::Bookmark(true)).unwrap())),
        (What::Reattach, &|| drop(open.session.reattach(&id, &mark, &[target]).unwrap())),
        (What::PaperNote, &|| drop(open.session.set_paper_note(&id, "", "整篇").unwrap())),
        (What::Star, &|| open.session.set_starred(&id, true).unwrap()),
        (What::Read, &|| open.session.set_read(&id, true)),
        (What::Name, &|| open.session.set_name(&id, Some("盐沼")).unwrap()),
        (What::Delete, &|| open.session.delete_notes(&id, std::slice::from_ref(&mark)).unwrap()),
    ];
    let mut states = vec![state(&open)];
    for (_, act) in &acts {
        act();
        assert_ne!(states.last(), Some(&state(&open)), "the act shows");
        states.push(state(&open));
    }
    let without_times = |mut state: (Vec<library::notes::PlacedNote>, Option<String>, bool, bool, String)| {
        state.0.iter_mut().for_each(|placed| placed.annotation.modified_ms = 0);
        // A note that says nothing is none.
        state.1 = state.1.filter(|note| !note.is_empty());
        state
    };
    for (nth, (what, _)) in acts.iter().enumerate().rev() {
        let undone = open.session.undo().unwrap().unwrap();
        assert_eq!((undone.what, &undone.paper), (*what, &id));
        assert_eq!(without_times(state(&open)), without_times(states[nth].clone()), "{what:?} taken back");
    }
    assert_eq!(open.session.undo().unwrap().unwrap().what, What::Add);
    assert_eq!((open.ids(&id), open.notes(&id).trash.len()), (vec![], 1));
    assert_eq!(open.session.undo().unwrap(), None);
    assert_eq!(open.session.redo().unwrap().unwrap().what, What::Add);
    assert_eq!(open.ids(&id), [mark.as_str()]);
    for (nth, (what, _)) in acts.iter().enumerate() {
        assert_eq!(open.session.redo().unwrap().unwrap().what, *what);
        assert_eq!(without_times(state(&open)), without_times(states[nth + 1].clone()), "{what:?} done again");
    }
    assert_eq!(open.session.redo().unwrap(), None);
}

#[test]
fn the_trash_gives_back_and_a_gone_note_is_said() {
    let (_desk, open, id) = desk();
    let mark = open.mark(&id, "写入门", noted("一"));
    open.session.delete_notes(&id, &[mark.clone(), "0".repeat(32)]).unwrap();
    let notes = open.notes(&id);
    assert_eq!(
        (notes.counts.total, notes.trash[0].id.clone(), notes.trash[0].changed_after_deletion),
        (0, mark.clone(), false)
    );
    assert_eq!(open.listed(&NotesFilter { trash: true, ..NotesFilter::default() }), [mark.as_str()]);
    assert_eq!(open.papers()[0].notes, 0);
    open.session.restore_notes(&id, std::slice::from_ref(&mark)).unwrap();
    assert_eq!(open.ids(&id), [mark]);
    let gone = open.session.edit_note(&id, "no", Edit::Bookmark(true));
    assert_eq!(gone.unwrap_err(), Error::NoteGone);
    let blank = Found { passage: 0, span: ByteSpan::new(0, 0) };
    assert_eq!(open.session.annotate(&id, &[blank], NewNote::default()).unwrap_err(), Error::NothingMarked);
}

#[test]
fn what_another_program_writes_is_seen_told_and_merged() {
    let (_desk, open, id) = desk();
    open.session.begin();
    let mark = open.mark(&id, "写入门", noted("潮汐"));
    open.settle();
    let key = id.0.split_once('/').unwrap().1;
    let disk = Disk::new(open.session.notebook_folder());
    let mut other = Document::open(&disk, key).unwrap();
    other.edit(&mark, &Edit::Note("大潮汐".to_owned()), 9).unwrap();
    open.event("the change is told", |event| *event == Event::NotesChanged { paper: id.clone() });
    // The window typed on from what it had.
    let since = Edit::NoteSince { base: "潮汐".to_owned(), text: "潮汐门".to_owned() };
    let merged = open.session.edit_note(&id, &mark, since).unwrap();
    assert_eq!(merged.annotation.note, "大潮汐门");
    // What was taken back is what was typed here, and no more.
    open.session.undo().unwrap();
    assert_eq!(open.notes(&id).annotations[0].annotation.note, "大潮汐");
    // One deletes what the other edits: it is offered.
    open.session.delete_notes(&id, std::slice::from_ref(&mark)).unwrap();
    other.edit(&mark, &Edit::Color(Color::Blue), 10).unwrap();
    assert!(open.notes(&id).trash[0].changed_after_deletion);
}

#[test]
fn earlier_versions_of_a_note_come_back() {
    let (_desk, open, id) = desk();
    let mark = open.mark(&id, "写入门", noted("长长的第一版"));
    let edit = |text: &str| drop(open.session.edit_note(&id, &mark, Edit::Note(text.to_owned())).unwrap());
    edit("长长的第一版，续");
    edit("短");
    let versions = open.session.versions(&id, &mark).unwrap();
    let texts: Vec<&str> = versions.iter().map(|version| version.note.as_str()).collect();
    assert_eq!(
        texts,
        ["短", "长长的第一版，续"],
        "what was written in one sitting is one version, unless much of it went"
    );
    edit(texts[1]);
    assert_eq!(open.notes(&id).annotations[0].annotation.note, "长长的第一版，续");
}

#[test]
fn marks_in_a_section_that_the_shown_form_lacks_say_so_and_come_back_with_the_form_that_has_it() {
    let desk = Desk::new();
    let form = |name: &str| std::fs::read(suite::places::fixtures().join("corpus/digest").join(name)).unwrap();
    let mut with_abstract: serde_json::Value = serde_json::from_slice(&form("record.json")).unwrap();
    with_abstract["papers"][0]["abstract"] = "A gate decides at every tide which words the marsh keeps.".into();
    let record = desk.write("2026-01-05.json", with_abstract.to_string());
    let open = desk.open_folder();
    // The record has abstracts, which the page leaves out.
    let has_abstract = |open: &Open, id: &PaperId| {
        let paper = open.session.paper(id).unwrap();
        let paper = paper.paper().unwrap();
        // A brief has nothing else in any form.
        paper.section(SectionKind::Method).and(paper.section(SectionKind::Abstract)).map(|section| section.text())
    };
    let mut papers = open.papers().into_iter().map(|paper| paper.id);
    let (id, text) = papers.find_map(|id| Some((id.clone(), has_abstract(&open, &id)?))).unwrap();
    let words: String = text.chars().take(30).collect();
    let first = open.mark(&id, &words, noted("摘要里的话"));
    let beginning = Found { passage: 0, span: ByteSpan::new(0, 6) };
    open.session.annotate(&id, &[beginning], NewNote::default()).unwrap();
    std::fs::remove_file(&record).unwrap();
    desk.write("2026-01-05.html", form("page.html"));
    open.session.refresh();
    open.wait("the page is shown", |open| open.session.paper(&id).is_ok() && has_abstract(open, &id).is_none());
    let notes = open.notes(&id);
    assert_eq!(notes.counts, Counts { exact: 1, absent: 1, total: 2, ..Counts::default() });
    let absent = notes.annotations.iter().find(|placed| placed.annotation.id == first).unwrap();
    assert_eq!(absent.resolution, Resolution::Lost(Why::NoSection));
    assert_eq!(absent.annotation.target.parts[0].quote.exact, words.trim());
    let only_absent = NotesFilter { standings: vec![Standing::Absent], ..NotesFilter::default() };
    assert_eq!(open.listed(&only_absent), [first]);
    desk.write("2026-01-05.json", with_abstract.to_string());
    open.session.refresh();
    open.wait("the record is shown", |open| has_abstract(open, &id).is_some());
    assert_eq!(open.notes(&id).counts, Counts { exact: 2, total: 2, ..Counts::default() });
}

#[test]
fn moved_and_lost_marks_are_counted_listed_and_attached_again() {
    let (desk, open, id) = desk();
    let (stays, lost) = (open.mark(&id, "再升", NewNote::default()), open.mark(&id, "写入门", noted("门")));
    desk.write("a.txt", TEXT.replace("写入门", "读出口"));
    open.session.refresh();
    open.wait("the edited text is read", |open| {
        open.session.paper(&id).is_ok_and(|paper| paper.file.text.contains("读出口"))
    });
    let notes = open.notes(&id);
    assert_eq!(notes.counts, Counts { exact: 1, lost: 1, total: 2, ..Counts::default() });
    assert_eq!(open.ids(&id), [stays, lost.clone()]);
    let only_lost = NotesFilter { standings: vec![Standing::Lost], ..NotesFilter::default() };
    assert_eq!(open.listed(&only_lost), [lost.as_str()]);
    let again = open.session.reattach(&id, &lost, &[open.find(&id, "读出口", 0)]).unwrap();
    assert_eq!(
        (again.annotation.note.as_str(), again.annotation.target.parts[0].quote.exact.as_str()),
        ("门", "读出口")
    );
    assert_eq!(open.notes(&id).counts.exact, 2);
}

#[test]
fn notes_follow_a_paper_whose_opening_was_edited_here_or_on_another_machine() {
    let (desk, open, id) = desk();
    let mark = open.mark(&id, "再升", NewNote::default());
    open.session.set_starred(&id, true).unwrap();
    let edited = TEXT.replace("分两步", "分成两步");
    let follows = |open: &Open| {
        open.wait("the edited paper is listed", |open| open.papers().len() == 1 && open.first() != id);
        let now = open.first();
        assert_eq!((open.ids(&now), open.notes(&now).counts.exact), (vec![mark.clone()], 1));
        assert!(open.papers()[0].starred && open.session.paper(&now).unwrap().starred);
        now
    };
    desk.write("a.txt", &edited);
    open.session.refresh();
    let now = follows(&open);
    // What is noted from now on stands beside it.
    let more = open.mark(&now, "背景", NewNote::default());
    assert_eq!(open.ids(&now), [more.clone(), mark.clone()]);
    drop(open);
    // Another machine has the edited digest only, and the notes.
    let elsewhere = Desk::new();
    elsewhere.write("b.txt", &edited);
    copy(&desk.dirs().data.join("notebook"), &elsewhere.dirs().data.join("notebook"));
    let open = elsewhere.open_folder();
    let now = open.first();
    assert_eq!(open.ids(&now), [more, mark]);
    assert!(open.papers()[0].starred);
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn all_notes_are_filtered_ordered_and_sliced() {
    let (desk, open, id) = desk();
    desk.write("b.txt", TEXT.replace("Saltmarsh", "Quillwort").replace("2026-01-05", "2026-01-06"));
    open.session.refresh();
    open.wait("both days", |open| open.papers().len() == 2);
    let other = open.first();
    assert_ne!(other, id);
    let tagged = |color, note: &str, tag: &str| NewNote { color, tags: [tag.to_owned()].into(), ..noted(note) };
    let a = open.mark(&id, "写入门", tagged(Color::Red, "Ａ 注", "门"));
    let b = open.mark(&id, "背景", NewNote::default());
    let bookmark = NewNote { highlight: false, bookmark: true, ..NewNote::default() };
    let c = open.mark(&other, "跟进", bookmark);
    let d = open.mark(&other, "清空门", tagged(Color::Blue, "丁", "门"));
    open.session.set_paper_note(&other, "", "全文 a 注").unwrap();
    let e = other.0.split_once('/').unwrap().1.to_owned();
    let all = NotesFilter::default();
    let cases: [(&str, NotesFilter, Vec<&String>); 9] = [
        ("place", NotesFilter { order: NotesOrder::Place, ..all.clone() }, vec![&e, &d, &c, &b, &a]),
        (
            "folded text",
            NotesFilter { text: "a 注".to_owned(), order: NotesOrder::Oldest, ..all.clone() },
            vec![&a, &e],
        ),
        ("quote", NotesFilter { text: "写入".to_owned(), ..all.clone() }, vec![&a]),
        ("paper's name", NotesFilter { text: "quill 丁".to_owned(), ..all.clone() }, vec![&d]),
        (
            "colour of painted words",
            NotesFilter { colors: vec![Color::Yellow, Color::Blue], order: NotesOrder::Oldest, ..all.clone() },
            vec![&b, &d],
        ),
        ("tag", NotesFilter { tags: vec!["门".to_owned()], order: NotesOrder::Oldest, ..all.clone() }, vec![&a, &d]),
        ("kind", NotesFilter { kinds: vec![library::notebook::NoteKind::Bookmark], ..all.clone() }, vec![&c]),
        ("bookmarks", NotesFilter { bookmarks: true, ..all.clone() }, vec![&c]),
        ("paper", NotesFilter { paper: Some(id.clone()), order: NotesOrder::Oldest, ..all.clone() }, vec![&a, &b]),
    ];
    for (name, filter, expected) in cases {
        assert_eq!(open.listed(&filter).iter().collect::<Vec<_>>(), expected, "{name}");
    }
    let page = open.session.all_notes(&NotesFilter { order: NotesOrder::Place, ..all }, 1, 2);
    assert_eq!((page.total, page.all, page.papers, page.trashed, page.complete), (5, 5, 2, 0, true));
    assert_eq!(page.notes.iter().map(|listed| &listed.note.id).collect::<Vec<_>>(), [&d, &c]);
    assert_eq!((page.notes[0].paper_name.as_str(), page.notes[0].gone), ("Quillwort", false));
    assert_eq!(open.session.tags(), [("门".to_owned(), 2)]);
    assert_eq!(open.session.rename_tag("门", "闸").unwrap(), 2);
    assert_eq!(open.session.tags(), [("闸".to_owned(), 2)]);
    let noted = Filter { noted: true, ..Filter::default() };
    open.session.set_starred(&id, true).unwrap();
    let starred = Filter { starred: true, ..Filter::default() };
    assert_eq!((open.papers_under(&noted).len(), open.papers_under(&starred).len()), (2, 1));
    let rows = open.session.rows(&Filter::default(), 0, 0);
    assert_eq!((rows.noted_papers, rows.starred_papers), (2, 1));
}

#[test]
fn marks_of_earlier_releases_move_into_the_notebook_once_and_the_old_files_keep_them() {
    let (desk, open, id) = desk();
    let key = id.0.split_once('/').unwrap().1.to_owned();
    drop(open);
    let settled = serde_json::json!({"finding": "right", "word": "见附录"});
    let reading = serde_json::json!({"version": 1, "read": [key], "settled": {&key: {"d/1": settled}}});
    let settings_path = desk.dirs().config.join("settings.json");
    let mut settings: serde_json::Value = serde_json::from_slice(&std::fs::read(&settings_path).unwrap()).unwrap();
    settings["names"] = serde_json::json!({&key: "盐沼"});
    std::fs::write(&settings_path, settings.to_string()).unwrap();
    std::fs::create_dir_all(desk.dirs().data).unwrap();
    std::fs::write(desk.dirs().data.join("reading.json"), reading.to_string()).unwrap();
    let open = desk.open();
    let paper = open.session.paper(&id).unwrap();
    assert_eq!((paper.name.as_str(), paper.unread, paper.settled.len()), ("盐沼", false, 1), "from the first moment");
    let in_document = || Document::open(Disk::new(desk.dirs().data.join("notebook")), &key).unwrap().state();
    open.wait("the marks are in the notebook", |_| in_document().is_read() && !in_document().settled.is_empty());
    open.session.set_name(&id, None).unwrap();
    open.session.set_read(&id, false);
    drop(open);
    assert_eq!((in_document().own_name(), in_document().read), (None, Some(false)));
    let kept: serde_json::Value =
        serde_json::from_slice(&std::fs::read(desk.dirs().data.join("reading.json")).unwrap()).unwrap();
    assert_eq!((&kept["read"], &kept["settled"]), (&reading["read"], &reading["settled"]), "a safety copy");
    let paper = desk.open().session.paper(&id).unwrap();
    assert_eq!(
        (paper.name.as_str(), paper.unread, paper.settled.len()),
        ("Saltmarsh", true, 1),
        "the old files are not asked again"
    );
}

#[test]
fn the_notes_can_lie_in_a_folder_of_the_readers_choice() {
    let (desk, open, id) = desk();
    let here = open.mark(&id, "写入门", NewNote::default());
    let shared = desk.beside("shared");
    assert!(
        matches!(open.session.set_notebook_folder(Some(&shared)), Err(Error::NotesUnreadable { .. })),
        "it is not there"
    );
    std::fs::create_dir(&shared).unwrap();
    open.session.set_notebook_folder(Some(&shared)).unwrap();
    assert_eq!((open.ids(&id), open.papers()[0].notes), (vec![], 0));
    let there = open.mark(&id, "背景", NewNote::default());
    drop(open);
    let open = desk.open();
    assert_eq!((open.session.notebook_folder(), open.ids(&id)), (shared.clone(), vec![there]));
    open.session.set_notebook_folder(None).unwrap();
    assert_eq!((open.ids(&id), open.papers()[0].notes), (vec![here], 1));
    assert_eq!(Disk::new(&shared).documents().unwrap().len(), 1, "nothing is taken from where it was");
}
