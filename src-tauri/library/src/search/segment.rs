//! A segment of the index made ready for questions: its words as one text, and which passages belong to which paper.

use std::io;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use memchr::memmem::Finder;
use tantivy::columnar::ColumnValues;
use tantivy::index::SegmentId;
use tantivy::postings::TermInfo;
use tantivy::{InvertedIndexReader, SegmentReader};

use super::bits::Bits;
use super::store::{FIELDS, SECTIONS, Spot, Store, StoreError};
use super::terms::Terms;

/// A segment that is held open.
pub(crate) struct Segment {
    pub(crate) id: SegmentId,
    /// Changes when passages are taken out.
    pub(crate) deletions: Option<u64>,
    pub(crate) bound: u32,
    pub(crate) words: Arc<InvertedIndexReader>,
    /// Passages by their letters of other alphabets than the Latin one.
    pub(crate) others: Arc<InvertedIndexReader>,
    pub(crate) vocabulary: Arc<Vocabulary>,
    pub(crate) runs: Arc<Vec<Run>>,
    /// The first passage of each run.
    pub(crate) starts: Arc<Bits>,
    /// Keys of files, by their number in [`Run::file`].
    pub(crate) files: Arc<Vec<String>>,
    spots: Arc<dyn ColumnValues<u64>>,
    sources: Arc<dyn ColumnValues<u64>>,
    letters: Arc<dyn ColumnValues<u64>>,
    /// The same in memory, from the first question for a single letter on.
    held: Arc<OnceLock<Vec<u64>>>,
    alive: Option<Bits>,
    kinds: Arc<OnceLock<Kinds>>,
}

/// The passages of one paper of one file: neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) docs: Range<u32>,
    /// Number of the file in the segment.
    pub(crate) file: u32,
    /// Index of the paper in the file.
    pub(crate) paper: u16,
}

/// Passages by what they are.
pub(crate) struct Kinds {
    /// In the order of [`FIELDS`].
    pub(crate) fields: Vec<Bits>,
    /// In the order of [`SECTIONS`].
    pub(crate) sections: Vec<Bits>,
}

impl Segment {
    /// Opens a segment of the store. `known` is the same one as it was before passages were taken out.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub(crate) fn open(reader: &SegmentReader, store: &Store, known: Option<&Self>) -> Result<Self, StoreError> {
        let fields = store.fields;
        let words = reader.inverted_index(fields.words)?;
        let others = reader.inverted_index(fields.others)?;
        let spots = reader.fast_fields().u64("spot")?.first_or_default_col(0);
        let sources = reader.fast_fields().u64("source")?.first_or_default_col(0);
        let letters = reader.fast_fields().u64("letters")?.first_or_default_col(0);
        let bound = reader.max_doc();
        let (vocabulary, runs, starts, files, kinds, held) = match known {
            Some(known) => (
                Arc::clone(&known.vocabulary),
                Arc::clone(&known.runs),
                Arc::clone(&known.starts),
                Arc::clone(&known.files),
                Arc::clone(&known.kinds),
                Arc::clone(&known.held),
            ),
            None => {
                let (runs, files) = runs(reader, &*spots)?;
                let apart =
                    store.apart(reader.segment_id()).map(|apart| apart.inverted_index(fields.words)).transpose()?;
                let vocabulary = Arc::new(Vocabulary::of(apart.as_deref().unwrap_or(&words))?);
                let mut starts = Bits::none(bound);
                runs.iter().for_each(|run| starts.insert(run.docs.start));
                (vocabulary, Arc::new(runs), Arc::new(starts), Arc::new(files), Arc::default(), Arc::default())
            }
        };
        let alive = reader.alive_bitset().map(|_| {
            let mut alive = Bits::none(bound);
            reader.doc_ids_alive().for_each(|doc| alive.insert(doc));
            alive
        });
        let deletions = reader.delete_opstamp();
        Ok(Self {
            id: reader.segment_id(),
            deletions,
            bound,
            words,
            others,
            vocabulary,
            runs,
            starts,
            files,
            spots,
            sources,
            letters,
            held,
            alive,
            kinds,
        })
    }

    /// Passages that were not taken out; `None` where none was.
    pub(crate) fn alive(&self) -> Option<&Bits> {
        self.alive.as_ref()
    }

    pub(crate) fn spot(&self, doc: u32) -> Spot {
        Spot::unpack(self.spots.get_val(doc))
    }

    /// As packed by the store.
    pub(crate) fn source(&self, doc: u32) -> u64 {
        self.sources.get_val(doc)
    }

    /// The passages that hold the letter, digit or sign of numbers at this place of [`letters`](super::tokens::letters).
    pub(crate) fn holding(&self, place: u32) -> Bits {
        let held = self.held.get_or_init(|| {
            let mut held = vec![0; self.bound as usize];
            self.letters.get_range(0, &mut held);
            held
        });
        Bits::of(held.iter().map(|held| held >> place & 1 == 1))
    }

    /// Passages by what they are; found out at the first question.
    pub(crate) fn kinds(&self) -> &Kinds {
        self.kinds.get_or_init(|| {
            let mut kinds = Kinds {
                fields: FIELDS.iter().map(|_| Bits::none(self.bound)).collect(),
                sections: SECTIONS.iter().map(|_| Bits::none(self.bound)).collect(),
            };
            for doc in 0..self.bound {
                let packed = self.spots.get_val(doc);
                if let Some(bits) = kinds.sections.get_mut((packed & 15) as usize) {
                    bits.insert(doc);
                }
                if let Some(bits) = kinds.fields.get_mut(((packed >> 4) & 3) as usize) {
                    bits.insert(doc);
                }
            }
            kinds
        })
    }
}

/// The runs of a segment, and the keys of its files.
fn runs(reader: &SegmentReader, spots: &dyn ColumnValues<u64>) -> Result<(Vec<Run>, Vec<String>), StoreError> {
    let Some(column) = reader.fast_fields().str("file")? else { return Ok((Vec::new(), Vec::new())) };
    let mut files = Vec::with_capacity(column.num_terms());
    let mut key = String::new();
    for ordinal in 0..column.num_terms() {
        column.ord_to_str(ordinal as u64, &mut key)?;
        files.push(key.clone());
    }
    let ordinals = column.ords().clone().first_or_default_col(0);
    let mut runs: Vec<Run> = Vec::new();
    for doc in 0..reader.max_doc() {
        let file = u32::try_from(ordinals.get_val(doc)).unwrap_or(u32::MAX);
        let paper = Spot::unpack(spots.get_val(doc)).paper;
        match runs.last_mut() {
            Some(last) if last.file == file && last.paper == paper => last.docs.end = doc + 1,
            _ => runs.push(Run { docs: doc..doc + 1, file, paper }),
        }
    }
    Ok((runs, files))
}

/// The words of a segment one after another, in order, to be looked through for substrings.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    /// Each word between two line feeds.
    text: String,
    /// Line feeds before each block of [`BLOCK`] bytes.
    before: Vec<u32>,
    terms: Terms,
}

/// Bytes between two places at which words are counted.
const BLOCK: usize = 1 << 10;

impl Vocabulary {
    fn of(words: &InvertedIndexReader) -> io::Result<Self> {
        let mut vocabulary = Self { text: String::from("\n"), ..Self::default() };
        let mut stream = words.terms().stream()?;
        while stream.advance() {
            let Ok(word) = std::str::from_utf8(stream.key()) else { continue };
            // Signs and Chinese characters are found by themselves.
            if word.chars().next().is_some_and(|first| first.is_alphanumeric() && !reading::text::is_wide(first)) {
                vocabulary.push(word, stream.value());
            }
        }
        vocabulary.settle();
        Ok(vocabulary)
    }

    fn push(&mut self, word: &str, info: &TermInfo) {
        self.text.push_str(word);
        self.text.push('\n');
        self.terms.push(info);
    }

    /// Counts the words.
    fn settle(&mut self) {
        self.text.shrink_to_fit();
        self.terms.shrink();
        let mut before = 0;
        for block in self.text.as_bytes().chunks(BLOCK) {
            self.before.push(before);
            before += u32::try_from(memchr::memchr_iter(b'\n', block).count()).unwrap_or(0);
        }
    }

    /// Calls `found` with each word that holds `wanted`, which may begin or end with a line feed for the word's own end.
    pub(crate) fn each(&self, wanted: &str, mut found: impl FnMut(TermInfo)) {
        let bytes = self.text.as_bytes();
        let finder = Finder::new(wanted.as_bytes());
        let mut from = 0;
        while let Some(at) = bytes.get(from..).and_then(|rest| finder.find(rest)) {
            let at = from + at;
            let inside = if wanted.starts_with('\n') { at + 1 } else { at };
            let end =
                memchr::memchr(b'\n', bytes.get(inside..).unwrap_or_default()).map_or(bytes.len(), |at| inside + at);
            if let Some(info) = self.terms.get(self.number(inside)) {
                found(info);
            }
            // The line feed may begin the next word too.
            from = end.max(at + 1);
        }
    }

    /// The number of the word that the byte is in.
    fn number(&self, at: usize) -> usize {
        let block = at / BLOCK;
        let rest = self.text.as_bytes().get(block * BLOCK..at).unwrap_or_default();
        let feeds = self.before.get(block).map_or(0, |before| *before as usize);
        (feeds + memchr::memchr_iter(b'\n', rest).count()).saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each word's number stands for its postings.
    fn vocabulary(words: &[&str]) -> Vocabulary {
        let mut vocabulary = Vocabulary { text: String::from("\n"), ..Vocabulary::default() };
        for (&word, number) in words.iter().zip(0..) {
            vocabulary.push(word, &TermInfo { doc_freq: number, postings_range: 0..0, positions_range: 0..0 });
        }
        vocabulary.settle();
        vocabulary
    }

    fn found<'w>(vocabulary: &Vocabulary, words: &[&'w str], wanted: &str) -> Vec<&'w str> {
        let mut found = Vec::new();
        vocabulary.each(wanted, |info| found.push(words[info.doc_freq as usize]));
        found
    }

    #[test]
    fn words_are_found_by_any_part_and_once() {
        let words = ["5", "56", "aa", "aaaa", "gpt", "gpt4", "xgpt"];
        let vocabulary = vocabulary(&words);
        let found = |wanted: &str| found(&vocabulary, &words, wanted);
        assert_eq!(found("gpt"), ["gpt", "gpt4", "xgpt"]);
        assert_eq!(found("\ngpt"), ["gpt", "gpt4"]);
        assert_eq!(found("gpt\n"), ["gpt", "xgpt"]);
        assert_eq!(found("aa"), ["aa", "aaaa"]);
        assert_eq!(found("\n5"), ["5", "56"]);
        assert_eq!(found("b"), [""; 0]);
    }

    #[test]
    fn words_are_counted_over_many_blocks() {
        let words: Vec<String> = (0..2_000).map(|number| format!("w{number:05}")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let vocabulary = vocabulary(&words);
        for word in &words {
            assert_eq!(found(&vocabulary, &words, word), [*word]);
        }
    }
}
