//! The list: one row a paper, grouped and filtered.

use library::{Direction, Filter, PaperId, Row, Sample, Session};
use suite::generate::{Form, Issue, Scale};

use crate::desk::{Desk, small_issue};

#[test]
fn an_issue_in_several_forms_is_shown_once_with_the_richest_forms_title() {
    let desk = Desk::new();
    for form in [Form::Bare, Form::Markdown, Form::Page, Form::Record] {
        desk.write_issue(&format!("a.{}", form.extension()), "2026-09-30", form);
    }
    let open = desk.open_folder();
    assert_eq!(open.names(), small_issue("2026-09-30").names());
    let paper = open.session.paper(&open.first()).unwrap();
    assert!(paper.heading.title.is_some() && paper.heading.links.iter().any(|link| link.url.is_some()));
    let mut files: Vec<&str> = paper.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(files[0], "a.json");
    files.sort_unstable();
    assert_eq!(files, ["a.html", "a.json", "a.md", "a.txt"]);
    for file in &paper.files {
        let source = open.session.source(&paper.id, file.id).unwrap();
        assert!(source.paper.of(&source.file.text).contains(&paper.name), "{}", file.name);
    }
}

#[test]
fn rows_are_grouped_by_month_and_day_and_any_slice_is_the_same_rows() {
    let desk = Desk::new();
    for day in ["2026-08-31", "2026-09-29", "2026-09-30"] {
        desk.write_issue(&format!("{day}.txt"), day, Form::Bare);
    }
    let open = desk.open_folder();
    let page = open.session.rows(&Filter::default(), 0, u32::MAX);
    let headers: Vec<String> = page
        .rows
        .iter()
        .filter_map(|row| match row {
            Row::Month { month, papers } => Some(format!("{month} {papers}")),
            Row::Day { day, papers } => Some(format!("{day} {papers}")),
            Row::Paper(_) => None,
        })
        .collect();
    assert_eq!(headers, ["2026-09 6", "2026-09-30 3", "2026-09-29 3", "2026-08 3", "2026-08-31 3"]);
    assert_eq!((page.total_rows, page.total_papers, page.all_papers, page.unread_papers), (14, 9, 9, 9));
    for first in 0..page.total_rows + 1 {
        let slice = open.session.rows(&Filter::default(), first, 3).rows;
        let whole: Vec<Row> = page.rows.iter().skip(first as usize).take(3).cloned().collect();
        assert_eq!(slice, whole, "from {first}");
    }
}

#[test]
fn a_file_without_a_day_takes_the_one_of_its_name() {
    let desk = Desk::new();
    let text = small_issue("2026-09-30").text(Form::Bare);
    let undated = text.split_once("\n\n").unwrap().1;
    desk.write("2026-09-12.txt", undated);
    desk.write("undated.txt", Issue::new("x", 9, Scale::SMALL).text(Form::Bare).split_once("\n\n").unwrap().1);
    let open = desk.open_folder();
    let days: Vec<String> =
        open.papers().iter().map(|paper| paper.id.0.split('/').next().unwrap().to_owned()).collect();
    assert_eq!(days, ["2026-09-12", "2026-09-12", "2026-09-12", "", "", ""]);
}

#[test]
fn a_form_that_lost_its_day_joins_the_day_that_has_its_papers() {
    let desk = Desk::new();
    let text = small_issue("2026-09-30").text(Form::Bare);
    desk.write("extracted.txt", text.split_once("\n\n").unwrap().1);
    desk.write_issue("page.html", "2026-09-30", Form::Page);
    let open = desk.open_folder();
    assert_eq!(open.names(), small_issue("2026-09-30").names());
    assert_eq!(open.session.paper(&open.first()).unwrap().files.len(), 2);
}

#[test]
fn the_filter_folds_and_wants_every_word() {
    let desk = Desk::new();
    desk.write_issue("a.json", "2026-09-30", Form::Record);
    desk.write_issue("b.json", "2026-09-29", Form::Record);
    let open = desk.open_folder();
    let check = |text: &str, expected: usize| {
        let filter = Filter { text: text.to_owned(), ..Filter::default() };
        assert_eq!(open.papers_under(&filter).len(), expected, "{text}");
        assert_eq!(open.session.rows(&filter, 0, 0).total_papers as usize, expected, "{text}");
    };
    let name = open.names()[0].clone();
    check("", 6);
    check(&name, 1);
    check(&name.to_uppercase(), 1);
    check(&format!("{name} 2026-09-30"), 1);
    check(&format!("{name} 2026-09-29"), 0);
    check("２０２６-09-29", 3);
    check("sparse CORRECTION", 6);
    check("没有这样的词", 0);
    open.session.set_name(&open.first(), Some("我的Ｔide")).unwrap();
    check("我的tide", 1);
    let topic = open.papers()[0].topic.clone();
    let of_topic = open.papers_under(&Filter { topic: topic.clone(), ..Filter::default() });
    assert!(!of_topic.is_empty() && of_topic.iter().all(|paper| paper.topic == topic));
    assert!(open.session.rows(&Filter::default(), 0, 0).topics.contains(&topic.unwrap()));
}

#[test]
fn a_paper_hidden_by_the_filter_still_has_neighbours() {
    let desk = Desk::new();
    desk.write_issue("a.txt", "2026-09-30", Form::Bare);
    let open = desk.open_folder();
    let ids: Vec<PaperId> = open.papers().into_iter().map(|paper| paper.id).collect();
    let unread = Filter { unread: true, ..Filter::default() };
    open.session.set_read(&ids[1], true);
    assert_eq!(open.papers_under(&unread).len(), 2);
    assert_eq!(open.session.rows(&unread, 0, 0).unread_papers, 2);
    let next = |id: &PaperId, direction| open.session.neighbour(id, &unread, direction);
    assert_eq!(next(&ids[1], Direction::Next).as_ref(), Some(&ids[2]));
    assert_eq!(next(&ids[1], Direction::Previous).as_ref(), Some(&ids[0]));
    assert_eq!(next(&ids[0], Direction::Next).as_ref(), Some(&ids[2]));
    assert_eq!(next(&ids[2], Direction::Next), None);
    assert_eq!(next(&ids[0], Direction::Previous), None);
}

#[test]
fn the_sample_is_shown_while_there_is_no_source_and_on_request() {
    let desk = Desk::new();
    desk.write_issue("a.txt", "2026-09-30", Form::Bare);
    let bytes = small_issue("2026-01-01").text(Form::Record).into_bytes();
    let session = Session::open(&desk.dirs(), Some(Sample { name: "示例".to_owned(), bytes }), |_| {});
    let start = session.start();
    assert!(start.sample && start.rows.all_papers == 3);
    assert_eq!(start.paper.unwrap().files[0].name, "示例");
    session.add_paths(&[desk.folder.join("a.txt")]);
    let start = session.start();
    assert!(!start.sample && start.rows.all_papers == 3);
    assert_eq!(start.paper.unwrap().files[0].name, "a.txt");
    session.show_sample(true).unwrap();
    assert_eq!(session.start().rows.all_papers, 6);
}

#[test]
fn every_form_of_a_real_issue_is_shown_once() {
    let Some(corpus) = suite::places::corpus() else {
        return;
    };
    for day in ["2026-09-23", "2026-09-30"] {
        let desk = Desk::new();
        let open = desk.open();
        open.session.add_paths(&[corpus.join(day)]);
        open.settle();
        let source = open.session.sources().remove(0);
        assert_eq!((open.papers().len(), source.skipped_count), (8, 0), "{day}: {:?}", source.skipped);
    }
}

#[test]
fn markdown_and_lines_of_another_publishers_day_are_one_list() {
    let Some(corpus) = suite::places::corpus() else { return };
    let desk = Desk::new();
    let open = desk.open();
    open.session.add_paths(&[corpus.join("arxiv-enhanced")]);
    open.settle();
    let papers = open.papers();
    assert!(papers.len() > 1 && papers.iter().all(|paper| !paper.id.0.starts_with('/')), "all have a day");
    for paper in papers {
        let files = open.session.paper(&paper.id).unwrap().files;
        assert_eq!(files.len(), 2, "{} {files:?}", paper.name);
        assert!(!paper.meter.is_empty(), "each Chinese section was compared with the abstract");
    }
}
