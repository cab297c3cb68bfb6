//! `cargo xtask run | test | bench | package`: everything a person or a robot does with the project.
fn main() {}
