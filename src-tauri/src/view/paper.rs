//! A whole paper.

use library::OpenPaper;
use reading::{
    audit::Source,
    corpus::{Block, Finding, Kind, Paper, Section, SectionKind},
    typeset::{Prose, plain},
};

use super::{
    audit,
    library::file,
    passage::{Shown, passage},
    source::warnings,
};
use crate::{
    links,
    utf16::Utf16Map,
    wire::{BlockView, FindingView, LinkView, PaperView, Place, SectionView, VerdictCounts},
};

/// The paper as the reading view shows it; `None` where the file holds no paper at the index.
pub(crate) fn paper(open: &OpenPaper) -> Option<PaperView> {
    let paper = open.paper()?;
    let mut shown = Sections::of(paper, &open.file.text, &open.settled);
    let sections = paper.sections.iter().map(|section| shown.section(section)).collect();
    let heading = &open.heading;
    Some(PaperView {
        id: open.id.0.clone(),
        name: open.name.clone(),
        inferred_name: open.inferred_name.clone(),
        title: heading.title.as_deref().map(|title| plain(title).into_owned()),
        authors: heading.authors.clone(),
        day: open.day.clone(),
        brief: paper.kind == Kind::Brief,
        topic: heading.topic.clone(),
        badges: heading.badges.clone(),
        links: links(open),
        sections,
        warnings: warnings(&open.file, Some(paper.source)),
        files: open.files.iter().map(file).collect(),
        missing: open.missing,
        place: open.place.as_ref().map(|place| Place { passage: place.passage.clone(), offset: place.offset }),
        verdicts: shown.counts,
        number: open.number,
        unread: open.unread,
        starred: open.starred,
    })
}

fn links(open: &OpenPaper) -> Vec<LinkView> {
    let numbered = open.heading.links.iter().zip(0..);
    numbered
        .filter_map(|(link, index)| {
            let url = link.url.as_ref().filter(|url| links::may_open(url))?;
            Some(LinkView { label: link.label.text.clone(), index, url: url.clone() })
        })
        .collect()
}

/// What is the same for all sections of a paper, and what they add up to.
struct Sections<'a> {
    file: Utf16Map<'a>,
    /// The abstract, where the paper's Chinese sections rest on it (the other publisher's digests).
    abstract_: Option<(&'a str, Source<'a>)>,
    settled: &'a audit::Settled,
    counts: VerdictCounts,
    /// Sections seen of each kind, so that ids stay unique when a kind comes twice.
    seen: Vec<SectionKind>,
}

impl<'a> Sections<'a> {
    fn of(paper: &'a Paper, text: &'a str, settled: &'a audit::Settled) -> Self {
        let passage = paper.compared_abstract().and_then(|section| section.passages().next());
        let abstract_ = passage.map(|piece| (piece.text.as_str(), Source::of(&piece.text)));
        Self { file: Utf16Map::of(text), abstract_, settled, counts: VerdictCounts::default(), seen: Vec::new() }
    }

    fn section(&mut self, section: &Section) -> SectionView {
        let prefix = section_id(section.kind, &mut self.seen);
        let kind = section.kind.as_str();
        let blocks = section.blocks.iter().enumerate().map(|(index, block)| match block {
            Block::Passage(piece) => {
                let prose = prose(section.kind);
                let found = self.abstract_.as_ref().filter(|_| section.kind.restates_abstract());
                let found = found.map(|(quote, source)| (*quote, source.audit(&piece.text)));
                let marks = found.as_ref().map(|(_, found)| audit::claim_marks(found)).unwrap_or_default();
                if let Some((_, found)) = &found {
                    audit::count(found, &mut self.counts);
                }
                let shown = Shown { id: format!("{prefix}.{index}"), piece, prose, marks: &marks };
                BlockView::Passage {
                    passage: passage(&shown, &self.file),
                    audit: found.map(|(quote, found)| audit::view(&found, &piece.text, quote, self.settled)),
                }
            }
            Block::Finding(finding) => BlockView::Finding(self.finding(&format!("{prefix}.{index}"), finding)),
        });
        let blocks = blocks.collect();
        SectionView { kind: kind.to_owned(), heading: section.heading.as_ref().map(|piece| piece.text.clone()), blocks }
    }

    fn finding(&mut self, id: &str, finding: &Finding) -> FindingView {
        let pair = finding.claim.as_ref().zip(finding.quote.as_ref());
        let found = pair.map(|(claim, quote)| (claim, quote, Source::of(&quote.text).audit(&claim.text)));
        let marks = found.as_ref().map(|(_, _, found)| (audit::claim_marks(found), audit::evidence_marks(found)));
        let (claim_marks, quote_marks) = marks.unwrap_or_default();
        if let Some((_, _, found)) = &found {
            audit::count(found, &mut self.counts);
        }
        let side = |piece, side: &str, prose, marks| {
            passage(&Shown { id: format!("{id}.{side}"), piece, prose, marks }, &self.file)
        };
        FindingView {
            number: finding.number,
            claim: finding.claim.as_ref().map(|piece| side(piece, "claim", Prose::Claim, &claim_marks)),
            quote: finding.quote.as_ref().map(|piece| side(piece, "quote", Prose::Quote, &quote_marks)),
            audit: found.map(|(claim, quote, found)| audit::view(&found, &claim.text, &quote.text, self.settled)),
        }
    }
}

/// `method`, and `method~2` for the second one of its kind. `seen` holds the sections before.
fn section_id(kind: SectionKind, seen: &mut Vec<SectionKind>) -> String {
    let repeats = seen.iter().filter(|&&before| before == kind).count();
    seen.push(kind);
    if repeats == 0 { kind.as_str().to_owned() } else { format!("{}~{}", kind.as_str(), repeats + 1) }
}

/// Ids of the passages as the interface knows them, in the order of `reading::anchor::passages`.
pub(super) fn passage_ids(paper: &Paper) -> Vec<String> {
    let (mut ids, mut seen) = (Vec::new(), Vec::new());
    for section in &paper.sections {
        let prefix = section_id(section.kind, &mut seen);
        for (index, block) in section.blocks.iter().enumerate() {
            match block {
                Block::Passage(_) => ids.push(format!("{prefix}.{index}")),
                Block::Finding(finding) => {
                    let sides = [("claim", finding.claim.is_some()), ("quote", finding.quote.is_some())];
                    ids.extend(sides.iter().filter(|(_, is)| *is).map(|(side, _)| format!("{prefix}.{index}.{side}")));
                }
            }
        }
    }
    ids
}

fn prose(kind: SectionKind) -> Prose {
    if kind == SectionKind::Abstract { Prose::Abstract } else { Prose::Review }
}
