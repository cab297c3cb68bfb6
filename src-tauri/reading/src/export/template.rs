//! Templates: the built-in ones, the reader's own, and what both see.

use std::collections::BTreeMap;
use std::fmt;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::ValueKind;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, Value};

use super::block;
use super::closed::closed;
use super::delimiter;
use super::escape::Dialect;
use super::link::Link;
use super::model::{Note, Section, Sheet, Standing, Word, Words};
use super::place::{self, CLOSE, Kind, NEXT, OPEN, unmarked};

/// A template that comes with the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// CommonMark with front matter.
    #[default]
    Plain,
    /// Properties, callouts, block ids.
    Obsidian,
    /// An outline with properties.
    Logseq,
}

impl Builtin {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Plain, Self::Obsidian, Self::Logseq];

    /// The name in settings and in `kz`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Obsidian => "obsidian",
            Self::Logseq => "logseq",
        }
    }

    /// Its text: to begin one's own with.
    pub fn source(self) -> &'static str {
        match self {
            Self::Plain => include_str!("templates/plain.md"),
            Self::Obsidian => include_str!("templates/obsidian.md"),
            Self::Logseq => include_str!("templates/logseq.md"),
        }
    }
}

/// What is wrong with a template, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    /// Name of the template.
    pub name: String,
    /// From 1.
    pub line: usize,
    /// In characters, from 1; `None` where only the line is known.
    pub column: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.name, self.line)?;
        if let Some(column) = self.column {
            write!(formatter, ":{column}")?;
        }
        write!(formatter, ": {}", self.message)
    }
}

impl std::error::Error for TemplateError {}

/// A template ready to be used.
#[derive(Debug)]
pub struct Template {
    environment: Environment<'static>,
    name: String,
    source: String,
    dialect: Dialect,
}

/// Steps that one file may cost: a template that never ends does.
const MOST_STEPS: u64 = 5_000_000;

impl Template {
    /// One of ours.
    ///
    /// # Errors
    /// None: ours are correct. The type is that of [`Template::parse`].
    pub fn builtin(builtin: Builtin) -> Result<Self, TemplateError> {
        Self::parse(builtin.as_str(), builtin.source())
    }

    /// The reader's own. `{# dialect: obsidian #}` or `{# dialect: logseq #}` in its first line says for whom text is escaped.
    ///
    /// # Errors
    /// What is wrong with it, with line and column.
    pub fn parse(name: &str, source: &str) -> Result<Self, TemplateError> {
        let first = source.lines().next().unwrap_or_default();
        let dialect = match first.split_once("dialect:").map(|(_, rest)| rest.trim_start()) {
            Some(rest) if rest.starts_with("obsidian") => Dialect::Obsidian,
            Some(rest) if rest.starts_with("logseq") => Dialect::Logseq,
            _ => Dialect::Plain,
        };
        let source = unmarked(source).replace("\r\n", "\n");
        let mut environment = Environment::new();
        let lines = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build();
        environment.set_syntax(lines.unwrap_or_default());
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_fuel(Some(MOST_STEPS));
        environment.set_auto_escape_callback(|_| AutoEscape::Custom("markdown".into()));
        environment.set_formatter(|out, _, value| {
            write_value(value, &mut |text| out.write_str(text).map_err(|_| ErrorKind::WriteFailure.into()))
        });
        environment.add_filter("hashtag", |tag: &str| hashtag(tag));
        environment.add_filter("md", |text: &str| Value::from_safe_string(unmarked(&closed(text)).into_owned()));
        environment.add_filter("code", |text: &str| Value::from_safe_string(unmarked(&code(text)).into_owned()));
        environment.add_filter("strong", |text: &str| emphasis(text, "**", "strong"));
        environment.add_filter("em", |text: &str| emphasis(text, "*", "em"));
        let mut template = Self { environment, name: name.to_owned(), source: source.clone(), dialect };
        match template.environment.add_template_owned("template", source) {
            Ok(()) => Ok(template),
            Err(error) => Err(template.error(&error)),
        }
    }

    /// The file that the template makes of `sheet`. Holds the key of the paper, so that it can be found again.
    ///
    /// # Errors
    /// What is wrong with the template, with line and column.
    pub fn render(&self, sheet: &Sheet) -> Result<String, TemplateError> {
        let template = self.environment.get_template("template").map_err(|error| self.error(&error))?;
        let rendered = template.render(context(sheet)).map_err(|error| self.error(&error))?;
        let mut text = place::set(&rendered, self.dialect);
        if !block::paper_ids(&text).contains(&sheet.head.key.0.as_str()) {
            text.push('\n');
            text.push_str(&block::paper_mark(&sheet.head.key.0));
            text.push('\n');
        }
        let front = text.len() - super::yaml::split(&text).body.len();
        let (front, body) = text.split_at(front);
        Ok(front.to_owned() + &block::sealed(body))
    }

    fn error(&self, error: &Error) -> TemplateError {
        let start = error.range().map(|range| range.start).filter(|start| self.source.is_char_boundary(*start));
        let column = start.and_then(|start| {
            let before = self.source.get(..start)?;
            Some(before.rsplit('\n').next().unwrap_or_default().chars().count() + 1)
        });
        let line = start.and_then(|start| Some(self.source.get(..start)?.matches('\n').count() + 1));
        let message = match error.kind() {
            ErrorKind::OutOfFuel => "it does not come to an end".to_owned(),
            kind => error.detail().map_or_else(|| kind.to_string(), |detail| format!("{kind}: {detail}")),
        };
        TemplateError { name: self.name.clone(), line: line.or(error.line()).unwrap_or(1), column, message }
    }
}

type Write<'w> = &'w mut dyn FnMut(&str) -> Result<(), Error>;

/// Writes a value between its marks. What is safe and holds marks already (a captured block, a macro) passes.
fn write_value(value: &Value, write: Write<'_>) -> Result<(), Error> {
    let kind = match value.kind() {
        ValueKind::Undefined | ValueKind::None => return Ok(()),
        ValueKind::Seq | ValueKind::Iterable => Kind::List,
        _ if value.is_safe() => Kind::Markdown,
        _ => Kind::Text,
    };
    let text = match kind {
        Kind::List => {
            let items: Vec<String> = value.try_iter()?.map(|item| unmarked(&item.to_string()).into_owned()).collect();
            items.join(&NEXT.to_string())
        }
        Kind::Markdown => {
            let text = value.to_string();
            if text.contains(OPEN) || text.is_empty() {
                return write(&text);
            }
            text
        }
        Kind::Text => unmarked(&value.to_string()).into_owned(),
    };
    write(&marked(kind, &text))
}

fn marked(kind: Kind, text: &str) -> String {
    format!("{OPEN}{}{text}{CLOSE}", kind.letter())
}

/// `text` as a code span.
fn code(text: &str) -> String {
    let runs = text.split(|ch| ch != '`').map(str::len);
    let fence = "`".repeat((1..).find(|length| runs.clone().all(|run| run != *length)).unwrap_or(1));
    let line = text.lines().collect::<Vec<_>>().join(" ");
    let pad = if line.starts_with('`') || line.ends_with('`') || line.trim().is_empty() { " " } else { "" };
    format!("{fence}{pad}{line}{pad}{fence}")
}

/// Emphasis that every parser sees: stars do not work beside punctuation.
fn emphasis(text: &str, star: &str, element: &str) -> Value {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let edges = [text.chars().next(), text.chars().next_back()];
    let inner = marked(Kind::Text, &unmarked(&text));
    Value::from_safe_string(if edges.iter().all(|edge| delimiter::is_word(*edge)) {
        format!("{star}{inner}{star}")
    } else {
        format!("<{element}>{inner}</{element}>")
    })
}

/// `#tag` as Obsidian and Logseq read it: no white space, no punctuation but `-`, `_` and `/`, not only digits.
fn hashtag(tag: &str) -> Value {
    Value::from_safe_string(format!("#{}", tag_name(tag)))
}

pub(super) fn tag_name(tag: &str) -> String {
    let keep = |ch: char| {
        if ch.is_alphanumeric()
            || "-_/".contains(ch)
            || !ch.is_ascii() && !ch.is_whitespace() && !"，。；：、！？（）“”‘’《》【】".contains(ch)
        {
            ch
        } else {
            '-'
        }
    };
    let name: String = unmarked(tag).trim().chars().map(keep).collect();
    if name.chars().all(|ch| ch.is_ascii_digit()) { format!("_{name}") } else { name }
}

type Map = BTreeMap<&'static str, Value>;

fn context(sheet: &Sheet) -> Value {
    let language = sheet.options.language;
    let notes: Vec<Value> = sheet.notes.iter().map(|note| note_value(note, sheet)).collect();
    let sections: Vec<Value> = sheet.sections.iter().map(|section| section_value(section, &notes)).collect();
    let placed = |wanted: Standing| -> Vec<Value> {
        let all = sheet.notes.iter().zip(&notes).filter(|(note, _)| note.standing == wanted);
        all.map(|(_, value)| value.clone()).collect()
    };
    let words = Map::from([
        ("claim", Value::from(language.of("Claim", "主张"))),
        ("evidence", Value::from(language.of("Evidence", "证据"))),
        ("lost", Value::from(language.of("place not found", "原位置已找不到"))),
        ("lost_heading", Value::from(language.of("Notes without a place", "找不到位置的笔记"))),
        ("open", Value::from(language.of("open", "打开"))),
        ("bookmark", Value::from(language.of("bookmark", "书签"))),
        ("colon", Value::from_safe_string(language.of(": ", "：").to_owned())),
        ("paper", Value::from(language.of("Whole paper", "全文"))),
    ]);
    let (paper_notes, lost_notes) = (placed(Standing::Paper), placed(Standing::Lost));
    let map = Map::from([
        ("paper", paper_value(sheet)),
        ("notes", Value::from(notes)),
        ("paper_notes", Value::from(paper_notes)),
        ("lost_notes", Value::from(lost_notes)),
        ("sections", Value::from(sections)),
        ("words", Value::from(words)),
    ]);
    Value::from(map)
}

fn optional(text: Option<&String>) -> Value {
    text.filter(|text| !text.is_empty()).map_or(Value::from(()), |text| Value::from(text.as_str()))
}

fn paper_value(sheet: &Sheet) -> Value {
    let head = &sheet.head;
    let links = head.links.iter().map(|(label, url)| {
        Value::from(Map::from([("label", Value::from(label.as_str())), ("url", Value::from(url.as_str()))]))
    });
    let tags: Vec<Value> = sheet.tags().into_iter().map(Value::from).collect();
    let hashtags: std::collections::BTreeSet<String> = sheet.tags().into_iter().map(tag_name).collect();
    Value::from(Map::from([
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
    ]))
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
