//! Lines that were wrapped at a width, joined again: whether a line end stands for a space, for nothing, or for the
//! end of a paragraph.
//!
//! A tool that wraps drops the space at the break. Between Chinese characters there was none; between Latin words
//! there was one; between the two it depends on the author's habit, which the document shows inside its lines.

use std::collections::{HashMap, HashSet};

/// No one wraps wider than this many columns; longer lines are paragraphs.
const WIDEST: usize = 240;

/// How the lines of a document were wrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Not at all, or too little text to tell.
    Unwrapped,
    /// At spaces only, Chinese or not.
    AtSpaces,
    /// At a width in columns, also between Chinese characters.
    AtColumns,
    /// At a width, with the space before the break kept at the end of the line.
    SpacesKept,
}

/// The habits of one document.
#[derive(Debug)]
pub(super) struct Habit {
    way: Way,
    /// Columns of the longest usual line.
    width: usize,
    /// Whether paragraphs are parted by blank lines.
    blank_lines: bool,
    /// How often two neighbours stand with and without a space, by their classes.
    classes: HashMap<(Class, Class), Count>,
    /// The same by the words or characters themselves.
    words: HashMap<u64, Count>,
    /// Latin words that stand inside lines, where nothing was cut.
    whole: HashSet<u64>,
}

/// Seen with a space and without.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    spaced: u32,
    tight: u32,
}

/// What a character is for wrapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Class {
    Han,
    /// Full-width punctuation, which carries its own space.
    Stop,
    Letter,
    Digit,
    /// Any other sign, told apart.
    Sign(char),
}

fn class(letter: char) -> Class {
    match letter {
        '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{323AF}' | '\u{3040}'..='\u{30FF}' => {
            Class::Han
        }
        '\u{3000}'..='\u{303F}' | '\u{FF00}'..='\u{FF60}' | '“' | '”' | '‘' | '’' | '…' | '—' => {
            Class::Stop
        }
        _ if letter.is_ascii_digit() => Class::Digit,
        _ if letter.is_alphabetic() => Class::Letter,
        _ => Class::Sign(letter),
    }
}

/// Columns that a terminal gives the character.
fn columns_of(letter: char) -> usize {
    match letter {
        '\u{0300}'..='\u{036F}' | '\u{200B}'..='\u{200F}' | '\u{20D0}'..='\u{20FF}' | '\u{FE00}'..='\u{FE0F}' => 0,
        '\u{1100}'..='\u{115F}' | '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}' => 2,
        '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FF60}' | '\u{FFE0}'..='\u{FFE6}' | '\u{1F300}'..='\u{1F64F}' => 2,
        '\u{1F900}'..='\u{1F9FF}' | '\u{20000}'..='\u{3FFFD}' => 2,
        _ => 1,
    }
}

/// Columns of a line.
pub(super) fn columns(line: &str) -> usize {
    line.chars().map(columns_of).sum()
}

impl Habit {
    /// Learns the habits of a whole document, in linear time.
    pub(super) fn of(source: &str) -> Self {
        let mut habit = Self {
            way: Way::Unwrapped,
            width: 0,
            blank_lines: false,
            classes: HashMap::new(),
            words: HashMap::new(),
            whole: HashSet::new(),
        };
        let lines: Vec<&str> = source.lines().map(|line| line.trim_end_matches('\r')).collect();
        let mut widths: Vec<usize> = lines.iter().map(|line| columns(line.trim())).filter(|&w| w > 0).collect();
        // A line is only too long where a break was possible before its end.
        let long = lines.iter().filter(|line| {
            let line = line.trim();
            columns(line) > WIDEST && columns(line.rsplit_once(' ').map_or("", |(head, _)| head)) > WIDEST
        });
        if widths.is_empty() || long.count() * 20 > widths.len() {
            return habit;
        }
        widths.sort_unstable();
        let outliers = widths.len() / 200;
        habit.width = widths[widths.len() - 1 - outliers].min(WIDEST);
        let blank = lines.len() - widths.len();
        habit.blank_lines = blank * 10 > widths.len();
        let (mut joints, mut kept, mut chinese) = (0_usize, 0_usize, 0_usize);
        for pair in lines.windows(2) {
            let [before, after] = pair else { continue };
            let (Some(last), Some(first)) = (before.trim_end().chars().next_back(), after.trim_start().chars().next())
            else {
                continue;
            };
            if columns(before) * 3 < habit.width * 2 {
                continue;
            }
            joints += 1;
            kept += usize::from(before.ends_with(' '));
            chinese += usize::from(class(last) == Class::Han && class(first) == Class::Han);
        }
        habit.way = if joints == 0 || !has_full_lines(&lines, habit.width) {
            Way::Unwrapped
        } else if kept * 10 > joints {
            Way::SpacesKept
        } else if chinese * 25 < joints {
            Way::AtSpaces
        } else {
            Way::AtColumns
        };
        if habit.way == Way::AtSpaces {
            // A word that is wider than the page says nothing about the page: what stands before it fitted.
            let heads = lines.iter().filter_map(|line| line.trim().rsplit_once(' ')).map(|(head, _)| columns(head));
            let mut heads: Vec<usize> = heads.collect();
            heads.sort_unstable();
            let outliers = heads.len() / 200;
            habit.width = heads.len().checked_sub(1 + outliers).map_or(habit.width, |at| heads[at]);
        }
        if habit.way == Way::AtColumns {
            lines.iter().for_each(|line| habit.learn(line));
        }
        habit
    }

    /// Whether the document's lines were wrapped at all.
    pub(super) fn is_wrapped(&self) -> bool {
        self.way != Way::Unwrapped
    }

    /// Whether paragraphs are parted by blank lines, so that lines without one between them belong together.
    pub(super) fn has_blank_lines(&self) -> bool {
        self.blank_lines
    }

    fn learn(&mut self, line: &str) {
        let mut tokens = tokens(line.trim());
        let Some(mut last) = tokens.next() else { return };
        let mut first = true;
        for token in tokens {
            if !first && last.text.starts_with(is_word) {
                self.whole.insert(key(last.text, ""));
            }
            first = false;
            if let (Some(left), Some(right)) = (last.text.chars().next_back(), token.text.chars().next()) {
                let pair = (class(left), class(right));
                // Inside one script there is nothing to learn.
                if pair.0 != pair.1 || matches!(pair.0, Class::Sign(_)) {
                    self.classes.entry(pair).or_default().add(token.spaced);
                    self.words.entry(key(last.text, token.text)).or_default().add(token.spaced);
                }
            }
            last = token;
        }
    }

    /// Whether the end of the line `before` stands for a space when `after` goes on with it.
    pub(super) fn is_space(&self, before: &str, after: &str) -> bool {
        let kept = before.ends_with(' ');
        let (before, after) = (before.trim_end(), after.trim_start());
        let (Some(last), Some(first)) = (before.chars().next_back(), after.chars().next()) else { return false };
        let (left, right) = (class(last), class(first));
        match self.way {
            Way::SpacesKept => return kept,
            Way::AtSpaces => return !self.cut_at_hyphen(before, after),
            Way::Unwrapped | Way::AtColumns => {}
        }
        match (left, right) {
            (Class::Stop, _) | (_, Class::Stop) | (Class::Han, Class::Han) => return self.stop_spaced(left, right),
            (Class::Letter | Class::Digit, Class::Letter | Class::Digit) => return !self.is_cut_word(before, after),
            _ => {}
        }
        if self.cut_at_hyphen(before, after) {
            return false;
        }
        // Without a space the next character would have fitted on the line.
        let room = self.width.saturating_sub(columns(before));
        if right == Class::Han && self.way == Way::AtColumns && room >= 2 {
            return true;
        }
        let (tail, head) = (last_token(before), first_token(after));
        if let Some(seen) = self.words.get(&key(tail, head)).and_then(|count| count.clear()) {
            return seen;
        }
        if let Some(seen) = self.classes.get(&(left, right)).and_then(|count| count.majority()) {
            return seen;
        }
        matches!((left, right), (Class::Han, Class::Letter | Class::Digit) | (Class::Letter | Class::Digit, Class::Han))
            || (!"([{/_^=<\\-−~#@".contains(last) && !")]},.;:%/_^=-−".contains(first))
    }

    /// After a full-width stop a space is rare, and only learned.
    fn stop_spaced(&self, left: Class, right: Class) -> bool {
        left != right
            && self.classes.get(&(left, right)).is_some_and(|count| count.spaced > 4 && count.spaced > count.tight * 2)
    }

    /// Whether the break cut a word: together the halves are a word of the document, and one of them alone is none.
    fn is_cut_word(&self, before: &str, after: &str) -> bool {
        let (tail, head) = (last_token(before), first_token(after));
        let known = |word: &str| self.whole.contains(&key(word, ""));
        known(&format!("{tail}{head}")) && !(known(tail) && known(head))
    }

    /// A word with a hyphen may be broken after it by tools that wrap at hyphens.
    fn cut_at_hyphen(&self, before: &str, after: &str) -> bool {
        let Some(stem) = before.strip_suffix(['-', '–']) else { return false };
        stem.ends_with(|c: char| c.is_alphanumeric() || c == '}' || c == ')')
            && after.starts_with(|c: char| c.is_alphanumeric() || c == '\\' || c == '(')
            && !after.starts_with("and ")
            && !after.starts_with("or ")
    }

    /// Whether the line had to end where it did, so that the next one goes on with it.
    pub(super) fn was_full(&self, before: &str, after: &str) -> bool {
        let next = match self.way {
            Way::AtColumns => columns(first_token(after.trim_start())),
            _ => columns(after.trim_start().split(' ').next().unwrap_or_default()),
        };
        columns(before.trim_end()) + 1 + next > self.width
    }
}

/// Whether enough lines go on in the next one although they are long for the page. In a wrapped document a third of
/// them do at least; where each line is a paragraph, hardly one in ten does.
fn has_full_lines(lines: &[&str], width: usize) -> bool {
    // What stands before a line's last word fitted the page, however long the word is.
    let heads = lines.iter().filter_map(|line| line.trim().rsplit_once(' ')).map(|(head, _)| columns(head));
    let mut heads: Vec<usize> = heads.collect();
    heads.sort_unstable();
    let outliers = heads.len() / 200;
    let page =
        heads.len().checked_sub(1 + outliers).and_then(|at| heads.get(at)).map_or(width, |head| width.min(*head));
    let is_blank = |line: &str| line.trim().is_empty();
    let goes_on =
        |[before, after]: &&[&str; 2]| !is_blank(before) && !is_blank(after) && columns(before) * 3 >= page * 2;
    let full = lines.array_windows().filter(goes_on).count();
    full * 5 >= lines.iter().filter(|line| !is_blank(line)).count()
}

impl Count {
    fn add(&mut self, spaced: bool) {
        if spaced {
            self.spaced += 1;
        } else {
            self.tight += 1;
        }
    }

    fn majority(self) -> Option<bool> {
        (self.spaced + self.tight > 0).then_some(self.spaced > self.tight)
    }

    /// The answer where one side is hardly ever seen.
    fn clear(self) -> Option<bool> {
        let (more, less) = (self.spaced.max(self.tight), self.spaced.min(self.tight));
        (more >= 1 && less * 4 <= more).then_some(self.spaced > self.tight)
    }
}

/// A Latin word, a number, or any other single character.
struct Token<'a> {
    text: &'a str,
    /// White space stands before it.
    spaced: bool,
}

fn tokens(line: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let inner = rest.trim_start();
        let spaced = inner.len() < rest.len();
        let text = first_token(inner);
        rest = &inner[text.len()..];
        (!text.is_empty()).then_some(Token { text, spaced })
    })
}

fn is_word(letter: char) -> bool {
    matches!(class(letter), Class::Letter | Class::Digit)
}

fn first_token(text: &str) -> &str {
    let Some(first) = text.chars().next() else { return "" };
    let end = if is_word(first) { text.find(|c| !is_word(c)).unwrap_or(text.len()) } else { first.len_utf8() };
    &text[..end]
}

fn last_token(text: &str) -> &str {
    let Some(last) = text.chars().next_back() else { return "" };
    if !is_word(last) {
        return &text[text.len() - last.len_utf8()..];
    }
    let start = text.char_indices().rev().take_while(|(_, c)| is_word(*c)).last().map_or(text.len(), |(at, _)| at);
    &text[start..]
}

/// FNV-1a over two words; a rare collision costs one space.
fn key(left: &str, right: &str) -> u64 {
    let bytes = left.bytes().chain([0]).chain(right.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
