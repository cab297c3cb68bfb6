//! All annotations into a file of W3C Web Annotations, and out of one.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::answer::{Imported, What};
use super::backup::name_of;
use super::desk::{Desk, now_ms};
use super::edits;
use super::history::{Change, Step, edits_between};
use super::homes::main_document;
use crate::cause::Cause;
use crate::error::Error;
use crate::notebook::w3c::{self, Item, Refused};
use crate::notebook::{Annotation, Draft, Edit};
use crate::state::Shared;
use crate::store;

/// A file larger than this holds no annotations of one reader.
const MAX_BYTES: u64 = 512 << 20;

/// Writes what is not in the trash.
pub(crate) fn export(shared: &Shared, to: &Path) -> Result<u32, Error> {
    let noted: Vec<String> = {
        let desk = shared.notes();
        desk.overview.entries().filter(|(_, entry)| entry.live() > 0).map(|(key, _)| key.clone()).collect()
    };
    let mut items = Vec::new();
    for key in noted {
        // One hold a paper: what the reader types meanwhile need not wait for all.
        let mut desk = shared.notes();
        let document = desk.document(&key)?;
        let paper = document.paper();
        let live =
            document.annotations().into_iter().filter(|annotation| !annotation.deleted && !annotation.is_blank());
        items.extend(live.map(|annotation| Item { annotation, paper: paper.clone() }));
    }
    let not_saved = |error: &io::Error| Error::NotSaved { name: name_of(to), cause: Cause::from(error) };
    let mut bytes = serde_json::to_vec_pretty(&w3c::collection(&items)).map_err(|error| not_saved(&error.into()))?;
    bytes.push(b'\n');
    store::replace(to, &bytes).map_err(|error| not_saved(&error))?;
    Ok(u32::try_from(items.len()).unwrap_or(u32::MAX))
}

/// Takes over what is new or newer.
pub(crate) fn import(shared: &Shared, from: &Path) -> Result<Imported, Error> {
    let refused = |cause: Cause| Error::NotABackup { name: name_of(from), cause };
    let unread = |error: &io::Error| refused(Cause::from(error));
    let size = fs::metadata(from).map_err(|error| unread(&error))?.len();
    if size > MAX_BYTES {
        return Err(refused(Cause::TooLarge));
    }
    let bytes = fs::read(from).map_err(|error| unread(&error))?;
    let document: Option<serde_json::Value> = serde_json::from_slice(&bytes).ok();
    let read = document.as_ref().and_then(w3c::read).ok_or_else(|| refused(Cause::NoAnnotations))?;
    let mut imported = Imported { read: u32::try_from(read.len()).unwrap_or(u32::MAX), ..Imported::default() };
    let snapshot = shared.state().snapshot();
    let mut by_document: BTreeMap<String, Vec<Item>> = BTreeMap::new();
    for item in read {
        match item {
            Ok(item) => {
                let key = main_document(&snapshot, &shared.notes(), snapshot.home(&item.annotation.target.paper.0));
                by_document.entry(key).or_default().push(item);
            }
            Err(refused) => imported.failed.push(refused),
        }
    }
    let (mut back, mut changed, mut result) = (Vec::new(), Vec::new(), Ok(()));
    let documents: Vec<String> = by_document.keys().cloned().collect();
    for (key, items) in by_document {
        let taken = take(&mut shared.notes(), &key, &items, &mut imported);
        match taken {
            Ok((own, saved)) => {
                changed.extend(own.iter().filter_map(|change| match change {
                    Change::Note(id, _) => Some(id.clone()),
                    Change::Paper(_) => None,
                }));
                back.push((key, own));
                result = result.and(saved);
            }
            Err(error) => {
                let cause = error.cause().cloned().unwrap_or_else(|| Cause::Other(error.to_string()));
                let failed = items.into_iter().map(|item| Refused { name: item.annotation.id, cause: cause.clone() });
                imported.failed.extend(failed);
            }
        }
    }
    let mut desk = shared.notes();
    if let Some((first, _)) = back.iter().find(|(_, own)| !own.is_empty()) {
        let paper = snapshot.paper_of(first).0;
        desk.history.push(Step { paper, what: What::Import, notes: changed, back, time_ms: now_ms() });
    }
    edits::tell(shared, desk, &documents);
    result.map(|()| imported)
}

/// Takes over the items of one document; answers what takes them back.
fn take(
    desk: &mut Desk,
    key: &str,
    items: &[Item],
    imported: &mut Imported,
) -> Result<(Vec<Change>, Result<(), Error>), Error> {
    let (mut back, mut added, mut changed, mut skipped) = (Vec::new(), 0, 0, 0);
    let saved = desk.stage(key, |document| {
        for Item { annotation, paper } in items {
            let id = if annotation.target.parts.is_empty() { key } else { annotation.id.as_str() };
            let wanted = Annotation { id: id.to_owned(), ..annotation.clone() };
            let times = (wanted.created_ms, wanted.modified_ms);
            match document.annotation(id) {
                None if wanted.target.parts.is_empty() => {
                    document.stage_paper_note(&wanted.target, paper, &Edit::Note(wanted.note.clone()), times.0)?;
                    if let Some(made) = document.annotation(id) {
                        document.stage_edits(id, &edits_between(&made, &wanted), times.1)?;
                    }
                    back.push(Change::Note(id.to_owned(), Edit::Delete));
                    added += 1;
                }
                None => {
                    document.stage_add_as(id, &draft_of(&wanted), paper, times)?;
                    back.push(Change::Note(id.to_owned(), Edit::Delete));
                    added += 1;
                }
                Some(here) => {
                    let edits = edits_between(&here, &wanted);
                    if here.deleted || edits.is_empty() || here.modified_ms >= wanted.modified_ms {
                        skipped += 1;
                        continue;
                    }
                    document.stage_edits(id, &edits, times.1)?;
                    if let Some(now) = document.annotation(id) {
                        let edits = edits_between(&now, &here).into_iter();
                        back.extend(edits.map(|edit| Change::Note(id.to_owned(), edit)));
                    }
                    changed += 1;
                }
            }
        }
        Ok(())
    })?;
    imported.added += added;
    imported.changed += changed;
    imported.skipped += skipped;
    Ok((back, saved))
}

fn draft_of(annotation: &Annotation) -> Draft {
    Draft {
        target: annotation.target.clone(),
        color: annotation.color,
        highlight: annotation.highlight,
        note: annotation.note.clone(),
        tags: annotation.tags.clone(),
        bookmark: annotation.bookmark,
    }
}
