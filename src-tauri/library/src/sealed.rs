//! The wrapping of derived files: magic, version, BLAKE3 of the rest. Anything unexpected makes a file count as absent.

const HASH_BYTES: usize = 32;

/// The file that holds `rows`.
pub(crate) fn seal(magic: &[u8; 8], version: u32, rows: &[u8]) -> Vec<u8> {
    [&magic[..], &version.to_le_bytes(), blake3::hash(rows).as_bytes(), rows].concat()
}

/// The rows of a file with this magic and version; `None` for any other, and for a damaged one.
pub(crate) fn open<'f>(magic: &[u8; 8], version: u32, file: &'f [u8]) -> Option<&'f [u8]> {
    let rest = file.strip_prefix(magic)?.strip_prefix(&version.to_le_bytes())?;
    let (hash, rows) = rest.split_at_checked(HASH_BYTES)?;
    (hash == blake3::hash(rows).as_bytes()).then_some(rows)
}
