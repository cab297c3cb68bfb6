//! What notes cost, as figures and ratios of one run: `cargo bench -p suite --bench notebook`.
//!
//! A save is compared with writing and syncing a bare file of the same size; opening all notes with reading the same
//! bytes. Memory is measured in a process of its own.

#![expect(clippy::print_stdout, reason = "a bench's figures are its output")]
#![expect(clippy::unwrap_used, reason = "a bench that cannot prepare its notes ends")]

use std::fs::{self, File};
use std::hint::black_box;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use library::notebook::{Color, Disk, Document, Draft, Edit, PaperRecord};
use library::notes::{NotesFilter, NotesOrder};
use library::{Dirs, Session};
use reading::anchor::{Found, Index, Resolution, Target};
use reading::corpus::{self, Paper, ReadFile};
use reading::text::ByteSpan;
use suite::generate::{Form, Issue, Scale};

/// Annotations over how many papers.
const NOTEBOOKS: [(usize, usize); 2] = [(10_000, 3_000), (100_000, 10_000)];
const SAVES: usize = 300;
const ANCHORS: usize = 1_000;

fn main() {
    // `cargo bench` hands over `--bench`; a child gets the place of a notebook.
    let argument = |name: &str| std::env::args().skip_while(move |argument| argument != name).nth(1);
    if let Some(own) = argument("--list") {
        return list(Path::new(&own));
    }
    // Beside the build, not in a file system in memory, whose syncs cost nothing.
    let place = argument("--in").map_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")), PathBuf::from);
    let room = tempfile::tempdir_in(place).unwrap();
    anchors();
    saves(room.path());
    compaction(room.path());
    for (notes, papers) in NOTEBOOKS {
        overview(room.path(), notes, papers);
    }
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default().as_secs_f64() * 1e3
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let done = work();
    (start.elapsed(), done)
}

fn issue(seed: u64) -> ReadFile {
    corpus::read(Issue::new("2026-01-05", seed, Scale::DAILY).text(Form::Markdown).as_bytes())
}

/// `count` stretches all over the paper, of two to forty characters.
fn stretches(index: &Index, count: usize) -> Vec<Found> {
    let lengths: Vec<usize> = index.passages().iter().map(|passage| passage.text.len()).collect();
    let whole: usize = lengths.iter().sum();
    let mut found = Vec::with_capacity(count);
    let (mut passage, mut before) = (0, 0);
    for nth in 0..count {
        let at = nth * whole / count;
        while at >= before + lengths.get(passage).copied().unwrap_or(usize::MAX) {
            before += lengths.get(passage).copied().unwrap_or(0);
            passage += 1;
        }
        let Some(text) = index.passages().get(passage).map(|passage| passage.text) else { break };
        let start = text.floor_char_boundary(at - before);
        let end = text.ceil_char_boundary((start + 6 + nth % 100).min(text.len()));
        if !ByteSpan::new(start, end).of(text).trim().is_empty() {
            found.push(Found { passage, span: ByteSpan::new(start, end) });
        }
    }
    found
}

/// The paper with every eighth sentence reworded: its marks have to be looked for.
fn reworded(file: &ReadFile) -> ReadFile {
    let mut nth = 0;
    let text: String = file.text.split_inclusive(['。', '.']).fold(String::new(), |mut text, sentence| {
        nth += 1;
        if nth % 8 == 0 {
            let half = sentence.floor_char_boundary(sentence.len() / 2);
            text.push_str(&sentence[..half]);
            text.push('改');
            text.push_str(&sentence[half..]);
        } else {
            text.push_str(sentence);
        }
        text
    });
    corpus::read(text.as_bytes())
}

/// The longest paper of a digest.
fn longest(file: &ReadFile) -> &Paper {
    file.digest.papers.iter().max_by_key(|paper| paper.source.len()).unwrap()
}

fn anchors() {
    let (before, after) = (issue(7), reworded(&issue(7)));
    let (paper, edited) = (longest(&before), longest(&after));
    let index = Index::new(paper);
    let targets: Vec<Target> =
        stretches(&index, ANCHORS).iter().map(|found| Target::new(paper, &index, &[*found])).collect();
    let short: Vec<Target> = targets.iter().filter(|target| !target.parts.is_empty()).cloned().collect();
    let mut elsewhere = short.clone();
    // As a mark made in another form, whose place differs: found by its words and what stands around them.
    elsewhere.iter_mut().flat_map(|target| &mut target.parts).for_each(|part| part.place.ordinal += 7);
    for (name, paper, targets) in
        [("unchanged", paper, &short), ("in another form", paper, &elsewhere), ("reworded", edited, &short)]
    {
        let mut tally = [0; 4];
        let rounds = (0..5).map(|_| {
            tally = [0; 4];
            let (time, ()) = timed(|| {
                let index = Index::new(paper);
                for target in targets {
                    match black_box(index.resolve(target)) {
                        Resolution::Exact(_) => tally[0] += 1,
                        Resolution::Moved { .. } => tally[1] += 1,
                        Resolution::Ambiguous(_) => tally[2] += 1,
                        Resolution::Lost(_) => tally[3] += 1,
                    }
                }
            });
            time
        });
        let time = median(rounds.collect());
        let [exact, moved, ambiguous, lost] = tally;
        println!(
            "{} anchors on a paper of {} KB, {name}: {time:.1} ms ({exact} exact, {moved} moved, {ambiguous} ambiguous, {lost} lost)",
            targets.len(),
            paper.source.len() >> 10
        );
    }
}

fn draft(paper: &str, note: &str) -> Draft {
    let file = issue(7);
    let first = longest(&file);
    let index = Index::new(first);
    let mut target = Target::new(first, &index, &stretches(&index, 3)[1..2]);
    target.paper = corpus::PaperKey(paper.to_owned());
    let tags = ["读", "gate"].map(str::to_owned).into();
    Draft { target, color: Color::Green, highlight: true, note: note.to_owned(), tags, bookmark: false }
}

fn bare_save(path: &Path, bytes: &[u8]) {
    let mut file = File::create(path).unwrap();
    file.write_all(bytes).unwrap();
    file.sync_all().unwrap();
}

fn key(n: usize) -> String {
    format!("{n:032x}")
}

/// Typing: each letter group is saved, beside a bare file of the same size, in turn.
fn saves(room: &Path) {
    let folder = room.join("saves");
    let mut document = Document::open(Disk::new(folder.join("n")), &key(1)).unwrap();
    let id = document.add(&draft(&key(1), ""), &PaperRecord::default(), 1).unwrap().id;
    let chunks = folder.join("n").join(key(1)).join("incremental");
    let (mut ours, mut bare, mut both_synced, mut note) = (Vec::new(), Vec::new(), Vec::new(), String::new());
    let plain = folder.join("plain");
    fs::create_dir(&plain).unwrap();
    for nth in 0..SAVES {
        note.push_str("潮汐门 ");
        let edit = Edit::Note(note.clone());
        ours.push(timed(|| document.edit(&id, &edit, 1_000 + i64::try_from(nth).unwrap()).unwrap()).0);
        let size = fs::read_dir(&chunks).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).min().unwrap();
        let bytes = vec![7; usize::try_from(size).unwrap()];
        bare.push(timed(|| bare_save(&plain.join(nth.to_string()), &bytes)).0);
        both_synced.push(
            timed(|| {
                let beside = plain.join(format!("{nth}.tmp"));
                bare_save(&beside, &bytes);
                fs::rename(&beside, plain.join(format!("{nth}.named"))).unwrap();
                File::open(&plain).unwrap().sync_all().unwrap();
            })
            .0,
        );
    }
    let (ours, bare, named) = (median(ours), median(bare), median(both_synced));
    println!(
        "acknowledged save: {ours:.2} ms; {:.2} times a bare write and sync ({bare:.2} ms), {:.2} times one that is renamed and its folder synced",
        ours / bare,
        ours / named
    );
}

/// Opening a document of many chunks, and of one.
fn compaction(room: &Path) {
    let disk = Disk::new(room.join("saves/n"));
    let chunks = fs::read_dir(disk.folder().join(key(1)).join("incremental")).unwrap().count();
    let open = || Document::open(&disk, &key(1)).unwrap();
    let many = median((0..5).map(|_| timed(open).0).collect());
    let (compacting, ()) = timed(|| open().compact().unwrap());
    let one = median((0..5).map(|_| timed(open).0).collect());
    println!(
        "a document of {chunks} chunks opens in {many:.1} ms, compacted (in {:.1} ms) in {one:.1} ms",
        compacting.as_secs_f64() * 1e3
    );
}

fn dirs(own: &Path) -> Dirs {
    Dirs { config: own.join("config"), cache: own.join("cache"), data: own.join("data") }
}

/// All notes of all papers: read plainly, listed from the overview, listed without one.
fn overview(room: &Path, notes: usize, papers: usize) {
    let own = room.join(notes.to_string());
    let disk = Disk::new(own.join("data/notebook"));
    let sample = draft(&key(0), "长注：见 **图** 2 与表 3，门控随潮汐开合。");
    for paper in 0..papers {
        let mut document = Document::open(&disk, &key(paper)).unwrap();
        let record = PaperRecord { name: format!("Paper {paper}"), ..PaperRecord::default() };
        for _ in 0..notes / papers + usize::from(paper < notes % papers) {
            document.stage_add(&sample, &record, 1).unwrap();
        }
        document.save().unwrap();
    }
    // The folders' times must be a second old to be trusted.
    std::thread::sleep(Duration::from_millis(1_100));
    let (_, (files, bytes)) = timed(|| read_all(disk.folder()));
    let (plain, _) = timed(|| read_all(disk.folder()));
    for name in ["without an overview", "with a fresh one"] {
        let child = Command::new(std::env::current_exe().unwrap()).arg("--list").arg(&own).output().unwrap();
        println!(
            "{notes} annotations on {papers} papers ({files} chunks, {:.1} MB; reading the bytes {:.0} ms), {name}: {}",
            bytes as f64 / 1e6,
            plain.as_secs_f64() * 1e3,
            String::from_utf8_lossy(&child.stdout).trim_end()
        );
    }
    let kept = fs::read_dir(own.join("cache")).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len());
    println!("the overview is {:.1} MB", kept.sum::<u64>() as f64 / 1e6);
}

fn read_all(folder: &Path) -> (usize, u64) {
    let (mut files, mut bytes, mut open) = (0, 0, vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                open.push(entry.path());
            } else {
                files += 1;
                bytes += black_box(fs::read(entry.path()).unwrap()).len() as u64;
            }
        }
    }
    (files, bytes)
}

/// What an interface does to show all notes.
fn list(own: &Path) {
    let before = peak_kb();
    let (opened, session) = timed(|| Session::open(&dirs(own), None, |_| {}));
    let (checked, ()) = timed(|| session.check_notes());
    let filter = NotesFilter { order: NotesOrder::Place, ..NotesFilter::default() };
    let (listed, page) = timed(|| session.all_notes(&filter, 0, 60));
    let words = NotesFilter { text: "潮汐 表".to_owned(), ..filter };
    let (searched, found) = timed(|| session.all_notes(&words, 0, 60));
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    print!(
        "{:.0} ms to the list of {} ({:.0} opening, {:.0} checking, {:.0} listing), {:.0} ms to filter ({} found), {:.0} MB at most",
        ms(opened + checked + listed),
        page.total,
        ms(opened),
        ms(checked),
        ms(listed),
        ms(searched),
        found.total,
        peak_kb().saturating_sub(before) as f64 / 1e3
    );
}

/// The most memory that this process ever had, in kB; 0 where the system does not say.
fn peak_kb() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kb| kb.parse().ok()).unwrap_or(0)
}
