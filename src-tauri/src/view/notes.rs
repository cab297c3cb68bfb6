//! The reader's own work: from places in passages to ids and UTF-16 spans, and back.

use library::PaperId;
use library::notebook::{Annotation, Color, Edit, NoteKind as Kind};
use library::notes::{self, NewNote, NotesOrder, PlacedNote, What};
use reading::{
    anchor::{Found, Resolution, Side, Why, passages},
    corpus::Paper,
    typeset::note,
};

use super::cause::{cause, notes_trouble};
use super::paper::passage_ids;
use crate::{
    utf16::Utf16Map,
    wire::{
        Deed, LostReason, NoteColor, NoteDraft, NoteEdit, NoteKind, NotePlace, NoteRow, NoteState, NoteVersion,
        NoteView, NotesChange, NotesFilter, NotesPage, NotesSort, NotesStatus, PaperNotes, Standing, Stretch, Undone,
    },
};

/// The passages of the shown paper, by index as the library counts them and by id as the interface knows them.
pub(crate) struct Passages<'p> {
    ids: Vec<String>,
    texts: Vec<&'p str>,
}

impl<'p> Passages<'p> {
    /// Of `paper`.
    pub(crate) fn of(paper: &'p Paper) -> Self {
        Self { ids: passage_ids(paper), texts: passages(paper).into_iter().map(|passage| passage.text).collect() }
    }

    fn stretch(&self, found: &Found) -> Option<Stretch> {
        let text = self.texts.get(found.passage)?;
        Some(Stretch { passage: self.ids.get(found.passage)?.clone(), span: Utf16Map::of(text).span(found.span) })
    }

    fn stretches(&self, all: &[Found]) -> Vec<Stretch> {
        all.iter().filter_map(|found| self.stretch(found)).collect()
    }

    /// The stretches in bytes. One of a passage that the paper does not have is left out.
    pub(crate) fn found(&self, stretches: &[Stretch]) -> Vec<Found> {
        let found = |stretch: &Stretch| {
            let passage = self.ids.iter().position(|id| *id == stretch.passage)?;
            let span = Utf16Map::of(self.texts.get(passage)?).bytes(stretch.span);
            Some(Found { passage, span })
        };
        stretches.iter().filter_map(found).collect()
    }

    /// A mark at its place.
    pub(crate) fn note(&self, placed: &PlacedNote) -> NoteView {
        let (state, stretches) = match &placed.resolution {
            Resolution::Exact(found) => (NoteState::Exact, self.stretches(found)),
            Resolution::Moved { found, score } => (NoteState::Moved { score: *score }, self.stretches(found)),
            Resolution::Ambiguous(places) => (NoteState::Ambiguous { places: self.stretches(places) }, Vec::new()),
            Resolution::Lost(why) => (NoteState::Lost { reason: reason(*why) }, Vec::new()),
        };
        NoteView { state, stretches, ..unplaced(&placed.annotation) }
    }
}

/// A mark without a place: in the trash, or on the whole paper.
pub(crate) fn unplaced(annotation: &Annotation) -> NoteView {
    let first = annotation.target.parts.first();
    NoteView {
        id: annotation.id.clone(),
        kind: kind(annotation.kind()),
        color: color(annotation.color),
        highlight: annotation.highlight,
        note: annotation.note.clone(),
        html: markup(&annotation.note),
        tags: annotation.tags.iter().cloned().collect(),
        bookmark: annotation.bookmark,
        quote: annotation.target.parts.iter().map(|part| part.quote.exact.clone()).collect(),
        place: NotePlace {
            section: first.map(|part| part.place.section.as_str().to_owned()),
            finding: first.and_then(|part| part.place.finding),
            side: first.map_or(Side::Text, |part| part.place.side).as_str().to_owned(),
        },
        state: NoteState::Exact,
        stretches: Vec::new(),
        created_ms: annotation.created_ms,
        modified_ms: annotation.modified_ms,
        deleted: annotation.deleted,
        offered: annotation.changed_after_deletion,
    }
}

/// All marks of the shown paper.
pub(crate) fn paper_notes(paper: &Paper, notes: &notes::PaperNotes) -> PaperNotes {
    let passages = Passages::of(paper);
    let placed = notes.annotations.iter().map(|placed| passages.note(placed));
    let others = notes.paper_note.iter().chain(&notes.trash).map(unplaced);
    PaperNotes {
        paper: notes.paper.0.clone(),
        notes: placed.chain(others).collect(),
        troubles: notes.troubles.iter().map(notes_trouble).collect(),
        read_only: notes.read_only,
        status: NotesStatus {
            unsaved: notes.unsaved.as_ref().map(cause),
            can_undo: notes.can_undo,
            can_redo: notes.can_redo,
        },
    }
}

/// What a change answers. Whatever was done can be undone, and nothing can be done again after it.
pub(crate) fn change(notes: Vec<NoteView>, unsaved: Option<&library::Cause>) -> NotesChange {
    NotesChange { notes, status: NotesStatus { unsaved: unsaved.map(cause), can_undo: true, can_redo: false } }
}

/// What is noted to words, in the library's words.
pub(crate) fn new_note(draft: NoteDraft) -> NewNote {
    NewNote {
        color: color_to(draft.color),
        highlight: draft.highlight,
        note: draft.note,
        tags: draft.tags.into_iter().collect(),
        bookmark: draft.bookmark,
    }
}

/// A change in the library's words; the stretches of one that attaches a mark to other words.
pub(crate) fn edit_of(edit: NoteEdit) -> Result<Edit, Vec<Stretch>> {
    Ok(match edit {
        NoteEdit::Color { color } => Edit::Color(color_to(color)),
        NoteEdit::Highlight { highlight } => Edit::Highlight(highlight),
        NoteEdit::Note { base, note } => Edit::NoteSince { base, text: note },
        NoteEdit::AddTag { tag } => Edit::AddTag(tag),
        NoteEdit::RemoveTag { tag } => Edit::RemoveTag(tag),
        NoteEdit::Bookmark { bookmark } => Edit::Bookmark(bookmark),
        NoteEdit::Reattach { stretches } => return Err(stretches),
    })
}

/// A note as it was.
pub(crate) fn versions(versions: Vec<library::notebook::NoteVersion>) -> Vec<NoteVersion> {
    let version = |version: library::notebook::NoteVersion| NoteVersion {
        html: markup(&version.note),
        note: version.note,
        time_ms: version.time_ms,
    };
    versions.into_iter().map(version).collect()
}

/// What an undo or redo did.
pub(crate) fn undone(undone: notes::Undone) -> Undone {
    let deed = match undone.what {
        What::Add => Deed::Add,
        What::Edit => Deed::Edit,
        What::Recolor => Deed::Recolor,
        What::Tag => Deed::Tag,
        What::Bookmark => Deed::Bookmark,
        What::Delete => Deed::Delete,
        What::Restore => Deed::Restore,
        What::Reattach => Deed::Reattach,
        What::PaperNote => Deed::PaperNote,
        What::Star => Deed::Star,
        What::Read => Deed::Read,
        What::Name => Deed::Name,
        What::Settle => Deed::Settle,
        What::RenameTag => Deed::RenameTag,
        What::Import => Deed::Import,
    };
    let PaperId(paper) = undone.paper;
    Undone { paper, notes: undone.notes, deed }
}

/// A filter in the library's words. Bookmarks alone are asked for as such, because painted words have them too.
pub(crate) fn notes_filter(filter: NotesFilter) -> notes::NotesFilter {
    let bookmarks = filter.kinds == [NoteKind::Bookmark];
    let kinds = if bookmarks { Vec::new() } else { filter.kinds };
    notes::NotesFilter {
        text: filter.text,
        colors: filter.colors.into_iter().map(color_to).collect(),
        tags: filter.tags,
        kinds: kinds.into_iter().map(kind_to).collect(),
        bookmarks,
        paper: filter.paper.map(PaperId),
        trash: filter.trash,
        order: match filter.sort {
            NotesSort::Place => NotesOrder::Place,
            NotesSort::Time => NotesOrder::Newest,
        },
        ..notes::NotesFilter::default()
    }
}

/// A slice of the notes of all papers.
pub(crate) fn listed(page: notes::NotesPage) -> NotesPage {
    NotesPage {
        first: page.first,
        rows: page.notes.into_iter().map(row).collect(),
        total: page.total,
        all: page.all,
        papers: page.papers,
        troubles: page.troubles.iter().map(notes_trouble).collect(),
        complete: page.complete,
    }
}

fn row(listed: notes::ListedNote) -> NoteRow {
    let place = listed.note.place;
    let note = listed.note;
    NoteRow {
        paper: listed.paper.0,
        paper_name: listed.paper_name,
        day: listed.day,
        gone: listed.gone,
        kind: kind(note.kind),
        color: color(note.color),
        html: markup(&note.note),
        tags: note.tags,
        bookmark: note.bookmark,
        quote: note.quotes,
        place: NotePlace {
            section: place.map(|place| place.section.as_str().to_owned()),
            finding: place.and_then(|place| place.finding),
            side: place.map_or(Side::Text, |place| place.side).as_str().to_owned(),
        },
        standing: note.standing.map(|standing| match standing {
            notes::Standing::Exact => Standing::Exact,
            notes::Standing::Moved => Standing::Moved,
            notes::Standing::Ambiguous => Standing::Ambiguous,
            notes::Standing::Lost => Standing::Lost,
            notes::Standing::Absent => Standing::Absent,
        }),
        modified_ms: note.modified_ms,
        offered: note.changed_after_deletion,
        id: note.id,
    }
}

fn markup(markdown: &str) -> String {
    if markdown.trim().is_empty() { String::new() } else { note::render(markdown) }
}

fn reason(why: Why) -> LostReason {
    match why {
        Why::EmptyQuote => LostReason::EmptyQuote,
        Why::WordsGone => LostReason::WordsGone,
        Why::NotFound => LostReason::NotFound,
        Why::OtherContext => LostReason::OtherContext,
        Why::NoSection => LostReason::NoSection,
    }
}

fn color(color: Color) -> NoteColor {
    match color {
        Color::Yellow => NoteColor::Yellow,
        Color::Green => NoteColor::Green,
        Color::Blue => NoteColor::Blue,
        Color::Red => NoteColor::Red,
    }
}

pub(super) fn color_to(color: NoteColor) -> Color {
    match color {
        NoteColor::Yellow => Color::Yellow,
        NoteColor::Green => Color::Green,
        NoteColor::Blue => Color::Blue,
        NoteColor::Red => Color::Red,
    }
}

fn kind(kind: Kind) -> NoteKind {
    match kind {
        Kind::Highlight => NoteKind::Highlight,
        Kind::Note => NoteKind::Note,
        Kind::Bookmark => NoteKind::Bookmark,
        Kind::Paper => NoteKind::Paper,
    }
}

fn kind_to(kind: NoteKind) -> Kind {
    match kind {
        NoteKind::Highlight => Kind::Highlight,
        NoteKind::Note => Kind::Note,
        NoteKind::Bookmark => Kind::Bookmark,
        NoteKind::Paper => Kind::Paper,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{BlockView, Utf16Span};

    const DIGEST: &str = "2026-11-01\n\n本文提出 GapKnot🌊，一个小系统，用来检查缺失的一侧。\n\n背景很短：摘录时常常丢掉一侧。\n\n\
        方法也很短：把两侧都列出来。\n\n实验只有两条。\n\n1. GapKnot 在 40 个样本中找出 37 处缺失。\n\n   GapKnot finds 37 of 40 gaps.\n\n\
        2. 这一条的引文丢了，比例为 92.5%。\n\nNovelty：很小。 Soundness：可靠。 Significance：有限。\n\n一是样本太少。\n\n可以扩展。\n";

    fn digest() -> reading::corpus::ReadFile {
        reading::corpus::read(DIGEST.as_bytes())
    }

    #[test]
    fn passages_have_the_ids_under_which_the_interface_shows_them() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("2026-11-01.txt");
        std::fs::write(&path, DIGEST).unwrap();
        let at = |name: &str| room.path().join(name);
        let dirs = library::Dirs { config: at("config"), cache: at("cache"), data: at("data") };
        let session = library::Session::open(&dirs, None, |_| ());
        let added = session.add_paths(&[path]).remove(0).outcome.unwrap();
        let open = session.paper(&added.paper.unwrap()).unwrap();
        let shown = super::super::paper(&open).unwrap();
        let mut ids = Vec::new();
        for block in shown.sections.into_iter().flat_map(|section| section.blocks) {
            match block {
                BlockView::Passage { passage, .. } => ids.push((passage.id, passage.text)),
                BlockView::Finding(finding) => {
                    ids.extend([finding.claim, finding.quote].into_iter().flatten().map(|own| (own.id, own.text)));
                }
            }
        }
        let passages = Passages::of(open.paper().unwrap());
        let own: Vec<_> =
            passages.ids.iter().cloned().zip(passages.texts.iter().map(|&text| text.to_owned())).collect();
        assert!(ids.len() > 6, "{ids:?}");
        assert_eq!(own, ids);
    }

    #[test]
    fn stretches_go_to_bytes_and_back_to_the_same_units() {
        let file = digest();
        let passages = Passages::of(&file.digest.papers[0]);
        let stretch = Stretch { passage: passages.ids[0].clone(), span: Utf16Span { start: 5, end: 16 } };
        let found = passages.found(std::slice::from_ref(&stretch));
        assert_eq!(found[0].span.of(passages.texts[0]), "GapKnot🌊，一");
        assert_eq!(passages.stretches(&found), [stretch]);
        let stranger = Stretch { passage: "nowhere.0".into(), span: Utf16Span { start: 0, end: 1 } };
        assert!(passages.found(&[stranger]).is_empty());
    }
}
