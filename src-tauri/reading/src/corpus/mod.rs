//! What a digest is, and how every form of it is read.
//!
//! [`read`] takes the bytes of one file and never refuses one that has text: what was wrong is listed in
//! [`Digest::warnings`] with its place. Nothing visible is lost: each character of the source's visible text stands
//! in exactly one [`Piece`] of the model, in the order of the source.

mod format;
pub mod model;

pub use model::*;
