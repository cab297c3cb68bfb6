//! What the reader said about papers, as far as the list shows it, by the papers' present keys.

use std::collections::{BTreeMap, BTreeSet};

use crate::doubts::Settlement;
use crate::notebook::PaperState;
use crate::settings::{Marks, Settings};

/// Derived from the notebook's overview; replaced and changed with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ReaderMarks {
    pub(crate) read: BTreeSet<String>,
    pub(crate) starred: BTreeSet<String>,
    /// Own names.
    pub(crate) names: BTreeMap<String, String>,
    pub(crate) settled: BTreeMap<String, BTreeMap<String, Settlement>>,
    /// Verdicts whose doubts are all settled.
    pub(crate) cleared: BTreeMap<String, String>,
    /// How many annotations are not in the trash; papers without any are absent.
    pub(crate) notes: BTreeMap<String, u32>,
}

impl ReaderMarks {
    /// What earlier releases kept in their settings, for papers whose document does not know better yet.
    pub(crate) fn of_settings(settings: &Settings, marks: &Marks) -> Self {
        let present = |key: &String| marks.present_key(key).to_owned();
        Self {
            read: marks.read.iter().map(present).collect(),
            names: settings.names.iter().map(|(key, name)| (present(key), name.clone())).collect(),
            settled: marks.settled.iter().map(|(key, settled)| (present(key), settled.clone())).collect(),
            cleared: marks.cleared.iter().map(|(key, cleared)| (present(key), cleared.clone())).collect(),
            ..Self::default()
        }
    }

    /// Takes over what the documents of the paper say. Answers whether the list shows anything else now.
    pub(crate) fn set(&mut self, key: &str, state: &PaperState, notes: u32) -> bool {
        let mut changed = false;
        for (set, said) in [(&mut self.read, state.read), (&mut self.starred, state.starred)] {
            changed |= match said {
                Some(true) => set.insert(key.to_owned()),
                Some(false) => set.remove(key),
                None => false,
            };
        }
        for (map, said) in [(&mut self.names, &state.name), (&mut self.cleared, &state.cleared)] {
            changed |= match said.as_deref() {
                Some("") => map.remove(key).is_some(),
                Some(said) => map.insert(key.to_owned(), said.to_owned()).as_deref() != Some(said),
                None => false,
            };
        }
        if state.settled.is_empty() {
            self.settled.remove(key);
        } else {
            self.settled.insert(key.to_owned(), state.settled.clone());
        }
        let before = if notes == 0 { self.notes.remove(key) } else { self.notes.insert(key.to_owned(), notes) };
        changed | (before.unwrap_or(0) != notes)
    }
}
