//! What the list keeps of one file: everything that a row shows, packed, so that thousands of digests stay in memory.

use std::borrow::Cow;
use std::sync::OnceLock;

use reading::corpus::{Format, Kind, NameOrigin, Paper, ReadFile, SectionKind};
use reading::typeset::plain;
use serde::{Deserialize, Serialize};

use crate::answer::Verdict;
use crate::day::Day;
use crate::fold::fold;
use crate::meter;

/// Characters of the positioning that a row shows and the filter sees.
pub const LINE_CHARS: usize = 80;

/// Raised whenever the same bytes may give other rows than before: rows of another number are made anew.
const ROWS_VERSION: u32 = 4;

/// Which parser and which audit made a file's rows.
pub(crate) fn made_by() -> u32 {
    ROWS_VERSION * 1000 + meter::VERSION
}

/// BLAKE3 of a file's bytes.
pub(crate) type Hash = [u8; 32];

/// The rows of one file, derived from its bytes alone, and shared by all files with the same bytes.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Contents {
    pub(crate) hash: Hash,
    /// [`made_by`] of the program that derived this.
    pub(crate) made_by: u32,
    pub(crate) format: Option<Format>,
    pub(crate) encoding: Box<str>,
    pub(crate) guessed: bool,
    pub(crate) day: Option<Day>,
    /// Why there is no paper, where there is none.
    pub(crate) trouble: Option<Box<str>>,
    /// All strings of all papers, one after the other.
    strings: Box<str>,
    papers: Box<[Packed]>,
    #[serde(skip)]
    folded: OnceLock<Folded>,
}

/// One paper: ends of its strings in [`Contents::strings`]; each begins where the one before it ends.
#[derive(Debug, Serialize, Deserialize)]
struct Packed {
    start: u32,
    ends: [u32; STRINGS],
    brief: bool,
    richness: u32,
}

const STRINGS: usize = 7;

#[derive(Debug)]
struct Folded {
    text: Box<str>,
    ends: Box<[u32]>,
}

/// A paper as the list knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PaperFacts<'a> {
    pub(crate) key: &'a str,
    pub(crate) name: &'a str,
    pub(crate) line: &'a str,
    /// Empty where the form has none; so are `topic` and `arxiv_id`.
    pub(crate) title: &'a str,
    pub(crate) topic: &'a str,
    pub(crate) arxiv_id: &'a str,
    /// One letter a finding.
    meter: &'a str,
    pub(crate) brief: bool,
    /// The greater, the more of the paper this form holds.
    pub(crate) richness: u32,
}

impl PaperFacts<'_> {
    pub(crate) fn meter(&self) -> Vec<Verdict> {
        self.meter.bytes().map(meter::from_letter).collect()
    }

    /// The verdicts in letters.
    pub(crate) fn meter_letters(&self) -> &str {
        self.meter
    }

    pub(crate) fn has_doubt(&self) -> bool {
        self.meter.as_bytes().contains(&meter::letter(Verdict::Doubt))
    }
}

impl Contents {
    /// The rows of a file with these bytes' hash.
    pub(crate) fn of(hash: Hash, file: &ReadFile) -> Self {
        let mut strings = String::new();
        let papers = file.digest.papers.iter().map(|paper| pack(paper, file.format, &mut strings)).collect();
        let trouble = file.digest.papers.is_empty().then(|| {
            let first = file.digest.warnings.first().map(|warning| warning.message.as_str());
            first.unwrap_or("no paper was found in it").into()
        });
        Self {
            hash,
            made_by: made_by(),
            format: file.format,
            encoding: file.encoding.label.as_str().into(),
            guessed: file.encoding.guessed,
            day: file.digest.date.as_deref().and_then(Day::parse),
            trouble,
            strings: strings.into(),
            papers,
            folded: OnceLock::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.papers.len()
    }

    pub(crate) fn paper(&self, index: usize) -> Option<PaperFacts<'_>> {
        let packed = self.papers.get(index)?;
        let mut start = packed.start as usize;
        // Empty where a range does not fit, so that a cache written wrongly cannot end the program.
        let fields = packed.ends.map(|end| {
            let field = self.strings.get(start..end as usize).unwrap_or_default();
            start = end as usize;
            field
        });
        let [key, name, line, title, topic, arxiv_id, meter] = fields;
        let (brief, richness) = (packed.brief, packed.richness);
        Some(PaperFacts { key, name, line, title, topic, arxiv_id, meter, brief, richness })
    }

    pub(crate) fn papers(&self) -> impl Iterator<Item = PaperFacts<'_>> {
        (0..self.len()).filter_map(|index| self.paper(index))
    }

    /// What the filter searches of one paper, folded. All papers of the file are folded at the first question.
    pub(crate) fn haystack(&self, index: usize) -> &str {
        let folded = self.folded.get_or_init(|| {
            let mut text = String::new();
            let mut ends = Vec::with_capacity(self.len());
            for paper in self.papers() {
                for field in [paper.name, paper.title, paper.topic, paper.arxiv_id, paper.line] {
                    fold(field, &mut text);
                    text.push('\n');
                }
                ends.push(packed_end(&text));
            }
            Folded { text: text.into(), ends: ends.into() }
        });
        let start = index.checked_sub(1).and_then(|before| folded.ends.get(before)).copied().unwrap_or(0);
        let end = folded.ends.get(index).copied().unwrap_or(start);
        folded.text.get(start as usize..end as usize).unwrap_or_default()
    }
}

fn packed_end(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

fn pack(paper: &Paper, format: Option<Format>, strings: &mut String) -> Packed {
    let start = packed_end(strings);
    let meter = meter::letters(paper);
    let fields: [&str; STRINGS] = [
        &paper.key.0,
        &name_of(paper),
        &line_of(paper),
        paper.title.as_ref().map_or("", |title| &title.text),
        paper.topic.as_deref().unwrap_or_default(),
        paper.arxiv_id.as_deref().unwrap_or_default(),
        &meter,
    ];
    let ends = fields.map(|field| {
        strings.push_str(field);
        packed_end(strings)
    });
    Packed { start, ends, brief: paper.kind == Kind::Brief, richness: richness(paper, format) }
}

/// The name for lists. A paper without a coined name is known by its title, where it has one: first words say less.
fn name_of(paper: &Paper) -> Cow<'_, str> {
    match &paper.title {
        Some(title) if paper.name_origin == NameOrigin::FirstWords => plain(&title.text),
        _ => printed(&paper.name),
    }
}

/// `name` without markup of formulas; a raised figure may stand there without the dollar signs of one.
fn printed(name: &str) -> Cow<'_, str> {
    let raised = name.find('^').filter(|_| !name.contains('$')).and_then(|at| {
        let (head, rest) = name.split_at_checked(at)?;
        let (figure, tail) = rest.split_at_checked(if rest.starts_with("^{") { 4 } else { 2 })?;
        Some(Cow::Owned(plain(&format!("{head}${figure}${tail}")).into_owned()))
    });
    raised.unwrap_or_else(|| plain(name))
}

/// The beginning of what the paper is about, on one line.
fn line_of(paper: &Paper) -> String {
    let kinds = [SectionKind::Positioning, SectionKind::Tldr, SectionKind::Abstract];
    let section = kinds.iter().find_map(|&kind| paper.section(kind)).or_else(|| paper.sections.first());
    let Some(passage) = section.and_then(|section| section.passages().next()) else { return String::new() };
    let text = plain(&passage.text);
    let one_line = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    one_line.take(LINE_CHARS).collect::<String>().trim_end().to_owned()
}

/// How much of a paper a form holds: first whole findings, then sections, then title, links, authors and topic; between
/// equals the order of the formats decides, records before pages before Markdown before text.
fn richness(paper: &Paper, format: Option<Format>) -> u32 {
    let pairs = paper.findings().filter(|finding| finding.claim.is_some() && finding.quote.is_some()).count();
    let sections = paper.sections.iter().filter(|section| section.kind != SectionKind::Other).count();
    let has_links = paper.links.iter().any(|link| link.url.is_some());
    let format = match format {
        Some(Format::Json) => 5,
        Some(Format::Html) => 4,
        Some(Format::Markdown) => 3,
        Some(Format::Jsonl) => 2,
        Some(Format::Text) => 1,
        None => 0,
    };
    let capped = |count: usize, most: u32| u32::try_from(count).unwrap_or(u32::MAX).min(most);
    (capped(pairs, 1023) << 20)
        | (capped(sections, 63) << 12)
        | (u32::from(paper.title.is_some()) << 8)
        | (u32::from(has_links) << 7)
        | (u32::from(paper.authors.is_some()) << 6)
        | (u32::from(paper.topic.is_some()) << 5)
        | format
}
