//! Reading bare extracted text, against the least that any reader does with the same bytes (checking their UTF-8)
//! and against a Markdown parser going over them.
//!
//! `cargo bench -p reading --bench parse`; the figure that counts is the ratio between lines of one run.

use std::fmt::Write as _;
use std::hint::black_box;

use divan::Bencher;
use divan::counter::BytesCount;
use reading::corpus;
use serde_json::Value;

/// Papers of the sample are repeated up to the size of an everyday digest.
const BYTES: usize = 120_000;

fn main() {
    divan::main();
}

/// The bundled sample as an extractor writes it: no titles, no headings, quotes indented.
fn digest() -> String {
    let record: Value = serde_json::from_str(include_str!("../../sample/2026-11-02.json")).unwrap_or_default();
    let papers = record.get("papers").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut text = "2026-11-02\n".to_owned();
    for paper in papers.iter().cycle() {
        if text.len() >= BYTES {
            break;
        }
        write_paper(&mut text, paper);
    }
    text
}

fn write_paper(text: &mut String, paper: &Value) {
    let field = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let Some(review) = paper.get("deep_read").filter(|review| !review.is_null()) else {
        let about = field(paper, "abstract");
        let _ = write!(text, "\n{about}\n\n仅依据摘要，无法可靠判断方法 soundness 与实验充分性，请以原文为准。\n");
        return;
    };
    for name in ["positioning", "background", "mechanism", "experiment_summary"] {
        let _ = write!(text, "\n{}\n", field(review, name));
    }
    let findings = review.get("experiments").and_then(Value::as_array).cloned().unwrap_or_default();
    for (number, finding) in (1..).zip(&findings) {
        let _ = write!(text, "\n{number}. {}\n\n   {}\n", field(finding, "claim"), field(finding, "quote"));
    }
    let [novelty, soundness, significance] = ["novelty", "soundness", "significance"].map(|name| field(review, name));
    let _ = write!(text, "\nNovelty：{novelty} Soundness：{soundness} Significance：{significance}\n");
    for name in ["limitations", "follow_up"] {
        let _ = write!(text, "\n{}\n", field(review, name));
    }
}

#[divan::bench]
fn a_check_utf8(bencher: Bencher) {
    let bytes = digest().into_bytes();
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| std::str::from_utf8(black_box(&bytes)).is_ok());
}

#[divan::bench]
fn b_pulldown_cmark(bencher: Bencher) {
    let text = digest();
    bencher.counter(BytesCount::of_str(&text)).bench(|| pulldown_cmark::Parser::new(black_box(&text)).count());
}

#[divan::bench]
fn c_read(bencher: Bencher) {
    let bytes = digest().into_bytes();
    assert!(corpus::read(&bytes).digest.papers.len() > 6, "the bench reads no digest");
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| corpus::read(black_box(&bytes)));
}

/// The part of reading that names the papers.
#[divan::bench]
fn d_names(bencher: Bencher) {
    let bytes = digest().into_bytes();
    let papers = corpus::read(&bytes).digest.papers;
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| papers.iter().map(corpus::name::infer).count());
}

/// The part of reading that makes the papers' keys.
#[divan::bench]
fn e_keys(bencher: Bencher) {
    let bytes = digest().into_bytes();
    let papers = corpus::read(&bytes).digest.papers;
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| papers.iter().map(corpus::key::of).count());
}
