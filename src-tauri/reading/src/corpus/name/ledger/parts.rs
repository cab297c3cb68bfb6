//! Shorter names inside longer ones.

use super::super::word::{self, Shape};
use super::{Evidence, TOLD};

/// Whether `part`, a name of its own, is what the longer `name` is a form of. A coined beginning is (`Tide-Loom` of
/// `Tide-Loom-Omni`); any other part only when it is much more usual than the whole (`Loom` of `P-Loom-T`).
pub(super) fn carries(name: &str, part: &str, own: &Evidence<'_>, whole: &Evidence<'_>) -> bool {
    let begins = name.starts_with(part);
    // What is given a name of its own is no form of what it was made from.
    if begins && whole.told >= TOLD && own.told < TOLD {
        return false;
    }
    match word::shape(part) {
        // What a newer version is introduced beside is the older one.
        Shape::Coined if begins => own.introduced > 0 || own.subject > 0 || whole.introduced == 0,
        Shape::Capitals | Shape::Numbered if begins => own.mentions * 2 >= whole.mentions,
        Shape::Coined => own.mentions >= whole.mentions,
        Shape::Small | Shape::Nothing => false,
        _ => own.mentions >= 2 * whole.mentions,
    }
}

/// The shorter names inside a name with hyphens or spaces: every run of its parts but the whole.
pub(super) fn parts(name: &str) -> impl Iterator<Item = &str> {
    let cuts: Vec<usize> =
        name.char_indices().filter(|(_, ch)| matches!(ch, '-' | ' ')).map(|(at, _)| at).take(6).collect();
    let starts: Vec<usize> = std::iter::once(0).chain(cuts.iter().map(|cut| cut + 1)).collect();
    let ends: Vec<usize> = cuts.iter().copied().chain([name.len()]).collect();
    let runs = starts.into_iter().flat_map(move |start| ends.clone().into_iter().map(move |end| (start, end)));
    let inner = runs.filter(|(start, end)| start < end && end - start < name.len());
    inner.filter_map(|(start, end)| name.get(start..end))
}
