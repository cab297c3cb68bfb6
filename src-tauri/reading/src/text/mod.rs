//! Offsets that carry their unit, and folding that keeps the way back to the original characters.

mod fold;
mod script;
mod span;

pub use fold::{Folded, fold, fold_into, fold_keeping_script, is_wide};
pub use script::{has_other_forms, unified};
pub use span::{ByteSpan, CodePoints};
