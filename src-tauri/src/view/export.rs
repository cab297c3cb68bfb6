//! Exports between the wire and the library.

use library::PaperId;
use library::export::{ExportChoice, FileReport, OWN, Outcome, Report, Scope, Single};
use reading::export::{Builtin, DiffLine, Filter, Sort, Verdict, yaml};
use reading::typeset::note;

use crate::wire;

/// What was chosen, for the interface.
pub(crate) fn export_choice(choice: &ExportChoice) -> wire::ExportChoice {
    let last = |path: &Option<std::path::PathBuf>| {
        path.as_ref().map(|path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned())
    };
    wire::ExportChoice {
        folder: last(&choice.folder),
        own: last(&choice.own),
        ways: wire::ExportWays {
            template: match choice.template.as_str() {
                OWN => wire::ExportTemplate::Own,
                "obsidian" => wire::ExportTemplate::Obsidian,
                "logseq" => wire::ExportTemplate::Logseq,
                _ => wire::ExportTemplate::Plain,
            },
            pattern: choice.pattern.clone(),
            by_day: choice.by_day,
            day_pattern: choice.day_pattern.clone(),
            context: choice.context,
            formulas: choice.formulas,
            whole: choice.whole,
            chinese: choice.chinese,
            follow: choice.follow,
        },
    }
}

/// What was chosen before, with what is chosen now.
pub(crate) fn export_choice_to(before: ExportChoice, ways: wire::ExportWays) -> ExportChoice {
    let template = match ways.template {
        wire::ExportTemplate::Plain => Builtin::Plain.as_str(),
        wire::ExportTemplate::Obsidian => Builtin::Obsidian.as_str(),
        wire::ExportTemplate::Logseq => Builtin::Logseq.as_str(),
        wire::ExportTemplate::Own => OWN,
    };
    ExportChoice {
        template: template.to_owned(),
        pattern: ways.pattern,
        by_day: ways.by_day,
        day_pattern: ways.day_pattern,
        context: ways.context,
        formulas: ways.formulas,
        whole: ways.whole,
        chinese: ways.chinese,
        follow: ways.follow,
        ..before
    }
}

pub(crate) fn export_scope(scope: wire::ExportScope) -> Scope {
    match scope {
        wire::ExportScope::Papers { papers } => Scope::Papers(papers.into_iter().map(PaperId).collect()),
        wire::ExportScope::Day { day } => Scope::Day(day),
        wire::ExportScope::All => Scope::All,
    }
}

pub(crate) fn export_filter(filter: wire::ExportFilter) -> Filter {
    let day = |day: String| Some(day).filter(|day| !day.trim().is_empty());
    Filter {
        colors: filter.colors.into_iter().map(|color| super::notes::color_to(color).as_str().to_owned()).collect(),
        tags: filter.tags.into_iter().collect(),
        sorts: filter
            .kinds
            .into_iter()
            .map(|kind| match kind {
                wire::NoteKind::Highlight => Sort::Highlight,
                wire::NoteKind::Note => Sort::Note,
                wire::NoteKind::Bookmark => Sort::Bookmark,
                wire::NoteKind::Paper => Sort::Paper,
            })
            .collect(),
        from: day(filter.from),
        to: day(filter.to),
        verdict: filter.verdict.map(|verdict| match verdict {
            wire::ExportVerdict::Doubtful => Verdict::Doubtful,
            wire::ExportVerdict::Supported => Verdict::Supported,
        }),
        notes: filter.notes.into_iter().collect(),
    }
}

pub(crate) fn export_single(format: wire::ExportFormat) -> Option<Single> {
    match format {
        wire::ExportFormat::Markdown => None,
        wire::ExportFormat::Csv => Some(Single::Csv),
        wire::ExportFormat::Bibtex => Some(Single::BibTex),
        wire::ExportFormat::Csl => Some(Single::Csl),
    }
}

/// The text of a file, and how it reads. Front matter is shown as the text that it is.
pub(crate) fn export_preview((name, markdown): (String, String)) -> wire::ExportPreview {
    let parts = yaml::split(&markdown);
    let front = parts.front.map(|front| format!("```yaml\n{front}```\n\n")).unwrap_or_default();
    let html = markup(&(front + parts.body));
    wire::ExportPreview { name, markdown, html }
}

/// How a file reads. The comments that mark blocks are for the next export; nobody reads them.
pub(crate) fn markup(markdown: &str) -> String {
    let seen: Vec<&str> = markdown.lines().filter(|line| !is_mark(line)).collect();
    note::render(&seen.join("\n"))
}

fn is_mark(line: &str) -> bool {
    let line = line.trim();
    ["<!-- kz:", "<!-- /kz:"].iter().any(|open| line.starts_with(open)) && line.ends_with("-->")
}

pub(crate) fn export_report(report: Report, dry: bool) -> wire::ExportReport {
    let unchanged = report.count("unchanged");
    let shown = report.files.into_iter().filter(|file| file.outcome != Outcome::Unchanged);
    wire::ExportReport {
        files: shown.map(file).collect(),
        unchanged: number(unchanged),
        troubles: report.troubles,
        backup: report.backup.is_some(),
        others: report.others.into_iter().collect(),
        cancelled: report.cancelled,
        dry,
    }
}

fn file(file: FileReport) -> wire::ExportedFile {
    let outcome = match &file.outcome {
        Outcome::Created => wire::ExportOutcome::Created,
        Outcome::Updated => wire::ExportOutcome::Updated,
        Outcome::Merged => wire::ExportOutcome::Merged,
        Outcome::Conflict => wire::ExportOutcome::Conflict,
        Outcome::Unchanged => wire::ExportOutcome::Unchanged,
        Outcome::Removed => wire::ExportOutcome::Removed,
        Outcome::Skipped(_) => wire::ExportOutcome::Skipped,
        Outcome::Failed(_) => wire::ExportOutcome::Failed,
    };
    wire::ExportedFile {
        cause: file.outcome.cause().map(str::to_owned),
        outcome,
        path: file.path,
        renamed_from: file.renamed_from,
        notes: number(file.notes),
        conflicts: number(file.conflicts.len()),
        returned: number(file.returned.len()),
        twins: file.twins,
        diff: file.diff.into_iter().map(line).collect(),
    }
}

fn line(line: DiffLine) -> wire::ExportLine {
    let (kind, text) = match line {
        DiffLine::Same(text) => ("same", text),
        DiffLine::Gone(text) => ("gone", text),
        DiffLine::New(text) => ("new", text),
        DiffLine::Gap => ("gap", String::new()),
    };
    wire::ExportLine { kind: kind.to_owned(), text }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
