//! Simplified and Traditional characters as one, by OpenCC's tables as they come (folder `opencc`): an update is a copy.
//!
//! Characters that the tables tie to each other, in either direction and through one-to-many pairs, form a class, and each
//! is folded to the class's least character: 发, 發 and 髮 all find each other. No words are converted, so that a class is
//! never too small; a few ties between two everyday characters are left out ([`APART`]), so that it is rarely too large.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Pairs of the characters of Simplified text, with their Traditional forms and their variants of Hong Kong and Taiwan.
const TABLES: [&str; 5] = [
    include_str!("opencc/TSCharacters.txt"),
    include_str!("opencc/TSCharactersExt.txt"),
    include_str!("opencc/STCharacters.txt"),
    include_str!("opencc/TWVariants.txt"),
    include_str!("opencc/HKVariants.txt"),
];

/// Everyday characters that both scripts keep apart, though the tables tie them by a rare use of one: a search for 座
/// that finds every 坐 is of no use.
const APART: [[char; 2]; 10] = [
    ['坏', '坯'],
    ['坐', '座'],
    ['呆', '待'],
    ['具', '俱'],
    ['像', '象'],
    ['里', '哩'],
    ['么', '幺'],
    ['沈', '沉'],
    ['炼', '链'],
    ['鍊', '链'],
];

/// The usual ideographs; everything else is looked up in a map.
const FIRST: u32 = 0x4E00;
const LAST: u32 = 0x9FFF;

struct Classes {
    /// Of each usual ideograph, by its distance from [`FIRST`].
    usual: Box<[char]>,
    rare: HashMap<char, char>,
    /// Characters that stand for others too.
    shared: HashSet<char>,
}

static CLASSES: LazyLock<Classes> = LazyLock::new(|| {
    let classes = classes();
    let usual = (FIRST..=LAST).filter_map(char::from_u32).map(|ch| classes.get(&ch).copied().unwrap_or(ch)).collect();
    let shared = classes.iter().filter(|(ch, least)| ch != least).map(|(_, least)| *least).collect();
    let rare = classes.into_iter().filter(|(ch, least)| ch != least && !is_usual(*ch)).collect();
    Classes { usual, rare, shared }
});

/// The character that stands for `ch` and all that are written for it in the other script; `ch` itself where the tables
/// do not know it. Applying it twice changes nothing.
pub fn unified(ch: char) -> char {
    if is_usual(ch) {
        let at = usize::try_from(u32::from(ch) - FIRST).unwrap_or(usize::MAX);
        CLASSES.usual.get(at).copied().unwrap_or(ch)
    } else if ch < '\u{3400}' {
        // Nothing below the ideographs is in the tables.
        ch
    } else {
        CLASSES.rare.get(&ch).copied().unwrap_or(ch)
    }
}

/// Whether another character is written for `ch` in one of the scripts.
pub fn has_other_forms(ch: char) -> bool {
    ch >= '\u{3400}' && CLASSES.shared.contains(&unified(ch))
}

fn is_usual(ch: char) -> bool {
    (FIRST..=LAST).contains(&u32::from(ch))
}

/// The least character of the class of each character that the tables hold.
fn classes() -> HashMap<char, char> {
    let mut parents: HashMap<char, char> = HashMap::new();
    for (a, b) in TABLES.iter().flat_map(|table| pairs(table)) {
        if APART.contains(&[a, b]) || APART.contains(&[b, a]) {
            continue;
        }
        let (a, b) = (least(&mut parents, a), least(&mut parents, b));
        parents.insert(a.max(b), a.min(b));
    }
    let known: Vec<char> = parents.keys().copied().collect();
    known.into_iter().map(|ch| (ch, least(&mut parents, ch))).collect()
}

/// The characters that a table ties to each other: a line is a character, a tab and its counterparts.
fn pairs(table: &str) -> impl Iterator<Item = (char, char)> {
    let lines = table.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'));
    lines.flat_map(|(one, many)| {
        let one = only_char(one);
        many.split_whitespace().filter_map(move |other| Some((one?, only_char(other)?)))
    })
}

fn only_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

fn least(parents: &mut HashMap<char, char>, ch: char) -> char {
    let mut root = ch;
    while let Some(&parent) = parents.get(&root).filter(|&&parent| parent != root) {
        root = parent;
    }
    parents.insert(ch, root);
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_scripts_and_all_of_one_to_many_find_each_other() {
        for class in [
            "发發髮",
            "软軟",
            "体體",
            "济濟",
            "干乾幹榦",
            "后後",
            "里裡裏",
            "复復複覆",
            "着著",
            "画畫划劃",
            "台臺檯颱",
            "为為爲",
            "网網",
        ] {
            let first = class.chars().next().map(unified);
            for ch in class.chars() {
                assert_eq!(Some(unified(ch)), first, "{ch} of {class}");
            }
        }
    }

    #[test]
    fn everyday_characters_stay_apart() {
        for [a, b] in APART {
            assert_ne!(unified(a), unified(b), "{a}{b}");
        }
        for ch in "考a1，é𠀀".chars() {
            assert_eq!(unified(ch), ch);
            assert!(!has_other_forms(ch), "{ch}");
        }
        assert!("软軟发發髮".chars().all(has_other_forms));
    }

    #[test]
    fn classes_are_few_and_small_and_fold_once() {
        let mut sizes: HashMap<char, usize> = HashMap::new();
        for (ch, least) in classes() {
            assert_eq!(unified(least), least, "{ch}");
            assert_eq!(unified(ch), least, "{ch}");
            *sizes.entry(least).or_default() += 1;
        }
        assert!(sizes.len() > 3_900, "{}", sizes.len());
        assert!(sizes.values().all(|&size| size <= 6));
    }

    #[test]
    fn the_tables_hold_one_character_against_others() {
        for table in TABLES {
            let lines = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).count();
            assert!(lines > 30 && pairs(table).count() >= lines);
        }
    }
}
