//! The site's page, and any page that shows a digest.

mod elements;
mod entities;

use std::ops::Range;

use html5gum::{DefaultEmitter, Token, Tokenizer};

use crate::corpus::{Digest, Warning, WarningKind};
use crate::text::ByteSpan;

use super::outline::{self, Block, Flow, Role};
use elements::{Class, Element};

/// Elements open at once beyond this are read as if they were not there: their text stands in the last one.
const DEEPEST: usize = 512;

/// Whether HTML has an element of the name, in lower case.
pub(super) fn is_known(name: &str) -> bool {
    elements::is_known(name.as_bytes())
}

/// Whether the element of the name has no content.
pub(super) fn is_void(name: &str) -> bool {
    elements::is_void(name.as_bytes())
}

/// Reads a page. Only visible text is taken: no scripts, styles, comments, templates, nor the head.
pub(crate) fn read(source: &str) -> Digest {
    let mut reader = Reader::new(source);
    reader.markup(0..source.len());
    reader.finish()
}

/// The elements open at a place and the blocks before it. Markdown is read through it too.
pub(super) struct Reader<'a> {
    source: &'a str,
    open: Vec<Element>,
    /// Elements open beyond the limit; their ends are not looked for.
    beyond: usize,
    /// How many of the open elements are invisible.
    hidden: usize,
    articles: usize,
    flow: Flow,
    /// Set by an item until its first block is out.
    item: Option<Option<u32>>,
    blocks: Vec<Block>,
    warnings: Vec<Warning>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Self {
            source,
            open: Vec::new(),
            beyond: 0,
            hidden: 0,
            articles: 0,
            flow: Flow::default(),
            item: None,
            blocks: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Reads a range of the source as HTML.
    pub(super) fn markup(&mut self, range: Range<usize>) {
        let Some(html) = self.source.get(range.clone()) else { return };
        let mut emitter = DefaultEmitter::<usize>::new_with_span();
        emitter.naively_switch_states(true);
        for token in Tokenizer::new_with_emitter(html, emitter) {
            // A string as source cannot fail to be read.
            let Ok(token) = token;
            match token {
                Token::StartTag(tag) => {
                    let attribute = |name: &[u8]| {
                        tag.attributes.get(name).map(|value| String::from_utf8_lossy(&value.value).into_owned())
                    };
                    self.open(Element::of(&tag.name, attribute), range.start + tag.span.start);
                }
                Token::EndTag(tag) => self.close(&tag.name),
                Token::String(text) => {
                    let start = range.start + text.span.start;
                    let span = ByteSpan::new(start, (range.start + text.span.end).max(start));
                    self.text(&String::from_utf8_lossy(&text.value), span);
                }
                Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
            }
        }
    }

    /// Opens the element of the name with at most one attribute.
    pub(super) fn open_tag(&mut self, name: &str, attribute: Option<(&str, &str)>, at: usize) {
        let value =
            |wanted: &[u8]| attribute.filter(|(name, _)| name.as_bytes() == wanted).map(|(_, value)| value.to_owned());
        self.open(Element::of(name.as_bytes(), value), at);
    }

    /// Closes the innermost open element of the name and what is open in it.
    pub(super) fn close_tag(&mut self, name: &str) {
        self.close(name.as_bytes());
    }

    /// Adds text that stands literally at the byte of the source.
    pub(super) fn literal(&mut self, text: &str, at: usize) {
        self.text(text, ByteSpan::new(at, at + text.len()));
    }

    /// Adds a space or a forced line break.
    pub(super) fn gap(&mut self, gap: char) {
        self.flow.push_gap(gap);
    }

    fn open(&mut self, mut element: Element, at: usize) {
        if element.void {
            match element.class {
                Class::Break => self.flow.push_gap('\n'),
                Class::Block => self.end_block(),
                _ => {}
            }
            return;
        }
        self.leave_head(&element.name);
        self.close_implied(&element);
        if self.open.len() >= DEEPEST {
            if self.beyond == 0 {
                self.warnings.push(Warning {
                    at,
                    message: format!("elements are nested deeper than {DEEPEST}; the rest was read flat"),
                    kind: WarningKind::Limit,
                });
            }
            self.beyond += 1;
            if element.class != Class::Inline {
                self.end_block();
            }
            return;
        }
        match element.class {
            Class::Hidden => self.hidden += 1,
            Class::Inline => {}
            Class::Item => {
                self.end_block();
                let list = self.open.iter_mut().rev().find(|open| open.class == Class::List);
                self.item = Some(list.and_then(|list| list.next_number(element.number)));
            }
            Class::Article => {
                self.end_block();
                self.articles += 1;
                element.article = self.articles;
            }
            _ => self.end_block(),
        }
        element.anchor = self.flow.text().len();
        self.open.push(element);
    }

    /// The head ends where something stands that cannot be in it, whether or not the page says so.
    fn leave_head(&mut self, name: &[u8]) {
        let in_head =
            matches!(name, b"title" | b"style" | b"script" | b"template" | b"noscript" | b"head" | b"object" | b"svg");
        if self.hidden == 1 && !in_head && self.open.last().is_some_and(|open| open.name == b"head") {
            self.close(b"head");
        }
    }

    /// Paragraphs, items and the like end where the next one begins, whether or not the page says so.
    fn close_implied(&mut self, element: &Element) {
        if element.class == Class::Inline || element.class == Class::Hidden {
            return;
        }
        if self.open.last().is_some_and(|open| open.name == b"p") {
            self.close(b"p");
        }
        if element.class == Class::Item {
            let bound = self.open.iter().rposition(|open| open.class == Class::List).map_or(0, |at| at + 1);
            if self.open[bound..].iter().any(|open| open.class == Class::Item) {
                self.close(b"li");
            }
        }
    }

    fn close(&mut self, name: &[u8]) {
        if name == b"br" {
            self.flow.push_gap('\n');
            return;
        }
        if self.beyond > 0 {
            // Ends beyond the limit are counted, not matched.
            self.beyond -= 1;
            if !elements::is_inline(name) {
                self.end_block();
            }
            return;
        }
        let Some(from) = self.open.iter().rposition(|open| open.name == name) else { return };
        // An inline element never closes a block around it.
        if elements::is_inline(name) && self.open[from + 1..].iter().any(|open| open.class != Class::Inline) {
            return;
        }
        while self.open.len() > from {
            let Some(element) = self.open.last().cloned() else { return };
            if element.class == Class::Hidden {
                self.hidden -= 1;
            } else if element.class != Class::Inline || element.role == Some(Role::Badge) {
                self.end_block();
            } else if let Some(url) = element.url {
                self.flow.close_anchor(element.anchor, url);
            }
            self.open.pop();
        }
    }

    /// Adds what the span of the source says with its references resolved.
    pub(super) fn text(&mut self, text: &str, span: ByteSpan) {
        if !text.trim().is_empty() {
            self.leave_head(b"");
        }
        if self.hidden > 0 || text.is_empty() {
            return;
        }
        let role = self.role();
        if self.flow.is_blank() && role == Role::Badge {
            self.flow = Flow::default();
        }
        entities::push(&mut self.flow, text, span, self.source);
    }

    fn role(&self) -> Role {
        let quoted = self.open.iter().rev().take_while(|open| open.class != Class::Item);
        let mut role = None;
        for element in quoted {
            role = role.or(element.role);
            if element.class == Class::Quote {
                return Role::Quote;
            }
        }
        role.or(self.item.map(Role::Item)).unwrap_or(Role::Paragraph)
    }

    /// Ends the block whose text was read last.
    pub(super) fn end_block(&mut self) {
        if self.flow.is_blank() {
            self.flow = Flow::default();
            return;
        }
        let role = self.role();
        if !matches!(role, Role::Quote) {
            self.item = None;
        }
        let article = self.open.iter().rev().map(|open| open.article).find(|&article| article > 0).unwrap_or(0);
        // Links still open keep their words.
        let mut flow = std::mem::take(&mut self.flow);
        for element in &mut self.open {
            if let Some(url) = &element.url {
                flow.close_anchor(element.anchor, url.clone());
            }
            element.anchor = 0;
        }
        self.blocks.push(Block { role, flow, article });
    }

    /// Builds the digest from what was read.
    pub(super) fn finish(mut self) -> Digest {
        self.end_block();
        outline::assemble(self.blocks, self.source, self.warnings)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_page_says_what_the_record_says() {
        outline::agreement::check("page.html", read, 0);
    }

    /// Bits of a page with what a reader sees of them.
    fn bits() -> impl Strategy<Value = Vec<(&'static str, &'static str)>> {
        let bit = prop::sample::select(vec![
            ("<p>", ""),
            ("</p>", ""),
            ("<b>", ""),
            ("</b>", ""),
            ("</div>", ""),
            ("<br>", ""),
            ("<li>", ""),
            ("<ol>", ""),
            ("</ol>", ""),
            ("<blockquote>", ""),
            ("</blockquote>", ""),
            ("<article class=paper-card>", ""),
            ("</article>", ""),
            ("甲 &lt;乙&gt; &amp;amp; ", "甲<乙>&amp;"),
            ("&#x4E00;&#65;&quot;", "一A\""),
            ("a\r\n b", "ab"),
            ("x &y; &ampz ", "x&y;&z"),
            ("<script>alert('甲')</script>", ""),
            ("<style>p{}</style>", ""),
            ("<!-- 乙 -->", ""),
            ("<template>丙</template>", ""),
            ("<details><summary>① 一句话定位</summary>", "①一句话定位"),
            ("<h2>一个标题</h2>", "一个标题"),
            ("</details>", ""),
            ("<summary>④ 实验与证据</summary>", "④实验与证据"),
            ("<a href='https://arxiv.org/abs/3105.00001'>arXiv</a>", "arXiv"),
            (" · ", "·"),
            ("<span class=\"paper-badge\">HF ↑3</span>", "HF↑3"),
            ("<unknown x=1>", ""),
            ("1. 甲好。", "1.甲好。"),
            ("We find it", "Wefindit"),
            ("<svg onload=\"x()\"></svg>", ""),
            ("<iframe srcdoc=\"<p>丁</p>\"></iframe>", ""),
            ("2031-05-06", "2031-05-06"),
        ]);
        prop::collection::vec(bit, 0..40)
    }

    proptest! {
        #[test]
        fn every_visible_character_of_a_page_stands_in_one_piece(bits in bits()) {
            let source: String = bits.iter().map(|(html, _)| *html).collect();
            let visible: String = bits.iter().map(|(_, text)| *text).collect();
            outline::visible::check(&source, &visible, &read(&source));
        }

        #[test]
        fn any_text_is_read_and_its_spans_lie_inside(source in "\\PC{0,200}|[<>/&;a-z#0-9\" =!-]{0,200}") {
            for piece in read(&source).pieces() {
                prop_assert!(piece.source.get(&source).is_some());
            }
        }
    }

    #[test]
    fn depth_beyond_the_limit_is_read_flat_and_said() {
        let source = format!("{}甲{}", "<div>".repeat(5000), "</div>".repeat(5000));
        let digest = read(&source);
        outline::visible::check(&source, "甲", &digest);
        assert!(digest.warnings.iter().any(|warning| warning.kind == WarningKind::Limit));
    }
}
