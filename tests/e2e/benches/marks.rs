//! Scrolling a paper with a thousand marks beside the same paper without any: `cargo xtask bench marks`. Another number of
//! marks for a first look: `KAOZHENG_BENCH_MARKS`.

#![expect(clippy::print_stdout, reason = "a bench's figures are its output")]

use e2e::page::until;
use e2e::{App, Home, Trouble, digests};
use xtask::tree;

/// Marks on the paper.
const MARKS: usize = 1_000;
/// Frames measured, and how far the text moves in each, in pixels.
const FRAMES: usize = 300;
const STEP_PX: i64 = 40;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Trouble> {
    // `cargo test` runs benches too, to see that they start; without a release build there is nothing to measure.
    let profile = std::env::var("KAOZHENG_BENCH_PROFILE").unwrap_or_else(|_| "release".to_owned());
    if !std::env::args().any(|argument| argument == "--bench") || !tree::app(&profile).is_file() {
        println!("not measured: run `cargo xtask bench`, which builds the app first");
        return Ok(());
    }
    let marks = std::env::var("KAOZHENG_BENCH_MARKS").ok().and_then(|count| count.parse().ok()).unwrap_or(MARKS);
    let home = Home::new()?;
    digests::save(&home.digests(), "2026-01-05.txt", &digests::whole()?)?;
    let app = App::open_built("marks", &home, &[&home.digests()], &profile).await?;
    let page = app.page();
    page.shows(digests::NAMES[0]).await?;
    page.press(&[], 'i').await?;
    let bare = page.scroll_frames_ms(FRAMES, STEP_PX).await?;
    page.mark_many(marks).await?;
    let count = async || page.text("#notes h2 span").await;
    until("all marks are listed", count, |count| *count == marks.to_string()).await?;
    let marked = page.scroll_frames_ms(FRAMES, STEP_PX).await?;
    app.shot("thousand").await?;
    let (bare, marked) = (Frames::of(bare), Frames::of(marked));
    println!(
        "{marks} marks, {FRAMES} frames: median {:.1} ms, without marks {:.1} ms, {:.2} times; 99 of 100 within {:.1} ms, without {:.1} ms; dropped: {}, without {}",
        marked.median,
        bare.median,
        marked.median / bare.median,
        marked.most,
        bare.most,
        marked.dropped,
        bare.dropped
    );
    Ok(())
}

/// Times between frames, in milliseconds.
struct Frames {
    median: f64,
    /// 99 of 100 are not longer.
    most: f64,
    /// Longer than one and a half times the median: a frame was dropped.
    dropped: usize,
}

impl Frames {
    fn of(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or(f64::NAN);
        let median = at(50);
        Self { median, most: at(99), dropped: times.iter().filter(|time| **time > median * 1.5).count() }
    }
}
