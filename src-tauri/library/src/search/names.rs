//! Where a model, a method or a benchmark appears, and which numbers are given for it.

use reading::audit::{Audit, audit};
use reading::text::ByteSpan;

use super::engine::Engine;
use super::matching::spans;
use super::query::{Field, FilterTerm, Part, Query, Where};
use super::{Indexing, SearchRequest, passages};
use crate::answer::PaperId;
use crate::catalogue::Held;
use crate::opening;
use crate::state::Shared;

/// Papers whose findings are shown.
const PAPERS_SHOWN: usize = 40;

/// In how many papers a name stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NameCount {
    /// Papers that hold it anywhere.
    pub papers: u32,
    /// All files were looked at.
    pub complete: bool,
}

/// A name across all papers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamePage {
    /// As asked.
    pub name: String,
    /// Papers that hold it anywhere.
    pub papers: u32,
    /// Passages that hold it.
    pub passages: u32,
    /// The findings that say something of it, newest papers first; of 40 papers at most.
    pub findings: Vec<NameFinding>,
}

/// A finding whose claim holds the name.
#[derive(Clone, Debug, PartialEq)]
pub struct NameFinding {
    /// Handle of its paper.
    pub paper: PaperId,
    /// What the paper is called.
    pub paper_name: String,
    /// ISO date; empty where there is none.
    pub day: String,
    /// Number of the finding.
    pub number: u32,
    /// Index of the claim in [`reading::anchor::passages`].
    pub passage: usize,
    /// The claim.
    pub claim: String,
    /// Where it holds the name.
    pub names: Vec<ByteSpan>,
    /// Its evidence; empty where there is none.
    pub quote: String,
    /// The claim's numbers and where its quote holds them.
    pub audit: Audit,
}

/// The name and nothing longer: `BERT` is no part of `RoBERTa`, and `GPT-5` none of `GPT-5.6`.
fn query(name: &str) -> Option<Query> {
    let part = Part { whole: true, ..Part::of(name) };
    (!part.folded.is_empty()).then(|| Query { all: vec![vec![part]], ..Query::default() })
}

/// In how many papers the name stands. `None` where that would mean to read all files, because there is no index.
pub(crate) fn count(engine: &Engine, shared: &Shared, name: &str) -> Option<NameCount> {
    if matches!(engine.indexing(shared), Indexing::Scanned(_)) {
        return None;
    }
    let request = SearchRequest { papers: 1, passages: 1, notes: 1, ..SearchRequest::default() };
    let answer = engine.answer_query(shared, query(name)?, &request)?;
    Some(NameCount {
        papers: answer.papers,
        complete: answer.indexing == Indexing::Complete && answer.not_looked_at == 0,
    })
}

/// The page of a name. Reads the files of the papers that it shows.
pub(crate) fn page(engine: &Engine, shared: &Shared, name: &str) -> NamePage {
    let mut page = NamePage { name: name.trim().to_owned(), ..NamePage::default() };
    let Some(mut query) = query(name) else { return page };
    let request = |papers| SearchRequest { papers, ..SearchRequest::default() };
    if let Some(all) = engine.answer_query(shared, query.clone(), &request(1)) {
        (page.papers, page.passages) = (all.papers, all.total);
    }
    query.filters.push(FilterTerm { filter: Where::In(Field::Claim), negated: false });
    let Some(mut claims) = engine.answer_query(shared, query.clone(), &request(PAPERS_SHOWN)) else { return page };
    claims.groups.sort_by(|a, b| b.day.cmp(&a.day));
    let snapshot = shared.state().snapshot();
    for group in &claims.groups {
        let held = snapshot.find(&group.paper).and_then(|entry| snapshot.catalogue.lead(entry));
        let Some((held, file)) = held.and_then(|held: Held<'_>| Some((held, opening::load(shared, held.file).ok()?)))
        else {
            continue;
        };
        let Some(paper) = file.digest.papers.get(held.index) else { continue };
        let passages = passages::of(paper);
        for hit in &group.hits {
            let Some(claim) = passages.get(hit.passage).filter(|passage| passage.field == Field::Claim) else {
                continue;
            };
            let beside = passages.get(hit.passage + 1);
            let quote = beside.filter(|next| next.field == Field::Quote && next.finding == claim.finding);
            let quote = quote.map_or("", |quote| quote.text);
            page.findings.push(NameFinding {
                paper: group.paper.clone(),
                paper_name: group.name.clone(),
                day: group.day.clone(),
                number: claim.finding.unwrap_or(0),
                passage: hit.passage,
                claim: claim.text.to_owned(),
                names: spans(&query, claim.text),
                quote: quote.to_owned(),
                audit: audit(claim.text, quote),
            });
        }
    }
    page
}
