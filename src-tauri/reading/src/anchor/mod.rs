//! Ties a reader's marks to words: selectors made from spans, and the way back to the same words in a changed text.
//!
//! A [`Target`] holds W3C Web Annotation selectors over *passage texts*, never over files, so that one mark fits every
//! form of a digest. [`Index`] prepares one paper in linear time; [`Index::resolve`] then says of each target whether it
//! stands where it was, has moved, could be at several places, or is lost. A mark never goes to other words: in doubt
//! it is ambiguous or lost, and its quote stays.

mod edit;
mod fold;
mod index;
mod passage;
mod resolve;
mod target;
#[cfg(test)]
mod tests;

pub use index::{Found, Index};
pub use passage::{Passage, Place, Side, passages};
pub use resolve::{Resolution, Why};
pub use target::{CONTEXT_CHARS, Part, Target, TextPosition, TextQuote};
