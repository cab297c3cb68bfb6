//! What a reader waits for, in the release build under a display in memory: `cargo xtask bench app`, and with `turns` after
//! it only the turning of pages.
//!
//! Every figure stands beside that of a bare Tauri window of the same build. All starts are warm: the programs and their
//! libraries are in the page cache, the library's own cache is filled.

#![expect(clippy::print_stdout, reason = "a bench's figures are its output")]

use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;

use e2e::start::{Stage, Start};
use e2e::{App, Home, Trouble};
use library::{Dirs, Filter, Indexing, Scan, Session};
use suite::generate::{self, Form, Scale};
use xtask::tree;

/// Digests of a day, a year, ten years.
const DAYS: [usize; 3] = [1, 365, 3_650];
/// Starts of each program over each library; the median is shown.
const STARTS: usize = 5;
/// How long a reader stays at least, before the starts that are measured.
const KEPT: Duration = Duration::from_secs(5);
/// Pages turned.
const TURNS: usize = 50;
/// Names the app's folder inside the reader's folders, as `tauri.conf.json` does.
const IDENTIFIER: &str = "app.kaozheng.reader";

fn main() -> Result<(), Trouble> {
    // `cargo test` runs benches too, to see that they start; without a release build there is nothing to measure.
    let (app, bare) = (tree::app("release"), tree::target().join("release/examples/bare"));
    if !std::env::args().any(|argument| argument == "--bench") || !app.is_file() || !bare.is_file() {
        println!("not measured: run `cargo xtask bench`, which builds the app first");
        return Ok(());
    }
    let stage = Stage::open()?;
    let turns_only = std::env::args().any(|argument| argument == "turns");
    for days in DAYS.into_iter().filter(|days| !turns_only || *days == DAYS[1]) {
        let home = Home::new()?;
        fill(&home, days)?;
        if turns_only {
            turns(&home)?;
            continue;
        }
        // Long enough to keep the page that the next start begins with.
        stage.start_and_stay(&app, &home, KEPT)?;
        start(&stage, &bare, &home)?;
        let mut starts = (Vec::new(), Vec::new());
        // One after the other, so that a busy spell of the machine meets both.
        for _ in 0..STARTS {
            starts.0.push(start(&stage, &app, &home)?);
            starts.1.push(start(&stage, &bare, &home)?);
        }
        let (ours, least) = (median(&starts.0), median(&starts.1));
        println!(
            "warm start over {days} digests: {:.2} s, bare window {:.2} s, {:.2} times; {:.0} MB, bare window {:.0} MB, {:.2} times",
            ours.0,
            least.0,
            ours.0 / least.0,
            ours.1,
            least.1,
            ours.1 / least.1
        );
        if days == DAYS[1] {
            turns(&home)?;
        }
    }
    Ok(())
}

fn start(stage: &Stage, program: &Path, home: &Home) -> Result<Start, Trouble> {
    stage.start(program, home)
}

/// Median time in seconds and median memory in MB.
fn median(starts: &[Start]) -> (f64, f64) {
    let middle = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
    };
    (
        middle(starts.iter().map(|start| start.painted.as_secs_f64()).collect()),
        middle(starts.iter().map(|start| start.pss_kb as f64 / 1e3).collect()),
    )
}

/// Makes the digests, and the library's cache of them as a first run of the app leaves it.
fn fill(home: &Home, days: usize) -> Result<(), Trouble> {
    generate::library(&home.digests(), days, Form::Bare, Scale::DAILY)?;
    let own = |name: &str| home.path().join(name).join(IDENTIFIER);
    let (send, events) = channel();
    let dirs = Dirs { config: own("config"), cache: own("cache"), data: own("data") };
    let session = Session::open(&dirs, None, move |event| drop(send.send(event)));
    session.add_paths(&[home.digests()]);
    let is_done = || {
        let is_idle = session.rows(&Filter::default(), 0, 0).scan == Scan::Idle;
        is_idle && session.sources().first().is_some_and(|source| source.files as usize == days)
    };
    while !is_done() {
        if events.recv_timeout(Duration::from_secs(120)).is_err() {
            return Err(Trouble::NotStarted("the library's scan did not end".into()));
        }
    }
    session.keep_index();
    let is_indexed = || session.indexing() == Indexing::Complete;
    while !is_indexed() {
        if events.recv_timeout(Duration::from_secs(300)).is_err() {
            return Err(Trouble::NotStarted("the index was not completed".into()));
        }
    }
    Ok(())
}

/// From the key to the frame after the one that holds the next paper.
fn turns(home: &Home) -> Result<(), Trouble> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let app = App::open_built("bench", home, &[], "release").await?;
        let mut times = Vec::new();
        for _ in 0..TURNS {
            times.push(app.page().turn_ms().await?);
        }
        times.sort_by(f64::total_cmp);
        let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or(f64::NAN);
        println!("next paper painted: median of {TURNS} {:.0} ms, 90 % within {:.0} ms", at(50), at(90));
        app.close().await
    })
}
