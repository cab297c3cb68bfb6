//! Remarks that are near certain: the number stands beside something else, or runs the other way.

use super::ground::Quote;
use super::lex::Lexed;
use super::quantity::Number;
use super::{Hint, Name};

/// A remark on quantity `at`, which stands on number `number` of the quote.
pub(super) fn hint(
    _claim: &Lexed,
    _numbers: &[Number],
    _at: usize,
    _quote: &Quote,
    _number: usize,
    _names: &[Name],
) -> Option<Hint> {
    None
}
