//! The set of hits equals that of a plain look, with the index and without.

use library::Indexing;
use proptest::prelude::*;
use reading::text::fold;

use super::desk::{Desk, markdown, record};
use super::oracle;

/// Few characters, so that they meet.
const CHARS: &str = "模型模型软軟发發髮体體 的的，。、：“”(-.%±→ab1abGPTgpt12ＡＢ１２４5 6é²ﬁ\u{200b}\n*_`[";

fn text() -> impl Strategy<Value = String> {
    let chars: Vec<char> = CHARS.chars().collect();
    let odd = prop_oneof![30 => prop::sample::select(chars), 1 => any::<char>()];
    prop_oneof![
        8 => prop::collection::vec(odd, 0..40).prop_map(String::from_iter),
        3 => "[0-9.% a模]{0,24}",
        1 => "[a-c]{1,3}".prop_map(|word| word.repeat(90)),
    ]
}

/// Where in its text a query is cut, how long it is, and what is done with it.
fn asked() -> impl Strategy<Value = (usize, usize, usize, u8)> {
    (0..6_usize, 0..60_usize, 1..9_usize, 0..18_u8)
}

fn query(texts: &[Vec<String>], (text, from, length, kind): (usize, usize, usize, u8)) -> String {
    let whole = texts.get(text % texts.len()).and_then(|texts| texts.get(text)).cloned().unwrap_or_default();
    let cut = |from: usize, length: usize| {
        whole.chars().skip(from % (whole.chars().count() + 1)).take(length).collect::<String>()
    };
    let (a, b) = (cut(from, length), cut(from / 2 + 7, length / 2 + 1));
    let bare = |text: &str| text.chars().filter(|ch| !ch.is_whitespace() && *ch != '"').collect::<String>();
    match kind {
        0..=3 => bare(&a),
        4 => format!("\"{a}\""),
        5 => format!("{} {}", bare(&a), bare(&b)),
        6 => format!("{} -{}", bare(&a), bare(&b)),
        7 => format!("{} OR {}", bare(&a), bare(&b)),
        8 => format!("\"{}\"", a.replace(['，', '。', '、', '.', '-', ' '], "")),
        9 => format!("{} in:claims", bare(&cut(from, 1))),
        10 => format!("{} day:2026-09-0{}", bare(&cut(from, 2)), from % 4),
        11 => format!("{} -in:text section:evidence", bare(&cut(from, 2))),
        13 => format!("{} match:word", bare(&a)),
        14 => format!("{} match:script", bare(&a)),
        15 => format!("{} -{} match:script match:word", bare(&cut(from, 2)), bare(&cut(from + 9, 1))),
        16 => format!("\"{a}\" match:word match:script"),
        12 => bare(&a.replace(['，', '。'], "、")),
        _ => bare(&cut(from, 1)),
    }
}

fn compare(desk: &Desk, queries: &[String], how: &str) {
    let files = desk.files();
    for query in queries {
        let (answer, expected) = (desk.ask(query), oracle::hits(desk.path(), &files, query));
        let found = Desk::hits_of(&answer, query);
        if matches!(answer.indexing, Indexing::Running { .. }) {
            // It says that there may be more; what it has is right.
            let is_right = answer.loosened || found.iter().all(|hit| expected.contains(hit));
            assert!(is_right, "{query:?} {how}: {found:?} of {expected:?}");
        } else {
            assert_eq!(found, expected, "{query:?} {how}");
        }
    }
}

/// Every mark of a snippet is what was asked for.
fn marks_are_right(desk: &Desk, query: &str) {
    let answer = desk.ask(query);
    let wanted: Vec<&str> = answer.query.all.iter().flatten().map(|part| part.folded.as_str()).collect();
    for hit in answer.groups.iter().flat_map(|group| &group.hits) {
        assert!(!hit.snippet.spans.is_empty() || wanted.is_empty(), "{query:?} {hit:?}");
        for span in &hit.snippet.spans {
            let marked = fold(span.of(&hit.snippet.text));
            let whole = |wanted: &&str| marked.contains(*wanted) || wanted.contains(marked.as_str());
            let is_loose =
                hit.closeness != library::Closeness::Exact || answer.query.all.iter().flatten().any(|part| part.phrase);
            assert!(is_loose || wanted.iter().any(whole), "{query:?}: {marked:?} in {hit:?}");
        }
    }
}

#[test]
fn a_space_between_two_words_is_neither_a_sign_nor_a_character() {
    let desk = Desk::new(true);
    let texts = ["2 a", "2-a", "2模a", "2 - a", "2- a", "2 -a", "2，a", "2\n\n a", "x2 - - ab"];
    for (nth, texts) in texts.chunks(3).enumerate() {
        let day = format!("2026-09-0{}", nth + 1);
        desk.write(&format!("{day}.json"), record(&day, &texts.iter().map(|&text| text.into()).collect::<Vec<_>>()));
    }
    desk.settle();
    let phrases =
        ["2 a", "２\n\nＡ", "2-a", "2 -a", "2- a", "2 - a", "- a", "2 -", "-", "- -", "2 - - a", "，a", "2模"];
    compare(&desk, &phrases.map(|phrase| format!("\"{phrase}\"")), "by the index");
}

/// Each makes an index. `PROPTEST_CASES` asks for more of them.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(24)
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 60, ..ProptestConfig::with_cases(cases()) })]

    #[test]
    fn hits_are_those_of_a_plain_look(
        texts in prop::collection::vec(prop::collection::vec(text(), 6), 1..5),
        asked in prop::collection::vec(asked(), 40),
    ) {
        let desk = Desk::new(true);
        for (nth, texts) in texts.iter().enumerate() {
            let day = format!("2026-09-0{nth}", nth = nth + 1);
            match nth % 2 {
                0 => desk.write(&format!("{day}.json"), record(&day, texts)),
                _ => desk.write(&format!("{day}.md"), markdown(&day, texts)),
            }
        }
        let queries: Vec<String> = asked.into_iter().map(|asked| query(&texts, asked)).collect();
        desk.check();
        compare(&desk, &queries, "as far as the index is");
        desk.settle();
        compare(&desk, &queries, "by the index");
        queries.iter().for_each(|query| marks_are_right(&desk, query));
    }
}
