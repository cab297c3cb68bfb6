//! Broken input opens as far as it goes, with what is wrong listed at its place.

#![allow(clippy::expect_used, clippy::panic, reason = "a test stops where its data is not what it should be")]

use std::fs;

use reading::corpus::{self, Format, ReadFile, WarningKind};
use suite::{letters, places, shown::shown};

/// A file of the fixture digest as text.
fn fixture(name: &str) -> String {
    fs::read_to_string(places::fixtures().join("corpus").join(name)).expect("the fixture is there")
}

fn kinds(file: &ReadFile) -> Vec<WarningKind> {
    file.digest.warnings.iter().map(|warning| warning.kind).collect()
}

/// Checks form, number of papers and that a warning of the kind stands at the text `at` (or anywhere, if empty).
#[track_caller]
fn check(bytes: &[u8], format: Option<Format>, papers: usize, kind: WarningKind, at: &str) -> ReadFile {
    let file = corpus::read(bytes);
    assert_eq!((file.format, file.digest.papers.len()), (format, papers), "{:?}", file.digest.warnings);
    let warning = file.digest.warnings.iter().find(|warning| {
        warning.kind == kind && file.text.get(warning.at..).is_some_and(|rest| rest.trim_start().starts_with(at))
    });
    assert!(warning.is_some(), "no {kind:?} at {at}: {:?}", file.digest.warnings);
    file
}

#[test]
fn what_is_no_digest_is_said_to_be_none_and_kept_as_text() {
    let code = "//! Code.\nfn main() {\n    let x = [1, 2];\n    // 1. first\n}\n";
    let file = check(code.as_bytes(), None, 0, WarningKind::NotADigest, "//! Code.");
    assert_eq!(letters(&shown(&file)), letters(code));
    check("#!/usr/bin/env python3\n# a comment\n\nprint(1)\n".as_bytes(), None, 0, WarningKind::NotADigest, "");
    check(b"{\"name\": \"a-package\", \"version\": \"1.0.0\"}", None, 0, WarningKind::NotADigest, "");
    check("购物清单：牛奶、面包。".as_bytes(), None, 0, WarningKind::NotADigest, "");
    check(
        b"<!doctype html><html><body><h1>Home</h1><p>Welcome.</p></body></html>",
        None,
        0,
        WarningKind::NotADigest,
        "",
    );
    check(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01", None, 0, WarningKind::NotADigest, "");
    check(&[0xFF, 0x00, 0x80, 0x13].repeat(500), None, 0, WarningKind::NotADigest, "");
    for empty in [&b""[..], b" \r\n\t\n", b"\xEF\xBB\xBF", b"\0\0\0\0", b"\xFF\xFE"] {
        check(empty, None, 0, WarningKind::Empty, "");
    }
}

#[test]
fn a_record_with_a_fault_is_read_around_it() {
    let record = fixture("digest/record.json");
    let claim = "\"claim\": \"推理吞吐为基线的 1.85 倍。\",";
    let cases: [(&str, &str, WarningKind, &str); 6] = [
        ("\"hf_listed\": true", "\"hf_listed\": false", WarningKind::Checksum, "\""),
        ("\"marker\"", "\"stamp\"", WarningKind::Checksum, "{"),
        ("\"background\": \"已有", "\"backdrop\": \"已有", WarningKind::Field, "{"),
        ("\"topic\": \"评测\"", "\"topic\": 7", WarningKind::Field, "7"),
        (claim, "", WarningKind::QuoteWithoutClaim, "{"),
        ("\"fallback_reason\": null", "\"fallback_reason\": nul", WarningKind::Syntax, "nul"),
    ];
    for (from, to, kind, at) in cases {
        assert!(record.contains(from), "{from}");
        let file = check(record.replacen(from, to, 1).as_bytes(), Some(Format::Json), 3, kind, at);
        assert_eq!(file.digest.papers[2].sections.len(), 7, "{from}");
    }
}

#[test]
fn half_a_digest_is_read_to_the_cut() {
    let record = fixture("digest/record.json");
    let cut = record.find("去掉回放后").expect("a claim of the third paper");
    let file = check(&record.as_bytes()[..cut + 4], Some(Format::Json), 3, WarningKind::Syntax, "");
    assert_eq!(file.digest.papers[2].findings().count(), 6);
    assert!(kinds(&file).contains(&WarningKind::Replaced), "the cut goes through a character");

    let text = fixture("digest/extracted.txt");
    let cut = text.find("去掉回放后").expect("a claim of the third paper");
    let file = corpus::read(text.get(..cut).expect("between characters").as_bytes());
    assert_eq!(file.digest.papers.len(), 3);
    let file = corpus::read(text.get(cut..).expect("between characters").as_bytes());
    assert_eq!((file.format, file.digest.papers.len()), (Some(Format::Text), 1));

    let page = fixture("digest/page.html");
    let cut = page.find("去掉回放后").expect("a claim of the third paper");
    let file = corpus::read(page.get(..cut).expect("between characters").as_bytes());
    assert_eq!((file.format, file.digest.papers.len()), (Some(Format::Html), 3));

    let inside = record.find("\"papers\"").expect("a list of papers") + 200;
    let file = check(&record.as_bytes()[inside..], Some(Format::Json), 2, WarningKind::Syntax, "");
    assert!(file.digest.front.iter().any(|piece| record[inside..].starts_with(piece.text.as_str())), "nothing is lost");

    let lines = fixture("enhanced/2026-01-05_AI_enhanced_Chinese.jsonl");
    check(&lines.as_bytes()[40..], Some(Format::Jsonl), 3, WarningKind::Syntax, "");
    let file = check(&lines.as_bytes()[..lines.len() - 40], Some(Format::Jsonl), 4, WarningKind::Syntax, "");
    assert_eq!(file.digest.papers[2].sections.len(), 6);
}

#[test]
fn findings_that_jump_and_halves_of_findings_are_listed() {
    let text = fixture("digest/extracted.txt");
    let jump = text.replacen("\n3. 去掉清空门后", "\n7. 去掉清空门后", 1);
    check(jump.as_bytes(), Some(Format::Text), 3, WarningKind::FindingNumbers, "7. 去掉清空门后");
    let quote = "   ves a 1.85 × 1.85\\times higher throughput at a batch size of 32 on a single accelerator\n\n";
    assert!(text.contains(quote));
    check(text.replacen(quote, "", 1).as_bytes(), Some(Format::Text), 3, WarningKind::ClaimWithoutQuote, "推理吞吐");
    // Only before the first claim a quote cannot be the second paragraph of the one before it.
    let start = text.find("1. 在 LongLedger").expect("the first claim");
    let end = text.find("   SlowDecay").expect("the first quote");
    let without = format!("{}{}", &text[..start], &text[end..]);
    check(without.as_bytes(), Some(Format::Text), 3, WarningKind::QuoteWithoutClaim, "SlowDecay");
}

#[test]
fn nul_bytes_and_damaged_characters_are_replaced_and_counted() {
    let text = fixture("digest/extracted.txt");
    let mut padded = text.clone().into_bytes();
    padded.extend([0; 4096]);
    let file = check(&padded, Some(Format::Text), 3, WarningKind::Replaced, "");
    assert_eq!(letters(&shown(&file)), letters(&text));
    let inside = text.replacen("单次写入", "单次\0写入", 1).replacen("提出 Saltmarsh", "提出\0Saltmarsh", 1);
    check(inside.as_bytes(), Some(Format::Text), 3, WarningKind::Replaced, "\u{fffd}Saltmarsh");
    let mut damaged = text.into_bytes();
    damaged[30] = 0xFF;
    let file = check(&damaged, Some(Format::Text), 3, WarningKind::Replaced, "\u{fffd}");
    assert_eq!(file.encoding.label, "UTF-8");
}

#[test]
fn great_size_and_depth_are_read_too() {
    let text = fixture("digest/extracted.txt");
    let long = text.replacen("实验覆盖", &"长".repeat(350_000), 1);
    let file = corpus::read(long.as_bytes());
    assert_eq!((file.format, file.digest.papers.len()), (Some(Format::Text), 3));

    let finding = "{\"claim\": \"甲提升 1%。\", \"quote\": \"by 1%\"},";
    let record = fixture("digest/record.json").replacen(
        "\"experiments\": [",
        &format!("\"experiments\": [{}", finding.repeat(10_000)),
        1,
    );
    let file = corpus::read(record.as_bytes());
    assert_eq!(file.digest.papers[0].findings().count(), 10_004);

    let deep = fixture("digest/record.json").replacen(
        "\"hf_listed\": true",
        &format!("\"deep\": {}{}", "[".repeat(5_000), "]".repeat(5_000)),
        1,
    );
    assert_eq!(corpus::read(deep.as_bytes()).digest.papers.len(), 3);
    let nested = fixture("digest/page.html").replacen("<article", &format!("{}<article", "<div>".repeat(5_000)), 1);
    assert_eq!(corpus::read(nested.as_bytes()).digest.papers.len(), 3);
}
