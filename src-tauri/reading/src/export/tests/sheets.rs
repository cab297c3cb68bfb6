//! Whole files from the built-in templates and from one's own.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::*;
use crate::export::{Context, Extent, Formulas, TemplateError};

#[test]
fn words_are_copied_with_quote_and_link() {
    let paper = paper();
    let copied = |words: &[&str]| {
        let index = crate::anchor::Index::new(&paper);
        let found: Vec<_> = words.iter().filter_map(|words| index.find(words).first().copied()).collect();
        crate::export::excerpt(&paper, "A [b]", &found, crate::export::Language::Chinese)
    };
    let key = &paper.key.0;
    let pair = ["再升，并记忆 <b>。", "rises again *and* again*"];
    assert_eq!(
        copied(&pair).expect("a finding"),
        format!(
            "再升，并记忆 \\<b>。\n\n> rises again \\*and\\* again\\*\n\n[A \\[b\\] · 实验与证据 2](kaozheng://paper/{key}/finding/2)\n"
        )
    );
    let evidence = copied(&["again *and*"]).expect("words of a quote");
    assert!(evidence.starts_with("> again \\*and\\*\n\n[") && evidence.contains("/finding/2)"), "{evidence}");
    // Words of two findings are of the paper.
    let both = copied(&["提升", "再升"]).expect("words of two claims");
    assert!(both.starts_with("提升\n\n再升\n\n[") && both.ends_with(&format!("](kaozheng://paper/{key})\n")), "{both}");
    assert_eq!(copied(&["nowhere"]), None);
}

/// The texts of the quotations, a line break between paragraphs.
fn quotes(markdown: &str) -> Vec<String> {
    let mut quotes: Vec<String> = Vec::new();
    let mut depth = 0;
    for event in Parser::new(markdown) {
        match event {
            Event::Start(Tag::BlockQuote(_)) => {
                depth += 1;
                quotes.push(String::new());
            }
            Event::End(TagEnd::BlockQuote(_)) => depth -= 1,
            Event::Text(text) if depth > 0 => quotes.last_mut().expect("a quotation").push_str(&text),
            Event::SoftBreak | Event::End(TagEnd::Paragraph) if depth > 0 => {
                quotes.last_mut().expect("a quotation").push('\n');
            }
            _ => {}
        }
    }
    quotes.iter().map(|quote| quote.trim().to_owned()).collect()
}

fn quoted(text: &str, id: &str) -> Mark {
    let mut mark = mark(&paper(), id, "improves by 3%", "", &[]);
    mark.target.parts[0].quote.exact = text.to_owned();
    mark
}

#[test]
fn every_line_of_a_quote_is_quoted_and_parses_back() {
    for text in [
        "one\ntwo\n\nthree",
        "<img src=x onerror=alert(1)>\n</details>\n<!-- x",
        "# a\n- b\n1. c\n> d\n---\n```\ne",
        "**结论：**模型 **“引用”**后",
        "P(a|b) `x|y` $5 and $6 [ 19 ] \\% &amp; [^1]",
    ] {
        for builtin in [Builtin::Plain, Builtin::Logseq] {
            let file = rendered(builtin, vec![quoted(text, "aaaa0001")], Options::default());
            assert_eq!(quotes(&file), [text.replace("\n\n", "\n")], "{file}");
        }
        let file = rendered(Builtin::Obsidian, vec![quoted(text, "aaaa0001")], Options::default());
        let (_, quote) = quotes(&file)[0].split_once('\n').map(|(a, b)| (a.to_owned(), b.to_owned())).expect("a title");
        assert_eq!(quote, text.replace("\n\n", "\n"), "{file}");
    }
}

#[test]
fn blocks_are_parted_by_blank_lines_and_the_file_ends_with_one_line_feed() {
    let paper = paper();
    for builtin in Builtin::ALL {
        for note in ["no end", "ends\n", "ends\n\n\n", "```\nopen", "<!-- open", "- item"] {
            let marks = vec![mark(&paper, "aaaa0001", "improves by 3%", note, &["t"]), quoted("last", "aaaa0002")];
            let file = rendered(builtin, marks, Options::default());
            assert!(file.ends_with('\n') && !file.ends_with("\n\n"), "{file:?}");
            assert!(
                quotes(&file).last().is_some_and(|quote| quote.ends_with("last")),
                "{note:?} swallows what follows: {file}"
            );
        }
    }
}

#[test]
fn the_readers_markdown_passes_as_written() {
    let note = "[[概念]] and ![[x]]\n- [ ] todo\n> [!note] mine\n\n`20\\%` \\alpha C:\\\\tmp  \n\n\n| a | b |\n|---|---|\n<b>x</b>";
    for builtin in [Builtin::Plain, Builtin::Obsidian] {
        let file = rendered(builtin, vec![mark(&paper(), "aaaa0001", "improves by 3%", note, &[])], Options::default());
        assert!(file.contains(&format!("\n\n{note}\n\n")), "{file}");
    }
}

#[test]
fn the_quote_stands_with_and_without_a_note_and_where_its_place_is_gone() {
    let mut gone = quoted("words that are gone for good", "aaaa0003");
    gone.target.parts[0].quote.prefix = "nothing like it".to_owned();
    let marks = vec![
        mark(&paper(), "aaaa0001", "improves by 3%", "note", &[]),
        mark(&paper(), "aaaa0002", "rises again", "", &[]),
        gone,
    ];
    let file = rendered(Builtin::Plain, marks, Options::default());
    assert_eq!(quotes(&file), ["improves by  3%", "rises again", "words that are gone for good"]);
    assert!(file.contains("place not found"), "{file}");
}

#[test]
fn claim_and_evidence_stand_by_as_wanted() {
    let marks = vec![mark(&paper(), "aaaa0001", "再升", "", &[])];
    let bare = rendered(Builtin::Plain, marks.clone(), Options::default());
    assert!(!bare.contains("Claim") && !bare.contains("rises"), "{bare}");
    let full = rendered(Builtin::Plain, marks, Options { context: Context::Finding, ..Options::default() });
    assert!(full.contains("Claim: 再升，并记忆 \\<b>。\n"), "{full}");
    assert!(full.contains("Evidence: rises again \\*and\\* again\\*\n"), "{full}");
}

#[test]
fn the_whole_paper_holds_every_passage_once_with_notes_in_place() {
    let paper = paper();
    let marks =
        vec![mark(&paper, "aaaa0001", "improves by 3%", "here", &[]), mark(&paper, "aaaa0002", "", "on all", &[])];
    for builtin in Builtin::ALL {
        let file = rendered(builtin, marks.clone(), Options { extent: Extent::Whole, ..Options::default() });
        let mut at = 0;
        for text in
            ["on all", "Positioning", "背景。", "Saltmarsh 提升 3%。", "improves by  3%", "here", "(2)", "跟进。"]
        {
            let found = file[at..].find(text);
            assert!(found.is_some(), "{text:?} is not in its place: {file}");
            at += found.unwrap_or_default() + text.len();
        }
    }
}

#[test]
fn formulas_stand_between_dollars_by_choice_and_money_never() {
    let digest = DIGEST.replace("improves by  3%", "costs $5 to $6 and 1.85 × 1.85\\times faster");
    let paper = read(digest.as_bytes()).digest.papers.remove(0);
    let mark = mark(&paper, "aaaa0001", "costs $5 to $6 and 1.85 × 1.85\\times faster", "", &[]);
    let render = |formulas| {
        let options = Options { formulas, ..Options::default() };
        let sheet = Sheet::new(Head::of(&paper, None), &[&paper], vec![mark.clone()], options);
        Template::builtin(Builtin::Obsidian).and_then(|template| template.render(&sheet)).expect("it renders")
    };
    assert!(
        render(Formulas::Plain).contains("\n> costs $5 to $6 and 1.85 × 1.85\\times faster\n"),
        "{}",
        render(Formulas::Plain)
    );
    let dollars = render(Formulas::Dollars);
    assert!(dollars.contains("\n> costs \\$5 to \\$6 and $1.85\\times$ faster\n"), "{dollars}");
}

#[test]
fn formulas_side_by_side_are_one_and_a_doubled_number_stands_once() {
    let quote = "gains 1.42 1.42 – 1.53 × 1.53\\times there";
    let digest = DIGEST
        .replace("improves by  3%", quote)
        .replace("写入门与清空门组成。", "写入门与清空门组成，其中 g_t^k=M_{t-1}^k k_t-v_t=M_{t-1}^k δ_t 成立。");
    let paper = read(digest.as_bytes()).digest.papers.remove(0);
    let options = Options { formulas: Formulas::Dollars, extent: Extent::Whole, ..Options::default() };
    let sheet =
        Sheet::new(Head::of(&paper, None), &[&paper], vec![mark(&paper, "aaaa0001", "", "on all", &[])], options);
    let file = Template::builtin(Builtin::Plain).and_then(|template| template.render(&sheet)).expect("it renders");
    assert!(file.contains("> gains 1.42 – $1.53\\times$ there\n") && file.contains("$ 成立。"), "{file}");
    assert!(!file.contains("$$"), "{file}");
}

#[test]
fn a_note_that_is_a_list_stands_as_items_in_an_outline() {
    let check = |note: &str, expected: &str| {
        let marks = vec![mark(&paper(), "aaaa0001", "improves by 3%", note, &[])];
        let file = rendered(Builtin::Logseq, marks, Options::default());
        assert!(file.ends_with(&format!("\t  > improves by  3%\n{expected}\n")), "{file}");
    };
    check("one line", "\t\t- one line");
    check("- a\n  - b\n- c", "\t\t- a\n\t\t  - b\n\t\t- c");
    check("- [ ] todo\n\n- x", "\t\t- [ ] todo\n\n\t\t- x");
    check("text\n- a\n\nend", "\t\t- text\n\t\t  - a\n\n\t\t  end");
    check("- a\nlazy\n\nend\nof it", "\t\t- a\n\t\tlazy\n\n\t\t- end\n\t\t  of it");
    check("-dash\n- a", "\t\t- -dash\n\t\t  - a");
}

fn own(source: &str) -> Result<String, TemplateError> {
    let marks = vec![quoted("a*b*c | d\n# e", "aaaa0001")];
    Template::parse("mine.md", source)?.render(&sheet(marks, Options::default()))
}

#[test]
fn a_template_of_ones_own_is_escaped_where_each_value_stands() {
    let check = |source: &str, expected: &str| {
        let file = own(&format!("{{% set q = notes[0].quote %}}\n{source}\n")).expect("it renders");
        let (body, _) = file.split_once("\n<!-- kz:paper ").expect("a mark of the paper");
        assert_eq!(body.trim_end(), expected, "{source}");
    };
    check("{{ q }}", "a\\*b\\*c | d\n\\# e");
    check("> {{ q }}", "> a\\*b\\*c | d\n> \\# e");
    check("- {{ q }}", "- a\\*b\\*c | d\n  \\# e");
    check("12. {{ q }}", "12. a\\*b\\*c | d\n    \\# e");
    check("## {{ q }}", "## a\\*b\\*c | d # e");
    check("| {{ q }} | x |", "| a\\*b\\*c \\| d # e | x |");
    check("[{{ q }}]({{ q }})", "[a\\*b\\*c | d # e](a*b*c%20%7C%20d%0A#%20e)");
    check("{{ q | code }}", "`a*b*c | d # e`");
    check("{{ q | strong }}", "**a\\*b\\*c | d # e**");
    check("{{ '“x”' | strong }}后", "<strong>“x”</strong>后");
    check("{{ q | safe }}", "a*b*c | d\n# e");
    check("{% for t in ['a b', '1'] %}{{ t | hashtag }} {% endfor %}", "#a-b #_1");
    check(
        "---\nx: {{ q }}\ny: \"{{ q }}\"\nz: {{ [q, 'b'] }}\n---\n\n{{ q | upper }}",
        "---\nx: \"a*b*c | d\\n# e\"\ny: \"a*b*c | d\\n# e\"\nz:\n  - \"a*b*c | d\\n# e\"\n  - b\n---\n\nA\\*B\\*C | D\n\\# E",
    );
}

#[test]
fn a_fault_in_a_template_is_named_with_line_and_column() {
    let check = |source: &str, line: usize, column: usize, words: &str| {
        let error = own(source).expect_err("it is faulty");
        assert_eq!((error.line, error.column), (line, Some(column)), "{error}");
        assert!(error.message.contains(words), "{error}");
        assert!(error.to_string().starts_with(&format!("mine.md:{line}:{column}: ")), "{error}");
    };
    check("ok\n标题 {{ papr.title }}", 2, 7, "papr");
    check("ok\n\n  {% if x %}", 3, 11, "unexpected end");
    check("{{ paper.title | nofilter }}", 1, 18, "nofilter");
    let endless = "{% for a in range(9999) %}{% for b in range(9999) %}{% set c = b %}{% endfor %}{% endfor %}";
    assert!(own(endless).expect_err("it is endless").message.contains("does not come to an end"));
}
