//! Bare extracted text: no titles, no headings, sections known by position and shape.
