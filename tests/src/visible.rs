//! What a person can see of a source, found by means other than those of the readers under test.

use std::fmt;

use pulldown_cmark::{Event, Parser, TagEnd};
use reading::corpus::{Format, ReadFile};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

/// The visible text of the file's source; `None` where the source is too broken for this simple means.
pub fn visible(file: &ReadFile) -> Option<String> {
    let text = file.text.as_str();
    match file.format {
        None | Some(Format::Text) => Some(text.to_owned()),
        Some(Format::Html) => Some(html(text)),
        Some(Format::Json | Format::Jsonl) => scalars(text),
        Some(Format::Markdown) if text.contains("Main category:") => Some(enhanced(text)),
        Some(Format::Markdown) => Some(markdown(text)),
    }
}

/// Text outside tags, comments, head, scripts and styles, with the few entities that pages of this kind use.
fn html(source: &str) -> String {
    let mut text = String::new();
    let mut rest = source;
    while let Some(at) = rest.find('<') {
        text.push_str(&entities(&rest[..at]));
        rest = &rest[at..];
        let end = ["<!--", "<head", "<script", "<style"].iter().zip(["-->", "</head>", "</script>", "</style>"]);
        let end = end
            .filter(|(start, _)| rest.starts_with(*start))
            .map(|(_, end)| end)
            .find(|_| !rest.starts_with("<header"));
        let end = end.unwrap_or(">");
        rest = rest.find(end).map_or("", |at| &rest[at + end.len()..]);
    }
    text + &entities(rest)
}

fn entities(text: &str) -> String {
    let pairs = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#x27;", "'"),
        ("&#39;", "'"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ];
    pairs.into_iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// Text of a CommonMark document, and what stands between the tags of a page in it. Other angle brackets are text that
/// a converter forgot to escape.
fn markdown(source: &str) -> String {
    let mut text = String::new();
    for event in Parser::new(source) {
        match event {
            Event::Text(words) | Event::Code(words) => text.push_str(&words),
            Event::Html(words) | Event::InlineHtml(words) if is_tag_of_page(&words) => text.push_str(&html(&words)),
            Event::Html(words) | Event::InlineHtml(words) => text.push_str(&words),
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::Paragraph | TagEnd::Item) => text.push('\n'),
            _ => {}
        }
    }
    text
}

fn is_tag_of_page(markup: &str) -> bool {
    let name = markup.trim_start().trim_start_matches(['<', '/']);
    ["!--", "div", "span", "details", "summary", "main", "article", "header", "p", "ol", "li"]
        .iter()
        .any(|tag| name.strip_prefix(tag).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
}

/// Lines of the other publisher's template without tags, marks of headings and lists, addresses, stars of authors.
fn enhanced(source: &str) -> String {
    let mut text = String::new();
    for line in source.lines() {
        if line.starts_with('<') || line.starts_with("  <summary>") {
            text.push_str(&html(line));
        } else if line.starts_with("### [") {
            let (number, rest) = line[4..].split_once(' ').unwrap_or_default();
            text.push_str(number);
            text.push_str(rest[1..].rsplit_once("](http").map_or(rest, |(title, _)| title));
        } else if line.starts_with("# ") || line.starts_with("- [") {
            let words = line.trim_start_matches(['#', '-', ' ']);
            text.push_str(&words.replace("[[Back]](#toc)", "[Back]").split_once("](#").map_or_else(
                || words.replace("[[Back]](#toc)", "[Back]"),
                |(label, rest)| format!("{}{}", &label[1..], rest.split_once(')').map_or("", |(_, rest)| rest)),
            ));
        } else if line.len() > 2 && line.starts_with('*') && line.ends_with('*') {
            text.push_str(&line[1..line.len() - 1]);
        } else {
            text.push_str(line);
        }
        text.push('\n');
    }
    text
}

/// All scalars of all values of the text, in order.
fn scalars(source: &str) -> Option<String> {
    let values: Result<Vec<Scalars>, _> = serde_json::Deserializer::from_str(source).into_iter().collect();
    Some(values.ok()?.into_iter().map(|scalars| scalars.0).collect())
}

/// The scalars of one value, one after the other.
struct Scalars(String);

impl<'de> Deserialize<'de> for Scalars {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Collect)
    }
}

struct Collect;

impl<'de> Visitor<'de> for Collect {
    type Value = Scalars;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any JSON")
    }

    fn visit_unit<E>(self) -> Result<Scalars, E> {
        Ok(Scalars(String::new()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Scalars, E> {
        Ok(Scalars(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Scalars, E> {
        Ok(Scalars(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Scalars, E> {
        Ok(Scalars(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Scalars, E> {
        Ok(Scalars(format!("{value:?}")))
    }

    fn visit_str<E>(self, value: &str) -> Result<Scalars, E> {
        Ok(Scalars(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Scalars, A::Error> {
        let mut all = String::new();
        while let Some(Scalars(text)) = list.next_element()? {
            all.push_str(&text);
        }
        Ok(Scalars(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Scalars, A::Error> {
        let mut all = String::new();
        while let Some((_, Scalars(text))) = members.next_entry::<String, Scalars>()? {
            all.push_str(&text);
        }
        Ok(Scalars(all))
    }
}
