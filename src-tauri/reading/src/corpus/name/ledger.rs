//! What the text says for and against each candidate, added up.

mod parts;

use std::collections::BTreeMap;

use self::parts::{carries, parts};
use super::word::{self, Shape};

/// Where in a paper a name is mentioned. Names of one's own stand everywhere; those of others in few places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Opening,
    Background,
    Method,
    Evidence,
    Claim,
    Review,
    Outlook,
    Abstract,
}

/// Tenths by which an introduction counts in each place: papers are introduced where they are positioned.
const INTRODUCED: [i32; 8] = [15, 8, 8, 5, 4, 4, 2, 12];
/// The same for standing as the subject of a clause.
const SUBJECT: [i32; 8] = [30, 5, 20, 15, 6, 15, 8, 20];

impl Place {
    fn bit(self) -> u8 {
        1 << (self as u8)
    }
}

/// One mention of a candidate, as its neighbours show it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Context {
    /// How clearly the text introduces it as the authors' own; 10 is `we present X`.
    pub(super) introduced: i32,
    /// It is what a clause is about.
    pub(super) subject: bool,
    /// It stands among others, or as something compared with or built on.
    pub(super) against: bool,
    /// A word like `called` gives it as a name, or punctuation sets it off after a verb that introduces.
    pub(super) named: bool,
    /// It is set against what came before: `X 与之不同…`.
    pub(super) contrasted: bool,
    /// Its capital is only the capital of a sentence's first word.
    pub(super) doubtful: bool,
}

/// All mentions of one candidate.
#[derive(Clone, Debug, Default)]
pub(super) struct Evidence<'a> {
    mentions: i32,
    claims: i32,
    places: u8,
    /// Tenths of points.
    introduced: i32,
    /// Tenths of points.
    subject: i32,
    against: i32,
    /// Mentions whose capitals are their own.
    proper: i32,
    named: bool,
    /// The clearest that one mention introduces it, before the place counts.
    told: i32,
    first: usize,
    /// The only form of it so far, size included.
    form: Option<&'a str>,
}

/// By name. A tree, because no choice of names makes it slow: a paper's words are anybody's.
type Map<'a, Value> = BTreeMap<&'a str, Value>;

/// A candidate with its points.
struct Scored<'a> {
    name: &'a str,
    form: &'a str,
    points: i32,
    all: Evidence<'a>,
}

/// Points that are enough for a candidate that nothing speaks against.
const CLEAR: i32 = 8;
/// Points by which all others must then be behind.
const LEAD: i32 = 5;
/// Tenths of points from which a candidate is introduced in so many words.
const INTRODUCED_CLEARLY: i32 = 30;

/// What one sentence says of a name that it introduces in so many words.
const TOLD: i32 = 9;
/// The same for a study, whose data and tools have names too.
const TOLD_BY_STUDY: i32 = 7;
/// Points that are enough for such a name.
const TOLD_ENOUGH: i32 = 9;

impl Scored<'_> {
    /// The opening or the abstract has it and introduces it, by so many tenths, or is about it; others never stand for it.
    fn is_own(&self, introduced: i32, study: bool) -> bool {
        let opening = Place::Opening.bit() | Place::Abstract.bit();
        // A study tells of the models that it studied; one sentence about one of them is little.
        let subject = if self.all.places != Place::Abstract.bit() {
            30
        } else if study {
            40
        } else {
            20
        };
        let spoken_of = self.all.introduced >= introduced || self.all.subject >= subject;
        // A capital in an abstract may be any word's.
        let word = self.all.places == Place::Abstract.bit()
            && self.all.subject < 40
            && matches!(word::shape(self.name), Shape::Capitalised | Shape::Phrase);
        let compared = self.all.against * 3 > self.all.mentions || (self.all.against > 0 && self.all.introduced < 60);
        !compared && !word && !word::is_common(self.name) && self.all.places & opening != 0 && spoken_of
    }

    /// A sentence says in so many words that it is the authors'.
    fn is_told(&self) -> bool {
        self.all.told >= TOLD && !word::is_common(self.name)
    }

    /// What no sentence introduces may yet be what the paper is about, where the opening speaks of it. What came before
    /// stands in the background too, and where another name is introduced, that one is meant.
    fn may_be_own(&self, told: bool) -> bool {
        let spoken_of = self.all.subject >= 20 && self.all.against * 3 <= self.all.mentions;
        let opening = Place::Opening.bit() | Place::Abstract.bit();
        !told
            && spoken_of
            && self.all.places & opening != 0
            && self.all.places & Place::Background.bit() == 0
            && !word::is_known_model(self.name)
    }

    fn is_foundation(&self) -> bool {
        let background = self.all.places & Place::Background.bit() != 0;
        let compared = self.all.against > 1 && background || self.all.against > 0 && self.all.subject < 20;
        self.all.introduced == 0 && compared
    }
}

/// The candidates of one paper.
#[derive(Default)]
pub(super) struct Ledger<'a> {
    entries: Map<'a, Evidence<'a>>,
    claims: i32,
    /// The paper has an opening.
    opening: bool,
    /// An abstract tells what its authors studied, or proposes something without a name.
    study: bool,
    /// The opening of a review tells of a study.
    study_reviewed: bool,
    /// Some candidate was given as a name.
    any_named: bool,
}

/// The best candidate and its points.
#[derive(Clone, Debug)]
pub(super) struct Best<'a> {
    pub(super) name: &'a str,
    pub(super) points: i32,
    /// Nothing speaks for another's: the opening, or the abstract, introduces it or is about it, it is never compared
    /// with, and all other candidates are far behind.
    pub(super) clear: bool,
}

impl<'a> Ledger<'a> {
    /// Tells that the paper has an opening, whatever it mentions.
    pub(super) fn opening(&mut self) {
        self.opening = true;
    }

    /// Tells that an abstract says what its authors studied, or proposes something without a name.
    pub(super) fn study(&mut self) {
        self.study = true;
    }

    /// Tells that the opening of a review says so.
    pub(super) fn tell_of_study(&mut self) {
        self.study_reviewed = true;
    }

    /// Whether the opening of a review tells of a study.
    pub(super) fn tells_of_study(&self) -> bool {
        self.study_reviewed
    }

    /// Counts a claim, whatever it mentions.
    pub(super) fn claim(&mut self) {
        self.claims += 1;
    }

    /// Enters one mention of `form`, which counts for its family: `Loom-7B` for `Loom`.
    pub(super) fn mention(&mut self, form: &'a str, place: Place, context: Context) {
        let name = word::family(form);
        let order = self.entries.len();
        let entry = self.entries.entry(name).or_insert_with(|| Evidence {
            form: Some(form),
            first: order,
            ..Evidence::default()
        });
        entry.form = entry.form.filter(|only| *only == form);
        let weight = |table: [i32; 8]| table.get(place as usize).copied().unwrap_or_default();
        entry.mentions += 1;
        entry.claims += i32::from(place == Place::Claim);
        entry.places |= if context.contrasted { 0 } else { place.bit() };
        entry.introduced += context.introduced * weight(INTRODUCED);
        entry.subject += if context.subject { weight(SUBJECT) } else { 0 };
        entry.against += i32::from(context.against);
        entry.named |= context.named;
        entry.told = entry.told.max(context.introduced);
        self.any_named |= context.named;
        entry.proper += i32::from(!context.doubtful);
    }

    /// How often `name` itself is mentioned.
    pub(super) fn mentions(&self, name: &str) -> i32 {
        self.entries.get(name).map_or(0, |entry| entry.mentions)
    }

    /// Whether `name` is mentioned in `place`.
    pub(super) fn is_in(&self, name: &str, place: Place) -> bool {
        self.entries.get(word::family(name)).is_some_and(|entry| entry.places & place.bit() != 0)
    }

    /// Whether a mention so far gave `name` as a name. Words in small letters are candidates only then.
    pub(super) fn is_named(&self, name: &str) -> bool {
        self.any_named && self.entries.get(name).is_some_and(|entry| entry.named)
    }

    /// The candidate with the most points, the earliest among equals.
    pub(super) fn best(&self) -> Option<Best<'a>> {
        let members = self.members();
        let scored = self.entries.iter().filter_map(|(name, evidence)| {
            let members = members.get(name);
            // One mention in passing is never enough.
            if members.is_none() && evidence.mentions < 2 && evidence.introduced + evidence.subject == 0 {
                return None;
            }
            let mut all = evidence.clone();
            for member in members.into_iter().flatten() {
                all.add_member(member);
            }
            let points = self.points(name, &all)?;
            Some(Scored { name, form: evidence.form.unwrap_or(name), points, all })
        });
        let mut scored: Vec<Scored<'a>> = scored.collect();
        // What the background tells of and others are compared with is what the paper builds on, where another name
        // is introduced.
        if scored.iter().any(|one| one.points >= CLEAR && one.is_own(INTRODUCED_CLEARLY, self.study)) {
            for one in &mut scored {
                one.points -= if one.is_foundation() { 10 } else { 0 };
            }
        }
        let told = scored.iter().any(|one| one.is_told());
        scored.retain(|one| one.all.introduced > 0 || one.may_be_own(told));
        let order = |one: &&Scored<'_>| (one.points, std::cmp::Reverse(one.all.first));
        // Of what a study makes, only what it introduces clearly is what it is about.
        let best =
            scored.iter().max_by_key(order).filter(|best| !self.study_reviewed || best.all.told >= TOLD_BY_STUDY)?;
        let others = scored.iter().filter(|one| !one.name.contains(best.name) && !best.name.contains(one.name));
        let next = others.map(|one| one.points).max().unwrap_or(i32::MIN);
        let least = if best.all.subject >= 40 { CLEAR - 2 } else { CLEAR };
        let told = best.is_told() && best.points >= TOLD_ENOUGH;
        let far = best.points >= next.saturating_add(LEAD);
        let clear = told || (!self.study_reviewed && best.points >= least && best.is_own(1, self.study) && far);
        Some(Best { name: best.form, points: best.points, clear })
    }

    /// The one name that an abstract speaks of more than once, as what a sentence is about, and never beside others,
    /// where no sentence introduces any and no study is told.
    pub(super) fn lone(&self) -> Option<&'a str> {
        let told = self.entries.iter().any(|(name, all)| all.told >= TOLD && !word::is_common(name));
        if told || self.study {
            return None;
        }
        let mut alone = self.entries.iter().filter(|(name, all)| {
            let spoken_of = all.subject >= 20 && all.mentions >= 2 && all.against == 0 && all.proper > 0;
            // A kind of people or things: `Designers`.
            let kind = name.ends_with('s') || word::is_common(name) || word::is_known_model(name);
            let shape = word::shape(name);
            spoken_of && !kind && matches!(shape, Shape::Capitalised | Shape::Coined | Shape::Capitals)
        });
        match (alone.next(), alone.next()) {
            (Some((name, all)), None) => Some(all.form.unwrap_or(name)),
            _ => None,
        }
    }

    #[cfg(test)]
    pub(super) fn explain(&self) -> String {
        let members = self.members();
        let mut all: Vec<_> = self
            .entries
            .iter()
            .map(|(name, evidence)| {
                let mut all = evidence.clone();
                for member in members.get(name).into_iter().flatten() {
                    all.add_member(member);
                }
                (self.points(name, &all).unwrap_or(-99), *name, all)
            })
            .collect();
        all.sort_by_key(|(points, ..)| -points);
        all.iter()
            .take(4)
            .map(|(points, name, e)| {
                format!(
                    "{name} {points} [n{} c{} p{:b} i{} s{} a{} t{}]",
                    e.mentions, e.claims, e.places, e.introduced, e.subject, e.against, e.told
                )
            })
            .collect::<Vec<_>>()
            .join("  ")
    }

    /// For each candidate the evidence of its longer forms: `Loom-T`, `P-Loom`, `Loom Suite` for `Loom`.
    fn members(&self) -> Map<'a, Vec<&Evidence<'a>>> {
        let mut members: Map<'a, Vec<&Evidence<'a>>> = Map::new();
        for (name, evidence) in self.entries.iter().filter(|(name, _)| name.contains(['-', ' '])) {
            for part in parts(name) {
                if let Some((base, own)) = self.entries.get_key_value(part)
                    && carries(name, part, own, evidence)
                    && !word::is_common(part)
                {
                    members.entry(base).or_default().push(evidence);
                }
            }
        }
        members
    }

    /// Points for `name`; `None` where it cannot be a name at all.
    fn points(&self, name: &str, evidence: &Evidence<'_>) -> Option<i32> {
        let introduced = (evidence.introduced / 10).min(24);
        let shape = match word::shape(name) {
            Shape::Nothing => return None,
            Shape::Coined => 4,
            Shape::Hanzi => 2,
            Shape::Phrase => 0,
            Shape::Capitals | Shape::Capitalised => -1,
            Shape::Numbered => -2,
            // What was given as a name may be small.
            Shape::Small => {
                if evidence.named {
                    -2
                } else {
                    -5
                }
            }
        };
        let common = if word::is_common(name) { -14 } else { 0 };
        // Never seen but where every word has a capital.
        let doubtful = if evidence.proper == 0 { -10 } else { 0 };
        // What neither the opening mentions nor any sentence introduces is somebody else's.
        let foreign = evidence.told < TOLD && self.opening && evidence.places & Place::Opening.bit() == 0;
        let subject = (evidence.subject / 10).min(14);
        let places = i32::try_from(evidence.places.count_ones()).unwrap_or_default() * 2;
        let claims = if self.claims == 0 { 0 } else { 8 * evidence.claims.min(self.claims) / self.claims };
        let mentions = evidence.mentions.min(12) / 2;
        // One's own benchmark is also what others are evaluated on; an introduction tells it apart.
        let weight = if introduced >= 9 { 6 } else { 14 };
        let against = weight * evidence.against / evidence.mentions.max(1);
        let sum = introduced + shape + common + doubtful + subject + places + claims + mentions - against;
        Some(if foreign { sum - 8 } else { sum })
    }
}

impl Evidence<'_> {
    fn add_member(&mut self, member: &Evidence<'_>) {
        self.mentions += member.mentions;
        self.claims += member.claims;
        self.places |= member.places;
        self.introduced += member.introduced / 2;
        self.subject += member.subject / 2;
        self.against += member.against;
        self.proper += member.proper;
    }
}
