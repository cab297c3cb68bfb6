//! The list of all papers: digests that reached the reader in several forms are shown once.
//!
//! An immutable snapshot, made anew from the files' rows whenever they change (some 20 ms for 29,000 papers). Papers
//! are the same when day and stable key agree; a file without a day joins the day that has its paper. The form that holds most of a paper leads; the others stay reachable.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use crate::answer::{FileId, FileInfo, PaperId, SourceId};
use crate::contents::{Contents, PaperFacts};
use crate::day::Day;
use crate::folders::Stamp;

/// Topics that are offered as filters.
pub const TOPICS_SHOWN: usize = 40;

/// A file that holds rows.
#[derive(Debug)]
pub(crate) struct FileEntry {
    pub(crate) id: FileId,
    /// `None` for the bundled sample.
    pub(crate) source: Option<SourceId>,
    /// Canonical; the name alone for the bundled sample.
    pub(crate) path: PathBuf,
    /// Path below the source.
    pub(crate) name: String,
    pub(crate) stamp: Stamp,
    pub(crate) missing: bool,
    pub(crate) contents: Arc<Contents>,
}

impl FileEntry {
    /// The day that the file says, else the one that its path says.
    pub(crate) fn day(&self) -> Option<Day> {
        self.contents.day.or_else(|| Day::in_path(&self.name))
    }

    pub(crate) fn info(&self) -> FileInfo {
        FileInfo {
            id: self.id,
            name: self.name.clone(),
            format: self.contents.format,
            encoding: self.contents.encoding.to_string(),
            guessed: self.contents.guessed,
            missing: self.missing,
        }
    }
}

/// All papers in the order of the list: newest day first, papers without a day last.
#[derive(Debug, Default)]
pub(crate) struct Catalogue {
    files: Vec<Arc<FileEntry>>,
    holdings: Vec<Holding>,
    entries: Vec<Entry>,
    days: Vec<DayGroup>,
    /// Most frequent first.
    pub(crate) topics: Vec<String>,
    /// The newest paper of each key. Made at the first question.
    by_key: OnceLock<HashMap<String, u32>>,
}

/// A paper in a file.
#[derive(Clone, Copy, Debug)]
struct Holding {
    file: u32,
    paper: u32,
}

/// A paper: its holdings, the leading one first.
#[derive(Clone, Copy, Debug)]
struct Entry {
    holdings: (u32, u32),
    day: u32,
}

#[derive(Clone, Copy, Debug)]
struct DayGroup {
    day: Option<Day>,
    entries: (u32, u32),
}

/// A paper in one of the files that hold it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held<'a> {
    pub(crate) file: &'a Arc<FileEntry>,
    pub(crate) index: usize,
    pub(crate) facts: PaperFacts<'a>,
}

impl Catalogue {
    /// The list of the papers of `files`.
    pub(crate) fn of(files: Vec<Arc<FileEntry>>) -> Self {
        let joined = days_of_undated(&files);
        let mut by_day: HashMap<Option<Day>, Vec<u32>> = HashMap::new();
        for (at, file) in files.iter().enumerate() {
            for day in days_in(file, &joined) {
                by_day.entry(day).or_default().push(index(at));
            }
        }
        let mut days: Vec<_> = by_day.into_iter().collect();
        days.sort_unstable_by_key(|&(day, _)| std::cmp::Reverse(day));
        let mut catalogue = Self { files, ..Self::default() };
        for (day, mut of_day) in days {
            of_day.sort_by_cached_key(|&file| catalogue.rank(file));
            catalogue.push_day(day, &of_day, &joined);
        }
        catalogue.count();
        catalogue
    }

    /// The richest file of a day first: its order of papers is the day's.
    fn rank(&self, file: u32) -> (std::cmp::Reverse<u32>, String, FileId) {
        let file = &self.files[file as usize];
        let richest = file.contents.papers().map(|paper| paper.richness).max().unwrap_or(0);
        (std::cmp::Reverse(richest), file.name.clone(), file.id)
    }

    fn push_day(&mut self, day: Option<Day>, files: &[u32], joined: &HashMap<String, Day>) {
        let first_entry = index(self.entries.len());
        let (mut order, mut same): (Vec<Vec<Holding>>, HashMap<&str, usize>) = (Vec::new(), HashMap::new());
        for &file in files {
            let entry = &self.files[file as usize];
            let own_day = entry.day();
            for (at, facts) in entry.contents.papers().enumerate() {
                if own_day.or_else(|| joined.get(facts.key).copied()) != day {
                    continue;
                }
                let holding = Holding { file, paper: index(at) };
                let entry = *same.entry(facts.key).or_insert_with(|| {
                    order.push(Vec::with_capacity(1));
                    order.len() - 1
                });
                order[entry].push(holding);
            }
        }
        for mut holdings in order {
            // Stable: between equals the order of the files stays.
            holdings.sort_by_key(|&holding| {
                let held = self.held(holding);
                held.map(|held| (held.file.missing, std::cmp::Reverse(held.facts.richness)))
            });
            let start = index(self.holdings.len());
            self.holdings.extend(holdings);
            self.entries.push(Entry { holdings: (start, index(self.holdings.len())), day: index(self.days.len()) });
        }
        self.days.push(DayGroup { day, entries: (first_entry, index(self.entries.len())) });
    }

    fn count(&mut self) {
        let mut topics: HashMap<&str, u32> = HashMap::new();
        for entry in 0..self.len() {
            if let Some(topic) = self.topic(entry) {
                *topics.entry(topic).or_default() += 1;
            }
        }
        let mut topics: Vec<(&str, u32)> = topics.into_iter().collect();
        topics.sort_unstable_by_key(|&(topic, count)| (std::cmp::Reverse(count), topic));
        self.topics = topics.into_iter().take(TOPICS_SHOWN).map(|(topic, _)| topic.to_owned()).collect();
    }

    /// Papers in the list. They are numbered from 0 in its order.
    pub(crate) fn len(&self) -> u32 {
        index(self.entries.len())
    }

    /// The paper in every file that holds it, the leading one first. None for numbers out of range.
    pub(crate) fn holders(&self, entry: u32) -> impl Iterator<Item = Held<'_>> {
        let (start, end) = self.entries.get(entry as usize).map_or((0, 0), |entry| entry.holdings);
        self.holdings[start as usize..end as usize].iter().filter_map(|&holding| self.held(holding))
    }

    /// The paper in the file that leads.
    pub(crate) fn lead(&self, entry: u32) -> Option<Held<'_>> {
        self.holders(entry).next()
    }

    /// The subject, from the richest form that has one.
    pub(crate) fn topic(&self, entry: u32) -> Option<&str> {
        self.holders(entry).map(|held| held.facts.topic).find(|topic| !topic.is_empty())
    }

    /// The day of a paper.
    pub(crate) fn day(&self, entry: u32) -> Option<Day> {
        self.entries.get(entry as usize).and_then(|entry| self.days.get(entry.day as usize)).and_then(|group| group.day)
    }

    /// The numbers of the papers of the same day.
    pub(crate) fn day_of(&self, entry: u32) -> Range<u32> {
        let group = self.entries.get(entry as usize).and_then(|entry| self.days.get(entry.day as usize));
        group.map_or(0..0, |group| group.entries.0..group.entries.1)
    }

    /// The handle of a paper.
    pub(crate) fn id(&self, entry: u32) -> PaperId {
        let key = self.lead(entry).map_or("", |held| held.facts.key);
        match self.day(entry) {
            Some(day) => PaperId(format!("{day}/{key}")),
            None => PaperId(format!("/{key}")),
        }
    }

    /// The number of the paper with this key on this day.
    pub(crate) fn find(&self, day: Option<Day>, key: &str) -> Option<u32> {
        // Days run from new to old, the absent one last: `None` is less than any day.
        let at = self.days.binary_search_by(|group| day.cmp(&group.day)).ok()?;
        let (start, end) = self.days.get(at)?.entries;
        (start..end).find(|&entry| self.lead(entry).is_some_and(|held| held.facts.key == key))
    }

    /// The number of the newest paper with this key, on any day.
    pub(crate) fn find_on_any_day(&self, key: &str) -> Option<u32> {
        self.by_key().get(key).copied()
    }

    /// Whether there is a paper with this key.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.by_key().contains_key(key)
    }

    fn by_key(&self) -> &HashMap<String, u32> {
        self.by_key.get_or_init(|| {
            // From old to new, so that the newest stays.
            let entries = (0..self.len()).rev();
            entries.filter_map(|entry| Some((self.lead(entry)?.facts.key.to_owned(), entry))).collect()
        })
    }

    /// The number of the first paper that a file of this source holds.
    pub(crate) fn first_of(&self, source: SourceId) -> Option<u32> {
        (0..self.len()).find(|&entry| self.holders(entry).any(|held| held.file.source == Some(source)))
    }

    fn held(&self, holding: Holding) -> Option<Held<'_>> {
        let file = self.files.get(holding.file as usize)?;
        let index = holding.paper as usize;
        Some(Held { file, index, facts: file.contents.paper(index)? })
    }
}

/// The newest day on which a file with a day holds a paper that also stands in a file without one: extractors drop the
/// day, and the paper is the same.
fn days_of_undated(files: &[Arc<FileEntry>]) -> HashMap<String, Day> {
    let undated = files.iter().filter(|file| file.day().is_none());
    let undated: HashSet<&str> = undated.flat_map(|file| file.contents.papers()).map(|paper| paper.key).collect();
    let mut days = HashMap::new();
    if undated.is_empty() {
        return days;
    }
    for (file, day) in files.iter().filter_map(|file| file.day().map(|day| (file, day))) {
        for paper in file.contents.papers().filter(|paper| undated.contains(paper.key)) {
            let newest = days.entry(paper.key.to_owned()).or_insert(day);
            *newest = day.max(*newest);
        }
    }
    days
}

/// The days under which the papers of a file stand; none where it has none.
fn days_in(file: &FileEntry, joined: &HashMap<String, Day>) -> BTreeSet<Option<Day>> {
    match file.day() {
        Some(day) => (file.contents.len() > 0).then_some(Some(day)).into_iter().collect(),
        None => file.contents.papers().map(|paper| joined.get(paper.key).copied()).collect(),
    }
}

/// Day and key of a handle.
pub(crate) fn parts_of(id: &PaperId) -> (Option<Day>, &str) {
    let (day, key) = id.0.split_once('/').unwrap_or(("", &id.0));
    (Day::parse(day), key)
}

/// More than four thousand million of anything do not fit into memory.
fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
