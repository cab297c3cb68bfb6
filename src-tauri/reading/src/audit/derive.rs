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
use super::{Derivation, Name, listing};
use crate::text::ByteSpan;

/// Numbers of a quote that are tried as operands.
const MAX_OPERANDS: usize = 48;

/// Numbers, tokens and names that are looked at for one quantity; keeps long texts linear.
const MAX_NUMBERS: usize = 512;
const MAX_NAMES: usize = 48;

/// How far apart two operands may stand, counted in numbers.
const MAX_APART: usize = 3;

pub(super) type Found = Option<(Derivation, Vec<ByteSpan>)>;

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
    let counted = listing::Counted { claim, numbers, number, chosen, names };
    let listed = listing::find(&counted, quote, &operands);
    listed.map(|items| listing::shown(quote, &items)).or_else(|| computed(claim, number, quote, &operands, &stated))
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
    /// A percentage of a whole.
    PartOf,
    /// A change as a fraction in words.
    PartLess,
}

const CHANGES: &[&str] = &[
    "提升", "提高", "增", "升", "涨", "高出", "高", "多", "领先", "下降", "降", "减", "低", "落后", "差", "超", "优于",
    "少", "省", "短", "缩", "节省", "丢弃", "滤", "剔除", "去除", "快", "慢", "改善", "回落", "延长", "缩短", "推迟",
    "提前", "相差", "净", "损失", "幅", "跌", "gain", "improv", "increas", "reduc", "drop", "decreas", "higher",
    "lower", "fewer", "less", "more", "gap",
];

const SHARES: &[&str] = &["原来", "仅为", "相当于", "only", "share"];

/// Words for what is left of a whole count.
const LEFT: &[&str] = &["其余", "剩余", "余下", "剩", "未", "没有", "另", "remain", "rest"];

const SUMS: &[&str] = &["共", "合计", "总", "累计", "之和", "加起来", "total", "sum", "combined", "altogether"];

const REMAINDERS: &[&str] =
    &["其余", "剩余", "余下", "剩下", "未", "没有", "不", "另", "失败", "错误", "remain", "rest", "fail", "without"];

fn computed(claim: &Lexed, number: &Number, quote: &Quote, operands: &[usize], stated: &[usize]) -> Found {
    if !matches!(number.shape, Shape::Cardinal | Shape::Fraction(..)) || number.value == Value::ZERO {
        return None;
    }
    let words = clause(claim, number);
    let number =
        &Number { rough: ["约", "近", "大约", "接近"].iter().any(|word| words.contains(word)), ..*number };
    let part = number.value.compare(Value::ONE) == Some(Ordering::Less);
    let says = |list: &[&str]| list.iter().any(|word| words.contains(word));
    let mut steps = Vec::new();
    match number.unit {
        Unit::Times => steps.push(Step::Ratio),
        Unit::None if part && (number.form == Form::Words || matches!(number.shape, Shape::Fraction(..))) => {
            // 减少三分之二, and 减少到三分之一.
            let remains =
                before_of(claim, number).is_some_and(|at| matches!(claim.char(at), '至' | '到' | '为' | '的'));
            steps.push(if says(CHANGES) && !says(SHARES) && !remains { Step::PartLess } else { Step::Share });
        }
        Unit::Percent => {
            let takes = words.contains('占') && !["占用", "占据", "占优"].iter().any(|word| words.contains(word));
            let bracketed = is_bracketed(claim, number);
            if bracketed || takes || says(SHARES) || is_share_of(claim, number, words) {
                steps.push(Step::Percent);
            }
            if says(CHANGES) {
                steps.extend([Step::Change, Step::Difference]);
            } else if bracketed {
                steps.push(Step::Change);
            }
        }
        _ if says(CHANGES) || number.decimals() == 0 && says(LEFT) => steps.push(Step::Difference),
        _ => {}
    }
    // 从 … 升至 …: the ends of a change are measured, not computed.
    let before = before_of(claim, number);
    // 降幅达 36%: the change itself.
    let of_change =
        before.is_some_and(|at| claim.char(at) == '达' && at > 0 && "幅升高低少加降快省".contains(claim.char(at - 1)));
    if !of_change && before.is_some_and(|at| matches!(claim.char(at), '从' | '由' | '至' | '到' | '达' | '于')) {
        steps.retain(|step| !matches!(step, Step::Difference | Step::Change));
    }
    if says(SUMS) {
        steps.push(Step::Sum);
    }
    if number.form == Form::Words && number.unit != Unit::Times {
        steps.retain(|step| *step != Step::Difference);
    }
    // A part of a stated whole: 85% of 2,750.
    if number.form == Form::Digits && matches!(number.unit, Unit::None | Unit::Count) && number.significant() >= 2 {
        steps.push(Step::PartOf);
    }
    for step in steps {
        if let Some(found) = pairs(number, quote, operands, stated, step) {
            return Some(found);
        }
    }
    if let Some(found) = over_several(number, quote, operands, stated, says(SUMS)) {
        return Some(found);
    }
    // A precise percentage meets its complement by chance in one quote of hundreds.
    let precise = number.significant() >= 2 && operands.len() <= 4;
    let remainder = number.unit == Unit::Percent && (says(REMAINDERS) || says(CHANGES) || precise);
    operands.iter().filter(|_| remainder).find_map(|&at| complement(number, quote, at))
}

/// The token before the number, space aside.
fn before_of(claim: &Lexed, number: &Number) -> Option<usize> {
    number.from.checked_sub(1).map(|at| if claim.is(at, Kind::Space) { at.saturating_sub(1) } else { at })
}

/// 约为 A 的 15%: the percentage is a part of what stands before it.
fn is_share_of(claim: &Lexed, number: &Number, clause: &str) -> bool {
    before_of(claim, number).is_some_and(|at| claim.char(at) == '的')
        && clause.contains(['为', '仅', '是', '到', '至', '用'])
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
    // 损失最大，为 6.3 分: a clause that only gives the number speaks of what stands before it.
    let short = |from: usize| number.from - from <= 3;
    while from > 0 && number.from - from < 40 && (!stop(from - 1) || short(from) && claim.char(from - 1) == '，') {
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
        .filter(|_| number.significant() >= 2 && step != Step::PartOf)
        .flat_map(|(at, &left)| operands[at + 1..].iter().take(MAX_APART).map(move |&right| (left, right)));
    let column = columns(quote, operands).into_iter().filter(|_| number.significant() >= 2 && step == Step::Difference);
    both.take(MAX_OPERANDS * MAX_OPERANDS).chain(near).chain(column).find_map(|(left, right)| {
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
            Arithmetic::PartOf => format!("{first} × {second}%"),
        };
        Some((Derivation(shown), vec![a.span, b.span]))
    })
}

/// Most numbers that one sum or product runs over.
const MAX_TERMS: usize = 6;

/// Tokens between two terms: they stand in one sentence, mostly.
const MAX_GAP: usize = 24;

/// A sum of three or more numbers where the claim speaks of a total, or a product of whole counts (4 models × 3 tasks × 5
/// seeds), of speedups where it speaks of a total. The terms follow each other in the quote.
fn over_several(number: &Number, quote: &Quote, operands: &[usize], stated: &[usize], total: bool) -> Found {
    let step = Value::power_of_ten(number.last_digit)?;
    let fits = |made: Option<Value>| made.is_some_and(|made| number.value.abs().rounds_from(made, step));
    let term =
        |at: usize| Some(&quote.numbers[at]).filter(|term| term.shape == Shape::Cardinal && !term.value.is_negative());
    let shown = |terms: &[usize], sign: &str| {
        let items: Vec<&str> = terms.iter().map(|&at| bare(quote, at)).collect();
        let spans = terms.iter().map(|&at| quote.numbers[at].span).collect();
        Some((Derivation(items.join(sign)), spans))
    };
    for list in [stated, operands] {
        for from in 0..list.len() {
            let Some(first) = term(list[from]) else { continue };
            let (mut sum, mut product, mut counts) =
                (Some(first.value), Some(first.value), is_factor(number, first, total));
            for to in from + 1..list.len().min(from + MAX_TERMS) {
                let Some(next) = term(list[to]) else { break };
                if next.from.saturating_sub(quote.numbers[list[to - 1]].to) > MAX_GAP {
                    break;
                }
                let terms = &list[from..=to];
                let alike = next.unit == first.unit && next.last_digit <= number.last_digit.max(first.last_digit);
                sum = sum.filter(|_| alike).and_then(|sum| sum.plus(next.value));
                counts &= is_factor(number, next, total);
                product = product.filter(|_| counts).and_then(|product| product.times(next.value));
                let like = number.unit == first.unit || number.unit == Unit::Count || number.unit == Unit::None;
                if total && terms.len() > 2 && like && number.significant() >= 2 && fits(sum) {
                    return shown(terms, " + ");
                }
                let exact = product == Some(number.value) || (total && number.decimals() > 0 && fits(product));
                if counts && number.significant() >= 2 && exact {
                    return shown(terms, " × ");
                }
            }
        }
    }
    None
}

/// Whether a number may be a factor of the product that the claim gives: counts of counts, speedups of speedups.
fn is_factor(product: &Number, factor: &Number, total: bool) -> bool {
    let more = factor.value.compare(Value::ONE) == Some(Ordering::Greater);
    let count = |number: &Number| {
        matches!(number.unit, Unit::None | Unit::Count) && number.decimals() == 0 && number.scale == 0
    };
    more && (count(product) && count(factor) || total && product.unit == Unit::Times && factor.unit == Unit::Times)
}

/// Pairs of cells that stand one below the other in a flattened table: as many cells behind the labels of two rows that
/// follow each other.
fn columns(quote: &Quote, operands: &[usize]) -> Vec<(usize, usize)> {
    let lexed = quote.lexed;
    let is_cell = |at: usize| {
        let from = quote.numbers[at].from;
        let before = from.checked_sub(1).map(|at| if lexed.is(at, Kind::Space) { at.saturating_sub(1) } else { at });
        before.is_some_and(|at| lexed.is_sign(at, '|'))
    };
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut end = None;
    for &at in operands.iter().filter(|&&at| is_cell(at)) {
        let number = &quote.numbers[at];
        // Between two cells of one row stands a bar and nothing else.
        let beside = end.is_some_and(|end| lexed.span(end, number.from).of(lexed.text).trim() == "|");
        match rows.last_mut().filter(|_| beside) {
            Some(row) => row.push(at),
            None => rows.push(vec![at]),
        }
        end = Some(number.to);
    }
    let mut pairs = Vec::new();
    for beside in rows.windows(2).filter(|beside| beside[0].len() == beside[1].len() && beside[0].len() > 1) {
        pairs.extend(beside[0].iter().copied().zip(beside[1].iter().copied()));
    }
    pairs
}

enum Arithmetic {
    Difference,
    Sum,
    Ratio,
    Share,
    Rise,
    Fall,
    PartOf,
}

fn apply(number: &Number, large: &Number, small: &Number, step: Step) -> Option<Arithmetic> {
    let cardinal = large.shape == Shape::Cardinal && small.shape == Shape::Cardinal;
    let alike = large.unit == small.unit || large.unit == Unit::None || small.unit == Unit::None;
    let alike = alike || step == Step::PartOf;
    // `three` beside 2.3 counts something else; and a count is no difference of measurements.
    let mixed = number.form == Form::Digits && (large.form != Form::Digits || small.form != Form::Digits);
    let whole = number.decimals() == 0 && number.scale == 0 && matches!(number.unit, Unit::Count | Unit::None);
    let measured = whole && (large.decimals() > 0 || small.decimals() > 0);
    let differs = matches!(step, Step::Difference | Step::Change | Step::Ratio | Step::Sum);
    if differs && (mixed && large.form != small.form || measured && matches!(step, Step::Difference | Step::Sum)) {
        return None;
    }
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
        Step::PartOf => {
            let percent = small.unit == Unit::Percent && matches!(large.unit, Unit::None | Unit::Count);
            let whole = percent && number.decimals() == 0 && large.decimals() == 0;
            let made = small.value.times(large.value)?.over(hundred);
            (whole && makes(made)).then_some(Arithmetic::PartOf)
        }
        Step::Ratio => makes(large.value.over(small.value)).then_some(Arithmetic::Ratio),
        Step::Share => {
            let share = small.value.over(large.value)?;
            // 约为原来的四分之一: words round to a tenth of themselves.
            let near =
                || Some(share.minus(target)?.abs().times(Value::whole(20))?.compare(target)? != Ordering::Greater);
            let rough = number.form == Form::Words && number.rough && near().unwrap_or(false);
            (share == target || rough).then_some(Arithmetic::Share)
        }
        // 减少近三分之二: by a part of what it was.
        Step::PartLess => {
            let less = large.value.minus(small.value)?.over(large.value)?;
            let near =
                || Some(less.minus(target)?.abs().times(Value::whole(20))?.compare(target)? != Ordering::Greater);
            (less == target || number.rough && near().unwrap_or(false)).then_some(Arithmetic::Fall)
        }
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
