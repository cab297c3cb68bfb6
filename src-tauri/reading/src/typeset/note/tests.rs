//! Renders notes: what a reader types, and what must not come of it.

use html5gum::{Token, Tokenizer};
use proptest::prelude::*;

use super::render;

#[track_caller]
fn check(markdown: &str, markup: &str) {
    assert_eq!(render(markdown), markup, "{markdown}");
}

#[test]
fn markdown_becomes_elements() {
    check("一行\n二行", "<p>一行<br>二行</p>");
    check("- 甲\n- [x] 乙", "<ul><li>甲</li><li><span class=\"k-task\">☑ </span>乙</li></ul>");
    check("3. 丙", "<ol start=\"3\"><li>丙</li></ol>");
    check("> 引\n\n`a<b`", "<blockquote><p>引</p></blockquote><p><code>a&lt;b</code></p>");
    check(
        "|a|b|\n|-|-:|\n|1|2|",
        "<table><tr><th>a</th><th class=\"k-num\">b</th></tr><tr><td>1</td><td class=\"k-num\">2</td></tr></table>",
    );
    check("# 题", "<div class=\"k-h\" role=\"heading\" aria-level=\"4\" data-level=\"1\">题</div>");
    check("[[概念]] ~~旧~~", "<p>[[概念]] <del>旧</del></p>");
}

#[test]
fn emphasis_beside_chinese_punctuation_is_seen() {
    check("**结论：**模型", "<p><strong>结论：</strong>模型</p>");
    check("后**“引用”**后", "<p>后<strong>“引用”</strong>后</p>");
    check("这里是**平滑**的", "<p>这里是<strong>平滑</strong>的</p>");
    check("甲*（乙）*丙**丁。**戊", "<p>甲<em>（乙）</em>丙<strong>丁。</strong>戊</p>");
    check("3 \\* 4，**“甲”**乙", "<p>3 * 4，<strong>“甲”</strong>乙</p>");
    check("`**甲：**乙`", "<p><code>**甲：**乙</code></p>");
    check("孤**：星", "<p>孤**：星</p>");
}

#[test]
fn formulas_are_set_and_prices_are_not() {
    assert!(render("取 $x_t$ 为").contains("<span class=\"k-math\"><math>"));
    check("花了 $20 和 $5", "<p>花了 $20 和 $5</p>");
    check("$\\nosuchcommand{x}$", "<p>$\\nosuchcommand{x}$</p>");
}

#[test]
fn html_is_text_and_pictures_are_not_loaded() {
    check("<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>");
    check("甲<b>乙", "<p>甲&lt;b&gt;乙</p>");
    let link = "<span class=\"k-link\" role=\"link\" tabindex=\"0\" data-href=\"https://example.org/?a=1&amp;b\">";
    check("![图](https://example.org/?a=1&b)", &format!("<p>{link}图</span></p>"));
    check("[x](javascript:alert(1))", "<p>x</p>");
    check("[x](file:///etc/passwd)", "<p>x</p>");
}

#[test]
fn nesting_ends_somewhere() {
    let deep = render(&">".repeat(2000));
    assert!(deep.matches("<blockquote>").count() <= 24);
    assert_eq!(deep.matches("<blockquote>").count(), deep.matches("</blockquote>").count());
}

/// Elements and attributes that may stand in a note.
const ELEMENTS: &[&str] = &[
    "p",
    "br",
    "hr",
    "div",
    "blockquote",
    "pre",
    "code",
    "ol",
    "ul",
    "li",
    "table",
    "tr",
    "th",
    "td",
    "em",
    "strong",
    "del",
    "span",
];
const ATTRIBUTES: &[&str] =
    &["class", "role", "aria-level", "data-level", "data-language", "start", "tabindex", "data-href"];

fn strangers(markup: &str) -> Vec<String> {
    let mut strange = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut in_math = 0_usize;
    for token in Tokenizer::new(markup).flatten() {
        match token {
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                in_math += usize::from(name == "math");
                if in_math == 0 {
                    if !ELEMENTS.contains(&name.as_str()) {
                        strange.push(name.clone());
                    }
                    for attribute in tag.attributes.keys() {
                        let attribute = String::from_utf8_lossy(attribute).into_owned();
                        if !ATTRIBUTES.contains(&attribute.as_str()) {
                            strange.push(attribute);
                        }
                    }
                }
                if name != "br" && name != "hr" && !tag.self_closing {
                    open.push(name);
                }
            }
            Token::EndTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                in_math -= usize::from(name == "math");
                if open.pop().as_ref() != Some(&name) {
                    strange.push(format!("/{name}"));
                }
            }
            Token::Comment(_) | Token::Doctype(_) => strange.push("comment".to_owned()),
            _ => {}
        }
    }
    strange.extend(open);
    strange
}

#[test]
fn a_stranger_would_be_seen() {
    assert_eq!(strangers("<p onclick=x><script></script></p>"), ["onclick", "script"]);
}

proptest! {
    #[test]
    fn no_element_or_attribute_of_a_note_survives(
        note in "(<[a-z]{1,6}( on[a-z]{2,5}=[\"']?x[\"']?)?/?>|</[a-z]{1,6}>|[*_`~$|>#\\[\\]()!\\\\\"'&;:=-]{1,3}|https://a/|javascript:|[甲乙：。“”a-c0-9 ]{1,4}|\n){0,40}"
    ) {
        prop_assert_eq!(strangers(&render(&note)), Vec::<String>::new());
    }

    #[test]
    fn every_letter_of_a_plain_note_is_shown(note in "[甲乙丙：。“”*a-z ]{0,60}") {
        let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).collect::<String>();
        let shown: String = render(&note).replace("&quot;", "\"").split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect();
        prop_assert_eq!(letters(&shown), letters(&note));
    }
}
