//! `kz export`: the notes of a notebook as files, one a paper or a day, merged with what was written into them.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use library::export::{Division, FileReport, Gathering, Mode, Order, Outcome as FileOutcome, Report, Single, Subject};
use library::notebook::{Color, Disk};
use reading::export::{
    Builtin, Conflict, Context, DiffLine, Extent, Filter, Formulas, Language, Options, Sort, Template, Verdict, name,
};
use serde::Serialize;

use crate::{Outcome, complain, papers};

/// What to export where and how.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the notes.
    #[arg(long, value_name = "DIR")]
    notebook: PathBuf,
    /// File or folder that holds the papers.
    #[arg(long, value_name = "PATH")]
    corpus: PathBuf,
    /// Folder for the files; made where only its last part is not there.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// plain, obsidian, logseq, or a file with a template of your own.
    #[arg(long, value_name = "NAME|FILE", default_value = "plain")]
    template: String,
    /// What a file holds: a paper, or all papers of a day.
    #[arg(long, value_name = "WHAT", default_value = "paper")]
    per: Per,
    /// Names of the files: {name} {title} {date} {year} {month} {arxiv_id} {id}; `/` makes folders. Where none is given:
    /// `{date} {name}` for a paper, `{name}` for a day.
    #[arg(long, value_name = "PATTERN")]
    pattern: Option<String>,
    /// Only these papers, or with `--per day` their days: name, title, id or number.
    #[arg(long = "paper", value_name = "NAME|TITLE|ID|NUMBER")]
    papers: Vec<String>,
    /// Only papers of this day's digest.
    #[arg(long, value_name = "DATE")]
    day: Option<String>,
    /// Only notes of this colour; may be given several times.
    #[arg(long = "color", value_name = "C", value_parser = PossibleValuesParser::new(Color::ALL.map(Color::as_str)))]
    colors: Vec<String>,
    /// Only notes with this tag; several: with all of them.
    #[arg(long = "tag", value_name = "T", allow_hyphen_values = true)]
    tags: Vec<String>,
    /// Only this sort of notes; may be given several times.
    #[arg(long = "kind", value_name = "KIND", value_parser = PossibleValuesParser::new(Sort::ALL.map(Sort::as_str)))]
    kinds: Vec<String>,
    /// Only notes made on this day (UTC) or later.
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// Only notes made on this day (UTC) or before.
    #[arg(long, value_name = "DATE")]
    to: Option<String>,
    /// Only notes on findings whose numbers are all in the quote, or not.
    #[arg(long, value_name = "VERDICT")]
    verdict: Option<VerdictName>,
    /// Put claim and evidence beside the marked words.
    #[arg(long)]
    context: bool,
    /// Only this note, by its id; may be given several times.
    #[arg(long = "note", value_name = "ID")]
    notes: Vec<String>,
    /// Put in the whole text of the papers, each note at its place; with `--per day` also of papers without notes.
    #[arg(long)]
    whole: bool,
    /// Write formulas as TeX between dollar signs.
    #[arg(long)]
    formulas: bool,
    /// Language of the words that are added.
    #[arg(long, value_name = "LANG", default_value = "en")]
    lang: Lang,
    /// What to write: Markdown files, one table of the notes, or the papers as a list of references.
    #[arg(long, value_name = "FORMAT", default_value = "markdown")]
    format: FormatName,
    /// Say what would change, and write nothing.
    #[arg(long)]
    dry_run: bool,
    /// Folder for what was exported last and for copies of changed files; the program's own where none is named.
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,
    /// Answer in JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Per {
    Paper,
    Day,
}

#[derive(Clone, Copy, ValueEnum)]
enum Lang {
    En,
    Zh,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatName {
    Markdown,
    Csv,
    Bibtex,
    Csl,
}

#[derive(Clone, Copy, ValueEnum)]
enum VerdictName {
    Doubtful,
    Supported,
}

/// The answer for scripts.
#[derive(Default, Serialize)]
struct Answer<'r> {
    /// New, or as we had written them before.
    written: Vec<FileView<'r>>,
    /// With what was written into them by hand.
    merged: Vec<FileView<'r>>,
    /// Both sides changed the same; both are in the file.
    conflicts: Vec<FileView<'r>>,
    unchanged: Vec<FileView<'r>>,
    removed: Vec<FileView<'r>>,
    skipped: Vec<FileView<'r>>,
    failed: Vec<FileView<'r>>,
    /// Files of the same notes from exports with the other `--per`, left as they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<String>,
    dry_run: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    backup: Option<&'r str>,
}

#[derive(Serialize)]
struct FileView<'r> {
    /// With the folder.
    path: String,
    /// Key of the paper, or id of the day.
    paper: &'r str,
    name: &'r str,
    notes: usize,
    created: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    renamed_from: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'r str>,
    /// Keys of the front matter, `note ID`, or `text`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conflicts: Vec<String>,
    #[serde(skip_serializing_if = "is_empty")]
    returned: &'r [String],
    #[serde(skip_serializing_if = "is_empty")]
    twins: &'r [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    diff: Vec<String>,
}

fn is_empty(list: &[String]) -> bool {
    list.is_empty()
}

/// Exports and shows on `out` what became of each file.
///
/// # Errors
/// When `out` cannot be written.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    let mut outcome = Outcome::Done;
    let mut fail = |sentence: String| {
        complain(&format!("kz: {sentence}"));
        outcome = Outcome::Failed;
    };
    let template = match template(&arguments.template) {
        Ok(template) => template,
        Err(sentence) => {
            fail(sentence.0);
            return Ok(outcome);
        }
    };
    let subjects = subjects(arguments, &mut fail);
    let state = state_folder(arguments);
    let stamp = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
    let order = Order {
        out: &arguments.out,
        state: Some(&state),
        template: &template,
        division: match arguments.per {
            Per::Paper => Division::Paper,
            Per::Day => Division::Day,
        },
        pattern: arguments.pattern.as_deref().unwrap_or(match arguments.per {
            Per::Paper => name::DEFAULT_PATTERN,
            Per::Day => name::DEFAULT_DAY_PATTERN,
        }),
        options: options(arguments),
        filter: &filter(arguments),
        mode: if arguments.dry_run { Mode::DryRun } else { Mode::Write },
        stamp: &stamp,
    };
    let single = match arguments.format {
        FormatName::Markdown => None,
        FormatName::Csv => Some(Single::Csv),
        FormatName::Bibtex => Some(Single::BibTex),
        FormatName::Csl => Some(Single::Csl),
    };
    let report = match single {
        Some(single) => library::export::run_single(&order, &subjects, single),
        None => library::export::run(&order, &subjects, |_, _| ControlFlow::Continue(())),
    };
    let report = match report {
        Ok(report) => report,
        Err(error) => {
            fail(error.to_string());
            return Ok(outcome);
        }
    };
    report.troubles.iter().for_each(|trouble| fail(format!("{}: {trouble}", arguments.out.display())));
    for file in &report.files {
        if let FileOutcome::Failed(cause) = &file.outcome {
            fail(format!("{} is as it was before: {cause}", arguments.out.join(&file.path).display()));
        }
    }
    let mut out = io::BufWriter::new(out);
    if arguments.json {
        serde_json::to_writer(&mut out, &answer(arguments, &report))?;
        out.write_all(b"\n")?;
    } else {
        list(&mut out, arguments, &report)?;
    }
    out.flush()?;
    Ok(outcome)
}

/// A sentence about a template that cannot be used.
struct NoTemplate(String);

fn template(named: &str) -> Result<Template, NoTemplate> {
    let parsed = match Builtin::ALL.into_iter().find(|builtin| builtin.as_str() == named) {
        Some(builtin) => Template::builtin(builtin),
        None => {
            let source = fs::read_to_string(named).map_err(|error| {
                NoTemplate(format!("{named}: no template of this name, and the file cannot be read: {error}"))
            })?;
            Template::parse(named, &source)
        }
    };
    parsed.map_err(|error| NoTemplate(error.to_string()))
}

/// The papers with notes that are asked for.
fn subjects(arguments: &Arguments, fail: &mut impl FnMut(String)) -> Vec<Subject> {
    let (mut gathering, troubles) = Gathering::read(&Disk::new(&arguments.notebook));
    troubles.into_iter().for_each(|trouble| fail(format!("{}: {trouble}", arguments.notebook.display())));
    let by_day = arguments.per == Per::Day && matches!(arguments.format, FormatName::Markdown);
    let corpus = &arguments.corpus;
    let unread = papers::each_dated(corpus, |nth, date, paper| gathering.see(&paper, date, number(nth)));
    unread.iter().for_each(|trouble| fail(format!("{} {}", trouble.path.display(), trouble.reason)));
    if gathering.has_homeless() {
        papers::each_dated(corpus, |nth, date, paper| gathering.see_alike(&paper, date, number(nth)));
    }
    if by_day && arguments.whole {
        papers::each_dated(corpus, |nth, date, paper| gathering.see_unnoted(&paper, date, number(nth)));
    }
    let mut subjects = gathering.subjects();
    if let Some(day) = &arguments.day {
        subjects.retain(|subject| subject.head.date.as_ref() == Some(day));
    }
    if !arguments.papers.is_empty() {
        let mut keys: BTreeSet<String> = BTreeSet::new();
        for named in &arguments.papers {
            let (found, _) = papers::named(&arguments.corpus, named);
            if found.is_empty() {
                fail(format!("{} holds no paper {named:?}", arguments.corpus.display()));
            }
            keys.extend(found.into_iter().map(|paper| paper.key.0));
        }
        let is_asked = |subject: &Subject| {
            keys.contains(&subject.head.key.0) || subject.forms.iter().any(|form| keys.contains(&form.key.0))
        };
        if by_day {
            let asked = subjects.iter().filter(|subject| is_asked(subject));
            let days: BTreeSet<Option<String>> = asked.map(|subject| subject.head.date.clone()).collect();
            subjects.retain(|subject| days.contains(&subject.head.date));
        } else {
            subjects.retain(is_asked);
        }
    }
    subjects
}

fn number(nth: usize) -> u32 {
    u32::try_from(nth).unwrap_or(u32::MAX)
}

fn options(arguments: &Arguments) -> Options {
    Options {
        context: if arguments.context { Context::Finding } else { Context::Quote },
        formulas: if arguments.formulas { Formulas::Dollars } else { Formulas::Plain },
        extent: if arguments.whole { Extent::Whole } else { Extent::Notes },
        language: match arguments.lang {
            Lang::En => Language::English,
            Lang::Zh => Language::Chinese,
        },
    }
}

fn filter(arguments: &Arguments) -> Filter {
    let sorts = Sort::ALL.into_iter().filter(|sort| arguments.kinds.iter().any(|kind| kind == sort.as_str()));
    Filter {
        colors: arguments.colors.iter().cloned().collect(),
        tags: arguments.tags.iter().map(|tag| tag.trim().to_owned()).collect(),
        sorts: sorts.collect(),
        from: arguments.from.clone(),
        to: arguments.to.clone(),
        notes: arguments.notes.iter().cloned().collect(),
        verdict: arguments.verdict.map(|verdict| match verdict {
            VerdictName::Doubtful => Verdict::Doubtful,
            VerdictName::Supported => Verdict::Supported,
        }),
    }
}

/// Where the app keeps its data, so that both know what was exported last; beside the notes where there is no such place.
fn state_folder(arguments: &Arguments) -> PathBuf {
    const APP: &str = "app.kaozheng.reader";
    let from = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = if cfg!(windows) {
        from("APPDATA")
    } else if cfg!(target_os = "macos") {
        from("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        from("XDG_DATA_HOME").or_else(|| from("HOME").map(|home| home.join(".local/share")))
    };
    let usual = data.map(|data| data.join(APP).join("exports"));
    let usual = usual.filter(|folder| arguments.dry_run || fs::create_dir_all(folder).is_ok());
    arguments.state.clone().or(usual).unwrap_or_else(|| arguments.notebook.join("exports"))
}

fn answer<'r>(arguments: &Arguments, report: &'r Report) -> Answer<'r> {
    let mut answer = Answer { dry_run: arguments.dry_run, backup: report.backup.as_deref(), ..Answer::default() };
    answer.others = report.others.iter().map(|path| arguments.out.join(path).display().to_string()).collect();
    for file in &report.files {
        let list = match &file.outcome {
            FileOutcome::Created | FileOutcome::Updated => &mut answer.written,
            FileOutcome::Merged => &mut answer.merged,
            FileOutcome::Conflict => &mut answer.conflicts,
            FileOutcome::Unchanged => &mut answer.unchanged,
            FileOutcome::Removed => &mut answer.removed,
            FileOutcome::Skipped(_) => &mut answer.skipped,
            FileOutcome::Failed(_) => &mut answer.failed,
        };
        list.push(view(&arguments.out, file));
    }
    answer
}

fn view<'r>(out: &Path, file: &'r FileReport) -> FileView<'r> {
    FileView {
        path: out.join(&file.path).display().to_string(),
        paper: &file.id,
        name: &file.name,
        notes: file.notes,
        created: file.outcome == FileOutcome::Created,
        renamed_from: file.renamed_from.as_deref(),
        reason: file.outcome.cause(),
        conflicts: file.conflicts.iter().map(conflict).collect(),
        returned: &file.returned,
        twins: &file.twins,
        diff: file.diff.iter().map(diff_line).collect(),
    }
}

fn conflict(conflict: &Conflict) -> String {
    match conflict {
        Conflict::Key(key) => key.clone(),
        Conflict::Note(id) => format!("note {id}"),
        Conflict::DeletedNote(id) => format!("deleted note {id}"),
        Conflict::Text => "text".to_owned(),
    }
}

fn diff_line(line: &DiffLine) -> String {
    match line {
        DiffLine::Same(text) => format!("  {text}"),
        DiffLine::Gone(text) => format!("- {text}"),
        DiffLine::New(text) => format!("+ {text}"),
        DiffLine::Gap => "…".to_owned(),
    }
}

/// The answer for people.
fn list(out: &mut impl Write, arguments: &Arguments, report: &Report) -> io::Result<()> {
    for file in report.files.iter().filter(|file| file.outcome != FileOutcome::Unchanged) {
        write!(out, "{} {}", file.outcome.as_str(), arguments.out.join(&file.path).display())?;
        if let Some(before) = &file.renamed_from {
            write!(out, " (was {before})")?;
        }
        if let FileOutcome::Skipped(cause) = &file.outcome {
            write!(out, ": {cause}")?;
        }
        if !file.conflicts.is_empty() {
            let names: Vec<String> = file.conflicts.iter().map(conflict).collect();
            write!(out, ": both sides changed {}; both are in the file", names.join(", "))?;
        }
        for twin in &file.twins {
            write!(out, "; {twin} has the same id and was left as it is")?;
        }
        writeln!(out)?;
        for line in &file.diff {
            writeln!(out, "    {}", diff_line(line))?;
        }
    }
    let counts = ["created", "updated", "merged", "conflict", "removed", "skipped", "failed", "unchanged"];
    let counts = counts.into_iter().map(|outcome| (outcome, report.count(outcome))).filter(|(_, count)| *count > 0);
    let counts: Vec<String> = counts.map(|(outcome, count)| format!("{count} {outcome}")).collect();
    writeln!(out, "{}", if counts.is_empty() { "no notes to export".to_owned() } else { counts.join(", ") })?;
    for path in &report.others {
        let path = arguments.out.join(path);
        writeln!(
            out,
            "{} holds the same notes from an export with the other --per, and was left as it is",
            path.display()
        )?;
    }
    if let Some(backup) = &report.backup {
        writeln!(out, "copies of the files as they were: {backup}")?;
    }
    Ok(())
}
