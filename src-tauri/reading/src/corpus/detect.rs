//! Which form a text is, told by its content.
//!
//! Each question looks for the first place of a mark, so detection is linear in the text and seldom reads far.

use memchr::memmem;

use super::Format;
use super::format::{headed, json::rest};

/// The readers that a text can be given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The site's record.
    Record,
    /// The other publisher's JSON Lines.
    EnhancedLines,
    /// The other publisher's Markdown.
    EnhancedMarkdown,
    /// The site's page.
    Page,
    /// Markdown with headings.
    Markdown,
    /// Text without markup, with or without headings.
    Bare,
}

impl Form {
    /// What the reader is told.
    pub(super) fn format(self) -> Format {
        match self {
            Self::Record => Format::Json,
            Self::EnhancedLines => Format::Jsonl,
            Self::EnhancedMarkdown | Self::Markdown => Format::Markdown,
            Self::Page => Format::Html,
            Self::Bare => Format::Text,
        }
    }
}

/// Bytes in which the marks of a form are counted. No section is nearly so long.
const SAMPLE_BYTES: usize = 64 * 1024;

/// The form of `text`, or `None` where nothing in it looks like a digest.
pub(super) fn form(text: &str) -> Option<Form> {
    let start = text.trim_start();
    if start.starts_with(['{', '['])
        && let Some(form) = json(start)
    {
        return Some(form);
    }
    if let Some(form) = rest::first_whole(text).and_then(|at| json(text.get(at..)?)) {
        return Some(form);
    }
    if is_enhanced_markdown(text) {
        return Some(Form::EnhancedMarkdown);
    }
    let marks = Marks::count(sample(text));
    if has_html_start(start) || (marks.html > 2 && marks.html > 2 * marks.markdown) {
        return Some(Form::Page);
    }
    if marks.headings > 0 {
        return Some(Form::Markdown);
    }
    if marks.markdown > 0 && has_review_mark(text) {
        return Some(Form::Markdown);
    }
    (is_bare(text) || headed::looks_headed(sample(text))).then_some(Form::Bare)
}

/// The beginning of `text`, cut at a character.
pub(super) fn sample(text: &str) -> &str {
    text.get(..text.floor_char_boundary(SAMPLE_BYTES)).unwrap_or(text)
}

fn json(text: &str) -> Option<Form> {
    let has = |name: &str| has_member(text, name);
    if has("deep_read") || has("papers") || has("positioning") {
        return Some(Form::Record);
    }
    let is_lines = has("AI") || (has("summary") && (has("id") || has("title")));
    is_lines.then_some(Form::EnhancedLines)
}

/// Whether an object in `text` has a member `name`.
fn has_member(text: &str, name: &str) -> bool {
    let quoted = format!("\"{name}\"");
    memmem::find_iter(text.as_bytes(), &quoted)
        .any(|at| text.get(at + quoted.len()..).is_some_and(|rest| rest.trim_start().starts_with(':')))
}

fn is_enhanced_markdown(text: &str) -> bool {
    let has_line = |start: &str| line_starts(text, start).next().is_some();
    let has_entry = line_starts(text, "### [").any(|at| {
        let line = text.get(at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        line.contains("] [") && line.contains("](")
    });
    let has_labels = || ["TL;DR:", "Main category:", "Abstract:"].into_iter().any(has_line);
    // The second half of a file may begin inside an entry, its only one.
    (has_entry && has_labels()) || (has_line("Abstract:") && has_line("</details>"))
}

/// Places where a line begins with `start`.
fn line_starts<'t>(text: &'t str, start: &'t str) -> impl Iterator<Item = usize> + 't {
    memmem::find_iter(text.as_bytes(), start)
        .filter(|&at| at == 0 || text.as_bytes().get(at - 1).is_some_and(|byte| matches!(byte, b'\n' | b'\r')))
}

/// Marks of the two markups in a sample.
#[derive(Default)]
struct Marks {
    /// Tags of paragraphs and the like; converters to Markdown leave only boxes (`div`, `details`) as tags.
    html: usize,
    /// Lines that begin as only Markdown's do, headings included.
    markdown: usize,
    /// Lines with headings.
    headings: usize,
}

impl Marks {
    fn count(sample: &str) -> Self {
        const TAGS: [&str; 6] = ["</p>", "</article>", "</h2>", "</h3>", "</li>", "</blockquote>"];
        let mut marks = Self::default();
        let mut previous_has_text = false;
        for line in lines(sample) {
            let is_atx = is_heading(line);
            let is_underline = previous_has_text && line.len() > 2 && is_made_of(line.trim_end(), ['=', '-']);
            marks.headings += usize::from(is_atx || is_underline);
            marks.markdown += usize::from(is_atx || is_underline || line.starts_with("> "));
            previous_has_text = !line.trim().is_empty();
        }
        let ends = memmem::find_iter(sample.as_bytes(), "</").filter_map(|at| sample.get(at..));
        marks.html = ends.filter(|rest| TAGS.iter().any(|tag| rest.starts_with(tag))).count();
        marks
    }
}

/// The lines of `text` without their ends.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]).filter_map(move |end| {
        let line = text.get(start..end)?;
        start = end + 1;
        Some(line.strip_suffix('\r').unwrap_or(line))
    })
}

/// Whether the line is a heading such as `## Title`.
fn is_heading(line: &str) -> bool {
    let title = line.trim_start_matches('#');
    let level = line.len() - title.len();
    (1..=6).contains(&level) && title.starts_with([' ', '\t']) && !title.trim().is_empty()
}

fn is_made_of(line: &str, marks: [char; 2]) -> bool {
    marks.into_iter().any(|mark| !line.is_empty() && line.chars().all(|letter| letter == mark))
}

fn has_html_start(start: &str) -> bool {
    let head: String = start.chars().take(16).flat_map(char::to_lowercase).collect();
    ["<!doctype", "<html", "<?xml", "<head", "<body", "<article", "<main"].iter().any(|tag| head.starts_with(tag))
}

/// Whether `text` holds a sentence or a label that only reviews have.
fn has_review_mark(text: &str) -> bool {
    ["仅依据摘要", "Novelty：", "Soundness：", "Significance：", "Novelty:", "Soundness:", "Significance:"]
        .into_iter()
        .any(|mark| memmem::find(text.as_bytes(), mark.as_bytes()).is_some())
}

/// Text without headings is a digest if it begins with a day, has the marks of a review, or a finding.
fn is_bare(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let begins_with_date = lines.next().is_some_and(is_iso_date) && lines.next().is_some();
    begins_with_date || has_review_mark(text) || has_finding(text)
}

fn is_iso_date(line: &str) -> bool {
    line.len() == 10
        && line
            .bytes()
            .enumerate()
            .all(|(at, byte)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() })
}

/// Whether a numbered line with Chinese in it is followed, after a blank line, by an indented one.
fn has_finding(text: &str) -> bool {
    let mut claim_before = false;
    for line in text.lines() {
        if line.trim().is_empty() {
            continue;
        }
        if claim_before && line.starts_with([' ', '\t', '\u{a0}', '\u{3000}']) {
            return true;
        }
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let is_numbered = digits > 0 && line.get(digits..).is_some_and(|rest| rest.starts_with(['.', '、']));
        claim_before = is_numbered && line.chars().any(|letter| matches!(letter, '\u{4E00}'..='\u{9FFF}'));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<Form>) {
        assert_eq!(form(text), expected, "{text}");
    }

    #[test]
    fn each_form_is_told_by_its_content() {
        check(r#" {"schema_version": 1, "papers": [{"#, Some(Form::Record));
        check("{\"id\": \"1\", \"summary\": \"x\", \"AI\": {}}\n{\"id\": \"2\"}", Some(Form::EnhancedLines));
        check("<div id=toc></div>\n\n# cs.CL\n\n### [1] [T](http://x)\n*A*\n\nTL;DR: 短", Some(Form::EnhancedMarkdown));
        check("xt\"}\n{\"id\": \"2\", \"summary\": \"x\"}", Some(Form::EnhancedLines));
        check(r#"xt"}]}}, {"title": "T", "deep_read": {}}"#, Some(Form::Record));
        check("<!DOCTYPE html><p>x", Some(Form::Page));
        check("<div><p>甲</p><p>乙</p><p>丙</p></div>", Some(Form::Page));
        check("<div class=\"x\">\n\n## 题目\n\n</div>\n\n</div>\n\n</div>", Some(Form::Markdown));
        check("题目\n----\n\n正文", Some(Form::Markdown));
        check("2026-01-05\n\n正文。", Some(Form::Bare));
        check("……后半段。\n\n2. 提升 3%。\n\n    improves by 3%", Some(Form::Bare));
        check("甲。\n\nNovelty：中。", Some(Form::Bare));
    }

    #[test]
    fn what_is_no_digest_is_said_to_be_none() {
        check("{\"name\": \"left\", \"version\": \"1.0\"}", None);
        check("fn main() {\n    println!(\"x\");\n}\n", None);
        check("int main(void) { return 0; }\n", None);
        check("一句话。", None);
        check("1. milk\n2. bread\n\n    code", None);
        check("2026-01-05", None);
    }
}
