//! The library's answers and events on the wire.

use library as lib;

use crate::wire::{
    Direction, Event, FileView, FindingVerdict, Notice, PaperRow, Row, RowFilter, RowsPage, Scan, Settings, SkipReason,
    Skipped, Source,
};

/// What the reader chose about the look. A choice that is unknown or out of shape counts as not chosen; the others hold.
pub(crate) fn settings_of(look: serde_json::Value) -> Settings {
    if let Ok(settings) = serde_json::from_value(look.clone()) {
        return settings;
    }
    let serde_json::Value::Object(choices) = look else { return Settings::default() };
    let alone = |(name, choice)| serde_json::Value::Object(serde_json::Map::from_iter([(name, choice)]));
    let is_known = |choice: &serde_json::Value| serde_json::from_value::<Settings>(choice.clone()).is_ok();
    let known = choices.into_iter().map(alone).filter(is_known);
    let known =
        known.filter_map(|choice| if let serde_json::Value::Object(choice) = choice { Some(choice) } else { None });
    serde_json::from_value(serde_json::Value::Object(known.flatten().collect())).unwrap_or_default()
}

/// The look as the library stores it.
pub(crate) fn settings_to(settings: &Settings) -> serde_json::Value {
    serde_json::to_value(settings).unwrap_or_default()
}

/// A filter in the library's words.
pub(crate) fn filter(filter: RowFilter) -> lib::Filter {
    lib::Filter {
        text: filter.text,
        unread: filter.unread,
        topic: filter.topic,
        doubts: filter.doubts,
        starred: filter.starred,
        noted: filter.noted,
    }
}

/// A direction in the library's words.
pub(crate) fn direction(direction: Direction) -> lib::Direction {
    match direction {
        Direction::Next => lib::Direction::Next,
        Direction::Previous => lib::Direction::Previous,
    }
}

/// An event for the interface; `None` for what it does not show yet.
pub(crate) fn event(event: lib::Event) -> Event {
    match event {
        lib::Event::LibraryChanged { generation, scan: state } => {
            Event::LibraryChanged { generation, scan: scan(state) }
        }
        lib::Event::PaperChanged { id } => Event::PaperChanged { id: id.0 },
        lib::Event::OpenRequested { id } => Event::OpenRequested { id: id.0 },
        lib::Event::NotesChanged { paper } => Event::NotesChanged { paper: paper.0 },
        lib::Event::SourcesChanged { sources: list } => Event::SourcesChanged { sources: sources(list) },
        lib::Event::IndexChanged(state) => Event::IndexChanged { indexing: super::indexing(state) },
        lib::Event::Trouble(trouble) => Event::Noticed { notice: notice(trouble) },
    }
}

/// A trouble as a notice.
pub(crate) fn notice(trouble: lib::Trouble) -> Notice {
    match trouble {
        lib::Trouble::NotSaved(message) => Notice::NotSaved { message },
        lib::Trouble::SetAside(message) => Notice::SetAside { message },
        lib::Trouble::NotWatched(message) => Notice::NotWatched { message },
        lib::Trouble::NotExported(message) => Notice::NotExported { message },
        lib::Trouble::Notes(cause) => Notice::Notes { cause: super::cause(&cause) },
        lib::Trouble::NotesSetAside(count) => Notice::NotesSetAside { count: u32::try_from(count).unwrap_or(u32::MAX) },
    }
}

/// All sources.
pub(crate) fn sources(sources: Vec<lib::Source>) -> Vec<Source> {
    sources.into_iter().map(source).collect()
}

fn source(source: lib::Source) -> Source {
    let skipped = source.skipped.into_iter().map(|entry| Skipped {
        name: entry.name,
        reason: reason(entry.reason),
        message: entry.message,
    });
    Source {
        id: source.id.0,
        name: source.name,
        folder: source.folder,
        missing: source.missing,
        files: source.files,
        skipped: skipped.collect(),
        skipped_count: source.skipped_count,
    }
}

fn reason(reason: lib::SkipReason) -> SkipReason {
    match reason {
        lib::SkipReason::LinkLoop => SkipReason::LinkLoop,
        lib::SkipReason::LinkOutside => SkipReason::LinkOutside,
        lib::SkipReason::Dangling => SkipReason::Dangling,
        lib::SkipReason::Unreadable => SkipReason::Unreadable,
        lib::SkipReason::NotUtf8Name => SkipReason::NotUtf8Name,
        lib::SkipReason::SpecialFile => SkipReason::SpecialFile,
        lib::SkipReason::NotADigest => SkipReason::NotADigest,
        lib::SkipReason::TooLarge => SkipReason::TooLarge,
    }
}

/// A slice of the list.
pub(crate) fn rows(page: lib::RowsPage) -> RowsPage {
    RowsPage {
        generation: page.generation,
        first: page.first,
        rows: page.rows.into_iter().map(row).collect(),
        total_rows: page.total_rows,
        total_papers: page.total_papers,
        all_papers: page.all_papers,
        unread_papers: page.unread_papers,
        doubt_papers: page.doubt_papers,
        starred_papers: page.starred_papers,
        noted_papers: page.noted_papers,
        topics: page.topics,
        scan: scan(page.scan),
    }
}

fn row(row: lib::Row) -> Row {
    match row {
        lib::Row::Month { month, papers } => Row::Month { month, papers },
        lib::Row::Day { day, papers } => Row::Day { day, papers },
        lib::Row::Paper(paper) => Row::Paper(PaperRow {
            id: paper.id.0,
            name: paper.name,
            line: paper.line,
            brief: paper.brief,
            topic: paper.topic,
            unread: paper.unread,
            starred: paper.starred,
            notes: paper.notes,
            missing: paper.missing,
            meter: paper.meter.into_iter().map(verdict).collect(),
        }),
    }
}

fn verdict(verdict: lib::Verdict) -> FindingVerdict {
    match verdict {
        lib::Verdict::Held => FindingVerdict::Held,
        lib::Verdict::Derived => FindingVerdict::Derived,
        lib::Verdict::Doubt => FindingVerdict::Doubt,
        lib::Verdict::Plain => FindingVerdict::Plain,
        lib::Verdict::Missing => FindingVerdict::Missing,
    }
}

fn scan(scan: lib::Scan) -> Scan {
    match scan {
        lib::Scan::Idle => Scan::Idle,
        lib::Scan::Running { done, total } => Scan::Running { done, total },
        lib::Scan::Cancelled { done, total } => Scan::Cancelled { done, total },
    }
}

/// A file that holds a paper.
pub(super) fn file(info: &lib::FileInfo) -> FileView {
    let format = info.format.and_then(|format| serde_json::to_value(format).ok());
    FileView {
        id: info.id.0,
        name: info.name.clone(),
        format: format.and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default(),
        encoding: info.encoding.clone(),
        guessed: info.guessed,
        missing: info.missing,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_choice_that_is_out_of_shape_takes_no_other_along() {
        let look =
            json!({"theme": "sepia", "textPx": 20.0, "lineHeight": "wide", "savedSearches": ["甲 -乙"], "later": 1});
        let expected = Settings { text_px: 20.0, saved_searches: vec!["甲 -乙".to_owned()], ..Settings::default() };
        assert_eq!(settings_of(look), expected);
        assert_eq!(settings_of(json!([1])), Settings::default());
        assert_eq!(settings_of(settings_to(&expected)), expected);
    }
}
