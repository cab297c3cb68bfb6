//! Remarks that are near certain: the number stands beside something else, or runs the other way.
//!
//! Both look at plain shapes only, because a wrong remark costs more trust than a missing one: a row of a table whose
//! label is another name of the claim, and a pair `from … to …` whose ends are swapped.

use super::ground::{Candidate, Quote};
use super::lex::{Kind, Lexed};
use super::quantity::Number;
use super::{Hint, HintKind, Name};
use crate::text::ByteSpan;

/// Tokens of a clause that are looked at.
const MAX_CLAUSE: usize = 80;

/// Names of the claim before and behind a quantity that are looked at.
const MAX_NAMES: usize = 24;

/// A remark on quantity `at`. `chosen` holds what the claim's quantities stand on.
pub(super) fn hint(
    claim: &Lexed,
    numbers: &[Number],
    at: usize,
    quote: &Quote,
    chosen: &[Option<Candidate>],
    names: &[Name],
) -> Option<Hint> {
    let found = chosen.get(at).copied().flatten()?.number;
    swapped(claim, numbers, at, quote, chosen, found).or_else(|| other_row(claim, &numbers[at], quote, found, names))
}

/// 由 A 降至 B beside `from B to A`.
fn swapped(
    claim: &Lexed,
    numbers: &[Number],
    at: usize,
    quote: &Quote,
    chosen: &[Option<Candidate>],
    found: usize,
) -> Option<Hint> {
    let other_at = |other: usize| chosen.get(other).copied().flatten().map(|candidate| candidate.number);
    let (first, second) = if ends_change(claim, numbers, at.checked_sub(1), at) {
        (other_at(at.checked_sub(1)?)?, found)
    } else if ends_change(claim, numbers, Some(at), at + 1) {
        (found, other_at(at + 1)?)
    } else {
        return None;
    };
    let (left, right) = (quote.numbers.get(second)?, quote.numbers.get(first)?);
    let from = quote.lexed.word_before(left.from)?;
    let to = quote.lexed.word_before(right.from)?;
    let reversed = second < first
        && quote.lexed.str(from) == "from"
        && quote.lexed.str(to) == "to"
        && right.from - left.to <= 6
        && left.value != right.value;
    if !reversed {
        return None;
    }
    let words = ByteSpan::new(quote.lexed.tokens[from].start, right.span.end);
    Some(Hint { kind: HintKind::Direction, quote: words })
}

/// Whether the claim says that something changes from number `first` to number `second`: 从 … 升至 …
fn ends_change(claim: &Lexed, numbers: &[Number], first: Option<usize>, second: usize) -> bool {
    let (Some(left), Some(right)) = (first.and_then(|first| numbers.get(first)), numbers.get(second)) else {
        return false;
    };
    let between = claim.span(left.to, right.from).of(claim.text);
    let starts = claim.span(left.from.saturating_sub(2), left.from).of(claim.text);
    left.to < right.from
        && between.chars().count() <= 12
        && between.trim_end().ends_with(['至', '到'])
        && !between.contains(['，', '；', '。', '、'])
        && starts.contains(['从', '由'])
}

/// In a flattened table: the value stands in a row whose label is another name, while the row of the name that the claim
/// speaks of is there too.
fn other_row(claim: &Lexed, number: &Number, quote: &Quote, found: usize, names: &[Name]) -> Option<Hint> {
    let lexed = quote.lexed;
    let value = quote.numbers.get(found)?;
    // One name of the claim in this clause, and it labels a row.
    let mut clause = number.from;
    while clause > 0 && number.from - clause < MAX_CLAUSE {
        let before = clause - 1;
        if claim.is(before, Kind::Sign) && matches!(claim.char(before), '，' | '；' | '。') {
            break;
        }
        clause = before;
    }
    let clause = claim.tokens.get(clause)?.start;
    let behind = names.partition_point(|name| name.span.end <= number.span.start);
    let mut speakers = names[..behind].iter().rev().take_while(|name| name.span.start >= clause);
    let (speaker, none) = (speakers.next()?, speakers.next());
    let own = speaker.in_quote.filter(|span| none.is_none() && is_row_label(lexed, *span))?;
    let near = behind.saturating_sub(MAX_NAMES)..names.len().min(behind + MAX_NAMES);
    let labels = names[near].iter().filter_map(|name| name.in_quote).filter(|span| is_row_label(lexed, *span));
    let row = labels.filter(|label| label.start < value.span.start).max_by_key(|label| label.start)?;
    let foreign = row.start != own.start && row.of(lexed.text) != own.of(lexed.text);
    foreign.then_some(Hint { kind: HintKind::OtherSubject, quote: row })
}

/// Whether the name fills a cell that begins a row: a bar stands behind it, and none right before.
fn is_row_label(lexed: &Lexed, span: ByteSpan) -> bool {
    let behind = lexed.tokens.partition_point(|token| token.start < span.end);
    let before = lexed.tokens.partition_point(|token| token.start < span.start);
    let number = |at: usize| at > 0 && lexed.is(at - 1, Kind::Digits);
    let starts = before == 0 || (lexed.is(before - 1, Kind::Space) && number(before - 1));
    starts && lexed.is_sign(lexed.skip_space(behind), '|')
}
