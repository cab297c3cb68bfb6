//! `kz annotate` and `kz notes` as scripts call them.

#![allow(clippy::expect_used, reason = "a test stops where its data is not what it should be")]

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use serde_json::Value;

const TEXT: &str = "2026-01-05\n\n本文提出 Saltmarsh，一种记忆层，记忆层分两步。\n\n背景。\n\nSaltmarsh 由写入门与清空门组成。\n\n小结。\n\n\
    1. Saltmarsh 提升 3%。\n\n   improves by  3%\n\n2. 再升，并记忆。\n\n   rises again\n\n\
    Novelty：中。\nSoundness：稳。\nSignificance：大。\n\n局限。\n\n跟进。\n";

struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a.txt"), TEXT).expect("a file");
        Self { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kz"));
        command.args(arguments).current_dir(self.path());
        command
    }

    fn kz(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("kz can be started")
    }

    /// Marks `quote` in the paper Saltmarsh of a.txt.
    fn mark(&self, quote: &str, more: &[&str]) -> Output {
        let mut all = vec![
            "annotate",
            "--notebook",
            "n",
            "--corpus",
            "a.txt",
            "--paper",
            "Saltmarsh",
            "--quote",
            quote,
            "--json",
        ];
        all.extend(more);
        self.kz(&all)
    }

    fn marked(&self, quote: &str, more: &[&str]) -> Value {
        let output = self.mark(quote, more);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{quote}");
        json(&output)
    }

    fn notes(&self, more: &[&str]) -> Value {
        let mut all = vec!["notes", "--notebook", "n", "--json"];
        all.extend(more);
        let output = self.kz(&all);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
        json(&output)
    }

    fn chunks(&self) -> Vec<PathBuf> {
        let (mut files, mut waiting) = (Vec::new(), vec![self.path().join("n")]);
        while let Some(folder) = waiting.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten() {
                let path = entry.expect("an entry").path();
                if path.is_dir() { waiting.push(path) } else { files.push(path) }
            }
        }
        files
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("the answer is JSON")
}

fn ids(list: &Value) -> BTreeSet<String> {
    list.as_array().expect("a list").iter().map(|note| note["id"].as_str().expect("an id").to_owned()).collect()
}

#[test]
fn a_mark_is_shown_and_listed_with_all_that_was_given() {
    let desk = Desk::new();
    let more = ["--note", "- 见 **图** 2", "--color", "blue", "--tag", "读", "--tag", " gate ", "--bookmark"];
    let made = desk.marked(" improves by 3% ", &more);
    assert_eq!(
        (&made["quote"], &made["section"], &made["field"], &made["finding"]),
        (&"improves by  3%".into(), &"evidence".into(), &"quote".into(), &1.into())
    );
    assert_eq!(
        (&made["note"], &made["color"], &made["bookmark"]),
        (&"- 见 **图** 2".into(), &"blue".into(), &true.into())
    );
    assert_eq!(made["tags"], serde_json::json!(["gate", "读"]));
    assert_eq!((&made["start"], &made["end"]), (&0.into(), &15.into()));
    let listed = desk.notes(&[]);
    assert_eq!((&listed["annotations"][0], &listed["orphans"]), (&made, &serde_json::json!([])));
    let placed = desk.notes(&["--corpus", "a.txt"]);
    assert_eq!((&placed["annotations"][0]["id"], &placed["annotations"][0]["state"]), (&made["id"], &"exact".into()));
}

#[test]
fn the_quote_is_taken_at_its_nth_place_in_reading_order() {
    let desk = Desk::new();
    let places = [("1", "positioning", "text", 17), ("2", "positioning", "text", 21), ("3", "evidence", "claim", 4)];
    for (at, section, field, start) in places {
        let made = desk.marked("记忆", &["--at", at]);
        assert_eq!(
            (&made["section"], &made["field"], &made["start"]),
            (&section.into(), &field.into(), &start.into()),
            "{at}"
        );
    }
    assert_eq!(desk.marked("记忆", &[])["start"], 17);
}

#[test]
fn what_is_not_found_is_said_and_nothing_is_written() {
    let desk = Desk::new();
    for (paper, quote, at, word) in [
        ("Saltmarsh", "不在此处", "1", "不在此处"),
        ("Saltmarsh", "记忆", "4", "3 places"),
        ("Nobody", "记忆", "1", "Nobody"),
        ("7", "记忆", "1", "7"),
    ] {
        let output = desk.kz(&[
            "annotate",
            "--notebook",
            "n",
            "--corpus",
            "a.txt",
            "--paper",
            paper,
            "--quote",
            quote,
            "--at",
            at,
            "--json",
        ]);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), String::new()), "{paper} {quote}");
        let said = text(&output.stderr);
        assert!(said.lines().count() == 1 && said.contains(word) && said.contains("a.txt"), "{said}");
    }
    assert!(!desk.path().join("n").exists());
}

#[test]
fn wrong_usage_ends_with_two() {
    let desk = Desk::new();
    let quote = ["annotate", "--notebook", "n", "--corpus", "a.txt", "--paper", "1", "--quote", "记忆"];
    for more in [&["--color", "mauve"][..], &["--at", "0"], &["--at", "x"], &["--delete", "1"]] {
        assert_eq!(desk.kz(&[&quote[..], more].concat()).status.code(), Some(2), "{more:?}");
    }
    assert_eq!(desk.kz(&quote[..7]).status.code(), Some(2));
    assert_eq!(desk.kz(&["notes", "--json"]).status.code(), Some(2));
}

#[test]
fn a_paper_is_named_by_name_title_id_or_number() {
    let desk = Desk::new();
    let record = "# AI 论文深读\n\n2026-01-06\n\n## Quillwort: Gates for Tides\n\n### ① 一句话定位\n\n本文提出 Quillwort，一种潮汐门。\n\n\
        ### ② 背景与动机\n\n背景。\n\n### ③ 方法机制\n\n方法。\n";
    fs::create_dir(desk.path().join("days")).expect("a folder");
    fs::write(desk.path().join("days/b.md"), record).expect("a file");
    fs::write(desk.path().join("days/a.txt"), TEXT).expect("a file");
    let inspected = json(&desk.kz(&["inspect", "days/b.md", "--json"]));
    let paper = &inspected["digests"][0]["papers"][0];
    let id = paper["id"].as_str().expect("an id");
    let title = paper["title"].as_str().expect("a title");
    let name = paper["name"].as_str().expect("a name");
    for named in [name, &title.to_uppercase(), title, id, "2"] {
        let output = desk.kz(&[
            "annotate",
            "--notebook",
            "n",
            "--corpus",
            "days",
            "--paper",
            named,
            "--quote",
            "潮汐门",
            "--json",
        ]);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{named}");
        assert_eq!(json(&output)["paper"], id);
    }
    assert_eq!(desk.notes(&["--corpus", "days"])["annotations"].as_array().map(Vec::len), Some(5));
}

#[test]
fn deleted_ones_are_gone_and_stay_gone() {
    let desk = Desk::new();
    let (kept, gone) = (desk.marked("背景", &[]), desk.marked("局限", &[]));
    let id = gone["id"].as_str().expect("an id");
    let delete = ["annotate", "--notebook", "n", "--delete", id, "--json"];
    let output = desk.kz(&delete);
    assert_eq!((output.status.code(), &json(&output)["id"]), (Some(0), &gone["id"]));
    assert_eq!(ids(&desk.notes(&[])["annotations"]), ids(&serde_json::json!([kept])));
    let output = desk.kz(&delete);
    assert!(output.status.code() == Some(1) && text(&output.stderr).contains(id), "{}", text(&output.stderr));
    assert_eq!(desk.kz(&["annotate", "--notebook", "n", "--delete", "0"]).status.code(), Some(1));
}

#[test]
fn marks_that_lost_their_place_are_listed_as_orphans_and_come_back() {
    let desk = Desk::new();
    let (stays, loses) = (desk.marked("再升", &[]), desk.marked("写入门", &[]));
    fs::write(desk.path().join("a.txt"), TEXT.replace("写入门", "读出口")).expect("a file");
    let notes = desk.notes(&["--corpus", "a.txt"]);
    assert_eq!(ids(&notes["annotations"]), ids(&serde_json::json!([stays])));
    assert_eq!(ids(&notes["orphans"]), ids(&serde_json::json!([loses])));
    assert_eq!((&notes["orphans"][0]["quote"], &notes["orphans"][0]["state"]), (&"写入门".into(), &"lost".into()));
    // The paper's opening edited: another key, the same paper.
    fs::write(desk.path().join("a.txt"), TEXT.replace("分两步", "分成两步")).expect("a file");
    assert_eq!(ids(&desk.notes(&["--corpus", "a.txt"])["annotations"]).len(), 2);
    fs::write(desk.path().join("a.txt"), "").expect("a file");
    assert_eq!(desk.notes(&["--corpus", "a.txt"])["orphans"][0]["reason"], "paper_gone");
    fs::write(desk.path().join("a.txt"), TEXT).expect("a file");
    assert_eq!(ids(&desk.notes(&["--corpus", "a.txt"])["annotations"]).len(), 2);
}

#[test]
fn a_damaged_chunk_is_reported_and_left_and_the_rest_is_read() {
    let desk = Desk::new();
    let first = desk.marked("背景", &[]);
    let before: BTreeSet<PathBuf> = desk.chunks().into_iter().collect();
    desk.marked("局限", &[]);
    let after: BTreeSet<PathBuf> = desk.chunks().into_iter().collect();
    let second = after.difference(&before).next().expect("a chunk");
    let length = fs::read(second).expect("a chunk").len();
    fs::write(second, vec![0; length]).expect("the chunk can be spoilt");
    let output = desk.kz(&["notes", "--notebook", "n", "--json"]);
    assert_eq!((output.status.code(), ids(&json(&output)["annotations"])), (Some(1), ids(&serde_json::json!([first]))));
    let name = second.file_name().and_then(|name| name.to_str()).expect("a name");
    assert!(text(&output.stderr).contains(name), "{}", text(&output.stderr));
    assert_eq!(fs::read(second).expect("a chunk"), vec![0; length]);
    // Notes go on.
    desk.marked("跟进", &[]);
}

#[test]
fn many_at_once_lose_nothing() {
    let desk = Desk::new();
    let start = |_| {
        let all = ["annotate", "--notebook", "n", "--corpus", "a.txt", "--paper", "1", "--quote", "记忆", "--json"];
        desk.command(&all).stdout(Stdio::piped()).spawn().expect("kz can be started")
    };
    let mut made = BTreeSet::new();
    for _ in 0..10 {
        let running: Vec<_> = (0..8).map(start).collect();
        for child in running {
            let output = child.wait_with_output().expect("kz ends");
            assert_eq!(output.status.code(), Some(0));
            made.insert(json(&output)["id"].as_str().expect("an id").to_owned());
        }
    }
    assert_eq!((made.len(), ids(&desk.notes(&[])["annotations"])), (80, made));
}

/// Processes killed; the number may be raised from outside for a long run. Most of the killing is done in the library's own
/// tests, where a writer is cheap to start.
fn kills() -> u32 {
    std::env::var("KAOZHENG_KILLS").ok().and_then(|number| number.parse().ok()).unwrap_or(40)
}

#[cfg(unix)]
#[test]
fn what_was_acknowledged_survives_any_kill() {
    let desk = Desk::new();
    let begun = Instant::now();
    desk.marked("背景", &[]);
    let whole = begun.elapsed();
    let mut acknowledged = BTreeSet::new();
    let mut cut = 0;
    for round in 0..kills() {
        let all = [
            "annotate",
            "--notebook",
            "n",
            "--corpus",
            "a.txt",
            "--paper",
            "1",
            "--quote",
            "记忆",
            "--note",
            "长注",
            "--json",
        ];
        let mut child = desk.command(&all).stdout(Stdio::piped()).spawn().expect("kz can be started");
        let mut said = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut answer = String::new();
        if round % 4 == 3 {
            // The moment after the answer, however slow the machine is.
            said.read_line(&mut answer).expect("text");
        } else {
            // Every moment of a run, and a little after it.
            std::thread::sleep(whole.mul_f64(f64::from(round % 60) / 45.0));
        }
        let _ = child.kill();
        said.read_to_string(&mut answer).expect("text");
        child.wait().expect("kz ends");
        match serde_json::from_str::<Value>(&answer) {
            Ok(note) => {
                acknowledged.insert(note["id"].as_str().expect("an id").to_owned());
            }
            Err(_) => cut += 1,
        }
    }
    assert!(cut > 0 && !acknowledged.is_empty(), "{cut} cut, {} acknowledged", acknowledged.len());
    let present = ids(&desk.notes(&["--corpus", "a.txt"])["annotations"]);
    let lost: Vec<_> = acknowledged.difference(&present).collect();
    assert!(lost.is_empty(), "{lost:?}");
    eprintln!(
        "{} kills: {cut} before the answer, {} acknowledged, {} present",
        kills(),
        acknowledged.len(),
        present.len()
    );
}
