//! What search costs, as figures and ratios of one run: `cargo bench -p suite --bench search`.
//!
//! Over a year and ten years of generated digests, beside a plain Tantivy index of the same passages, ripgrep, SQLite's FTS5
//! with trigrams, and a plain look through the folded texts in memory, which is the oracle too. Indexing runs in a process of
//! its own, so that its peak memory can be told.

#![expect(clippy::print_stdout, reason = "a bench's figures are its output")]
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a bench that cannot prepare its corpus ends")]

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use library::{Dirs, Event, Indexing, SearchRequest, Session};
use memchr::memmem;
use reading::anchor::passages;
use reading::text::{fold, is_wide};
use suite::prose;

mod beside;

use beside::{Recoll, ask_sqlite, plain_tantivy, sqlite};

/// Digests of a year and of ten years.
const DAYS: [usize; 2] = [365, 3_650];

/// Papers that the window asks for at first.
const SHOWN: usize = 12;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--index") {
        return index(Path::new(&arguments[at + 1]), Path::new(&arguments[at + 2]));
    }
    // For work on the index with a profiler: digests once, then queries alone.
    if let Some(at) = arguments.iter().position(|argument| argument == "--write") {
        prose::library(Path::new(&arguments[at + 1]), arguments[at + 2].parse().unwrap()).unwrap();
        return;
    }
    if let Some(at) = arguments.iter().position(|argument| argument == "--ask") {
        return ask(Path::new(&arguments[at + 1]), Path::new(&arguments[at + 2]));
    }
    let room = tempfile::tempdir().unwrap();
    for days in DAYS {
        // For work on the index: one size alone, and only ours.
        if std::env::var("KZ_BENCH_DAYS").is_ok_and(|only| only != days.to_string()) {
            continue;
        }
        measure(&room.path().join(days.to_string()), days);
    }
}

/// What is asked beside ours.
struct Others {
    fts: rusqlite::Connection,
    recoll: Option<Recoll>,
}

/// A passage as the oracle knows it.
struct Known {
    file: String,
    paper: usize,
    passage: usize,
    folded: String,
}

fn measure(room: &Path, days: usize) {
    let (corpus, own) = (room.join("digests"), room.join("own"));
    let paths = prose::library(&corpus, days).unwrap();
    let bytes: u64 = paths.iter().map(|path| fs::metadata(path).unwrap().len()).sum();
    println!("== {days} digests, {:.0} MB", bytes as f64 / 1e6);
    let child = Command::new(std::env::current_exe().unwrap()).arg("--index").arg(&corpus).arg(&own).output().unwrap();
    print!("{}", String::from_utf8_lossy(&child.stdout));
    let size = size_of(&own.join("cache/search"));
    println!("index: {:.0} MB, {:.2} of the text", size as f64 / 1e6, size as f64 / bytes as f64);
    let known = known(&corpus, &paths);
    let is_brief = std::env::var_os("KZ_BENCH_BRIEF").is_some();
    if !is_brief {
        let plain = plain_tantivy(&room.join("plain"), &known);
        println!("plain Tantivy over the {} passages: {plain}", known.len());
    }

    let (session, events) = open(&own, &corpus);
    let opening = Instant::now();
    session.keep_index();
    wait(&session, &events);
    println!("opening the index, its checksums and its vocabulary: {:.0} ms", opening.elapsed().as_secs_f64() * 1e3);
    let queries = queries(&known);
    let others = (!is_brief).then(|| Others {
        fts: sqlite(&room.join("fts.db"), &known),
        recoll: Recoll::index(&room.join("recoll"), &corpus),
    });
    compare(&session, &known, &queries, &corpus, others.as_ref());
    idle(&session, &queries);
    one_more_day(&session, &events, &corpus);
}

fn dirs(own: &Path) -> Dirs {
    Dirs { config: own.join("config"), cache: own.join("cache"), data: own.join("data") }
}

fn open(own: &Path, corpus: &Path) -> (Session, Receiver<Event>) {
    let (send, events) = channel();
    let session = Session::open(&dirs(own), None, move |event| drop(send.send(event)));
    session.add_paths(&[PathBuf::from(corpus)]);
    session.refresh();
    session.wait();
    (session, events)
}

fn wait(session: &Session, events: &Receiver<Event>) {
    while session.indexing() != Indexing::Complete {
        let _ = events.iter().find(|event| matches!(event, Event::IndexChanged(_)));
    }
}

/// In a process of its own: the list first, then the index.
fn index(corpus: &Path, own: &Path) {
    let (session, events) = open(own, corpus);
    let before = memory("VmHWM");
    let (busy, start) = (processor_seconds(), Instant::now());
    session.keep_index();
    wait(&session, &events);
    println!(
        "indexing: {:.1} s, {:.1} s of processor time; peak memory {:.0} MB ({:.0} MB before)",
        start.elapsed().as_secs_f64(),
        processor_seconds() - busy,
        memory("VmHWM"),
        before
    );
    let start = Instant::now();
    let mut own: f64 = 0.0;
    while session.is_merging_index() {
        own = own.max(memory("RssAnon"));
        std::thread::sleep(Duration::from_millis(5));
    }
    println!(
        "merging: {:.1} s more, {:.1} s of processor time in all; peak memory {:.0} MB, without mapped files {own:.0} MB",
        start.elapsed().as_secs_f64(),
        processor_seconds() - busy,
        memory("VmHWM")
    );
}

/// Asks an index that was made before, again and again.
fn ask(corpus: &Path, own: &Path) {
    let (session, events) = open(own, corpus);
    session.keep_index();
    wait(&session, &events);
    let months = fs::read_dir(corpus).unwrap().map(|month| month.unwrap().path());
    let mut paths: Vec<PathBuf> =
        months.flat_map(|month| fs::read_dir(month).unwrap().map(|day| day.unwrap().path())).collect();
    paths.sort();
    paths.reverse();
    let mut times: Vec<(f64, String)> = Vec::new();
    for text in queries(&known(corpus, &paths)) {
        let request = SearchRequest { text: text.clone(), papers: SHOWN, passages: 3, notes: 12 };
        let start = Instant::now();
        for _ in 0..20 {
            drop(session.search(&request));
        }
        times.push((start.elapsed().as_secs_f64() * 50.0, text));
    }
    times.sort_by(|a, b| b.0.total_cmp(&a.0));
    times.iter().for_each(|(time, query)| println!("{time:.2} ms {query}"));
}

fn known(corpus: &Path, paths: &[PathBuf]) -> Vec<Known> {
    let mut known = Vec::new();
    for path in paths {
        let file = reading::corpus::read(&fs::read(path).unwrap());
        let name = path.strip_prefix(corpus).unwrap().to_string_lossy().into_owned();
        for (paper, at) in file.digest.papers.iter().zip(0..) {
            for (passage, nth) in passages(paper).iter().zip(0..) {
                known.push(Known { file: name.clone(), paper: at, passage: nth, folded: fold(passage.text) });
            }
        }
    }
    known
}

/// At least fifty queries of all kinds, cut out of the texts.
fn queries(known: &[Known]) -> Vec<String> {
    let mut dice = suite::generate::Dice::new(42);
    let mut queries: Vec<String> =
        ["图像", "提出", "本文提出", "一", "a", "5", "re", "10", "%", "7%", "3.5", "novelty", "tion ing", "没有的词语"]
            .map(str::to_owned)
            .to_vec();
    let mut cut = |from: fn(char) -> bool, chars: usize| loop {
        let text: Vec<char> = known[dice.below(known.len())].folded.chars().collect();
        let start = dice.below(text.len());
        let piece: String = text.iter().skip(start).take(chars).collect();
        if piece.chars().count() == chars && piece.chars().all(from) {
            return piece;
        }
    };
    let letter = |ch: char| ch.is_ascii_lowercase();
    for _ in 0..6 {
        queries.push(cut(is_wide, 1));
        queries.push(cut(is_wide, 2));
        queries.push(cut(is_wide, 4));
        queries.push(cut(letter, 4));
        queries.push(cut(letter, 6));
        queries.push(cut(|ch| ch.is_ascii_digit(), 2));
        queries.push(cut(|ch| ch != ' ' && ch != '"', 8));
        queries.push(cut(|ch| ch != ' ' && ch != '"', 12));
        let (a, b) = (cut(is_wide, 2), cut(letter, 4));
        queries.push(format!("{a} {b}"));
    }
    queries.retain(|query| !query.starts_with('-') && !query.contains(':'));
    queries
}

fn compare(session: &Session, known: &[Known], queries: &[String], corpus: &Path, others: Option<&Others>) {
    let timed = |work: &mut dyn FnMut()| {
        let mut best = Duration::MAX;
        for _ in 0..3 {
            let start = Instant::now();
            work();
            best = best.min(start.elapsed());
        }
        best.as_secs_f64() * 1e3
    };
    let (mut ours, mut all, mut scans, mut greps) = (vec![], vec![], vec![], vec![]);
    let (mut tables, mut recolls, mut silent) = (vec![], vec![], 0);
    let (mut misses, mut extras, mut hits, mut slowest) = (0, 0, 0, Vec::new());
    let has_grep = others.is_some() && Command::new("rg").arg("--version").output().is_ok();
    for query in queries {
        let window = SearchRequest { text: query.clone(), papers: SHOWN, passages: 3, notes: 12 };
        let own = timed(&mut || drop(session.search(&window)));
        slowest.push((own, query));
        ours.push(own);
        let count = SearchRequest { papers: 1, passages: 1, ..window };
        all.push(timed(&mut || drop(session.search(&count))));
        let parts: Vec<String> = query.split(' ').map(fold).collect();
        let finders: Vec<memmem::Finder<'_>> = parts.iter().map(|part| memmem::Finder::new(part.as_bytes())).collect();
        let holds = |text: &str| finders.iter().all(|finder| finder.find(text.as_bytes()).is_some());
        let mut found: Vec<&Known> = Vec::new();
        scans.push(timed(&mut || found = known.iter().filter(|known| holds(&known.folded)).collect()));
        if has_grep {
            greps.push(timed(&mut || {
                drop(Command::new("rg").args(["-i", "-F", "-c", "--", &parts[0]]).arg(corpus).output().unwrap());
            }));
        }
        tables.extend(others.map(|others| {
            timed(&mut || {
                std::hint::black_box(ask_sqlite(&others.fts, &parts));
            })
        }));
        if let Some(recoll) = others.and_then(|others| others.recoll.as_ref()) {
            let mut told = 0;
            recolls.push(timed(&mut || told = recoll.ask(&parts)));
            // A file holds a part or not; where its passages hold them is ours to know.
            let files: HashSet<&str> = found.iter().map(|known| known.file.as_str()).collect();
            if told < files.len() {
                silent += 1;
            }
        }
        let everything = SearchRequest { text: query.clone(), ..SearchRequest::default() };
        let answer = session.search(&everything).expect("an answer");
        let groups = answer.groups.iter().filter(|_| !answer.loosened);
        let told: HashSet<(&str, usize, usize)> = groups
            .flat_map(|group| group.hits.iter().map(|hit| (group.file.as_str(), group.index, hit.passage)))
            .collect();
        let wanted: HashSet<(&str, usize, usize)> =
            found.iter().map(|known| (known.file.as_str(), known.paper, known.passage)).collect();
        misses += wanted.difference(&told).count();
        extras += told.difference(&wanted).count();
        hits += wanted.len();
    }
    println!("{} queries, {hits} hits: {misses} misses, {extras} hits too many", queries.len());
    slowest.sort_by(|a, b| b.0.total_cmp(&a.0));
    let slowest: Vec<String> = slowest.iter().take(6).map(|(time, query)| format!("{query} {time:.1}")).collect();
    println!("ours, as the window asks:  {}; slowest: {}", figures(&mut ours), slowest.join(", "));
    println!("ours, the count and one:   {}", figures(&mut all));
    println!(
        "memmem over folded text:   {}; ours: {:.3} of its median",
        figures(&mut scans.clone()),
        median(&mut ours) / median(&mut scans)
    );
    println!("SQLite FTS5 trigram:       {}", figures(&mut tables));
    println!("Recoll:                    {}; misses files in {silent} queries", figures(&mut recolls));
    if has_grep {
        println!(
            "ripgrep:                   {}; {:.0} times ours",
            figures(&mut greps.clone()),
            median(&mut greps) / median(&mut ours)
        );
    }
}

/// The same with half a second of idleness before each question: these machines make idle memory slow.
fn idle(session: &Session, queries: &[String]) {
    let ask = |query: &String| {
        std::thread::sleep(Duration::from_millis(500));
        let start = Instant::now();
        drop(session.search(&SearchRequest { text: query.clone(), papers: SHOWN, passages: 3, notes: 12 }));
        start.elapsed().as_secs_f64() * 1e3
    };
    let mut times: Vec<f64> = queries.iter().map(ask).collect();
    println!("ours, after half a second: {}", figures(&mut times));
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn figures(times: &mut [f64]) -> String {
    let median = median(times);
    let p99 = times.get(times.len() * 99 / 100).copied().unwrap_or_default();
    format!("median {median:.2} ms, p99 {p99:.2} ms")
}

fn one_more_day(session: &Session, events: &Receiver<Event>, corpus: &Path) {
    let more = tempfile::tempdir().unwrap();
    let path = prose::library(more.path(), 1).unwrap().remove(0);
    let text =
        fs::read_to_string(path).unwrap().replacen("2026-09-30", "2026-10-01", 1).replace("本文提出", "今日提出");
    fs::write(corpus.join("2026-10-01.txt"), text).unwrap();
    let start = Instant::now();
    session.refresh();
    session.wait();
    let listed = start.elapsed();
    let request = SearchRequest { text: "今日提出".to_owned(), papers: SHOWN, passages: 3, notes: 0 };
    let found = session.search(&request).expect("an answer").total;
    let searched = start.elapsed() - listed;
    while session.search(&request).expect("an answer").read_files > 0 {
        let _ = events.iter().find(|event| matches!(event, Event::IndexChanged(_)));
    }
    println!(
        "one more day: {:.0} ms to check the folder, {:.1} ms to search it ({found} hits), {:.0} ms until it is indexed",
        listed.as_secs_f64() * 1e3,
        searched.as_secs_f64() * 1e3,
        (start.elapsed() - listed).as_secs_f64() * 1e3
    );
}

fn size_of(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries
        .map(|entry| {
            let meta = entry.metadata().unwrap();
            if meta.is_dir() { size_of(&entry.path()) } else { meta.len() }
        })
        .sum()
}

/// Processor time of this process so far, in steps of 0.01 s; 0 where the system does not say.
fn processor_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks: u64 = after_name.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    ticks as f64 / 100.0
}

/// A line of the process's status in MB; 0 where the system does not say.
fn memory(name: &str) -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(name));
    let kb: Option<f64> = line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kb| kb.parse().ok());
    kb.unwrap_or(0.0) / 1e3
}
