//! The index on the disk: which files are in it, and how they get in and out.
//!
//! A file is known by the hash of its bytes and by which parser read it, never by its name. Its passages go in together, in
//! reading order, so that they stay neighbours; commits are atomic, and what was not committed when the program ended is
//! done again. No text is kept: it is read from the file itself, at the bytes that the index knows.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use reading::corpus::{ReadFile, SectionKind};
use reading::text::{ByteSpan, fold_into};
use tantivy::directory::{Directory as _, INDEX_WRITER_LOCK, MmapDirectory};
use tantivy::index::SegmentId;
use tantivy::indexer::{NoMergePolicy, UserOperation};
use tantivy::schema::{FAST, Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::TextAnalyzer;
use tantivy::{
    DocSet as _, Index, IndexReader, IndexWriter, ReloadPolicy, SegmentReader, TERMINATED, TantivyDocument,
    TantivyError, Term,
};

use super::passages;
use super::query;
use super::tokens::{Cutter, OtherLetters, letters};
use super::windowed::Windowed;
use crate::contents::{Hash, made_by};

/// Raised whenever an older index would answer wrongly: the layout, the folding or the tokens changed.
const VERSION: u32 = 4;

/// What a writer may hold in memory before it writes a segment, all threads together.
const WRITER_BYTES: usize = 80 << 20;

/// Text that may wait to be indexed.
const MOST_WAITING_BYTES: usize = 4 << 20;
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// For whoever holds the lock of the index without changing it: a process that this one starts has the lock, as all that
/// is open, until its own program begins.
const LOCK_WAIT: Duration = Duration::from_secs(2);

/// Why the index could not be read or written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    /// Of the folder itself.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Of the index in it.
    #[error("{0}")]
    Index(#[from] TantivyError),
}

impl StoreError {
    /// What is in the way, with the way out where there is one.
    pub(crate) fn in_words(&self) -> String {
        let is_full = match self {
            Self::Io(error) => is_full(error),
            Self::Index(TantivyError::IoError(error)) if is_full(error) => true,
            // Of most of what the system said to the index's own threads only the words are left.
            Self::Index(error) => error.to_string().contains("No space left"),
        };
        if is_full { "the disk is full; free some space".to_owned() } else { self.to_string() }
    }
}

fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

/// The fields of a passage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields {
    /// Folded text, cut into tokens with positions.
    pub(crate) words: Field,
    /// Which letters and digits it holds: [`letters`].
    pub(crate) letters: Field,
    /// Its letters of other alphabets, each once.
    pub(crate) others: Field,
    /// Which file it is in: [`file_key`].
    pub(crate) file: Field,
    /// What it is: [`Spot`].
    pub(crate) spot: Field,
    /// Where its characters stand in the file: [`pack_source`].
    pub(crate) source: Field,
}

/// An index that can be searched and changed.
pub(crate) struct Store {
    folder: PathBuf,
    pub(crate) reader: IndexReader,
    pub(crate) fields: Fields,
}

impl Store {
    /// Opens the index below `folder`, or makes an empty one in place of one that is damaged or of another release.
    ///
    /// # Errors
    /// When no index can be written there.
    pub(crate) fn open(folder: &Path) -> Result<Self, StoreError> {
        let own = folder.join(format!("{VERSION}"));
        remove_others(folder, &own);
        fs::create_dir_all(&own)?;
        match Self::open_at(&own) {
            Ok(store) => Ok(store),
            Err(error) => {
                tracing::warn!(%error, "the search index is damaged and is built anew");
                clear(&own)?;
                Self::open_at(&own)
            }
        }
    }

    fn open_at(folder: &Path) -> Result<Self, StoreError> {
        let (schema, fields) = schema();
        let directory = MmapDirectory::open(folder).map_err(TantivyError::from)?;
        let index = Index::open_or_create(directory, schema)?;
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        Ok(Self { folder: folder.to_owned(), reader, fields })
    }

    /// Removes what a writer that failed has left below `folder`: on a full disk it would hold the room that the next one
    /// needs. What cannot be removed now goes with a later commit.
    pub(crate) fn sweep(folder: &Path) -> Result<(), StoreError> {
        let directory = MmapDirectory::open(folder.join(format!("{VERSION}"))).map_err(TantivyError::from)?;
        let mut index = Index::open(directory)?;
        // Of another program that is writing nothing is removed.
        let _alone = index.directory().acquire_lock(&INDEX_WRITER_LOCK).map_err(TantivyError::from)?;
        let segments: HashSet<String> = index.searchable_segment_ids()?.iter().map(|id| id.uuid_string()).collect();
        let is_kept = |path: &PathBuf| {
            let name = path.to_string_lossy();
            name == "meta.json" || name.split_once('.').is_some_and(|(segment, _)| segments.contains(segment))
        };
        let kept = index.directory().list_managed_files().into_iter().filter(is_kept).collect();
        index.directory_mut().garbage_collect(|| kept)?;
        Ok(())
    }

    /// Throws the index away and begins an empty one.
    ///
    /// # Errors
    /// When no index can be written there.
    pub(crate) fn begin_anew(self) -> Result<Self, StoreError> {
        let folder = self.folder.clone();
        drop(self);
        clear(&folder)?;
        Self::open_at(&folder)
    }

    /// Whether every file of the index is as it was written. Reads them all, through maps of their own that are gone
    /// afterwards: through the reader's, the whole index would stay in the program's memory.
    pub(crate) fn is_sound(&self) -> bool {
        let checked = MmapDirectory::open(&self.folder).map_err(TantivyError::from);
        let damaged = checked.and_then(Index::open).and_then(|index| index.validate_checksum());
        damaged.is_ok_and(|damaged| damaged.is_empty())
    }

    /// The files whose passages are in the index.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub(crate) fn files(&self) -> Result<HashSet<String>, StoreError> {
        let mut files = HashSet::new();
        for segment in self.reader.searcher().segment_readers() {
            let terms = segment.inverted_index(self.fields.file)?;
            let mut stream = terms.terms().stream()?;
            while stream.advance() {
                let mut postings = terms.read_postings_from_terminfo(stream.value(), IndexRecordOption::Basic)?;
                let mut doc = postings.doc();
                while doc != TERMINATED && segment.is_deleted(doc) {
                    doc = postings.advance();
                }
                if doc != TERMINATED {
                    files.insert(String::from_utf8_lossy(stream.key()).into_owned());
                }
            }
        }
        Ok(files)
    }

    /// Begins to change the index; nobody else can until the writer is gone. With `much` to add nothing is merged before
    /// [`Writer::finish`], which then makes one segment of all.
    ///
    /// # Errors
    /// When another program is changing it, or the disk is full.
    pub(crate) fn writer(&self, threads: usize, much: bool) -> Result<Writer, StoreError> {
        let index = Index::open(Windowed::open(&self.folder)?)?;
        let waiting = Arc::new(AtomicUsize::new(0));
        index.tokenizers().register("folded", TextAnalyzer::from(Cutter { waiting: Arc::clone(&waiting) }));
        index.tokenizers().register("others", TextAnalyzer::from(OtherLetters));
        let threads = threads.clamp(1, 4);
        let budget = (WRITER_BYTES / threads).max(16 << 20) * threads;
        let since = Instant::now();
        let writer = loop {
            match index.writer_with_num_threads(threads, budget) {
                Err(TantivyError::LockFailure(..)) if since.elapsed() < LOCK_WAIT => {
                    thread::sleep(Duration::from_millis(20));
                }
                writer => break writer?,
            }
        };
        if much {
            writer.set_merge_policy(Box::new(NoMergePolicy));
        }
        Ok(Writer { index, writer, fields: self.fields, much, waiting })
    }

    /// A segment read in pieces instead of through the maps of the reader: what is mapped and read once from its beginning to
    /// its end would count as the program's memory from then on. `None` where it was merged away meanwhile.
    pub(crate) fn apart(&self, id: SegmentId) -> Option<SegmentReader> {
        let index = Windowed::open(&self.folder).and_then(Index::open).ok()?;
        let segment = index.searchable_segments().ok()?.into_iter().find(|segment| segment.id() == id)?;
        SegmentReader::open(&segment).ok()
    }

    /// From now on answers see what was committed.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub(crate) fn reload(&self) -> Result<(), StoreError> {
        Ok(self.reader.reload()?)
    }
}

/// Changes an index.
pub(crate) struct Writer {
    index: Index,
    writer: IndexWriter<TantivyDocument>,
    fields: Fields,
    much: bool,
    /// Bytes of text that were added and not yet cut into tokens.
    waiting: Arc<AtomicUsize>,
}

impl Writer {
    /// Adds the passages of a file. Waits while much is waiting already: the writer's own queue counts files, of which
    /// thousands would stand in memory.
    ///
    /// # Errors
    /// When an earlier change could not be written.
    pub(crate) fn add(&self, passages: Passages) -> Result<(), StoreError> {
        let since = Instant::now();
        // Whoever waits this long waits for a thread that died; adding says why.
        while self.waiting.load(Ordering::Relaxed) > MOST_WAITING_BYTES && since.elapsed() < LONGEST_WAIT {
            thread::sleep(Duration::from_millis(1));
        }
        self.waiting.fetch_add(passages.bytes, Ordering::Relaxed);
        self.writer.run(passages.documents.into_iter().map(UserOperation::Add))?;
        Ok(())
    }

    /// Takes a file out.
    pub(crate) fn remove(&self, file: &str) {
        self.writer.delete_term(Term::from_field_text(self.fields.file, file));
    }

    /// Makes the changes so far last.
    ///
    /// # Errors
    /// When they cannot be written; they are lost then, and those before stay.
    pub(crate) fn commit(&mut self) -> Result<(), StoreError> {
        self.writer.commit()?;
        Ok(())
    }

    /// Ends the changes once all segments are merged that ought to be. That cannot be stopped: a program that ends
    /// meanwhile has the index as it was committed.
    ///
    /// # Errors
    /// When merging failed; the index is as good as before.
    pub(crate) fn finish(mut self) -> Result<(), StoreError> {
        if self.much {
            let segments = self.index.searchable_segment_ids()?;
            if segments.len() > 1 {
                self.writer.merge(&segments).wait()?;
            }
            self.writer.garbage_collect_files().wait()?;
        }
        Ok(self.writer.wait_merging_threads()?)
    }
}

/// The name by which the index knows the bytes of a file, as this program reads them.
pub(crate) fn file_key(hash: &Hash) -> String {
    let mut key: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    key.push_str(&format!("-{}", made_by()));
    key
}

/// Everything about a passage that is no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    /// Index of the paper in its file. [`Spot::NO_PAPER`] where the file has no passage at all.
    pub(crate) paper: u16,
    /// Index of the passage in its paper.
    pub(crate) ordinal: u16,
    pub(crate) field: query::Field,
    pub(crate) section: SectionKind,
    /// Which of the paper's verdicts judges it.
    pub(crate) verdict: Option<u16>,
    /// Number of the finding; at most 65,534.
    pub(crate) finding: Option<u16>,
}

/// In the order of their numbers in the index.
pub(crate) const SECTIONS: [SectionKind; 14] = [
    SectionKind::Positioning,
    SectionKind::Background,
    SectionKind::Method,
    SectionKind::Evidence,
    SectionKind::Review,
    SectionKind::Limitations,
    SectionKind::FollowUp,
    SectionKind::Tldr,
    SectionKind::Motivation,
    SectionKind::Result,
    SectionKind::Conclusion,
    SectionKind::Abstract,
    SectionKind::Notice,
    SectionKind::Other,
];
/// In the order of their numbers in the index.
pub(crate) const FIELDS: [query::Field; 3] = [query::Field::Text, query::Field::Claim, query::Field::Quote];
const NO_VERDICT: u16 = 0x3FF;

impl Spot {
    pub(crate) const NO_PAPER: u16 = u16::MAX;

    pub(crate) fn pack(self) -> u64 {
        let verdict = self.verdict.filter(|&verdict| verdict < NO_VERDICT).unwrap_or(NO_VERDICT);
        let field = FIELDS.iter().position(|&field| field == self.field).unwrap_or(0);
        let section = SECTIONS.iter().position(|&section| section == self.section).unwrap_or(SECTIONS.len() - 1);
        let finding = self.finding.map_or(0, |number| number.saturating_add(1));
        u64::from(finding) << 48
            | u64::from(self.paper) << 32
            | u64::from(self.ordinal) << 16
            | u64::from(verdict) << 6
            | (field as u64) << 4
            | section as u64
    }

    pub(crate) fn unpack(packed: u64) -> Self {
        let bits = |shift: u32, mask: u64| u16::try_from((packed >> shift) & mask).unwrap_or(0);
        let verdict = bits(6, 0x3FF);
        Self {
            paper: bits(32, 0xFFFF),
            ordinal: bits(16, 0xFFFF),
            field: FIELDS.get(usize::from(bits(4, 3))).copied().unwrap_or(query::Field::Text),
            section: SECTIONS.get(usize::from(bits(0, 15))).copied().unwrap_or(SectionKind::Other),
            verdict: (verdict != NO_VERDICT).then_some(verdict),
            finding: bits(48, 0xFFFF).checked_sub(1),
        }
    }
}

const SOURCE_LENGTH_BITS: u32 = 24;

/// The bytes of the file in which the passage stands character for character; 0 where it does not.
fn pack_source(span: Option<ByteSpan>) -> u64 {
    let Some(span) = span else { return 0 };
    let length = span.len() as u64;
    if length == 0 || length >> SOURCE_LENGTH_BITS != 0 {
        0
    } else {
        (span.start as u64) << SOURCE_LENGTH_BITS | length
    }
}

/// What [`pack_source`] packed.
pub(crate) fn unpack_source(packed: u64) -> Option<ByteSpan> {
    let length = usize::try_from(packed & ((1 << SOURCE_LENGTH_BITS) - 1)).ok().filter(|&length| length > 0)?;
    let start = usize::try_from(packed >> SOURCE_LENGTH_BITS).ok()?;
    Some(ByteSpan::new(start, start + length))
}

/// What goes into the index for a file.
pub(crate) struct Passages {
    documents: Vec<TantivyDocument>,
    /// Of their folded texts.
    bytes: usize,
}

/// What goes into the index for a file with these bytes.
pub(crate) fn documents(fields: Fields, key: &str, bytes: &[u8], file: &ReadFile) -> Passages {
    let start = passages::text_start(bytes, file);
    let mut documents = Vec::new();
    let mut all_bytes = 0;
    let mut folded = String::new();
    for (index, paper) in file.digest.papers.iter().enumerate() {
        for passage in passages::of(paper) {
            folded.clear();
            fold_into(passage.text, &mut folded);
            all_bytes += folded.len();
            let stands = start.filter(|_| passage.source.of(&file.text) == passage.text);
            let spot = Spot {
                paper: u16::try_from(index).unwrap_or(Spot::NO_PAPER),
                ordinal: u16::try_from(passage.ordinal).unwrap_or(u16::MAX),
                field: passage.field,
                section: passage.section,
                verdict: passage.verdict.and_then(|verdict| u16::try_from(verdict).ok()),
                finding: passage.finding.map(|number| u16::try_from(number).unwrap_or(u16::MAX - 1)),
            };
            documents.push(document(fields, key, &folded, spot, stands.map(|start| passage.source.shifted(start))));
        }
    }
    if documents.is_empty() {
        let spot = Spot {
            paper: Spot::NO_PAPER,
            ordinal: 0,
            field: query::Field::Text,
            section: SectionKind::Other,
            verdict: None,
            finding: None,
        };
        documents.push(document(fields, key, "", spot, None));
    }
    Passages { documents, bytes: all_bytes }
}

fn document(fields: Fields, key: &str, folded: &str, spot: Spot, source: Option<ByteSpan>) -> TantivyDocument {
    let mut document = TantivyDocument::default();
    document.add_text(fields.words, folded);
    let (held, others) = letters(folded);
    document.add_u64(fields.letters, held);
    if others {
        document.add_text(fields.others, folded);
    }
    document.add_text(fields.file, key);
    document.add_u64(fields.spot, spot.pack());
    document.add_u64(fields.source, pack_source(source));
    document
}

fn schema() -> (Schema, Fields) {
    let text = |tokenizer: &str, kept| {
        let indexing =
            TextFieldIndexing::default().set_tokenizer(tokenizer).set_index_option(kept).set_fieldnorms(false);
        TextOptions::default().set_indexing_options(indexing)
    };
    let mut builder = Schema::builder();
    let fields = Fields {
        words: builder.add_text_field("words", text("folded", IndexRecordOption::WithFreqsAndPositions)),
        letters: builder.add_u64_field("letters", FAST),
        others: builder.add_text_field("others", text("others", IndexRecordOption::Basic)),
        file: builder.add_text_field("file", text("raw", IndexRecordOption::Basic).set_fast("raw")),
        spot: builder.add_u64_field("spot", FAST),
        source: builder.add_u64_field("source", FAST),
    };
    (builder.build(), fields)
}

fn clear(folder: &Path) -> io::Result<()> {
    fs::remove_dir_all(folder)?;
    fs::create_dir_all(folder)
}

/// Indexes of other releases only cost space.
fn remove_others(folder: &Path, own: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    for entry in entries.filter(|entry| entry.path() != own) {
        // What cannot be removed now can be next time.
        let _ = fs::remove_dir_all(entry.path());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spots_and_sources_come_back_as_they_went() {
        for (nth, &section) in SECTIONS.iter().enumerate() {
            for field in FIELDS {
                for verdict in [None, Some(0), Some(1_022)] {
                    let finding = verdict.map(|verdict| verdict * 64);
                    let spot = Spot {
                        paper: u16::try_from(nth).unwrap() * 900,
                        ordinal: 65_535,
                        field,
                        section,
                        verdict,
                        finding,
                    };
                    assert_eq!(Spot::unpack(spot.pack()), spot);
                }
            }
        }
        for span in [ByteSpan::new(0, 1), ByteSpan::new(3, 900), ByteSpan::new(1 << 28, (1 << 28) + 5)] {
            assert_eq!(unpack_source(pack_source(Some(span))), Some(span));
        }
        assert_eq!(unpack_source(pack_source(Some(ByteSpan::new(7, 7)))), None);
        assert_eq!(unpack_source(pack_source(None)), None);
    }
}
