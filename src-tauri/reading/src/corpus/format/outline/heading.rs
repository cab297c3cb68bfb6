//! Which words head which section.

use crate::corpus::SectionKind;

/// A recognised section heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heading {
    pub(super) kind: SectionKind,
    /// The heading says that only the abstract was read.
    pub(super) brief: bool,
}

/// The seven headings of a review without their numbers.
const REVIEW: [(&str, SectionKind); 7] = [
    ("一句话定位", SectionKind::Positioning),
    ("背景与动机", SectionKind::Background),
    ("方法机制", SectionKind::Method),
    ("实验与证据", SectionKind::Evidence),
    ("审稿人视角", SectionKind::Review),
    ("局限与保留意见", SectionKind::Limitations),
    ("值得跟进", SectionKind::FollowUp),
];

/// What other Markdown digests call their sections; believed only where the markup says that it is a heading.
const OTHERS: [(&str, SectionKind); 40] = [
    ("定位", SectionKind::Positioning),
    ("一句话总结", SectionKind::Tldr),
    ("一句话概括", SectionKind::Tldr),
    ("速览", SectionKind::Tldr),
    ("tldr", SectionKind::Tldr),
    ("tl;dr", SectionKind::Tldr),
    ("背景", SectionKind::Background),
    ("研究背景", SectionKind::Background),
    ("background", SectionKind::Background),
    ("动机", SectionKind::Motivation),
    ("研究动机", SectionKind::Motivation),
    ("motivation", SectionKind::Motivation),
    ("方法", SectionKind::Method),
    ("方法概述", SectionKind::Method),
    ("核心方法", SectionKind::Method),
    ("method", SectionKind::Method),
    ("methods", SectionKind::Method),
    ("实验", SectionKind::Evidence),
    ("证据", SectionKind::Evidence),
    ("实验证据", SectionKind::Evidence),
    ("evidence", SectionKind::Evidence),
    ("experiments", SectionKind::Evidence),
    ("结果", SectionKind::Result),
    ("实验结果", SectionKind::Result),
    ("主要结果", SectionKind::Result),
    ("result", SectionKind::Result),
    ("results", SectionKind::Result),
    ("审稿意见", SectionKind::Review),
    ("评审意见", SectionKind::Review),
    ("review", SectionKind::Review),
    ("局限", SectionKind::Limitations),
    ("局限性", SectionKind::Limitations),
    ("limitations", SectionKind::Limitations),
    ("后续工作", SectionKind::FollowUp),
    ("结论", SectionKind::Conclusion),
    ("conclusion", SectionKind::Conclusion),
    ("摘要", SectionKind::Abstract),
    ("论文摘要", SectionKind::Abstract),
    ("原文摘要", SectionKind::Abstract),
    ("abstract", SectionKind::Abstract),
];

/// No heading is longer, marks and numbers included.
const LONGEST_BYTES: usize = 120;

/// Reads a whole line as a heading of the review. Tolerates `#`, `**`, numbers in many scripts, a trailing colon and
/// white space anywhere.
pub(super) fn review_heading(line: &str) -> Option<Heading> {
    named(line, &REVIEW)
}

/// Reads a line that the markup calls a heading: a heading of the review, or what other digests write.
pub(super) fn markup_heading(line: &str) -> Option<Heading> {
    review_heading(line).or_else(|| named(line, &OTHERS))
}

/// Finds the first numbered heading of the review in a line that holds more: `… · alphaXiv ① 一句话定位`. Returns its
/// range in bytes. Only a circled number that belongs to the words is believed here, as prose may name a section.
pub(super) fn glued_heading(line: &str) -> Option<(std::ops::Range<usize>, Heading)> {
    // Numbers in circles begin with one byte of few; it is looked for many bytes at once.
    for start in memchr::memchr_iter(0xE2, line.as_bytes()) {
        let rest = &line[start..];
        if !rest.starts_with(is_circled) {
            continue;
        }
        let mut after = rest.char_indices().skip(1).skip_while(|(_, letter)| letter.is_whitespace());
        let Some((name_at, _)) = after.next() else { continue };
        let circle = rest.chars().next().map_or(0, circled_value);
        for (number, (name, kind)) in (1..).zip(REVIEW) {
            if circle != number {
                continue;
            }
            let Some(tail) = rest[name_at..].strip_prefix(name) else { continue };
            let (suffix, brief) = brief_suffix(tail);
            return Some((start..start + name_at + name.len() + suffix, Heading { kind, brief }));
        }
    }
    None
}

fn named(line: &str, names: &[(&str, SectionKind)]) -> Option<Heading> {
    let line = line.trim();
    if line.len() > LONGEST_BYTES {
        return None;
    }
    let bare = without_number(line.trim_start_matches(|c: char| c.is_whitespace() || "#*_>-•·【[「§~".contains(c)));
    let bare = bare.trim_matches(|c: char| c.is_whitespace() || "#*_:：】]」~".contains(c));
    let (bare, brief) = match bare.rfind(['(', '（']) {
        Some(open) if bare.ends_with([')', '）']) => (&bare[..open], brief_suffix(&bare[open..]).1),
        _ => (bare, false),
    };
    let name = bare.chars().filter(|c| !c.is_whitespace() && *c != '*').flat_map(char::to_lowercase);
    let (_, kind) = names.iter().find(|(known, _)| known.chars().eq(name.clone()))?;
    Some(Heading { kind: *kind, brief })
}

/// Length in bytes of a `(简读)` at the start of the text, and whether it is there.
fn brief_suffix(tail: &str) -> (usize, bool) {
    let inner = tail.trim_start();
    let lead = tail.len() - inner.len();
    for suffix in ["(简读)", "（简读）"] {
        if inner.starts_with(suffix) {
            return (lead + suffix.len(), true);
        }
    }
    (0, false)
}

/// The text without a number before it: `①`, `1.`, `（一）`, `一、`, `IV.` are numbers; `一句话` is not.
fn without_number(text: &str) -> &str {
    if let Some(rest) = text.strip_prefix(is_circled) {
        return rest.trim_start_matches(|c: char| c.is_whitespace() || ".、．:：*".contains(c));
    }
    let open = text.starts_with(['(', '（']);
    let inner = text.trim_start_matches(['(', '（']);
    let rest = inner.trim_start_matches(|c: char| c.is_ascii_digit() || "一二三四五六七八九十ⅠⅡⅢⅣⅤⅥⅦIVX".contains(c));
    if rest.len() == inner.len() {
        return text;
    }
    let unnumbered = rest.trim_start_matches(|c: char| c.is_whitespace() || ".、．)）:：\\".contains(c));
    let separated = unnumbered.len() < rest.len();
    let digits = inner[..inner.len() - rest.len()].chars().all(|c| c.is_ascii_digit());
    if separated || (digits && !open) { unnumbered } else { text }
}

fn is_circled(letter: char) -> bool {
    circled_value(letter) > 0
}

/// The number in a circle, from 1; 0 for any other character.
fn circled_value(letter: char) -> u32 {
    let code = u32::from(letter);
    [0x2460_u32, 0x2776, 0x2780, 0x278A]
        .into_iter()
        .find(|first| (*first..first + 10).contains(&code))
        .map_or(0, |first| code - first + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_known_in_every_dress() {
        for line in [
            "② 背景与动机",
            "②背景与动机",
            "背景与动机",
            "2. 背景与动机",
            "2\\. 背景与动机",
            "二、背景与动机",
            "（二）背景与动机：",
            "## ② 背景与动机",
            "**② 背景与动机**",
            "**背景与动机**：",
            "  ② 背景 与 动机  ",
            "【背景与动机】",
            "② 背景与动机 (Background)",
        ] {
            assert_eq!(review_heading(line), Some(Heading { kind: SectionKind::Background, brief: false }), "{line}");
        }
        for line in ["一句话定位", "① 一句话定位", "一、一句话定位", "1 一句话定位"] {
            assert_eq!(review_heading(line).map(|heading| heading.kind), Some(SectionKind::Positioning), "{line}");
        }
    }

    #[test]
    fn the_brief_mark_is_seen() {
        assert_eq!(review_heading("⑤ 审稿人视角 (简读)"), Some(Heading { kind: SectionKind::Review, brief: true }));
    }

    #[test]
    fn prose_and_badges_are_no_headings() {
        for line in ["本文的方法机制如下。", "模型架构与训练", "一、方法。系统分三层。", "方法", "④", ""]
        {
            assert_eq!(review_heading(line), None, "{line}");
        }
        assert_eq!(markup_heading("方法").map(|heading| heading.kind), Some(SectionKind::Method));
    }

    #[test]
    fn a_heading_glued_to_links_is_found_by_its_own_number_only() {
        let line = "arXiv · HF 讨论 ① 一句话定位 (简读)";
        let found = glued_heading(line).map(|(range, heading)| (&line[range], heading.kind, heading.brief));
        assert_eq!(found, Some(("① 一句话定位 (简读)", SectionKind::Positioning, true)));
        assert_eq!(glued_heading("见 ③ 实验与证据"), None);
    }
}
