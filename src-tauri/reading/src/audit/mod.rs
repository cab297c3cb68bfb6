//! Which quantities and names of a claim its quote really holds.
//!
//! [`audit`] reads the numbers and the Latin names of a claim and looks for each in the quote. It says what it can see and
//! no more: a quantity that is [`Status::Absent`] is not found in this quote, which does not make it wrong.
//!
//! ```
//! use reading::audit::{Status, audit};
//! let audit = audit("在 52 个案例中成功率为 41.3%", "succeeds on 41.27% of them");
//! assert_eq!(audit.quantities[0].status, Status::Absent);
//! assert_eq!(audit.quantities[1].status, Status::Normalized);
//! ```

mod derive;
mod fold;
mod ground;
mod hint;
mod label;
mod lex;
mod lexicon;
mod listing;
mod name;
mod number;
mod quantity;
mod unit;
mod value;
mod width;
mod words;

use std::collections::HashMap;

use crate::text::ByteSpan;

use fold::FoldedText;
use lex::Lexed;
use quantity::Side;

/// Different names of a claim, or numbers of a quote, that are compared with each other; keeps long texts linear.
const MAX_NAMES: usize = 256;

/// How a quote holds a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// The same value in digits.
    Exact,
    /// The same value in another form: words, another scale, rounded to the digits that the claim shows.
    Normalized,
    /// One arithmetic step away from numbers of the quote.
    Derived,
    /// Not found in the quote. This is not "wrong".
    Absent,
}

impl Status {
    /// The name that `kz` prints.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Normalized => "normalized",
            Self::Derived => "derived",
            Self::Absent => "absent",
        }
    }
}

/// A quantity that a claim states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// In the claim, with a unit that touches the digits.
    pub span: ByteSpan,
    /// How the quote holds it.
    pub status: Status,
    /// The characters of the quote that support it: one span when exact or normalized, two or more when derived, none when
    /// absent.
    pub evidence: Vec<ByteSpan>,
    /// The arithmetic of a derived quantity.
    pub derivation: Option<Derivation>,
    /// Something near certain that the status does not say.
    pub hint: Option<Hint>,
}

/// One arithmetic step; displays as `100 − 62.5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation(pub(crate) String);

impl std::fmt::Display for Derivation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A careful remark on a quantity that the quote holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hint {
    /// What is remarkable.
    pub kind: HintKind,
    /// The words of the quote that show it.
    pub quote: ByteSpan,
}

/// Kinds of [`Hint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HintKind {
    /// The quote gives the number for something else.
    OtherSubject,
    /// The claim says that it rises and the quote that it falls, or the other way.
    Direction,
}

/// A Latin name of the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// In the claim.
    pub span: ByteSpan,
    /// Where the quote writes it, if it does.
    pub in_quote: Option<ByteSpan>,
}

/// What a quote holds of a claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// The quantities of the claim in order.
    pub quantities: Vec<Quantity>,
    /// The names of the claim in order.
    pub names: Vec<Name>,
}

impl Quantity {
    /// Whether it is worth a reader's look: absent, or with a hint.
    pub fn is_doubt(&self) -> bool {
        self.status == Status::Absent || self.hint.is_some()
    }
}

/// A finding in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Every quantity is exact or normalized.
    Held,
    /// Every quantity is held, some derived.
    Derived,
    /// At least one quantity is a doubt: not found in the quote, or found with a hint.
    Doubt,
    /// The claim states no quantity.
    Plain,
}

impl Audit {
    /// All quantities in one word.
    pub fn verdict(&self) -> Verdict {
        if self.quantities.iter().any(Quantity::is_doubt) {
            return Verdict::Doubt;
        }
        match self.quantities.iter().map(|quantity| quantity.status).max() {
            None => Verdict::Plain,
            Some(Status::Exact | Status::Normalized) => Verdict::Held,
            Some(Status::Derived) => Verdict::Derived,
            Some(Status::Absent) => Verdict::Doubt,
        }
    }
}

/// Checks a claim against the quote that stands beside it.
///
/// Spans of quantities and names count bytes of `claim`, those of evidence bytes of `quote`. Costs time linear in both.
pub fn audit(claim: &str, quote: &str) -> Audit {
    Source::of(quote).audit(claim)
}

/// Checks a section of a digest against the paper's abstract: the same as [`audit`], which knows both languages.
pub fn audit_section(chinese: &str, abstract_: &str) -> Audit {
    audit(chinese, abstract_)
}

/// The Latin names in a text that stands alone, in order: models, methods, benchmarks, metrics. Spans count bytes of
/// `text`. Costs time linear in it.
///
/// ```
/// let text = "GapKnot 在 TideBench 2.1 上领先";
/// let names: Vec<&str> = reading::audit::names(text).iter().map(|span| span.of(text)).collect();
/// assert_eq!(names, ["GapKnot", "TideBench 2.1"]);
/// ```
pub fn names(text: &str) -> Vec<ByteSpan> {
    let Some(narrow) = width::Narrowed::of(text) else { return name::find(&Lexed::of(text), &name::Alone).names };
    let found = name::find(&Lexed::of(&narrow.text), &name::Alone).names;
    found.into_iter().map(|span| narrow.span(span)).collect()
}

/// A quote prepared for any number of claims, for digests that check several sections against one abstract.
#[derive(Debug)]
pub struct Source<'q> {
    lexed: Lexed<'q>,
    folded: FoldedText,
    numbers: Vec<quantity::Number>,
    names: Vec<ByteSpan>,
}

impl<'q> Source<'q> {
    /// Reads the numbers and names of a quote.
    pub fn of(quote: &'q str) -> Self {
        let lexed = Lexed::of_quote(quote);
        let folded = FoldedText::of(&lexed);
        let numbers = quantity::with_parts(&lexed, &quantity::scan(&lexed, Side::Quote, &[]));
        let names = name::find(&lexed, &name::Alone).masked;
        Self { lexed, folded, numbers, names }
    }

    /// The quote.
    pub fn text(&self) -> &'q str {
        self.lexed.text
    }

    /// Checks a claim against this quote; see [`audit`].
    pub fn audit(&self, claim: &str) -> Audit {
        let Some(narrow) = width::Narrowed::of(claim) else { return self.audit_narrow(claim) };
        let mut audit = self.audit_narrow(&narrow.text);
        audit.quantities.iter_mut().for_each(|quantity| quantity.span = narrow.span(quantity.span));
        audit.names.iter_mut().for_each(|name| name.span = narrow.span(name.span));
        audit
    }

    fn audit_narrow(&self, claim: &str) -> Audit {
        let lexed = Lexed::of(claim);
        let latinate = name::find(&lexed, &Beside { source: self, claim });
        let (names, occurrences) = self.place(claim, &latinate.names);
        let numbers = quantity::scan(&lexed, Side::Claim, &latinate.masked);
        let quote = ground::Quote::of(&self.lexed, &self.numbers, &self.names, &occurrences);
        let quantities = ground::ground(&lexed, &numbers, &quote, &names);
        Audit { quantities, names }
    }

    /// Finds each name in the quote; the second value holds all their places, sorted.
    fn place(&self, claim: &str, names: &[ByteSpan]) -> (Vec<Name>, Vec<ByteSpan>) {
        let keys: Vec<String> = names.iter().map(|span| fold::key(span.of(claim))).collect();
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(keys[at].len()));
        let mut known: HashMap<&str, Option<ByteSpan>> = HashMap::new();
        // Places of longer names, so that `Pro` is not found inside `Bench Pro` where the claim means both.
        let mut taken: Vec<ByteSpan> = Vec::new();
        for at in order {
            let key = keys[at].as_str();
            if known.contains_key(key) {
                continue;
            }
            let all = self.folded.find_all(key);
            let free: Vec<ByteSpan> = all
                .into_iter()
                .filter(|span| !is_inside(&taken, *span) && !self.is_part_of_benchmark(*span, key))
                .collect();
            known.insert(key, free.first().copied());
            if known.len() <= MAX_NAMES {
                taken.extend(free);
                taken.sort_by_key(|span| (span.start, span.end));
            }
        }
        let placed = names
            .iter()
            .zip(&keys)
            .map(|(span, key)| Name { span: *span, in_quote: known.get(key.as_str()).copied().flatten() });
        (placed.collect(), taken)
    }

    /// A short name behind the name of a suite of tests is the suite's part: `Lite` in `Heron-bench Lite`.
    fn is_part_of_benchmark(&self, span: ByteSpan, key: &str) -> bool {
        if key.len() > 8 || key.bytes().any(|byte| byte.is_ascii_digit()) {
            return false;
        }
        let before = self.lexed.text.get(..span.start).unwrap_or_default();
        let trimmed = before.strip_suffix(' ').unwrap_or_default();
        let word = trimmed.rsplit(|c: char| !(c.is_alphanumeric() || c == '-')).next().unwrap_or_default();
        word.contains(char::is_uppercase) && name::is_benchmark(word)
    }
}

/// A claim beside its quote.
struct Beside<'a, 'q> {
    source: &'a Source<'q>,
    claim: &'a str,
}

impl name::Written for Beside<'_, '_> {
    fn as_name(&self, span: ByteSpan) -> bool {
        !self.source.folded.find_all(&fold::key(span.of(self.claim))).is_empty()
    }

    fn as_proper(&self, word: &str) -> bool {
        let text = self.source.lexed.text;
        let places = self.source.folded.find_all(&fold::key(word));
        places.iter().any(|span| {
            let before = text.get(..span.start).unwrap_or_default().trim_end();
            span.of(text) == word && before.ends_with(|c: char| c.is_lowercase() || c == ',')
        })
    }

    fn as_number(&self, span: ByteSpan) -> bool {
        let (text, quote) = (span.of(self.claim), self.source);
        let free = |number: &quantity::Number| !is_inside(&quote.names, number.span);
        quote.numbers.iter().take(MAX_NAMES).any(|number| number.span.of(quote.lexed.text) == text && free(number))
    }
}

/// Whether one of the sorted spans contains `span`. Spans of one name do not nest, and names are few.
fn is_inside(sorted: &[ByteSpan], span: ByteSpan) -> bool {
    let behind = sorted.partition_point(|other| other.start <= span.start);
    sorted[..behind].iter().rev().take(4).any(|other| other.contains(span) && *other != span)
}
