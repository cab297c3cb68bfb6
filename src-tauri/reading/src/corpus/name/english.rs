//! How abstracts speak of the paper's own name, and how of others'.

mod around;

use self::around::Around;
use super::definition;
use super::ledger::{Context, Ledger, Place};
use super::word::{self, Shape, Word};
use super::wording::{
    AFTER_OWN, BEFORE_OTHERS, DONE, FUNCTION, NAMING, PLURALS, PREPOSITIONS, STARTERS, STUDYING, VERBS, WORKS,
};

/// Points for a sentence that says what a name is.
const DEFINED: i32 = 10;
/// The same for one that says so beside what the name does.
const APPOSED: i32 = 8;

/// The sentence under way.
#[derive(Default)]
struct Sentence {
    /// An introducing verb was seen and nothing has closed its object.
    open: bool,
    /// A word like `for` or `that` stands between the verb and here: what follows describes the object.
    inside: bool,
    /// A name has used the verb up.
    used: bool,
    /// The word before is `as` after a verb that introduces: `released as X`, `refer to it as X`.
    given: bool,
    /// The word before gives a name, to itself or to the next: `named it X`.
    gives: bool,
    /// A verb was seen that gives a name, or makes something known: `call`, `refer to`, `released`.
    calls: bool,
    /// The word before is `to`, or `and` in a sentence that tells what the authors do.
    infinitive: bool,
    /// The sentence tells what the authors do.
    told: bool,
    /// The words before are `the construction of` and the like: what was made comes next.
    made: bool,
    /// A verb tells that something is solved: `address this with X`.
    solves: bool,
    /// It begins with a preposition, and its subject comes after a comma.
    adverbial: bool,
    /// The word before stands for the authors or their text.
    authors: bool,
    /// A sentence so far tells that they study something.
    studies: bool,
    /// A sentence before introduced something without a name.
    unnamed: bool,
    /// A sentence before introduced something, or speaks of the method.
    introduced: bool,
    /// It tells shares of a hundred, as results are told.
    measures: bool,
    /// What it introduces is a study or a task, which has no name.
    observes: bool,
    /// What it introduces is made to evaluate something, or besides.
    aside: bool,
    /// A sentence before has said what a name is.
    defined: bool,
}

/// Enters every candidate of `text`.
pub(super) fn read<'a>(text: &'a str, place: Place, ledger: &mut Ledger<'a>) {
    let mut words: Vec<Word> = Vec::new();
    word::words(text, |word| words.push(word));
    let mut sentence = Sentence::default();
    let mut named = false;
    // A page cuts an abstract in the middle of a word; such a stump is no name.
    let stump = !text.trim_end().ends_with(['.', '!', '?', ')', '"', '”', '。']);
    let mut at = 0;
    while let Some(first) = words.get(at).copied() {
        let before = at.checked_sub(1).and_then(|before| words.get(before)).copied();
        let gap = text.get(before.map_or(0, |word| word.end)..first.start).unwrap_or_default();
        // Most gaps by far are one space.
        let starts = before.is_none() || (gap != " " && ends_sentence(gap));
        if gap != " " {
            sentence.pass(gap);
        }
        if starts {
            let word = first.of(text);
            sentence.adverbial = PREPOSITIONS.contains(word) || word.ends_with("ing");
        }
        // The capital of a sentence's start counts only for words that are no usual starters.
        let length = if starts && STARTERS.contains(first.of(text)) {
            1
        } else {
            let given =
                || before.is_some_and(|before| VERBS.contains(before.of(text)) || NAMING.contains(before.of(text)));
            word::phrase_length(text, words.get(at..).unwrap_or_default(), given)
        };
        let last = words.get(at + length - 1).copied().unwrap_or(first);
        let whole = Word { start: first.start, end: last.end };
        at += length;
        if stump && whole.end == text.trim_end().len() {
            continue;
        }
        let name = whole.of(text);
        let next = words.get(at).copied();
        let shape = word::shape(name);
        let around = Around {
            text,
            before: before.map_or("", |word| word.of(text)),
            gap,
            after: text.get(whole.end..).unwrap_or_default(),
            next: next.map_or("", |word| word.of(text)),
            starts,
            known: shape == Shape::Coined && ledger.mentions(word::family(name)) > 0,
        };
        let function = || FUNCTION.contains(name);
        let called =
            sentence.calls && sentence.open && !sentence.used && around.ends_clause() && shape == Shape::Coined;
        let giving = match around.before {
            "call" | "name" | "term" => sentence.calls,
            before => NAMING.contains(before),
        };
        // `released as open weights` gives no name.
        let as_name = sentence.given && (shape != Shape::Small || around.ends_clause());
        let given = giving || as_name || called;
        let naming = (given && !gap.contains(['.', ',']) && !function()) || around.is_given_after();
        let sentence_word = starts && shape == Shape::Capitalised && STARTERS.contains(name);
        // `Of the proposed weaves, …` names nothing.
        let described = shape == Shape::Small && around.before.ends_with("ed");
        let set_off = sentence.open && !sentence.used && !described && around.is_set_off() && !function();
        let small = matches!(shape, Shape::Small | Shape::Numbered) && !naming && !set_off;
        if shape == Shape::Nothing || sentence_word || (small && !ledger.is_named(name)) {
            sentence.word(name);
            continue;
        }
        // The first definition only: whether its word is one of the language is asked of the whole text.
        let plans = sentence.unnamed && around.plans(name);
        let defines = starts && !sentence.defined && (plans || around.is_defined(name));
        sentence.defined |= defines;
        let defined = defines && (shape != Shape::Capitalised || !text.contains(name.to_lowercase().as_str()));
        let mut context = sentence.context(&around, naming, whole, shape);
        context.introduced = context.introduced.max(if defined { DEFINED } else { 0 });
        if starts && shape != Shape::Capitalised && definition::apposed(around.after) {
            context.introduced = context.introduced.max(APPOSED);
        }
        context.named |= set_off;
        context.doubtful = starts && shape == Shape::Capitalised && !defined;
        let abbreviated = (length > 1 || name.contains('-')) && around.is_abbreviated(whole);
        if abbreviated {
            context.introduced /= 3;
        }
        ledger.mention(name, place, context);
        if length > 1
            && shape == Shape::Phrase
            && matches!(word::shape(first.of(text)), Shape::Coined | Shape::Capitals)
        {
            let context = Context { introduced: context.introduced * 7 / 10, ..context };
            ledger.mention(first.of(text), place, context);
        }
        let several = matches!(around.before, "train" | "trains") && around.is_followed_by_name();
        sentence.used |= context.introduced >= 5 || several;
        named |= sentence.used;
        sentence.given = false;
    }
    if sentence.studies || (sentence.introduced && !named) {
        ledger.study();
    }
}

/// What a name does: a verb of one who acts, in the present.
fn is_verb(word: &str) -> bool {
    let present = word.len() >= 4 && word.ends_with('s') && !word.ends_with("ss") && !PLURALS.contains(word);
    AFTER_OWN.contains(word) || (present && word.bytes().all(|byte| byte.is_ascii_lowercase()))
}

/// Whether a word has a capital or a digit, as names in lists do.
fn is_name(word: &str) -> bool {
    word.contains(|ch: char| ch.is_uppercase() || ch.is_numeric())
}

fn ends_sentence(gap: &str) -> bool {
    gap.trim_end().ends_with(['.', '!', '?', ':', ';'])
}

impl Sentence {
    fn pass(&mut self, gap: &str) {
        self.measures |= gap.contains('%');
        if gap.contains(['.', '!', '?', ';']) {
            let opened = self.open && !self.observes;
            // After the first figures, a sentence may as well begin with what they are compared with.
            let unnamed = (opened || self.unnamed) && !self.used && !self.measures;
            let introduced = opened || self.used || self.introduced;
            *self = Self { unnamed, introduced, studies: self.studies, defined: self.defined, ..Self::default() };
        }
    }

    /// Goes over a word that is no candidate.
    fn word(&mut self, word: &str) {
        let gives = std::mem::replace(
            &mut self.gives,
            matches!(word, "call" | "called" | "name" | "named" | "dub" | "dubbed" | "term" | "termed"),
        );
        // `we call it X`, and no `call path`, `balancing term` or `file name`.
        let calls = matches!(word, "call" | "name" | "term" | "dub") && (self.authors || self.infinitive);
        self.infinitive = word == "to" || (word == "and" && self.told);
        let did = self.authors && DONE.contains(word);
        if VERBS.contains(word) || did || matches!(word, "our" | "Our") || calls {
            let calls = calls || matches!(word, "release" | "releases" | "publish" | "implement");
            *self = Self { open: true, inside: false, used: false, given: false, calls, ..*self };
            return;
        }
        self.told |= matches!(word, "we" | "We");
        self.aside |= !self.open
            && matches!(
                word,
                "evaluate"
                    | "evaluation"
                    | "analysis"
                    | "assess"
                    | "test"
                    | "measure"
                    | "validate"
                    | "also"
                    | "additionally"
                    | "Additionally"
            );
        self.introduced |= matches!(word, "method" | "approach" | "technique");
        self.observes |= self.open
            && !self.inside
            && matches!(
                word,
                "study" | "analysis" | "evaluation" | "investigation" | "comparison" | "survey" | "task" | "problem"
            );
        self.studies |= self.authors && STUDYING.contains(word);
        self.authors = matches!(word, "we" | "We" | "paper" | "survey" | "article" | "study")
            || (self.authors && (word.ends_with("ly") || matches!(word, "first" | "then" | "also" | "will" | "shall")));
        // `our earlier X` is not what is introduced.
        self.open &= !matches!(word, "earlier" | "previous" | "prior");
        self.given = (word == "as" && self.calls) || (word == "it" && gives);
        let making = matches!(
            word,
            "construction" | "design" | "development" | "creation" | "collection" | "training" | "release"
        );
        self.made = making || (word == "of" && self.made);
        self.solves |= matches!(word, "address" | "tackle" | "answer" | "overcome" | "resolve" | "remedy" | "solve");
        self.calls |= matches!(
            word,
            "refer"
                | "referred"
                | "released"
                | "published"
                | "denoted"
                | "instantiate"
                | "instantiated"
                | "realise"
                | "realize"
                | "implemented"
                | "packaged"
                | "package"
                | "distributed"
                | "available"
        );
        if matches!(
            word,
            "that" | "which" | "for" | "to" | "where" | "by" | "using" | "with" | "on" | "from" | "of" | "in" | "based"
        ) {
            self.inside = true;
        }
    }

    fn context(&self, around: &Around<'_>, naming: bool, word: Word, shape: Shape) -> Context {
        let others = BEFORE_OTHERS.contains(around.before) && !around.gap.contains(['(', ',']);
        let follows_name = around.gap.trim() == "," && is_name(around.before);
        let member = follows_name && (around.after.starts_with(',') || around.is_followed_by_name());
        let listed = member || around.is_followed_by_name();
        let bracketed = around.gap.ends_with('(');
        let apposition = around.has_apposition();
        let clause = around.begins_clause() || (self.adverbial && around.gap.trim() == ",");
        let past = self.adverbial && around.next.ends_with("ed");
        let acts = clause && (past || is_verb(around.next)) && around.after.starts_with(' ');
        let runs = around.starts && around.acts_with() && !word::is_known_model(word.of(around.text));
        let introduced = if naming {
            12
        } else if around.gap.trim() == "," && around.after.starts_with(',') && WORKS.contains(around.before) {
            10
        } else if bracketed && self.open {
            self.bracketed_points(around, word)
        } else if self.solves
            && matches!(around.before, "with" | "through" | "via" | "by")
            && shape == Shape::Coined
            && around.ends_clause()
        {
            8
        } else if apposition && around.is_reported() {
            9
        } else if member {
            // `across X, Y and Z`
            0
        } else if self.open && !self.used {
            self.points(around, apposition)
        } else if around.starts && apposition && around.next == "our" {
            9
        } else if around.starts
            && around.next == "instead"
            && matches!(shape, Shape::Coined | Shape::Capitals)
            && !around.is_plural(word)
        {
            // `X instead asks …`: the sentences before told what others do.
            8
        } else if self.unnamed && shape == Shape::Coined && !others && !around.known && (acts || runs) {
            5
        } else if around.before == "resulting" && shape == Shape::Coined {
            9
        } else if around.starts && around.next == "extends" {
            5
        } else if around.starts && apposition {
            3
        } else if bracketed && shape == Shape::Coined && around.after.starts_with(") ") && is_verb(around.next) {
            // `Sifting by surprise (SiftX) is …`
            4
        } else {
            0
        };
        // Beside what was introduced before, it is no more than what that is evaluated on.
        let introduced = if self.aside && self.introduced { 0 } else { introduced };
        let subject = (acts || around.starts && apposition) && shape != Shape::Nothing;
        let against = (others || listed) && introduced < 6 && !subject;
        Context { introduced, subject, against, named: naming, ..Context::default() }
    }

    /// What the open verb says for a name in this place.
    fn points(&self, around: &Around<'_>, apposition: bool) -> i32 {
        if matches!(around.before, "train" | "trains") {
            // Of several that are trained, none is new.
            return if around.is_followed_by_name() { 0 } else { 6 };
        }
        if VERBS.contains(around.before) || DONE.contains(around.before) {
            return 11;
        }
        if self.made && around.before == "of" {
            return 9;
        }
        let after_comma = around.gap.contains([',', '—', '–', ':']) || around.gap.contains("--");
        match (self.inside, after_comma, apposition) {
            (false, _, true) => 10,
            (_, true, _) if around.is_set_off() => 10,
            (false, true, false) => 9,
            (false, false, false) => 7,
            (true, true, _) => 8,
            (true, false, true) => 3,
            (true, false, false) => 1,
        }
    }

    /// The same for a name in brackets, after what it abbreviates or describes.
    fn bracketed_points(&self, around: &Around<'_>, word: Word) -> i32 {
        let before = around.text.get(..word.start).unwrap_or_default().trim_end_matches(['(', ' ']);
        let reach = tail(before, 120);
        let spelled = word::spelled_from(reach, word.of(around.text));
        // A long form that begins right after an article or a comma is the object itself, whatever prepositions it holds.
        let article = spelled.and_then(|start| reach.get(..start)?.split_whitespace().next_back());
        let whole = article
            .is_some_and(|word| matches!(word, "a" | "an" | "our") || word.ends_with(',') || VERBS.contains(word));
        match (spelled.is_some(), self.inside && !whole) {
            (true, false) => 11,
            (false, false) => 7,
            (_, true) => 6,
        }
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
