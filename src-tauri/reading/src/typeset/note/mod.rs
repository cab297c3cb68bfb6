//! Markup of a note that a reader wrote in Markdown: elements of our own only, everything else as text.
//!
//! CommonMark with tables, struck text, tasks and `$…$` formulas. Emphasis beside Chinese punctuation is seen (see
//! `emphasis`), a line break is one, raw HTML is shown as it was typed, and nothing is loaded: a picture is shown as a
//! link to it. Links carry their address in `data-href`, for whoever opens them after a check of his own.

mod emphasis;
#[cfg(test)]
mod tests;

use pulldown_cmark::{Alignment, BlockQuoteKind, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::html::escape_into;
use super::mathml;

/// Deeper nesting is shown flat: no page has to draw a thousand quotes inside each other.
const MAX_DEPTH: usize = 24;
/// Longer notes are shown as they were typed.
const MAX_NOTE_BYTES: usize = 512 * 1024;

/// The markup of `markdown`, in time linear in its length.
///
/// ```
/// use reading::typeset::note;
///
/// assert_eq!(note::render("**结论：**成立 <b>"), "<p><strong>结论：</strong>成立 &lt;b&gt;</p>");
/// ```
pub fn render(markdown: &str) -> String {
    if markdown.len() > MAX_NOTE_BYTES {
        let mut out = "<pre>".to_owned();
        escape_into(&mut out, markdown);
        out.push_str("</pre>");
        return out;
    }
    let prepared = emphasis::prepare(markdown);
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_MATH
        | Options::ENABLE_GFM;
    let mut writer =
        Writer { helper: prepared.helper, out: String::with_capacity(markdown.len() * 2), ..Writer::default() };
    for event in Parser::new_ext(&prepared.text, options) {
        writer.event(event);
    }
    writer.out
}

#[derive(Default)]
struct Writer {
    out: String,
    /// The character that [`emphasis`] put in, to be left out.
    helper: Option<char>,
    /// Open elements, innermost last; `None` where an element was left out.
    open: Vec<Option<&'static str>>,
    /// Inside the head of a table.
    head: bool,
    columns: Vec<Alignment>,
    column: usize,
}

impl Writer {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text),
            Event::Code(text) => {
                self.out.push_str("<code>");
                self.text(&text);
                self.out.push_str("</code>");
            }
            Event::InlineMath(tex) => self.math(&tex, "$"),
            Event::DisplayMath(tex) => self.math(&tex, "$$"),
            Event::Html(text) | Event::InlineHtml(text) => self.text(&text),
            Event::FootnoteReference(label) => {
                self.text("[^");
                self.text(&label);
                self.text("]");
            }
            Event::SoftBreak | Event::HardBreak => self.out.push_str("<br>"),
            Event::Rule => self.out.push_str("<hr>"),
            Event::TaskListMarker(done) => {
                self.out.push_str(if done {
                    "<span class=\"k-task\">☑ </span>"
                } else {
                    "<span class=\"k-task\">☐ </span>"
                });
            }
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph | Tag::HtmlBlock => self.element("p"),
            Tag::Heading { level, .. } => {
                let level = match level {
                    HeadingLevel::H1 => '1',
                    HeadingLevel::H2 => '2',
                    _ => '3',
                };
                if self.element("div") {
                    self.attributes(&[("class", "k-h"), ("role", "heading"), ("aria-level", "4")]);
                    self.attributes(&[("data-level", level.encode_utf8(&mut [0; 4]))]);
                }
                true
            }
            Tag::BlockQuote(kind) => {
                let opened = self.element("blockquote");
                if let Some(kind) = kind {
                    // Written as it was: the sign belongs to another program.
                    self.out.push_str("<p>[!");
                    self.out.push_str(callout(kind));
                    self.out.push_str("]</p>");
                }
                opened
            }
            Tag::CodeBlock(kind) => {
                let opened = self.element("pre");
                if let (true, CodeBlockKind::Fenced(language)) = (opened, kind)
                    && !language.is_empty()
                {
                    self.attributes(&[("data-language", &language)]);
                }
                opened
            }
            Tag::List(Some(first)) => {
                if self.element("ol") && first != 1 {
                    self.attributes(&[("start", &first.min(1_000_000_000).to_string())]);
                }
                true
            }
            Tag::List(None) => self.element("ul"),
            Tag::Item => self.element("li"),
            Tag::Table(columns) => {
                self.columns = columns;
                self.element("table")
            }
            Tag::TableHead => {
                self.head = true;
                self.column = 0;
                self.element("tr")
            }
            Tag::TableRow => {
                self.column = 0;
                self.element("tr")
            }
            Tag::TableCell => {
                let right = self.columns.get(self.column) == Some(&Alignment::Right);
                self.column += 1;
                if self.element(if self.head { "th" } else { "td" }) && right {
                    self.attributes(&[("class", "k-num")]);
                }
                true
            }
            Tag::Emphasis => self.element("em"),
            Tag::Strong => self.element("strong"),
            Tag::Strikethrough => self.element("del"),
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => self.link(&dest_url),
            _ => {
                self.open.push(None);
                false
            }
        };
    }

    /// Opens an element, or leaves it out where too many are open. Whether it is there.
    fn element(&mut self, name: &'static str) -> bool {
        let shown = self.open.iter().flatten().count() < MAX_DEPTH;
        self.open.push(shown.then_some(name));
        if shown {
            self.out.push('<');
            self.out.push_str(name);
            self.out.push('>');
        }
        shown
    }

    /// Puts attributes into the element that was just opened.
    fn attributes(&mut self, all: &[(&str, &str)]) {
        self.out.pop();
        for (name, value) in all {
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push_str("=\"");
            let value = self.without_helper(value);
            escape_into(&mut self.out, &value);
            self.out.push('"');
        }
        self.out.push('>');
    }

    /// A web address can be followed; any other is shown behind the words.
    fn link(&mut self, address: &str) -> bool {
        let web = |scheme: &str| address.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme));
        if !(web("https://") || web("http://")) {
            self.open.push(None);
            return false;
        }
        let opened = self.element("span");
        if opened {
            self.attributes(&[("class", "k-link"), ("role", "link"), ("tabindex", "0"), ("data-href", address)]);
        }
        opened
    }

    fn end(&mut self, tag: TagEnd) {
        if tag == TagEnd::TableHead {
            self.head = false;
        }
        if let Some(Some(name)) = self.open.pop() {
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push('>');
        }
    }

    fn math(&mut self, tex: &str, sign: &str) {
        let tex = self.without_helper(tex);
        match mathml::from_tex(&tex) {
            Some(mathml) => {
                self.out.push_str("<span class=\"k-math\">");
                self.out.push_str(&mathml);
                self.out.push_str("</span>");
            }
            None => {
                for part in [sign, tex.as_str(), sign] {
                    escape_into(&mut self.out, part);
                }
            }
        }
    }

    fn text(&mut self, text: &str) {
        let text = self.without_helper(text);
        escape_into(&mut self.out, &text);
    }

    fn without_helper(&self, text: &str) -> String {
        self.helper.map_or_else(|| text.to_owned(), |helper| text.replace(helper, ""))
    }
}

fn callout(kind: BlockQuoteKind) -> &'static str {
    match kind {
        BlockQuoteKind::Note => "NOTE",
        BlockQuoteKind::Tip => "TIP",
        BlockQuoteKind::Important => "IMPORTANT",
        BlockQuoteKind::Warning => "WARNING",
        BlockQuoteKind::Caution => "CAUTION",
    }
}
