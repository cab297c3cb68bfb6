//! `kz render` as scripts see it: the runs in JSON, the fragment of HTML, the exit codes.

#![allow(clippy::expect_used, clippy::panic, reason = "a test stops where its data is not what it should be")]

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// An invented paper in the record's form: notation, a list, a doubled formula, a table, a citation mark, and
/// characters of two and four bytes before them.
const RECORD: &str = r#"{"schema_version":1,"target_date":"2026-03-04","papers":[{"title":"Kestrel 🦉","arxiv_id":"2603.00001","deep_read":{
"positioning":"本文提出 Kestrel。","background":"背景。","mechanism":"一、总体思路。状态由 𝒦 与 M_{t-1}^k x_t 生成。 二、细节。再说。",
"experiment_summary":"实验。","experiments":[
{"claim":"Kestrel 快 2.5 倍。","quote":"The set 𝒦 \\mathcal{K} [ 19 ] makes Kestrel 2.5 × 2.5\\times faster , as shown"},
{"claim":"Kestrel 达到 88.1。","quote":"Method | Acc | F1 Kestrel-7B | 88.1 | 90.2 Kestrel-9B | 89.0 | 91.3"}],
"novelty":"新。","soundness":"实。","significance":"大。",
"limitations":"有两点：一是慢；二是贵。总之尚可。","follow_up":"继续。"}}]}"#;

fn kz(folder: &Path, arguments: &[&str]) -> Output {
    let arguments = arguments.iter().map(OsStr::new);
    Command::new(env!("CARGO_BIN_EXE_kz")).args(arguments).current_dir(folder).output().expect("kz can be started")
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("day.json"), RECORD).expect("the record can be written");
    folder
}

fn passages(folder: &Path) -> Vec<Value> {
    let output = kz(folder, &["render", "day.json", "--paper", "1", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("the answer is JSON");
    answer["passages"].as_array().cloned().expect("passages")
}

/// The runs of `runs` that are not shown as plain text: kind, the characters from `start` to `end`.
fn marked(text: &str, runs: &Value) -> Vec<(String, String)> {
    let points: Vec<char> = text.chars().collect();
    let runs = runs.as_array().expect("runs");
    let of = |run: &Value| {
        let place = |key: &str| usize::try_from(run[key].as_u64().expect("a place")).expect("a small place");
        points[place("start")..place("end")].iter().collect::<String>()
    };
    runs.iter()
        .filter(|run| run["kind"] != "text")
        .map(|run| (run["kind"].as_str().unwrap_or_default().to_owned(), of(run)))
        .collect()
}

fn assert_cover(text: &str, runs: &Value) {
    let mut at = 0;
    for run in runs.as_array().expect("runs") {
        assert_eq!(run["start"].as_u64(), Some(at), "gap or overlap in {text}");
        at = run["end"].as_u64().expect("an end");
    }
    assert_eq!(at, text.chars().count() as u64, "{text}");
}

#[test]
fn runs_cover_every_passage_in_code_points() {
    let folder = folder();
    let passages = passages(folder.path());
    assert!(passages.len() > 10, "{passages:?}");
    for passage in &passages {
        let text = passage["text"].as_str().expect("text");
        assert_cover(text, &passage["runs"]);
        assert!(passage["section"].is_string() && passage["field"].is_string(), "{passage}");
        assert_eq!(passage["finding"].is_u64(), passage["field"] != "text", "{passage}");
    }
}

#[test]
fn formulas_headings_items_and_citations_are_where_they_stand() {
    let folder = folder();
    let passages = passages(folder.path());
    let runs_of = |section: &str, field: &str| {
        let passage = passages.iter().find(|passage| passage["section"] == section && passage["field"] == field);
        let passage = passage.unwrap_or_else(|| panic!("no {field} in {section}"));
        marked(passage["text"].as_str().unwrap_or_default(), &passage["runs"])
    };
    let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(kind, text)| ((*kind).to_owned(), (*text).to_owned())).collect()
    };
    let method = [("heading", "一、总体思路。"), ("math", "M_{t-1}^k x_t"), ("heading", "二、细节。")];
    assert_eq!(runs_of("method", "text"), pairs(&method));
    assert_eq!(runs_of("limitations", "text"), pairs(&[("item", "一是"), ("item", "二是")]));
    let quote = [("math", "𝒦 \\mathcal{K}"), ("citation", "[ 19 ]"), ("math", "2.5 × 2.5\\times")];
    assert_eq!(runs_of("evidence", "quote"), pairs(&quote));
}

#[test]
fn formulas_have_their_tex_and_tables_their_rows() {
    let folder = folder();
    let passages = passages(folder.path());
    let quotes: Vec<&Value> = passages.iter().filter(|passage| passage["field"] == "quote").collect();
    let tex: Vec<&Value> = quotes[0]["runs"].as_array().expect("runs").iter().map(|run| &run["tex"]).collect();
    assert!(tex.contains(&&Value::from(r"\mathcal{K}")) && tex.contains(&&Value::from(r"2.5\times")), "{tex:?}");
    let table = &quotes[1]["runs"][0];
    assert_eq!(table["kind"], "table");
    let rows =
        serde_json::json!([["Method", "Acc", "F1"], ["Kestrel-7B", "88.1", "90.2"], ["Kestrel-9B", "89.0", "91.3"]]);
    assert_eq!((&table["rows"], &table["header"]), (&rows, &Value::Bool(true)));
    assert_cover(quotes[1]["text"].as_str().unwrap_or_default(), &table["runs"]);
}

#[test]
fn the_fragment_shows_the_paper_as_the_app_does() {
    let folder = folder();
    let output = kz(folder.path(), &["render", "day.json", "--paper", "1"]);
    let markup = String::from_utf8(output.stdout).expect("UTF-8");
    for part in [
        "<h1>Kestrel 🦉</h1>",
        "<span class=\"k-heading\">一、总体思路。</span>",
        "<th scope=\"col\">Method</th>",
        "二是</span>贵。</span>总之尚可。",
        "data-tex=\"2.5\\times\"><math>",
    ] {
        assert!(markup.contains(part), "{part} is missing in {markup}");
    }
    assert!(!markup.contains("faster ,"), "a stray space is shown in {markup}");
}

#[test]
fn a_paper_or_file_that_is_not_there_is_said_in_one_sentence() {
    let folder = folder();
    for (arguments, code, cause) in [
        (["render", "day.json", "--paper", "2"], 1, "kz: day.json has 1 papers, so there is no paper 2\n"),
        (["render", "none.json", "--paper", "1"], 1, "none.json"),
        (["render", "day.json", "--paper", "0"], 2, "0"),
    ] {
        let output = kz(folder.path(), &arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(cause) && output.stdout.is_empty(), "{arguments:?}: {said}");
        assert!(code == 2 || said.lines().count() == 1, "{said}");
    }
}
