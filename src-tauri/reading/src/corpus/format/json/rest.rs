//! A text whose beginning was cut off: where its first whole paper begins.

use memchr::memchr_iter;

use crate::corpus::{Piece, Warning, WarningKind};
use crate::text::ByteSpan;

/// What the objects inside a paper begin with; an object that begins otherwise may be a paper.
const INNER: [&str; 4] = ["claim", "quote", "label", "url"];

/// The place of the first object that may be a paper: after a comma or an opening bracket, or at the beginning of a line.
/// `None` where the text begins with an object or a list, so that nothing is missing before it.
pub(in crate::corpus) fn first_whole(source: &str) -> Option<usize> {
    if source.trim_start().starts_with(['{', '[']) {
        return None;
    }
    memchr_iter(b'{', source.as_bytes()).find(|&at| {
        let before = source.get(..at).unwrap_or_default();
        let begins = before.ends_with(['\n', '\r']) || before.trim_end().ends_with([',', '[']);
        begins && first_key(source.get(at + 1..).unwrap_or_default()).is_some_and(|key| !INNER.contains(&key))
    })
}

/// The name of the first member of an object, given what follows its bracket.
fn first_key(inside: &str) -> Option<&str> {
    let (key, after) = inside.trim_start().strip_prefix('"')?.split_once('"')?;
    after.trim_start().starts_with(':').then_some(key)
}

/// What stands before `start`, kept as it is, and the word about it.
pub(in crate::corpus) fn lost_beginning(source: &str, start: usize) -> (Option<Piece>, Warning) {
    let text = source.get(..start).unwrap_or_default();
    let begin = text.len() - text.trim_start().len();
    let visible = text.trim();
    let piece = (!visible.is_empty()).then(|| Piece::new(visible, ByteSpan::new(begin, begin + visible.len())));
    let message = "the beginning is missing; the papers that are whole follow".to_owned();
    (piece, Warning { at: 0, message, kind: WarningKind::Syntax })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expected: Option<&str>) {
        let found = first_whole(source).and_then(|at| source.get(at..));
        assert_eq!(found.map(|rest| rest.chars().take(8).collect::<String>()).as_deref(), expected, "{source}");
    }

    #[test]
    fn the_first_paper_after_the_cut_is_found() {
        check(r#"nt", "quote": "x"}, {"claim": "y"}]}}, {"title": "T"}]}"#, Some(r#"{"title""#));
        check("a\"}\n{\"id\": \"1\", \"AI\": {}}\n", Some(r#"{"id": ""#));
        check(r#"{"papers": [{"title": "T"}]}"#, None);
        check("fn main() { x }", None);
    }
}
