//! The headings of a digest and the order of its sections.
