//! The site's record: one JSON object a day, with papers, their reviews, and a checksum.
//!
//! Every scalar of the record stands in exactly one piece, and a piece covers its scalar in the JSON text. Where the
//! page prints a label beside a value (`Novelty：`, `HF ↑`, the words of a link), the piece holds the label too,
//! because all forms of a digest have the same passages; the label is then the only text that the record lacks.

mod canonical;
pub(super) mod paper;
pub(in crate::corpus) mod rest;
mod review;
pub(super) mod scan;
pub(super) mod string;

use scan::{Tape, Value};

use crate::corpus::{Digest, Piece, Warning, WarningKind};
use crate::text::ByteSpan;

/// Reads a record; also a list of its papers, or one of them alone.
pub(in crate::corpus) fn read(source: &str) -> Digest {
    let whole = rest::first_whole(source);
    let mut reader = Reader { tape: Tape::scan_from(source, whole.unwrap_or(0)), digest: Digest::default() };
    reader.digest.warnings = std::mem::take(&mut reader.tape.warnings);
    if let Some(start) = whole {
        let (piece, warning) = rest::lost_beginning(source, start);
        reader.digest.front.extend(piece);
        reader.digest.warnings.push(warning);
    }
    let roots: Vec<usize> = reader.tape.roots().collect();
    for root in roots {
        if reader.tape.member(root, "papers").is_some() {
            reader.record(root);
        } else if reader.tape.value(root) == Value::Array {
            reader.papers(root);
        } else {
            reader.paper_or_front(root);
        }
    }
    if reader.digest.date.is_none() {
        reader.warn(0, WarningKind::NoDate, "the record has no target_date of the form 2026-01-31");
    }
    reader.digest
}

/// A tape and the digest that it is turned into.
struct Reader<'s> {
    tape: Tape<'s>,
    digest: Digest,
}

impl Reader<'_> {
    fn warn(&mut self, at: usize, kind: WarningKind, message: impl Into<String>) {
        self.digest.warnings.push(Warning { at, message: message.into(), kind });
    }

    fn record(&mut self, record: usize) {
        let papers = self.tape.member(record, "papers");
        let date = self.tape.member(record, "target_date");
        self.digest.date = date.and_then(|node| iso_date(&self.text(node)));
        let members: Vec<usize> = self.tape.children(record).collect();
        for member in members {
            if Some(member) == papers {
                if self.tape.value(member) != Value::Array {
                    self.warn(self.tape.span(member).start, WarningKind::Field, "the field papers is no list");
                }
                self.papers(member);
            } else {
                self.front(member);
            }
        }
        self.check_marker(record);
    }

    fn papers(&mut self, list: usize) {
        let entries: Vec<usize> = self.tape.children(list).collect();
        if entries.is_empty() {
            self.front(list);
        }
        for entry in entries {
            self.paper_or_front(entry);
        }
    }

    fn check_marker(&mut self, record: usize) {
        let marker = self.tape.member(record, "marker");
        let at = self.tape.span(marker.unwrap_or(record)).start;
        match marker {
            // A cut record is reported as such, and has no checksum to speak of.
            _ if self.tape.cut => {}
            None => self.warn(at, WarningKind::Checksum, "the record has no checksum (field marker)"),
            Some(node) => {
                let computed = canonical::checksum(&self.tape, record);
                if !self.text(node).trim().eq_ignore_ascii_case(&computed) {
                    let message = format!("the checksum does not match the record, whose SHA-256 is {computed}");
                    self.warn(at, WarningKind::Checksum, message);
                }
            }
        }
    }

    fn paper_or_front(&mut self, entry: usize) {
        if self.tape.value(entry) == Value::Object
            && self.tape.nodes.get(entry).is_some_and(|node| node.after > entry + 1)
        {
            let paper = paper::Builder::new(&self.tape, entry).build(&mut self.digest.warnings);
            self.digest.papers.push(paper);
        } else {
            let at = self.tape.span(entry).start;
            self.warn(at, WarningKind::Field, "this is no object with the fields of a paper");
            self.front(entry);
        }
    }

    /// Keeps all of `node` as text that belongs to no paper.
    fn front(&mut self, node: usize) {
        for scalar in self.tape.scalars(node) {
            self.digest.front.extend(scalar_pieces(&self.tape, scalar, string::Lines::Paragraphs));
        }
    }

    fn text(&self, node: usize) -> String {
        text(&self.tape, node)
    }
}

/// The characters of a scalar.
pub(in crate::corpus) fn text(tape: &Tape<'_>, node: usize) -> String {
    let span = tape.span(node);
    match tape.value(node) {
        Value::String => string::decode(string::inside(span, tape.source), tape.source),
        _ => span.of(tape.source).to_owned(),
    }
}

/// The paragraphs of a scalar.
pub(in crate::corpus) fn scalar_pieces(tape: &Tape<'_>, node: usize, lines: string::Lines) -> Vec<Piece> {
    let span = tape.span(node);
    match tape.value(node) {
        Value::String => string::pieces(string::inside(span, tape.source), tape.source, lines),
        _ => {
            let text = span.of(tape.source);
            let start = span.start + text.len() - text.trim_start().len();
            let text = text.trim();
            let piece = Piece::new(text, ByteSpan::new(start, start + text.len()));
            (!text.is_empty()).then_some(piece).into_iter().collect()
        }
    }
}

/// All of `node` as one piece: its strings on one line, the entries of a list joined by commas.
pub(in crate::corpus) fn line_piece(tape: &Tape<'_>, node: usize) -> Option<Piece> {
    let mut line: Option<Piece> = None;
    for scalar in tape.scalars(node) {
        for piece in scalar_pieces(tape, scalar, string::Lines::Joined) {
            line = Some(match line {
                None => piece,
                Some(mut line) => {
                    line.text.push_str(", ");
                    line.text.push_str(&piece.text);
                    line.source = ByteSpan::new(line.source.start, piece.source.end);
                    line
                }
            });
        }
    }
    line
}

/// The date at the beginning of `text` (`2026-01-31`, `2026-01-31T08:00:00Z`), if it is one.
fn iso_date(text: &str) -> Option<String> {
    let date = text.trim().get(..10)?;
    let fits = date.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    let number = |range: std::ops::Range<usize>| date.get(range).and_then(|digits| digits.parse::<u8>().ok());
    let in_year = number(5..7).is_some_and(|month| (1..=12).contains(&month))
        && number(8..10).is_some_and(|day| (1..=31).contains(&day));
    (fits && in_year).then(|| date.to_owned())
}

/// The arXiv id in `text`, which is one or ends with one behind `/`; without version.
pub(in crate::corpus) fn arxiv_id(text: &str) -> Option<String> {
    let last = text.trim().rsplit('/').next()?;
    let last = last.strip_suffix(".pdf").unwrap_or(last);
    let (id, version) = last.split_once('v').unwrap_or((last, "0"));
    let (month, number) = id.split_once('.')?;
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let fits =
        month.len() == 4 && (4..=5).contains(&number.len()) && digits(month) && digits(number) && digits(version);
    fits.then(|| id.to_owned())
}

#[cfg(test)]
mod tests;
