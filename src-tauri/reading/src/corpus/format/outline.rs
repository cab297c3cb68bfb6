//! One stream of blocks in, one digest out: which blocks are a paper's header, which head a section, which are claims
//! and quotes. Every form of the digest that has headings ends here.

#[cfg(test)]
pub(super) mod agreement;
mod body;
mod evidence;
mod flow;
mod header;
mod heading;
mod papers;
#[cfg(test)]
pub(super) mod visible;

pub(super) use flow::Flow;

use crate::corpus::{Digest, Warning, WarningKind};

use heading::Heading;

/// What the markup says about a block. Text without markup says [`Role::Paragraph`] throughout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A heading of the level, 1 the highest.
    Heading(u8),
    /// The visible line of a folded part: heads a section.
    Summary,
    /// Marked as the title of a paper.
    Title,
    /// Marked as the authors of a paper.
    Authors,
    /// Marked as a label of a paper.
    Badge,
    /// Marked as the links of a paper.
    Links,
    /// The first block of a list item, with its number in an ordered list.
    Item(Option<u32>),
    /// Inside a block quotation.
    Quote,
    /// Anything else.
    Paragraph,
}

/// A block of visible text.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) role: Role,
    pub(super) flow: Flow,
    /// Which element around it holds one article; 0 where none does. Blocks of one article never belong to two
    /// papers, nor blocks outside to the paper of an article.
    pub(super) article: usize,
}

/// A block with what its words say.
#[derive(Clone, Debug)]
struct Line {
    block: Block,
    heading: Option<Heading>,
}

impl Line {
    fn new(block: Block) -> Self {
        let text = block.flow.text();
        let heading = match block.role {
            Role::Heading(_) | Role::Summary => heading::markup_heading(text),
            Role::Paragraph | Role::Item(_) => heading::review_heading(text),
            _ => None,
        };
        Self { block, heading }
    }

    fn text(&self) -> &str {
        self.block.flow.text().trim()
    }

    fn role(&self) -> Role {
        self.block.role
    }
}

/// Whether a line of text without markup is a heading of the review, alone or after links.
pub(super) fn is_heading_line(line: &str) -> bool {
    heading::review_heading(line).is_some()
        || (line.len() <= 400 && {
            let mut flow = Flow::default();
            flow.push_verbatim(line, 0);
            glued(&flow).is_some()
        })
}

/// Whether a line of text without markup begins with a list mark.
pub(super) fn is_list_mark(line: &str) -> bool {
    evidence::visible_mark(line).is_some()
}

/// Columns of the list mark at the start of the line, white space after it included.
pub(super) fn mark_width(line: &str) -> Option<usize> {
    evidence::visible_mark(line).map(|mark| line[..mark.bytes].chars().count())
}

/// Builds the digest. Linear in the blocks; never fails; each visible character of the blocks ends in one piece.
/// Names and keys of the papers are left to the front door. `source` is the decoded source, `warnings` what the form
/// had to say already.
pub(super) fn assemble(blocks: Vec<Block>, source: &str, warnings: Vec<Warning>) -> Digest {
    let lines = cut_glued(blocks);
    let mut digest = Digest { warnings, ..Digest::default() };
    let plan = papers::find(&lines);
    let mut at = 0;
    for place in &plan {
        front(&lines[at..place.start], &mut digest);
        let (paper, after) = body::read(&lines[place.start..place.end], place, &mut digest.warnings, source);
        digest.papers.push(paper);
        at = place.start + after;
        front(&lines[at..place.end], &mut digest);
        at = place.end;
    }
    front(&lines[at..], &mut digest);
    if digest.date.is_none() {
        digest.warnings.push(Warning { at: 0, message: "no date was found".to_owned(), kind: WarningKind::NoDate });
    }
    digest.warnings.sort_by_key(|warning| warning.at);
    digest
}

fn front(lines: &[Line], digest: &mut Digest) {
    for line in lines {
        if digest.date.is_none() {
            digest.date = header::date(line.text());
        }
        digest.front.extend(line.block.flow.whole());
    }
}

/// Cuts blocks whose markup was lost so far that a heading stands on one line with other text.
fn cut_glued(blocks: Vec<Block>) -> Vec<Line> {
    let mut lines = Vec::with_capacity(blocks.len());
    for block in blocks {
        if block.flow.is_blank() {
            continue;
        }
        let line = Line::new(block);
        let cut = match line.role() {
            Role::Paragraph | Role::Links if line.heading.is_none() => glued(&line.block.flow),
            _ => None,
        };
        let Some((range, found)) = cut else {
            lines.push(line);
            continue;
        };
        let Block { role, flow, article } = line.block;
        let part = |range| Block { role, flow: flow.part(range), article };
        let (before, head, after) = (part(0..range.start), part(range.clone()), part(range.end..flow.text().len()));
        lines.extend((!before.flow.is_blank()).then_some(Line { block: before, heading: None }));
        lines.push(Line { block: Block { role: Role::Paragraph, ..head }, heading: Some(found) });
        lines.extend((!after.flow.is_blank()).then_some(Line { block: after, heading: None }));
    }
    lines
}

/// A heading inside the block counts at its very beginning, on a line of its own, and after links.
fn glued(flow: &Flow) -> Option<(std::ops::Range<usize>, Heading)> {
    let text = flow.text();
    let (range, found) = heading::glued_heading(text)?;
    let before = text[..range.start].trim_end_matches(|c: char| c == ' ' || "#*".contains(c));
    let after = text[range.end..].trim_matches(|c: char| c.is_whitespace() || "*#:：".contains(c));
    let own_line = before.is_empty() || before.ends_with('\n');
    let ends = after.is_empty() && text[..range.start].ends_with(char::is_whitespace);
    let linked = header::is_links(&flow.part(0..range.start));
    (own_line || ends || linked).then_some((range, found))
}
