//! What the quotes hold, on the wire.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Utf16Span;

/// What a quote holds of a claim.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct AuditView {
    /// Quantities of the claim in order.
    pub quantities: Vec<QuantityView>,
    /// Latin names of the claim in order.
    pub names: Vec<NameView>,
    /// All of it in one word.
    pub verdict: FindingVerdict,
}

/// Verdict on one quantity.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct QuantityView {
    /// In the claim.
    pub span: Utf16Span,
    /// How the quote holds it.
    pub status: Status,
    /// In the quote.
    pub evidence: Vec<Utf16Span>,
    /// Derived values: the arithmetic, `100 − 74.8`.
    pub derivation: Option<String>,
    /// A careful hint: the quote gives this number for something else, or the other direction.
    pub hint: Option<HintView>,
    /// Absent quantities and those with a hint: a doubt that the reader can settle.
    pub doubt: Option<DoubtView>,
}

/// A doubt that the reader can settle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct DoubtView {
    /// Handle for `settle`.
    pub key: String,
    /// What the reader found out.
    pub settled: Option<Settlement>,
}

/// What the reader found out about a doubt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct Settlement {
    /// In one word.
    pub finding: Found,
    /// Why, in the reader's own words; may be empty.
    pub word: String,
}

/// What the reader found out, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
pub enum Found {
    /// The claim is right all the same.
    Right,
    /// The claim is wrong.
    Wrong,
    /// It could not be told.
    Unclear,
}

/// A careful hint about a number that stands in the quote.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum HintView {
    /// The quote gives this number for something else.
    OtherSubject {
        /// Words of the quote that name it.
        quote: Utf16Span,
    },
    /// The claim says it rises, the quote that it falls, or the other way.
    Direction {
        /// Words of the quote that say so.
        quote: Utf16Span,
    },
}

/// How a quote holds a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Same value in digits.
    Exact,
    /// Same value in another form.
    Normalized,
    /// One arithmetic step away.
    Derived,
    /// Not found in the quote. This is not "wrong".
    Absent,
}

/// A Latin name of the claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase")]
pub struct NameView {
    /// In the claim.
    pub span: Utf16Span,
    /// The quote writes it.
    pub in_quote: bool,
    /// Where in the quote.
    pub evidence: Option<Utf16Span>,
}

/// A finding in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
pub enum FindingVerdict {
    /// Every quantity is exact or normalized.
    Held,
    /// Every quantity is held, some derived.
    Derived,
    /// At least one quantity is not found in the quote.
    Doubt,
    /// The claim states no quantity.
    Plain,
    /// No quote or no claim.
    Missing,
}

/// Counts of quantities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[expect(missing_docs, reason = "the names are those of `Status`")]
pub struct VerdictCounts {
    pub exact: u32,
    pub normalized: u32,
    pub derived: u32,
    pub absent: u32,
}
