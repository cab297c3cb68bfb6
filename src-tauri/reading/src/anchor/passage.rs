//! The passages of a paper in reading order, each with the place that selectors name.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::fold;
use crate::corpus::{Block, Finding, Paper, SectionKind};

/// Which text of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// A paragraph.
    Text,
    /// The statement of a finding.
    Claim,
    /// The evidence of a finding.
    Quote,
}

impl Side {
    /// The name that `kz` uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Claim => "claim",
            Self::Quote => "quote",
        }
    }
}

/// Where in its paper a passage stands. It helps to choose between equal words and is never trusted alone: findings are
/// renumbered and sections renamed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// What the section is about.
    pub section: SectionKind,
    /// Paragraph or side of a finding.
    pub side: Side,
    /// From 0, among the passages of this section and side.
    pub ordinal: usize,
    /// Number of the finding; `None` for a paragraph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<u32>,
    /// Fingerprint of the finding's claim, else of its quote: stays when findings are renumbered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub print: Option<String>,
}

impl Place {
    /// Whether both are the same side of a finding with the same claim.
    pub fn is_of(&self, other: &Self) -> bool {
        self.side == other.side && self.print.is_some() && self.print == other.print
    }

    /// Whether both mean the same part of a review: section, side and, for findings, the claim or at least the number.
    pub fn agrees(&self, other: &Self) -> bool {
        let same_finding = self.finding == other.finding || (self.print.is_some() && self.print == other.print);
        self.section == other.section && self.side == other.side && same_finding
    }
}

/// One text that can be marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage<'p> {
    /// Where it stands.
    pub place: Place,
    /// Its characters.
    pub text: &'p str,
}

/// All passages of `paper` in reading order: the paragraphs of its sections, and claim before quote in findings.
pub fn passages(paper: &Paper) -> Vec<Passage<'_>> {
    let mut passages: Vec<Passage> = Vec::new();
    let mut seen: std::collections::HashMap<(SectionKind, Side), usize> = std::collections::HashMap::new();
    for section in &paper.sections {
        let mut push = |side, text, finding: Option<u32>, print: Option<&String>| {
            let next = seen.entry((section.kind, side)).or_default();
            let place = Place { section: section.kind, side, ordinal: *next, finding, print: print.cloned() };
            *next += 1;
            passages.push(Passage { place, text });
        };
        for block in &section.blocks {
            match block {
                Block::Passage(piece) => push(Side::Text, &piece.text, None, None),
                Block::Finding(finding) => {
                    let print = fingerprint(finding);
                    for (side, piece) in [(Side::Claim, &finding.claim), (Side::Quote, &finding.quote)] {
                        if let Some(piece) = piece {
                            push(side, &piece.text, Some(finding.number), Some(&print));
                        }
                    }
                }
            }
        }
    }
    passages
}

/// The first 8 bytes of SHA-256 over the folded claim, in hexadecimal.
fn fingerprint(finding: &Finding) -> String {
    let text = finding.claim.as_ref().or(finding.quote.as_ref()).map_or("", |piece| piece.text.as_str());
    let folded: String = fold::chars(text).into_iter().collect();
    Sha256::digest(folded.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
