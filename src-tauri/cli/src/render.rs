//! `kz render PATH --paper N [--json]`: a typeset paper.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

use reading::corpus::{Block, Paper, SectionKind};
use reading::text::{ByteSpan, CodePoints};
use reading::typeset::{self, Prose, Run, RunKind, html};
use serde::Serialize;

use crate::files::{self, Trouble};
use crate::{Outcome, complain};

/// Which paper, and how to answer.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A file, or a folder whose files are counted through in order.
    path: PathBuf,
    /// Which of its papers, counted from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    paper: u64,
    /// Answer with the runs of each passage, in JSON.
    #[arg(long)]
    json: bool,
}

/// Answers on `out`.
///
/// # Errors
/// When `out` cannot be written.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    let mut before = 0;
    let mut outcome = Outcome::Done;
    let mut wanted: Option<Paper> = None;
    files::each(std::slice::from_ref(&arguments.path), |found| {
        if wanted.is_some() {
            return Ok(());
        }
        match found.and_then(|path| files::digest(path).map_err(|reason| Trouble { path: path.to_owned(), reason })) {
            Ok(file) => {
                let mut papers = file.digest.papers;
                let nth = usize::try_from(arguments.paper - 1 - before).unwrap_or(usize::MAX);
                if nth < papers.len() {
                    wanted = Some(papers.swap_remove(nth));
                }
                before += u64::try_from(papers.len()).unwrap_or_default();
            }
            Err(trouble) => {
                complain(&format!("kz: {} {}", trouble.path.display(), trouble.reason));
                outcome = Outcome::Failed;
            }
        }
        io::Result::Ok(())
    })?;
    let Some(paper) = wanted else {
        // Whoever hears that a file cannot be read needs no count.
        if matches!(outcome, Outcome::Done) {
            let (path, number) = (arguments.path.display(), arguments.paper);
            complain(&format!("kz: {path} has {before} papers, so there is no paper {number}"));
        }
        return Ok(Outcome::Failed);
    };
    if arguments.json {
        serde_json::to_writer(&mut *out, &PaperView { passages: passages(&paper) })?;
        out.write_all(b"\n")?;
    } else {
        out.write_all(fragment(&paper).as_bytes())?;
    }
    out.flush()?;
    Ok(outcome)
}

#[derive(Serialize)]
struct PaperView<'p> {
    passages: Vec<PassageView<'p>>,
}

#[derive(Serialize)]
struct PassageView<'p> {
    section: &'static str,
    /// The finding's number; absent for a paragraph.
    #[serde(skip_serializing_if = "Option::is_none")]
    finding: Option<u32>,
    field: &'static str,
    text: &'p str,
    runs: Vec<RunView>,
}

/// `start` and `end` count code points of the passage.
#[derive(Serialize)]
struct RunView {
    kind: &'static str,
    start: usize,
    end: usize,
    /// Not shown: a stray space, a bar between cells.
    #[serde(skip_serializing_if = "is_false")]
    hidden: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    tex: Option<String>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    table: Option<TableView>,
}

#[derive(Serialize)]
struct TableView {
    rows: Vec<Vec<String>>,
    header: bool,
    /// Rows that are headings over those that follow, counted from 0.
    groups: Vec<usize>,
    /// What stands inside.
    runs: Vec<RunView>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_false(value: &bool) -> bool {
    !*value
}

fn passages(paper: &Paper) -> Vec<PassageView<'_>> {
    let mut views = Vec::new();
    for section in &paper.sections {
        let kind = section.kind.as_str();
        for block in &section.blocks {
            match block {
                Block::Passage(piece) => {
                    let prose = Prose::of(section.kind, &piece.text);
                    views.push(PassageView::new(kind, None, "text", &piece.text, prose));
                }
                Block::Finding(finding) => {
                    let number = Some(finding.number);
                    let claim = finding.claim.iter().map(|piece| ("claim", piece, Prose::Claim));
                    let quote = finding.quote.iter().map(|piece| ("quote", piece, Prose::Quote));
                    let parts = claim.chain(quote);
                    views.extend(
                        parts.map(|(field, piece, prose)| PassageView::new(kind, number, field, &piece.text, prose)),
                    );
                }
            }
        }
    }
    views
}

impl<'p> PassageView<'p> {
    fn new(section: &'static str, finding: Option<u32>, field: &'static str, text: &'p str, prose: Prose) -> Self {
        Self { section, finding, field, text, runs: run_views(text, &typeset::typeset(text, prose)) }
    }
}

fn run_views(text: &str, runs: &[Run]) -> Vec<RunView> {
    let points = CodePoints::of(text);
    runs.iter().map(|run| run_view(text, &points, run)).collect()
}

fn run_view(text: &str, points: &CodePoints, run: &Run) -> RunView {
    let ByteSpan { start, end } = run.span;
    let (mut tex, mut table) = (None, None);
    let kind = match &run.kind {
        RunKind::Text | RunKind::Hidden => "text",
        RunKind::Math(math) => {
            tex = Some(math.tex.clone());
            "math"
        }
        RunKind::Table(found) => {
            table = Some(TableView {
                rows: found.cell_texts(text),
                header: found.header,
                groups: (0..found.rows.len()).filter(|&row| found.rows[row].group).collect(),
                runs: found.inner.iter().map(|run| run_view(text, points, run)).collect(),
            });
            "table"
        }
        RunKind::Citation => "citation",
        RunKind::Heading => "heading",
        RunKind::Item => "item",
    };
    let hidden = run.kind == RunKind::Hidden;
    RunView { kind, start: points.before(start), end: points.before(end), hidden, tex, table }
}

/// The paper as an HTML fragment.
fn fragment(paper: &Paper) -> String {
    let mut out = String::from("<article class=\"k-paper\">\n<h1>");
    html::escape_into(&mut out, paper.title.as_ref().map_or(&paper.name, |title| &title.text));
    out.push_str("</h1>\n");
    for section in &paper.sections {
        let _ = writeln!(out, "<section data-section=\"{}\">", section.kind.as_str());
        let heading = section.heading.as_ref().map_or_else(|| heading(section.kind), |heading| &heading.text);
        if !heading.is_empty() {
            out.push_str("<h2>");
            html::escape_into(&mut out, heading);
            out.push_str("</h2>\n");
        }
        for block in &section.blocks {
            match block {
                Block::Passage(piece) => {
                    passage(&mut out, "k-passage", &piece.text, Prose::of(section.kind, &piece.text));
                }
                Block::Finding(finding) => {
                    let _ = writeln!(out, "<div class=\"k-finding\" data-finding=\"{}\">", finding.number);
                    if let Some(claim) = &finding.claim {
                        passage(&mut out, "k-claim", &claim.text, Prose::Claim);
                    }
                    if let Some(quote) = &finding.quote {
                        passage(&mut out, "k-quote", &quote.text, Prose::Quote);
                    }
                    out.push_str("</div>\n");
                }
            }
        }
        out.push_str("</section>\n");
    }
    out.push_str("</article>\n");
    out
}

fn passage(out: &mut String, class: &str, text: &str, prose: Prose) {
    let lang = match prose {
        Prose::Review | Prose::Claim => "zh",
        Prose::Quote | Prose::Abstract => "en",
    };
    let markup = html::render(text, &typeset::typeset(text, prose), &[], html::Options { lists: true });
    let _ = writeln!(out, "<div class=\"{class}\" lang=\"{lang}\">{markup}</div>");
}

/// The site's headings, for forms that lost them.
fn heading(kind: SectionKind) -> &'static str {
    match kind {
        SectionKind::Positioning => "一句话定位",
        SectionKind::Background => "背景与动机",
        SectionKind::Method => "方法机制",
        SectionKind::Evidence => "实验与证据",
        SectionKind::Review => "审稿人视角",
        SectionKind::Limitations => "局限与保留意见",
        SectionKind::FollowUp => "值得跟进",
        SectionKind::Tldr => "TL;DR",
        SectionKind::Motivation => "动机",
        SectionKind::Result => "结果",
        SectionKind::Conclusion => "结论",
        SectionKind::Abstract => "摘要",
        SectionKind::Notice | SectionKind::Other => "",
    }
}
