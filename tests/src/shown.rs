//! What the model holds of a source, put together again.

use reading::corpus::{Block, Format, Paper, Piece, ReadFile, Section, SectionKind};
use reading::text::ByteSpan;

/// Labels that the page prints before a value and the record lacks; the reader adds them.
const RECORD_LABELS: [&str; 6] = ["Novelty：", "Soundness：", "Significance：", "HF ↑", "GitHub ★", "X/HN x"];

/// All pieces of the model in the order of the source, without the labels that readers of records add.
pub fn shown(file: &ReadFile) -> String {
    let mut collector = Collector { file, parts: Vec::new() };
    file.digest.front.iter().for_each(|piece| collector.piece(piece));
    file.digest.papers.iter().for_each(|paper| collector.paper(paper));
    let mut parts = collector.parts;
    parts.sort_by_key(|(span, _)| (span.start, span.end));
    parts.into_iter().map(|(_, text)| text).collect()
}

struct Collector<'f> {
    file: &'f ReadFile,
    parts: Vec<(ByteSpan, &'f str)>,
}

impl<'f> Collector<'f> {
    fn is_record(&self) -> bool {
        matches!(self.file.format, Some(Format::Json | Format::Jsonl))
    }

    fn piece(&mut self, piece: &'f Piece) {
        self.parts.push((piece.source, &piece.text));
    }

    fn labelled(&mut self, piece: &'f Piece) {
        let label = RECORD_LABELS.iter().filter(|_| self.is_record()).find_map(|label| piece.text.strip_prefix(label));
        self.parts.push((piece.source, label.unwrap_or(&piece.text)));
    }

    fn paper(&mut self, paper: &'f Paper) {
        paper.title.iter().chain(&paper.authors).chain(&paper.extras).for_each(|piece| self.piece(piece));
        paper.badges.iter().for_each(|piece| self.labelled(piece));
        for link in &paper.links {
            let address = link.url.as_deref().unwrap_or_default();
            // Where a label is ours it covers the address, which only records show.
            if self.is_record() {
                self.parts.push((link.label.source, address));
            } else if link.label.source.of(&self.file.text) != address {
                self.piece(&link.label);
            }
        }
        paper.sections.iter().for_each(|section| self.section(section));
    }

    fn section(&mut self, section: &'f Section) {
        // Names of fields are not text.
        if !self.is_record() {
            section.heading.iter().for_each(|piece| self.piece(piece));
        }
        for block in &section.blocks {
            match block {
                Block::Passage(piece) if section.kind == SectionKind::Notice && piece.source.is_empty() => {}
                Block::Passage(piece) if section.kind == SectionKind::Review => self.labelled(piece),
                Block::Passage(piece) => self.piece(piece),
                Block::Finding(finding) => {
                    let pieces = finding.marker.iter().chain(&finding.claim).chain(&finding.quote);
                    pieces.for_each(|piece| self.piece(piece));
                }
            }
        }
    }
}
