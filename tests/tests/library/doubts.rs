//! Doubts that the reader settles: kept, counted, and open again when the statement changes.

use library::{Filter, Found, Settlement, doubt_key};
use reading::audit;

use crate::desk::{Desk, Open};

const CLAIMS: [&str; 2] = ["训练用了 64 块卡，历时 9 天。", "准确率为 71.4%，比基线高 5.2 个百分点。"];
const QUOTES: [&str; 2] = ["Training took nine days.", "It reaches an accuracy of 71.4%."];

fn record(claims: [&str; 2]) -> String {
    let experiments: Vec<_> =
        claims.iter().zip(QUOTES).map(|(claim, quote)| serde_json::json!({"claim": claim, "quote": quote})).collect();
    let deep_read =
        serde_json::json!({"positioning": "本文提出 PebbleNet，一种给测试用的网络。", "experiments": experiments});
    serde_json::json!({"schema_version": 1, "target_date": "2026-09-30",
        "papers": [{"title": "PebbleNet", "deep_read": deep_read}]})
    .to_string()
}

fn keys(claims: [&str; 2]) -> Vec<String> {
    let pairs = claims.into_iter().zip(QUOTES);
    let keys = pairs.flat_map(|(claim, quote)| {
        let audit = audit::audit(claim, quote);
        let doubts = audit.quantities.iter().filter(|quantity| quantity.is_doubt());
        doubts.map(|doubt| doubt_key(claim, doubt.span)).collect::<Vec<_>>()
    });
    keys.collect()
}

fn doubtful(open: &Open) -> (usize, u32) {
    let filter = Filter { doubts: true, ..Filter::default() };
    (open.papers_under(&filter).len(), open.session.rows(&filter, 0, 0).doubt_papers)
}

#[test]
fn a_paper_leaves_the_doubtful_ones_when_its_last_doubt_is_settled_and_comes_back_when_one_opens() {
    let desk = Desk::new();
    desk.write("a.json", record(CLAIMS));
    let open = desk.open_folder();
    let keys = keys(CLAIMS);
    assert_eq!((keys.len(), doubtful(&open)), (2, (1, 1)));
    let right = Settlement { finding: Found::Right, word: "见附录 B".to_owned() };
    let id = open.first();
    open.session.settle(&id, &keys[0], Some(right.clone())).unwrap();
    assert_eq!(doubtful(&open), (1, 1));
    open.session.settle(&id, &keys[1], Some(Settlement { finding: Found::Unclear, word: String::new() })).unwrap();
    assert_eq!(doubtful(&open), (0, 0));
    open.session.settle(&id, &keys[1], None).unwrap();
    assert_eq!(doubtful(&open), (1, 1));
    let settled = open.session.paper(&id).unwrap().settled;
    assert_eq!(settled.into_iter().collect::<Vec<_>>(), [(keys[0].clone(), right)]);
}

#[test]
fn doubts_that_two_machines_settled_between_them_are_all_settled_on_both() {
    let desks = [Desk::new(), Desk::new()];
    let shared = desks[0].beside("shared");
    std::fs::create_dir(&shared).unwrap();
    let opens = desks.each_ref().map(|desk| {
        desk.write("a.json", record(CLAIMS));
        let open = desk.open_folder();
        open.session.set_notebook_folder(Some(&shared)).unwrap();
        open
    });
    for (open, key) in opens.iter().zip(keys(CLAIMS)) {
        let right = Settlement { finding: Found::Right, word: String::new() };
        open.session.settle(&open.first(), &key, Some(right)).unwrap();
    }
    for open in &opens {
        open.session.notes(&open.first()).unwrap();
        open.wait("no doubt is left", |open| doubtful(open) == (0, 0));
    }
}

#[test]
fn what_was_settled_survives_the_program_and_lapses_with_the_statement() {
    let desk = Desk::new();
    desk.write("a.json", record(CLAIMS));
    let open = desk.open_folder();
    for key in keys(CLAIMS) {
        let wrong = Settlement { finding: Found::Wrong, word: String::new() };
        open.session.settle(&open.first(), &key, Some(wrong)).unwrap();
    }
    drop(open);
    let open = desk.open();
    assert_eq!(doubtful(&open), (0, 0));
    open.session.begin();
    open.settle();
    let edited = ["训练用了 640 块卡，历时 90 天。", CLAIMS[1]];
    desk.write("a.json", record(edited));
    open.session.refresh();
    let fresh = keys(edited);
    open.wait("the edited claim is read", |open| {
        open.session.paper(&open.first()).is_ok_and(|paper| paper.file.text.contains("640"))
    });
    let settled = open.session.paper(&open.first()).unwrap().settled;
    assert_eq!(fresh.iter().filter(|key| settled.contains_key(*key)).count(), 1, "only the untouched claim's");
}
