//! JSON Lines: one paper a line.

use super::{SECTIONS, lines_of, link, section};
use crate::corpus::format::json::paper::{empty_paper, section as json_section};
use crate::corpus::format::json::rest;
use crate::corpus::format::json::scan::{Tape, Value};
use crate::corpus::format::json::string::Lines;
use crate::corpus::format::json::{arxiv_id, line_piece, scalar_pieces};
use crate::corpus::{Digest, Kind, Paper, Piece, SectionKind, Warning, WarningKind};

/// Reads JSON Lines; also one list of the same objects. A broken line does not touch the next.
pub(in crate::corpus) fn read(source: &str) -> Digest {
    let mut digest = Digest::default();
    let mut start = 0;
    if let Some(whole) = rest::first_whole(source) {
        let (piece, warning) = rest::lost_beginning(source, whole);
        digest.front.extend(piece);
        digest.warnings.push(warning);
        start = whole;
    }
    while start < source.len() {
        let end = next_line(source, start);
        let mut tape = Tape::scan_from(source.get(..end).unwrap_or(source), start);
        digest.warnings.append(&mut tape.warnings);
        for root in tape.roots() {
            read_value(&tape, root, &mut digest);
        }
        start = end;
    }
    digest
}

/// Where the next line begins that opens an object, else the end. An object that goes over several lines stays whole.
fn next_line(source: &str, start: usize) -> usize {
    let rest = source.as_bytes().get(start..).unwrap_or_default();
    memchr::memchr2_iter(b'\n', b'\r', rest)
        .map(|at| start + at + 1)
        .find(|&at| source.as_bytes().get(at..).is_some_and(|line| line.starts_with(b"{\"")))
        .unwrap_or(source.len())
}

fn read_value(tape: &Tape<'_>, root: usize, digest: &mut Digest) {
    let entries: Vec<usize> = match tape.value(root) {
        Value::Array => tape.children(root).collect(),
        _ => vec![root],
    };
    for entry in entries {
        if tape.value(entry) == Value::Object && tape.children(entry).next().is_some() {
            let reader = Reader { tape, entry, warnings: &mut digest.warnings, used: Vec::new() };
            digest.papers.push(reader.paper());
            continue;
        }
        let at = tape.span(entry).start;
        let message = "this is no object with the fields of a paper".to_owned();
        digest.warnings.push(Warning { at, message, kind: WarningKind::Field });
        digest.front.extend(tape.scalars(entry).flat_map(|scalar| scalar_pieces(tape, scalar, Lines::Paragraphs)));
    }
}

struct Reader<'t, 's, 'w> {
    tape: &'t Tape<'s>,
    entry: usize,
    warnings: &'w mut Vec<Warning>,
    /// Fields already placed.
    used: Vec<usize>,
}

impl Reader<'_, '_, '_> {
    fn paper(mut self) -> Paper {
        let mut paper = empty_paper(self.tape.span(self.entry), Kind::Deep);
        paper.title = self.line("title");
        paper.authors = self.line("authors");
        let id = self.line("id");
        paper.arxiv_id = id.as_ref().and_then(|piece| arxiv_id(&piece.text));
        paper.extras.extend(id);
        self.links(&mut paper);
        self.categories(&mut paper);
        self.sections(&mut paper);
        self.rest(&mut paper);
        paper
    }

    fn warn(&mut self, at: usize, message: String) {
        self.warnings.push(Warning { at, message, kind: WarningKind::Field });
    }

    fn expect(&mut self, object: usize, key: &str) -> Option<usize> {
        let node = self.tape.member(object, key);
        if node.is_none() {
            self.warn(self.tape.span(object).start, format!("the field {key} is missing"));
        }
        self.used.extend(node);
        node
    }

    fn line(&mut self, key: &str) -> Option<Piece> {
        let node = self.expect(self.entry, key)?;
        line_piece(self.tape, node)
    }

    fn links(&mut self, paper: &mut Paper) {
        for key in ["abs", "pdf"] {
            let Some(node) = self.tape.member(self.entry, key) else { continue };
            if self.tape.value(node) == Value::String
                && let Some(address) = line_piece(self.tape, node)
            {
                self.used.push(node);
                paper.links.push(link(&address.text, address.source));
                if paper.arxiv_id.is_none() {
                    paper.arxiv_id = arxiv_id(&address.text);
                }
            }
        }
    }

    /// The first category is the main one.
    fn categories(&mut self, paper: &mut Paper) {
        let Some(node) = self.expect(self.entry, "categories") else { return };
        let scalars: Vec<usize> = self.tape.scalars(node).collect();
        paper.badges.extend(scalars.iter().flat_map(|&scalar| scalar_pieces(self.tape, scalar, Lines::Joined)));
        paper.topic = paper.badges.first().map(|piece| piece.text.clone());
    }

    fn sections(&mut self, paper: &mut Paper) {
        let review = self.expect(self.entry, "AI");
        for (_, key, kind) in SECTIONS {
            let object = if kind == SectionKind::Abstract { Some(self.entry) } else { review };
            let Some(object) = object else { continue };
            if self.tape.value(object) != Value::Object {
                continue;
            }
            let Some(node) = self.expect(object, key) else { continue };
            let scalars: Vec<usize> = self.tape.scalars(node).collect();
            let pieces: Vec<Piece> =
                scalars.iter().flat_map(|&scalar| scalar_pieces(self.tape, scalar, lines_of(kind))).collect();
            if pieces.is_empty() {
                self.warn(self.tape.span(node).start, format!("the field {key} is empty"));
            } else {
                paper.sections.push(section(kind, None, pieces, self.warnings));
            }
        }
        if let Some(node) = review {
            self.rest_of_review(node, paper);
        }
    }

    fn rest_of_review(&mut self, review: usize, paper: &mut Paper) {
        if self.tape.value(review) != Value::Object {
            self.warn(self.tape.span(review).start, "the field AI is no object".to_owned());
            let pieces: Vec<Piece> =
                self.tape.scalars(review).flat_map(|node| scalar_pieces(self.tape, node, Lines::Paragraphs)).collect();
            if !pieces.is_empty() {
                paper.sections.push(section(SectionKind::Other, None, pieces, self.warnings));
            }
            return;
        }
        for field in self.tape.children(review).filter(|field| !self.used.contains(field)) {
            let key = self.tape.nodes.get(field).and_then(|node| node.key);
            let heading = key.map(|key| Piece::new(key.of(self.tape.source), key));
            paper.sections.extend(json_section(self.tape, SectionKind::Other, heading, field, Lines::Paragraphs, &[]));
        }
    }

    fn rest(&mut self, paper: &mut Paper) {
        for field in self.tape.children(self.entry).filter(|field| !self.used.contains(field)) {
            let scalars = self.tape.scalars(field);
            paper.extras.extend(scalars.flat_map(|node| scalar_pieces(self.tape, node, Lines::Paragraphs)));
        }
    }
}
