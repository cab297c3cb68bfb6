//! Tests of exports.

mod escaping;
mod front;
mod merging;
mod names;
mod sheets;

use super::{Builtin, Head, Mark, Options, Sheet, Template};
use crate::anchor::{Index, Target};
use crate::corpus::{Paper, read};

const DIGEST: &str = "2026-01-05\n\n本文提出 Saltmarsh，一种记忆层，记忆层分两步。\n\n背景。\n\nSaltmarsh 由写入门与清空门组成。\n\n小结。\n\n\
    1. Saltmarsh 提升 3%。\n\n   improves by  3%\n\n2. 再升，并记忆 <b>。\n\n   rises again *and* again*\n\n\
    Novelty：中。\nSoundness：稳。\nSignificance：大。\n\n局限。\n\n跟进。\n";

fn paper() -> Paper {
    read(DIGEST.as_bytes()).digest.papers.remove(0)
}

/// A mark on the first place of `quote`; an empty quote: on the whole paper.
fn mark(paper: &Paper, id: &str, quote: &str, note: &str, tags: &[&str]) -> Mark {
    let index = Index::new(paper);
    let found: Vec<_> = if quote.is_empty() { Vec::new() } else { index.find(quote).into_iter().take(1).collect() };
    Mark {
        id: id.to_owned(),
        target: Target::new(paper, &index, &found),
        note: note.to_owned(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        color: "yellow".to_owned(),
        highlight: !quote.is_empty(),
        bookmark: false,
        created: "2026-01-06T08:00:00Z".to_owned(),
        modified: "2026-01-06T08:00:00Z".to_owned(),
    }
}

fn sheet(marks: Vec<Mark>, options: Options) -> Sheet {
    let paper = paper();
    Sheet::new(Head::of(&paper, Some("2026-01-05")), &[&paper], marks, options)
}

fn rendered(builtin: Builtin, marks: Vec<Mark>, options: Options) -> String {
    let template = Template::builtin(builtin).expect("a template of ours");
    template.render(&sheet(marks, options)).expect("it renders")
}
