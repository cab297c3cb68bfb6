//! Answers of the search on the wire.

use library as lib;
use reading::text::ByteSpan;

use super::{audit, passage::language};
use crate::{
    utf16::Utf16Map,
    wire::{
        FoundSpan, Hit, Indexing, NameFinding, NamePage, NoteHit, PaperHits, SearchHint, SearchView, SnippetView,
        Utf16Span,
    },
};

/// An answer that took `took_ms` milliseconds.
pub(crate) fn search(answer: lib::SearchAnswer, took_ms: f64) -> SearchView {
    SearchView {
        total: answer.total,
        papers: answer.papers,
        loosened: answer.loosened,
        not_looked_at: answer.not_looked_at,
        groups: answer.groups.into_iter().map(group).collect(),
        total_notes: answer.total_notes,
        notes: answer.notes.into_iter().map(note).collect(),
        hints: answer.query.hints.into_iter().map(hint).collect(),
        indexing: indexing(answer.indexing),
        took_ms,
    }
}

/// How far the index is.
pub(crate) fn indexing(indexing: lib::Indexing) -> Indexing {
    match indexing {
        lib::Indexing::Complete => Indexing::Complete,
        lib::Indexing::Running { done, total } => Indexing::Running { done, total },
        lib::Indexing::Stopped { done, total } => Indexing::Stopped { done, total },
        lib::Indexing::Scanned(message) => Indexing::Scanned { message },
    }
}

/// The places of a query in a paper, whose passages have these texts.
pub(crate) fn found(places: &[(usize, ByteSpan)], texts: &[&str]) -> Vec<FoundSpan> {
    let of_passage = places.chunk_by(|a, b| a.0 == b.0);
    let spans = of_passage.flat_map(|places| {
        let at = places.first().map_or(0, |&(at, _)| at);
        let map = Utf16Map::of(texts.get(at).copied().unwrap_or_default());
        places.iter().map(|&(at, span)| FoundSpan { passage: number(at), span: map.span(span) }).collect::<Vec<_>>()
    });
    spans.collect()
}

/// The names in passages with these texts.
pub(crate) fn names(texts: &[&str]) -> Vec<FoundSpan> {
    let each = texts.iter().enumerate();
    let found = each.flat_map(|(at, text)| reading::audit::names(text).into_iter().map(move |span| (at, span)));
    self::found(&found.collect::<Vec<_>>(), texts)
}

/// A name across all papers.
pub(crate) fn name_page(page: lib::NamePage) -> NamePage {
    NamePage {
        name: page.name,
        papers: page.papers,
        passages: page.passages,
        findings: page.findings.iter().map(finding).collect(),
    }
}

fn finding(finding: &lib::NameFinding) -> NameFinding {
    NameFinding {
        paper: finding.paper.0.clone(),
        paper_name: finding.paper_name.clone(),
        day: finding.day.clone(),
        number: finding.number,
        passage: number(finding.passage),
        names: spans(&finding.claim, &finding.names),
        audit: audit::view(&finding.audit, &finding.claim, &finding.quote, &audit::Settled::new()),
        claim: finding.claim.clone(),
        quote: finding.quote.clone(),
    }
}

fn group(group: lib::PaperHits) -> PaperHits {
    let hits = group.hits.into_iter().map(|hit| Hit {
        passage: number(hit.passage),
        field: hit.field.as_str().to_owned(),
        section: hit.section.as_str().to_owned(),
        finding: hit.finding,
        loose: hit.closeness == lib::Closeness::Loose,
        snippet: snippet(hit.snippet),
    });
    PaperHits { hits: hits.collect(), id: group.paper.0, name: group.name, day: group.day, total: group.total }
}

fn note(note: lib::NoteHit) -> NoteHit {
    NoteHit {
        paper: note.paper.0,
        name: note.name,
        day: note.day,
        id: note.id,
        color: note.color.as_str().to_owned(),
        tags: note.tags,
        modified_ms: note.modified_ms,
        snippet: snippet(note.snippet),
    }
}

fn snippet(snippet: lib::Snippet) -> SnippetView {
    let spans = spans(&snippet.text, &snippet.spans);
    SnippetView { lang: language(&snippet.text).to_owned(), text: snippet.text, spans }
}

fn spans(text: &str, spans: &[ByteSpan]) -> Vec<Utf16Span> {
    let map = Utf16Map::of(text);
    spans.iter().map(|&span| map.span(span)).collect()
}

fn hint(hint: lib::Hint) -> SearchHint {
    match hint {
        lib::Hint::OpenQuote => SearchHint::OpenQuote,
        lib::Hint::OnlyExclusions => SearchHint::OnlyExclusions,
        lib::Hint::UnknownValue { word } => SearchHint::UnknownValue { word },
        lib::Hint::NoValue { word } => SearchHint::NoValue { word },
        lib::Hint::FilterInOr => SearchHint::FilterInOr,
        lib::Hint::TooLong => SearchHint::TooLong,
        lib::Hint::NoWholeWords => SearchHint::NoWholeWords,
    }
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
