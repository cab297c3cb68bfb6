//! The parts of `cargo xtask`; a library so that the end-to-end tests open displays in the same way.

pub mod bench;
pub mod display;
pub mod failure;
pub mod needs;
pub mod node;
pub mod package;
pub mod process;
pub mod run;
pub mod say;
pub mod steps;
pub mod test;
pub mod tree;
