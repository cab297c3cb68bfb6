//! Exporting again: what the reader wrote into the file stays, what changed in the notebook comes.

use proptest::prelude::*;

use super::*;
use crate::export::{Conflict, Language, Merged, merge};

fn marks() -> Vec<Mark> {
    let paper = paper();
    vec![
        mark(&paper, "aaaa0001", "improves by 3%", "first note", &["gate"]),
        mark(&paper, "aaaa0002", "rises again", "second note", &[]),
    ]
}

fn export(marks: &[Mark]) -> String {
    rendered(Builtin::Plain, marks.to_vec(), Options::default())
}

fn again(base: Option<&str>, ours: &str, yours: &str) -> Merged {
    let merged = merge(base, ours, yours, Language::English.conflict());
    // Once more without a change: nothing moves.
    let third = merge(Some(ours), ours, &merged.text, Language::English.conflict());
    assert_eq!(third.text, merged.text);
    merged
}

/// The file after the reader replaced `from` by `to` in it, which stands there once.
fn edited(file: &str, from: &str, to: &str) -> String {
    assert_eq!(file.matches(from).count(), 1, "{from:?} in {file}");
    file.replace(from, to)
}

#[test]
fn text_above_inside_and_below_stays_while_notes_change() {
    let base = export(&marks());
    let mut yours = edited(&base, "# Saltmarsh\n", "# Saltmarsh\n\nMy introduction.\n");
    yours = edited(&yours, "first note\n", "first note\n\nMy thought inside.\n");
    yours = edited(&yours, "<!-- /kz:note aaaa0001 -->\n", "<!-- /kz:note aaaa0001 -->\n\nBetween.\n");
    yours.push_str("\n## My end\n\nBelow.\n");
    let mut changed = marks();
    changed[0].note = "first note, improved".to_owned();
    changed[0].color = "red".to_owned();
    changed[1].tags.insert("new".to_owned());
    changed.push(mark(&paper(), "aaaa0003", "局限", "third note", &[]));
    let merged = again(Some(&base), &export(&changed), &yours);
    assert_eq!((merged.conflicts, merged.returned), (vec![], vec![]));
    let expected = [
        "My introduction.",
        "first note, improved",
        "My thought inside.",
        "red",
        "Between.",
        "second note",
        "#new",
        "third note",
        "## My end",
        "Below.",
    ];
    let mut at = 0;
    for text in expected {
        let found = merged.text[at..].find(text);
        assert!(found.is_some(), "{text:?} is not where it should be in\n{}", merged.text);
        at += found.unwrap_or_default();
    }
    assert!(!merged.text.contains("first note\n"), "{}", merged.text);
}

#[test]
fn deleted_notes_go_and_what_was_written_into_them_stays() {
    let base = export(&marks());
    let only_second = export(&marks()[1..]);
    let plain = again(Some(&base), &only_second, &base);
    assert_eq!(plain.text, only_second);
    let yours = edited(&base, "first note\n", "first note\n\nMine.\n");
    let merged = again(Some(&base), &only_second, &yours);
    assert!(merged.text.contains("Mine.") && !merged.text.contains("first note"), "{}", merged.text);
    assert_eq!(merged.conflicts, []);
    let yours = edited(&base, "first note\n", "my own words\n");
    let merged = again(Some(&base), &only_second, &yours);
    assert!(merged.text.contains("my own words"), "{}", merged.text);
    assert_eq!(merged.conflicts, [Conflict::DeletedNote("aaaa0001".to_owned())]);
}

#[test]
fn both_changes_of_one_line_stay_and_are_named() {
    let base = export(&marks());
    let yours = edited(&base, "first note\n", "first note of mine\n");
    let mut changed = marks();
    changed[0].note = "first note of the notebook".to_owned();
    let merged = again(Some(&base), &export(&changed), &yours);
    assert_eq!(merged.conflicts, [Conflict::Note("aaaa0001".to_owned())]);
    assert!(merged.text.contains("first note of mine\n") && merged.text.contains("first note of the notebook\n"));
    assert!(crate::export::has_open_conflict(&merged.text));
    // The notebook changes again: its half follows, the reader's stays.
    let before = export(&changed);
    changed[0].note = "first note, settled".to_owned();
    let later = again(Some(&before), &export(&changed), &merged.text);
    assert!(later.text.contains("first note of mine\n") && later.text.contains("first note, settled\n"));
    assert!(!later.text.contains("of the notebook\n") && later.conflicts.is_empty(), "{}", later.text);
}

#[test]
fn a_block_that_was_moved_is_updated_where_it_is() {
    let base = export(&marks());
    let start = base.find("<!-- kz:note aaaa0001").expect("a block");
    let end = base.find("<!-- kz:note aaaa0002").expect("a block");
    let (block, rest) = (base[start..end].to_owned(), format!("{}{}", &base[..start], &base[end..]));
    let yours = format!("{rest}\n## Sorted\n\n{block}");
    let mut changed = marks();
    changed[0].note = "first note, moved".to_owned();
    let merged = again(Some(&base), &export(&changed), &yours);
    assert_eq!(merged.text.matches("kz:note aaaa0001").count(), 2, "{}", merged.text);
    assert!(merged.text.find("## Sorted") < merged.text.find("first note, moved"), "{}", merged.text);
}

#[test]
fn a_block_that_was_taken_out_stays_out_until_its_note_changes() {
    let base = export(&marks());
    let start = base.find("<!-- kz:note aaaa0001").expect("a block");
    let end = base.find("<!-- kz:note aaaa0002").expect("a block");
    let yours = format!("{}{}", &base[..start], &base[end..]);
    let mut changed = marks();
    changed[1].note = "second, changed".to_owned();
    let merged = again(Some(&base), &export(&changed), &yours);
    assert!(!merged.text.contains("aaaa0001") && merged.text.contains("second, changed"), "{}", merged.text);
    changed[0].note = "first, changed".to_owned();
    let merged = again(Some(&base), &export(&changed), &yours);
    assert!(merged.text.contains("first, changed"), "{}", merged.text);
    assert_eq!(merged.returned, ["aaaa0001"]);
}

#[test]
fn without_the_last_export_the_prints_tell_what_was_touched() {
    let base = export(&marks());
    let mut changed = marks();
    changed[0].note = "first, changed".to_owned();
    // Untouched blocks follow.
    let merged = again(None, &export(&changed), &base);
    assert_eq!(merged.text, export(&changed));
    // A touched one stays while its note stays.
    let yours = edited(&base, "second note\n", "second note\n\nMine.\n");
    let merged = again(None, &export(&changed), &yours);
    assert!(merged.text.contains("first, changed") && merged.text.contains("Mine."), "{}", merged.text);
    assert!(!merged.text.contains("first note\n") && merged.conflicts.is_empty(), "{}", merged.text);
    // Deleted and untouched: gone; both changed: both.
    let merged = again(None, &export(&changed[..1]), &base);
    assert!(!merged.text.contains("second note"), "{}", merged.text);
    let yours = edited(&base, "first note\n", "my words\n");
    let merged = again(None, &export(&changed), &yours);
    assert!(merged.text.contains("first, changed") && merged.text.contains("my words"), "{}", merged.text);
    assert_eq!(merged.conflicts, [Conflict::Note("aaaa0001".to_owned())]);
}

#[test]
fn what_a_killed_run_wrote_is_no_edit_by_hand() {
    let base = export(&marks());
    let mut changed = marks();
    changed[0].note = "written, and not known to be".to_owned();
    let yours = export(&changed);
    changed[0].note = "newer still".to_owned();
    let merged = again(Some(&base), &export(&changed), &yours);
    assert_eq!((merged.text, merged.conflicts), (export(&changed), vec![]));
}

#[test]
fn line_ends_and_the_byte_order_mark_of_an_editor_stay() {
    let base = export(&marks());
    let yours = format!("\u{feff}{}", edited(&base, "first note\n", "first note\n\nMine.\n")).replace('\n', "\r\n");
    let mut changed = marks();
    changed[1].note = "second, changed".to_owned();
    let merged = again(Some(&base), &export(&changed), &yours);
    assert!(merged.text.starts_with("\u{feff}---\r\n") && merged.text.contains("Mine.\r\n"), "{:?}", merged.text);
    assert!(merged.text.contains("second, changed\r\n"));
    assert_eq!(merged.text.matches('\n').count(), merged.text.matches("\r\n").count());
    assert_eq!(merge(Some(&base), &base, &yours, Language::English.conflict()).text, yours);
}

#[test]
fn outlines_are_merged_too() {
    let paper = paper();
    let render = |marks: &[Mark]| rendered(Builtin::Logseq, marks.to_vec(), Options::default());
    let base = render(&marks());
    let mut yours = edited(&base, "\t\t- first note\n", "\t\t- first note\n\t\t- mine, inside\n");
    yours.push_str("- mine, below\n");
    let mut changed = marks();
    changed[0].note = "first, changed".to_owned();
    changed.remove(1);
    changed.push(mark(&paper, "aaaa0003", "局限", "third note", &[]));
    let merged = again(Some(&base), &render(&changed), &yours);
    assert_eq!(merged.conflicts, []);
    for text in ["\t\t- first, changed\n", "\t\t- mine, inside\n", "- mine, below\n", "\t\t- third note\n"] {
        assert!(merged.text.contains(text), "{text:?} in\n{}", merged.text);
    }
    assert!(!merged.text.contains("second note"), "{}", merged.text);
}

/// What one side does.
#[derive(Clone, Debug)]
enum Change {
    Insert(usize),
    Note(usize, u32),
    Color(usize),
    Delete(usize),
    Add(u32),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = prop_oneof![
        4 => (0_usize..60).prop_map(Change::Insert),
        2 => (0_usize..4, 0_u32..100).prop_map(|(at, nth)| Change::Note(at, nth)),
        1 => (0_usize..4).prop_map(Change::Color),
        1 => (0_usize..4).prop_map(Change::Delete),
        1 => (0_u32..100).prop_map(Change::Add),
    ];
    prop::collection::vec(change, 0..12)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_added_by_hand_stays_and_every_note_is_there(rounds in prop::collection::vec(changes(), 1..4), known in any::<bool>()) {
        let paper = paper();
        let quotes = ["improves by 3%", "rises again", "局限", "背景"];
        let mut marks: Vec<Mark> =
            quotes.iter().enumerate().map(|(nth, quote)| mark(&paper, &format!("aaaa000{nth}"), quote, "note", &[])).collect();
        let mut base = export(&marks);
        let mut file = base.clone();
        let mut own: Vec<String> = Vec::new();
        let mut added = 0;
        for changes in rounds {
            let mut lines: Vec<String> = file.lines().map(str::to_owned).collect();
            for change in changes {
                match change {
                    // Below the front matter, and never inside a line of ours.
                    Change::Insert(at) => {
                        let line = format!("own {}", own.len());
                        let start = lines.iter().position(|line| line == "# Saltmarsh").unwrap_or(0) + 1;
                        let at = (start + at).min(lines.len());
                        lines.insert(at, line.clone());
                        own.push(line);
                    }
                    Change::Note(at, nth) => if let Some(mark) = marks.get_mut(at) { mark.note = format!("note {nth}") },
                    Change::Color(at) => if let Some(mark) = marks.get_mut(at) { mark.color = "red".to_owned() },
                    Change::Delete(at) => if at < marks.len() { marks.remove(at); },
                    Change::Add(nth) => {
                        added += 1;
                        marks.push(mark(&paper, &format!("bbbb{added:04}"), "跟进", &format!("added {nth}"), &[]));
                    }
                }
            }
            file = lines.join("\n") + "\n";
            let ours = export(&marks);
            let merged = merge(known.then_some(base.as_str()), &ours, &file, Language::English.conflict());
            for line in &own {
                prop_assert!(merged.text.lines().any(|other| other == line), "{line:?} is lost: {}", merged.text);
            }
            for mark in &marks {
                let open = format!("<!-- kz:note {} ", mark.id);
                prop_assert_eq!(merged.text.matches(&open).count(), 1, "{}", &merged.text);
                prop_assert!(merged.text.contains(&mark.note), "{:?} is not in {}", &mark.note, &merged.text);
            }
            if known {
                prop_assert_eq!(&merged.conflicts, &vec![]);
            }
            (base, file) = (ours, merged.text);
        }
    }
}
