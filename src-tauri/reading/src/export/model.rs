//! What an export is made of: a paper, its notes, and where they stand in it.

use std::collections::BTreeSet;

use super::filter::Verdict;
use super::link::Link;
use super::words::Language;
use crate::anchor::{Found, Index, Resolution, Side, Target};
use crate::audit::{Status, audit};
use crate::corpus::{Block, Finding, Paper, PaperKey, SectionKind};
use crate::text::ByteSpan;
use crate::typeset::{Prose, RunKind, typeset};

/// What is known about a paper, from the corpus or from its notes alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Its stable key.
    pub key: PaperKey,
    /// What it is called: the reader's own name for it, else the coined one.
    pub name: String,
    /// Where a form carries one.
    pub title: Option<String>,
    /// As one line.
    pub authors: Option<String>,
    /// Of the digest, ISO.
    pub date: Option<String>,
    /// Without version.
    pub arxiv_id: Option<String>,
    /// Subject.
    pub topic: Option<String>,
    /// Words and address.
    pub links: Vec<(String, String)>,
}

impl Head {
    /// Of `paper` in the digest of `date`.
    pub fn of(paper: &Paper, date: Option<&str>) -> Self {
        let text = |piece: &crate::corpus::Piece| piece.text.clone();
        let links = paper.links.iter().filter_map(|link| Some((link.label.text.clone(), link.url.clone()?)));
        Self {
            key: paper.key.clone(),
            name: paper.name.clone(),
            title: paper.title.as_ref().map(text),
            authors: paper.authors.as_ref().map(text),
            date: date.map(str::to_owned),
            arxiv_id: paper.arxiv_id.clone(),
            topic: paper.topic.clone(),
            links: links.filter(|(_, url)| is_web(url)).collect(),
        }
    }

    /// The address of the paper itself.
    pub fn url(&self) -> Option<String> {
        let arxiv = self.arxiv_id.as_ref().map(|id| format!("https://arxiv.org/abs/{id}"));
        arxiv.or_else(|| self.links.first().map(|(_, url)| url.clone()))
    }
}

fn is_web(url: &str) -> bool {
    ["http://", "https://"]
        .iter()
        .any(|scheme| url.get(..scheme.len()).is_some_and(|own| own.eq_ignore_ascii_case(scheme)))
}

/// A note as the notebook has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// For ever the same.
    pub id: String,
    /// What it points at; no parts: the whole paper.
    pub target: Target,
    /// Markdown.
    pub note: String,
    /// Without white space at the ends.
    pub tags: BTreeSet<String>,
    /// The colour's name.
    pub color: String,
    /// Whether its words are painted.
    pub highlight: bool,
    /// Whether the place is bookmarked.
    pub bookmark: bool,
    /// RFC 3339.
    pub created: String,
    /// RFC 3339.
    pub modified: String,
}

/// What goes in besides the notes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Claim and evidence around a highlight.
    pub context: Context,
    /// How formulas in quoted text are written.
    pub formulas: Formulas,
    /// How much of the paper.
    pub extent: Extent,
    /// Of the words that are added.
    pub language: Language,
}

/// Whether claim and evidence stand beside a highlight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Context {
    /// Only the marked words.
    #[default]
    Quote,
    /// Claim and evidence of its finding too.
    Finding,
}

/// How formulas in quoted text are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Formulas {
    /// As the digest has them.
    #[default]
    Plain,
    /// As TeX between dollar signs.
    Dollars,
}

/// How much of the paper goes in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Extent {
    /// The notes.
    #[default]
    Notes,
    /// The whole text, each note at its place.
    Whole,
}

/// Text of the digest: plain, or in pieces of which some are formulas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(pub Vec<Word>);

/// A piece of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// Characters.
    Text(String),
    /// TeX without delimiters.
    Formula(String),
}

impl Words {
    /// Plain text.
    pub fn plain(text: &str) -> Self {
        Self(vec![Word::Text(text.to_owned())])
    }

    /// The characters.
    pub fn text(&self) -> String {
        self.0
            .iter()
            .map(|word| match word {
                Word::Text(text) | Word::Formula(text) => text.as_str(),
            })
            .collect()
    }
}

/// A note ready for a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// As the notebook has it.
    pub mark: Mark,
    /// The marked words as they were when the mark was made, a paragraph a passage.
    pub quotes: Vec<Words>,
    /// Where it is now.
    pub standing: Standing,
    /// Its section, as the form or the language names it.
    pub section: Option<String>,
    /// Number of its finding.
    pub finding: Option<u32>,
    /// Statement of the finding, where context is wanted and it is not what is marked.
    pub claim: Option<Words>,
    /// Evidence of the finding, likewise.
    pub evidence: Option<Words>,
    /// Back to it.
    pub link: Link,
    /// First passage and byte, for the order; `None`: nowhere.
    place: Option<(usize, usize)>,
    /// Last passage: in the whole text the note stands below it.
    last: Option<usize>,
    /// Claim and quote of its finding.
    audited: Option<(String, String)>,
}

impl Note {
    /// What the audit says about its finding; `None` where it stands on none, or nothing can be said.
    pub fn verdict(&self) -> Option<Verdict> {
        let (claim, quote) = self.audited.as_ref()?;
        let quantities = audit(claim, quote).quantities;
        let absent = quantities.iter().any(|quantity| quantity.status == Status::Absent);
        (!quantities.is_empty()).then_some(if absent { Verdict::Doubtful } else { Verdict::Supported })
    }
}

/// Where a note is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// On the whole paper.
    Paper,
    /// At its words.
    Placed,
    /// Its words are not found any more.
    Lost,
}

/// A section with its paragraphs and findings, and the notes that stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// As the form or the language names it.
    pub heading: String,
    /// In order.
    pub passages: Vec<PassageSheet>,
}

/// One text of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassageSheet {
    /// `text`, `claim` or `quote`.
    pub side: Side,
    /// Number of its finding.
    pub finding: Option<u32>,
    /// All of it.
    pub words: Words,
    /// Indices into [`Sheet::notes`].
    pub notes: Vec<usize>,
}

/// One paper as a template sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The paper.
    pub head: Head,
    /// In reading order; notes on the whole paper first, those without a place last.
    pub notes: Vec<Note>,
    /// All of its text, with [`Extent::Whole`].
    pub sections: Vec<Section>,
    /// As they were asked for.
    pub options: Options,
}

impl Sheet {
    /// The notes `marks` of a paper. `forms`: the paper in the forms that the corpus holds, the richest first; none where it is
    /// gone. A note stands in the first form that has a place for it.
    pub fn new(head: Head, forms: &[&Paper], marks: Vec<Mark>, options: Options) -> Self {
        let indices: Vec<(&Paper, Index)> = forms.iter().map(|paper| (*paper, Index::new(paper))).collect();
        let mut notes: Vec<Note> = marks.into_iter().map(|mark| note(&head, &indices, mark, options)).collect();
        let rank = |note: &Note| match note.standing {
            Standing::Paper => 0,
            Standing::Placed => 1,
            Standing::Lost => 2,
        };
        notes.sort_by(|a, b| {
            let key = |note: &Note| (rank(note), note.place, note.mark.created.clone(), note.mark.id.clone());
            key(a).cmp(&key(b))
        });
        let sections = match (options.extent, indices.first()) {
            (Extent::Whole, Some((paper, index))) => sections(paper, index, &notes, options),
            _ => Vec::new(),
        };
        Self { head, notes, sections, options }
    }

    /// The tags of all notes, sorted.
    pub fn tags(&self) -> BTreeSet<&str> {
        self.notes.iter().flat_map(|note| note.mark.tags.iter().map(String::as_str)).collect()
    }
}

fn note(head: &Head, forms: &[(&Paper, Index)], mark: Mark, options: Options) -> Note {
    let language = options.language;
    let first = mark.target.parts.first();
    let mut note = Note {
        quotes: mark.target.parts.iter().map(|part| Words::plain(&part.quote.exact)).collect(),
        standing: if mark.target.parts.is_empty() { Standing::Paper } else { Standing::Lost },
        section: first.map(|part| language.section(part.place.section).to_owned()),
        finding: first.and_then(|part| part.place.finding),
        claim: None,
        evidence: None,
        audited: None,
        link: Link::Note(head.key.0.clone(), mark.id.clone()),
        place: None,
        last: None,
        mark,
    };
    if note.standing == Standing::Paper {
        return note;
    }
    for (paper, index) in forms {
        let (found, exact) = match index.resolve(&note.mark.target) {
            Resolution::Exact(found) => (found, true),
            Resolution::Moved { found, .. } => (found, false),
            Resolution::Ambiguous(_) | Resolution::Lost(_) => continue,
        };
        place(&mut note, paper, index, &found, exact, options);
        break;
    }
    note
}

fn place(note: &mut Note, paper: &Paper, index: &Index, found: &[Found], exact: bool, options: Options) {
    let Some(first) = found.first() else { return };
    let Some(passage) = index.passages().get(first.passage) else { return };
    note.standing = Standing::Placed;
    note.place = Some((first.passage, first.span.start));
    note.last = found.iter().map(|found| found.passage).max();
    note.section = Some(section_name(paper, passage.place.section, options.language));
    note.finding = passage.place.finding;
    if exact && options.formulas == Formulas::Dollars {
        let words = found.iter().filter_map(|found| {
            let passage = index.passages().get(found.passage)?;
            Some(cut(passage.text, prose(passage.place.side, passage.place.section, passage.text), found.span))
        });
        note.quotes = words.collect();
    }
    let Some(finding) = finding_of(paper, passage.place.section, passage.place.finding) else { return };
    let text = |piece: &Option<crate::corpus::Piece>| piece.as_ref().map(|piece| piece.text.clone());
    note.audited = text(&finding.claim).zip(text(&finding.quote));
    if options.context == Context::Finding {
        let whole = |side: Side, piece: &Option<crate::corpus::Piece>| {
            let text = piece.as_ref()?.text.as_str();
            let marked = note.mark.target.parts.iter().any(|part| part.quote.exact == text);
            (!marked).then(|| words(text, prose(side, passage.place.section, text), options.formulas))
        };
        note.claim = whole(Side::Claim, &finding.claim);
        note.evidence = whole(Side::Quote, &finding.quote);
    }
}

fn finding_of(paper: &Paper, section: SectionKind, number: Option<u32>) -> Option<&Finding> {
    let number = number?;
    let sections = paper.sections.iter().filter(|own| own.kind == section);
    sections.flat_map(crate::corpus::Section::findings).find(|finding| finding.number == number)
}

fn section_name(paper: &Paper, kind: SectionKind, language: Language) -> String {
    let heading = paper.section(kind).and_then(|section| section.heading.as_ref());
    match (language, heading) {
        (Language::Chinese, Some(heading)) => heading.text.clone(),
        _ => language.section(kind).to_owned(),
    }
}

fn prose(side: Side, section: SectionKind, text: &str) -> Prose {
    match side {
        Side::Text => Prose::of(section, text),
        Side::Claim => Prose::Claim,
        Side::Quote => Prose::Quote,
    }
}

fn words(text: &str, prose: Prose, formulas: Formulas) -> Words {
    match formulas {
        Formulas::Plain => Words::plain(text),
        Formulas::Dollars => cut(text, prose, ByteSpan::new(0, text.len())),
    }
}

/// The stretch `span` of a passage with its formulas. One that begins or ends outside of the stretch stays text.
fn cut(text: &str, prose: Prose, span: ByteSpan) -> Words {
    let (mut out, mut plain) = (Vec::new(), String::new());
    for run in typeset(text, prose) {
        let (start, end) = (run.span.start.max(span.start), run.span.end.min(span.end));
        if start >= end {
            continue;
        }
        match run.kind {
            RunKind::Math(math) if (start, end) == (run.span.start, run.span.end) && is_formula(&math.tex) => {
                if !plain.is_empty() {
                    out.push(Word::Text(std::mem::take(&mut plain)));
                }
                // Two dollar signs side by side open another kind of formula.
                match out.last_mut() {
                    Some(Word::Formula(before)) => *before = format!("{before} {}", math.tex),
                    _ => out.push(Word::Formula(math.tex)),
                }
            }
            // A bare number that stands twice in the source stands once.
            RunKind::Math(math) if (start, end) == (run.span.start, run.span.end) && is_number(&math.tex) => {
                plain.push_str(&math.tex);
            }
            _ => plain.push_str(text.get(start..end).unwrap_or_default()),
        }
    }
    if !plain.is_empty() {
        out.push(Word::Text(plain));
    }
    Words(out)
}

/// TeX that can stand between dollar signs. A bare number is none: it may be money.
fn is_formula(tex: &str) -> bool {
    let ends = tex.starts_with(char::is_whitespace) || tex.ends_with(char::is_whitespace);
    !ends && !tex.contains(['$', '\n', '`']) && tex.contains(|ch: char| ch.is_alphabetic() || "\\^_=".contains(ch))
}

fn is_number(tex: &str) -> bool {
    !tex.is_empty() && tex.chars().all(|ch| ch.is_ascii_digit() || ".,".contains(ch))
}

fn sections(paper: &Paper, index: &Index, notes: &[Note], options: Options) -> Vec<Section> {
    let mut at = 0;
    let mut next = |side: Side, text: &str, finding: Option<u32>, kind: SectionKind| {
        let here: Vec<usize> =
            notes.iter().enumerate().filter(|(_, note)| note.last == Some(at)).map(|(nth, _)| nth).collect();
        at += 1;
        PassageSheet { side, finding, words: words(text, prose(side, kind, text), options.formulas), notes: here }
    };
    let mut all = Vec::new();
    for section in &paper.sections {
        let mut passages = Vec::new();
        for block in &section.blocks {
            match block {
                Block::Passage(piece) => passages.push(next(Side::Text, &piece.text, None, section.kind)),
                Block::Finding(finding) => {
                    for (side, piece) in [(Side::Claim, &finding.claim), (Side::Quote, &finding.quote)] {
                        if let Some(piece) = piece {
                            passages.push(next(side, &piece.text, Some(finding.number), section.kind));
                        }
                    }
                }
            }
        }
        let heading = section.heading.as_ref().map(|heading| heading.text.clone());
        let heading = heading.unwrap_or_else(|| options.language.section(section.kind).to_owned());
        all.push(Section { heading, passages });
    }
    debug_assert_eq!(at, index.passages().len());
    all
}
