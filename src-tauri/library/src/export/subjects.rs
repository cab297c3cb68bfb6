//! The papers that an export of a session is about, with their notes.

use std::collections::{BTreeMap, BTreeSet};

use reading::corpus::PaperKey;
use reading::export::{Extent, Head};

use super::gather::{GONE, Subject, mark_of};
use super::session::Scope;
use super::volume::Division;
use crate::answer::PaperId;
use crate::catalogue::parts_of;
use crate::notebook::{Disk, Document};
use crate::opening;
use crate::state::{Shared, Snapshot};

/// A paper and where its notes are.
struct Home {
    is_there: bool,
    /// ISO; `None`: not known.
    day: Option<String>,
    /// Of the notebook, the paper's own first: its key names the file.
    documents: Vec<String>,
}

/// The papers with notes, each in its richest form, and what of the notes cannot be read. With [`Division::Day`] those of all
/// days that the scope touches, and with [`Extent::Whole`] also the papers of these days that have no notes.
pub(super) fn subjects(
    shared: &Shared,
    scope: &Scope,
    division: Division,
    extent: Extent,
) -> (Vec<Subject>, Vec<String>) {
    let snapshot = shared.state().snapshot();
    let (disk, documents) = {
        let desk = shared.notes();
        let noted = desk.overview.entries().filter(|(_, entry)| !entry.notes.is_empty());
        let noted = noted.map(|(key, entry)| (key.clone(), entry.record.day.clone()));
        (desk.disk.clone(), noted.collect::<Vec<_>>())
    };
    let mut homes = homes(&snapshot, documents);
    keep(&mut homes, scope, division);
    if (division, extent) == (Division::Day, Extent::Whole) {
        add_unnoted(&snapshot, &mut homes);
    }
    let (mut subjects, mut troubles) = (Vec::with_capacity(homes.len()), Vec::new());
    // By day, so that each digest is read once.
    for (id, home) in homes {
        subjects.push(subject(shared, &disk, &id, home, &mut troubles));
    }
    (subjects, troubles)
}

fn homes(snapshot: &Snapshot, documents: Vec<(String, Option<String>)>) -> BTreeMap<PaperId, Home> {
    let mut homes: BTreeMap<PaperId, Home> = BTreeMap::new();
    for (document, recorded) in documents {
        let (id, is_there) = snapshot.paper_of(&document);
        let day = if is_there { day_of(&id) } else { recorded };
        let home = homes.entry(id).or_insert_with(|| Home { is_there, day: day.clone(), documents: Vec::new() });
        home.day = home.day.take().or(day);
        home.documents.push(document);
    }
    for (id, home) in &mut homes {
        let key = parts_of(id).1;
        home.documents.sort_by_key(|document| document != key);
    }
    homes
}

fn day_of(id: &PaperId) -> Option<String> {
    id.0.split_once('/').map(|(day, _)| day.to_owned()).filter(|day| !day.is_empty())
}

/// Takes out what is not asked for.
fn keep(homes: &mut BTreeMap<PaperId, Home>, scope: &Scope, division: Division) {
    match (scope, division) {
        (Scope::All, _) => {}
        (Scope::Day(day), _) => homes.retain(|_, home| home.day.as_ref() == Some(day)),
        (Scope::Papers(ids), Division::Paper) => homes.retain(|id, _| is_one_of(id, ids)),
        (Scope::Papers(ids), Division::Day) => {
            let of_homes = homes.iter().filter(|(id, _)| is_one_of(id, ids)).map(|(_, home)| home.day.clone());
            let mut days: BTreeSet<Option<String>> = of_homes.collect();
            days.extend(ids.iter().filter_map(|id| Some(Some(day_of(id)?))));
            homes.retain(|_, home| days.contains(&home.day));
        }
    }
}

fn is_one_of(id: &PaperId, ids: &[PaperId]) -> bool {
    ids.iter().any(|asked| parts_of(asked).1 == parts_of(id).1)
}

/// The other papers of the days that are known.
fn add_unnoted(snapshot: &Snapshot, homes: &mut BTreeMap<PaperId, Home>) {
    let (mut days, mut all) = (BTreeSet::new(), Vec::new());
    for id in homes.keys() {
        if let Some(entry) = snapshot.find(id).filter(|_| day_of(id).is_some())
            && days.insert(snapshot.catalogue.day_of(entry).start)
        {
            all.extend(snapshot.catalogue.day_of(entry).map(|entry| snapshot.catalogue.id(entry)));
        }
    }
    for id in all {
        let day = day_of(&id);
        homes.entry(id).or_insert(Home { is_there: true, day, documents: Vec::new() });
    }
}

fn subject(shared: &Shared, disk: &Disk, id: &PaperId, home: Home, troubles: &mut Vec<String>) -> Subject {
    let mut subject = Subject {
        head: Head::default(),
        forms: Vec::new(),
        marks: Vec::new(),
        other_keys: home.documents.iter().skip(1).cloned().collect(),
        number: GONE,
    };
    let head = &mut subject.head;
    for name in &home.documents {
        match Document::open(disk, name) {
            Ok(document) => {
                troubles.extend(document.troubles().map(ToString::to_string));
                let record = document.paper();
                if head.name.is_empty() {
                    (head.name, head.title, head.arxiv_id) = (record.name, record.title, record.arxiv_id);
                }
                let live = document.annotations();
                subject.marks.extend(live.iter().filter(|note| !note.deleted && !note.is_blank()).map(mark_of));
            }
            Err(error) => troubles.push(format!("{name}: {error}")),
        }
    }
    if home.is_there
        && let Ok(open) = opening::read(shared, id)
    {
        if let Some(paper) = open.paper() {
            *head = Head::of(paper, None);
            subject.forms.push(paper.clone());
        }
        head.name = open.name;
        subject.number = open.number;
    }
    head.date = home.day;
    head.key = PaperKey(home.documents.into_iter().next().unwrap_or_else(|| parts_of(id).1.to_owned()));
    subject
}
