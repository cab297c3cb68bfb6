//! One module a form of the digest. Each turns decoded text into a [`Digest`](super::Digest) and cannot fail.
