//! The one owner of mutable state.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use reading::corpus::{self, Kind, Paper, ReadFile, SectionKind};

use crate::answer::{
    Added, Direction, Event, FileId, FileInfo, Filter, Heading, OpenPaper, OpenSource, PaperId, PaperRow, Place, Row,
    RowsPage, Scan, Source, SourceId, Start,
};
use crate::error::Error;

/// Where the program keeps its own files. None of them is in a folder of the reader's.
#[derive(Clone, Debug)]
pub struct Dirs {
    /// For the settings: look, sources, own names.
    pub config: PathBuf,
    /// For what can be made again at any time.
    pub cache: PathBuf,
    /// For the reader's marks and places.
    pub data: PathBuf,
}

/// The digest that is shown while there is no source.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Name for display.
    pub name: String,
    /// A file of any form.
    pub bytes: Vec<u8>,
}

/// The library of one reader. Shared by reference between threads; every call is short except those that say so.
pub struct Session {
    sample: Option<(String, Arc<ReadFile>)>,
    events: Box<dyn Fn(Event) + Send + Sync>,
}

impl Session {
    /// Opens the library that the settings name. Never fails: what is wrong stands in [`Start::troubles`].
    ///
    /// Reads settings and cache, no digest. Nothing is watched or checked before [`Session::begin`], except that a
    /// library without a cache is read at once. `events` is called from any thread, with no lock held; it may call
    /// the session, but must not wait for its background work.
    pub fn open(_dirs: Dirs, sample: Option<Sample>, events: impl Fn(Event) + Send + Sync + 'static) -> Self {
        let sample = sample.map(|sample| (sample.name, Arc::new(corpus::read(&sample.bytes))));
        Self { sample, events: Box::new(events) }
    }

    /// Everything for the first paint. Reads at most one digest.
    pub fn start(&self) -> Start {
        let rows = self.rows(&Filter::default(), 0, 100);
        let first = rows.rows.iter().find_map(|row| match row {
            Row::Paper(paper) => Some(paper.id.clone()),
            Row::Month { .. } | Row::Day { .. } => None,
        });
        Start {
            look: serde_json::Value::Object(serde_json::Map::default()),
            sources: self.sources(),
            paper: first.and_then(|id| self.paper(&id).ok()),
            rows,
            sample: self.sample.is_some(),
            troubles: Vec::new(),
        }
    }

    /// Begins to watch the sources and checks them all in the background. To be called after the first paint.
    pub fn begin(&self) {}

    /// Adds folders and files. A file is read before the call returns, a folder in the background; an absolute path
    /// is expected, a relative one counts from the working directory.
    pub fn add_paths(&self, paths: &[PathBuf]) -> Vec<Added> {
        let cannot = |path: &Path| {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
            Added { name: name.clone(), outcome: Err(Error::CannotOpen { name, cause: "not yet".to_owned() }) }
        };
        paths.iter().map(|path| cannot(path)).collect()
    }

    /// Forgets a source and its rows. Marks and names of its papers stay. An unknown handle is no error.
    pub fn remove_source(&self, _source: SourceId) -> Result<(), Error> {
        Ok(())
    }

    /// The folders and files of the library.
    pub fn sources(&self) -> Vec<Source> {
        Vec::new()
    }

    /// Shows the bundled sample beside the sources, or no longer. It is always shown while there is no source.
    pub fn show_sample(&self, _shown: bool) {}

    /// Checks all sources in the background, for drives that send no word of changes; also on window focus.
    pub fn refresh(&self) {
        (self.events)(Event::LibraryChanged { generation: 0, scan: Scan::Idle });
    }

    /// Stops the running scan. What was read stays; [`Session::refresh`] goes on.
    pub fn cancel_scan(&self) {}

    /// A slice of the list: at most `count` rows from index `first` on.
    pub fn rows(&self, _filter: &Filter, first: u32, count: u32) -> RowsPage {
        let file = self.sample.as_ref().map(|(_, file)| file);
        let papers = file.map_or(&[][..], |file| &file.digest.papers[..]);
        let rows: Vec<Row> = papers.iter().map(|paper| Row::Paper(sample_row(paper))).collect();
        let count_u32 = u32::try_from(papers.len()).unwrap_or(u32::MAX);
        RowsPage {
            generation: 0,
            first,
            rows: rows.into_iter().skip(first as usize).take(count as usize).collect(),
            total_rows: count_u32,
            total_papers: count_u32,
            all_papers: count_u32,
            unread_papers: count_u32,
            doubt_papers: 0,
            topics: Vec::new(),
            scan: Scan::Idle,
        }
    }

    /// The paper after or before `id` under the filter; `None` at the end of the list. A paper that the filter hides
    /// (it was just marked as read) still has neighbours.
    pub fn neighbour(&self, id: &PaperId, filter: &Filter, direction: Direction) -> Option<PaperId> {
        let rows = self.rows(filter, 0, u32::MAX).rows;
        let ids: Vec<PaperId> = rows
            .into_iter()
            .filter_map(|row| if let Row::Paper(paper) = row { Some(paper.id) } else { None })
            .collect();
        let at = ids.iter().position(|known| known == id)?;
        match direction {
            Direction::Next => ids.get(at + 1).cloned(),
            Direction::Previous => at.checked_sub(1).and_then(|at| ids.get(at).cloned()),
        }
    }

    /// The paper, read from its richest file; remembered as the one that is shown. Reads at most two files.
    ///
    /// # Errors
    /// [`Error::PaperGone`] or [`Error::FileUnreadable`].
    pub fn paper(&self, id: &PaperId) -> Result<OpenPaper, Error> {
        let (name, file) = self.sample.as_ref().ok_or(Error::PaperGone)?;
        let index = file.digest.papers.iter().position(|paper| sample_id(paper) == *id).ok_or(Error::PaperGone)?;
        let paper = &file.digest.papers[index];
        Ok(OpenPaper {
            id: id.clone(),
            file: Arc::clone(file),
            index,
            name: paper.name.clone(),
            inferred_name: paper.name.clone(),
            heading: Heading {
                title: paper.title.as_ref().map(|title| title.text.clone()),
                authors: paper.authors.as_ref().map(|authors| authors.text.clone()),
                topic: paper.topic.clone(),
                badges: paper.badges.iter().map(|badge| badge.text.clone()).collect(),
                links: paper.links.clone(),
            },
            day: file.digest.date.clone().unwrap_or_default(),
            files: vec![sample_info(name, file)],
            missing: false,
            place: None,
            unread: true,
            number: u32::try_from(index + 1).unwrap_or(u32::MAX),
        })
    }

    /// The decoded text of one of the paper's files.
    ///
    /// # Errors
    /// [`Error::PaperGone`] or [`Error::FileUnreadable`].
    pub fn source(&self, id: &PaperId, _file: FileId) -> Result<OpenSource, Error> {
        let open = self.paper(id)?;
        let paper = open.paper().map(|paper| paper.source).unwrap_or_default();
        let info = open.files.into_iter().next().ok_or(Error::PaperGone)?;
        Ok(OpenSource { info, file: open.file, paper })
    }

    /// Gives the paper the reader's own name; `None` or white space takes it back. On the disk when it returns `Ok`.
    ///
    /// # Errors
    /// [`Error::NotSaved`]; the name holds until the program ends.
    pub fn set_name(&self, _id: &PaperId, _name: Option<String>) -> Result<(), Error> {
        Ok(())
    }

    /// Marks the paper as read or unread. Written within a second, and when the session is dropped.
    pub fn set_read(&self, _id: &PaperId, _read: bool) {}

    /// Remembers where the reader is in the paper. Written within a second, and when the session is dropped.
    pub fn set_place(&self, _id: &PaperId, _place: Place) {}

    /// Stores what the reader chose about the look: an object. Keys of the stored one that `look` does not have are
    /// kept. On the disk when it returns `Ok`.
    ///
    /// # Errors
    /// [`Error::NotSaved`]; the choice holds until the program ends.
    pub fn set_look(&self, _look: serde_json::Value) -> Result<(), Error> {
        Ok(())
    }
}

fn sample_id(paper: &Paper) -> PaperId {
    PaperId(format!("/{}", paper.key.0))
}

fn sample_info(name: &str, file: &ReadFile) -> FileInfo {
    FileInfo {
        id: FileId(0),
        name: name.to_owned(),
        format: file.format,
        encoding: file.encoding.label.clone(),
        guessed: file.encoding.guessed,
        missing: false,
    }
}

fn sample_row(paper: &Paper) -> PaperRow {
    PaperRow {
        id: sample_id(paper),
        name: paper.name.clone(),
        line: paper.section(SectionKind::Positioning).map(corpus::Section::text).unwrap_or_default(),
        brief: paper.kind == Kind::Brief,
        topic: paper.topic.clone(),
        unread: true,
        missing: false,
        meter: Vec::new(),
    }
}
