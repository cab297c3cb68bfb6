//! One passage: its characters, its markup, its place in the file.

use reading::{
    corpus::Piece,
    typeset::{
        self, Prose, RunKind,
        html::{self, Mark},
    },
};

use crate::{utf16::Utf16Map, wire::PassageView};

/// What a passage is shown with.
pub(crate) struct Shown<'a> {
    /// Unique in the paper.
    pub(crate) id: String,
    pub(crate) piece: &'a Piece,
    pub(crate) prose: Prose,
    /// Quantities or their evidence; in order, not overlapping.
    pub(crate) marks: &'a [Mark],
}

/// The passage as the interface shows it. `file` answers for the text of the file that it came from.
pub(crate) fn passage(shown: &Shown<'_>, file: &Utf16Map<'_>) -> PassageView {
    let text = shown.piece.text.as_str();
    let runs = typeset::typeset(text, shown.prose);
    let map = Utf16Map::of(text);
    PassageView {
        id: shown.id.clone(),
        html: html::render(text, &runs, shown.marks, html::Options { lists: true }),
        lang: language(text).to_owned(),
        source: file.span(shown.piece.source),
        headings: runs.iter().filter(|run| run.kind == RunKind::Heading).map(|run| map.span(run.span)).collect(),
        text: text.to_owned(),
    }
}

/// `zh` where Chinese characters are at least a twentieth of the letters, else `en`. A Chinese claim full of model names
/// is still Chinese; an English quote with one Chinese name in it is still English.
pub(super) fn language(text: &str) -> &'static str {
    let (mut chinese, mut letters) = (0_usize, 0_usize);
    for c in text.chars().filter(|c| c.is_alphabetic()) {
        letters += 1;
        chinese += usize::from(('\u{3400}'..='\u{9FFF}').contains(&c) || ('\u{20000}'..'\u{32000}').contains(&c));
    }
    if chinese * 20 >= letters && chinese > 0 { "zh" } else { "en" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_full_of_names_is_chinese_and_a_quote_with_one_chinese_name_is_english() {
        assert_eq!(language("TideGate-M 在 LongCairn 上取得 71.4 的 F1"), "zh");
        assert_eq!(language("At 128K tokens the model (潮门) reaches an F1 of 71.4 on the hardest split of all"), "en");
        assert_eq!(language("27 | 4.9 | 84.1"), "en");
    }
}
