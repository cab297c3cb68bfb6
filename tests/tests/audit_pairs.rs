//! The audit on pairs of claim and quote from many fields, invented for this table: `fixtures/audit/pairs.txt`.

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

fn pairs() -> Vec<Pair<'static>> {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut in_quote = false;
    for (line, number) in PAIRS.lines().zip(1..) {
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
    let pairs = pairs();
    assert!(pairs.len() >= 200, "the table has shrunk to {} pairs", pairs.len());
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
