//! What a query must find, by looking at every passage of every file.

use std::path::Path;

use library::{Field, Part, Query, Where};
use reading::anchor::{Side, passages};
use reading::corpus::{self, SectionKind};
use reading::text::{fold, fold_keeping_script, is_wide};

/// File, paper, passage, and whether it stands there as written, sorted.
pub(crate) type Hits = Vec<(String, usize, usize, bool)>;

/// What `text` must find in the files of a folder.
pub(crate) fn hits(folder: &Path, files: &[std::path::PathBuf], text: &str) -> Hits {
    let query = Query::parse(text);
    let found = find(folder, files, &query);
    if found.is_empty() && query.all.iter().flatten().any(|part| !part.phrase && words(&part.folded) > 1) {
        let mut loose = query;
        loose.all.iter_mut().flatten().for_each(|part| part.phrase = true);
        return find(folder, files, &loose);
    }
    found
}

fn find(folder: &Path, files: &[std::path::PathBuf], query: &Query) -> Hits {
    let mut found = Hits::new();
    if query.all.is_empty() && query.filters.is_empty() {
        return found;
    }
    for path in files {
        let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
        let file = corpus::read(&std::fs::read(path).unwrap());
        let day = file.digest.date.clone().unwrap_or_default();
        for (paper_at, paper) in file.digest.papers.iter().enumerate() {
            let names = fold(&format!("{}\n{}", paper.name, paper.title.as_ref().map_or("", |title| &title.text)));
            for (at, passage) in passages(paper).iter().enumerate() {
                let field = match passage.place.side {
                    Side::Text => Field::Text,
                    Side::Claim => Field::Claim,
                    Side::Quote => Field::Quote,
                };
                if !passes(query, &day, &names, field, passage.place.section) {
                    continue;
                }
                let (text, script) = (fold(passage.text), fold_keeping_script(passage.text));
                let asked = |part: &Part| match &part.script {
                    Some(wanted) => (script.clone(), wanted.clone()),
                    None => (text.clone(), part.folded.clone()),
                };
                let exact = |part: &Part| {
                    let (text, wanted) = asked(part);
                    let mut starts = text.char_indices().map(|(at, _)| at);
                    starts.any(|at| text[at..].starts_with(&wanted) && (!part.whole || is_whole(&text, at, &wanted)))
                };
                let loose = |part: &Part| {
                    let (text, wanted) = asked(part);
                    exact(part) || (part.phrase && holds_loosely(&text, &wanted, part.whole))
                };
                let all = query.all.iter().all(|any| any.iter().any(loose));
                if all && !query.none.iter().any(exact) {
                    found.push((name.clone(), paper_at, at, query.all.iter().all(|any| any.iter().any(exact))));
                }
            }
        }
    }
    found.sort();
    found
}

fn passes(query: &Query, day: &str, names: &str, field: Field, section: SectionKind) -> bool {
    let is_in = |filter: &Where| match filter {
        Where::Day(prefix) => day.starts_with(prefix),
        Where::Section(kind) => *kind == section,
        Where::In(wanted) => *wanted == field,
        Where::Paper(name) => names.contains(name),
        Where::Tag(_) | Where::Color(_) | Where::Doubt => false,
    };
    let same = |a: &Where, b: &Where| std::mem::discriminant(a) == std::mem::discriminant(b);
    query.filters.iter().all(|term| {
        let widened = query.filters.iter().filter(|other| !other.negated && same(&other.filter, &term.filter));
        if term.negated { !is_in(&term.filter) } else { widened.into_iter().any(|other| is_in(&other.filter)) }
    })
}

/// Whether what stands at the byte is no part of a longer word or number.
fn is_whole(text: &str, at: usize, wanted: &str) -> bool {
    let before: Vec<char> = text[..at].chars().rev().take(2).collect();
    let after: Vec<char> = text[at + wanted.len()..].chars().take(2).collect();
    let is_letter = |ch: &char| ch.is_alphanumeric() && !is_wide(*ch);
    let free = |inside: Option<char>, beside: &[char]| match (inside, beside) {
        (Some(inside), [next, ..]) if is_letter(&inside) && is_letter(next) => false,
        (Some('0'..='9'), ['.', next]) if next.is_ascii_digit() => false,
        _ => true,
    };
    free(wanted.chars().next(), &before) && free(wanted.chars().next_back(), &after)
}

/// A Chinese character, or a run of letters, or a sign that is no punctuation.
#[derive(Debug, PartialEq)]
enum Piece {
    Wide(char),
    Word(String),
    Sign(char),
}

/// Pieces, and whether each stands right behind the one before it.
fn pieces(folded: &str) -> Vec<(Piece, bool)> {
    let (mut pieces, mut together) = (Vec::<(Piece, bool)>::new(), false);
    for ch in folded.chars() {
        if is_wide(ch) {
            pieces.push((Piece::Wide(ch), together));
        } else if ch.is_alphanumeric() {
            match pieces.last_mut() {
                Some((Piece::Word(word), _)) if together => word.push(ch),
                _ => pieces.push((Piece::Word(ch.to_string()), together)),
            }
        } else if !is_punctuation(ch) {
            pieces.push((Piece::Sign(ch), together));
        } else {
            together = false;
            continue;
        }
        together = true;
    }
    pieces
}

/// Unicode's punctuation of Western and Chinese texts, without the signs that say something.
fn is_punctuation(ch: char) -> bool {
    match ch {
        '\0'..='\u{7F}' => !"%+<>=~^|$#&@".contains(ch),
        '‐'..='‧' | '※'..='⁞' | '、'..='〃' | '〈'..='】' | '〔'..='〟' | '〰' | '・' => true,
        _ => "，；：？！（）¡¿«»·§¶".contains(ch),
    }
}

fn words(folded: &str) -> usize {
    pieces(folded).len()
}

/// Whether the pieces of `wanted` stand in a row in `text`, its words at both ends being parts of the text's, or whole.
fn holds_loosely(text: &str, wanted: &str, whole: bool) -> bool {
    let (text, wanted) = (pieces(text), pieces(wanted));
    if wanted.is_empty() {
        return false;
    }
    let last = wanted.len() - 1;
    text.windows(wanted.len()).any(|window| {
        window.iter().zip(&wanted).enumerate().all(|(at, ((have, have_together), (want, want_together)))| {
            let narrow = |piece: &Piece| !matches!(piece, Piece::Wide(_));
            // Two that are not Chinese stand together in both or in neither.
            let before = at.checked_sub(1).and_then(|before| wanted.get(before));
            let bound = at > 0 && narrow(want) && before.is_some_and(|(piece, _)| narrow(piece));
            let fits = match (have, want) {
                (Piece::Word(have), Piece::Word(want)) => match (at == 0 && !whole, at == last && !whole) {
                    (true, true) => have.contains(want.as_str()),
                    (true, false) => have.ends_with(want.as_str()),
                    (false, true) => have.starts_with(want.as_str()),
                    (false, false) => have == want,
                },
                (have, want) => have == want,
            };
            fits && (!bound || have_together == want_together)
        })
    })
}
