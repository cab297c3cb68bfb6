//! What templates see, as values of their language.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::Value;

use super::block;
use super::closed::closed;
use super::day::DaySheet;
use super::link::Link;
use super::model::{Note, Section, Sheet, Standing, Word, Words};
use super::place::{Kind, OPEN, unmarked};
use super::template::{marked, tag_name};
use super::words::Language;

type Map = BTreeMap<&'static str, Value>;

/// What a template of one paper sees.
pub(super) fn of_paper(sheet: &Sheet) -> Value {
    let mut map = notes_of(sheet);
    let mut paper = paper_of(sheet);
    paper.extend(map.clone());
    let paper = Value::from(paper);
    map.extend([
        ("papers", Value::from(vec![paper.clone()])),
        ("paper", paper),
        ("digest", Value::from(())),
        ("words", words(sheet.options.language)),
    ]);
    Value::from(map)
}

/// What a template of a whole day sees: no `paper` and no `notes`, so that a template of one paper is told to be one.
pub(super) fn of_day(day: &DaySheet) -> Value {
    let papers = day.sheets.iter().map(|sheet| {
        let mut paper = paper_of(sheet);
        paper.extend(notes_of(sheet));
        Value::from(paper)
    });
    let tags: BTreeSet<&str> = day.sheets.iter().flat_map(Sheet::tags).collect();
    let digest = Map::from([
        ("id", Value::from(day.id())),
        ("heading", Value::from(day.name())),
        ("date", optional(day.date.as_ref())),
        (
            "tag_names",
            tags.iter().map(|tag| tag_name(tag)).collect::<BTreeSet<_>>().into_iter().map(Value::from).collect(),
        ),
        ("tags", tags.into_iter().map(Value::from).collect()),
    ]);
    Value::from(Map::from([
        ("digest", Value::from(digest)),
        ("papers", papers.collect()),
        ("words", words(day.options.language)),
    ]))
}

fn notes_of(sheet: &Sheet) -> Map {
    let notes: Vec<Value> = sheet.notes.iter().map(|note| note_value(note, sheet)).collect();
    let sections: Vec<Value> = sheet.sections.iter().map(|section| section_value(section, &notes)).collect();
    let placed = |wanted: Standing| -> Value {
        let all = sheet.notes.iter().zip(&notes).filter(|(note, _)| note.standing == wanted);
        all.map(|(_, value)| value.clone()).collect()
    };
    Map::from([
        ("paper_notes", placed(Standing::Paper)),
        ("lost_notes", placed(Standing::Lost)),
        ("sections", Value::from(sections)),
        ("notes", Value::from(notes)),
    ])
}

fn words(language: Language) -> Value {
    Value::from(Map::from([
        ("claim", Value::from(language.of("Claim", "主张"))),
        ("evidence", Value::from(language.of("Evidence", "证据"))),
        ("lost", Value::from(language.of("place not found", "原位置已找不到"))),
        ("lost_heading", Value::from(language.of("Notes without a place", "找不到位置的笔记"))),
        ("open", Value::from(language.of("open", "打开"))),
        ("bookmark", Value::from(language.of("bookmark", "书签"))),
        ("colon", Value::from_safe_string(language.of(": ", "：").to_owned())),
        ("paper", Value::from(language.of("Whole paper", "全文"))),
    ]))
}

fn optional(text: Option<&String>) -> Value {
    text.filter(|text| !text.is_empty()).map_or(Value::from(()), |text| Value::from(text.as_str()))
}

fn paper_of(sheet: &Sheet) -> Map {
    let head = &sheet.head;
    let links = head.links.iter().map(|(label, url)| {
        Value::from(Map::from([("label", Value::from(label.as_str())), ("url", Value::from(url.as_str()))]))
    });
    let tags: Vec<Value> = sheet.tags().into_iter().map(Value::from).collect();
    let hashtags: BTreeSet<String> = sheet.tags().into_iter().map(tag_name).collect();
    Map::from([
        ("id", Value::from(head.key.0.as_str())),
        ("name", Value::from(head.name.as_str())),
        ("title", optional(head.title.as_ref())),
        ("heading", optional(head.title.as_ref().or(Some(&head.name)))),
        ("authors", optional(head.authors.as_ref())),
        ("date", optional(head.date.as_ref())),
        ("arxiv_id", optional(head.arxiv_id.as_ref())),
        ("topic", optional(head.topic.as_ref())),
        ("link", Value::from(Link::Paper(head.key.0.clone()).to_string())),
        ("url", optional(head.url().as_ref())),
        ("links", links.collect()),
        ("tags", Value::from(tags)),
        ("tag_names", hashtags.into_iter().map(Value::from).collect()),
    ])
}

fn note_value(note: &Note, sheet: &Sheet) -> Value {
    let mark = &note.mark;
    let language = sheet.options.language;
    let quote = note.quotes.iter().map(|words| words_value(words).to_string()).collect::<Vec<_>>();
    let quote = match note.quotes.as_slice() {
        [] => Value::from(()),
        [one] => words_value(one),
        _ if quote.iter().any(|quote| quote.contains(OPEN)) => Value::from_safe_string(quote.join("\n\n")),
        _ => Value::from(quote.join("\n\n")),
    };
    let text = closed(&unmarked(&mark.note));
    let label = match (&note.section, note.finding) {
        (Some(section), Some(finding)) => format!("{section} {finding}"),
        (Some(section), None) => section.clone(),
        (None, _) => language.of("Whole paper", "全文").to_owned(),
    };
    Value::from(Map::from([
        ("id", Value::from(mark.id.as_str())),
        ("block_id", Value::from(format!("kz-{}", mark.id.get(..8).unwrap_or(&mark.id)))),
        ("begin", Value::from_safe_string(block::opening(&mark.id))),
        ("end", Value::from_safe_string(block::closing(&mark.id))),
        ("quote", quote),
        ("note", if text.trim().is_empty() { Value::from(()) } else { Value::from_safe_string(text) }),
        ("tags", mark.tags.iter().map(|tag| Value::from(tag.as_str())).collect()),
        ("color", Value::from(mark.color.as_str())),
        ("color_name", Value::from(language.color(&mark.color))),
        ("highlight", Value::from(mark.highlight)),
        ("bookmark", Value::from(mark.bookmark)),
        ("created", Value::from(mark.created.as_str())),
        ("modified", Value::from(mark.modified.as_str())),
        ("section", optional(note.section.as_ref())),
        ("finding", note.finding.map_or(Value::from(()), Value::from)),
        ("label", Value::from(label)),
        ("claim", note.claim.as_ref().map_or(Value::from(()), words_value)),
        ("evidence", note.evidence.as_ref().map_or(Value::from(()), words_value)),
        ("link", Value::from(note.link.to_string())),
        ("lost", Value::from(note.standing == Standing::Lost)),
        ("on_paper", Value::from(note.standing == Standing::Paper)),
    ]))
}

/// Text, or text and formulas, each between its marks.
fn words_value(words: &Words) -> Value {
    if let [Word::Text(text)] = words.0.as_slice() {
        return Value::from(text.as_str());
    }
    let pieces = words.0.iter().map(|word| match word {
        Word::Text(text) => marked(Kind::Text, &unmarked(text)),
        Word::Formula(tex) => marked(Kind::Markdown, &format!("${}$", unmarked(tex))),
    });
    Value::from_safe_string(pieces.collect())
}

fn section_value(section: &Section, notes: &[Value]) -> Value {
    let passages = section.passages.iter().map(|passage| {
        let own: Vec<Value> = passage.notes.iter().filter_map(|nth| notes.get(*nth).cloned()).collect();
        Value::from(Map::from([
            ("side", Value::from(passage.side.as_str())),
            ("finding", passage.finding.map_or(Value::from(()), Value::from)),
            ("text", words_value(&passage.words)),
            ("notes", Value::from(own)),
        ]))
    });
    Value::from(Map::from([("heading", Value::from(section.heading.as_str())), ("passages", passages.collect())]))
}
