//! A notebook, a corpus and a folder of exports, with `kz` at work on them.

#![allow(dead_code, reason = "each test uses what it needs of it")]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

/// A record with one paper that has this title.
pub(crate) fn record(title: &str, name: &str, date: &str) -> String {
    let number = name.bytes().fold(0_u32, |number, byte| (number * 31 + u32::from(byte)) % 99_991);
    let number = if name == "Saltmarsh" { 1 } else { number + 2 };
    serde_json::json!({
        "schema_version": 1, "target_date": date,
        "papers": [{
            "title": title, "authors": ["甲 A", "@B: C"], "arxiv_id": format!("2601.{number:05}"), "topic": "memory",
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

pub(crate) struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    pub(crate) fn new() -> Self {
        let desk = Self { folder: tempfile::tempdir().expect("a folder") };
        fs::create_dir(desk.path("c")).expect("a folder");
        desk.digest("a.json", "Saltmarsh: a memory", "Saltmarsh", "2026-01-05");
        desk
    }

    pub(crate) fn digest(&self, file: &str, title: &str, name: &str, date: &str) {
        fs::write(self.path("c").join(file), record(title, name, date)).expect("a file");
    }

    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    /// `kz` with these arguments, not started.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kz"));
        command.args(arguments).current_dir(self.folder.path()).env("XDG_DATA_HOME", self.path("data"));
        command.env("HOME", self.path("home")).env("APPDATA", self.path("data"));
        command
    }

    pub(crate) fn kz(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("kz can be started")
    }

    pub(crate) fn mark(&self, paper: &str, quote: &str, more: &[&str]) -> String {
        let mut all =
            vec!["annotate", "--notebook", "n", "--corpus", "c", "--paper", paper, "--quote", quote, "--json"];
        all.extend(more);
        let output = self.kz(&all);
        assert!(output.status.success(), "{}", text(&output.stderr));
        json(&output)["id"].as_str().expect("an id").to_owned()
    }

    pub(crate) fn delete(&self, id: &str) {
        let output = self.kz(&["annotate", "--notebook", "n", "--delete", id]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }

    pub(crate) fn try_export(&self, more: &[&str]) -> Output {
        let mut all = vec!["export", "--notebook", "n", "--corpus", "c", "--out", "out", "--json"];
        all.extend(more);
        self.kz(&all)
    }

    pub(crate) fn export(&self, more: &[&str]) -> Value {
        let output = self.try_export(more);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
        json(&output)
    }

    /// All files below the folder of exports.
    pub(crate) fn files(&self) -> BTreeMap<String, String> {
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

    pub(crate) fn only(&self) -> (String, String) {
        let files = self.files();
        assert_eq!(files.len(), 1, "{files:?}");
        files.into_iter().next().expect("one")
    }

    pub(crate) fn write(&self, file: &str, text: &str) {
        fs::write(self.path("out").join(file), text).expect("written");
    }
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

pub(crate) fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("the answer is JSON")
}

/// How many files the answer lists under each name.
pub(crate) fn counts(answer: &Value) -> BTreeMap<&str, usize> {
    let lists = answer.as_object().expect("an object").iter();
    lists
        .filter_map(|(name, list)| Some((name.as_str(), list.as_array()?.len())))
        .filter(|(_, count)| *count > 0)
        .collect()
}

pub(crate) fn edit(file: &str, from: &str, to: &str) -> String {
    assert_eq!(file.matches(from).count(), 1, "{from:?} in {file}");
    file.replace(from, to)
}
