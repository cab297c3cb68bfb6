//! The audit of a pair, and the marks that it puts on both sides.

use reading::{
    audit::{Audit, HintKind, Quantity, Status, Verdict},
    text::ByteSpan,
    typeset::html::Mark,
};

use crate::{
    utf16::Utf16Map,
    wire::{
        AuditView, DoubtView, FindingVerdict, Found, HintView, NameView, QuantityView, Settlement,
        Status as WireStatus, VerdictCounts,
    },
};

/// What the reader found out about the doubts of a paper, by key.
pub(super) type Settled = std::collections::BTreeMap<String, library::Settlement>;

/// The audit in the units of the webview.
pub(super) fn view(found: &Audit, claim: &str, quote: &str, settled: &Settled) -> AuditView {
    let (claim_map, quote_map) = (Utf16Map::of(claim), Utf16Map::of(quote));
    let names = found.names.iter().map(|name| NameView {
        span: claim_map.span(name.span),
        in_quote: name.in_quote.is_some(),
        evidence: name.in_quote.map(|span| quote_map.span(span)),
    });
    AuditView {
        quantities: found
            .quantities
            .iter()
            .map(|quantity| quantity_view(quantity, claim, settled, &claim_map, &quote_map))
            .collect(),
        names: names.collect(),
        verdict: match found.verdict() {
            Verdict::Held => FindingVerdict::Held,
            Verdict::Derived => FindingVerdict::Derived,
            Verdict::Doubt => FindingVerdict::Doubt,
            Verdict::Plain => FindingVerdict::Plain,
        },
    }
}

fn quantity_view(
    quantity: &Quantity,
    text: &str,
    settled: &Settled,
    claim: &Utf16Map<'_>,
    quote: &Utf16Map<'_>,
) -> QuantityView {
    let hint = quantity.hint.map(|hint| {
        let quote = quote.span(hint.quote);
        match hint.kind {
            HintKind::OtherSubject => HintView::OtherSubject { quote },
            HintKind::Direction => HintView::Direction { quote },
        }
    });
    QuantityView {
        span: claim.span(quantity.span),
        status: status(quantity.status),
        evidence: quantity.evidence.iter().map(|&span| quote.span(span)).collect(),
        derivation: quantity.derivation.as_ref().map(ToString::to_string),
        hint,
        doubt: quantity.is_doubt().then(|| {
            let key = library::doubt_key(text, quantity.span);
            DoubtView { settled: settled.get(&key).map(settlement), key }
        }),
    }
}

fn settlement(settled: &library::Settlement) -> Settlement {
    let finding = match settled.finding {
        library::Found::Right => Found::Right,
        library::Found::Wrong => Found::Wrong,
        library::Found::Unclear => Found::Unclear,
    };
    Settlement { finding, word: settled.word.clone() }
}

/// A settlement in the library's words.
pub(crate) fn settlement_of(settlement: Settlement) -> library::Settlement {
    let finding = match settlement.finding {
        Found::Right => library::Found::Right,
        Found::Wrong => library::Found::Wrong,
        Found::Unclear => library::Found::Unclear,
    };
    library::Settlement { finding, word: settlement.word }
}

fn status(status: Status) -> WireStatus {
    match status {
        Status::Exact => WireStatus::Exact,
        Status::Normalized => WireStatus::Normalized,
        Status::Derived => WireStatus::Derived,
        Status::Absent => WireStatus::Absent,
    }
}

/// Adds the quantities of one pair to the counts of the paper.
pub(super) fn count(found: &Audit, counts: &mut VerdictCounts) {
    for quantity in &found.quantities {
        let counter = match quantity.status {
            Status::Exact => &mut counts.exact,
            Status::Normalized => &mut counts.normalized,
            Status::Derived => &mut counts.derived,
            Status::Absent => &mut counts.absent,
        };
        *counter += 1;
    }
}

/// Marks on the claim: one for each quantity, with its status.
pub(super) fn claim_marks(found: &Audit) -> Vec<Mark> {
    let marks = found.quantities.iter().zip(0..).map(|(quantity, id)| (quantity.span, class(quantity.status), id));
    merged(marks.collect())
}

/// Marks on the quote: the characters that hold a quantity, each with the quantities that rest on it.
pub(super) fn evidence_marks(found: &Audit) -> Vec<Mark> {
    let marks = found
        .quantities
        .iter()
        .zip(0..)
        .flat_map(|(quantity, id)| quantity.evidence.iter().map(move |&span| (span, "k-evidence", id)));
    merged(marks.collect())
}

fn class(status: Status) -> &'static str {
    match status {
        Status::Exact => "k-exact",
        Status::Normalized => "k-normalized",
        Status::Derived => "k-derived",
        Status::Absent => "k-absent",
    }
}

/// In order, with overlapping spans made one that carries all their quantities.
fn merged(mut spans: Vec<(ByteSpan, &'static str, u32)>) -> Vec<Mark> {
    spans.sort_by_key(|&(span, _, id)| (span.start, span.end, id));
    let mut marks: Vec<Mark> = Vec::with_capacity(spans.len());
    for (span, class, id) in spans {
        match marks.last_mut() {
            Some(last) if last.span.overlaps(span) => {
                last.span.end = last.span.end.max(span.end);
                if !last.ids.contains(&id) {
                    last.ids.push(id);
                }
            }
            _ => marks.push(Mark { span, class, ids: vec![id] }),
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_that_overlap_become_one_mark_with_both_quantities() {
        let span = ByteSpan::new;
        let marks =
            merged(vec![(span(8, 9), "e", 2), (span(0, 4), "e", 0), (span(2, 6), "e", 1), (span(6, 7), "e", 0)]);
        let seen: Vec<_> = marks.iter().map(|mark| (mark.span, mark.ids.clone())).collect();
        assert_eq!(seen, [(span(0, 6), vec![0, 1]), (span(6, 7), vec![0]), (span(8, 9), vec![2])]);
    }
}
