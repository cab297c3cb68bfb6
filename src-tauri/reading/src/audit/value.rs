//! Exact values: rationals with checked arithmetic, because `35.7` must equal `35.70` and never `35.699999`.

use std::cmp::Ordering;

/// A rational number in lowest terms with a positive denominator.
///
/// Every operation answers `None` where the result does not fit, so that no input can overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Value {
    numerator: i128,
    denominator: i128,
}

/// Digits that a literal may have, leading zeros aside; longer ones are identifiers, not measurements.
const MAX_DIGITS: u32 = 18;

/// Largest power of ten that a scale or an exponent may ask for.
const MAX_EXPONENT: i32 = 24;

impl Value {
    /// Zero.
    pub(super) const ZERO: Self = Self::whole(0);
    /// One.
    pub(super) const ONE: Self = Self::whole(1);

    /// A whole number.
    pub(super) const fn whole(number: i64) -> Self {
        Self { numerator: number as i128, denominator: 1 }
    }

    /// `numerator / denominator`; `None` for a zero denominator.
    pub(super) fn ratio(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator == 0 || numerator == i128::MIN || denominator == i128::MIN {
            return None;
        }
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).ok()?.max(1) * denominator.signum();
        Some(Self { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    /// `10^exponent`; `None` beyond what any measurement uses.
    pub(super) fn power_of_ten(exponent: i32) -> Option<Self> {
        if exponent.abs() > MAX_EXPONENT {
            return None;
        }
        let power = 10_i128.checked_pow(exponent.unsigned_abs())?;
        if exponent < 0 { Self::ratio(1, power) } else { Self::ratio(power, 1) }
    }

    /// Reads ASCII digits with at most one point and any commas; the second value counts the decimals.
    pub(super) fn read(literal: &str) -> Option<(Self, i32)> {
        let (mut digits, mut significant, mut decimals, mut pointed, mut any) = (0_i128, 0_u32, 0_i32, false, false);
        for byte in literal.bytes() {
            match byte {
                b'0'..=b'9' => {
                    any = true;
                    significant += u32::from(significant > 0 || byte != b'0');
                    decimals += i32::from(pointed);
                    if significant > MAX_DIGITS || decimals > MAX_EXPONENT {
                        return None;
                    }
                    digits = digits * 10 + i128::from(byte - b'0');
                }
                b'.' if !pointed => pointed = true,
                b',' => {}
                _ => return None,
            }
        }
        let value = any.then(|| Self::ratio(digits, 10_i128.checked_pow(decimals.unsigned_abs())?))??;
        Some((value, decimals))
    }

    /// The sum.
    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        Self::ratio(left.checked_add(right)?, self.denominator.checked_mul(other.denominator)?)
    }

    /// The difference.
    pub(super) fn minus(self, other: Self) -> Option<Self> {
        self.plus(other.negated())
    }

    /// The product.
    pub(super) fn times(self, other: Self) -> Option<Self> {
        Self::ratio(self.numerator.checked_mul(other.numerator)?, self.denominator.checked_mul(other.denominator)?)
    }

    /// The quotient; `None` for a division by zero.
    pub(super) fn over(self, other: Self) -> Option<Self> {
        Self::ratio(self.numerator.checked_mul(other.denominator)?, self.denominator.checked_mul(other.numerator)?)
    }

    /// The same size with the other sign.
    pub(super) fn negated(self) -> Self {
        Self { numerator: -self.numerator, denominator: self.denominator }
    }

    /// The size without sign.
    pub(super) fn abs(self) -> Self {
        if self.numerator < 0 { self.negated() } else { self }
    }

    /// Whether the value is below zero.
    pub(super) fn is_negative(self) -> bool {
        self.numerator < 0
    }

    /// The value as a whole number, if it is one that fits.
    pub(super) fn as_whole(self) -> Option<i64> {
        if self.denominator == 1 { i64::try_from(self.numerator).ok() } else { None }
    }

    /// Order of two values; `None` where the comparison does not fit.
    pub(super) fn compare(self, other: Self) -> Option<Ordering> {
        let left = self.numerator.checked_mul(other.denominator)?;
        Some(left.cmp(&other.numerator.checked_mul(self.denominator)?))
    }

    /// Whether `precise` rounds to `self` when it is shown in steps of `step`: within half a step, ends included,
    /// because both ways of rounding a half are in use.
    pub(super) fn rounds_from(self, precise: Self, step: Self) -> bool {
        let within = || {
            let distance = self.minus(precise)?.abs();
            let half = step.over(Self::whole(2))?;
            Some(distance.compare(half)? != Ordering::Greater)
        };
        within().unwrap_or(false)
    }
}

fn gcd(mut left: u128, mut right: u128) -> u128 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(literal: &str) -> Value {
        Value::read(literal).unwrap().0
    }

    #[test]
    fn trailing_zeros_separators_and_a_missing_leading_zero_do_not_change_a_value() {
        assert_eq!(read("35.70"), read("35.7"));
        assert_eq!(read("800,000"), Value::whole(800_000));
        assert_eq!(read(".687"), read("0.687"));
        assert_ne!(read("35.71"), read("35.7"));
    }

    #[test]
    fn overlong_literals_are_refused_instead_of_overflowing() {
        assert_eq!(Value::read("1234567890123456789"), None);
        assert_eq!(Value::read(""), None);
        assert_eq!(Value::read("1.2.3"), None);
        assert!(Value::power_of_ten(25).is_none());
    }

    #[test]
    fn rounding_accepts_both_ways_of_a_half_and_nothing_beyond() {
        let step = Value::ratio(1, 10).unwrap();
        assert!(read("41.3").rounds_from(read("41.27"), step));
        assert!(read("41.3").rounds_from(read("41.25"), step));
        assert!(read("41.2").rounds_from(read("41.25"), step));
        assert!(!read("41.2").rounds_from(read("41.27"), step));
    }

    #[test]
    fn division_by_zero_has_no_value() {
        assert_eq!(Value::ONE.over(Value::ZERO), None);
        assert_eq!(Value::ratio(1, 0), None);
    }
}
