//! The calls of a session about exports.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reading::corpus::{Paper, PaperKey};
use reading::export::{self, Builtin, Extent, Filter, Formulas, Head, Language, Options, Sheet, Template, yaml};

use super::choice::{ExportChoice, TemplateTrouble};
use super::gather::{Subject, mark_of};
use super::report::Report;
use super::run::{ExportError, Mode, Order, run};
use super::single::{Single, run_single};
use crate::answer::PaperId;
use crate::catalogue::parts_of;
use crate::error::Error;
use crate::notebook::Document;
use crate::opening;
use crate::session::Session;
use crate::state::Shared;

/// Which papers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// These.
    Papers(Vec<PaperId>),
    /// Those of one day, ISO.
    Day(String),
    /// All with notes.
    All,
}

/// What is asked for in one export.
#[derive(Clone, Debug)]
pub struct Request<'r> {
    /// Which papers.
    pub scope: &'r Scope,
    /// Which of their notes.
    pub filter: &'r Filter,
    /// Where and how.
    pub choice: &'r ExportChoice,
    /// One file instead of one a paper.
    pub single: Option<Single>,
    /// Whether files are written.
    pub mode: Mode,
}

/// Why an export did not begin.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotExported {
    /// No folder was chosen.
    #[error("no folder is chosen for exports; choose one")]
    NoFolder,
    /// The template.
    #[error("{0}")]
    Template(#[from] TemplateTrouble),
    /// The folder.
    #[error("{0}")]
    Folder(#[from] ExportError),
}

impl Session {
    /// What was chosen last about exports.
    pub fn export_choice(&self) -> ExportChoice {
        self.shared.state().settings.export.clone().unwrap_or_default()
    }

    /// Remembers what was chosen. On the disk when it returns `Ok`.
    ///
    /// # Errors
    /// [`Error::NotSaved`]; the choice holds until the program ends.
    pub fn set_export_choice(&self, choice: ExportChoice) -> Result<(), Error> {
        Arc::make_mut(&mut self.shared.state().settings).export = Some(choice);
        self.shared.save_settings()
    }

    /// Chooses the folder for exports. On the disk when it returns `Ok`.
    ///
    /// # Errors
    /// [`Error::CannotOpen`] for a folder of the library, which is never written to; [`Error::NotSaved`].
    pub fn set_export_folder(&self, folder: &Path) -> Result<(), Error> {
        if is_in_a_source(&self.shared, folder) {
            let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
            let cause = "it is a folder of digests, and those are never written to; choose another".to_owned();
            return Err(Error::CannotOpen { name, cause });
        }
        self.set_export_choice(ExportChoice { folder: Some(folder.to_owned()), ..self.export_choice() })
    }

    /// Exports. Reads the digests of all papers that are asked for, and their notes; `progress` as in [`run`].
    ///
    /// # Errors
    /// [`NotExported`]; what fails for one file stands in the report.
    pub fn export(
        &self,
        request: &Request,
        progress: impl FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Result<Report, NotExported> {
        export(&self.shared, request, progress)
    }

    /// The file that one paper would become, as it would be written where there is none yet, and its name.
    ///
    /// # Errors
    /// [`TemplateTrouble`].
    pub fn export_preview(&self, request: &Request, id: &PaperId) -> Result<Option<(String, String)>, TemplateTrouble> {
        let template = request.choice.template()?;
        let (subjects, _) = subjects(&self.shared, &Scope::Papers(vec![id.clone()]));
        let Some(subject) = subjects.first() else { return Ok(None) };
        let forms: Vec<&Paper> = subject.forms.iter().collect();
        let mut sheet = Sheet::new(subject.head.clone(), &forms, subject.marks.clone(), request.choice.options());
        request.filter.apply(&mut sheet);
        if sheet.notes.is_empty() {
            return Ok(None);
        }
        let text = template.render(&sheet)?;
        Ok(Some((name_of(&subject.head, &request.choice.pattern), text)))
    }

    /// All of the paper with its notes in their places, as Markdown without front matter: for printing.
    ///
    /// # Errors
    /// Those of [`Session::paper`].
    pub fn whole_text(&self, id: &PaperId, language: Language) -> Result<String, Error> {
        let open = opening::read(&self.shared, id)?;
        let paper = open.paper().ok_or(Error::PaperGone)?;
        let (mut subjects, _) = subjects(&self.shared, &Scope::Papers(vec![id.clone()]));
        let marks = subjects.pop().map(|subject| subject.marks).unwrap_or_default();
        let mut head = Head::of(paper, Some(open.day.as_str()).filter(|day| !day.is_empty()));
        head.name.clone_from(&open.name);
        let options = Options { extent: Extent::Whole, formulas: Formulas::Dollars, language, ..Options::default() };
        let sheet = Sheet::new(head, &[paper], marks, options);
        let text = Template::builtin(Builtin::Plain).and_then(|template| template.render(&sheet));
        // Ours has no fault; whoever prints without it would see an empty page.
        let text = text.map_err(|_| Error::PaperGone)?;
        Ok(yaml::split(&text).body.to_owned())
    }

    /// The paper that notes under this key are about now, and whether the library has it.
    pub fn paper_by_key(&self, key: &str) -> Option<PaperId> {
        let (id, is_there) = self.shared.state().snapshot().paper_of(key);
        is_there.then_some(id)
    }
}

fn name_of(head: &Head, pattern: &str) -> String {
    let fields = export::name::Fields {
        name: &head.name,
        title: head.title.as_deref().unwrap_or_default(),
        date: head.date.as_deref().unwrap_or_default(),
        arxiv_id: head.arxiv_id.as_deref().unwrap_or_default(),
        id: &head.key.0,
    };
    export::name::path(pattern, &fields)
}

pub(super) fn export(
    shared: &Shared,
    request: &Request,
    progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Report, NotExported> {
    let choice = request.choice;
    let out = choice.folder.as_deref().ok_or(NotExported::NoFolder)?;
    let template = choice.template()?;
    let (subjects, troubles) = subjects(shared, request.scope);
    let state = state_folder(shared);
    let stamp = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
    let order = Order {
        out,
        state: Some(&state),
        template: &template,
        pattern: &choice.pattern,
        options: choice.options(),
        filter: request.filter,
        mode: request.mode,
        stamp: &stamp,
    };
    let mut report = match request.single {
        Some(single) => run_single(&order, &subjects, single)?,
        None => run(&order, &subjects, progress)?,
    };
    report.troubles.extend(troubles);
    Ok(report)
}

/// In the program's own folder for data.
fn state_folder(shared: &Shared) -> PathBuf {
    let [_, _, data] = &shared.own_folders;
    data.join("exports")
}

/// The papers with notes, each in its richest form, and what of the notes cannot be read.
fn subjects(shared: &Shared, scope: &Scope) -> (Vec<Subject>, Vec<String>) {
    let snapshot = shared.state().snapshot();
    let (disk, documents) = {
        let desk = shared.notes();
        let noted = desk.overview.entries().filter(|(_, entry)| !entry.notes.is_empty());
        (desk.disk.clone(), noted.map(|(key, _)| key.clone()).collect::<Vec<_>>())
    };
    let mut homes: BTreeMap<PaperId, (bool, Vec<String>)> = BTreeMap::new();
    for document in documents {
        let (id, is_there) = snapshot.paper_of(&document);
        let is_asked = match scope {
            Scope::All => true,
            Scope::Day(day) => id.0.split_once('/').is_some_and(|(own, _)| own == day),
            Scope::Papers(ids) => ids.iter().any(|asked| parts_of(asked).1 == parts_of(&id).1),
        };
        if is_asked {
            homes.entry(id).or_insert((is_there, Vec::new())).1.push(document);
        }
    }
    let (mut subjects, mut troubles) = (Vec::with_capacity(homes.len()), Vec::new());
    // By day, so that each digest is read once.
    for (id, (is_there, mut documents)) in homes {
        let key = parts_of(&id).1.to_owned();
        // The paper's own document first: its key names the file.
        documents.sort_by_key(|document| *document != key);
        let mut head = Head::default();
        let mut forms = Vec::new();
        let mut marks = Vec::new();
        for name in &documents {
            match Document::open(&disk, name) {
                Ok(document) => {
                    troubles.extend(document.troubles().map(ToString::to_string));
                    let record = document.paper();
                    if head.name.is_empty() {
                        (head.name, head.title, head.arxiv_id) = (record.name, record.title, record.arxiv_id);
                        head.date = record.day;
                    }
                    let live = document.annotations();
                    marks.extend(live.iter().filter(|note| !note.deleted && !note.is_blank()).map(mark_of));
                }
                Err(error) => troubles.push(format!("{name}: {error}")),
            }
        }
        if is_there && let Ok(open) = opening::read(shared, &id) {
            if let Some(paper) = open.paper() {
                head = Head::of(paper, Some(open.day.as_str()).filter(|day| !day.is_empty()));
                forms.push(paper.clone());
            }
            head.name = open.name;
        }
        head.key = PaperKey(documents.first().cloned().unwrap_or(key));
        subjects.push(Subject { head, forms, marks });
    }
    (subjects, troubles)
}

/// A folder that was chosen may not be one of the library's: those are never written to.
fn is_in_a_source(shared: &Shared, folder: &Path) -> bool {
    let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    shared.state().settings.sources.iter().any(|source| {
        let source = std::fs::canonicalize(&source.path).unwrap_or_else(|_| source.path.clone());
        folder.starts_with(&source)
    })
}
