//! How the files of the index and the papers of the list belong together.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tantivy::index::SegmentId;

use super::bits::Bits;
use super::called::Called;
use super::segment::Segment;
use super::store::file_key;
use crate::catalogue::{Catalogue, FileEntry};

/// Stands for a paper of a file that is not shown from this file.
pub(crate) const HIDDEN: u32 = u32::MAX;

/// Made once for each list.
pub(crate) struct Mapping {
    pub(crate) catalogue: Arc<Catalogue>,
    leads: HashMap<String, Lead>,
    called: OnceLock<Called>,
    runs: Mutex<HashMap<SegmentId, Arc<Entries>>>,
}

/// The papers of a segment in the list.
#[derive(Debug)]
pub(crate) struct Entries {
    /// The number in the list of the paper of each run, or [`HIDDEN`].
    pub(crate) of_runs: Vec<u32>,
    /// The passages of those that are shown.
    pub(crate) shown: Bits,
}

/// A file from which at least one paper is shown.
#[derive(Clone, Debug)]
pub(crate) struct Lead {
    pub(crate) file: Arc<FileEntry>,
    /// Number in the list of each of its papers, or [`HIDDEN`].
    pub(crate) entries: Vec<u32>,
}

impl Mapping {
    pub(crate) fn of(catalogue: Arc<Catalogue>) -> Self {
        let mut leads: HashMap<String, Lead> = HashMap::new();
        let mut keys: HashMap<crate::contents::Hash, String> = HashMap::new();
        for entry in 0..catalogue.len() {
            let Some(held) = catalogue.lead(entry) else { continue };
            let key = keys.entry(held.file.contents.hash).or_insert_with(|| file_key(&held.file.contents.hash));
            let lead = match leads.get_mut(key) {
                Some(lead) => lead,
                None => leads.entry(key.clone()).or_insert_with(|| Lead {
                    file: Arc::clone(held.file),
                    entries: vec![HIDDEN; held.file.contents.len()],
                }),
            };
            // What cannot be found now cannot be read; it stays in the index for when the drive is back.
            if held.file.missing {
                continue;
            }
            // A file and its copy are one; of two days the newer one counts.
            if let Some(known) = lead.entries.get_mut(held.index).filter(|known| **known == HIDDEN) {
                *known = entry;
            }
        }
        Self { catalogue, leads, called: OnceLock::new(), runs: Mutex::default() }
    }

    /// Files from which papers are shown, by their keys.
    pub(crate) fn leads(&self) -> &HashMap<String, Lead> {
        &self.leads
    }

    /// What the papers are called.
    pub(crate) fn called(&self) -> &Called {
        self.called.get_or_init(|| Called::of(&self.catalogue))
    }

    /// The papers of a segment; found out at its first question.
    pub(crate) fn entries_of(&self, segment: &Segment) -> Arc<Entries> {
        let mut known = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        let entries = known.entry(segment.id).or_insert_with(|| {
            let leads: Vec<Option<&Lead>> = segment.files.iter().map(|key| self.leads.get(key)).collect();
            let entry = |file: u32, paper: u16| {
                let lead = (*leads.get(file as usize)?)?;
                lead.entries.get(usize::from(paper)).copied()
            };
            let mut shown = Bits::none(segment.bound);
            let entries = segment.runs.iter().map(|run| {
                let entry = entry(run.file, run.paper).unwrap_or(HIDDEN);
                if entry != HIDDEN {
                    shown.insert_range(run.docs.clone());
                }
                entry
            });
            let of_runs = entries.collect();
            Arc::new(Entries { of_runs, shown })
        });
        Arc::clone(entries)
    }
}
