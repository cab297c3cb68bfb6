//! Values written as digits, as Chinese numerals and as English number words, read from tokens.
//!
//! Everything here answers a value and where it ends; what the value counts is read in [`super::quantity`].

use super::lex::{Kind, Lexed};
use super::value::Value;

/// A literal in digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Literal {
    pub(super) value: Value,
    /// Power of ten of the last digit shown: −2 for `3.70`.
    pub(super) last_digit: i32,
    /// Token behind it.
    pub(super) to: usize,
}

/// Reads `1,234.50`, `.687`, `1e-4`, `1.2×10^{-3}`, `10²²`, `10^{22}` at token `at`.
pub(super) fn literal(lexed: &Lexed, at: usize) -> Option<Literal> {
    let plain = plain_literal(lexed, at)?;
    Some(exponent(lexed, at, plain).unwrap_or(plain))
}

fn plain_literal(lexed: &Lexed, at: usize) -> Option<Literal> {
    let mut to = at;
    if lexed.is(to, Kind::Digits) {
        to += 1;
        // A group of three behind a comma; `1,2` lists two numbers and `12,345,6` ends before the last comma.
        if lexed.str(at).len() <= 3 {
            while lexed.is_sign(to, ',') && lexed.is(to + 1, Kind::Digits) && lexed.str(to + 1).len() == 3 {
                to += 2;
            }
        }
    } else if !(lexed.is_sign(at, '.') && lexed.is(at + 1, Kind::Digits)) {
        return None;
    }
    if lexed.is_sign(to, '.') && lexed.is(to + 1, Kind::Digits) {
        to += 2;
    }
    let span = lexed.span(at, to);
    let (value, decimals) = Value::read(span.of(lexed.text))?;
    Some(Literal { value, last_digit: -decimals, to })
}

/// An exponent behind the literal, or behind the literal `10`.
fn exponent(lexed: &Lexed, at: usize, mantissa: Literal) -> Option<Literal> {
    let mut cursor = mantissa.to;
    if matches!(lexed.str(cursor), "e" | "E") && !lexed.is(cursor + 1, Kind::Space) {
        let (power, to) = signed_power(lexed, cursor + 1)?;
        return scaled(mantissa, power, to);
    }
    let ten = lexed.str(at) == "10" && mantissa.to == at + 1;
    if ten {
        let (power, to) = power(lexed, cursor).or_else(|| lowered_power(lexed, cursor))?;
        let one = Literal { value: Value::ONE, last_digit: 0, to };
        return scaled(one, power, to);
    }
    cursor = lexed.skip_space(cursor);
    if !(lexed.is_sign(cursor, '×') || lexed.is_sign(cursor, '·') || lexed.str(cursor) == "\\times") {
        return None;
    }
    cursor = lexed.skip_space(cursor + 1);
    if lexed.str(cursor) != "10" || lexed.tokens.get(cursor).is_some_and(|token| token.doubled) {
        return None;
    }
    let (power, to) = power(lexed, cursor + 1).or_else(|| lowered_power(lexed, cursor + 1))?;
    scaled(mantissa, power, to)
}

fn scaled(mantissa: Literal, power: i32, to: usize) -> Option<Literal> {
    let value = mantissa.value.times(Value::power_of_ten(power)?)?;
    Some(Literal { value, last_digit: mantissa.last_digit + power, to })
}

/// `^{-3}`, `^3`, `⁻³` behind a ten.
fn power(lexed: &Lexed, at: usize) -> Option<(i32, usize)> {
    if lexed.is_sign(at, '^') {
        if lexed.is_sign(at + 1, '{') {
            let (power, to) = signed_power(lexed, at + 2)?;
            return lexed.is_sign(to, '}').then_some((power, to + 1));
        }
        return signed_power(lexed, at + 1);
    }
    let negative = lexed.is_sign(at, '⁻');
    let digits = at + usize::from(negative);
    let mut power = 0_i32;
    for c in lexed.str(digits).chars() {
        power = power.checked_mul(10)?.checked_add(superscript(c)?)?;
    }
    (!lexed.str(digits).is_empty()).then_some((if negative { -power } else { power }, digits + 1))
}

fn superscript(c: char) -> Option<i32> {
    "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().zip(0..).find_map(|(sign, digit)| (sign == c).then_some(digit))
}

/// `10 − 3` where the superscript was lost, certain only when a TeX side with `10^` stands within a few tokens.
fn lowered_power(lexed: &Lexed, at: usize) -> Option<(i32, usize)> {
    let (power, to) = signed_power(lexed, lexed.skip_space(at))?;
    let reach = lexed.tokens.len().min(to + 12);
    let written = (to..reach).any(|at| lexed.str(at) == "10" && lexed.is_sign(at + 1, '^'));
    written.then_some((power, to))
}

fn signed_power(lexed: &Lexed, at: usize) -> Option<(i32, usize)> {
    let negative = is_minus(lexed, at);
    let digits = if negative { lexed.skip_space(at + 1) } else { at + usize::from(lexed.is_sign(at, '+')) };
    let power: i32 = if lexed.is(digits, Kind::Digits) { lexed.str(digits).parse().ok()? } else { return None };
    (power <= 99).then_some((if negative { -power } else { power }, digits + 1))
}

/// Whether the token is a hyphen or a minus sign.
pub(super) fn is_minus(lexed: &Lexed, at: usize) -> bool {
    lexed.is(at, Kind::Sign) && matches!(lexed.char(at), '-' | '−' | '﹣' | '－')
}

/// A Chinese numeral.
#[derive(Clone, Copy, Debug)]
pub(super) struct HanNumeral {
    pub(super) value: i64,
    /// Token behind it.
    pub(super) to: usize,
    /// Written with 十, 百, 千, 万 or 亿 only, without a digit: 百万.
    pub(super) bare_scale: bool,
}

/// Reads 七, 二十五, 一百零三, 七千四百四十亿, 两 at token `at`. `None` for 三四 (three or four), 二〇二六 (a year) and
/// numerals behind 几 or 数, which state no value.
pub(super) fn han_numeral(lexed: &Lexed, at: usize) -> Option<HanNumeral> {
    let (mut total, mut section, mut digit, mut any_digit) = (0_i64, 0_i64, None::<i64>, false);
    let mut to = at;
    let mut after_zero = false;
    while lexed.is(to, Kind::Han) {
        let c = lexed.char(to);
        if let Some(value) = han_digit(c) {
            if digit.is_some() || (after_zero && value == 0) {
                return None;
            }
            after_zero = value == 0;
            any_digit = true;
            if value > 0 {
                digit = Some(value);
            } else if to == at {
                return None;
            }
        } else if let Some(unit) = han_unit(c) {
            after_zero = false;
            if unit < 10_000 {
                section = section.checked_add(digit.take().unwrap_or(1).checked_mul(unit)?)?;
            } else {
                let group = section.checked_add(digit.take().unwrap_or(0))?;
                let base = if group == 0 && total == 0 { 1 } else { group };
                // 万亿: the scale multiplies all that stands before it.
                total = if group == 0 {
                    total.max(1).checked_mul(unit)?
                } else {
                    total.checked_add(base.checked_mul(unit)?)?
                };
                section = 0;
            }
        } else {
            break;
        }
        to += 1;
    }
    if to == at || after_zero {
        return None;
    }
    let value = total.checked_add(section)?.checked_add(digit.unwrap_or(0))?;
    Some(HanNumeral { value, to, bare_scale: !any_digit })
}

fn han_digit(c: char) -> Option<i64> {
    Some(match c {
        '零' | '〇' => 0,
        '一' => 1,
        '二' | '两' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    })
}

fn han_unit(c: char) -> Option<i64> {
    Some(match c {
        '十' => 10,
        '百' => 100,
        '千' => 1_000,
        '万' => 10_000,
        '亿' => 100_000_000,
        _ => return None,
    })
}

/// Scale characters behind a digit literal (`280 万`, `1.2 万亿`, `3 百万`): power of ten and the token behind.
pub(super) fn han_scale(lexed: &Lexed, at: usize) -> Option<(i32, usize)> {
    let (mut power, mut to) = (0, at);
    while let Some(step) = match lexed.char(to) {
        '百' => Some(2),
        '千' => Some(3),
        '万' => Some(4),
        '亿' => Some(8),
        _ => None,
    } {
        (power, to) = (power + step, to + 1);
        if power > 16 {
            return None;
        }
    }
    // 百 and 千 alone begin other words more often than they scale: 百分点, 千克, 千瓦.
    let lone = to == at + 1 && power < 4;
    let fraction = lexed.char(to) == '分' && lexed.char(to + 1) == '之';
    (to > at && !lone && !fraction).then_some((power, to))
}

/// An English number in words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    pub(super) value: Value,
    /// Token behind it.
    pub(super) to: usize,
    pub(super) ordinal: bool,
}

/// Reads `twenty-five`, `one hundred and three`, `two thirds`, `third` at token `at`.
pub(super) fn english_words(lexed: &Lexed, at: usize) -> Option<Words> {
    let first = small(lexed.str(at))?;
    if first.ordinal {
        return Some(Words { value: Value::whole(first.value), to: at + 1, ordinal: true });
    }
    let (mut total, mut group, mut to, mut last) = (0_i64, first.value, at + 1, first.value);
    while let Some(next) = joined(lexed, to) {
        if let Some(scale) = scale_word(lexed.str(next)) {
            if scale == 2 {
                group = group.checked_mul(100)?;
            } else {
                total = total.checked_add(group.checked_mul(10_i64.checked_pow(scale.unsigned_abs())?)?)?;
                group = 0;
            }
            (to, last) = (next + 1, 100);
            continue;
        }
        let next = if lexed.str(next) == "and" && last == 100 { joined(lexed, next + 1) } else { Some(next) };
        let Some(next) = next else { break };
        let Some(word) = small(lexed.str(next)) else { break };
        let fits = (last >= 100 && word.value < 100) || ((20..100).contains(&last) && word.value < 10);
        if word.ordinal {
            // `two thirds`, `one-third`: a fraction. `twenty-first`: an ordinal.
            if fits && word.value < 10 && last >= 20 {
                return Some(Words { value: Value::whole(total + group + word.value), to: next + 1, ordinal: true });
            }
            break;
        }
        if !fits {
            break;
        }
        group = group.checked_add(word.value)?;
        (to, last) = (next + 1, word.value);
    }
    let whole = total.checked_add(group)?;
    if let Some(next) = joined(lexed, to)
        && let Some(parts) = fraction_word(lexed.str(next))
        && whole < parts
    {
        return Some(Words { value: Value::ratio(whole.into(), parts.into())?, to: next + 1, ordinal: false });
    }
    Some(Words { value: Value::whole(whole), to, ordinal: false })
}

/// The word behind one space or hyphen.
fn joined(lexed: &Lexed, at: usize) -> Option<usize> {
    let gap = lexed.is(at, Kind::Space) || lexed.is_sign(at, '-');
    (gap && lexed.is(at + 1, Kind::Word)).then_some(at + 1)
}

struct Small {
    value: i64,
    ordinal: bool,
}

const CARDINALS: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const ORDINALS: [&str; 12] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
];

fn small(word: &str) -> Option<Small> {
    if word.len() < 3 || word.len() > 9 || !word.is_ascii() {
        return None;
    }
    let place = |list: &[&str]| list.iter().position(|known| known.eq_ignore_ascii_case(word));
    let number = |place: usize| i64::try_from(place).unwrap_or(0);
    if let Some(at) = place(&CARDINALS) {
        return Some(Small { value: number(at), ordinal: false });
    }
    if let Some(at) = place(&TENS) {
        return Some(Small { value: number(at + 2) * 10, ordinal: false });
    }
    if word.eq_ignore_ascii_case("dozen") {
        return Some(Small { value: 12, ordinal: false });
    }
    place(&ORDINALS).map(|at| Small { value: number(at + 1), ordinal: true })
}

/// Parts of a whole that the word names: 3 for `thirds`.
pub(super) fn fraction_word(word: &str) -> Option<i64> {
    Some(match word.to_ascii_lowercase().as_str() {
        "half" | "halves" => 2,
        "third" | "thirds" => 3,
        "quarter" | "quarters" | "fourth" | "fourths" => 4,
        "fifth" | "fifths" => 5,
        "sixth" | "sixths" => 6,
        "seventh" | "sevenths" => 7,
        "eighth" | "eighths" => 8,
        "ninth" | "ninths" => 9,
        "tenth" | "tenths" => 10,
        "twelfth" | "twelfths" => 12,
        "sixteenth" | "sixteenths" => 16,
        "twentieth" | "twentieths" => 20,
        "hundredth" | "hundredths" => 100,
        _ => return None,
    })
}

/// Power of ten of an English scale word.
pub(super) fn scale_word(word: &str) -> Option<i32> {
    const SCALES: [(&str, i32); 6] =
        [("hundred", 2), ("thousand", 3), ("million", 6), ("billion", 9), ("trillion", 12), ("bn", 9)];
    SCALES.iter().find_map(|(name, power)| {
        let plural = word.len() == name.len() + 1 && word.ends_with('s');
        let stem = if plural { &word[..name.len()] } else { word };
        stem.eq_ignore_ascii_case(name).then_some(*power)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digit_literals_are_read_with_separators_and_exponents() {
        for (text, numerator, denominator, last_digit) in [
            ("1,234.50", 12345, 10, -2),
            ("1,2", 1, 1, 0),
            (".687", 687, 1000, -3),
            ("1e-4", 1, 10_000, -4),
            ("1.2×10^{-3} eV", 12, 10_000, -4),
            ("1.2 × 10⁻³", 12, 10_000, -4),
            ("10^{3}", 1000, 1, 3),
            ("10⁶", 1_000_000, 1, 6),
            ("3 × 10 4 3\\times 10^{4}", 30_000, 1, 4),
            ("3 × 10 4", 3, 1, 0),
        ] {
            let read = literal(&Lexed::of(text), 0).unwrap();
            assert_eq!(read.value, Value::ratio(numerator, denominator).unwrap(), "{text}");
            assert_eq!(read.last_digit, last_digit, "{text}");
        }
    }

    #[test]
    fn chinese_numerals_are_read_and_vague_ones_refused() {
        for (text, expected) in [
            ("七种", Some(7)),
            ("十二个", Some(12)),
            ("二十五", Some(25)),
            ("一百零三", Some(103)),
            ("七千四百四十亿", Some(744_000_000_000)),
            ("百万级", Some(1_000_000)),
            ("两万亿", Some(2_000_000_000_000)),
            ("三亿五千万", Some(350_000_000)),
            ("三四个", None),
            ("零样本", None),
            ("二〇二六", None),
        ] {
            assert_eq!(han_numeral(&Lexed::of(text), 0).map(|read| read.value), expected, "{text}");
        }
    }

    #[test]
    fn english_words_are_read() {
        for (text, numerator, denominator) in [
            ("seven", 7, 1),
            ("twenty-five", 25, 1),
            ("one hundred and three", 103, 1),
            ("two million", 2_000_000, 1),
            ("two thirds of", 2, 3),
            ("one-third", 1, 3),
            ("twenty five", 25, 1),
            ("two three", 2, 1),
            ("five and six", 5, 1),
        ] {
            let read = english_words(&Lexed::of(text), 0).unwrap();
            assert_eq!(read.value, Value::ratio(numerator, denominator).unwrap(), "{text}");
        }
    }
}
