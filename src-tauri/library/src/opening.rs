//! Opening a paper: which file it is read from, and what stands above it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use reading::corpus::{self, Paper, ReadFile};

use crate::answer::{FileId, Heading, OpenPaper, OpenSource, PaperId};
use crate::catalogue::{FileEntry, Held};
use crate::contents::Hash;
use crate::copies;
use crate::error::Error;
use crate::folders;
use crate::scan::Task;
use crate::state::{Shared, Snapshot};

/// The paper from the richest file that can be read, or from memory. From now on it is told when it changes.
pub(crate) fn paper(shared: &Shared, id: &PaperId) -> Result<OpenPaper, Error> {
    let open = read(shared, id);
    if !matches!(open, Err(Error::PaperGone)) {
        // One that cannot be read now is waited for as well.
        shared.state().remember(id);
    }
    if open.is_ok() {
        shared.send(Task::KeepCopy(id.clone()));
    }
    open
}

/// The paper from the richest file that can be read, or from memory.
pub(crate) fn read(shared: &Shared, id: &PaperId) -> Result<OpenPaper, Error> {
    let snapshot = shared.state().snapshot();
    let entry = snapshot.find(id).ok_or(Error::PaperGone)?;
    let holders: Vec<Held<'_>> = snapshot.catalogue.holders(entry).collect();
    let (shown, file, index) = first_readable(shared, &holders)?;
    let paper = file.digest.papers.get(index).ok_or(Error::PaperGone)?;
    let heading = heading(shared, paper, &holders, shown);
    let held = holders.get(shown).ok_or(Error::PaperGone)?;
    let key = held.facts.key;
    let inferred_name = inferred_name(&holders).to_owned();
    let others = holders.iter().enumerate().filter(|&(at, _)| at != shown).map(|(_, held)| held);
    Ok(OpenPaper {
        id: snapshot.catalogue.id(entry),
        index,
        name: snapshot.reader.names.get(key).unwrap_or(&inferred_name).clone(),
        inferred_name,
        heading,
        day: snapshot.catalogue.day(entry).map(|day| day.to_string()).unwrap_or_default(),
        files: [held].into_iter().chain(others).map(|held| held.file.info()).collect(),
        missing: held.file.missing,
        place: snapshot.marks.place(key).cloned(),
        settled: snapshot.reader.settled.get(key).cloned().unwrap_or_default(),
        unread: !snapshot.reader.read.contains(key),
        starred: snapshot.reader.starred.contains(key),
        number: entry - snapshot.catalogue.day_of(entry).start + 1,
        file: Arc::clone(&file),
    })
}

/// One of the paper's files.
pub(crate) fn source(shared: &Shared, id: &PaperId, file: FileId) -> Result<OpenSource, Error> {
    let snapshot: Snapshot = shared.state().snapshot();
    let entry = snapshot.find(id).ok_or(Error::PaperGone)?;
    let held = snapshot.catalogue.holders(entry).find(|held| held.file.id == file).ok_or(Error::PaperGone)?;
    let read = load(shared, held.file)?;
    let paper = index_in(&read, &held).and_then(|index| read.digest.papers.get(index));
    let paper = paper.map(|paper| paper.source).unwrap_or_default();
    Ok(OpenSource { info: held.file.info(), file: read, paper })
}

/// The name that the richest form with a title gives, else the richest form's.
pub(crate) fn inferred_name<'a>(holders: &[Held<'a>]) -> &'a str {
    let titled = holders.iter().find(|held| !held.facts.title.is_empty());
    titled.or(holders.first()).map_or("", |held| held.facts.name)
}

/// Which holder it is, its file, and the paper's index in it.
fn first_readable(shared: &Shared, holders: &[Held<'_>]) -> Result<(usize, Arc<ReadFile>, usize), Error> {
    let mut first_error = None;
    for (at, held) in holders.iter().enumerate() {
        match load(shared, held.file) {
            Ok(file) => {
                if let Some(index) = index_in(&file, held) {
                    return Ok((at, file, index));
                }
            }
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    Err(first_error.unwrap_or(Error::PaperGone))
}

/// The paper's index in what the file holds now, which may be more recent than the rows.
fn index_in(file: &ReadFile, held: &Held<'_>) -> Option<usize> {
    let is_it = |paper: &Paper| paper.key.0 == held.facts.key;
    if file.digest.papers.get(held.index).is_some_and(is_it) {
        return Some(held.index);
    }
    file.digest.papers.iter().position(is_it)
}

/// The decoded file: from memory, else from the disk, else as it was when it was copied.
pub(crate) fn load(shared: &Shared, entry: &FileEntry) -> Result<Arc<ReadFile>, Error> {
    {
        let mut state = shared.state();
        if let Some((_, file)) = state.sample.as_ref().filter(|(sample, _)| sample.id == entry.id) {
            return Ok(Arc::clone(file));
        }
        if let Some(file) = state.memory.get(&entry.contents.hash) {
            return Ok(file);
        }
    }
    let bytes = match folders::read(&entry.path) {
        Ok((bytes, _)) => bytes,
        Err((_, cause)) => {
            let copy = copies::load(&shared.copies(), &entry.contents.hash);
            if copy.is_some() && !entry.missing {
                // The rows do not know yet, and what is shown would not say that the file is missing.
                look_again(shared, entry);
            }
            copy.ok_or_else(|| Error::FileUnreadable { name: entry.name.clone(), cause })?
        }
    };
    let hash: Hash = *blake3::hash(&bytes).as_bytes();
    let file = Arc::new(corpus::read(&bytes));
    if hash != entry.contents.hash {
        // Changed since the last check: what is shown is the file as it is, and the rows follow.
        look_again(shared, entry);
    }
    shared.state().memory.put(hash, Arc::clone(&file));
    Ok(file)
}

/// Has the file's rows made anew. Not before the session begins, which checks all files: nobody listens yet, and what is
/// told then of the one file would not be told again.
fn look_again(shared: &Shared, entry: &FileEntry) {
    if shared.watching.load(Ordering::Acquire) {
        shared.send(Task::Changed(vec![PathBuf::from(&entry.path)]));
    }
}

/// Title and links of the paper; what its form lacks is borrowed from the richest other file that has it.
fn heading(shared: &Shared, paper: &Paper, holders: &[Held<'_>], shown: usize) -> Heading {
    let mut heading = heading_of(paper);
    if heading.title.is_none() {
        let titled = holders.iter().enumerate().find(|&(at, held)| at != shown && !held.facts.title.is_empty());
        let lender = titled.and_then(|(_, held)| Some((load(shared, held.file).ok()?, held)));
        if let Some((file, held)) = lender
            && let Some(other) = index_in(&file, held).and_then(|index| file.digest.papers.get(index))
        {
            lend(&mut heading, heading_of(other));
        }
    }
    heading
}

fn heading_of(paper: &Paper) -> Heading {
    Heading {
        title: paper.title.as_ref().map(|title| title.text.clone()),
        authors: paper.authors.as_ref().map(|authors| authors.text.clone()),
        topic: paper.topic.clone(),
        badges: paper.badges.iter().map(|badge| badge.text.clone()).collect(),
        links: paper.links.clone(),
    }
}

fn lend(heading: &mut Heading, other: Heading) {
    heading.title = heading.title.take().or(other.title);
    heading.authors = heading.authors.take().or(other.authors);
    heading.topic = heading.topic.take().or(other.topic);
    if heading.badges.is_empty() {
        heading.badges = other.badges;
    }
    if heading.links.iter().all(|link| link.url.is_none()) {
        heading.links = other.links;
    }
}
