//! The three-way merge of an exported file: what we wrote last, what we would write now, and what the file holds.
//!
//! Blocks of notes are found by their ids, wherever you moved them, and merged by themselves; the lines around them are
//! merged with each block standing for one line. Nothing that you wrote is dropped: where both sides changed the same lines
//! both stay, marked. Where the last export is not known, the prints of the blocks say which of them you touched.

use std::collections::{HashMap, HashSet};

use super::block::{self, Block, Item};
use super::diff::{self, Chunk};
use super::front;
use super::yaml;

/// What both sides changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// An entry of the front matter.
    Key(String),
    /// The block of a note.
    Note(String),
    /// A note is deleted whose block you had changed.
    DeletedNote(String),
    /// Lines outside of the blocks.
    Text,
}

/// The words that stand in a file where both sides changed the same.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Before what the file held.
    pub yours: &'static str,
    /// Before what the new export holds.
    pub ours: &'static str,
    /// Before a block of yours whose note is deleted.
    pub deleted: &'static str,
}

/// A merged file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// What is to be written.
    pub text: String,
    /// What both sides changed, both kept in the text.
    pub conflicts: Vec<Conflict>,
    /// Notes whose blocks you had taken out and that have changed since: they are back.
    pub returned: Vec<String>,
}

/// Stands before the first line of a conflict.
const CONFLICT: &str = "<!-- kz:conflict -->";
const CONFLICT_END: &str = "<!-- /kz:conflict -->";

/// Whether a conflict that an earlier merge marked is still in `text`.
pub fn has_open_conflict(text: &str) -> bool {
    text.lines().any(|line| line.trim() == CONFLICT)
}

/// Merges the file `yours`. `base`: the last export of the same notes, `ours`: the new one. Both as [`super::Template::render`] gives
/// them; `yours` may begin with a byte order mark and have line ends of other systems, which stay.
pub fn merge(base: Option<&str>, ours: &str, yours: &str, words: Words) -> Merged {
    if base == Some(ours) || ours == yours {
        return Merged { text: yours.to_owned(), ..Merged::default() };
    }
    let (mark, unmarked) = yours.strip_prefix('\u{feff}').map_or(("", yours), |rest| ("\u{feff}", rest));
    let windows = unmarked.matches("\r\n").count() * 2 > unmarked.matches('\n').count();
    let plain = unmarked.replace("\r\n", "\n");
    let mut merged = if base == Some(plain.as_str()) {
        Merged { text: ours.to_owned(), ..Merged::default() }
    } else {
        merge_plain(base, ours, &plain, words)
    };
    if windows {
        merged.text = merged.text.replace('\n', "\r\n");
    }
    merged.text.insert_str(0, mark);
    merged
}

fn merge_plain(base: Option<&str>, ours: &str, yours: &str, words: Words) -> Merged {
    let (our, your) = (yaml::split(ours), yaml::split(yours));
    let base = base.map(yaml::split);
    let mut merged = Merged::default();
    let front = match (our.front, your.front) {
        (Some(our), Some(your)) => {
            let done = front::merge(base.as_ref().and_then(|base| base.front), our, your);
            merged.conflicts.extend(done.conflicts.into_iter().map(Conflict::Key));
            Some(done.front)
        }
        // You took it out.
        (Some(_), None) if base.as_ref().is_some_and(|base| base.front.is_some()) => None,
        (our, your) => your.or(our).map(str::to_owned),
    };
    if let Some(front) = front {
        merged.text = format!("---\n{front}---\n");
    }
    Bodies::new(base.as_ref().map(|base| base.body), our.body, your.body, words).merge(&mut merged);
    merged
}

/// A line, or a block standing for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Bone<'t> {
    Line(&'t str),
    Block(&'t str),
}

type Blocks<'t> = HashMap<&'t str, Block<'t>>;

struct Bodies<'t> {
    words: Words,
    base: Option<(Vec<Item<'t>>, Blocks<'t>)>,
    ours: (Vec<Item<'t>>, Blocks<'t>),
    yours: (Vec<Item<'t>>, Blocks<'t>),
}

fn parsed(body: &str) -> (Vec<Item<'_>>, Blocks<'_>) {
    let items = block::items(body);
    let mut blocks = Blocks::new();
    for item in &items {
        if let Item::Block(block) = item {
            blocks.entry(block.id).or_insert_with(|| block.clone());
        }
    }
    (items, blocks)
}

fn bones<'t>(items: &[Item<'t>]) -> Vec<Bone<'t>> {
    let bone = |item: &Item<'t>| match item {
        Item::Line(line) => Bone::Line(line),
        Item::Block(block) => Bone::Block(block.id),
    };
    items.iter().map(bone).collect()
}

impl<'t> Bodies<'t> {
    fn new(base: Option<&'t str>, ours: &'t str, yours: &'t str, words: Words) -> Self {
        Self { words, base: base.map(parsed), ours: parsed(ours), yours: parsed(yours) }
    }

    fn merge(&self, merged: &mut Merged) {
        let ours = bones(&self.ours.0);
        let yours = self.your_bones(merged);
        let base = match &self.base {
            Some((items, _)) => bones(items),
            None => diff::common(&ours, &yours).iter().filter_map(|(at, _)| ours.get(*at).copied()).collect(),
        };
        let mut order: Vec<Part> = Vec::new();
        for chunk in diff::merge(&base, &ours, &yours) {
            match chunk {
                Chunk::Merged(bones) => order.extend(bones.into_iter().map(Part::Bone)),
                Chunk::Conflict { yours, ours } => self.conflict(&yours, &ours, &mut order, merged),
            }
        }
        Self::drop_doubles(&mut order);
        self.bring_back(&mut order, merged);
        for part in order {
            match part {
                Part::Bone(Bone::Line(line)) => push(&mut merged.text, line),
                Part::Bone(Bone::Block(id)) => self.write_block(id, merged),
                Part::Text(text) => merged.text.push_str(&text),
            }
        }
        let end = merged.text.trim_end_matches('\n').len();
        merged.text.truncate(end);
        merged.text.push('\n');
    }

    /// The file's lines and blocks. A block whose note is gone is followed by what you had written into it.
    fn your_bones(&self, merged: &mut Merged) -> Vec<Bone<'t>> {
        let (mut out, mut seen) = (Vec::new(), HashSet::new());
        for item in &self.yours.0 {
            let block = match item {
                Item::Line(line) => {
                    out.push(Bone::Line(line));
                    continue;
                }
                // A second copy is yours alone.
                Item::Block(block) if !seen.insert(block.id) => {
                    out.extend(block.lines().map(Bone::Line));
                    continue;
                }
                Item::Block(block) => block,
            };
            let before = self.base.as_ref().map(|(_, blocks)| blocks.get(block.id));
            let gone = !self.ours.1.contains_key(block.id);
            match before {
                _ if !gone => out.push(Bone::Block(block.id)),
                // It came from another file.
                Some(None) => out.push(Bone::Block(block.id)),
                Some(Some(base)) => {
                    out.push(Bone::Block(block.id));
                    out.extend(self.remains(&base.inner, block, merged).into_iter().map(Bone::Line));
                }
                None if block.print == Some(block::print(&block.inner).as_str()) => {}
                None => out.extend(self.remains(&[], block, merged).into_iter().map(Bone::Line)),
            }
        }
        out
    }

    /// What stays of a block whose note is gone.
    fn remains(&self, base: &[&'t str], block: &Block<'t>, merged: &mut Merged) -> Vec<&'t str> {
        if base == block.inner {
            return Vec::new();
        }
        let edits = diff::edits(base, &block.inner);
        if !base.is_empty() && edits.iter().all(|edit| edit.old.is_empty()) {
            let added = edits.into_iter().flat_map(|edit| block.inner.get(edit.new).unwrap_or_default().to_vec());
            return added.collect();
        }
        merged.conflicts.push(Conflict::DeletedNote(block.id.to_owned()));
        [CONFLICT, self.words.deleted, ""]
            .into_iter()
            .chain(block.inner.iter().copied())
            .chain([CONFLICT_END])
            .collect()
    }

    /// Both sides changed the same lines between the blocks: your order, with our new blocks and lines behind.
    fn conflict(&self, yours: &[Bone<'t>], ours: &[Bone<'t>], order: &mut Vec<Part<'t>>, merged: &mut Merged) {
        let new_lines: Vec<&str> = ours
            .iter()
            .filter_map(|bone| match bone {
                Bone::Line(line) if !line.trim().is_empty() && !yours.contains(bone) => Some(*line),
                _ => None,
            })
            .collect();
        let your_lines = yours.iter().any(|bone| matches!(bone, Bone::Line(line) if !line.trim().is_empty()));
        let new_blocks = ours.iter().filter(|bone| matches!(bone, Bone::Block(_)) && !yours.contains(bone));
        let marked = your_lines && !new_lines.is_empty();
        if marked {
            merged.conflicts.push(Conflict::Text);
            order.push(Part::Text(format!("{CONFLICT}\n{}\n\n", self.words.yours)));
        }
        order.extend(yours.iter().copied().map(Part::Bone));
        if marked {
            order.push(Part::Text(format!("\n{}\n\n", self.words.ours)));
        }
        order.extend(new_lines.into_iter().map(|line| Part::Bone(Bone::Line(line))));
        if marked {
            order.push(Part::Text(format!("{CONFLICT_END}\n")));
        }
        for block in new_blocks {
            order.push(Part::Text("\n".to_owned()));
            order.push(Part::Bone(*block));
            order.push(Part::Text("\n".to_owned()));
        }
    }

    /// A block that both sides moved stands once.
    fn drop_doubles(order: &mut Vec<Part<'t>>) {
        let mut seen: HashSet<&str> = HashSet::new();
        order.retain(|part| part.block().is_none_or(|id| seen.insert(id)));
    }

    /// Blocks that you had taken out and whose notes have changed since.
    fn bring_back(&self, order: &mut Vec<Part<'t>>, merged: &mut Merged) {
        let mut present: HashSet<&str> = order.iter().filter_map(Part::block).collect();
        let mut last: Option<&str> = None;
        for item in &self.ours.0 {
            let Item::Block(block) = item else { continue };
            if !present.contains(block.id) {
                let before = self.base.as_ref().and_then(|(_, blocks)| blocks.get(block.id));
                if before.is_some_and(|before| before.inner == block.inner) {
                    continue;
                }
                if before.is_some() {
                    merged.returned.push(block.id.to_owned());
                }
                let after = last.and_then(|last| order.iter().position(|part| part.block() == Some(last)));
                let at = after.map_or(order.len(), |at| at + 1);
                order.splice(at..at, [Part::Text("\n".to_owned()), Part::Bone(Bone::Block(block.id))]);
                present.insert(block.id);
            }
            last = Some(block.id);
        }
    }

    fn write_block(&self, id: &str, merged: &mut Merged) {
        let (ours, yours) = (self.ours.1.get(id), self.yours.1.get(id));
        let out = &mut merged.text;
        let (Some(ours), Some(yours)) = (ours, yours) else {
            if let Some(block) = ours.or(yours) {
                block.lines().for_each(|line| push(out, line));
            }
            return;
        };
        push(out, ours.open);
        let base = self.base.as_ref().and_then(|(_, blocks)| blocks.get(id));
        for chunk in merge_inner(base.map(|base| base.inner.as_slice()), ours, yours) {
            match chunk {
                Chunk::Merged(lines) => lines.iter().for_each(|line| push(out, line)),
                Chunk::Conflict { yours, ours } => {
                    merged.conflicts.push(Conflict::Note(id.to_owned()));
                    write_conflict(out, &yours, &ours, self.words);
                }
            }
        }
        ours.close.iter().for_each(|line| push(out, line));
    }
}

/// The lines inside a block. One that is as we wrote it is untouched, also where it is newer than the last export that is
/// known: that run was killed.
fn merge_inner<'t>(base: Option<&[&'t str]>, ours: &Block<'t>, yours: &Block<'t>) -> Vec<Chunk<&'t str>> {
    if yours.print.is_some_and(|print| print == block::print(&yours.inner)) {
        return vec![Chunk::Merged(ours.inner.clone())];
    }
    let Some(base) = base else {
        return if yours.print == Some(block::print(&ours.inner).as_str()) {
            vec![Chunk::Merged(yours.inner.clone())]
        } else {
            without_base(&ours.inner, &yours.inner)
        };
    };
    diff::merge(base, &ours.inner, &yours.inner)
}

/// Both changed and nobody knows from what: all lines stay.
fn without_base<'t>(ours: &[&'t str], yours: &[&'t str]) -> Vec<Chunk<&'t str>> {
    let (mut chunks, mut at) = (Vec::new(), 0);
    for edit in diff::edits(ours, yours) {
        chunks.push(Chunk::Merged(ours.get(at..edit.old.start).unwrap_or_default().to_vec()));
        let own = ours.get(edit.old.clone()).unwrap_or_default().to_vec();
        let other = yours.get(edit.new).unwrap_or_default().to_vec();
        let is_blank = |lines: &[&str]| lines.iter().all(|line| line.trim().is_empty());
        if is_blank(&own) {
            chunks.push(Chunk::Merged(other));
        } else if is_blank(&other) {
            chunks.push(Chunk::Merged(own));
        } else {
            chunks.push(Chunk::Conflict { yours: other, ours: own });
        }
        at = edit.old.end;
    }
    chunks.push(Chunk::Merged(ours.get(at..).unwrap_or_default().to_vec()));
    chunks
}

fn write_conflict(out: &mut String, yours: &[&str], ours: &[&str], words: Words) {
    let first = yours.iter().chain(ours).find(|line| !line.trim().is_empty()).copied().unwrap_or_default();
    let indent = first.get(..first.len() - first.trim_start().len()).unwrap_or_default();
    let mut say = |text: &str| {
        if !text.is_empty() {
            out.push_str(indent);
        }
        push(out, text);
    };
    [CONFLICT, words.yours, ""].into_iter().for_each(&mut say);
    for line in yours {
        push(out, line);
    }
    let mut say = |text: &str| {
        if !text.is_empty() {
            out.push_str(indent);
        }
        push(out, text);
    };
    ["", words.ours, ""].into_iter().for_each(&mut say);
    for line in ours {
        push(out, line);
    }
    out.push_str(indent);
    push(out, CONFLICT_END);
}

/// A part of the merged body.
enum Part<'t> {
    Bone(Bone<'t>),
    /// Written as it is.
    Text(String),
}

impl<'t> Part<'t> {
    fn block(&self) -> Option<&'t str> {
        match self {
            Self::Bone(Bone::Block(id)) => Some(id),
            _ => None,
        }
    }
}

fn push(out: &mut String, line: &str) {
    out.push_str(line);
    out.push('\n');
}
