//! The name of a paper: what its text says it is about.
