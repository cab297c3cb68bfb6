//! The labels of a review: `Novelty：`, `Soundness：`, `Significance：`, one passage each in every form.

use memchr::{memchr2_iter, memmem};

use crate::corpus::{Block, Piece, Section, SectionKind};
use crate::text::ByteSpan;

/// The labels in the order of the page.
const LABELS: [&str; 3] = ["Novelty", "Soundness", "Significance"];

/// Splits every passage of the review sections at the labels, so that all forms have one passage a label.
///
/// `source` is the decoded source that the pieces' spans refer to.
pub(crate) fn split_sections(sections: &mut [Section], source: &str) {
    for section in sections.iter_mut().filter(|section| section.kind == SectionKind::Review) {
        let mut seen = [false; LABELS.len()];
        let blocks = std::mem::take(&mut section.blocks);
        for block in blocks {
            match block {
                Block::Passage(piece) => {
                    let parts = split_unseen(piece, source, &mut seen);
                    section.blocks.extend(parts.into_iter().map(Block::Passage));
                }
                finding @ Block::Finding(_) => section.blocks.push(finding),
            }
        }
    }
}

/// Whether `text` begins with one of the labels and its colon.
pub(crate) fn starts_with_label(text: &str) -> bool {
    label_at(text, 0).is_some()
}

/// How many of the three labels stand where a sentence may begin.
pub(crate) fn label_count(text: &str) -> usize {
    let mut seen = [false; LABELS.len()];
    label_starts(text, &mut seen);
    seen.iter().filter(|seen| **seen).count()
}

/// Splits one piece before each label. A label counts where a sentence may begin, once each; `Novelty：novelty：` is
/// one label written twice. No character but white space at the seams is lost.
fn split_unseen(piece: Piece, source: &str, seen: &mut [bool; LABELS.len()]) -> Vec<Piece> {
    let starts = label_starts(&piece.text, seen);
    if starts.iter().all(|&start| start == 0) {
        return vec![piece];
    }
    let mut bounds: Vec<usize> = starts.into_iter().filter(|&start| start > 0).collect();
    bounds.insert(0, 0);
    bounds.push(piece.text.len());
    let places = source_places(&piece, &bounds, source);
    let mut parts = Vec::with_capacity(bounds.len());
    for (text, place) in bounds.array_windows().zip(places.array_windows()) {
        let ([from, to], [start, end]) = (text, place);
        let text = piece.text.get(*from..*to).unwrap_or_default().trim();
        if !text.is_empty() {
            // The seam's white space belongs to neither side.
            let whole = ByteSpan::new(*start, *end);
            let of_source = whole.of(source);
            let tail = of_source.len() - of_source.trim_end().len();
            let head = of_source.len() - of_source.trim_start().len();
            let span = if head + tail < whole.len() { ByteSpan::new(start + head, end - tail) } else { whole };
            parts.push(Piece::new(text, span));
        }
    }
    parts
}

/// Byte offsets in `text` of labels not yet `seen`, which they are from then on.
fn label_starts(text: &str, seen: &mut [bool; LABELS.len()]) -> Vec<usize> {
    let mut starts = Vec::new();
    // Every label ends with a colon; the half-width one is a byte, the full-width one ends with 0x9A.
    let bytes = text.as_bytes();
    let colons = memchr2_iter(b':', 0x9A, bytes).filter_map(|at| match bytes.get(at)? {
        b':' => Some(at),
        _ => at.checked_sub(2).filter(|&start| bytes.get(start..at) == Some(b"\xEF\xBC")),
    });
    for colon in colons {
        let head = text.get(..colon).unwrap_or_default().trim_end();
        let Some((label, start)) = label_before(head) else { continue };
        let fresh = seen.get_mut(label).is_some_and(|seen| !std::mem::replace(seen, true));
        if fresh && may_begin_sentence(head.get(..start).unwrap_or_default()) {
            starts.push(start);
        } else if fresh && let Some(seen) = seen.get_mut(label) {
            *seen = false;
        }
    }
    starts
}

/// The label that `head` ends with, and where it starts.
fn label_before(head: &str) -> Option<(usize, usize)> {
    LABELS.iter().enumerate().find_map(|(number, label)| {
        let start = head.len().checked_sub(label.len())?;
        head.get(start..)?.eq_ignore_ascii_case(label).then_some((number, start))
    })
}

fn label_at(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?.trim_start();
    LABELS.iter().position(|label| {
        rest.get(..label.len()).is_some_and(|word| word.eq_ignore_ascii_case(label))
            && rest.get(label.len()..).is_some_and(|tail| tail.trim_start().starts_with(['：', ':']))
    })
}

/// Whether a label may follow `before`: at the beginning, after white space, after a sentence or after its own like.
fn may_begin_sentence(before: &str) -> bool {
    before.chars().next_back().is_none_or(|last| {
        last.is_whitespace()
            || matches!(last, '。' | '！' | '？' | '；' | '.' | '!' | '?' | ';' | '”' | '」' | '）' | '*')
    })
}

/// The byte of the source for each bound in the piece's text. A piece may have lost markup, so a label is found by
/// its count: the n-th occurrence of the word in the text is the n-th in the source.
fn source_places(piece: &Piece, bounds: &[usize], source: &str) -> Vec<usize> {
    let of_source = piece.source.of(source);
    let inner = bounds.get(1..bounds.len().saturating_sub(1)).unwrap_or_default();
    let mut places = vec![piece.source.start];
    let verbatim = of_source == piece.text;
    for &bound in inner {
        let place = if verbatim { Some(bound) } else { nth_word(&piece.text, bound, of_source) };
        let floor = places.last().copied().unwrap_or(piece.source.start);
        // A word that the source spells otherwise (an entity inside it) leaves the parts on one shared place.
        places.push(place.map_or(floor, |place| (piece.source.start + place).max(floor)));
    }
    places.push(piece.source.end);
    places
}

fn nth_word(text: &str, bound: usize, of_source: &str) -> Option<usize> {
    let (number, _) = LABELS
        .iter()
        .enumerate()
        .find(|(_, label)| text.get(bound..bound + label.len()).is_some_and(|word| word.eq_ignore_ascii_case(label)))?;
    let word = text.get(bound..bound + LABELS.get(number)?.len())?;
    let before = memmem::find_iter(text.as_bytes(), word).take_while(|&at| at < bound).count();
    memmem::find_iter(of_source.as_bytes(), word).nth(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(piece: Piece, source: &str) -> Vec<Piece> {
        split_unseen(piece, source, &mut [false; LABELS.len()])
    }

    /// Cuts `text` as its own source and compares the parts, and the parts of the source at their spans.
    fn check(text: &str, expected: &[&str]) {
        let parts = split(Piece::new(text, ByteSpan::new(0, text.len())), text);
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        assert_eq!(texts, expected);
        for part in &parts {
            assert_eq!(part.source.of(text), part.text);
        }
    }

    #[test]
    fn one_line_is_cut_before_each_label() {
        check(
            "Novelty：新。 Soundness：稳。 Significance：大。",
            &["Novelty：新。", "Soundness：稳。", "Significance：大。"],
        );
        check("Novelty: new. Soundness: fine.", &["Novelty: new.", "Soundness: fine."]);
        check("novelty ：新。Soundness：稳。", &["novelty ：新。", "Soundness：稳。"]);
        check("Soundness：稳。\nSignificance：大。", &["Soundness：稳。", "Significance：大。"]);
    }

    #[test]
    fn a_label_written_twice_is_one_label() {
        check(
            "Novelty：novelty：新。 Soundness：soundness：稳。",
            &["Novelty：novelty：新。", "Soundness：soundness：稳。"],
        );
    }

    #[test]
    fn words_that_are_no_labels_do_not_cut() {
        check("本文的 Novelty 有限。", &["本文的 Novelty 有限。"]);
        check("所谓Novelty：新。", &["所谓Novelty：新。"]);
        check("Novelty：见下。 Novelty：再说一次。", &["Novelty：见下。 Novelty：再说一次。"]);
        check("", &[""]);
    }

    #[test]
    fn text_before_the_first_label_is_kept() {
        check("总评。 Novelty：新。", &["总评。", "Novelty：新。"]);
    }

    #[test]
    fn a_piece_that_lost_markup_points_at_the_labels_of_its_source() {
        let source = "<b>Novelty：</b>新。 <i>关于 Soundness</i><b>Soundness：</b>稳。";
        let text = "Novelty：新。 关于 Soundness Soundness：稳。";
        let parts = split(Piece::new(text, ByteSpan::new(0, source.len())), source);
        assert_eq!(parts.len(), 2);
        assert!(parts[1].source.of(source).starts_with("Soundness：</b>"), "{}", parts[1].source.of(source));
        assert_eq!(parts[0].source.end.max(parts[1].source.start), parts[1].source.start);
    }

    #[test]
    fn labels_over_several_passages_are_known_once() {
        let source = "Novelty：新。Novelty：旧。";
        let cut = source.find("。N").unwrap() + 3;
        let passage = |from, to| Block::Passage(Piece::new(&source[from..to], ByteSpan::new(from, to)));
        let blocks = vec![passage(0, cut), passage(cut, source.len())];
        let mut sections = [Section { kind: SectionKind::Review, heading: None, blocks }];
        split_sections(&mut sections, source);
        assert_eq!(sections[0].blocks.len(), 2);
    }
}
