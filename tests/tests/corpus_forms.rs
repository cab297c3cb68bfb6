//! The same digest in different forms gives the same papers.

#![allow(clippy::expect_used, clippy::panic, reason = "a test stops where its data is not what it should be")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use reading::corpus::{self, NameOrigin, Paper, ReadFile};
use suite::{difference, letters, places};

/// What all forms of a paper must agree on, as lines for comparison.
fn outline(paper: &Paper) -> Vec<String> {
    let mut lines =
        vec![format!("key {}", paper.key.0), format!("name {}", paper.name), format!("kind {:?}", paper.kind)];
    lines.extend(paper.sections.iter().map(|section| format!("{} {}", section.kind.as_str(), section.text())));
    for finding in paper.findings() {
        let text = |piece: &Option<corpus::Piece>| piece.as_ref().map_or("-".to_owned(), |piece| piece.text.clone());
        lines.push(format!("{}. {} | {}", finding.number, text(&finding.claim), text(&finding.quote)));
    }
    lines
}

/// A line of the outline as far as the form keeps it.
fn kept(file: &str, line: &str) -> String {
    if file.starts_with("w3m") || file.starts_with("wrapped") {
        // Whether a space stood at a line end beside a full-width stop cannot be seen any more.
        return letters(line);
    }
    // Browsers and converters show a run of spaces as one.
    line.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// trafilatura leaves out articles that look alike to it; those that it has must be whole.
fn may_lack_papers(file: &str) -> bool {
    file.starts_with("trafilatura")
}

fn read(path: &Path) -> ReadFile {
    corpus::read(&fs::read(path).expect("the file can be read"))
}

/// Compares every file of `folder` with its record.
fn check(folder: &Path) {
    let record: Vec<Vec<String>> = read(&folder.join("record.json")).digest.papers.iter().map(outline).collect();
    assert!(!record.is_empty(), "the record has no papers");
    let mut wrong = Vec::new();
    for path in places::files(folder).expect("the folder can be read") {
        let file = places::name(&path);
        let papers: Vec<Vec<String>> = read(&path).digest.papers.iter().map(outline).collect();
        if papers.is_empty() || (papers.len() != record.len() && !may_lack_papers(&file)) {
            wrong.push(format!("{file}: {} papers instead of {}", papers.len(), record.len()));
            continue;
        }
        for (number, (paper, expected)) in papers.iter().zip(&record).enumerate() {
            let place = format!("{file}, paper {}", number + 1);
            let lines = expected.iter().zip(paper).map(|(expected, line)| (kept(&file, expected), kept(&file, line)));
            let parted = lines.filter_map(|(expected, line)| difference(&expected, &line));
            wrong.extend(parted.map(|difference| format!("{place}: {difference}")));
            if paper.len() != expected.len() {
                wrong.push(format!("{place}: {} lines instead of {}", paper.len(), expected.len()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", folder.display(), wrong.join("\n"));
}

#[test]
fn every_form_of_the_fixture_gives_the_papers_of_its_record() {
    check(&places::fixtures().join("corpus/digest"));
}

#[test]
fn every_form_of_every_real_digest_gives_the_papers_of_its_record() {
    let Some(corpus) = places::corpus() else { return };
    let mut days = 0;
    for day in fs::read_dir(corpus).expect("the corpus can be read") {
        let day = day.expect("the corpus can be read").path();
        if day.join("record.json").is_file() {
            check(&day);
            days += 1;
        }
    }
    assert!(days > 0, "the corpus has no day with a record");
}

/// What the papers of the real digests are called; nothing where their authors coined no name.
const CALLED: [(&str, [&str; 8]); 2] = [
    ("2026-09-30", ["VisionHOPE", "UMM-Reflection", "Gagar", "", "QwenGyre", "WideSWE", "TT-VidT", ""]),
    (
        "2026-09-23",
        ["WorldCrafter", "GameHorizon", "RRSI", "OmniEdu", "onPanda", "Realtime-Venus", "Robo Dawn", "Harness-Zero"],
    ),
];

#[test]
fn the_papers_of_the_real_digests_go_by_the_names_that_were_coined_for_them() {
    let Some(corpus) = places::corpus() else { return };
    for (day, expected) in CALLED {
        let papers = read(&corpus.join(day).join("extracted.txt")).digest.papers;
        let coined = papers.iter().map(|paper| match paper.name_origin {
            NameOrigin::Coined => paper.name.as_str(),
            _ => "",
        });
        assert_eq!(coined.collect::<Vec<_>>(), expected, "{day}");
    }
}

/// Compares the two forms of the other publisher in `folder`, whose entries stand in different order.
fn check_enhanced(folder: &Path) {
    let mut forms = Vec::new();
    for path in places::files(folder).expect("the folder can be read") {
        let digest = read(&path).digest;
        let papers: BTreeMap<String, Vec<String>> = digest
            .papers
            .iter()
            .map(|paper| (paper.arxiv_id.clone().expect("every entry has an id"), outline(paper)))
            .collect();
        if !papers.is_empty() {
            forms.push(papers);
        }
    }
    let [left, right] = forms.as_slice() else { panic!("two forms expected, not {}", forms.len()) };
    assert_eq!(left, right);
}

#[test]
fn both_forms_of_the_other_publisher_give_the_same_papers() {
    check_enhanced(&places::fixtures().join("corpus/enhanced"));
    if let Some(corpus) = places::corpus() {
        check_enhanced(&corpus.join("arxiv-enhanced"));
    }
}
