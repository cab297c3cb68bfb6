//! What an export did, file by file.

use std::collections::BTreeSet;

use reading::export::{Conflict, DiffLine};

/// What became of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was not there.
    Created,
    /// It was as we had written it.
    Updated,
    /// What you wrote into it was kept.
    Merged,
    /// Both sides changed the same; both are in it, marked.
    Conflict,
    /// Nothing was to be written.
    Unchanged,
    /// Its last note is deleted and nothing of yours was in it.
    Removed,
    /// It was left as it is, and why.
    Skipped(String),
    /// It could not be written, and why; it is as it was before.
    Failed(String),
}

impl Outcome {
    /// The name in answers.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Updated => "updated",
            Self::Merged => "merged",
            Self::Conflict => "conflict",
            Self::Unchanged => "unchanged",
            Self::Removed => "removed",
            Self::Skipped(_) => "skipped",
            Self::Failed(_) => "failed",
        }
    }

    /// Why, where it was skipped or failed.
    pub fn cause(&self) -> Option<&str> {
        match self {
            Self::Skipped(cause) | Self::Failed(cause) => Some(cause),
            _ => None,
        }
    }
}

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReport {
    /// Key of the paper, or id of the day; empty for a file of other sorts.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Below the chosen folder, with `/`.
    pub path: String,
    /// Where it was before, when its name changed.
    pub renamed_from: Option<String>,
    /// What became of it.
    pub outcome: Outcome,
    /// Notes in it.
    pub notes: usize,
    /// What both sides changed.
    pub conflicts: Vec<Conflict>,
    /// Notes that you had taken out and that have changed since: back again.
    pub returned: Vec<String>,
    /// Other files that say they are about the same; they were not touched.
    pub twins: Vec<String>,
    /// What changes, in a dry run.
    pub diff: Vec<DiffLine>,
}

/// A whole export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// In the order of the papers, or of the days.
    pub files: Vec<FileReport>,
    /// What went wrong around the files, each a sentence.
    pub troubles: Vec<String>,
    /// Folder with copies of the files that were changed; `None` where none was.
    pub backup: Option<String>,
    /// Files of the same notes from exports with the other [`super::Division`]: not touched, and not kept up to date.
    pub others: BTreeSet<String>,
    /// It was stopped before all was done.
    pub cancelled: bool,
}

impl Report {
    /// Files with this outcome, by its name.
    pub fn count(&self, outcome: &str) -> usize {
        self.files.iter().filter(|file| file.outcome.as_str() == outcome).count()
    }

    /// Whether something could not be done.
    pub fn has_failed(&self) -> bool {
        !self.troubles.is_empty() || self.cancelled || self.count("failed") > 0
    }
}
