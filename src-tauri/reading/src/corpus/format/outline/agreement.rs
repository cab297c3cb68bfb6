//! Test support: compares what a form of a real digest gives with the record of the same issue.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::corpus::{Digest, Paper, SectionKind};

/// The folder of real digests beside the repository; `None`, said aloud, where it is absent.
fn corpus() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    if !folder.is_dir() {
        eprintln!("skipped: {} is absent", folder.display());
        return None;
    }
    Some(folder)
}

/// Reads the file of every issue and fails with all differences to its record. `slack` differences of white space
/// are allowed, for forms that lost some of it for good.
pub(in crate::corpus::format) fn check(file: &str, read: impl Fn(&str) -> Digest, slack: usize) {
    let Some(folder) = corpus() else { return };
    let mut issues: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("readable").map(|entry| entry.expect("entry").path()).collect();
    issues.sort();
    for issue in issues.iter().filter(|issue| issue.join("record.json").is_file()) {
        let text = std::fs::read_to_string(issue.join(file)).expect("the form");
        let record = std::fs::read_to_string(issue.join("record.json")).expect("the record");
        let record: Value = serde_json::from_str(&record).expect("JSON");
        let digest = read(&text);
        let (mut wrong, mut spaces) = (Vec::new(), 0);
        let expected = record["papers"].as_array().expect("papers");
        if digest.papers.len() != expected.len() {
            wrong.push(format!("{} papers for {}", digest.papers.len(), expected.len()));
        }
        for (paper, record) in digest.papers.iter().zip(expected) {
            compare(&lines(paper), &expected_lines(record), &mut wrong, &mut spaces);
        }
        eprintln!("{}: {} differ, {spaces} in white space", issue.join(file).display(), wrong.len());
        assert!(wrong.is_empty() && spaces <= slack, "{file}: {spaces} in white space\n{}", wrong.join("\n"));
    }
}

fn compare(found: &[(String, String)], expected: &[(String, String)], wrong: &mut Vec<String>, spaces: &mut usize) {
    let names = |lines: &[(String, String)]| lines.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    if names(found) != names(expected) {
        wrong.push(format!("found {:?}\nfor   {:?}", names(found), names(expected)));
        return;
    }
    for ((name, text), (_, other)) in found.iter().zip(expected) {
        if text == other {
            continue;
        }
        if bare(text) == bare(other) {
            *spaces += 1;
            let at = text.chars().zip(other.chars()).take_while(|(left, right)| left == right).count();
            let near = |text: &str| text.chars().skip(at.saturating_sub(12)).take(24).collect::<String>();
            eprintln!("{name}: «{}» for «{}»", near(text), near(other));
        } else {
            let at = text.chars().zip(other.chars()).take_while(|(left, right)| left == right).count();
            let near = |text: &str| text.chars().skip(at.saturating_sub(30)).take(80).collect::<String>();
            wrong.push(format!("{name}: «{}»\n   for «{}»", near(text), near(other)));
        }
    }
}

fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

fn lines(paper: &Paper) -> Vec<(String, String)> {
    let mut lines =
        vec![("title".to_owned(), paper.title.as_ref().map(|piece| piece.text.clone()).unwrap_or_default())];
    lines.push(("authors".to_owned(), paper.authors.as_ref().map(|piece| piece.text.clone()).unwrap_or_default()));
    lines.push(("topic".to_owned(), paper.topic.clone().unwrap_or_default()));
    for section in &paper.sections {
        let name = section.kind.as_str().to_owned();
        lines.extend(section.passages().map(|piece| (name.clone(), piece.text.clone())));
        for finding in section.findings() {
            let text = |piece: &Option<crate::corpus::Piece>| piece.as_ref().map(|piece| piece.text.clone());
            lines.push((format!("claim {}", finding.number), text(&finding.claim).unwrap_or_default()));
            lines.push((format!("quote {}", finding.number), text(&finding.quote).unwrap_or_default()));
        }
    }
    lines
}

fn expected_lines(record: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().trim().replace('\n', " ");
    let mut lines: Vec<(String, String)> =
        ["title", "authors", "topic"].map(|name| (name.to_owned(), text(&record[name]))).into();
    let mut add = |kind: &str, body: String| lines.push((kind.to_owned(), body));
    let read = &record["deep_read"];
    if read.is_null() {
        let whole = text(&record["abstract"]);
        add(SectionKind::Abstract.as_str(), whole.chars().take(1000).collect::<String>().trim().to_owned());
        add("notice", "仅依据摘要，无法可靠判断方法 soundness 与实验充分性，请以原文为准。".to_owned());
        return lines;
    }
    for (kind, field) in [
        ("positioning", "positioning"),
        ("background", "background"),
        ("method", "mechanism"),
        ("evidence", "experiment_summary"),
    ] {
        add(kind, text(&read[field]));
    }
    for (number, finding) in (1..).zip(read["experiments"].as_array().into_iter().flatten()) {
        add(&format!("claim {number}"), text(&finding["claim"]));
        add(&format!("quote {number}"), text(&finding["quote"]));
    }
    for (label, field) in [("Novelty", "novelty"), ("Soundness", "soundness"), ("Significance", "significance")] {
        add("review", format!("{label}：{}", text(&read[field])));
    }
    add("limitations", text(&read["limitations"]));
    add("follow_up", text(&read["follow_up"]));
    lines
}
