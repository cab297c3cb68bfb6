//! Digests of made-up words whose frequencies fall as those of a language do, for benches of search: a few fixed sentences
//! would make every word as frequent as any other. The same arguments always give the same text.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::generate::{Dice, day_before};

/// Words in the order of their frequency.
#[derive(Debug)]
pub struct Vocabulary {
    chinese: Vec<String>,
    english: Vec<String>,
}

impl Vocabulary {
    /// Some 20,000 Chinese words of the 2,500 first characters by a made-up order, and 40,000 Latin ones.
    pub fn new() -> Self {
        let mut dice = Dice::new(7);
        let characters: Vec<char> = (0..2_500)
            .filter_map(|at| char::from_u32(0x4E00 + (at * 7_919 % 20_000)))
            .filter(|ch| *ch != '一')
            .collect();
        let character = |dice: &mut Dice| characters.get(zipf(dice, characters.len())).copied().unwrap_or('字');
        let chinese = (0..20_000)
            .map(|rank| {
                let length =
                    if rank < 40 { 1 } else { 2 + usize::from(dice.below(4) == 0) + usize::from(dice.below(9) == 0) };
                (0..length).map(|_| character(&mut dice)).collect()
            })
            .collect();
        const HEADS: [&str; 24] = [
            "re", "con", "in", "trans", "pro", "sub", "gen", "mod", "st", "tr", "de", "ex", "over", "multi", "pre",
            "ad", "per", "com", "dis", "en", "un", "inter", "auto", "co",
        ];
        const MIDDLES: [&str; 20] = [
            "for", "tri", "ver", "duc", "lat", "mis", "sen", "ta", "ri", "lo", "ne", "ca", "si", "pla", "gra", "te",
            "mo", "ba", "qu", "pu",
        ];
        const TAILS: [&str; 16] =
            ["tion", "ing", "er", "ed", "al", "ment", "s", "ity", "ous", "ize", "ly", "or", "en", "ic", "", "Net"];
        let english = (0..40_000)
            .map(|rank| {
                let middles = if rank < 100 { 0 } else { 1 + dice.below(2) };
                let mut word = HEADS.get(dice.below(HEADS.len())).copied().unwrap_or_default().to_owned();
                (0..middles)
                    .for_each(|_| word.push_str(MIDDLES.get(dice.below(MIDDLES.len())).copied().unwrap_or_default()));
                word.push_str(TAILS.get(dice.below(TAILS.len())).copied().unwrap_or_default());
                word
            })
            .collect();
        Self { chinese, english }
    }

    fn chinese(&self, dice: &mut Dice) -> &str {
        self.chinese.get(zipf(dice, self.chinese.len())).map_or("字", String::as_str)
    }

    fn english(&self, dice: &mut Dice) -> &str {
        self.english.get(zipf(dice, self.english.len())).map_or("word", String::as_str)
    }

    /// A Chinese sentence with Latin names and numbers in it.
    fn claim(&self, dice: &mut Dice, out: &mut String) {
        for at in 0..9 + dice.below(14) {
            match dice.below(16) {
                0 => drop(write!(out, " {} ", self.english(dice))),
                1 => drop(write!(out, "{}.{}%", dice.below(100), dice.below(10))),
                2 => drop(write!(out, "{}", 1 + zipf(dice, 4_000))),
                3 if at > 0 => out.push('，'),
                _ => out.push_str(self.chinese(dice)),
            }
        }
        out.push('。');
    }

    fn quote(&self, dice: &mut Dice, out: &mut String) {
        for at in 0..24 + dice.below(30) {
            let space = if at == 0 { "" } else { " " };
            match dice.below(14) {
                0 => drop(write!(out, "{space}{}.{}", dice.below(100), dice.below(100))),
                1 => drop(write!(out, "{space}{},", self.english(dice))),
                _ => drop(write!(out, "{space}{}", self.english(dice))),
            }
        }
        out.push('.');
    }
}

impl Default for Vocabulary {
    fn default() -> Self {
        Self::new()
    }
}

/// A number below `bound`, the small ones more often, as words are.
fn zipf(dice: &mut Dice, bound: usize) -> usize {
    let exponent = dice.below(1_000_000) as f64 / 1_000_000.0;
    let rank = (bound as f64 + 1.0).powf(exponent) - 1.0;
    // Between 0 and `bound`.
    (rank as usize).min(bound.saturating_sub(1))
}

/// Writes `days` issues of about 120 KB as extracted text below `folder`, back from 2026-09-30. Answers their paths.
///
/// # Errors
/// Of the system.
pub fn library(folder: &Path, days: usize) -> io::Result<Vec<PathBuf>> {
    let vocabulary = Vocabulary::new();
    let mut paths = Vec::with_capacity(days);
    for back in 0..days {
        let day = day_before(back);
        let month = folder.join(day.get(..7).unwrap_or_default());
        fs::create_dir_all(&month)?;
        let path = month.join(format!("{day}.txt"));
        fs::write(&path, issue(&vocabulary, &day, back as u64))?;
        paths.push(path);
    }
    Ok(paths)
}

fn issue(vocabulary: &Vocabulary, day: &str, seed: u64) -> String {
    let mut dice = Dice::new(seed.wrapping_mul(0x9e37_79b9) + 11);
    let mut out = day.to_owned();
    for _ in 0..8 {
        let name = format!("{}{}", vocabulary.english(&mut dice), dice.below(900));
        let name = name.get(..1).map(str::to_uppercase).unwrap_or_default() + name.get(1..).unwrap_or_default();
        let mut paragraph = |opening: &str, sentences: usize| {
            out.push_str("\n\n");
            out.push_str(opening);
            (0..sentences).for_each(|_| vocabulary.claim(&mut dice, &mut out));
        };
        paragraph(&format!("本文提出 {name}，"), 4);
        paragraph("", 16);
        paragraph("一、总体结构。", 40);
        paragraph("", 4);
        for number in 1..=10 {
            let _ = write!(out, "\n\n{number}. {name} ");
            vocabulary.claim(&mut dice, &mut out);
            out.push_str("\n\n   ");
            (0..2).for_each(|_| vocabulary.quote(&mut dice, &mut out));
        }
        out.push_str("\n\nNovelty：");
        vocabulary.claim(&mut dice, &mut out);
        out.push_str("Soundness：");
        (0..9).for_each(|_| vocabulary.claim(&mut dice, &mut out));
        out.push_str("Significance：");
        vocabulary.claim(&mut dice, &mut out);
        for opening in ["第一，", "一是"] {
            out.push_str("\n\n");
            out.push_str(opening);
            (0..14).for_each(|_| vocabulary.claim(&mut dice, &mut out));
        }
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issue_is_read_as_a_digest_of_the_usual_size() {
        let text = issue(&Vocabulary::new(), "2026-09-30", 3);
        let file = reading::corpus::read(text.as_bytes());
        assert_eq!(file.digest.papers.len(), 8);
        assert_eq!(file.digest.papers.iter().map(|paper| paper.findings().count()).sum::<usize>(), 80);
        assert!((90_000..160_000).contains(&text.len()), "{}", text.len());
        assert_eq!(text, issue(&Vocabulary::new(), "2026-09-30", 3));
    }
}
