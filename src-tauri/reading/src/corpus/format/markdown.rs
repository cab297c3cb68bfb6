//! Markdown made from the page, and any Markdown digest with headings per paper.
//!
//! Markdown is read as the elements that it stands for, so raw HTML between them needs no rules of its own.

mod dialect;
mod pandoc;

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

use super::html::{self, Reader};
use super::wrap::Habit;
use crate::corpus::Digest;
use crate::text::ByteSpan;
use dialect::Dialect;

/// Reads a digest in CommonMark. Escapes, entities and emphasis are resolved; emphasis that CommonMark does not
/// recognise stays visible.
pub(in crate::corpus) fn read(source: &str) -> Digest {
    let mut reader = Reader::new(source);
    let body = front_matter(source);
    if body > 0 {
        reader.open_tag("div", None, 0);
        reader.literal(&source[..body], 0);
        reader.close_tag("div");
    }
    let mut text = Text { source, habit: Habit::of(source), dialect: Dialect::of(source), literal: Vec::new() };
    let mut html: Option<Range<usize>> = None;
    let marked = pandoc::blank_marks(&source[body..]);
    for (event, range) in Parser::new_ext(&marked, Options::empty()).into_offset_iter() {
        let range = range.start + body..range.end + body;
        if let Event::Html(_) = &event {
            // The lines of one block of HTML are one text, unless a quotation or a list stands before each.
            match &mut html {
                Some(open) if open.end == range.start => open.end = range.end,
                _ => {
                    if let Some(done) = html.replace(range) {
                        reader.markup(done);
                    }
                }
            }
            continue;
        }
        if let Some(done) = html.take() {
            reader.markup(done);
        }
        text.event(&mut reader, event, range);
    }
    if let Some(done) = html {
        reader.markup(done);
    }
    reader.finish()
}

/// What is needed to tell the text's own characters from markup.
struct Text<'a> {
    source: &'a str,
    habit: Habit,
    dialect: Dialect,
    /// For each open emphasis, whether its marks belong to the text.
    literal: Vec<bool>,
}

impl Text<'_> {
    fn event(&mut self, reader: &mut Reader<'_>, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(Tag::Emphasis) => {
                let literal = !dialect::opens_emphasis(self.source[..range.start].chars().next_back());
                self.literal.push(literal);
                if literal {
                    reader.literal(&self.source[range.start..range.start + 1], range.start);
                }
            }
            Event::End(TagEnd::Emphasis) => {
                if self.literal.pop() == Some(true) {
                    reader.literal(&self.source[range.end - 1..range.end], range.end - 1);
                }
            }
            Event::Start(tag) => start(reader, tag, range.start),
            Event::End(tag) => end(reader, tag),
            Event::Text(text) => {
                if self.keeps_backslash(&text, range.start) {
                    reader.literal("\\", range.start - 1);
                }
                reader.text(&text, ByteSpan::new(range.start, range.end));
            }
            Event::Code(text) => {
                let inner = self.source.get(range.clone()).and_then(|raw| raw.find(&*text));
                match inner.map(|at| range.start + at) {
                    Some(at) => reader.literal(&text, at),
                    None => reader.text(&text, ByteSpan::new(range.start, range.end)),
                }
            }
            Event::InlineHtml(tag) => {
                if self.is_markup(&tag, &range) {
                    reader.markup(range);
                } else {
                    reader.literal(&tag, range.start);
                }
            }
            Event::SoftBreak => {
                let start = self.source[..range.start].rfind('\n').map_or(0, |at| at + 1);
                let stop = self.source[range.end..].find('\n').map_or(self.source.len(), |at| range.end + at);
                let after = self.source[range.end..stop].trim_start_matches([' ', '>', '\t']);
                if self.habit.is_space(&self.source[start..range.start], after) {
                    reader.gap(' ');
                }
            }
            Event::HardBreak => reader.gap('\n'),
            Event::Rule => reader.end_block(),
            // Not parsed without their options; their text would come as text.
            Event::Html(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_) => {}
        }
    }

    /// Whether the text at `at` follows a backslash that CommonMark took for an escape and the writer did not.
    fn keeps_backslash(&self, text: &str, at: usize) -> bool {
        let Some(escaped) = text.chars().next().filter(char::is_ascii_punctuation) else { return false };
        let before = &self.source[..at];
        let Some(head) = before.strip_suffix('\\') else { return false };
        // Looked at in a window, as a line may hold a megabyte of escapes.
        let near = &head[floor(head, head.len().saturating_sub(NEAR_MARK_BYTES))..];
        let run = 1 + near.len() - near.trim_end_matches('\\').len();
        let line = near.rfind('\n').map_or(near, |line| &near[line + 1..]);
        let line = if line.len() == near.len() && near.len() < head.len() { MID_LINE } else { line };
        // An even run of backslashes before the text is text already.
        run % 2 == 1 && self.source[at..].starts_with(escaped) && self.dialect.shows_backslash(escaped, line)
    }

    /// Whether `<word>` in a line is a tag: the words of a grammar or a model's tokens look like tags too. A tag is
    /// of HTML, and what it opens is closed not far from it.
    fn is_markup(&self, tag: &str, range: &Range<usize>) -> bool {
        if tag.starts_with("<!") || tag.starts_with("<?") {
            return true;
        }
        let name = tag.trim_start_matches(['<', '/']);
        let name = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().unwrap_or_default();
        let name = name.to_ascii_lowercase();
        let attributes = tag.contains('=');
        if !html::is_known(&name) {
            return attributes;
        }
        if attributes || html::is_void(&name) || tag.ends_with("/>") {
            return true;
        }
        let twin = if tag.starts_with("</") { format!("<{name}") } else { format!("</{name}") };
        let near = if tag.starts_with("</") {
            let from = floor(self.source, range.start.saturating_sub(NEAR_BYTES));
            &self.source[from..range.start]
        } else {
            &self.source[range.end..floor(self.source, range.end + NEAR_BYTES)]
        };
        near.to_ascii_lowercase().contains(&twin)
    }
}

/// How much of a line is looked at to see whether a mark would begin it; no list number is longer.
const NEAR_MARK_BYTES: usize = 24;
/// Stands for the words of a line that is too long to begin with a mark.
const MID_LINE: &str = "…";

/// How far the other half of a tag is looked for.
const NEAR_BYTES: usize = 600;

fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

fn start(reader: &mut Reader<'_>, tag: Tag<'_>, at: usize) {
    match tag {
        Tag::Heading { level, .. } => reader.open_tag(heading(level as usize), None, at),
        Tag::BlockQuote(_) => reader.open_tag("blockquote", None, at),
        Tag::List(Some(first)) => reader.open_tag("ol", Some(("start", &first.to_string())), at),
        Tag::List(None) => reader.open_tag("ul", None, at),
        Tag::Item => reader.open_tag("li", None, at),
        Tag::Link { link_type, dest_url, .. } => {
            let mail = if link_type == LinkType::Email { "mailto:" } else { "" };
            reader.open_tag("a", Some(("href", &format!("{mail}{dest_url}"))), at);
        }
        Tag::Paragraph => reader.open_tag("p", None, at),
        Tag::CodeBlock(_) => reader.open_tag("pre", None, at),
        // The words that stand for a picture are its text.
        Tag::Image { .. } => reader.open_tag("a", None, at),
        Tag::Strong => reader.open_tag("em", None, at),
        _ => {}
    }
}

fn end(reader: &mut Reader<'_>, tag: TagEnd) {
    match tag {
        TagEnd::Heading(level) => reader.close_tag(heading(level as usize)),
        TagEnd::BlockQuote(_) => reader.close_tag("blockquote"),
        TagEnd::List(true) => reader.close_tag("ol"),
        TagEnd::List(false) => reader.close_tag("ul"),
        TagEnd::Item => reader.close_tag("li"),
        TagEnd::Link | TagEnd::Image => reader.close_tag("a"),
        TagEnd::Paragraph => reader.close_tag("p"),
        TagEnd::CodeBlock => reader.close_tag("pre"),
        TagEnd::Strong => reader.close_tag("em"),
        _ => {}
    }
}

fn heading(level: usize) -> &'static str {
    ["h1", "h2", "h3", "h4", "h5", "h6"].get(level.saturating_sub(1)).copied().unwrap_or("h6")
}

/// Length of a block of front matter (`---` to `---`) at the very beginning; 0 without one.
fn front_matter(source: &str) -> usize {
    let Some(rest) = source.strip_prefix("---\n").or_else(|| source.strip_prefix("---\r\n")) else { return 0 };
    let mut at = source.len() - rest.len();
    for line in rest.split_inclusive('\n') {
        at += line.len();
        match line.trim_end() {
            "---" | "..." => return at,
            // Front matter is a few `key: value` lines; prose between two rules is none.
            "" => return 0,
            _ => {}
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::corpus::format::outline;

    #[test]
    fn pandoc_loses_nothing_but_doubled_spaces() {
        outline::agreement::check("pandoc.md", read, 60);
    }

    #[test]
    fn html2text_loses_nothing() {
        outline::agreement::check("html2text.md", read, 1);
    }

    /// Blocks of Markdown with what a reader sees of them.
    fn blocks() -> impl Strategy<Value = Vec<(&'static str, &'static str)>> {
        let block = prop::sample::select(vec![
            ("# 2031-05-06", "2031-05-06"),
            ("## 甲：一个标题", "甲：一个标题"),
            ("一个\n===", "一个"),
            ("### ④ 实验与证据", "④实验与证据"),
            ("**① 一句话定位**", "①一句话定位"),
            ("甲\\_乙 \\* 丙\\[1\\]", "甲_乙*丙[1]"),
            ("*甲* 和 **乙**", "甲和乙"),
            ("**结论：**模型", "**结论：**模型"),
            ("x_t‖_0 与 y~_t", "x_t‖_0与y~_t"),
            ("用 <unit> 与 </think>", "用<unit>与</think>"),
            ("甲 &lt; 乙 &amp; 丙", "甲<乙&丙"),
            ("[arXiv](https://arxiv.org/abs/3105.00001) · [alphaXiv](<u>)", "arXiv·alphaXiv"),
            ("> We find\n> it", "Wefindit"),
            ("1.  甲好。\n\n    > good", "甲好。good"),
            ("- 丙好。 It is good", "丙好。Itisgood"),
            ("<div class=\"row\">", ""),
            ("</div>", ""),
            ("<!-- 乙 -->", ""),
            ("<details><summary>⑦ 值得跟进</summary>", "⑦值得跟进"),
            ("a<br>b", "ab"),
            ("`x|y`", "x|y"),
            ("甲  \n乙", "甲乙"),
            ("---", ""),
            ("<span\nclass=\"paper-badge\">HF ↑3</span>", "HF↑3"),
            ("    code", "code"),
            ("| 甲 | 乙 |", "|甲|乙|"),
        ]);
        prop::collection::vec(block, 0..20)
    }

    proptest! {
        #[test]
        fn every_visible_character_of_markdown_stands_in_one_piece(blocks in blocks()) {
            let source: String = blocks.iter().flat_map(|(markdown, _)| [*markdown, "\n\n"]).collect();
            let visible: String = blocks.iter().map(|(_, text)| *text).collect();
            outline::visible::check(&source, &visible, &read(&source));
        }

        #[test]
        fn any_text_is_read_and_its_spans_lie_inside(source in "\\PC{0,200}|[*_`<>#a-z0-9 .|\\[\\]()\\n\\\\&-]{0,300}") {
            for piece in read(&source).pieces() {
                prop_assert!(piece.source.get(&source).is_some());
            }
        }
    }
}
