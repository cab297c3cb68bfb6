//! One finding as Markdown for the clipboard: claim, quoted evidence, and the way back.

use super::escape::{Around, Dialect, Place, escape};
use super::link::Link;
use super::words::Language;
use crate::corpus::{Paper, SectionKind};

/// The finding with this number of `paper`, which is called `name`; `None` where it has none. Pastes into any Markdown.
pub fn finding(paper: &Paper, name: &str, number: u32, language: Language) -> Option<String> {
    let finding = paper.findings().find(|finding| finding.number == number)?;
    let mut blocks = Vec::new();
    if let Some(claim) = &finding.claim {
        blocks.push(escape(&claim.text, Place::Paragraph, Around::ALONE, Dialect::Plain));
    }
    if let Some(quote) = &finding.quote {
        let quote = escape(&quote.text, Place::Paragraph, Around::ALONE, Dialect::Plain);
        let lines: Vec<String> = quote.lines().map(|line| format!("> {line}").trim_end().to_owned()).collect();
        blocks.push(lines.join("\n"));
    }
    let around = Around { before: Some('['), after: Some(' '), ..Around::default() };
    let name = escape(name, Place::LinkText, around, Dialect::Plain);
    let link = Link::Finding(paper.key.0.clone(), number);
    blocks.push(format!("[{name} · {} {number}]({link})", language.section(SectionKind::Evidence)));
    Some(blocks.join("\n\n") + "\n")
}
