//! What exporting costs, beside writing the same bytes plainly: `cargo bench -p suite --bench export`.
//!
//! 3,000 papers with 10,000 annotations. Figures of one run; the ratios are what counts.

#![expect(clippy::print_stdout, reason = "a bench's figures are its output")]
#![expect(clippy::unwrap_used, reason = "a bench that cannot prepare its data ends")]

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use library::export::{Division, Mode, Order, Subject, run};
use reading::anchor::{Index, Target};
use reading::corpus::{Paper, read};
use reading::export::{Builtin, Filter, Head, Mark, Options, Template, name};

const PAPERS: usize = 3_000;
const ANNOTATIONS: usize = 10_000;

fn main() {
    let room = tempfile::tempdir().unwrap();
    let mut subjects: Vec<Subject> = (0..PAPERS).map(subject).collect();
    let template = Template::builtin(Builtin::Plain).unwrap();
    let (out, state) = (room.path().join("out"), room.path().join("state"));
    let export = |subjects: &[Subject]| {
        let order = Order {
            out: &out,
            state: Some(&state),
            template: &template,
            division: Division::Paper,
            pattern: name::DEFAULT_PATTERN,
            options: Options::default(),
            filter: &Filter::default(),
            mode: Mode::Write,
            stamp: "bench",
        };
        let start = Instant::now();
        let report = run(&order, subjects, |_, _| ControlFlow::Continue(())).unwrap();
        assert!(!report.has_failed() && report.files.len() == PAPERS, "{:?}", report.troubles);
        (start.elapsed(), report)
    };
    let (first, report) = export(&subjects);
    assert_eq!(report.count("created"), PAPERS);
    let files: Vec<(String, Vec<u8>)> =
        report.files.iter().map(|file| (file.path.clone(), fs::read(out.join(&file.path)).unwrap())).collect();
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    let (plain, synced) = (plainly(room.path(), &files, false), plainly(room.path(), &files, true));
    println!(
        "{ANNOTATIONS} annotations over {PAPERS} papers, {:.1} MB: {:.2} s; {:.1} times writing the same bytes plainly ({:.2} s), \
         {:.2} times writing and syncing them ({:.2} s)",
        bytes as f64 / 1e6,
        first.as_secs_f64(),
        ratio(first, plain),
        plain.as_secs_f64(),
        ratio(first, synced),
        synced.as_secs_f64()
    );
    let (second, report) = export(&subjects);
    assert_eq!(report.count("unchanged"), PAPERS);
    println!("again, unchanged: {:.2} s, {:.2} times writing plainly", second.as_secs_f64(), ratio(second, plain));
    // Each file edited by hand and one note of each changed.
    for (path, bytes) in &files {
        let edited = [&bytes[..], b"\nMine.\n"].concat();
        fs::write(out.join(path), edited).unwrap();
    }
    for mark in subjects.iter_mut().filter_map(|subject| subject.marks.first_mut()) {
        mark.note.push_str(" changed");
    }
    let (third, report) = export(&subjects);
    assert_eq!(report.count("merged"), PAPERS);
    println!(
        "all edited and all changed: {:.2} s, {:.2} times writing and syncing",
        third.as_secs_f64(),
        ratio(third, synced)
    );
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}

fn plainly(room: &Path, files: &[(String, Vec<u8>)], sync: bool) -> Duration {
    let folder = room.join(if sync { "synced" } else { "plain" });
    fs::create_dir(&folder).unwrap();
    let start = Instant::now();
    for (path, bytes) in files {
        let mut file = fs::File::create(folder.join(path)).unwrap();
        file.write_all(bytes).unwrap();
        if sync {
            file.sync_all().unwrap();
        }
    }
    start.elapsed()
}

/// A paper with three annotations, or four.
fn subject(nth: usize) -> Subject {
    let claims: String = (1..6)
        .map(|finding| {
            format!("{finding}. 第 {nth} 篇的第 {finding} 项结果提升 {finding}.{nth}%，优于基线。\n\n   improves by {finding}.{nth} % over the baseline of paper {nth} [ {finding} ]\n\n")
        })
        .collect();
    let text = format!(
        "2026-01-05\n\n本文提出 Saltmarsh{nth}，一种为第 {nth} 个任务而设的记忆层，记忆层分两步，先写后清。\n\n背景是第 {nth} 个。\n\n\
         Saltmarsh{nth} 由写入门与清空门组成。\n\n小结。\n\n{claims}Novelty：中。\nSoundness：稳。\nSignificance：大。\n\n局限。\n\n跟进。\n"
    );
    let paper: Paper = read(text.as_bytes()).digest.papers.remove(0);
    let index = Index::new(&paper);
    let count = ANNOTATIONS / PAPERS + usize::from(nth < ANNOTATIONS % PAPERS);
    let marks = (1..=count).map(|finding| {
        let found = index.find(&format!("improves by {finding}.{nth} %"));
        Mark {
            id: format!("{nth:016x}{finding:016x}"),
            target: Target::new(&paper, &index, found.get(..1).unwrap_or_default()),
            note: format!("第 {finding} 条笔记：值得 **复查**，见 [[概念 {nth}]]。"),
            tags: BTreeSet::from(["读".to_owned()]),
            color: "yellow".to_owned(),
            highlight: true,
            bookmark: false,
            created: "2026-01-06T08:00:00Z".to_owned(),
            modified: "2026-01-06T08:00:00Z".to_owned(),
        }
    });
    let marks: Vec<Mark> = marks.collect();
    Subject { head: Head::of(&paper, Some("2026-01-05")), forms: vec![paper], marks, other_keys: Vec::new(), number: 0 }
}
