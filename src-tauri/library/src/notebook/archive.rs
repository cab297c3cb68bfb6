//! A notebook in one file: a zip of its chunks. Unpacked by hand into an empty folder it is a notebook again.
//!
//! An archive is believed nothing: each name must be that of a chunk, each chunk what its name says, sizes and counts
//! within limits. One that breaks a rule is refused whole, before anything is written.

use std::io::{self, Read, Seek, Write};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use zip::CompressionMethod;
use zip::read::ZipArchive;
use zip::result::ZipError;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::chunk::{ChunkKey, ChunkKind};
use super::memory::Memory;
use super::storage::{Storage, StorageError};

const MANIFEST: &str = "kaozheng-notes.json";
/// Of the archive's layout.
const FORMAT: u32 = 1;
/// A document of the hardest worked paper is smaller by far.
const MAX_CHUNK_BYTES: u64 = 64 << 20;
/// All chunks together, unpacked: ten times the notes of ten hard years.
const MAX_BYTES: u64 = 1 << 30;
const MAX_ENTRIES: usize = 1_000_000;
const MAX_MANIFEST_BYTES: u64 = 1 << 16;

/// Why an archive is refused.
#[derive(Debug, Error)]
pub(crate) enum ArchiveError {
    /// It is no zip file, or a damaged one.
    #[error("it is no archive of notes, or a damaged one ({0})")]
    NotAnArchive(String),
    /// A zip file of something else.
    #[error("it is an archive of something else: it lacks {MANIFEST}")]
    Foreign,
    /// A later release wrote it.
    #[error("it was written in format {found}, this program knows {FORMAT}; update the program")]
    Newer {
        /// What it says.
        found: u32,
    },
    /// An entry that no notebook has: a path out of the folder, a link, a file of another kind.
    #[error("it holds {0:?}, which is no part of a notebook")]
    WrongName(String),
    /// The bytes are not those that the name stands for.
    #[error("{0:?} in it is damaged")]
    Damaged(String),
    /// Larger or more than any notebook.
    #[error("it is larger than any notebook")]
    TooLarge,
    /// It cannot be read or written.
    #[error("{0}")]
    Disk(#[from] io::Error),
    /// The notebook cannot be read.
    #[error("the notes cannot be read: {0}")]
    Storage(#[from] StorageError),
}

impl From<ZipError> for ArchiveError {
    fn from(error: ZipError) -> Self {
        match error {
            ZipError::Io(error) => Self::Disk(error),
            other => Self::NotAnArchive(other.to_string()),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Manifest {
    format: u32,
    made_ms: i64,
}

/// Writes all whole chunks of `storage`. Answers how many documents have any.
///
/// # Errors
/// When `storage` cannot be read or `out` not be written.
pub(crate) fn pack(storage: &impl Storage, out: impl Write + Seek, made_ms: i64) -> Result<u32, ArchiveError> {
    let mut zip = ZipWriter::new(out);
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).unix_permissions(0o600);
    zip.start_file(MANIFEST, options)?;
    serde_json::to_writer(&mut zip, &Manifest { format: FORMAT, made_ms }).map_err(io::Error::other)?;
    let mut documents = 0;
    for document in storage.documents()? {
        let mut packed = std::collections::BTreeSet::new();
        for key in storage.chunks(&document)? {
            let bytes = match storage.read(&key) {
                Ok(bytes) => bytes,
                // Compacted away meanwhile, or unreadable: what else there is is kept.
                Err(_) => continue,
            };
            if !key.fits(&bytes) {
                continue;
            }
            // A synchroniser's copy counts as the chunk that it is a copy of.
            let plain = ChunkKey::of(&document, key.kind, &bytes);
            if packed.insert(plain.clone()) {
                zip.start_file(name_of(&plain), options)?;
                zip.write_all(&bytes)?;
            }
        }
        documents += u32::from(!packed.is_empty());
    }
    zip.finish()?;
    Ok(documents)
}

/// Reads an archive into memory and checks all of it.
///
/// # Errors
/// [`ArchiveError`] for the first rule that it breaks.
pub(crate) fn unpack(archive: impl Read + Seek) -> Result<Memory, ArchiveError> {
    let mut zip = ZipArchive::new(archive)?;
    if zip.len() > MAX_ENTRIES {
        return Err(ArchiveError::TooLarge);
    }
    check_manifest(&mut zip)?;
    let (memory, mut left) = (Memory::default(), MAX_BYTES);
    for at in 0..zip.len() {
        let mut entry = zip.by_index(at)?;
        let name = entry.name()?.into_owned();
        if name == MANIFEST {
            continue;
        }
        let key = key_of(&name).filter(|_| entry.is_file()).ok_or_else(|| ArchiveError::WrongName(name.clone()))?;
        // What an entry says about its size is no promise.
        let limit = left.min(MAX_CHUNK_BYTES);
        let mut bytes = Vec::new();
        entry.by_ref().take(limit + 1).read_to_end(&mut bytes).map_err(|error| damage(&name, error))?;
        let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        left = left.checked_sub(size).filter(|_| size <= limit).ok_or(ArchiveError::TooLarge)?;
        if !key.fits(&bytes) {
            return Err(ArchiveError::Damaged(name));
        }
        memory.put(key, bytes);
    }
    Ok(memory)
}

fn check_manifest<R: Read + Seek>(zip: &mut ZipArchive<R>) -> Result<(), ArchiveError> {
    let Ok(entry) = zip.by_name(MANIFEST) else { return Err(ArchiveError::Foreign) };
    let manifest: Manifest =
        serde_json::from_reader(entry.take(MAX_MANIFEST_BYTES)).map_err(|_| ArchiveError::Foreign)?;
    if manifest.format > FORMAT { Err(ArchiveError::Newer { found: manifest.format }) } else { Ok(()) }
}

/// A broken checksum or stream is the archive's fault, anything else the disk's.
fn damage(name: &str, error: io::Error) -> ArchiveError {
    match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput => {
            ArchiveError::Damaged(name.to_owned())
        }
        _ => ArchiveError::Disk(error),
    }
}

fn name_of(key: &ChunkKey) -> String {
    format!("{}/{}/{}", key.document, key.kind.as_str(), key.name)
}

/// The chunk that an entry's name stands for: nothing but a document, a kind and a hash.
fn key_of(name: &str) -> Option<ChunkKey> {
    let (document, rest) = name.split_once('/')?;
    let (kind, hash) = rest.split_once('/')?;
    let kind = ChunkKind::ALL.into_iter().find(|known| known.as_str() == kind)?;
    let is_plain = super::is_document(document) && ChunkKey::is_plain(hash);
    is_plain.then(|| ChunkKey { document: document.to_owned(), kind, name: hash.to_owned() })
}
