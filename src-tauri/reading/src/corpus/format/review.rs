//! The labels of a review: novelty, soundness, significance.
