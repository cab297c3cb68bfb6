//! Where each paper of a digest begins and ends.

use crate::corpus::SectionKind;

use super::{Line, Role, header};

/// A paper's lines, and where in them its parts begin.
#[derive(Debug)]
pub(super) struct Place {
    /// First line: its badges, or its title.
    pub(super) start: usize,
    /// Line after the last.
    pub(super) end: usize,
    /// Line of the title.
    pub(super) title: Option<usize>,
}

/// More lines than these never stand between the badges of a paper and its first section.
const LONGEST_HEADER_LINES: usize = 16;

/// Finds the papers: by the page's marks, by the review's headings, or by headings alone.
pub(super) fn find(lines: &[Line]) -> Vec<Place> {
    let mut starts = if lines.iter().any(|line| line.role() == Role::Title) {
        by_marks(lines)
    } else {
        let openings = openings(lines);
        if openings.is_empty() { by_level(lines) } else { by_openings(lines, &openings) }
    };
    for next in (1..starts.len()).rev() {
        let bound = starts[next].start;
        starts[next - 1].end = bound.max(starts[next - 1].start);
    }
    starts
}

fn by_marks(lines: &[Line]) -> Vec<Place> {
    let titles = (0..lines.len()).filter(|&at| lines[at].role() == Role::Title);
    let mut floor = 0;
    let mut places = Vec::new();
    for title in titles {
        let article = lines[title].block.article;
        let same = |at: usize| lines[at].role() == Role::Badge && lines[at].block.article == article;
        let start = back_while(floor, title, same);
        places.push(Place { start, end: lines.len(), title: Some(title) });
        floor = title + 1;
    }
    places
}

/// The smallest index from which every line up to `from` satisfies the condition, not below `floor`.
fn back_while(floor: usize, from: usize, holds: impl Fn(usize) -> bool) -> usize {
    let mut at = from;
    while at > floor && holds(at - 1) {
        at -= 1;
    }
    at
}

/// The lines that head a paper's first section.
fn openings(lines: &[Line]) -> Vec<usize> {
    let mut openings = Vec::new();
    let mut last: Option<SectionKind> = None;
    // Whether something that can only stand between papers was seen since the last section heading.
    let mut parted = true;
    for (at, line) in lines.iter().enumerate() {
        let Some(heading) = line.heading else {
            parted |= header::is_links(&line.block.flow)
                || matches!(line.role(), Role::Heading(_) | Role::Badge)
                || header::is_badges(line.text());
            continue;
        };
        if heading.kind > SectionKind::FollowUp {
            continue;
        }
        let back = last.is_none_or(|last| heading.kind <= last);
        if back && (parted || heading.kind == SectionKind::Positioning) {
            openings.push(at);
        }
        last = Some(heading.kind);
        parted = false;
    }
    openings
}

fn by_openings(lines: &[Line], openings: &[usize]) -> Vec<Place> {
    let mut floor = 0;
    let mut places = Vec::new();
    for &opening in openings {
        let low = floor.max(opening.saturating_sub(LONGEST_HEADER_LINES));
        let article = lines[opening].block.article;
        let inside = |at: usize| lines[at].block.article == article && !header::is_furniture(lines[at].text());
        let marked = (low..opening)
            .rev()
            .take_while(|&at| inside(at))
            .find(|&at| matches!(lines[at].role(), Role::Heading(_)) && lines[at].heading.is_none());
        let place = match marked {
            Some(title) => {
                let badge = |at: usize| inside(at) && is_badge_row(&lines[at]);
                let mut start = back_while(low, title, badge);
                let short = |at: usize| inside(at) && is_short(&lines[at]);
                if let Some(place) = badge_lines(lines, low, title + 1, short).filter(|place| place.start < start) {
                    start = place.start;
                } else if start == title && title > low && inside(title - 1) && is_short(&lines[title - 1]) {
                    start = title - 1;
                }
                Place { start, end: lines.len(), title: Some(title) }
            }
            None => unmarked(lines, low, opening, inside),
        };
        places.push(place);
        // The first block under a heading is always its section's own.
        let next_heading = lines[opening + 1..].iter().position(|line| line.heading.is_none());
        floor = opening + 1 + next_heading.unwrap_or(0) + 1;
        floor = last_body_floor(lines, openings, opening, floor);
    }
    places
}

/// The first line after `opening` that may belong to the next paper: the second block of the last section before it.
fn last_body_floor(lines: &[Line], openings: &[usize], opening: usize, least: usize) -> usize {
    let next = openings.partition_point(|&at| at <= opening);
    let bound = openings.get(next).copied().unwrap_or(lines.len());
    let head = (opening..bound).rev().find(|&at| lines[at].heading.is_some()).unwrap_or(opening);
    least.max(head + 2).min(bound)
}

/// The header of a paper in text without markup: at most badges, title, authors, links and a fallback line.
fn unmarked(lines: &[Line], low: usize, opening: usize, inside: impl Fn(usize) -> bool) -> Place {
    let service = |at: usize| {
        let flow = &lines[at].block.flow;
        inside(at) && (header::is_links(flow) || header::is_link_part(flow) || header::is_fallback(lines[at].text()))
    };
    let below = back_while(low, opening, service);
    let short = |at: usize| inside(at) && is_short(&lines[at]);
    if let Some(place) = badge_lines(lines, low, below, short) {
        return place;
    }
    let mut start = below;
    while start > low && below - start < 3 && short(start - 1) {
        start -= 1;
        if is_badge_row(&lines[start]) {
            break;
        }
    }
    let badges = (start..below).take_while(|&at| is_badge_row(&lines[at])).count();
    // Three lines are badges, title and authors, whether or not the badges hold a signal.
    let badges = if badges == 0 && below - start == 3 { 1 } else { badges };
    let title = (start + badges < below).then_some(start + badges);
    Place { start, end: lines.len(), title }
}

/// A header whose badges stand on lines of their own: the organisation, the signals, the topic, then the title.
fn badge_lines(lines: &[Line], low: usize, below: usize, short: impl Fn(usize) -> bool) -> Option<Place> {
    let top = back_while(low, below, &short);
    let signal = (top..below).rev().find(|&at| header::is_signal(lines[at].text()))?;
    let first = back_while(top, signal, |at| header::is_signal(lines[at].text()));
    let start = if first > top { first - 1 } else { first };
    let title = match below - signal - 1 {
        0 => return None,
        1 => signal + 1,
        _ => signal + 2,
    };
    Some(Place { start, end: lines.len(), title: Some(title) })
}

fn is_badge_row(line: &Line) -> bool {
    line.role() == Role::Badge || (line.role() == Role::Paragraph && header::is_badges(line.text()))
}

/// Whether the line may belong to a header: no heading of a section and no sentence of Chinese.
fn is_short(line: &Line) -> bool {
    let text = line.text();
    line.heading.is_none()
        && matches!(line.role(), Role::Paragraph | Role::Heading(_))
        && text.len() <= 2000
        && !text.ends_with(['。', '；', '”', '：'])
        && !header::is_notice(text)
}

/// Papers of a digest that has none of the review's headings: one for each heading of the highest level that is
/// used more than once, or for the only heading.
fn by_level(lines: &[Line]) -> Vec<Place> {
    let level = |line: &Line| match line.role() {
        Role::Heading(level) if line.heading.is_none() && !header::is_furniture(line.text()) => Some(level),
        _ => None,
    };
    let mut counts = [0_usize; 8];
    for line in lines {
        if let Some(level) = level(line) {
            counts[usize::from(level).min(7)] += 1;
        }
    }
    let chosen = (1..8).find(|&level| counts[level] > 1).or_else(|| (1..8).find(|&level| counts[level] == 1));
    let Some(chosen) = chosen else { return Vec::new() };
    (0..lines.len())
        .filter(|&at| level(&lines[at]).is_some_and(|level| usize::from(level).min(7) == chosen))
        .map(|at| Place { start: at, end: lines.len(), title: Some(at) })
        .collect()
}
