//! Runs of a passage for the screen: mathematics, tables, citation marks, headings that run inside a paragraph.
