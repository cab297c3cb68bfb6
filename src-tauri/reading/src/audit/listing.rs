//! Counts that a quote only lists: 三个基准 beside three names or three values.
//!
//! A list is trusted only where its length is exactly the count, because any text holds two or three of something.

use super::Derivation;
use super::Name;
use super::ground::{Candidate, Quote};
use super::lex::{Kind, Lexed};
use super::quantity::{Form, Number, Shape};
use super::unit::Unit;
use crate::text::ByteSpan;

/// Tokens of a quote that are looked at; keeps long texts linear.
const MAX_TOKENS: usize = 2_000;

/// A count of the claim with what the claim says around it.
pub(super) struct Counted<'a, 'c> {
    pub(super) claim: &'a Lexed<'c>,
    pub(super) numbers: &'a [Number],
    pub(super) number: &'a Number,
    /// What the claim's numbers stand on.
    pub(super) chosen: &'a [Option<Candidate>],
    pub(super) names: &'a [Name],
}

/// The items that the quote lists, as many as the claim counts.
pub(super) fn find(counted: &Counted, quote: &Quote, operands: &[usize]) -> Option<Vec<ByteSpan>> {
    let Counted { claim, numbers, number, chosen, names } = counted;
    let count = countable(number)?;
    listed_names(claim, numbers, number, names, count)
        .or_else(|| {
            let values = listed_numbers(claim, numbers, number, chosen, quote, count)?;
            Some(owners(quote, &values).unwrap_or(values))
        })
        .or_else(|| number_list(quote, operands, count))
        .or_else(|| key_column(quote, operands, count))
        .or_else(|| name_list(quote, count))
        .or_else(|| header(quote, count))
        .or_else(|| row_labels(quote, count))
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
    counted: &Number,
    chosen: &[Option<Candidate>],
    quote: &Quote,
    count: usize,
) -> Option<Vec<ByteSpan>> {
    let held: Vec<usize> = (0..numbers.len()).filter(|&at| chosen[at].is_some()).collect();
    let mut from = 0;
    while from < held.len() {
        let (mut to, mut labelled) = (from + 1, false);
        while to < held.len() {
            let (left, right) = (&numbers[held[to - 1]], &numbers[held[to]]);
            let bare = |unit: Unit| matches!(unit, Unit::None | Unit::Symbol);
            let alike = (left.unit == right.unit || bare(left.unit) && bare(right.unit))
                && std::mem::discriminant(&left.shape) == std::mem::discriminant(&right.shape);
            if !alike {
                break;
            }
            if !parts_items(claim, left.to, right.from) {
                if !parts_labelled_items(claim, left.to, right.from) {
                    break;
                }
                labelled = true;
            }
            to += 1;
        }
        let (first, last) = (numbers[held[from]].span.start, numbers[held[to - 1]].span.end);
        if to - from == count && (!labelled || is_beside_loosely(claim, counted, first, last)) {
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

/// 幻觉 41%、遗漏 33%: the second item has a short label of its own.
fn parts_labelled_items(claim: &Lexed, from: usize, to: usize) -> bool {
    let first = claim.skip_space(from);
    matches!(claim.char(first), '、' | '和' | '与')
        && to - first <= 10
        && !(first + 1..to).any(|at| matches!(claim.char(at), '，' | '；' | '。' | '、' | '（' | '('))
}

/// Like [`is_beside`], also over a comma: …、格式错误 26%，三类合计.
fn is_beside_loosely(claim: &Lexed, counted: &Number, first: usize, last: usize) -> bool {
    let short = |from: usize, to: usize| {
        claim.text.get(from..to).is_some_and(|gap| gap.chars().count() <= 10 && !gap.contains(['；', '。']))
    };
    short(last, counted.span.start) || short(counted.span.end, first)
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

/// The items as a derivation shows them, and as evidence.
pub(super) fn shown(quote: &Quote, spans: &[ByteSpan]) -> (Derivation, Vec<ByteSpan>) {
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
        if link.is_none()
            && let Some(behind) = behind_brackets(lexed, at)
        {
            at = behind;
            continue;
        }
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
        let plus = lexed.is_sign(to, '+') && !matches!(lexed.kind(to + 1), Some(Kind::Word | Kind::Digits));
        let version = lexed.is(to, Kind::Space) && lexed.is(to + 1, Kind::Digits);
        match () {
            () if glued || plus => to += 1,
            () if sign || word || version => to += 2,
            () => return to,
        }
    }
}

/// Token behind a short remark in brackets: `(+5.5)`, `[ 19 ]`.
fn behind_brackets(lexed: &Lexed, at: usize) -> Option<usize> {
    let close = match lexed.char(at) {
        '(' if lexed.is(at, Kind::Sign) => ')',
        '[' if lexed.is(at, Kind::Sign) => ']',
        _ => return None,
    };
    (at + 1..at + 12).find(|&at| lexed.is_sign(at, close)).map(|at| at + 1)
}

/// The names that the values are given for: `0.9 on Alpha and 0.8 on Beta`. Each value must have its own.
fn owners(quote: &Quote, values: &[ByteSpan]) -> Option<Vec<ByteSpan>> {
    let lexed = quote.lexed;
    let owner = |value: &ByteSpan| {
        let behind = lexed.tokens.partition_point(|token| token.start < value.end);
        let mut at = lexed.skip_space(behind);
        // `72% of attempts on`
        for _ in 0..6 {
            if matches!(lexed.str(at), "on" | "for" | "in" | "with" | "at") {
                break;
            }
            if !matches!(lexed.kind(at), Some(Kind::Word | Kind::Space)) {
                return None;
            }
            at += 1;
        }
        let name = lexed.skip_space(at + 1);
        let capital = lexed.is(name, Kind::Word) && lexed.str(name).chars().any(char::is_uppercase);
        capital.then(|| lexed.span(name, name_end(lexed, name)))
    };
    distinct(values.iter().map(owner).collect::<Option<Vec<_>>>()?, values.len())
}

/// The headings of a flattened table with `count` columns behind its labels: `Model | A | B Row | 1 | 2`.
fn header(quote: &Quote, count: usize) -> Option<Vec<ByteSpan>> {
    let lexed = quote.lexed;
    let bars: Vec<usize> =
        (0..lexed.tokens.len().min(MAX_TOKENS)).filter(|&at| lexed.is_sign(at, '|')).take(count + 1).collect();
    if bars.len() <= count {
        return None;
    }
    let cell = |at: usize| {
        let from = lexed.skip_space(bars[at] + 1);
        let to = bars.get(at + 1).copied()?;
        let to = if lexed.is(to - 1, Kind::Space) { to - 1 } else { to };
        (from < to && lexed.is(from, Kind::Word)).then_some((from, to))
    };
    let mut cells: Vec<(usize, usize)> = (0..count).map(cell).collect::<Option<Vec<_>>>()?;
    // The last heading and the label of the first row share a cell; certain only where headings are single words.
    let word = |&(from, to): &(usize, usize)| !(from..to).any(|at| lexed.is(at, Kind::Space));
    let (last, others) = cells.split_last_mut()?;
    last.1 = (last.0..last.1).find(|&at| lexed.is(at, Kind::Space)).filter(|_| others.iter().all(word))?;
    let value = lexed.skip_space(bars[count] + 1);
    lexed.is(value, Kind::Digits).then(|| cells.iter().map(|&(from, to)| lexed.span(from, to)).collect())
}

/// The labels of a flattened table that has exactly `count` rows.
fn row_labels(quote: &Quote, count: usize) -> Option<Vec<ByteSpan>> {
    let lexed = quote.lexed;
    let (mut labels, mut label, mut behind_number) = (Vec::new(), None, true);
    let mut at = 0;
    while at < lexed.tokens.len().min(MAX_TOKENS) {
        match lexed.kind(at) {
            Some(Kind::Word) if label.is_none() && behind_number => {
                label = Some(at);
            }
            Some(Kind::Sign) if lexed.char(at) == '|' => {
                if let Some(from) = label.take() {
                    let to = if lexed.is(at - 1, Kind::Space) { at - 1 } else { at };
                    labels.push(lexed.span(from, to));
                }
                behind_number = false;
            }
            // Prose between rows is no table.
            Some(Kind::Sign) if matches!(lexed.char(at), ';' | ',') => return None,
            Some(Kind::Digits) if label.is_none() => behind_number = true,
            Some(Kind::Space | Kind::Digits | Kind::Word | Kind::Sign | Kind::Tex | Kind::Han) | None => {}
        }
        if labels.len() > count {
            return None;
        }
        at += 1;
    }
    (label.is_none() && labels.len() == count).then_some(labels).and_then(|labels| distinct(labels, count))
}
