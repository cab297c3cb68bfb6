//! `kz audit PATH… [--json]`: which quantities and names of each claim its quote holds.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use reading::audit::{Audit, Source};
use reading::corpus::{Paper, SectionKind};
use reading::text::{ByteSpan, CodePoints};
use serde::Serialize;

use crate::files::{self, Trouble};
use crate::{Outcome, complain};

/// What to audit, and how to answer.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files, or folders with all that is inside.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Answer in JSON.
    #[arg(long)]
    json: bool,
}

/// Answers on `out`, one finding at a time.
///
/// # Errors
/// When `out` cannot be written.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    let mut out = io::BufWriter::new(out);
    let mut outcome = Outcome::Done;
    let mut first = true;
    if arguments.json {
        out.write_all(b"{\"findings\":[")?;
    }
    files::each(&arguments.paths, |found| {
        let read = found.and_then(|path| match files::digest(path) {
            Ok(file) => Ok((path, file)),
            Err(reason) => Err(Trouble { path: path.to_owned(), reason }),
        });
        let (path, file) = match read {
            Ok(read) => read,
            Err(trouble) => {
                complain(&format!("kz: {} {}", trouble.path.display(), trouble.reason));
                outcome = Outcome::Failed;
                return Ok(());
            }
        };
        for (paper, number) in file.digest.papers.iter().zip(1..) {
            each_pair(paper, |place, claim, quote| {
                let audit = quote.audit(claim);
                if arguments.json {
                    out.write_all(if first { b"\n" } else { b",\n" })?;
                    first = false;
                    let view = FindingView::new(path, number, place, claim, quote.text(), &audit);
                    serde_json::to_writer(&mut out, &view).map_err(io::Error::from)
                } else {
                    list(&mut out, path, number, place, claim, quote.text(), &audit)
                }
            })?;
        }
        io::Result::Ok(())
    })?;
    if arguments.json {
        out.write_all(b"\n]}\n")?;
    }
    out.flush()?;
    Ok(outcome)
}

/// Where in its paper a claim stands.
#[derive(Clone, Copy)]
enum Place {
    Finding(u32),
    Section(SectionKind),
}

/// Calls `see` with each claim of the paper and what it is checked against: the quote of a finding, or the abstract for the
/// sections of a publisher that quotes nothing. A claim without a quote is checked against nothing, so that all its
/// quantities are absent.
fn each_pair(paper: &Paper, mut see: impl FnMut(Place, &str, &Source) -> io::Result<()>) -> io::Result<()> {
    for finding in paper.findings() {
        let Some(claim) = &finding.claim else { continue };
        let quote = finding.quote.as_ref().map_or("", |quote| quote.text.as_str());
        see(Place::Finding(finding.number), &claim.text, &Source::of(quote))?;
    }
    let Some(summary) = paper.compared_abstract() else { return Ok(()) };
    let summary = summary.text();
    let source = Source::of(&summary);
    for section in &paper.sections {
        if section.kind.restates_abstract() {
            see(Place::Section(section.kind), &section.text(), &source)?;
        }
    }
    Ok(())
}

/// A piece of text with its first code point.
#[derive(Serialize)]
struct Stretch<'t> {
    text: &'t str,
    start: usize,
}

impl<'t> Stretch<'t> {
    fn new(text: &'t str, points: &CodePoints, span: ByteSpan) -> Self {
        Self { text: span.of(text), start: points.before(span.start) }
    }
}

#[derive(Serialize)]
struct QuantityView<'t> {
    #[serde(flatten)]
    place: Stretch<'t>,
    status: &'static str,
    evidence: Vec<Stretch<'t>>,
}

#[derive(Serialize)]
struct NameView<'t> {
    #[serde(flatten)]
    place: Stretch<'t>,
    in_quote: bool,
}

#[derive(Serialize)]
struct FindingView<'t> {
    path: String,
    /// From 1, in the file.
    paper: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    finding: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<&'static str>,
    quantities: Vec<QuantityView<'t>>,
    names: Vec<NameView<'t>>,
}

impl<'t> FindingView<'t> {
    fn new(path: &Path, paper: usize, place: Place, claim: &'t str, quote: &'t str, audit: &Audit) -> Self {
        let (claim_points, quote_points) = (CodePoints::of(claim), CodePoints::of(quote));
        let quantities = audit.quantities.iter().map(|quantity| QuantityView {
            place: Stretch::new(claim, &claim_points, quantity.span),
            status: quantity.status.as_str(),
            evidence: quantity.evidence.iter().map(|span| Stretch::new(quote, &quote_points, *span)).collect(),
        });
        let names = audit.names.iter().map(|name| NameView {
            place: Stretch::new(claim, &claim_points, name.span),
            in_quote: name.in_quote.is_some(),
        });
        Self {
            path: path.display().to_string(),
            paper,
            finding: if let Place::Finding(number) = place { Some(number) } else { None },
            section: if let Place::Section(kind) = place { Some(kind.as_str()) } else { None },
            quantities: quantities.collect(),
            names: names.collect(),
        }
    }
}

/// The answer for people: what was not simply found.
fn list(
    out: &mut impl Write,
    path: &Path,
    paper: usize,
    place: Place,
    claim: &str,
    quote: &str,
    audit: &Audit,
) -> io::Result<()> {
    let place = match place {
        Place::Finding(number) => number.to_string(),
        Place::Section(kind) => kind.as_str().to_owned(),
    };
    for quantity in &audit.quantities {
        let evidence: Vec<&str> = quantity.evidence.iter().map(|span| span.of(quote)).collect();
        let shown = quantity.derivation.as_ref().map_or_else(|| evidence.join(", "), ToString::to_string);
        let (text, status) = (quantity.span.of(claim), quantity.status.as_str());
        writeln!(out, "{} {paper}.{place}  {text}  {status}  {shown}", path.display())?;
    }
    Ok(())
}
