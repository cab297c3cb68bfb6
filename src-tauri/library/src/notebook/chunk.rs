//! Names of chunks, and whether bytes are what their name says.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// What a chunk holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ChunkKind {
    /// A whole document.
    Snapshot,
    /// Changes to it.
    Incremental,
}

impl ChunkKind {
    /// Both, in the order in which they are read.
    pub const ALL: [Self; 2] = [Self::Snapshot, Self::Incremental];

    /// As automerge-repo names them.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Snapshot => "snapshot",
            Self::Incremental => "incremental",
        }
    }
}

/// The name of a chunk: document, kind, and SHA-256 of its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ChunkKey {
    /// The document: the key of its paper.
    pub document: String,
    /// What it holds.
    pub kind: ChunkKind,
    /// 64 hexadecimal digits, then whatever a synchroniser added to the name of its copy.
    pub name: String,
}

/// Hexadecimal digits of SHA-256.
const HASH_CHARS: usize = 64;

impl ChunkKey {
    /// The key under which `bytes` belong.
    pub fn of(document: &str, kind: ChunkKind, bytes: &[u8]) -> Self {
        Self { document: document.to_owned(), kind, name: hash(bytes) }
    }

    /// Whether `name` is that of a chunk or of a copy of one.
    pub fn is_name(name: &str) -> bool {
        name.get(..HASH_CHARS).is_some_and(|hash| hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')))
    }

    /// Whether `name` is that of a chunk and of no copy of one.
    pub(super) fn is_plain(name: &str) -> bool {
        name.len() == HASH_CHARS && Self::is_name(name)
    }

    /// Whether both are the same chunk, or copies of it.
    pub(super) fn is_copy_of(&self, other: &Self) -> bool {
        self.kind == other.kind && self.name.get(..HASH_CHARS) == other.name.get(..HASH_CHARS)
    }

    /// Where the chunk is below the folder of the notes.
    pub fn path(&self) -> String {
        format!("{}/{}/{}", self.document, self.kind.as_str(), self.name)
    }

    /// Whether `bytes` are those that the name stands for: not cut, not zeroed, not another's.
    pub fn fits(&self, bytes: &[u8]) -> bool {
        self.name.get(..HASH_CHARS) == Some(hash(bytes).as_str())
    }
}

/// Whether `id` can be the name of a document: it becomes that of a folder.
pub(crate) fn is_document(id: &str) -> bool {
    id.len() == 32 && id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Automerge's kinds: a document, a change, a compressed change, a bundle of changes.
const KNOWN_KINDS: std::ops::RangeInclusive<u8> = 0..=3;

/// Whether a row of this kind is a single change.
pub(super) fn is_change(kind: u8) -> bool {
    matches!(kind, 1 | 2)
}

/// The rows that a chunk is made of, each with its kind; `None` where they are not of kinds that this release knows, or
/// not as long as they say. Automerge itself reads up to the first row that it does not know and is silent about the rest.
pub(super) fn rows(bytes: &[u8]) -> Option<Vec<(u8, &[u8])>> {
    const MAGIC: &[u8] = &[0x85, 0x6f, 0x4a, 0x83];
    const CHECKSUM_BYTES: usize = 4;
    let (mut rows, mut rest) = (Vec::new(), bytes);
    while !rest.is_empty() {
        let (_, after) = rest.strip_prefix(MAGIC)?.split_at_checked(CHECKSUM_BYTES)?;
        let (kind, after) = after.split_first()?;
        let (length, after) = leb128(after)?;
        let (_, after) = after.split_at_checked(length)?;
        let row = rest.get(..rest.len() - after.len())?;
        rows.push(KNOWN_KINDS.contains(kind).then_some((*kind, row))?);
        rest = after;
    }
    (!rows.is_empty()).then_some(rows)
}

/// A length, seven bits a byte, and what follows it.
fn leb128(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut length = 0_usize;
    for (nth, byte) in bytes.iter().take(8).enumerate() {
        length |= usize::from(byte & 0x7f).checked_shl(u32::try_from(nth * 7).ok()?)?;
        if byte & 0x80 == 0 {
            return Some((length, bytes.get(nth + 1..)?));
        }
    }
    None
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
