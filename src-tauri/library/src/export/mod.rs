//! Exports on the disk: files found again by the ids inside them, merged with what you wrote into them, and replaced whole.
//!
//! What was exported last is kept in a folder of the program's (see [`Order::state`]), with copies of the files that an export
//! changed. Nothing outside of the chosen folder is written but that.

mod choice;
mod folder;
mod follow;
mod gather;
mod ledger;
mod plan;
mod report;
mod run;
mod session;
mod single;
mod subjects;
mod volume;

pub use choice::{ExportChoice, OWN, TemplateTrouble};
pub(crate) use follow::Follower;
pub use gather::{Gathering, Subject, mark_of};
pub use report::{FileReport, Outcome, Report};
pub use run::{ExportError, Mode, Order, run};
pub use session::{NotExported, Request, Scope};
pub use single::{Single, run_single};
pub use volume::Division;
