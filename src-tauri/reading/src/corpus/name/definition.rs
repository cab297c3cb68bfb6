//! Sentences that say what a name is: `X is a retriever that …`, `X 是一套…`. A reader takes the first of them for what
//! the paper is about, unless it says that everybody knows X.

use std::sync::LazyLock;

use super::word::{self, Words};

/// Words of a definition that are looked at.
const WORDS: usize = 14;
/// Bytes of a definition in Chinese that are looked at: fifty characters.
const CHINESE: usize = 150;

/// What papers make.
static MADE: LazyLock<Words> = LazyLock::new(|| {
    "agent agents algorithm approach architecture assistant attack benchmark codec collection compiler controller \
     corpus dataset decoder defence defense detector encoder engine environment estimator family framework game \
     generator harness index interface kernel language layer library loss mechanism memory method metric model \
     models module network objective optimizer package parser pipeline planner platform policy procedure protocol \
     recipe repository reranker resource retriever router runtime sampler scheduler scheme score simulator solver \
     stack suite system technique testbed tokenizer tool toolbox toolkit translator workflow"
        .split_whitespace()
        .collect()
});

/// What is said of things that others made, or that are no one's.
static KNOWN: LazyLock<Words> = LazyLock::new(|| {
    "popular common widely standard well-known prominent classic classical leading existing traditional dominant \
     established ubiquitous conventional seminal famous influential mainstream representative recent prior previous earlier original early"
        .split_whitespace()
        .collect()
});

/// The same in Chinese.
const KNOWN_IN_CHINESE: [&str; 22] = [
    "目前",
    "当前",
    "常用",
    "流行",
    "广泛",
    "经典",
    "主流",
    "著名",
    "知名",
    "代表",
    "去年",
    "近年",
    "此前",
    "已有",
    "现有",
    "早期",
    "标准",
    "传统",
    "提出的",
    "事实上",
    "常见",
    "公认",
];

/// Whether `after`, the text after a name at the start of a sentence, says in English what the authors' thing is.
pub(super) fn follows(after: &str) -> bool {
    let after = past_bracket(after.trim_start());
    let Some(rest) = ["is a ", "is an ", "is the first ", "is our "].iter().find_map(|is| after.strip_prefix(is))
    else {
        return false;
    };
    describes_made(rest)
}

/// Whether `after`, the text after a name at the start of a sentence, says in English beside it what it is: `X, a
/// collection of …, is`.
pub(super) fn apposed(after: &str) -> bool {
    let after = past_bracket(after);
    [", a ", ", an "].iter().any(|joint| after.strip_prefix(joint).is_some_and(describes_made))
}

fn describes_made(rest: &str) -> bool {
    let mut made = false;
    for raw in rest.split_ascii_whitespace().take(WORDS) {
        let word = raw.trim_end_matches([',', '.', ';', ':']);
        if KNOWN.contains(word) {
            return false;
        }
        if matches!(word, "that" | "which" | "for" | "to" | "of" | "with" | "in" | "on") {
            break;
        }
        made |= MADE.contains(word.rsplit('-').next().unwrap_or(word));
        if word.len() < raw.len() {
            break;
        }
    }
    made
}

/// Whether the name before `after` stands at the start of a sentence and its long form, in brackets, spells it:
/// `TURN (Tides Under Rising Norms) adapts …`. Gives what follows the brackets.
pub(super) fn spelled_out<'a>(name: &str, after: &'a str) -> Option<&'a str> {
    let long = after.strip_prefix(" (")?;
    let end = long.as_bytes().iter().take(CHINESE).position(|byte| *byte == b')')?;
    let (long, rest) = (long.get(..end)?, long.get(end + 1..)?);
    (long.contains(' ') && word::spells(long, name)).then_some(rest)
}

/// Whether `after`, the text after a name that a clause begins with, says in Chinese what the authors' thing is.
pub(super) fn follows_in_chinese(after: &str) -> bool {
    let after = past_bracket(after);
    let is = after.strip_prefix('是').or_else(|| after.trim_start_matches('—').strip_prefix("一").map(|_| after));
    let Some(rest) = is.filter(|rest| rest.len() < after.len() || after.starts_with('—')) else {
        return false;
    };
    let rest = rest.trim_start_matches('—');
    let kind = ["一个", "一种", "一套", "一款", "一项", "一份", "一组", "一类", "一部", "首个", "面向", "用于", "为"];
    let clause = super::head(rest, CHINESE).split(['，', '。', '；']).next().unwrap_or_default();
    kind.iter().any(|kind| rest.starts_with(kind)) && !KNOWN_IN_CHINESE.iter().any(|known| clause.contains(known))
}

/// `text` without the brackets that it begins with.
pub(super) fn past_bracket(text: &str) -> &str {
    for (open, close) in [('(', ')'), ('（', '）')] {
        if let Some(rest) = text.strip_prefix(open) {
            let inside = super::head(rest, CHINESE);
            let end = inside.find(close).map(|end| end + close.len_utf8());
            return end.and_then(|end| rest.get(end..)).map_or(text, str::trim_start);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_of_what_authors_made_are_told_from_those_of_known_things() {
        for (after, expected) in [
            (" is a mesh-free weather model that predicts", true),
            (" (NIL) is an open-source library for looms.", true),
            (" is a widely used benchmark of tides", false),
            (" is a promising direction for models", false),
            (" is a bottleneck of agents", false),
            (" runs a model", false),
        ] {
            assert_eq!(follows(after), expected, "{after}");
        }
        for (after, expected) in [
            ("是一套面向潮汐站的预报系统，由", true),
            ("（Tide in Looms）是一个数据集", true),
            ("——一种新的织法", true),
            ("是目前最强的织机", false),
            ("是一种常用的织法，", false),
            ("是去年流行的剪枝方法", false),
            ("在", false),
        ] {
            assert_eq!(follows_in_chinese(after), expected, "{after}");
        }
    }

    #[test]
    fn a_long_form_in_brackets_spells_the_name_before_it() {
        assert_eq!(spelled_out("TURN", " (Tides Under Rising Norms) adapts"), Some(" adapts"));
        assert_eq!(spelled_out("TURN", " (see below) adapts"), None);
    }
}
