//! `kz search PATH QUERY`: the passages that answer a query, and the notes of a notebook that do.
//!
//! A few files are read for the answer. For more an index is kept in the cache folder, one for each place that was searched;
//! it follows the files and can be deleted at any time.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use library::{Dirs, Event, Hint, Indexing, PaperHits, SearchAnswer, SearchRequest, Session, SkipReason, Snippet};
use reading::text::CodePoints;
use serde::Serialize;

use crate::{Outcome, complain};

/// More bytes than these are indexed: reading them takes longer than half a second.
const UNINDEXED_BYTES: u64 = 24 << 20;

/// Where to search for what.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A file, or a folder with all that is inside.
    path: PathBuf,
    /// Words that must all stand in a passage; `"…"` for a phrase, `-word` for none of it, `a OR b`, and filters:
    /// `day:2026-09`, `section:limitations`, `in:claims`, `has:doubt`, `paper:NAME`, `tag:NAME`, `color:red`;
    /// `match:word` takes words whole, `match:script` keeps Simplified and Traditional apart.
    #[arg(allow_hyphen_values = true)]
    query: String,
    /// Folder of notes to be searched too.
    #[arg(long, value_name = "DIR")]
    notebook: Option<PathBuf>,
    /// How many hits to print at most; 0: all.
    #[arg(long, default_value_t = 20, value_name = "N")]
    limit: usize,
    /// Answer in JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    /// Passages and notes that match.
    total: u64,
    hits: Vec<HitView<'a>>,
    /// Nothing stands as it was written, and was found across punctuation.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    loosened: bool,
}

#[derive(Serialize)]
struct HitView<'a> {
    path: Option<String>,
    /// From 1 in the file.
    paper: Option<usize>,
    name: &'a str,
    day: &'a str,
    section: Option<&'static str>,
    finding: Option<u32>,
    field: &'static str,
    snippet: &'a str,
    /// In code points of the snippet.
    spans: Vec<[usize; 2]>,
}

/// Prints the hits on `out`.
///
/// # Errors
/// When `out` cannot be written.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    let fail = |cause: &str| {
        complain(&format!("kz: {}: {cause}", arguments.path.display()));
        Ok(Outcome::Failed)
    };
    let canonical = match fs::canonicalize(&arguments.path) {
        Ok(canonical) => canonical,
        Err(error) => return fail(&format!("cannot be read: {error}")),
    };
    let is_large = is_larger(&canonical, UNINDEXED_BYTES);
    let kept = is_large.then(|| index_folder(&canonical)).flatten();
    let passing = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => return fail(&format!("cannot be searched without a folder for temporary files: {error}")),
    };
    let own = kept.as_deref().unwrap_or(passing.path());
    let dirs = Dirs { config: own.join("config"), cache: own.join("cache"), data: passing.path().join("data") };
    let (send, events) = mpsc::channel();
    let session = Session::open(&dirs, None, move |event| drop(send.send(event)));
    let mut outcome = Outcome::Done;
    let mut complain_of = |sentence: String| {
        complain(&format!("kz: {sentence}"));
        outcome = Outcome::Failed;
    };
    if let Some(notebook) = &arguments.notebook
        && let Err(error) = session.set_notebook_folder(Some(&std::path::absolute(notebook)?))
    {
        complain_of(format!("{}: {error}", notebook.display()));
    }
    if arguments.notebook.is_none()
        && let Err(error) = session.set_notebook_folder(None)
    {
        // That of an earlier search holds notes that nobody asked for.
        complain_of(error.to_string());
    }
    for added in session.add_paths(std::slice::from_ref(&canonical)) {
        if let Err(error) = added.outcome {
            complain_of(error.to_string());
        }
    }
    // It may have been searched before.
    session.refresh();
    session.wait();
    for skipped in session.sources().iter().flat_map(|source| &source.skipped) {
        if skipped.reason != SkipReason::NotADigest {
            complain_of(format!("{} was skipped: {}", skipped.name, skipped.message));
        }
    }
    if kept.is_some() {
        session.keep_index();
        wait_for_index(&session, &events);
    }
    for (path, encoding) in session.guessed_encodings() {
        complain(&format!(
            "kz: {}: the encoding is a guess: {encoding}; where words look wrong, save the file as UTF-8",
            path.display()
        ));
    }
    let request = SearchRequest { text: arguments.query.clone(), ..SearchRequest::default() };
    let Some(answer) = session.search(&request) else { return fail("the search was interrupted") };
    if let Indexing::Scanned(cause) = &answer.indexing {
        complain(&format!("kz: searched without an index: {cause}"));
    }
    for hint in &answer.query.hints {
        complain(&format!("kz: {}", in_words(hint)));
    }
    print(arguments, &answer, out)?;
    Ok(outcome)
}

fn print(arguments: &Arguments, answer: &SearchAnswer, out: &mut impl Write) -> io::Result<()> {
    let is_folder = arguments.path.is_dir();
    let notes = answer.notes.iter().map(|note| HitView {
        path: None,
        paper: None,
        name: &note.name,
        day: &note.day,
        section: None,
        finding: None,
        field: "note",
        snippet: &note.snippet.text,
        spans: spans(&note.snippet),
    });
    let passages = answer.groups.iter().flat_map(|group| {
        let path = if is_folder { arguments.path.join(&group.file) } else { arguments.path.clone() };
        hits_of(group, path.to_string_lossy().into_owned())
    });
    let most = if arguments.limit == 0 { usize::MAX } else { arguments.limit };
    let hits: Vec<HitView<'_>> = notes.chain(passages).take(most).collect();
    let total = u64::from(answer.total) + u64::from(answer.total_notes);
    let mut out = io::BufWriter::new(out);
    if arguments.json {
        serde_json::to_writer(&mut out, &Answer { total, hits, loosened: answer.loosened })?;
        out.write_all(b"\n")?;
        return out.flush();
    }
    for hit in &hits {
        let place =
            hit.finding.map_or_else(|| hit.section.unwrap_or("note").to_owned(), |number| format!("finding {number}"));
        let path = hit.path.as_deref().unwrap_or_default();
        writeln!(out, "{path}\t{}\t{place}\t{}\t{}", hit.name, hit.field, hit.snippet)?;
    }
    writeln!(out, "{total} in all")?;
    out.flush()
}

fn hits_of(group: &PaperHits, path: String) -> impl Iterator<Item = HitView<'_>> {
    group.hits.iter().map(move |hit| HitView {
        path: Some(path.clone()),
        paper: Some(group.index + 1),
        name: &group.name,
        day: &group.day,
        section: Some(hit.section.as_str()),
        finding: hit.finding,
        field: hit.field.as_str(),
        snippet: &hit.snippet.text,
        spans: spans(&hit.snippet),
    })
}

fn spans(snippet: &Snippet) -> Vec<[usize; 2]> {
    let points = CodePoints::of(&snippet.text);
    snippet.spans.iter().map(|span| [points.before(span.start), points.before(span.end)]).collect()
}

/// Until the index is whole, or cannot be.
fn wait_for_index(session: &Session, events: &mpsc::Receiver<Event>) {
    while matches!(session.indexing(), Indexing::Running { .. }) {
        let told = events.iter().find(|event| matches!(event, Event::IndexChanged(_)));
        if told.is_none() {
            return;
        }
    }
}

/// Whether there are more than `limit` bytes below `path`. Ends as soon as that is known.
fn is_larger(path: &Path, limit: u64) -> bool {
    let (mut left, mut waiting) = (limit, vec![path.to_owned()]);
    while let Some(next) = waiting.pop() {
        let Ok(meta) = fs::symlink_metadata(&next) else { continue };
        if meta.is_dir() {
            waiting.extend(fs::read_dir(&next).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path()));
        } else if meta.is_file() {
            match left.checked_sub(meta.len()) {
                Some(rest) => left = rest,
                None => return true,
            }
        }
    }
    false
}

/// Where the index of a place is kept; none where there is no home.
fn index_folder(place: &Path) -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = set("XDG_CACHE_HOME")
        .or_else(|| set("LOCALAPPDATA"))
        .or_else(|| set("HOME").map(|home| home.join(".cache")))?;
    let folder = cache.join("kaozheng").join("kz").join(library::folder_name(place));
    fs::create_dir_all(&folder).ok().map(|()| folder)
}

fn in_words(hint: &Hint) -> String {
    match hint {
        Hint::OpenQuote => "a quotation mark is not closed; the phrase runs to the end".to_owned(),
        Hint::OnlyExclusions => "nothing is searched for, only left out; the words were taken as they stand".to_owned(),
        Hint::UnknownValue { word } => {
            format!("`{word}` is no filter with a known value; it was searched for as it stands")
        }
        Hint::NoValue { word } => format!("`{word}` has no value and was left out"),
        Hint::FilterInOr => "a filter cannot stand in OR; it narrows all of the query".to_owned(),
        Hint::TooLong => "only the beginning of the query was read".to_owned(),
        Hint::NoWholeWords => "Chinese words have no ends; only Latin words and numbers are taken whole".to_owned(),
    }
}
