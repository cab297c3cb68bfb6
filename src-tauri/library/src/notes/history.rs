//! What can be taken back and done again: pure values. Taking back writes new changes; the notes' own history stays.

use super::answer::What;
use crate::answer::PaperId;
use crate::notebook::{Annotation, Edit, PaperEdit};

/// Steps that can be taken back.
const MAX_STEPS: usize = 500;
/// Typing within so many milliseconds of the last letter is one step.
const ONE_STEP_MS: i64 = 10_000;

/// A change to one paper's notes that can be written again at any time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// To an annotation.
    Note(String, Edit),
    /// To what is said about the paper.
    Paper(PaperEdit),
}

/// One act of the reader, with what takes it back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) paper: PaperId,
    pub(crate) what: What,
    pub(crate) notes: Vec<String>,
    /// Document and changes to it, in the order in which they are to be written.
    pub(crate) back: Vec<(String, Vec<Change>)>,
    pub(crate) time_ms: i64,
}

/// Both stacks.
#[derive(Debug, Default)]
pub(crate) struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
}

impl History {
    /// The reader did something: what was taken back before cannot be done again.
    pub(crate) fn push(&mut self, step: Step) {
        self.undone.clear();
        match self.done.last_mut() {
            Some(last) if goes_on(last, &step) => merge(last, step),
            _ => {
                self.done.push(step);
                let surplus = self.done.len().saturating_sub(MAX_STEPS);
                self.done.drain(..surplus);
            }
        }
    }

    pub(crate) fn pop_done(&mut self) -> Option<Step> {
        self.done.pop()
    }

    pub(crate) fn pop_undone(&mut self) -> Option<Step> {
        self.undone.pop()
    }

    /// Something was taken back; `step` does it again.
    pub(crate) fn push_undone(&mut self, step: Step) {
        self.undone.push(step);
    }

    /// Something was done again; `step` takes it back.
    pub(crate) fn push_redone(&mut self, step: Step) {
        self.done.push(step);
    }

    pub(crate) fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub(crate) fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }
}

/// Whether `next` goes on typing what `last` typed.
fn goes_on(last: &Step, next: &Step) -> bool {
    let typing = matches!(next.what, What::Edit | What::PaperNote);
    let soon = next.time_ms.saturating_sub(last.time_ms) < ONE_STEP_MS;
    typing
        && soon
        && last.what == next.what
        && last.notes == next.notes
        && text_of(last).is_some()
        && text_of(next).is_some()
}

/// The note before and after a step that did nothing but type.
fn text_of(step: &Step) -> Option<(&String, &String)> {
    let [(_, changes)] = step.back.as_slice() else { return None };
    match changes.as_slice() {
        [Change::Note(_, Edit::NoteSince { base, text })] => Some((text, base)),
        _ => None,
    }
}

fn merge(last: &mut Step, next: Step) {
    let Some(before) = text_of(last).map(|(before, _)| before.clone()) else { return };
    last.back = next.back;
    last.time_ms = next.time_ms;
    if let Some((_, changes)) = last.back.first_mut()
        && let Some(Change::Note(_, Edit::NoteSince { text, .. })) = changes.first_mut()
    {
        *text = before;
    }
}

/// The edits that make `from` what `to` is. Both are the same annotation at two times.
pub(crate) fn edits_between(from: &Annotation, to: &Annotation) -> Vec<Edit> {
    let mut edits = Vec::new();
    if from.color != to.color {
        edits.push(Edit::Color(to.color));
    }
    if from.highlight != to.highlight {
        edits.push(Edit::Highlight(to.highlight));
    }
    if from.note != to.note {
        edits.push(Edit::NoteSince { base: from.note.clone(), text: to.note.clone() });
    }
    edits.extend(from.tags.difference(&to.tags).cloned().map(Edit::RemoveTag));
    edits.extend(to.tags.difference(&from.tags).cloned().map(Edit::AddTag));
    if from.bookmark != to.bookmark {
        edits.push(Edit::Bookmark(to.bookmark));
    }
    if from.target != to.target {
        edits.push(Edit::Target(to.target.clone()));
    }
    match (from.deleted, to.deleted) {
        (false, true) => edits.push(Edit::Delete),
        (true, false) => edits.push(Edit::Restore),
        _ => {}
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(id: &str, before: &str, after: &str, time_ms: i64) -> Step {
        let edit = Edit::NoteSince { base: after.to_owned(), text: before.to_owned() };
        Step {
            paper: PaperId("p".to_owned()),
            what: What::Edit,
            notes: vec![id.to_owned()],
            back: vec![("d".to_owned(), vec![Change::Note(id.to_owned(), edit)])],
            time_ms,
        }
    }

    #[test]
    fn typing_without_a_pause_is_one_step() {
        let mut history = History::default();
        for (before, after, time_ms) in [("", "甲", 0), ("甲", "甲乙", 300), ("甲乙", "甲乙丙", 600)] {
            history.push(typed("a", before, after, time_ms));
        }
        assert_eq!(history.pop_done(), Some(typed("a", "", "甲乙丙", 600)));
        assert!(!history.can_undo());
    }

    #[test]
    fn a_pause_another_note_and_another_act_begin_a_new_step() {
        let mut history = History::default();
        history.push(typed("a", "", "甲", 0));
        history.push(typed("a", "甲", "甲乙", ONE_STEP_MS));
        history.push(typed("b", "", "丙", ONE_STEP_MS + 1));
        let star = vec![("d".to_owned(), vec![Change::Paper(PaperEdit::Star(false))])];
        history.push(Step { what: What::Star, back: star, ..typed("b", "", "", ONE_STEP_MS + 2) });
        let steps = std::iter::from_fn(|| history.pop_done()).count();
        assert_eq!(steps, 4);
    }

    #[test]
    fn what_was_taken_back_cannot_be_done_again_after_something_else_was_done() {
        let mut history = History::default();
        history.push_undone(typed("a", "", "甲", 0));
        assert!(history.can_redo());
        history.push(typed("a", "", "乙", 0));
        assert!(!history.can_redo() && history.can_undo());
    }

    #[test]
    fn only_the_latest_steps_are_kept() {
        let mut history = History::default();
        for n in 0..MAX_STEPS + 7 {
            history.push(typed(&n.to_string(), "", "甲", 0));
        }
        let steps: Vec<Step> = std::iter::from_fn(|| history.pop_done()).collect();
        assert_eq!((steps.len(), steps.last().map(|step| step.notes.clone())), (MAX_STEPS, Some(vec!["7".to_owned()])));
    }
}
