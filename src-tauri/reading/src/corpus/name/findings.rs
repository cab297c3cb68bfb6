//! The name that only the findings tell. Some reviews speak of “the method” throughout and name it where its figures
//! stand, beside those of the methods that it is compared with: `…上，Loom 为 58.2，RegTide 为 57.0`.
//!
//! The others were named before: as what came before, or as what it is compared with. What the findings speak of
//! first, and what their quotes speak of, and nothing else names so, is the paper's own.

use super::ledger::{Ledger, Place};
use super::phrase;
use super::word::{self, Shape, Word};
use crate::corpus::{Finding, Paper, Section, SectionKind};

/// Names that one claim, and its quote, are looked at for.
const SUBJECTS: usize = 3;
/// Bytes of a claim, and of a quote, that are looked at.
const HEAD: usize = 400;
/// Names that are weighed.
const CANDIDATES: usize = 8;

/// What stands between English words for what is compared: after it come others.
const COMPARING: [&str; 8] = [" against ", " compared ", " versus ", " vs", " than ", " over ", " whereas ", " from "];

/// The one name of `paper` that its findings speak of as its own, given what `ledger` says of the other sections.
pub(super) fn name<'a>(paper: &'a Paper, ledger: &Ledger<'a>) -> Option<&'a str> {
    paper.section(SectionKind::Positioning)?;
    if ledger.tells_of_study() {
        return None;
    }
    let mut weighed: Vec<(&str, i32)> = Vec::new();
    for finding in paper.findings() {
        let (claimed, quoted) = subjects(finding);
        for name in [claimed, quoted].into_iter().flatten() {
            if let Some((_, times)) = weighed.iter_mut().find(|(known, _)| *known == name) {
                *times += 1;
            } else if weighed.len() < CANDIDATES {
                weighed.push((name, 1));
            }
        }
    }
    weighed.retain(|(name, times)| *times >= 2 && may_be_own(name, paper, ledger));
    match weighed.as_slice() {
        [(name, _)] => Some(name),
        _ => None,
    }
}

/// What came before stands in the background, what it is compared with in the summary.
fn may_be_own(name: &str, paper: &Paper, ledger: &Ledger<'_>) -> bool {
    let elsewhere = |place| ledger.is_in(name, place);
    let evidence = || paper.section(SectionKind::Evidence).into_iter().flat_map(Section::passages);
    !word::is_common(name)
        && !word::is_known_model(name)
        && !word::is_numbered_version(name)
        && !elsewhere(Place::Background)
        && (!elsewhere(Place::Evidence) || evidence().any(|piece| is_compared_with_others(&piece.text, name)))
}

/// `比较 X 与三个基线`: the first of what is compared is one's own.
fn is_compared_with_others(text: &str, name: &str) -> bool {
    text.match_indices(name).take(SUBJECTS).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default().trim_end();
        let after = text.get(at + name.len()..).unwrap_or_default().trim_start();
        before.ends_with("比较") && after.starts_with(['与', '和', '同'])
    })
}

/// What the claim speaks of first, and what the quote speaks of, where that is a name.
fn subjects(finding: &Finding) -> (Option<&str>, Option<&str>) {
    let claim = finding.claim.as_ref().map_or("", |piece| super::head(&piece.text, HEAD));
    let quote = finding.quote.as_ref().map_or("", |piece| super::head(&piece.text, HEAD));
    let claimed = names(claim).find(|whole| {
        let before = claim.get(..whole.start).unwrap_or_default().trim_end();
        let after = claim.get(whole.end..).unwrap_or_default().trim_start();
        let begins = before.is_empty() || before.ends_with(['，', '：', '；', '。', '上', '时', '中', '下']);
        begins && phrase::RESULT.begin(after)
    });
    let claimed = claimed.map(|whole| whole.of(claim));
    let told = match claimed {
        // The quote may write it in its own way: ` π \pi -Loom`.
        Some(name) => is_told(quote, core(name)).then_some(name),
        None => names(quote).map(|whole| whole.of(quote)).find(|name| is_told(quote, name)),
    };
    // A word in small letters is a name where a sentence begins with it.
    let small = |name: &&str| word::shape(name) != Shape::Small || (name.len() > 3 && quote.starts_with(*name));
    (claimed.filter(small), told.filter(small))
}

/// The first candidates of `text`.
fn names(text: &str) -> impl Iterator<Item = Word> {
    let mut words: Vec<Word> = Vec::new();
    word::words(text, |word| words.push(word));
    let mut found: Vec<Word> = Vec::new();
    let mut at = 0;
    while let (Some(first), true) = (words.get(at).copied(), found.len() < SUBJECTS) {
        let length = word::phrase_length(text, words.get(at..).unwrap_or_default(), || false);
        let last = words.get(at + length - 1).copied().unwrap_or(first);
        at += length;
        let whole = Word { start: first.start, end: last.end };
        if word::shape(whole.of(text)) != Shape::Nothing {
            found.push(whole);
        }
    }
    found.into_iter()
}

/// Whether the quote tells what `name` does: it begins with it or after a comma, before anything that is compared.
fn is_told(quote: &str, name: &str) -> bool {
    let Some(at) = quote.find(name) else { return false };
    let before = quote.get(..at).unwrap_or_default();
    let after = quote.get(at + name.len()..).unwrap_or_default();
    let compared = COMPARING.iter().any(|word| before.contains(word));
    let begins = before.trim_end().is_empty() || before.trim_end().ends_with([',', '-', '.', ':', ';']);
    let next = after.trim_start().split(' ').next().unwrap_or_default();
    let acts = (next.len() > 3 && next.ends_with(['s', 'd'])) || matches!(next, "is" | "has" | "|");
    !compared && begins && (acts || after.starts_with("'s ") || after.starts_with("’s "))
}

/// The longest stretch of ASCII letters, digits and spaces in `name`.
fn core(name: &str) -> &str {
    name.split(|ch: char| !ch.is_ascii_alphanumeric() && ch != ' ').max_by_key(|part| part.len()).unwrap_or(name)
}
