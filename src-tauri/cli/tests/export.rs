//! `kz export` as scripts call it, and what befell the files of other exporters.

#![allow(clippy::expect_used, reason = "a test stops where its data is not what it should be")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A record with one paper that has this title.
fn record(title: &str, name: &str, date: &str) -> String {
    serde_json::json!({
        "schema_version": 1, "target_date": date,
        "papers": [{
            "title": title, "authors": ["甲 A", "@B: C"], "arxiv_id": "2601.00001", "topic": "memory",
            "deep_read": {
                "positioning": format!("本文提出 {name}，一种为 {name} 的长期记忆而设的记忆层，记忆层分两步。"),
                "background": "背景。", "mechanism": format!("{name} 由写入门与清空门组成。"),
                "experiment_summary": "小结。",
                "experiments": [{"claim": "提升 3%。", "quote": "improves by 3%\non *both* sets\n\n<img src=x onerror=y>"}],
                "novelty": "中。", "soundness": "稳。", "significance": "大。",
                "limitations": "局限。", "follow_up": "跟进。"
            }
        }]
    })
    .to_string()
}

struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        let desk = Self { folder: tempfile::tempdir().expect("a folder") };
        fs::create_dir(desk.path("c")).expect("a folder");
        desk.digest("a.json", "Saltmarsh: a memory", "Saltmarsh", "2026-01-05");
        desk
    }

    fn digest(&self, file: &str, title: &str, name: &str, date: &str) {
        fs::write(self.path("c").join(file), record(title, name, date)).expect("a file");
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    fn kz(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kz"));
        command.args(arguments).current_dir(self.folder.path()).env("XDG_DATA_HOME", self.path("data"));
        command.env("HOME", self.path("home")).env("APPDATA", self.path("data")).output().expect("kz can be started")
    }

    fn mark(&self, paper: &str, quote: &str, more: &[&str]) -> String {
        let mut all =
            vec!["annotate", "--notebook", "n", "--corpus", "c", "--paper", paper, "--quote", quote, "--json"];
        all.extend(more);
        let output = self.kz(&all);
        assert!(output.status.success(), "{}", text(&output.stderr));
        json(&output)["id"].as_str().expect("an id").to_owned()
    }

    fn delete(&self, id: &str) {
        let output = self.kz(&["annotate", "--notebook", "n", "--delete", id]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }

    fn try_export(&self, more: &[&str]) -> Output {
        let mut all = vec!["export", "--notebook", "n", "--corpus", "c", "--out", "out", "--json"];
        all.extend(more);
        self.kz(&all)
    }

    fn export(&self, more: &[&str]) -> Value {
        let output = self.try_export(more);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
        json(&output)
    }

    /// All files below the folder of exports.
    fn files(&self) -> BTreeMap<String, String> {
        let (mut files, mut waiting) = (BTreeMap::new(), vec![self.path("out")]);
        while let Some(folder) = waiting.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten() {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    waiting.push(path);
                } else {
                    let name = path.strip_prefix(self.path("out")).expect("below").to_string_lossy().replace('\\', "/");
                    files.insert(name, fs::read_to_string(&path).expect("text"));
                }
            }
        }
        files
    }

    fn only(&self) -> (String, String) {
        let files = self.files();
        assert_eq!(files.len(), 1, "{files:?}");
        files.into_iter().next().expect("one")
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.path("out").join(file), text).expect("written");
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("the answer is JSON")
}

/// How many files the answer lists under each name.
fn counts(answer: &Value) -> BTreeMap<&str, usize> {
    let lists = answer.as_object().expect("an object").iter();
    lists
        .filter_map(|(name, list)| Some((name.as_str(), list.as_array()?.len())))
        .filter(|(_, count)| *count > 0)
        .collect()
}

fn edit(file: &str, from: &str, to: &str) -> String {
    assert_eq!(file.matches(from).count(), 1, "{from:?} in {file}");
    file.replace(from, to)
}

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

/// Calls `check` with a sentence of stderr after an export that has to fail, with the old file untouched.
fn fails(desk: &Desk, out: &str, words: &[&str]) {
    let output = desk.kz(&["export", "--notebook", "n", "--corpus", "c", "--out", out, "--json"]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(words.iter().all(|word| error.contains(word)), "{error}");
}

#[test]
fn a_folder_that_cannot_be_used_is_named_with_the_way_out() {
    let desk = Desk::new();
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    fails(&desk, "missing/out", &["missing/out", "does not exist"]);
    assert!(!desk.path("missing").exists());
    fs::write(desk.path("file"), "x").expect("a file");
    fails(&desk, "file", &["file", "no folder"]);
    assert_eq!(fs::read_to_string(desk.path("file")).expect("text"), "x");
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    use std::os::unix::fs::symlink;

    let desk = Desk::new();
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    fs::create_dir_all(desk.path("outside")).expect("a folder");
    fs::create_dir_all(desk.path("out")).expect("a folder");
    fs::write(desk.path("outside/x.md"), "not yours").expect("a file");
    symlink(desk.path("outside"), desk.path("out/2026")).expect("a link");
    symlink(desk.path("outside/x.md"), desk.path("out/Saltmarsh.md")).expect("a link");
    let output = desk.try_export(&["--pattern", "{year}/{name}"]);
    let error = text(&output.stderr);
    assert!(output.status.code() == Some(1) && error.contains("link"), "{error}");
    // A name that is taken by a link is not used.
    desk.export(&["--pattern", "{name}"]);
    assert_eq!(fs::read_to_string(desk.path("outside/x.md")).expect("text"), "not yours");
    assert_eq!(fs::read_dir(desk.path("outside")).expect("a folder").count(), 1);
}

/// A disk of 48 KB at `out`; `None` where this user may not mount one.
#[cfg(target_os = "linux")]
struct SmallDisk(PathBuf);

#[cfg(target_os = "linux")]
impl SmallDisk {
    fn mount(at: &Path) -> Option<Self> {
        fs::create_dir_all(at).expect("a folder");
        let disk = Self(at.to_owned());
        disk.run("mount", &["-t", "tmpfs", "-o", "size=48k", "tmpfs"]).then_some(disk)
    }

    fn run(&self, program: &str, arguments: &[&str]) -> bool {
        Command::new(program).args(arguments).arg(&self.0).output().is_ok_and(|output| output.status.success())
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        self.run("umount", &[]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_or_read_only_disk_leaves_the_old_export_untouched() {
    let desk = Desk::new();
    let Some(disk) = SmallDisk::mount(&desk.path("out")) else {
        eprintln!("skipped: this user cannot mount");
        return;
    };
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    desk.export(&[]);
    let before = desk.only();
    let large = "large ".repeat(10_000);
    let id = desk.mark("Saltmarsh", "局限", &["--note", &large]);
    fails(&desk, "out", &["Saltmarsh.md is as it was before", "the disk is full"]);
    assert_eq!(desk.only(), before);
    desk.delete(&id);
    desk.mark("Saltmarsh", "局限", &["--note", "small"]);
    assert!(disk.run("mount", &["-o", "remount,ro"]));
    fails(&desk, "out", &["Saltmarsh.md is as it was before", "may not be written"]);
    assert_eq!(desk.only(), before);
    assert!(disk.run("mount", &["-o", "remount,rw"]));
    desk.export(&[]);
    assert!(desk.only().1.contains("small"));
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

#[test]
fn a_killed_export_is_finished_by_the_next() {
    let desk = Desk::new();
    desk.mark("Saltmarsh", "improves by 3%", &["--note", "one"]);
    desk.export(&[]);
    desk.mark("Saltmarsh", "局限", &["--note", "two"]);
    let ledger = ledger(&desk.path("data"));
    let old = fs::read(&ledger).expect("a ledger");
    desk.export(&[]);
    let (name, written) = desk.only();
    // The files were written, the ledger was not; its last line was torn.
    fs::write(&ledger, [&old[..], &b"{\"id\":\"torn"[..]].concat()).expect("written");
    fs::write(desk.path("out").join(format!(".{name}.1.tmp")), "torn").expect("written");
    fs::remove_file(desk.path("out").join(format!(".{name}.1.tmp"))).expect("removed");
    assert_eq!(counts(&desk.export(&[])), BTreeMap::from([("unchanged", 1)]));
    desk.mark("Saltmarsh", "背景", &["--note", "three"]);
    assert_eq!(counts(&desk.export(&[])), BTreeMap::from([("written", 1)]));
    assert!(desk.only().1.contains("three") && written.contains("two"));
}

fn ledger(folder: &Path) -> PathBuf {
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.ends_with("ledger.jsonl") {
                return path;
            }
        }
    }
    PathBuf::new()
}
