//! Citation marks: `[ 19 ]`, `( Wong et al., 2026 )`, `Ge et al. (2025)`.

use super::{Run, RunKind};
use crate::text::ByteSpan;

/// Longest mark that is looked at.
const MAX_MARK_BYTES: usize = 400;
/// Most numbers in one bracket.
const MAX_NUMBERS: usize = 24;

/// The citation marks of `text` in order.
pub(super) fn find(text: &str) -> Vec<Run> {
    let mut found: Vec<Run> = Vec::new();
    let mut free = 0;
    for at in memchr::memchr2_iter(b'[', b'(', text.as_bytes()) {
        if at < free {
            continue;
        }
        let span = if text.as_bytes()[at] == b'[' { numbered(text, at) } else { author_year(text, at, free) };
        if let Some(span) = span {
            free = span.end;
            found.push(Run { span, kind: RunKind::Citation });
        }
    }
    found
}

/// The text between the bracket at `open` and the next `close`, and where it ends. No bracket lies between them.
fn inside(text: &str, open: usize, close: u8) -> Option<(&str, usize)> {
    let window = &text.as_bytes()[open + 1..text.len().min(open + 1 + MAX_MARK_BYTES)];
    let len = window.iter().position(|byte| matches!(byte, b'(' | b')' | b'[' | b']'))?;
    (window[len] == close).then(|| (&text[open + 1..open + 1 + len], open + 2 + len))
}

/// `[ 19 ]`, `[3, 7–9]`. An interval, an index or a list of values is none.
fn numbered(text: &str, open: usize) -> Option<ByteSpan> {
    let (inner, end) = inside(text, open, b']')?;
    let before = text[..open].chars().next_back();
    let spaced = inner.starts_with(' ') && inner.ends_with(' ');
    // `x[1]`, `[0][1]`: an index. `10 [ 3 ]` would be a power of nothing, `∈ [ 1 , 5 ]` an interval.
    if before.is_some_and(|c| !(spaced || c.is_whitespace() || is_open_or_cjk(c))) {
        return None;
    }
    let mut numbers = Vec::new();
    for part in inner.split([',', ';']) {
        for number in part.split(['–', '-', '−']) {
            let number = number.trim();
            if number.is_empty() || number.len() > 4 || number.starts_with('0') {
                return None;
            }
            numbers.push(number.parse::<u32>().ok()?);
            if numbers.len() > MAX_NUMBERS {
                return None;
            }
        }
    }
    let word = tail(text, open).split_whitespace().next_back().unwrap_or_default();
    let interval = numbers.len() == 2
        && (inner.contains(',') || matches!(word, "range" | "within" | "between"))
        && (INTERVAL_WORDS.contains(&word.to_ascii_lowercase().as_str())
            || word.ends_with(['=', '∈', '×', '<', '>', '≤', '≥']));
    let value = word.ends_with(['=', '∈', '|']) || numbers.iter().any(|number| *number > 2_999);
    (!interval && !value).then(|| ByteSpan::new(open, end))
}

fn is_open_or_cjk(c: char) -> bool {
    matches!(c, '(' | '“' | '"') || !c.is_ascii() && c.is_alphabetic()
}

const INTERVAL_WORDS: &[&str] =
    &["range", "in", "interval", "within", "from", "over", "between", "shape", "size", "scale", "to", "of"];

/// `( Wong et al., 2026 )` and `Ge et al. (2025)`.
fn author_year(text: &str, open: usize, free: usize) -> Option<ByteSpan> {
    let (inner, end) = inside(text, open, b')')?;
    let trimmed = inner.trim();
    if trimmed.split(',').all(|year| is_year(year.trim())) {
        let start = narrative_start(text, open, inner.starts_with(' '))?;
        return (start >= free).then(|| ByteSpan::new(start, end));
    }
    let spaced = inner.starts_with(' ');
    let mut parts = trimmed.split(';').peekable();
    let all = parts.all(|part| is_author_and_year(part.trim(), spaced));
    all.then(|| ByteSpan::new(open, end))
}

/// `2026`, `2026a`, `2026`b with spaces inside: a year from 1800 to 2099 and at most one letter.
fn is_year(part: &str) -> bool {
    let bytes = part.as_bytes();
    let digits = bytes.len() >= 4 && bytes[..4].iter().all(u8::is_ascii_digit);
    let letter = bytes.len() == 4 || bytes.len() == 5 && bytes[4].is_ascii_lowercase();
    digits && letter && matches!(&bytes[..2], b"18" | b"19" | b"20")
}

/// `Wong et al., 2026`, `see Li and Chen, 2025a, 2025b`, `Wong et al. 2026`.
fn is_author_and_year(part: &str, spaced: bool) -> bool {
    let part = ["see also ", "see ", "e.g., ", "e.g. ", "cf. ", "i.e., "]
        .iter()
        .find_map(|lead| part.strip_prefix(lead))
        .unwrap_or(part)
        .trim();
    let Some(cut) = part.rfind([',', ' ']) else { return false };
    let (authors, year) = part.split_at(cut);
    if !is_year(year.trim_matches([',', ' '])) {
        return false;
    }
    let mut authors = authors.trim_end_matches([',', ' ']);
    while let Some((rest, last)) = authors.rsplit_once(',') {
        if !is_year(last.trim()) {
            break;
        }
        authors = rest.trim_end();
    }
    let et_al = authors.ends_with("et al.") || authors.ends_with("et al");
    let named = authors.split_whitespace().any(is_name)
        && authors.split_whitespace().all(|word| is_name(word) || LINKS.contains(&word))
        && authors.split_whitespace().count() <= 14;
    let comma = year.starts_with(',') || part[..cut].ends_with(',') || part[..cut].ends_with(", ");
    let dated = authors.split([' ', ',']).any(|word| MONTHS.contains(&word.trim_end_matches('.')));
    let acronym = !authors.contains(' ') && authors.chars().all(|c| c.is_uppercase() || c.is_ascii_digit());
    named && !dated && (et_al || comma && (spaced || !acronym))
}

fn is_name(word: &str) -> bool {
    let word = word.trim_end_matches([',', '.']);
    word.chars().next().is_some_and(char::is_uppercase)
        && word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '.'))
}

const LINKS: &[&str] = &[
    "et", "al.", "al.,", "al", "and", "&", "de", "van", "von", "der", "den", "la", "le", "del", "da", "di", "dos",
    "el", "bin", "ter", ",",
];

const MONTHS: &[&str] = &[
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
    "Jan",
    "Feb",
    "Mar",
    "Apr",
    "Jun",
    "Jul",
    "Aug",
    "Sep",
    "Sept",
    "Oct",
    "Nov",
    "Dec",
    "Spring",
    "Summer",
    "Fall",
    "Autumn",
    "Winter",
];

/// Where the names before `(2025)` begin: `Ge et al.`, `Li and Chen`; with spaces inside the brackets (a link was
/// cut out) one name is enough.
fn narrative_start(text: &str, open: usize, spaced: bool) -> Option<usize> {
    // Offsets below count in `before` and are moved by `from` at the end: names are looked for in a short stretch.
    let before = tail(text, open);
    let from = open - before.len();
    let found = names_before(before.trim_end(), spaced)?;
    Some(from + found)
}

fn names_before(before: &str, spaced: bool) -> Option<usize> {
    let bare = before.strip_suffix("et al.").or_else(|| before.strip_suffix("et al")).map(str::trim_end);
    if let Some(names) = bare {
        return last_name(names.trim_end_matches(','));
    }
    let second = last_name(before)?;
    let rest = before[..second].trim_end();
    let link = rest.strip_suffix(" and").or_else(|| rest.strip_suffix(" &"));
    if let Some(names) = link
        && let Some(first) = last_name(names.trim_end().trim_end_matches(','))
        && is_name(before[second..].trim())
    {
        return Some(first);
    }
    let lone = &before[second..];
    let plain = lone.chars().skip(1).all(|c| c.is_lowercase() || c == '-');
    (spaced && plain && lone.chars().count() > 1 && !MONTHS.contains(&lone)).then_some(second)
}

/// The last characters before `open`, as many as names before a year can take.
fn tail(text: &str, open: usize) -> &str {
    let mut start = open.saturating_sub(160);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..open]
}

/// Where the last word starts, if it is a name.
fn last_name(text: &str) -> Option<usize> {
    let start =
        text.rfind(char::is_whitespace).map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    let start = start + text[start..].find(|c: char| !matches!(c, '(' | '“' | '"')).unwrap_or(0);
    is_name(&text[start..]).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, marks: &[&str]) {
        let found: Vec<&str> = find(text).iter().map(|run| run.span.of(text)).collect();
        assert_eq!(found, marks, "{text}");
    }

    #[test]
    fn bracketed_numbers_are_marks() {
        check("as in prior work [ 19 ] , we use [ 3 , 7–9 ] .", &["[ 19 ]", "[ 3 , 7–9 ]"]);
        check("as shown [12, 15-17].", &["[12, 15-17]"]);
        check("the split in [ 3 – 5 ] and over [ 7 - 9 ]", &["[ 3 – 5 ]", "[ 7 - 9 ]"]);
        check("methods [ 4 ][ 5 ] agree", &["[ 4 ]", "[ 5 ]"]);
    }

    #[test]
    fn intervals_indices_and_values_are_none() {
        check("values in [ 0 , 1 ] and x[1], in [ 1 , 5 ], [ 0.5 ], weights = [ 3 ], [ a ], []", &[]);
        check("a batch of [4096, 8192] tokens", &[]);
    }

    #[test]
    fn names_and_years_are_marks() {
        check("it was shown ( Wong et al., 2026 ) that", &["( Wong et al., 2026 )"]);
        check("known (Li and Chen, 2025a; Ng et al. 2024) facts", &["(Li and Chen, 2025a; Ng et al. 2024)"]);
        check("as Ge et al. (2025) . found", &["Ge et al. (2025)"]);
        check("Smith & Jones ( 2020 ) argue", &["Smith & Jones ( 2020 )"]);
        check("following Kvist ( 2021 ) , we", &["Kvist ( 2021 )"]);
        check("(see van der Berg, 2019)", &["(see van der Berg, 2019)"]);
    }

    #[test]
    fn dates_and_venues_are_none() {
        check("held (May 5, 2024) in (Paris 2024), Olympics (2020), (n = 2024), (COCO, 2017), (2024)", &[]);
    }
}
