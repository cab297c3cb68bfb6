//! Text without markup whose titles and headings survived: copied, printed to a terminal, hard-wrapped.

use std::collections::HashMap;

use memchr::memchr2_iter;

use super::outline::{self, Block, Flow, Role};
use super::wrap::Habit;
use crate::corpus::Digest;

/// Whether the text has headings of the review on lines of their own, or glued to the links before them.
pub(in crate::corpus) fn looks_headed(source: &str) -> bool {
    let mut found = 0;
    let bytes = source.as_bytes();
    let mut start = 0;
    for end in memchr2_iter(b'\n', b'\r', bytes).chain([bytes.len()]) {
        let line = source.get(start..end).unwrap_or_default().trim();
        start = end + 1;
        // A heading is short, alone or after the links.
        if !line.is_empty() && line.len() <= 400 && outline::is_heading_line(line) {
            found += 1;
            if found > 1 {
                return true;
            }
        }
    }
    found == 1 && source.len() < 20_000
}

/// Reads text with headings. Wrapped lines are joined; the span of a paragraph covers them all.
pub(in crate::corpus) fn read(source: &str) -> Digest {
    let habit = Habit::of(source);
    let lines = lines(source);
    let addresses = addresses(&lines);
    let mut blocks = Vec::new();
    let mut flow = Flow::default();
    let mut indent = 0;
    for (number, line) in lines.iter().enumerate() {
        if line.text.is_empty() {
            end(&mut flow, &mut blocks);
            continue;
        }
        let before = number.checked_sub(1).and_then(|at| lines.get(at)).filter(|before| !before.text.is_empty());
        match before {
            Some(before) if !flow.is_blank() && goes_on(before, line, indent, &habit) => {
                if habit.is_space(before.raw, line.text) {
                    flow.push_gap(' ');
                }
            }
            _ => {
                end(&mut flow, &mut blocks);
                indent = line.indent;
            }
        }
        push_linked(&mut flow, line, &addresses);
    }
    end(&mut flow, &mut blocks);
    outline::assemble(blocks, source, Vec::new())
}

fn end(flow: &mut Flow, blocks: &mut Vec<Block>) {
    let flow = std::mem::take(flow);
    if !flow.is_blank() {
        blocks.push(Block { role: Role::Paragraph, flow, article: 0 });
    }
}

/// The addresses that a terminal browser lists after the text, by their numbers; empty without such a list.
fn addresses<'a>(lines: &[Line<'a>]) -> HashMap<&'a str, &'a str> {
    let Some(head) = lines.iter().rposition(|line| line.text == "References") else { return HashMap::new() };
    let entries = lines[head..].iter().filter_map(|line| line.text.split_once(". "));
    entries.filter(|(number, url)| is_number(number) && !url.contains(' ')).collect()
}

/// Adds a line; words after `[12]` up to the next sign lead to the address of that number.
fn push_linked(flow: &mut Flow, line: &Line<'_>, addresses: &HashMap<&str, &str>) {
    let mut done = 0;
    while !addresses.is_empty()
        && let Some(open) = line.text[done..].find('[').map(|at| done + at)
        && let Some(close) = line.text[open..].find(']').map(|at| open + at)
    {
        let Some(url) = addresses.get(&line.text[open + 1..close]) else {
            flow.push_verbatim(&line.text[done..=open], line.at + done);
            done = open + 1;
            continue;
        };
        let end = line.text[close + 1..].find(['·', '|', '[', '。', '，', '①']);
        let end = end.map_or(line.text.len(), |at| close + 1 + at);
        flow.push_verbatim(&line.text[done..=close], line.at + done);
        let start = flow.text().len();
        let words = line.text[close + 1..end].trim_end();
        flow.push_verbatim(words, line.at + close + 1);
        flow.close_anchor(start, (*url).to_owned());
        done = close + 1 + words.len();
    }
    flow.push_verbatim(&line.text[done..], line.at + done);
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A line of the source.
struct Line<'a> {
    /// Without white space at its ends.
    text: &'a str,
    /// White space at the end kept: some tools leave it where they break.
    raw: &'a str,
    /// Where the text starts in the source.
    at: usize,
    /// Columns before the text.
    indent: usize,
}

fn lines(source: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut at = 0;
    for line in source.split_inclusive(['\n', '\r']) {
        let raw = line.trim_end_matches(['\n', '\r']);
        let lead = raw.len() - raw.trim_start().len();
        // The line feed after a carriage return is no line of its own.
        let is_feed = raw.is_empty() && line == "\n" && at > 0 && source[..at].ends_with('\r');
        if !is_feed {
            lines.push(Line { text: raw.trim(), raw, at: at + lead, indent: raw[..lead].chars().count() });
        }
        at += line.len();
    }
    lines
}

/// Whether `line` continues the paragraph that `before` belongs to; `indent` is that of the paragraph's first line.
fn goes_on(before: &Line<'_>, line: &Line<'_>, indent: usize, habit: &Habit) -> bool {
    if !habit.is_wrapped() || outline::is_heading_line(line.text) || outline::is_heading_line(before.text) {
        return false;
    }
    // A list mark hangs out to the left of its text, and a quotation stands to the right of the claim.
    // A number that wrapping brought to the start of a line stands where the lines before it stand.
    if outline::is_list_mark(line.text)
        && (line.indent != before.indent || line.indent != indent || !habit.was_full(before.raw, line.text))
    {
        return false;
    }
    let hangs = outline::mark_width(before.text).is_some_and(|width| line.indent == before.indent + width);
    if line.indent > before.indent + 1 && !hangs {
        return false;
    }
    if line.indent + 1 < before.indent && !(before.indent > indent && line.indent == indent) {
        return false;
    }
    habit.has_blank_lines() || habit.was_full(before.raw, line.text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn copied_text_loses_only_a_doubled_space() {
        outline::agreement::check("copied.txt", read, 1);
    }

    #[test]
    fn a_terminal_page_loses_only_spaces_that_it_dropped() {
        outline::agreement::check("w3m.txt", read, 10);
    }

    /// Lines such as digests are made of, and some that only look so.
    fn fragments() -> impl Strategy<Value = String> {
        let fragment = prop::sample::select(vec![
            "① 一句话定位",
            "④ 实验与证据",
            "⑤ 审稿人视角 (简读)",
            "⑦ 值得跟进：",
            "2031-05-06",
            "日报",
            "Some LabHF ↑10GitHub ★100X/HN x1评测",
            "HF ↑10",
            "arXiv · HF 讨论 · alphaXiv",
            "[2]arXiv · [3]alphaXiv",
            "arXiv · alphaXiv ① 一句话定位",
            "A. One, B. Two",
            "甲系统：一个标题",
            "甲系统把步长改为随输入变化。",
            "1. 甲达到 84.1。",
            " 12. 乙",
            "- 丙好。 It is good",
            "    We find | 1 | 2",
            "Novelty：新。 Soundness：稳。",
            "仅依据摘要，无法判断。",
            "References",
            "  2. https://arxiv.org/abs/3105.01234",
            "x_t∈R^d \\mathbb{E}[d] < 3",
            "未深读 · 失败",
            "自动化深读不能替代原文",
            "…",
            "\u{3000}",
        ]);
        let end = prop::sample::select(vec!["\n", "\n\n", "\r\n", "\r", " \n"]);
        prop::collection::vec((fragment, end), 0..24)
            .prop_map(|parts| parts.into_iter().flat_map(|(line, end)| [line, end]).collect())
    }

    proptest! {
        #[test]
        fn no_visible_character_of_any_text_is_lost(source in "\\PC{0,200}|[ -~①-⑦。，\\n\\r\\t]{0,300}") {
            outline::visible::check(&source, &source, &read(&source));
        }

        #[test]
        fn no_visible_character_of_a_digest_in_pieces_is_lost(source in fragments()) {
            outline::visible::check(&source, &source, &read(&source));
        }
    }
}
