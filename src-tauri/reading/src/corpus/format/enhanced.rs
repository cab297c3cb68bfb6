//! The other publisher's JSON Lines and Markdown.
