//! What the interface drew last, kept for the first frame of the next start. Derived: a file that is not as it was written
//! counts as absent.

use std::fs;
use std::path::Path;

use crate::{sealed, store};

const MAGIC: &[u8; 8] = b"kz drawn";
const VERSION: u32 = 1;
/// A page is the visible part of one window; anything larger is not one.
const MAX_BYTES: usize = 4 << 20;

/// The page at `path`.
pub(crate) fn load(path: &Path) -> Option<Vec<u8>> {
    let bytes = fs::read(path).ok()?;
    sealed::open(MAGIC, VERSION, &bytes).map(<[u8]>::to_vec)
}

/// Keeps `page` at `path`, or nothing where it is too large or cannot be written: the next start is slower then.
pub(crate) fn keep(path: &Path, page: &[u8]) {
    if page.len() > MAX_BYTES {
        return;
    }
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    let kept = folder.and_then(|()| store::replace_derived(path, &sealed::seal(MAGIC, VERSION, page)));
    if let Err(error) = kept {
        tracing::debug!(%error, "the drawn page is not kept");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_comes_back_as_it_was_and_a_damaged_one_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache/drawn");
        assert_eq!(load(&path), None);
        keep(&path, "页".as_bytes());
        assert_eq!(load(&path).as_deref(), Some("页".as_bytes()));
        keep(&path, &vec![b'x'; MAX_BYTES + 1]);
        assert_eq!(load(&path).as_deref(), Some("页".as_bytes()));
        let mut bytes = fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&path, bytes).unwrap();
        assert_eq!(load(&path), None);
    }
}
