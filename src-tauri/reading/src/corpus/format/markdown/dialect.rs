//! How the writer of a Markdown text treated characters that Markdown takes for its own.
//!
//! Some converters escape a backslash (`\\times`), some leave it alone (`\times`, `86\%`). For a text of the second
//! kind CommonMark would eat the backslash of `\%` and take a formula's underscores for emphasis.

/// What a backslash before a punctuation mark means in one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dialect {
    /// Backslashes of the text stand unescaped.
    raw_backslash: bool,
    /// Which marks the writer escapes: those that stand escaped more often than bare.
    escaped: [bool; 128],
}

impl Dialect {
    /// Learns the dialect from the whole document, in linear time.
    pub(super) fn of(source: &str) -> Self {
        let bytes = source.as_bytes();
        let (mut single, mut double) = (0_usize, 0_usize);
        let mut counts = [(0_usize, 0_usize); 128];
        let mut at = 0;
        while at < bytes.len() {
            let next = bytes.get(at + 1).copied().unwrap_or_default();
            let after = bytes.get(at + 2).copied().unwrap_or_default();
            let byte = bytes[at];
            if byte == b'\\' && next == b'\\' {
                double += usize::from(after.is_ascii_alphabetic());
                at += 1;
            } else if byte == b'\\' && next.is_ascii_alphabetic() {
                single += 1;
            } else if byte == b'\\' && next.is_ascii_punctuation() {
                counts[usize::from(next)].0 += 1;
                at += 1;
            } else if byte.is_ascii_punctuation() {
                counts[usize::from(byte)].1 += 1;
            }
            at += 1;
        }
        Self { raw_backslash: single > double * 4, escaped: counts.map(|(escaped, bare)| escaped > bare) }
    }

    /// Whether the backslash before `escaped` belongs to the text. `line_head` is what stands before it in its line.
    pub(super) fn shows_backslash(&self, escaped: char, line_head: &str) -> bool {
        let known = usize::try_from(u32::from(escaped)).ok().and_then(|at| self.escaped.get(at));
        if !self.raw_backslash || known.is_none_or(|escaped| *escaped) {
            return false;
        }
        match escaped {
            '*' | '<' | '>' | '`' | '[' | ']' => false,
            // A mark that would begin a list or a heading is escaped by every converter.
            '-' | '+' | '#' | '.' | ')' => {
                let head = line_head.trim();
                !head.bytes().all(|byte| byte.is_ascii_digit() || byte == b'>')
            }
            _ => true,
        }
    }
}

/// Whether a single `*` or `_` after `before` can open emphasis that someone meant: at the edge of a word, not inside
/// a formula such as `‖_0`.
pub(super) fn opens_emphasis(before: Option<char>) -> bool {
    before.is_none_or(|c| {
        c.is_whitespace()
            || "([{\"*_>（【《“‘，。；：、！？".contains(c)
            || matches!(c, '\u{3400}'..='\u{9FFF}' | '\u{3000}'..='\u{303F}')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_single_tex_backslashes_does_not_escape_them() {
        let raw = Dialect::of("x_t a \\times b 3\\% 4% 5%");
        assert!(raw.shows_backslash('%', "a 3"));
        assert!(!raw.shows_backslash('.', "1"));
        assert!(!Dialect::of("a \\\\times b 3\\\\%").shows_backslash('%', "a 3"));
        assert!(!Dialect::of("a \\times b 3\\% f\\(x\\)").shows_backslash('(', "f"));
        assert!(!Dialect::of("nothing to learn").shows_backslash('%', "a 3"));
    }

    #[test]
    fn emphasis_opens_at_the_edge_of_a_word() {
        assert!(opens_emphasis(Some(' ')) && opens_emphasis(Some('是')) && opens_emphasis(None));
        assert!(!opens_emphasis(Some('‖')) && !opens_emphasis(Some('~')));
    }
}
