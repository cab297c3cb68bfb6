//! The audit on pairs of claim and quote from many fields, invented for this table: `fixtures/audit/pairs.txt`.
//!
//! `AUDIT_PAIRS=FILE cargo test -p suite --test audit_pairs -- --nocapture` measures another table of the same form, written
//! before the program saw it, and prints its figures.

#![expect(clippy::unwrap_used, reason = "a table that is not as described must fail the test")]

use std::fmt::Write;

use reading::audit::{Audit, audit};
use reading::text::ByteSpan;

const PAIRS: &str = include_str!("../fixtures/audit/pairs.txt");

/// One pair with what is expected, as the table writes it.
#[derive(Debug, Default)]
struct Pair<'a> {
    line: usize,
    claim: &'a str,
    quote: String,
    quantities: &'a str,
    names: &'a str,
}

fn pairs(table: &str) -> Vec<Pair<'_>> {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut in_quote = false;
    for (line, number) in table.lines().zip(1..) {
        let (mark, rest) = line.split_at_checked(2).unwrap_or((line, ""));
        match mark.trim_end() {
            "C" => pairs.push(Pair { line: number, claim: rest, ..Pair::default() }),
            "Q" => pairs.last_mut().unwrap().quote.push_str(rest),
            "=" => pairs.last_mut().unwrap().quantities = rest,
            "@" => pairs.last_mut().unwrap().names = rest,
            // A quote may be wrapped, as abstracts are.
            _ if in_quote => {
                let quote = &mut pairs.last_mut().unwrap().quote;
                quote.push('\n');
                quote.push_str(line);
            }
            _ => {}
        }
        in_quote = mark.trim_end() == "Q" || (in_quote && !matches!(mark.trim_end(), "=" | "@"));
    }
    pairs
}

/// `text#2` where the span is the second place of its text.
fn place(quote: &str, span: ByteSpan) -> String {
    let text = span.of(quote);
    let earlier = quote.match_indices(text).take_while(|(at, _)| *at < span.start);
    // `1.2` also stands in `11.25`: only whole occurrences count.
    let whole = earlier.filter(|(at, _)| {
        let digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
        let bytes = quote.as_bytes();
        !digit(at.checked_sub(1).and_then(|at| bytes.get(at))) && !digit(bytes.get(at + text.len()))
    });
    match whole.count() {
        0 => text.to_owned(),
        earlier => format!("{text}#{}", earlier + 1),
    }
}

fn shown(pair: &Pair, audit: &Audit) -> (String, String) {
    let quantities: Vec<String> = audit
        .quantities
        .iter()
        .map(|quantity| {
            let evidence: Vec<String> = quantity.evidence.iter().map(|span| place(&pair.quote, *span)).collect();
            let line =
                format!("{} {} {}", quantity.span.of(pair.claim), quantity.status.as_str(), evidence.join(" & "));
            line.trim_end().to_owned()
        })
        .collect();
    let names: Vec<String> = audit
        .names
        .iter()
        .map(|name| format!("{} {}", name.span.of(pair.claim), if name.in_quote.is_some() { '+' } else { '-' }))
        .collect();
    (quantities.join(" ; "), names.join(" ; "))
}

#[test]
fn every_pair_of_the_table_is_audited_as_it_says() {
    let mut failures = String::new();
    let pairs = pairs(PAIRS);
    assert!(pairs.len() >= 450, "the table has shrunk to {} pairs", pairs.len());
    for pair in &pairs {
        let (quantities, names) = shown(pair, &audit(pair.claim, &pair.quote));
        if quantities != pair.quantities.trim() || names != pair.names.trim() {
            writeln!(failures, "line {}\n  C {}\n  Q {}", pair.line, pair.claim, pair.quote).unwrap();
            if quantities != pair.quantities.trim() {
                writeln!(failures, "  should be = {}\n  found     = {quantities}", pair.quantities).unwrap();
            }
            if names != pair.names.trim() {
                writeln!(failures, "  should be @ {}\n  found     @ {names}", pair.names).unwrap();
            }
        }
    }
    let failed = failures.matches("line ").count();
    assert!(failures.is_empty(), "{failed} of {} pairs:\n{failures}", pairs.len());
}

/// Parts of a figure.
#[derive(Debug, Default)]
struct Figure(usize, usize);

impl Figure {
    fn add(&mut self, part: usize, whole: usize) {
        self.0 += part;
        self.1 += whole;
    }
}

/// The items of a line, with the characters before the first space as what identifies them in order.
fn items(line: &str) -> Vec<&str> {
    line.split(" ; ").map(str::trim).filter(|item| !item.is_empty()).collect()
}

/// Pairs of items that name the same text, in order.
fn aligned<'a>(expected: &[&'a str], found: &[&'a str], text: fn(&str) -> &str) -> Vec<(&'a str, &'a str)> {
    let (mut pairs, mut from) = (Vec::new(), 0);
    for item in expected {
        if let Some(at) = found[from..].iter().position(|other| text(other) == text(item)) {
            pairs.push((*item, found[from + at]));
            from += at + 1;
        }
    }
    pairs
}

fn quantity_text(item: &str) -> &str {
    let end = [" exact", " normalized", " derived", " absent"].iter().filter_map(|status| item.find(status)).min();
    &item[..end.unwrap_or(item.len())]
}

fn status(item: &str) -> &str {
    item[quantity_text(item).len()..].split_whitespace().next().unwrap_or_default()
}

fn name_text(item: &str) -> &str {
    item.rsplit_once(' ').map_or(item, |(name, _)| name)
}

fn evidence(item: &str) -> Vec<&str> {
    let rest = item[quantity_text(item).len()..].trim_start();
    let mut spans: Vec<&str> = rest.split_once(' ').map_or("", |(_, spans)| spans).split(" & ").collect();
    spans.sort_unstable();
    spans
}

#[test]
#[expect(clippy::print_stdout, reason = "the figures are what this test is read for")]
fn another_table_is_measured_when_one_is_named() {
    let Some(path) = std::env::var_os("AUDIT_PAIRS") else {
        println!("skipped: AUDIT_PAIRS names no table");
        return;
    };
    let table = std::fs::read_to_string(path).unwrap();
    let mut figures = [const { Figure(0, 0) }; 9];
    for pair in pairs(&table) {
        let (quantities, names) = shown(&pair, &audit(pair.claim, &pair.quote));
        let (gold, found) = (items(pair.quantities), items(&quantities));
        let matched = aligned(&gold, &found, quantity_text);
        let absent = |items: &[&str]| items.iter().filter(|item| status(item) == "absent").count();
        let both = matched.iter().filter(|(left, right)| status(left) == "absent" && status(right) == "absent").count();
        let right = matched.iter().filter(|(left, right)| status(left) == status(right));
        let grounded = matched.iter().filter(|(left, right)| evidence(left) == evidence(right)).count() - both;
        figures[0].add(matched.len(), gold.len());
        figures[1].add(matched.len(), found.len());
        figures[2].add(right.count(), matched.len());
        figures[3].add(both, absent(&gold));
        figures[4].add(both, absent(&found));
        figures[5].add(grounded, gold.len() - absent(&gold));
        let (gold_names, found_names) = (items(pair.names), items(&names));
        let matched = aligned(&gold_names, &found_names, name_text);
        figures[6].add(matched.len(), gold_names.len());
        figures[7].add(matched.len(), found_names.len());
        figures[8].add(matched.iter().filter(|(left, right)| left == right).count(), matched.len());
        if quantities != pair.quantities.trim() || names != pair.names.trim() {
            println!("line {}\n  C {}\n  Q {}", pair.line, pair.claim, pair.quote);
            println!("  should be = {}\n  found     = {quantities}", pair.quantities);
            println!("  should be @ {}\n  found     @ {names}", pair.names);
        }
    }
    let rows = ["recall", "precision", "verdict", "absent recall", "absent precision", "evidence"];
    for (row, Figure(part, whole)) in rows.iter().chain(&["names recall", "names precision", "in quote"]).zip(&figures)
    {
        println!("{row:<18} {part}/{whole}");
    }
}
