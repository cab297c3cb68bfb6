//! Whether reading takes time linear in the size of the file, whatever the file is: `cargo bench -p reading --bench
//! growth` reads each shape at one and at two sizes. The ratio of the times is near 2; where it nears 4, time grows
//! with the square.

#![expect(clippy::print_stdout, reason = "a bench's figures are its output")]

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use reading::corpus;

/// Bytes of the smaller file of each shape; 1 MB on one line is among the greater ones.
const BYTES: usize = 500_000;

const SECTIONS: &str =
    "本文提出 TideLoom，把潮汐写成织物。\n\n背景上，已有方法只看一天。\n\n核心机制分两步。\n\n实验覆盖三站。\n\n";
const REVIEW: &str = "Novelty：新。 Soundness：稳。 Significance：大。\n\n第一，只测三站。\n\n后续可以测更多站。\n";

/// A shape: what stands before, what is repeated up to the size, and what stands after.
type Shape = (&'static str, &'static str, &'static str, &'static str);

/// Text without markup.
const BARE: [Shape; 9] = [
    ("bare: one line", "2026-01-05\n\n", "长潮汐 TideLoom-7B 的误差，", "\n\n"),
    ("bare: findings", SECTIONS, "1. 误差为 3.1 厘米。\n\n   an error of 3.1 cm\n\n", REVIEW),
    ("bare: numbers alone", SECTIONS, "1.\n", REVIEW),
    ("bare: quotes alone", SECTIONS, "   an error of 3.1 cm\n\n", REVIEW),
    ("bare: labels", "2026-01-05\n\n", "Novelty：新。Soundness: 稳。", ""),
    ("bare: wrapped lines", SECTIONS, "误差为 3.1 厘米，低于逐点校正的方法，\n", REVIEW),
    ("bare: hyphens", "2026-01-05\n\n提出 ", "A-7B-Loom-7B-", "\n"),
    ("bare: combining marks", "2026-01-05\n\n", "e\u{301}\u{323}", "\n"),
    (
        "headed: wrapped lines",
        "① 一句话定位\n甲\n② 背景与动机\n",
        "误差为 3.1 厘米，低于逐点校正的方法，\n",
        "③ 方法机制\n乙\n",
    ),
];

/// Markdown of both publishers.
const MARKDOWN: [Shape; 12] = [
    ("markdown: one line", "# 题\n\n## ① 一句话定位\n\n", "长 *潮汐* `x` [站](http://a) ", "\n"),
    ("markdown: table rows", "# 题\n\n## ④ 实验与证据\n\n| a | b |\n|---|---|\n", "| 1 | 2 |\n", "\n"),
    (
        "markdown: list items",
        "# 题\n\n## ④ 实验与证据\n\n",
        "1. 误差为 3.1 厘米。\n\n   > an error of 3.1 cm\n\n",
        "\n",
    ),
    ("markdown: nested quotes", "# 题\n\n## ① 一句话定位\n\n", "> ", "甲\n"),
    ("markdown: nested lists", "# 题\n\n## ① 一句话定位\n\n", "- ", "甲\n"),
    ("markdown: brackets", "# 题\n\n## ① 一句话定位\n\n", "[", "甲\n"),
    ("markdown: stars", "# 题\n\n## ① 一句话定位\n\n", "*a **b ", "甲\n"),
    ("markdown: backquotes", "# 题\n\n## ① 一句话定位\n\n", "` `` ``` ", "甲\n"),
    ("markdown: escapes", "# 题\n\n## ① 一句话定位\n\n", "\\_", "\n"),
    ("markdown: headings", "# 题\n\n", "## ① 一句话定位\n\n甲\n\n", "\n"),
    (
        "enhanced: entries",
        "",
        "### [1] [T](http://a)\n*A*\n\nTL;DR: 短\n\n<details>\nAbstract: Long.\n\n</details>\n\n",
        "",
    ),
    (
        "enhanced: one entry",
        "### [1] [T](http://a)\n*A*\n\nTL;DR: 短\n\n<details>\nAbstract: ",
        "Long tides\n",
        "\n</details>\n",
    ),
];

/// Pages.
const PAGE: [Shape; 9] = [
    ("page: one line", "<!doctype html><article><h2>题</h2><p>", "长潮汐 <b>x</b> &amp; ", "</p></article>"),
    ("page: nested elements", "<!doctype html><article><h2>题</h2>", "<div>", "<p>甲</p>"),
    ("page: unclosed paragraphs", "<!doctype html><article><h2>题</h2>", "<p>甲 <i>", ""),
    ("page: closing tags", "<!doctype html><article><h2>题</h2>", "</p></div>", ""),
    ("page: table rows", "<!doctype html><article><h2>题</h2><table>", "<tr><td>1</td><td>2</td></tr>", "</table>"),
    (
        "page: list items",
        "<!doctype html><article><ol>",
        "<li><p>误差为 3.1。</p><blockquote>an error</blockquote>",
        "</ol>",
    ),
    (
        "page: articles",
        "<!doctype html>",
        "<article class=paper-card><h2 class=paper-title>题</h2><p>甲</p></article>",
        "",
    ),
    ("page: comments begun", "<!doctype html><p>甲</p>", "<!--", ""),
    ("page: ampersands", "<!doctype html><p>", "&am", ""),
];

/// Records and lines of the other publisher.
const JSON: [Shape; 7] = [
    (
        "record: findings",
        "{\"papers\": [{\"deep_read\": {\"positioning\": \"甲\", \"experiments\": [",
        "{\"claim\": \"甲升 1%。\", \"quote\": \"by 1%\"},",
        "]}}]}",
    ),
    (
        "record: papers",
        "{\"papers\": [",
        "{\"title\": \"T\", \"deep_read\": {\"positioning\": \"提出 Tide。\"}},",
        "]}",
    ),
    ("record: nested lists", "{\"papers\": [], \"x\": ", "[", ""),
    ("record: nested objects", "{\"papers\": [], \"x\": ", "{\"x\":", ""),
    ("record: escapes", "{\"papers\": [{\"deep_read\": {\"positioning\": \"", "\\u7532\\n", "\"}}]}"),
    ("record: fields", "{\"papers\": [{\"deep_read\": {\"positioning\": \"甲\"}", ", \"x\": 1", "}]}"),
    (
        "lines: papers",
        "",
        "{\"id\": \"2601.00001\", \"title\": \"T\", \"summary\": \"We.\", \"AI\": {\"tldr\": \"短\"}}\n",
        "",
    ),
];

fn main() {
    for (name, before, repeated, after) in BARE.into_iter().chain(MARKDOWN).chain(PAGE).chain(JSON) {
        let of_size = |bytes: usize| format!("{before}{}{after}", repeated.repeat(bytes / repeated.len()));
        let [small, large] = [BYTES, 2 * BYTES].map(of_size);
        let [one, two] = [&small, &large].map(|text| best(text));
        println!(
            "{name:<28} {:>7.1} MB/s  ratio {:.2}",
            large.len() as f64 / 1e6 / two.as_secs_f64(),
            two.as_secs_f64() / one.as_secs_f64()
        );
    }
}

/// The best of some rounds, fewer where one takes long.
fn best(text: &str) -> Duration {
    let round = || {
        let start = processor_time();
        black_box(corpus::read(black_box(text.as_bytes())));
        processor_time().saturating_sub(start)
    };
    let first = round();
    let more = if first > Duration::from_secs(1) { 0 } else { 4 };
    (0..more).map(|_| round()).fold(first, Duration::min)
}

/// What this thread has worked, where the system tells: others on a busy machine do not count. Else the clock.
fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let worked = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let worked = worked.and_then(|figures| figures.split(' ').next()?.parse().ok());
    worked.map_or_else(|| START.elapsed(), Duration::from_nanos)
}
