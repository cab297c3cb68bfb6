//! Doubts of the audit that the reader can settle: a number that the quote does not hold, or holds for something else.

use reading::audit::Source;
use reading::corpus::{Block, Paper, Section};
use reading::text::ByteSpan;
use serde::{Deserialize, Serialize};

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

/// The keys of all doubts of a paper, in order.
pub(crate) fn keys(paper: &Paper) -> Vec<String> {
    let abstract_ = paper.compared_abstract().map(Section::text);
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
                    .filter(|_| section.kind.restates_abstract())
                    .map(|source| (piece.text.as_str(), source.audit(&piece.text))),
            };
            let Some((claim, audit)) = found else { continue };
            let doubts = audit.quantities.iter().filter(|quantity| quantity.is_doubt());
            keys.extend(doubts.map(|quantity| doubt_key(claim, quantity.span)));
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

    #[test]
    fn a_number_with_a_hint_is_a_doubt_in_the_list_and_in_the_row() {
        let review = |quote: &str| {
            format!(
                "2026-01-05\n\n本文提出 SaltGate，一个小系统。\n\n背景很短。\n\n方法也很短。\n\n实验只有一条。\n\n\
                 1. 延迟由 74.8 ms 降至 31.2 ms。\n\n   {quote}\n\n\
                 Novelty：小。 Soundness：可靠。 Significance：有限。\n\n样本太少。\n\n可以扩展。\n"
            )
        };
        let of = |quote: &str| {
            let file = reading::corpus::read(review(quote).as_bytes());
            let paper = file.digest.papers.first().unwrap();
            (keys(paper).len(), crate::meter::letters(paper))
        };
        assert_eq!(of("Latency falls from 74.8 ms to 31.2 ms."), (0, "h".to_owned()));
        let (doubts, row) = of("Latency rises from 31.2 ms to 74.8 ms.");
        assert!(doubts > 0 && row == "?", "{doubts} {row}");
    }
}
