//! What goes into one file: a paper, or all papers of a day.

use std::collections::{BTreeMap, BTreeSet};

use reading::corpus::{Paper, PaperKey};
use reading::export::name::{self, Fields};
use reading::export::{DaySheet, Filter, Language, Options, Sheet, Template, TemplateError, day_id, day_name};

use super::gather::Subject;

/// What a file is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Division {
    /// Each paper has its file.
    #[default]
    Paper,
    /// Each day has its file, with all of its papers.
    Day,
}

/// What goes into one file.
#[derive(Clone, Debug)]
pub(super) struct Volume<'s> {
    /// What the file is found by.
    pub(super) id: String,
    /// By what else: the file of a paper whose notes stand under several keys may hold any of them.
    pub(super) other_ids: Vec<String>,
    /// What it is called.
    pub(super) name: String,
    /// One, or those of the day in its order.
    pub(super) subjects: Vec<&'s Subject>,
    division: Division,
}

/// A file that is to be written.
pub(super) struct Rendered {
    pub(super) text: String,
    /// Notes in it.
    pub(super) notes: usize,
}

/// `subjects` as files, in their order.
pub(super) fn volumes(subjects: &[Subject], division: Division, language: Language) -> Vec<Volume<'_>> {
    let paper = |subject| Volume::of_paper(subject);
    if division == Division::Paper {
        return subjects.iter().map(paper).collect();
    }
    let mut days: BTreeMap<Option<&str>, Vec<&Subject>> = BTreeMap::new();
    for subject in subjects {
        days.entry(subject.head.date.as_deref()).or_default().push(subject);
    }
    days.into_iter().map(|(date, subjects)| Volume::of_day(date, subjects, language)).collect()
}

impl<'s> Volume<'s> {
    fn of_paper(subject: &'s Subject) -> Self {
        Self {
            id: subject.head.key.0.clone(),
            other_ids: subject.other_keys.clone(),
            name: subject.head.name.clone(),
            subjects: vec![subject],
            division: Division::Paper,
        }
    }

    fn of_day(date: Option<&str>, mut subjects: Vec<&'s Subject>, language: Language) -> Self {
        // Stable: those that are gone stand last, in the order in which they came.
        subjects.sort_by_key(|subject| subject.number);
        let name = day_name(date, language);
        Self { id: day_id(date), other_ids: Vec::new(), name, subjects, division: Division::Day }
    }

    /// Whether the notebook has anything to say about it.
    pub(super) fn is_noted(&self) -> bool {
        self.subjects.iter().any(|subject| !subject.marks.is_empty())
    }

    /// The path that `pattern` gives it.
    pub(super) fn path(&self, pattern: &str) -> String {
        let head = self.subjects.first().map(|subject| &subject.head);
        let of_paper = head.filter(|_| self.division == Division::Paper);
        name::path(
            pattern,
            &Fields {
                name: &self.name,
                title: of_paper.and_then(|head| head.title.as_deref()).unwrap_or_default(),
                date: head.and_then(|head| head.date.as_deref()).unwrap_or_default(),
                arxiv_id: of_paper.and_then(|head| head.arxiv_id.as_deref()).unwrap_or_default(),
                id: &self.id,
            },
        )
    }

    /// The ids under which the other division would keep the same notes.
    pub(super) fn ids_elsewhere(&self) -> Vec<String> {
        match self.division {
            Division::Paper => self.subjects.iter().map(|subject| day_id(subject.head.date.as_deref())).collect(),
            Division::Day => {
                let keys = self
                    .subjects
                    .iter()
                    .flat_map(|subject| std::iter::once(&subject.head.key.0).chain(&subject.other_keys));
                keys.cloned().collect()
            }
        }
    }

    /// Its file: the notes that `filter` asks for, and those with the ids `kept`. `None` where there are notes and it asks for
    /// none of them.
    ///
    /// # Errors
    /// [`TemplateError`].
    pub(super) fn render(
        &self,
        template: &Template,
        options: Options,
        filter: &Filter,
        kept: &BTreeSet<String>,
    ) -> Result<Option<Rendered>, TemplateError> {
        let mut fitting = 0;
        let sheets: Vec<Sheet> = self
            .subjects
            .iter()
            .map(|subject| {
                let forms: Vec<&Paper> = subject.forms.iter().collect();
                let mut head = subject.head.clone();
                if self.division == Division::Paper {
                    head.key = PaperKey(self.id.clone());
                }
                let mut sheet = Sheet::new(head, &forms, subject.marks.clone(), options);
                fitting += filter.apply_but(&mut sheet, kept);
                sheet
            })
            .collect();
        if fitting == 0 && self.is_noted() {
            return Ok(None);
        }
        if self.division == Division::Day {
            let date = self.subjects.first().and_then(|subject| subject.head.date.clone());
            let day = DaySheet::new(date, sheets, options);
            return Ok(Some(Rendered { text: template.render_day(&day)?, notes: day.notes() }));
        }
        let Some(sheet) = sheets.first() else { return Ok(None) };
        Ok(Some(Rendered { text: template.render(sheet)?, notes: sheet.notes.len() }))
    }
}
