//! Entries of invented papers.

use super::*;
use crate::corpus::{Digest, Paper};

const MARKDOWN: &str = "<div id=toc></div>\n\n# Table of Contents\n\n- [cs.CL](#cs.CL) [Total: 2]\n\n\n<div id='cs.CL'></div>\n\n\
    # cs.CL [[Back]](#toc)\n\n### [1] [$(L_0)$-Smooth [sic] (Again)](https://arxiv.org/abs/2601.00001)\n*A. One,B. Two*\n\n\
    Main category: cs.CL\n\nTL;DR: 短。\n\n\n<details>\n  <summary>Details</summary>\nMotivation: 一。\n二。\n\nMethod: Error\n\n\
    Result: 3%。\n\nConclusion: 四。\n\nAbstract: We write a\n</think> tag.\nConclusion: none.\n  A second\nparagraph.\n\n</details>\n\n\n\
    ### [2] [Plain](https://arxiv.org/abs/2601.00002)\n*C. Three*\n\nMain category: cs.CL\n\nTL;DR: 另。\n\n\n<details>\n  \
    <summary>Details</summary>\nMotivation: 五。\n\nMethod: 六。\n\nResult: 七。\n\nConclusion: 八。\n\nAbstract: Short.\n\n</details>\n";

const LINES: &str = r#"{"id": "2601.00001", "pdf": "https://arxiv.org/pdf/2601.00001", "abs": "https://arxiv.org/abs/2601.00001", "authors": ["A. One", "B. Two"], "title": "$(L_0)$-Smooth [sic] (Again)", "categories": ["cs.CL", "cs.LG"], "comment": null, "summary": "We write a\n</think> tag.\nConclusion: none.\n  A second\nparagraph.", "AI": {"tldr": "\u77ed\u3002", "motivation": "一。\n二。", "method": "Error", "result": "3%。", "conclusion": "四。"}}
{"id": "2601.00002", "pdf": "https://arxiv.org/pdf/2601.00002", "abs": "https://arxiv.org/abs/2601.00002", "authors": ["C. Three"], "title": "Plain", "categories": ["cs.CL"], "comment": "8 pages", "summary": "Short.", "AI": {"tldr": "另。", "motivation": "五。", "method": "六。", "result": "七。", "conclusion": "八。"}}
"#;

/// What both forms must agree on.
fn outline(paper: &Paper) -> Vec<(String, String)> {
    let title = paper.title.as_ref().map_or("", |piece| piece.text.as_str());
    let head = [("title", title), ("topic", paper.topic.as_deref().unwrap_or_default())];
    let head = head.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned()));
    let id = ("id".to_owned(), paper.arxiv_id.clone().unwrap_or_default());
    let sections = paper.sections.iter().map(|section| (section.kind.as_str().to_owned(), section.text()));
    head.chain([id]).chain(sections).collect()
}

fn letters(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

fn visible(digest: &Digest) -> String {
    letters(&digest.pieces().iter().map(|piece| piece.text.as_str()).collect::<String>())
}

#[test]
fn both_forms_give_the_same_papers() {
    let (markdown, lines) = (read_markdown(MARKDOWN), read_lines(LINES));
    let outlines = |digest: &Digest| digest.papers.iter().map(outline).collect::<Vec<_>>();
    assert_eq!(outlines(&markdown), outlines(&lines));
    let expected = [
        ("title", "$(L_0)$-Smooth [sic] (Again)"),
        ("topic", "cs.CL"),
        ("id", "2601.00001"),
        ("tldr", "短。"),
        ("motivation", "一。\n二。"),
        ("notice", "Error"),
        ("result", "3%。"),
        ("conclusion", "四。"),
        ("abstract", "We write a </think> tag. Conclusion: none.\nA second paragraph."),
    ];
    assert_eq!(outlines(&markdown)[0], expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
    assert_eq!(markdown.warnings.len(), 1, "{:?}", markdown.warnings);
}

#[test]
fn every_visible_character_of_the_markdown_is_in_one_piece() {
    let expected = letters(
        "Table of Contents cs.CL [Total: 2] cs.CL [Back] [1] $(L_0)$-Smooth [sic] (Again) arXiv A. One,B. Two Main category: cs.CL \
         TL;DR: 短。 Details Motivation: 一。 二。 Method: Error Result: 3%。 Conclusion: 四。 \
         Abstract: We write a </think> tag. Conclusion: none. A second paragraph. \
         [2] Plain arXiv C. Three Main category: cs.CL TL;DR: 另。 Details Motivation: 五。 Method: 六。 Result: 七。 Conclusion: 八。 Abstract: Short.",
    );
    for line_end in ["\n", "\r\n", "\r"] {
        assert_eq!(visible(&read_markdown(&MARKDOWN.replace('\n', line_end))), expected, "{line_end:?}");
    }
}

#[test]
fn text_outside_the_template_is_kept() {
    let source = MARKDOWN
        .replace("TL;DR: 另。", "An odd line.\n\nTL;DR: 另。")
        .replace("Short.\n\n</details>\n", "Short.\n\n</details>\n\nAfterword.\n");
    let digest = read_markdown(&source);
    let others: Vec<String> = digest.papers[1]
        .sections
        .iter()
        .filter(|section| section.kind == SectionKind::Other)
        .map(Section::text)
        .collect();
    assert_eq!(others, ["An odd line.", "Afterword."]);
    let unrecognised = digest.warnings.iter().filter(|warning| warning.kind == WarningKind::Unrecognised).count();
    assert_eq!(unrecognised, 2);
}

#[test]
fn half_a_file_opens_from_where_it_begins() {
    let digest = read_markdown(&MARKDOWN[MARKDOWN.find("二。").expect("inside the first entry")..]);
    let kinds: Vec<SectionKind> = digest.papers[0].sections.iter().map(|section| section.kind).collect();
    assert_eq!(digest.papers.len(), 2);
    use SectionKind::{Abstract, Conclusion, Notice, Result};
    assert_eq!(kinds, [Notice, Result, Conclusion, Abstract]);
    let digest = read_markdown(&MARKDOWN[..MARKDOWN.find("六。").expect("inside the second entry")]);
    assert_eq!(digest.papers.len(), 2);
    assert!(digest.warnings.iter().any(|warning| warning.message == "the abstract is missing"));
}

#[test]
fn a_broken_line_does_not_touch_the_next() {
    let cut = LINES.find("\"categories\"").expect("inside the first line");
    let second = LINES.find('\n').expect("two lines");
    let digest = read_lines(&format!("{}\"ca{}", &LINES[..cut], &LINES[second..]));
    assert_eq!(digest.papers.len(), 2);
    assert_eq!(outline(&digest.papers[1]), outline(&read_lines(LINES).papers[1]));
    assert!(digest.warnings.iter().any(|warning| warning.kind == WarningKind::Syntax));
    assert_eq!(read_lines(&format!("[{}]", LINES.trim().replace('\n', ","))).papers.len(), 2);
}
