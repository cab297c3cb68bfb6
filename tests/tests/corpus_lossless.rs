//! Nothing visible is lost: the model's text, put together again, is the visible text of the source.

#![allow(clippy::expect_used, reason = "a test stops where its data is not what it should be")]

use std::fs;
use std::path::Path;

use reading::corpus::{self, Format, ReadFile};
use suite::{difference, letters, places, shown::shown, visible::visible};

/// What is compared of source and model: all visible characters, but for the commas that join a list of authors in a
/// record, and for the signs that converters to Markdown escape or forget to.
fn both(file: &ReadFile) -> Option<(String, String)> {
    let clean = |text: String| match file.format {
        Some(Format::Json | Format::Jsonl) => text.replace(',', ""),
        Some(Format::Markdown) => text.chars().filter(|letter| letter.is_alphanumeric()).collect(),
        _ => text,
    };
    Some((clean(letters(&visible(file)?)), clean(letters(&shown(file)))))
}

/// Checks every file of the folder, and says how many there were.
fn check(folder: &Path) {
    let files = places::files(folder).expect("the folder can be read");
    let mut lost = Vec::new();
    for path in &files {
        let file = corpus::read(&fs::read(path).expect("the file can be read"));
        let (source, model) = both(&file).expect("fixtures are well-formed");
        if let Some(difference) = difference(&source, &model) {
            lost.push(format!("{}: source and model part at {difference}", places::name(path)));
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
    assert!(!files.is_empty(), "no file was checked");
}

#[test]
fn every_visible_character_of_every_fixture_is_in_one_piece() {
    check(&places::fixtures().join("corpus/digest"));
    check(&places::fixtures().join("corpus/enhanced"));
}

#[test]
fn every_visible_character_of_every_real_digest_is_in_one_piece() {
    if let Some(corpus) = places::corpus() {
        check(&corpus);
    }
}
