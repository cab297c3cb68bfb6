//! Marks made in one text and looked for in another, as tables of both.

use super::*;
use crate::corpus::{Block, Finding, Kind, NameOrigin, Paper, PaperKey, Piece, Section, SectionKind};
use crate::text::ByteSpan;

fn piece(text: &str) -> Piece {
    Piece::new(text, ByteSpan::default())
}

/// A paper of paragraphs (method) and findings, one a line: `3. claim | quote`.
fn paper(lines: &str) -> Paper {
    let section = |kind| Section { kind, heading: None, blocks: vec![] };
    let (mut method, mut evidence) = (section(SectionKind::Method), section(SectionKind::Evidence));
    for line in lines.lines() {
        let finding = line.split_once(". ").and_then(|(number, rest)| {
            let (claim, quote) = rest.split_once(" | ")?;
            let (claim, quote) = (Some(piece(claim)), Some(piece(quote)));
            Some(Finding { number: number.parse().ok()?, marker: None, claim, quote })
        });
        match finding {
            Some(finding) => evidence.blocks.push(Block::Finding(finding)),
            None => method.blocks.push(Block::Passage(piece(line))),
        }
    }
    Paper {
        key: PaperKey("0".repeat(32)),
        name: String::new(),
        name_origin: NameOrigin::FirstWords,
        title: None,
        authors: None,
        links: vec![],
        badges: vec![],
        topic: None,
        arxiv_id: Some("2611.00001".to_owned()),
        kind: Kind::Deep,
        sections: vec![method, evidence],
        extras: vec![],
        source: ByteSpan::default(),
    }
}

/// `text` without the marks, and the marked stretches.
fn unmark(text: &str) -> (Paper, Vec<Found>) {
    let plain = paper(&text.replace(['‹', '›'], ""));
    let mut found = Vec::new();
    for (passage, own) in passages(&paper(text)).iter().enumerate() {
        let mut rest = own.text;
        let mut at = 0;
        while let Some((before, (marked, after))) =
            rest.split_once('‹').and_then(|(before, rest)| Some((before, rest.split_once('›')?)))
        {
            let start = at + before.len();
            at = start + marked.len();
            found.push(Found { passage, span: ByteSpan::new(start, at) });
            rest = after;
        }
    }
    (plain, found)
}

#[derive(Debug, PartialEq)]
enum Expect {
    Exact,
    Moved,
    Ambiguous,
    Lost(Why),
}
use Expect::{Ambiguous, Exact, Lost, Moved};

/// The marks of `before` are looked for in `after`, whose marks say where they must be.
fn check(before: &str, after: &str, expect: &Expect) {
    let (old, marked) = unmark(before);
    let (new, wanted) = unmark(after);
    let target = Target::new(&old, &Index::new(&old), &marked);
    let resolution = Index::new(&new).resolve(&target);
    let (got, places) = match resolution {
        Resolution::Exact(places) => (Exact, places),
        Resolution::Moved { found, score } => {
            assert!((0.0..=1.0).contains(&score), "{score}");
            (Moved, found)
        }
        Resolution::Ambiguous(_) => (Ambiguous, vec![]),
        Resolution::Lost(why) => (Lost(why), vec![]),
    };
    let texts: Vec<&str> = passages(&new).iter().map(|passage| passage.text).collect();
    let words: Vec<&str> = places.iter().map(|found| found.span.of(texts[found.passage])).collect();
    assert_eq!((&got, places), (expect, wanted), "«{before}» in «{after}»: {words:?}");
}

#[test]
fn marks_stand_at_their_words_when_nothing_that_matters_changed() {
    for (before, after) in [
        ("我们提出‹潮汐›织机。", "我们提出‹潮汐›织机。"),
        // Between equal words the context decides, and the end of a passage is context.
        ("‹潮›潮潮", "‹潮›潮潮"),
        ("潮潮‹潮›", "潮潮‹潮›"),
        // White space, width and composition.
        ("模型 ‹Tide Loom› 提升 3%", "模型‹ＴｉｄｅLoom›\t提升3％"),
        ("a ‹cafe\u{301} b› c", "a ‹café\u{a0}b› c"),
        ("a ‹x² + y› c", "a ‹x2+\u{200b}y› c"),
        // Findings renumbered, one of them gone.
        ("1. 甲升 | up a\n2. 乙‹升› | up ‹b›\n3. 丙升 | up c", "1. 乙‹升› | up ‹b›\n2. 丙升 | up c"),
        // Two findings that quote the same sentence, told apart by their claims.
        ("1. 甲 | same words\n2. 乙 | same ‹words›\n3. 丙 | same words", "1. 乙 | same ‹words›\n2. 丙 | same words"),
        // A new paragraph before.
        ("一段。\n二段讲‹织›。", "新段。\n一段。\n二段讲‹织›。"),
        // Neighbours touch and do not merge.
        ("我们‹训练›‹数据›集", "我们‹训练›‹数据›集"),
        // Claim and evidence in one mark, and a mark on the whole paper.
        ("1. 甲‹升› | ‹up› a", "1. 甲‹升› | ‹up› a"),
        ("一段", "一段"),
    ] {
        check(before, after, &Exact);
    }
}

#[test]
fn marks_follow_their_words() {
    for (before, after) in [
        // Words around changed.
        ("我们使用‹模型›训练，得到更好的结果。", "我们采用‹模型›训练，得到更好的结果。"),
        ("我们使用‹模型›训练，得到更好的结果。", "因此，我们使用‹模型›训练，得到更好的结果。"),
        // Long words changed a little.
        ("首先，‹该方法在长序列上保持稳定的吞吐›，其次……", "首先，‹该方法在长序列上保持了稳定的吞吐›，其次……"),
        ("So ‹the loom keeps its throughput steady› here.", "So ‹the loom kept its throughput steady› here."),
        // A whole claim, corrected.
        ("1. ‹该方法在长序列上的准确率提升三点七个百分点› | a", "1. ‹该方法在长序列上的准确率提升三点八个百分点› | a"),
        // A long quote in a paragraph that was rewritten around it.
        (
            "旧的开头在这里，‹织机把写入门与清空门分成两步，因此不会互相干扰›，旧的结尾也在。",
            "完全是另一些话：‹织机把写入门与清空门分成两步，因此不会互相干扰›！此外再无。",
        ),
    ] {
        check(before, after, &Moved);
    }
}

#[test]
fn marks_never_jump_to_other_words() {
    for (before, after, why) in [
        // A short word replaced, similar characters left.
        ("我们评估‹织机›的效果。", "我们评估织布的效果，纺机也好。", Why::NotFound),
        // The second of two equal words deleted.
        ("模型甲比‹模型›乙好。", "模型甲比乙好。", Why::WordsGone),
        ("模型甲的准确率提高。‹模型›乙的准确率提高。", "模型甲的准确率提高。乙的准确率提高。", Why::WordsGone),
        ("Loom beats the old ‹Loom› by far.", "Loom beats the old one by far.", Why::WordsGone),
        // The same word among other words only.
        ("我们在这里详细讨论‹权重›的初始化与衰减。", "关于别的事情，权重这个词也会出现一次。", Why::OtherContext),
        // A finding deleted, its sisters alike.
        (
            "1. 甲在 A 集上升 | x\n2. ‹乙在 B 集上的准确率升到 62.1%› | y\n3. 丙在 C 集上的召回率升到 48.3% | z",
            "1. 甲在 A 集上升 | x\n2. 丙在 C 集上的召回率升到 48.3% | z",
            Why::NotFound,
        ),
    ] {
        check(before, after, &Lost(why));
    }
}

#[test]
fn equally_likely_places_are_all_named() {
    check("甲：见‹表›一。", "乙。\n甲：见表一。\n甲：见表一。", &Ambiguous);
}

#[test]
fn a_deleted_finding_loses_its_marks_and_no_others() {
    let before =
        |marked: &str| "1. 甲升 | up a\n2. 乙升 | up b\n3. 丙升 | up c".replace(marked, &format!("‹{marked}›"));
    let after = |marked: &str| "1. 甲升 | up a\n2. 丙升 | up c".replace(marked, &format!("‹{marked}›"));
    check(&before("甲升"), &after("甲升"), &Exact);
    check(&before("丙升"), &after("丙升"), &Exact);
    check(&before("乙升"), &after("乙升"), &Lost(Why::NotFound));
}

#[test]
fn words_of_a_section_that_the_other_form_has_not_are_told_from_words_that_are_gone() {
    check("背景。\n1. ‹甲升› | up", "背景。", &Lost(Why::NoSection));
    // The same words elsewhere are other words.
    check("背景。\n1. ‹甲升› | up", "甲升是背景。", &Lost(Why::NoSection));
    check("背景。\n1. ‹甲升› | up", "背景。\n1. 乙降 | down", &Lost(Why::NotFound));
}

#[test]
fn quotes_are_trimmed_and_positions_count_code_points() {
    let (old, marked) = unmark("𝔼 的‹  high speed ›值");
    let target = Target::new(&old, &Index::new(&old), &marked);
    let part = &target.parts[0];
    assert_eq!((part.quote.exact.as_str(), part.position), ("high speed", TextPosition { start: 5, end: 15 }));
    assert_eq!((part.quote.prefix.as_str(), part.quote.suffix.as_str()), ("𝔼 的  ", " 值"));
    let (blank, marked) = unmark("甲‹  ›乙");
    assert_eq!(Target::new(&blank, &Index::new(&blank), &marked).parts, []);
}

#[test]
fn words_are_found_as_written_before_they_are_found_folded() {
    let text = paper("GPT4 与 GPT 4。\nGPT 4 又来\n1. 见 GPT 4 | GPT 4");
    let index = Index::new(&text);
    assert_eq!(index.find(" GPT 4 ").len(), 4);
    assert_eq!(index.find("GPT4").len(), 1);
    assert_eq!(index.find("ＧＰＴ４").len(), 5);
    assert_eq!(index.find("gpt4"), []);
    assert_eq!(index.find(" \n"), []);
}

#[test]
fn a_target_survives_json() {
    let (old, marked) = unmark("1. 甲‹升› | ‹up› a");
    let target = Target::new(&old, &Index::new(&old), &marked);
    let json = serde_json::to_string(&target).unwrap();
    assert_eq!(serde_json::from_str::<Target>(&json).unwrap(), target, "{json}");
}
