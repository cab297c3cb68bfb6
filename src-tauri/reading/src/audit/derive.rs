//! Values that one arithmetic step makes from numbers of the quote.
//!
//! Among ten numbers some pair nearly always makes a given value by chance. So a step is tried only where the claim's own
//! words ask for it (it rises by, it is n times), and only on numbers that belong together: neighbours in the quote, or
//! numbers that the same claim states too.

use std::cmp::Ordering;

use super::ground::{Candidate, Quote};
use super::lex::{Kind, Lexed};
use super::quantity::{Form, Number, Shape};
use super::unit::Unit;
use super::value::Value;
use super::{Derivation, Name};
use crate::text::ByteSpan;

/// Numbers of a quote that are tried as operands.
const MAX_OPERANDS: usize = 48;

/// Numbers, tokens and names that are looked at for one quantity; keeps long texts linear.
const MAX_NUMBERS: usize = 512;
const MAX_TOKENS: usize = 2_000;
const MAX_NAMES: usize = 48;

/// How far apart two operands may stand, counted in numbers.
const MAX_APART: usize = 3;

type Found = Option<(Derivation, Vec<ByteSpan>)>;

/// Tries to derive quantity `at` of the claim. `chosen` holds what the claim's quantities stand on.
pub(super) fn derive(
    claim: &Lexed,
    numbers: &[Number],
    at: usize,
    quote: &Quote,
    chosen: &[Option<Candidate>],
    names: &[Name],
) -> Found {
    let number = &numbers[at];
    let operands: Vec<usize> = (0..quote.numbers.len().min(MAX_NUMBERS))
        .filter(|&at| {
            let number = &quote.numbers[at];
            !number.label && !number.doubled && !quote.named[at]
        })
        .take(MAX_OPERANDS)
        .collect();
    let near = at.saturating_sub(MAX_OPERANDS)..chosen.len().min(at + MAX_OPERANDS);
    let names = {
        let behind = names.partition_point(|name| name.span.start < number.span.start);
        &names[behind.saturating_sub(MAX_NAMES)..names.len().min(behind + MAX_NAMES)]
    };
    let (numbers, chosen) = (&numbers[near.clone()], &chosen[near]);
    let mut stated: Vec<usize> = chosen.iter().flatten().map(|candidate| candidate.number).collect();
    stated.sort_unstable();
    stated.dedup();
    let count = countable(number);
    let listed = count.and_then(|count| {
        listed_names(claim, numbers, number, names, count)
            .or_else(|| listed_numbers(claim, numbers, chosen, quote, count))
            .or_else(|| number_list(quote, &operands, count))
            .or_else(|| key_column(quote, &operands, count))
            .or_else(|| name_list(quote, count))
    });
    listed.map(|items| listing(quote, &items)).or_else(|| computed(claim, number, quote, &operands, &stated))
}

/// The count that the number states, if it counts things and few enough to be listed.
fn countable(number: &Number) -> Option<usize> {
    let counts = number.unit == Unit::Count || (number.unit == Unit::None && number.form == Form::Words);
    let count = number.value.as_whole().filter(|count| counts && (2..=12).contains(count))?;
    usize::try_from(count).ok().filter(|_| number.shape == Shape::Cardinal)
}

/// Exactly `count` numbers that the claim lists (1B、3B、8B 三个尺度) and that the quote holds.
fn listed_numbers(
    claim: &Lexed,
    numbers: &[Number],
    chosen: &[Option<Candidate>],
    quote: &Quote,
    count: usize,
) -> Option<Vec<ByteSpan>> {
    let held: Vec<usize> = (0..numbers.len()).filter(|&at| chosen[at].is_some()).collect();
    let mut from = 0;
    while from < held.len() {
        let mut to = from + 1;
        while to < held.len() {
            let (left, right) = (&numbers[held[to - 1]], &numbers[held[to]]);
            let bare = |unit: Unit| matches!(unit, Unit::None | Unit::Symbol);
            let alike = (left.unit == right.unit || bare(left.unit) && bare(right.unit))
                && std::mem::discriminant(&left.shape) == std::mem::discriminant(&right.shape);
            if !alike || !parts_items(claim, left.to, right.from) {
                break;
            }
            to += 1;
        }
        if to - from == count {
            let spans = held[from..to]
                .iter()
                .filter_map(|&at| chosen[at])
                .map(|candidate| quote.numbers[candidate.number].span);
            return distinct(spans.collect(), count);
        }
        from = to;
    }
    None
}

/// Whether two items of a list stand beside each other: a 、 between them, with at most a name that the second one has.
fn parts_items(claim: &Lexed, from: usize, to: usize) -> bool {
    let mut parted = false;
    for at in from..to {
        match claim.kind(at) {
            Some(Kind::Sign) if matches!(claim.char(at), '、' | '/') => parted = true,
            Some(Kind::Han) if matches!(claim.char(at), '和' | '与' | '及') => parted = true,
            Some(Kind::Han) => return false,
            Some(Kind::Sign) if matches!(claim.char(at), '-' | '.' | '_' | '+') => {}
            Some(Kind::Sign) => return false,
            _ => {}
        }
    }
    parted
}

/// Exactly `count` names that the claim lists beside the count (A、B、C 三个基准), or each with its number (A 上 1.2、B 上 3.4), and
/// that the quote writes.
fn listed_names(
    claim: &Lexed,
    numbers: &[Number],
    counted: &Number,
    names: &[Name],
    count: usize,
) -> Option<Vec<ByteSpan>> {
    let mut items: Vec<ByteSpan> = Vec::new();
    let (mut first, mut valued_all) = (0, true);
    for (at, name) in names.iter().enumerate() {
        let end = names.get(at + 1).map_or(claim.text.len(), |next| next.span.start);
        let between = claim.text.get(name.span.end..end).unwrap_or_default();
        let bare = between.trim().chars().all(|c| "、/和与及".contains(c)) && !between.trim().is_empty();
        let behind = numbers.partition_point(|number| number.span.start < name.span.end);
        let value = numbers.get(behind).filter(|number| {
            number.span.end <= end
                && number.span != counted.span
                && !between_breaks(claim, name.span.end, number.span.start)
        });
        if let Some(place) = name.in_quote
            && (bare || value.is_some() || !items.is_empty())
        {
            if items.is_empty() {
                (first, valued_all) = (name.span.start, true);
            }
            valued_all &= value.is_some();
            items.push(place);
        }
        let parted = between.trim_end().ends_with(['、', '，', '；', '和', '与', '及', '而']);
        if name.in_quote.is_some() && (bare || (value.is_some() && parted)) && at + 1 < names.len() {
            continue;
        }
        let beside = valued_all || is_beside(claim, counted, first, name.span.end);
        if items.len() == count && beside {
            return distinct(items, count);
        }
        items.clear();
    }
    None
}

/// Whether the count stands right behind the list, or right before it.
fn is_beside(claim: &Lexed, counted: &Number, first: usize, last: usize) -> bool {
    let short = |from: usize, to: usize| {
        claim.text.get(from..to).is_some_and(|gap| gap.chars().count() <= 10 && !gap.contains(['，', '；', '。']))
    };
    short(last, counted.span.start) || short(counted.span.end, first)
}

/// A table whose first numeric column takes exactly `count` values, each of them several times.
fn key_column(quote: &Quote, operands: &[usize], count: usize) -> Option<Vec<ByteSpan>> {
    let lexed = quote.lexed;
    let mut values: Vec<(usize, usize)> = Vec::new();
    for &at in operands {
        let number = &quote.numbers[at];
        if !is_behind_label(lexed, number) {
            continue;
        }
        match values.iter().position(|(known, _)| quote.numbers[*known].value == number.value) {
            Some(place) => values[place].1 += 1,
            None if values.len() == count => return None,
            None => values.push((at, 1)),
        }
    }
    let times = values.first().map(|(_, times)| *times).filter(|times| *times > 1)?;
    let regular = values.len() == count && values.iter().all(|(_, other)| *other == times);
    regular.then(|| values.iter().map(|&(at, _)| quote.numbers[at].span).collect())
}

/// Whether the number fills a cell behind a cell that ends in a word.
fn is_behind_label(lexed: &Lexed, number: &Number) -> bool {
    let back = |at: usize| {
        let at = at.checked_sub(1)?;
        if lexed.is(at, Kind::Space) { at.checked_sub(1) } else { Some(at) }
    };
    let bar = back(number.from).filter(|&at| lexed.is_sign(at, '|'));
    let label = bar.and_then(back).is_some_and(|at| lexed.is(at, Kind::Word) && !lexed.tokens[at].doubled);
    label && lexed.is_sign(lexed.skip_space(number.to), '|')
}

fn between_breaks(claim: &Lexed, from: usize, to: usize) -> bool {
    claim.text.get(from..to).is_none_or(|between| between.contains(['、', '，', '；', '。']))
}

fn distinct(spans: Vec<ByteSpan>, count: usize) -> Option<Vec<ByteSpan>> {
    let mut sorted = spans.clone();
    sorted.sort();
    sorted.dedup();
    (sorted.len() == count).then_some(spans)
}

fn listing(quote: &Quote, spans: &[ByteSpan]) -> (Derivation, Vec<ByteSpan>) {
    let items: Vec<&str> = spans.iter().map(|span| span.of(quote.lexed.text)).collect();
    (Derivation(items.join(", ")), spans.to_vec())
}

/// `1B, 3B, and 8B`: exactly `count` numbers of one kind with commas and a conjunction, or slashes, between them.
fn number_list(quote: &Quote, operands: &[usize], count: usize) -> Option<Vec<ByteSpan>> {
    let mut from = 0;
    while from < operands.len() {
        let mut to = from + 1;
        let mut conjunction = false;
        while to < operands.len() {
            let (left, right) = (&quote.numbers[operands[to - 1]], &quote.numbers[operands[to]]);
            let Some(link) = link(quote.lexed, left.to, right.from) else { break };
            if left.unit != right.unit || left.form != right.form {
                break;
            }
            conjunction |= link == Link::Closing;
            to += 1;
        }
        if to - from == count && conjunction {
            return Some(operands[from..to].iter().map(|&at| quote.numbers[at].span).collect());
        }
        from = to;
    }
    None
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    /// A comma.
    Comma,
    /// `and`, `or`, `/`: only lists have it.
    Closing,
}

/// What joins two items, if nothing else stands between them.
fn link(lexed: &Lexed, from: usize, to: usize) -> Option<Link> {
    let (mut link, mut at) = (None, from);
    while at < to {
        link = match (lexed.kind(at)?, lexed.str(at)) {
            (Kind::Space, _) => link,
            (Kind::Sign, "," | "、") => link.or(Some(Link::Comma)),
            (Kind::Sign, "/") if link.is_none() => Some(Link::Closing),
            (Kind::Word, "and" | "or") => Some(Link::Closing),
            (Kind::Han, "和" | "与" | "及") => Some(Link::Closing),
            _ => return None,
        };
        at += 1;
    }
    link
}

/// `Alpha, Beta, and Gamma`: exactly `count` capitalised items.
fn name_list(quote: &Quote, count: usize) -> Option<Vec<ByteSpan>> {
    let lexed = quote.lexed;
    let mut items: Vec<(usize, usize)> = Vec::new();
    let (mut at, mut closed) = (0, false);
    let done = |items: &[(usize, usize)], closed: bool| {
        (closed && items.len() == count).then(|| items.iter().map(|&(from, to)| lexed.span(from, to)).collect())
    };
    while at < lexed.tokens.len().min(MAX_TOKENS) {
        let capital = lexed.is(at, Kind::Word) && lexed.char(at).is_uppercase() && !lexed.glued_left(at);
        if !capital {
            at += 1;
            continue;
        }
        let to = name_end(lexed, at);
        let joined = items.last().and_then(|&(_, end)| link(lexed, end, at));
        if joined.is_none() || closed {
            if let Some(list) = done(&items, closed) {
                return Some(list);
            }
            items.clear();
            closed = false;
        }
        closed |= joined == Some(Link::Closing);
        items.push((at, to));
        at = to;
    }
    done(&items, closed)
}

/// Token behind a name of capitalised words, digits and joining signs.
fn name_end(lexed: &Lexed, from: usize) -> usize {
    let mut to = from + 1;
    loop {
        let glued = matches!(lexed.kind(to), Some(Kind::Word | Kind::Digits));
        let sign = matches!(lexed.char(to), '-' | '.' | '+' | '@' | '_')
            && matches!(lexed.kind(to + 1), Some(Kind::Word | Kind::Digits));
        let word = lexed.is(to, Kind::Space) && lexed.is(to + 1, Kind::Word) && lexed.char(to + 1).is_uppercase();
        let version = lexed.is(to, Kind::Space) && lexed.is(to + 1, Kind::Digits);
        match () {
            () if glued => to += 1,
            () if sign || word || version => to += 2,
            () => return to,
        }
    }
}

/// A step of arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Difference,
    Sum,
    Ratio,
    /// The smaller as a part of the larger.
    Share,
    /// The same in hundredths.
    Percent,
    Change,
}

const CHANGES: &[&str] = &[
    "提升", "提高", "增", "升", "涨", "高出", "高", "多", "领先", "下降", "降", "减", "低", "落后", "差", "超", "优于",
    "缩", "节省", "快", "慢", "改善", "回落", "延长", "缩短", "推迟", "提前", "相差", "净", "损失", "幅", "跌", "gain",
    "improv", "increas", "reduc", "drop", "decreas", "higher", "lower", "fewer", "less", "more", "gap",
];

const SHARES: &[&str] = &["原来", "仅为", "相当于", "占", "only", "share"];

const SUMS: &[&str] = &["共", "合计", "总", "累计", "之和", "加起来", "total", "sum", "combined", "altogether"];

const REMAINDERS: &[&str] =
    &["其余", "剩余", "余下", "剩下", "未", "没有", "不", "另", "失败", "错误", "remain", "rest", "fail", "without"];

fn computed(claim: &Lexed, number: &Number, quote: &Quote, operands: &[usize], stated: &[usize]) -> Found {
    if !matches!(number.shape, Shape::Cardinal | Shape::Fraction(..)) || number.value == Value::ZERO {
        return None;
    }
    let words = clause(claim, number);
    let part = number.value.compare(Value::ONE) == Some(Ordering::Less);
    let says = |list: &[&str]| list.iter().any(|word| words.contains(word));
    let mut steps = Vec::new();
    match number.unit {
        Unit::Times => steps.push(Step::Ratio),
        Unit::None if part && (number.form == Form::Words || matches!(number.shape, Shape::Fraction(..))) => {
            steps.push(Step::Share);
        }
        Unit::Percent if says(SHARES) || is_share_of(claim, number, words) => steps.push(Step::Percent),
        Unit::Percent if is_bracketed(claim, number) => steps.extend([Step::Percent, Step::Change]),
        Unit::Percent if says(CHANGES) => steps.extend([Step::Change, Step::Difference]),
        _ if says(CHANGES) => steps.push(Step::Difference),
        _ => {}
    }
    // 从 … 升至 …: the ends of a change are measured, not computed.
    let before = number.from.checked_sub(1).map(|at| if claim.is(at, Kind::Space) { at.saturating_sub(1) } else { at });
    if before.is_some_and(|at| matches!(claim.char(at), '从' | '由' | '至' | '到' | '达' | '于')) {
        steps.retain(|step| !matches!(step, Step::Difference | Step::Change));
    }
    if says(SUMS) {
        steps.push(Step::Sum);
    }
    if number.form == Form::Words && number.unit != Unit::Times {
        steps.retain(|step| *step != Step::Difference);
    }
    for step in steps {
        if let Some(found) = pairs(number, quote, operands, stated, step) {
            return Some(found);
        }
    }
    // A precise percentage meets its complement by chance in one quote of hundreds.
    let precise = number.significant() >= 2 && operands.len() <= 4;
    let remainder = number.unit == Unit::Percent && (says(REMAINDERS) || says(CHANGES) || precise);
    operands.iter().filter(|_| remainder).find_map(|&at| complement(number, quote, at))
}

/// 约为 A 的 15%: the percentage is a part of what stands before it.
fn is_share_of(claim: &Lexed, number: &Number, clause: &str) -> bool {
    let before = number.from.checked_sub(1).map(|at| if claim.is(at, Kind::Space) { at.saturating_sub(1) } else { at });
    before.is_some_and(|at| claim.char(at) == '的') && clause.contains(['为', '仅', '是', '到', '至', '用'])
}

/// 187 次（77.9%）: a percentage in brackets says again what the number before it says.
fn is_bracketed(claim: &Lexed, number: &Number) -> bool {
    let opens = |at: usize| matches!(claim.char(at), '(' | '（');
    let before = number.from.checked_sub(1).filter(|&at| opens(at)).and_then(|at| at.checked_sub(1));
    before.is_some_and(|at| (at.saturating_sub(4)..=at).any(|at| claim.is(at, Kind::Digits)))
        && matches!(claim.char(number.to), ')' | '）')
}

fn clause<'a>(claim: &Lexed<'a>, number: &Number) -> &'a str {
    let stop = |at: usize| claim.is(at, Kind::Sign) && matches!(claim.char(at), '，' | '；' | '。' | ';');
    let (mut from, mut to) = (number.from, number.to);
    while from > 0 && number.from - from < 40 && !stop(from - 1) {
        from -= 1;
    }
    while to < claim.tokens.len() && to - number.to < 16 && !stop(to) {
        to += 1;
    }
    claim.span(from, to).of(claim.text)
}

fn complement(number: &Number, quote: &Quote, at: usize) -> Found {
    let other = &quote.numbers[at];
    let percent = other.unit == Unit::Percent && other.shape == Shape::Cardinal;
    let rest = Value::whole(100).minus(other.value).filter(|_| percent)?;
    (rest == number.value).then(|| (Derivation(format!("100 − {}", bare(quote, at))), vec![other.span]))
}

fn pairs(number: &Number, quote: &Quote, operands: &[usize], stated: &[usize], step: Step) -> Found {
    // What the claim states itself comes first, then neighbours in the quote.
    let both =
        stated.iter().enumerate().flat_map(|(at, &left)| stated[at + 1..].iter().map(move |&right| (left, right)));
    let near = operands
        .iter()
        .enumerate()
        .filter(|_| number.significant() >= 2)
        .flat_map(|(at, &left)| operands[at + 1..].iter().take(MAX_APART).map(move |&right| (left, right)));
    both.take(MAX_OPERANDS * MAX_OPERANDS).chain(near).find_map(|(left, right)| {
        let (a, b) = (&quote.numbers[left], &quote.numbers[right]);
        let (large, small) = match a.value.abs().compare(b.value.abs())? {
            Ordering::Less => (right, left),
            _ => (left, right),
        };
        let arithmetic = apply(number, &quote.numbers[large], &quote.numbers[small], step)?;
        let (first, second) = (bare(quote, large), bare(quote, small));
        let shown = match arithmetic {
            Arithmetic::Difference => format!("{first} − {second}"),
            Arithmetic::Sum => format!("{first} + {second}"),
            Arithmetic::Ratio => format!("{first} ÷ {second}"),
            Arithmetic::Share => format!("{second} ÷ {first}"),
            Arithmetic::Rise => format!("({first} − {second}) ÷ {second}"),
            Arithmetic::Fall => format!("({first} − {second}) ÷ {first}"),
        };
        Some((Derivation(shown), vec![a.span, b.span]))
    })
}

enum Arithmetic {
    Difference,
    Sum,
    Ratio,
    Share,
    Rise,
    Fall,
}

fn apply(number: &Number, large: &Number, small: &Number, step: Step) -> Option<Arithmetic> {
    let cardinal = large.shape == Shape::Cardinal && small.shape == Shape::Cardinal;
    let alike = large.unit == small.unit || large.unit == Unit::None || small.unit == Unit::None;
    if !cardinal || !alike || small.value == Value::ZERO || large.value == small.value {
        return None;
    }
    let target = number.value.abs();
    let step_size = Value::power_of_ten(number.last_digit)?;
    let makes = |made: Option<Value>| made.is_some_and(|made| target.rounds_from(made.abs(), step_size));
    let hundred = Value::whole(100);
    match step {
        Step::Difference | Step::Sum => {
            let units = matches!(
                (number.unit, large.unit),
                (Unit::Points | Unit::Percent, Unit::Percent | Unit::None | Unit::Points)
                    | (Unit::None | Unit::Count, Unit::None | Unit::Count | Unit::Percent)
            ) || number.unit == large.unit;
            // Operands coarser than the result cannot give it.
            let fine = large.last_digit.max(small.last_digit) <= number.last_digit;
            let made = if step == Step::Sum { large.value.plus(small.value) } else { large.value.minus(small.value) };
            let arithmetic = if step == Step::Sum { Arithmetic::Sum } else { Arithmetic::Difference };
            (units && fine && makes(made)).then_some(arithmetic)
        }
        Step::Ratio => makes(large.value.over(small.value)).then_some(Arithmetic::Ratio),
        Step::Share => (small.value.over(large.value)? == target).then_some(Arithmetic::Share),
        Step::Percent => makes(small.value.over(large.value)?.times(hundred)).then_some(Arithmetic::Share),
        Step::Change => {
            let difference = large.value.minus(small.value)?;
            let rise = difference.over(small.value)?.times(hundred);
            let fall = difference.over(large.value)?.times(hundred);
            if makes(fall) { Some(Arithmetic::Fall) } else { makes(rise).then_some(Arithmetic::Rise) }
        }
    }
}

/// The number as it stands, without unit signs.
fn bare<'a>(quote: &Quote<'a>, at: usize) -> &'a str {
    quote.numbers[at].span.of(quote.lexed.text).trim_end_matches(['%', '×', ' '])
}
