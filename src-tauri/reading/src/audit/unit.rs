//! Units: closed lists drawn from the two languages and from the symbols of the sciences.

/// What kind of thing a number counts, as far as its unit tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Unit {
    /// Nothing is written.
    #[default]
    None,
    /// `%`, ％, `percent`.
    Percent,
    /// 个百分点, `percentage points`.
    Points,
    /// 倍, `×`, `times`, `-fold`.
    Times,
    /// 个数量级, `orders of magnitude`.
    Magnitude,
    /// A stretch of time; the value is its length in milliseconds, 0 for shorter ones.
    Time(u64),
    /// 元, `$`.
    Money,
    /// A measure word that counts things.
    Count,
    /// Another unit symbol: ms is [`Unit::Time`], GB is a symbol.
    Symbol,
}

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;
const WEEK: u64 = 7 * DAY;
/// A twelfth of a year, so that 24 months are two years.
const MONTH: u64 = YEAR / 12;
const YEAR: u64 = 365 * DAY;

/// Chinese units that may stand behind a number, longest first where one begins another.
const HAN_UNITS: &[(&str, Unit)] = &[
    ("个百分点", Unit::Points),
    ("百分点", Unit::Points),
    ("个数量级", Unit::Magnitude),
    ("数量级", Unit::Magnitude),
    ("个基点", Unit::Symbol),
    ("基点", Unit::Symbol),
    ("微秒", Unit::Time(0)),
    ("纳秒", Unit::Time(0)),
    ("毫秒", Unit::Time(1)),
    ("秒钟", Unit::Time(SECOND)),
    ("秒", Unit::Time(SECOND)),
    ("分钟", Unit::Time(MINUTE)),
    ("个小时", Unit::Time(HOUR)),
    ("小时", Unit::Time(HOUR)),
    ("个月", Unit::Time(MONTH)),
    ("个星期", Unit::Time(WEEK)),
    ("星期", Unit::Time(WEEK)),
    ("个季度", Unit::Time(3 * MONTH)),
    ("个工作日", Unit::Time(DAY)),
    ("周", Unit::Time(WEEK)),
    ("天", Unit::Time(DAY)),
    ("日", Unit::Time(DAY)),
    ("年", Unit::Time(YEAR)),
    ("倍", Unit::Times),
    ("美元", Unit::Money),
    ("欧元", Unit::Money),
    ("港元", Unit::Money),
    ("日元", Unit::Money),
    ("英镑", Unit::Money),
    ("元", Unit::Money),
    ("毫克", Unit::Symbol),
    ("微克", Unit::Symbol),
    ("千克", Unit::Symbol),
    ("公斤", Unit::Symbol),
    ("克", Unit::Symbol),
    ("吨", Unit::Symbol),
    ("毫升", Unit::Symbol),
    ("升", Unit::Symbol),
    ("毫米", Unit::Symbol),
    ("微米", Unit::Symbol),
    ("纳米", Unit::Symbol),
    ("厘米", Unit::Symbol),
    ("千米", Unit::Symbol),
    ("公里", Unit::Symbol),
    ("公顷", Unit::Symbol),
    ("平方米", Unit::Symbol),
    ("平方公里", Unit::Symbol),
    ("米", Unit::Symbol),
    ("兆瓦", Unit::Symbol),
    ("千瓦时", Unit::Symbol),
    ("千瓦", Unit::Symbol),
    ("瓦", Unit::Symbol),
    ("摄氏度", Unit::Symbol),
    ("度", Unit::Symbol),
    ("赫兹", Unit::Symbol),
    ("分贝", Unit::Symbol),
    ("电子伏特", Unit::Symbol),
];

/// Measure words that count things. `人` and the like count themselves.
const MEASURES: &[&str] = &[
    "名", "位", "个", "种", "项", "类", "组", "次", "步", "层", "张", "轮", "条", "篇", "份", "家", "台", "块", "帧",
    "段", "句", "词", "分", "阶", "级", "档", "路", "例", "人", "题", "道", "对", "套", "款", "门", "所", "座", "颗",
    "根", "头", "批", "遍", "回", "场", "期", "代", "版", "方", "折", "维", "部", "件", "只", "枚", "幅", "架", "辆",
    "艘", "支", "队", "户", "字", "行", "列", "跳", "重", "处", "点", "面", "集", "首", "本", "册", "把", "片", "粒",
    "株", "间", "栋", "口", "则", "桩", "环", "大",
];

/// The Chinese unit that `rest` begins with, and its length in bytes.
pub(super) fn han_unit(rest: &str) -> Option<(Unit, usize)> {
    let listed = HAN_UNITS.iter().find(|(name, _)| rest.starts_with(name)).map(|(name, unit)| (*unit, name.len()));
    // 分 counts points of a score: 1 分 is `a point`.
    listed.or_else(|| (rest.starts_with('分') && measure(rest).is_some()).then_some((Unit::Points, '分'.len_utf8())))
}

/// The measure word that `rest` begins with, and its length in bytes.
pub(super) fn measure(rest: &str) -> Option<usize> {
    let longest = MEASURES.iter().filter(|word| rest.starts_with(**word)).map(|word| word.len()).max()?;
    // 组合, 类型, 分别, 对比 … begin with a measure word and are none.
    const WORDS: &[&str] = &[
        "分别", "分布", "分类", "分割", "分析", "分支", "分数", "分配", "分组", "分辨", "分之", "对比", "对照", "对于",
        "对应", "类似", "项目", "层级", "级别", "次于", "组合", "组成", "部分", "面向", "集成", "方面", "方法", "方向",
        "点云", "维护", "段落", "词汇", "词元", "行为", "列表", "字段", "环境", "路径", "路线", "版本", "期间", "代码",
        "代理", "支持", "本文", "把握", "口径", "只有", "场景", "例如", "回合", "步骤", "头部", "件事", "题目", "位于",
        "大小", "大型", "大幅", "大于", "重新", "处理", "处于", "首次", "门控", "架构", "台阶", "队列", "户外", "间隔",
        "片段", "帧率", "根据", "人类", "人工", "人员", "类别", "阶段", "层次", "句子", "张量", "条件", "篇章", "语言",
    ];
    (!WORDS.iter().any(|word| rest.starts_with(word))).then_some(longest)
}

/// A unit written in Latin letters behind a number, as a power of ten for scales.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Latin {
    /// K, M, B, T: power of ten.
    Scale(i32),
    /// Any other unit.
    Unit(Unit),
}

const SYMBOLS: &[&str] = &[
    "Hz", "kHz", "MHz", "GHz", "THz", "KB", "kB", "MB", "GB", "TB", "PB", "KiB", "MiB", "GiB", "TiB", "kbps", "Mbps",
    "Gbps", "Kbps", "bps", "b", "bit", "bits", "bp", "bps", "p", "px", "pt", "W", "kW", "MW", "GW", "mW", "Wh", "kWh",
    "MWh", "GWh", "TWh", "J", "kJ", "MJ", "V", "mV", "kV", "A", "mA", "m", "cm", "mm", "km", "nm", "μm", "µm", "um",
    "kg", "g", "mg", "μg", "µg", "ng", "L", "mL", "ml", "dL", "mol", "mmol", "μM", "µM", "nM", "mM", "eV", "keV",
    "MeV", "GeV", "TeV", "K", "σ", "dB", "fps", "FPS", "QPS", "qps", "TPS", "tps", "rpm", "ppm", "ppb", "kcal", "cal",
    "Pa", "kPa", "MPa", "GPa", "hPa", "mmHg", "N", "FLOPs", "GFLOPs", "TFLOPs", "MFLOPs", "GFLOPS", "TFLOPS", "FLOP",
    "TOPS", "MACs", "Å", "pp", "ha", "kDa", "Da", "bpm", "tokens", "token", "steps", "kt", "Mt", "Gt", "ly", "pc",
    "kpc", "Mpc", "Gy", "Sv", "mSv", "IU", "U", "C", "w", "G", "GPUs",
];

/// Reads a unit of Latin letters that touches its number: `27M`, `100ms`, `540p`, `1.85x`.
pub(super) fn latin(word: &str) -> Option<Latin> {
    Some(match word {
        "K" | "k" => Latin::Scale(3),
        "M" | "mn" | "mil" => Latin::Scale(6),
        "B" | "bn" | "Bn" => Latin::Scale(9),
        "T" | "tn" => Latin::Scale(12),
        "x" | "X" => Latin::Unit(Unit::Times),
        "pp" | "pps" | "pct" => Latin::Unit(Unit::Points),
        _ => return spaced(word).or_else(|| symbol(word)).map(Latin::Unit),
    })
}

fn symbol(word: &str) -> Option<Unit> {
    (word.len() <= 6 && SYMBOLS.contains(&word)).then_some(Unit::Symbol)
}

/// Reads a unit behind a space or a hyphen: `843 ms`, `four hours`, `12.1 percentage points` (without its second word).
pub(super) fn spaced(word: &str) -> Option<Unit> {
    Some(match word {
        "percent" | "percentage" | "pct" => Unit::Percent,
        "point" | "points" | "pp" | "pts" => Unit::Points,
        "times" | "fold" | "x" => Unit::Times,
        "ms" | "millisecond" | "milliseconds" | "msec" => Unit::Time(1),
        "s" | "sec" | "secs" | "second" | "seconds" => Unit::Time(SECOND),
        "min" | "mins" | "minute" | "minutes" => Unit::Time(MINUTE),
        "h" | "hr" | "hrs" | "hour" | "hours" => Unit::Time(HOUR),
        "d" | "day" | "days" => Unit::Time(DAY),
        "week" | "weeks" | "wk" => Unit::Time(WEEK),
        "month" | "months" | "mo" => Unit::Time(MONTH),
        "year" | "years" | "yr" | "yrs" => Unit::Time(YEAR),
        "dollar" | "dollars" | "USD" | "RMB" | "CNY" | "yuan" | "euros" | "EUR" | "GBP" => Unit::Money,
        "us" | "μs" | "µs" | "ns" => Unit::Time(0),
        _ => return None,
    })
}

impl Unit {
    /// How well two units go together: 2 the same kind, 1 one side leaves it out, 0 near kinds, −2 different kinds.
    pub(super) fn agreement(self, other: Self) -> i32 {
        use Unit::{Count, None, Percent, Points, Symbol};
        match (self, other) {
            (left, right) if left == right => 2,
            (None | Count, _) | (_, None | Count) => 1,
            (Percent, Points) | (Points, Percent) | (Symbol, Unit::Time(0)) | (Unit::Time(0), Symbol) => 0,
            _ => -2,
        }
    }
}
