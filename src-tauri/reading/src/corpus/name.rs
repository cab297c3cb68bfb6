//! The name of a paper: what its text says it is about.
//!
//! Titles of this genre are placeholders or wrong often enough that the text is asked first: which coined name do the
//! sections introduce, speak about, and come back to. Names of baselines, benchmarks and techniques are mentioned as
//! often, but as examples, comparisons and foundations. Where no name has enough evidence, the paper is known by its
//! title or its first words.

mod chinese;
mod definition;
mod english;
mod findings;
mod ledger;
mod phrase;
mod title;
mod word;
mod wording;

use self::ledger::{Ledger, Place};
use super::{Kind, NameOrigin, Paper, Section, SectionKind};

/// Points from which a candidate is the paper's name.
const ENOUGH: i32 = 18;
/// The same for an abstract alone, which has fewer places for a name to come back in.
const ENOUGH_IN_ABSTRACT: i32 = 11;

/// Bytes of a paragraph that are read for names in the places where names of parts and of others come later: the first
/// five hundred characters of a method, the first two hundred of an outlook.
const METHOD_BYTES: usize = 1500;
/// See [`METHOD_BYTES`].
const OUTLOOK_BYTES: usize = 600;
/// See [`METHOD_BYTES`]: three hundred characters of each part of the review.
const REVIEW_BYTES: usize = 900;

/// Columns of a name made of first words; a Chinese character has two.
const FIRST_WORDS: usize = 60;

/// The name of `paper` as its text writes it, and where it comes from.
pub fn infer(paper: &Paper) -> (String, NameOrigin) {
    let reading = read(paper);
    let title = paper.title.as_ref().map(|title| title.text.as_str());
    // Entries with a summary carry the paper's real title; the site's titles are asked last.
    let trusted = title.filter(|_| has_summary(paper));
    let in_title = |title: &'_ str| {
        let name = title::name(title)?;
        (reading.ledger.mentions(word::family(name)) > 0).then(|| name.to_owned())
    };
    if let Some(name) = trusted.and_then(in_title) {
        return (name, NameOrigin::Coined);
    }
    let enough = if reading.is_from_abstract { ENOUGH_IN_ABSTRACT } else { ENOUGH };
    if let Some(best) = reading.ledger.best()
        && (best.clear || best.points >= enough)
    {
        return (best.name.to_owned(), NameOrigin::Coined);
    }
    if reading.is_from_abstract
        && let Some(name) = reading.ledger.lone()
        && !has_in_small_letters(paper, name)
    {
        return (name.to_owned(), NameOrigin::Coined);
    }
    if let Some(name) = findings::name(paper, &reading.ledger) {
        return (name.to_owned(), NameOrigin::Coined);
    }
    match title {
        Some(title) if trusted.is_some() => (title.to_owned(), NameOrigin::Title),
        Some(title) if is_supported(title, paper) => match in_title(title) {
            Some(name) => (name, NameOrigin::Coined),
            None => (title.to_owned(), NameOrigin::Title),
        },
        _ => {
            let words = first_words(paper);
            match title {
                Some(title) if words.is_empty() => (title.to_owned(), NameOrigin::Title),
                _ => (words, NameOrigin::FirstWords),
            }
        }
    }
}

/// Whether the text speaks of what the title says. A title that only repeats the first words is no title.
fn is_supported(title: &str, paper: &Paper) -> bool {
    let mut text = String::new();
    for section in &paper.sections {
        for piece in section.passages().chain(section.findings().filter_map(|finding| finding.quote.as_ref())) {
            text.push_str(&piece.text);
            text.push(' ');
        }
    }
    let rest = title.split_once([':', '：']).map_or(title, |(_, rest)| rest).trim().trim_end_matches(['.', '…']);
    !text.starts_with(rest) && title::is_supported(title, &text)
}

/// Whether the abstract has `name` as a word of the language too.
fn has_in_small_letters(paper: &Paper, name: &str) -> bool {
    let small = name.to_lowercase();
    let text = |section: &Section| section.passages().any(|piece| piece.text.contains(&small));
    small != name && paper.sections.iter().any(text)
}

struct Reading<'a> {
    ledger: Ledger<'a>,
    is_from_abstract: bool,
}

fn read(paper: &Paper) -> Reading<'_> {
    let mut ledger = Ledger::default();
    let reviewed = paper.kind == Kind::Deep && paper.sections.iter().any(|section| place(section.kind).is_some());
    if paper.sections.iter().any(|section| place(section.kind) == Some(Place::Opening)) {
        ledger.opening();
    }
    for section in &paper.sections {
        let place = match place(section.kind) {
            Some(place) => place,
            // A review is the same in every form; only some forms carry the abstract beside it.
            None if section.kind == SectionKind::Abstract && (!reviewed || has_summary(paper)) => Place::Abstract,
            None => continue,
        };
        enter(section, place, &mut ledger);
    }
    Reading { ledger, is_from_abstract: !reviewed }
}

fn has_summary(paper: &Paper) -> bool {
    paper.section(SectionKind::Tldr).is_some()
}

fn enter<'a>(section: &'a Section, place: Place, ledger: &mut Ledger<'a>) {
    for piece in section.passages() {
        if is_chinese(&piece.text) {
            let most = match place {
                Place::Method => METHOD_BYTES,
                Place::Outlook => OUTLOOK_BYTES,
                Place::Review => REVIEW_BYTES,
                _ => piece.text.len(),
            };
            chinese::read(head(&piece.text, most), place, ledger);
        } else {
            english::read(&piece.text, place, ledger);
        }
    }
    for finding in section.findings() {
        if let Some(claim) = &finding.claim {
            ledger.claim();
            chinese::read(&claim.text, Place::Claim, ledger);
        }
    }
}

/// At most `bytes` bytes from the start, on a character boundary.
fn head(text: &str, bytes: usize) -> &str {
    text.get(..text.floor_char_boundary(bytes)).unwrap_or_default()
}

fn place(kind: SectionKind) -> Option<Place> {
    Some(match kind {
        SectionKind::Positioning | SectionKind::Tldr => Place::Opening,
        SectionKind::Background | SectionKind::Motivation => Place::Background,
        SectionKind::Method => Place::Method,
        SectionKind::Evidence | SectionKind::Result => Place::Evidence,
        SectionKind::Review | SectionKind::Conclusion => Place::Review,
        SectionKind::Limitations | SectionKind::FollowUp => Place::Outlook,
        SectionKind::Abstract | SectionKind::Notice | SectionKind::Other => return None,
    })
}

/// Whether the beginning holds Chinese characters; abstracts in English hold none.
fn is_chinese(text: &str) -> bool {
    text.chars().take(120).filter(|ch| matches!(ch, '\u{4E00}'..='\u{9FFF}')).nth(2).is_some()
}

/// The first words of the opening: up to the end of a sentence, at most so wide, cut between words.
fn first_words(paper: &Paper) -> String {
    let opening = [SectionKind::Positioning, SectionKind::Tldr, SectionKind::Abstract]
        .into_iter()
        .find_map(|kind| paper.section(kind)?.passages().next())
        .or_else(|| paper.sections.iter().flat_map(Section::passages).next());
    let claim = || paper.findings().find_map(|finding| finding.claim.as_ref().or(finding.quote.as_ref()));
    let text = opening.or_else(claim).map_or("", |piece| piece.text.as_str());
    let (mut columns, mut cut) = (0, 0);
    let mut chars = text.char_indices().peekable();
    while let Some((at, ch)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        columns += if ch.is_ascii() { 1 } else { 2 };
        let ends =
            matches!(ch, '。' | '；' | '！' | '？' | '\n') || (matches!(ch, '.' | '?' | '!') && next == Some(' '));
        if ends || columns > FIRST_WORDS {
            break;
        }
        let in_word = |ch: char| ch.is_ascii_alphanumeric() || matches!(ch, '-' | '\'');
        if !(in_word(ch) && next.is_some_and(in_word)) {
            cut = at + ch.len_utf8();
        }
    }
    let words = text.get(..cut).unwrap_or_default();
    words
        .trim_end_matches(|ch: char| !ch.is_alphanumeric() && !matches!(ch, ')' | '）' | '”' | '"' | '》' | '」'))
        .to_owned()
}

#[cfg(test)]
mod tests;
