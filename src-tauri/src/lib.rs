//! The shell: a window, its commands, and nothing that could live without one.

pub mod error;
pub mod wire;
