//! One export: every file is made, merged with what is there, and put in place.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use reading::export::{self, Merged, Options, Template, diff_lines};
use thiserror::Error;

use super::folder::Folder;
use super::gather::Subject;
use super::ledger::{Entry, Ledger};
use super::plan::{self, Place};
use super::report::{FileReport, Outcome, Report};
use super::volume::{Division, Rendered, Volume, volumes};
use crate::jobs::{self, Cancel};
use crate::store;

/// After so many files it is kept on the disk what they were made of.
const KEPT_AT_ONCE: usize = 64;
/// How often a file that changes while it is merged is merged again.
const TRIES: usize = 3;

/// Why nothing was exported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The chosen folder cannot be used.
    #[error("cannot export to {folder}: {cause}")]
    Folder {
        /// As it was named.
        folder: String,
        /// What is in the way, and the way out where there is one.
        cause: String,
    },
}

/// Whether files are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// They are.
    #[default]
    Write,
    /// They are not; the report says what would be.
    DryRun,
}

/// What is to be exported where and how.
#[derive(Debug)]
pub struct Order<'o> {
    /// The chosen folder; it is made where only its last part is not there.
    pub out: &'o Path,
    /// Where the program keeps what it exported last; `None`: nowhere, and merges know less.
    pub state: Option<&'o Path>,
    /// Makes the files.
    pub template: &'o Template,
    /// What a file is made of.
    pub division: Division,
    /// Of their names, see [`reading::export::name::path`].
    pub pattern: &'o str,
    /// What goes in besides the notes.
    pub options: Options,
    /// Which notes.
    pub filter: &'o export::Filter,
    /// Whether files are written.
    pub mode: Mode,
    /// Names the copies of this run's changed files: the time, in characters that a name of a folder may have.
    pub stamp: &'o str,
}

/// Exports `subjects`. `progress` is told how many are done of how many, and may stop the export between two files.
///
/// # Errors
/// [`ExportError`], when the folder cannot be used at all; what fails for one file is said of that file in the report.
pub fn run(
    order: &Order,
    subjects: &[Subject],
    mut progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Report, ExportError> {
    let mut folder = Folder::open(order.out).map_err(|error| unusable(order.out, &error))?;
    let mut report = Report::default();
    let dry = order.mode == Mode::DryRun;
    let ledger = order.state.and_then(|state| match Ledger::open(state, folder.root(), dry) {
        Ok(ledger) => Some(ledger),
        Err(error) => {
            let cause = store::in_words(&error);
            report.troubles.push(format!("what was exported last cannot be read ({cause}); no copies are kept either"));
            None
        }
    });
    let jobs: Vec<Job> = volumes(subjects, order.division, order.options.language)
        .into_iter()
        .map(|mut volume| {
            volume.id = plan::known_id(&mut folder, ledger.as_ref(), &volume);
            report.others.extend(plan::others(&folder, ledger.as_ref(), &volume));
            let place = plan::place(&mut folder, ledger.as_ref(), &volume, order.pattern);
            Job { volume, place }
        })
        .collect();
    if !dry && jobs.iter().any(|job| job.volume.is_noted()) {
        fs::create_dir_all(folder.root()).map_err(|error| unusable(order.out, &error))?;
    }
    let backup = ledger.as_ref().map(|ledger| ledger.backup_folder(order.stamp));
    let work = Work { order, folder: &folder, ledger: ledger.as_ref(), backup: backup.as_deref() };
    if !dry && ledger.is_some() {
        folder.remove_leftovers();
    }
    let (mut done, mut all) = (0, Vec::with_capacity(jobs.len()));
    let mut written = Written { ledger: ledger.as_ref().filter(|_| !dry), ..Written::default() };
    let cancel = Cancel::default();
    let mut cancelled = false;
    jobs::on_all_processors(
        &jobs,
        &cancel,
        |job| work.file(job),
        |job, result| {
            done += 1;
            match result {
                Ok(Some(finished)) => {
                    written.take(finished.entry, finished.folders);
                    all.push(finished.report);
                }
                Ok(None) => {}
                Err(panicked) => all.push(Finished::of(job, Outcome::Failed(panicked.to_string())).report),
            }
            if progress(done, jobs.len()).is_break() {
                cancel.set();
                cancelled = true;
            }
        },
    );
    report.cancelled = cancelled && done < jobs.len();
    written.keep();
    report.troubles.extend(written.troubles);
    if let Some(ledger) = ledger.filter(|_| !dry)
        && let Err(error) = ledger.finish()
    {
        report.troubles.push(not_kept(&error));
    }
    report.backup = backup.filter(|backup| !dry && backup.is_dir()).map(|backup| backup.display().to_string());
    // In the order of the papers, whoever was done first.
    let places: HashMap<&str, usize> =
        jobs.iter().enumerate().map(|(nth, job)| (job.volume.id.as_str(), nth)).collect();
    report.files = all;
    report.files.sort_by_key(|file| places.get(file.id.as_str()).copied());
    Ok(report)
}

pub(super) fn unusable(out: &Path, error: &io::Error) -> ExportError {
    let cause = match error.kind() {
        io::ErrorKind::NotFound => "the folder that it is in does not exist; make it or choose another".to_owned(),
        io::ErrorKind::NotADirectory => "it is no folder; choose another".to_owned(),
        _ => store::in_words(error),
    };
    ExportError::Folder { folder: out.display().to_string(), cause }
}

fn not_kept(error: &io::Error) -> String {
    let cause = store::in_words(error);
    format!("the files are written, but not what they were made of ({cause}): export again")
}

/// Written files of which nothing is kept yet.
#[derive(Default)]
struct Written<'l> {
    ledger: Option<&'l Ledger>,
    entries: Vec<Entry>,
    /// In which names changed.
    folders: BTreeSet<PathBuf>,
    troubles: BTreeSet<String>,
}

impl Written<'_> {
    fn take(&mut self, entry: Option<Entry>, folders: Vec<PathBuf>) {
        self.entries.extend(entry);
        self.folders.extend(folders);
        if self.entries.len() >= KEPT_AT_ONCE {
            self.keep();
        }
    }

    /// Makes the names durable, and then what is known of the files.
    fn keep(&mut self) {
        for changed in std::mem::take(&mut self.folders) {
            // One that a new pattern emptied is gone.
            if let Err(error) = store::sync_folder(&changed)
                && error.kind() != io::ErrorKind::NotFound
            {
                self.troubles.insert(format!("{} may not be on the disk yet: {error}", changed.display()));
            }
        }
        let entries = std::mem::take(&mut self.entries);
        if let Some(Err(error)) = self.ledger.map(|ledger| ledger.add(entries)) {
            self.troubles.insert(not_kept(&error));
        }
    }
}

struct Job<'s> {
    volume: Volume<'s>,
    place: Place,
}

/// One file, done.
struct Finished {
    report: FileReport,
    entry: Option<Entry>,
    /// Folders in which names changed.
    folders: Vec<PathBuf>,
}

impl Finished {
    fn of(job: &Job, outcome: Outcome) -> Self {
        let report = FileReport {
            id: job.volume.id.clone(),
            name: job.volume.name.clone(),
            path: job.place.target.clone(),
            renamed_from: None,
            outcome,
            notes: 0,
            conflicts: Vec::new(),
            returned: Vec::new(),
            twins: job.place.twins.clone(),
            diff: Vec::new(),
        };
        Self { report, entry: None, folders: Vec::new() }
    }
}

/// What all files have in common.
struct Work<'w> {
    order: &'w Order<'w>,
    folder: &'w Folder,
    ledger: Option<&'w Ledger>,
    backup: Option<&'w Path>,
}

/// Why a file was left alone.
enum Stop {
    Skipped(String),
    Failed(String),
    /// Somebody wrote it meanwhile.
    Changed,
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Failed(store::in_words(&error))
    }
}

impl Work<'_> {
    /// Makes one file; `None` where there is nothing to say in it.
    fn file(&self, job: &Job) -> Option<Finished> {
        if !job.volume.is_noted() && job.place.current.is_none() {
            return None;
        }
        for _ in 0..TRIES {
            match self.put(job) {
                Ok(finished) => return finished,
                Err(Stop::Changed) => {}
                Err(Stop::Skipped(cause)) => return Some(Finished::of(job, Outcome::Skipped(cause))),
                Err(Stop::Failed(cause)) => return Some(Finished::of(job, Outcome::Failed(cause))),
            }
        }
        let cause = "another program keeps writing it; export again when it has finished";
        Some(Finished::of(job, Outcome::Failed(cause.to_owned())))
    }

    fn put(&self, job: &Job) -> Result<Option<Finished>, Stop> {
        let Place { current, target, .. } = &job.place;
        let id = job.volume.id.as_str();
        let base = self.ledger.and_then(|ledger| ledger.get(id)).and_then(|entry| entry.text.as_deref());
        let mut finished = Finished::of(job, Outcome::Created);
        let present = match current {
            Some(path) => Some(self.read(path)?),
            None => None,
        };
        let kept = present.as_deref().map(export::note_ids).unwrap_or_default();
        let rendered = job.volume.render(self.order.template, self.order.options, self.order.filter, &kept);
        let Some(Rendered { text: ours, notes }) = rendered.map_err(|error| Stop::Failed(error.to_string()))? else {
            let left = "no note of it is asked for; it was left as it is";
            return if current.is_some() { Err(Stop::Skipped(left.to_owned())) } else { Ok(None) };
        };
        let ours = ours.as_str();
        finished.report.notes = notes;
        let merged = match &present {
            Some(yours) => export::merge(base, ours, yours, self.order.options.language.conflict()),
            None => Merged { text: ours.to_owned(), ..Merged::default() },
        };
        let before = present.as_deref().unwrap_or_default();
        let moved = current.as_ref().is_some_and(|current| current != target);
        // Nothing is left but what we wrote: no notes, and nothing of the reader's.
        let empty = notes == 0 && merged.text.replace("\r\n", "\n") == ours;
        finished.report.outcome = if empty {
            Outcome::Removed
        } else if present.is_none() {
            Outcome::Created
        } else if !merged.conflicts.is_empty() {
            Outcome::Conflict
        } else if merged.text == before && !moved {
            Outcome::Unchanged
        } else if base == present.as_deref() || merged.text == ours {
            Outcome::Updated
        } else {
            Outcome::Merged
        };
        finished.report.renamed_from = current.clone().filter(|_| moved && !empty);
        if self.order.mode == Mode::DryRun {
            // What would be in the way is said beforehand.
            self.folder.file(target)?;
            let after = if empty { "" } else { merged.text.as_str() };
            finished.report.diff = diff_lines(before, after);
        } else {
            self.write(job, &merged.text, present.as_deref(), empty, &mut finished)?;
        }
        finished.entry = Some(Entry {
            id: id.to_owned(),
            path: target.clone(),
            pattern: job.place.pattern.clone(),
            text: (!empty).then(|| ours.to_owned()),
        });
        (finished.report.conflicts, finished.report.returned) = (merged.conflicts, merged.returned);
        Ok(Some(finished))
    }

    fn read(&self, path: &str) -> Result<String, Stop> {
        let bytes = fs::read(self.folder.file(path)?)?;
        String::from_utf8(bytes).map_err(|_| Stop::Skipped("it is not UTF-8 any more; it was left as it is".to_owned()))
    }

    /// Puts the text in place: a copy of what was there first, then the file whole, then its name.
    fn write(
        &self,
        job: &Job,
        text: &str,
        present: Option<&str>,
        empty: bool,
        finished: &mut Finished,
    ) -> Result<(), Stop> {
        let Place { current, target, .. } = &job.place;
        let at = self.folder.file(current.as_ref().unwrap_or(target))?;
        if let (Some(backup), Some(current), Some(present)) = (self.backup, current, present)
            && (present != text || empty)
        {
            store::replace(&backup.join(current), present.as_bytes())?;
        }
        let unchanged = || match (fs::read(&at), present) {
            (Ok(now), Some(present)) if now == present.as_bytes() => Ok(()),
            (Err(error), None) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            (Err(error), _) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Err(io::ErrorKind::ResourceBusy.into()),
        };
        let changed = |error: io::Error| match error.kind() {
            io::ErrorKind::ResourceBusy => Stop::Changed,
            _ => Stop::from(error),
        };
        let folder_of = |path: &Path| path.parent().map(Path::to_owned);
        if empty {
            unchanged().map_err(changed)?;
            fs::remove_file(&at)?;
            finished.folders.extend(folder_of(&at));
            return Ok(());
        }
        if present != Some(text) {
            if let Some(parent) = at.parent() {
                fs::create_dir_all(parent)?;
            }
            store::replace_shared(&at, text.as_bytes(), unchanged).map_err(changed)?;
            finished.folders.extend(folder_of(&at));
        }
        if current.as_ref().is_some_and(|current| current != target) {
            let to = self.folder.file(target)?;
            if let Some(parent) = to.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::rename(&at, &to)?;
            finished.folders.extend(folder_of(&at).into_iter().chain(folder_of(&to)));
            self.remove_if_empty(&at);
        }
        Ok(())
    }

    /// A folder that a changed pattern emptied.
    fn remove_if_empty(&self, file: &Path) {
        let inside = |folder: &&Path| *folder != self.folder.root() && folder.starts_with(self.folder.root());
        if let Some(folder) = file.parent().filter(inside) {
            // It fails where something is in it, and that is meant.
            let _ = fs::remove_dir(folder);
        }
    }
}
