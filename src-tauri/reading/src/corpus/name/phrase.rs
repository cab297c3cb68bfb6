//! The words around names in Chinese reviews, found fast: thousands of mentions are looked at in one digest.

use std::sync::LazyLock;

/// Words that a text may end with.
pub(super) struct Endings(Vec<(char, &'static str)>);

/// Words that a text may begin with.
pub(super) struct Beginnings(Vec<(char, &'static str)>);

impl Endings {
    fn of(words: &'static str) -> Self {
        Self(sorted(words, |word| word.chars().next_back()))
    }

    /// Whether `text` ends with one of the words.
    pub(super) fn end(&self, text: &str) -> bool {
        text.chars().next_back().is_some_and(|last| equal(&self.0, last).any(|word| text.ends_with(word)))
    }
}

impl Beginnings {
    fn of(words: &'static str) -> Self {
        Self(sorted(words, |word| word.chars().next()))
    }

    /// Whether `text` begins with one of the words.
    pub(super) fn begin(&self, text: &str) -> bool {
        text.chars().next().is_some_and(|first| equal(&self.0, first).any(|word| text.starts_with(word)))
    }
}

fn sorted(words: &'static str, key: impl Fn(&str) -> Option<char>) -> Vec<(char, &'static str)> {
    let mut words: Vec<(char, &str)> = words.split_whitespace().filter_map(|word| Some((key(word)?, word))).collect();
    words.sort_unstable();
    words
}

fn equal(words: &[(char, &'static str)], key: char) -> impl Iterator<Item = &'static str> {
    let from = words.partition_point(|(other, _)| *other < key);
    words.get(from..).unwrap_or_default().iter().take_while(move |(other, _)| *other == key).map(|(_, word)| *word)
}

/// How clearly the verb of these two characters introduces something; `None` where they are no such verb.
pub(super) fn introduces(first: char, second: char) -> Option<i32> {
    Some(match (first, second) {
        ('提' | '推', '出') => 10,
        ('构', '建') | ('介', '绍') | ('开' | '研', '发') | ('打' | '研', '造' | '制') => 8,
        ('发', '布') | ('创', '建') => 7,
        ('开', '源') | ('设', '计') | ('呈', '现') | ('得', '到') => 6,
        ('建', '立') | ('实', '现') | ('整', '理') | ('形', '成') | ('有', '了') => 5,
        ('引', '入') | ('贡', '献') | ('构', '造') | ('报', '告') => 4,
        ('给', '出') | ('描', '述') | ('主', '张') | ('发', '展') => 3,
        _ => return None,
    })
}

/// Whether a verb that introduces, with `了` or `的` or not, ends `text`.
pub(super) fn ends_with_verb(text: &str) -> bool {
    let mut chars = text.trim_end_matches(['了', '的']).chars().rev();
    chars.next().zip(chars.next()).is_some_and(|(second, first)| introduces(first, second).is_some())
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident: $kind:ident = $words:literal) => {
        $(#[$doc])*
        pub(super) static $name: LazyLock<$kind> = LazyLock::new(|| $kind::of($words));
    };
}

words! {
    /// What stands directly before a name that is being given.
    NAMING: Endings = "称为 命名为 名为 称作 叫做 称之为 取名为 取名 简称 简称为 定名为 名叫 记作 记为 实现为 唤作 题为
        方法名是 代号 命名"
}
words! {
    /// Nouns for what papers make; a name often follows directly.
    THINGS: Endings = "框架 方法 系统 模型 基准 数据集 工具 算法 架构 骨干 平台 引擎 智能体 代理 管线 流水线 范式 机制 策略 模块 家族
        系列 语料 测试集 评测 库 网络 协议 方案 套件 集 器 版 变体 产物 环境 插件 仿真器"
}
words! {
    /// What stands before names of others: examples, comparisons, foundations, second members of lists.
    BEFORE_OTHERS: Endings = "、 如 例如 比如 诸如 包括 和 与 及 以及 或 相比 对比 比 优于 超过 超越 高于 低于 基于 采用 使用 利用 借助 沿用
        继承 借鉴 来自 类似 类似于 不同于 相对 较 从 而非 像 以 用 在 于 基线 已有的
        研究 复现 重现 分析 比较 检验 考察 评测 评估 审视 综述 讨论 探讨 剖析 解释"
}
words! {
    /// What stands after names of others.
    AFTER_OTHERS: Beginnings = "、 等 类 系列 基准 数据集 上 和 与 及 或 榜 风格 式 已"
}
words! {
    /// What stands after the subject of a clause that tells what the paper does.
    AFTER_OWN: Beginnings = "的核心 的定位 的新意 的创新 的贡献 的关键 的机制 的设计 的主要 的意义 的价值 的优势 的目标 的做法 的思路 的流程
        的实现 的整体 的基本 的训练 的最小 的出发点 由 包含 包括 分为 建立在 把 将 不 首先 先 提出 通过 定位 旨在 是 在 采用 引入 利用
        使用 试图 尝试 属于 针对 面向 给出 以 分"
}
words! {
    /// What stands before a name that a clause is about, besides nothing.
    CONNECTORS: Endings = "而 但 当 表明 显示 说明 结论是 其中 若 来看 指出 认为 总体上 则"
}
words! {
    /// What authors tell of what they made.
    MAKING: Beginnings = "的训练 的设计 的构建 的实现 的研制 的开发 的研发 的搭建"
}
words! {
    /// What marks a name as the authors' own.
    MINE: Endings = "本文的 作者的 论文的 文中的 所提 所提的 所提出的 本文"
}
words! {
    /// What follows the authors' own name after `将` or `把`.
    TREATED: Beginnings = "定位 视为 描述 放在 置于 表述 界定 刻画 设计 称为 呈现 定义 （"
}
words! {
    /// What makes a name a modifier or a foundation of what is introduced.
    MODIFYING: Endings = "基于 面向 针对 用于 为 对 在"
}
words! {
    /// What is done with what the authors made.
    SOLVING: Beginnings = "求解 解决 应对 完成 来解决 加以解决"
}
words! {
    /// What joins a name to the one before it.
    JOINING: Endings = "与 和 及 、 以及"
}

/// Words for the authors: what they do is the paper's own.
pub(super) const AUTHORS: [&str; 14] = [
    "本文",
    "作者",
    "论文",
    "文章",
    "我们",
    "该文",
    "该工作",
    "本工作",
    "这项工作",
    "据此",
    "为此",
    "因此",
    "研究者",
    "团队",
];

/// Words that make an introduction somebody else's.
pub(super) const EARLIER: [&str; 7] = ["已", "曾", "先前", "此前", "前人", "等人", "等工作"];

/// Words that make what a clause speaks of a foundation, an example or what came before.
pub(super) const FOUNDATIONS: [&str; 16] = [
    "基于", "采用", "使用", "利用", "借助", "沿用", "以", "在", "如", "类似", "不同", "相比", "现有", "已有", "主流",
    "对",
];

/// Words for what is released besides.
pub(super) const BESIDES: [&str; 5] = ["还", "同时", "另", "配套", "附带"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_and_beginnings_are_found_by_whole_words() {
        assert!(NAMING.end("一种方法，称为") && !NAMING.end("称") && !NAMING.end(""));
        assert!(BEFORE_OTHERS.end("不同于") && BEFORE_OTHERS.end("甲、"));
        assert!(AFTER_OTHERS.begin("数据集上") && !AFTER_OTHERS.begin("数据"));
    }

    #[test]
    fn verbs_are_known_with_their_particles() {
        assert!(ends_with_verb("本文提出") && ends_with_verb("提出了") && ends_with_verb("文章提出的"));
        assert!(!ends_with_verb("出") && !ends_with_verb("提及"));
    }
}
