//! What a title says: a name before its colon, and whether it is this paper's title at all.

use super::word::{self, Shape};

/// Bytes of a word that must agree; endings differ (`scaling`, `scales`).
const STEM: usize = 5;

/// The coined name before the colon of `title`, at most three words.
pub(super) fn name(title: &str) -> Option<&str> {
    let colon = title.find([':', '：'])?;
    let name = title.get(..colon)?.trim();
    let words = name.split_whitespace().count();
    let coined = match word::shape(name) {
        Shape::Nothing | Shape::Small => false,
        Shape::Phrase => {
            words <= 3
                && name.split_whitespace().all(|word| word.starts_with(|ch: char| ch.is_uppercase() || ch.is_numeric()))
        }
        _ => true,
    };
    (coined && !word::is_common(name) && !name.contains(['?', '!', ','])).then_some(name)
}

/// Whether the words of `title` after the colon come back in `text`: a placeholder's and another paper's do not.
/// Half of the longer words are enough, since a review in Chinese keeps few English ones.
pub(super) fn is_supported(title: &str, text: &str) -> bool {
    let rest = title.split_once([':', '：']).map_or(title, |(_, rest)| rest);
    let text = text.to_lowercase();
    let words: Vec<String> =
        rest.split(|ch: char| !ch.is_alphanumeric()).filter(|word| word.len() >= STEM).map(str::to_lowercase).collect();
    let known = words.iter().filter(|word| text.contains(stem(word))).count();
    known * 2 >= words.len().max(1)
}

fn stem(word: &str) -> &str {
    word.char_indices().nth(STEM).and_then(|(end, _)| word.get(..end)).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coined_name_stands_before_the_colon() {
        for (title, expected) in [
            ("Tide-SQL: Simple Waves", Some("Tide-SQL")),
            ("Robo Tide：把手放开", Some("Robo Tide")),
            ("s2: Less is enough", Some("s2")),
            ("Guiding giants: light controllers", None),
            ("Do models weave? A study: of tides", None),
            ("LLM: Placeholder", None),
            ("Tides without a colon", None),
        ] {
            assert_eq!(name(title), expected, "{title}");
        }
    }

    #[test]
    fn a_title_is_supported_by_its_words_in_the_text() {
        let text = "We scale weaving models on tidal data.";
        assert!(is_supported("Loom: Scaling Weavers", text) || is_supported("Loom: Scale weaving", text));
        assert!(is_supported("Scaling Laws of Weaving Tidal Models", text));
        assert!(!is_supported("Loom: Placeholder Title 3", text));
    }
}
