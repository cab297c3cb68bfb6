//! How `kz` shows an annotation.

use std::collections::BTreeSet;

use library::notebook::{Annotation, PaperRecord};
use reading::anchor::{Found, Index, Part, Resolution, Why};
use reading::text::CodePoints;
use serde::Serialize;

/// An annotation, where it was made and, where that was asked, where it is now.
#[derive(Serialize)]
pub(crate) struct NoteView {
    pub(crate) id: String,
    /// Key of the paper.
    paper: String,
    name: String,
    title: Option<String>,
    section: Option<&'static str>,
    finding: Option<u32>,
    /// `text`, `claim` or `quote`.
    field: Option<&'static str>,
    /// The marked words when the mark was made.
    pub(crate) quote: String,
    /// Code points of the passage, half-open.
    start: Option<usize>,
    end: Option<usize>,
    color: &'static str,
    pub(crate) note: String,
    tags: BTreeSet<String>,
    bookmark: bool,
    created: String,
    modified: String,
    /// `exact`, `moved`, `ambiguous` or `lost`; nothing where no corpus was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) state: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    /// Why it is lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<&'static str>,
    /// The words at the place now, where they moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    target: TargetView,
}

/// The target in the words of the W3C's data model.
#[derive(Serialize)]
struct TargetView {
    source: String,
    selector: Vec<SelectorView>,
}

#[derive(Serialize)]
#[serde(tag = "type")]
enum SelectorView {
    TextQuoteSelector { exact: String, prefix: String, suffix: String },
    TextPositionSelector { start: usize, end: usize },
}

impl NoteView {
    /// The annotation as it was made.
    pub(crate) fn new(annotation: &Annotation, paper: &PaperRecord) -> Self {
        let first = annotation.target.parts.first();
        let quotes: Vec<&str> = annotation.target.parts.iter().map(|part| part.quote.exact.as_str()).collect();
        let selector = annotation.target.parts.iter().flat_map(selectors).collect();
        Self {
            id: annotation.id.clone(),
            paper: annotation.target.paper.0.clone(),
            name: paper.name.clone(),
            title: paper.title.clone(),
            section: first.map(|part| part.place.section.as_str()),
            finding: first.and_then(|part| part.place.finding),
            field: first.map(|part| part.place.side.as_str()),
            quote: quotes.join("\n"),
            start: first.map(|part| part.position.start),
            end: first.map(|part| part.position.end),
            color: annotation.color.as_str(),
            note: annotation.note.clone(),
            tags: annotation.tags.clone(),
            bookmark: annotation.bookmark,
            created: time(annotation.created_ms),
            modified: time(annotation.modified_ms),
            state: None,
            score: None,
            reason: None,
            text: None,
            target: TargetView { source: format!("kaozheng://paper/{}", annotation.target.paper.0), selector },
        }
    }

    /// Says where it is now in the paper of `index`; `None`: the paper is in no file of the corpus.
    pub(crate) fn place(&mut self, index: Option<(&Index, Resolution)>) {
        self.reason = None;
        match index {
            None => (self.state, self.reason) = (Some("lost"), Some("paper_gone")),
            Some((index, Resolution::Exact(found))) => {
                self.state = Some("exact");
                self.set_place(index, &found);
            }
            Some((index, Resolution::Moved { found, score })) => {
                (self.state, self.score) = (Some("moved"), Some(score));
                self.set_place(index, &found);
                let words = found.iter().filter_map(|found| Some((index.passages().get(found.passage)?, found)));
                let words: Vec<&str> = words.map(|(passage, found)| found.span.of(passage.text)).collect();
                self.text = Some(words.join("\n"));
            }
            Some((_, Resolution::Ambiguous(_))) => self.state = Some("ambiguous"),
            Some((_, Resolution::Lost(why))) => (self.state, self.reason) = (Some("lost"), Some(reason(why))),
        }
    }

    /// Whether it can be shown at a place.
    pub(crate) fn is_placed(&self) -> bool {
        matches!(self.state, None | Some("exact" | "moved"))
    }

    fn set_place(&mut self, index: &Index, found: &[Found]) {
        let Some(first) = found.first() else { return };
        let Some(passage) = index.passages().get(first.passage) else { return };
        let points = CodePoints::of(passage.text);
        self.section = Some(passage.place.section.as_str());
        self.finding = passage.place.finding;
        self.field = Some(passage.place.side.as_str());
        (self.start, self.end) = (Some(points.before(first.span.start)), Some(points.before(first.span.end)));
    }
}

fn selectors(part: &Part) -> [SelectorView; 2] {
    let quote = part.quote.clone();
    [
        SelectorView::TextQuoteSelector { exact: quote.exact, prefix: quote.prefix, suffix: quote.suffix },
        SelectorView::TextPositionSelector { start: part.position.start, end: part.position.end },
    ]
}

fn reason(why: Why) -> &'static str {
    match why {
        Why::EmptyQuote => "empty_quote",
        Why::WordsGone => "words_gone",
        Why::NotFound => "not_found",
        Why::OtherContext => "other_context",
        Why::NoSection => "no_section",
    }
}

/// RFC 3339 in UTC; the number itself where it is no time of this world.
fn time(milliseconds: i64) -> String {
    jiff::Timestamp::from_millisecond(milliseconds).map_or_else(|_| milliseconds.to_string(), |time| time.to_string())
}
