//! What exports write, kept as fixtures: other parsers of Markdown read them in the interface's tests and must see the same.
//!
//! `UPDATE_FIXTURES=1 cargo test -p suite --test export_fixtures` writes them anew; read the difference before it is kept.

#![allow(clippy::expect_used, reason = "a test stops where its data is not what it should be")]

use std::collections::BTreeSet;
use std::fs;

use reading::anchor::{Index, Target};
use reading::corpus::{Paper, read};
use reading::export::{
    Around, Builtin, Context, DaySheet, Dialect, Extent, Head, Mark, Options, Place, Sheet, Template, escape,
};
use serde_json::{Value, json};
use suite::places;

/// The file `name` holds `text`.
fn check(name: &str, text: &str) {
    let path = places::fixtures().join("export").join(name);
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        fs::write(&path, text).expect("the fixture can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    // As values: the order of an object's members depends on what else is built.
    let value = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    if !value(text).is_null() && value(&kept) == value(text) {
        return;
    }
    let parted = suite::difference(&kept, text);
    assert!(parted.is_none(), "{name} is not what is written today: {}", parted.unwrap_or_default());
}

/// Numbers without a pattern, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(sides).unwrap_or(1)).unwrap_or(0)
    }
}

/// What parsers take for markup, and what stands beside it.
const PIECES: [&str; 62] = [
    "*",
    "**",
    "***",
    "_",
    "__",
    "`",
    "``",
    "```",
    "~",
    "~~",
    "~~~",
    "[",
    "]",
    "](",
    "[^1]",
    "]: ",
    "(u)",
    "<",
    "<b>",
    "</i>",
    "<!--",
    "-->",
    "<http://a.b>",
    "&",
    "&amp;",
    "&#35;",
    "\\",
    "\\\\",
    "|",
    "!",
    "!\\[",
    "#",
    "# ",
    "- ",
    "+ ",
    "1. ",
    "2) ",
    "> ",
    "---",
    "===",
    "\n",
    "\n",
    "\n\n",
    " ",
    " ",
    "    ",
    "\t",
    "中文",
    "，",
    "“",
    "”",
    "：",
    "。",
    "（",
    "）",
    "a",
    "b2",
    "$5",
    "$x$",
    "\"",
    "'",
    "3%",
];

#[test]
fn escaped_text_is_as_the_other_parsers_have_read_it() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut cases: Vec<Value> = Vec::new();
    for _ in 0..800 {
        let text: String =
            (0..1 + dice.roll(10)).filter_map(|_| PIECES.get(dice.roll(PIECES.len())).copied()).collect();
        if text.trim().is_empty() {
            continue;
        }
        let inline = Around { before: Some('（'), after: Some('）'), alone: false, item: false };
        let link = Around { before: Some('['), after: Some(']'), ..inline };
        cases.push(json!({
            "text": text,
            "paragraph": escape(&text, Place::Paragraph, Around::ALONE, Dialect::Plain),
            "heading": escape(&text, Place::Heading, Around::ALONE, Dialect::Plain),
            "inline": escape(&text, Place::Inline, inline, Dialect::Plain),
            "link": escape(&text, Place::LinkText, link, Dialect::Plain),
            "cell": escape(&text, Place::Cell, Around::ALONE, Dialect::Plain),
        }));
    }
    check("escaped.json", &(serde_json::to_string_pretty(&cases).expect("JSON") + "\n"));
}

fn paper() -> Paper {
    let digest = fs::read(places::fixtures().join("corpus/digest/record.json")).expect("a digest");
    read(&digest).digest.papers.remove(0)
}

#[test]
fn exported_files_are_as_the_other_parsers_have_read_them() {
    let paper = paper();
    let index = Index::new(&paper);
    let mut quotes: Vec<String> = Vec::new();
    let marks: Vec<Mark> = index
        .passages()
        .iter()
        .enumerate()
        .map(|(nth, passage)| {
            let found = index.find(passage.text);
            quotes.push(passage.text.to_owned());
            Mark {
                id: format!("{nth:08x}"),
                target: Target::new(&paper, &index, found.get(..1).unwrap_or_default()),
                note: ["", "见 **图** 2\n- [ ] todo", "`x|y` 与 [[概念]]"]
                    .get(nth % 3)
                    .copied()
                    .unwrap_or_default()
                    .to_owned(),
                tags: BTreeSet::from(["门 控".to_owned()]),
                color: "yellow".to_owned(),
                highlight: true,
                bookmark: nth % 5 == 0,
                created: "2026-01-06T08:00:00Z".to_owned(),
                modified: "2026-01-06T08:00:00Z".to_owned(),
            }
        })
        .collect();
    let mut files = serde_json::Map::new();
    let mut keep = |name: String, file: &str| files.insert(name, file.lines().collect());
    for builtin in Builtin::ALL {
        let template = Template::builtin(builtin).expect("a template of ours");
        let sheet = |options| Sheet::new(Head::of(&paper, Some("2026-01-05")), &[&paper], marks.clone(), options);
        let notes = template.render(&sheet(Options::default())).expect("it renders");
        keep(builtin.as_str().to_owned(), &notes);
        let options = Options { extent: Extent::Whole, context: Context::Finding, ..Options::default() };
        keep(format!("{}-whole", builtin.as_str()), &template.render(&sheet(options)).expect("it renders"));
        // The same paper twice, once without notes: a digest.
        let bare = Sheet::new(Head::of(&paper, Some("2026-01-05")), &[&paper], Vec::new(), options);
        let day = DaySheet::new(Some("2026-01-05".to_owned()), vec![sheet(options), bare], options);
        keep(format!("{}-day", builtin.as_str()), &template.render_day(&day).expect("it renders"));
    }
    check("files.json", &(serde_json::to_string_pretty(&files).expect("JSON") + "\n"));
    check("quotes.json", &(serde_json::to_string_pretty(&quotes).expect("JSON") + "\n"));
}
