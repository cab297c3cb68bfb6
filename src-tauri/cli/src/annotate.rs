//! `kz annotate`: marks words of a paper, or deletes a mark. It answers when the change is on the disk.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use library::notebook::{Annotation, Color, Disk, Document, Draft, Edit, NotebookError, PaperRecord, Storage as _};
use reading::anchor::{Index, Target};
use reading::corpus::Paper;

use crate::files::Trouble;
use crate::note::NoteView;
use crate::{Outcome, complain, papers};

/// What to mark, and what to note.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the notes; made where there is none.
    #[arg(long, value_name = "DIR")]
    notebook: PathBuf,
    /// File or folder that holds the paper.
    #[arg(long, value_name = "PATH", required_unless_present = "delete")]
    corpus: Option<PathBuf>,
    /// Name, title or id of the paper, or its number in the corpus.
    #[arg(long, value_name = "NAME|TITLE|ID|NUMBER", required_unless_present = "delete")]
    paper: Option<String>,
    /// Words to mark.
    #[arg(long, value_name = "TEXT", required_unless_present = "delete", allow_hyphen_values = true)]
    quote: Option<String>,
    /// Which of the places where the words stand, from 1 in reading order.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    at: u32,
    /// Note in Markdown.
    #[arg(long, value_name = "MD", allow_hyphen_values = true)]
    note: Option<String>,
    /// Colour of the highlight.
    #[arg(long, value_name = "C", default_value = "yellow", value_parser = colors())]
    color: Color,
    /// Tag; may be given several times.
    #[arg(long = "tag", value_name = "T", allow_hyphen_values = true)]
    tags: Vec<String>,
    /// Bookmark the place.
    #[arg(long)]
    bookmark: bool,
    /// Delete the annotation with this id instead.
    #[arg(long, value_name = "ID", conflicts_with_all = ["paper", "quote", "note", "tags", "bookmark"])]
    delete: Option<String>,
    /// Answer in JSON.
    #[arg(long)]
    json: bool,
}

/// The colours by their names.
fn colors() -> impl TypedValueParser<Value = Color> {
    let names = PossibleValuesParser::new(Color::ALL.map(Color::as_str));
    names.map(|name| Color::ALL.into_iter().find(|color| color.as_str() == name).unwrap_or_default())
}

/// Why nothing was written.
enum Failure<'a> {
    /// The arguments name no place to mark.
    Usage,
    /// The corpus holds no such paper; what of it could not be read.
    NoPaper { corpus: &'a Path, named: &'a str, unread: Vec<Trouble> },
    /// The paper does not hold the words.
    NoQuote { corpus: &'a Path, named: &'a str, quote: &'a str },
    /// The paper holds the words, but not so often.
    TooFew { corpus: &'a Path, named: &'a str, quote: &'a str, places: usize, at: u32 },
    /// More than one paper fits.
    Several { corpus: &'a Path, named: &'a str },
    /// There is no such annotation, or not any more.
    NoAnnotation { notebook: &'a Path, id: &'a str },
    /// The notebook's own words.
    Notebook { notebook: &'a Path, error: NotebookError },
}

impl fmt::Display for Failure<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage => formatter.write_str("a corpus, a paper and a quote are needed"),
            Self::NoPaper { corpus, named, unread } => {
                write!(formatter, "{} holds no paper {named:?}", corpus.display())?;
                unread.iter().try_for_each(|file| write!(formatter, "; {} {}", file.path.display(), file.reason))
            }
            Self::NoQuote { corpus, named, quote } => {
                write!(formatter, "{}: {named:?} does not hold the quote {quote:?}", corpus.display())
            }
            Self::TooFew { corpus, named, quote, places, at } => {
                let corpus = corpus.display();
                write!(
                    formatter,
                    "{corpus}: {named:?} holds the quote {quote:?} at {places} places, there is no place {at}"
                )
            }
            Self::Several { corpus, named } => {
                let corpus = corpus.display();
                write!(
                    formatter,
                    "{corpus}: several papers are called {named:?} and hold the quote; name one by its id"
                )
            }
            Self::NoAnnotation { notebook, id } => {
                write!(formatter, "{}: there is no annotation {id:?}, or it is deleted already", notebook.display())
            }
            Self::Notebook { notebook, error } => write!(formatter, "{}: {error}", notebook.display()),
        }
    }
}

/// Makes or deletes the annotation and shows it on `out`.
///
/// # Errors
/// When `out` cannot be written.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    let done = match &arguments.delete {
        Some(id) => delete(&arguments.notebook, id),
        None => add(arguments),
    };
    let (annotation, paper) = match done {
        Ok(done) => done,
        Err(failure) => {
            complain(&format!("kz: {failure}"));
            return Ok(Outcome::Failed);
        }
    };
    let view = NoteView::new(&annotation, &paper);
    if arguments.json {
        serde_json::to_writer(&mut *out, &view)?;
        out.write_all(b"\n")?;
    } else {
        let done = if annotation.deleted { "deleted" } else { "saved" };
        writeln!(out, "{done} {}  «{}»", view.id, view.quote)?;
    }
    out.flush()?;
    Ok(Outcome::Done)
}

fn add(arguments: &Arguments) -> Result<(Annotation, PaperRecord), Failure<'_>> {
    let (Some(corpus), Some(named), Some(quote)) = (&arguments.corpus, &arguments.paper, &arguments.quote) else {
        return Err(Failure::Usage);
    };
    let (candidates, unread) = papers::named(corpus, named);
    if candidates.is_empty() {
        return Err(Failure::NoPaper { corpus, named, unread });
    }
    let (paper, target) = place(corpus, named, &candidates, quote, arguments.at)?;
    let draft = Draft {
        target,
        color: arguments.color,
        highlight: true,
        note: arguments.note.clone().unwrap_or_default(),
        tags: arguments.tags.iter().cloned().collect(),
        bookmark: arguments.bookmark,
    };
    let record = PaperRecord::of(paper);
    let failed = |error| Failure::Notebook { notebook: &arguments.notebook, error };
    let mut document = Document::open(Disk::new(&arguments.notebook), &paper.key.0).map_err(failed)?;
    let annotation = document.add(&draft, &record, now_ms()).map_err(failed)?;
    compact(&mut document);
    Ok((annotation, record))
}

/// The paper that holds the quote, and the target of its place number `at`.
fn place<'a, 'p>(
    corpus: &'a Path,
    named: &'a str,
    candidates: &'p [Paper],
    quote: &'a str,
    at: u32,
) -> Result<(&'p Paper, Target), Failure<'a>> {
    let nth = usize::try_from(at).unwrap_or(usize::MAX) - 1;
    let (mut placed, mut most): (Vec<(&Paper, Target)>, usize) = (Vec::new(), 0);
    for paper in candidates {
        // Other forms of a paper that has its place already say the same.
        if placed.iter().any(|(other, _)| other.key == paper.key) {
            continue;
        }
        let index = Index::new(paper);
        let found = index.find(quote);
        most = most.max(found.len());
        if let Some(found) = found.get(nth) {
            placed.push((paper, Target::new(paper, &index, &[*found])));
        }
    }
    let several = placed.len() > 1;
    match placed.pop() {
        Some(only) if !several => Ok(only),
        Some(_) => Err(Failure::Several { corpus, named }),
        None if most > 0 => Err(Failure::TooFew { corpus, named, quote, places: most, at }),
        None => Err(Failure::NoQuote { corpus, named, quote }),
    }
}

/// Deletes in whichever document the annotation is. One that cannot be opened hides no other.
fn delete<'a>(notebook: &'a Path, id: &'a str) -> Result<(Annotation, PaperRecord), Failure<'a>> {
    let storage = Disk::new(notebook);
    let failed = |error| Failure::Notebook { notebook, error };
    let documents = storage.documents().map_err(NotebookError::Unreadable).map_err(failed)?;
    let mut unopened = None;
    for name in documents {
        let mut document = match Document::open(&storage, &name) {
            Ok(document) => document,
            Err(error) => {
                unopened = Some(error);
                continue;
            }
        };
        match document.annotation(id) {
            Some(annotation) if !annotation.deleted || annotation.changed_after_deletion => {
                let deleted = document.edit(id, &Edit::Delete, now_ms()).map_err(failed)?;
                compact(&mut document);
                return Ok((deleted, document.paper()));
            }
            _ => {}
        }
    }
    let none = Failure::NoAnnotation { notebook, id };
    Err(unopened.map_or(none, failed))
}

/// Housekeeping: the change is on the disk whether this works or not.
fn compact<S: library::notebook::Storage>(document: &mut Document<S>) {
    if document.has_many_chunks() {
        let _ = document.compact();
    }
}

/// Milliseconds since 1970; 0 on a machine whose clock stands before.
fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
