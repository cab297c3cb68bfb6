//! One paper of the record.

use super::review;
use super::scan::{Tape, Value};
use super::string::Lines;
use super::{arxiv_id, line_piece, scalar_pieces, text};
use crate::corpus::{
    Block, Kind, Link, NameOrigin, Paper, PaperKey, Piece, Section, SectionKind, Warning, WarningKind,
};
use crate::text::ByteSpan;

/// The fields of links in the order of the page, with the words that the page prints.
const LINKS: [(&str, &str); 3] = [("arxiv_url", "arXiv"), ("hf_url", "HF 讨论"), ("alphaxiv_url", "alphaXiv")];

/// The signals that the page shows as badges, in its order, with what it prints before the value.
const BADGES: [(&str, &str); 4] =
    [("organization", ""), ("upvotes", "HF ↑"), ("github_stars", "GitHub ★"), ("cross_mentions", "X/HN x")];

/// What the page prints instead of a review where only the abstract was read.
const NOTICE: &str = "仅依据摘要，无法可靠判断方法 soundness 与实验充分性，请以原文为准。";

/// An unknown text of this many bytes is for reading; a shorter one is a datum.
const PROSE_BYTES: usize = 120;

/// Collects the parts of one paper.
pub(in crate::corpus::format) struct Builder<'t, 's> {
    tape: &'t Tape<'s>,
    entry: usize,
    paper: Paper,
    warnings: Vec<Warning>,
    /// Fields already placed.
    used: Vec<usize>,
}

impl<'t, 's> Builder<'t, 's> {
    pub(in crate::corpus::format) fn new(tape: &'t Tape<'s>, entry: usize) -> Self {
        let paper = empty_paper(tape.span(entry), Kind::Brief);
        Self { tape, entry, paper, warnings: Vec::new(), used: Vec::new() }
    }

    pub(in crate::corpus::format) fn build(mut self, warnings: &mut Vec<Warning>) -> Paper {
        self.head();
        self.badges();
        self.links();
        self.abstract_section();
        match self.member("deep_read") {
            Some(node) if self.tape.value(node) == Value::Object => {
                self.paper.kind = Kind::Deep;
                self.used.push(node);
                let mut sections = review::sections(self.tape, node, &mut self.warnings);
                self.paper.sections.append(&mut sections);
            }
            other => self.brief(other),
        }
        self.rest();
        // The order of the page; a record may list its fields in any order.
        self.paper.sections.sort_by_key(|section| section.kind);
        warnings.append(&mut self.warnings);
        self.paper
    }

    fn member(&self, key: &str) -> Option<usize> {
        self.tape.member(self.entry, key)
    }

    fn warn(&mut self, at: usize, message: String) {
        self.warnings.push(Warning { at, message, kind: WarningKind::Field });
    }

    /// The field, if it is there; a missing one is listed.
    fn expect(&mut self, key: &str) -> Option<usize> {
        let node = self.member(key);
        if node.is_none() {
            self.warn(self.tape.span(self.entry).start, format!("the field {key} is missing"));
        }
        node
    }

    /// The field as one line, if it is there and visible. What is no text is taken as it is written.
    fn line(&mut self, key: &str) -> Option<Piece> {
        let node = self.expect(key)?;
        if !matches!(self.tape.value(node), Value::String | Value::Array) {
            self.warn(self.tape.span(node).start, format!("the field {key} is no text"));
        }
        self.used.push(node);
        line_piece(self.tape, node)
    }

    fn head(&mut self) {
        self.paper.title = self.line("title");
        self.paper.authors = self.line("authors");
        let id = self.line("arxiv_id");
        self.paper.arxiv_id = id.as_ref().and_then(|piece| arxiv_id(&piece.text));
        self.paper.extras.extend(id);
    }

    fn badges(&mut self) {
        if let Some(signals) = self.member("signals") {
            for (key, label) in BADGES {
                let Some(node) = self.tape.member(signals, key) else { continue };
                // The page shows no badge for what nobody did.
                let is_shown = match self.tape.value(node) {
                    Value::String => label.is_empty(),
                    Value::Number => !label.is_empty() && text(self.tape, node) != "0",
                    _ => false,
                };
                if is_shown && let Some(mut piece) = line_piece(self.tape, node) {
                    piece.text.insert_str(0, label);
                    self.paper.badges.push(piece);
                    self.used.push(node);
                }
            }
        }
        let topic = self.line("topic");
        self.paper.topic = topic.as_ref().map(|piece| piece.text.clone());
        self.paper.badges.extend(topic);
    }

    fn links(&mut self) {
        for (key, label) in LINKS {
            let Some(node) = self.member(key) else { continue };
            let Some(address) = (self.tape.value(node) == Value::String).then(|| line_piece(self.tape, node)).flatten()
            else {
                continue;
            };
            self.used.push(node);
            if self.paper.arxiv_id.is_none() && key == "arxiv_url" {
                self.paper.arxiv_id = arxiv_id(&address.text);
            }
            self.paper.links.push(Link { label: Piece::new(label, address.source), url: Some(address.text) });
        }
    }

    fn abstract_section(&mut self) {
        let Some(node) = self.member("abstract") else { return };
        self.push_section(SectionKind::Abstract, None, node, Lines::Wrapped);
        self.used.push(node);
    }

    /// An entry of which only the abstract was read.
    fn brief(&mut self, deep_read: Option<usize>) {
        let at = self.tape.span(self.entry).start;
        match deep_read {
            None => self.warn(at, "the field deep_read is missing".to_owned()),
            Some(node) if self.tape.value(node) == Value::Null => {}
            Some(node) => self.warn(self.tape.span(node).start, "the field deep_read is no object".to_owned()),
        }
        if self.paper.section(SectionKind::Abstract).is_none() {
            self.warn(at, "neither a review nor an abstract is there".to_owned());
        }
        // The sentence is the page's, not the record's: it stands at the place where the review is missing.
        let place = self.tape.span(deep_read.unwrap_or(self.entry)).start;
        let notice = Piece::new(NOTICE, ByteSpan::new(place, place));
        let blocks = vec![Block::Passage(notice)];
        self.paper.sections.push(Section { kind: SectionKind::Notice, heading: None, blocks });
    }

    /// What no other step has placed: data to the extras, prose to sections of its own.
    fn rest(&mut self) {
        for field in self.tape.children(self.entry) {
            let key = self.tape.nodes.get(field).and_then(|node| node.key);
            let scalars: Vec<usize> = self.tape.scalars(field).collect();
            let is_prose =
                |&node: &usize| self.tape.value(node) == Value::String && self.tape.span(node).len() > PROSE_BYTES;
            if self.used.contains(&field) {
                continue;
            }
            if scalars.iter().any(is_prose) {
                let heading = key.map(|key| Piece::new(key.of(self.tape.source), key));
                self.push_section(SectionKind::Other, heading, field, Lines::Paragraphs);
                continue;
            }
            for node in scalars {
                if !self.used.contains(&node) {
                    self.paper.extras.extend(scalar_pieces(self.tape, node, Lines::Paragraphs));
                }
            }
        }
    }

    fn push_section(&mut self, kind: SectionKind, heading: Option<Piece>, node: usize, lines: Lines) {
        let section = section(self.tape, kind, heading, node, lines, &self.used);
        self.paper.sections.extend(section);
    }
}

/// All visible scalars of `node` that are not `used` as one section; `None` where nothing is visible.
pub(in crate::corpus::format) fn section(
    tape: &Tape<'_>,
    kind: SectionKind,
    heading: Option<Piece>,
    node: usize,
    lines: Lines,
    used: &[usize],
) -> Option<Section> {
    let scalars = tape.scalars(node).filter(|scalar| !used.contains(scalar));
    let blocks: Vec<Block> =
        scalars.flat_map(|scalar| scalar_pieces(tape, scalar, lines)).map(Block::Passage).collect();
    (!blocks.is_empty()).then_some(Section { kind, heading, blocks })
}

/// A paper with nothing in it yet; name and key are given by the front door.
pub(in crate::corpus::format) fn empty_paper(source: ByteSpan, kind: Kind) -> Paper {
    Paper {
        key: PaperKey::default(),
        name: String::new(),
        name_origin: NameOrigin::FirstWords,
        title: None,
        authors: None,
        links: Vec::new(),
        badges: Vec::new(),
        topic: None,
        arxiv_id: None,
        kind,
        sections: Vec::new(),
        extras: Vec::new(),
        source,
    }
}
