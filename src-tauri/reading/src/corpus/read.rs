//! The front door: from the bytes of one file to a digest.

use super::detect::{self, Form};
use super::encoding::{self, Encoding};
use super::format::{enhanced, headed, html, json, markdown, text};
use super::{Digest, Format, Paper, Piece, SectionKind, Warning, WarningKind, key, name};
use crate::text::ByteSpan;

/// What one file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFile {
    /// The form that the file was read as; `None` where nothing in it looks like a digest.
    pub format: Option<Format>,
    /// How its bytes became [`ReadFile::text`].
    pub encoding: Encoding,
    /// The decoded text, line ends as in the file. All spans count its bytes. Empty where the file is no text.
    pub text: String,
    /// What it says. Text that is no digest stands in [`Digest::front`].
    pub digest: Digest,
}

/// Reads the bytes of one file. Never fails: what is wrong is listed in [`Digest::warnings`], in the order of the text.
///
/// The form is told by the content. Takes time linear in the length of `bytes`.
pub fn read(bytes: &[u8]) -> ReadFile {
    let decoded = encoding::decode(bytes);
    let (format, mut digest) = read_text(&decoded.text);
    if format.is_none() {
        digest.warnings.push(not_a_digest(&decoded.text, &decoded.encoding));
    }
    for paper in &mut digest.papers {
        (paper.name, paper.name_origin) = name::infer(paper);
        paper.key = key::of(paper);
    }
    digest.warnings.extend(decoded.warnings);
    digest.warnings.sort_by_key(|warning| warning.at);
    ReadFile { format, encoding: decoded.encoding, text: decoded.text, digest }
}

fn read_text(source: &str) -> (Option<Format>, Digest) {
    let Some(form) = detect::form(source) else {
        return (None, unrecognised(source));
    };
    let digest = match form {
        Form::Record => json::read(source),
        Form::EnhancedLines => enhanced::read_lines(source),
        Form::EnhancedMarkdown => enhanced::read_markdown(source),
        Form::Bare if headed::looks_headed(detect::sample(source)) => headed::read(source),
        Form::Bare => text::read(source),
        Form::Page => html::read(source),
        Form::Markdown => markdown::read(source),
    };
    if digest.papers.iter().any(is_recognised) || is_issue_without_papers(form, &digest) {
        (Some(form.format()), digest)
    } else {
        (None, unrecognised(source))
    }
}

/// Whether anything in the paper was read as what it is, and not only kept.
fn is_recognised(paper: &Paper) -> bool {
    paper.arxiv_id.is_some()
        || paper.topic.is_some()
        || paper.sections.iter().any(|section| section.kind != SectionKind::Other)
}

/// A record or page of a day on which nothing was reviewed.
fn is_issue_without_papers(form: Form, digest: &Digest) -> bool {
    form == Form::Record && digest.papers.is_empty() && digest.date.is_some()
}

/// All of the text as it stands.
fn unrecognised(text: &str) -> Digest {
    let visible = text.trim();
    let start = text.len() - text.trim_start().len();
    let piece = Piece::new(visible, ByteSpan::new(start, start + visible.len()));
    Digest { front: (!visible.is_empty()).then_some(piece).into_iter().collect(), ..Digest::default() }
}

fn not_a_digest(text: &str, encoding: &Encoding) -> Warning {
    let (kind, message) = if encoding.label == Encoding::BINARY {
        (WarningKind::NotADigest, "the file is no text")
    } else if text.trim().is_empty() {
        (WarningKind::Empty, "the file has no text")
    } else {
        (WarningKind::NotADigest, "nothing in the file looks like a digest")
    };
    Warning { at: 0, message: message.to_owned(), kind }
}
