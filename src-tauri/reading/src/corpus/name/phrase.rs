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

    /// `text` without the longest of the words that it ends with.
    pub(super) fn strip<'a>(&self, text: &'a str) -> Option<&'a str> {
        let last = text.chars().next_back()?;
        equal(&self.0, last).filter_map(|word| text.strip_suffix(word)).min_by_key(|rest| rest.len())
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
        ('做' | '造' | '搭' | '建' | '写' | '炼', '出') => 8,
        ('公', '布' | '开') | ('发', '明') | ('搭', '建') | ('制', '作') | ('编', '制' | '写' | '成') => 6,
        ('收' | '采' | '汇', '集') => 5,
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
    NAMING: Endings = "称为 称作 称之为 称其为 称它为 命名 命名为 命名作 名为 名叫 名曰 名作 叫 叫作 叫做 叫它 取名 取名为 取名叫 起名 起名为 起名叫 得名
        定名 定名为 名称定为 名字定为 名定为 冠名 冠名为 为名 实现为 唤作 唤为 谓之 简称 简称为 缩写为 下称 文中称 题为 题名 名字叫 名字是 名称是 名称为 方法名是 代号 代号为 代号是 记作
        记为"
}
words! {
    /// What stands before a noun for the paper's work that is given a name after it: `称整个系统为 X`.
    CALLING: Endings = "称整个 称整套 称该 称这一 称这个 称这套 称这种"
}
words! {
    /// What makes the word after it one that everybody uses: `通常称为 X`.
    GIVEN_BY_ALL: Endings = "被 通常 一般 常 俗 业界 业内 学界 社区 也"
}
words! {
    /// Nouns for parts of what a paper makes: what they are called is seldom what the paper is called.
    PARTS: Endings = "模块 损失 损失函数 阶段 步骤 一步 指标 子集 现象 问题 变体 分支 组件 部件 情形 情况 效应 类别 信号 参数 假设 训练集 奖励 一层
        分别"
}
words! {
    /// What stands before a name that a sentence about the text itself gives: `本文是 X 的技术报告`.
    REPORTING: Endings = "是 为 即"
}
words! {
    /// What follows such a name.
    REPORT: Beginnings = "的技术报告 技术报告 的系统报告 的系统论文 的模型卡 的发布报告 的研究报告 的官方报告 的论文 的报告 的后续 的续作 的升级 的扩展版"
}
words! {
    /// What stands directly before the name of a new version.
    VERSION: Endings = "修正版 改进版 升级版 增强版 扩展版 新版 新版本 后继 后继者 新一代 下一代 第二代 改良版 加强版 精简版 续作"
}
words! {
    /// Nouns for what papers make; a name often follows directly.
    THINGS: Endings = "框架 方法 系统 模型 基准 数据集 工具 算法 架构 骨干 平台 引擎 智能体 代理 管线 流水线 范式 机制 策略 模块 家族
        系列 答案 解法 做法 办法 修正 语料 测试集 评测 库 网络 协议 方案 套件 集 器 版 变体 产物 环境 插件 仿真器"
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
    /// Training that has a result: `训练出模型 X`, and not `训练 X 时`.
    TRAINED: Beginnings = "训练出 训练了 训练得到 训练成 微调出 微调得到 蒸馏出 蒸馏得到"
}
words! {
    /// What is done with what the authors made.
    SOLVING: Beginnings = "求解 解决 应对 完成 来解决 加以解决"
}
words! {
    /// What follows a name whose figures are told.
    RESULT: Beginnings = "的 为 是 达到 取得 获得 以 在 把 将 比 较 从 由 仅 只 优于 超过 领先 高于 低于 提升 提高 降低 降至 升至 使 让 能 可 平均 完成 需
        用 得 解决 恢复 减少 节省"
}
words! {
    /// What follows a name that is said to be the authors': `X 是本文的主角`.
    OWN: Beginnings = "是本文 是该文 是论文 是作者 是文章 是这项工作 即本文 就是本文 正是本文"
}
words! {
    /// What sets a name against what came before.
    CONTRASTED: Beginnings = "与之不同 与此不同 与它们 与上述 与这些 与前述 与其不同 的不同 的区别 则不同 不同之处 正是 恰恰"
}
words! {
    /// What reviewers judge of the paper's own.
    JUDGED: Beginnings = "的新意 的创新 的新颖 的贡献 的主要贡献 的主要新意 的亮点 的增量 的独特"
}
words! {
    /// What authors tell of what they learnt about something that is known.
    TELLING: Endings = "指出 认为 表明 显示 说明 发现"
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

/// What a known thing is to the authors: `X 是本文的底座`.
pub(super) const USED: [&str; 14] = [
    "基线",
    "起点",
    "底座",
    "基础",
    "对照",
    "对手",
    "出发点",
    "比较",
    "骨干",
    "参照",
    "来源",
    "前身",
    "灵感",
    "研究对象",
];

/// Words of an opening that tells of a study: little in it has a name of its own.
pub(super) const STUDYING: [&str; 10] =
    ["实证", "复现", "综述", "标度律", "立场论文", "没有提出", "不提出", "未提出", "系统比较", "系统性比较"];

/// What is observed, and not made.
pub(super) const OBSERVED: [&str; 3] = ["现象", "效应", "问题"];

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
