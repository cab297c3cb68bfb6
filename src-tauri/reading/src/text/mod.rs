//! Offsets that carry their unit, and folding that keeps the way back to the original characters.

mod span;

pub use span::{ByteSpan, CodePoints};
