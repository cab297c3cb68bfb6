//! The calls of a session about exports.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reading::export::{Builtin, Extent, Filter, Formulas, Head, Language, Options, Sheet, Template, yaml};

use super::choice::{ExportChoice, TemplateTrouble};
use super::report::Report;
use super::run::{ExportError, Mode, Order, run};
use super::single::{Single, run_single};
use super::subjects::subjects;
use super::volume::{Division, volumes};
use crate::answer::PaperId;
use crate::error::Error;
use crate::opening;
use crate::session::Session;
use crate::state::Shared;

/// Which papers. A file of a day holds all papers of that day, however few of them are named here.
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
    /// One table or list instead of Markdown.
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

    /// The file that one paper, or its day, would become, as it would be written where there is none yet, and its name.
    ///
    /// # Errors
    /// [`TemplateTrouble`].
    pub fn export_preview(&self, request: &Request, id: &PaperId) -> Result<Option<(String, String)>, TemplateTrouble> {
        let choice = request.choice;
        let (template, options) = (choice.template()?, choice.options());
        let (subjects, _) = subjects(&self.shared, &Scope::Papers(vec![id.clone()]), choice.division(), options.extent);
        for volume in volumes(&subjects, choice.division(), options.language) {
            let rendered = volume.render(&template, options, request.filter, &BTreeSet::new());
            let rendered = rendered.map_err(TemplateTrouble::from)?.filter(|rendered| rendered.notes > 0);
            if let Some(rendered) = rendered {
                return Ok(Some((volume.path(choice.pattern()), rendered.text)));
            }
        }
        Ok(None)
    }

    /// All of the paper with its notes in their places, as Markdown without front matter: for printing.
    ///
    /// # Errors
    /// Those of [`Session::paper`].
    pub fn whole_text(&self, id: &PaperId, language: Language) -> Result<String, Error> {
        let open = opening::read(&self.shared, id)?;
        let paper = open.paper().ok_or(Error::PaperGone)?;
        let scope = Scope::Papers(vec![id.clone()]);
        let (mut subjects, _) = subjects(&self.shared, &scope, Division::Paper, Extent::Notes);
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

pub(super) fn export(
    shared: &Shared,
    request: &Request,
    progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Report, NotExported> {
    let choice = request.choice;
    let out = choice.folder.as_deref().ok_or(NotExported::NoFolder)?;
    let template = choice.template()?;
    let division = if request.single.is_some() { Division::Paper } else { choice.division() };
    let (subjects, troubles) = subjects(shared, request.scope, division, choice.options().extent);
    let state = state_folder(shared);
    let stamp = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
    let order = Order {
        out,
        state: Some(&state),
        template: &template,
        division,
        pattern: choice.pattern(),
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

/// A folder that was chosen may not be one of the library's: those are never written to.
fn is_in_a_source(shared: &Shared, folder: &Path) -> bool {
    let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    shared.state().settings.sources.iter().any(|source| {
        let source = std::fs::canonicalize(&source.path).unwrap_or_else(|_| source.path.clone());
        folder.starts_with(&source)
    })
}
