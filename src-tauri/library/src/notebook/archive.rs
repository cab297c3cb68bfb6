//! A notebook in one file: a zip of its chunks. Unpacked by hand into an empty folder it is a notebook again.
//!
//! An archive is believed nothing: each name must be that of a chunk, each chunk what its name says, sizes and counts
//! within limits. One that breaks a rule is refused whole, before anything is written.

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, Write};

use serde::{Deserialize, Serialize};
use zip::CompressionMethod;
use zip::read::ZipArchive;
use zip::result::ZipError;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::chunk::{ChunkKey, ChunkKind};
use super::document::LISTINGS;
use super::memory::Memory;
use super::storage::{Storage, StorageError};
use crate::cause::Cause;
use crate::jobs::Progress;

const MANIFEST: &str = "kaozheng-notes.json";
/// Of the archive's layout.
const FORMAT: u32 = 1;
/// A document of the hardest worked paper is smaller by far.
const MAX_CHUNK_BYTES: u64 = 64 << 20;
/// All chunks together, unpacked: ten times the notes of ten hard years.
const MAX_BYTES: u64 = 1 << 30;
const MAX_ENTRIES: usize = 1_000_000;
const MAX_MANIFEST_BYTES: u64 = 1 << 16;

impl From<ZipError> for Cause {
    fn from(error: ZipError) -> Self {
        match error {
            ZipError::Io(error) => Self::from(&error),
            _ => Self::NotAnArchive,
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Manifest {
    format: u32,
    made_ms: i64,
}

/// Writes all whole chunks of `storage`. `progress` hears of each document, done and all. Answers how many documents have
/// any chunk.
///
/// # Errors
/// When `storage` cannot be read or `out` not be written; [`Cause::Stopped`].
pub(crate) fn pack(
    storage: &impl Storage,
    out: impl Write + Seek,
    made_ms: i64,
    progress: Progress<'_>,
) -> Result<u32, Cause> {
    let disk = |error: &io::Error| Cause::from(error);
    let unlisted = |error: &StorageError| Cause::from(error);
    let mut zip = ZipWriter::new(out);
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).unix_permissions(0o600);
    zip.start_file(MANIFEST, options)?;
    serde_json::to_writer(&mut zip, &Manifest { format: FORMAT, made_ms }).map_err(|error| disk(&error.into()))?;
    let mut packed = 0;
    let documents = storage.documents().map_err(|error| unlisted(&error))?;
    for (done, document) in documents.iter().enumerate() {
        if progress(done, documents.len()).is_break() {
            return Err(Cause::Stopped);
        }
        let chunks = whole_chunks(storage, document).map_err(|error| unlisted(&error))?;
        for (key, bytes) in &chunks {
            zip.start_file(key.path(), options)?;
            zip.write_all(bytes).map_err(|error| disk(&error))?;
        }
        packed += u32::from(!chunks.is_empty());
    }
    zip.finish()?;
    Ok(packed)
}

/// The chunks of a document that can be read and are what they should be, each once: a synchroniser's copy counts as the
/// chunk that it is a copy of.
fn whole_chunks(storage: &impl Storage, document: &str) -> Result<BTreeMap<ChunkKey, Vec<u8>>, StorageError> {
    let mut whole = BTreeMap::new();
    for _ in 0..LISTINGS {
        let mut vanished = false;
        for key in storage.chunks(document)? {
            match storage.read(&key) {
                Ok(bytes) if key.fits(&bytes) => {
                    whole.insert(ChunkKey::of(document, key.kind, &bytes), bytes);
                }
                // Compacted away meanwhile: what it held is in a chunk that the next listing has.
                Err(StorageError::Gone) => vanished = true,
                Ok(_) | Err(_) => {}
            }
        }
        if !vanished {
            break;
        }
    }
    Ok(whole)
}

/// Reads an archive into memory and checks all of it.
///
/// # Errors
/// For the first rule that it breaks.
pub(crate) fn unpack(archive: impl Read + Seek) -> Result<Memory, Cause> {
    let mut zip = ZipArchive::new(archive)?;
    if zip.len() > MAX_ENTRIES {
        return Err(Cause::TooLarge);
    }
    check_manifest(&mut zip)?;
    let (memory, mut left) = (Memory::default(), MAX_BYTES);
    for at in 0..zip.len() {
        let mut entry = zip.by_index(at)?;
        let name = entry.name()?.into_owned();
        if name == MANIFEST {
            continue;
        }
        let key = key_of(&name).filter(|_| entry.is_file()).ok_or_else(|| Cause::WrongName(name.clone()))?;
        // What an entry says about its size is no promise.
        let limit = left.min(MAX_CHUNK_BYTES);
        let mut bytes = Vec::new();
        entry.by_ref().take(limit + 1).read_to_end(&mut bytes).map_err(|error| damage(&name, &error))?;
        let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        left = left.checked_sub(size).filter(|_| size <= limit).ok_or(Cause::TooLarge)?;
        if !key.fits(&bytes) {
            return Err(Cause::Damaged(name));
        }
        memory.put(key, bytes);
    }
    Ok(memory)
}

fn check_manifest<R: Read + Seek>(zip: &mut ZipArchive<R>) -> Result<(), Cause> {
    let Ok(entry) = zip.by_name(MANIFEST) else { return Err(Cause::Foreign) };
    let manifest: Manifest = serde_json::from_reader(entry.take(MAX_MANIFEST_BYTES)).map_err(|_| Cause::Foreign)?;
    if manifest.format > FORMAT { Err(Cause::Newer) } else { Ok(()) }
}

/// A broken checksum or stream is the archive's fault, anything else the disk's.
fn damage(name: &str, error: &io::Error) -> Cause {
    match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput => {
            Cause::Damaged(name.to_owned())
        }
        _ => Cause::from(error),
    }
}

/// The chunk that an entry's name stands for: nothing but a document, a kind and a hash.
fn key_of(name: &str) -> Option<ChunkKey> {
    let (document, rest) = name.split_once('/')?;
    let (kind, hash) = rest.split_once('/')?;
    let kind = ChunkKind::ALL.into_iter().find(|known| known.as_str() == kind)?;
    let is_plain = super::is_document(document) && ChunkKey::is_plain(hash);
    is_plain.then(|| ChunkKey { document: document.to_owned(), kind, name: hash.to_owned() })
}
