//! The stable key of a paper: the same in every form, encoding and file.
//!
//! Every form carries the opening of the review, so the key is a hash of it. Forms differ in white space, quotation
//! marks, emphasis, escapes and Unicode composition; none of that may reach the hash, hence only letters and digits
//! count, after NFKC and lower-casing.

use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization;

use super::{Paper, PaperKey, SectionKind};

/// Kept characters that enter the hash. The page cuts an abstract at 1,000, so that all forms still have these.
const OPENING_CHARS: usize = 400;

/// An opening with fewer kept characters (a failed generator's `Error`) names no paper; more of the paper is added.
const IDENTIFYING_CHARS: usize = 16;

/// Characters in a shingle of [`similarity`]: two Chinese words, or most of an English one.
const SHINGLE_CHARS: usize = 4;

/// The key of `paper`: SHA-256 over the first 400 letters and digits of its positioning, else of its TL;DR, else of
/// its abstract, cut to 16 bytes. A paper with none of them is known by whatever it has, in the end by its place.
pub fn of(paper: &Paper) -> PaperKey {
    let mut hash = Opening::default();
    for kind in [SectionKind::Positioning, SectionKind::Tldr, SectionKind::Abstract] {
        hash.section(paper, kind);
        if hash.kept >= IDENTIFYING_CHARS {
            return hash.finish();
        }
    }
    hash.text(paper.arxiv_id.as_deref().unwrap_or_default());
    hash.text(paper.title.as_ref().map_or("", |title| &title.text));
    if hash.kept >= IDENTIFYING_CHARS {
        return hash.finish();
    }
    for piece in paper.sections.iter().flat_map(|section| section.passages()) {
        hash.text(&piece.text);
    }
    for finding in paper.findings() {
        for piece in finding.claim.iter().chain(&finding.quote) {
            hash.text(&piece.text);
        }
    }
    if hash.kept < IDENTIFYING_CHARS {
        hash.text(&format!("at{}to{}", paper.source.start, paper.source.end));
    }
    hash.finish()
}

/// How alike two openings are, from 0 (nothing in common) to 1 (equal but for what the key ignores): the Dice
/// coefficient of their runs of four kept characters, over the first 400. Two empty texts are not alike.
pub fn similarity(a: &str, b: &str) -> f64 {
    let (a, b) = (shingles(a), shingles(b));
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let (mut left, mut right, mut common) = (0, 0, 0_u32);
    while let (Some(x), Some(y)) = (a.get(left), b.get(right)) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => left += 1,
            std::cmp::Ordering::Greater => right += 1,
            std::cmp::Ordering::Equal => {
                (left, right, common) = (left + 1, right + 1, common + 1);
            }
        }
    }
    // Both are at most OPENING_CHARS long: exact in f64.
    2.0 * f64::from(common) / (a.len() + b.len()) as f64
}

/// Calls `found` with the first `limit` characters of `text` that a key sees, folded.
///
/// Ideographs and ASCII need no tables: they fold to themselves or to one small letter, and compose with nothing that
/// stands before them. Only what stands between two of them goes through NFKC, together with the one before it.
fn kept_chars(text: &str, limit: usize, mut found: impl FnMut(char)) {
    let mut left = limit;
    let mut keep = |ch: char, kept: bool| {
        if kept && left > 0 {
            left -= 1;
            found(ch);
        }
        left > 0
    };
    let mut chars = text.char_indices();
    let mut next = chars.next();
    while let Some((at, first)) = next {
        next = chars.next();
        let plain = is_plain(first);
        if plain && next.is_none_or(|(_, second)| is_plain(second)) {
            // An ideograph is a letter; a stop is none.
            let kept = first.is_ascii_alphanumeric() || is_ideograph(first);
            if !keep(first.to_ascii_lowercase(), kept) {
                return;
            }
            continue;
        }
        while next.is_some_and(|(_, other)| !is_plain(other)) {
            next = chars.next();
        }
        let end = next.map_or(text.len(), |(end, _)| end);
        for ch in text.get(at..end).unwrap_or_default().nfkc().flat_map(char::to_lowercase) {
            if !keep(ch, ch.is_alphanumeric()) {
                return;
            }
        }
    }
}

/// ASCII, the usual ideographs and the stops between them, which fold to no letter.
fn is_plain(ch: char) -> bool {
    ch.is_ascii() || is_ideograph(ch) || matches!(ch, '，' | '。' | '、' | '；' | '：' | '（' | '）' | '“' | '”')
}

fn is_ideograph(ch: char) -> bool {
    matches!(ch, '\u{4E00}'..='\u{9FA5}')
}

/// The runs of [`SHINGLE_CHARS`] kept characters, sorted. A shorter text is one run.
fn shingles(text: &str) -> Vec<[char; SHINGLE_CHARS]> {
    let mut chars: Vec<char> = Vec::with_capacity(OPENING_CHARS);
    kept_chars(text, OPENING_CHARS, |ch| chars.push(ch));
    let mut runs: Vec<[char; SHINGLE_CHARS]> = chars.array_windows().copied().collect();
    if runs.is_empty() && !chars.is_empty() {
        let mut run = ['\0'; SHINGLE_CHARS];
        run[..chars.len()].copy_from_slice(&chars);
        runs.push(run);
    }
    runs.sort_unstable();
    runs
}

/// The hash under way, and how many characters it has seen.
#[derive(Default)]
struct Opening {
    hash: Sha256,
    kept: usize,
}

impl Opening {
    fn section(&mut self, paper: &Paper, kind: SectionKind) {
        for section in paper.sections.iter().filter(|section| section.kind == kind) {
            for piece in section.passages() {
                self.text(&piece.text);
            }
        }
    }

    fn text(&mut self, text: &str) {
        let mut folded = String::with_capacity(text.len().min(OPENING_CHARS * 3));
        kept_chars(text, OPENING_CHARS.saturating_sub(self.kept), |ch| {
            folded.push(ch);
            self.kept += 1;
        });
        self.hash.update(folded.as_bytes());
    }

    fn finish(self) -> PaperKey {
        let hash = self.hash.finalize();
        let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or_default();
        PaperKey(hash.iter().take(16).flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Block, Kind, NameOrigin, Piece, Section};
    use crate::text::ByteSpan;

    fn paper(sections: &[(SectionKind, &str)], at: usize) -> Paper {
        let piece = |text: &&str| Block::Passage(Piece::new(*text, ByteSpan::new(at, at + text.len())));
        Paper {
            key: PaperKey::default(),
            name: String::new(),
            name_origin: NameOrigin::FirstWords,
            title: None,
            authors: None,
            links: vec![],
            badges: vec![],
            topic: None,
            arxiv_id: None,
            kind: Kind::Deep,
            sections: sections
                .iter()
                .map(|(kind, text)| Section { kind: *kind, heading: None, blocks: vec![piece(text)] })
                .collect(),
            extras: vec![],
            source: ByteSpan::new(at, at + 1),
        }
    }

    fn positioning(text: &str) -> PaperKey {
        of(&paper(&[(SectionKind::Positioning, text)], 0))
    }

    const OPENING: &str = "本文提出 TideLoom，把 x_t 写成“编织”与 [记忆](a) 的 ①２倍组合，并给出非膨胀证明。";

    #[test]
    fn white_space_quotation_marks_markup_and_width_do_not_change_the_key() {
        for same in [
            "本文提出TideLoom,把 x\\_t 写成\"编织\"与\n[记忆](a) 的 1 2倍组合，并给出非膨胀证明。",
            "**本文提出** TIDELOOM，把 x_t 写成「编织」与 \\[记忆\\](a) 的 ①２倍组合，并给出\u{a0}非膨胀证明",
        ] {
            assert_eq!(positioning(same), positioning(OPENING), "{same}");
        }
    }

    #[test]
    fn a_changed_word_changes_the_key() {
        assert_ne!(positioning(&OPENING.replace("编织", "纺织")), positioning(OPENING));
    }

    #[test]
    fn only_the_first_four_hundred_characters_count() {
        let long = OPENING.repeat(20);
        assert_eq!(positioning(&format!("{long}甲")), positioning(&format!("{long}乙")));
        let early = format!("甲{long}");
        assert_ne!(positioning(&early), positioning(&long));
    }

    #[test]
    fn a_positioning_in_two_paragraphs_has_the_key_of_one() {
        let (start, end) = OPENING.split_at(OPENING.find('把').unwrap());
        let two = paper(&[(SectionKind::Positioning, start), (SectionKind::Positioning, end)], 0);
        assert_eq!(of(&two), positioning(OPENING));
    }

    #[test]
    fn a_failed_summary_falls_back_to_the_abstract() {
        let failed = |about| of(&paper(&[(SectionKind::Tldr, "Error"), (SectionKind::Abstract, about)], 0));
        assert_ne!(failed("We weave tides into looms."), failed("We weave tides into nets."));
    }

    #[test]
    fn the_short_way_folds_like_the_long_one() {
        for text in [
            "甲，\u{301}乙。é（\u{338}）",
            "Cafe\u{301} e\u{301}\u{323}x ﬁne",
            "한국어 가",
            "ｶﾞ 神\u{fe0f} 甲Å①ſ",
            "İß x²",
            "\u{301}\u{301}a",
            "",
        ] {
            let mut found = String::new();
            kept_chars(text, 99, |ch| found.push(ch));
            let long: String = text.nfkc().flat_map(char::to_lowercase).filter(|ch| ch.is_alphanumeric()).collect();
            assert_eq!(found, long);
        }
    }

    #[test]
    fn papers_without_text_differ_by_their_place() {
        assert_ne!(of(&paper(&[], 5)), of(&paper(&[], 9)));
    }

    #[test]
    fn a_key_is_sixteen_bytes_in_lower_case_hexadecimal() {
        let PaperKey(key) = positioning(OPENING);
        assert!(key.len() == 32 && key.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')), "{key}");
    }

    #[test]
    fn similarity_tells_an_edited_opening_from_another_paper() {
        let other = "我们研究蛋白质折叠中的采样噪声，并说明怎样用退火的能量函数减少它。";
        assert!((similarity(OPENING, &OPENING.replace('，', ", ")) - 1.0).abs() < 1e-9);
        let edited = similarity(OPENING, &OPENING.replace("本文提出", "作者给出"));
        assert!(edited > 0.7 && edited < 1.0, "{edited}");
        assert!(similarity(OPENING, other) < 0.1);
        assert!(similarity("", "").abs() < 1e-9);
        assert!((similarity("甲", "甲") - 1.0).abs() < 1e-9);
    }
}
