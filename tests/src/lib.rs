//! Shared by the suite: where fixtures and the optional real corpus are, and what a reader can see of a source and of
//! the model, each found without the other.

pub mod generate;
pub mod places;
pub mod prose;
pub mod shown;
pub mod small_disk;
pub mod tidy;
pub mod visible;

/// `text` without white space, which forms may set differently.
pub fn letters(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

/// Where `left` and `right` part, with some characters of both; `None` where they are equal.
pub fn difference(left: &str, right: &str) -> Option<String> {
    if left == right {
        return None;
    }
    let common: usize = left
        .chars()
        .zip(right.chars())
        .take_while(|(left, right)| left == right)
        .map(|(letter, _)| letter.len_utf8())
        .sum();
    let around = |text: &str| {
        let before: Vec<char> = text.get(..common).unwrap_or_default().chars().rev().take(20).collect();
        let after = text.get(common..).unwrap_or_default().chars().take(40);
        before.into_iter().rev().chain(['‸']).chain(after).collect::<String>()
    };
    Some(format!("«{}» and «{}»", around(left), around(right)))
}
