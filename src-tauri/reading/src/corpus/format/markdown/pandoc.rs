//! Pandoc's own Markdown: fenced boxes, spans and headings with attributes.

use std::borrow::Cow;

/// How far the bracket that opens a span is looked for.
const LONGEST_SPAN_BYTES: usize = 4000;

/// The text with the marks that only pandoc knows as spaces, so that every other character keeps its place. Texts
/// without fenced boxes are left alone: in them a brace is a brace.
pub(super) fn blank_marks(source: &str) -> Cow<'_, str> {
    if !source.lines().any(|line| line.starts_with("::: ")) {
        return Cow::Borrowed(source);
    }
    let mut bytes = source.as_bytes().to_vec();
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        let text = line.trim_end();
        if text.starts_with(":::") {
            blank(&mut bytes, at, at + text.len());
        } else if text.starts_with('#')
            && text.ends_with('}')
            && let Some(open) = text.rfind(" {").filter(|open| is_attributes(&text[open + 2..text.len() - 1]))
        {
            blank(&mut bytes, at + open, at + text.len());
        }
        at += line.len();
    }
    spans(source, &mut bytes);
    match String::from_utf8(bytes) {
        Ok(blanked) => Cow::Owned(blanked),
        // Only whole ASCII characters and whole marks are blanked, so this cannot happen; the text is safe anyway.
        Err(_) => Cow::Borrowed(source),
    }
}

/// Blanks the brackets and the attributes of `[words]{.class}`, keeping the words.
fn spans(source: &str, bytes: &mut [u8]) {
    for (close, _) in source.match_indices("]{") {
        let rest = &source[close + 2..];
        let Some(end) = rest.get(..rest.floor_char_boundary(400)).and_then(|near| near.find('}')) else { continue };
        if !is_attributes(&rest[..end]) {
            continue;
        }
        let low = close.saturating_sub(LONGEST_SPAN_BYTES);
        let mut depth = 0_usize;
        let open = (low..close).rev().find(|&at| {
            match source.as_bytes()[at] {
                b']' => depth += 1,
                b'[' if depth == 0 => return true,
                b'[' => depth -= 1,
                _ => {}
            }
            false
        });
        if let Some(open) = open {
            blank(bytes, open, open + 1);
            blank(bytes, close, close + 2 + end + 1);
        }
    }
}

fn is_attributes(text: &str) -> bool {
    !text.is_empty() && text.split_whitespace().all(|word| word.starts_with(['.', '#']) || word.contains('='))
}

fn blank(bytes: &mut [u8], from: usize, to: usize) {
    for byte in bytes.get_mut(from..to).into_iter().flatten() {
        if *byte != b'\n' {
            *byte = b' ';
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_spaces_and_words_stay_in_place() {
        let source = "::: {.row}\n[甲]{.tag}[乙]{.tag}\n## 题 {#t .x}\n:::\n";
        let blanked = blank_marks(source);
        assert_eq!(blanked.len(), source.len());
        assert_eq!(blanked.find('乙'), source.find('乙'));
        assert_eq!(blanked.split_whitespace().collect::<Vec<_>>(), ["甲", "乙", "##", "题"]);
        assert_eq!(blank_marks("x[1]{.tag}"), "x[1]{.tag}");
    }
}
