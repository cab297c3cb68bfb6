//! Just enough of Rust's lexical grammar to look at code without its comments, the words of its strings, and its tests.
//!
//! Every function keeps the length of the text and its line ends, so that byte positions stay those of the file.

/// The code with comments and the insides of string and character literals blanked.
pub fn code(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut kept = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let end = token_end(bytes, at);
        match bytes.get(at..end).unwrap_or_default() {
            // Quotes stay, so that `("` still tells a call with a literal.
            [quote @ (b'"' | b'\''), inside @ .., _] if !inside.is_empty() => {
                kept.push(*quote);
                kept.extend(inside.iter().map(blank));
                kept.push(*quote);
            }
            [b'/', b'/' | b'*', ..] => kept.extend(bytes[at..end].iter().map(blank)),
            [b'r', b'#' | b'"', ..] => kept.extend(bytes[at..end].iter().map(blank)),
            token => kept.extend(token),
        }
        at = end;
    }
    String::from_utf8(kept).unwrap_or_default()
}

fn blank(byte: &u8) -> u8 {
    if *byte == b'\n' { b'\n' } else { b' ' }
}

/// End of the comment, literal or single byte that begins at `at`.
fn token_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let begins_word = at == 0 || !is_word(bytes[at - 1]);
    let length = match rest {
        [b'/', b'/', ..] => rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()),
        [b'/', b'*', ..] => block_comment(rest),
        [b'"', ..] => quoted(rest),
        [b'r', b'"' | b'#', ..] if begins_word => raw_string(rest).unwrap_or(1),
        [b'b', b'r', b'"' | b'#', ..] if begins_word => 1,
        [b'\'', b'\\', ..] => rest.iter().skip(3).position(|byte| *byte == b'\'').map_or(1, |n| n + 4),
        // A character has one to four bytes; anything else after the quote is a lifetime.
        [b'\'', _, ..] => character(rest).unwrap_or(1),
        _ => 1,
    };
    at + length.max(1)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn block_comment(rest: &[u8]) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < rest.len() {
        match rest.get(at..at + 2) {
            Some(b"/*") => (depth, at) = (depth + 1, at + 2),
            Some(b"*/") => {
                (depth, at) = (depth - 1, at + 2);
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    rest.len()
}

fn quoted(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

fn raw_string(rest: &[u8]) -> Option<usize> {
    let hashes = rest.iter().skip(1).take_while(|byte| **byte == b'#').count();
    if rest.get(hashes + 1) != Some(&b'"') {
        return None;
    }
    let closing: Vec<u8> = std::iter::once(b'"').chain(std::iter::repeat_n(b'#', hashes)).collect();
    let body = hashes + 2;
    let found = rest.get(body..)?.windows(closing.len()).position(|window| window == closing);
    Some(found.map_or(rest.len(), |n| body + n + closing.len()))
}

fn character(rest: &[u8]) -> Option<usize> {
    let first = *rest.get(1)?;
    let width = match first {
        0..=0x7f => 1,
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        _ => 4,
    };
    (rest.get(1 + width) == Some(&b'\'')).then_some(width + 2)
}

/// The code without what stands under `#[cfg(test)]`: blanked as [`code`] does.
pub fn outside_tests(text: &str) -> String {
    let code = code(text);
    let mut kept = code.clone().into_bytes();
    for (start, _) in code.match_indices("#[cfg(test)]") {
        let end = item_end(code.as_bytes(), start);
        for byte in kept.get_mut(start..end).unwrap_or_default() {
            *byte = blank(byte);
        }
    }
    String::from_utf8(kept).unwrap_or_default()
}

/// End of the item that begins at `start`: its closing brace, or the semicolon of an item without braces.
fn item_end(code: &[u8], start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in code.iter().enumerate().skip(start) {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            b';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    code.len()
}

/// Words after `prefix`, each with its position: `b` in `a::b` for the prefix `a::`, and both words of `a::{b, c::d}`.
/// Only the first word of a path counts.
pub fn words_after(code: &str, prefix: &str) -> Vec<(usize, String)> {
    let mut words = Vec::new();
    for (start, _) in code.match_indices(prefix) {
        if start > 0 && code.as_bytes().get(start - 1).is_some_and(|byte| is_word(*byte) || *byte == b':') {
            continue;
        }
        let rest = code.get(start + prefix.len()..).unwrap_or_default();
        if !rest.starts_with('{') {
            words.push((start, first_word(rest)));
            continue;
        }
        let mut depth = 0_usize;
        let mut expecting = false;
        for (at, c) in rest.char_indices() {
            match c {
                '{' => (depth, expecting) = (depth + 1, depth == 0),
                '}' if depth == 1 => break,
                '}' => depth -= 1,
                ',' => expecting = depth == 1,
                c if expecting && !c.is_whitespace() => {
                    words.push((start, first_word(rest.get(at..).unwrap_or_default())));
                    expecting = false;
                }
                _ => {}
            }
        }
    }
    words
}

fn first_word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}
