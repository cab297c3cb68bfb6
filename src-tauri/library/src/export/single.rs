//! Exports that are one file: a table of notes, lists of references. They are made anew each time, with a copy of what was there.

use std::fs;
use std::io;
use std::path::Path;

use reading::corpus::Paper;
use reading::export::{self, Head, Sheet};

use super::folder::Folder;
use super::ledger::Ledger;
use super::report::{FileReport, Outcome, Report};
use super::run::{ExportError, Mode, Order, unusable};
use crate::export::Subject;
use crate::store;

/// Which file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Single {
    /// A row for each note.
    Csv,
    /// The papers with notes, for TeX.
    BibTex,
    /// The papers with notes, for Zotero and others.
    Csl,
}

impl Single {
    /// Name of the file.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Csv => "kaozheng-notes.csv",
            Self::BibTex => "kaozheng-papers.bib",
            Self::Csl => "kaozheng-papers.json",
        }
    }
}

/// Writes the one file of `subjects` into the folder of `order`, whose template and pattern have no say here.
///
/// # Errors
/// [`ExportError`], when the folder cannot be used.
pub fn run_single(order: &Order, subjects: &[Subject], single: Single) -> Result<Report, ExportError> {
    let sheets: Vec<Sheet> = subjects
        .iter()
        .map(|subject| {
            let forms: Vec<&Paper> = subject.forms.iter().collect();
            let mut sheet = Sheet::new(subject.head.clone(), &forms, subject.marks.clone(), order.options);
            order.filter.apply(&mut sheet);
            sheet
        })
        .filter(|sheet| !sheet.notes.is_empty())
        .collect();
    let mut report = Report::default();
    if sheets.is_empty() {
        return Ok(report);
    }
    let heads: Vec<Head> = sheets.iter().map(|sheet| sheet.head.clone()).collect();
    let text = match single {
        Single::Csv => export::csv(&sheets),
        Single::BibTex => export::bibtex(&heads),
        Single::Csl => export::csl(&heads),
    };
    let folder = Folder::open(order.out).map_err(|error| unusable(order.out, &error))?;
    let outcome = write(order, &folder, single.file_name(), &text, &mut report);
    report.files.push(FileReport {
        id: String::new(),
        name: single.file_name().to_owned(),
        path: single.file_name().to_owned(),
        renamed_from: None,
        outcome: outcome.unwrap_or_else(|error| Outcome::Failed(store::in_words(&error))),
        notes: sheets.iter().map(|sheet| sheet.notes.len()).sum(),
        conflicts: Vec::new(),
        returned: Vec::new(),
        twins: Vec::new(),
        diff: Vec::new(),
    });
    Ok(report)
}

fn write(order: &Order, folder: &Folder, name: &str, text: &str, report: &mut Report) -> io::Result<Outcome> {
    let path = folder.file(name)?;
    let present = match fs::read(&path) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let outcome = match &present {
        Some(present) if present == text.as_bytes() => return Ok(Outcome::Unchanged),
        Some(_) => Outcome::Updated,
        None => Outcome::Created,
    };
    if order.mode == Mode::DryRun {
        return Ok(outcome);
    }
    if let (Some(state), Some(present)) = (order.state, &present) {
        let backup = Ledger::open(state, folder.root(), false)?.backup_folder(order.stamp);
        store::replace(&backup.join(name), present)?;
        report.backup = Some(backup.display().to_string());
    }
    fs::create_dir_all(folder.root())?;
    store::replace_shared(&path, text.as_bytes(), || Ok(()))?;
    store::sync_folder(path.parent().unwrap_or(Path::new(".")))?;
    Ok(outcome)
}
