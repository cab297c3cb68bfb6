//! The blocks of an exported file: what belongs to which note, found by the ids inside.
//!
//! A block stands between two comments, `<!-- kz:note ID PRINT -->` and `<!-- /kz:note ID -->`, which no reader of Markdown
//! shows. `PRINT` is a fingerprint of what we wrote between them, so that a changed block is known even where the last
//! export is not. In an outline a block is the item that begins with `kz-note:: ID`, with all that is indented below it.

use std::collections::BTreeSet;

use sha2::{Digest as _, Sha256};

/// A line of a body, or a note's block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Item<'t> {
    /// A line without its line feed.
    Line(&'t str),
    /// A block.
    Block(Block<'t>),
}

/// What stands about one note.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Block<'t> {
    /// Of the note.
    pub(super) id: &'t str,
    /// Of what we wrote.
    pub(super) print: Option<&'t str>,
    /// The first line, which holds the id.
    pub(super) open: &'t str,
    /// The lines between.
    pub(super) inner: Vec<&'t str>,
    /// The last line; outlines need none.
    pub(super) close: Option<&'t str>,
}

impl<'t> Block<'t> {
    /// All lines of it.
    pub(super) fn lines(&self) -> impl Iterator<Item = &'t str> {
        std::iter::once(self.open).chain(self.inner.iter().copied()).chain(self.close)
    }
}

/// The comment that opens the block of a note.
pub(super) fn opening(id: &str) -> String {
    format!("<!-- kz:note {id} -->")
}

/// The comment that closes it.
pub(super) fn closing(id: &str) -> String {
    format!("<!-- /kz:note {id} -->")
}

/// The comment that says which paper a file is about, for templates without front matter.
pub(super) fn paper_mark(id: &str) -> String {
    format!("<!-- kz:paper {id} -->")
}

/// Likewise for a file about all papers of a day.
pub(super) fn day_mark(id: &str) -> String {
    format!("<!-- kz:day {id} -->")
}

/// The ids of the paper or the day that `text` says it is about: in its front matter, as a property of a page, in a comment.
/// Looks at the lines that have the form, wherever they are.
pub fn file_ids(text: &str) -> Vec<&str> {
    let mut ids = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        let comment = |open| line.strip_prefix(open)?.strip_suffix(" -->");
        let comment = || comment("<!-- kz:paper ").or_else(|| comment("<!-- kz:day "));
        let property = || line.strip_prefix("kz-paper::").or_else(|| line.strip_prefix("kz-day::"));
        let front = || line.strip_prefix("id:");
        let id = comment().or_else(property).or_else(front).map(|id| id.trim().trim_matches(['"', '\'']));
        ids.extend(id.filter(|id| !id.is_empty()));
    }
    ids
}

/// The ids of the notes whose blocks are in `text`.
pub fn note_ids(text: &str) -> BTreeSet<String> {
    let plain = text.replace("\r\n", "\n");
    let blocks = items(&plain).into_iter().filter_map(|item| match item {
        Item::Block(block) => Some(block.id.to_owned()),
        Item::Line(_) => None,
    });
    blocks.collect()
}

/// The body as lines and blocks, in order.
pub(super) fn items(body: &str) -> Vec<Item<'_>> {
    let lines: Vec<&str> = body.strip_suffix('\n').unwrap_or(body).split('\n').collect();
    let mut items = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at).copied() {
        let (item, next) = block_at(&lines, at, line).unwrap_or((Item::Line(line), at + 1));
        items.push(item);
        at = next;
    }
    items
}

/// The block that begins at a line, and the line after it.
fn block_at<'t>(lines: &[&'t str], at: usize, line: &'t str) -> Option<(Item<'t>, usize)> {
    if let Some((id, print)) = opened(line) {
        let close = closing(id);
        let rest = lines.get(at + 1..)?;
        // A block whose end was deleted ends where the next one begins.
        let end = rest.iter().position(|line| line.trim() == close || opened(line).is_some()).unwrap_or(rest.len());
        let closed = rest.get(end).copied().filter(|line| line.trim() == close);
        let inner = rest.get(..end)?.to_vec();
        let next = at + 1 + end + usize::from(closed.is_some());
        return Some((Item::Block(Block { id, print, open: line, inner, close: closed }), next));
    }
    let id = line.trim_start().strip_prefix("- kz-note::")?.trim();
    let indent = indent(line);
    let rest = lines.get(at + 1..)?;
    let mut end =
        rest.iter().position(|line| !line.trim().is_empty() && self::indent(line) <= indent).unwrap_or(rest.len());
    // Blank lines at the end belong to what follows.
    while end > 0 && rest.get(end - 1).is_some_and(|line| line.trim().is_empty()) {
        end -= 1;
    }
    let inner = rest.get(..end)?.to_vec();
    (!id.is_empty()).then_some((Item::Block(Block { id, print: None, open: line, inner, close: None }), at + 1 + end))
}

/// The id and the print of an opening comment.
fn opened(line: &str) -> Option<(&str, Option<&str>)> {
    let inside = line.trim().strip_prefix("<!-- kz:note ")?.strip_suffix(" -->")?;
    let mut words = inside.split(' ');
    let (id, print) = (words.next()?, words.next());
    (!id.is_empty() && words.next().is_none()).then_some((id, print))
}

/// Columns before the first visible character, tabs to the next of four.
fn indent(line: &str) -> usize {
    let mut column = 0;
    for byte in line.bytes() {
        match byte {
            b' ' => column += 1,
            b'\t' => column += 4 - column % 4,
            _ => break,
        }
    }
    column
}

/// The fingerprint of the lines of a block.
pub(super) fn print(inner: &[&str]) -> String {
    let mut hash = Sha256::new();
    for line in inner {
        hash.update(line.as_bytes());
        hash.update(b"\n");
    }
    hash.finalize().iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

/// `text` with the print of its content in each opening comment.
pub(super) fn sealed(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 32);
    for item in items(text) {
        match item {
            Item::Line(line) => push(&mut out, line),
            Item::Block(block) => {
                if block.close.is_some() {
                    push(&mut out, &format!("<!-- kz:note {} {} -->", block.id, print(&block.inner)));
                } else {
                    push(&mut out, block.open);
                }
                block.inner.iter().chain(&block.close).for_each(|line| push(&mut out, line));
            }
        }
    }
    out
}

fn push(out: &mut String, line: &str) {
    out.push_str(line);
    out.push('\n');
}
