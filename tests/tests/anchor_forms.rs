//! Marks made on one form of a digest are at the same words in every other.

#![allow(clippy::expect_used, reason = "a test stops where its data is not what it should be")]

use std::fs;
use std::path::Path;

use reading::anchor::{Found, Index, Resolution, Target};
use reading::corpus::{self, Digest, Paper};
use reading::text::ByteSpan;
use suite::{letters, places};
use unicode_segmentation::UnicodeSegmentation as _;

/// Lengths of the marks, in characters: a word, a phrase, a sentence or more.
const LENGTHS: [usize; 3] = [2, 9, 70];
/// A mark begins at every so many characters.
const STEP: usize = 211;

/// Stretches over all of the paper.
fn stretches(index: &Index) -> Vec<Found> {
    let mut found = Vec::new();
    for (passage, own) in index.passages().iter().enumerate() {
        let starts: Vec<usize> = own.text.grapheme_indices(true).map(|(at, _)| at).chain([own.text.len()]).collect();
        for (nth, start) in starts.iter().step_by(STEP).enumerate() {
            let length = LENGTHS.iter().cycle().nth(nth + passage).copied().unwrap_or(2);
            let end = starts.get(nth * STEP + length).copied().unwrap_or(own.text.len());
            if !ByteSpan::new(*start, end).of(own.text).trim().is_empty() {
                found.push(Found { passage, span: ByteSpan::new(*start, end) });
            }
        }
    }
    found
}

/// What a reader would compare: which passage, the letters before, and the letters of the mark.
fn seen(index: &Index, found: &Found) -> (usize, usize, String) {
    let text = index.passages().get(found.passage).map_or("", |passage| passage.text);
    (found.passage, letters(ByteSpan::new(0, found.span.start).of(text)).len(), letters(found.span.of(text)))
}

#[derive(Debug, Default)]
struct Tally {
    marks: usize,
    moved: usize,
    ambiguous: usize,
}

fn compare(from: &Paper, to: &Paper, tally: &mut Tally, wrong: &mut Vec<String>) {
    let (old, new) = (Index::new(from), Index::new(to));
    for found in stretches(&old) {
        tally.marks += 1;
        let target = Target::new(from, &old, &[found]);
        let wanted = seen(&old, &found);
        let got = match new.resolve(&target) {
            Resolution::Exact(places) => places,
            Resolution::Moved { found, .. } => {
                tally.moved += 1;
                found
            }
            Resolution::Ambiguous(places) => {
                tally.ambiguous += 1;
                let place = places.into_iter().find(|place| seen(&new, place) == wanted);
                place.into_iter().collect()
            }
            Resolution::Lost(why) => {
                wrong.push(format!("{}: {wanted:?} is lost: {why:?}", from.name));
                continue;
            }
        };
        let got: Vec<_> = got.iter().map(|place| seen(&new, place)).collect();
        if got != [wanted.clone()] {
            wrong.push(format!("{}: {wanted:?} is at {got:?}", from.name));
        }
    }
}

/// The digests in `folder`, but for those named in `without`.
fn digests(folder: &Path, without: &[&str]) -> Vec<(String, Digest)> {
    let files = places::files(folder).expect("the folder can be read");
    let read = |path: &Path| corpus::read(&fs::read(path).expect("the file can be read")).digest;
    let named =
        files.iter().map(|path| (places::name(path), path)).filter(|(name, _)| !without.contains(&name.as_str()));
    named.map(|(name, path)| (name, read(path))).filter(|(_, digest)| !digest.papers.is_empty()).collect()
}

/// Every pair of forms in `folder`; a form that lacks a paper has nothing to say about it.
fn check(folder: &Path, without: &[&str]) {
    let digests = digests(folder, without);
    let (mut tally, mut wrong, mut pairs) = (Tally::default(), Vec::new(), 0);
    for (from_name, from) in &digests {
        for (to_name, to) in &digests {
            pairs += 1;
            let mut own = Vec::new();
            for paper in &from.papers {
                if let Some(same) = to.papers.iter().find(|other| other.key == paper.key) {
                    compare(paper, same, &mut tally, &mut own);
                }
            }
            wrong.extend(own.into_iter().map(|wrong| format!("{from_name} → {to_name}: {wrong}")));
        }
    }
    eprintln!("{}: {pairs} pairs of forms, {tally:?}", folder.display());
    assert!(tally.marks > 0, "{}: no marks", folder.display());
    let shown = wrong.get(..wrong.len().min(20)).unwrap_or_default().join("\n");
    assert!(wrong.is_empty(), "{} of {} wrong:\n{shown}", wrong.len(), tally.marks);
    // The same words among the same words for 32 characters on both sides stand twice in hardly any paper.
    assert!(tally.ambiguous * 1000 <= tally.marks, "{tally:?}");
}

#[test]
fn marks_are_at_the_same_words_in_every_form_of_the_fixture() {
    // A short digest whose every line would fit a wide window looks hard-wrapped; real ones never do.
    check(&places::fixtures().join("corpus/digest"), &["copied.txt"]);
}

#[test]
fn marks_are_at_the_same_words_in_every_form_of_every_real_digest() {
    let Some(corpus) = places::corpus() else { return };
    for day in fs::read_dir(corpus).expect("the corpus can be listed") {
        let day = day.expect("an entry").path();
        if day.join("record.json").exists() || day.ends_with("arxiv-enhanced") {
            check(&day, &[]);
        }
    }
}
