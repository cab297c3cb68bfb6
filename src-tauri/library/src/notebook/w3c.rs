//! Annotations as W3C Web Annotations in JSON-LD, and back without loss. What the data model has no word for stands under
//! `kz:`.

use std::collections::BTreeSet;

use reading::anchor::{Part, Place, Side, Target, TextPosition, TextQuote};
use reading::corpus::{PaperKey, SectionKind};
use serde_json::{Map, Value, json};
use thiserror::Error;

use super::annotation::{Annotation, Color};
use super::paper::PaperRecord;
use crate::cause::Cause;

const CONTEXT: &str = "http://www.w3.org/ns/anno.jsonld";
/// Before the key of a paper.
const SOURCE: &str = "kaozheng://paper/";
/// Before the id of an annotation.
const ID: &str = "urn:kaozheng:annotation:";

/// An annotation with its paper.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) annotation: Annotation,
    pub(crate) paper: PaperRecord,
}

/// Why an annotation cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name}: {cause}")]
pub struct Refused {
    /// Its id, or what stands for one.
    pub name: String,
    /// Why.
    pub cause: Cause,
}

/// A collection of annotations.
pub(crate) fn collection(items: &[Item]) -> Value {
    let items: Vec<Value> = items.iter().map(write).collect();
    json!({
        "@context": [CONTEXT, { "kz": "kaozheng://ns/" }],
        "type": "AnnotationCollection",
        "label": "Kaozheng",
        "total": items.len(),
        "first": { "type": "AnnotationPage", "startIndex": 0, "items": items },
    })
}

/// One annotation. What is in the trash is not told apart: it is not to be written.
fn write(item: &Item) -> Value {
    let Item { annotation, paper } = item;
    let mut motivation = Vec::new();
    let mut body = Vec::new();
    if annotation.highlight {
        motivation.push("highlighting");
    }
    if annotation.bookmark {
        motivation.push("bookmarking");
    }
    if !annotation.note.is_empty() {
        motivation.push("commenting");
        let value = &annotation.note;
        body.push(json!({ "type": "TextualBody", "purpose": "commenting", "format": "text/markdown", "value": value }));
    }
    body.extend(annotation.tags.iter().map(|tag| json!({ "type": "TextualBody", "purpose": "tagging", "value": tag })));
    let source = format!("{SOURCE}{}", annotation.target.paper.0);
    let targets: Vec<Value> = match annotation.target.parts.as_slice() {
        [] => vec![json!({ "source": source })],
        parts => parts.iter().map(|part| write_part(&source, part)).collect(),
    };
    json!({
        "id": format!("{ID}{}", annotation.id),
        "type": "Annotation",
        "motivation": motivation,
        "created": time(annotation.created_ms),
        "modified": time(annotation.modified_ms),
        "body": body,
        "target": targets,
        "kz:color": annotation.color.as_str(),
        "kz:created": annotation.created_ms,
        "kz:modified": annotation.modified_ms,
        "kz:aliases": annotation.target.aliases,
        "kz:paper": paper,
    })
}

fn write_part(source: &str, part: &Part) -> Value {
    let TextQuote { exact, prefix, suffix } = &part.quote;
    json!({
        "source": source,
        "selector": [
            { "type": "TextQuoteSelector", "exact": exact, "prefix": prefix, "suffix": suffix },
            { "type": "TextPositionSelector", "start": part.position.start, "end": part.position.end },
        ],
        "kz:place": part.place,
    })
}

/// RFC 3339 in UTC; nothing for a time of no calendar.
fn time(milliseconds: i64) -> Option<String> {
    jiff::Timestamp::from_millisecond(milliseconds).ok().map(|time| time.to_string())
}

/// The annotations of a document, each or why it cannot be read; `None` where it holds no annotations at all. A
/// collection, a page, a list and a single annotation are understood.
pub(crate) fn read(document: &Value) -> Option<Vec<Result<Item, Refused>>> {
    let items = match document {
        Value::Array(items) => items.iter().collect(),
        Value::Object(fields) => items_of(fields, document)?,
        _ => return None,
    };
    let refused = |item: &Value, cause| Refused { name: name_of(item), cause };
    Some(items.into_iter().map(|item| read_item(item).map_err(|cause| refused(item, cause))).collect())
}

fn items_of<'d>(fields: &'d Map<String, Value>, document: &'d Value) -> Option<Vec<&'d Value>> {
    let page = fields.get("first").filter(|first| first.is_object()).unwrap_or(document);
    if let Some(items) = page.get("items").and_then(Value::as_array) {
        return Some(items.iter().collect());
    }
    fields.contains_key("target").then(|| vec![document])
}

fn name_of(item: &Value) -> String {
    let id = item.get("id").and_then(Value::as_str).unwrap_or("an annotation without id");
    id.chars().take(100).collect()
}

fn read_item(item: &Value) -> Result<Item, Cause> {
    let id = item.get("id").and_then(Value::as_str).and_then(|id| id.strip_prefix(ID));
    let id = id.filter(|id| is_id(id)).ok_or(Cause::ForeignId)?;
    let targets = match item.get("target") {
        Some(Value::Array(targets)) => targets.iter().collect(),
        Some(target) => vec![target],
        None => Vec::new(),
    };
    let first = targets.first().and_then(|target| paper_of(target)).ok_or(Cause::NoPaper)?;
    if targets.iter().any(|target| paper_of(target) != Some(first)) {
        return Err(Cause::NoPaper);
    }
    let with_words: Vec<&&Value> = targets.iter().filter(|target| target.get("selector").is_some()).collect();
    let parts: Vec<Part> = with_words.iter().filter_map(|target| read_part(target)).collect();
    if parts.len() < with_words.len() {
        return Err(Cause::NoSelector);
    }
    let strings = |name: &str| -> Vec<String> {
        let values = item.get(name).and_then(Value::as_array).into_iter().flatten();
        values.filter_map(|value| value.as_str().map(str::to_owned)).collect()
    };
    let color = item.get("kz:color").and_then(Value::as_str).unwrap_or_default();
    let (note, tags) = bodies(item);
    let motivation = strings("motivation");
    let is_meant = |name: &str| motivation.iter().any(|motivation| motivation == name);
    let created_ms = read_time(item, "kz:created", "created");
    let paper = item.get("kz:paper").and_then(|paper| serde_json::from_value(paper.clone()).ok()).unwrap_or_default();
    let annotation = Annotation {
        id: id.to_owned(),
        target: Target { paper: PaperKey(first.to_owned()), aliases: strings("kz:aliases"), parts },
        color: Color::ALL.into_iter().find(|known| known.as_str() == color).unwrap_or_default(),
        highlight: is_meant("highlighting"),
        note,
        tags,
        bookmark: is_meant("bookmarking"),
        created_ms: created_ms.unwrap_or_default(),
        modified_ms: read_time(item, "kz:modified", "modified").or(created_ms).unwrap_or_default(),
        deleted: false,
        changed_after_deletion: false,
    };
    Ok(Item { annotation, paper })
}

fn is_id(id: &str) -> bool {
    (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn paper_of(target: &Value) -> Option<&str> {
    let source = target.as_str().or_else(|| target.get("source").and_then(Value::as_str))?;
    source.strip_prefix(SOURCE).filter(|key| super::is_document(key))
}

fn read_part(target: &Value) -> Option<Part> {
    let selectors = target.get("selector")?;
    let selectors: Vec<&Value> = selectors.as_array().map_or_else(|| vec![selectors], |all| all.iter().collect());
    let of = |kind: &str| selectors.iter().find(|one| one.get("type").and_then(Value::as_str) == Some(kind));
    let quote: TextQuote = serde_json::from_value((**of("TextQuoteSelector")?).clone()).ok()?;
    let position = of("TextPositionSelector").and_then(|one| serde_json::from_value((**one).clone()).ok());
    let place = target.get("kz:place").and_then(|place| serde_json::from_value(place.clone()).ok());
    let nowhere = || Place { section: SectionKind::Other, side: Side::Text, ordinal: 0, finding: None, print: None };
    Some(Part {
        place: place.unwrap_or_else(nowhere),
        quote,
        position: position.unwrap_or(TextPosition { start: 0, end: 0 }),
    })
}

/// What is written, and the tags.
fn bodies(item: &Value) -> (String, BTreeSet<String>) {
    let body = item.get("body");
    let bodies: Vec<&Value> = match body {
        Some(Value::Array(bodies)) => bodies.iter().collect(),
        Some(body) => vec![body],
        None => Vec::new(),
    };
    let is_tag = |body: &Value| body.get("purpose").and_then(Value::as_str) == Some("tagging");
    let value = |body: &&Value| body.get("value").and_then(Value::as_str).map(str::to_owned);
    let notes: Vec<String> = bodies.iter().filter(|body| !is_tag(body)).filter_map(value).collect();
    let tags = bodies.iter().filter(|body| is_tag(body)).filter_map(value);
    (notes.join("\n\n"), tags.map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect())
}

fn read_time(item: &Value, own: &str, standard: &str) -> Option<i64> {
    let exact = item.get(own).and_then(Value::as_i64);
    exact.or_else(|| {
        let time: jiff::Timestamp = item.get(standard).and_then(Value::as_str)?.parse().ok()?;
        Some(time.as_millisecond())
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn part() -> impl Strategy<Value = Part> {
        let place = (0..3_u32, any::<bool>(), prop::option::of(0..9_u32)).prop_map(|(ordinal, quote, finding)| Place {
            section: if quote { SectionKind::Evidence } else { SectionKind::Method },
            side: if quote { Side::Quote } else { Side::Text },
            ordinal: ordinal as usize,
            finding,
            print: finding.map(|finding| format!("{finding:016x}")),
        });
        (place, any::<String>(), any::<String>(), any::<String>(), 0..1_000_usize, 0..1_000_usize).prop_map(
            |(place, exact, prefix, suffix, start, length)| Part {
                place,
                quote: TextQuote { exact, prefix, suffix },
                position: TextPosition { start, end: start + length },
            },
        )
    }

    prop_compose! {
        fn item()(
            id in "[0-9a-f]{32}",
            key in "[0-9a-f]{32}",
            alias in prop::option::of("[0-9]{4}\\.[0-9]{5}"),
            parts in prop::collection::vec(part(), 0..4),
            note in any::<String>(),
            tags in prop::collection::btree_set("[a-z潮汐/]{1,8}", 0..4),
            (color, highlight, bookmark) in (0..4_usize, any::<bool>(), any::<bool>()),
            times in (any::<i64>(), any::<i64>()),
            name in any::<String>(),
        ) -> Item {
            let annotation = Annotation {
                id,
                target: Target { paper: PaperKey(key), aliases: alias.clone().into_iter().collect(), parts },
                color: Color::ALL[color],
                highlight,
                note,
                tags,
                bookmark,
                created_ms: times.0,
                modified_ms: times.1,
                deleted: false,
                changed_after_deletion: false,
            };
            Item { annotation, paper: PaperRecord { name, arxiv_id: alias, ..PaperRecord::default() } }
        }
    }

    proptest! {
        #[test]
        fn annotations_come_back_as_they_went(items in prop::collection::vec(item(), 0..5)) {
            let text = serde_json::to_string(&collection(&items)).unwrap();
            let back = read(&serde_json::from_str(&text).unwrap()).unwrap();
            prop_assert_eq!(back.into_iter().collect::<Result<Vec<_>, _>>(), Ok(items));
        }
    }

    #[test]
    fn what_is_no_annotation_of_ours_says_why() {
        let ours = |target: Value| json!({ "id": format!("{ID}a1"), "target": target });
        let key = "0".repeat(32);
        for (item, why) in [
            (json!({ "id": "https://elsewhere/1", "target": "x" }), Cause::ForeignId),
            (json!({ "id": format!("{ID}../x"), "target": "x" }), Cause::ForeignId),
            (ours(json!("https://elsewhere/page")), Cause::NoPaper),
            (ours(json!({ "source": format!("{SOURCE}../../x") })), Cause::NoPaper),
            (ours(json!([format!("{SOURCE}{key}"), format!("{SOURCE}{}", "1".repeat(32))])), Cause::NoPaper),
            (
                ours(json!({ "source": format!("{SOURCE}{key}"), "selector": { "type": "XPathSelector" } })),
                Cause::NoSelector,
            ),
        ] {
            let read = read(&json!([item])).unwrap();
            assert!(matches!(&read[..], [Err(refused)] if refused.cause == why), "{why}: {read:?}");
        }
        assert_eq!(read(&json!({ "papers": [] })), None);
        assert_eq!(read(&json!(3)), None);
    }
}
