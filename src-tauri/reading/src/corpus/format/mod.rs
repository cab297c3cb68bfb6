//! One module a form of the digest. Each turns decoded text into a [`Digest`](super::Digest) and cannot fail.

pub(super) mod enhanced;
pub(super) mod headed;
pub(super) mod html;
pub(super) mod json;
pub(super) mod markdown;
mod outline;
mod review;
pub(super) mod text;
mod wrap;
