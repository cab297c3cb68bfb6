//! Bare extracted text: no titles, no headings, sections known by position and shape.
//!
//! The text is cut into paragraphs, the sequence of paragraphs is read as papers, and each paragraph becomes one
//! piece (a claim: its mark and its statement). Spans count in the source as it is, line ends included.

mod cue;
mod order;
mod paragraph;

use std::borrow::Cow;

use self::order::{Join, Role};
use self::paragraph::Paragraph;
use super::review;
use super::wrap::Habit;
use crate::corpus::{
    Block, Digest, Finding, Kind, NameOrigin, Paper, PaperKey, Piece, Section, SectionKind, Warning, WarningKind,
};
use crate::text::ByteSpan;

/// Lines at the top among which the date is looked for, and the length of such a line.
const TOP_LINES: usize = 4;
/// See [`TOP_LINES`].
const TOP_BYTES: usize = 120;

/// Reads bare extracted text. Names and keys of the papers are left to the front door.
pub(crate) fn read(source: &str) -> Digest {
    let mut paragraphs = paragraph::cut(source);
    let seams = Seams::of(source, &paragraphs);
    let mut digest = Digest::default();
    if paragraphs.is_empty() {
        digest.warnings.push(warning(0, WarningKind::Empty, "the file has no text"));
        return digest;
    }
    match dated(source, &paragraphs) {
        Some((lines, date)) => {
            digest.date = Some(date);
            digest.front.extend(paragraphs.drain(..lines).map(|paragraph| seams.piece(&paragraph)));
        }
        None => digest.warnings.push(warning(0, WarningKind::NoDate, "no line at the top is a date")),
    }
    if !looks_like_a_digest(digest.date.is_some(), &paragraphs) {
        digest.warnings.push(warning(0, WarningKind::NotADigest, "nothing here looks like a digest"));
        digest.front.extend(paragraphs.iter().map(|paragraph| seams.piece(paragraph)));
        return digest;
    }
    let roles = order::roles(source, &paragraphs);
    let ahead = quotes_ahead(&paragraphs, &roles);
    let mut reading = Reading { source, seams, digest, last_number: 0, long_quotes: false };
    for ((paragraph, (role, join)), ahead) in paragraphs.iter().zip(roles).zip(ahead) {
        reading.paragraph(paragraph, role, join, ahead);
    }
    reading.finish()
}

/// The date at the top, and how many paragraphs end with its line: a kicker may stand before it or beside it.
fn dated(source: &str, paragraphs: &[Paragraph]) -> Option<(usize, String)> {
    let short = |paragraph: &&Paragraph| paragraph.span.len() <= TOP_BYTES && paragraph.number.is_none();
    let top = paragraphs.iter().take(TOP_LINES).take_while(short);
    top.enumerate().find_map(|(index, paragraph)| {
        let separated = |ch: char| ch.is_whitespace() || "·|｜，,()（）:：".contains(ch);
        let date = paragraph.span.of(source).split(separated).find_map(paragraph::date)?;
        Some((index + 1, date))
    })
}

/// A date, a review, the sentence of a brief or a claim with its quote: what other texts have not.
fn looks_like_a_digest(dated: bool, paragraphs: &[Paragraph]) -> bool {
    let pair = |[claim, quote]: &[Paragraph; 2]| claim.number.is_some() && claim.chinese && quote.indented;
    dated
        || paragraphs.iter().any(|paragraph| paragraph.notice || paragraph.labels > 0)
        || paragraphs.array_windows().any(pair)
}

/// What follows a paragraph up to the next claim.
#[derive(Clone, Copy, Default)]
struct Ahead {
    /// Paragraphs of quotes, this one included.
    quotes: u32,
    /// The number of the next claim, where one follows in this paper.
    number: Option<u32>,
}

/// Looks ahead from each paragraph. A second quote after one claim is either its second paragraph or the quote of a
/// claim that was lost; the number of the next claim tells.
fn quotes_ahead(paragraphs: &[Paragraph], roles: &[(Role, Join)]) -> Vec<Ahead> {
    let mut ahead = Ahead::default();
    let back = paragraphs.iter().zip(roles).rev().map(|(paragraph, (role, join))| {
        let here = match role {
            _ if *join == Join::Stray => ahead,
            Role::Quote => Ahead { quotes: ahead.quotes + 1, ..ahead },
            Role::Claim => Ahead { quotes: 0, number: paragraph.number.map(|(number, _)| number) },
            _ => Ahead::default(),
        };
        ahead = if *join == Join::Paper { Ahead::default() } else { here };
        here
    });
    let mut aheads: Vec<Ahead> = back.collect();
    aheads.reverse();
    aheads
}

fn warning(at: usize, kind: WarningKind, message: impl Into<String>) -> Warning {
    Warning { at, message: message.into(), kind }
}

/// How the lines of a paragraph are joined.
struct Seams<'a> {
    source: &'a str,
    /// How the document was wrapped; `None` where it was not.
    habit: Option<Habit>,
}

impl<'a> Seams<'a> {
    fn of(source: &'a str, paragraphs: &[Paragraph]) -> Self {
        let wrapped = paragraphs.iter().any(|paragraph| paragraph.many_lines);
        Self { source, habit: wrapped.then(|| Habit::of(source)).filter(Habit::is_wrapped) }
    }

    fn piece(&self, paragraph: &Paragraph) -> Piece {
        Piece::new(self.joined(paragraph.span.of(self.source), paragraph.many_lines), paragraph.span)
    }

    /// `text` with its lines joined, as the document's other lines say; else by a space, but by nothing between two
    /// Chinese characters.
    fn joined<'t>(&self, text: &'t str, many_lines: bool) -> Cow<'t, str> {
        if !many_lines {
            return Cow::Borrowed(text);
        }
        let mut joined = String::with_capacity(text.len());
        let mut before = "";
        for raw in text.split(['\n', '\r']).filter(|line| !line.trim().is_empty()) {
            let line = raw.trim();
            let seam = before.trim_end().chars().next_back().zip(line.chars().next());
            let spaced = match &self.habit {
                Some(habit) => habit.is_space(before, line),
                None => seam.is_some_and(|(left, right)| !(is_wide(left) && is_wide(right))),
            };
            if spaced {
                joined.push(' ');
            }
            joined.push_str(line);
            before = raw;
        }
        Cow::Owned(joined)
    }
}

/// Ideographs and full-width punctuation, between which Chinese writes no space.
fn is_wide(ch: char) -> bool {
    matches!(ch, '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FF60}'
        | '\u{20000}'..='\u{3FFFF}' | '“' | '”' | '‘' | '’' | '—' | '…')
}

/// The digest under way.
struct Reading<'a> {
    source: &'a str,
    seams: Seams<'a>,
    digest: Digest,
    /// Of the last finding in the open paper.
    last_number: u32,
    /// Some quote before had several paragraphs, so that another one may have.
    long_quotes: bool,
}

impl Reading<'_> {
    fn paragraph(&mut self, paragraph: &Paragraph, role: Role, join: Join, ahead: Ahead) {
        if join == Join::Paper {
            self.close_paper();
            self.open_paper(paragraph, role);
        }
        let at = paragraph.span.start;
        let Some(paper) = self.digest.papers.last_mut() else {
            // Kickers and counts before the first paper are no trouble.
            self.digest.front.push(self.seams.piece(paragraph));
            return;
        };
        paper.source.end = paragraph.span.end;
        if join == Join::Stray {
            let message = "this paragraph is no part of a review that is known here; it is kept as it is";
            self.digest.warnings.push(warning(at, WarningKind::Unrecognised, message));
            passage(paper, SectionKind::Other, self.seams.piece(paragraph));
            return;
        }
        match role {
            Role::Claim => self.claim(paragraph),
            Role::Quote => self.quote(paragraph, ahead),
            _ => {
                if let Some(kind) = section_kind(role) {
                    passage(paper, kind, self.seams.piece(paragraph));
                }
            }
        }
    }

    fn open_paper(&mut self, paragraph: &Paragraph, role: Role) {
        let kind = if matches!(role, Role::Abstract | Role::Notice) { Kind::Brief } else { Kind::Deep };
        self.last_number = 0;
        self.digest.papers.push(Paper {
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
            sections: Vec::with_capacity(if kind == Kind::Deep { 7 } else { 2 }),
            extras: Vec::new(),
            source: paragraph.span,
        });
    }

    fn claim(&mut self, paragraph: &Paragraph) {
        let (number, marker) = match paragraph.number {
            Some((number, marker)) => (number, Some(marker)),
            None => (self.last_number.saturating_add(1), None),
        };
        if number != self.last_number.saturating_add(1) {
            let message = format!("finding {number} follows finding {}", self.last_number);
            self.digest.warnings.push(warning(paragraph.span.start, WarningKind::FindingNumbers, message));
        }
        self.last_number = number;
        let start = marker.map_or(paragraph.span.start, |marker| marker.end);
        let rest = ByteSpan::new(start, paragraph.span.end).of(self.source);
        let text = rest.trim_start();
        let span = ByteSpan::new(paragraph.span.end - text.len(), paragraph.span.end);
        let finding = Finding {
            number,
            marker: marker.map(|marker| Piece::new(marker.of(self.source), marker)),
            claim: Some(Piece::new(self.seams.joined(text, paragraph.many_lines), span)),
            quote: None,
        };
        self.finding(finding);
    }

    fn quote(&mut self, paragraph: &Paragraph, ahead: Ahead) {
        // Quotes have one paragraph as a rule. After the last claim no number tells, and the rule holds.
        let own = match ahead.number {
            Some(next) => (1..=next.saturating_sub(self.last_number.saturating_add(1))).contains(&ahead.quotes),
            None => !self.long_quotes,
        };
        let Some(paper) = self.digest.papers.last_mut() else { return };
        let quote = self.seams.piece(paragraph);
        let last = paper.sections.iter_mut().rfind(|section| section.kind != SectionKind::Other);
        let last =
            last.filter(|section| section.kind == SectionKind::Evidence).and_then(|section| section.blocks.last_mut());
        let open = match last {
            Some(Block::Finding(finding)) => Some(finding),
            _ => None,
        };
        match open {
            Some(Finding { quote: slot @ None, .. }) => *slot = Some(quote),
            // A stray between the two keeps its place, and then they are two quotes.
            Some(Finding { quote: Some(whole), .. })
                if !own && ByteSpan::new(whole.source.end, quote.source.start).of(self.source).trim().is_empty() =>
            {
                self.long_quotes = true;
                whole.text.push('\n');
                whole.text.push_str(&quote.text);
                whole.source.end = quote.source.end;
            }
            _ => {
                let message = "this quote has no claim";
                self.digest.warnings.push(warning(paragraph.span.start, WarningKind::QuoteWithoutClaim, message));
                self.last_number = self.last_number.saturating_add(1);
                self.finding(Finding { number: self.last_number, marker: None, claim: None, quote: Some(quote) });
            }
        }
    }

    fn finding(&mut self, finding: Finding) {
        if let Some(paper) = self.digest.papers.last_mut() {
            section(paper, SectionKind::Evidence).blocks.push(Block::Finding(finding));
        }
    }

    /// Splits the review and lists what the paper lacks.
    fn close_paper(&mut self) {
        let Some(paper) = self.digest.papers.last_mut() else { return };
        review::split_sections(&mut paper.sections, self.source);
        let expected: &[SectionKind] = match paper.kind {
            Kind::Deep => &[
                SectionKind::Positioning,
                SectionKind::Background,
                SectionKind::Method,
                SectionKind::Evidence,
                SectionKind::Review,
                SectionKind::Limitations,
                SectionKind::FollowUp,
            ],
            Kind::Brief => &[SectionKind::Abstract, SectionKind::Notice],
        };
        for kind in expected.iter().filter(|kind| paper.section(**kind).is_none()) {
            let message = format!("this paper has no section {}", kind.as_str());
            self.digest.warnings.push(warning(paper.source.start, WarningKind::MissingSection, message));
        }
        for finding in paper.findings().filter(|finding| finding.quote.is_none()) {
            let at = finding.claim.as_ref().map_or(paper.source.start, |claim| claim.source.start);
            let message = format!("finding {} has no quote", finding.number);
            self.digest.warnings.push(warning(at, WarningKind::ClaimWithoutQuote, message));
        }
    }

    fn finish(mut self) -> Digest {
        self.close_paper();
        self.digest.warnings.sort_by_key(|warning| warning.at);
        self.digest
    }
}

fn section_kind(role: Role) -> Option<SectionKind> {
    Some(match role {
        Role::Positioning => SectionKind::Positioning,
        Role::Background => SectionKind::Background,
        Role::Method => SectionKind::Method,
        Role::Evidence | Role::Claim | Role::Quote => SectionKind::Evidence,
        Role::Review => SectionKind::Review,
        Role::Limitations => SectionKind::Limitations,
        Role::FollowUp => SectionKind::FollowUp,
        Role::Abstract => SectionKind::Abstract,
        Role::Notice => SectionKind::Notice,
        Role::Front => return None,
    })
}

fn passage(paper: &mut Paper, kind: SectionKind, piece: Piece) {
    section(paper, kind).blocks.push(Block::Passage(piece));
}

/// The section that a block of `kind` goes to: the open one, even when strays stand after it, else a new one.
fn section(paper: &mut Paper, kind: SectionKind) -> &mut Section {
    let open =
        paper.sections.iter().rposition(|section| kind == SectionKind::Other || section.kind != SectionKind::Other);
    let open = open.filter(|&at| paper.sections.get(at).is_some_and(|section| section.kind == kind));
    let at = open.unwrap_or_else(|| {
        paper.sections.push(Section { kind, heading: None, blocks: Vec::new() });
        paper.sections.len() - 1
    });
    &mut paper.sections[at]
}

#[cfg(test)]
mod tests;
