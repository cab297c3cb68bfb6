//! Test support: independent extractors of what a source shows, and the property that none of it is lost.

use crate::corpus::Digest;

/// Fails unless the pieces hold the visible characters, in order and each once, and lie inside the source.
pub(in crate::corpus::format) fn check(source: &str, visible: &str, digest: &Digest) {
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    let pieces = digest.pieces();
    let found: String = pieces.iter().map(|piece| bare(&piece.text)).collect();
    assert_eq!(found, bare(visible), "source: {source:?}");
    for piece in pieces {
        assert!(piece.source.get(source).is_some(), "{:?} is no span of {source:?}", piece.source);
    }
}
