//! What a digest is, and how every form of it is read.
//!
//! [`read()`] takes the bytes of one file and never refuses one that has text: what was wrong is listed in
//! [`Digest::warnings`] with its place. Nothing visible is lost: each character of the source's visible text stands
//! in exactly one [`Piece`] of the model, in the order of the source.

mod detect;
mod encoding;
mod format;
pub mod key;
pub mod model;
pub mod name;
mod read;

pub use encoding::Encoding;
pub use model::*;
pub use read::{ReadFile, read};
