//! What the library costs, as figures and ratios of one run: `cargo bench -p suite --bench library`.
//!
//! The digests are generated below a temporary folder, 120 KB a day. Parsing is compared with reading and checking the
//! same bytes and with pulldown-cmark; each start is measured in a process of its own.

#![expect(clippy::print_stdout, reason = "a bench's figures are its output")]
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a bench that cannot prepare its corpus ends")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use library::{Dirs, Filter, Scan, Session};
use suite::generate::{self, Form, Scale};

/// Digests of a day, a year, ten years.
const DAYS: [usize; 3] = [1, 365, 3_650];

fn main() {
    // `cargo bench` hands over `--bench`; a child gets the place of a library that was scanned before.
    if let Some(own) = std::env::args().skip_while(|argument| argument != "--start").nth(1) {
        return start(Path::new(&own));
    }
    let room = tempfile::tempdir().unwrap();
    parse(room.path());
    for days in DAYS {
        let corpus = room.path().join(format!("{days}/digests"));
        let paths = generate::library(&corpus, days, Form::Bare, Scale::DAILY).unwrap();
        let bytes: u64 = paths.iter().map(|path| fs::metadata(path).unwrap().len()).sum();
        let own = room.path().join(format!("{days}/own"));
        let busy = processor_seconds();
        let scan = first_scan(&corpus, days, &own);
        println!(
            "first scan of {days} digests ({} MB): {:.2} s, {:.0} MB/s; {:.2} s of processor time",
            bytes >> 20,
            scan.as_secs_f64(),
            bytes as f64 / 1e6 / scan.as_secs_f64(),
            processor_seconds() - busy
        );
        // The first child warms the page cache.
        for _ in 0..2 {
            let child = Command::new(std::env::current_exe().unwrap()).arg("--start").arg(&own).output().unwrap();
            print!("warm start over {days} digests: {}", String::from_utf8_lossy(&child.stdout));
        }
    }
}

/// Parsing against the least that any reader does, and against a fast parser of a simpler language.
fn parse(room: &Path) {
    for (form, name) in
        [(Form::Bare, "extracted text"), (Form::Markdown, "Markdown"), (Form::Page, "page"), (Form::Record, "record")]
    {
        let folder = room.join(name);
        let paths = generate::library(&folder, 100, form, Scale::DAILY).unwrap();
        let files: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
        let bytes: usize = files.iter().map(Vec::len).sum();
        let read = best(|| paths.iter().map(|path| std::str::from_utf8(&fs::read(path).unwrap()).unwrap().len()).sum());
        let parsed = best(|| files.iter().map(|file| reading::corpus::read(file).digest.papers.len()).sum());
        let commonmark = best(|| {
            files.iter().map(|file| pulldown_cmark::Parser::new(std::str::from_utf8(file).unwrap()).count()).sum()
        });
        println!(
            "parse {name}: {:.0} MB/s; {:.1} times reading and checking the bytes, {:.2} times pulldown-cmark",
            bytes as f64 / 1e6 / parsed.as_secs_f64(),
            parsed.as_secs_f64() / read.as_secs_f64(),
            parsed.as_secs_f64() / commonmark.as_secs_f64()
        );
    }
}

/// The best of some rounds: the others were disturbed.
fn best(work: impl Fn() -> usize) -> Duration {
    let round = || {
        let start = Instant::now();
        std::hint::black_box(work());
        start.elapsed()
    };
    (0..7).map(|_| round()).min().unwrap_or_default()
}

fn dirs(own: &Path) -> Dirs {
    Dirs { config: own.join("config"), cache: own.join("cache"), data: own.join("data") }
}

fn first_scan(corpus: &Path, days: usize, own: &Path) -> Duration {
    let (send, events) = channel();
    let start = Instant::now();
    let session = Session::open(&dirs(own), None, move |event| drop(send.send(event)));
    session.add_paths(&[PathBuf::from(corpus)]);
    let is_done = || {
        let is_idle = session.rows(&Filter::default(), 0, 0).scan == Scan::Idle;
        is_idle && session.sources().first().is_some_and(|source| source.files as usize == days)
    };
    events.iter().find(|_| is_done()).expect("the scan tells its end");
    start.elapsed()
}

/// What an interface asks before its first paint, and while one types and turns pages.
fn start(own: &Path) {
    let before = memory_kb();
    let start = Instant::now();
    let session = Session::open(&dirs(own), None, |_| {});
    let opened = start.elapsed();
    let first = session.start();
    let started = start.elapsed();
    assert!(first.paper.is_some() && !first.rows.rows.is_empty());
    let memory = memory_kb().saturating_sub(before);
    let timed = |work: &dyn Fn()| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e3
    };
    let filter = |text: &str| Filter { text: text.to_owned(), ..Filter::default() };
    let typed = timed(&|| drop(session.rows(&filter("heron"), 0, 60)));
    let typed_again = timed(&|| drop(session.rows(&filter("heron 2026-0"), 0, 60)));
    let id = first.paper.map(|paper| paper.id).expect("just checked");
    let next = session.neighbour(&id, &Filter::default(), library::Direction::Next).unwrap_or(id);
    let turned = timed(&|| drop(session.paper(&next)));
    println!(
        "{:.1} ms to the first paper (cache {:.1} ms), {:.1} MB; filter {typed:.1} then {typed_again:.1} ms; next paper {turned:.2} ms; {} papers",
        started.as_secs_f64() * 1e3,
        opened.as_secs_f64() * 1e3,
        memory as f64 / 1e3,
        first.rows.all_papers
    );
}

/// Processor time of this process so far, in steps of 0.01 s: a figure that a busy machine spoils less than the clock's.
/// 0 where the system does not say.
fn processor_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name in parentheses may hold spaces; user and system time are fields 14 and 15.
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks: u64 = after_name.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    ticks as f64 / 100.0
}

/// Memory of this process that no other shares, in kB; 0 where the system does not say.
fn memory_kb() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("RssAnon"));
    line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kb| kb.parse().ok()).unwrap_or(0)
}
