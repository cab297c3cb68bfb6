//! Markdown: `### [n] [title](link)`, authors, labels, and the rest inside `<details>`.

use super::{SECTIONS, lines_of, link, plain_pieces, section};
use crate::corpus::format::json::arxiv_id;
use crate::corpus::format::json::paper::empty_paper;
use crate::corpus::format::json::string::Lines;
use crate::corpus::{Digest, Kind, Paper, Piece, SectionKind, Warning, WarningKind};
use crate::text::ByteSpan;

/// The label of a paper's topic.
const CATEGORY: &str = "Main category:";

/// Reads the Markdown of one day.
pub(in crate::corpus) fn read(source: &str) -> Digest {
    let mut reader = Reader { source, digest: Digest::default(), paper: None, section: None, is_closed: false };
    for line in lines(source) {
        reader.line(line);
    }
    reader.end_paper();
    reader.digest
}

/// The lines of `source` without their ends: `\n`, `\r\n` or `\r`.
fn lines(source: &str) -> impl Iterator<Item = ByteSpan> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = source.as_bytes().get(start..).filter(|rest| !rest.is_empty())?;
        let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let line = ByteSpan::new(start, start + length);
        start = line.end + if rest.get(length..).is_some_and(|end| end.starts_with(b"\r\n")) { 2 } else { 1 };
        Some(line)
    })
}

struct Reader<'s> {
    source: &'s str,
    digest: Digest,
    paper: Option<Paper>,
    section: Option<OpenSection>,
    /// The `</details>` of the paper was seen: what follows is between papers.
    is_closed: bool,
}

/// A section that further lines may belong to.
struct OpenSection {
    /// Place in [`SECTIONS`]; `None` for text that no label precedes.
    rank: Option<usize>,
    heading: Option<Piece>,
    /// Text after the label.
    body: ByteSpan,
    /// The last line was blank.
    after_blank: bool,
}

impl Reader<'_> {
    fn line(&mut self, line: ByteSpan) {
        let text = line.of(self.source);
        if text.trim().is_empty() {
            if let Some(section) = &mut self.section {
                section.after_blank = true;
            }
        } else if let Some(entry) = Entry::parse(text) {
            self.end_paper();
            self.paper = Some(self.begin_paper(line, &entry));
        } else if self.is_markup(line) {
        } else if let Some((rank, label)) = self.label(text) {
            self.begin_section(line, rank, label);
        } else if self.paper.is_none() {
            self.front(line);
        } else if self.head_line(line) {
        } else if self.is_closed && text.starts_with('#') {
            self.end_paper();
            self.front(line);
        } else {
            self.section_text(line);
        }
    }

    fn begin_paper(&mut self, line: ByteSpan, entry: &Entry) -> Paper {
        let piece = |span: ByteSpan| {
            let span = span.shifted(line.start);
            trimmed(span, self.source)
        };
        let mut paper = empty_paper(line, Kind::Deep);
        paper.title = piece(entry.title);
        paper.extras.extend(entry.number.and_then(piece));
        paper.extras.extend(entry.rest.and_then(piece));
        if let Some(address) = entry.address.and_then(piece) {
            paper.arxiv_id = arxiv_id(&address.text);
            paper.links.push(link(&address.text, address.source));
        }
        paper
    }

    /// Lines that consist of the template's tags; the words of a `<summary>` are kept.
    fn is_markup(&mut self, line: ByteSpan) -> bool {
        let text = line.of(self.source);
        let Some(words) = tags_only(text) else { return false };
        // A tag inside an abstract is text, but for the one that ends it.
        let in_text = self.section.as_ref().is_some_and(|section| !section.after_blank) && !self.is_closed;
        if in_text && !text.contains("</details>") && !text.contains("<summary") && !text.contains("<details") {
            return false;
        }
        self.end_section();
        self.is_closed |= text.contains("</details>");
        let piece = trimmed(words.shifted(line.start), self.source);
        match &mut self.paper {
            Some(paper) if !self.is_closed || piece.is_some() => {
                paper.extras.extend(piece);
                paper.source.end = line.end;
            }
            Some(paper) if text.contains("</details>") => paper.source.end = line.end,
            _ => self.digest.front.extend(piece),
        }
        true
    }

    /// The label that the line begins with, if it counts: after the section of one that precedes it, and after a
    /// blank line or in direct succession. Inside an abstract none does.
    fn label(&self, text: &str) -> Option<(usize, &'static str)> {
        if self.is_closed {
            return None;
        }
        let (rank, label) =
            SECTIONS.iter().map(|(label, _, _)| *label).enumerate().find(|(_, label)| text.starts_with(label))?;
        let counts = match &self.section {
            None => true,
            Some(OpenSection { rank: None, .. }) => true,
            Some(OpenSection { rank: Some(open), after_blank, .. }) => {
                rank > *open && (*after_blank || rank == open + 1)
            }
        };
        counts.then_some((rank, label))
    }

    fn begin_section(&mut self, line: ByteSpan, rank: usize, label: &str) {
        self.end_section();
        let colon = line.start + label.len();
        let heading = Some(Piece::new(label, ByteSpan::new(line.start, colon)));
        let paper = self.paper.get_or_insert_with(|| empty_paper(line, Kind::Deep));
        paper.source.end = line.end;
        self.section =
            Some(OpenSection { rank: Some(rank), heading, body: ByteSpan::new(colon, line.end), after_blank: false });
    }

    /// Authors and category, which stand before the first section.
    fn head_line(&mut self, line: ByteSpan) -> bool {
        let Some(paper) = &mut self.paper else { return false };
        if self.section.is_some() || self.is_closed || !paper.sections.is_empty() {
            return false;
        }
        let text = line.of(self.source).trim_end();
        let end = line.start + text.len();
        let authors = text.strip_prefix('*').and_then(|rest| rest.strip_suffix('*'));
        if let Some(authors) = authors.filter(|authors| paper.authors.is_none() && !authors.starts_with('*')) {
            paper.authors =
                Some(Piece::new(authors.trim(), inner(ByteSpan::new(line.start + 1, end - 1), self.source)));
        } else if paper.topic.is_none() && text.starts_with(CATEGORY) {
            let colon = line.start + CATEGORY.len();
            paper.extras.push(Piece::new(CATEGORY, ByteSpan::new(line.start, colon)));
            let topic = trimmed(ByteSpan::new(colon, end), self.source);
            paper.topic = topic.as_ref().map(|piece| piece.text.clone());
            paper.badges.extend(topic);
        } else {
            return false;
        }
        paper.source.end = line.end;
        true
    }

    fn section_text(&mut self, line: ByteSpan) {
        if let Some(paper) = &mut self.paper {
            paper.source.end = line.end;
        }
        match &mut self.section {
            Some(section) => {
                section.body.end = line.end;
                section.after_blank = false;
            }
            None => {
                let message = "text without a label stands in a section of its own".to_owned();
                self.digest.warnings.push(Warning { at: line.start, message, kind: WarningKind::Unrecognised });
                self.section = Some(OpenSection { rank: None, heading: None, body: line, after_blank: false });
            }
        }
    }

    fn end_section(&mut self) {
        let (Some(open), Some(paper)) = (self.section.take(), &mut self.paper) else { return };
        let kind = open.rank.and_then(|rank| SECTIONS.get(rank)).map_or(SectionKind::Other, |(_, _, kind)| *kind);
        let pieces = plain_pieces(open.body, self.source, lines_of(kind));
        if pieces.is_empty()
            && let Some(heading) = &open.heading
        {
            let message = format!("section {} is empty", kind.as_str());
            self.digest.warnings.push(Warning { at: heading.source.start, message, kind: WarningKind::MissingSection });
        }
        paper.sections.push(section(kind, open.heading, pieces, &mut self.digest.warnings));
    }

    fn end_paper(&mut self) {
        self.end_section();
        self.is_closed = false;
        let Some(paper) = self.paper.take() else { return };
        let has = |kind| paper.sections.iter().any(|section| section.kind == kind);
        if !has(SectionKind::Abstract) {
            let message = "the abstract is missing".to_owned();
            self.digest.warnings.push(Warning { at: paper.source.end, message, kind: WarningKind::MissingSection });
        }
        self.digest.papers.push(paper);
    }

    /// A line between papers: the words of headings, lists and links.
    fn front(&mut self, line: ByteSpan) {
        let text = line.of(self.source);
        let body = text.trim_start_matches('#').trim_start();
        let body = body.strip_prefix("- ").unwrap_or(body);
        let mut start = line.start + text.len() - body.len();
        while start < line.end {
            let rest = ByteSpan::new(start, line.end).of(self.source);
            let Some(middle) = rest.find("](") else { break };
            let label = opening_bracket(rest.get(..middle).unwrap_or_default());
            let close = rest.get(middle..).and_then(|target| target.find(')'));
            let parts = match (label, close) {
                (Some(open), Some(close)) => [(0, open), (open + 1, middle), (middle + close + 1, 0)],
                _ => [(0, middle + 2), (0, 0), (middle + 2, 0)],
            };
            for (from, to) in [parts[0], parts[1]] {
                self.digest.front.extend(trimmed(ByteSpan::new(start + from, start + to), self.source));
            }
            start += parts[2].0;
        }
        self.digest.front.extend(trimmed(ByteSpan::new(start.min(line.end), line.end), self.source));
    }
}

/// The bracket that the closing one behind `text` belongs to.
fn opening_bracket(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate().rev() {
        match byte {
            b']' => depth += 1,
            b'[' if depth == 0 => return Some(at),
            b'[' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The first line of an entry, as spans in it.
struct Entry {
    /// `[12]`.
    number: Option<ByteSpan>,
    title: ByteSpan,
    address: Option<ByteSpan>,
    /// What follows the link.
    rest: Option<ByteSpan>,
}

impl Entry {
    /// Reads `### [n] [title](link)`. Titles may hold brackets and parentheses: the link is the last `](http`.
    fn parse(line: &str) -> Option<Self> {
        let body = line.strip_prefix("###")?.trim_start_matches('#').trim_start();
        let start = line.len() - body.len();
        let number = body.strip_prefix('[').and_then(|rest| rest.find(']').filter(|&end| is_number(rest, end)));
        let number_end = number.map(|digits| digits + 2);
        let after = body.get(number_end.unwrap_or(0)..)?.trim_start();
        let title_at = line.len() - after.len();
        let linked = after.strip_prefix('[').and_then(|rest| rest.rfind("](http"));
        if number.is_none() && linked.is_none() {
            return None;
        }
        let number = number_end.map(|end| ByteSpan::new(start, start + end));
        let Some(title_length) = linked else {
            return Some(Self { number, title: ByteSpan::new(title_at, line.len()), address: None, rest: None });
        };
        let title = ByteSpan::new(title_at + 1, title_at + 1 + title_length);
        let address_at = title.end + 2;
        let target = line.get(address_at..)?;
        let address_length = target.rfind(')').unwrap_or(target.trim_end().len());
        let address = ByteSpan::new(address_at, address_at + address_length);
        let rest_at = (address.end + 1).min(line.len());
        Some(Self { number, title, address: Some(address), rest: Some(ByteSpan::new(rest_at, line.len())) })
    }
}

fn is_number(text: &str, end: usize) -> bool {
    end > 0 && text.bytes().take(end).all(|byte| byte.is_ascii_digit())
}

/// The words between the tags of a line that holds tags of the template, or `None` for any other line.
fn tags_only(line: &str) -> Option<ByteSpan> {
    let text = line.trim();
    let name = text.strip_prefix('<')?.trim_start_matches('/');
    if !["div", "details", "summary"].iter().any(|tag| name.starts_with(tag)) || !text.ends_with('>') {
        return None;
    }
    let start = line.find('>')? + 1;
    let end = line.rfind('<')?;
    let words = if start <= end { ByteSpan::new(start, end) } else { ByteSpan::new(start, start) };
    (!words.of(line).contains(['<', '>'])).then_some(words)
}

/// The visible part of `span` as a piece.
fn trimmed(span: ByteSpan, source: &str) -> Option<Piece> {
    plain_pieces(span, source, Lines::Joined).into_iter().next()
}

/// `span` without white space at its ends.
fn inner(span: ByteSpan, source: &str) -> ByteSpan {
    let text = span.of(source);
    let start = span.start + text.len() - text.trim_start().len();
    ByteSpan::new(start, start + text.trim().len())
}
