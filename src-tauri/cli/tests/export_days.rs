//! `kz export --per day`: all papers of a day in one file. And papers whose notes stand under two keys.

#![allow(clippy::expect_used, reason = "a test stops where its data is not what it should be")]

mod desk;

use std::collections::BTreeMap;
use std::fs;

use desk::{Desk, counts, edit};

/// A digest of two papers on one day, and one of another; a note on two of the three.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.digest("b.json", "Tidewrack: a net", "Tidewrack", "2026-01-05");
    desk.digest("c.json", "Otherwise: x", "Otherwise", "2026-01-06");
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "first", "--tag", "a b"]);
    desk.mark("Otherwise", "局限", &["--note", "another day"]);
    desk
}

fn stands_in_order(file: &str, words: &[&str]) {
    let mut at = 0;
    for word in words {
        let found = file[at..].find(word);
        assert!(found.is_some(), "{word:?} is not in its place in {file}");
        at += found.unwrap_or_default() + word.len();
    }
}

const DAY: &str = "2026-01-05 papers.md";

#[test]
fn a_day_is_one_file_and_edits_in_it_stay_while_notes_come() {
    for template in ["plain", "obsidian", "logseq"] {
        let desk = desk();
        let per_day = ["--per", "day", "--template", template];
        assert_eq!(counts(&desk.export(&per_day)), BTreeMap::from([("written", 2)]));
        let files = desk.files();
        assert_eq!(files.keys().collect::<Vec<_>>(), [DAY, "2026-01-06 papers.md"]);
        // Without the whole text a paper without notes is not in it.
        assert!(files[DAY].contains("first") && !files[DAY].contains("Tidewrack"), "{}", files[DAY]);
        let own = if template == "logseq" { "- Mine.\n" } else { "\nMine.\n" };
        desk.write(DAY, &(files[DAY].clone() + own));
        desk.mark("Tidewrack", "improves by 3%", &["--note", "second"]);
        let answer = desk.export(&per_day);
        assert_eq!(counts(&answer), BTreeMap::from([("merged", 1), ("unchanged", 1)]), "{answer}");
        let file = &desk.files()[DAY];
        stands_in_order(file, &["Saltmarsh: a memory", "first", "Tidewrack: a net", "second", "Mine."]);
        // No note runs into the next paper's heading.
        let heading = file.lines().position(|line| line.ends_with("# Tidewrack: a net")).expect("a heading");
        let before = file.lines().nth(heading - 1).expect("a line");
        assert!(template == "logseq" || before.is_empty(), "{before:?} in {file}");
        assert_eq!(counts(&desk.export(&per_day)), BTreeMap::from([("unchanged", 2)]));
        // Found by its id wherever it is put.
        fs::rename(desk.path("out").join(DAY), desk.path("out/My day.md")).expect("moved");
        assert_eq!(counts(&desk.export(&per_day)), BTreeMap::from([("unchanged", 2)]));
        assert_eq!(desk.files().into_keys().collect::<Vec<_>>(), ["2026-01-06 papers.md", "My day.md"]);
    }
}

#[test]
fn a_whole_digest_holds_all_papers_with_claims_evidence_and_notes_in_place() {
    for template in ["plain", "obsidian", "logseq"] {
        let desk = desk();
        desk.export(&["--per", "day", "--whole", "--day", "2026-01-05", "--template", template, "--lang", "zh"]);
        let (name, file) = desk.only();
        assert_eq!(name, "2026-01-05 论文.md");
        let text = "本文提出";
        stands_in_order(
            &file,
            &["Saltmarsh: a memory", text, "清空门", "提升 3%。", "improves by 3%", "first", "局限。", "跟进。"],
        );
        stands_in_order(&file, &["跟进。", "Tidewrack: a net", text, "提升 3%。", "improves by 3%", "跟进。"]);
        assert_eq!(file.matches("first").count(), 1, "{file}");
        assert!(!file.contains("another day"), "{file}");
        // A note on the paper that had none comes to its place.
        desk.mark("Tidewrack", "improves by 3%", &["--note", "second"]);
        desk.export(&["--per", "day", "--whole", "--day", "2026-01-05", "--template", template, "--lang", "zh"]);
        stands_in_order(&desk.only().1, &["first", "Tidewrack: a net", "improves by 3%", "second", "局限。"]);
    }
}

#[test]
fn one_paper_of_a_day_takes_its_whole_day_along() {
    let desk = desk();
    desk.mark("Tidewrack", "improves by 3%", &["--note", "second"]);
    desk.export(&["--per", "day", "--paper", "Saltmarsh"]);
    let (name, file) = desk.only();
    assert!(name == DAY && file.contains("first") && file.contains("second"), "{file}");
}

#[test]
fn the_other_way_of_parting_files_leaves_the_old_ones_and_says_so() {
    let desk = desk();
    desk.export(&[]);
    let before = desk.files();
    let answer = desk.export(&["--per", "day"]);
    assert_eq!(answer["others"].as_array().map(Vec::len), Some(2), "{answer}");
    let files = desk.files();
    assert!(files.len() == 4 && before.iter().all(|(name, file)| files.get(name) == Some(file)));
    // Back again: the files of papers are found, and the days are named.
    let answer = desk.export(&[]);
    assert_eq!(counts(&answer), BTreeMap::from([("unchanged", 2), ("others", 2)]), "{answer}");
}

#[test]
fn a_template_of_one_paper_is_told_from_one_of_a_day() {
    let desk = desk();
    fs::write(desk.path("paper.md"), "# {{ paper.name }}\n\n{% for note in notes %}\n{{ note.note }}\n{% endfor %}\n")
        .expect("a file");
    let output = desk.try_export(&["--per", "day", "--template", "paper.md"]);
    let error = desk::text(&output.stderr);
    assert!(error.contains("paper.md:1:") && error.contains("`digest` and `papers`"), "{error}");
    let day = "# {{ digest.heading }}\n\n{% for paper in papers %}\n## {{ paper.name }}\n\n{% for note in paper.notes %}\n{{ note.note }}\n\n{% endfor %}\n{% endfor %}\n";
    fs::write(desk.path("day.md"), day).expect("a file");
    desk.export(&["--per", "day", "--day", "2026-01-05", "--template", "day.md"]);
    let (_, file) = desk.only();
    assert!(file.starts_with("# 2026-01-05 papers\n\n## Saltmarsh\n\nfirst\n\n<!-- kz:day "), "{file}");
    assert_eq!(
        counts(&desk.export(&["--per", "day", "--day", "2026-01-05", "--template", "day.md"])),
        BTreeMap::from([("unchanged", 1)])
    );
}

#[test]
fn what_is_in_a_file_stays_when_less_is_asked_for() {
    let desk = Desk::new();
    let red = desk.mark("Saltmarsh", "improves by 3%", &["--note", "red one", "--color", "red"]);
    desk.mark("Saltmarsh", "局限", &["--note", "blue one", "--color", "blue"]);
    desk.export(&[]);
    let before = desk.only();
    assert_eq!(counts(&desk.export(&["--color", "red"])), BTreeMap::from([("unchanged", 1)]));
    assert_eq!(counts(&desk.export(&["--note", &red])), BTreeMap::from([("unchanged", 1)]));
    assert_eq!(desk.only(), before);
    // A note that is new goes in only where it is asked for; one that is deleted goes.
    desk.mark("Saltmarsh", "跟进", &["--note", "green one", "--color", "green"]);
    desk.delete(&red);
    desk.export(&["--color", "blue"]);
    let (_, file) = desk.only();
    assert!(!file.contains("red one") && file.contains("blue one") && !file.contains("green one"), "{file}");
}

#[test]
fn notes_that_stand_under_two_keys_of_a_paper_are_one_file() {
    let desk = Desk::new();
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "under the old key"]);
    // The paper's opening was edited: it has another key, and new notes stand under that.
    let file = desk.path("c/a.json");
    let text = fs::read_to_string(&file).expect("text");
    fs::write(&file, edit(&text, "一种为 Saltmarsh 的", "一种专为 Saltmarsh 的")).expect("written");
    desk.mark("Saltmarsh", "局限", &["--note", "under the new key"]);
    assert_eq!(fs::read_dir(desk.path("n")).expect("a folder").count(), 2, "two documents");
    assert_eq!(counts(&desk.export(&[])), BTreeMap::from([("written", 1)]));
    let (name, file) = desk.only();
    assert_eq!(name, "2026-01-05 Saltmarsh.md");
    stands_in_order(&file, &["under the old key", "under the new key"]);
    // The old form comes back beside the new one: still one paper.
    fs::write(desk.path("c/old.json"), text).expect("written");
    assert_eq!(counts(&desk.export(&[])), BTreeMap::from([("unchanged", 1)]));
    assert_eq!(counts(&desk.export(&["--per", "day", "--whole"])), BTreeMap::from([("written", 1), ("others", 1)]));
    // As it is when one of the two is gone again, whichever.
    fs::remove_file(desk.path("c/a.json")).expect("removed");
    assert_eq!(counts(&desk.export(&[])).get("written"), None);
    assert_eq!(desk.files().len(), 2);
    let day = desk.files().remove(DAY).expect("the day");
    assert_eq!(day.matches("\n## Saltmarsh: a memory\n").count(), 1, "{day}");
}
