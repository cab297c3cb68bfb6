//! What stands inside a paragraph in place of lines of its own: headings (`一、总体思路。`), enumerations (`一是…二是…`,
//! `第一，`, `(1)`), the labels of a review (`Novelty：`).
//!
//! A mark counts only in a series: `第二，` after `第一，`, and at least two of them. A single `（1）` may refer to an
//! equation.

use super::{Run, RunKind};
use crate::text::ByteSpan;

/// Characters of a heading's title.
const MAX_TITLE_CHARS: usize = 40;
/// Characters of a title that no mark announces.
const MAX_BARE_TITLE_CHARS: usize = 18;

/// How a mark is written. Marks of different kinds make different series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// `一、`
    Chapter,
    /// `（1）`, `(1)`
    Bracketed,
    /// `1）`, `1)`
    Closed,
    /// `①`
    Circled,
    /// `第一，`
    Ordinal,
    /// `其一，`
    Among,
    /// `一是`
    Copula,
    /// `阶段一：`
    Stage,
}

const STYLES: usize = 8;

#[derive(Clone, Copy, Debug)]
struct Mark {
    style: Style,
    number: u32,
    span: ByteSpan,
    /// It opens a sentence.
    opens: bool,
}

/// Headings and marks of items in `text`, in order.
pub(super) fn find(text: &str) -> Vec<Run> {
    let mut found = labels(text);
    let mut marks = in_series(candidates(text));
    marks.sort_by_key(|mark| mark.span.start);
    let mut free = 0;
    for mark in marks {
        if mark.span.start < free {
            continue;
        }
        let title = title_end(text, &mark);
        let (span, kind) = match title {
            Some(end) => (ByteSpan::new(mark.span.start, end), RunKind::Heading),
            None => (mark.span, RunKind::Item),
        };
        free = span.end;
        found.push(Run { span, kind });
    }
    found.extend(bare_titles(text));
    found.sort_by_key(|run| (run.span.start, std::cmp::Reverse(run.span.end)));
    let mut free = 0;
    found.retain(|run| {
        let kept = run.span.start >= free;
        free = if kept { run.span.end } else { free };
        kept
    });
    found
}

/// The marks that belong to a series of two or more.
fn in_series(candidates: Vec<Mark>) -> Vec<Mark> {
    let mut open: [Vec<Mark>; STYLES] = Default::default();
    let mut kept = Vec::new();
    for mark in candidates {
        let series = &mut open[mark.style as usize];
        let expected = series.last().map_or(1, |last| last.number + 1);
        if mark.number == expected {
            series.push(mark);
        } else if mark.number == 1 {
            if series.len() >= 2 {
                kept.append(series);
            }
            *series = vec![mark];
        }
    }
    kept.extend(open.into_iter().filter(|series| series.len() >= 2).flatten());
    kept
}

fn candidates(text: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut previous = None;
    for (at, c) in text.char_indices() {
        let may_begin = matches!(c, '(' | '（' | '第' | '其' | '阶')
            || number_of(c).is_some()
            || c.is_ascii_digit()
            || circled(c).is_some();
        if may_begin && let Some(mark) = mark_at(text, at, c, previous) {
            marks.push(mark);
        }
        if !c.is_whitespace() {
            previous = Some(c);
        } else if c == '\n' {
            previous = None;
        }
    }
    marks
}

fn mark_at(text: &str, at: usize, c: char, previous: Option<char>) -> Option<Mark> {
    let opens = previous.is_none_or(|c| matches!(c, '。' | '！' | '？' | '.' | '!' | '?' | '”' | '：'));
    let clause = opens
        || previous.is_some_and(|c| matches!(c, '；' | '，' | '：' | '、' | ';' | ',' | ':' | '）' | ')' | '—' | '…'));
    let rest = &text[at..];
    let after = &rest[c.len_utf8()..];
    let mark = |style, number, len: usize| Some(Mark { style, number, span: ByteSpan::new(at, at + len), opens });
    match c {
        '(' | '（' => {
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            let close = after[digits..].chars().next().filter(|c| matches!(c, ')' | '）'))?;
            let number = after[..digits].parse().ok().filter(|number| (1..=20).contains(number))?;
            // `式（1）`, `f(1)` and `GPT(2)` refer or call.
            let refers = previous.is_some_and(|c| c.is_ascii_alphanumeric() || "式图表见节程第由与和及至".contains(c))
                && !text[..at].ends_with(' ');
            let numbered = ["Eq.", "Eqs.", "Fig.", "Figs.", "Sec.", "Tab.", "No."];
            let refers = refers || numbered.iter().any(|word| text[..at].trim_end().ends_with(word));
            if refers || !clause && previous.is_some_and(|c| "式图表见节程由".contains(c)) {
                return None;
            }
            mark(Style::Bracketed, number, c.len_utf8() + digits + close.len_utf8())
        }
        '0'..='9' => {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let close = rest[digits..].chars().next().filter(|c| matches!(c, ')' | '）'))?;
            let number = rest[..digits].parse().ok().filter(|number| (1..=20).contains(number))?;
            // `（式 1）`: the bracket closes one that stands before.
            let before = text[..at]
                .rfind(['（', '(', '）', ')'])
                .is_some_and(|bracket| text[bracket..].starts_with(['（', '(']));
            if before {
                return None;
            }
            let alone = at == 0 || text[..at].ends_with([' ', '\n', '；', '，', '：', '。', ';', ':', ',']);
            alone.then(|| mark(Style::Closed, number, digits + close.len_utf8()))?
        }
        '第' | '其' => {
            let numeral = after.chars().next()?;
            let number = number_of(numeral)?;
            let comma = after[numeral.len_utf8()..].chars().next().filter(|c| matches!(c, '，' | '、' | '：' | ','))?;
            let style = if c == '第' { Style::Ordinal } else { Style::Among };
            clause.then(|| mark(style, number, c.len_utf8() + numeral.len_utf8() + comma.len_utf8()))?
        }
        '阶' => {
            let numeral = after.strip_prefix('段')?.chars().next()?;
            let number = number_of(numeral)?;
            let len = "阶段".len() + numeral.len_utf8();
            let next = rest[len..].chars().next().filter(|c| matches!(c, '：' | '，' | '"' | '“' | '、' | '（'))?;
            let colon = if matches!(next, '：' | '，' | '、') { next.len_utf8() } else { 0 };
            clause.then(|| mark(Style::Stage, number, len + colon))?
        }
        _ => {
            if let Some(number) = circled(c) {
                return mark(Style::Circled, number, c.len_utf8());
            }
            let number = number_of(c)?;
            match after.chars().next()? {
                sign @ '、' if opens => mark(Style::Chapter, number, c.len_utf8() + sign.len_utf8()),
                copula @ '是' if clause => mark(Style::Copula, number, c.len_utf8() + copula.len_utf8()),
                _ => None,
            }
        }
    }
}

fn number_of(c: char) -> Option<u32> {
    Some(match c {
        '一' => 1,
        '二' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        '十' => 10,
        _ => return None,
    })
}

fn circled(c: char) -> Option<u32> {
    matches!(c, '①'..='⑳').then(|| u32::from(c) - u32::from('①') + 1)
}

/// Where the title ends that the mark opens, its punctuation included, if it is one.
fn title_end(text: &str, mark: &Mark) -> Option<usize> {
    let may = matches!(mark.style, Style::Chapter | Style::Bracketed | Style::Stage) && mark.opens;
    if !may {
        return None;
    }
    let rest = &text[mark.span.end..];
    let (at, end) = rest
        .char_indices()
        .take(MAX_TITLE_CHARS)
        .find(|(_, c)| matches!(c, '。' | '；' | '！' | '？' | '：' | '\n'))?;
    let title = &rest[..at];
    let chinese = title.chars().any(|c| number_of(c).is_some() || matches!(c, '\u{3400}'..='\u{9fff}'));
    let short = title.chars().count() <= if mark.style == Style::Chapter { MAX_TITLE_CHARS } else { 26 };
    // A title is no clause, and more follows it.
    let is_title = matches!(end, '。' | '：') && chinese && short && !title.contains('，');
    (is_title && at + end.len_utf8() < rest.len()).then(|| mark.span.end + at + end.len_utf8())
}

/// `Novelty：`, also said twice (`Novelty：novelty：`): the second is not shown.
fn labels(text: &str) -> Vec<Run> {
    let mut found = Vec::new();
    for name in ["Novelty", "Soundness", "Significance"] {
        let mut from = 0;
        while let Some(step) = text[from..].find(name) {
            let start = from + step;
            from = start + name.len();
            let before = text[..start].trim_end().chars().next_back();
            let Some(colon) = text[from..].chars().next().filter(|c| matches!(c, '：' | ':')) else { continue };
            if before.is_some_and(|c| !matches!(c, '。' | '.' | '！' | '？' | '；' | '”' | '）')) {
                continue;
            }
            from += colon.len_utf8();
            found.push(Run { span: ByteSpan::new(start, from), kind: RunKind::Heading });
            let again = text[from..].get(..name.len()).is_some_and(|again| again.eq_ignore_ascii_case(name));
            let colon =
                text.get(from + name.len()..).and_then(|rest| rest.chars().next()).filter(|c| matches!(c, '：' | ':'));
            if let (true, Some(colon)) = (again, colon) {
                let end = from + name.len() + colon.len_utf8();
                found.push(Run { span: ByteSpan::new(from, end), kind: RunKind::Hidden });
                from = end;
            }
        }
    }
    found
}

/// Titles without a mark at the beginning of what was a paragraph: Chinese has no space after a full stop, so one
/// stands for a lost line end.
fn bare_titles(text: &str) -> Vec<Run> {
    let mut found = Vec::new();
    for (stop, _) in text.match_indices("。") {
        let rest = &text[stop + "。".len()..];
        if !rest.starts_with([' ', '\n']) {
            continue;
        }
        let start = text.len() - rest.trim_start().len();
        let title = &text[start..];
        let Some((at, end)) = title
            .char_indices()
            .take(MAX_BARE_TITLE_CHARS)
            .find(|(_, c)| matches!(c, '。' | '：' | '，' | '；' | '、' | '！' | '？' | '\n'))
        else {
            continue;
        };
        let words = &title[..at];
        let chars = words.chars().count();
        let chinese = words.chars().any(|c| matches!(c, '\u{3400}'..='\u{9fff}'));
        let fits = match end {
            '：' => !words.ends_with(SPEAKING) && !is_clause(words),
            '。' => !is_clause(words) && chars <= 12,
            _ => false,
        };
        if fits && chinese && chars >= 2 && at + end.len_utf8() < title.len() {
            found.push(Run { span: ByteSpan::new(start, start + at + end.len_utf8()), kind: RunKind::Heading });
        }
    }
    found
}

/// Whether a verb or a count makes a clause of it.
fn is_clause(words: &str) -> bool {
    let counted =
        words.ends_with(['项', '点', '类', '段', '个', '种', '步', '层', '条', '块']) || words.ends_with("部分");
    words.contains(CLAUSE)
        || counted && words.chars().any(|c| number_of(c).is_some() || matches!(c, '两' | '几' | '多' | '0'..='9'))
        || ["采用", "给出", "提出", "分别", "包含", "保护", "解决", "说明", "表明", "如何", "以及"]
            .iter()
            .any(|verb| words.contains(verb))
}

/// Before a colon they announce a list or speech.
const SPEAKING: [char; 14] = ['是', '为', '有', '下', '括', '即', '如', '出', '到', '明', '示', '含', '面', '说'];
/// They make a clause of what could be a title.
const CLAUSE: [char; 22] = [
    '是', '可', '有', '为', '从', '在', '了', '将', '把', '被', '不', '能', '会', '需', '使', '让', '只', '也', '均',
    '仅', '未', '无',
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Headings in `【】`, marks of items in `〔〕`, what is hidden in `‹›`.
    fn check(marked: &str) {
        let text: String = marked.chars().filter(|c| !"【】〔〕‹›".contains(*c)).collect();
        let mut shown = text.clone();
        for run in find(&text).iter().rev() {
            let (open, close) = match run.kind {
                RunKind::Heading => ("【", "】"),
                RunKind::Item => ("〔", "〕"),
                _ => ("‹", "›"),
            };
            shown.insert_str(run.span.end, close);
            shown.insert_str(run.span.start, open);
        }
        assert_eq!(shown, marked);
    }

    #[test]
    fn numbered_titles_are_headings() {
        check("【一、总体思路。】先做甲。 【二、记忆读出（readout）。】再做乙。");
        check("【（1）任务形式化。】每个任务如下。 【（2）数据流水线。】从头做起。");
        check("【(1) 软上限。】定义如此。【(2) 谱钳制。】最终如此。");
    }

    #[test]
    fn enumerations_have_marks() {
        check("有三点：〔一是〕甲不足；〔二是〕乙不足；〔三是〕丙不足。");
        check("〔第一，〕甲不足。〔第二，〕乙不足。");
        check("〔其一，〕甲不足。〔其二，〕乙不足。");
        check("主要贡献是：〔(1)〕甲的控制；〔(2)〕乙的形式。");
        check("新意在于：〔①〕甲；〔②〕乙。");
        check("We find: 〔(1)〕 one thing, and 〔(2)〕 another.");
        check("特点：〔1）〕快；〔2）〕省。");
    }

    #[test]
    fn references_and_single_marks_stay() {
        check("由式（1）与式（2）可得，f(1) 与 f(2) 相同。");
        check("这一是非之争，第一名与第二名。");
        check("见（1）。");
        check("目标（式 1）：甲。视角下（式 2），乙。");
        check("Compare Eq. (1) with Eq. (2) there.");
        check("一、二班各有十人。");
    }

    #[test]
    fn labels_of_a_review_are_headings() {
        check("【Novelty：】尚可。 【Soundness：】扎实。 【Significance：】较高。");
        check("【Novelty：】‹novelty：›尚可。");
        check("所谓 Novelty：不是标签");
    }

    #[test]
    fn a_short_sentence_after_a_lost_line_end_is_a_title() {
        check(
            "下面展开。 【训练设置。】对每个任务如此。 【空间路径：】标准做法。 结果如下：甲。 这是结论。再说。 维度有五项：甲。 流程分三步：甲。",
        );
    }
}
