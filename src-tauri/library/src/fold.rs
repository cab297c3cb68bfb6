//! Folding for the list's filter: that of search, word by word.

use reading::text;

pub(crate) use reading::text::fold_into as fold;

/// The words of a query, folded. Split before: folding takes spaces beside Chinese away.
pub(crate) fn words(query: &str) -> Vec<String> {
    query.split_whitespace().map(text::fold).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_falls_into_words() {
        assert_eq!(words("  ＬｏＲＡ　微调 \u{200b}"), ["lora".to_owned(), text::fold("微調")]);
    }
}
