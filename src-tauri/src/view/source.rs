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

/// The warnings of the file; with `part`, where a paper stands, those inside it and those that stand in no paper: they are
/// about the whole file, so about every paper of it.
pub(super) fn warnings(file: &ReadFile, part: Option<ByteSpan>) -> Vec<WarningView> {
    let papers = &file.digest.papers;
    let in_no_paper = |at: usize| {
        let next = papers.partition_point(|paper| paper.source.end <= at);
        papers.get(next).is_none_or(|paper| at < paper.source.start)
    };
    let inside = |warning: &&Warning| {
        part.is_none_or(|part| part.start <= warning.at && warning.at < part.end || in_no_paper(warning.at))
    };
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
    fn a_warning_about_the_whole_file_stands_at_every_paper_and_one_inside_a_paper_at_that_one_only() {
        let record = include_str!("../../sample/2026-11-02.json");
        let broken = record.replacen("\"marker\": \"", "\"marker\": \"0", 1).replacen("\"claim\"", "\"claims\"", 1);
        assert_ne!(record, broken);
        let file = reading::corpus::read(broken.as_bytes());
        let kinds = |part| {
            let all = warnings(&file, part);
            all.into_iter().map(|warning| warning.kind).collect::<Vec<_>>()
        };
        let of_paper = |at: usize| file.digest.papers.get(at).map(|paper| kinds(Some(paper.source)));
        let all = kinds(None);
        assert!(all.len() > 1, "{all:?}");
        assert_eq!(of_paper(0), Some(all.clone()));
        assert_eq!(of_paper(1), Some(vec!["checksum".to_owned()]), "of {all:?}");
    }

    #[test]
    fn all_three_line_ends_count_once() {
        assert_eq!(lines(b"a\nb\r\nc\rd"), 3);
        assert_eq!(lines(b"a\n\n"), 2);
    }
}
