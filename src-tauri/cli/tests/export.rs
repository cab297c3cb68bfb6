//! `kz export` as scripts call it, and what befell the files of other exporters.

#![allow(clippy::expect_used, reason = "a test stops where its data is not what it should be")]

mod desk;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use desk::{Desk, counts, edit, text};

#[test]
fn one_file_a_paper_that_has_notes_and_nothing_the_second_time() {
    let desk = Desk::new();
    desk.digest("b.json", "Other: x", "Otherwise", "2026-01-06");
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "- [ ] 见 **图** 2", "--tag", "读", "--color", "blue"]);
    let first = desk.export(&[]);
    assert_eq!(counts(&first), BTreeMap::from([("written", 1)]));
    let (name, file) = desk.only();
    assert_eq!(name, "2026-01-05 Saltmarsh.md");
    assert_eq!(first["written"][0]["path"], format!("out{}{name}", std::path::MAIN_SEPARATOR));
    for text in [
        "title: \"Saltmarsh: a memory\"\n",
        "name: Saltmarsh\n",
        "date: \"2026-01-05\"\n",
        "arxiv_id: \"2601.00001\"\n",
        "url: https://arxiv.org/abs/2601.00001\n",
        "tags:\n  - 读\n",
        "> improves by 3%\n",
        "\n- [ ] 见 **图** 2\n",
        "blue",
        "#读",
        "(kaozheng://paper/",
    ] {
        assert!(file.contains(text), "{text:?} in {file}");
    }
    let before = fs::metadata(desk.path("out").join(&name)).and_then(|found| found.modified()).expect("a time");
    assert_eq!(counts(&desk.export(&[])), BTreeMap::from([("unchanged", 1)]));
    let after = fs::metadata(desk.path("out").join(&name)).and_then(|found| found.modified()).expect("a time");
    assert_eq!((desk.only(), after), ((name, file), before));
}

#[test]
fn edits_by_hand_stay_while_notes_are_changed_added_and_deleted() {
    let desk = Desk::new();
    let first = desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    desk.mark("Saltmarsh", "局限", &["--note", "two"]);
    desk.export(&[]);
    let (name, file) = desk.only();
    let file = edit(&file, "\n# Saltmarsh: a memory\n", "\n# Saltmarsh: a memory\n\nAbove.\n");
    let file = edit(&file, "\ntwo\n", "\ntwo\n\nInside.\n");
    let file = edit(&file, "name: Saltmarsh\n", "rating: 9\nname: Saltmarsh\n") + "\nBelow.\n";
    desk.write(&name, &file);
    desk.mark("Saltmarsh", "背景", &["--note", "three", "--tag", "new"]);
    desk.delete(&first);
    let answer = desk.export(&[]);
    assert_eq!(counts(&answer), BTreeMap::from([("merged", 1)]));
    let (_, merged) = desk.only();
    for text in ["Above.", "Inside.", "Below.", "rating: 9\n", "two", "three", "- new\n"] {
        assert!(merged.contains(text), "{text:?} in {merged}");
    }
    assert!(!merged.contains("one\n") && !merged.contains(&first), "{merged}");
    // What was there before is kept.
    let backup = PathBuf::from(answer["backup"].as_str().expect("a folder")).join(&name);
    assert_eq!(fs::read_to_string(backup).expect("a copy"), file);
    assert_eq!(counts(&desk.export(&[])), BTreeMap::from([("unchanged", 1)]));
}

#[test]
fn backslashes_of_a_note_are_the_same_after_each_round() {
    for template in ["plain", "obsidian", "logseq"] {
        let desk = Desk::new();
        let note = r"20\% and \alpha, `C:\\tmp`, $\frac{1}{2}$ \\%";
        desk.mark("Saltmarsh", "improves by 3%", &["--note", note]);
        desk.export(&["--template", template]);
        let first = desk.only();
        assert!(first.1.contains(note), "{}", first.1);
        for round in ["one", "two", "three"] {
            // Something changes, so that the file is merged and written.
            desk.mark("Saltmarsh", "局限", &["--note", round]);
            desk.export(&["--template", template]);
            let (_, file) = desk.only();
            assert!(file.matches(note).count() == 1 && file.contains(round), "{file}");
        }
    }
}

#[test]
fn fifty_papers_are_treated_like_one() {
    let desk = Desk::new();
    for nth in 0..50 {
        let name = format!("Otter{nth}Net");
        desk.digest(&format!("p{nth}.json"), &format!("{name}: t"), &name, "2026-01-07");
        desk.mark(&name, "improves by 3%", &["--note", "first"]);
    }
    assert_eq!(counts(&desk.export(&[])), BTreeMap::from([("written", 50)]));
    for (name, file) in desk.files() {
        desk.write(&name, &(edit(&file, "\nfirst\n", "\nfirst\n\nmine inside\n") + "\nmine below\n"));
    }
    for nth in 0..50 {
        desk.mark(&format!("Otter{nth}Net"), "局限", &["--note", "second"]);
    }
    assert_eq!(counts(&desk.export(&[])), BTreeMap::from([("merged", 50)]));
    let files = desk.files();
    let whole =
        |file: &&String| ["first\n", "mine inside", "second", "mine below"].iter().all(|text| file.contains(text));
    assert_eq!((files.len(), files.values().filter(whole).count()), (50, 50));
}

#[test]
fn a_renamed_or_moved_file_is_found_and_no_twin_is_made() {
    let desk = Desk::new();
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    for _ in 0..10 {
        desk.export(&[]);
    }
    let (name, _) = desk.only();
    fs::create_dir(desk.path("out/sub")).expect("a folder");
    fs::rename(desk.path("out").join(&name), desk.path("out/sub/My name.md")).expect("moved");
    desk.mark("Saltmarsh", "局限", &["--note", "two"]);
    desk.export(&[]);
    let (name, file) = desk.only();
    assert!(name == "sub/My name.md" && file.contains("two"), "{name}");
    // A new pattern leaves it where it was put.
    desk.export(&["--pattern", "{title}"]);
    assert_eq!(desk.only().0, "sub/My name.md");
}

#[test]
fn a_changed_pattern_renames() {
    let desk = Desk::new();
    desk.mark("Saltmarsh", "improves by 3%", &[]);
    desk.export(&["--pattern", "{year}/{name}"]);
    assert_eq!(desk.only().0, "2026/Saltmarsh.md");
    let answer = desk.export(&["--pattern", "{title} ({arxiv_id})"]);
    assert_eq!(desk.only().0, "Saltmarsh： a memory (2601.00001).md");
    assert_eq!(answer["written"][0]["renamed_from"], "2026/Saltmarsh.md");
    assert!(!desk.path("out/2026").exists());
    assert_eq!(counts(&desk.export(&["--pattern", "{title} ({arxiv_id})"])), BTreeMap::from([("unchanged", 1)]));
}

#[test]
fn names_that_broke_other_exporters_are_files() {
    let desk = Desk::new();
    let titles = ["A/B: “为什么?” <x> | y*.", "CON", "nul.txt", ".", "..", "ends. ", "👩‍🔬", "Same", "same", "Ｓａｍｅ"];
    for (nth, title) in titles.iter().enumerate() {
        let name = format!("Heron{nth}Kit");
        desk.digest(&format!("t{nth}.json"), title, &name, "2026-01-07");
        desk.mark(&name, "improves by 3%", &["--note", &format!("note {nth}.")]);
    }
    desk.export(&["--pattern", "{title}"]);
    let files = desk.files();
    assert_eq!(files.len(), titles.len(), "{:?}", files.keys());
    for nth in 0..titles.len() {
        assert_eq!(files.values().filter(|file| file.contains(&format!("note {nth}."))).count(), 1);
    }
    let mut folded: Vec<String> = files.keys().map(|name| reading::export::name::folded(name)).collect();
    folded.dedup();
    assert_eq!(folded.len(), titles.len());
    assert_eq!(counts(&desk.export(&["--pattern", "{title}"])), BTreeMap::from([("unchanged", titles.len())]));
}

#[test]
fn both_sides_of_a_conflict_are_kept_and_reported() {
    let desk = Desk::new();
    let id = desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    desk.mark("Saltmarsh", "背景", &["--note", "stays"]);
    desk.export(&[]);
    let (name, file) = desk.only();
    desk.write(&name, &edit(&file, "\none\n", "\nmy own words\n"));
    desk.delete(&id);
    let answer = desk.export(&[]);
    assert_eq!(counts(&answer), BTreeMap::from([("conflicts", 1)]));
    assert_eq!(answer["conflicts"][0]["conflicts"], serde_json::json!([format!("deleted note {id}")]));
    let (_, merged) = desk.only();
    assert!(merged.contains("my own words") && merged.contains("⚠") && merged.contains("stays"), "{merged}");
    assert_eq!(counts(&desk.export(&[])), BTreeMap::from([("unchanged", 1)]));
}

#[test]
fn a_file_goes_with_its_last_note_unless_something_of_the_readers_is_in_it() {
    for own in [false, true] {
        let desk = Desk::new();
        let id = desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
        desk.export(&[]);
        let (name, file) = desk.only();
        if own {
            desk.write(&name, &(file + "\nMine.\n"));
        }
        desk.delete(&id);
        let answer = desk.export(&[]);
        if own {
            let (_, left) = desk.only();
            assert!(left.contains("Mine.") && !left.contains("one\n"), "{left}");
        } else {
            assert_eq!(counts(&answer), BTreeMap::from([("removed", 1)]));
            assert!(desk.files().is_empty());
        }
    }
}

#[test]
fn a_dry_run_says_what_would_change_and_writes_nothing() {
    let desk = Desk::new();
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    let answer = desk.export(&["--dry-run"]);
    assert_eq!((counts(&answer), desk.path("out").exists()), (BTreeMap::from([("written", 1)]), false));
    desk.export(&[]);
    let before = desk.only();
    desk.mark("Saltmarsh", "局限", &["--note", "two"]);
    let answer = desk.export(&["--dry-run"]);
    let diff = answer["written"][0]["diff"].as_array().expect("lines");
    assert!(diff.contains(&"+ two".into()) && !diff.contains(&"- one".into()), "{diff:?}");
    assert_eq!(desk.only(), before);
}

#[test]
fn without_notes_nothing_is_written() {
    let desk = Desk::new();
    assert_eq!(counts(&desk.export(&[])), BTreeMap::new());
    assert!(!desk.path("out").exists());
}

#[test]
fn a_template_of_ones_own_is_used_and_its_faults_are_named() {
    let desk = Desk::new();
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    fs::write(
        desk.path("mine.md"),
        "# {{ paper.name }}\n\n{% for note in notes %}\n> {{ note.quote }}\n\n{{ note.note }}\n{% endfor %}\n",
    )
    .expect("a file");
    desk.export(&["--template", "mine.md"]);
    let (_, file) = desk.only();
    assert!(file.starts_with("# Saltmarsh\n\n> improves by 3%\n\none\n"), "{file}");
    assert_eq!(counts(&desk.export(&["--template", "mine.md"])), BTreeMap::from([("unchanged", 1)]));
    fs::write(desk.path("bad.md"), "ok\n{{ paper.nam }}").expect("a file");
    let output = desk.try_export(&["--template", "bad.md"]);
    assert!(text(&output.stderr).contains("bad.md:2:"), "{}", text(&output.stderr));
    let output = desk.try_export(&["--template", "none.md"]);
    assert!(output.status.code() == Some(1) && text(&output.stderr).contains("none.md"));
}

#[test]
fn scopes_and_filters_choose_what_goes_out() {
    let desk = Desk::new();
    desk.digest("b.json", "Other: x", "Otherwise", "2026-01-06");
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "red one", "--color", "red", "--tag", "a"]);
    desk.mark("Saltmarsh", "局限", &["--note", "blue one", "--color", "blue"]);
    desk.mark("Otherwise", "局限", &["--tag", "a"]);
    let check = |more: &[&str], expected: &[(&str, &[&str])]| {
        let _ = fs::remove_dir_all(desk.path("out"));
        desk.export(more);
        let files = desk.files();
        assert_eq!(files.len(), expected.len(), "{more:?}: {:?}", files.keys());
        for (name, words) in expected {
            let file = files.iter().find(|(path, _)| path.contains(name)).map(|(_, file)| file).expect("a file");
            assert!(words.iter().all(|word| file.contains(word)), "{more:?}: {file}");
            assert_eq!(file.matches("<!-- kz:note").count(), words.len(), "{more:?}: {file}");
        }
    };
    check(&["--day", "2026-01-06"], &[("Otherwise", &["局限"])]);
    check(&["--paper", "Saltmarsh"], &[("Saltmarsh", &["red one", "blue one"])]);
    check(&["--color", "red"], &[("Saltmarsh", &["red one"])]);
    check(&["--tag", "a"], &[("Saltmarsh", &["red one"]), ("Otherwise", &["局限"])]);
    check(&["--kind", "highlight"], &[("Otherwise", &["局限"])]);
    check(&["--from", "2999-01-01"], &[]);
    check(&["--verdict", "supported"], &[("Saltmarsh", &["red one"])]);
    check(&["--context", "--color", "red"], &[("Saltmarsh", &["提升 3%。"])]);
    check(&["--whole", "--paper", "Saltmarsh"], &[("Saltmarsh", &["## Background", "清空门"])]);
}

#[test]
fn notes_go_out_as_a_table_and_papers_as_references() {
    let desk = Desk::new();
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "a, \"b\"", "--tag", "t"]);
    for (format, name, words) in [
        ("csv", "kaozheng-notes.csv", ",improves by 3%,\"a, \"\"b\"\"\",t,yellow,"),
        ("bibtex", "kaozheng-papers.bib", "title = {{Saltmarsh: a memory}}"),
        ("csl", "kaozheng-papers.json", "\"title\": \"Saltmarsh: a memory\""),
    ] {
        assert_eq!(counts(&desk.export(&["--format", format])), BTreeMap::from([("written", 1)]));
        assert!(desk.files()[name].contains(words), "{}", desk.files()[name]);
        assert_eq!(counts(&desk.export(&["--format", format])), BTreeMap::from([("unchanged", 1)]));
    }
}

#[test]
fn notes_whose_paper_is_gone_go_out_too() {
    let desk = Desk::new();
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    fs::remove_file(desk.path("c/a.json")).expect("removed");
    desk.export(&[]);
    let (name, file) = desk.only();
    assert!(
        name == "Saltmarsh.md" && file.contains("> improves by 3%\n") && file.contains("place not found"),
        "{file}"
    );
}
