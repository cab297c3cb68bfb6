//! How queries are read.

use super::*;

/// Parts in brackets with `|` between alternatives, phrases in quotation marks, exclusions with `-`, then the filters.
fn shown(query: &Query) -> String {
    let part = |part: &Part| if part.phrase { format!("\"{}\"", part.folded) } else { part.folded.clone() };
    let all = query.all.iter().map(|any| any.iter().map(part).collect::<Vec<_>>().join("|"));
    let none = query.none.iter().map(|excluded| format!("-{}", part(excluded)));
    let filters = query.filters.iter().map(|term| format!("{}{:?}", if term.negated { "-" } else { "" }, term.filter));
    all.chain(none).chain(filters).collect::<Vec<_>>().join(" ")
}

/// Both scripts as one, as in what is compared; nothing else changes.
fn unified(text: &str) -> String {
    text.chars().map(reading::text::unified).collect()
}

fn check(text: &str, expected: &str, hints: &[Hint]) {
    let query = Query::parse(text);
    assert_eq!(shown(&query), unified(expected), "{text}");
    assert_eq!(query.hints, hints, "{text}");
}

#[test]
fn words_phrases_exclusions_and_alternatives() {
    check("GO 变量", "go 变量", &[]);
    check("  ＬｏＲＡ　微调 ", "lora 微调", &[]);
    check("\"step 16\" -GPT", "\"step 16\" -gpt", &[]);
    check("“奖励 模型” 「图像」", "\"奖励模型\" \"图像\"", &[]);
    check("a OR b c | d | e", "a|b c|d|e", &[]);
    check("-\"a b\" x", "x -\"a b\"", &[]);
    check("GPT-5.6 62%", "gpt-5.6 62%", &[]);
    check("a-b - c", "a-b - c", &[]);
    check("x\u{200b}y \u{200b}", "xy", &[]);
}

#[test]
fn filters_in_both_languages() {
    check("day:2026-9 in:claims", "Day(\"2026-09\") In(Claim)", &[]);
    check("日期：2026年09月30日 在:批注", "Day(\"2026-09-30\") In(Note)", &[]);
    check("section:limit 章节:证据", "Section(Limitations) Section(Evidence)", &[]);
    check("-tag:#Idea color:红 x", "x -Tag(\"idea\") Color(Red)", &[]);
    check("has:doubt paper:\"Tide Loom\"", "Doubt Paper(\"tide loom\")", &[]);
    check("https://a.b in:x", "https://a.b in:x", &[Hint::UnknownValue { word: "in:x".into() }]);
}

#[test]
fn a_bad_query_has_its_best_reading_and_a_hint() {
    check("", "", &[]);
    check("\"step 16", "\"step 16\"", &[Hint::OpenQuote]);
    check("-5", "-5", &[Hint::OnlyExclusions]);
    check("模型 day:", "模型", &[Hint::NoValue { word: "day:".into() }]);
    check("day:2026-13", "day:2026-13", &[Hint::UnknownValue { word: "day:2026-13".into() }]);
    check("OR a OR", "a", &[]);
    check("a OR in:notes", "a In(Note)", &[Hint::FilterInOr]);
    check("\"\" \"", "", &[Hint::OpenQuote]);
    check(&"长".repeat(3_000), &"长".repeat(1_333), &[Hint::TooLong]);
}

#[test]
fn what_counts_as_the_same_holds_for_the_whole_query() {
    let ways = |text: &str| {
        let query = Query::parse(text);
        let parts = query.all.into_iter().flatten().chain(query.none);
        parts.map(|part| (part.whole, part.script)).collect::<Vec<_>>()
    };
    assert_eq!(ways("发 a"), [(false, None), (false, None)]);
    assert_eq!(ways("a -b match:word"), [(true, None), (true, None)]);
    assert_eq!(ways("match:script 发 a"), [(false, Some("发".into())), (false, None)]);
    assert_eq!(ways("匹配：整词 发a 匹配：简繁"), [(true, Some("发a".into()))]);
    check("match:word", "", &[]);
    check("模型 match:word", "模型", &[Hint::NoWholeWords]);
    check("模型a match:word", "模型a", &[]);
    check("x match:case", "x match:case", &[Hint::UnknownValue { word: "match:case".into() }]);
    check("x match:", "x", &[Hint::NoValue { word: "match:".into() }]);
}

#[test]
fn nothing_that_can_be_typed_stops_the_reading() {
    let pieces =
        ["\"", "“", "-", "OR", "|", ":", "in:", "day:2026", " ", "模", "a", "(", ")", "*", "\\", "：", "」", "\0"];
    for a in pieces {
        for b in pieces {
            for c in pieces {
                let query = Query::parse(&format!("{a}{b}{c}"));
                assert!(query.all.iter().flatten().chain(&query.none).all(|part| !part.folded.is_empty()));
            }
        }
    }
}
