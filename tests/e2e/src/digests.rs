//! Digests that the journeys open: the suite's fixture in one form, and broken ones made from it.

use std::fs;
use std::path::{Path, PathBuf};

use xtask::tree;

use crate::Trouble;

/// Papers of [`whole`], in order.
pub const NAMES: [&str; 3] = ["Saltmarsh", "Cobblewalk", "Lanternfish"];

/// A day's digest of three papers, as extracted text.
///
/// # Errors
/// When the fixture cannot be read.
pub fn whole() -> Result<String, Trouble> {
    Ok(fs::read_to_string(fixture("extracted.txt"))?)
}

/// The same digest as a record whose checksum is that of another.
///
/// # Errors
/// When the fixture cannot be read.
pub fn record_with_wrong_checksum() -> Result<String, Trouble> {
    let record = fs::read_to_string(fixture("record.json"))?;
    let at = record
        .rfind("\"marker\"")
        .and_then(|at| Some(at + record.get(at + 8..)?.find('"')? + 9))
        .unwrap_or(record.len());
    let (before, after) = record.split_at(at);
    let first = after.chars().next().unwrap_or('0');
    let other = if first == '0' { '1' } else { '0' };
    Ok(format!("{before}{other}{}", after.get(first.len_utf8()..).unwrap_or_default()))
}

/// Writes a file as careful editors do: beside the old one, then in its place.
///
/// # Errors
/// When it cannot be written.
pub fn save(folder: &Path, name: &str, text: &str) -> Result<PathBuf, Trouble> {
    let (beside, place) = (folder.join(format!(".{name}.new")), folder.join(name));
    fs::write(&beside, text)?;
    fs::rename(&beside, &place)?;
    Ok(place)
}

fn fixture(name: &str) -> PathBuf {
    tree::root().join("tests/fixtures/corpus/digest").join(name)
}
