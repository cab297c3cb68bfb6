//! Sets the values of a template at their places.
//!
//! While a template is rendered its values stand between two marks, untouched. Here the text around each one says where it
//! stands (front matter, paragraph, heading, cell, link, comment, quotation, list), and the value is escaped for that place.
//! Each of its further lines gets what begins the line on which it stands: a quotation stays one, an item keeps its indent.

use super::escape::{Around, Dialect, Place, escape};
use super::yaml;

/// Opens a value; its kind follows.
pub(super) const OPEN: char = '\u{fdd0}';
/// Closes a value.
pub(super) const CLOSE: char = '\u{fdd1}';
/// Parts the items of a list.
pub(super) const NEXT: char = '\u{fdd2}';

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Escaped.
    Text,
    /// As it is.
    Markdown,
    /// A sequence of texts.
    List,
}

impl Kind {
    pub(super) fn letter(self) -> char {
        match self {
            Self::Text => 't',
            Self::Markdown => 'm',
            Self::List => 'l',
        }
    }
}

/// `text` without the characters that mark values. They are noncharacters: no text is exchanged with them.
pub(super) fn unmarked(text: &str) -> std::borrow::Cow<'_, str> {
    if text.contains([OPEN, CLOSE, NEXT]) { text.replace([OPEN, CLOSE, NEXT], "\u{fffd}").into() } else { text.into() }
}

/// The text that a template gave, with its values set. Ends with one line feed; no two blank lines of the template's follow each
/// other.
pub(super) fn set(rendered: &str, dialect: Dialect) -> String {
    let mut setting = Setting { out: String::with_capacity(rendered.len()), dialect, front_open: None };
    let mut rest = rendered;
    while let Some((before, after)) = rest.split_once(OPEN) {
        setting.literal(before);
        let Some((value, after)) = after.split_once(CLOSE) else {
            rest = "";
            break;
        };
        let mut chars = value.chars();
        let kind = match chars.next() {
            Some('m') => Kind::Markdown,
            Some('l') => Kind::List,
            _ => Kind::Text,
        };
        setting.value(kind, chars.as_str(), after);
        rest = after;
    }
    setting.literal(rest);
    let mut out = setting.out;
    out.truncate(out.trim_end_matches(['\n', ' ']).len());
    out.push('\n');
    out
}

struct Setting {
    out: String,
    dialect: Dialect,
    /// Whether the text is inside its front matter; `None`: nothing stands there yet.
    front_open: Option<bool>,
}

/// What stands before a value on its line.
struct Line<'o> {
    /// What further lines of a value begin with.
    prefix: String,
    /// After the marks of quotations and lists.
    own: &'o str,
    /// The value would begin an item of a list.
    item: bool,
}

impl Setting {
    fn literal(&mut self, text: &str) {
        for ch in text.chars().filter(|ch| ![OPEN, CLOSE, NEXT].contains(ch)) {
            if ch == '\n' && (self.out.is_empty() || self.out.ends_with("\n\n")) {
                continue;
            }
            self.out.push(ch);
        }
    }

    /// `after` is what follows the value in the template's text.
    fn value(&mut self, kind: Kind, value: &str, after: &str) {
        if self.in_front() {
            let value = self.in_yaml(kind, value);
            if value.starts_with('\n') {
                self.out.truncate(self.out.trim_end_matches(' ').len());
            }
            self.out.push_str(&value);
            return;
        }
        if kind == Kind::List {
            let joined = value.split(NEXT).filter(|item| !item.is_empty()).collect::<Vec<_>>().join(", ");
            return self.value(Kind::Text, &joined, after);
        }
        let start = self.out.rfind('\n').map_or(0, |at| at + 1);
        let line = line(self.out.get(start..).unwrap_or_default());
        let text = if inside(line.own, "<!--", "-->").is_some() {
            value.replace("--", "- -").replace(['\n', '\r'], " ")
        } else if inside(line.own, "](", ")").is_some() {
            destination(value)
        } else {
            match kind {
                Kind::Markdown => markdown(value, &line),
                Kind::Text | Kind::List => self.text(value, &line, start, after),
            }
        };
        let mut lines = text.split('\n');
        let mut set = lines.next().unwrap_or_default().to_owned();
        for next in lines {
            set.push('\n');
            let prefix = if next.is_empty() { line.prefix.trim_end() } else { &line.prefix };
            set.push_str(prefix);
            set.push_str(next);
        }
        self.out.push_str(&set);
    }

    fn in_front(&mut self) -> bool {
        match self.front_open {
            Some(true) => {
                let open = yaml::split(&self.out).front.is_none();
                self.front_open = Some(open);
                open
            }
            Some(false) => false,
            None => {
                if self.out.is_empty() {
                    return false;
                }
                self.front_open = Some(self.out.starts_with("---\n"));
                self.in_front()
            }
        }
    }

    fn in_yaml(&self, kind: Kind, value: &str) -> String {
        match kind {
            Kind::List => yaml::sequence(value.split(NEXT).filter(|item| !item.is_empty())),
            Kind::Text | Kind::Markdown if self.out.ends_with('"') => yaml::inside_quotes(value),
            Kind::Text | Kind::Markdown => yaml::scalar(value),
        }
    }

    fn text(&self, value: &str, line: &Line, start: usize, after: &str) -> String {
        let heading = heading_marks(line.own);
        let place = if line.own.is_empty() {
            Place::Paragraph
        } else if heading > 0 {
            Place::Heading
        } else if line.own.starts_with('|') {
            Place::Cell
        } else if opens_link_text(line.own) {
            Place::LinkText
        } else {
            Place::Inline
        };
        let ends_line = after.is_empty() || after.starts_with('\n');
        let alone = match place {
            Place::Paragraph => {
                ends_line && begins_block(self.out.get(..start).unwrap_or_default(), &line.prefix) && ends_block(after)
            }
            Place::Heading => ends_line && line.own.len() == heading,
            Place::Cell => line.own.trim_end().ends_with('|') && after.trim_start_matches(' ').starts_with('|'),
            Place::Inline | Place::LinkText => false,
        };
        let next = after.chars().next();
        // A value that follows at once begins after its mark and kind.
        let next = if next == Some(OPEN) { after.chars().nth(2) } else { next };
        let before = line.own.get(heading..).unwrap_or_default().chars().next_back();
        let around = Around { before, after: next.filter(|next| *next != '\n'), alone, item: line.item };
        let mut text = escape(value, place, around, self.dialect);
        // Amid a line the spaces at the ends part the value from what stands beside it.
        if place != Place::Paragraph && value.starts_with(' ') {
            text.insert(0, ' ');
        }
        if !ends_line && value.ends_with(' ') && !text.is_empty() {
            text.push(' ');
        }
        text
    }
}

/// Takes the beginning of a line apart.
fn line(line: &str) -> Line<'_> {
    let (mut prefix, mut rest, mut item) = (String::new(), line, false);
    loop {
        let first = rest.chars().next();
        if let Some(space @ (' ' | '\t')) = first {
            prefix.push(space);
            rest = rest.get(1..).unwrap_or_default();
        } else if first == Some('>') {
            prefix.push('>');
            rest = rest.get(1..).unwrap_or_default();
            item = false;
        } else if let Some(width) = list_mark(rest) {
            prefix.extend(std::iter::repeat_n(' ', width));
            rest = rest.get(width..).unwrap_or_default();
            item = true;
        } else {
            return Line { prefix, own: rest, item };
        }
    }
}

/// Bytes of the mark of a list, the space after it included.
fn list_mark(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text.get(digits..)?;
    let marks: &[char] = if digits == 0 { &['-', '*', '+'] } else { &['.', ')'] };
    (digits <= 9 && rest.starts_with(marks) && rest.get(1..)?.starts_with(' ')).then_some(digits + 2)
}

/// Bytes of `## ` at the beginning; 0 where there is none.
fn heading_marks(text: &str) -> usize {
    let marks = text.bytes().take_while(|byte| *byte == b'#').count();
    let spaced = text.get(marks..).is_some_and(|rest| rest.starts_with(' '));
    if (1..=6).contains(&marks) && spaced { marks + 1 } else { 0 }
}

/// What follows the last `open` that has no `close` yet.
fn inside<'l>(line: &'l str, open: &str, close: &str) -> Option<&'l str> {
    let (_, rest) = line.rsplit_once(open)?;
    (!rest.contains(close)).then_some(rest)
}

/// A bracket is open on this line.
fn opens_link_text(line: &str) -> bool {
    let (mut open, mut escaped) = (0_i32, false);
    for ch in line.chars() {
        match ch {
            _ if escaped => {}
            '[' => open += 1,
            ']' => open = (open - 1).max(0),
            _ => {}
        }
        escaped = ch == '\\' && !escaped;
    }
    open > 0
}

/// Nothing of a paragraph stands on the line before.
fn begins_block(before: &str, prefix: &str) -> bool {
    let Some(last) = before.strip_suffix('\n') else { return true };
    let last = last.rsplit('\n').next().unwrap_or_default();
    // The title of a callout is a block of its own.
    let callout = last.trim_start_matches(['>', ' ']).starts_with("[!");
    callout
        || is_bare(last)
        || last.trim_end().ends_with("-->")
        || (prefix.contains('>') && !last.trim_start().starts_with('>'))
}

/// Nothing of a paragraph stands on the line after.
fn ends_block(after: &str) -> bool {
    let Some(rest) = after.strip_prefix('\n') else { return true };
    let next = rest.split('\n').next().unwrap_or_default();
    is_bare(next) || next.trim_start().starts_with("<!--")
}

fn is_bare(line: &str) -> bool {
    line.chars().all(|ch| matches!(ch, ' ' | '\t' | '>'))
}

/// The reader's own Markdown. In a heading and in a cell it has to stay on its line.
fn markdown(value: &str, line: &Line) -> String {
    let one_line = |with: &str| value.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join(with);
    if line.own.starts_with('|') {
        one_line("<br>").replace('|', "\\|")
    } else if heading_marks(line.own) > 0 {
        one_line(" ")
    } else {
        value.replace("\r\n", "\n").replace('\r', "\n").trim_matches('\n').to_owned()
    }
}

/// The address of a link: what would end it is percent-encoded.
fn destination(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for ch in value.chars() {
        match ch {
            '(' | ')' | '<' | '>' | '\\' | '"' | '|' | '[' | ']' => out.push_str(&format!("%{:02X}", u32::from(ch))),
            _ if ch.is_whitespace() || ch.is_control() => {
                let mut bytes = [0; 4];
                ch.encode_utf8(&mut bytes).bytes().for_each(|byte| out.push_str(&format!("%{byte:02X}")));
            }
            _ => out.push(ch),
        }
    }
    out
}
