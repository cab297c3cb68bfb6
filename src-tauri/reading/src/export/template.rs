//! Templates: the built-in ones, the reader's own, and what both see.

use std::fmt;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::ValueKind;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, Value};

use super::block;
use super::closed::closed;
use super::day::DaySheet;
use super::delimiter;
use super::escape::Dialect;
use super::model::Sheet;
use super::outline::outline;
use super::place::{self, CLOSE, Kind, NEXT, OPEN, unmarked};
use super::values;

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
        environment.add_filter("outline", |text: &str| Value::from_safe_string(unmarked(&outline(text)).into_owned()));
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
        self.file(values::of_paper(sheet), &sheet.head.key.0, block::paper_mark)
    }

    /// The file that the template makes of all papers of a day. Holds the id of the day.
    ///
    /// # Errors
    /// What is wrong with the template, with line and column; one that knows of a single paper only is told so.
    pub fn render_day(&self, day: &DaySheet) -> Result<String, TemplateError> {
        self.file(values::of_day(day), &day.id(), block::day_mark).map_err(|mut error| {
            if !self.source.contains("papers") {
                error.message.push_str("; a file a day has `digest` and `papers` instead of one `paper`");
            }
            error
        })
    }

    fn file(&self, values: Value, id: &str, mark: impl Fn(&str) -> String) -> Result<String, TemplateError> {
        let template = self.environment.get_template("template").map_err(|error| self.error(&error))?;
        let rendered = template.render(values).map_err(|error| self.error(&error))?;
        let mut text = place::set(&rendered, self.dialect);
        if !block::file_ids(&text).contains(&id) {
            text.push('\n');
            text.push_str(&mark(id));
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
            // White space has nothing to be set: templates indent by it.
            if text.contains(OPEN) || text.trim().is_empty() {
                return write(&text);
            }
            text
        }
        Kind::Text => unmarked(&value.to_string()).into_owned(),
    };
    write(&marked(kind, &text))
}

pub(super) fn marked(kind: Kind, text: &str) -> String {
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
