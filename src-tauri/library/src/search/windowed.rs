//! A folder of the index whose files are read in pieces instead of being mapped: a merge reads all of them once, and what
//! is mapped counts as the program's memory until then.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    Directory, DirectoryLock, FileHandle, Lock, MmapDirectory, OwnedBytes, WatchCallback, WatchHandle, WritePtr,
};
use tantivy::{HasLen, TantivyError};

/// Bytes that are read at once of each file: a merge reads every file from its beginning to its end.
const WINDOW: usize = 128 << 10;

/// Writes as the mapped folder does, and reads in pieces.
#[derive(Clone, Debug)]
pub(crate) struct Windowed {
    folder: PathBuf,
    mapped: MmapDirectory,
}

impl Windowed {
    /// # Errors
    /// When there is no such folder.
    pub(crate) fn open(folder: &Path) -> Result<Self, TantivyError> {
        Ok(Self { folder: folder.to_owned(), mapped: MmapDirectory::open(folder)? })
    }
}

impl Directory for Windowed {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        let opened = File::open(self.folder.join(path)).and_then(|file| Ok((file.metadata()?.len(), file)));
        match opened {
            Ok((length, file)) => Ok(Arc::new(Pieces {
                length: usize::try_from(length).unwrap_or(usize::MAX),
                read: Mutex::new((file, 0, OwnedBytes::empty())),
            })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(OpenReadError::FileDoesNotExist(path.to_owned()))
            }
            Err(error) => Err(OpenReadError::wrap_io_error(error, path.to_owned())),
        }
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.mapped.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.mapped.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        self.mapped.open_write(path)
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.mapped.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.mapped.atomic_write(path, data)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.mapped.sync_directory()
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        self.mapped.acquire_lock(lock)
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.mapped.watch(callback)
    }
}

/// A file, and the piece of it that was read last with the place where it begins.
#[derive(Debug)]
struct Pieces {
    length: usize,
    read: Mutex<(File, usize, OwnedBytes)>,
}

impl HasLen for Pieces {
    fn len(&self) -> usize {
        self.length
    }
}

impl FileHandle for Pieces {
    fn read_bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, start, piece) = &mut *read;
        if range.start < *start || range.end > *start + piece.len() {
            let end = self.length.min(range.end.max(range.start.saturating_add(WINDOW)));
            let mut bytes = vec![0; end.saturating_sub(range.start)];
            file.seek(SeekFrom::Start(range.start as u64))?;
            file.read_exact(&mut bytes)?;
            let bytes = OwnedBytes::new(bytes);
            if range.len() >= WINDOW {
                // It would be kept as long as the file: whoever asked for so much at once does not ask again.
                return Ok(bytes.slice(0..range.len()));
            }
            (*start, *piece) = (range.start, bytes);
        }
        Ok(piece.slice(range.start - *start..range.end - *start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_what_stands_in_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let bytes: Vec<u8> = (0..3 * WINDOW + 77).map(|at| u8::try_from(at % 251).unwrap()).collect();
        std::fs::write(folder.path().join("a"), &bytes).unwrap();
        let directory = Windowed::open(folder.path()).unwrap();
        let file = directory.get_file_handle(Path::new("a")).unwrap();
        assert_eq!(file.len(), bytes.len());
        for range in
            [0..0, 0..5, 3..WINDOW + 9, WINDOW..WINDOW + 1, 10..20, 0..bytes.len(), bytes.len() - 3..bytes.len()]
        {
            assert_eq!(file.read_bytes(range.clone()).unwrap().as_slice(), &bytes[range.clone()], "{range:?}");
        }
        assert!(matches!(directory.get_file_handle(Path::new("b")), Err(OpenReadError::FileDoesNotExist(_))));
    }
}
