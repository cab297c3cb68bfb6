//! Doubts of the audit that the reader can settle: a number that the quote does not hold, or holds for something else.

use reading::audit::{Quantity, Source, Status};
use reading::corpus::{Block, Paper};
use reading::text::ByteSpan;
use serde::{Deserialize, Serialize};

use crate::meter;

/// What the reader found out about a doubt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settlement {
    /// In one word.
    pub finding: Found,
    /// Why, in the reader's own words; may be empty.
    #[serde(default)]
    pub word: String,
}

/// What the reader found out, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Found {
    /// The claim is right all the same.
    Right,
    /// The claim is wrong.
    Wrong,
    /// It could not be told.
    Unclear,
}

/// Identity of a quantity: the statement that it stands in and its place there, without white space, so that it is the
/// same in every form of the digest and lapses when the statement changes. Hexadecimal digits, `/`, a count.
pub fn doubt_key(claim: &str, quantity: ByteSpan) -> String {
    let mut hasher = blake3::Hasher::new();
    for word in claim.split_whitespace() {
        hasher.update(word.as_bytes());
    }
    let before = claim.get(..quantity.start).unwrap_or(claim).chars().filter(|c| !c.is_whitespace()).count();
    format!("{:.16}/{before}", hasher.finalize().to_hex())
}

/// Whether the reader can settle something about this quantity: it is absent, or has a hint.
pub fn is_doubt(quantity: &Quantity) -> bool {
    quantity.status == Status::Absent || quantity.hint.is_some()
}

/// The keys of all doubts of a paper that the list counts, in order.
pub(crate) fn keys(paper: &Paper) -> Vec<String> {
    let abstract_ = meter::compared_with(paper);
    let source = abstract_.as_deref().map(Source::of);
    let mut keys = Vec::new();
    for section in &paper.sections {
        for block in &section.blocks {
            let found = match block {
                Block::Finding(finding) => finding
                    .claim
                    .as_ref()
                    .zip(finding.quote.as_ref())
                    .map(|(claim, quote)| (claim.text.as_str(), Source::of(&quote.text).audit(&claim.text))),
                Block::Passage(piece) => source
                    .as_ref()
                    .filter(|_| meter::is_compared(section.kind))
                    .map(|source| (piece.text.as_str(), source.audit(&piece.text))),
            };
            let Some((claim, audit)) = found else { continue };
            let absent = audit.quantities.iter().filter(|quantity| quantity.status == Status::Absent);
            keys.extend(absent.map(|quantity| doubt_key(claim, quantity.span)));
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doubt_is_the_same_in_every_form_and_another_where_the_statement_changed() {
        let span = |claim: &str| {
            let at = claim.find("64").unwrap();
            doubt_key(claim, ByteSpan::new(at, at + 2))
        };
        assert_eq!(span("训练共用 64 块卡"), span("训练共用64\n块卡"));
        assert_ne!(span("训练共用 64 块卡"), span("训练共用 64 台机"));
        let twice = "64 加 64";
        assert_ne!(doubt_key(twice, ByteSpan::new(0, 2)), doubt_key(twice, ByteSpan::new(7, 9)));
    }
}
