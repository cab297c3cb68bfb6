//! What a document says about the paper itself: star, read, own name, settled doubts.
//!
//! ```text
//! star         bool
//! read         bool
//! name         the reader's own; empty: taken back
//! settled/KEY  JSON of a settlement
//! cleared      the verdicts (in letters) that the settlements answer all doubts of
//! ```
//! Settlements lie beside each other and not in an object of their own: two replicas that begin one apart would hide
//! each other's.

use std::collections::BTreeMap;

use automerge::transaction::Transactable;
use automerge::{AutomergeError, ROOT, ReadDoc};
use serde::{Deserialize, Serialize};

use super::schema::{fields, has, json};
use crate::doubts::Settlement;

const SETTLED: &str = "settled/";

/// What the reader said about a paper. Nothing is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperState {
    /// Starred, or once more not.
    pub starred: Option<bool>,
    /// Marked as read, or once more not.
    pub read: Option<bool>,
    /// The reader's own name; an empty one was taken back.
    pub name: Option<String>,
    /// What the reader found out about doubts, by [`crate::doubt_key`].
    pub settled: BTreeMap<String, Settlement>,
    /// The verdicts, in letters, whose doubts are all settled.
    pub cleared: Option<String>,
}

/// A change to what the reader said about a paper.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PaperEdit {
    /// Starred or not.
    Star(bool),
    /// Read or not.
    Read(bool),
    /// Another name; `None` takes it back.
    Name(Option<String>),
    /// What was found out about a doubt; `None` opens it again.
    Settle(String, Option<Settlement>),
    /// All doubts of these verdicts are settled; `None`: not all.
    Cleared(Option<String>),
}

impl PaperState {
    /// Starred now.
    pub fn is_starred(&self) -> bool {
        self.starred == Some(true)
    }

    /// Read now.
    pub fn is_read(&self) -> bool {
        self.read == Some(true)
    }

    /// The reader's own name.
    pub fn own_name(&self) -> Option<&str> {
        self.name.as_deref().filter(|name| !name.is_empty())
    }

    /// Whether something was ever said about what `edit` changes.
    pub(crate) fn knows(&self, edit: &PaperEdit) -> bool {
        match edit {
            PaperEdit::Star(_) => self.starred.is_some(),
            PaperEdit::Read(_) => self.read.is_some(),
            PaperEdit::Name(_) => self.name.is_some(),
            PaperEdit::Settle(doubt, _) => self.settled.contains_key(doubt),
            PaperEdit::Cleared(_) => self.cleared.is_some(),
        }
    }

    /// The edit that brings back what `edit` changes.
    pub(crate) fn inverse(&self, edit: &PaperEdit) -> PaperEdit {
        match edit {
            PaperEdit::Star(_) => PaperEdit::Star(self.is_starred()),
            PaperEdit::Read(_) => PaperEdit::Read(self.is_read()),
            PaperEdit::Name(_) => PaperEdit::Name(self.own_name().map(str::to_owned)),
            PaperEdit::Settle(doubt, _) => PaperEdit::Settle(doubt.clone(), self.settled.get(doubt).cloned()),
            PaperEdit::Cleared(_) => PaperEdit::Cleared(self.cleared.clone().filter(|cleared| !cleared.is_empty())),
        }
    }

    /// What two documents of one paper say together; `self` weighs more.
    pub(crate) fn or(&mut self, other: &Self) {
        self.starred = self.starred.or(other.starred);
        self.read = self.read.or(other.read);
        self.name = self.name.take().or_else(|| other.name.clone());
        for (doubt, settlement) in &other.settled {
            self.settled.entry(doubt.clone()).or_insert_with(|| settlement.clone());
        }
        self.cleared = self.cleared.take().or_else(|| other.cleared.clone());
    }
}

/// Of a document.
pub(super) fn read(doc: &impl ReadDoc) -> PaperState {
    let mut state = PaperState::default();
    for (name, (value, _)) in fields(doc, &ROOT) {
        let text = || value.as_str().map(str::to_owned);
        match name.as_str() {
            "star" => state.starred = value.as_bool(),
            "read" => state.read = value.as_bool(),
            "name" => state.name = text(),
            "cleared" => state.cleared = text(),
            other => {
                let doubt = other.strip_prefix(SETTLED).map(str::to_owned);
                let settlement = value.as_str().and_then(|json| serde_json::from_str(json).ok());
                state.settled.extend(doubt.zip(settlement));
            }
        }
    }
    state
}

/// Changes what a document says. What it says already is not written again.
pub(super) fn write(tx: &mut impl Transactable, edit: &PaperEdit) -> Result<(), AutomergeError> {
    let now = read(tx);
    match edit {
        PaperEdit::Star(starred) if now.starred == Some(*starred) => Ok(()),
        PaperEdit::Star(starred) => tx.put(ROOT, "star", *starred),
        PaperEdit::Read(read) if now.read == Some(*read) => Ok(()),
        PaperEdit::Read(read) => tx.put(ROOT, "read", *read),
        PaperEdit::Name(name) if now.name.as_deref() == Some(name.as_deref().unwrap_or_default()) => Ok(()),
        PaperEdit::Name(name) => tx.put(ROOT, "name", name.as_deref().unwrap_or_default()),
        PaperEdit::Settle(doubt, settlement) if now.settled.get(doubt) == settlement.as_ref() => Ok(()),
        PaperEdit::Settle(doubt, Some(settlement)) => tx.put(ROOT, format!("{SETTLED}{doubt}"), json(settlement)),
        PaperEdit::Settle(doubt, None) => {
            let name = format!("{SETTLED}{doubt}");
            if has(tx, &ROOT, &name) { tx.delete(ROOT, name) } else { Ok(()) }
        }
        PaperEdit::Cleared(cleared) if now.cleared.as_deref() == Some(cleared.as_deref().unwrap_or_default()) => Ok(()),
        PaperEdit::Cleared(cleared) => tx.put(ROOT, "cleared", cleared.as_deref().unwrap_or_default()),
    }
}
