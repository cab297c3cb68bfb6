//! The stable key of a paper.
