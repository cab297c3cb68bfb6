//! Reading while the search index is made, and the first answer to what is typed, in the release build under a display in
//! memory: `cargo xtask bench searching`.

#![expect(clippy::print_stdout, reason = "a bench's figures are its output")]

use std::time::Duration;

use e2e::page::{Page, until};
use e2e::{App, Home, Trouble};
use serde_json::json;
use thirtyfour::prelude::Key;
use xtask::tree;

mod room;

use room::{fill, share};

/// Digests of ten years.
const DAYS: usize = 3_650;
/// Papers turned to, and opened from the list, between two questions whether the index is still being made.
const AT_ONCE: usize = 6;
/// The same afterwards, for comparison.
const AFTER: usize = 60;
/// Longer than the parts of a new index are merged.
const REST: Duration = Duration::from_secs(30);
/// Times that each word is asked for.
const TIMES: usize = 3;
const WORDS: [&str; 12] =
    ["提出", "实验", "模型", "一", "a", "5", "GPT", "re", "novelty", "局限", "训练 模型", "没有的词语"];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Trouble> {
    // `cargo test` runs benches too, to see that they start; without a release build there is nothing to measure.
    if !std::env::args().any(|argument| argument == "--bench") || !tree::app("release").is_file() {
        println!("not measured: run `cargo xtask bench`, which builds the app first");
        return Ok(());
    }
    let home = Home::new()?;
    drop(fill(&home, DAYS)?);
    let app = App::open_built("searching", &home, &[], "release").await?;
    let page = app.page();
    let (mut during, mut after) = (Times::default(), Times::default());
    // The index is not begun before a while after the first picture.
    while !is_indexing(page).await? {}
    loop {
        let mut more = Times::default();
        more.read(page, AT_ONCE).await?;
        if !is_indexing(page).await? {
            break;
        }
        during.add(more);
    }
    after.read(page, AFTER).await?;
    during.compare("while the index is made", &mut after);
    // Merged in the meantime: that goes on for a while.
    tokio::time::sleep(REST).await;
    typed(&app).await?;
    app.close().await
}

async fn is_indexing(page: Page<'_>) -> Result<bool, Trouble> {
    let body = "window.__TAURI_INTERNALS__.invoke('search', { text: 'zz', papers: 1 })\
        .then((answer) => arguments[arguments.length - 1](answer?.indexing.state))";
    Ok(page.later(body, Vec::new()).await? == json!("running"))
}

/// Times from the key or the click to the frame that shows the paper, in milliseconds.
#[derive(Default)]
struct Times {
    turned: Vec<f64>,
    opened: Vec<f64>,
}

impl Times {
    async fn read(&mut self, page: Page<'_>, times: usize) -> Result<(), Trouble> {
        for _ in 0..times {
            self.turned.push(page.turn_ms().await?);
            self.opened.push(page.open_ms(4).await?);
        }
        Ok(())
    }

    fn add(&mut self, more: Self) {
        self.turned.extend(more.turned);
        self.opened.extend(more.opened);
    }

    fn compare(&mut self, when: &str, other: &mut Self) {
        let kinds =
            [("turning", &mut self.turned, &mut other.turned), ("opening", &mut self.opened, &mut other.opened)];
        for (what, own, others) in kinds {
            let [median, most, bare, bare_most] =
                [share(own, 50), share(own, 90), share(others, 50), share(others, 90)];
            println!(
                "{what} {when}: median of {} {median:.0} ms, afterwards {bare:.0} ms, {:.2} times; 90 % within {most:.0} ms, afterwards {bare_most:.0} ms",
                own.len(),
                median / bare
            );
        }
    }
}

/// From the input to the frame that shows what was found.
async fn typed(app: &App) -> Result<(), Trouble> {
    let page = app.page();
    page.press(&[Key::Control], 'k').await?;
    until("the field is open", async || page.count("#search-field").await, |open| *open == 1).await?;
    let (mut times, mut frames) = (Vec::new(), Vec::new());
    for word in WORDS.repeat(TIMES) {
        let [took, drawn] = page.answer_ms(word).await?;
        times.push(took);
        frames.push(drawn);
    }
    let within = frames.iter().filter(|frames| **frames <= 1.0).count();
    let [median, most] = [share(&mut times, 50), share(&mut times, 90)];
    println!(
        "first answer to what is typed: median of {} {median:.1} ms, 90 % within {most:.1} ms; {within} in the frame after the input, the latest {} frames after it",
        frames.len(),
        share(&mut frames, 99)
    );
    Ok(())
}
