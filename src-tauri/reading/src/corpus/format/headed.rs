//! Text without markup whose titles and headings survived: copied, printed to a terminal, hard-wrapped.
