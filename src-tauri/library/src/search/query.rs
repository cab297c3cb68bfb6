//! The language of queries. Whatever is typed has a reading; what could be meant otherwise gets a hint beside it.
//!
//! Words with spaces between them must all stand in a passage, in any order. `"…"` is a phrase, found across punctuation
//! and line ends too. `-x` leaves passages with `x` out; `a OR b` (or `a | b`) takes either. `day:2026-09`,
//! `section:limitations`, `in:claims`, `tag:idea`, `color:red`, `has:doubt` and `paper:Gagar` narrow where to look, and
//! `-tag:idea` the other way round. `match:word` takes words and numbers whole, `match:script` keeps Simplified and
//! Traditional characters apart; both hold for the whole query. Quotation marks and colons may be Chinese ones, and so may the words of filters.

use reading::corpus::SectionKind;
use reading::text::{fold, fold_keeping_script, has_other_forms, is_wide};

use super::{loose, tokens};
use crate::notebook::Color;

/// Bytes of a query that are read; nobody types more, and what is pasted says enough with them.
const MOST_BYTES: usize = 4_000;

/// What a query asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Each must be found, by one of its alternatives.
    pub all: Vec<Vec<Part>>,
    /// None may be found.
    pub none: Vec<Part>,
    /// Where to look.
    pub filters: Vec<FilterTerm>,
    /// How else it could have been meant.
    pub hints: Vec<Hint>,
}

/// Characters to be found as they stand, after folding.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// Folded; never empty.
    pub folded: String,
    /// Written as a phrase: found across punctuation too.
    pub phrase: bool,
    /// Words and numbers at either end are not cut. Chinese is written without spaces: next to it everything is whole.
    pub whole: bool,
    /// The same with the script kept, where that is wanted and some of it has other forms.
    pub script: Option<String>,
}

impl Part {
    /// `text` as it is found by default.
    pub fn of(text: &str) -> Self {
        Self { folded: fold(text), phrase: false, whole: false, script: None }
    }

    /// Whether the index only knows where it may stand: scripts are one for it.
    pub(crate) fn must_be_seen(&self) -> bool {
        self.script.is_some()
    }
}

/// What counts as the same, for the whole query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Match {
    Word,
    Script,
}

/// A filter or its opposite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterTerm {
    /// The filter.
    pub filter: Where,
    /// Only what does not pass it.
    pub negated: bool,
}

/// Where to look. Several of one sort widen each other, except tags; different sorts narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Where {
    /// Beginning of an ISO date.
    Day(String),
    /// A section of the review.
    Section(SectionKind),
    /// A sort of passage.
    In(Field),
    /// Notes with this tag, folded.
    Tag(String),
    /// Notes of this colour.
    Color(Color),
    /// Findings with a number that their quote does not hold, and that the reader has not settled.
    Doubt,
    /// Papers whose name or title holds this, folded.
    Paper(String),
}

/// What a passage is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// A paragraph.
    Text,
    /// The statement of a finding.
    Claim,
    /// The evidence of a finding.
    Quote,
    /// Something that the reader wrote.
    Note,
}

impl Field {
    /// The name that `kz` and the wire use.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Claim => "claim",
            Self::Quote => "quote",
            Self::Note => "note",
        }
    }
}

/// How a query could have been meant otherwise than it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// A quotation mark is not closed; the phrase runs to the end.
    OpenQuote,
    /// It says only what is not wanted, and was taken as it stands.
    OnlyExclusions,
    /// The filter has no such value; the word was taken as it stands.
    UnknownValue {
        /// As written.
        word: String,
    },
    /// The filter has no value yet and was left out.
    NoValue {
        /// As written.
        word: String,
    },
    /// `OR` stands between filters, which narrow all alternatives.
    FilterInOr,
    /// Only the beginning was read.
    TooLong,
    /// Chinese words have no ends: the wish for whole ones says nothing about them.
    NoWholeWords,
}

impl Query {
    /// Reads a query.
    pub fn parse(text: &str) -> Self {
        let mut query = Self::default();
        let mut end = text.len().min(MOST_BYTES);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        if end < text.len() {
            query.hints.push(Hint::TooLong);
        }
        let mut either = false;
        let mut exclusions: Vec<(Part, String)> = Vec::new();
        let mut matches: Vec<Match> = Vec::new();
        for item in items(text.get(..end).unwrap_or_default(), &mut query.hints) {
            match item {
                Item::Or => either = !query.all.is_empty(),
                Item::Match(wanted) => matches.push(wanted),
                Item::Filter(term) => {
                    if std::mem::take(&mut either) {
                        query.hints.push(Hint::FilterInOr);
                    }
                    query.filters.push(term);
                }
                Item::Part { part, excluded: Some(written) } => exclusions.push((part, written)),
                Item::Part { part, excluded: None } => match query.all.last_mut() {
                    Some(last) if std::mem::take(&mut either) => last.push(part),
                    _ => query.all.push(vec![part]),
                },
            }
        }
        if query.all.is_empty() && query.filters.is_empty() && !exclusions.is_empty() {
            query.hints.push(Hint::OnlyExclusions);
            let literal = |(_, written): (Part, String)| written_part(&written);
            query.all = exclusions.into_iter().map(literal).map(|part| vec![part]).collect();
        } else {
            query.none = exclusions.into_iter().map(|(part, _)| part).collect();
        }
        query.take_as(&matches);
        query
    }

    fn take_as(&mut self, matches: &[Match]) {
        let has_ends = |part: &Part| {
            let ends = [part.folded.chars().next(), part.folded.chars().next_back()];
            ends.iter().flatten().any(|&ch| tokens::is_letter(ch))
        };
        let is_chinese = |part: &Part| !has_ends(part) && part.folded.chars().any(is_wide);
        if matches.contains(&Match::Word) && self.all.iter().flatten().any(is_chinese) {
            self.hints.push(Hint::NoWholeWords);
        }
        for part in self.all.iter_mut().flatten().chain(&mut self.none) {
            part.whole = matches.contains(&Match::Word) && has_ends(part);
            if !matches.contains(&Match::Script) {
                part.script = None;
            }
        }
    }

    /// Nothing is asked.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty() && self.filters.is_empty()
    }

    /// The same with every wanted part taken as a phrase.
    #[must_use]
    pub fn loosened(&self) -> Self {
        let mut query = self.clone();
        query.all.iter_mut().flatten().for_each(|part| part.phrase = true);
        query
    }

    /// Whether a part could be found across punctuation, but is only looked for as it stands.
    pub fn can_loosen(&self) -> bool {
        self.all.iter().flatten().any(|part| !part.phrase && loose::counts(&part.folded) > 1)
    }
}

enum Item {
    Or,
    Match(Match),
    Filter(FilterTerm),
    Part { part: Part, excluded: Option<String> },
}

/// The items of a query, in order.
fn items(text: &str, hints: &mut Vec<Hint>) -> Vec<Item> {
    let mut items = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (word, after) = next_word(rest, hints);
        rest = after.trim_start();
        match word {
            Word { text: "OR" | "|" | "或" | "｜", quoted: false, .. } => items.push(Item::Or),
            word => items.extend(item(word, hints)),
        }
    }
    items
}

#[derive(Clone, Copy)]
struct Word<'a> {
    /// Without minus, filter and quotation marks.
    text: &'a str,
    quoted: bool,
    minus: bool,
    /// `tag` of `tag:idea`.
    key: Option<&'a str>,
    written: &'a str,
}

fn item(word: Word<'_>, hints: &mut Vec<Hint>) -> Option<Item> {
    if let Some(wanted) = word.key.filter(|_| !word.minus).and_then(|key| matched(key, word.text)) {
        return Some(Item::Match(wanted));
    }
    if let Some(key) = word.key {
        if word.text.trim().is_empty() {
            hints.push(Hint::NoValue { word: word.written.to_owned() });
            return None;
        }
        if let Some(filter) = filter(key, word.text) {
            return Some(Item::Filter(FilterTerm { filter, negated: word.minus }));
        }
        hints.push(Hint::UnknownValue { word: word.written.to_owned() });
        let part = written_part(word.written);
        return (!part.folded.is_empty()).then_some(Item::Part { part, excluded: None });
    }
    let part = Part { phrase: word.quoted, ..written_part(word.text) };
    let excluded = word.minus.then(|| word.written.to_owned());
    (!part.folded.is_empty()).then_some(Item::Part { part, excluded })
}

/// With its script, as long as it is not known whether that counts.
fn written_part(text: &str) -> Part {
    let part = Part::of(text);
    let script = part.folded.chars().any(has_other_forms).then(|| fold_keeping_script(text));
    Part { script, ..part }
}

/// The first word of `text`, which does not begin with white space, and what stands behind it.
fn next_word<'a>(text: &'a str, hints: &mut Vec<Hint>) -> (Word<'a>, &'a str) {
    let after_minus = text.strip_prefix('-').filter(|rest| rest.chars().next().is_some_and(|ch| !ch.is_whitespace()));
    let body = after_minus.unwrap_or(text);
    let (key, body) = key_of(body).map_or((None, body), |(key, value)| (Some(key), value));
    let quote = body.chars().next().and_then(|open| Some((open.len_utf8(), closing(open)?)));
    let (value, end, quoted) = match quote {
        Some((opening, close)) => {
            let inside = body.get(opening..).unwrap_or_default();
            match inside.find(close) {
                Some(at) => {
                    let closing = inside.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
                    (inside.get(..at).unwrap_or_default(), opening + at + closing, true)
                }
                None => {
                    hints.push(Hint::OpenQuote);
                    (inside, body.len(), true)
                }
            }
        }
        None => {
            let end = body.find(char::is_whitespace).unwrap_or(body.len());
            (body.get(..end).unwrap_or_default(), end, false)
        }
    };
    let end = text.len() - body.len() + end;
    let (written, rest) = text.split_at(end);
    (Word { text: value, quoted, minus: after_minus.is_some(), key, written }, rest)
}

fn closing(open: char) -> Option<&'static [char]> {
    match open {
        '"' | '＂' => Some(&['"', '＂']),
        '“' | '”' => Some(&['”', '“']),
        '「' => Some(&['」']),
        '『' => Some(&['』']),
        _ => None,
    }
}

/// Key and value, where the word begins with a filter's name and a colon.
fn key_of(word: &str) -> Option<(&str, &str)> {
    let at = word.find([':', '：'])?;
    let key = word.get(..at)?;
    let value = word.get(at..)?;
    let value = value.strip_prefix(':').or_else(|| value.strip_prefix('：'))?;
    let lower = key.to_lowercase();
    let is_known = MATCH.contains(&lower.as_str()) || KEYS.iter().any(|(names, _)| names.contains(&lower.as_str()));
    is_known.then_some((key, value))
}

const MATCH: [&str; 2] = ["match", "匹配"];

fn matched(key: &str, value: &str) -> Option<Match> {
    if !MATCH.contains(&key.to_lowercase().as_str()) {
        return None;
    }
    match value.to_lowercase().as_str() {
        "word" | "words" | "整词" => Some(Match::Word),
        "script" | "简繁" | "繁简" => Some(Match::Script),
        _ => None,
    }
}

type Reader = fn(&str) -> Option<Where>;

/// The filters, with their Chinese names.
const KEYS: [(&[&str], Reader); 7] = [
    (&["day", "date", "日期"], |value| day(value).map(Where::Day)),
    (&["section", "章节", "小节"], |value| section(value).map(Where::Section)),
    (&["in", "在"], |value| field(value).map(Where::In)),
    (&["tag", "标签"], |value| {
        Some(fold(value.trim_start_matches('#'))).filter(|tag| !tag.is_empty()).map(Where::Tag)
    }),
    (&["color", "colour", "颜色"], |value| color(value).map(Where::Color)),
    (&["has", "有"], |value| matches!(value, "doubt" | "doubts" | "疑点").then_some(Where::Doubt)),
    (&["paper", "论文"], |value| Some(fold(value)).filter(|name| !name.is_empty()).map(Where::Paper)),
];

fn filter(key: &str, value: &str) -> Option<Where> {
    let key = key.to_lowercase();
    KEYS.iter().find(|(names, _)| names.contains(&key.as_str())).and_then(|(_, read)| read(value))
}

/// `2026`, `2026-09`, `2026-09-30`, also with other separators and without leading zeros.
fn day(value: &str) -> Option<String> {
    let folded = fold(value);
    let numbers: Option<Vec<u16>> = folded
        .trim_end_matches(['-', '/', '.', '日', '月', '年'])
        .split(['-', '/', '.', '年', '月'])
        .map(|number| number.parse().ok())
        .collect();
    match numbers?.as_slice() {
        [year] => Some(format!("{year:04}")),
        [year, month] if (1..=12).contains(month) => Some(format!("{year:04}-{month:02}")),
        [year, month, day] if (1..=12).contains(month) && (1..=31).contains(day) => {
            Some(format!("{year:04}-{month:02}-{day:02}"))
        }
        _ => None,
    }
}

const SECTIONS: [(SectionKind, &[&str]); 14] = [
    (SectionKind::Positioning, &["定位"]),
    (SectionKind::Background, &["背景"]),
    (SectionKind::Method, &["mechanism", "方法"]),
    (SectionKind::Evidence, &["findings", "证据"]),
    (SectionKind::Review, &["审稿"]),
    (SectionKind::Limitations, &["局限"]),
    (SectionKind::FollowUp, &["followup", "follow-up", "跟进"]),
    (SectionKind::Tldr, &["tl;dr"]),
    (SectionKind::Motivation, &["动机"]),
    (SectionKind::Result, &["结果"]),
    (SectionKind::Conclusion, &["结论"]),
    (SectionKind::Abstract, &["摘要"]),
    (SectionKind::Notice, &["说明"]),
    (SectionKind::Other, &["其他"]),
];

/// A section's name or its beginning, three letters at least.
fn section(value: &str) -> Option<SectionKind> {
    let value = value.to_lowercase();
    let is_it = |name: &str| name == value || (value.len() >= 3 && name.starts_with(&value));
    let found = SECTIONS.iter().find(|(kind, names)| is_it(kind.as_str()) || names.iter().any(|name| is_it(name)));
    found.map(|&(kind, _)| kind)
}

fn field(value: &str) -> Option<Field> {
    match value.to_lowercase().as_str() {
        "text" | "texts" | "正文" => Some(Field::Text),
        "claim" | "claims" | "论断" => Some(Field::Claim),
        "quote" | "quotes" | "引文" => Some(Field::Quote),
        "note" | "notes" | "批注" | "笔记" => Some(Field::Note),
        _ => None,
    }
}

fn color(value: &str) -> Option<Color> {
    match value.to_lowercase().as_str() {
        "yellow" | "黄" | "黄色" => Some(Color::Yellow),
        "green" | "绿" | "绿色" => Some(Color::Green),
        "blue" | "蓝" | "蓝色" => Some(Color::Blue),
        "red" | "红" | "红色" => Some(Color::Red),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
