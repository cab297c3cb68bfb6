//! The notes of a notebook together with the papers that they are about.

use std::collections::{BTreeMap, BTreeSet, HashMap};

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
    /// Other keys under which some of its notes are kept.
    pub other_keys: Vec<String>,
    /// Where it stands among the papers of its day; the greatest number: nowhere.
    pub number: u32,
}

/// The number of a paper that the corpus does not have: it stands last.
pub(super) const GONE: u32 = u32::MAX;

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
    number: Option<u32>,
}

/// Notes that look for their papers.
#[derive(Default)]
pub struct Gathering {
    noted: Vec<Noted>,
    found: HashMap<String, Found>,
    /// Papers without notes, by their keys.
    unnoted: BTreeMap<String, Found>,
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

    /// A paper of the corpus in one of its forms, in the digest of `date`. `number`: its place among the papers of the corpus.
    pub fn see(&mut self, paper: &Paper, date: Option<&str>, number: u32) {
        if let Some(found) = self.found.get_mut(&paper.key.0) {
            found.see(paper, date, number);
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
    pub fn see_alike(&mut self, paper: &Paper, date: Option<&str>, number: u32) {
        for nth in 0..self.noted.len() {
            let Some(noted) = self.noted.get(nth).filter(|noted| self.is_homeless(noted)) else { continue };
            let Some(likeness) = noted.record.likeness(paper) else { continue };
            let found = self.found.entry(noted.key.clone()).or_default();
            if likeness > noted.likeness {
                *found = Found::default();
            } else if found.forms.iter().all(|form| form.key != paper.key) {
                continue;
            }
            found.see(paper, date, number);
            if let Some(noted) = self.noted.get_mut(nth) {
                noted.likeness = likeness.max(noted.likeness);
            }
        }
    }

    /// A paper of the corpus, to stand without notes beside those of its day that have some. To be called when all notes have
    /// found their papers.
    pub fn see_unnoted(&mut self, paper: &Paper, date: Option<&str>, number: u32) {
        let is_of_day = |found: &Found| date.is_some() && !found.forms.is_empty() && found.date.as_deref() == date;
        let is_noted = |found: &Found| found.forms.iter().any(|form| form.key == paper.key);
        let noted = || self.noted.iter().filter_map(|noted| self.found.get(&noted.key));
        if noted().any(is_of_day) && !noted().any(is_noted) {
            self.unnoted.entry(paper.key.0.clone()).or_default().see(paper, date, number);
        }
    }

    /// The papers with their notes, by date and name. Notes that stand under several keys, as forms of a digest or an edited one
    /// gave them, are together where they are found to be about one paper.
    pub fn subjects(mut self) -> Vec<Subject> {
        let mut subjects: Vec<Subject> = Vec::with_capacity(self.noted.len());
        let mut places: HashMap<Identity, usize> = HashMap::new();
        // The paper's own document first: its key names the file.
        let has_own_key = |noted: &Noted, found: &HashMap<String, Found>| {
            found.get(&noted.key).is_some_and(|found| found.forms.iter().any(|form| form.key.0 == noted.key))
        };
        self.noted.sort_by_key(|noted| (!has_own_key(noted, &self.found), noted.key.clone()));
        for noted in self.noted {
            let found = self.found.remove(&noted.key).unwrap_or_default();
            let identities = identities(&found, &noted.record);
            let known = identities.iter().find_map(|identity| places.get(identity).copied());
            match known.and_then(|at| subjects.get_mut(at)) {
                Some(subject) => {
                    subject.other_keys.push(noted.key);
                    join(subject, found, noted.marks);
                }
                None => subjects.push(subject(noted, found)),
            }
            for identity in identities {
                places.entry(identity).or_insert(known.unwrap_or(subjects.len() - 1));
            }
        }
        for (key, found) in self.unnoted {
            let is_known = identities(&found, &PaperRecord::default()).iter().any(|own| places.contains_key(own));
            if !is_known {
                let record = PaperRecord::default();
                subjects.push(subject(Noted { key, record, marks: Vec::new(), likeness: 0.0 }, found));
            }
        }
        subjects.sort_by(|a, b| {
            let key =
                |subject: &Subject| (subject.head.date.clone(), subject.head.name.clone(), subject.head.key.0.clone());
            key(a).cmp(&key(b))
        });
        subjects
    }
}

impl Found {
    fn see(&mut self, paper: &Paper, date: Option<&str>, number: u32) {
        self.date = self.date.take().or_else(|| date.map(str::to_owned));
        self.forms.push(paper.clone());
        self.number = Some(self.number.map_or(number, |own| own.min(number)));
    }
}

/// What makes two papers one.
#[derive(PartialEq, Eq, Hash)]
enum Identity {
    /// Of a form that was found.
    Key(String),
    /// arXiv id, and the day: another day's review is another text.
    Arxiv(Option<String>, String),
}

fn identities(found: &Found, record: &PaperRecord) -> Vec<Identity> {
    let keys = found.forms.iter().map(|form| Identity::Key(form.key.0.clone()));
    let ids = found.forms.iter().filter_map(|form| form.arxiv_id.clone()).chain(record.arxiv_id.clone());
    let date = found.date.clone().or_else(|| record.day.clone());
    let ids: BTreeSet<String> = ids.collect();
    keys.chain(ids.into_iter().map(|id| Identity::Arxiv(date.clone(), id))).collect()
}

fn join(subject: &mut Subject, found: Found, marks: Vec<Mark>) {
    let is_new = |form: &Paper| subject.forms.iter().all(|own| own.key != form.key);
    let new: Vec<Paper> = found.forms.into_iter().filter(is_new).collect();
    subject.forms.extend(new);
    subject.number = subject.number.min(found.number.unwrap_or(GONE));
    let ids: BTreeSet<String> = subject.marks.iter().map(|mark| mark.id.clone()).collect();
    subject.marks.extend(marks.into_iter().filter(|mark| !ids.contains(&mark.id)));
}

fn subject(noted: Noted, found: Found) -> Subject {
    let richest = found.forms.iter().max_by_key(|paper| usize::from(paper.title.is_some()) + paper.links.len());
    let mut head = match richest {
        Some(paper) => Head::of(paper, found.date.as_deref()),
        None => Head {
            name: noted.record.name,
            title: noted.record.title,
            arxiv_id: noted.record.arxiv_id,
            date: noted.record.day,
            ..Head::default()
        },
    };
    // What the richest form does not carry.
    for form in &found.forms {
        let other = Head::of(form, None);
        head.title = head.title.or(other.title);
        head.authors = head.authors.or(other.authors);
        head.arxiv_id = head.arxiv_id.or(other.arxiv_id);
        head.topic = head.topic.or(other.topic);
        if head.links.is_empty() {
            head.links = other.links;
        }
    }
    // The file is known by the key under which the notes are kept, whatever the paper's is by now.
    head.key = PaperKey(noted.key);
    let number = found.number.unwrap_or(GONE);
    Subject { head, forms: found.forms, marks: noted.marks, other_keys: Vec::new(), number }
}
