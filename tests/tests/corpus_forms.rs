//! The same digest in different forms gives the same papers.

#![allow(clippy::expect_used, clippy::panic, reason = "a test stops where its data is not what it should be")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use reading::corpus::{self, Paper, ReadFile};
use suite::{difference, places};

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

/// What an extractor drops for good.
fn is_lost(file: &str, line: &str) -> bool {
    // Their readers are on the way.
    if ["copied", "w3m", "html2text", "pandoc"].iter().any(|form| file.starts_with(form)) {
        return true;
    }
    // trafilatura removes the sections that look alike to it, and what follows them.
    file.starts_with("trafilatura") && !line.is_empty()
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
        if papers.len() != record.len() && !is_lost(&file, "papers") {
            wrong.push(format!("{file}: {} papers instead of {}", papers.len(), record.len()));
            continue;
        }
        for (number, (paper, expected)) in papers.iter().zip(&record).enumerate() {
            let lines = expected.iter().filter(|line| !is_lost(&file, line)).zip(paper);
            let parted = lines.filter_map(|(expected, line)| difference(expected, line));
            wrong.extend(parted.map(|difference| format!("{file}, paper {}: {difference}", number + 1)));
            if paper.len() != expected.len() && !is_lost(&file, "lines") {
                wrong.push(format!(
                    "{file}, paper {}: {} lines instead of {}",
                    number + 1,
                    paper.len(),
                    expected.len()
                ));
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
