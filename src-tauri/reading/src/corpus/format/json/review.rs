//! The review inside a paper of the record: the object `deep_read`.

use super::paper::section;
use super::scan::{Tape, Value};
use super::string::Lines;
use super::{line_piece, scalar_pieces};
use crate::corpus::{Block, Finding, Piece, Section, SectionKind, Warning, WarningKind};

/// The fields that are a section each.
const SECTIONS: [(&str, SectionKind); 6] = [
    ("positioning", SectionKind::Positioning),
    ("background", SectionKind::Background),
    ("mechanism", SectionKind::Method),
    ("experiment_summary", SectionKind::Evidence),
    ("limitations", SectionKind::Limitations),
    ("follow_up", SectionKind::FollowUp),
];

/// The fields that the page puts into one section, with the labels that it prints before them.
const REVIEW: [(&str, &str); 3] =
    [("novelty", "Novelty："), ("soundness", "Soundness："), ("significance", "Significance：")];

/// The field of the findings.
const FINDINGS: &str = "experiments";

/// The sections of the object `deep_read`. What is missing or of another type is listed.
pub(super) fn sections(tape: &Tape<'_>, deep_read: usize, warnings: &mut Vec<Warning>) -> Vec<Section> {
    let mut reader = Reader { tape, deep_read, warnings, sections: Vec::new(), used: Vec::new() };
    for (key, kind) in SECTIONS {
        if let Some(node) = reader.expect(key) {
            let section = section(tape, kind, None, node, Lines::Paragraphs, &[]);
            reader.sections.extend(section);
        }
    }
    reader.findings();
    reader.review();
    reader.rest();
    reader.sections
}

struct Reader<'t, 's> {
    tape: &'t Tape<'s>,
    deep_read: usize,
    warnings: &'t mut Vec<Warning>,
    sections: Vec<Section>,
    used: Vec<usize>,
}

impl Reader<'_, '_> {
    fn warn(&mut self, at: usize, kind: WarningKind, message: String) {
        self.warnings.push(Warning { at, message, kind });
    }

    /// The field, if it is there. What is missing, empty or no text is listed.
    fn expect(&mut self, key: &str) -> Option<usize> {
        let node = self.tape.member(self.deep_read, key);
        let at = self.tape.span(node.unwrap_or(self.deep_read)).start;
        let kind = node.map(|node| self.tape.value(node));
        match kind {
            None => self.warn(at, WarningKind::Field, format!("the field {key} is missing")),
            Some(Value::String) => {
                if node.is_some_and(|node| line_piece(self.tape, node).is_none()) {
                    self.warn(at, WarningKind::Field, format!("the field {key} is empty"));
                }
            }
            Some(Value::Array) if key == FINDINGS => {}
            Some(_) if key == FINDINGS => self.warn(at, WarningKind::Field, format!("the field {key} is no list")),
            Some(_) => self.warn(at, WarningKind::Field, format!("the field {key} is no text")),
        }
        self.used.extend(node);
        node
    }

    fn findings(&mut self) {
        let Some(list) = self.expect(FINDINGS) else { return };
        let mut findings = Vec::new();
        let entries: Vec<usize> = match self.tape.value(list) {
            Value::Array => self.tape.children(list).collect(),
            _ => vec![list],
        };
        for entry in entries {
            let number = u32::try_from(findings.len() + 1).unwrap_or(u32::MAX);
            findings.extend(self.finding(entry, number).map(Block::Finding));
        }
        if findings.is_empty() {
            return;
        }
        match self.sections.iter_mut().find(|section| section.kind == SectionKind::Evidence) {
            Some(section) => section.blocks.append(&mut findings),
            None => self.sections.push(Section { kind: SectionKind::Evidence, heading: None, blocks: findings }),
        }
    }

    fn finding(&mut self, entry: usize, number: u32) -> Option<Finding> {
        let at = self.tape.span(entry).start;
        let [claim, quote] = if self.tape.value(entry) == Value::Object {
            let nodes = [self.tape.member(entry, "claim"), self.tape.member(entry, "quote")];
            for field in self.tape.children(entry).filter(|&field| !nodes.contains(&Some(field))) {
                self.other(field);
            }
            nodes.map(|node| node.and_then(|node| line_piece(self.tape, node)))
        } else {
            // Something else than an object can only be the statement.
            [line_piece(self.tape, entry), None]
        };
        match (&claim, &quote) {
            (None, None) => {
                self.warn(at, WarningKind::Field, "a finding has neither claim nor quote".to_owned());
                return None;
            }
            (Some(_), None) => {
                self.warn(at, WarningKind::ClaimWithoutQuote, format!("the claim of finding {number} has no quote"));
            }
            (None, Some(_)) => {
                self.warn(at, WarningKind::QuoteWithoutClaim, format!("the quote of finding {number} has no claim"));
            }
            (Some(_), Some(_)) => {}
        }
        Some(Finding { number, marker: None, claim, quote })
    }

    fn review(&mut self) {
        let mut blocks = Vec::new();
        for (key, label) in REVIEW {
            let Some(node) = self.expect(key) else { continue };
            let scalars: Vec<usize> = self.tape.scalars(node).collect();
            let mut paragraphs = scalars.iter().flat_map(|&scalar| scalar_pieces(self.tape, scalar, Lines::Paragraphs));
            if let Some(mut first) = paragraphs.next() {
                // The page prints the label before whatever the field holds, the label itself included.
                first.text.insert_str(0, label);
                blocks.push(Block::Passage(first));
                blocks.extend(paragraphs.map(Block::Passage));
            }
        }
        if !blocks.is_empty() {
            self.sections.push(Section { kind: SectionKind::Review, heading: None, blocks });
        }
    }

    /// Keeps the fields that no step has placed.
    fn rest(&mut self) {
        for field in self.tape.children(self.deep_read) {
            if !self.used.contains(&field) {
                self.other(field);
            }
        }
    }

    fn other(&mut self, field: usize) {
        let key = self.tape.nodes.get(field).and_then(|node| node.key);
        let heading = key.map(|key| Piece::new(key.of(self.tape.source), key));
        self.sections.extend(section(self.tape, SectionKind::Other, heading, field, Lines::Paragraphs, &[]));
    }
}
