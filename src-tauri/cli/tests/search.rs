//! `kz search` as scripts call it.

#![allow(clippy::expect_used, reason = "a test stops where its data is not what it should be")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

const TEXT: &str = "2026-01-05\n\n本文提出 Saltmarsh，一种軟體记忆层。\n\n背景 𝓡 之后有 LoRA2。\n\nSaltmarsh 由写入门与清空门组成。\n\n小结。\n\n\
    1. 在两个基准上，Saltmarsh 提升 3.5%，耗时 9 小时。\n\n   Saltmarsh improves by 3.52% on both.\n\n\
    Novelty：中。\nSoundness：稳。\nSignificance：大。\n\n局限。\n\n跟进。\n";

fn kz(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kz"));
    command.args(arguments).current_dir(folder).env("XDG_CACHE_HOME", folder.join(".cache"));
    command.output().expect("kz can be started")
}

fn search(arguments: &[&str], folder: &Path) -> Value {
    let output = kz(arguments, folder);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("the answer is JSON")
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("d")).expect("a folder");
    fs::write(folder.path().join("d/a.txt"), TEXT).expect("a file");
    folder
}

#[test]
fn a_hit_has_all_that_the_contract_names() {
    let folder = folder();
    let answer = search(&["search", "d", "saltmarsh 3.5", "--json"], folder.path());
    assert_eq!(answer["total"], 2);
    let first = &answer["hits"][0];
    let expected = json!({"path": "d/a.txt", "paper": 1, "name": "Saltmarsh", "day": "2026-01-05", "section": "evidence", "finding": 1,
        "field": "claim", "snippet": "在两个基准上，Saltmarsh 提升 3.5%，耗时 9 小时。", "spans": [[7, 16], [20, 23]]});
    assert_eq!(*first, expected);
    assert_eq!(answer["hits"][1]["field"], "quote");
    let file = search(&["search", "d/a.txt", "软体", "--json"], folder.path());
    assert_eq!((&file["hits"][0]["path"], &file["hits"][0]["finding"]), (&"d/a.txt".into(), &Value::Null));
}

#[test]
fn spans_count_code_points_of_the_snippet() {
    let folder = folder();
    let answer = search(&["search", "d", "lora", "--json"], folder.path());
    let hit = &answer["hits"][0];
    let snippet: Vec<char> = hit["snippet"].as_str().expect("a text").chars().collect();
    let span = hit["spans"][0].as_array().expect("a span");
    let at = |nth: usize| {
        span.get(nth).and_then(Value::as_u64).and_then(|at| usize::try_from(at).ok()).unwrap_or(usize::MAX)
    };
    assert_eq!(snippet.get(at(0)..at(1)).map(|chars| chars.iter().collect::<String>()), Some("LoRA".to_owned()));
}

#[test]
fn the_limit_cuts_the_list_and_not_the_count() {
    let folder = folder();
    for (limit, shown) in [("1", 1), ("0", 4), ("9", 4)] {
        let answer = search(&["search", "d", "saltmarsh", "--json", "--limit", limit], folder.path());
        assert_eq!((&answer["total"], answer["hits"].as_array().map(Vec::len)), (&4.into(), Some(shown)));
    }
    assert_eq!(search(&["search", "d", "没有这个词", "--json"], folder.path()), json!({"total": 0, "hits": []}));
}

#[test]
fn notes_of_a_notebook_are_found() {
    let folder = folder();
    let marked = kz(
        &[
            "annotate",
            "--notebook",
            "n",
            "--corpus",
            "d",
            "--paper",
            "Saltmarsh",
            "--quote",
            "清空门",
            "--note",
            "口径 Table 2",
            "--json",
        ],
        folder.path(),
    );
    assert_eq!(marked.status.code(), Some(0));
    let answer = search(&["search", "d", "口径 table", "--notebook", "n", "--json"], folder.path());
    assert_eq!((&answer["total"], &answer["hits"][0]["field"]), (&1.into(), &"note".into()));
    assert_eq!(search(&["search", "d", "口径 table", "--json"], folder.path())["total"], 0);
}

#[test]
fn troubles_and_doubts_about_the_query_are_said_in_a_sentence() {
    let folder = folder();
    let gone = kz(&["search", "gone", "x", "--json"], folder.path());
    assert_eq!(gone.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&gone.stderr).starts_with("kz: gone: cannot be read"));
    let open = kz(&["search", "d", "\"写入门", "--json"], folder.path());
    assert_eq!(open.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&open.stderr).contains("quotation mark"));
    assert_eq!(kz(&["search", "d"], folder.path()).status.code(), Some(2));
}
