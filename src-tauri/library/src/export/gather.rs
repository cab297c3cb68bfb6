//! The notes of a notebook together with the papers that they are about.

use std::collections::HashMap;

use reading::corpus::{Paper, PaperKey};
use reading::export::{Head, Mark};

use crate::notebook::{Annotation, Document, PaperRecord, Storage};

/// A paper and its notes.
#[derive(Clone, Debug)]
pub struct Subject {
    /// What is known about the paper.
    pub head: Head,
    /// The paper in the forms that the corpus holds; none where it is gone.
    pub forms: Vec<Paper>,
    /// Its notes, without those in the trash.
    pub marks: Vec<Mark>,
}

/// A note as an export needs it.
pub fn mark_of(annotation: &Annotation) -> Mark {
    Mark {
        id: annotation.id.clone(),
        target: annotation.target.clone(),
        note: annotation.note.clone(),
        tags: annotation.tags.clone(),
        color: annotation.color.as_str().to_owned(),
        highlight: annotation.highlight && !annotation.target.parts.is_empty(),
        bookmark: annotation.bookmark,
        created: time(annotation.created_ms),
        modified: time(annotation.modified_ms),
    }
}

/// RFC 3339 in UTC; the number itself where it is no time of this world.
fn time(milliseconds: i64) -> String {
    jiff::Timestamp::from_millisecond(milliseconds).map_or_else(|_| milliseconds.to_string(), |time| time.to_string())
}

struct Noted {
    key: String,
    record: PaperRecord,
    marks: Vec<Mark>,
    /// The likeness of the paper that was found for it, where its own key was not.
    likeness: f64,
}

#[derive(Default)]
struct Found {
    date: Option<String>,
    forms: Vec<Paper>,
}

/// Notes that look for their papers.
#[derive(Default)]
pub struct Gathering {
    noted: Vec<Noted>,
    found: HashMap<String, Found>,
}

impl Gathering {
    /// The notes of the notebook in `storage`, and what of it could not be read, a sentence each.
    pub fn read(storage: &impl Storage) -> (Self, Vec<String>) {
        let mut troubles = Vec::new();
        let keys = storage.documents().unwrap_or_else(|error| {
            troubles.push(format!("the notes cannot be listed: {error}"));
            Vec::new()
        });
        let mut gathering = Self::default();
        for key in keys {
            match Document::open(storage, &key) {
                Ok(document) => {
                    troubles.extend(document.troubles().map(ToString::to_string));
                    gathering.add(key, document.paper(), &document.annotations());
                }
                Err(error) => troubles.push(format!("{key}: {error}")),
            }
        }
        (gathering, troubles)
    }

    /// The notes of one paper.
    pub fn add(&mut self, key: String, record: PaperRecord, annotations: &[Annotation]) {
        let live = annotations.iter().filter(|annotation| !annotation.deleted && !annotation.is_blank());
        self.found.insert(key.clone(), Found::default());
        // Papers that were only starred or read have nothing to say.
        if annotations.is_empty() {
            return;
        }
        self.noted.push(Noted { key, record, marks: live.map(mark_of).collect(), likeness: 0.0 });
    }

    /// A paper of the corpus in one of its forms, in the digest of `date`.
    pub fn see(&mut self, paper: &Paper, date: Option<&str>) {
        if let Some(found) = self.found.get_mut(&paper.key.0) {
            found.date = found.date.take().or_else(|| date.map(str::to_owned));
            found.forms.push(paper.clone());
        }
    }

    /// Whether there are notes whose paper was not seen: the corpus is to be gone through once more with [`Gathering::see_alike`].
    pub fn has_homeless(&self) -> bool {
        self.noted.iter().any(|noted| self.is_homeless(noted))
    }

    fn is_homeless(&self, noted: &Noted) -> bool {
        noted.likeness > 0.0 || self.found.get(&noted.key).is_none_or(|found| found.forms.is_empty())
    }

    /// A paper that may be the one of notes whose own was not seen: by its arXiv id, or as the most alike.
    pub fn see_alike(&mut self, paper: &Paper, date: Option<&str>) {
        for nth in 0..self.noted.len() {
            let Some(noted) = self.noted.get(nth).filter(|noted| self.is_homeless(noted)) else { continue };
            if let Some(likeness) = noted.record.likeness(paper).filter(|likeness| *likeness > noted.likeness) {
                let found = Found { date: date.map(str::to_owned), forms: vec![paper.clone()] };
                self.found.insert(noted.key.clone(), found);
                if let Some(noted) = self.noted.get_mut(nth) {
                    noted.likeness = likeness;
                }
            }
        }
    }

    /// The papers with their notes, by date and name.
    pub fn subjects(mut self) -> Vec<Subject> {
        let mut subjects = Vec::with_capacity(self.noted.len());
        for noted in self.noted {
            let found = self.found.remove(&noted.key).unwrap_or_default();
            let mut head =
                match found.forms.iter().max_by_key(|paper| usize::from(paper.title.is_some()) + paper.links.len()) {
                    Some(paper) => Head::of(paper, found.date.as_deref()),
                    None => Head {
                        name: noted.record.name.clone(),
                        title: noted.record.title.clone(),
                        arxiv_id: noted.record.arxiv_id.clone(),
                        ..Head::default()
                    },
                };
            // The file is known by the key under which the notes are kept, whatever the paper's is by now.
            head.key = PaperKey(noted.key);
            subjects.push(Subject { head, forms: found.forms, marks: noted.marks });
        }
        subjects.sort_by(|a, b| {
            let key =
                |subject: &Subject| (subject.head.date.clone(), subject.head.name.clone(), subject.head.key.0.clone());
            key(a).cmp(&key(b))
        });
        subjects
    }
}
