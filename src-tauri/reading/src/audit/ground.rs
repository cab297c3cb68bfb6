//! Claim × quote: which number of the quote, if any, each quantity of the claim stands on.
//!
//! First every pair of numbers is compared by value ([`relation`]); then, because the same value often stands several
//! times in a quote, one occurrence is chosen for each quantity so that the whole reads like the claim: units, words
//! and names around a number agree, and neighbours in the claim stay neighbours in the quote.

use std::cmp::Ordering;

use super::lex::{Kind, Lexed};
use super::lexicon;
use super::quantity::{Form, Number, Shape};
use super::unit::Unit;
use super::value::Value;
use super::{Name, Quantity, Status, derive, hint};
use crate::text::ByteSpan;

/// Comparisons of one finding; keeps a page of digits against a page of digits linear.
const MAX_PAIRS: usize = 400_000;

/// Occurrences that one quantity may choose from.
const MAX_CANDIDATES: usize = 16;

/// The quote as grounding needs it.
#[derive(Debug)]
pub(super) struct Quote<'a> {
    pub(super) lexed: &'a Lexed<'a>,
    pub(super) numbers: Vec<Number>,
    /// For each number: it stands inside a name.
    pub(super) named: Vec<bool>,
    /// For each number: it may be a value that only stands behind a name, as in `Alpha 4.6 for speed`.
    pub(super) spaced: Vec<bool>,
}

impl<'a> Quote<'a> {
    /// Marks numbers that stand inside names: of the quote itself (`masked`) or of the claim (`names`).
    pub(super) fn of(lexed: &'a Lexed<'a>, numbers: &[Number], masked: &[ByteSpan], names: &[ByteSpan]) -> Self {
        let inside = |spans: &[ByteSpan], span: ByteSpan| {
            let behind = spans.partition_point(|other| other.start <= span.start);
            spans[..behind].iter().rev().take(4).any(|other| other.end > span.start)
        };
        let spaced = |number: &Number| {
            let gap = number.from.checked_sub(1).is_some_and(|before| lexed.is(before, Kind::Space));
            gap && number.decimals() > 0 && number.form == Form::Digits && !inside(names, number.span)
        };
        let spaced = numbers.iter().map(spaced).collect();
        let named = numbers.iter().map(|number| inside(masked, number.span) || inside(names, number.span)).collect();
        Self { lexed, numbers: numbers.to_vec(), named, spaced }
    }
}

/// A number of the quote that has the value of a quantity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Index in [`Quote::numbers`].
    pub(super) number: usize,
    pub(super) status: Status,
    score: i32,
}

/// Grounds the numbers of a claim.
pub(super) fn ground(claim: &Lexed, numbers: &[Number], quote: &Quote, names: &[Name]) -> Vec<Quantity> {
    let reach = (MAX_PAIRS / numbers.len().max(1)).max(8);
    let mut candidates: Vec<Vec<Candidate>> =
        numbers.iter().map(|number| candidates(claim, number, quote, names, reach)).collect();
    drop_restated(claim, numbers, quote, &mut candidates);
    let chosen = choose(&candidates, quote);
    let mut quantities = Vec::with_capacity(numbers.len());
    for (at, number) in numbers.iter().enumerate() {
        let quantity = match chosen[at] {
            Some(candidate) => Quantity {
                span: number.span,
                status: candidate.status,
                evidence: vec![quote.numbers[candidate.number].span],
                derivation: None,
                hint: hint::hint(claim, numbers, at, quote, &chosen, names),
            },
            None if number.tentative => continue,
            None => match derive::derive(claim, numbers, at, quote, &chosen, names) {
                Some((derivation, evidence)) => Quantity {
                    span: number.span,
                    status: Status::Derived,
                    evidence,
                    derivation: Some(derivation),
                    hint: None,
                },
                None => Quantity {
                    span: number.span,
                    status: Status::Absent,
                    evidence: Vec::new(),
                    derivation: None,
                    hint: None,
                },
            },
        };
        quantities.push(quantity);
    }
    quantities
}

/// 94.8%，接近 95%: what the claim gives in full elsewhere is not what it rounds here, unless it says so.
fn drop_restated(claim: &Lexed, numbers: &[Number], quote: &Quote, candidates: &mut [Vec<Candidate>]) {
    let mut full = vec![None; quote.numbers.len()];
    for (number, list) in numbers.iter().zip(candidates.iter()) {
        for candidate in list.iter().filter(|candidate| candidate.status == Status::Exact) {
            full[candidate.number] = Some(number.value);
        }
    }
    for (number, list) in numbers.iter().zip(candidates.iter_mut()) {
        if number.form != Form::Digits || is_approximate(claim, number) {
            continue;
        }
        list.retain(|candidate| {
            let other = &quote.numbers[candidate.number];
            let rounded =
                candidate.status == Status::Normalized && other.form == Form::Digits && other.unit == number.unit;
            let restated = full[candidate.number].is_some_and(|value| value != number.value);
            !(rounded && restated && other.shape == number.shape && other.value != number.value)
        });
    }
}

fn candidates(claim: &Lexed, number: &Number, quote: &Quote, names: &[Name], reach: usize) -> Vec<Candidate> {
    let approximate = is_approximate(claim, number);
    let more = with_the_first(claim, number);
    let mut found = Vec::new();
    for (at, other) in quote.numbers.iter().enumerate().take(reach) {
        if other.doubled || other.label {
            continue;
        }
        // The size of a model stands in its name and nowhere else; any other digits of a name measure nothing.
        let sized = number.scale >= 6 && other.scale == number.scale && number.form == Form::Digits;
        let behind_name = quote.spaced[at] && number.written == other.written;
        if quote.named[at] && !sized && !behind_name {
            continue;
        }
        if number.form == Form::Words && other.form == Form::Digits && in_tuple(quote.lexed, other) {
            continue;
        }
        let found_relation = relation(number, other, approximate)
            .or_else(|| more.as_ref().and_then(|more| relation(more, other, false)));
        let Some((status, score)) = found_relation else { continue };
        let score = if quote.named[at] { score - 60 } else { score };
        found.push(Candidate { number: at, status, score });
    }
    // Where nothing is to be chosen the words around tell nothing.
    if found.len() > 1 {
        let context = Context::of(claim, number, names);
        for candidate in &mut found {
            candidate.score += context.score(claim, number, quote, &quote.numbers[candidate.number]);
        }
    }
    if found.len() > MAX_CANDIDATES {
        found.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        found.truncate(MAX_CANDIDATES);
        found.sort_by_key(|candidate| candidate.number);
    }
    found
}

/// `( 0.5 , 2 )`: a coordinate counts nothing.
fn in_tuple(lexed: &Lexed, number: &Number) -> bool {
    let behind = lexed.skip_space(number.to);
    let before = number.from.checked_sub(1).map(|at| if lexed.is(at, Kind::Space) { at.saturating_sub(1) } else { at });
    let before = before.map_or('\0', |at| lexed.char(at));
    (lexed.is_sign(behind, ')') && before == ',') || (lexed.is_sign(behind, ',') && before == '(')
}

/// How a number of the quote holds a quantity by value, with a score for how plainly it does.
pub(super) fn relation(claim: &Number, quote: &Number, approximate: bool) -> Option<(Status, i32)> {
    match (claim.shape, quote.shape) {
        (Shape::Pair(a, b), Shape::Pair(c, d)) => (a == c && b == d).then_some((Status::Exact, 100)),
        (Shape::Fraction(a, b), Shape::Fraction(c, d)) if a == c && b == d => {
            let digits = claim.form == Form::Digits && quote.form == Form::Digits;
            Some(if digits { (Status::Exact, 120) } else { (Status::Normalized, 120) })
        }
        (Shape::Fraction(..), Shape::Cardinal)
            if quote.unit == Unit::Percent || quote.value.compare(Value::ONE)? != Ordering::Greater =>
        {
            proportion(claim, quote)
        }
        (Shape::Fraction(..), Shape::Cardinal) => reciprocal(claim, quote),
        (Shape::Cardinal, Shape::Fraction(..)) => proportion(claim, quote),
        (Shape::Ordinal, Shape::Ordinal) if claim.value == quote.value => {
            let digits = claim.form == Form::Digits && quote.form == Form::Digits;
            Some((if digits { Status::Exact } else { Status::Normalized }, 90))
        }
        (Shape::Cardinal, Shape::Ordinal) => {
            let digits = claim.form == Form::Digits && quote.form == Form::Digits && claim.value == quote.value;
            digits.then_some((Status::Exact, 40))
        }
        (Shape::Both, Shape::Both) => Some((Status::Normalized, 90)),
        (Shape::Cardinal, Shape::Both) => {
            let pair = claim.value == Value::whole(2) && matches!(claim.unit, Unit::Count | Unit::None);
            pair.then_some((Status::Normalized, 55))
        }
        (Shape::Both, Shape::Cardinal) => {
            let pair = quote.value == Value::whole(2) && quote.unit == Unit::None;
            pair.then_some((Status::Normalized, 55))
        }
        (Shape::Cardinal, Shape::Cardinal) => cardinal(claim, quote, approximate),
        _ => None,
    }
}

fn cardinal(claim: &Number, quote: &Number, approximate: bool) -> Option<(Status, i32)> {
    let agreement = claim.unit.agreement(quote.unit);
    if (claim.unit == Unit::Magnitude) != (quote.unit == Unit::Magnitude) {
        return None;
    }
    if let (Unit::Time(left), Unit::Time(right)) = (claim.unit, quote.unit)
        && left != right
        && left > 0
        && right > 0
    {
        return same_time(claim, left, quote, right);
    }
    let digits = claim.form == Form::Digits && quote.form == Form::Digits;
    if let Some(found) = reciprocal(claim, quote) {
        return Some(found);
    }
    // A short number with another unit is another number: 5% and 5 hours.
    if agreement < 0 && (claim.significant() <= 2 || !digits) {
        return proportion(claim, quote);
    }
    let counted =
        |number: &Number| number.unit == Unit::Count || number.unit == Unit::None && number.form == Form::Words;
    let measured = |unit: Unit| matches!(unit, Unit::Percent | Unit::Points | Unit::Times | Unit::Money);
    if !digits && (counted(claim) && measured(quote.unit) || counted(quote) && claim.unit == Unit::Percent) {
        return proportion(claim, quote);
    }
    if claim.signed && quote.signed && claim.value.is_negative() != quote.value.is_negative() {
        return None;
    }
    let signs = if claim.signed == quote.signed { 0 } else { -6 };
    if digits && claim.written.abs() == quote.written.abs() && scales_agree(claim, quote) {
        let same_scale = if claim.scale == quote.scale { 0 } else { -10 };
        return Some((Status::Exact, 100 + agreement * 12 + signs + same_scale));
    }
    if claim.value.abs() == quote.value.abs() {
        return Some((Status::Normalized, 80 + agreement * 12 + signs));
    }
    let rough = approximate && claim.unit == quote.unit;
    // 16 beside 15.6%: a bare whole number rounds nothing unless it says so or has the same unit.
    let whole = claim.decimals() == 0 && claim.scale == 0 && quote.decimals() > 0;
    let whole = whole && !rough && (claim.unit != quote.unit || claim.unit == Unit::None);
    if digits && agreement >= 0 && !whole && (claim.significant() >= 2 || rough) && rounds(claim, quote) {
        return Some((Status::Normalized, 60 + agreement * 12 + signs));
    }
    proportion(claim, quote).or_else(|| bare_percent(claim, quote))
}

/// 十分之一 beside `ten times fewer`, and `10x` beside `one tenth`.
fn reciprocal(claim: &Number, quote: &Number) -> Option<(Status, i32)> {
    let share = |number: &Number| {
        number.unit == Unit::None
            && (number.form == Form::Words || matches!(number.shape, Shape::Fraction(..)))
            && number.value.compare(Value::ONE) == Some(Ordering::Less)
    };
    let paired = share(claim) && quote.unit == Unit::Times || claim.unit == Unit::Times && share(quote);
    (paired && claim.value.times(quote.value)? == Value::ONE).then_some((Status::Normalized, 60))
}

/// 增长两倍 is threefold: `number` with one more, where the words before it say that so much was added.
fn with_the_first(claim: &Lexed, number: &Number) -> Option<Number> {
    let before = number.from.checked_sub(2).map(|from| claim.span(from, number.from).of(claim.text))?;
    let added = number.unit == Unit::Times
        && number.form == Form::Words
        && ["增长", "增加", "扩大", "提高", "提升", "多了", "长了", "加了", "大了"]
            .iter()
            .any(|word| before.trim() == *word);
    let value = number.value.plus(Value::ONE).filter(|_| added)?;
    Some(Number { value, written: value, ..*number })
}

/// A scale may be left out on one side (`27M` beside a bare table cell), 万 and 亿 may not: no English cell leaves them out.
fn scales_agree(claim: &Number, quote: &Number) -> bool {
    claim.scale == quote.scale
        || (claim.scale == 0 && quote.scale % 3 == 0)
        || (quote.scale == 0 && claim.scale % 3 == 0)
}

fn rounds(claim: &Number, quote: &Number) -> bool {
    let step = |power: i32| Value::power_of_ten(power);
    let by_value = || {
        let finer = quote.last_digit < claim.last_digit;
        Some(finer && claim.value.abs().rounds_from(quote.value.abs(), step(claim.last_digit)?))
    };
    let as_written = || {
        let one_bare =
            claim.significant() >= 2 && (claim.scale == 0) != (quote.scale == 0) && scales_agree(claim, quote);
        let finer = quote.last_digit - quote.scale < claim.last_digit - claim.scale;
        Some(
            one_bare
                && finer
                && claim.written.abs().rounds_from(quote.written.abs(), step(claim.last_digit - claim.scale)?),
        )
    };
    by_value().unwrap_or(false) || as_written().unwrap_or(false)
}

/// 240 minutes for 4 小时.
fn same_time(claim: &Number, left: u64, quote: &Number, right: u64) -> Option<(Status, i32)> {
    let length = |number: &Number, unit: u64| number.value.times(Value::whole(i64::try_from(unit).ok()?));
    (length(claim, left)? == length(quote, right)?).then_some((Status::Normalized, 70))
}

/// A share written as a percentage on one side and as a fraction on the other.
fn proportion(claim: &Number, quote: &Number) -> Option<(Status, i32)> {
    let hundred = Value::whole(100);
    let is_share = |number: &Number| match number.shape {
        Shape::Fraction(..) => true,
        Shape::Cardinal => {
            matches!(number.unit, Unit::None)
                && number.value.compare(Value::ONE) == Some(Ordering::Less)
                && number.value != Value::ZERO
        }
        _ => false,
    };
    let (percent, share) = match (claim.unit, quote.unit) {
        (Unit::Percent, _) if is_share(quote) => (claim, quote),
        (_, Unit::Percent) if is_share(claim) => (quote, claim),
        _ if is_share(claim) && is_share(quote) && claim.value == quote.value => return Some((Status::Normalized, 70)),
        _ => return None,
    };
    let exact = share.value.times(hundred)?;
    let step = Value::power_of_ten(percent.last_digit)?;
    let equal = percent.value == exact;
    let rounded = percent.significant() >= 2 && percent.value.rounds_from(exact, step);
    (equal || rounded).then_some((Status::Normalized, 65))
}

/// 0.812 beside 81.2: a score given as a share on one side and in hundredths on the other.
fn bare_percent(claim: &Number, quote: &Number) -> Option<(Status, i32)> {
    let (share, hundredths) = match claim.value.abs().compare(quote.value.abs())? {
        Ordering::Less => (claim, quote),
        _ => (quote, claim),
    };
    let bare = claim.unit == Unit::None && quote.unit == Unit::None && claim.scale == 0 && quote.scale == 0;
    let precise = share.decimals() >= 3 && hundredths.decimals() >= 1;
    let equal = share.value.times(Value::whole(100))? == hundredths.value;
    (bare && precise && equal).then_some((Status::Normalized, 50))
}

/// 约, 近, about, ~ before the number.
fn is_approximate(claim: &Lexed, number: &Number) -> bool {
    let mut at = number.from;
    for _ in 0..3 {
        let Some(before) = at.checked_sub(1) else { return false };
        at = before;
        if claim.is(at, Kind::Space) {
            continue;
        }
        if "约近逾超过多达∼~≈".contains(claim.char(at))
            || matches!(claim.str(at), "about" | "approximately" | "roughly" | "nearly" | "over")
        {
            return true;
        }
        if !claim.is(at, Kind::Han) {
            return false;
        }
    }
    false
}

/// What stands around a quantity of the claim.
struct Context {
    /// Stems of English words that translate the Chinese words near it.
    stems: Vec<&'static str>,
    /// Where the quote writes the names that the quantity may belong to: the last ones before it.
    owners: Vec<ByteSpan>,
}

impl Context {
    fn of(claim: &Lexed, number: &Number, names: &[Name]) -> Self {
        let mut stems = Vec::new();
        let (from, to) = (clause_start(claim, number.from, 14), clause_end(claim, number.to, 10));
        let near = claim.span(from, to).of(claim.text);
        for (chinese, english) in lexicon::TRANSLATIONS {
            if near.contains(chinese) {
                stems.extend_from_slice(english);
            }
        }
        let behind = names.partition_point(|name| name.span.start < number.span.start);
        let owners = names[..behind].iter().rev().filter_map(|name| name.in_quote).take(2).collect();
        Self { stems, owners }
    }

    fn score(&self, claim: &Lexed, number: &Number, quote: &Quote, other: &Number) -> i32 {
        let lexed = quote.lexed;
        let mut score = 0;
        if let (Some(left), Some(right)) = (claim.word_before(number.from), lexed.word_before(other.from))
            && claim.str(left).eq_ignore_ascii_case(lexed.str(right))
        {
            score += 30;
        }
        if let (Some(left), Some(right)) = (word_behind(claim, number.to), word_behind(lexed, other.to))
            && claim.str(left).eq_ignore_ascii_case(lexed.str(right))
        {
            score += 30;
        }
        let (from, to) = (clause_start(lexed, other.from, 14), clause_end(lexed, other.to, 12));
        let mut agreeing = 0;
        for at in (from..to).filter(|&at| lexed.is(at, Kind::Word)) {
            let word = lexed.str(at);
            agreeing += i32::from(self.stems.iter().any(|stem| starts_with_ignoring_case(word, stem)));
        }
        score += 5 * agreeing.min(3);
        for owner in &self.owners {
            let behind = other.span.start.checked_sub(owner.end);
            score += match behind {
                Some(distance) if distance < 120 => 12 - i32::try_from(distance / 10).unwrap_or(12),
                _ => 0,
            };
        }
        score
    }
}

fn starts_with_ignoring_case(word: &str, stem: &str) -> bool {
    word.get(..stem.len()).is_some_and(|head| head.eq_ignore_ascii_case(stem))
}

fn is_break(lexed: &Lexed, at: usize) -> bool {
    lexed.is(at, Kind::Sign) && matches!(lexed.char(at), '，' | ',' | '；' | ';' | '。' | '、' | '|' | '：')
}

fn clause_start(lexed: &Lexed, at: usize, reach: usize) -> usize {
    let mut from = at;
    while from > 0 && at - from < reach && !is_break(lexed, from - 1) {
        from -= 1;
    }
    from
}

fn clause_end(lexed: &Lexed, at: usize, reach: usize) -> usize {
    let mut to = at;
    while to < lexed.tokens.len() && to - at < reach && !is_break(lexed, to) {
        to += 1;
    }
    to
}

fn word_behind(lexed: &Lexed, at: usize) -> Option<usize> {
    let at = if lexed.is(at, Kind::Space) || lexed.is_sign(at, '-') { at + 1 } else { at };
    lexed.is(at, Kind::Word).then_some(at)
}

/// Chooses one candidate for each quantity: the path with the best sum of scores and of closeness between neighbours.
fn choose(candidates: &[Vec<Candidate>], quote: &Quote) -> Vec<Option<Candidate>> {
    let mut chosen = vec![None; candidates.len()];
    let layers: Vec<usize> = (0..candidates.len()).filter(|&at| !candidates[at].is_empty()).collect();
    let mut best: Vec<Vec<(i32, usize)>> = Vec::with_capacity(layers.len());
    for (layer, &at) in layers.iter().enumerate() {
        let row = candidates[at].iter().map(|candidate| {
            let Some(before) = layer.checked_sub(1) else { return (candidate.score, 0) };
            let reach = candidates[layers[before]].iter().zip(&best[before]).enumerate();
            let ways = reach
                .map(|(from, (previous, (sum, _)))| (sum + closeness(quote, previous.number, candidate.number), from));
            let (sum, from) = ways.max_by_key(|(sum, from)| (*sum, std::cmp::Reverse(*from))).unwrap_or((0, 0));
            (sum + candidate.score, from)
        });
        let row: Vec<(i32, usize)> = row.collect();
        best.push(row);
    }
    let Some(last) = best.last() else { return chosen };
    let mut at =
        last.iter().enumerate().max_by_key(|(at, (sum, _))| (*sum, std::cmp::Reverse(*at))).map_or(0, |(at, _)| at);
    for (layer, &quantity) in layers.iter().enumerate().rev() {
        chosen[quantity] = candidates[quantity].get(at).copied();
        at = best[layer].get(at).map_or(0, |(_, from)| *from);
    }
    chosen
}

/// Neighbours in the claim are neighbours in the quote, mostly in the same order.
fn closeness(quote: &Quote, before: usize, number: usize) -> i32 {
    if before == number {
        return -25;
    }
    let (left, right) = (&quote.numbers[before], &quote.numbers[number]);
    let gap = |from: usize, to: usize| i32::try_from(from.saturating_sub(to).min(60)).unwrap_or(60) / 2;
    if number > before { -gap(right.from, left.to) } else { -6 - gap(left.from, right.to) }
}
