//! Marks are said to stand where the text says so, however quickly the reader goes from paper to paper and whatever is
//! read anew meanwhile: none is lost because an answer came early or late.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use library::PaperId;
use library::notes::{Counts, NewNote, NotesFilter, Standing};
use reading::anchor::{Found, Index};
use reading::text::ByteSpan;
use suite::generate::{Dice, Form, Issue, Scale};

use crate::desk::{Desk, Open, save_atomically};

/// Marks of one paper of many.
const MANY: usize = 92;
const FEW: usize = 7;

/// Marks so many words of the paper, over all of its passages.
fn mark(open: &Open, id: &PaperId, count: usize) {
    let paper = open.session.paper(id).unwrap();
    let index = Index::new(paper.paper().unwrap());
    let places = (0..).flat_map(|round| {
        let passages = index.passages().iter().enumerate();
        passages.filter_map(move |(passage, shown)| {
            let start = shown.text.char_indices().nth(round * 5)?.0;
            let end = shown.text.char_indices().nth(round * 5 + 4)?.0;
            let is_visible = !shown.text.get(start..end)?.trim().is_empty();
            is_visible.then_some(Found { passage, span: ByteSpan::new(start, end) })
        })
    });
    for place in places.take(count) {
        open.session.annotate(id, &[place], NewNote::default()).unwrap();
    }
}

#[test]
fn marks_of_papers_that_are_switched_quickly_are_all_at_their_words_at_every_look() {
    let desk = Desk::new();
    let issue = Issue::new("2026-09-30", 7, Scale { papers: 6, findings: 5, sentences: 6 });
    let text = issue.text(Form::Record);
    let path = desk.write("a.json", &text);
    let open = desk.open_folder();
    open.first();
    let papers: Vec<(PaperId, usize)> = open
        .papers()
        .into_iter()
        .zip([MANY].into_iter().chain([FEW; 5]))
        .map(|(paper, count)| (paper.id, count))
        .collect();
    assert_eq!(papers.len(), 6);
    papers.iter().for_each(|(id, count)| mark(&open, id, *count));
    let ends = AtomicBool::new(false);
    thread::scope(|scope| {
        let (session, papers, ends) = (&open.session, &papers, &ends);
        let readers: Vec<_> = (0..3)
            .map(|seed| {
                scope.spawn(move || {
                    let mut dice = Dice::new(seed);
                    for _ in 0..24 {
                        let (id, count) = &papers[dice.below(papers.len())];
                        let notes = session.notes(id).unwrap();
                        let total = u32::try_from(*count).unwrap();
                        assert_eq!(notes.counts, Counts { exact: total, total, ..Counts::default() });
                        assert_eq!((&notes.paper, notes.annotations.len()), (id, *count));
                    }
                })
            })
            .collect();
        // The file is saved anew all the while, and the library looks at it again.
        scope.spawn(move || {
            while !ends.load(Ordering::Acquire) {
                save_atomically(&path, &text);
                session.refresh();
                session.wait();
            }
        });
        let done: Vec<_> = readers.into_iter().map(thread::ScopedJoinHandle::join).collect();
        ends.store(true, Ordering::Release);
        assert!(done.iter().all(Result::is_ok));
    });
    let under = |standings: &[Standing]| {
        let filter = NotesFilter { standings: standings.to_vec(), ..NotesFilter::default() };
        usize::try_from(open.session.all_notes(&filter, 0, 0).total).unwrap()
    };
    let all = MANY + 5 * FEW;
    assert_eq!([under(&[]), under(&[Standing::Exact]), under(&[Standing::Lost, Standing::Absent])], [all, all, 0]);
}
