//! Front matter: values written so that every YAML parser gives them back, and a block of it taken apart without being
//! understood, so that what a reader wrote into it stays as it is.

use std::fmt::Write as _;

/// `text` as one scalar on one line: bare where every parser takes it for these characters, else in double quotes.
pub fn scalar(text: &str) -> String {
    if is_bare(text) { text.to_owned() } else { format!("\"{}\"", inside_quotes(text)) }
}

/// `text` between double quotes.
pub fn inside_quotes(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    for ch in text.chars() {
        // Writing to a string does not fail.
        let _ = match ch {
            '"' | '\\' => write!(out, "\\{ch}"),
            '\n' => write!(out, "\\n"),
            '\t' => write!(out, "\\t"),
            '\r' => write!(out, "\\r"),
            _ if is_printable(ch) => write!(out, "{ch}"),
            _ if u32::from(ch) > 0xffff => write!(out, "\\U{:08X}", u32::from(ch)),
            _ => write!(out, "\\u{:04X}", u32::from(ch)),
        };
    }
    out
}

/// Items of a sequence, each on a line of its own below its key; `[]` where there is none.
pub fn sequence<'a>(items: impl IntoIterator<Item = &'a str>) -> String {
    let lines: String = items.into_iter().map(|item| format!("\n  - {}", scalar(item))).collect();
    if lines.is_empty() { "[]".to_owned() } else { lines }
}

/// Words that some version of YAML takes for something else than text.
const WORDS: [&str; 11] = ["true", "false", "yes", "no", "on", "off", "null", "y", "n", "nan", "inf"];

fn is_bare(text: &str) -> bool {
    let Some(first) = text.chars().next() else { return false };
    first.is_alphabetic()
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !text.contains(" #")
        && text.chars().all(|ch| is_printable(ch) && !"\"'\\{}[],&*!|>%@`".contains(ch))
        && !WORDS.contains(&text.to_ascii_lowercase().as_str())
}

/// What stands in YAML as itself, and is no line break for any parser.
fn is_printable(ch: char) -> bool {
    matches!(ch,
        ' '..='~' | '\u{a0}'..='\u{2027}' | '\u{202a}'..='\u{d7ff}' | '\u{e000}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fefe}'
        | '\u{ff00}'..='\u{fffd}' | '\u{10000}'..='\u{1fffd}')
}

/// Begins the comment that keeps our value beside yours.
pub(super) const OTHER: &str = "# kaozheng: ";

/// One entry of a block of front matter: its line and those that belong to it, as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Without quotes; empty for comments and for lines before the first key.
    pub key: String,
    /// With a line feed at the end.
    pub raw: String,
}

/// The front matter at the beginning of a text and what follows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Split<'t> {
    /// Between the lines `---`; `None` where the text begins with none.
    pub front: Option<&'t str>,
    /// The rest.
    pub body: &'t str,
}

/// Parts `text`, whose lines end with line feeds.
pub fn split(text: &str) -> Split<'_> {
    let whole = Split { front: None, body: text };
    let Some(after) = text.strip_prefix("---\n") else { return whole };
    let mut at = 0;
    for line in after.split_inclusive('\n') {
        if matches!(line.trim_end(), "---" | "...") && !line.starts_with(' ') {
            return Split { front: after.get(..at), body: after.get(at + line.len()..).unwrap_or_default() };
        }
        at += line.len();
    }
    whole
}

/// The entries of a block of front matter, in order; together they are the block.
pub fn entries(front: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for line in front.split_inclusive('\n') {
        let line = if line.ends_with('\n') { line.to_owned() } else { format!("{line}\n") };
        match key(&line) {
            Some(key) => entries.push(Entry { key, raw: line }),
            // A comment belongs to no key, except ours to the one before.
            None if line.starts_with('#') && !line.starts_with(OTHER) => {
                entries.push(Entry { key: String::new(), raw: line });
            }
            None => match entries.last_mut() {
                Some(entry) => entry.raw.push_str(&line),
                None => entries.push(Entry { key: String::new(), raw: line }),
            },
        }
    }
    entries
}

/// The key that begins on this line.
fn key(line: &str) -> Option<String> {
    let quoted = |quote: char| {
        let (key, rest) = line.strip_prefix(quote)?.split_once(quote)?;
        rest.starts_with(':').then(|| key.to_owned())
    };
    if let Some(key) = quoted('"').or_else(|| quoted('\'')) {
        return Some(key);
    }
    let first = line.chars().next()?;
    if first.is_whitespace() || "#-?[]{},&*!|>%@`".contains(first) {
        return None;
    }
    let at = line.find(": ").or_else(|| line.trim_end().strip_suffix(':').map(str::len))?;
    line.get(..at).map(|key| key.trim_end().to_owned())
}

/// The items of an entry that holds a sequence of plain items, each as it is written; `None` where it holds something else.
pub fn items(entry: &Entry) -> Option<Vec<String>> {
    let (first, rest) = entry.raw.split_once('\n')?;
    let value = first.split_once(':')?.1.trim();
    if let Some(flow) = value.strip_prefix('[').and_then(|flow| flow.strip_suffix(']')) {
        let plain = !flow.contains(['[', '{', '"', '\'']);
        let items = flow.split(',').map(str::trim).filter(|item| !item.is_empty());
        return plain.then(|| items.map(str::to_owned).collect());
    }
    if !value.is_empty() {
        return None;
    }
    let lines = rest.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| line.trim_start().strip_prefix("- ").map(|item| item.trim().to_owned())).collect()
}

/// The value of a scalar on one line, without its quotes; `None` for anything else.
pub fn value(entry: &Entry) -> Option<String> {
    let value = entry.raw.trim_end().split_once(':')?.1.trim();
    if value.contains('\n') {
        return None;
    }
    let inner = [('"', '"'), ('\'', '\'')]
        .iter()
        .find_map(|(open, close)| value.strip_prefix(*open).and_then(|rest| rest.strip_suffix(*close)));
    Some(inner.unwrap_or(value).to_owned())
}
