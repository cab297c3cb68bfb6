//! Where the items of enumerations end.
//!
//! An item ends where the next one begins. Nothing marks the end of the last one: where semicolons part the items, it
//! is the end of the sentence; where they are sentences, it is before words that sum up (`综上`), if there are any.

use super::super::{Run, RunKind};
use crate::text::ByteSpan;

/// What only opens a sentence that looks back on an enumeration.
const SUMMING_UP: [&str; 12] =
    ["综上", "总之", "总体", "整体", "总的来说", "综合", "最后", "此外", "另外", "除此", "除这", "除上述"];

/// The items of `runs`, each from its mark to its end, in order.
pub(super) fn items(text: &str, runs: &[Run]) -> Vec<ByteSpan> {
    let mut items: Vec<ByteSpan> = Vec::new();
    // Items of the enumeration that is being read.
    let mut series = 0;
    let mut previous: Option<Mark> = None;
    for run in runs {
        let mark = match run.kind {
            RunKind::Item => Some(Mark::of(run.span.of(text))),
            RunKind::Heading => None,
            _ => continue,
        };
        let goes_on = previous.zip(mark).is_some_and(|(previous, mark)| mark.follows(previous));
        if series > 0 {
            let from = items.len() - series;
            close(text, &mut items[from..], run.span.start, !goes_on);
        }
        series = match mark {
            Some(_) if goes_on => series + 1,
            Some(_) => 1,
            None => 0,
        };
        if mark.is_some() {
            items.push(ByteSpan::new(run.span.start, text.len()));
        }
        previous = mark;
    }
    if series > 0 {
        let from = items.len() - series;
        close(text, &mut items[from..], text.len(), true);
    }
    items
}

/// Ends the last of `series` at `limit`, or before it where the enumeration is over.
fn close(text: &str, series: &mut [ByteSpan], limit: usize, is_last: bool) {
    let Some((last, earlier)) = series.split_last_mut() else { return };
    last.end = limit;
    if !is_last || earlier.is_empty() {
        return;
    }
    let clauses = earlier.iter().all(|item| item.of(text).trim_end().ends_with(['；', '，', ';', ',']));
    let inside = last.of(text);
    let mut ends = sentence_ends(inside);
    let end = if clauses {
        ends.next()
    } else {
        ends.find(|end| SUMMING_UP.iter().any(|words| inside[*end..].trim_start().starts_with(words)))
    };
    if let Some(end) = end {
        last.end = last.start + end;
    }
}

/// Behind each full stop that stands in no quotation and in no brackets.
fn sentence_ends(text: &str) -> impl Iterator<Item = usize> + '_ {
    let mut depth = 0usize;
    text.char_indices().filter_map(move |(at, c)| {
        match c {
            '“' | '（' | '(' | '「' | '《' => depth += 1,
            '”' | '）' | ')' | '」' | '》' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (c == '。' && depth == 0).then_some(at + c.len_utf8())
    })
}

/// How an item is marked: what stands around its number, and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    style: [Option<char>; 2],
    number: u32,
}

impl Mark {
    fn of(mark: &str) -> Self {
        let number = mark.chars().find_map(number);
        let digits: String = mark.chars().filter(char::is_ascii_digit).collect();
        let outside = |c: &char| number_of_sign(*c).is_none();
        let style = [mark.chars().next().filter(outside), mark.chars().next_back().filter(outside)];
        Self { style, number: digits.parse().ok().or(number).unwrap_or_default() }
    }

    fn follows(self, previous: Self) -> bool {
        self.style == previous.style && self.number == previous.number + 1
    }
}

fn number_of_sign(c: char) -> Option<u32> {
    number(c).or_else(|| c.to_digit(10))
}

fn number(c: char) -> Option<u32> {
    let chinese = "一二三四五六七八九十".chars().position(|numeral| numeral == c);
    let circled = matches!(c, '①'..='⑳').then(|| u32::from(c) - u32::from('①') + 1);
    chinese.and_then(|at| u32::try_from(at + 1).ok()).or(circled)
}

#[cfg(test)]
mod tests {
    use super::super::super::{Prose, typeset};
    use super::*;

    /// `‹` and `›` stand around each item.
    fn check(marked: &str) {
        let text: String = marked.chars().filter(|c| !matches!(c, '‹' | '›')).collect();
        let mut shown = text.clone();
        for item in items(&text, &typeset(&text, Prose::Review)).iter().rev() {
            shown.insert(item.end, '›');
            shown.insert(item.start, '‹');
        }
        assert_eq!(shown, marked);
    }

    #[test]
    fn items_that_semicolons_part_end_with_their_sentence() {
        check("主要贡献是：‹(1) 甲的控制；›‹(2) 乙的形式。›定位上，这属于一类尝试。");
        check("有三点：‹一是甲；›‹二是乙；›‹三是丙（见附录。）与“丁。”。›这些都不足。");
        check("有二：‹一是甲；›‹二是乙。›又有二：‹其一，丙；›‹其二，丁。›如此。");
    }

    #[test]
    fn items_that_are_sentences_end_before_words_that_sum_up() {
        check("‹第一，甲不足。›‹第二，乙不足。例如丁。›综上，如此。");
        check("‹第一，甲不足。›‹第二，乙不足。例如丁。›");
    }

    #[test]
    fn a_heading_ends_an_item() {
        check("‹第一，甲不足。›‹第二，乙不足。 ›Soundness：尚可。综上，如此。");
    }
}
