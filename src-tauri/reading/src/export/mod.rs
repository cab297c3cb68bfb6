//! Notes as files for other programs: Markdown that parses back to the same text, and whose next export keeps what you wrote
//! into it.
//!
//! A [`Sheet`] is a paper with its notes at their places, a [`DaySheet`] all papers of a day; a [`Template`] makes a file of it; [`merge()`] brings a new file, the last
//! one and the one that you edited together. Nothing here touches the disk.

mod block;
mod closed;
mod day;
mod delimiter;
mod diff;
mod escape;
mod excerpt;
mod filter;
mod front;
mod link;
mod merge;
mod model;
pub mod name;
mod outline;
mod place;
mod table;
mod template;
#[cfg(test)]
mod tests;
mod values;
mod words;
pub mod yaml;

pub use block::{file_ids, note_ids};
pub use day::{DaySheet, day_id, day_name};
pub use diff::{DiffLine, diff_lines};
pub use escape::{Around, Dialect, Place, escape};
pub use excerpt::{excerpt, link_to};
pub use filter::{Filter, Sort, Verdict};
pub use link::Link;
pub use merge::{Conflict, Merged, Words as ConflictWords, has_open_conflict, merge};
pub use model::{
    Context, Extent, Formulas, Head, Mark, Note, Options, PassageSheet, Section, Sheet, Standing, Word, Words,
};
pub use table::{bibtex, csl, csv};
pub use template::{Builtin, Template, TemplateError};
pub use words::Language;
