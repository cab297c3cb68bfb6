//! Shared by the suite: where fixtures and the optional real corpus are.

pub mod tidy;
