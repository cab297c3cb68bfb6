//! Markdown made from the page.
