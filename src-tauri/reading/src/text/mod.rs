//! Offsets that carry their unit, and folding that keeps the way back to the original characters.

mod fold;
mod script;
mod span;

pub use fold::{Folded, fold, fold_into, is_wide};
pub use script::unified;
pub use span::{ByteSpan, CodePoints};
