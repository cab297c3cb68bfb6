//! Cutting bare text into paragraphs, and what can be seen of one without its neighbours.

use memchr::memchr2;

use crate::corpus::encoding::count;
use crate::corpus::format::review;
use crate::text::ByteSpan;

/// Columns of indentation from which a paragraph may be a quote. Extractors write three or four.
const QUOTE_INDENT: usize = 2;

/// Bytes at the start of a paragraph that show its script; the rest is like them.
const SCRIPT_SAMPLE: usize = 384;

/// A paragraph of the source: one line, or several that belong together.
#[derive(Clone, Debug)]
pub(super) struct Paragraph {
    /// From the first visible character to the last; the number of a claim is inside.
    pub(super) span: ByteSpan,
    /// The first line is indented at least like a quote.
    pub(super) indented: bool,
    /// More than one line.
    pub(super) many_lines: bool,
    /// `12.` in front: the number and the bytes of the mark.
    pub(super) number: Option<(u32, ByteSpan)>,
    /// Mostly Chinese.
    pub(super) chinese: bool,
    /// Labels of a review that begin a sentence in it.
    pub(super) labels: usize,
    /// The sentence of a brief, that only the abstract was read.
    pub(super) notice: bool,
}

/// One line without its white space, and how far it is indented.
#[derive(Clone, Copy)]
struct Line {
    span: ByteSpan,
    indent: usize,
}

/// The paragraphs of `source` in order. Together they hold every character of it that is not white space.
pub(super) fn cut(source: &str) -> Vec<Paragraph> {
    let mut cutter = Cutter { source, paragraphs: Vec::with_capacity(source.len() / 512), open: None };
    let blankless = !has_blank_line(source);
    each_line(source, |line| match line {
        Some(line) => cutter.line(line, blankless),
        None => cutter.close(),
    });
    cutter.close();
    cutter.paragraphs
}

/// A date that stands alone in `line`, as `2026-09-30`.
pub(super) fn date(line: &str) -> Option<String> {
    let mut numbers = [0_u32; 3];
    let mut rest = line.trim();
    for (index, number) in numbers.iter_mut().enumerate() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 || digits > 4 || (index == 0 && digits != 4) {
            return None;
        }
        *number = rest.get(..digits)?.parse().ok()?;
        rest = rest.get(digits..)?;
        let marks: &[char] = if index == 2 { &['日'] } else { &['-', '/', '.', '年', '月'] };
        match rest.strip_prefix(marks) {
            Some(tail) => rest = tail.trim_start(),
            None if index < 2 => return None,
            None => {}
        }
    }
    let [year, month, day] = numbers;
    let plausible = rest.is_empty() && (1..=12).contains(&month) && (1..=31).contains(&day);
    plausible.then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// Calls `found` with each line that has a visible character, and with `None` for each that has not. Lines end with
/// LF, CRLF or CR.
fn each_line(source: &str, mut found: impl FnMut(Option<Line>)) {
    let bytes = source.as_bytes();
    let mut start = 0;
    while start < bytes.len() {
        let end = memchr2(b'\n', b'\r', bytes.get(start..).unwrap_or_default()).map_or(bytes.len(), |at| start + at);
        let next = if bytes.get(end..end + 2) == Some(b"\r\n") { end + 2 } else { end + 1 };
        found(visible(source, start, end));
        start = next;
    }
}

fn visible(source: &str, start: usize, end: usize) -> Option<Line> {
    let line = source.get(start..end)?;
    let tail = line.trim_start();
    let indent = line.get(..line.len() - tail.len()).unwrap_or_default();
    let span = ByteSpan::new(end - tail.len(), end - tail.len() + tail.trim_end().len());
    let columns = indent.chars().map(|ch| match ch {
        '\t' => 4,
        '\u{3000}' => 2,
        _ => 1,
    });
    (!span.is_empty()).then(|| Line { span, indent: columns.sum() })
}

/// Whether a line without visible characters separates two that have some.
fn has_blank_line(source: &str) -> bool {
    let (mut seen, mut blank, mut separated) = (false, false, false);
    let bytes = source.as_bytes();
    let mut start = 0;
    // Ends at the first blank line: in a real digest, the second line.
    while start < bytes.len() && !separated {
        let end = memchr2(b'\n', b'\r', bytes.get(start..).unwrap_or_default()).map_or(bytes.len(), |at| start + at);
        match visible(source, start, end) {
            Some(_) => {
                separated = seen && blank;
                (seen, blank) = (true, false);
            }
            None => blank = true,
        }
        start = if bytes.get(end..end + 2) == Some(b"\r\n") { end + 2 } else { end + 1 };
    }
    separated
}

/// Puts lines together into paragraphs.
struct Cutter<'a> {
    source: &'a str,
    paragraphs: Vec<Paragraph>,
    open: Option<Paragraph>,
}

impl Cutter<'_> {
    fn line(&mut self, line: Line, blankless: bool) {
        match &mut self.open {
            Some(open) if !begins(self.source, open, line, blankless) => {
                open.span.end = line.span.end;
                open.many_lines = true;
            }
            _ => {
                self.close();
                self.open = Some(Paragraph {
                    span: line.span,
                    indented: line.indent >= QUOTE_INDENT,
                    many_lines: false,
                    number: number(self.source, line),
                    chinese: false,
                    labels: 0,
                    notice: is_notice(line.span.of(self.source)),
                });
            }
        }
    }

    fn close(&mut self) {
        if let Some(mut paragraph) = self.open.take() {
            let text = paragraph.span.of(self.source);
            paragraph.chinese = is_chinese(text);
            // English prose holds no review; a quote that names all three labels stays a quote.
            paragraph.labels =
                if paragraph.chinese || review::starts_with_label(text) { review::label_count(text) } else { 0 };
            self.paragraphs.push(paragraph);
        }
    }
}

/// Whether `line` begins a new paragraph although no blank line stands before it.
fn begins(source: &str, open: &Paragraph, line: Line, blankless: bool) -> bool {
    let text = line.span.of(source);
    let open_text = open.span.of(source);
    let indented = line.indent >= QUOTE_INDENT;
    // The sentence of a brief may be wrapped; it ends with its stop.
    let told = open.notice && (blankless || open_text.ends_with(['。', '.']));
    if told || is_notice(text) || date(open_text).is_some() {
        return true;
    }
    // Wrapped prose may put `2. ` at the start of a line; only the next number in turn is a claim there.
    let in_turn = match (open.number, number(source, line)) {
        (Some((before, _)), Some((after, _))) => after == before.saturating_add(1),
        (None, Some(_)) => open.indented,
        _ => false,
    };
    if !indented && in_turn {
        return true;
    }
    if indented && !open.indented && open.number.is_some() {
        return true;
    }
    // Without any blank line each line is a paragraph, but the rows of an indented quote stay together.
    blankless && !(indented && open.indented)
}

/// The list mark that `line` begins with. `1.5 倍` begins with none.
fn number(source: &str, line: Line) -> Option<(u32, ByteSpan)> {
    let text = line.span.of(source);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > 6 || line.indent > QUOTE_INDENT {
        return None;
    }
    let rest = text.get(digits..)?;
    let tail = rest.strip_prefix(['.', '．', '、'])?;
    if tail.starts_with(|ch: char| ch.is_ascii_digit() || ch.is_ascii_lowercase()) {
        return None;
    }
    // A tool that wraps at spaces leaves the number alone on its line when a long Chinese sentence follows.
    if tail.is_empty() && !goes_on(source.get(line.span.end..)?) {
        return None;
    }
    let end = line.span.start + digits + (rest.len() - tail.len());
    Some((text.get(..digits)?.parse().ok()?, ByteSpan::new(line.span.start, end)))
}

/// Whether the line after the end of this one has something to see.
fn goes_on(rest: &str) -> bool {
    let blank = |ch: char| ch.is_whitespace() && !matches!(ch, '\n' | '\r');
    let end = rest.trim_start_matches(blank);
    let next = end.strip_prefix("\r\n").or_else(|| end.strip_prefix(['\n', '\r']));
    next.is_some_and(|next| !next.trim_start_matches(blank).starts_with(['\n', '\r']) && !next.trim().is_empty())
}

/// The publisher's sentence under an abstract. Known by its two ends, because publishers reword the middle.
fn is_notice(line: &str) -> bool {
    line.len() < 400 && (line.starts_with("仅依据摘要") || (line.starts_with("仅") && line.contains("以原文为准")))
}

fn is_chinese(text: &str) -> bool {
    let sample = text.as_bytes().get(..SCRIPT_SAMPLE).unwrap_or(text.as_bytes());
    // Lead bytes of CJK ideographs and of full-width punctuation.
    let wide = count(sample, |byte| matches!(byte, 0xE3..=0xE9 | 0xEF));
    let latin = count(sample, |byte| byte.is_ascii_alphabetic());
    wide * 6 >= latin && wide > 0
}
