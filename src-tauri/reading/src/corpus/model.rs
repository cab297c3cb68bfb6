//! The model that every form of a digest is read into.

use serde::{Deserialize, Serialize};

use crate::text::ByteSpan;

/// A stretch of visible text, with the place in the decoded source that it came from.
///
/// `text` is what a reader sees: entities and escapes decoded, markup gone, hard line breaks joined, white space at
/// both ends removed. `source` covers the bytes of the decoded source from the first to the last of its characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// The visible characters.
    pub text: String,
    /// Bytes of the decoded source.
    pub source: ByteSpan,
}

impl Piece {
    /// A piece with the given text and place.
    pub fn new(text: impl Into<String>, source: ByteSpan) -> Self {
        Self { text: text.into(), source }
    }
}

/// The form in which a digest reached the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Text without markup, with or without headings.
    Text,
    /// The site's page.
    Html,
    /// The site's record, one JSON object a day.
    Json,
    /// Markdown of either publisher.
    Markdown,
    /// JSON Lines of the other publisher, one paper a line.
    Jsonl,
}

/// One day's issue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    /// ISO date (`2026-09-30`) as the source states it.
    pub date: Option<String>,
    /// Text that belongs to no paper: kicker, day, counts, navigation, unrecognised text before the first paper.
    pub front: Vec<Piece>,
    /// In the order of the source.
    pub papers: Vec<Paper>,
    /// What was wrong, in the order of the source.
    pub warnings: Vec<Warning>,
}

/// Something wrong in the source. The rest was read all the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Warning {
    /// Byte offset in the decoded source; the line is computed for display.
    pub at: usize,
    /// What is wrong and what was done about it, in English; clients translate by [`Warning::kind`].
    pub message: String,
    /// Which kind of trouble, for clients that show it in another language.
    pub kind: WarningKind,
}

/// The kinds of trouble that a source can have. A variant is added when a reader of it needs to tell it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WarningKind {
    /// The file has no text.
    Empty,
    /// The file is text or bytes, but nothing in it looks like a digest.
    NotADigest,
    /// No date was found.
    NoDate,
    /// A section that every paper of this form has is missing.
    MissingSection,
    /// Finding numbers jump, repeat or run backwards.
    FindingNumbers,
    /// A claim has no quote.
    ClaimWithoutQuote,
    /// A quote has no claim.
    QuoteWithoutClaim,
    /// The record's checksum does not match its content.
    Checksum,
    /// A field of a record is missing or has another type.
    Field,
    /// The markup or the JSON is broken at this place.
    Syntax,
    /// Text at this place was not recognised and stands in a section `Other`.
    Unrecognised,
    /// NUL or undecodable bytes were replaced.
    Replaced,
    /// The encoding was guessed.
    EncodingGuessed,
    /// Nesting or size was over the limit and the rest was read flat.
    Limit,
}

/// How a paper was reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A review of the whole paper, with sections; the other publisher's entries count here too.
    Deep,
    /// Only the abstract.
    Brief,
}

/// Identity of a paper over forms and files: see `DESIGN` "Stable paper key"; hexadecimal, lower case.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct PaperKey(pub String);

/// One paper of a digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Stable over forms, file names, encodings and white space.
    pub key: PaperKey,
    /// What the paper is called in lists: the coined name that it is about, else its title, else its first words.
    pub name: String,
    /// Where [`Paper::name`] comes from.
    pub name_origin: NameOrigin,
    /// The title, where the form carries one.
    pub title: Option<Piece>,
    /// The authors as one line, where the form carries them.
    pub authors: Option<Piece>,
    /// Links in the order of the source.
    pub links: Vec<Link>,
    /// Small labels on the page: organisation, votes, stars. The topic is also here when it stands among them.
    pub badges: Vec<Piece>,
    /// Subject: a badge, a field of the record, or the main category.
    pub topic: Option<String>,
    /// `2609.00001`, without version.
    pub arxiv_id: Option<String>,
    /// Deep or brief.
    pub kind: Kind,
    /// In the order of the source.
    pub sections: Vec<Section>,
    /// Visible fields of the source that no reader looks at in a paper (ids, signals, numbers of a record).
    pub extras: Vec<Piece>,
    /// All of the paper in the decoded source.
    pub source: ByteSpan,
}

/// Where a paper's name comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NameOrigin {
    /// A coined name found in the text or before the colon of the title.
    Coined,
    /// The title.
    Title,
    /// The first words of the positioning paragraph or the abstract.
    FirstWords,
}

/// A link with the words that carry it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The visible words.
    pub label: Piece,
    /// Where it leads, as the source writes it; `None` where the form dropped the address. Not checked: clients
    /// open `http` and `https` only.
    pub url: Option<String>,
}

/// What a section is about. The first seven are the review's, always in this order; the next five are the other
/// publisher's; the last three serve both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the headings' own")]
pub enum SectionKind {
    Positioning,
    Background,
    Method,
    Evidence,
    Review,
    Limitations,
    FollowUp,
    Tldr,
    Motivation,
    Result,
    Conclusion,
    Abstract,
    /// A sentence of the publisher about the entry: only the abstract was read, the model failed.
    Notice,
    /// Unrecognised text, kept.
    Other,
}

impl SectionKind {
    /// The name that `kz` and the wire use.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Positioning => "positioning",
            Self::Background => "background",
            Self::Method => "method",
            Self::Evidence => "evidence",
            Self::Review => "review",
            Self::Limitations => "limitations",
            Self::FollowUp => "follow_up",
            Self::Tldr => "tldr",
            Self::Motivation => "motivation",
            Self::Result => "result",
            Self::Conclusion => "conclusion",
            Self::Abstract => "abstract",
            Self::Notice => "notice",
            Self::Other => "other",
        }
    }

    /// Whether sections of this kind restate the abstract in the other publisher's digests, so that the audit compares
    /// them with it.
    pub fn restates_abstract(self) -> bool {
        matches!(self, Self::Tldr | Self::Motivation | Self::Method | Self::Result | Self::Conclusion)
    }
}

/// A section of a paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What it is about.
    pub kind: SectionKind,
    /// The heading as the source writes it, label or field name included; `None` where the form has no headings.
    pub heading: Option<Piece>,
    /// Paragraphs and findings in the order of the source.
    pub blocks: Vec<Block>,
}

impl Section {
    /// The paragraphs outside findings.
    pub fn passages(&self) -> impl Iterator<Item = &Piece> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Passage(piece) => Some(piece),
            Block::Finding(_) => None,
        })
    }

    /// The findings.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Finding(finding) => Some(finding),
            Block::Passage(_) => None,
        })
    }

    /// The paragraphs joined by one line feed.
    pub fn text(&self) -> String {
        let passages: Vec<&str> = self.passages().map(|piece| piece.text.as_str()).collect();
        passages.join("\n")
    }
}

/// A paragraph or a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// One paragraph. A review's `Novelty：`, `Soundness：` and `Significance：` are one passage each, label included,
    /// in every form (the record's fields get the label that the page prints).
    Passage(Piece),
    /// A claim with its quote.
    Finding(Finding),
}

/// A Chinese claim and the English passage quoted as its evidence. At least one of the two is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Number as the source writes it, else counted from 1 within the paper.
    pub number: u32,
    /// The visible list mark (`12.`), where the form has one.
    pub marker: Option<Piece>,
    /// The statement.
    pub claim: Option<Piece>,
    /// The evidence.
    pub quote: Option<Piece>,
}

impl Digest {
    /// Every piece of the model in the order of the source. Together they hold each visible character exactly once.
    pub fn pieces(&self) -> Vec<&Piece> {
        let mut pieces: Vec<&Piece> = self.front.iter().collect();
        for paper in &self.papers {
            paper.collect_pieces(&mut pieces);
        }
        pieces.sort_by_key(|piece| (piece.source.start, piece.source.end));
        pieces
    }
}

impl Paper {
    /// The findings of all sections in order.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.sections.iter().flat_map(Section::findings)
    }

    /// The first section of the kind.
    pub fn section(&self, kind: SectionKind) -> Option<&Section> {
        self.sections.iter().find(|section| section.kind == kind)
    }

    /// The abstract that the audit compares the Chinese sections with, in the other publisher's digests; `None` where
    /// findings have quotes of their own, or there is no abstract.
    pub fn compared_abstract(&self) -> Option<&Section> {
        let compares = self.section(SectionKind::Tldr).is_some() && self.findings().next().is_none();
        self.section(SectionKind::Abstract).filter(|_| compares)
    }

    fn collect_pieces<'a>(&'a self, pieces: &mut Vec<&'a Piece>) {
        pieces.extend(self.title.iter().chain(&self.authors).chain(&self.badges).chain(&self.extras));
        pieces.extend(self.links.iter().map(|link| &link.label));
        for section in &self.sections {
            pieces.extend(&section.heading);
            for block in &section.blocks {
                match block {
                    Block::Passage(piece) => pieces.push(piece),
                    Block::Finding(finding) => {
                        pieces.extend(finding.marker.iter().chain(&finding.claim).chain(&finding.quote));
                    }
                }
            }
        }
    }
}
