//! The reader's notes as a session serves them: at their places in the paper that is shown, changed, taken back, listed.
//!
//! The notebook itself is in [`crate::notebook`]. Here are its open documents, the overview that lists are made from, and
//! which paper each document belongs to.

mod answer;
mod backup;
mod chores;
mod desk;
mod edits;
mod history;
mod homes;
mod list;
mod migrate;
mod overview;
mod reader;
mod session;
mod shown;
mod w3c;

pub use answer::*;

pub(crate) use chores::{Chores, check, check_silently, folders, follow, is_inside};
pub(crate) use desk::{Desk, Saving};
pub(crate) use edits::set_paper;
pub(crate) use homes::follow_all;
pub(crate) use migrate::run as migrate;
pub(crate) use reader::ReaderMarks;
