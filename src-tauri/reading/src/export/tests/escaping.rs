//! Text in, Markdown out, parsed: the same text and no structure.

use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::export::delimiter;
use crate::export::{Around, Dialect, Place, escape};

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_MATH
        | Options::ENABLE_GFM
}

/// The events of `markdown`, with texts joined.
fn events(markdown: &str) -> Vec<Event<'_>> {
    let mut events: Vec<Event> = Vec::new();
    for event in Parser::new_ext(markdown, options()) {
        let event = match event {
            Event::SoftBreak => Event::Text("\n".into()),
            other => other,
        };
        match (events.last_mut(), event) {
            (Some(Event::Text(before)), Event::Text(text)) => *before = format!("{before}{text}").into(),
            (_, event) => events.push(event),
        }
    }
    events
}

/// Lines without white space at their ends, which Markdown does not keep; paragraphs.
fn paragraphs(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = text.split('\n').map(|line| line.trim_matches([' ', '\t'])).collect();
    let parts = lines.split(|line| line.is_empty()).filter(|part| !part.is_empty());
    parts.map(|part| part.join("\n")).collect()
}

fn is_settled(text: &str) -> bool {
    // Parsers replace NUL.
    !text.contains('\0')
}

fn marks() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[!-/:-@\\[-`{-~]{1,3}",
        3 => "[a-c0-2中文α]{1,2}",
        2 => Just(" ".to_owned()),
        1 => Just("\n".to_owned()),
        1 => "[，。：“”（）、！？·《》]",
        1 => prop_oneof!["&amp;", "&#35;", "<b>", "</i", "<!--", "http://a\\.b", "1\\. ", "12\\) ", "- ", "\\+ ", "    ", "\t", "~~~", "```", "---", "===", "\\[\\^1\\]", "\\[ \\] ", "\\]\\(", "\\]: ", "\\|", "\\$5", "\\$x\\$", "==", "%%", "\\[\\[", "#tag", "a::"],
        1 => "\\PC",
    ];
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

fn check_paragraph(text: &str, dialect: Dialect) {
    let markdown = escape(text, Place::Paragraph, Around::ALONE, dialect);
    let mut expected = Vec::new();
    for paragraph in paragraphs(text) {
        expected.push(Event::Start(Tag::Paragraph));
        expected.push(Event::Text(paragraph.into()));
        expected.push(Event::End(TagEnd::Paragraph));
    }
    assert_eq!(events(&markdown), expected, "{text:?} became {markdown:?}");
}

fn check_between(text: &str, place: Place, open: &str, close: &str, dialect: Dialect) {
    let around = Around { before: open.chars().last(), after: close.chars().next(), alone: false, item: false };
    let markdown = format!("{open}{}{close}", escape(text, place, around, dialect));
    let line = paragraphs(text).join(" ").replace('\n', " ");
    // An empty text leaves an empty link or cell: nothing to compare.
    if line.is_empty() {
        return;
    }
    let found: String = events(&markdown)
        .iter()
        .filter_map(|event| match event {
            Event::Text(text) => Some(text.to_string()),
            _ => None,
        })
        .collect();
    let bare = format!("{open}x{close}");
    let bare = events(&bare);
    let shape = |events: &[Event]| -> Vec<String> {
        events.iter().filter(|event| !matches!(event, Event::Text(_))).map(|event| format!("{event:?}")).collect()
    };
    let expected: String = bare
        .iter()
        .filter_map(|event| match event {
            Event::Text(text) => Some(text.to_string()),
            _ => None,
        })
        .collect::<String>();
    assert_eq!(found, expected.replacen('x', &line, 1), "{text:?} became {markdown:?}");
    assert_eq!(shape(&events(&markdown)), shape(&bare), "{text:?} became {markdown:?}");
}

const DIALECTS: [Dialect; 3] = [Dialect::Plain, Dialect::Obsidian, Dialect::Logseq];

fn check_everywhere(text: &str) {
    for dialect in DIALECTS {
        check_paragraph(text, dialect);
        check_between(text, Place::Heading, "# ", "\n", dialect);
        check_between(text, Place::Cell, "| a | b |\n|---|---|\n| y | ", " |\n", dialect);
        check_between(text, Place::LinkText, "[", "](u)", dialect);
        check_between(text, Place::Inline, "（", "）", dialect);
        let line = text.trim_matches([' ', '\t', '\n', '\r']);
        let edges = [line.chars().next(), line.chars().next_back()];
        // Text with other edges is never set between stars: see `strong`.
        if edges.iter().all(|edge| delimiter::is_word(*edge)) {
            check_between(text, Place::Inline, "*", "*", dialect);
            check_between(text, Place::Inline, "后**", "**后", dialect);
        }
    }
}

#[test]
fn no_more_is_escaped_than_needed() {
    let check = |text: &str, expected: &str| {
        assert_eq!(escape(text, Place::Paragraph, Around::ALONE, Dialect::Plain), expected);
        check_everywhere(text);
    };
    for bare in [
        "M_{t-1}^k x_t 与 η_t^inj=(1−α_t)/r_t",
        "a < b > c & d, 2 * 3, x*y, 5 | 6, ~10%, [ 19 ] and [20], #1 (a) {b}",
        "costs $5 and $6",
        "约 3~5 倍",
        "GPT-5.6；F1@3。 1.5 倍",
        r"lpha + \mathbf x",
        "he said: \"yes\" — it's 100% `true",
    ] {
        check(bare, bare);
    }
    check("**结论：**模型", r"\*\*结论：\*\*模型");
    check("2*3*4", r"2\*3\*4");
    check("see [a](b)", r"see [a\](b)");
    check("# no heading", r"\# no heading");
    check("1. no item\n- nor this", "1\\. no item\n\\- nor this");
    check("<img src=x onerror=alert(1)>", r"\<img src=x onerror=alert(1)>");
    check("AT&amp;T", r"AT\&amp;T");
    check(r"20\% \\", r"20\\% \\\\");
    check("a\n---\n\nb", "a\n\\---\n\nb");
}

#[test]
fn what_is_long_and_hostile_ends_soon() {
    for piece in ["<a", "[a](", "[", "]:\n[", "&a", "^a", "`", "*a ", "_a_", "$a", "\\", "\n[", "a\n# ", "~~a", "==a"] {
        let text = piece.repeat(60_000);
        for dialect in DIALECTS {
            assert!(!escape(&text, Place::Paragraph, Around::ALONE, dialect).is_empty());
            assert!(!escape(&text, Place::LinkText, Around::default(), dialect).is_empty());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn any_text_comes_back_from_every_place(text in marks().prop_filter("settled", |text| is_settled(text))) {
        check_everywhere(&text);
    }
}
