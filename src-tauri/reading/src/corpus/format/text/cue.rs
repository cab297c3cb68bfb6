//! What shape and opening words say for and against each role of a paragraph.
//!
//! The words are the genre's, not a digest's: how reviewers open a background, a limitation, an outlook. No cue
//! outweighs the order of a complete paper; they decide only where paragraphs are missing or doubled.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::order::Role;
use super::paragraph::Paragraph;

/// Bytes in which opening words count: some fifteen Chinese characters.
const OPENING: usize = 48;
/// What opening words take off the cost of their role.
const OPENED: i32 = 4;

/// Bytes in which a role's usual words are counted: some two hundred Chinese characters.
const BODY: usize = 640;
/// Usual words beyond these say nothing more.
const MOST_WORDS: i32 = 3;

/// What a shape that fits takes off the cost.
const SHAPED: i32 = 2;

/// The cost of each role for one paragraph, by shape and words.
pub(super) struct Fits {
    costs: [Option<i32>; 12],
    /// It begins with the second or a later item of an enumeration.
    pub(super) continues: bool,
}

impl Fits {
    /// The cost of `role`; `None` where the paragraph cannot be it.
    pub(super) fn of(&self, role: Role) -> Option<i32> {
        self.costs.get(role as usize).copied().flatten()
    }
}

/// The words of one role.
struct Cue {
    role: Role,
    opening: Vec<Finder<'static>>,
    usual: Vec<Finder<'static>>,
}

static CUES: LazyLock<Vec<Cue>> = LazyLock::new(|| {
    let words = |words: &'static str| words.split(' ').map(Finder::new).collect();
    let cue = |role, opening, usual| Cue { role, opening: words(opening), usual: words(usual) };
    vec![
        cue(Role::Positioning, "本文 该文 这篇 论文提出 文章提出 本工作", "贡献 主张 定位 属于 提出 区别于 交叉 交汇"),
        cue(
            Role::Background,
            "背景 近年 近期 已有 现有 以往 传统 随着 动机 长期 当前 研究 出发点",
            "已有 现有 以往 瓶颈 然而 相关工作 主流 路线",
        ),
        cue(
            Role::Method,
            "核心机制 核心思路 一、 （1） 方法 机制 框架 流程 两部分 三部分 阶段 形式化",
            "定义 训练 损失 输入 输出 公式 参数",
        ),
        cue(Role::Evidence, "实验 评测 评估 消融 结果 基准上", "实验 基准 消融 总体 对比 指标 验证"),
        cue(Role::Limitations, "局限 自陈 自述 不足 承认 限制", "局限 缺少 缺乏 没有 不足 未 仅 难以"),
        cue(Role::FollowUp, "后续 跟进 未来 下一步 值得 可做 可以 扩展", "后续 未来 检验 扩展 探索 引入 结合 可以"),
    ]
});

/// Items of an enumeration after the first.
const LATER_ITEMS: [&str; 26] = [
    "二、", "三、", "四、", "五、", "六、", "七、", "（2）", "（3）", "（4）", "（5）", "(2)", "(3)", "(4)", "(5)",
    "第二", "第三", "第四", "其二", "其三", "二是", "三是", "四是", "②", "③", "④", "⑤",
];

/// The costs of all roles for `paragraph` by its shape.
pub(super) fn shape(source: &str, paragraph: &Paragraph) -> Fits {
    let text = paragraph.span.of(source);
    let mut costs = [None; 12];
    let mut set = |role: Role, cost: i32| {
        if let Some(slot) = costs.get_mut(role as usize) {
            *slot = Some(cost);
        }
    };
    if paragraph.notice {
        set(Role::Notice, -SHAPED);
        return Fits { costs, continues: false };
    }
    quote_and_claim(paragraph, &mut set);
    set(Role::Abstract, abstract_cost(paragraph, text));
    let base = section_cost(paragraph, text);
    let long = text.len();
    for role in [Role::Positioning, Role::Background, Role::Evidence, Role::Limitations, Role::FollowUp] {
        set(role, base + if long > 4500 { SHAPED } else { 0 });
    }
    set(Role::Method, base + if long > 2400 { -1 } else { i32::from(long < 1200) });
    set(Role::Review, if paragraph.labels > 0 { -3 * SHAPED } else { base + 8 });
    Fits { costs, continues: paragraph.chinese && LATER_ITEMS.iter().any(|item| text.starts_with(item)) }
}

/// Takes off the costs what the words of a Chinese paragraph say for each section.
pub(super) fn weigh_words(source: &str, paragraph: &Paragraph, fits: &mut Fits) {
    if !paragraph.chinese || paragraph.notice {
        return;
    }
    let text = paragraph.span.of(source).as_bytes();
    let opening = text.get(..OPENING).unwrap_or(text);
    let body = text.get(..BODY).unwrap_or(text);
    for cue in CUES.iter() {
        let opened = cue.opening.iter().any(|word| word.find(opening).is_some());
        let usual = cue.usual.iter().filter(|word| word.find(body).is_some()).count();
        if let Some(Some(cost)) = fits.costs.get_mut(cue.role as usize) {
            *cost -= if opened { OPENED } else { 0 };
            *cost -= i32::try_from(usual).map_or(MOST_WORDS, |usual| usual.min(MOST_WORDS));
        }
    }
}

/// What speaks against any Chinese section: another script, a label, a claim's number, a stub.
fn section_cost(paragraph: &Paragraph, text: &str) -> i32 {
    let script = if paragraph.chinese { 0 } else { 10 };
    let numbered = if paragraph.number.is_some() { 4 } else { 0 };
    let labelled = if paragraph.labels > 0 { 8 } else { 0 };
    let stub = if text.len() < 120 { 4 } else { 0 };
    script + numbered + labelled + stub + i32::from(paragraph.indented)
}

fn abstract_cost(paragraph: &Paragraph, text: &str) -> i32 {
    let script = if paragraph.chinese { 12 } else { 0 };
    let indented = if paragraph.indented { 6 } else { 0 };
    let stub = if text.len() < 200 { 4 } else { 0 };
    script + indented + stub
}

fn quote_and_claim(paragraph: &Paragraph, set: &mut impl FnMut(Role, i32)) {
    let quote = match (paragraph.indented, paragraph.chinese) {
        (true, false) => -SHAPED,
        (true, true) => 0,
        (false, false) => 2,
        (false, true) => 10,
    };
    let numbered = if paragraph.number.is_some() { 6 } else { 0 };
    set(Role::Quote, quote + numbered);
    let claim = match (paragraph.number.is_some(), paragraph.chinese, paragraph.labels > 0) {
        (true, true, false) => -SHAPED,
        (true, false, false) => 1,
        (false, true, false) if !paragraph.indented => 9,
        _ => 12,
    };
    set(Role::Claim, claim);
}
