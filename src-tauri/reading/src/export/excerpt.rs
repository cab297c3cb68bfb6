//! Words of a paper as Markdown for the clipboard: claims, quoted evidence, and the way back. Pastes into any Markdown.

use super::escape::{Around, Dialect, Place, escape};
use super::link::Link;
use super::words::Language;
use crate::anchor::{Found, Side, passages};
use crate::corpus::Paper;

/// Stretches of `paper`, which is called `name`: words of a claim stand as they are, all others as a quote. `None` where
/// none of them is in the paper.
pub fn excerpt(paper: &Paper, name: &str, stretches: &[Found], language: Language) -> Option<String> {
    let passages = passages(paper);
    let own = stretches.iter().filter_map(|found| Some((passages.get(found.passage)?, found)));
    let own: Vec<_> = own.collect();
    let (first, _) = own.first()?;
    let mut blocks: Vec<String> = Vec::with_capacity(own.len() + 1);
    for (passage, found) in &own {
        let words = found.span.of(passage.text).trim();
        blocks.push(if passage.place.side == Side::Claim { said(words) } else { quoted(words) });
    }
    let link = link_to(paper, stretches);
    let section = language.section(first.place.section);
    let label = match &link {
        Link::Finding(_, number) => format!("{section} {number}"),
        _ => section.to_owned(),
    };
    blocks.push(way_back(name, &label, &link));
    Some(blocks.join("\n\n") + "\n")
}

/// The address of the stretches: the finding that holds all of them, else the paper.
pub fn link_to(paper: &Paper, stretches: &[Found]) -> Link {
    let passages = passages(paper);
    let numbers = stretches.iter().map(|found| passages.get(found.passage).and_then(|passage| passage.place.finding));
    let mut numbers: Vec<Option<u32>> = numbers.collect();
    numbers.dedup();
    match numbers.as_slice() {
        [Some(number)] => Link::Finding(paper.key.0.clone(), *number),
        _ => Link::Paper(paper.key.0.clone()),
    }
}

fn said(text: &str) -> String {
    escape(text, Place::Paragraph, Around::ALONE, Dialect::Plain)
}

fn quoted(text: &str) -> String {
    let lines = said(text);
    let lines: Vec<String> = lines.lines().map(|line| format!("> {line}").trim_end().to_owned()).collect();
    lines.join("\n")
}

fn way_back(name: &str, label: &str, link: &Link) -> String {
    let around = Around { before: Some('['), after: Some(' '), ..Around::default() };
    let name = escape(name, Place::LinkText, around, Dialect::Plain);
    format!("[{name} · {label}]({link})")
}
