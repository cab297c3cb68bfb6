//! Digests as values: bytes and values in, values out.
//!
//! This crate cannot fail for reasons of the machine: it opens no file, reads no clock or environment, and draws
//! no random number. Parsing gives a [`corpus::Digest`]; [`typeset`] and [`audit`] derive from its passages and
//! never change them; [`anchor`] ties a reader's marks to their words.
//!
//! Direction of imports: `text ← corpus ← {typeset, audit, anchor}`. Siblings do not import each other.

pub mod anchor;
pub mod audit;
pub mod corpus;
pub mod export;
pub mod text;
pub mod typeset;
