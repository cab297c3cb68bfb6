//! The name of a paper: what its text says it is about.

use super::{NameOrigin, Paper};

/// The name that lists show for `paper`, and where it comes from.
pub fn infer(paper: &Paper) -> (String, NameOrigin) {
    match &paper.title {
        Some(title) => (title.text.clone(), NameOrigin::Title),
        None => (String::new(), NameOrigin::FirstWords),
    }
}
