//! Writes what the interface's in-memory client shows: the very values that the shell sends for the bundled sample, a
//! digest of the other publisher, and a broken one. Like the types it is made by a test; the gate fails on a difference.

use std::{fs, path::Path};

use library::{Dirs, Filter, PaperId, Row, Session};

use super::{paper, source};

/// A paper with what sources lack now and then: a claim without its quote, a quote without its claim, numbers that jump.
const BROKEN: &str = "2026-11-01\n\n本文提出 GapKnot，一个用来检查缺失的小系统。它只有两个实验，其中一个丢了引文。\n\n\
    背景很短：摘录时常常丢掉一侧。\n\n方法也很短：把两侧都列出来，缺的那一侧写明缺失。\n\n\
    实验只有几条，编号还不连续。\n\n1. GapKnot 在 40 个样本中找出 37 处缺失。\n\n   GapKnot finds 37 of 40 gaps.\n\n\
    2. 这一条的引文丢了，比例为 92.5%。\n\n7. 误报只有 2 处，比基线少三分之一。\n\n   Only two false alarms are raised.\n\n\
    Novelty：很小。 Soundness：可靠。 Significance：有限。\n\n一是样本太少。二是只有一种语言。\n\n可以扩展到更多语言。\n";

/// Written field by field: the order of a map depends on what else is built.
#[derive(serde::Serialize)]
struct Data {
    papers: Vec<crate::wire::PaperView>,
    files: Vec<Text>,
}

#[derive(PartialEq, serde::Serialize)]
struct Text {
    id: u32,
    text: String,
}

#[test]
fn the_interface_in_memory_shows_what_the_shell_sends() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let room = tempfile::tempdir().unwrap();
    let digests = room.path().join("digests");
    fs::create_dir(&digests).unwrap();
    let copies = [
        (here.join("sample/2026-11-02.json"), "2026-11-02.json"),
        (here.join("../tests/fixtures/corpus/enhanced/2026-01-05.md"), "2026-01-05.md"),
    ];
    for (from, name) in copies {
        fs::copy(from, digests.join(name)).unwrap();
    }
    fs::write(digests.join("2026-11-01.txt"), BROKEN).unwrap();
    let at = |name: &str| room.path().join(name);
    let session = Session::open(&Dirs { config: at("config"), cache: at("cache"), data: at("data") }, None, |_| ());
    for name in ["2026-11-02.json", "2026-11-01.txt", "2026-01-05.md"] {
        assert!(session.add_paths(&[digests.join(name)])[0].outcome.is_ok(), "{name}");
    }
    let rows = session.rows(&Filter::default(), 0, u32::MAX).rows;
    let ids = rows.into_iter().filter_map(|row| if let Row::Paper(row) = row { Some(row.id) } else { None });
    let opened: Vec<_> = ids.map(|id: PaperId| session.paper(&id).unwrap()).collect();
    let mut files: Vec<_> = opened
        .iter()
        .map(|open| {
            let view = source(&session.source(&open.id, open.files[0].id).unwrap());
            Text { id: view.file.id, text: view.text }
        })
        .collect();
    files.dedup();
    let papers: Vec<_> = opened.iter().map(|open| paper(open).unwrap()).collect();
    let data = serde_json::to_string_pretty(&Data { papers, files }).unwrap() + "\n";
    let into = here.join("../ui/src/lib/ipc/generated/sample.json");
    if fs::read_to_string(&into).is_ok_and(|old| old == data) {
        return;
    }
    fs::write(into, data).unwrap();
}
