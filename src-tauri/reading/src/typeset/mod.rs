//! Runs of a passage for the screen: formulas, tables, citation marks, stray spaces, headings that run inside.
//!
//! Nothing here changes the passage. Every run carries its place in it, the runs of a passage cover it in order and
//! without gap, and what is not certain stays [`RunKind::Text`]: a wrong formula is worse than a plain one.

mod citation;
mod dollar;
mod doubled;
mod glyph;
pub mod html;
mod layer;
mod mathml;
mod notation;
pub mod note;
mod plain;
mod space;
mod structure;
mod symbols;
mod table;

pub use plain::plain;

use crate::corpus::SectionKind;
use crate::text::ByteSpan;

/// What sort of passage it is; each has habits of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prose {
    /// A paragraph of the review, in Chinese.
    Review,
    /// The statement of a finding, in Chinese.
    Claim,
    /// The passage quoted as its evidence, cut out of the paper's page by a program: formulas stand twice, tables are
    /// flattened, citations and links are set off by spaces.
    Quote,
    /// An abstract as its author wrote it: TeX between dollar signs.
    Abstract,
}

impl Prose {
    /// What a paragraph outside the findings is: an abstract wherever no Chinese character stands in it.
    pub fn of(section: SectionKind, text: &str) -> Self {
        let chinese = || text.chars().any(|c| matches!(c, '\u{3400}'..='\u{9fff}'));
        if section == SectionKind::Abstract || !chinese() { Self::Abstract } else { Self::Review }
    }
}

/// A stretch of the passage and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Bytes of the passage.
    pub span: ByteSpan,
    /// What stands there.
    pub kind: RunKind,
}

/// What a run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunKind {
    /// Characters as they are.
    Text,
    /// A formula, shown as one.
    Math(Math),
    /// A flattened table, shown as one.
    Table(Table),
    /// The mark of a citation.
    Citation,
    /// A heading that runs inside the paragraph.
    Heading,
    /// The mark that opens an item of an enumeration.
    Item,
    /// Characters that extraction put there and that are not shown: stray spaces, the bars of a table.
    Hidden,
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Math {
    /// TeX without delimiters: as the passage writes it, or made from plain-text notation.
    pub tex: String,
    /// A `math` element of MathML Core.
    pub mathml: String,
    /// How it stood in the passage.
    pub origin: Origin,
}

/// How a formula stood in the passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Twice: as Unicode text and as TeX.
    Doubled,
    /// As TeX between dollar signs or `\(` and `\)`.
    Delimited,
    /// As plain-text notation: `M_{t-1}^k`.
    Notation,
}

/// A flattened table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// From top to bottom.
    pub rows: Vec<Row>,
    /// The first row holds the names of the columns.
    pub header: bool,
    /// Cover the table's span: [`RunKind::Hidden`] between the cells, text, formulas and citations inside them.
    pub inner: Vec<Run>,
}

/// One row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Bytes of the passage, white space at both ends left out. Empty cells are empty spans.
    pub cells: Vec<ByteSpan>,
    /// The row is a heading over the rows that follow; it has one cell.
    pub group: bool,
}

/// The runs of `text`: in order, without gap, together exactly `text`. Empty for an empty text.
///
/// ```
/// use reading::typeset::{Prose, RunKind, typeset};
///
/// let runs = typeset(r"a 2.5 × 2.5\times speedup", Prose::Quote);
/// assert!(matches!(&runs[1].kind, RunKind::Math(math) if math.tex == r"2.5\times"));
/// ```
pub fn typeset(text: &str, prose: Prose) -> Vec<Run> {
    let quoted = prose == Prose::Quote;
    let mut runs = doubled::find(text, quoted);
    layer::add(&mut runs, dollar::find(text));
    if matches!(prose, Prose::Quote | Prose::Abstract) {
        layer::add(&mut runs, citation::find(text));
    }
    if !quoted {
        layer::add(&mut runs, notation::find(text));
        if prose != Prose::Claim {
            layer::add_around(&mut runs, structure::find(text));
        }
    }
    if quoted {
        let stray = space::find(text, &runs);
        layer::add(&mut runs, stray);
        runs = table::gather(text, runs);
    }
    layer::fill(runs, ByteSpan::new(0, text.len()))
}

impl Table {
    /// The cells as they should stand: formulas as TeX, citations and text as they are, stray spaces left out.
    pub fn cell_texts(&self, text: &str) -> Vec<Vec<String>> {
        let mut inner = self.inner.iter().peekable();
        let mut cell_text = |cell: &ByteSpan| {
            let mut out = String::new();
            while inner.next_if(|run| run.span.end <= cell.start).is_some() {}
            while let Some(run) = inner.next_if(|run| run.span.end <= cell.end) {
                match &run.kind {
                    RunKind::Math(math) => out.push_str(&math.tex),
                    RunKind::Hidden => {}
                    _ => out.push_str(run.span.of(text)),
                }
            }
            out
        };
        self.rows.iter().map(|row| row.cells.iter().map(&mut cell_text).collect()).collect()
    }
}
