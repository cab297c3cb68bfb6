//! How Chinese reviews speak of the paper's own name, and how of others'.

use std::sync::LazyLock;

use super::ledger::{Context, Ledger, Place};
use super::word::{self, Shape, Word};

/// Bytes before and after a mention that decide about it.
const REACH: usize = 48;
/// Bytes of a clause before a mention in which a verb may stand.
const CLAUSE: usize = 150;

/// Verbs that introduce, and how clearly.
const VERBS: [(&str, i32); 22] = [
    ("提出", 10),
    ("推出", 10),
    ("发布", 7),
    ("开源", 6),
    ("构建", 8),
    ("介绍", 8),
    ("开发", 8),
    ("打造", 8),
    ("研发", 8),
    ("创建", 7),
    ("建立", 5),
    ("设计", 6),
    ("引入", 4),
    ("实现", 5),
    ("给出", 3),
    ("贡献", 4),
    ("构造", 4),
    ("呈现", 6),
    ("描述", 3),
    ("主张", 3),
    ("发展", 3),
    ("报告", 4),
];

/// What stands directly before a name that is being given.
static NAMING: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "称为 命名为 名为 称作 叫做 称之为 取名为 取名 简称 简称为 定名为 名叫 记作 代号".split_whitespace().collect()
});

/// Nouns for what papers make; a name often follows directly.
static THINGS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "框架 方法 系统 模型 基准 数据集 工具 算法 架构 骨干 平台 引擎 智能体 代理 管线 流水线 范式 机制 策略 \
     模块 家族 系列 语料 测试集 评测 库 网络 协议 方案 套件"
        .split_whitespace()
        .collect()
});

/// What stands before names of others: examples, comparisons, foundations, second members of lists.
static BEFORE_OTHERS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "、 如 例如 比如 诸如 包括 和 与 及 以及 或 相比 对比 比 优于 超过 超越 高于 低于 基于 采用 使用 利用 \
     借助 沿用 继承 借鉴 来自 类似 类似于 不同于 相对 较 从 而非 像 以 用 在 于 基线 已有的"
        .split_whitespace()
        .collect()
});

/// What stands after names of others.
static AFTER_OTHERS: LazyLock<Vec<&str>> =
    LazyLock::new(|| "、 等 类 系列 基准 数据集 上 和 与 及 或 榜 风格 式 已".split_whitespace().collect());

/// What stands after the subject of a clause that tells what the paper does.
static AFTER_OWN: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "的核心 的定位 的新意 的创新 的贡献 的关键 的机制 的设计 的主要 的意义 的价值 的优势 的目标 的做法 \
     的思路 的流程 的实现 的整体 的基本 的训练 的最小 的出发点 由 包含 包括 分为 建立在 把 将 不 首先 先 \
     提出 通过 定位 旨在 是 在 采用 引入 利用 使用 试图 尝试 属于 针对 面向 给出 以 分"
        .split_whitespace()
        .collect()
});

/// Words for the authors: what they do is the paper's own.
static AUTHORS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "本文 作者 论文 文章 我们 该文 该工作 本工作 这项工作 据此 为此 因此 研究者 团队".split_whitespace().collect()
});

/// The clause under way.
#[derive(Default)]
struct Clause {
    /// Points of an introducing verb that no name has used up.
    open: i32,
    /// A name has used the verb up; the next one is coordinated with it or part of its description.
    used: bool,
    /// A Latin word stood before any verb: the clause may be about it.
    latin: bool,
}

/// Enters every candidate of `text`.
pub(super) fn read<'a>(text: &'a str, place: Place, ledger: &mut Ledger<'a>) {
    let mut words: Vec<Word> = Vec::new();
    word::words(text, |word| words.push(word));
    let mut clause = Clause::default();
    let mut last_end = 0;
    let mut at = 0;
    while let Some(first) = words.get(at).copied() {
        let length = phrase_length(text, words.get(at..).unwrap_or_default());
        let last = words.get(at + length - 1).copied().unwrap_or(first);
        clause.pass(text.get(last_end..first.start).unwrap_or_default());
        let whole = Word { start: first.start, end: last.end };
        let around = Around::of(text, whole);
        let shape = if length > 1 { Shape::Phrase } else { word::shape(first.of(text)) };
        let naming = around.before_ends(&NAMING);
        let set_off = around.is_direct() && around.after.starts_with(['，', '（', '(', '。', '：', ',', '—']);
        if shape == Shape::Nothing || (shape == Shape::Small && !naming && !set_off && !ledger.is_named(whole.of(text)))
        {
            clause.latin |= clause.open == 0 && shape != Shape::Nothing;
        } else {
            let mut context = clause.context(&around, naming);
            context.named |= set_off;
            if length > 1 && abbreviated(text, whole, words.get(at + length)) {
                context.introduced /= 3;
            }
            ledger.mention(word::family(whole.of(text)), place, context);
            if length > 1 && word::shape(first.of(text)) == Shape::Coined {
                let context = Context { introduced: context.introduced * 7 / 10, ..context };
                ledger.mention(word::family(first.of(text)), place, context);
            }
            clause.take(context.introduced);
        }
        last_end = whole.end;
        at += length;
    }
}

/// How many of the words, from the first, are capitalised and one space apart; at least 1, at most 3.
fn phrase_length(text: &str, words: &[Word]) -> usize {
    let capital = |word: &Word| {
        let name = word.of(text);
        name.starts_with(char::is_uppercase) && name.len() > 1
    };
    if !words.first().is_some_and(capital) {
        return 1;
    }
    let joined =
        |pair: &&[Word; 2]| matches!(text.get(pair[0].end..pair[1].start), Some(" " | "\u{a0}")) && capital(&pair[1]);
    1 + words.array_windows().take(2).take_while(|pair| joined(pair)).count()
}

/// Whether the next word stands in brackets and abbreviates `phrase`: then the abbreviation is the name.
fn abbreviated(text: &str, phrase: Word, next: Option<&Word>) -> bool {
    next.is_some_and(|next| {
        let gap = text.get(phrase.end..next.start).unwrap_or_default().trim();
        matches!(gap, "（" | "(") && word::spells(phrase.of(text), next.of(text))
    })
}

/// The text before and after a mention, without the quotation marks and spaces at it.
struct Around<'a> {
    before: &'a str,
    after: &'a str,
    bracketed: bool,
}

impl<'a> Around<'a> {
    fn of(text: &'a str, word: Word) -> Self {
        let closing = |ch: char| {
            ch.is_whitespace() || matches!(ch, '"' | '“' | '”' | '「' | '」' | '《' | '》' | '`' | '*' | '\'')
        };
        let raw = tail(text.get(..word.start).unwrap_or_default(), REACH).trim_end_matches(closing);
        let bracketed = raw.ends_with(['（', '(']);
        let before = raw.trim_end_matches(['（', '(']).trim_end_matches(closing);
        let after = head(text.get(word.end..).unwrap_or_default(), REACH).trim_start_matches(closing);
        Self { before, after, bracketed }
    }

    fn before_ends(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.before.ends_with(word))
    }

    fn after_starts(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.after.starts_with(word))
    }

    /// A verb stands directly before: `提出 X`, `提出了 X`, `提出的 X`.
    fn is_direct(&self) -> bool {
        let before = self.before.trim_end_matches(['了', '的']);
        !self.bracketed && VERBS.iter().any(|(verb, _)| before.ends_with(verb))
    }

    fn begins_clause(&self) -> bool {
        let connected = self.before.trim_end_matches([
            '而', '但', '当', '即', '使', '让', '若', '则', '且', '是', '明', '示', '为', '说', '看', '中', '出', '下',
            '时', '上',
        ]);
        let connector = connected.len() < self.before.len()
            && [
                "而",
                "但",
                "当",
                "表明",
                "显示",
                "说明",
                "结论是",
                "其中",
                "若",
                "来看",
                "指出",
                "认为",
                "总体上",
                "则",
            ]
            .iter()
            .any(|word| self.before.ends_with(word));
        !self.bracketed && (connector || self.before.is_empty() || self.before.ends_with(is_boundary))
    }
}

fn is_boundary(ch: char) -> bool {
    matches!(ch, '。' | '，' | '；' | '：' | '！' | '？' | ':' | ';' | ',' | '.' | '—' | '\n')
}

impl Clause {
    /// Goes over the text between two mentions.
    fn pass(&mut self, gap: &str) {
        let gap = tail(gap, CLAUSE);
        // A comma after the name ends what the verb introduces; one before it (`提出一种新的、轻量的框架，X`) does too.
        let clause = match gap.rfind(is_boundary) {
            Some(at) => {
                *self = Self::default();
                gap.get(at..).unwrap_or_default()
            }
            None => gap,
        };
        let verbs = VERBS.iter().filter_map(|(verb, points)| Some((clause.rfind(verb)?, *points)));
        // `提出并实现`: the first tells who does it, the clearest what it is.
        let verb = verbs.reduce(|(at, points), (other, clearer)| (at.min(other), points.max(clearer)));
        if let Some((at, points)) = verb {
            let subject = clause.get(..at).unwrap_or_default();
            let others =
                ["已", "曾", "先前", "此前", "前人", "等人", "等工作"].iter().any(|word| subject.contains(word));
            let authors = AUTHORS.iter().any(|word| subject.contains(word));
            self.open = match (others, authors, self.latin) {
                (true, ..) => 0,
                (false, true, _) => points,
                (false, false, true) => points / 4,
                (false, false, false) => points * 8 / 10,
            };
            // What is also released is seldom what the paper is called.
            let besides = ["还", "同时", "另", "配套", "附带"].iter().any(|word| subject.contains(word));
            if besides {
                self.open /= 2;
            }
            self.used = false;
        }
    }

    fn context(&self, around: &Around<'_>, naming: bool) -> Context {
        let own = around.before_ends(&["将", "把"])
            && around.after_starts(&[
                "定位", "视为", "描述", "放在", "置于", "表述", "界定", "刻画", "设计", "称为", "呈现", "定义", "（",
            ]);
        let mine = around.before_ends(&["本文的", "作者的", "论文的", "文中的", "所提", "所提的", "所提出的", "本文"]);
        let others = around.before_ends(&BEFORE_OTHERS) || around.after_starts(&AFTER_OTHERS);
        let begins = around.begins_clause();
        let introduced = if naming {
            12
        } else if own {
            10
        } else if mine {
            6
        } else if self.open > 0 {
            self.points(around)
        } else {
            0
        };
        let against = others && introduced < 6 && !(begins && around.after_starts(&AFTER_OWN));
        let subject =
            begins && !around.after_starts(&["、", "等", "类"]) && (!others || around.after_starts(&AFTER_OWN));
        Context { introduced, subject, against, named: naming, doubtful: false }
    }

    /// What the open verb says for a name in this place.
    fn points(&self, around: &Around<'_>) -> i32 {
        let modifier =
            around.after.starts_with('的') || around.before_ends(&["基于", "面向", "针对", "用于", "为", "对", "在"]);
        let share = if self.used {
            if around.before_ends(&["与", "和", "及", "、", "以及"]) { 5 } else { 1 }
        } else if modifier {
            2
        } else if around.is_direct() {
            10
        } else if around.bracketed {
            6
        } else if around.before_ends(&THINGS) {
            9
        } else {
            4
        };
        self.open * share / 10
    }

    /// A name with `introduced` points has been seen.
    fn take(&mut self, introduced: i32) {
        self.used |= introduced >= 4;
        self.latin |= self.open == 0;
    }
}

/// At most `bytes` bytes from the end, on a character boundary.
fn tail(text: &str, bytes: usize) -> &str {
    let mut start = text.len().saturating_sub(bytes);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    text.get(start..).unwrap_or_default()
}

/// At most `bytes` bytes from the start, on a character boundary.
fn head(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}
