//! What stands around a mention in an abstract, and what it says for the name.

use super::super::definition;
use super::super::word::{self, Shape, Word};
use super::super::wording::{DEEDS, VERBS};
use super::{is_name, is_verb};

/// What stands around one mention.
pub(super) struct Around<'a> {
    pub(super) text: &'a str,
    pub(super) before: &'a str,
    pub(super) gap: &'a str,
    pub(super) after: &'a str,
    pub(super) next: &'a str,
    pub(super) starts: bool,
    /// An earlier sentence mentions it.
    pub(super) known: bool,
}

impl Around<'_> {
    /// `X, a …`, `X: a …`, `X (…`, `X -- a`.
    pub(super) fn has_apposition(&self) -> bool {
        let after = self.after.trim_start_matches('}').trim_start();
        let appositive = matches!(self.next, "a" | "an" | "the" | "our" | "which" | "one" | "and");
        (after.starts_with([',', ':', '—', '–']) && appositive && self.next != "and")
            || after.starts_with('(')
            || after.starts_with("--")
    }

    /// The sentence says what it is.
    pub(super) fn is_defined(&self, name: &str) -> bool {
        let acts = |rest: &str| rest.split_ascii_whitespace().next().is_some_and(is_verb);
        definition::follows(self.after) || definition::spelled_out(name, self.after).is_some_and(acts)
    }

    /// `X first draws …`, `X uses …`, after a sentence that introduces something without a name. Only one thing acts so:
    /// several `first draw`, and `Inference first draws` is what everybody does.
    pub(super) fn plans(&self, name: &str) -> bool {
        const ACTS: [&str; 6] = ["ing", "ion", "ment", "nce", "al", "sis"];
        let acts = |rest: &str| rest.split(' ').next().is_some_and(|word| word.ends_with('s') && is_verb(word));
        let deed = word::shape(name) == Shape::Capitalised && ACTS.iter().any(|end| name.ends_with(end));
        let acts = || DEEDS.contains(self.next) || self.after.strip_prefix(" first ").is_some_and(acts);
        !deed && !word::is_known_model(name) && acts()
    }

    /// `We report on X, an agent that …`.
    pub(super) fn is_reported(&self) -> bool {
        let before = || self.text.get(..self.text.len() - self.after.len()).unwrap_or_default();
        self.before == "on"
            && ["report on ", "reports on "]
                .iter()
                .any(|words| before().rsplit_once(words).is_some_and(|(_, name)| !name.contains(' ')))
    }

    /// `X with Loom 3 answers …`: what it runs on stands between a name and its verb.
    pub(super) fn acts_with(&self) -> bool {
        let clause = self.after.strip_prefix(" with ").and_then(|rest| rest.split([',', ';']).next());
        clause.is_some_and(|clause| clause.split(' ').skip(1).take(6).any(is_verb))
    }

    /// What stands in brackets soon after abbreviates this phrase: then the abbreviation is the name.
    pub(super) fn is_abbreviated(&self, phrase: Word) -> bool {
        word::is_abbreviated(self.text, phrase)
    }

    /// It begins the sentence, or follows what a sentence begins with: `Across ten towns, X reaches …`.
    pub(super) fn begins_clause(&self) -> bool {
        self.starts || (self.gap.trim() == "," && !is_name(self.before))
    }

    /// Another name follows in a list: `X, Y`, `X and Y`.
    pub(super) fn is_followed_by_name(&self) -> bool {
        let rest = [", and ", " and ", ", "].iter().find_map(|joint| self.after.strip_prefix(joint));
        rest.is_some_and(|rest| rest.split(' ').next().is_some_and(is_name))
    }

    /// `X for short`, `X, as the procedure is named`.
    pub(super) fn is_given_after(&self) -> bool {
        let clause = self.after.strip_prefix(", as ").and_then(|rest| rest.split(',').next());
        self.after.starts_with(" for short")
            || [", short for ", " (short for ", ", which stands for "].iter().any(|words| self.after.starts_with(words))
            || clause.is_some_and(|clause| clause.split(' ').take(8).any(|word| matches!(word, "named" | "called")))
    }

    /// `MLLMs instead learn …` speaks of a kind.
    pub(super) fn is_plural(&self, word: Word) -> bool {
        word.of(self.text).ends_with('s')
    }

    pub(super) fn ends_clause(&self) -> bool {
        self.after.trim_start().starts_with([',', '.', ':', '(', ';'])
    }

    /// A comma, bracket or the end of a clause stands at both sides, or a verb directly before.
    pub(super) fn is_set_off(&self) -> bool {
        (VERBS.contains(self.before) || self.gap.contains(',')) && self.ends_clause()
    }
}
