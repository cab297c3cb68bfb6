//! What a reader waits for, in the release build under a display in memory: `cargo xtask bench app`, and with `turns` after
//! it only the turning of pages.
//!
//! Every figure stands beside that of a bare Tauri window of the same build. All starts are warm: the programs and their
//! libraries are in the page cache, the library's own cache is filled.

#![expect(clippy::print_stdout, reason = "a bench's figures are its output")]

use std::path::Path;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use e2e::start::{Stage, Start};
use e2e::{App, Home, Trouble};
use library::{Event, Indexing, Session};
use xtask::tree;

mod room;

use room::{fill, share};

/// Digests of a day, a year, ten years.
const DAYS: [usize; 3] = [1, 365, 3_650];
/// Starts of each program over each library; the median is shown.
const STARTS: usize = 5;
/// How long a reader stays at least, before the starts that are measured.
const KEPT: Duration = Duration::from_secs(5);
/// Pages turned.
const TURNS: usize = 50;

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
        let (session, events) = fill(&home, days)?;
        index(&session, &events)?;
        drop(session);
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

/// Makes the index for searching, as a first run of the app leaves it.
fn index(session: &Session, events: &Receiver<Event>) -> Result<(), Trouble> {
    session.keep_index();
    while session.indexing() != Indexing::Complete {
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
        let [median, most] = [50, 90].map(|part| share(&mut times, part));
        println!("next paper painted: median of {TURNS} {median:.0} ms, 90 % within {most:.0} ms");
        app.close().await
    })
}
