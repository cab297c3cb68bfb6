//! What stands around a mention in a Chinese review, and what it says for the name.

use super::super::definition;
use super::super::ledger::{Context, Place};
use super::super::phrase;
use super::super::word::{self, Word};

/// Bytes before and after a mention that decide about it.
const REACH: usize = 48;
/// Bytes of a clause before a mention in which a verb may stand.
const CLAUSE: usize = 150;

/// Points of what the opening says that the authors made.
const CLEAR: i32 = 9;

/// White space and quotation marks, which may stand between a name and what is said of it.
pub(super) fn is_mark(ch: char) -> bool {
    ch.is_whitespace() || matches!(ch, '"' | '“' | '”' | '「' | '」' | '《' | '》' | '`' | '*' | '\'')
}

/// The text before and after a mention, without the quotation marks and spaces at it.
pub(super) struct Around<'a> {
    pub(super) before: &'a str,
    pub(super) after: &'a str,
    pub(super) bracketed: bool,
    /// Its long form stands before it, as what is introduced: `提出 …（X）`, `全称 …，即 X`.
    spelled: bool,
}

impl<'a> Around<'a> {
    pub(super) fn of(text: &'a str, word: Word) -> Self {
        let raw = tail(text.get(..word.start).unwrap_or_default(), REACH).trim_end_matches(is_mark);
        let bracketed = raw.ends_with(['（', '(']);
        let before = raw.trim_end_matches(['（', '(']).trim_end_matches(is_mark);
        let after = head(text.get(word.end..).unwrap_or_default(), REACH).trim_start_matches(is_mark);
        let reach = || tail(text.get(..word.start).unwrap_or_default(), CLAUSE);
        let spelled = if bracketed && before.ends_with(|ch: char| ch.is_ascii_alphabetic()) {
            let reach = reach();
            let long = word::spelled_from(reach, word.of(text)).and_then(|start| reach.get(..start));
            long.is_some_and(|before| {
                let before = before.trim_end_matches(is_mark);
                phrase::ends_with_verb(before) || phrase::THINGS.end(before)
            })
        } else if before.ends_with(['，', ',', '称']) && after.starts_with(['）', ')']) {
            Self::is_spelled_beside(text, word)
        } else {
            let long = before.ends_with('即').then(reach).and_then(|reach| reach.rsplit_once('即'));
            long.is_some_and(|(long, _)| word::spells(long, word.of(text)))
        };
        Self { before, after, bracketed, spelled }
    }

    /// A verb introduces what a bracket gives both forms of: `提出…网络（Tide Aware Loom，TAL）`.
    fn is_spelled_beside(text: &str, word: Word) -> bool {
        let before = text.get(..word.start).unwrap_or_default().trim_end_matches(is_mark).trim_end_matches("简称");
        let long = tail(before.trim_end_matches(['，', ',']), CLAUSE);
        let start = word::spelled_from(long, word.of(text));
        let outer = start.and_then(|start| long.get(..start)?.trim_end_matches(is_mark).strip_suffix(['（', '(']));
        outer.is_some_and(|outer| Clause::before(outer, outer.len(), 0).open > 0)
    }

    /// A verb stands directly before: `提出 X`, `提出了 X`, `提出的 X`.
    pub(super) fn is_direct(&self) -> bool {
        !self.bracketed && phrase::ends_with_verb(self.before)
    }

    /// A verb, or a word that gives a name, or `本文是` stands directly before.
    pub(super) fn is_given(&self) -> bool {
        self.is_direct() || self.names().is_some() || phrase::REPORTING.end(self.before)
    }

    /// A few hanzi after a verb stand before the bracket: `提出潮录（X）`.
    fn follows_name_in_hanzi(&self) -> bool {
        self.before
            .char_indices()
            .rev()
            .take(4)
            .skip(1)
            .any(|(at, _)| phrase::ends_with_verb(tail(self.before.get(..at).unwrap_or_default(), 12)))
    }

    /// The object of a verb ends with the name: `推出面向法庭的检索集 X，`.
    fn ends_object(&self) -> bool {
        (self.after.starts_with(['，', '。', '：', '；', '（']) || self.is_with_own())
            && !phrase::BEFORE_OTHERS.end(self.before)
    }

    /// `X 及其训练数据`: what comes after belongs to it.
    fn is_with_own(&self) -> bool {
        ["及其", "与其", "和其", "以及其", "连同", "与一套", "和一套", "与配套", "和配套"]
            .iter()
            .any(|word| self.after.starts_with(word))
    }

    /// `开源库 X 以…`: a noun for what is made, its name, and what it does.
    pub(super) fn is_thing_that_acts(&self) -> bool {
        !self.bracketed && phrase::THINGS.end(self.before) && phrase::AFTER_OWN.begin(self.after)
    }

    /// The text says that it is the authors': `X 是本文的主角`, and no foundation.
    pub(super) fn is_owned(&self) -> bool {
        let says = || self.after.split(['，', '。', '：', '；']).next().unwrap_or_default();
        phrase::OWN.begin(self.after) && !phrase::USED.iter().any(|word| says().contains(word))
    }

    /// What stands before a word that gives the name.
    pub(super) fn names(&self) -> Option<&'a str> {
        // `实现为 X 的补丁` makes something of another's.
        let made = self.before.ends_with("实现为") && !self.after.starts_with(['，', '。', '：', '；', '（', '(']);
        phrase::NAMING.strip(self.before).filter(|_| !made).or_else(|| self.names_whole())
    }

    /// `称整套系统为 X`: what stands before the verb.
    fn names_whole(&self) -> Option<&'a str> {
        phrase::CALLING.strip(phrase::THINGS.strip(self.before.strip_suffix('为')?)?)
    }

    /// What stands before says that it is the authors': `本文的 X`, `作者的方案 X`, `该系统（X）`.
    fn is_mine(&self) -> bool {
        let thing = phrase::THINGS.strip(self.before).filter(|_| !phrase::PARTS.end(self.before));
        let said = |before: &str| phrase::MINE.end(before) || (self.bracketed && before.ends_with(['该', '本']));
        phrase::MINE.end(self.before) || thing.is_some_and(said)
    }

    /// A report on it follows: `X 的技术报告`, `X（潮）系列模型的技术报告`.
    fn is_reported(&self) -> bool {
        let after = definition::past_bracket(self.after);
        let kind = after.find('的').and_then(|at| after.split_at_checked(at));
        let hanzi = |text: &str| text.chars().all(char::is_alphabetic) && !text.contains(|ch: char| ch.is_ascii());
        phrase::REPORT.begin(after) || kind.is_some_and(|(kind, report)| hanzi(kind) && phrase::REPORT.begin(report))
    }

    pub(super) fn begins_clause(&self) -> bool {
        let before = self.before;
        !self.bracketed && (before.is_empty() || before.ends_with(is_boundary) || phrase::CONNECTORS.end(before))
    }
}

fn is_boundary(ch: char) -> bool {
    matches!(ch, '。' | '，' | '；' | '：' | '！' | '？' | ':' | ';' | ',' | '.' | '—' | '\n')
}

/// The clause that a mention stands in, up to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clause<'a> {
    /// Points of the verb in it that introduces.
    pub(super) open: i32,
    /// It says that the authors do it.
    authors: bool,
    /// A name has used the verb up; the next one is coordinated with it or part of its description.
    pub(super) used: bool,
    /// The clause, where no verb introduces anything and no other name stands in it.
    alone: Option<&'a str>,
    /// All of it.
    text: &'a str,
}

impl<'a> Clause<'a> {
    /// Looks back from `at` to the start of the clause.
    pub(super) fn before(text: &'a str, at: usize, introduced_at: usize) -> Self {
        let reach = tail(text.get(..at).unwrap_or_default(), CLAUSE);
        let offset = at - reach.len();
        let (mut points, mut verb_at, mut latin, mut start) = (0, None, false, 0);
        let mut second = None;
        for (place, ch) in reach.char_indices().rev() {
            if is_boundary(ch) && !(ch == '.' && second.is_some_and(|next: char| next.is_ascii_alphanumeric())) {
                start = place + ch.len_utf8();
                break;
            }
            let pair = second.and_then(|second| phrase::introduces(ch, second));
            let trains = || {
                let made =
                    matches!(ch, '训' | '微' | '蒸') && phrase::TRAINED.begin(reach.get(place..).unwrap_or_default());
                made.then_some(8)
            };
            if let Some(found) = pair.or_else(trains) {
                // `提出并实现`: the first tells who does it, the clearest what it is.
                points = found.max(points);
                verb_at = Some(place);
                latin = false;
            }
            latin |= ch.is_ascii_alphabetic();
            second = Some(ch);
        }
        let clause = reach.get(start..).unwrap_or_default();
        let Some(verb_at) = verb_at else {
            let alone = (!latin).then_some(clause);
            return Self { alone, text: clause, ..Self::default() };
        };
        let subject = reach.get(start..verb_at).unwrap_or_default();
        let has = |words: &[&str]| words.iter().any(|word| subject.contains(word));
        // `本文另辟蹊径，发布 X`: a clause that begins with its verb has the subject of the one before.
        let carried = || {
            let sentence = reach.get(..start).unwrap_or_default().rsplit('。').next().unwrap_or_default();
            let said = |words: &[&str]| words.iter().any(|word| sentence.contains(word));
            subject.trim().is_empty() && said(&phrase::AUTHORS) && !said(&phrase::EARLIER)
        };
        let named = has(&phrase::AUTHORS);
        let authors = named || carried();
        let open = match (has(&phrase::EARLIER), authors, latin) {
            (true, ..) => 0,
            (false, true, _) => points,
            (false, false, true) => points / 4,
            (false, false, false) => points * 8 / 10,
        };
        // What is also released is seldom what the paper is called.
        let open = if has(&phrase::BESIDES) { open / 2 } else { open };
        Self { open, authors: named, used: introduced_at > offset + verb_at, alone: None, text: clause }
    }

    /// What a word says that gives the name; `before` is what stands before that word.
    pub(super) fn named(self, before: &str) -> i32 {
        let has = |words: &[&str]| words.iter().any(|word| self.text.contains(word));
        if has(&phrase::EARLIER) || (self.open == 0 && phrase::GIVEN_BY_ALL.end(before)) {
            0
        } else if phrase::PARTS.end(before) || before.ends_with('由') || has(&phrase::OBSERVED) {
            4
        } else {
            12
        }
    }

    /// The text says what the authors' thing is: `本文是 X 的技术报告`, `X 是一套…`.
    fn is_about(self, around: &Around<'_>, place: Place) -> bool {
        let has = |words: &[&str]| words.iter().any(|word| self.text.contains(word));
        let reports = || {
            around.is_reported()
                && (phrase::REPORTING.end(around.before) || has(&["本报告"]))
                && has(&["本文", "这是", "这篇", "该文", "论文", "文章", "报告"])
        };
        let defined = || {
            !around.bracketed
                && (around.before.is_empty() || around.before.ends_with(['。', '\n']))
                && definition::follows_in_chinese(around.after)
        };
        let opens = place == Place::Opening && (reports() || defined());
        let spelled = place == Place::Opening && around.spelled && !has(&phrase::EARLIER);
        opens || spelled || around.is_owned()
    }

    pub(super) fn context(self, around: &Around<'_>, named: Option<&str>, place: Place, study: bool) -> Context {
        let own = around.before.ends_with(['将', '把']) && phrase::TREATED.begin(around.after);
        let mine = around.is_mine();
        let others = phrase::BEFORE_OTHERS.end(around.before)
            || (phrase::AFTER_OTHERS.begin(around.after) && !around.is_with_own());
        let begins = around.begins_clause();
        let acts = phrase::AFTER_OWN.begin(around.after);
        let given = around.before.ends_with(['以', '取', '用'])
            && ["之名", "为名"].iter().any(|word| around.after.starts_with(word));
        let naming = named.map_or(0, |before| self.named(before));
        let introduced = if naming > 0 {
            naming
        } else if given || self.is_about(around, place) {
            12
        } else if own || (place == Place::Opening && self.solves(around)) {
            10
        } else if mine || (place == Place::Review && begins && phrase::JUDGED.begin(around.after)) {
            6
        } else if self.open > 0 {
            let points = self.points(around);
            // `本文开源 X，`: who opens a review with it makes it, whatever the verb.
            let family = around.after.starts_with("系列");
            let opens = place == Place::Opening && self.authors && !study && points >= 5 && !family;
            if opens { points.max(CLEAR) } else { points }
        } else if place == Place::Opening
            && !others
            && !around.bracketed
            && phrase::THINGS.end(around.before)
            && (self.is_apposed() || phrase::SOLVING.begin(around.after))
        {
            // `所得系统 X 在…`: what an opening gives a noun and a name is seldom another's.
            4
        } else {
            0
        };
        let against = others && introduced < 6 && !(begins && acts);
        let told_of = around.after.starts_with('的') && phrase::TELLING.end(around.before);
        let numbered = around.after.starts_with(|ch: char| ch.is_ascii_digit());
        let subject =
            begins && !told_of && !numbered && !around.after.starts_with(['、', '等', '类']) && (!others || acts);
        let contrasted = place == Place::Background && begins && phrase::CONTRASTED.begin(around.after);
        Context { introduced, subject, against, named: naming > 0, contrasted, doubtful: false }
    }

    /// `本文用 X 解决`
    fn solves(self, around: &Around<'_>) -> bool {
        around.before.ends_with(['用', '以'])
            && phrase::SOLVING.begin(around.after)
            && phrase::AUTHORS.iter().any(|word| self.text.contains(word))
    }

    /// What stands before is neither a foundation nor an example.
    fn is_apposed(self) -> bool {
        self.alone.is_some_and(|clause| !phrase::FOUNDATIONS.iter().any(|word| clause.contains(word)))
    }

    /// What the open verb says for a name in this place.
    fn points(self, around: &Around<'_>) -> i32 {
        // `介绍了 X 的训练` speaks of X itself, `提出 X 的改进` of something else.
        let made = around.is_direct() && phrase::MAKING.begin(around.after);
        let modifier = (around.after.starts_with('的') && !made) || phrase::MODIFYING.end(around.before);
        let share = if self.used {
            if phrase::JOINING.end(around.before) { 5 } else { 1 }
        } else if modifier {
            2
        } else if around.is_direct() {
            10
        } else if around.bracketed {
            if phrase::THINGS.end(around.before) || around.follows_name_in_hanzi() { 10 } else { 6 }
        } else if phrase::VERSION.end(around.before) {
            // `给出修正版 X`: that a version is new is as clear as the strongest verb.
            return 10;
        } else if phrase::THINGS.end(around.before) || around.ends_object() {
            9
        } else {
            4
        };
        self.open * share / 10
    }
}

/// At most `bytes` bytes from the end, on a character boundary.
fn tail(text: &str, bytes: usize) -> &str {
    let mut start = text.len().saturating_sub(bytes);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    text.get(start..).unwrap_or_default()
}

/// At most `bytes` bytes from the start, on a character boundary.
fn head(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}
