//! Which notes of a paper go out.

use std::collections::BTreeSet;

use super::model::{Extent, Note, Sheet, Standing};

/// What sort of note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Marked words without a note.
    Highlight,
    /// Marked words with a note.
    Note,
    /// A bookmarked place, neither painted nor noted.
    Bookmark,
    /// On the whole paper.
    Paper,
}

impl Sort {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Highlight, Self::Note, Self::Bookmark, Self::Paper];

    /// The name in settings and in `kz`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Highlight => "highlight",
            Self::Note => "note",
            Self::Bookmark => "bookmark",
            Self::Paper => "paper",
        }
    }
}

/// What the audit says about the finding that a note stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// A number of its claim is not in its quote.
    Doubtful,
    /// All numbers of its claim are in its quote.
    Supported,
}

/// Which notes: those that fit every part. An empty part fits all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Names of colours.
    pub colors: BTreeSet<String>,
    /// All of these tags.
    pub tags: BTreeSet<String>,
    /// One of these sorts.
    pub sorts: BTreeSet<Sort>,
    /// Made on this day (ISO, UTC) or later.
    pub from: Option<String>,
    /// Made on this day or before.
    pub to: Option<String>,
    /// On a finding with this verdict.
    pub verdict: Option<Verdict>,
    /// These, by their ids.
    pub notes: BTreeSet<String>,
}

impl Filter {
    /// Takes out of `sheet` the notes that do not fit.
    pub fn apply(&self, sheet: &mut Sheet) {
        self.apply_but(sheet, &BTreeSet::new());
    }

    /// Takes out of `sheet` the notes that do not fit, but for those with the ids `kept`, and answers how many fit: what was
    /// exported before stays in its file when less is asked for.
    pub fn apply_but(&self, sheet: &mut Sheet, kept: &BTreeSet<String>) -> usize {
        if *self == Self::default() {
            return sheet.notes.len();
        }
        let mut fitting = 0;
        let fits: Vec<bool> = sheet
            .notes
            .iter()
            .map(|note| {
                let fits = self.fits(note);
                fitting += usize::from(fits);
                fits || kept.contains(&note.mark.id)
            })
            .collect();
        // Where each note is afterwards.
        let mut next = 0;
        let places: Vec<Option<usize>> = fits
            .iter()
            .map(|fits| {
                let place = fits.then_some(next);
                next += usize::from(*fits);
                place
            })
            .collect();
        let mut kept = fits.iter();
        sheet.notes.retain(|_| kept.next().copied().unwrap_or_default());
        if sheet.options.extent == Extent::Whole {
            for passage in sheet.sections.iter_mut().flat_map(|section| &mut section.passages) {
                passage.notes = passage.notes.iter().filter_map(|nth| places.get(*nth).copied().flatten()).collect();
            }
        }
        fitting
    }

    fn fits(&self, note: &Note) -> bool {
        let mark = &note.mark;
        let day = mark.created.get(..10).unwrap_or_default();
        let sort = match (note.standing, mark.note.trim().is_empty()) {
            (Standing::Paper, _) => Sort::Paper,
            (_, false) => Sort::Note,
            (_, true) if mark.bookmark && !mark.highlight => Sort::Bookmark,
            (_, true) => Sort::Highlight,
        };
        (self.colors.is_empty() || self.colors.contains(&mark.color))
            && self.tags.is_subset(&mark.tags)
            && (self.sorts.is_empty() || self.sorts.contains(&sort))
            && self.from.as_deref().is_none_or(|from| day >= from)
            && self.to.as_deref().is_none_or(|to| day <= to)
            && (self.notes.is_empty() || self.notes.contains(&mark.id))
            && (self.verdict.is_none() || self.verdict == note.verdict())
    }
}
