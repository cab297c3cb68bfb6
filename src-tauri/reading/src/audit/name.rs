//! Latin names of a claim: models, methods, benchmarks, datasets, metrics.
//!
//! Names are found before numbers, because digits inside them measure nothing.

use super::lex::{Kind, Lexed};
use super::lexicon;
use super::unit::{self, Latin, Unit};
use crate::text::ByteSpan;

/// What the claim's Latin text holds besides numbers.
#[derive(Debug, Default)]
pub(super) struct Latinate {
    /// The names in order.
    pub(super) names: Vec<ByteSpan>,
    /// Names, and what is neither name nor number (`3D`, `M_{t-1}`): digits inside are no quantities. In order.
    pub(super) masked: Vec<ByteSpan>,
}

/// A run of Latin characters without space.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    from: usize,
    to: usize,
    class: Class,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// Has the look of a name.
    Proper,
    /// A metric.
    Metric,
    /// A number that may be a version: small, or a year.
    Version,
    /// A number of parameters: `27B`.
    Size,
    /// A setting between names: `1×`, `5:1`.
    Setting,
    /// Any other number.
    Number,
    /// A lower-case word.
    Lower,
    /// An everyday word or acronym.
    Common,
    /// Neither name nor number, with digits.
    Opaque,
}

/// What the quote can tell about words of the claim.
pub(super) trait Written {
    /// The quote writes this stretch of the claim as one name.
    fn as_name(&self, span: ByteSpan) -> bool;
    /// The quote has this number outside names.
    fn as_number(&self, span: ByteSpan) -> bool;
    /// The quote writes this word with its capital inside a sentence.
    fn as_proper(&self, word: &str) -> bool;
}

/// For texts that stand alone.
pub(super) struct Alone;

impl Written for Alone {
    fn as_name(&self, _: ByteSpan) -> bool {
        false
    }

    fn as_number(&self, _: ByteSpan) -> bool {
        false
    }

    fn as_proper(&self, _: &str) -> bool {
        false
    }
}

/// Finds the names of a claim. The quote settles whether neighbouring words are one name or two, and whether a number
/// behind a name is its version.
pub(super) fn find(lexed: &Lexed, quote: &dyn Written) -> Latinate {
    let chunks = chunks(lexed);
    let han = lexed.tokens.iter().filter(|token| token.kind == Kind::Han).count();
    let prose = if han * 4 >= lexed.tokens.iter().filter(|token| token.kind == Kind::Word).count() {
        Prose::Chinese
    } else {
        Prose::English
    };
    let mut found = Latinate::default();
    let mut at = 0;
    while at < chunks.len() {
        let end = run_end(lexed, &chunks, at, prose, quote);
        let run = &chunks[at..end];
        if is_name(lexed, run, prose, quote) {
            let span = without_suffix(lexed.text, lexed.span(run[0].from, run[run.len() - 1].to));
            found.names.push(span);
            found.masked.push(span);
            if let Some(size) = chunks.get(end).filter(|size| is_bracketed_size(lexed, run[run.len() - 1], **size)) {
                found.masked.push(lexed.span(size.from, size.to));
            }
        } else {
            let opaque = |chunk: &&Chunk| chunk.class == Class::Opaque || is_setting_between_names(lexed, &chunks, at);
            found.masked.extend(run.iter().filter(opaque).map(|chunk| lexed.span(chunk.from, chunk.to)));
        }
        at = end;
    }
    found
}

/// Nova（8B）: a size in brackets behind a name belongs to the name.
fn is_bracketed_size(lexed: &Lexed, name: Chunk, size: Chunk) -> bool {
    let open = lexed.skip_space(name.to);
    size.class == Class::Size
        && matches!(lexed.char(open), '(' | '（')
        && size.from == open + 1
        && matches!(lexed.char(size.to), ')' | '）')
}

/// `Nova` of `Nova-based`: the ending describes something else by the name.
fn without_suffix(text: &str, span: ByteSpan) -> ByteSpan {
    const ENDINGS: [&str; 5] = ["-based", "-specific", "-driven", "-powered", "-derived"];
    let name = span.of(text);
    let stem = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).filter(|stem| stem.len() > 1);
    ByteSpan::new(span.start, span.start + stem.unwrap_or(name).len())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prose {
    Chinese,
    English,
}

fn chunks(lexed: &Lexed) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let mut at = 0;
    while at < lexed.tokens.len() {
        if !matches!(lexed.kind(at), Some(Kind::Word | Kind::Digits)) {
            at += 1;
            continue;
        }
        let (to, math) = order_end(lexed, at).map_or_else(|| chunk_end(lexed, at), |to| (to, true));
        let class = if math { Class::Opaque } else { classify(lexed, at, to) };
        chunks.push(Chunk { from: at, to, class });
        at = to;
    }
    chunks
}

/// Whether a slash at token `to` belongs to the name that starts at `from`: `Vit-L/14` and `XL/2` give a patch size, which
/// `A/2` does not; `Rouge-1/2/L` names three metrics.
fn names_variants(lexed: &Lexed, from: usize, to: usize) -> bool {
    let letter = lexed.str(to - 1);
    let upper = letter.bytes().all(|byte| byte.is_ascii_uppercase());
    let size = matches!(letter, "S" | "B" | "L" | "H" | "T" | "M" | "G" | "XL");
    let patch = lexed.is(to + 1, Kind::Digits)
        && upper
        && !(to >= 2 && lexed.is(to - 2, Kind::Digits))
        && (matches!(letter.len(), 1 | 2) && to >= from + 3 || size && to == from + 1);
    let alnum = |at: usize| matches!(lexed.kind(at), Some(Kind::Word | Kind::Digits));
    let several = lexed.is(to - 1, Kind::Digits)
        && to > from + 2
        && lexed.is(from, Kind::Word)
        && alnum(to + 1)
        && lexed.str(to + 1).len() == 1;
    let ends = !alnum(to + 2) && !lexed.is_sign(to + 2, '%') && !lexed.is_sign(to + 2, '.');
    patch || several && ends
}

/// Token behind a rate of growth: `O(1/T)`.
fn order_end(lexed: &Lexed, from: usize) -> Option<usize> {
    let order = matches!(lexed.str(from), "O" | "Õ" | "o" | "Ω" | "Θ") && lexed.is_sign(from + 1, '(');
    let mut depth = 0_usize;
    (from + 1..from + 24)
        .filter(|_| order)
        .find(|&at| {
            depth += usize::from(lexed.is_sign(at, '('));
            depth -= usize::from(lexed.is_sign(at, ')') && depth > 0);
            depth == 0
        })
        .map(|at| (at + 1).min(lexed.tokens.len()))
}

/// Token behind the chunk, and whether it is a formula.
fn chunk_end(lexed: &Lexed, from: usize) -> (usize, bool) {
    let (mut to, mut math) = (from + 1, false);
    loop {
        let alnum = |at: usize| matches!(lexed.kind(at), Some(Kind::Word | Kind::Digits));
        if alnum(to) {
            to += 1;
            continue;
        }
        if !lexed.is(to, Kind::Sign) {
            break;
        }
        let digits = |at: usize| lexed.is(at, Kind::Digits);
        let starts_with_digits = digits(from);
        let joins = match lexed.char(to) {
            '-' | '\u{2011}' | '_' | '@' | '&' => alnum(to + 1),
            '.' if lexed.is_sign(to + 1, '-') => lexed.is(to + 2, Kind::Word) && lexed.is(to - 1, Kind::Word),
            '.' => {
                digits(to + 1) || (lexed.is(to - 1, Kind::Word) && lexed.is(to + 1, Kind::Word) && !starts_with_digits)
            }
            ',' => starts_with_digits && digits(to - 1) && digits(to + 1) && lexed.str(to + 1).len() == 3,
            ':' => digits(to - 1) && digits(to + 1),
            '\'' | '’' => lexed.is(to + 1, Kind::Word) && lexed.str(to + 1) != "s",
            '+' => !alnum(to + 1) && !starts_with_digits,
            // `Vit-L/14`: the patch size of a variant.
            '/' => names_variants(lexed, from, to),
            // `TPR@1%FPR`
            '%' => to >= from + 3 && lexed.is_sign(to - 2, '@') && lexed.is(to + 1, Kind::Word),
            '^' if starts_with_digits => false,
            '^' => alnum(to + 1) || lexed.is_sign(to + 1, '{'),
            '{' => true,
            _ => false,
        };
        if !joins {
            break;
        }
        // A range of numbers is no chunk: 27-33.
        let exponent = matches!(lexed.str(to - 1), "e" | "E");
        if starts_with_digits && lexed.is_sign(to, '-') && digits(to + 1) && !exponent {
            break;
        }
        if lexed.is_sign(to, '{') {
            math = true;
            while to < lexed.tokens.len() && !lexed.is_sign(to, '}') && !lexed.is(to, Kind::Space) {
                to += 1;
            }
            to += usize::from(lexed.is_sign(to, '}'));
            continue;
        }
        math |= lexed.is_sign(to, '_') && lexed.str(from).chars().count() == 1;
        to += 1;
    }
    (to, math)
}

fn classify(lexed: &Lexed, from: usize, to: usize) -> Class {
    let text = lexed.span(from, to).of(lexed.text);
    if lexed.is(from, Kind::Digits) {
        return classify_digits(lexed, to, text);
    }
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let upper = text.chars().filter(|c| c.is_uppercase()).count();
    let digit = text.bytes().any(|byte| byte.is_ascii_digit());
    if letters == 1 && !digit && lexicon::is_metric(text) {
        return Class::Metric;
    }
    if letters == 1 && !digit {
        let size = matches!(text, "S" | "L" | "B" | "T" | "M" | "H");
        let value = lexed.skip_space(to);
        let part =
            from > 0 && matches!(lexed.char(from - 1), '/' | '^' | '*' | '=' | '(') && lexed.is(from - 1, Kind::Sign);
        let formula = part && !(lexed.is_sign(from - 1, '(') && lexed.is_sign(to, ')'));
        let assigned = formula || matches!(lexed.char(value), '=' | '<' | '>' | '≤' | '≥' | '∈' | '≈' | '(' | '_');
        return if size && !assigned { Class::Proper } else { Class::Common };
    }
    // Nearly all words of a quote leave here; the lists below ask for capitals, digits or signs.
    if upper == 0 && letters > 3 && text.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return if unit::spaced(text).is_some() { Class::Common } else { Class::Lower };
    }
    if lexicon::is_everyday(text) {
        return Class::Common;
    }
    if unit::latin(text).is_some() && !lexicon::is_metric(text) {
        return Class::Common;
    }
    if lexicon::is_metric(text) && (upper > 0 || text.contains('@')) {
        return Class::Metric;
    }
    if upper == 0 {
        return match (digit, letters) {
            (true, 1) if text.starts_with('p') && text.len() == 3 => Class::Metric,
            (true, 1) if text.is_ascii() => {
                if text.starts_with('v') {
                    Class::Version
                } else {
                    Class::Opaque
                }
            }
            (true, _) => Class::Proper,
            (false, _) => Class::Lower,
        };
    }
    let title = upper == 1 && text.starts_with(char::is_uppercase) && !digit && text.is_ascii();
    let label = matches!(
        text,
        "Table"
            | "Figure"
            | "Fig"
            | "Appendix"
            | "Section"
            | "Token"
            | "Tokens"
            | "Step"
            | "Steps"
            | "The"
            | "We"
            | "In"
            | "Our"
            | "This"
            | "A"
            | "An"
            | "And"
            | "For"
            | "On"
            | "With"
            | "To"
            | "It"
            | "At"
            | "By"
            | "As"
    );
    if title && label { Class::Common } else { Class::Proper }
}

fn classify_digits(lexed: &Lexed, to: usize, text: &str) -> Class {
    let literal = text.bytes().take_while(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',')).count();
    let rest = &text[literal..];
    if rest.is_empty() {
        let next = lexed.char(lexed.skip_space(to));
        if next == '×' {
            return Class::Setting;
        }
        let whole = text.parse::<u32>().ok();
        let version = match (whole, text.split_once('.')) {
            (Some(number), _) => number < 20 || (1980..2100).contains(&number),
            (None, Some((whole, decimals))) => decimals.len() == 1 && whole.len() <= 1,
            _ => false,
        };
        return if version { Class::Version } else { Class::Number };
    }
    if rest.starts_with(':') {
        return Class::Setting;
    }
    // `8x7B`: experts of a size.
    if rest.strip_prefix('x').is_some_and(|size| size.starts_with(|c: char| c.is_ascii_digit()) && size.ends_with('B'))
    {
        return Class::Size;
    }
    let word = &rest[..rest.bytes().take_while(u8::is_ascii_alphabetic).count()];
    if !word.is_empty() && word.len() == rest.len() {
        return match unit::latin(word) {
            Some(Latin::Scale(power)) if power >= 6 => Class::Size,
            Some(_) => Class::Number,
            None if word == "D" => Class::Opaque,
            None if matches!(word, "st" | "nd" | "rd" | "th") => Class::Number,
            None if word.bytes().any(|byte| byte.is_ascii_uppercase()) => Class::Proper,
            None => Class::Opaque,
        };
    }
    if matches!(word, "e" | "E") && rest[1..].trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit()) {
        return Class::Number;
    }
    if let Some(behind) = rest.strip_prefix('-') {
        let noun = behind.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
        return if noun { Class::Number } else { Class::Proper };
    }
    // `μm`, `σ` and other units outside ASCII.
    let last = lexed.str(to - 1);
    if rest == last && unit::latin(last).is_some() { Class::Number } else { classify_mixed(text) }
}

fn classify_mixed(text: &str) -> Class {
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) && text.contains('-') { Class::Proper } else { Class::Opaque }
}

/// Index behind the last chunk of the run of chunks that starts at `at` and is one name or one word.
fn run_end(lexed: &Lexed, chunks: &[Chunk], at: usize, prose: Prose, quote: &dyn Written) -> usize {
    if chunks[at].class == Class::Lower && prose == Prose::Chinese {
        return lower_run_end(lexed, chunks, at);
    }
    if !matches!(chunks[at].class, Class::Proper | Class::Metric) {
        return at + 1;
    }
    let mut end = at + 1;
    while end < chunks.len() && one_space(lexed, chunks, end) {
        let whole = lexed.span(chunks[at].from, chunks[end].to);
        let next = chunks[end];
        // What the quote writes as one name is one, unless the second half is a value of the first.
        let model = next.class == Class::Number && is_model_number(lexed, chunks[end - 1], next);
        let nameable = model || matches!(next.class, Class::Proper | Class::Version | Class::Size);
        let certain = nameable && chunks[at].class != Class::Metric && quote.as_name(whole);
        let value = || {
            let span = lexed.span(next.from, next.to);
            let fine = next.class == Class::Version && span.of(lexed.text).contains('.');
            (fine || next.class == Class::Size) && quote.as_number(span)
        };
        let valued = next.class != Class::Proper && is_measured(lexed, next);
        let belongs = if certain { !valued } else { joins(lexed, chunks, at, end, quote) && !value() };
        if !belongs {
            break;
        }
        end += 1;
    }
    // A setting only belongs to a name when more of the name follows.
    while end > at + 1
        && chunks[end - 1].class == Class::Setting
        && !lexed.span(chunks[end - 1].from, chunks[end - 1].to).of(lexed.text).contains(':')
    {
        end -= 1;
    }
    end
}

/// `Alpha 1× Beta`: a schedule named between two names states no value.
fn is_setting_between_names(lexed: &Lexed, chunks: &[Chunk], at: usize) -> bool {
    let proper = |at: usize| chunks.get(at).is_some_and(|chunk| matches!(chunk.class, Class::Proper | Class::Metric));
    let sign = chunks[at].to;
    let spaced = lexed.is_sign(sign, '×') && lexed.is(sign + 1, Kind::Space);
    chunks[at].class == Class::Setting
        && at > 0
        && proper(at - 1)
        && proper(at + 1)
        && one_space(lexed, chunks, at)
        && spaced
        && sign + 2 == chunks[at + 1].from
}

fn one_space(lexed: &Lexed, chunks: &[Chunk], at: usize) -> bool {
    let gap = chunks[at - 1].to;
    lexed.is(gap, Kind::Space) && gap + 1 == chunks[at].from
}

/// Words in lower case that belong together: before a metric (`macro F1`), or a term of several words.
fn lower_run_end(lexed: &Lexed, chunks: &[Chunk], at: usize) -> usize {
    let mut end = at + 1;
    while end < chunks.len() && chunks[end].class == Class::Lower && one_space(lexed, chunks, end) {
        end += 1;
    }
    let qualifies = |chunk: &Chunk| {
        let word = lexed.span(chunk.from, chunk.to).of(lexed.text);
        !lexicon::is_common(word) || matches!(word, "box" | "mask" | "mean" | "tool" | "final")
    };
    let metric = end < chunks.len()
        && chunks[end].class == Class::Metric
        && end - at <= 2
        && one_space(lexed, chunks, end)
        && chunks[at..end].iter().any(qualifies);
    if metric && !lexed.span(chunks[end].from, chunks[end].to).of(lexed.text).to_ascii_lowercase().ends_with("flops") {
        return end + 1;
    }
    end
}

/// Whether the chunk is followed by what a number counts, so that it is a value.
fn is_measured(lexed: &Lexed, chunk: Chunk) -> bool {
    let behind = lexed.skip_space(chunk.to);
    let text = lexed.tokens.get(behind).map_or("", |token| &lexed.text[token.start..]);
    let decimal = lexed.span(chunk.from, chunk.to).of(lexed.text).contains('.');
    let unit = unit::han_unit(text).is_some()
        || (!decimal && unit::measure(text).is_some() && !text.starts_with(['把', '面', '集']));
    let sign = matches!(lexed.char(behind), '%' | '×' | '/' | '±' | '％' | '→') && behind < lexed.tokens.len();
    let word = lexed.is(behind, Kind::Word)
        && !matches!(lexed.kind(behind + 1), Some(Kind::Digits))
        && (unit::spaced(lexed.str(behind)).is_some()
            || unit::latin(lexed.str(behind)) == Some(Latin::Unit(Unit::Symbol)));
    let noun = [
        "参数", "总参", "激活", "万", "亿", "的参", "token", "tokens", "上升", "下降", "提升", "提高", "降", "升", "增",
    ];
    unit || sign || word || noun.iter().any(|noun| text.starts_with(noun))
}

/// Whether chunk `end` continues the name that starts with chunk `at`.
fn joins(lexed: &Lexed, chunks: &[Chunk], at: usize, end: usize, quote: &dyn Written) -> bool {
    let text = |chunk: Chunk| lexed.span(chunk.from, chunk.to).of(lexed.text);
    let (last, next) = (chunks[end - 1], chunks[end]);
    if chunks[at].class == Class::Metric || last.class == Class::Metric {
        return false;
    }
    match next.class {
        // `Task A`, `Group B`: a letter names one of several.
        Class::Common => {
            let letter = text(next).len() == 1 && text(next).bytes().all(|byte| byte.is_ascii_uppercase());
            letter && end == at + 1 && lexicon::is_common(text(last))
        }
        // `Last 4 layers` begins with a capital and names nothing.
        Class::Version => {
            let plain =
                end == at + 1 && lexicon::is_plain(text(last)) && !text(last).bytes().all(|b| b.is_ascii_uppercase());
            last.class == Class::Proper && !is_measured(lexed, next) && !is_id(text(last)) && !plain
        }
        // `F0 RMSE`, `P99 TTFT`
        Class::Metric => end == at + 1 && is_id(text(last)) && quote.as_name(lexed.span(last.from, next.to)),
        // `Python 3.11`: the version of a program may have two decimals.
        Class::Number => {
            let version = text(next).bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            version && end == at + 1 && lexicon::is_software(text(last)) && !is_measured(lexed, next)
        }
        Class::Size => matches!(last.class, Class::Proper | Class::Version) && !is_measured(lexed, next),
        Class::Setting => last.class == Class::Proper && text(next).contains(':'),
        Class::Lower => {
            let word = text(next);
            word.ends_with("-only")
                || matches!(word, "mini" | "lite" | "base" | "large" | "small" | "test" | "hard") && word != "test"
        }
        Class::Proper => {
            let (before, word) = (text(last), text(next));
            if is_id(word) || (word.chars().count() == 1) {
                return last.class == Class::Version || is_benchmark(text(chunks[at]));
            }
            if last.class == Class::Version || is_benchmark(before) {
                return true;
            }
            let acronym = |word: &str| word.len() >= 2 && word.bytes().all(|byte| byte.is_ascii_uppercase());
            // Two coined words are two names; a coined word and a plain capitalised one are one.
            !(is_coined(before) && is_coined(word)) && !(acronym(before) && (is_coined(word) || acronym(word)))
        }
        _ => false,
    }
}

/// `V0`, `D3`: the label of a variant.
fn is_id(word: &str) -> bool {
    let mut bytes = word.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_uppercase())
        && word.len() <= 3
        && word.len() >= 2
        && bytes.all(|byte| byte.is_ascii_digit())
}

/// `TPX 4070`: a short acronym with a whole number of three or four digits.
fn is_model_number(lexed: &Lexed, before: Chunk, number: Chunk) -> bool {
    let (word, digits) =
        (lexed.span(before.from, before.to).of(lexed.text), lexed.span(number.from, number.to).of(lexed.text));
    let acronym = (2..=4).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_uppercase());
    acronym && (3..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Capitals or digits inside the word: `HeronNet`, `TB20K`.
fn is_coined(word: &str) -> bool {
    let inner = word.chars().skip(1).any(|c| c.is_uppercase() || c.is_ascii_digit());
    inner && word.chars().any(|c| c.is_lowercase() || c.is_ascii_digit())
}

/// Whether the word ends as suites of tests are called, so that what stands behind is a part of it.
pub(super) fn is_benchmark(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    ["bench", "env", "eval", "arena", "gym", "suite", "qa", "glue"].iter().any(|end| lower.ends_with(end))
}

fn is_name(lexed: &Lexed, run: &[Chunk], prose: Prose, quote: &dyn Written) -> bool {
    let text = |chunk: &Chunk| lexed.span(chunk.from, chunk.to).of(lexed.text);
    let Some(first) = run.first() else { return false };
    match first.class {
        Class::Metric => true,
        Class::Proper => prose == Prose::Chinese || run.len() > 1 || is_proper_in_english(lexed, *first, quote),
        Class::Lower if run.iter().any(|chunk| chunk.class == Class::Metric) => true,
        Class::Lower if prose == Prose::English => lexicon::is_lower_name(text(first)),
        Class::Lower if run.len() == 1 => {
            let word = text(first);
            let behind = lexed.tokens.get(lexed.skip_space(first.to)).map_or("", |token| &lexed.text[token.start..]);
            // `half-block 变体`: said to be a variant.
            let variant = ["变体", "版本"].iter().any(|noun| behind.starts_with(noun));
            if variant && word.contains('-') && !lexicon::is_compound(word) {
                return true;
            }
            let part_common = |word: &str| word.split('-').all(lexicon::is_common);
            lexicon::is_lower_name(word)
                || (word.contains('-') && !lexicon::is_compound(word) && !part_common(word) && word.len() > 4)
        }
        Class::Lower => {
            let function = [
                "the", "of", "and", "in", "to", "for", "not", "no", "or", "with", "a", "is", "are", "on", "by", "vs",
                "w",
            ];
            run.len() <= 5
                && !run.iter().any(|chunk| function.contains(&text(chunk)))
                && run.iter().any(|chunk| match run.len() {
                    2 => !lexicon::is_plain(text(chunk)),
                    _ => !lexicon::is_common(text(chunk)),
                })
                // Several plain words are a name only where the paper uses them as one.
                && quote.as_name(lexed.span(first.from, run[run.len() - 1].to))
        }
        _ => false,
    }
}

/// In English prose a capital alone makes no name at the head of a sentence.
fn is_proper_in_english(lexed: &Lexed, chunk: Chunk, quote: &dyn Written) -> bool {
    let word = lexed.span(chunk.from, chunk.to).of(lexed.text);
    if word.chars().skip(1).any(|c| c.is_uppercase() || c.is_ascii_digit()) {
        return true;
    }
    let before = chunk.from.checked_sub(2).map(|at| (lexed.kind(at), lexed.char(at)));
    let inside = matches!(before, Some((Some(Kind::Word), _) | (Some(Kind::Sign), ',')));
    !lexicon::is_common(word) && (inside || quote.as_proper(word))
}
