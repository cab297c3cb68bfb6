//! Front matter: every YAML parser gives back what went in, and a reader's own keys stay.

use proptest::prelude::*;
use yaml_rust2::{Yaml, YamlLoader};

use super::*;
use crate::export::{Conflict, Language, merge, yaml};

fn parsed(front: &str) -> Yaml {
    let mut documents = YamlLoader::load_from_str(front).unwrap_or_else(|error| panic!("{error}: {front:?}"));
    documents.remove(0)
}

fn check(text: &str) {
    assert_eq!(parsed(&format!("key: {}\nnext: x\n", yaml::scalar(text)))["key"].as_str(), Some(text), "{text:?}");
    let list = parsed(&format!("key:{}\nnext: x\n", yaml::sequence([text, "other"])));
    assert_eq!(list["key"][0].as_str(), Some(text), "{text:?}");
}

#[test]
fn titles_that_broke_other_exporters_come_back() {
    for text in [
        "a: b",
        "# x",
        "\"quoted\" 'too'",
        "- item",
        "---",
        "two\nlines",
        "@home",
        "*star",
        "&and",
        "!tag",
        "%x",
        "`x`",
        "yes",
        "NO",
        "null",
        "~",
        "1.5",
        "0x10",
        "12e5",
        "2026-01-05",
        "",
        " ",
        "a ",
        "a:",
        "trailing #",
        "a #b",
        "{x}",
        "[x]",
        "x, y",
        "?",
        "|",
        ">",
        "=",
        "中文：标题",
        "“引号”",
        "\u{85}\u{2028}\u{feff}",
        "\t",
        "\u{1F600}",
        "C:\\x",
        "...",
    ] {
        check(text);
    }
}

proptest! {
    #[test]
    fn any_text_comes_back(text in "\\PC{0,12}|[ -~\n\t]{0,12}|.{0,6}") {
        check(&text);
    }
}

fn head(title: &str, tags: &[&str]) -> String {
    let paper = paper();
    let mut head = Head::of(&paper, Some("2026-01-05"));
    head.title = Some(title.to_owned());
    let marks = vec![mark(&paper, "aaaa0001", "improves by 3%", "note", tags)];
    let sheet = Sheet::new(head, &[&paper], marks, Options::default());
    Template::builtin(Builtin::Plain).and_then(|template| template.render(&sheet)).expect("it renders")
}

#[test]
fn own_keys_and_their_order_stay_and_ours_follow() {
    let base = head("Old", &["a", "b"]);
    let front =
        "---\nrating: 9\ntags: [b, mine, a]\n# a comment\nstatus: \"read: twice\"\nid: ID\nauthors: me\ntitle: Old\n";
    let (_, rest) = base.split_once("name:").expect("a name");
    let id = base.lines().nth(1).expect("an id").to_owned();
    let (_, body) = rest.split_once("\n---\n").expect("an end");
    let yours = format!("{}---\n{body}", front.replace("id: ID", &id));
    let ours = head("New", &["a", "c"]);
    let merged = merge(Some(&base), &ours, &yours, Language::English.conflict());
    let found = yaml::split(&merged.text).front.expect("front matter").to_owned();
    let keys: Vec<String> = yaml::entries(&found).into_iter().map(|entry| entry.key).collect();
    // Keys of ours that were taken out stay out.
    assert_eq!(keys, ["rating", "tags", "", "status", "id", "authors", "title"]);
    let values = parsed(&found);
    assert_eq!(values["rating"].as_i64(), Some(9));
    assert_eq!(values["status"].as_str(), Some("read: twice"));
    assert_eq!(values["title"].as_str(), Some("New"));
    let tags: Vec<&str> = values["tags"].as_vec().expect("a list").iter().filter_map(Yaml::as_str).collect();
    assert_eq!(tags, ["mine", "a", "c"]);
    assert!(found.contains("# a comment\n") && merged.conflicts.is_empty());
}

#[test]
fn a_value_that_both_changed_stays_with_ours_beside_it() {
    let (base, ours) = (head("Old", &[]), head("New", &[]));
    let yours = base.replacen("title: Old", "title: Mine", 1);
    let merged = merge(Some(&base), &ours, &yours, Language::English.conflict());
    assert!(merged.text.contains("title: Mine\n# kaozheng: title: New\n"), "{}", merged.text);
    assert_eq!(merged.conflicts.first(), Some(&Conflict::Key("title".to_owned())));
    parsed(yaml::split(&merged.text).front.expect("front matter"));
}
