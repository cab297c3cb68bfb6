//! What a document says about its paper, so that notes are found again when the paper's opening changed.

use reading::corpus::{Paper, SectionKind, key};
use serde::{Deserialize, Serialize};

/// Characters of the opening that are kept: as many as a key sees.
const OPENING_CHARS: usize = 400;
/// Openings at least so alike belong to one paper that was edited.
const SAME_PAPER: f64 = 0.6;

/// The paper of a document as it was when something was noted last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperRecord {
    /// What it was called.
    pub name: String,
    /// Its title, where a form carried one.
    #[serde(default)]
    pub title: Option<String>,
    /// Without version.
    #[serde(default)]
    pub arxiv_id: Option<String>,
    /// The beginning of its positioning, TL;DR or abstract.
    #[serde(default)]
    pub opening: String,
    /// ISO date of its digest, where that was known.
    #[serde(default)]
    pub day: Option<String>,
}

impl PaperRecord {
    /// Of `paper`.
    pub fn of(paper: &Paper) -> Self {
        Self {
            name: paper.name.clone(),
            title: paper.title.as_ref().map(|title| title.text.clone()),
            arxiv_id: paper.arxiv_id.clone(),
            opening: opening(paper).chars().take(OPENING_CHARS).collect(),
            day: None,
        }
    }

    /// The same of a digest of `day`; an empty one says nothing.
    #[must_use]
    pub fn on(self, day: &str) -> Self {
        Self { day: (!day.is_empty()).then(|| day.to_owned()).or(self.day), ..self }
    }

    /// Completed by what another form of the paper told.
    pub(super) fn with_what_it_lacks(self, other: &Self) -> Self {
        Self {
            title: self.title.or_else(|| other.title.clone()),
            arxiv_id: self.arxiv_id.or_else(|| other.arxiv_id.clone()),
            day: self.day.or_else(|| other.day.clone()),
            name: if self.name.is_empty() { other.name.clone() } else { self.name },
            opening: if self.opening.is_empty() { other.opening.clone() } else { self.opening },
        }
    }

    /// How sure it is that `paper`, whose key is another, is this one: 1 for the same arXiv id, the likeness of the
    /// openings where they are alike enough, else `None`.
    pub fn likeness(&self, paper: &Paper) -> Option<f64> {
        if self.arxiv_id.is_some() && self.arxiv_id == paper.arxiv_id {
            return Some(1.0);
        }
        let own: String = opening(paper).chars().take(OPENING_CHARS).collect();
        Some(key::similarity(&self.opening, &own)).filter(|likeness| *likeness >= SAME_PAPER)
    }
}

fn opening(paper: &Paper) -> String {
    let kinds = [SectionKind::Positioning, SectionKind::Tldr, SectionKind::Abstract];
    let texts = kinds.into_iter().filter_map(|kind| paper.section(kind)).map(reading::corpus::Section::text);
    texts.into_iter().find(|text| !text.trim().is_empty()).unwrap_or_default()
}
