//! How the writer of a Markdown text treated characters that Markdown takes for its own.
//!
//! Some converters escape a backslash (`\\times`), some leave it alone (`\times`, `86\%`). For a text of the second
//! kind CommonMark would eat the backslash of `\%` and take a formula's underscores for emphasis.

/// What a backslash before a punctuation mark means in one document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dialect {
    /// Backslashes of the text stand unescaped.
    raw_backslash: bool,
    /// Underscores of the text stand unescaped.
    raw_underscore: bool,
}

impl Dialect {
    /// Learns the dialect from the whole document, in linear time.
    pub(super) fn of(source: &str) -> Self {
        let bytes = source.as_bytes();
        let (mut single, mut double, mut bare, mut escaped) = (0_usize, 0_usize, 0_usize, 0_usize);
        let mut at = 0;
        while at < bytes.len() {
            let next = bytes.get(at + 1).copied().unwrap_or_default();
            let after = bytes.get(at + 2).copied().unwrap_or_default();
            match bytes[at] {
                b'\\' if next == b'\\' => {
                    double += usize::from(after.is_ascii_alphabetic());
                    at += 1;
                }
                b'\\' if next.is_ascii_alphabetic() => single += 1,
                b'\\' if next == b'_' => {
                    escaped += 1;
                    at += 1;
                }
                b'_' if at > 0 && bytes[at - 1].is_ascii_alphanumeric() => bare += 1,
                _ => {}
            }
            at += 1;
        }
        let raw_backslash = single > double * 4;
        Self { raw_backslash, raw_underscore: raw_backslash && bare > escaped * 4 }
    }

    /// Whether the backslash before `escaped` belongs to the text. `line_head` is what stands before it in its line.
    pub(super) fn shows_backslash(self, escaped: char, line_head: &str) -> bool {
        if !self.raw_backslash {
            return false;
        }
        match escaped {
            '*' | '<' | '>' | '`' => false,
            '_' => self.raw_underscore,
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
        let raw = Dialect::of("x_t a \\times b 3\\%");
        assert!(raw.shows_backslash('%', "a 3"));
        assert!(!raw.shows_backslash('.', "1"));
        assert!(!Dialect::of("a \\\\times b 3\\\\%").shows_backslash('%', "a 3"));
        assert!(!Dialect::of("nothing to learn").shows_backslash('%', "a 3"));
    }

    #[test]
    fn emphasis_opens_at_the_edge_of_a_word() {
        assert!(opens_emphasis(Some(' ')) && opens_emphasis(Some('是')) && opens_emphasis(None));
        assert!(!opens_emphasis(Some('‖')) && !opens_emphasis(Some('~')));
    }
}
