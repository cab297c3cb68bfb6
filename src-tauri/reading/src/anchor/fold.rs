//! What all forms of a text agree on: NFKC, no white space, nothing invisible; with the way back to the characters.
//!
//! Case stays: a reader who marks `Pass` did not mark `pass`.

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// Calls `found` with each folded character and the bytes of `text` that it comes from. Characters that one grapheme
/// folds to share its bytes.
pub(super) fn each(text: &str, mut found: impl FnMut(char, usize, usize)) {
    for (start, cluster) in text.grapheme_indices(true) {
        let end = start + cluster.len();
        // Most clusters are one character that folds to itself.
        let mut chars = cluster.chars();
        match (chars.next(), chars.next()) {
            (Some(first), None) if first.is_ascii() || matches!(first, '\u{4E00}'..='\u{9FA5}') => {
                if is_kept(first) {
                    found(first, start, end);
                }
            }
            _ => cluster.nfkc().filter(|ch| is_kept(*ch)).for_each(|ch| found(ch, start, end)),
        }
    }
}

/// The folded characters of `text`.
pub(super) fn chars(text: &str) -> Vec<char> {
    let mut folded = Vec::with_capacity(text.len());
    each(text, |ch, _, _| folded.push(ch));
    folded
}

/// Neither white space nor a character that nobody sees.
fn is_kept(ch: char) -> bool {
    let invisible =
        matches!(ch, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}');
    !ch.is_whitespace() && !ch.is_control() && !invisible
}
