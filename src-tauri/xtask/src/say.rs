//! What the commands of the project say to the person who called them.

use std::io::{self, Write};

/// One line on standard output. A closed pipe is no reason to stop.
pub fn line(text: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{text}");
    let _ = out.flush();
}

/// The beginning of a line that [`line()`] ends.
pub fn begin(text: &str) {
    let mut out = io::stdout().lock();
    let _ = write!(out, "{text}");
    let _ = out.flush();
}

/// One line on standard error.
pub fn trouble(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
