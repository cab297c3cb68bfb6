//! Whatever the bytes are, reading ends well: no panic, places that fit, nothing visible lost.

#![allow(clippy::expect_used, reason = "a test stops where its data is not what it should be")]

use std::fs;

use proptest::prelude::*;
use reading::corpus::{self, Format, ReadFile};
use suite::{difference, letters, places, shown::shown};

/// What holds for every file.
fn check(bytes: &[u8]) -> ReadFile {
    let file = corpus::read(bytes);
    for piece in file.digest.pieces() {
        assert!(piece.source.get(&file.text).is_some(), "{:?} does not fit the text", piece.source);
        assert_eq!(piece.text.trim(), piece.text, "white space at the ends, read as {:?}", file.format);
    }
    assert!(file.digest.warnings.is_sorted_by_key(|warning| warning.at), "{:?}", file.digest.warnings);
    for paper in &file.digest.papers {
        assert!(!paper.key.0.is_empty() && paper.source.get(&file.text).is_some());
    }
    // The other forms need their own idea of what is visible; their readers' tests have it.
    if matches!(file.format, None | Some(Format::Text)) {
        let difference = difference(&letters(&file.text), &letters(&shown(&file)));
        assert!(difference.is_none(), "source and model part at {difference:?}");
    }
    file
}

/// Pieces of all forms, from which damaged digests are put together.
fn fragment() -> impl Strategy<Value = String> {
    let fixed = [
        "2026-01-05\n\n",
        "1. 提升 3%。\n\n",
        "   improves by 3%\n\n",
        "Novelty：中。\nSoundness：稳。",
        "\n\n",
        "\r\n",
        "\r",
        "\0",
        "\u{a0}",
        "\u{feff}",
        "仅依据摘要，无法可靠判断方法 soundness 与实验充分性，请以原文为准。",
        "① 一句话定位\n",
        "④ 实验与证据\n",
        "# 题目\n",
        "## A\n",
        "> quote\n",
        "- item\n",
        "### [1] [T (x)](https://arxiv.org/abs/2601.00001)\n",
        "*A,B*\n",
        "Main category: cs.CL\n",
        "TL;DR: 短。\n",
        "<details>\n",
        "  <summary>Details</summary>\n",
        "Motivation: 甲\n",
        "Abstract: An\nabstract.\n",
        "</details>\n",
        "<div id=toc></div>\n",
        "[[Back]](#toc)",
        "<article>",
        "<p>",
        "</p>",
        "<blockquote>",
        "<ol><li>",
        "{\"papers\": [",
        "{\"title\": \"T\", ",
        "\"deep_read\": {",
        "\"positioning\": \"甲\\n乙\", ",
        "\"experiments\": [{\"claim\": \"甲\", \"quote\": \"b\"}",
        "\"AI\": {\"tldr\": \"Error\"}",
        "\"summary\": \"a\\n  b\", \"id\": \"1\"",
        "}",
        "]",
        "\"",
        ",",
        "\\",
        ": ",
        "&amp;",
        "&#0;",
        "正文。",
        "text ",
        "\u{1F600}",
    ];
    prop_oneof![
        4 => proptest::sample::select(fixed.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,12}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        check(&bytes);
    }

    #[test]
    fn any_text_is_read(text in "\\PC{0,200}") {
        check(text.as_bytes());
    }

    #[test]
    fn any_sequence_of_fragments_is_read(fragments in proptest::collection::vec(fragment(), 0..40)) {
        check(fragments.concat().as_bytes());
    }

    #[test]
    fn a_digest_cut_or_damaged_anywhere_is_read(
        form in 0..100_usize, from in 0.0..1.0_f64, to in 0.0..1.0_f64, byte in any::<u8>(), at in 0.0..1.0_f64
    ) {
        let files = places::files(&places::fixtures().join("corpus")).expect("the fixtures are there");
        let mut bytes = fs::read(&files[form % files.len()]).expect("a fixture can be read");
        let place = |part: f64| (part * bytes.len() as f64) as usize;
        let (from, to, at) = (place(from.min(to)), place(from.max(to)), place(at));
        bytes[at] = byte;
        check(&bytes[from..to]);
    }
}
