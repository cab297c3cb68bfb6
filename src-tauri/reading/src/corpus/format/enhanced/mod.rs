//! The other publisher's digests.
use crate::corpus::Digest;
pub(in crate::corpus) fn read_lines(_: &str) -> Digest {
    Digest::default()
}
pub(in crate::corpus) fn read_markdown(_: &str) -> Digest {
    Digest::default()
}
