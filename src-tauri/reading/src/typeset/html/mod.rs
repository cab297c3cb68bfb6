//! Markup of one passage, for the screen and for `kz render`.
//!
//! Only elements of our own, everything else escaped. The passage can be read back from the markup: the text nodes
//! outside formulas and the `data-source` of formulas and of what is not shown, in order, are exactly the passage's
//! characters. Selection, highlights and copying rest on this.
//!
//! | element | stands for |
//! |---|---|
//! | `span.k-math[data-source][data-tex]` with a `math` inside | a formula, atomic: the characters of `data-source` |
//! | `span.k-skip[data-source]`, empty | characters that are not shown: stray spaces, bars between cells |
//! | `div.k-table-wrap > table.k-table` | a table; `tr.k-group` a heading inside; `td.k-num` a number |
//! | `span.k-cite`, `span.k-heading`, `span.k-item` | a citation mark, a heading, the mark of an enumeration's item |
//! | `span.k-li` | with [`Options::lists`]: an item with all its text |
//! | `span.k-q[data-q]` | a [`Mark`]; on a formula the class and the attribute stand on the formula's element |
//!
//! `td.k-num[data-pad]` counts the digits that a cell has fewer after its decimal point than the longest of its
//! column, `data-point` says that the point is missing as well: style sheets fill both with generated space.

mod enumeration;
mod table;

use std::fmt::Write as _;

use super::{Math, Run, RunKind};
use crate::text::ByteSpan;

/// How a passage is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Each item of an enumeration gets an element of its own, so that it can stand as a block. The last one ends with
    /// the enumeration, where that can be told.
    pub lists: bool,
}

/// A stretch that the reader can point at: a quantity of a claim, its evidence in the quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Bytes of the passage. Marks are in order and don't overlap.
    pub span: ByteSpan,
    /// Class beside `k-q`, of our own making: `k-exact`.
    pub class: &'static str,
    /// Which quantities, at least one: a quantity may have several marks, and a mark several quantities.
    pub ids: Vec<u32>,
}

/// The markup of `text`. `runs` are [`super::typeset`]'s of the same text.
///
/// ```
/// use reading::typeset::{Prose, html, typeset};
///
/// let text = "a < b , so";
/// let markup = html::render(text, &typeset(text, Prose::Quote), &[], html::Options::default());
/// assert_eq!(markup, r#"a &lt; b<span class="k-skip" data-source=" "></span>, so"#);
/// ```
pub fn render(text: &str, runs: &[Run], marks: &[Mark], options: Options) -> String {
    let mut writer = Writer { text, marks, next: 0, opened: None, out: String::with_capacity(text.len() * 2) };
    let mut items = if options.lists { enumeration::items(text, runs) } else { Vec::new() }.into_iter().peekable();
    // Where the item ends that is being written.
    let mut item_end: Option<usize> = None;
    for run in runs {
        let next = items.next_if(|item| item.start == run.span.start);
        if item_end.is_some_and(|end| next.is_some() || end <= run.span.start) {
            writer.out.push_str("</span>");
            item_end = None;
        }
        if let Some(item) = next {
            writer.out.push_str("<span class=\"k-li\">");
            item_end = Some(item.end);
        }
        match (&run.kind, item_end) {
            (RunKind::Table(rows), _) => table::write(&mut writer, rows),
            (RunKind::Text, Some(end)) if end < run.span.end => {
                writer.characters(ByteSpan::new(run.span.start, end));
                writer.out.push_str("</span>");
                item_end = None;
                writer.characters(ByteSpan::new(end, run.span.end));
            }
            _ => writer.run(run),
        }
    }
    if item_end.is_some() {
        writer.out.push_str("</span>");
    }
    writer.out
}

fn joined<'a>(ids: impl IntoIterator<Item = &'a u32>) -> String {
    ids.into_iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// Appends `text` with everything escaped that could be markup, in element content and in double-quoted attributes.
pub fn escape_into(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // A parser would make a line feed of it.
            '\r' => out.push_str("&#13;"),
            _ => out.push(c),
        }
    }
}

struct Writer<'a> {
    text: &'a str,
    marks: &'a [Mark],
    /// First mark that does not end before the place that is written next.
    next: usize,
    /// The mark that already has an element: the later ones of it take no focus.
    opened: Option<usize>,
    out: String,
}

impl Writer<'_> {
    fn run(&mut self, run: &Run) {
        match &run.kind {
            RunKind::Text | RunKind::Table(_) => self.characters(run.span),
            RunKind::Citation => self.citation(run.span),
            RunKind::Heading => self.wrapped("k-heading", run.span),
            RunKind::Item => self.wrapped("k-item", run.span),
            RunKind::Hidden => self.hidden(run.span),
            RunKind::Math(math) => self.math(run.span, math),
        }
    }

    fn wrapped(&mut self, class: &str, span: ByteSpan) {
        let _ = write!(self.out, "<span class=\"{class}\">");
        self.characters(span);
        self.out.push_str("</span>");
    }

    /// Without the spaces at its brackets and before its commas: nothing breaks there, and the mark is as it was.
    fn citation(&mut self, span: ByteSpan) {
        self.out.push_str("<span class=\"k-cite\">");
        let mark = span.of(self.text);
        let mut at = span.start;
        for (space, _) in mark.match_indices(' ') {
            let (before, after) = (&mark[..space], &mark[space + 1..]);
            let stray = before.trim_end().ends_with(['[', '(', '–', '-'])
                || after.trim_start().starts_with([']', ')', ',', ';', '–', '-']);
            if stray {
                self.characters(ByteSpan::new(at, span.start + space));
                self.hidden(ByteSpan::new(span.start + space, span.start + space + 1));
                at = span.start + space + 1;
            }
        }
        self.characters(ByteSpan::new(at, span.end));
        self.out.push_str("</span>");
    }

    fn hidden(&mut self, span: ByteSpan) {
        self.out.push_str("<span class=\"k-skip\" data-source=\"");
        escape_into(&mut self.out, span.of(self.text));
        self.out.push_str("\"></span>");
    }

    fn math(&mut self, span: ByteSpan, math: &Math) {
        self.out.push_str("<span class=\"k-math");
        let touching = self.marks_in(span);
        let ids = touching.clone().flat_map(|at| &self.marks[at].ids);
        let ids = joined(ids);
        if let Some(first) = touching.clone().next() {
            let _ = write!(self.out, " k-q {}", self.marks[first].class);
        }
        self.out.push('"');
        if !ids.is_empty() {
            let _ = write!(self.out, " data-q=\"{ids}\"");
            self.focus(touching.start);
            self.opened = Some(touching.end - 1);
        }
        self.out.push_str(" data-source=\"");
        escape_into(&mut self.out, span.of(self.text));
        self.out.push_str("\" data-tex=\"");
        escape_into(&mut self.out, &math.tex);
        self.out.push_str("\">");
        self.out.push_str(&math.mathml);
        self.out.push_str("</span>");
    }

    /// Characters as they are, with the marks that lie in them.
    fn characters(&mut self, span: ByteSpan) {
        let mut at = span.start;
        for mark in self.marks_in(span) {
            let Mark { span: marked, class, ids } = &self.marks[mark];
            let id = joined(ids);
            let (start, end) = (marked.start.max(at), marked.end.min(span.end));
            self.escaped(at, start);
            let _ = write!(self.out, "<span class=\"k-q {class}\" data-q=\"{id}\"");
            self.focus(mark);
            self.out.push('>');
            self.escaped(start, end);
            self.out.push_str("</span>");
            self.opened = Some(mark);
            at = end;
        }
        self.escaped(at, span.end);
    }

    fn focus(&mut self, mark: usize) {
        if self.opened.is_none_or(|opened| opened < mark) {
            self.out.push_str(" tabindex=\"0\"");
        }
    }

    fn escaped(&mut self, start: usize, end: usize) {
        escape_into(&mut self.out, self.text.get(start..end).unwrap_or_default());
    }

    /// Which marks touch `span`. Spans are asked for in order.
    fn marks_in(&mut self, span: ByteSpan) -> std::ops::Range<usize> {
        while self.marks.get(self.next).is_some_and(|mark| mark.span.end <= span.start) {
            self.next += 1;
        }
        let touching = self.marks[self.next..].iter().take_while(|mark| mark.span.start < span.end).count();
        self.next..self.next + touching
    }
}
