//! `kz inspect PATH… [--json]`: what each file holds.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use reading::corpus::{self, Paper, ReadFile};
use serde::Serialize;

use crate::files::{self, Trouble};
use crate::{Outcome, complain};

/// What to inspect, and how to answer.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files, or folders with all that is inside.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Answer in JSON.
    #[arg(long)]
    json: bool,
}

/// Answers on `out`, one file at a time, so that a large folder needs no memory.
///
/// # Errors
/// When `out` cannot be written.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    let mut out = io::BufWriter::new(out);
    let mut troubles = Vec::new();
    let mut first = true;
    if arguments.json {
        out.write_all(b"{\"digests\":[")?;
    }
    files::each(&arguments.paths, |found| {
        let read = found.and_then(|path| match files::read(path) {
            Ok(bytes) => Ok((path, corpus::read(&bytes))),
            Err(reason) => Err(Trouble { path: path.to_owned(), reason }),
        });
        match read {
            Err(trouble) => {
                complain(&format!("kz: {} {}", trouble.path.display(), trouble.reason));
                troubles.push(trouble);
                Ok(())
            }
            Ok((path, file)) if arguments.json => {
                out.write_all(if first { b"\n" } else { b",\n" })?;
                first = false;
                serde_json::to_writer(&mut out, &DigestView::new(path, &file)).map_err(io::Error::from)
            }
            Ok((path, file)) => list(&mut out, path, &file),
        }
    })?;
    if arguments.json {
        out.write_all(b"\n],\"errors\":")?;
        let errors: Vec<ErrorView> = troubles.iter().map(ErrorView::new).collect();
        serde_json::to_writer(&mut out, &errors)?;
        out.write_all(b"}\n")?;
    }
    out.flush()?;
    Ok(if troubles.is_empty() { Outcome::Done } else { Outcome::Failed })
}

#[derive(Serialize)]
struct DigestView<'f> {
    path: String,
    /// `null` for a file that is no digest.
    format: Option<corpus::Format>,
    encoding: &'f str,
    date: Option<&'f str>,
    papers: Vec<PaperView<'f>>,
    warnings: Vec<WarningView<'f>>,
}

impl<'f> DigestView<'f> {
    fn new(path: &'f Path, file: &'f ReadFile) -> Self {
        Self {
            path: path.display().to_string(),
            format: file.format,
            encoding: &file.encoding.label,
            date: date(path, file),
            papers: file.digest.papers.iter().map(PaperView::new).collect(),
            warnings: warnings(file),
        }
    }
}

#[derive(Serialize)]
struct PaperView<'f> {
    id: &'f str,
    name: &'f str,
    title: Option<&'f str>,
    kind: corpus::Kind,
    arxiv_id: Option<&'f str>,
    links: Vec<LinkView<'f>>,
    topic: Option<&'f str>,
    sections: Vec<SectionView>,
    findings: Vec<FindingView<'f>>,
}

impl<'f> PaperView<'f> {
    fn new(paper: &'f Paper) -> Self {
        let text = |piece: &'f corpus::Piece| piece.text.as_str();
        let links = paper.links.iter().map(|link| LinkView { label: &link.label.text, url: link.url.as_deref() });
        let sections =
            paper.sections.iter().map(|section| SectionView { kind: section.kind.as_str(), text: section.text() });
        let findings = paper.findings().map(|finding| FindingView {
            number: finding.number,
            claim: finding.claim.as_ref().map(text),
            quote: finding.quote.as_ref().map(text),
        });
        Self {
            id: &paper.key.0,
            name: &paper.name,
            title: paper.title.as_ref().map(text),
            kind: paper.kind,
            arxiv_id: paper.arxiv_id.as_deref(),
            links: links.collect(),
            topic: paper.topic.as_deref(),
            sections: sections.collect(),
            findings: findings.collect(),
        }
    }
}

#[derive(Serialize)]
struct LinkView<'f> {
    label: &'f str,
    url: Option<&'f str>,
}

#[derive(Serialize)]
struct SectionView {
    kind: &'static str,
    text: String,
}

#[derive(Serialize)]
struct FindingView<'f> {
    number: u32,
    claim: Option<&'f str>,
    quote: Option<&'f str>,
}

#[derive(Serialize)]
struct WarningView<'f> {
    /// From 1, in the decoded text.
    line: usize,
    message: &'f str,
}

#[derive(Serialize)]
struct ErrorView {
    path: String,
    message: String,
}

impl ErrorView {
    fn new(trouble: &Trouble) -> Self {
        Self { path: trouble.path.display().to_string(), message: trouble.reason.to_string() }
    }
}

/// The warnings with their lines, which end with `\n`, `\r\n` or `\r`.
fn warnings(file: &ReadFile) -> Vec<WarningView<'_>> {
    let bytes = file.text.as_bytes();
    let (mut line, mut counted) = (1, 0);
    let mut views = Vec::with_capacity(file.digest.warnings.len());
    for warning in &file.digest.warnings {
        // They stand in the order of the text, so each byte is counted once.
        while counted < warning.at.min(bytes.len()) {
            let ends_line = match bytes.get(counted) {
                Some(b'\n') => true,
                Some(b'\r') => bytes.get(counted + 1) != Some(&b'\n'),
                _ => false,
            };
            line += usize::from(ends_line);
            counted += 1;
        }
        views.push(WarningView { line, message: &warning.message });
    }
    views
}

/// The date that the digest states, else the one in the name of the file or of its folder.
fn date<'f>(path: &'f Path, file: &'f ReadFile) -> Option<&'f str> {
    let named = || {
        let names = [path.file_name(), path.parent().and_then(Path::file_name)];
        names.into_iter().flatten().filter_map(|name| name.to_str()).find_map(date_in)
    };
    file.digest.date.as_deref().or_else(|| file.format.and_then(|_| named()))
}

/// The first ISO date in `name`.
fn date_in(name: &str) -> Option<&str> {
    (0..name.len()).filter_map(|start| name.get(start..start + 10)).find(|part| {
        let is_digit = |at: usize, byte: u8| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
        part.bytes().enumerate().all(|(at, byte)| is_digit(at, byte))
    })
}

/// The answer for people.
fn list(out: &mut impl Write, path: &Path, file: &ReadFile) -> io::Result<()> {
    let form = file.format.map_or("no digest", form_name);
    let date = date(path, file).unwrap_or("no date");
    writeln!(out, "{} — {form}, {}, {date}", path.display(), file.encoding.label)?;
    for (index, paper) in file.digest.papers.iter().enumerate() {
        let kind = match paper.kind {
            corpus::Kind::Deep => "deep",
            corpus::Kind::Brief => "brief",
        };
        let sections: Vec<&str> = paper.sections.iter().map(|section| section.kind.as_str()).collect();
        writeln!(out, "{:>4}. {} ({kind}; {})", index + 1, paper.name, paper.key.0)?;
        if let Some(title) = &paper.title {
            writeln!(out, "      {}", title.text)?;
        }
        writeln!(out, "      {}; {} findings", sections.join(" "), paper.findings().count())?;
    }
    for warning in warnings(file) {
        writeln!(out, "   !  line {}: {}", warning.line, warning.message)?;
    }
    Ok(())
}

fn form_name(format: corpus::Format) -> &'static str {
    match format {
        corpus::Format::Text => "text",
        corpus::Format::Html => "html",
        corpus::Format::Json => "json",
        corpus::Format::Markdown => "markdown",
        corpus::Format::Jsonl => "jsonl",
    }
}
