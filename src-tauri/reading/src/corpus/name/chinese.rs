//! How Chinese reviews speak of the paper's own name, and how of others'.

mod clause;
mod quoted;

use self::clause::{Around, Clause, is_mark};
use super::ledger::{Context, Ledger, Place};
use super::phrase;
use super::word::{self, Shape, Word};

/// Enters every candidate of `text`.
pub(super) fn read<'a>(text: &'a str, place: Place, ledger: &mut Ledger<'a>) {
    if place == Place::Opening && phrase::STUDYING.iter().any(|word| text.contains(word)) {
        ledger.tell_of_study();
    }
    quoted::read(text, place, ledger);
    let mut words: Vec<Word> = Vec::with_capacity(text.len() / 32);
    word::words(text, |word| words.push(word));
    // Where the last name stood that a verb introduced: the verb is used up for the next one.
    let mut introduced_at = 0;
    let mut at = 0;
    while let Some(first) = words.get(at).copied() {
        let length =
            word::phrase_length(text, words.get(at..).unwrap_or_default(), || Around::of(text, first).is_given());
        let last = words.get(at + length - 1).copied().unwrap_or(first);
        let whole = Word { start: first.start, end: last.end };
        at += length;
        let name = whole.of(text);
        let shape = word::shape(name);
        let small = shape == Shape::Small;
        // Most Latin words in a review are small ones in the middle of a sentence: one look at the character before.
        // The end of a name that hanzi begin: `山海-Bench`.
        let end_of_name = text.get(..first.start).unwrap_or_default().ends_with('-');
        if shape == Shape::Nothing
            || end_of_name
            || (small && !ledger.is_named(name) && !may_be_given(text, first.start))
        {
            continue;
        }
        let around = Around::of(text, whole);
        let named = around.names();
        let naming = named.is_some();
        let set_off = (around.is_direct() && around.after.starts_with(['，', '（', '(', '。', '：', ',', '—']))
            || (small && name.len() > 3 && place == Place::Opening && around.is_thing_that_acts());
        if small && !naming && !set_off && !ledger.is_named(name) {
            continue;
        }
        let clause = Clause::before(text, whole.start, introduced_at);
        let mut context = clause.context(&around, named, place, ledger.tells_of_study());
        context.named |= set_off;
        let abbreviated = (length > 1 || name.contains('-')) && word::is_abbreviated(text, whole);
        if abbreviated {
            context.introduced /= 3;
        }
        ledger.mention(name, place, context);
        if shape == Shape::Phrase && !abbreviated && word::shape(first.of(text)) == Shape::Coined {
            let context = Context { introduced: context.introduced * 7 / 10, ..context };
            ledger.mention(first.of(text), place, context);
        }
        // A word of the field between a verb and its object is no object: `提出 GUI 智能体 X`.
        if context.introduced >= 4 && !word::is_common(name) {
            introduced_at = whole.end;
        }
    }
}

/// Whether the character before `at` can end a word that gives a name or a verb that introduces.
fn may_be_given(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default().trim_end_matches(is_mark).chars().next_back();
    before.is_some_and(|ch| "为作做名称叫号出布源建绍发造立计入现献告述张展了的库架统具擎台".contains(ch))
}
