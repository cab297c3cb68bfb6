//! The passages of a file as search sees them: what counts as one hit.

use reading::corpus::{Block, Paper, Piece, ReadFile, SectionKind};
use reading::text::ByteSpan;

use super::query::Field;

/// A paragraph, a claim or a quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Passage<'p> {
    /// Index in [`reading::anchor::passages`] of its paper.
    pub(crate) ordinal: usize,
    pub(crate) field: Field,
    pub(crate) section: SectionKind,
    /// Number of the finding.
    pub(crate) finding: Option<u32>,
    /// Which of the paper's verdicts judges it.
    pub(crate) verdict: Option<usize>,
    pub(crate) text: &'p str,
    /// Bytes of the decoded file.
    pub(crate) source: ByteSpan,
}

/// The passages of a paper, in reading order.
pub(crate) fn of(paper: &Paper) -> Vec<Passage<'_>> {
    let mut passages: Vec<Passage> = Vec::new();
    let (mut findings, mut compared) = (0, 0);
    let by_section = paper.compared_abstract().is_some();
    for section in &paper.sections {
        let verdict = (by_section && section.kind.restates_abstract()).then(|| {
            compared += 1;
            compared - 1
        });
        for block in &section.blocks {
            match block {
                Block::Passage(piece) => {
                    passages.push(passage(Field::Text, piece, section.kind, None, verdict));
                }
                Block::Finding(finding) => {
                    for (field, piece) in [(Field::Claim, &finding.claim), (Field::Quote, &finding.quote)] {
                        if let Some(piece) = piece {
                            let number = Some(finding.number);
                            passages.push(passage(field, piece, section.kind, number, Some(findings)));
                        }
                    }
                    findings += 1;
                }
            }
        }
    }
    for (at, passage) in passages.iter_mut().enumerate() {
        passage.ordinal = at;
    }
    passages
}

/// Where the file's decoded text begins in its bytes, if it stands there as it is.
pub(crate) fn text_start(bytes: &[u8], file: &ReadFile) -> Option<usize> {
    bytes.ends_with(file.text.as_bytes()).then(|| bytes.len() - file.text.len())
}

fn passage<'p>(
    field: Field,
    piece: &'p Piece,
    section: SectionKind,
    finding: Option<u32>,
    verdict: Option<usize>,
) -> Passage<'p> {
    Passage { ordinal: 0, field, section, finding, verdict, text: &piece.text, source: piece.source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_are_those_of_anchors_and_know_their_verdicts() {
        let text = "# 2026-09-30\n\n## A\n\n① 一句话定位\n\n本文提出 TideLoom，用潮汐编织。\n\n④ 实验与证据\n\n概述。\n\n1. 结果为 3 厘米。\n\n   > error of 3 cm\n\n2. 快 2 倍。\n\n   > twice as fast\n";
        let file = reading::corpus::read(text.as_bytes());
        assert_eq!(text_start(text.as_bytes(), &file), Some(0));
        for paper in &file.digest.papers {
            let anchors = reading::anchor::passages(paper);
            let ours = of(paper);
            assert_eq!(
                ours.iter().map(|passage| passage.text).collect::<Vec<_>>(),
                anchors.iter().map(|passage| passage.text).collect::<Vec<_>>()
            );
            assert!(ours.iter().enumerate().all(|(at, passage)| passage.ordinal == at));
            let findings = paper.findings().count();
            assert!(ours.iter().filter_map(|passage| passage.verdict).all(|verdict| verdict < findings));
        }
        assert!(file.digest.papers.iter().any(|paper| paper.findings().count() == 2));
    }
}
