//! `kz notes`: all annotations of a notebook, and those that have lost their place in a corpus.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use library::notebook::{Annotation, Disk, Document, PaperRecord, Storage as _};
use reading::anchor::Index;
use reading::corpus::Paper;
use serde::Serialize;

use crate::files::Trouble;
use crate::note::NoteView;
use crate::{Outcome, complain, papers};

/// Which notes to list.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the notes.
    #[arg(long, value_name = "DIR")]
    notebook: PathBuf,
    /// File or folder in which to look for their places.
    #[arg(long, value_name = "PATH")]
    corpus: Option<PathBuf>,
    /// Answer in JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Default, Serialize)]
struct Answer {
    annotations: Vec<NoteView>,
    orphans: Vec<NoteView>,
    /// In the trash, but changed by someone who did not know: to be decided by the reader.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed_after_deletion: Vec<NoteView>,
}

/// The notes of one paper.
struct Notes {
    key: String,
    paper: PaperRecord,
    annotations: Vec<Annotation>,
}

/// Lists the annotations on `out`.
///
/// # Errors
/// When `out` cannot be written.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    let mut outcome = Outcome::Done;
    let mut fail = |sentence: String| {
        complain(&format!("kz: {}: {sentence}", arguments.notebook.display()));
        outcome = Outcome::Failed;
    };
    let all = read(arguments, &mut fail);
    let (found, troubles) = arguments.corpus.as_ref().map(|corpus| look(corpus, &all)).unwrap_or_default();
    for trouble in troubles {
        complain(&format!("kz: {} {}", trouble.path.display(), trouble.reason));
        outcome = Outcome::Failed;
    }
    let mut answer = Answer::default();
    for notes in &all {
        let forms: Vec<Index> = found.get(&notes.key).into_iter().flatten().map(Index::new).collect();
        for annotation in &notes.annotations {
            let mut view = NoteView::new(annotation, &notes.paper);
            if arguments.corpus.is_some() {
                place(&mut view, annotation, &forms);
            }
            if annotation.changed_after_deletion {
                answer.changed_after_deletion.push(view);
            } else if !annotation.deleted {
                if view.is_placed() { &mut answer.annotations } else { &mut answer.orphans }.push(view);
            }
        }
    }
    let mut out = io::BufWriter::new(out);
    if arguments.json {
        serde_json::to_writer(&mut out, &answer)?;
        out.write_all(b"\n")?;
    } else {
        list(&mut out, &answer)?;
    }
    out.flush()?;
    Ok(outcome)
}

fn read(arguments: &Arguments, fail: &mut impl FnMut(String)) -> Vec<Notes> {
    let storage = Disk::new(&arguments.notebook);
    let documents = storage.documents().unwrap_or_else(|error| {
        fail(error.to_string());
        Vec::new()
    });
    let mut all = Vec::with_capacity(documents.len());
    for key in documents {
        match Document::open(&storage, &key) {
            Ok(document) => {
                document.troubles().for_each(|trouble| fail(trouble.to_string()));
                all.push(Notes { paper: document.paper(), annotations: document.annotations(), key });
            }
            Err(error) => fail(format!("{key}: {error}")),
        }
    }
    all
}

/// The papers of the notes, by the keys of the notes, each in every form that the corpus holds: one form may have a section
/// that another lacks.
type Papers = HashMap<String, Vec<Paper>>;

/// Finds the papers by key; those that have none, in a second look, by arXiv id or as the most alike.
fn look(corpus: &Path, all: &[Notes]) -> (Papers, Vec<Trouble>) {
    let mut found: Papers = all.iter().map(|notes| (notes.key.clone(), Vec::new())).collect();
    let troubles = papers::each(corpus, |_, paper| {
        if let Some(forms) = found.get_mut(&paper.key.0) {
            forms.push(paper);
        }
    });
    let homeless: Vec<&Notes> = all.iter().filter(|notes| found.get(&notes.key).is_none_or(Vec::is_empty)).collect();
    let mut best = vec![0.0; homeless.len()];
    if !homeless.is_empty() {
        papers::each(corpus, |_, paper| {
            for (notes, best) in homeless.iter().zip(&mut best) {
                if let Some(alike) = notes.paper.likeness(&paper).filter(|alike| alike > best) {
                    *best = alike;
                    found.insert(notes.key.clone(), vec![paper.clone()]);
                }
            }
        });
    }
    (found, troubles)
}

/// Says where the annotation is: in the first form that has a place for it.
fn place(view: &mut NoteView, annotation: &Annotation, forms: &[Index]) {
    view.place(None);
    for index in forms {
        view.place(Some((index, index.resolve(&annotation.target))));
        if view.is_placed() {
            return;
        }
    }
}

/// The answer for people.
fn list(out: &mut impl Write, answer: &Answer) -> io::Result<()> {
    for view in &answer.annotations {
        writeln!(out, "{}  «{}»  {}", view.id, view.quote, view.note)?;
    }
    for view in &answer.orphans {
        let why = view.reason.or(view.state).unwrap_or_default();
        writeln!(out, "{}  «{}»  {}  ({why})", view.id, view.quote, view.note)?;
    }
    writeln!(out, "{} placed, {} without a place", answer.annotations.len(), answer.orphans.len())
}
