//! Two and three machines that share their chunks in any order, do anything, and come to the same notes with nothing lost.

use super::*;
use crate::doubts::{Found, Settlement};

/// Copies one chunk of `from` to `to`, as a synchroniser would: any, in any order.
fn carry(from: &Memory, to: &Memory, dice: &mut Dice) {
    let chunks = from.chunks(PAPER).unwrap();
    if !chunks.is_empty() {
        let key = &chunks[dice.below(chunks.len())];
        to.put(key.clone(), from.read(key).unwrap());
    }
}

fn carry_all(places: &[Memory]) {
    for from in places {
        for to in places {
            for key in from.chunks(PAPER).unwrap() {
                to.put(key.clone(), from.read(&key).unwrap());
            }
        }
    }
}

/// What was done anywhere and must be there in the end.
#[derive(Default)]
struct Done {
    made: BTreeSet<String>,
    /// Words typed into notes, by annotation.
    typed: Vec<(String, String)>,
    /// Doubts that were settled.
    settled: BTreeSet<String>,
}

/// One random act on one machine.
fn act(document: &mut Document<&Memory>, dice: &mut Dice, now: i64, done: &mut Done) {
    let present = document.annotations();
    let own = (!present.is_empty()).then(|| present[dice.below(present.len())].clone());
    match (dice.below(14), own) {
        (0..=2, _) | (_, None) => {
            done.made.insert(document.add(&draft(&format!("记{now}")), &record(), now).unwrap().id);
        }
        (3..=4, Some(own)) => {
            let word = format!("改{now}。");
            let at = own.note.floor_char_boundary(dice.below(own.note.len() + 1));
            let text = format!("{}{word}{}", &own.note[..at], &own.note[at..]);
            document.edit(&own.id, &Edit::NoteSince { base: own.note, text }, now).unwrap();
            done.typed.push((own.id, word));
        }
        (5, Some(own)) => drop(document.edit(&own.id, &Edit::Delete, now).unwrap()),
        (6, Some(own)) => drop(document.edit(&own.id, &Edit::Restore, now).unwrap()),
        (7, Some(own)) => drop(document.edit(&own.id, &Edit::AddTag(format!("签{now}")), now).unwrap()),
        (8, Some(own)) => {
            let tag = own.tags.first().cloned().unwrap_or_default();
            document.edit(&own.id, &Edit::RemoveTag(tag), now).unwrap();
        }
        (9, Some(own)) => {
            let color = Color::ALL[dice.below(4)];
            document.edit(&own.id, &Edit::Color(color), now).unwrap();
            document.edit(&own.id, &Edit::Highlight(dice.below(2) == 0), now).unwrap();
        }
        (10, Some(own)) => {
            let mut target = own.target;
            target.aliases.push(format!("{now}"));
            document.edit(&own.id, &Edit::Target(target), now).unwrap();
        }
        (11, _) => {
            let word = format!("篇{now}。");
            let base = document.annotation(PAPER).map(|note| note.note).unwrap_or_default();
            let edit = Edit::NoteSince { text: format!("{word}{base}"), base };
            document.stage_paper_note(&target(), &record(), &edit, now).unwrap();
            document.save().unwrap();
            done.typed.push((PAPER.to_owned(), word));
            done.made.insert(PAPER.to_owned());
        }
        (12, _) => {
            let settlement = Settlement { finding: Found::Right, word: format!("{now}") };
            let edits = [PaperEdit::Settle(format!("d{now}"), Some(settlement)), PaperEdit::Read(now % 2 == 0)];
            document.stage_paper(&edits, None, now).unwrap();
            document.save().unwrap();
            done.settled.insert(format!("d{now}"));
        }
        (_, _) => {
            let edits = [PaperEdit::Star(now % 3 > 0), PaperEdit::Name(Some(format!("名{now}")))];
            document.stage_paper(&edits, None, now).unwrap();
            document.save().unwrap();
        }
    }
}

/// Whether all letters of `word` are in `note`, in their order: others may have typed between them.
fn has_letters_of(note: &str, word: &str) -> bool {
    let mut rest = note.chars();
    word.chars().all(|letter| rest.any(|other| other == letter))
}

#[test]
fn replicas_that_share_their_chunks_in_any_order_come_to_the_same_notes_and_nothing_is_lost() {
    for seed in 0..12 {
        let mut dice = Dice(seed);
        let places: Vec<Memory> = (0..2 + dice.below(2)).map(|_| Memory::default()).collect();
        let mut done = Done::default();
        for now in 0..45_i64 {
            let here = dice.below(places.len());
            match dice.below(5) {
                0 => carry(&places[here], &places[dice.below(places.len())], &mut dice),
                1 if now % 3 == 0 => {
                    let mut document = Document::open(&places[here], PAPER).unwrap();
                    if document.troubles().next().is_none() {
                        document.compact().unwrap();
                    }
                }
                _ => act(&mut Document::open(&places[here], PAPER).unwrap(), &mut dice, now, &mut done),
            }
        }
        carry_all(&places);
        let first = open(&places[0]);
        let (annotations, state) = (first.annotations(), first.state());
        let ids: BTreeSet<String> = annotations.iter().map(|annotation| annotation.id.clone()).collect();
        assert_eq!(ids, done.made, "seed {seed}");
        for (id, word) in &done.typed {
            let note = first.annotation(id).unwrap().note;
            assert!(has_letters_of(&note, word), "seed {seed}: {word} is not in {note}");
        }
        assert_eq!(state.settled.keys().cloned().collect::<BTreeSet<_>>(), done.settled, "seed {seed}");
        for place in &places {
            let mut document = open(place);
            assert_eq!((document.annotations(), document.state()), (annotations.clone(), state.clone()), "seed {seed}");
            document.compact().unwrap();
            let again = open(place);
            assert_eq!((again.annotations(), again.state()), (annotations.clone(), state.clone()), "seed {seed}");
            assert_eq!(place.chunks(PAPER).unwrap().len(), 1, "seed {seed}");
        }
    }
}

#[test]
fn two_who_begin_the_note_on_the_paper_apart_keep_both_texts() {
    let places = [Memory::default(), Memory::default()];
    for (place, text) in places.iter().zip(["甲的话。", "乙的话。"]) {
        let mut document = open(place);
        let edit = Edit::NoteSince { base: String::new(), text: text.to_owned() };
        document.stage_paper_note(&target(), &record(), &edit, 1).unwrap();
        document.save().unwrap();
    }
    carry_all(&places);
    let note = open(&places[0]).annotation(PAPER).unwrap().note;
    assert!(note.contains("甲的话。") && note.contains("乙的话。"), "{note}");
    assert_eq!(open(&places[1]).annotations(), open(&places[0]).annotations());
}

#[test]
fn one_who_types_on_from_what_the_window_had_overwrites_nobody() {
    let storage = Memory::default();
    let id = open(&storage).add(&draft("开头。结尾。"), &record(), 1).unwrap().id;
    let mut window = open(&storage);
    open(&storage).edit(&id, &Edit::Note("开头。中间。结尾。".to_owned()), 2).unwrap();
    // The window has read it, but what is typed began before.
    window.refresh().unwrap();
    let since = |base: &str, text: &str| Edit::NoteSince { base: base.to_owned(), text: text.to_owned() };
    let now = window.edit(&id, &since("开头。结尾。", "开头。结尾。完。"), 3).unwrap();
    assert_eq!(now.note, "开头。中间。结尾。完。");
    // From a text that never was, the text is taken as it is; the versions keep the rest.
    let now = window.edit(&id, &since("别的", "新的"), 4).unwrap();
    assert_eq!(now.note, "新的");
    assert!(window.versions(&id).iter().any(|version| version.note == "开头。中间。结尾。完。"));
}
