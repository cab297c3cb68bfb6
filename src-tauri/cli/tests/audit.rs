//! `kz audit` as scripts call it.

#![allow(clippy::expect_used, reason = "a test stops where its data is not what it should be")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

/// The second claim holds a character outside the Basic Multilingual Plane before its numbers, so that bytes, UTF-16 units
/// and code points all differ.
const TEXT: &str = "2026-01-05\n\n本文提出 Saltmarsh，一种记忆层。\n\n背景。\n\nSaltmarsh 由写入门与清空门组成。\n\n小结。\n\n\
    1. 在两个基准上，Saltmarsh 提升 3.5%，耗时 9 小时。\n\n   Saltmarsh improves by 3.52% on both.\n\n\
    2. 𝓡 由 41% 升至 62%，提升 21 个百分点，优于 Peatbog。\n\n   “𝓡” rises from 41% to 62%.\n\n\
    Novelty：中。\nSoundness：稳。\nSignificance：大。\n\n局限。\n\n跟进。\n";

const ENHANCED: &str = "### [1] [Saltmarsh](https://arxiv.org/abs/2601.00001)\n*A. Author*\n\nMain category: cs.CL\n\n\
    TL;DR: 提出 Saltmarsh。\n\n\n<details>\n  <summary>Details</summary>\nMotivation: 动机。\n\nMethod: 两阶段训练。\n\n\
    Result: 在5个任务上提升2.4%。\n\nConclusion: 有效。\n\n\
    Abstract: Saltmarsh is trained in two stages and\ngains 2.4\\% on five tasks.\n\n</details>\n";

fn kz(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kz")).args(arguments).current_dir(folder).output().expect("kz can be started")
}

fn findings(arguments: &[&str], folder: &Path) -> Vec<Value> {
    let output = kz(arguments, folder);
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("the answer is JSON");
    assert_eq!(keys(&answer), ["findings"]);
    answer["findings"].as_array().expect("a list").clone()
}

fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = object.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// The code points of `text` from `start` on begin with `piece`.
fn stands(text: &str, piece: &Value) {
    let start = piece["start"].as_u64().and_then(|start| usize::try_from(start).ok()).expect("a place");
    let expected = piece["text"].as_str().expect("a text");
    let found: String = text.chars().skip(start).take(expected.chars().count()).collect();
    assert_eq!(found, expected, "at {start} of {text}");
}

#[test]
fn each_claim_is_shown_with_all_that_the_contract_names() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.txt"), TEXT).expect("a file");
    let findings = findings(&["audit", "a.txt", "--json"], folder.path());
    assert_eq!(findings.len(), 2);
    for finding in &findings {
        assert_eq!(keys(finding), ["finding", "names", "paper", "path", "quantities"]);
        assert_eq!((&finding["path"], &finding["paper"]), (&"a.txt".into(), &1.into()));
        for quantity in finding["quantities"].as_array().expect("a list") {
            assert_eq!(keys(quantity), ["evidence", "start", "status", "text"]);
            assert!(
                quantity["evidence"].as_array().is_some_and(|list| list.iter().all(|e| keys(e) == ["start", "text"]))
            );
        }
    }
    assert_eq!(
        findings[0],
        json!({"path": "a.txt", "paper": 1, "finding": 1, "quantities": [
            {"text": "两个", "start": 1, "status": "normalized", "evidence": [{"text": "both", "start": 31}]},
            {"text": "3.5%", "start": 20, "status": "normalized", "evidence": [{"text": "3.52%", "start": 22}]},
            {"text": "9", "start": 28, "status": "absent", "evidence": []}],
            "names": [{"text": "Saltmarsh", "start": 7, "in_quote": true}]})
    );
}

#[test]
fn places_count_code_points_of_the_claim_and_of_the_quote() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.txt"), TEXT).expect("a file");
    let finding = findings(&["audit", "a.txt", "--json"], folder.path()).pop().expect("two findings");
    let (claim, quote) = ("𝓡 由 41% 升至 62%，提升 21 个百分点，优于 Peatbog。", "“𝓡” rises from 41% to 62%.");
    let quantities = finding["quantities"].as_array().expect("a list");
    assert_eq!(
        quantities.iter().map(|q| q["status"].as_str()).collect::<Vec<_>>(),
        [Some("exact"), Some("exact"), Some("derived")]
    );
    assert_eq!(quantities[2]["evidence"].as_array().map(Vec::len), Some(2));
    for quantity in quantities {
        stands(claim, quantity);
        quantity["evidence"].as_array().expect("a list").iter().for_each(|evidence| stands(quote, evidence));
    }
    let name = &finding["names"].as_array().and_then(|names| names.last()).expect("a name");
    assert_eq!((&name["text"], &name["in_quote"]), (&"Peatbog".into(), &false.into()));
    stands(claim, name);
}

#[test]
fn sections_of_the_other_publisher_stand_beside_the_abstract() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("2026-01-05.md"), ENHANCED).expect("a file");
    let findings = findings(&["audit", "2026-01-05.md", "--json"], folder.path());
    let sections: Vec<&str> = findings.iter().filter_map(|finding| finding["section"].as_str()).collect();
    assert_eq!(sections, ["tldr", "motivation", "method", "result", "conclusion"]);
    assert_eq!(keys(&findings[0]), ["names", "paper", "path", "quantities", "section"]);
    let shown = |at: usize| {
        let list = findings[at]["quantities"].as_array().expect("a list");
        let shown = |q: &Value| format!("{} {} {}", q["text"], q["status"], q["evidence"][0]["text"]).replace('"', "");
        list.iter().map(shown).collect::<Vec<_>>()
    };
    assert_eq!(shown(2), ["两 normalized two"]);
    assert_eq!(shown(3), ["5个 normalized five", "2.4% exact 2.4\\\\%"]);
}

#[test]
fn a_folder_is_walked_and_what_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("days")).expect("a folder");
    for name in ["days/b.txt", "days/a.txt"] {
        fs::write(folder.path().join(name), TEXT).expect("a file");
    }
    let output = kz(&["audit", "days", "missing.txt", "--json"], folder.path());
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("the answer is JSON");
    let paths: Vec<&str> =
        answer["findings"].as_array().expect("a list").iter().filter_map(|finding| finding["path"].as_str()).collect();
    assert_eq!(paths, ["days/a.txt", "days/a.txt", "days/b.txt", "days/b.txt"]);
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.lines().count() == 1 && said.contains("missing.txt"), "{said}");
}

#[test]
fn people_get_a_list_and_wrong_usage_ends_with_two() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.txt"), TEXT).expect("a file");
    let text = String::from_utf8(kz(&["audit", "a.txt"], folder.path()).stdout).expect("text");
    assert!(text.contains("3.5%") && text.contains("absent"), "{text}");
    for arguments in [&["audit"][..], &["audit", "--yaml", "x"]] {
        assert_eq!(kz(arguments, folder.path()).status.code(), Some(2), "{arguments:?}");
    }
}
