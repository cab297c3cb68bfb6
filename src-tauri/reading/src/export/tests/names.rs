//! Names of files, and addresses.

use proptest::prelude::*;

use crate::export::Link;
use crate::export::name::{Fields, MOST_BYTES, folded, path, path_beside};

fn named(title: &str) -> String {
    path("{title}", &Fields { title, name: "N", date: "2026-01-05", arxiv_id: "2601.00001", id: "0123456789abcdef" })
}

#[test]
fn names_are_safe_on_three_systems() {
    let check = |title: &str, expected: &str| assert_eq!(named(title), expected, "{title:?}");
    check("A/B: “为什么?” <x> | y*.", "A-B： “为什么？” ‹x› - y＊.md");
    check("CON", "_CON.md");
    check("nul.txt", "_nul.txt.md");
    check("Com¹", "_Com¹.md");
    check("console", "console.md");
    check(".", "paper 01234567.md");
    check("..", "paper 01234567.md");
    check(".hidden", "hidden.md");
    check("ends in a dot. ", "ends in a dot.md");
    check("", "N.md");
    check("👩‍🔬🔬", "👩‍🔬🔬.md");
    check("a\u{202e}b\tc\nd", "a b c d.md");
    check("e\u{301}", "é.md");
    check("[x] #y ^z", "x y z.md");
}

#[test]
fn patterns_make_folders_and_never_leave_theirs() {
    let fields = Fields { title: "../../up", name: "{date}", date: "2026-01-05", arxiv_id: "", id: "0123456789abcdef" };
    let check = |pattern: &str, expected: &str| assert_eq!(path(pattern, &fields), expected, "{pattern}");
    check("{year}/{month}/{title}", "2026/01/-..-up.md");
    check("../{name}", "_/{date}.md");
    check("/abs/{date} {arxiv_id}", "abs/2026-01-05.md");
    check("C:\\x", "C：/x.md");
    check("", "paper 01234567.md");
}

#[test]
fn names_that_systems_do_not_tell_apart_are_equal_when_folded() {
    assert_eq!(folded("É.md"), folded("e\u{301}.MD"));
    assert_ne!(folded("a.md"), folded("b.md"));
    assert_eq!(path_beside("d/N.md", "0123456789abcdef"), "d/N (01234567).md");
}

proptest! {
    #[test]
    fn any_title_gives_one_name(title in "\\PC{0,80}|.{0,40}|(中文){0,120}|(👩‍🔬){0,60}", pattern in "[{}a-z/ .]{0,20}|\\{title\\}|\\{title\\}/\\{title\\}") {
        let fields = Fields { title: &title, name: &title, date: "2026-01-05", arxiv_id: "", id: "0123456789abcdef" };
        let path = path(&pattern, &fields);
        for part in path.split('/') {
            prop_assert!((1..=MOST_BYTES).contains(&part.len()), "{part:?}");
            prop_assert!(!part.starts_with(['.', ' ']) && !part.ends_with(['.', ' ']), "{part:?}");
            prop_assert!(!part.contains(['\\', ':', '*', '?', '"', '<', '>', '|', '\0', '\n']), "{part:?}");
        }
        prop_assert!(path.ends_with(".md"));
        prop_assert!(path_beside(&path, "0123456789abcdef").rsplit('/').next().is_some_and(|name| name.len() <= MOST_BYTES));
    }

    #[test]
    fn no_address_stops_the_reader(text in "(kaozheng://|KaoZheng://)?(paper/)?[0-9a-f]{0,33}(/(note|finding)/)?\\PC{0,20}") {
        if let Some(link) = Link::parse(&text) {
            prop_assert_eq!(Link::parse(&link.to_string()), Some(link));
        }
    }
}

#[test]
fn only_our_addresses_are_read() {
    let key = "0123456789abcdef0123456789abcdef";
    let paper = format!("kaozheng://paper/{key}");
    assert_eq!(Link::parse(&paper), Some(Link::Paper(key.to_owned())));
    assert_eq!(Link::parse(&format!("{paper}/")), Some(Link::Paper(key.to_owned())));
    assert_eq!(Link::parse(&format!("{paper}/finding/3")), Some(Link::Finding(key.to_owned(), 3)));
    assert_eq!(Link::parse(&format!("{paper}/note/ab-1")), Some(Link::Note(key.to_owned(), "ab-1".to_owned())));
    for hostile in [
        "file:///etc/passwd".to_owned(),
        "kaozheng://paper/../../etc".to_owned(),
        format!("{paper}/note/../x"),
        format!("{paper}?x=1"),
        format!("{paper}#x"),
        format!("{paper}/finding/-1"),
        format!("{paper}/finding/99999999999"),
        format!("{paper}%2f"),
        format!("{paper}/note/<script>"),
        format!("javascript:{paper}"),
        "kaozheng://".to_owned(),
        format!("kaozheng://paper/{}", key.to_uppercase()),
        "k".repeat(100_000),
    ] {
        assert_eq!(Link::parse(&hostile), None, "{hostile}");
    }
}
