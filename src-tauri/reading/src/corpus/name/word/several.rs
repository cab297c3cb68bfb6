//! Names of several words, and of a word and the number of a version: `Robo Tide`, `TideLoom 2`.

use super::{Shape, Word, shape};

/// Words of the longest name, the number of its version not counted.
const LONGEST: usize = 4;

/// How many of the words, from the first, are one name: capitalised and one space apart, then the number of a version.
/// At least 1. A word with one capital has a version only where it `is_given` as a name: `Table 2` is none.
pub(in super::super) fn phrase_length(text: &str, words: &[Word], is_given: impl FnOnce() -> bool) -> usize {
    let capital = |word: &Word| {
        let name = word.of(text);
        name.starts_with(char::is_uppercase) && name.len() > 1
    };
    let Some(first) = words.first().filter(|first| capital(first)) else { return 1 };
    let joined = |pair: &&[Word; 2]| is_spaced(text, pair) && capital(&pair[1]);
    let length = 1 + words.array_windows().take(LONGEST - 1).take_while(joined).count();
    let numbered = words.get(length - 1..).and_then(|rest| rest.first_chunk()).is_some_and(|pair: &[Word; 2]| {
        let named = || length > 1 || shape(first.of(text)) == Shape::Coined || is_given();
        is_spaced(text, pair) && is_version_of_one(text, pair[1]) && named()
    });
    length + usize::from(numbered)
}

fn is_spaced(text: &str, pair: &[Word; 2]) -> bool {
    matches!(text.get(pair[0].end..pair[1].start), Some(" " | "\u{a0}"))
}

/// Whether `number` is that of a version, and not a quantity or a figure of a table.
fn is_version_of_one(text: &str, number: Word) -> bool {
    let after = text.get(number.end..).unwrap_or_default();
    let counted =
        after.trim_start().starts_with(|ch| {
            "个倍种项层步分点次类组条万亿%％块张轮位名家篇套款天年月小台维阶秒字行页段级折路人例卡–-:/×".contains(ch)
        }) || [" times", " points", " of ", " out ", " to ", " percent"].iter().any(|unit| after.starts_with(unit));
    is_version(number.of(text)) && !counted
}

/// The number of a version, as it stands after a name and a space: `2`, `2.5`, `V2`.
pub(super) fn is_version(word: &str) -> bool {
    let digits = word.strip_prefix(['v', 'V']).unwrap_or(word);
    (1..=3).contains(&digits.len())
        && digits.starts_with(|ch: char| ch.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.bytes().filter(u8::is_ascii_digit).count() <= 2
}

#[cfg(test)]
mod tests {
    use super::super::words;
    use super::*;

    #[test]
    fn a_version_after_a_space_belongs_to_the_name() {
        for (text, given, expected) in [
            ("TideLoom 2 改用", false, 2),
            ("TideLoom 2.5，", false, 2),
            ("TideLoom 2 个点", false, 1),
            ("TideLoom 12%", false, 1),
            ("Table 2 shows", false, 1),
            ("Robo Tide 改用", false, 2),
            ("Robo Tide 2 改用", false, 3),
            ("Loom 2, a family", true, 2),
            ("Loom 2 points", true, 1),
        ] {
            let mut found = Vec::new();
            words(text, |word| found.push(word));
            assert_eq!(phrase_length(text, &found, || given), expected, "{text}");
        }
    }
}
