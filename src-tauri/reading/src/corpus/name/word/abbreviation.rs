//! Long forms and the abbreviations that spell them.

use super::Word;

/// Bytes in which a long form ends that begins with a phrase.
const LONG_FORM: usize = 100;

/// Whether the initials of the words that `before` ends with spell `name`: `group tide optimisation` and `GTO`.
pub(in super::super) fn spells(before: &str, name: &str) -> bool {
    spelled_from(before, name).is_some()
}

/// Where in `before` the words that spell `name` begin; see [`spells`].
pub(in super::super) fn spelled_from(before: &str, name: &str) -> Option<usize> {
    let capitals: Vec<char> = name.chars().filter(char::is_ascii_uppercase).map(|ch| ch.to_ascii_lowercase()).collect();
    let mut wanted = capitals.iter().rev().peekable();
    let mut rest = before;
    let mut steps = capitals.len() + 3;
    // Small words may stand between (`mixture of tides`); a few steps are enough.
    while capitals.len() >= 2 && steps > 0 {
        rest = rest.trim_end_matches(|ch: char| !ch.is_alphanumeric());
        let head = rest.trim_end_matches(char::is_alphanumeric);
        let initial = rest.get(head.len()..)?.chars().next()?.to_ascii_lowercase();
        rest = head;
        steps -= 1;
        if wanted.peek() == Some(&&initial) {
            wanted.next();
        }
        if wanted.peek().is_none() {
            return Some(head.len());
        }
    }
    None
}

/// Whether what stands in brackets soon after abbreviates the words that begin with `phrase`: then the abbreviation is
/// the name.
pub(in super::super) fn is_abbreviated(text: &str, phrase: Word) -> bool {
    let after = super::super::head(text.get(phrase.end..).unwrap_or_default(), LONG_FORM);
    if short_after(after).is_some_and(|short| spelled_from(phrase.of(text), short) == Some(0)) {
        return true;
    }
    let Some(open) = after.find(['(', '（']) else { return false };
    let (long, bracket) = after.split_at(open);
    if long.contains(['.', ',', '。', '，']) {
        return false;
    }
    let short = bracket.trim_start_matches(['(', '（']).split([')', '）', '，', ',']).next().unwrap_or_default();
    let whole = text.get(phrase.start..phrase.end + open).unwrap_or_default();
    spelled_from(whole, short).is_some_and(|start| start < phrase.end - phrase.start)
}

/// What a comma sets off from a long form before it and a bracket closes: `（Tide Aware Loom，TAL）`.
fn short_after(after: &str) -> Option<&str> {
    let short = after.strip_prefix(['，', ','])?.trim_start();
    let short = short.strip_prefix("简称").unwrap_or(short).trim_start();
    let end = short.find([')', '）'])?;
    short.get(..end).filter(|short| !short.contains(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_form_is_abbreviated_by_the_brackets_after_it() {
        let phrase = |text: &str| Word { start: 0, end: text.find(' ').unwrap_or(text.len()) };
        for (text, expected) in [
            ("Group Tide Optimisation (GTO) adds", true),
            ("Tide-Aware Replay for Looms（TARL），", true),
            ("Group weaving, see tides (GTO)", false),
            ("Loom (on Tides) weaves", false),
            ("Loom weaves", false),
        ] {
            assert_eq!(is_abbreviated(text, phrase(text)), expected, "{text}");
        }
        let long = Word { start: 0, end: "Tide Aware Loom".len() };
        assert!(is_abbreviated("Tide Aware Loom，简称 TAL）织", long));
        assert!(!is_abbreviated("Tide Aware Loom，TAL 与织", long));
    }
}
