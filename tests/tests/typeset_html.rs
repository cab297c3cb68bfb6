//! The markup of a passage, read back by a parser that knows nothing of it.
#![expect(clippy::panic, reason = "a test says what it read")]

use html5gum::{HtmlString, Token, Tokenizer};
use proptest::prelude::*;
use reading::text::ByteSpan;
use reading::typeset::html::{Mark, Options, render};
use reading::typeset::{Prose, typeset};

/// Elements and attributes that may appear.
const ELEMENTS: &[&str] = &[
    "span",
    "div",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "math",
    "mrow",
    "mi",
    "mn",
    "mo",
    "ms",
    "mtext",
    "mspace",
    "msub",
    "msup",
    "msubsup",
    "mover",
    "munder",
    "munderover",
    "mfrac",
    "msqrt",
    "mroot",
    "mtable",
    "mtr",
    "mtd",
    "mpadded",
    "mphantom",
    "mstyle",
    "mmultiscripts",
    "mprescripts",
    "b",
    "i",
];

fn string(html: &HtmlString) -> String {
    String::from_utf8_lossy(html).into_owned()
}

/// The passage as it stands in the markup: text nodes outside formulas and `data-source`, in order.
fn read_back(markup: &str) -> String {
    let mut passage = String::new();
    let mut open: Vec<String> = Vec::new();
    // Depth of the formula that is being read.
    let mut formula = None;
    for token in Tokenizer::new(markup) {
        match token.unwrap_or_else(|never| match never {}) {
            Token::StartTag(tag) => {
                let name = string(&tag.name);
                assert!(ELEMENTS.contains(&name.as_str()), "<{name}> in {markup}");
                for attribute in tag.attributes.keys() {
                    let attribute = string(attribute);
                    assert!(
                        !attribute.starts_with("on") && attribute != "style" && attribute != "href",
                        "{attribute} in {markup}"
                    );
                }
                if let Some(source) = tag.attributes.get(b"data-source".as_slice())
                    && formula.is_none()
                {
                    passage.push_str(&string(&source.value));
                }
                if tag.self_closing {
                    continue;
                }
                let class =
                    tag.attributes.get(b"class".as_slice()).map(|class| string(&class.value)).unwrap_or_default();
                if formula.is_none() && class.split(' ').any(|class| class == "k-math") {
                    formula = Some(open.len());
                }
                open.push(name);
            }
            Token::EndTag(tag) => {
                assert_eq!(open.pop(), Some(string(&tag.name)), "{markup}");
                formula = formula.filter(|depth| *depth < open.len());
            }
            Token::String(text) => {
                if formula.is_none() {
                    passage.push_str(&string(&text));
                }
            }
            // A carriage return can only be kept as a reference.
            Token::Error(error) if error.value == html5gum::Error::ControlCharacterReference => {}
            Token::Error(error) => panic!("{error:?} in {markup}"),
            Token::Comment(_) | Token::Doctype(_) => panic!("comment or doctype in {markup}"),
        }
    }
    assert!(open.is_empty(), "{open:?} not closed in {markup}");
    passage
}

/// Marks of three characters, every seven.
fn some_marks(text: &str) -> Vec<Mark> {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let spans = places.chunks(7).filter_map(|chunk| Some(ByteSpan::new(*chunk.first()?, *chunk.get(3)?)));
    (1..).zip(spans).map(|(id, span)| Mark { span, class: "k-exact", ids: vec![id] }).collect()
}

fn check(text: &str) {
    for prose in [Prose::Review, Prose::Quote, Prose::Abstract] {
        let runs = typeset(text, prose);
        for (marks, options) in [(Vec::new(), Options { lists: false }), (some_marks(text), Options { lists: true })] {
            let markup = render(text, &runs, &marks, options);
            assert_eq!(read_back(&markup), text, "{markup}");
        }
    }
}

fn scraps() -> impl Strategy<Value = String> {
    let scrap = prop::sample::select(vec![
        " ",
        " | ",
        "37.47 37.47",
        "1.85 × 1.85\\times",
        "H 0 H_{0}",
        "<script>",
        "&amp;",
        "\"",
        "'",
        "<",
        "&",
        ">",
        "]]>",
        "$x_i$",
        "\\text{<b>}",
        "a < b a<b",
        "[ 19 ]",
        " ,",
        "Kestrel | 1 | 2 Heron | 3 | 4",
        "一、方法。",
        "（1）",
        "第一，",
        "一是",
        "M_{t-1}^k",
        "η~_t",
        "v̂_t^□",
        "‖k_t‖₂²",
        "的",
        "snake_case",
        "\n",
        "\r",
        "🦉",
        "=",
        "^",
        "_",
        "{",
        "}",
        "<!--",
        "-->",
    ]);
    prop::collection::vec(scrap, 0..30).prop_map(|scraps| scraps.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    // A parser replaces NUL and drops other controls: the corpus has none left.
    #[test]
    fn any_passage_can_be_read_back(text in "[^\u{0}-\u{8}\u{b}\u{c}\u{e}-\u{1f}\u{7f}-\u{9f}\u{fdd0}-\u{fdef}\u{fffe}\u{ffff}\u{1fffe}-\u{1ffff}]{0,100}") {
        check(&text);
    }

    #[test]
    fn passages_of_scraps_can_be_read_back(text in scraps()) {
        check(&text);
    }
}

#[test]
fn a_table_keeps_its_bars_in_cells_and_aligns_numbers() {
    let text = "Kestrel-7B | 9 | 88.45 Heron-7B | 10.5 | 9";
    let markup = render(text, &typeset(text, Prose::Quote), &[], Options::default());
    assert_eq!(
        markup,
        concat!(
            r#"<div class="k-table-wrap" tabindex="0"><table class="k-table"><tbody>"#,
            r#"<tr><th scope="row">Kestrel-7B</th>"#,
            r#"<td class="k-num" data-pad="1" data-point><span class="k-skip" data-source=" | "></span>9</td>"#,
            r#"<td class="k-num"><span class="k-skip" data-source=" | "></span>88.45</td></tr>"#,
            r#"<tr><th scope="row"><span class="k-skip" data-source=" "></span>Heron-7B</th>"#,
            r#"<td class="k-num"><span class="k-skip" data-source=" | "></span>10.5</td>"#,
            r#"<td class="k-num" data-pad="2" data-point><span class="k-skip" data-source=" | "></span>9</td></tr>"#,
            "</tbody></table></div>",
        )
    );
}

#[test]
fn a_citation_mark_has_no_place_to_break_at_its_brackets() {
    let text = "as known [ 3 , 19 ]";
    let markup = render(text, &typeset(text, Prose::Quote), &[], Options::default());
    let space = r#"<span class="k-skip" data-source=" "></span>"#;
    assert_eq!(markup, format!(r#"as known <span class="k-cite">[{space}3{space}, 19{space}]</span>"#));
}

#[test]
fn the_last_item_of_a_list_leaves_what_follows_the_list() {
    let text = "贡献是：(1) 甲；(2) 乙。定位上，这属于丙。";
    let markup = render(text, &typeset(text, Prose::Review), &[], Options { lists: true });
    assert!(markup.ends_with("乙。</span>定位上，这属于丙。"), "{markup}");
}

#[test]
fn a_mark_on_a_formula_stands_on_the_formula_and_one_in_a_cell_inside_the_cell() {
    let text = r"A 2.5 × 2.5\times gain over 4";
    let span = |part: &str| {
        let start = text.find(part).unwrap_or_default();
        ByteSpan::new(start, start + part.len())
    };
    let marks = [
        Mark { span: span("2.5 "), class: "k-exact", ids: vec![3] },
        Mark { span: span("4"), class: "k-absent", ids: vec![5] },
    ];
    let markup = render(text, &typeset(text, Prose::Quote), &marks, Options::default());
    assert!(markup.contains(r#"<span class="k-math k-q k-exact" data-q="3" tabindex="0" data-source="#), "{markup}");
    assert!(markup.ends_with(r#"<span class="k-q k-absent" data-q="5" tabindex="0">4</span>"#), "{markup}");

    let table = "Kestrel-7B | 9.1 | 88.4";
    let marks = [Mark { span: ByteSpan::new(table.len() - 4, table.len()), class: "k-exact", ids: vec![1] }];
    let markup = render(table, &typeset(table, Prose::Quote), &marks, Options::default());
    assert!(
        markup.contains(r#"</span><span class="k-q k-exact" data-q="1" tabindex="0">88.4</span></td>"#),
        "{markup}"
    );
}
