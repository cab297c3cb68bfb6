//! The text of a passage of the index: at its bytes in the file where it stands there as it is, else by reading the file.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;

use reading::corpus::ReadFile;

use super::passages;
use super::store::{Spot, unpack_source};
use crate::catalogue::{Catalogue, Held};
use crate::error::Error;

/// Files that are held open at once.
const OPEN_FILES: usize = 64;

/// Reads files in the way of the library: from memory where they are.
pub(crate) type Load<'a> = &'a (dyn Fn(&Held<'_>) -> Result<Arc<ReadFile>, Error> + Sync);

/// Reads texts for one answer.
pub(crate) struct Texts<'a> {
    catalogue: &'a Catalogue,
    load: Load<'a>,
    open: HashMap<PathBuf, Option<File>>,
    buffer: Vec<u8>,
}

impl<'a> Texts<'a> {
    pub(crate) fn new(catalogue: &'a Catalogue, load: Load<'a>) -> Self {
        Self { catalogue, load, open: HashMap::new(), buffer: Vec::new() }
    }

    /// Another reader of the same files, for another thread.
    pub(crate) fn beside(&self) -> Self {
        Self::new(self.catalogue, self.load)
    }

    /// The text of a passage and what `expected` says of it; where that is nothing, or where the text does not stand in
    /// the file as it is, what the file holds in its place now. `None` where the file cannot be read.
    pub(crate) fn text<T>(
        &mut self,
        entry: u32,
        spot: Spot,
        source: u64,
        expected: impl Fn(&str) -> Option<T>,
    ) -> Option<(String, Option<T>)> {
        let held = self.catalogue.lead(entry)?;
        if let Some(span) = unpack_source(source)
            && let Some(text) = self.read(&held, span.start, span.len())
            && let Some(said) = expected(&text)
        {
            return Some((text, Some(said)));
        }
        let file = (self.load)(&held).ok()?;
        let paper = file.digest.papers.get(held.index)?;
        let passages = passages::of(paper);
        passages.get(usize::from(spot.ordinal)).map(|passage| (passage.text.to_owned(), None))
    }

    fn read(&mut self, held: &Held<'_>, start: usize, length: usize) -> Option<String> {
        let path = &held.file.path;
        if !self.open.contains_key(path) {
            if self.open.len() >= OPEN_FILES {
                self.open.clear();
            }
            self.open.insert(path.clone(), File::open(path).ok());
        }
        let file = self.open.get_mut(path)?.as_mut()?;
        file.seek(SeekFrom::Start(start as u64)).ok()?;
        self.buffer.resize(length, 0);
        file.read_exact(&mut self.buffer).ok()?;
        std::str::from_utf8(&self.buffer).ok().map(str::to_owned)
    }
}
