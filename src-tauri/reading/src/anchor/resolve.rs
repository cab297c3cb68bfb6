//! From selectors back to words.
//!
//! First the stored position, where words and context are still the same; then the same words with the same context
//! anywhere; then the same words with the context that changed least; then, for long quotes, words that changed a
//! little. Short quotes match exactly or not at all. Where the context still stands but the words in it are gone, the mark
//! is lost, even if the same words stand somewhere else.

use serde::{Deserialize, Serialize};

use super::edit::{self, fewest, nearest};
use super::fold;
use super::index::{CLOSES, Found, Index, OPENS};
use super::passage::Place;
use super::target::{CONTEXT_CHARS, Part, Target};

/// At most so many places are named of a mark that could be at several.
const SHOWN_PLACES: usize = 8;
/// Han characters, or letters and digits, that make a quote long enough to be told by itself.
const LONG_HAN: usize = 5;
const LONG_LETTERS: usize = 8;
/// One edit in so many characters is allowed inside a long quote.
const CHARS_PER_EDIT: usize = 8;
/// Context that must stand on both sides, in characters, to show that the words between are gone.
const WITNESS_CHARS: usize = 6;
/// Places where a changed quote may stand that are looked at closely.
const CLOSE_LOOKS: usize = 64;
/// A quote as long as so many long ones needs no context where it stands only once.
const UNMISTAKABLE: usize = 3;

/// Where the words of a mark are now.
#[derive(Clone, Debug, PartialEq)]
pub enum Resolution {
    /// At their place. Empty for a mark on the whole paper.
    Exact(Vec<Found>),
    /// Elsewhere, or a little changed, or among changed words.
    Moved {
        /// Where, in the order of the parts.
        found: Vec<Found>,
        /// From 0 to 1 (words and context unchanged): the least certain part's.
        score: f64,
    },
    /// At one of these places of the first part in doubt, equally likely.
    Ambiguous(Vec<Found>),
    /// Nowhere.
    Lost(Why),
}

/// Why a mark has no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The quote holds no visible character.
    EmptyQuote,
    /// What stood around the words still stands, without them.
    WordsGone,
    /// The words stand nowhere.
    NotFound,
    /// The words stand somewhere, but among others.
    OtherContext,
    /// The paper, in this form, has no section of the kind that the words were marked in.
    NoSection,
}

impl Index<'_> {
    /// Where `target` is in this paper. Whether it belongs to this paper is not asked.
    pub fn resolve(&self, target: &Target) -> Resolution {
        let mut all = Vec::with_capacity(target.parts.len());
        let mut least = None;
        for part in &target.parts {
            match self.resolve_part(part) {
                Resolution::Exact(found) => all.extend(found),
                Resolution::Moved { found, score } => {
                    all.extend(found);
                    least = Some(least.map_or(score, |least: f64| least.min(score)));
                }
                doubt => return doubt,
            }
        }
        match least {
            None => Resolution::Exact(all),
            Some(score) => Resolution::Moved { found: all, score },
        }
    }

    /// Where one part of a target is.
    pub fn resolve_part(&self, part: &Part) -> Resolution {
        match self.seek(part) {
            Resolution::Lost(Why::NotFound | Why::OtherContext) if !self.has_section_of(part) => {
                Resolution::Lost(Why::NoSection)
            }
            found => found,
        }
    }

    /// Forms of one digest differ in what they carry: a record has the abstract, a page has not.
    fn has_section_of(&self, part: &Part) -> bool {
        self.passages().iter().any(|passage| passage.place.section == part.place.section)
    }

    fn seek(&self, part: &Part) -> Resolution {
        if let Some(found) = self.at_position(part) {
            return Resolution::Exact(vec![found]);
        }
        let sought = Sought::new(part);
        if sought.words.is_empty() {
            return Resolution::Lost(Why::EmptyQuote);
        }
        let hits = self.hits(&sought.words);
        let undisturbed: Vec<usize> = hits.iter().copied().filter(|at| self.fits(&sought, *at)).collect();
        if let Some(resolution) = self.choose_undisturbed(&sought, &undisturbed) {
            return resolution;
        }
        if self.words_are_gone(&sought) {
            return Resolution::Lost(Why::WordsGone);
        }
        let unchanged =
            if hits.is_empty() { Resolution::Lost(Why::NotFound) } else { self.choose_disturbed(&sought, &hits) };
        match unchanged {
            Resolution::Lost(why) if sought.lengths() >= 1.0 => match self.changed(&sought) {
                Resolution::Lost(_) => Resolution::Lost(why),
                changed => changed,
            },
            unchanged => unchanged,
        }
    }

    /// The stored position, where the words and their context are there as they were.
    fn at_position(&self, part: &Part) -> Option<Found> {
        let same = |own: &Place| match &part.place.print {
            // Findings are renumbered; two with the same quote are told apart by their claims.
            Some(_) => own.is_of(&part.place),
            None => own.agrees(&part.place) && own.ordinal == part.place.ordinal,
        };
        let passage = self.passages().iter().position(|passage| same(&passage.place))?;
        let text = self.passages().get(passage)?.text;
        let byte_at = |points: usize| text.char_indices().map(|(at, _)| at).chain([text.len()]).nth(points);
        let start = byte_at(part.position.start)?;
        let quote = &part.quote;
        let rest = text.get(start..)?.strip_prefix(quote.exact.as_str())?;
        let before = text.get(..start)?.strip_suffix(quote.prefix.as_str())?;
        let after = rest.strip_prefix(quote.suffix.as_str())?;
        let ends_fit = (before.is_empty() || is_whole(&quote.prefix)) && (after.is_empty() || is_whole(&quote.suffix));
        let span = crate::text::ByteSpan::new(start, start + quote.exact.len());
        (ends_fit && !span.is_empty()).then_some(Found { passage, span })
    }

    fn fits(&self, sought: &Sought, at: usize) -> bool {
        let (before, after) = self.around(at, at + sought.words.len());
        before.ends_with(&sought.before) && after.starts_with(&sought.after)
    }

    /// The text of the same passage before `start` and from `end` on.
    fn around(&self, start: usize, end: usize) -> (&[char], &[char]) {
        let Some(passage) = self.passage_of(start) else { return (&[], &[]) };
        let (first, stretch) = self.stretch(passage);
        let part = |from: usize, to: usize| stretch.get(from..to).unwrap_or_default();
        (part(0, start - first), part(end - first, stretch.len()))
    }

    fn is_at_place(&self, sought: &Sought, at: usize) -> bool {
        self.place_of(at).is_some_and(|place| place.agrees(sought.place))
    }

    fn place_of(&self, at: usize) -> Option<&Place> {
        let passage = self.passage_of(at).and_then(|passage| self.passages().get(passage))?;
        Some(&passage.place)
    }

    fn choose_undisturbed(&self, sought: &Sought, hits: &[usize]) -> Option<Resolution> {
        let of_claim = |at: &usize| self.place_of(*at).is_some_and(|place| place.is_of(sought.place));
        let mut home: Vec<usize> = hits.iter().copied().filter(of_claim).collect();
        if home.is_empty() {
            home = hits.iter().copied().filter(|at| self.is_at_place(sought, *at)).collect();
        }
        let founds = |starts: &[usize]| {
            let found = |start: &usize| self.found(*start, start + sought.words.len());
            starts.iter().filter_map(found).collect::<Vec<_>>()
        };
        match (home.as_slice(), hits) {
            ([], []) => None,
            ([one], _) => Some(Resolution::Exact(founds(&[*one]))),
            ([], [one]) => Some(Resolution::Moved { found: founds(&[*one]), score: 1.0 }),
            ([], several) | (several, _) => Some(ambiguous(founds(several))),
        }
    }

    /// Whether what stood around the words stands in the paper with nothing or other words between.
    fn words_are_gone(&self, sought: &Sought) -> bool {
        let tail = sought.before.get(sought.before.len().saturating_sub(WITNESS_CHARS)..).unwrap_or_default();
        let head = sought.after.get(..sought.after.len().min(WITNESS_CHARS)).unwrap_or_default();
        if sought.before.len() + sought.after.len() < WITNESS_CHARS || tail.is_empty() || head.is_empty() {
            return false;
        }
        let room = sought.words.len() * 2 + 4;
        self.hits(tail).into_iter().any(|at| {
            let from = at + tail.len();
            let (before, after) = self.around(from, from);
            let between = after.windows(head.len()).take(room).position(|window| window == head);
            between.is_some_and(|length| {
                let inside = after.get(..length).unwrap_or_default();
                let context = before.ends_with(&sought.before)
                    && after.get(length..).is_some_and(|rest| rest.starts_with(&sought.after));
                // Words of which most are still there have changed; they are not gone.
                context && (sought.lengths() < 1.0 || fewest(&sought.words, inside) > sought.edits_allowed())
            })
        })
    }

    /// The same words, with the context that changed least.
    fn choose_disturbed(&self, sought: &Sought, hits: &[usize]) -> Resolution {
        let mut costs: Vec<(usize, bool, usize)> = hits
            .iter()
            .map(|at| (self.context_edits(sought, *at, at + sought.words.len()), !self.is_at_place(sought, *at), *at))
            .collect();
        costs.sort_unstable();
        let Some(&(edits, elsewhere, at)) = costs.first() else { return Resolution::Lost(Why::NotFound) };
        let context = sought.before.len() + sought.after.len();
        let long = sought.lengths() >= 1.0;
        let unmistakable = sought.lengths() >= UNMISTAKABLE as f64 && hits.len() == 1;
        let allowed = if long { context / 2 } else { context / 4 };
        if edits > allowed && !unmistakable {
            return Resolution::Lost(Why::OtherContext);
        }
        if self.stands_without(sought, at) <= edits {
            return Resolution::Lost(Why::WordsGone);
        }
        let near: Vec<usize> = costs
            .iter()
            .filter(|(other, other_place, _)| *other <= edits + 1 && *other_place == elsewhere)
            .map(|(_, _, at)| *at)
            .collect();
        let founds: Vec<Found> =
            near.iter().filter_map(|start| self.found(*start, start + sought.words.len())).collect();
        if founds.len() > 1 {
            ambiguous(founds)
        } else {
            Resolution::Moved { found: founds, score: sought.score(edits) }
        }
    }

    fn context_edits(&self, sought: &Sought, start: usize, end: usize) -> usize {
        let (before, after) = self.around(start, end);
        edit::opening(sought.before.iter().rev().copied(), before.iter().rev().copied())
            + edit::opening(sought.after.iter().copied(), after.iter().copied())
    }

    /// The fewest edits that put the context of the words, closed over them, anywhere into the passage at `at`.
    fn stands_without(&self, sought: &Sought, at: usize) -> usize {
        let context: Vec<char> = sought.before.iter().chain(&sought.after).copied().collect();
        let has_both_sides = !sought.before.is_empty() && !sought.after.is_empty();
        let stretch = self.passage_of(at).map_or(&[][..], |passage| self.stretch(passage).1);
        if has_both_sides && context.len() >= WITNESS_CHARS { fewest(&context, stretch) } else { usize::MAX }
    }

    /// A long quote whose own words changed a little.
    fn changed(&self, sought: &Sought) -> Resolution {
        let allowed = sought.edits_allowed();
        let context = sought.before.len() + sought.after.len();
        let mut found: Vec<(usize, usize, usize)> = Vec::new();
        for (start, end) in self.windows_alike(sought, allowed) {
            let window = self.chars.get(start..end).unwrap_or_default();
            if fewest(&sought.words, window) > allowed {
                continue;
            }
            let near = nearest(&sought.words, window);
            let (from, to) = (start + near.start, start + near.end);
            let disturbed = self.context_edits(sought, from, to);
            // Where the whole passage was marked there is no context, and only the same place can speak for it.
            let speaks =
                if context <= WITNESS_CHARS { self.is_at_place(sought, from) } else { disturbed * 2 <= context };
            if speaks && self.found(from, to).is_some() {
                found.push((near.edits + disturbed, from, to));
            }
        }
        found.sort_unstable();
        found.dedup();
        let Some(&(edits, from, to)) = found.first() else { return Resolution::Lost(Why::NotFound) };
        let rivals = found.iter().filter(|(other, start, end)| *other <= edits + 1 && (*end <= from || *start >= to));
        let places: Vec<Found> = [(from, to)]
            .into_iter()
            .chain(rivals.map(|(_, start, end)| (*start, *end)))
            .filter_map(|(s, e)| self.found(s, e))
            .collect();
        if places.len() > 1 {
            ambiguous(places)
        } else {
            Resolution::Moved { found: places, score: sought.score(edits) }
        }
    }

    /// Stretches that may hold the words with at most `allowed` edits: of `allowed + 1` pieces of the words one is
    /// untouched, so that wherever none of them stands nothing need be compared.
    fn windows_alike(&self, sought: &Sought, allowed: usize) -> Vec<(usize, usize)> {
        let length = sought.words.len();
        let size = (length / (allowed + 1)).max(1);
        let mut windows: Vec<(usize, usize)> = Vec::new();
        for (nth, piece) in sought.words.chunks_exact(size).enumerate() {
            for at in self.hits(piece).into_iter().take(CLOSE_LOOKS) {
                let Some(passage) = self.passage_of(at) else { continue };
                let (first, stretch) = self.stretch(passage);
                let (low, high) = (first + 1, (first + stretch.len()).saturating_sub(1));
                let start = at.saturating_sub(nth * size + allowed).max(low);
                windows.push((start, (at + length + allowed).saturating_sub(nth * size).clamp(start, high.max(start))));
            }
        }
        windows.sort_unstable();
        // Pieces of one place give almost the same window.
        windows.dedup_by(|next, kept| {
            next.0 <= kept.0 + allowed && {
                kept.1 = kept.1.max(next.1);
                true
            }
        });
        windows.truncate(CLOSE_LOOKS);
        windows
    }
}

/// A part, folded.
struct Sought<'t> {
    place: &'t Place,
    words: Vec<char>,
    /// With the mark of the passage's beginning where the context reached it.
    before: Vec<char>,
    /// With the mark of the passage's end where the context reached it.
    after: Vec<char>,
}

impl<'t> Sought<'t> {
    fn new(part: &'t Part) -> Self {
        let mut before = fold::chars(&part.quote.prefix);
        if !is_whole(&part.quote.prefix) {
            before.insert(0, OPENS);
        }
        let mut after = fold::chars(&part.quote.suffix);
        if !is_whole(&part.quote.suffix) {
            after.push(CLOSES);
        }
        Self { place: &part.place, words: fold::chars(&part.quote.exact), before, after }
    }

    /// How many times over the quote is long enough to be told by itself.
    fn lengths(&self) -> f64 {
        let han = self.words.iter().filter(|ch| is_han(**ch)).count();
        let letters = self.words.iter().filter(|ch| ch.is_alphanumeric() && !is_han(**ch)).count();
        han as f64 / LONG_HAN as f64 + letters as f64 / LONG_LETTERS as f64
    }

    fn edits_allowed(&self) -> usize {
        (self.words.len() / CHARS_PER_EDIT).max(1)
    }

    fn score(&self, edits: usize) -> f64 {
        let all = self.words.len() + self.before.len() + self.after.len();
        1.0 - edits.min(all) as f64 / all.max(1) as f64
    }
}

/// Whether the context did not reach the end of its passage.
fn is_whole(context: &str) -> bool {
    context.chars().count() >= CONTEXT_CHARS
}

fn is_han(ch: char) -> bool {
    matches!(ch, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

fn ambiguous(mut places: Vec<Found>) -> Resolution {
    places.truncate(SHOWN_PLACES);
    Resolution::Ambiguous(places)
}
