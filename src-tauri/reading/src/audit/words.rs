//! Numbers in words: Chinese counting words with their measure words, English number words, and what only looks like one.

use super::lex::{Kind, Lexed};
use super::number;
use super::quantity::{Form, Number, Shape, Side, counts_occasions, folds_data, han_unit_at};
use super::unit::{self, Unit};
use super::value::Value;

fn words(lexed: &Lexed, from: usize, to: usize, value: Value, unit: Unit, shape: Shape) -> Number {
    Number {
        span: lexed.span(from, to),
        from,
        to,
        value,
        written: value,
        last_digit: 0,
        scale: 0,
        form: Form::Words,
        shape,
        unit,
        signed: false,
        label: false,
        doubled: false,
        tentative: false,
        rough: false,
    }
}

fn plain(lexed: &Lexed, from: usize, to: usize, value: i64, unit: Unit) -> Number {
    words(lexed, from, to, Value::whole(value), unit, Shape::Cardinal)
}

/// Reads a Chinese number at the Han character `at`.
pub(super) fn han(lexed: &Lexed, at: usize, side: Side) -> Option<Number> {
    let rest = &lexed.text[lexed.tokens[at].start..];
    match lexed.char(at) {
        '第' => ordinal(lexed, at, side),
        '翻' if rest.starts_with("翻倍") || rest.starts_with("翻番") => {
            Some(plain(lexed, at, at + 2, 2, Unit::Times))
        }
        '减' if rest.starts_with("减半") => Some(words(lexed, at, at + 2, half(), Unit::None, Shape::Cardinal)),
        '半' if rest.starts_with("半数") => Some(words(lexed, at, at + 2, half(), Unit::None, Shape::Cardinal)),
        '一' if rest.starts_with("一半") => Some(words(lexed, at, at + 2, half(), Unit::None, Shape::Cardinal)),
        '双' => {
            let noun = lexed.is(at + 1, Kind::Han) && !starts_any(&rest['双'.len_utf8()..], &["方", "重", "边", "侧"]);
            let number = plain(lexed, at, at + 1, 2, Unit::Count);
            (noun && !behind_any(lexed, at, "无一")).then_some(Number { tentative: true, ..number })
        }
        _ => numeral(lexed, at, rest, side),
    }
}

fn half() -> Value {
    Value::ratio(1, 2).unwrap_or(Value::ONE)
}

fn starts_any(rest: &str, list: &[&str]) -> bool {
    list.iter().any(|word| rest.starts_with(word))
}

/// Whether the token right before is one of the characters.
fn behind_any(lexed: &Lexed, at: usize, characters: &str) -> bool {
    lexed.before(at).is_some_and(|token| token.kind == Kind::Han && characters.contains(token.first))
}

/// 第三 as a rank. In a claim only behind a verb of ranking or before 名 and 位: elsewhere it enumerates.
fn ordinal(lexed: &Lexed, at: usize, side: Side) -> Option<Number> {
    let numeral = number::han_numeral(lexed, at + 1)?;
    let (mut to, mut ranks) = (numeral.to, side == Side::Quote);
    if matches!(lexed.char(to), '名' | '位') && lexed.char(to + 1) != '于' {
        (to, ranks) = (to + 1, true);
    }
    let window = at.saturating_sub(4);
    ranks |= (window..at).any(|near| lexed.is(near, Kind::Han) && "排列居获夺取均皆都".contains(lexed.char(near)))
        || behind_any(lexed, at, "进入前得为");
    // 降为第一阶段的一成: one of several in order.
    let behind = lexed.tokens.get(to).map_or("", |token| &lexed.text[token.start..]);
    ranks &=
        side == Side::Quote || !starts_any(behind, &["阶段", "步", "轮", "层", "个", "种", "类", "部分", "作者", "次"]);
    ranks.then(|| words(lexed, at, to, Value::whole(numeral.value), Unit::None, Shape::Ordinal))
}

/// Fixed words that begin with a numeral and count nothing.
const FIXED: &[&str] = &[
    "两两",
    "两者",
    "二者",
    "三者",
    "四者",
    "两端",
    "两侧",
    "两边",
    "两极",
    "二元",
    "三元",
    "四元",
    "二维",
    "三维",
    "四维",
    "二值",
    "二分",
    "三角",
    "四面",
    "四周",
    "四肢",
    "四足",
    "四处",
    "五官",
    "九州",
    "十分",
    "十足",
    "十字",
    "百科",
    "百般",
    "百度",
    "千万别",
    "千问",
    "万一",
    "万能",
    "万象",
    "万物",
    "万用",
    "三明治",
    "三甲",
    "二进制",
    "十进制",
    "二手",
    "二次",
    "一二",
    "三番",
    "七夕",
    "八卦",
    "五金",
    "六边形",
    "六面体",
    "三元组",
    "四元数",
    "四舍五入",
    "百日",
    "千帆",
    "千里",
    "千卡",
    "两难",
    "两可",
    "二阶",
    "一阶",
    "三阶",
    "四边形",
    "三极管",
    "二极管",
    "二氧化",
    "三氧化",
    "二叉",
    "二甲",
    "三甲",
    "一线",
    "二线",
    "三线",
    "五笔",
];

fn numeral(lexed: &Lexed, at: usize, rest: &str, side: Side) -> Option<Number> {
    if behind_any(lexed, at, "第几数好上成零一二两三四五六七八九十百千万亿点初周期张李阿不统唯")
        || (starts_any(rest, FIXED) && !starts_any(&rest[numeral_len(rest)..], &["阶段", "分之"]))
    {
        return None;
    }
    if starts_any(rest, &["百分点", "千分点", "万分位", "百分位"]) {
        return None;
    }
    if let Some(number) = fraction(lexed, at) {
        return Some(number);
    }
    let read = number::han_numeral(lexed, at)?;
    let mut to = read.to;
    if lexed.char(to) == '几' {
        return None;
    }
    // 二十多个
    if read.value >= 10 && matches!(lexed.char(to), '多' | '余') {
        to += 1;
    }
    if lexed.char(to) == '成'
        && read.value < 10
        && !matches!(lexed.char(to + 1), '为' | '功' | '本' | '绩' | '分' | '熟')
    {
        return Some(plain(lexed, at, to + 1, read.value * 10, Unit::Percent));
    }
    // 七千四百亿 美元: the unit may stand behind a space, outside the text.
    let unit = han_unit_at(lexed, to);
    if read.value == 1 && side == Side::Claim && !counts_one(lexed, at, unit.map(|unit| unit.0)) {
        return None;
    }
    let Some((unit, end)) = unit else {
        let spaced = lexed.is(to, Kind::Space).then(|| han_unit_at(lexed, to + 1)).flatten();
        let number = plain(lexed, at, to, read.value, spaced.map_or(Unit::None, |unit| unit.0));
        let next = lexed.is(lexed.skip_space(to), Kind::Han) || lexed.is(lexed.skip_space(to), Kind::Word);
        let countable = (read.value >= 3 || rest.starts_with('两'))
            && !read.bare_scale
            && starts_any(&lexed.text[lexed.span(at, to).end..], COUNTABLE);
        let large = read.value > 10_000 && !read.bare_scale;
        let certain = spaced.is_some() || countable || large;
        return (certain || (read.value > 1 && next)).then_some(Number { tentative: !certain, ..number });
    };
    let shot = lexed.text[lexed.span(at, end).end..].starts_with("样本") && unit == Unit::Count && read.value == 1;
    (!shot).then(|| plain(lexed, at, end, read.value, unit))
}

/// Bytes of the first character.
fn numeral_len(rest: &str) -> usize {
    rest.chars().next().map_or(0, char::len_utf8)
}

/// Nouns that are counted without a measure word.
const COUNTABLE: &[&str] = &[
    "样本",
    "任务",
    "仓库",
    "阶段",
    "步骤",
    "模型",
    "数据集",
    "基准",
    "语言",
    "场景",
    "领域",
    "模态",
    "视角",
    "尺度",
    "智能体",
    "分支",
    "专家",
    "卡",
    "节点",
    "机",
    "自由度",
    "分类",
    "折交叉",
    "通道",
    "城市",
    "国",
    "省",
    "中心",
];

/// 一 counts only where the words around it say so: 只有一个, 至少一个; or as a length of time.
fn counts_one(lexed: &Lexed, at: usize, unit: Option<Unit>) -> bool {
    let Some(unit) = unit else { return false };
    if matches!(unit, Unit::Points | Unit::Magnitude | Unit::Times | Unit::Money) {
        return true;
    }
    if matches!(unit, Unit::Time(_)) && matches!(lexed.char(at + 1), '分' | '小' | '秒' | '毫') {
        return true;
    }
    let mut from = at;
    for _ in 0..7 {
        let Some(before) = from.checked_sub(1) else { break };
        if !matches!(lexed.kind(before), Some(Kind::Han | Kind::Space | Kind::Word)) {
            break;
        }
        from = before;
    }
    let before = lexed.span(from, at).of(lexed.text);
    let only = ["只有", "仅有", "仅", "至少", "最多", "至多", "只"].iter().any(|word| before.contains(word));
    only && from < at
}

/// 三分之一, 百分之五.
fn fraction(lexed: &Lexed, at: usize) -> Option<Number> {
    let below = number::han_numeral(lexed, at)?;
    if !(lexed.char(below.to) == '分' && lexed.char(below.to + 1) == '之') {
        return None;
    }
    let above = number::han_numeral(lexed, below.to + 2)?;
    if below.value == 100 {
        return Some(plain(lexed, at, above.to, above.value, Unit::Percent));
    }
    let value = Value::ratio(above.value.into(), below.value.into())?;
    Some(words(lexed, at, above.to, value, Unit::None, Shape::Cardinal))
}

/// Reads an English number word at the word `at`.
pub(super) fn english(lexed: &Lexed, at: usize, side: Side) -> Option<Number> {
    if lexed.glued_left(at) || lexed.is(at + 1, Kind::Digits) {
        return None;
    }
    let word = lexed.str(at);
    if word.len() > 12 || !word.is_ascii() {
        return None;
    }
    let doubled = lexed.tokens[at].doubled;
    let number = special(lexed, at, word, side).or_else(|| cardinal(lexed, at, side))?;
    Some(Number { doubled, ..number })
}

fn special(lexed: &Lexed, at: usize, word: &str, side: Side) -> Option<Number> {
    let first = word.bytes().next().unwrap_or(b' ') | 0x20;
    if !matches!(first, b'a' | b'b' | b'd' | b'h' | b'q' | b't') && !word.ends_with("fold") {
        return None;
    }
    let lower = word.to_ascii_lowercase();
    let times = |value| Some(plain(lexed, at, at + 1, value, Unit::Times));
    match lower.as_str() {
        "both" => Some(words(lexed, at, at + 1, Value::whole(2), Unit::None, Shape::Both)),
        "half" | "halves" | "halved" | "halving" | "halve" => {
            Some(words(lexed, at, at + 1, half(), Unit::None, Shape::Cardinal))
        }
        "quarter" | "quarters" if side == Side::Quote => {
            Some(words(lexed, at, at + 1, Value::ratio(1, 4)?, Unit::None, Shape::Cardinal))
        }
        "twice" | "double" | "doubled" | "doubles" | "doubling" => times(2),
        "thrice" | "triple" | "tripled" | "triples" | "tripling" => times(3),
        "quadruple" | "quadrupled" | "quadruples" | "quadrupling" => times(4),
        "a" | "an" => article(lexed, at, side),
        _ => {
            let stem = lower.strip_suffix("fold").filter(|stem| !stem.is_empty())?;
            let stem_tokens = Lexed::of(stem);
            let read = number::english_words(&stem_tokens, 0).filter(|read| !read.ordinal)?;
            Some(words(lexed, at, at + 1, read.value, Unit::Times, Shape::Cardinal))
        }
    }
}

/// `an order of magnitude`, `a percentage point`, `a point`: the article counts one.
fn article(lexed: &Lexed, at: usize, side: Side) -> Option<Number> {
    let noun = lexed.skip_space(at + 1);
    // `a third of`; `a third model` ranks.
    let part = number::fraction_word(lexed.str(noun)).filter(|parts| *parts > 2 && side == Side::Quote);
    if let Some(parts) = part
        && matches!(lexed.str(lexed.skip_space(noun + 1)), "of" | "as" | "the")
    {
        let share = Value::ratio(1, parts.into())?;
        return Some(words(lexed, at, noun + 1, share, Unit::None, Shape::Cardinal));
    }
    if let Some(to) = magnitude(lexed, noun) {
        return Some(plain(lexed, at, to, 1, Unit::Magnitude));
    }
    match lexed.str(noun) {
        "percentage" if lexed.str(lexed.skip_space(noun + 1)) == "point" => {
            Some(plain(lexed, at, lexed.skip_space(noun + 1) + 1, 1, Unit::Points))
        }
        "point" => Some(plain(lexed, at, noun + 1, 1, Unit::Points)),
        "minute" | "hour" | "day" | "week" | "month" | "year" => {
            Some(plain(lexed, at, noun + 1, 1, unit::spaced(lexed.str(noun))?))
        }
        _ => None,
    }
}

/// Token behind `orders of magnitude`.
pub(super) fn magnitude(lexed: &Lexed, at: usize) -> Option<usize> {
    if !matches!(lexed.str(at), "order" | "orders") {
        return None;
    }
    let of = lexed.skip_space(at + 1);
    let noun = lexed.skip_space(of + 1);
    (lexed.str(of) == "of" && lexed.str(noun) == "magnitude").then_some(noun + 1)
}

fn cardinal(lexed: &Lexed, at: usize, side: Side) -> Option<Number> {
    let read = number::english_words(lexed, at)?;
    if read.ordinal {
        let ranks = side == Side::Quote;
        return ranks.then(|| words(lexed, at, read.to, read.value, Unit::None, Shape::Ordinal));
    }
    if side == Side::Claim {
        let hyphen = lexed.is_sign(read.to, '-').then(|| lexed.str(read.to + 1));
        let small = read.value.as_whole().is_some_and(|value| value < 2);
        if hyphen.is_some_and(|word| word == "shot" && small) || (small && !only_one(lexed, at)) {
            return None;
        }
    }
    let mut to = read.to;
    let next = if lexed.is(to, Kind::Space) || lexed.is_sign(to, '-') { to + 1 } else { to };
    let mut unit = unit::spaced(lexed.str(next)).unwrap_or(Unit::None);
    if unit == Unit::Percent && matches!(lexed.str(lexed.skip_space(next + 1)), "point" | "points") {
        unit = Unit::Points;
    }
    let folds = lexed.str(next) == "fold" && folds_data(lexed, next + 1);
    if folds || unit == Unit::Times && lexed.str(next) == "times" && counts_occasions(lexed, next + 1) {
        unit = Unit::Count;
    }
    if let Some(behind) = magnitude(lexed, next) {
        (unit, to) = (Unit::Magnitude, behind);
    }
    Some(words(lexed, at, to, read.value, unit, Shape::Cardinal))
}

/// `only one`, `at least one`.
fn only_one(lexed: &Lexed, at: usize) -> bool {
    let before = at.checked_sub(2).map_or("", |before| lexed.str(before));
    matches!(before, "only" | "least" | "most" | "exactly" | "just")
}
