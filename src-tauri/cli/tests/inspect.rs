//! `kz inspect` as scripts call it.

#![allow(clippy::expect_used, reason = "a test stops where its data is not what it should be")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const TEXT: &str = "2026-01-05\r\n\r\n本文提出 Saltmarsh，一种记忆层。\r\n\r\n背景。\r\n\r\nSaltmarsh 由写入门与清空门组成。\r\n\r\n小结。\r\n\r\n1. Saltmarsh 提升 3%。\r\n\r\n   improves by 3%\r\n\r\n\
    4. 再升。\r\n\r\n   rises\r\n\r\nNovelty：中。\r\nSoundness：稳。\r\nSignificance：大。\r\n\r\n局限。\r\n\r\n跟进。\r\n";

fn kz(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kz")).args(arguments).current_dir(folder).output().expect("kz can be started")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("the answer is JSON")
}

/// Paths in the list `name` of the answer.
fn paths<'a>(answer: &'a Value, name: &str) -> Vec<&'a str> {
    let list = answer[name].as_array().expect("a list");
    list.iter().map(|entry| entry["path"].as_str().expect("a path")).collect()
}

#[test]
fn a_digest_is_shown_with_all_that_the_contract_names() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.txt"), TEXT).expect("a file");
    let output = kz(&["inspect", "a.txt", "--json"], folder.path());
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    let answer = json(&output);
    let digest = &answer["digests"][0];
    assert_eq!(
        (&digest["path"], &digest["format"], &digest["date"]),
        (&"a.txt".into(), &"text".into(), &"2026-01-05".into())
    );
    assert_eq!(digest["encoding"], "UTF-8");
    let paper = &digest["papers"][0];
    assert_eq!((&paper["name"], &paper["kind"]), (&"Saltmarsh".into(), &"deep".into()));
    assert_eq!(paper["id"].as_str().map(str::len), Some(32));
    for absent in ["title", "arxiv_id", "topic"] {
        assert_eq!(paper.get(absent), Some(&Value::Null), "{absent}");
    }
    let kinds: Vec<&str> =
        paper["sections"].as_array().expect("sections").iter().filter_map(|section| section["kind"].as_str()).collect();
    assert_eq!(kinds, ["positioning", "background", "method", "evidence", "review", "limitations", "follow_up"]);
    assert_eq!(paper["sections"][4]["text"], "Novelty：中。\nSoundness：稳。\nSignificance：大。");
    assert_eq!(paper["findings"][1], serde_json::json!({"number": 4, "claim": "再升。", "quote": "rises"}));
    // The number that jumps stands in the 15th line, each of which ends with two characters.
    assert_eq!(digest["warnings"][0]["line"], 15, "{}", digest["warnings"]);
    assert_eq!(answer["errors"], serde_json::json!([]));
}

#[test]
fn a_folder_is_walked_in_order_and_a_file_that_is_no_digest_stops_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    fs::create_dir_all(root.join("days/b.md")).expect("folders");
    fs::create_dir_all(root.join("days/.git")).expect("folders");
    fs::write(root.join("days/2026-01-05.txt"), TEXT.trim_start_matches("2026-01-05\r\n\r\n")).expect("a file");
    fs::write(root.join("days/b.md/c"), TEXT).expect("a file");
    fs::write(root.join("days/image.png"), b"\x89PNG\r\n\x1a\n\0\0").expect("a file");
    fs::write(root.join("days/.git/d.txt"), TEXT).expect("a file");
    let output = kz(&["inspect", "--json", "days"], root);
    assert_eq!(output.status.code(), Some(0));
    let answer = json(&output);
    assert_eq!(paths(&answer, "digests"), ["days/2026-01-05.txt", "days/b.md/c", "days/image.png"]);
    assert_eq!(answer["digests"][0]["date"], "2026-01-05", "from the name of the file");
    assert_eq!(answer["digests"][2]["format"], Value::Null);
    assert_eq!(answer["digests"][2]["warnings"][0]["message"], "the file is no text");
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_is_skipped_and_named() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let days = root.join("days");
    fs::create_dir(&days).expect("a folder");
    fs::write(days.join("a.txt"), TEXT).expect("a file");
    fs::write(root.join("secret.txt"), TEXT).expect("a file");
    fs::write(days.join(OsStr::from_bytes(b"\xFF.txt")), TEXT).expect("a file");
    symlink("..", days.join("loop")).expect("a link");
    symlink("nowhere", days.join("dangling")).expect("a link");
    symlink("itself", days.join("itself")).expect("a link");
    symlink("../secret.txt", days.join("out")).expect("a link");
    symlink("a.txt", days.join("z.txt")).expect("a link");
    let made = Command::new("mkfifo").arg(days.join("pipe")).status().expect("mkfifo can be started");
    assert!(made.success());

    let output = kz(&["inspect", "days", "missing.txt", "--json"], root);
    assert_eq!(output.status.code(), Some(1));
    let answer = json(&output);
    assert_eq!(paths(&answer, "digests"), ["days/a.txt", "days/z.txt"]);
    let errors =
        ["days/dangling", "days/itself", "days/loop", "days/out", "days/pipe", "days/\u{fffd}.txt", "missing.txt"];
    assert_eq!(paths(&answer, "errors"), errors);
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(said.lines().count(), errors.len(), "{said}");
    for (line, path) in said.lines().zip(errors) {
        assert!(line.contains(path), "{line}");
    }
}

#[test]
fn an_encoding_that_is_only_likely_is_said_by_every_command_that_reads_the_file() {
    // 论文甲, 一句话定位, 实验结果提升明显: words that no sentence proves to be Chinese. In the other file a sentence does.
    let doubtful =
        b"## \xC2\xDB\xCE\xC4\xBC\xD7\n\n### \xD2\xBB\xBE\xE4\xBB\xB0\xB6\xA8\xCE\xBB\n\n\xCA\xB5\xD1\xE9\xBD\xE1\xB9\xFB\xCC\xE1\xC9\xFD\xC3\xF7\xCF\xD4\n";
    let certain =
        b"## \xC2\xDB\xCE\xC4\xBC\xD7\n\n### \xD2\xBB\xBE\xE4\xBB\xB0\xB6\xA8\xCE\xBB\n\n\xCA\xB5\xD1\xE9\xBD\xE1\xB9\xFB\xB5\xC4\xCC\xE1\xC9\xFD\xA3\xAC\xCA\xC7\xC3\xF7\xCF\xD4\xB5\xC4\xA1\xA3\n";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.md"), doubtful).expect("a file");
    fs::write(folder.path().join("b.md"), certain).expect("a file");
    let guess = "the encoding is a guess: GB18030; where words look wrong, save the file as UTF-8";
    for (file, messages) in [("a.md", vec![guess]), ("b.md", vec![])] {
        let answer = json(&kz(&["inspect", file, "--json"], folder.path()));
        let digest = &answer["digests"][0];
        let warnings = digest["warnings"].as_array().expect("a list").iter();
        let said: Vec<&str> = warnings.filter_map(|warning| warning["message"].as_str()).collect();
        let said: Vec<&str> = said.into_iter().filter(|message| message.contains("encoding")).collect();
        assert_eq!((&digest["encoding"], said), (&"GB18030".into(), messages.clone()), "{file}");
        assert_eq!(digest["papers"].as_array().map(Vec::len), Some(1), "{file}");
        let others = [
            &["audit", file][..],
            &["render", file, "--paper", "1"],
            &["search", file, "甲"],
            &["annotate", "--notebook", "n", "--corpus", file, "--paper", "1", "--quote", "实验结果"],
            &["notes", "--notebook", "n", "--corpus", file],
            &["export", "--notebook", "n", "--corpus", file, "--out", "out", "--state", "state"],
        ];
        for arguments in others {
            let said = String::from_utf8(kz(arguments, folder.path()).stderr).expect("text");
            let lines = said.lines().filter(|line| line.contains("encoding"));
            assert_eq!(
                lines.filter(|line| line.contains(file) && line.ends_with(guess)).count(),
                messages.len(),
                "{said}"
            );
            assert_eq!(said.matches("encoding").count(), messages.len(), "{arguments:?}: {said}");
        }
    }
}

#[test]
fn wrong_usage_ends_with_two() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [&["inspect"][..], &["inspect", "--yaml", "x"], &[], &["fly"]] {
        assert_eq!(kz(arguments, folder.path()).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn people_get_a_list() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.txt"), TEXT).expect("a file");
    let output = kz(&["inspect", "a.txt"], folder.path());
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.starts_with("a.txt — text, UTF-8, 2026-01-05\n   1. Saltmarsh (deep; "), "{text}");
    assert!(text.contains("   !  line 15: "), "{text}");
}
