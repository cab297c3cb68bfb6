//! The other publisher's digests: one Markdown file a day, and the same as JSON Lines.
//!
//! Both give the same papers and sections. What the program that makes them has filled into its template is raw text,
//! not Markdown: a star, a dollar or an angle bracket inside stands for itself.
//!
//! A link's label is ours (`arXiv`), because the page of this publisher links the title; it covers the address.

mod lines;
mod markdown;

use super::json::string::{Lines, paragraphs};
use crate::corpus::{Block, Link, Piece, Section, SectionKind, Warning, WarningKind};
use crate::text::ByteSpan;

pub(in crate::corpus) use lines::read as read_lines;
pub(in crate::corpus) use markdown::read as read_markdown;

/// What the publisher's program writes where its model failed.
const FAILED: &str = "Error";

/// The sections in their order: the label in Markdown, the field in JSON Lines, the kind.
const SECTIONS: [(&str, &str, SectionKind); 6] = [
    ("TL;DR:", "tldr", SectionKind::Tldr),
    ("Motivation:", "motivation", SectionKind::Motivation),
    ("Method:", "method", SectionKind::Method),
    ("Result:", "result", SectionKind::Result),
    ("Conclusion:", "conclusion", SectionKind::Conclusion),
    ("Abstract:", "summary", SectionKind::Abstract),
];

/// How the lines of a section belong together: only abstracts come hard-wrapped.
fn lines_of(kind: SectionKind) -> Lines {
    if kind == SectionKind::Abstract { Lines::Wrapped } else { Lines::Paragraphs }
}

/// The paragraphs of a section whose text stands unescaped in `span`.
fn plain_pieces(span: ByteSpan, source: &str, lines: Lines) -> Vec<Piece> {
    let letters = span.of(source).char_indices();
    paragraphs(letters.map(|(at, letter)| (letter, span.start + at, span.start + at + letter.len_utf8())), lines)
}

/// A section of the given paragraphs; one that holds only the word for a failed model is a notice.
fn section(kind: SectionKind, heading: Option<Piece>, pieces: Vec<Piece>, warnings: &mut Vec<Warning>) -> Section {
    let failed = matches!(pieces.as_slice(), [piece] if piece.text == FAILED);
    if failed && let Some(piece) = pieces.first() {
        let message = format!("the publisher's model failed: section {} holds only the word {FAILED}", kind.as_str());
        warnings.push(Warning { at: piece.source.start, message, kind: WarningKind::MissingSection });
    }
    let kind = if failed { SectionKind::Notice } else { kind };
    Section { kind, heading, blocks: pieces.into_iter().map(Block::Passage).collect() }
}

/// A link to `url`, which stands at `place`.
fn link(url: &str, place: ByteSpan) -> Link {
    let host = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = host.split(['/', '?', '#']).next().unwrap_or(host);
    let label = match host {
        _ if url.contains("arxiv.org/pdf/") => "PDF",
        "arxiv.org" | "www.arxiv.org" | "export.arxiv.org" => "arXiv",
        _ => host,
    };
    Link { label: Piece::new(label, place), url: Some(url.to_owned()) }
}

#[cfg(test)]
mod tests;
