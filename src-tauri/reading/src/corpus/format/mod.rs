//! One module a form of the digest. Each turns decoded text into a [`Digest`](super::Digest) and cannot fail.

mod enhanced;
mod headed;
mod html;
mod json;
mod markdown;
mod outline;
mod review;
mod text;
mod wrap;
