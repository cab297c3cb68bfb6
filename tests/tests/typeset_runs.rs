//! Runs of any text: they cover it in order and without gap, and so do the runs inside a table.

use proptest::prelude::*;
use reading::text::ByteSpan;
use reading::typeset::{Prose, Run, RunKind, typeset};

const PROSES: [Prose; 4] = [Prose::Review, Prose::Claim, Prose::Quote, Prose::Abstract];

fn assert_cover(text: &str, whole: ByteSpan, runs: &[Run]) {
    let mut at = whole.start;
    for run in runs {
        assert_eq!(run.span.start, at, "gap or overlap in {text:?}");
        assert!(!run.span.is_empty() && run.span.get(text).is_some(), "{:?} does not fit {text:?}", run.span);
        at = run.span.end;
        if let RunKind::Table(table) = &run.kind {
            assert_cover(text, run.span, &table.inner);
            let cells: Vec<ByteSpan> = table.rows.iter().flat_map(|row| row.cells.clone()).collect();
            assert!(cells.iter().all(|cell| run.span.contains(*cell)), "cells leave the table in {text:?}");
            assert!(cells.is_sorted_by(|a, b| a.end <= b.start), "cells are out of order in {text:?}");
        }
    }
    assert_eq!(at, whole.end, "end of {text:?} not reached");
}

fn check(text: &str) {
    for prose in PROSES {
        assert_cover(text, ByteSpan::new(0, text.len()), &typeset(text, prose));
    }
}

/// Words that make the rules fire, in any order.
fn scraps() -> impl Strategy<Value = String> {
    let scrap = prop::sample::select(vec![
        " ",
        " ",
        "  ",
        " | ",
        "|",
        "37.47",
        "1.85 ×",
        "1.85\\times",
        "\\times",
        "\\",
        "H 0",
        "H_{0}",
        "{",
        "}",
        "_",
        "^",
        "$",
        "\\mathbb{E}[d]",
        "𝔼  [ d ]",
        "( 0.5 , 2 )",
        "(0.5,2)",
        "[ 19 ]",
        "( Wong et al., 2026 )",
        "Ge et al. (2025)",
        ",",
        ".",
        ")",
        "(",
        "Kestrel-7B",
        "88.4",
        "n = 5",
        "n=5",
        "n=5.",
        "N",
        "N",
        "一、",
        "方法。",
        "（1）",
        "第一，",
        "一是",
        "M_{t-1}^k",
        "x_t",
        "η~_t",
        "v̂_t^□",
        "‖k_t‖₂²",
        "≤",
        "的",
        "snake_case",
        "a.py",
        "https://example.org/a_b",
        "10^{22}",
        "\u{338}",
        "\u{2062}",
        "é",
        "½",
        "%",
        "\\%",
        "5%",
        "e",
        "–",
        " -27B",
        "\\(x\\)",
        "\n",
        "🦉",
        "∈",
        "=",
    ]);
    prop::collection::vec(scrap, 0..40).prop_map(|scraps| scraps.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn runs_cover_arbitrary_text(text in ".{0,120}") {
        check(&text);
    }

    #[test]
    fn runs_cover_scraps_of_formulas_tables_and_marks(text in scraps()) {
        check(&text);
    }
}

#[test]
fn long_and_deep_passages_are_covered_like_any_other() {
    let passages = [
        "{".repeat(50_000),
        "\\frac".repeat(10_000),
        "\\a \\b ".repeat(8_000),
        "x_{".repeat(15_000),
        "x^".repeat(15_000),
        "(".repeat(50_000),
        "[ 1 ]".repeat(10_000),
        "中[1]".repeat(10_000),
        "A (2020)".repeat(8_000),
        "A(2020)".repeat(8_000),
        "1 ".repeat(25_000),
        "a a ".repeat(12_000),
        "n = 5 ".repeat(8_000),
        "| ".repeat(25_000),
        "1 A | ".repeat(8_000),
        "$x".repeat(15_000),
        "\\(".repeat(15_000),
        "x_t".repeat(15_000),
        "一、".repeat(15_000),
        "α_".repeat(15_000),
        " ,".repeat(25_000),
    ];
    // A rule that takes more than linear time, or recurses as deep as the text, shows itself here.
    for text in passages {
        check(&text);
    }
}
