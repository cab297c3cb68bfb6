//! The decoded text of a file, and what was wrong in it.

use library::OpenSource;
use reading::{
    corpus::{ReadFile, Warning},
    text::ByteSpan,
};

use super::library::file;
use crate::{
    utf16::Utf16Map,
    wire::{SourceView, WarningView},
};

/// The file as the source view shows it.
pub(crate) fn source(open: &OpenSource) -> SourceView {
    SourceView {
        file: file(&open.info),
        text: open.file.text.clone(),
        paper: Utf16Map::of(&open.file.text).span(open.paper),
        warnings: warnings(&open.file, None),
    }
}

/// The warnings of the file, or those inside `part` of it.
pub(super) fn warnings(file: &ReadFile, part: Option<ByteSpan>) -> Vec<WarningView> {
    let inside = |warning: &&Warning| part.is_none_or(|part| part.start <= warning.at && warning.at < part.end);
    let (mut line, mut counted) = (1, 0);
    let sorted = file.digest.warnings.iter().filter(inside);
    sorted
        .map(|warning| {
            let at = warning.at.min(file.text.len()).max(counted);
            line += lines(&file.text.as_bytes()[counted..at]);
            counted = at;
            WarningView { line, kind: kind(warning), message: warning.message.clone() }
        })
        .collect()
}

/// The name that `reading` serialises, so that there is one list of names.
fn kind(warning: &Warning) -> String {
    match serde_json::to_value(warning.kind) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

/// Line ends in `bytes`: LF, CRLF, or CR alone. A CRLF cut at the end of `bytes` counts with its LF.
fn lines(bytes: &[u8]) -> u32 {
    let ends = bytes
        .iter()
        .enumerate()
        .filter(|&(at, &byte)| byte == b'\n' || byte == b'\r' && bytes.get(at + 1).is_some_and(|&next| next != b'\n'));
    u32::try_from(ends.count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_three_line_ends_count_once() {
        assert_eq!(lines(b"a\nb\r\nc\rd"), 3);
        assert_eq!(lines(b"a\n\n"), 2);
    }
}
