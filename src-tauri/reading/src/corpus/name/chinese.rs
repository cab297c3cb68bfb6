//! How Chinese reviews speak of the paper's own name, and how of others'.

use super::ledger::{Context, Ledger, Place};
use super::phrase;
use super::word::{self, Shape, Word};

/// Bytes before and after a mention that decide about it.
const REACH: usize = 48;
/// Bytes of a clause before a mention in which a verb may stand.
const CLAUSE: usize = 150;

/// Enters every candidate of `text`.
pub(super) fn read<'a>(text: &'a str, place: Place, ledger: &mut Ledger<'a>) {
    let mut words: Vec<Word> = Vec::with_capacity(text.len() / 32);
    word::words(text, |word| words.push(word));
    // Where the last name stood that a verb introduced: the verb is used up for the next one.
    let mut introduced_at = 0;
    let mut at = 0;
    while let Some(first) = words.get(at).copied() {
        let length = phrase_length(text, words.get(at..).unwrap_or_default());
        let last = words.get(at + length - 1).copied().unwrap_or(first);
        let whole = Word { start: first.start, end: last.end };
        at += length;
        let name = whole.of(text);
        let shape = if length > 1 { Shape::Phrase } else { word::shape(name) };
        let small = shape == Shape::Small;
        // Most Latin words in a review are small ones in the middle of a sentence: one look at the character before.
        // The end of a name that hanzi begin: `山海-Bench`.
        let end_of_name = text.get(..first.start).unwrap_or_default().ends_with('-');
        if shape == Shape::Nothing
            || end_of_name
            || (small && !ledger.is_named(name) && !may_be_given(text, first.start))
        {
            continue;
        }
        let around = Around::of(text, whole);
        let naming = phrase::NAMING.end(around.before);
        let set_off = around.is_direct() && around.after.starts_with(['，', '（', '(', '。', '：', ',', '—']);
        if small && !naming && !set_off && !ledger.is_named(name) {
            continue;
        }
        let clause = Clause::before(text, whole.start, introduced_at);
        let mut context = clause.context(&around, naming, place);
        context.named |= set_off;
        if length > 1 && abbreviated(text, whole, words.get(at)) {
            context.introduced /= 3;
        }
        ledger.mention(name, place, context);
        if length > 1 && word::shape(first.of(text)) == Shape::Coined {
            let context = Context { introduced: context.introduced * 7 / 10, ..context };
            ledger.mention(first.of(text), place, context);
        }
        if context.introduced >= 4 {
            introduced_at = whole.end;
        }
    }
}

/// Whether the character before `at` can end a word that gives a name or a verb that introduces.
fn may_be_given(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default().trim_end_matches(is_mark).chars().next_back();
    before.is_some_and(|ch| "为作做名称叫号出布源建绍发造立计入现献告述张展了的".contains(ch))
}

/// White space and quotation marks, which may stand between a name and what is said of it.
fn is_mark(ch: char) -> bool {
    ch.is_whitespace() || matches!(ch, '"' | '“' | '”' | '「' | '」' | '《' | '》' | '`' | '*' | '\'')
}

/// How many of the words, from the first, are capitalised and one space apart; at least 1, at most 3.
fn phrase_length(text: &str, words: &[Word]) -> usize {
    let capital = |word: &Word| {
        let name = word.of(text);
        name.starts_with(char::is_uppercase) && name.len() > 1
    };
    if !words.first().is_some_and(capital) {
        return 1;
    }
    let joined =
        |pair: &&[Word; 2]| matches!(text.get(pair[0].end..pair[1].start), Some(" " | "\u{a0}")) && capital(&pair[1]);
    1 + words.array_windows().take(2).take_while(|pair| joined(pair)).count()
}

/// Whether the next word stands in brackets and abbreviates `phrase`: then the abbreviation is the name.
fn abbreviated(text: &str, phrase: Word, next: Option<&Word>) -> bool {
    next.is_some_and(|next| {
        let gap = text.get(phrase.end..next.start).unwrap_or_default().trim();
        matches!(gap, "（" | "(") && word::spells(phrase.of(text), next.of(text))
    })
}

/// The text before and after a mention, without the quotation marks and spaces at it.
struct Around<'a> {
    before: &'a str,
    after: &'a str,
    bracketed: bool,
}

impl<'a> Around<'a> {
    fn of(text: &'a str, word: Word) -> Self {
        let raw = tail(text.get(..word.start).unwrap_or_default(), REACH).trim_end_matches(is_mark);
        let bracketed = raw.ends_with(['（', '(']);
        let before = raw.trim_end_matches(['（', '(']).trim_end_matches(is_mark);
        let after = head(text.get(word.end..).unwrap_or_default(), REACH).trim_start_matches(is_mark);
        Self { before, after, bracketed }
    }

    /// A verb stands directly before: `提出 X`, `提出了 X`, `提出的 X`.
    fn is_direct(&self) -> bool {
        !self.bracketed && phrase::ends_with_verb(self.before)
    }

    /// The object of a verb ends with the name: `推出面向法庭的检索集 X，`.
    fn ends_object(&self) -> bool {
        self.after.starts_with(['，', '。', '：', '；', '（']) && !phrase::BEFORE_OTHERS.end(self.before)
    }

    fn begins_clause(&self) -> bool {
        let before = self.before;
        !self.bracketed && (before.is_empty() || before.ends_with(is_boundary) || phrase::CONNECTORS.end(before))
    }
}

fn is_boundary(ch: char) -> bool {
    matches!(ch, '。' | '，' | '；' | '：' | '！' | '？' | ':' | ';' | ',' | '.' | '—' | '\n')
}

/// The clause that a mention stands in, up to it.
#[derive(Clone, Copy, Debug, Default)]
struct Clause<'a> {
    /// Points of the verb in it that introduces.
    open: i32,
    /// A name has used the verb up; the next one is coordinated with it or part of its description.
    used: bool,
    /// The clause, where no verb introduces anything and no other name stands in it.
    alone: Option<&'a str>,
}

impl<'a> Clause<'a> {
    /// Looks back from `at` to the start of the clause.
    fn before(text: &'a str, at: usize, introduced_at: usize) -> Self {
        let reach = tail(text.get(..at).unwrap_or_default(), CLAUSE);
        let offset = at - reach.len();
        let (mut points, mut verb_at, mut latin, mut start) = (0, None, false, 0);
        let mut second = None;
        for (place, ch) in reach.char_indices().rev() {
            if is_boundary(ch) && !(ch == '.' && second.is_some_and(|next: char| next.is_ascii_alphanumeric())) {
                start = place + ch.len_utf8();
                break;
            }
            if let Some(found) = second.and_then(|second| phrase::introduces(ch, second)) {
                // `提出并实现`: the first tells who does it, the clearest what it is.
                points = found.max(points);
                verb_at = Some(place);
                latin = false;
            }
            latin |= ch.is_ascii_alphabetic();
            second = Some(ch);
        }
        let Some(verb_at) = verb_at else {
            let alone = if latin { None } else { reach.get(start..) };
            return Self { alone, ..Self::default() };
        };
        let subject = reach.get(start..verb_at).unwrap_or_default();
        let has = |words: &[&str]| words.iter().any(|word| subject.contains(word));
        let open = match (has(&phrase::EARLIER), has(&phrase::AUTHORS), latin) {
            (true, ..) => 0,
            (false, true, _) => points,
            (false, false, true) => points / 4,
            (false, false, false) => points * 8 / 10,
        };
        // What is also released is seldom what the paper is called.
        let open = if has(&phrase::BESIDES) { open / 2 } else { open };
        Self { open, used: introduced_at > offset + verb_at, alone: None }
    }

    fn context(self, around: &Around<'_>, naming: bool, place: Place) -> Context {
        let own = around.before.ends_with(['将', '把']) && phrase::TREATED.begin(around.after);
        let mine = phrase::MINE.end(around.before);
        let others = phrase::BEFORE_OTHERS.end(around.before) || phrase::AFTER_OTHERS.begin(around.after);
        let begins = around.begins_clause();
        let acts = phrase::AFTER_OWN.begin(around.after);
        let given = around.before.ends_with('以') && around.after.starts_with("之名");
        let introduced = if naming || given {
            12
        } else if own {
            10
        } else if mine {
            6
        } else if self.open > 0 {
            self.points(around)
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
        let subject = begins && !around.after.starts_with(['、', '等', '类']) && (!others || acts);
        Context { introduced, subject, against, named: naming, doubtful: false }
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
            6
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
