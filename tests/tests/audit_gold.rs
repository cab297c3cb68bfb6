//! The audit against hand-made labels, where they are present beside the repository (`../shared/gold`).
//!
//! `cargo test -p suite --test audit_gold -- --nocapture` prints the table of figures of each digest and every miss.
//! `AUDIT_GOLD=2026-09-30` restricts it to one digest. Without the labels the test says that it was skipped.

#![expect(clippy::unwrap_used, reason = "a label file that is not as described must fail the test")]
#![expect(clippy::print_stdout, reason = "the figures are what this test is read for")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use reading::audit::{Audit, audit};
use reading::text::{ByteSpan, CodePoints};
use serde_json::Value;

#[derive(Default)]
struct Figures {
    gold: usize,
    found: usize,
    matched: usize,
    verdict_right: usize,
    absent_gold: usize,
    absent_found: usize,
    absent_right: usize,
    evidence_gold: usize,
    evidence_right: usize,
    names_gold: usize,
    names_found: usize,
    names_matched: usize,
    in_quote_right: usize,
    by_status: BTreeMap<String, usize>,
    misses: Vec<String>,
}

fn shared() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared")
}

fn read(path: &Path) -> Option<Value> {
    serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()
}

fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { f64::from(u32::try_from(part).unwrap()) / f64::from(u32::try_from(whole).unwrap()) }
}

type Key = (usize, String);

fn start_of(points: &CodePoints, span: ByteSpan) -> usize {
    points.before(span.start)
}

fn of_finding(labels: &Value, entry: usize, finding: usize) -> impl Iterator<Item = &Value> {
    labels.as_array().unwrap().iter().filter(move |label| label["entry"] == entry && label["finding"] == finding)
}

fn key(label: &Value) -> Key {
    (usize::try_from(label["start"].as_u64().unwrap()).unwrap(), label["text"].as_str().unwrap().to_owned())
}

fn quantities(figures: &mut Figures, place: &str, claim: &str, quote: &str, audit: &Audit, labels: &[&Value]) {
    let (claim_points, quote_points) = (CodePoints::of(claim), CodePoints::of(quote));
    let mut found = BTreeMap::new();
    for quantity in &audit.quantities {
        found.insert((start_of(&claim_points, quantity.span), quantity.span.of(claim).to_owned()), quantity);
    }
    figures.gold += labels.len();
    figures.found += found.len();
    for label in labels {
        let status = label["status"].as_str().unwrap();
        *figures.by_status.entry(status.to_owned()).or_default() += 1;
        figures.absent_gold += usize::from(status == "absent");
        figures.evidence_gold += usize::from(status != "absent");
        let Some(quantity) = found.remove(&key(label)) else {
            figures
                .misses
                .push(format!("{place} quantity missed: {} ({status})\n    {claim}\n    {quote}", key(label).1));
            continue;
        };
        figures.matched += 1;
        let got = quantity.status.as_str();
        figures.verdict_right += usize::from(got == status);
        figures.absent_right += usize::from(got == status && status == "absent");
        figures.absent_found += usize::from(got == "absent");
        let spans: BTreeSet<Key> =
            quantity.evidence.iter().map(|span| (start_of(&quote_points, *span), span.of(quote).to_owned())).collect();
        let texts = label["evidence"].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned());
        let starts = label["evidence_start"].as_array().into_iter().flatten();
        let starts = starts.map(|start| usize::try_from(start.as_u64().unwrap()).unwrap());
        let expected: BTreeSet<Key> = starts.zip(texts).collect();
        figures.evidence_right += usize::from(status != "absent" && spans == expected);
        if got != status {
            let line = format!("{place} {}: {got}, should be {status}; {spans:?} / {expected:?}", key(label).1);
            figures.misses.push(format!("{line}\n    {claim}\n    {quote}"));
        } else if spans != expected {
            figures.misses.push(format!(
                "{place} {}: evidence {spans:?}, should be {expected:?}\n    {claim}\n    {quote}",
                key(label).1
            ));
        }
    }
    for ((_, text), quantity) in found {
        figures.absent_found += usize::from(quantity.status.as_str() == "absent");
        figures
            .misses
            .push(format!("{place} quantity invented: {text} {}\n    {claim}\n    {quote}", quantity.status.as_str()));
    }
}

fn names(figures: &mut Figures, place: &str, claim: &str, quote: &str, audit: &Audit, labels: &[&Value]) {
    let points = CodePoints::of(claim);
    let mut found: BTreeMap<Key, bool> = BTreeMap::new();
    for name in &audit.names {
        found.insert((start_of(&points, name.span), name.span.of(claim).to_owned()), name.in_quote.is_some());
    }
    figures.names_gold += labels.len();
    figures.names_found += found.len();
    for label in labels {
        let in_quote = label["in_quote"].as_bool().unwrap();
        match found.remove(&key(label)) {
            None => figures.misses.push(format!("{place} name missed: {}\n    {claim}\n    {quote}", key(label).1)),
            Some(got) => {
                figures.names_matched += 1;
                figures.in_quote_right += usize::from(got == in_quote);
                if got != in_quote {
                    figures.misses.push(format!(
                        "{place} name {}: in quote {got}, should be {in_quote}\n    {claim}\n    {quote}",
                        key(label).1
                    ));
                }
            }
        }
    }
    for (_, text) in found.into_keys() {
        figures.misses.push(format!("{place} name invented: {text}\n    {claim}\n    {quote}"));
    }
}

fn measure(date: &str) -> Option<Figures> {
    let root = shared();
    let record = read(&root.join("corpus").join(date).join("record.json"))?;
    let quantity_labels = read(&root.join("gold").join(format!("{date}.quantities.json")))?;
    let name_labels = read(&root.join("gold").join(format!("{date}.names.json")))?;
    let mut figures = Figures::default();
    for (paper, entry) in record["papers"].as_array()?.iter().zip(1..) {
        let findings = paper["deep_read"]["experiments"].as_array().into_iter().flatten();
        for (finding, number) in findings.zip(1..) {
            let (claim, quote) = (finding["claim"].as_str()?, finding["quote"].as_str()?);
            let (place, audit) = (format!("{date} {entry}.{number}"), audit(claim, quote));
            let labels: Vec<&Value> = of_finding(&quantity_labels, entry, number).collect();
            quantities(&mut figures, &place, claim, quote, &audit, &labels);
            let labels: Vec<&Value> = of_finding(&name_labels, entry, number).collect();
            names(&mut figures, &place, claim, quote, &audit, &labels);
        }
    }
    Some(figures)
}

#[test]
fn the_audit_agrees_with_the_hand_made_labels() {
    let only = std::env::var("AUDIT_GOLD").ok();
    let mut failures = Vec::new();
    for date in ["2026-09-30", "2026-09-23"] {
        if only.as_deref().is_some_and(|only| only != date) {
            continue;
        }
        let Some(figures) = measure(date) else {
            println!("skipped: no labels for {date} beside the repository");
            continue;
        };
        println!("\n{date}: {} quantities {:?}, {} names", figures.gold, figures.by_status, figures.names_gold);
        let rows = [
            ("quantities recall", figures.matched, figures.gold, 0.98),
            ("quantities precision", figures.matched, figures.found, 0.98),
            ("right verdict", figures.verdict_right, figures.matched, 0.98),
            ("absent recall", figures.absent_right, figures.absent_gold, 0.9),
            ("absent precision", figures.absent_right, figures.absent_found, 0.9),
            ("right evidence", figures.evidence_right, figures.evidence_gold, 0.97),
            ("names recall", figures.names_matched, figures.names_gold, 0.95),
            ("names precision", figures.names_matched, figures.names_found, 0.95),
            ("names in quote", figures.in_quote_right, figures.names_matched, 0.95),
        ];
        for (what, part, whole, aim) in rows {
            let figure = ratio(part, whole);
            println!("  {what:<22} {figure:.4}  {part}/{whole}  aim {aim}");
            if figure < aim {
                failures.push(format!("{date}: {what} {figure:.4} is below {aim}"));
            }
        }
        for miss in &figures.misses {
            println!("  {miss}");
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}
