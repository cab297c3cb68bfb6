//! How a paper's notes lie in its Automerge document.
//!
//! ```text
//! format       1
//! key          the document's name
//! paper        JSON of PaperRecord
//! annotations  id → { target: JSON, color, highlight?, note: text, tags: {tag: true}, bookmark, created, modified,
//!                     deleted? }
//! ```
//! and what `state` adds. `deleted` holds the operations that wrote `modified` as far as the deleter had seen them.
//! The note on the whole paper is the annotation that has the document's name.

use std::collections::{BTreeMap, BTreeSet};

use automerge::transaction::{CommitOptions, Transactable};
use automerge::{ActorId, Automerge, AutomergeError, Change, ObjId, ObjType, ROOT, ReadDoc, Value};
use reading::anchor::Target;

use super::annotation::{Annotation, Color, Draft, Edit};
use super::paper::PaperRecord;

/// Of this layout. A document with a greater one is not touched.
pub(super) const FORMAT: i64 = 1;

/// Replicas that begin a document apart must begin it with the same change, or one's annotations would hide the other's.
/// It names the document, so that a chunk in a wrong folder has nothing to stand on.
pub(super) fn genesis(key: &str) -> Result<Automerge, AutomergeError> {
    let mut doc = Automerge::new().with_actor(ActorId::from(b"kaozheng notebook".as_slice()));
    let mut tx = doc.transaction();
    tx.put(ROOT, "format", FORMAT)?;
    tx.put(ROOT, "key", key)?;
    tx.put_object(ROOT, "annotations", ObjType::Map)?;
    tx.commit_with(CommitOptions::default().with_time(0));
    doc.set_actor(ActorId::random());
    Ok(doc)
}

/// The change that begins the note on the whole paper. Two replicas that begin it apart begin it alike, so that what
/// they write is merged by character instead of one text hiding the other.
pub(super) fn paper_note_birth(key: &str) -> Result<Vec<Change>, AutomergeError> {
    let mut doc = genesis(key)?.with_actor(ActorId::from(b"kaozheng paper".as_slice()));
    let before = doc.get_heads();
    let Some(all) = object(&doc, &ROOT, "annotations") else { return Ok(Vec::new()) };
    let mut tx = doc.transaction();
    let own = tx.put_object(&all, key, ObjType::Map)?;
    tx.put_object(&own, "note", ObjType::Text)?;
    tx.put_object(&own, "tags", ObjType::Map)?;
    tx.commit_with(CommitOptions::default().with_time(0));
    Ok(doc.get_changes(&before))
}

/// The greatest format that any writer of the document claims.
pub(super) fn format(doc: &impl ReadDoc) -> Result<i64, AutomergeError> {
    let claims = doc.get_all(ROOT, "format")?;
    Ok(claims.iter().filter_map(|(value, _)| value.as_i64()).max().unwrap_or(FORMAT))
}

/// What the document says about its paper.
pub(super) fn paper(doc: &impl ReadDoc) -> PaperRecord {
    let json = string(doc, &ROOT, "paper").unwrap_or_default();
    serde_json::from_str(&json).unwrap_or_default()
}

/// All annotations, those in the trash included, by time of making; and the ids of those that cannot be read.
pub(super) fn annotations(doc: &impl ReadDoc) -> (Vec<Annotation>, Vec<String>) {
    let (mut readable, mut unreadable) = (Vec::new(), Vec::new());
    let Some(all) = object(doc, &ROOT, "annotations") else { return (readable, unreadable) };
    for (id, (value, own)) in fields(doc, &all) {
        match value.is_object().then(|| annotation(doc, &own, &id)).flatten() {
            Some(annotation) => readable.push(annotation),
            // Begun by a change of which the rest has not come.
            None if string(doc, &ROOT, "key").as_deref() == Some(&id) => {}
            None => unreadable.push(id),
        }
    }
    readable.sort_by(|a, b| (a.created_ms, &a.id).cmp(&(b.created_ms, &b.id)));
    (readable, unreadable)
}

/// The object of an annotation.
pub(super) fn find(doc: &impl ReadDoc, id: &str) -> Option<ObjId> {
    object(doc, &object(doc, &ROOT, "annotations")?, id)
}

/// The annotation in the object `own`.
pub(super) fn annotation(doc: &impl ReadDoc, own: &ObjId, id: &str) -> Option<Annotation> {
    let fields = fields(doc, own);
    let text = |name: &str| fields.get(name).and_then(|(value, _)| value.as_str());
    let flag = |name: &str| fields.get(name).and_then(|(value, _)| value.as_bool());
    let number = |name: &str| fields.get(name).and_then(|(value, _)| value.as_i64());
    let inside = |name: &str| fields.get(name).filter(|(value, _)| value.is_object()).map(|(_, id)| id);
    let target = serde_json::from_str(text("target")?).ok()?;
    let color = text("color").unwrap_or_default();
    let deletions = if fields.contains_key("deleted") { strings(doc, own, "deleted") } else { Vec::new() };
    let seen: BTreeSet<&str> = deletions.iter().flat_map(|seen| seen.split(',')).collect();
    let deleted = !seen.is_empty();
    let is_unseen = |write: &String| !seen.contains(write.as_str());
    Some(Annotation {
        id: id.to_owned(),
        target,
        color: Color::ALL.into_iter().find(|known| known.as_str() == color).unwrap_or_default(),
        highlight: flag("highlight").unwrap_or(true),
        note: inside("note").and_then(|note| doc.text(note).ok()).unwrap_or_default(),
        tags: inside("tags").map(|tags| doc.keys(tags).collect()).unwrap_or_default(),
        bookmark: flag("bookmark").unwrap_or(false),
        created_ms: number("created").unwrap_or_default(),
        modified_ms: number("modified").unwrap_or_default(),
        deleted,
        changed_after_deletion: deleted && writes_of_modified(doc, own).iter().any(is_unseen),
    })
}

/// All values of an object in one pass: asking for each by its name costs as much again for every one.
pub(super) fn fields(doc: &impl ReadDoc, own: &ObjId) -> BTreeMap<String, (Value<'static>, ObjId)> {
    let items = doc.map_range(own, ..);
    items.map(|item| (item.key.as_ref().to_owned(), (item.value.clone().into(), item.id()))).collect()
}

/// Keeps what is known about the paper, where it tells more than before.
pub(super) fn keep_paper(tx: &mut impl Transactable, record: &PaperRecord) -> Result<(), AutomergeError> {
    let known = paper(tx);
    let merged = record.clone().with_what_it_lacks(&known);
    if merged == known { Ok(()) } else { tx.put(ROOT, "paper", json(&merged)) }
}

/// Writes a new annotation.
pub(super) fn add(
    tx: &mut impl Transactable,
    id: &str,
    draft: &Draft,
    (created_ms, modified_ms): (i64, i64),
) -> Result<(), AutomergeError> {
    let all = match object(tx, &ROOT, "annotations") {
        Some(all) => all,
        None => tx.put_object(ROOT, "annotations", ObjType::Map)?,
    };
    let own = tx.put_object(&all, id, ObjType::Map)?;
    tx.put(&own, "target", json(&draft.target))?;
    tx.put(&own, "color", draft.color.as_str())?;
    if !draft.highlight {
        tx.put(&own, "highlight", false)?;
    }
    let note = tx.put_object(&own, "note", ObjType::Text)?;
    tx.splice_text(&note, 0, 0, &draft.note)?;
    let tags = tx.put_object(&own, "tags", ObjType::Map)?;
    for tag in draft.tags.iter().map(|tag| tag.trim()).filter(|tag| !tag.is_empty()) {
        tx.put(&tags, tag, true)?;
    }
    tx.put(&own, "bookmark", draft.bookmark)?;
    tx.put(&own, "created", created_ms)?;
    tx.put(&own, "modified", modified_ms)
}

/// Gives the note on the whole paper what every annotation has, where it has not yet.
pub(super) fn complete_paper_note(
    tx: &mut impl Transactable,
    own: &ObjId,
    target: &Target,
    now_ms: i64,
) -> Result<(), AutomergeError> {
    if !has(tx, own, "target") {
        tx.put(own, "target", json(target))?;
        tx.put(own, "highlight", false)?;
        tx.put(own, "created", now_ms)?;
    }
    Ok(())
}

/// Changes the annotation in the object `own`.
pub(super) fn edit(tx: &mut impl Transactable, own: &ObjId, edit: &Edit, now_ms: i64) -> Result<(), AutomergeError> {
    match edit {
        Edit::Color(color) => tx.put(own, "color", color.as_str())?,
        Edit::Highlight(highlight) => tx.put(own, "highlight", *highlight)?,
        Edit::Note(text) | Edit::NoteSince { text, .. } => {
            let note = match object(tx, own, "note") {
                Some(note) => note,
                None => tx.put_object(own, "note", ObjType::Text)?,
            };
            tx.update_text(&note, text)?;
        }
        Edit::AddTag(tag) if tag.trim().is_empty() => {}
        Edit::AddTag(tag) => {
            let tags = match object(tx, own, "tags") {
                Some(tags) => tags,
                None => tx.put_object(own, "tags", ObjType::Map)?,
            };
            tx.put(&tags, tag.trim(), true)?;
        }
        Edit::RemoveTag(tag) => {
            if let Some(tags) = object(tx, own, "tags").filter(|tags| has(tx, tags, tag.trim())) {
                tx.delete(&tags, tag.trim())?;
            }
        }
        Edit::Bookmark(bookmark) => tx.put(own, "bookmark", *bookmark)?,
        Edit::Target(target) => tx.put(own, "target", json(target))?,
        Edit::Delete => return tx.put(own, "deleted", writes_of_modified(tx, own).join(",")),
        Edit::Restore => {
            if has(tx, own, "deleted") {
                tx.delete(own, "deleted")?;
            }
        }
    }
    tx.put(own, "modified", now_ms)
}

/// The operations whose values of `modified` stand, more than one after concurrent changes.
fn writes_of_modified(doc: &impl ReadDoc, own: &ObjId) -> Vec<String> {
    let writes = doc.get_all(own, "modified").unwrap_or_default();
    writes.iter().map(|(_, write)| write.to_string()).collect()
}

pub(super) fn has(doc: &impl ReadDoc, object: &ObjId, name: &str) -> bool {
    doc.get(object, name).is_ok_and(|found| found.is_some())
}

pub(super) fn object(doc: &impl ReadDoc, parent: &ObjId, name: &str) -> Option<ObjId> {
    let (value, id) = doc.get(parent, name).ok().flatten()?;
    value.is_object().then_some(id)
}

pub(super) fn string(doc: &impl ReadDoc, parent: &ObjId, name: &str) -> Option<String> {
    doc.get(parent, name).ok().flatten().and_then(|(value, _)| value.as_str().map(str::to_owned))
}

fn strings(doc: &impl ReadDoc, parent: &ObjId, name: &str) -> Vec<String> {
    let values = doc.get_all(parent, name).unwrap_or_default();
    values.iter().filter_map(|(value, _)| value.as_str().map(str::to_owned)).collect()
}

/// Plain values of our own always have a form in JSON.
pub(super) fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
