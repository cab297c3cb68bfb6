//! Names in hanzi, which only quotation marks set off: `提出多模态系统“明鉴”`. Most of what reviews quote is a
//! turn of phrase; a name is given to a thing.

use super::super::definition;
use super::super::ledger::{Context, Ledger, Place};
use super::super::phrase;
use super::super::word::Word;
use super::clause::{Around, Clause};

/// What opens a quotation.
const MARKS: [char; 2] = ['“', '「'];
/// The first byte of each mark.
const FIRST_BYTES: [u8; 2] = [0xE2, 0xE3];
/// Characters of a name.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=6;
/// Bytes of a quotation that is looked at for its end.
const QUOTATION: usize = 24;

/// Enters every quoted name of `text` that the text gives to something, and its later mentions.
pub(super) fn read<'a>(text: &'a str, place: Place, ledger: &mut Ledger<'a>) {
    if !matches!(place, Place::Opening | Place::Method | Place::Abstract) {
        return;
    }
    // The first bytes of both marks are few among hanzi: one fast look at the text finds them.
    for open in memchr::memchr2_iter(FIRST_BYTES[0], FIRST_BYTES[1], text.as_bytes()) {
        let Some(start) = MARKS.iter().find_map(|mark| Some(text.len() - text.get(open..)?.strip_prefix(*mark)?.len()))
        else {
            continue;
        };
        let reach = super::super::head(text.get(start..).unwrap_or_default(), QUOTATION);
        let Some(length) = reach.find(['”', '」']) else {
            continue;
        };
        let whole = Word { start, end: start + length };
        let name = whole.of(text);
        let hanzi = name.chars().all(|ch| matches!(ch, '\u{4E00}'..='\u{9FFF}'));
        if !hanzi || !LENGTH.contains(&name.chars().count()) {
            continue;
        }
        let around = Around::of(text, whole);
        // The name in Latin letters is the one that other texts use.
        let latin = around.after.trim_start_matches(['（', '(']).starts_with(|ch: char| ch.is_ascii_alphabetic());
        if latin && around.after.starts_with(['（', '(']) {
            continue;
        }
        let introduced = introduced(text, whole, &around, place);
        if introduced == 0 && !ledger.is_named(name) {
            continue;
        }
        let subject = around.begins_clause() && phrase::AFTER_OWN.begin(around.after);
        ledger.mention(name, place, Context { introduced, subject, named: introduced > 0, ..Context::default() });
    }
}

fn introduced(text: &str, whole: Word, around: &Around<'_>, place: Place) -> i32 {
    let clause = Clause::before(text, whole.start, 0);
    let thing = |before: &str| phrase::THINGS.end(before);
    if let Some(before) = phrase::NAMING.strip(around.before) {
        // What is only called so is a notion, unless a thing is: `该系统称为“明鉴”`.
        let given = before.len() < around.before.len()
            && around.before.get(before.len()..).is_some_and(|word| !word.starts_with(['称', '叫', '谓', '记', '缩']));
        return if given || thing(before) { clause.named(before) } else { 0 };
    }
    if around.is_owned() {
        return 12;
    }
    let of_something = around.after.starts_with('的');
    if clause.open > 0 && thing(around.before) && !of_something {
        9
    } else if place == Place::Opening && around.before.is_empty() && definition::follows_in_chinese(around.after) {
        10
    } else {
        0
    }
}
