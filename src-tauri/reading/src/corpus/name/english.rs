//! How abstracts speak of the paper's own name, and how of others'.

use std::sync::LazyLock;

use super::ledger::{Context, Ledger, Place};
use super::word::{self, Shape, Word, Words};

/// Verbs of authors that introduce what they made, in the forms that abstracts use.
static VERBS: LazyLock<Words> = LazyLock::new(|| {
    "introduce introduces introducing introduced present presents presenting propose proposes proposing \
     proposed develop develops developed describe describes release releases build builds built design \
     designs designed create creates contribute unveil construct constructs devise establish offer \
     implement formulate curate collect report"
        .split_whitespace()
        .collect()
});

/// Words that give a name.
static NAMING: LazyLock<Words> =
    LazyLock::new(|| "called dubbed named termed namely coined titled call name term".split_whitespace().collect());

/// Words that are never names, also after a word that gives one: `call the resulting layer X`.
static FUNCTION: LazyLock<Words> =
    LazyLock::new(|| "a an the this that these those it its them their our such what which as by".split(' ').collect());

/// What authors call their work before they set its name off by commas: `This work, X, separates …`.
static WORKS: LazyLock<Words> =
    LazyLock::new(|| "work paper method approach framework model system benchmark dataset".split(' ').collect());

/// Words before names of others.
static BEFORE_OTHERS: LazyLock<Words> = LazyLock::new(|| {
    "as like including e.g over than on to with using from of in by via and or for against versus vs both \
     through across into between atop upon surpassing outperforming"
        .split_whitespace()
        .collect()
});

/// Verbs and nouns after a name that a sentence is about.
static AFTER_OWN: LazyLock<Words> = LazyLock::new(|| {
    "is are consists comprises achieves outperforms improves enables provides uses leverages reduces \
     combines integrates employs introduces learns allows supports contains includes covers offers can \
     first further also significantly consistently substantially not does addresses builds generates \
     delivers reaches obtains attains demonstrates shows matches exceeds surpasses exhibits decomposes \
     treats models formulates operates requires trains maintains adopts applies extends unifies \
     transforms converts yields features has aims scales runs establishes sets bridges replaces separates"
        .split_whitespace()
        .collect()
});

/// Capitalised words that begin English sentences and name nothing.
static STARTERS: LazyLock<Words> = LazyLock::new(|| {
    "The This These Those That We Our It Its In On For To From By With Without As At An A And But Yet \
     However Moreover Furthermore Additionally Also First Second Third Finally Then Thus Hence Here There \
     While When Where Whether Although Though Despite Since Because If Existing Recent Recently Current \
     Currently Most Many Some Such Several Unlike Given Building Using Based Through Experiments \
     Extensive Results Experimental Evaluations Across Compared Notably Specifically Importantly Instead \
     Rather Both Each All Modern Large Language Models Code Data Learning Training Traditional Previous \
     Prior Under"
        .split_whitespace()
        .collect()
});

/// The sentence under way.
#[derive(Default)]
struct Sentence {
    /// An introducing verb was seen and nothing has closed its object.
    open: bool,
    /// A word like `for` or `that` stands between the verb and here: what follows describes the object.
    inside: bool,
    /// A name has used the verb up.
    used: bool,
}

/// Enters every candidate of `text`.
pub(super) fn read<'a>(text: &'a str, place: Place, ledger: &mut Ledger<'a>) {
    let mut words: Vec<Word> = Vec::new();
    word::words(text, |word| words.push(word));
    let mut sentence = Sentence::default();
    // A page cuts an abstract in the middle of a word; such a stump is no name.
    let stump = !text.trim_end().ends_with(['.', '!', '?', ')', '"', '”', '。']);
    let mut at = 0;
    while let Some(first) = words.get(at).copied() {
        let before = at.checked_sub(1).and_then(|before| words.get(before)).copied();
        let gap = text.get(before.map_or(0, |word| word.end)..first.start).unwrap_or_default();
        sentence.pass(gap);
        let starts = before.is_none() || ends_sentence(gap);
        let length = phrase_length(text, words.get(at..).unwrap_or_default(), starts);
        let last = words.get(at + length - 1).copied().unwrap_or(first);
        let whole = Word { start: first.start, end: last.end };
        at += length;
        if stump && whole.end == text.trim_end().len() {
            continue;
        }
        let name = whole.of(text);
        let next = words.get(at).copied();
        let around = Around {
            text,
            before: before.map_or("", |word| word.of(text)),
            gap,
            after: text.get(whole.end..).unwrap_or_default(),
            next: next.map_or("", |word| word.of(text)),
            starts,
        };
        let naming = NAMING.contains(around.before) && !gap.contains('.') && !FUNCTION.contains(name);
        let shape = if length > 1 { Shape::Phrase } else { word::shape(name) };
        let sentence_word = starts && shape == Shape::Capitalised && STARTERS.contains(name);
        let set_off = sentence.open && !sentence.used && around.is_set_off();
        let small = matches!(shape, Shape::Small | Shape::Numbered) && !naming && !set_off;
        if shape == Shape::Nothing || sentence_word || (small && !ledger.is_named(name)) {
            sentence.word(name);
            continue;
        }
        let mut context = sentence.context(&around, naming, whole, shape);
        context.named |= set_off;
        context.doubtful = starts && shape == Shape::Capitalised;
        if length > 1 && around.is_abbreviated(whole) {
            context.introduced /= 3;
        }
        ledger.mention(name, place, context);
        if length > 1 && matches!(word::shape(first.of(text)), Shape::Coined | Shape::Capitals) {
            let context = Context { introduced: context.introduced * 7 / 10, ..context };
            ledger.mention(first.of(text), place, context);
        }
        sentence.used |= context.introduced >= 6;
    }
}

fn ends_sentence(gap: &str) -> bool {
    gap.trim_end().ends_with(['.', '!', '?', ':', ';'])
}

/// How many capitalised words stand one space apart, from the first; the capital of a sentence's start counts only for
/// words that are no usual starters.
fn phrase_length(text: &str, words: &[Word], starts: bool) -> usize {
    let capital = |word: &Word| word.of(text).starts_with(char::is_uppercase) && word.of(text).len() > 1;
    let fits = |word: &Word| capital(word) && !(starts && STARTERS.contains(word.of(text)));
    if !words.first().is_some_and(fits) {
        return 1;
    }
    let joined =
        |pair: &&[Word; 2]| matches!(text.get(pair[0].end..pair[1].start), Some(" " | "\u{a0}")) && capital(&pair[1]);
    1 + words.array_windows().take(3).take_while(|pair| joined(pair)).count()
}

/// What stands around one mention.
struct Around<'a> {
    text: &'a str,
    before: &'a str,
    gap: &'a str,
    after: &'a str,
    next: &'a str,
    starts: bool,
}

impl Around<'_> {
    /// `X, a …`, `X: a …`, `X (…`, `X -- a`.
    fn has_apposition(&self) -> bool {
        let after = self.after.trim_start_matches('}').trim_start();
        let appositive = matches!(self.next, "a" | "an" | "the" | "our" | "which" | "one" | "and");
        (after.starts_with([',', ':', '—', '–']) && appositive && self.next != "and")
            || after.starts_with('(')
            || after.starts_with("--")
    }

    /// `X is a …`: a sentence that says what it is.
    fn is_defined(&self) -> bool {
        let after = self.after.trim_start();
        ["is a ", "is an ", "is the first ", "is our "].iter().any(|words| after.starts_with(words))
    }

    /// The next word stands in brackets and abbreviates this phrase: then the abbreviation is the name.
    fn is_abbreviated(&self, phrase: Word) -> bool {
        self.after.trim_start().starts_with('(') && word::spells(phrase.of(self.text), self.next)
    }

    /// A comma, bracket or the end of a clause stands at both sides, or a verb directly before.
    fn is_set_off(&self) -> bool {
        let after = self.after.trim_start();
        (VERBS.contains(self.before) || self.gap.contains(',')) && after.starts_with([',', '.', ':', '(', ';'])
    }
}

impl Sentence {
    fn pass(&mut self, gap: &str) {
        if gap.contains(['.', '!', '?', ';']) {
            *self = Self::default();
        }
    }

    /// Goes over a word that is no candidate.
    fn word(&mut self, word: &str) {
        if VERBS.contains(word) || matches!(word, "our" | "Our" | "call" | "name" | "term" | "dub") {
            *self = Self { open: true, inside: false, used: false };
        } else if matches!(
            word,
            "that" | "which" | "for" | "to" | "where" | "by" | "using" | "with" | "on" | "from" | "of" | "in" | "based"
        ) {
            self.inside = true;
        }
    }

    fn context(&self, around: &Around<'_>, naming: bool, word: Word, shape: Shape) -> Context {
        let others = BEFORE_OTHERS.contains(around.before) && !around.gap.contains(['(', ',']);
        let listed =
            around.after.trim_start().starts_with(", and ") || around.next == "and" && around.after.starts_with(" and");
        let bracketed = around.gap.ends_with('(');
        let apposition = around.has_apposition();
        let introduced = if naming {
            12
        } else if around.gap.trim() == "," && around.after.starts_with(',') && WORKS.contains(around.before) {
            10
        } else if bracketed && self.open {
            self.bracketed_points(around, word)
        } else if self.open && !self.used {
            self.points(around, apposition)
        } else if around.starts && (around.is_defined() || (apposition && around.next == "our")) {
            9
        } else if around.starts && apposition {
            3
        } else {
            0
        };
        let subject = around.starts && (AFTER_OWN.contains(around.next) || apposition) && shape != Shape::Nothing;
        let against = (others || listed) && introduced < 6 && !subject;
        Context { introduced, subject, against, named: naming, doubtful: false }
    }

    /// What the open verb says for a name in this place.
    fn points(&self, around: &Around<'_>, apposition: bool) -> i32 {
        if VERBS.contains(around.before) {
            return 11;
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
        // A long form that begins right after an article is the object itself, whatever prepositions it holds.
        let article = spelled.and_then(|start| reach.get(..start)?.split_whitespace().next_back());
        let whole = article.is_some_and(|word| matches!(word, "a" | "an" | "our") || VERBS.contains(word));
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
