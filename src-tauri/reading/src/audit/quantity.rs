//! Numbers with what they count, found in a text of either language.
//!
//! The extent follows one rule on both sides: what touches the digits belongs to them (`27M`, 四小时, `62.2%`), scale words
//! and signs belong even behind a space (`2.8 million`, 280 万, `1.85 ×`), other units behind a space do not.

use super::label;
use super::lex::{Kind, Lexed};
use super::number::{self, Literal};
use super::unit::{self, Latin, Unit};
use super::value::Value;
use super::words;
use crate::text::ByteSpan;

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// In digits.
    Digits,
    /// In words or Chinese numerals.
    Words,
}

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A size or a count.
    Cardinal,
    /// A place in an order.
    Ordinal,
    /// `7/18`: successes of trials; the value is the quotient, the second number is kept here.
    Fraction(Value, Value),
    /// `3:1`, `224×224`: two numbers that only mean something together.
    Pair(Value, Value),
    /// `both`, 两者: two of what was named before.
    Both,
}

/// A number of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) span: ByteSpan,
    /// Tokens `from..to`.
    pub(super) from: usize,
    pub(super) to: usize,
    /// With the scale applied.
    pub(super) value: Value,
    /// As the digits stand, without scale: 27 for `27M`.
    pub(super) written: Value,
    /// Power of ten of the last digit shown, scale applied.
    pub(super) last_digit: i32,
    /// Power of ten of the scale, 0 without.
    pub(super) scale: i32,
    pub(super) form: Form,
    pub(super) shape: Shape,
    pub(super) unit: Unit,
    /// A sign `+`, `−` or `±` is written.
    pub(super) signed: bool,
    /// The number of a figure, a table, a citation, a version: it measures nothing.
    pub(super) label: bool,
    /// Stands on the TeX side of a doubled formula.
    pub(super) doubled: bool,
    /// A word that states a number only sometimes (双, a numeral without measure word): a claim's quantity only where
    /// the quote has the number too.
    pub(super) tentative: bool,
    /// The words around say that it is not the very value: 约.
    pub(super) rough: bool,
}

impl Number {
    /// Decimals that the digits show, scale aside.
    pub(super) fn decimals(&self) -> i32 {
        (self.scale - self.last_digit).max(0)
    }

    /// Significant digits, roughly: of the written value without leading zeros.
    pub(super) fn significant(&self) -> usize {
        let Some(scaled) = Value::power_of_ten(self.decimals())
            .and_then(|power| self.written.abs().times(power))
            .and_then(Value::as_whole)
        else {
            return 1;
        };
        usize::try_from(scaled.max(1).ilog10()).unwrap_or(0) + 1
    }
}

/// Which side of a finding a text is; a claim labels fewer words than a quote may support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The statement that is checked.
    Claim,
    /// The text that it is checked against.
    Quote,
}

/// All numbers of the text in order. `names` are spans, in order and apart, whose digits are no numbers.
pub(super) fn scan(lexed: &Lexed, side: Side, names: &[ByteSpan]) -> Vec<Number> {
    let mut numbers = Vec::new();
    let mut names = names.iter().copied().peekable();
    let mut at = 0;
    while at < lexed.tokens.len() {
        let start = lexed.tokens[at].start;
        while names.next_if(|name| name.end <= start).is_some() {}
        if let Some(name) = names.peek()
            && name.start <= start
        {
            at += 1;
            continue;
        }
        let end = names.peek().map_or(lexed.text.len(), |name| name.start);
        match read(lexed, at, side) {
            Some(number) if number.label && side == Side::Claim => at = number.to.max(at + 1),
            Some(number) if number.span.end <= end => {
                at = number.to.max(at + 1);
                numbers.push(number);
            }
            Some(number) => at = number.to.max(at + 1),
            None => at = skip(lexed, at),
        }
    }
    numbers
}

/// Whether `number` is the TeX side of the number before it: `1.2 × 10 − 3 1.2\times 10^{-3}`.
fn repeats_in_tex(lexed: &Lexed, before: &Number, number: &Number) -> bool {
    let between = lexed.span(before.to, number.from).of(lexed.text);
    let tex = number.span.of(lexed.text).contains(['\\', '{']);
    tex && before.value == number.value && before.to < number.from && between.trim().is_empty()
}

/// Adds the fractions that two numbers state together: `185 of 200`, `seven out of nine`.
pub(super) fn with_parts(lexed: &Lexed, numbers: &[Number]) -> Vec<Number> {
    let mut all = Vec::with_capacity(numbers.len());
    for (at, number) in numbers.iter().enumerate() {
        let repeats = at.checked_sub(1).is_some_and(|before| repeats_in_tex(lexed, &numbers[before], number));
        all.push(Number { doubled: number.doubled || repeats, ..*number });
        let Some(whole) = numbers.get(at + 1) else { continue };
        let mut words = (number.to..whole.from).filter(|&at| lexed.is(at, Kind::Word)).map(|at| lexed.str(at));
        let between = lexed.span(number.to, whole.from).of(lexed.text);
        let of = matches!(
            (words.next(), words.next(), words.next()),
            (Some("of"), None | Some("the"), None) | (Some("out"), Some("of"), None)
        );
        let plain =
            |number: &Number| number.shape == Shape::Cardinal && number.unit == Unit::None && number.decimals() == 0;
        let signs = between.chars().all(|c| c.is_ascii_alphabetic() || c == ' ');
        if of
            && signs
            && plain(number)
            && plain(whole)
            && number.value.compare(whole.value) != Some(std::cmp::Ordering::Greater)
            && let Some(value) = number.value.over(whole.value)
        {
            let span = lexed.span(number.from, whole.to);
            let shape = Shape::Fraction(number.value, whole.value);
            all.push(Number { span, to: whole.to, value, written: value, shape, form: Form::Words, ..*number });
        }
    }
    all
}

/// Past the token, and past digits that are no number together with the letters that they touch.
fn skip(lexed: &Lexed, at: usize) -> usize {
    let mut to = at + 1;
    if lexed.is(at, Kind::Digits) || lexed.is(at, Kind::Word) {
        while matches!(lexed.kind(to), Some(Kind::Digits | Kind::Word))
            || (matches!(lexed.char(to), '.') && lexed.is(to, Kind::Sign) && lexed.is(to + 1, Kind::Digits))
        {
            to += 1;
        }
    }
    to
}

fn read(lexed: &Lexed, at: usize, side: Side) -> Option<Number> {
    match lexed.kind(at)? {
        Kind::Digits => digits(lexed, at),
        Kind::Sign if lexed.is_sign(at, '.') => digits(lexed, at),
        Kind::Han => words::han(lexed, at, side),
        Kind::Word => words::english(lexed, at, side),
        _ => None,
    }
}

fn digits(lexed: &Lexed, at: usize) -> Option<Number> {
    if lexed.glued_left(at) || (at > 0 && lexed.is_sign(at - 1, '@')) {
        return None;
    }
    // A version or a file name: `v1.2.3`, `a.5`.
    if lexed.is_sign(at, '.')
        && lexed.before(at).is_some_and(|token| matches!(token.kind, Kind::Word | Kind::Digits | Kind::Han))
    {
        return None;
    }
    let literal = number::literal(lexed, at)?;
    let mut to = literal.to;
    if lexed.is_sign(to, '.') && lexed.is(to + 1, Kind::Digits) {
        return None;
    }
    if is_date(lexed, at, to) {
        return None;
    }
    let (from, negative, signed) = sign_before(lexed, at);
    let mut unit = if from < at && is_currency(lexed, from) { Unit::Money } else { Unit::None };
    let mut number = Number {
        span: lexed.span(from, to),
        from,
        to,
        value: literal.value,
        written: literal.value,
        last_digit: literal.last_digit,
        scale: 0,
        form: Form::Digits,
        shape: Shape::Cardinal,
        unit,
        signed,
        label: label::is_label(lexed, from, to) || label::is_list_mark(lexed, from, to),
        doubled: lexed.tokens[at].doubled,
        tentative: false,
        rough: false,
    };
    if let Some((second, separator)) = second_part(lexed, literal) {
        to = second.to;
        let mut pair = (literal.value, second.value);
        // 8:1:1 states one proportion.
        while separator == ':' && lexed.is_sign(to, ':') && lexed.is(to + 1, Kind::Digits) {
            let Some(next) = number::literal(lexed, to + 1) else { break };
            let joined = pair.1.times(Value::whole(10_000)).and_then(|value| value.plus(next.value));
            let Some(joined) = joined else { break };
            (pair.1, to) = (joined, next.to);
        }
        if separator == '/' {
            number.value = pair.0.over(pair.1)?;
            number.shape = Shape::Fraction(pair.0, pair.1);
        } else {
            number.shape = Shape::Pair(pair.0, pair.1);
        }
        number.written = number.value;
        number.to = to;
        number.span = lexed.span(from, to);
        return Some(number);
    }
    let suffix = suffix(lexed, to)?;
    if suffix.unit != Unit::None {
        unit = suffix.unit;
    }
    number.scale = suffix.scale;
    number.last_digit += suffix.scale;
    number.value = literal.value.times(Value::power_of_ten(suffix.scale)?)?;
    if negative {
        (number.value, number.written) = (number.value.negated(), number.written.negated());
    }
    if suffix.ordinal {
        number.shape = Shape::Ordinal;
    }
    number.unit = unit;
    number.to = suffix.to;
    number.span = lexed.span(from, suffix.to);
    Some(number)
}

/// `2026-09-30`, `2026/9/30`, 2026 年, 9 月.
fn is_date(lexed: &Lexed, at: usize, to: usize) -> bool {
    let year = to == at + 1 && lexed.str(at).len() == 4;
    let behind = lexed.char(lexed.skip_space(to));
    let named = year && matches!(lexed.str(at).as_bytes(), [b'1', b'8' | b'9', ..] | [b'2', b'0' | b'1', ..]);
    if named && behind == '年' || behind == '月' && to == at + 1 && lexed.str(at).len() <= 2 {
        return true;
    }
    let part = |at: usize| (lexed.is_sign(at, '-') || lexed.is_sign(at, '/')) && lexed.is(at + 1, Kind::Digits);
    // 1990–2020 年
    let range = matches!(lexed.char(to), '–' | '-' | '—' | '~' | '至' | '到') && lexed.str(to + 1).len() == 4;
    if named && range && lexed.is(to + 1, Kind::Digits) && lexed.char(lexed.skip_space(to + 2)) == '年' {
        return true;
    }
    year && part(to) && part(to + 2)
}

fn is_currency(lexed: &Lexed, at: usize) -> bool {
    matches!(lexed.char(at), '$' | '¥' | '￥' | '€' | '£') && !lexed.is(at, Kind::Word)
}

/// A sign or currency mark before the digits: where the number then begins, whether it is below zero, whether a sign of
/// direction is written. A hyphen between two numbers is a range and no sign.
fn sign_before(lexed: &Lexed, at: usize) -> (usize, bool, bool) {
    let Some(mut from) = at.checked_sub(1) else { return (at, false, false) };
    let spaced = lexed.is(from, Kind::Space);
    if spaced {
        let Some(before) = from.checked_sub(1) else { return (at, false, false) };
        from = before;
    }
    if is_currency(lexed, from) {
        return (from, false, false);
    }
    let minus = number::is_minus(lexed, from);
    let plus = lexed.is_sign(from, '+') || lexed.is_sign(from, '±');
    if !minus && !plus {
        return (at, false, false);
    }
    if spaced && lexed.is_sign(from, '-') {
        return (at, false, false);
    }
    let mut left = from.checked_sub(1);
    let gap = left.is_some_and(|left| lexed.is(left, Kind::Space));
    if gap {
        left = left.and_then(|left| left.checked_sub(1));
    }
    let behind_value = left.is_some_and(|left| {
        matches!(lexed.kind(left), Some(Kind::Digits)) && (!gap || spaced)
            || (!gap && (lexed.is(left, Kind::Word) || matches!(lexed.char(left), '%' | ')' | ']' | '×' | '％')))
            || (gap && spaced && matches!(lexed.char(left), '%' | ')' | ']' | '×') && !lexed.is_sign(from, '±'))
            || (lexed.is(left, Kind::Word)
                && gap
                && spaced
                && !lexed.is_sign(from, '±')
                && lexed.str(left).chars().count() == 1)
    });
    // `84.1 ± 0.3` keeps its sign: the spread is a number of its own.
    if behind_value && !lexed.is_sign(from, '±') {
        return (at, false, false);
    }
    (from, minus, true)
}

/// The second number of a fraction, a proportion or a resolution.
fn second_part(lexed: &Lexed, first: Literal) -> Option<(Literal, char)> {
    let whole = |literal: Literal| literal.last_digit == 0 && literal.value.as_whole().is_some();
    let gap = lexed.skip_space(first.to);
    let separator = match lexed.char(gap) {
        '/' | '∕' | '⁄' => '/',
        ':' | '∶' | '：' if gap == first.to => ':',
        '×' | 'x' if lexed.str(gap).chars().count() == 1 => '×',
        _ => return None,
    };
    let at = lexed.skip_space(gap + 1);
    if !lexed.is(at, Kind::Digits)
        || lexed.tokens.get(at).is_some_and(|token| token.doubled != lexed.tokens[first.to - 1].doubled)
    {
        return None;
    }
    let second = number::literal(lexed, at)?;
    let next = lexed.char(second.to);
    // `4/8/16` lists settings; `4B/9B` and `45.50/81.20` are two numbers.
    if next == lexed.char(gap) && separator != ':' || (lexed.is(second.to, Kind::Word) && separator != '×') {
        return None;
    }
    // Successes of trials have no unit: 120/480 ms are two times.
    let near = lexed.skip_space(second.to);
    if separator == '/' && (lexed.is(near, Kind::Word) && unit::latin(lexed.str(near)).is_some() || next == '%') {
        return None;
    }
    match separator {
        '/' if !(whole(first) && whole(second))
            || first.value.compare(second.value)? == std::cmp::Ordering::Greater =>
        {
            None
        }
        '/' if second.value == Value::ZERO => None,
        ':' if !(whole(first) || whole(second)) => None,
        '×' if !(whole(first) && whole(second)) => None,
        _ => Some((second, separator)),
    }
}

#[derive(Default)]
struct Suffix {
    unit: Unit,
    scale: i32,
    to: usize,
    ordinal: bool,
}

/// What stands behind a literal. `None` where it makes the digits part of a name (`3D`, `4DGS`).
fn suffix(lexed: &Lexed, at: usize) -> Option<Suffix> {
    let mut suffix = Suffix { to: at, ..Suffix::default() };
    if lexed.is(at, Kind::Word) {
        let word = lexed.str(at);
        if matches!(word, "st" | "nd" | "rd" | "th") {
            return Some(Suffix { to: at + 1, ordinal: true, ..suffix });
        }
        match unit::latin(word)? {
            Latin::Scale(power) => suffix.scale = power,
            Latin::Unit(unit) => suffix.unit = unit,
        }
        suffix.to = at + 1;
        // `12GB/s`
        if suffix.unit != Unit::None
            && lexed.is_sign(at + 1, '/')
            && lexed.is(at + 2, Kind::Word)
            && unit::latin(lexed.str(at + 2)).is_some()
        {
            suffix.to = at + 3;
        }
        return Some(suffix);
    }
    let near = lexed.skip_space(at);
    let sign = lexed.char(near);
    if matches!(sign, '%' | '％' | '‰') && matches!(lexed.kind(near), Some(Kind::Sign | Kind::Tex)) {
        return Some(Suffix { unit: Unit::Percent, to: near + 1, ..suffix });
    }
    let times = (sign == '×' && lexed.is(near, Kind::Sign)) || lexed.str(near) == "\\times";
    if times {
        let next = lexed.skip_space(near + 1);
        let product = lexed.is(next, Kind::Digits) && !lexed.tokens[next].doubled
            || (lexed.is(next, Kind::Word) && next == near + 1);
        if !product {
            return Some(Suffix { unit: Unit::Times, to: near + 1, ..suffix });
        }
        return Some(suffix);
    }
    if let Some((power, to)) = number::han_scale(lexed, near) {
        suffix.scale = power;
        suffix.to = to;
        return Some(han_suffix(lexed, to, suffix));
    }
    if near == at {
        suffix = han_suffix(lexed, at, suffix);
        if suffix.to > at {
            return Some(suffix);
        }
        if matches!(sign, '°' | '℃' | '′') {
            let to = at + 1 + usize::from(matches!(lexed.str(at + 1), "C" | "F"));
            return Some(Suffix { unit: Unit::Symbol, to, ..suffix });
        }
        if number::is_minus(lexed, at) && lexed.is(at + 1, Kind::Word) {
            let folds = lexed.str(at + 1) == "fold" && folds_data(lexed, at + 2);
            suffix.unit = unit::spaced(lexed.str(at + 1)).filter(|_| !folds).unwrap_or(Unit::None);
            if let Some(power) = number::scale_word(lexed.str(at + 1)) {
                suffix.scale = power;
                suffix.to = at + 2;
            }
        }
        return Some(suffix);
    }
    spaced_suffix(lexed, near, suffix)
}

/// Units behind a space give the kind and, scale words aside, no characters.
fn spaced_suffix(lexed: &Lexed, near: usize, mut suffix: Suffix) -> Option<Suffix> {
    let mut near = near;
    if let Some(power) = number::scale_word(lexed.str(near)) {
        suffix.scale = power;
        suffix.to = near + 1;
        near = lexed.skip_space(near + 1);
    }
    if lexed.str(near) == "times" && counts_occasions(lexed, near + 1) {
        suffix.unit = Unit::Count;
    } else if let Some(unit) = unit::spaced(lexed.str(near)) {
        let points = unit == Unit::Percent && matches!(lexed.str(lexed.skip_space(near + 1)), "point" | "points");
        suffix.unit = if points { Unit::Points } else { unit };
    } else if lexed.is(near, Kind::Word)
        // `w/o` begins the next row.
        && !(lexed.str(near) == "w" && lexed.is_sign(near + 1, '/'))
        && unit::latin(lexed.str(near)).is_some_and(|unit| unit == Latin::Unit(Unit::Symbol))
    {
        suffix.unit = Unit::Symbol;
    } else if lexed.is(near, Kind::Han) {
        suffix.unit = han_suffix(lexed, near, Suffix { to: near, ..Suffix::default() }).unit;
    }
    Some(suffix)
}

/// `crashed three times in` counts occasions, where `three times faster` compares.
pub(super) fn counts_occasions(lexed: &Lexed, at: usize) -> bool {
    let next = lexed.skip_space(at);
    lexed.tokens.len() == next
        || lexed.is(next, Kind::Sign) && matches!(lexed.char(next), '.' | ',' | ';' | ')')
        || matches!(
            lexed.str(next),
            "in" | "per" | "during" | "and" | "while" | "each" | "on" | "before" | "across" | "for"
        )
}

/// `5-fold cross-validation` counts parts of the data.
pub(super) fn folds_data(lexed: &Lexed, at: usize) -> bool {
    matches!(lexed.str(lexed.skip_space(at)), "cross" | "CV" | "Cross" | "validation" | "split")
}

/// A Chinese unit or measure word at token `at`, taken into the extent.
fn han_suffix(lexed: &Lexed, at: usize, mut suffix: Suffix) -> Suffix {
    let Some(token) = lexed.tokens.get(at).filter(|token| token.kind == Kind::Han) else { return suffix };
    let mut at = at;
    let mut rest = &lexed.text[token.start..];
    // 60多种
    let more =
        rest.strip_prefix(['多', '余']).filter(|rest| unit::measure(rest).is_some() || unit::han_unit(rest).is_some());
    if let Some(behind) = more {
        (at, rest) = (at + 1, behind);
    }
    let (unit, length) = match unit::han_unit(rest) {
        Some(found) => found,
        None => match unit::measure(rest) {
            Some(length) => (Unit::Count, length),
            None => return suffix,
        },
    };
    suffix.unit = unit;
    // 14 分 30 秒: minutes, where 14 分 alone is a score.
    let next = lexed.skip_space(at + 1);
    if rest.starts_with('分') && lexed.is(next, Kind::Digits) && lexed.char(lexed.skip_space(next + 1)) == '秒' {
        suffix.unit = unit::spaced("min").unwrap_or(unit);
    }
    // Units hold Han characters only, one token each.
    suffix.to = at + rest[..length].chars().count();
    suffix
}

/// Unit and extent of a Chinese unit or measure word at token `at`.
pub(super) fn han_unit_at(lexed: &Lexed, at: usize) -> Option<(Unit, usize)> {
    let suffix = han_suffix(lexed, at, Suffix { to: at, ..Suffix::default() });
    (suffix.to > at).then_some((suffix.unit, suffix.to))
}
