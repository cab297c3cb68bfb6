//! Numbers that name a place or open an item of a list, and so measure nothing.

use super::lex::{Kind, Lexed};

/// `Figure 5`, `Table 3 (b)`, `[19]`, `[ 19 , 20 ]`, `Section 4.2`, `Eq. 3`: numbers that name a place of a paper.
pub(super) fn is_label(lexed: &Lexed, from: usize, to: usize) -> bool {
    let mut at = from;
    while let Some(before) = at.checked_sub(1).filter(|&before| {
        matches!(lexed.kind(before), Some(Kind::Space | Kind::Digits))
            || matches!(lexed.char(before), ',' | '–' | '-' | '(' | '.')
    }) {
        if from - before > 8 {
            break;
        }
        at = before;
    }
    if at.checked_sub(1).is_some_and(|before| lexed.is_sign(before, '[')) {
        let mut end = to;
        while end < to + 12
            && (matches!(lexed.kind(end), Some(Kind::Space | Kind::Digits))
                || matches!(lexed.char(end), ',' | ';' | '-' | '–'))
        {
            end += 1;
        }
        let interval = (from..to).chain(to..end).any(|at| lexed.is_sign(at, '.'));
        return lexed.is_sign(end, ']') && !interval && citation_number(lexed, from, to);
    }
    if names_place_in_chinese(lexed, from) {
        return true;
    }
    // Only the number right behind the word, or behind `and`/`,` after one.
    let Some(space) = from.checked_sub(1).filter(|&before| lexed.is(before, Kind::Space)) else { return false };
    let Some(mut word) = space.checked_sub(1) else { return false };
    if lexed.is_sign(word, '.') {
        let Some(before) = word.checked_sub(1) else { return false };
        word = before;
    }
    matches!(
        lexed.str(word),
        "Figure"
            | "Figures"
            | "Fig"
            | "Figs"
            | "Table"
            | "Tables"
            | "Tab"
            | "Section"
            | "Sections"
            | "Sec"
            | "Eq"
            | "Eqs"
            | "Equation"
            | "Appendix"
            | "Algorithm"
            | "Theorem"
            | "Lemma"
            | "Proposition"
            | "Corollary"
            | "Definition"
            | "Chapter"
            | "figure"
            | "table"
    )
}

/// 表 5, 图 3, 公式 2, 附录 1.
fn names_place_in_chinese(lexed: &Lexed, from: usize) -> bool {
    let gap = usize::from(from > 0 && lexed.is(from - 1, Kind::Space));
    let Some(last) = from.checked_sub(gap + 1).filter(|&at| lexed.is(at, Kind::Han)) else { return false };
    let before = last.checked_sub(1).map_or('\0', |at| lexed.char(at));
    match lexed.char(last) {
        '表' => !"张每各个代发列报量地版意试年".contains(before),
        '图' => !"张幅每各个视拼截插地意试企构像".contains(before),
        '式' => before == '公',
        '录' => before == '附',
        _ => false,
    }
}

/// `1) …；2) …`, `(1) …`, `1. …`, `1、…`: numbers that open the items of a list.
pub(super) fn is_list_mark(lexed: &Lexed, from: usize, to: usize) -> bool {
    if to != from + 1 || lexed.str(from).len() > 2 {
        return false;
    }
    let bracket = from.checked_sub(1).filter(|&at| matches!(lexed.char(at), '(' | '（') && lexed.is(at, Kind::Sign));
    let closed = matches!(lexed.char(to), ')' | '）') && lexed.is(to, Kind::Sign);
    let point = lexed.is_sign(to, '.') && !lexed.is(to + 1, Kind::Digits)
        || lexed.is_sign(to, '、') && !lexed.is(to + 1, Kind::Digits);
    let item = lexed.skip_space(to + 1);
    let opens_item = matches!(lexed.kind(item), Some(Kind::Han | Kind::Word));
    let start = bracket.unwrap_or(from);
    let before = start.checked_sub(1).map(|at| if lexed.is(at, Kind::Space) { at.saturating_sub(1) } else { at });
    let stop = |at: usize| matches!(lexed.char(at), '：' | ':' | '；' | ';' | '。' | '，' | ',' | '.');
    let free = before.is_none_or(|at| stop(at) || lexed.is(at, Kind::Space) || lexed.str(at) == "and");
    // 贡献包括1)构建: a bracket that closes and was not opened.
    let unopened = || closed && before.is_some_and(|at| lexed.is(at, Kind::Han)) || free;
    let opened =
        || (start.saturating_sub(40)..start).rev().find(|&at| matches!(lexed.char(at), '(' | '（' | ')' | '）'));
    let inside = bracket.is_none() && closed && opened().is_some_and(|at| matches!(lexed.char(at), '(' | '（'));
    let marks = if bracket.is_some() { closed && free } else { closed && unopened() || point && free };
    marks && opens_item && !inside
}

fn citation_number(lexed: &Lexed, from: usize, to: usize) -> bool {
    to == from + 1 && lexed.str(from).len() <= 3
}
