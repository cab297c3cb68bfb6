//! Writers that are killed at any moment: what they acknowledged is there, and what is there is whole.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::*;

/// Names the folder in which a child writes.
const CHILD: &str = "KAOZHENG_KILLED_IN";
/// Kills that share a folder.
const KILLS_A_FOLDER: u32 = 25;

/// Kills; the number may be raised from outside for a long run.
fn kills() -> u32 {
    std::env::var("KAOZHENG_KILLS").ok().and_then(|number| number.parse().ok()).unwrap_or(500)
}

/// Not a test of its own: what the killed processes do. Every acknowledged change is printed, the way it was printed is
/// what the test believes.
#[test]
fn child() {
    let Some(folder) = std::env::var_os(CHILD) else { return };
    let disk = Disk::new(folder);
    let mut document = Document::open(&disk, PAPER).unwrap();
    for now in 0..1_000_i64 {
        let made = document.add(&draft(&format!("记{now}")), &record(), now).unwrap();
        say("added", &made.id);
        let note = format!("记{now}改");
        document.edit(&made.id, &Edit::Note(note), now).unwrap();
        say("edited", &made.id);
        if now % 4 == 3 {
            // Chunks vanish while others read, and while this process dies.
            let _ = document.compact();
        }
    }
}

/// A line at once: a kill between two writes would leave half of one, which names nothing that was acknowledged.
fn say(what: &str, id: &str) {
    std::io::stderr().write_all(format!("{what} {id}\n").as_bytes()).unwrap();
}

fn start(folder: &std::path::Path) -> Child {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["notebook::tests::kills::child", "--exact", "--nocapture", "--test-threads=1"]).env(CHILD, folder);
    child.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn what_was_acknowledged_survives_any_kill() {
    let (mut dice, mut acknowledged, mut early) = (Dice(11), 0, 0);
    let mut left = kills();
    while left > 0 {
        let folder = tempfile::tempdir().unwrap();
        let (mut added, mut edited) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..left.min(KILLS_A_FOLDER) {
            left -= 1;
            let mut child = start(folder.path());
            let mut said = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
            let mut keep = |line: String| match line.split_once(' ') {
                Some(("added", id)) => added.insert(id.to_owned()),
                Some(("edited", id)) => edited.insert(id.to_owned()),
                _ => panic!("a writer failed: {line}"),
            };
            // So many answers, and any moment of the work on the next.
            for line in said.by_ref().take(dice.below(9)) {
                keep(line);
            }
            std::thread::sleep(Duration::from_micros(dice.below(9_000).try_into().unwrap()));
            child.kill().unwrap();
            let before = said.map(&mut keep).count();
            early += u32::from(before == 0);
            child.wait().unwrap();
        }
        let document = Document::open(Disk::new(folder.path()), PAPER).unwrap();
        assert_eq!(document.troubles().collect::<Vec<_>>(), Vec::<&Trouble>::new());
        let present = document.annotations();
        let ids: BTreeSet<String> = present.iter().map(|annotation| annotation.id.clone()).collect();
        let lost: Vec<&String> = added.difference(&ids).collect();
        assert!(lost.is_empty(), "{lost:?}");
        for annotation in present {
            let is_edited = annotation.note.ends_with('改');
            assert!(is_edited || !edited.contains(&annotation.id), "{annotation:?}");
        }
        acknowledged += added.len() + edited.len();
    }
    assert!(acknowledged > 0);
    eprintln!("{} kills, {early} of them between two answers; {acknowledged} acknowledged changes, all there", kills());
}
