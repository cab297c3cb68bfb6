//! The rows of all files in one derived file, so that a warm start reads no digest but the one shown.
//!
//! The rows are in postcard's encoding, sealed: a file that is not as it was written counts as absent, and the next scan
//! builds it anew.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::contents::Contents;
use crate::folders::Stamp;
use crate::sealed;
use crate::store;

const MAGIC: &[u8; 8] = b"kaozheng";
/// Of the layout and the making of the rows. A cache of any other version counts as absent.
const VERSION: u32 = 2;

/// A file of a source as it was last seen.
#[derive(Clone, Debug)]
pub(crate) struct CachedFile {
    /// Path of the source as the settings have it.
    pub(crate) source: PathBuf,
    pub(crate) path: PathBuf,
    pub(crate) name: String,
    pub(crate) stamp: Stamp,
    pub(crate) missing: bool,
    pub(crate) contents: Arc<Contents>,
}

#[derive(Deserialize)]
struct Stored {
    sources: Vec<PathBuf>,
    contents: Vec<Contents>,
    files: Vec<StoredFile>,
}

#[derive(Serialize)]
struct Storing<'a> {
    sources: Vec<&'a Path>,
    contents: Vec<&'a Contents>,
    files: Vec<StoredFile>,
}

#[derive(Serialize, Deserialize)]
struct StoredFile {
    source: u32,
    contents: u32,
    path: PathBuf,
    name: String,
    stamp: Stamp,
    missing: bool,
}

/// The rows at `path`; none where there is no cache, or a damaged or foreign one.
pub(crate) fn load(path: &Path) -> Vec<CachedFile> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            if error.kind() != io::ErrorKind::NotFound {
                tracing::warn!(%error, "the cache cannot be read and is built anew");
            }
            return Vec::new();
        }
    };
    decode(&bytes).unwrap_or_else(|| {
        tracing::warn!("the cache is damaged or of another release and is built anew");
        Vec::new()
    })
}

/// Replaces the cache at `path`.
///
/// # Errors
/// Of the system; the old cache is then untouched.
pub(crate) fn save(path: &Path, files: &[CachedFile]) -> io::Result<()> {
    store::replace_derived(path, &encode(files).map_err(io::Error::other)?)
}

fn decode(bytes: &[u8]) -> Option<Vec<CachedFile>> {
    let rows = sealed::open(MAGIC, VERSION, bytes)?;
    let stored: Stored = postcard::from_bytes(rows).ok()?;
    let contents: Vec<Arc<Contents>> = stored.contents.into_iter().map(Arc::new).collect();
    let files = stored.files.into_iter().map(|file| {
        Some(CachedFile {
            source: stored.sources.get(file.source as usize)?.clone(),
            path: file.path,
            name: file.name,
            stamp: file.stamp,
            missing: file.missing,
            contents: Arc::clone(contents.get(file.contents as usize)?),
        })
    });
    files.collect()
}

fn encode(files: &[CachedFile]) -> Result<Vec<u8>, postcard::Error> {
    let mut storing = Storing { sources: Vec::new(), contents: Vec::new(), files: Vec::with_capacity(files.len()) };
    let (mut sources, mut contents) = (HashMap::new(), HashMap::new());
    for file in files {
        let source = *sources.entry(file.source.as_path()).or_insert_with(|| {
            storing.sources.push(&file.source);
            storing.sources.len() - 1
        });
        let content = *contents.entry(file.contents.hash).or_insert_with(|| {
            storing.contents.push(&file.contents);
            storing.contents.len() - 1
        });
        storing.files.push(StoredFile {
            source: index(source),
            contents: index(content),
            path: file.path.clone(),
            name: file.name.clone(),
            stamp: file.stamp,
            missing: file.missing,
        });
    }
    let rows = postcard::to_stdvec(&storing)?;
    Ok(sealed::seal(MAGIC, VERSION, &rows))
}

/// A number out of range is found absent on reading, which makes the cache count as damaged.
fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_file() -> CachedFile {
        let bytes = "# 一\n\n正文".as_bytes();
        CachedFile {
            source: "/d".into(),
            path: "/d/一.md".into(),
            name: "一.md".to_owned(),
            stamp: Stamp { size: 3, modified_ns: 4 },
            missing: true,
            contents: Arc::new(Contents::of(*blake3::hash(bytes).as_bytes(), &reading::corpus::read(bytes))),
        }
    }

    #[test]
    fn rows_come_back_as_they_went() {
        let files = [one_file(), CachedFile { path: "/d/copy.md".into(), missing: false, ..one_file() }];
        let back = decode(&encode(&files).unwrap()).unwrap();
        assert_eq!(format!("{back:?}"), format!("{files:?}"));
    }

    #[test]
    fn any_changed_or_lost_byte_makes_the_cache_absent() {
        let bytes = encode(&[one_file()]).unwrap();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(decode(&damaged).is_none(), "byte {at}");
            assert!(decode(&bytes[..at]).is_none(), "cut at {at}");
        }
    }
}
