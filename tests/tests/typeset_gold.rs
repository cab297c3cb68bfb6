//! Typesetting against hand-made labels. They lie beside the checkout; where they are missing the test says so.
#![expect(clippy::print_stdout, reason = "the figures are what the test is read for")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use reading::text::CodePoints;
use reading::typeset::{self, Prose, RunKind};
use serde_json::Value;

const DAYS: [&str; 2] = ["2026-09-23", "2026-09-30"];

fn shared() -> Option<PathBuf> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    shared.join("gold").is_dir().then_some(shared)
}

fn json(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// A label or a run in comparable form: kind, first code point, what it stands for.
type Mark = (String, usize, String);

#[derive(Default)]
struct Score {
    right: usize,
    missed: Vec<String>,
    invented: Vec<String>,
}

fn mark(kind: &str, start: usize, content: impl Into<String>) -> Mark {
    (kind.to_owned(), start, content.into())
}

fn found(text: &str) -> Vec<Mark> {
    let points = CodePoints::of(text);
    let mut marks = Vec::new();
    let mut runs = typeset::typeset(text, Prose::Quote);
    let mut at = 0;
    while let Some(run) = runs.get(at).cloned() {
        at += 1;
        let start = points.before(run.span.start);
        match run.kind {
            RunKind::Math(math) => marks.push(mark("math", start, format!("{} = {}", math.tex, run.span.of(text)))),
            RunKind::Table(table) => {
                let rows = table.cell_texts(text);
                let groups: Vec<usize> = (0..table.rows.len()).filter(|&row| table.rows[row].group).collect();
                marks.push(mark("table", start, format!("{rows:?} {} {groups:?}", table.header)));
                runs.extend(table.inner.into_iter().filter(|run| matches!(run.kind, RunKind::Math(_))));
            }
            RunKind::Citation => marks.push(mark("citation", start, run.span.of(text))),
            RunKind::Hidden => marks.push(mark("space", start, "")),
            RunKind::Text | RunKind::Heading | RunKind::Item => {}
        }
    }
    marks
}

fn labelled(labels: &[&Value]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for label in labels {
        let text = label["text"].as_str().unwrap_or_default();
        let start = label["start"].as_u64().unwrap_or_default() as usize;
        match label["kind"].as_str().unwrap_or_default() {
            "math" => {
                marks.push(mark("math", start, format!("{} = {text}", label["tex"].as_str().unwrap_or_default())));
            }
            "table" if label["sure"] != Value::Bool(false) => {
                let rows: Vec<Vec<String>> = serde_json::from_value(label["rows"].clone()).unwrap_or_default();
                let groups: Vec<usize> = serde_json::from_value(label["groups"].clone()).unwrap_or_default();
                marks.push(mark("table", start, format!("{rows:?} {} {groups:?}", label["header"])));
            }
            "citation" => marks.push(mark("citation", start, text)),
            // The label names the neighbours of each stray space as well.
            "space" => {
                let spaces = text.chars().enumerate().filter(|(_, c)| *c == ' ');
                marks.extend(spaces.map(|(n, _)| mark("space", start + n, "")));
            }
            _ => {}
        }
    }
    marks
}

#[test]
fn labelled_formulas_tables_citations_and_spaces_are_found_and_none_is_invented() {
    let Some(shared) = shared() else {
        eprintln!("skipped: no labels beside the checkout");
        return;
    };
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for day in DAYS {
        let record = json(&shared.join(format!("corpus/{day}/record.json")));
        let labels = json(&shared.join(format!("gold/{day}.typeset.json")));
        for (entry, paper) in (1u64..).zip(record["papers"].as_array().into_iter().flatten()) {
            for (finding, pair) in (1u64..).zip(paper["deep_read"]["experiments"].as_array().into_iter().flatten()) {
                let quote = pair["quote"].as_str().unwrap_or_default();
                let of_quote = |label: &&Value| label["entry"] == entry && label["finding"] == finding;
                let of_quote: Vec<&Value> = labels.as_array().into_iter().flatten().filter(of_quote).collect();
                let place = format!("{day} {entry}.{finding}");
                compare(&labelled(&of_quote), found(quote), &place, quote, &mut scores);
            }
        }
    }
    for (kind, score) in &scores {
        let (labels, marks) = (score.right + score.missed.len(), score.right + score.invented.len());
        println!("{kind:9} recall {}/{labels}  precision {}/{marks}", score.right, score.right);
        score.missed.iter().for_each(|miss| println!("   missed   {miss}"));
        score.invented.iter().for_each(|mark| println!("   invented {mark}"));
    }
    for (kind, least) in [("math", 0.98), ("table", 0.95), ("citation", 0.98), ("space", 0.95)] {
        let score = &scores[kind];
        let recall = score.right as f64 / (score.right + score.missed.len()) as f64;
        assert!(recall >= least, "{kind}: recall {recall}");
        assert!(score.invented.is_empty(), "{kind}: invented {:?}", score.invented);
    }
}

fn compare(labels: &[Mark], mut runs: Vec<Mark>, place: &str, quote: &str, scores: &mut BTreeMap<String, Score>) {
    for label in labels {
        let score = scores.entry(label.0.clone()).or_default();
        if let Some(at) = runs.iter().position(|run| run == label) {
            runs.remove(at);
            score.right += 1;
        } else {
            score.missed.push(format!("{place} {label:?}"));
        }
    }
    for run in runs {
        scores.entry(run.0.clone()).or_default().invented.push(format!("{place} {run:?} in {quote:?}"));
    }
}
