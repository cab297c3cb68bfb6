//! Plain text as Markdown: as few backslashes as keep every character and make no structure.
//!
//! What is escaped must not depend on which parser reads it. CommonMark, its extensions (tables, strikethrough, footnotes,
//! formulas) and the programs whose dialect is asked for are all taken into account; a mark that none of them could take for
//! markup stays bare. Emphasis is judged by a rule that is wider than CommonMark's: parsers differ beside Chinese
//! punctuation.

use super::delimiter;

/// For whom the Markdown is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// CommonMark and the extensions of GitHub.
    #[default]
    Plain,
    /// And tags, links between notes, block ids, highlights, comments.
    Obsidian,
    /// And tags, links between notes, references, properties.
    Logseq,
}

/// Where text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// It begins a paragraph: line breaks stay, blank lines part paragraphs.
    Paragraph,
    /// Amid a line: line breaks become spaces.
    Inline,
    /// In a heading of the form `# …`: likewise.
    Heading,
    /// In the cell of a table: likewise.
    Cell,
    /// Between the brackets of a link: likewise.
    LinkText,
}

/// What stands around the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// The character before it on its line.
    pub before: Option<char>,
    /// The character after it on its line.
    pub after: Option<char>,
    /// Whether nothing else stands in its paragraph, heading or cell, so that its marks can pair with each other only.
    pub alone: bool,
    /// Whether it begins an item of a list, where `[ ]` makes a task.
    pub item: bool,
}

impl Around {
    /// Nothing.
    pub const ALONE: Self = Self { before: None, after: None, alone: true, item: false };
}

/// `text` for `place`. Lines are joined by one line feed; what begins them in a quotation or list is the caller's. White space
/// at the ends of lines is left out: Markdown does not keep it.
pub fn escape(text: &str, place: Place, around: Around, dialect: Dialect) -> String {
    let lines: Vec<&str> = lines(text).collect();
    if place != Place::Paragraph {
        let line = lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        return Run::new(&line, place, around, dialect).escaped();
    }
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut first = true;
    for paragraph in lines.split(|line| line.is_empty()).filter(|lines| !lines.is_empty()) {
        if !std::mem::take(&mut first) {
            out.push_str("\n\n");
        }
        out.push_str(&Run::new(&paragraph.join("\n"), place, around, dialect).escaped());
    }
    out
}

/// The lines of `text` without spaces and tabs at their ends; line ends of all three systems.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let ends = |ch| ch == '\n' || ch == '\r';
    // A carriage return with its line feed is one end: the empty line between them is none.
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let now = rest?;
        let Some(at) = now.find(ends) else {
            rest = None;
            return Some(now.trim_matches([' ', '\t']));
        };
        let (line, after) = now.split_at(at);
        rest = after.strip_prefix("\r\n").or_else(|| after.get(1..));
        Some(line.trim_matches([' ', '\t']))
    })
}

/// Whether a backslash before `ch` makes it literal.
pub(super) fn is_escapable(ch: char) -> bool {
    ch.is_ascii_punctuation()
}

/// The characters of one paragraph or line, and which of them get a backslash.
struct Run {
    chars: Vec<char>,
    marked: Vec<bool>,
    place: Place,
    around: Around,
    dialect: Dialect,
    /// After the last `>`, `)` and `]:`: whether one follows is asked at every mark, and must not cost a look at the rest.
    after_angle: usize,
    after_bracket: usize,
    after_definition: usize,
}

impl Run {
    fn new(text: &str, place: Place, around: Around, dialect: Dialect) -> Self {
        let chars: Vec<char> = text.chars().collect();
        let after = |wanted: char| chars.iter().rposition(|ch| *ch == wanted).map_or(0, |at| at + 1);
        let definition = chars.windows(2).rposition(|pair| pair == [']', ':']).map_or(0, |at| at + 1);
        Self {
            marked: vec![false; chars.len()],
            after_angle: after('>'),
            after_bracket: after(')'),
            after_definition: definition,
            chars,
            place,
            around,
            dialect,
        }
    }

    fn escaped(mut self) -> String {
        self.pairs();
        self.singles();
        match self.place {
            Place::Paragraph => self.line_starts(),
            Place::Heading => self.closing_sequence(),
            Place::Inline | Place::Cell | Place::LinkText => {}
        }
        self.backticks();
        let mut out = String::with_capacity(self.chars.len() * 2);
        for (ch, marked) in self.chars.iter().zip(&self.marked) {
            if *marked {
                out.push('\\');
            }
            out.push(*ch);
        }
        out
    }

    fn at(&self, at: usize) -> Option<char> {
        self.chars.get(at).copied()
    }

    /// The character after `at`, beyond the text too.
    fn after(&self, at: usize) -> Option<char> {
        if at + 1 < self.chars.len() { self.at(at + 1) } else { self.around.after }
    }

    fn before(&self, at: usize) -> Option<char> {
        if at == 0 { self.around.before } else { self.at(at - 1) }
    }

    fn mark(&mut self, at: usize) {
        if let Some(marked) = self.marked.get_mut(at) {
            *marked = true;
        }
    }

    /// Marks that work in pairs.
    fn pairs(&mut self) {
        let mut marks: Vec<delimiter::Mark> = delimiter::COMMON.to_vec();
        if self.dialect == Dialect::Obsidian {
            marks.extend(delimiter::OBSIDIAN);
        }
        let (before, after) = (self.around.before, self.around.after);
        for at in delimiter::live(&self.chars, &marks, before, after, self.around.alone) {
            self.mark(at);
        }
    }

    /// Marks that work by themselves.
    fn singles(&mut self) {
        for at in 0..self.chars.len() {
            let alive = match self.at(at) {
                Some('\\') => self.after(at).is_none_or(|next| next == '\n' || is_escapable(next)),
                Some('<') => self.opens_tag(at),
                Some('&') => self.opens_entity(at),
                Some('[') => self.opens_link(at),
                Some(']') => self.place == Place::LinkText || self.closes_link(at),
                Some('!') => self.after(at) == Some('[') && at + 1 == self.chars.len(),
                Some('|') => self.place == Place::Cell,
                Some('#') => self.dialect != Dialect::Plain && self.opens_tag_name(at),
                Some('^') => self.dialect == Dialect::Obsidian && self.is_block_id(at),
                Some(open @ ('(' | '{')) => self.dialect == Dialect::Logseq && self.at(at + 1) == Some(open),
                _ => false,
            };
            if alive {
                self.mark(at);
            }
        }
    }

    /// `<` of a tag, comment, or address. Amid a line it needs its `>`.
    fn opens_tag(&self, at: usize) -> bool {
        let opens = self.after(at).is_some_and(|next| next.is_ascii_alphabetic() || "/!?".contains(next));
        opens && (!self.around.alone || self.starts_line(at) || at < self.after_angle)
    }

    /// `&` of something that has the form of an entity.
    fn opens_entity(&self, at: usize) -> bool {
        let mut rest = self.chars.iter().skip(at + 1).copied().peekable();
        let numeric = rest.next_if_eq(&'#').is_some();
        let mut letters = 0_usize;
        for ch in rest {
            match ch {
                ';' => return letters > 0,
                _ if ch.is_ascii_alphanumeric() => letters += 1,
                _ => return false,
            }
        }
        // What follows the text may complete it.
        !self.around.alone && (numeric || letters > 0)
    }

    fn opens_link(&self, at: usize) -> bool {
        let rest = || self.chars.get(at + 1..).unwrap_or_default();
        let next = self.at(at + 1);
        if self.place == Place::LinkText || next == Some('^') {
            return true;
        }
        if self.dialect != Dialect::Plain && next == Some('[') {
            return true;
        }
        if !self.starts_line(at) {
            return false;
        }
        let task = self.around.item && at == 0 && matches!(rest(), [' ' | 'x' | 'X', ']', ..]);
        let callout = at == 0 && next == Some('!') && self.at(at + 2).is_some_and(char::is_alphabetic);
        task || callout || at + 1 < self.after_definition
    }

    /// `]` before something that makes a link of the brackets: escaping it spares the opening ones.
    fn closes_link(&self, at: usize) -> bool {
        match self.after(at) {
            Some('(') => !self.around.alone || at < self.after_bracket,
            Some('[') => !self.around.alone && at + 1 == self.chars.len(),
            _ => false,
        }
    }

    /// `#` of a tag.
    fn opens_tag_name(&self, at: usize) -> bool {
        self.before(at).is_none_or(|before| before.is_whitespace() || before.is_ascii_punctuation())
            && self.after(at).is_some_and(|next| !next.is_whitespace() && next != '#')
    }

    /// `^` of the id of a block, at the end of a line.
    fn is_block_id(&self, at: usize) -> bool {
        let rest = self.chars.get(at + 1..).unwrap_or_default();
        let length = rest.iter().take_while(|ch| ch.is_ascii_alphanumeric() || **ch == '-').count();
        let ends_line = rest.get(length).is_none_or(|ch| *ch == '\n');
        length > 0 && ends_line && self.before(at).is_none_or(char::is_whitespace)
    }

    fn starts_line(&self, at: usize) -> bool {
        self.place == Place::Paragraph && (at == 0 || self.at(at - 1) == Some('\n'))
    }

    /// What opens another block when a line begins with it.
    fn line_starts(&mut self) {
        let mut start = 0;
        while start < self.chars.len() {
            let end =
                self.chars.iter().skip(start).position(|ch| *ch == '\n').map_or(self.chars.len(), |at| start + at);
            let line: Vec<char> = self.chars.get(start..end).unwrap_or_default().to_vec();
            for at in opening(&line, start > 0, self.dialect) {
                self.mark(start + at);
            }
            start = end + 1;
        }
    }

    /// A backslash does not keep a backtick from closing what another one opened: all get one, or none.
    fn backticks(&mut self) {
        let is_tick = |chars: &[char], at: usize| chars.get(at) == Some(&'`');
        if self.marked.iter().enumerate().any(|(at, marked)| *marked && is_tick(&self.chars, at)) {
            let ticks: Vec<usize> = (0..self.chars.len()).filter(|at| is_tick(&self.chars, *at)).collect();
            ticks.into_iter().for_each(|at| self.mark(at));
        }
    }

    /// `#` at the end of a heading is left out by parsers.
    fn closing_sequence(&mut self) {
        let tail = self.chars.iter().rev().take_while(|ch| **ch == '#').count();
        let start = self.chars.len() - tail;
        if tail > 0 && self.before(start).is_none_or(|before| before == ' ' || before == '\t') {
            self.mark(start);
        }
    }
}

/// Which characters of a line are to be escaped because they begin a block. `later`: the paragraph has begun before.
fn opening(line: &[char], later: bool, dialect: Dialect) -> Vec<usize> {
    let Some(first) = line.first().copied() else { return Vec::new() };
    let same = line.iter().take_while(|ch| **ch == first).count();
    let then_space = |at: usize| line.get(at).is_none_or(|ch| *ch == ' ' || *ch == '\t');
    let only = |allowed: &str| line.iter().all(|ch| allowed.contains(*ch));
    let count = |wanted: char| line.iter().filter(|ch| **ch == wanted).count();
    let first_only = |alive: bool| if alive { vec![0] } else { Vec::new() };
    match first {
        '#' => first_only(same <= 6 && then_space(same)),
        '>' => vec![0],
        '+' => first_only(then_space(1)),
        '-' | '*' | '_' => {
            let rule = count(first) >= 3 && line.iter().all(|ch| *ch == first || *ch == ' ' || *ch == '\t');
            let bullet = first != '_' && then_space(1);
            let under = later && first == '-' && (only("- \t") || only("|:- \t"));
            first_only(rule || bullet || under)
        }
        '=' => first_only(later && only("= \t")),
        '|' | ':' => first_only(later && only("|:- \t") && count('-') > 0),
        '`' | '~' if same >= 3 => (0..same).collect(),
        '0'..='9' => {
            let digits = line.iter().take_while(|ch| ch.is_ascii_digit()).count();
            let delimited = matches!(line.get(digits), Some('.' | ')'));
            if digits <= 9 && delimited && then_space(digits + 1) { vec![digits] } else { Vec::new() }
        }
        _ if dialect == Dialect::Logseq => property(line),
        _ => Vec::new(),
    }
}

/// The first colon of `name:: value`.
fn property(line: &[char]) -> Vec<usize> {
    let name = line.iter().take_while(|ch| !ch.is_whitespace() && **ch != ':').count();
    let follows = line.get(name..name + 2).is_some_and(|colons| colons == [':', ':']);
    if name > 0 && follows { vec![name] } else { Vec::new() }
}
