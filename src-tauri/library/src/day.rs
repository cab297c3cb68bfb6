//! The day of a digest.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A calendar day of the years 1990 to 2199, ordered by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Day(u32);

impl Day {
    fn new(year: u32, month: u32, day: u32) -> Option<Self> {
        let plausible = (1990..2200).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
        plausible.then_some(Self(year * 10_000 + month * 100 + day))
    }

    /// Reads `2026-09-30`, and nothing else.
    pub(crate) fn parse(iso: &str) -> Option<Self> {
        match read_at(iso.as_bytes(), 0) {
            Some((day, 10)) if iso.len() == 10 => Some(day),
            _ => None,
        }
    }

    /// The last day that a path names: `2026-09-30.md`, `20260930_zh.jsonl`, `2026/09/30/index.html`. For files that
    /// do not say their day.
    pub(crate) fn in_path(path: &str) -> Option<Self> {
        let bytes = path.as_bytes();
        let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        (0..bytes.len())
            .rev()
            .filter(|&at| is_digit(at) && (at == 0 || !is_digit(at - 1)))
            .find_map(|at| read_at(bytes, at).filter(|&(_, end)| !is_digit(end)))
            .map(|(day, _)| day)
    }

    /// `2026-09`.
    pub(crate) fn month(self) -> String {
        format!("{:04}-{:02}", self.0 / 10_000, self.0 / 100 % 100)
    }

    /// Whether both lie in one month.
    pub(crate) fn same_month(self, other: Self) -> bool {
        self.0 / 100 == other.0 / 100
    }
}

impl fmt::Display for Day {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:04}-{:02}-{:02}", self.0 / 10_000, self.0 / 100 % 100, self.0 % 100)
    }
}

/// A day written at `at` as year, month and day, each pair parted by the same mark or none, and where it ends.
fn read_at(bytes: &[u8], at: usize) -> Option<(Day, usize)> {
    let number = |from: usize, digits: usize| {
        let digits = bytes.get(from..from + digits)?;
        digits.iter().try_fold(0, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + u32::from(digit - b'0')))
    };
    let year = number(at, 4)?;
    let mark = bytes.get(at + 4).copied().filter(|mark| b"-_./\\".contains(mark));
    let step = usize::from(mark.is_some());
    if mark.is_some() && bytes.get(at + 7).copied() != mark {
        return None;
    }
    let month = number(at + 4 + step, 2)?;
    let day = number(at + 6 + 2 * step, 2)?;
    Some((Day::new(year, month, day)?, at + 8 + 2 * step))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expected: Option<&str>) {
        assert_eq!(Day::in_path(path).map(|day| day.to_string()).as_deref(), expected, "{path}");
    }

    #[test]
    fn a_file_name_can_say_the_day() {
        check("2026-09-30.md", Some("2026-09-30"));
        check("digests/2026-09-30_AI_enhanced_Chinese.jsonl", Some("2026-09-30"));
        check("日报20260930.txt", Some("2026-09-30"));
        check("2026/09/30/index.html", Some("2026-09-30"));
        check("2026-09-30/copy of 2026-09-29.md", Some("2026-09-29"));
        check("2026-13-30.md", None);
        check("1234202609301.md", None);
        check("2026-09_30.md", None);
        check("", None);
        check("2026-09-3", None);
    }

    #[test]
    fn only_iso_dates_are_days_and_they_are_ordered_by_time() {
        assert_eq!(Day::parse("2026-09-30").map(Day::month).as_deref(), Some("2026-09"));
        assert_eq!(Day::parse("20260930"), None);
        assert_eq!(Day::parse("2026-09-30 "), None);
        assert!(Day::parse("2026-09-30") > Day::parse("2025-12-31"));
    }
}
