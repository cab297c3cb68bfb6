//! What the reader chose and did: two documents whose unknown keys survive.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::answer::Place;
use crate::doubts::Settlement;
use crate::export::ExportChoice;

/// Version of both documents.
pub(crate) const VERSION: u64 = 1;

/// Places of papers read long ago are forgotten, so that the document stays small.
const MAX_PLACES: usize = 2_000;

/// Renamings followed to find a paper's present key.
const MAX_RENAMINGS: usize = 16;

/// `settings.json`: what the reader chose.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// Only the shell understands it.
    pub(crate) look: Map<String, Value>,
    /// Folders and files, as added.
    pub(crate) sources: Vec<SourceSetting>,
    /// The reader's own names of papers, by stable key.
    pub(crate) names: BTreeMap<String, String>,
    /// The folder of the notes, where the reader chose one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) notebook: Option<PathBuf>,
    /// What the reader chose about exports.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) export: Option<ExportChoice>,
    /// The bundled sample is shown beside the sources.
    pub(crate) show_sample: bool,
    /// Keys of other releases.
    #[serde(flatten)]
    pub(crate) rest: Map<String, Value>,
}

/// A folder or file of the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SourceSetting {
    /// Absolute.
    pub(crate) path: PathBuf,
    /// It was a folder when it was added: an absent one is shown as what it was.
    #[serde(default)]
    pub(crate) folder: bool,
    #[serde(flatten)]
    pub(crate) rest: Map<String, Value>,
}

/// `reading.json`: what the reader did. All keys are stable keys of papers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Marks {
    pub(crate) read: BTreeSet<String>,
    places: BTreeMap<String, NumberedPlace>,
    /// Handle of the paper that was open last.
    pub(crate) last: Option<String>,
    /// What the reader found out about doubts, by paper and [`crate::doubt_key`].
    pub(crate) settled: BTreeMap<String, BTreeMap<String, Settlement>>,
    /// Papers whose doubts are all settled, with the verdicts (in letters) that this was said about.
    pub(crate) cleared: BTreeMap<String, String>,
    /// What is said about papers here and in the settings' names went over to the notebook: it is not asked any more.
    pub(crate) in_notebook: bool,
    /// Old key to new key, of papers whose opening words were edited.
    pub(crate) renamed: BTreeMap<String, String>,
    #[serde(flatten)]
    pub(crate) rest: Map<String, Value>,
}

/// A place, and how many were set before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct NumberedPlace {
    #[serde(flatten)]
    place: Place,
    #[serde(default)]
    number: u64,
}

impl Settings {
    /// Takes over the look; keys that it lacks are kept.
    pub(crate) fn set_look(&mut self, look: Value) {
        if let Value::Object(look) = look {
            self.look.extend(look);
        }
    }
}

impl Marks {
    pub(crate) fn place(&self, key: &str) -> Option<&Place> {
        self.places.get(key).map(|numbered| &numbered.place)
    }

    pub(crate) fn set_place(&mut self, key: &str, place: Place) {
        let number = self.places.values().map(|numbered| numbered.number).max().unwrap_or(0) + 1;
        self.places.insert(key.to_owned(), NumberedPlace { place, number });
        if self.places.len() > MAX_PLACES {
            let oldest = self.places.iter().min_by_key(|(_, numbered)| numbered.number).map(|(key, _)| key.clone());
            oldest.map(|key| self.places.remove(&key));
        }
    }

    /// The present key of a paper that may have been renamed, also more than once.
    pub(crate) fn present_key<'a>(&'a self, key: &'a str) -> &'a str {
        let mut present = key;
        for _ in 0..MAX_RENAMINGS {
            match self.renamed.get(present) {
                Some(next) => present = next,
                None => break,
            }
        }
        present
    }

    /// A paper's opening words were edited: what the reader did with it goes over to its new key.
    pub(crate) fn rename(&mut self, old: &str, new: &str) {
        // Edited back: no circle.
        self.renamed.remove(new);
        self.renamed.insert(old.to_owned(), new.to_owned());
        if self.read.remove(old) {
            self.read.insert(new.to_owned());
        }
        if let Some(settled) = self.settled.remove(old) {
            self.settled.entry(new.to_owned()).or_default().extend(settled);
        }
        if let Some(cleared) = self.cleared.remove(old) {
            self.cleared.insert(new.to_owned(), cleared);
        }
        if let Some(place) = self.places.remove(old) {
            self.places.insert(new.to_owned(), place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(passage: &str) -> Place {
        Place { passage: passage.to_owned(), offset: 0.5 }
    }

    #[test]
    fn keys_of_other_releases_survive() {
        let text = r#"{"future":[1],"look":{"theme":"dark","later":1},"names":{"k":"名"},
            "sources":[{"path":"/d","folder":true,"label":"x"}],"version":1}"#;
        let mut settings: Settings = serde_json::from_str(text).unwrap();
        settings.set_look(serde_json::json!({"theme": "light"}));
        let kept = serde_json::to_value(&settings).unwrap();
        assert_eq!(kept["future"], serde_json::json!([1]));
        assert_eq!(kept["look"], serde_json::json!({"theme": "light", "later": 1}));
        assert_eq!(kept["sources"][0]["label"], "x");
    }

    #[test]
    fn marks_follow_a_paper_whose_key_changed_and_changed_back() {
        let mut marks = Marks::default();
        marks.read.insert("a".to_owned());
        marks.set_place("a", at("method.0"));
        marks.rename("a", "b");
        marks.rename("b", "c");
        assert_eq!(marks.present_key("a"), "c");
        assert!(marks.read.contains("c") && marks.read.len() == 1);
        assert_eq!(marks.place("c"), Some(&at("method.0")));
        marks.rename("c", "a");
        assert_eq!((marks.present_key("a"), marks.present_key("b")), ("a", "a"));
    }

    #[test]
    fn only_the_latest_places_are_kept() {
        let mut marks = Marks::default();
        for n in 0..MAX_PLACES + 3 {
            marks.set_place(&format!("{:05}", MAX_PLACES * 2 - n), at("p"));
        }
        assert_eq!(marks.places.len(), MAX_PLACES);
        assert!(marks.place(&format!("{:05}", MAX_PLACES * 2)).is_none());
        assert!(marks.place(&format!("{:05}", MAX_PLACES * 2 - MAX_PLACES - 2)).is_some());
    }
}
