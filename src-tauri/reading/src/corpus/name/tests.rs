//! Invented papers of many kinds, and what lists should call them.

use super::*;
use crate::corpus::{Block, Finding, PaperKey, Piece};
use crate::text::ByteSpan;

/// Each case of `table`: the expected name and the paper.
fn cases(table: &str) -> Vec<(&str, Paper)> {
    let cases = table.split("\n= ").skip(1);
    cases.filter_map(|case| case.split_once('\n')).map(|(name, sections)| (name.trim(), paper(sections))).collect()
}

/// A paper from lines that begin with the letter of their section.
fn paper(lines: &str) -> Paper {
    let mut paper = Paper {
        key: PaperKey::default(),
        name: String::new(),
        name_origin: NameOrigin::FirstWords,
        title: None,
        authors: None,
        links: vec![],
        badges: vec![],
        topic: None,
        arxiv_id: None,
        kind: if lines.starts_with("A ") { Kind::Brief } else { Kind::Deep },
        sections: vec![],
        extras: vec![],
        source: ByteSpan::new(0, lines.len()),
    };
    for (letter, text) in lines.lines().filter_map(|line| line.split_once(' ')) {
        let piece = Piece::new(text, ByteSpan::new(0, 0));
        let kind = match letter {
            "P" => SectionKind::Positioning,
            "B" => SectionKind::Background,
            "M" => SectionKind::Method,
            "E" | "C" | "Q" => SectionKind::Evidence,
            "R" => SectionKind::Review,
            "L" => SectionKind::Limitations,
            "F" => SectionKind::FollowUp,
            "A" => SectionKind::Abstract,
            "K" => SectionKind::Tldr,
            "V" => SectionKind::Motivation,
            "W" => SectionKind::Result,
            "Z" => SectionKind::Conclusion,
            "T" => {
                paper.title = Some(piece);
                continue;
            }
            _ => panic!("no section {letter}"),
        };
        let finding = || Finding { number: 1, marker: None, claim: Some(piece.clone()), quote: None };
        if letter == "Q" {
            if let Some(Block::Finding(finding)) = paper.sections.last_mut().and_then(|last| last.blocks.last_mut()) {
                finding.quote = Some(piece);
            }
            continue;
        }
        let block = if letter == "C" { Block::Finding(finding()) } else { Block::Passage(piece.clone()) };
        match paper.sections.last_mut() {
            Some(section) if section.kind == kind => section.blocks.push(block),
            _ => paper.sections.push(Section { kind, heading: None, blocks: vec![block] }),
        }
    }
    paper
}

/// The cases of `table` whose name came out otherwise, in words.
fn wrong(table: &str) -> Vec<String> {
    let wrong = cases(table).into_iter().filter_map(|(expected, paper)| {
        let (name, origin) = infer(&paper);
        // Of several names of a paper's own, each is right.
        let right =
            if expected == "-" { origin != NameOrigin::Coined } else { expected.split(" or ").any(|one| name == one) };
        (!right).then(|| format!("{expected}: {name} ({origin:?})\n    {}", read(&paper).ledger.explain()))
    });
    wrong.collect()
}

/// Compares the misses with those that are known, so that neither a new one nor a repair goes unseen.
#[track_caller]
fn check(table: &str, known: &[&str]) {
    let wrong = wrong(table);
    let names: Vec<&str> = wrong.iter().filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(names, known, "{}", wrong.join("\n"));
    let all = cases(table).len();
    assert!(names.len() * 20 <= all, "{} of {all} wrong", names.len());
}

#[test]
fn reviews_are_named_after_what_they_review() {
    check(include_str!("tests/reviews.txt"), &[]);
}

#[test]
fn briefs_are_named_by_their_abstract() {
    // A data set in brackets after a long description, then only `trained on` it: no sentence is about it.
    check(include_str!("tests/abstracts.txt"), &["MIRTH"]);
}

#[test]
fn papers_of_kinds_not_thought_of_before_are_named() {
    check(include_str!("tests/later.txt"), &[]);
}

#[test]
fn papers_written_without_the_rules_in_sight_are_named() {
    // Each table was written before the rules were mended for it, and measured once: 22 of 40, then 13 and 14 of 20.
    check(include_str!("tests/sought.txt"), &[]);
    check(include_str!("tests/sought-again.txt"), &[]);
    // The same for papers that speak of others more than of themselves: 32 of 40, 18 of 30, and 14 of 18 at the end of the
    // first file. Missed are a name beside that of its data, one that only a noun follows, and one in small letters.
    check(include_str!("tests/among-others.txt"), &["PolyGuard-Mini", "BabelScope"]);
    check(include_str!("tests/among-others-again.txt"), &["gleaner"]);
    // The name in brackets stands behind one in hanzi, and is compared with once.
    check(include_str!("tests/sought-last.txt"), &["ShanHai-Bench"]);
    // Both: 26 of 30, one of the four by a wrong name.
    check(include_str!("tests/asked-reviews.txt"), &[]);
    check(include_str!("tests/asked-abstracts.txt"), &[]);
}

#[test]
fn data_and_tools_made_besides_do_not_name_a_paper() {
    // A data set that nothing introduces: `The Quillon dataset contains …` may as well be another's.
    check(include_str!("tests/beside.txt"), &["Quillon"]);
}

#[test]
fn names_given_in_passing_are_found_and_those_of_others_left() {
    check(include_str!("tests/in-passing.txt"), &[]);
}

#[test]
fn entries_with_titles_are_named_by_text_and_title() {
    check(include_str!("tests/entries.txt"), &[]);
}

#[test]
fn a_placeholder_title_does_not_change_the_name() {
    for (title, text) in [
        ("GRPO: Placeholder Title 3", "P 本文提出 TideLoom，改进 GRPO 的采样。\nM TideLoom 分两步，GRPO 的目标不变。"),
        (
            "VLA: Placeholder Title 8",
            "P 本文位于 VLA 策略与知识蒸馏的交界处，不训练参数。\nM 核心机制围绕冻结 VLA 展开。",
        ),
        ("Brief: Long videos are hard", "A Long videos are hard to remember for language models of any size."),
    ] {
        assert_eq!(infer(&paper(&format!("{text}\nT {title}"))), infer(&paper(text)), "{title}");
    }
}

#[test]
fn a_title_of_the_papers_own_words_stands_in_for_a_coined_name() {
    let text = "A We ask whether language models understand tides, and find that larger models improve less.";
    let (name, origin) = infer(&paper(&format!("{text}\nT Do language models understand tides?")));
    assert_eq!((name.as_str(), origin), ("Do language models understand tides?", NameOrigin::Title));
}

#[test]
fn first_words_end_at_a_clause_or_between_words() {
    for (text, expected) in [
        ("P 本文研究潮汐。第二句。", "本文研究潮汐"),
        ("A Tides are slow. They turn.", "Tides are slow"),
        (
            "A Most modern multimodal weaving machines that we know of (MWMs) build on a loom",
            "Most modern multimodal weaving machines that we know of",
        ),
        ("P 甲", "甲"),
        ("C 只有一个论断。", "只有一个论断"),
        ("", ""),
    ] {
        assert_eq!(infer(&paper(text)).0, expected);
    }
}

#[test]
fn names_of_any_text_are_found_without_a_panic() {
    for text in ["", "P \u{feff}", "P τ", "A a-", "P 提出", "A We propose", "C 1.", "P 提出 +++ ²₀", "A (()) , , :"]
    {
        infer(&paper(text));
    }
}

#[test]
fn a_real_paper_has_one_name_and_one_key_in_every_form() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let folders: Vec<_> = std::fs::read_dir(corpus).into_iter().flatten().flatten().collect();
    if folders.is_empty() {
        eprintln!("skipped: no real digests beside the repository");
    }
    for folder in folders {
        let files = std::fs::read_dir(folder.path()).unwrap().flatten();
        let read = files.map(|file| (file.path(), crate::corpus::read(&std::fs::read(file.path()).unwrap())));
        // An extractor that keeps only a part of the page has no paper to compare.
        let read: Vec<_> = read.filter(|(_, file)| file.digest.papers.len() > 1).collect();
        for pair in read.windows(2) {
            let [(left, _), (right, _)] = pair else { continue };
            let [a, b] = [&pair[0].1, &pair[1].1].map(|file| {
                let mut named: Vec<_> = file.digest.papers.iter().map(|paper| (&paper.key, &paper.name)).collect();
                named.sort_unstable();
                named
            });
            assert_eq!(a, b, "{} and {}", left.display(), right.display());
        }
    }
}
