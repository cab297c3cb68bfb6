//! Search over real files: what is found is what a plain look at all texts finds, whatever is asked and changed.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops where its data is not what it should be"
)]

mod desk;
mod edits;
mod faults;
mod field_cases;
mod oracle;
mod properties;
