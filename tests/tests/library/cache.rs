//! A warm start: rows without reading digests, and what happens to a damaged cache.

use std::fs;

use library::Scan;
use suite::generate::Form;

use crate::desk::Desk;

fn cache_of(desk: &Desk) -> std::path::PathBuf {
    desk.dirs().cache.join("rows")
}

#[test]
fn a_warm_start_lists_all_papers_and_reads_none() {
    let desk = Desk::new();
    desk.write_issue("a.json", "2026-09-30", Form::Record);
    let open = desk.open_folder();
    let rows = open.papers();
    drop(open);
    // Were a digest read, it would be another one now.
    desk.write("a.json", "no digest");
    let open = desk.open();
    assert_eq!(open.papers(), rows);
    assert!(rows.iter().any(|row| !row.meter.is_empty()), "the audit's verdicts are kept too");
    open.session.begin();
    open.wait("the check finds out", |open| open.papers() != rows);
}

#[test]
fn what_changed_while_the_program_was_closed_is_found() {
    let desk = Desk::new();
    desk.write_issue("a.txt", "2026-09-30", Form::Bare);
    desk.write_issue("b.txt", "2026-09-29", Form::Bare);
    drop(desk.open_folder());
    fs::remove_file(desk.folder.join("a.txt")).unwrap();
    desk.write_issue("c.txt", "2026-09-28", Form::Bare);
    let open = desk.open();
    open.session.begin();
    open.wait("the new one is read", |open| open.papers().len() == 9);
    let missing: Vec<bool> = open.papers().iter().map(|paper| paper.missing).collect();
    assert_eq!(missing, [[true; 3], [false; 3], [false; 3]].concat());
}

#[test]
fn a_damaged_or_foreign_cache_is_built_anew() {
    let desk = Desk::new();
    desk.write_issue("a.txt", "2026-09-30", Form::Bare);
    drop(desk.open_folder());
    let good = fs::read(cache_of(&desk)).unwrap();
    let flipped = {
        let mut bytes = good.clone();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        bytes
    };
    for damaged in [Vec::new(), b"SQLite format 3\0".to_vec(), good[..good.len() / 2].to_vec(), flipped] {
        fs::write(cache_of(&desk), &damaged).unwrap();
        let open = desk.open();
        open.wait("all is read again, unasked", |open| open.papers().len() == 3);
        open.settle();
        assert_eq!(open.session.rows(&library::Filter::default(), 0, 0).scan, Scan::Idle);
        drop(open);
        assert_eq!(desk.open().papers().len(), 3);
    }
    fs::remove_dir_all(desk.dirs().cache).unwrap();
    let open = desk.open();
    open.wait("all is read again", |open| open.papers().len() == 3);
}
