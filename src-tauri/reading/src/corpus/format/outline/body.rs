//! One paper from its lines: the header, then section by section.

use crate::corpus::{Block, Kind, NameOrigin, Paper, PaperKey, Piece, Section, SectionKind, Warning, WarningKind};
use crate::text::ByteSpan;

use super::super::review;
use super::papers::Place;
use super::{Line, Role, evidence, header};

/// The sections that every deep read of the site has.
const EXPECTED: [SectionKind; 7] = [
    SectionKind::Positioning,
    SectionKind::Background,
    SectionKind::Method,
    SectionKind::Evidence,
    SectionKind::Review,
    SectionKind::Limitations,
    SectionKind::FollowUp,
];

/// Reads the paper whose lines are given; `place` counts lines of the whole digest. Returns how many of the lines
/// belong to the paper: the rest is the site's.
pub(super) fn read(lines: &[Line], place: &Place, warnings: &mut Vec<Warning>, source: &str) -> (Paper, usize) {
    let title = place.title.map(|at| at - place.start);
    let end = end_of(lines, title);
    let lines = &lines[..end];
    let mut paper = Paper {
        key: PaperKey::default(),
        name: String::new(),
        name_origin: NameOrigin::Title,
        title: None,
        authors: None,
        links: Vec::new(),
        badges: Vec::new(),
        topic: None,
        arxiv_id: None,
        kind: Kind::Deep,
        sections: Vec::new(),
        extras: Vec::new(),
        source: span_of(lines),
    };
    let first_section = lines.iter().position(|line| is_section(line, title, lines)).unwrap_or(end);
    read_header(&lines[..first_section], title, &mut paper);
    let brief =
        lines.iter().any(|line| line.heading.is_some_and(|heading| heading.brief) || header::is_notice(line.text()));
    if brief {
        paper.kind = Kind::Brief;
    }
    let mut at = first_section;
    while at < end {
        let next = (at + 1..end).find(|&next| is_section(&lines[next], title, lines)).unwrap_or(end);
        let section = read_section(&lines[at], &lines[at + 1..next], brief, warnings);
        paper.sections.push(section);
        at = next;
    }
    review::split_sections(&mut paper.sections, source);
    warn_missing(&paper, warnings);
    if let Some(title) = &paper.title {
        paper.name = title.text.clone();
    }
    (paper, end)
}

/// How many lines the paper has: up to the end of its article, the site's last line, or a heading above its own.
fn end_of(lines: &[Line], title: Option<usize>) -> usize {
    let anchor = title.unwrap_or(0);
    let article = lines.get(anchor).map_or(0, |line| line.block.article);
    let level = title.and_then(|at| level_of(&lines[at]));
    let shared = lines.iter().any(|line| line.heading.is_some() && level.is_some() && level_of(line) == level);
    let stops = |line: &Line| {
        let above = match (level_of(line), level) {
            (Some(own), Some(level)) => line.heading.is_none() && (own < level || (own == level && !shared)),
            _ => false,
        };
        (article != 0 && line.block.article != article) || header::is_footer(line.text()) || above
    };
    let from = anchor + 1;
    lines.iter().skip(from).position(stops).map_or(lines.len(), |at| from + at)
}

fn level_of(line: &Line) -> Option<u8> {
    match line.role() {
        Role::Heading(level) => Some(level),
        _ => None,
    }
}

/// Whether the line heads a section: by its words, or by its markup anywhere below the title.
fn is_section(line: &Line, title: Option<usize>, lines: &[Line]) -> bool {
    let is_title = title.is_some_and(|at| std::ptr::eq(line, &raw const lines[at]));
    !is_title && (line.heading.is_some() || matches!(line.role(), Role::Heading(_) | Role::Summary))
}

fn span_of(lines: &[Line]) -> ByteSpan {
    let mut pieces = lines.iter().filter_map(|line| line.block.flow.whole());
    let Some(first) = pieces.next() else { return ByteSpan::default() };
    let end = pieces.map(|piece| piece.source.end).fold(first.source.end, usize::max);
    ByteSpan::new(first.source.start, end)
}

fn read_header(lines: &[Line], title: Option<usize>, paper: &mut Paper) {
    let mut rest = Vec::new();
    // Badges on lines of their own: the last one before the title is the topic, unless it counts something.
    let separate = lines.iter().take(title.unwrap_or(0)).any(|line| header::is_signal(line.text()));
    for (at, line) in lines.iter().enumerate() {
        let flow = &line.block.flow;
        for anchor in flow.anchors() {
            paper.arxiv_id = paper.arxiv_id.take().or_else(|| header::arxiv_id(&anchor.url));
        }
        paper.arxiv_id = paper.arxiv_id.take().or_else(|| header::arxiv_id(line.text()));
        if title == Some(at) {
            paper.title = flow.whole();
        } else if separate && title.is_some_and(|title| at < title) {
            let last = title == Some(at + 1) && !header::is_signal(line.text());
            paper.topic = last.then(|| line.text().to_owned()).or(paper.topic.take());
            paper.badges.extend(flow.whole());
        } else if line.role() == Role::Badge && !header::is_badges(line.text()) {
            paper.topic = Some(line.text().to_owned());
            paper.badges.extend(flow.whole());
        } else if header::is_badges(line.text()) || title.is_some_and(|title| at < title) {
            let (badges, topic) = header::cut_badges(flow);
            paper.badges.extend(badges);
            if line.role() != Role::Badge || topic.is_some() {
                paper.topic = topic.or(paper.topic.take());
            }
        } else if line.role() == Role::Links || header::is_links(flow) || header::is_link_part(flow) {
            let (links, signs) = header::links(flow);
            paper.links.extend(links);
            paper.extras.extend(signs);
        } else if header::is_fallback(line.text()) {
            paper.badges.extend(flow.whole());
            paper.kind = Kind::Brief;
        } else if line.role() == Role::Authors || (paper.authors.is_none() && may_be_authors(line, rest.is_empty())) {
            paper.authors = flow.whole();
        } else {
            rest.extend(flow.whole());
        }
    }
    if !rest.is_empty() {
        let blocks = rest.into_iter().map(Block::Passage).collect();
        paper.sections.push(Section { kind: SectionKind::Other, heading: None, blocks });
    }
    paper.topic = paper.topic.take().filter(|topic| !topic.is_empty() && !header::is_signal(topic));
}

fn may_be_authors(line: &Line, first: bool) -> bool {
    first && line.role() == Role::Paragraph && header::is_authors(line.text())
}

fn read_section(head: &Line, body: &[Line], brief: bool, warnings: &mut Vec<Warning>) -> Section {
    let mut kind = head.heading.map_or(SectionKind::Other, |heading| heading.kind);
    if brief {
        kind = match kind {
            SectionKind::Positioning => SectionKind::Abstract,
            SectionKind::Review if body.iter().all(|line| header::is_notice(line.text())) => SectionKind::Notice,
            kind => kind,
        };
    }
    let blocks = if kind == SectionKind::Evidence {
        evidence::read(body, warnings)
    } else {
        passages(body).into_iter().map(Block::Passage).collect()
    };
    Section { kind, heading: head.block.flow.whole(), blocks }
}

fn passages(body: &[Line]) -> Vec<Piece> {
    body.iter().filter_map(|line| line.block.flow.whole()).collect()
}

fn warn_missing(paper: &Paper, warnings: &mut Vec<Warning>) {
    let has = |kind: SectionKind| paper.section(kind).is_some();
    if paper.kind == Kind::Brief || EXPECTED.iter().filter(|kind| has(**kind)).count() < 2 {
        return;
    }
    for kind in EXPECTED.into_iter().filter(|kind| !has(*kind)) {
        warnings.push(Warning {
            at: paper.source.start,
            message: format!("the section {} is missing", kind.as_str()),
            kind: WarningKind::MissingSection,
        });
    }
}
