//! Sets of passages, one bit each.

use std::ops::Range;

/// A set of numbers below a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    pub(crate) fn none(bound: u32) -> Self {
        Self { words: vec![0; (bound as usize).div_ceil(64)] }
    }

    pub(crate) fn all(bound: u32) -> Self {
        let mut bits = Self { words: vec![u64::MAX; (bound as usize).div_ceil(64)] };
        if let (Some(last), rest @ 1..) = (bits.words.last_mut(), bound % 64) {
            *last = (1 << rest) - 1;
        }
        bits
    }

    /// The numbers of those that are so.
    pub(crate) fn of(members: impl ExactSizeIterator<Item = bool>) -> Self {
        let mut bits = Self { words: Vec::with_capacity(members.len().div_ceil(64)) };
        let (mut word, mut at) = (0, 0);
        for is_member in members {
            word |= u64::from(is_member) << at;
            at += 1;
            if at == 64 {
                bits.words.push(word);
                (word, at) = (0, 0);
            }
        }
        if at > 0 {
            bits.words.push(word);
        }
        bits
    }

    /// Numbers at or above the bound are no member of any set.
    pub(crate) fn insert(&mut self, number: u32) {
        if let Some(word) = self.words.get_mut((number / 64) as usize) {
            *word |= 1 << (number % 64);
        }
    }

    pub(crate) fn insert_range(&mut self, range: Range<u32>) {
        for at in range.start / 64..range.end.max(range.start).div_ceil(64) {
            let (from, to) = (range.start.max(at * 64), range.end.min(at * 64 + 64));
            let Some(word) = self.words.get_mut(at as usize).filter(|_| from < to) else { continue };
            *word |= u64::MAX >> (64 - (to - from)) << (from % 64);
        }
    }

    pub(crate) fn contains(&self, number: u32) -> bool {
        self.words.get((number / 64) as usize).is_some_and(|word| word & (1 << (number % 64)) != 0)
    }

    pub(crate) fn intersect(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
    }

    pub(crate) fn unite(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    pub(crate) fn subtract(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= !other);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// How many members there are.
    pub(crate) fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Calls `found` with the number of each part that holds a member, rising. `starts` are the first numbers of the parts,
    /// the first of which is 0.
    pub(crate) fn each_part(&self, starts: &Self, mut found: impl FnMut(usize)) {
        let (mut before, mut last) = (0, 0);
        for (&word, &begins) in self.words.iter().zip(&starts.words) {
            let mut left = word;
            while left != 0 {
                let up_to = u64::MAX >> (63 - left.trailing_zeros());
                let begun = before + (begins & up_to).count_ones();
                if begun != last {
                    found((begun as usize).saturating_sub(1));
                    last = begun;
                }
                let next = begins & !up_to;
                left &= if next == 0 { 0 } else { u64::MAX << next.trailing_zeros() };
            }
            before += begins.count_ones();
        }
    }

    /// The members in the range, rising.
    pub(crate) fn members(&self, range: Range<u32>) -> impl Iterator<Item = u32> + '_ {
        self.in_range(range).flat_map(|(at, mut word)| {
            let base = u32::try_from(at * 64).unwrap_or(u32::MAX);
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros();
                (bit < 64).then(|| {
                    word &= word - 1;
                    base + bit
                })
            })
        })
    }

    /// The words that reach into the range, with what lies outside taken away.
    fn in_range(&self, range: Range<u32>) -> impl Iterator<Item = (usize, u64)> + '_ {
        let (start, end) = (range.start, range.end.max(range.start));
        let first = (start / 64) as usize;
        let last = (end as usize).div_ceil(64).min(self.words.len());
        self.words.get(first..last.max(first)).unwrap_or_default().iter().enumerate().map(move |(nth, &word)| {
            let at = first + nth;
            let mut word = word;
            if at == first {
                word &= u64::MAX << (start % 64);
            }
            if at == (end / 64) as usize {
                word &= (1_u64 << (end % 64)) - 1;
            }
            (at, word)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_count_what_lies_inside() {
        let mut bits = Bits::none(200);
        let members = [0, 5, 63, 64, 127, 128, 199];
        members.iter().for_each(|&number| bits.insert(number));
        bits.insert(10_000);
        for start in 0..200 {
            for end in start..=200 {
                let inside: Vec<u32> = members.iter().copied().filter(|at| (start..end).contains(at)).collect();
                assert_eq!(bits.members(start..end).collect::<Vec<_>>(), inside);
                let mut range = Bits::none(200);
                range.insert_range(start..end);
                assert_eq!(range.members(0..200).collect::<Vec<_>>(), (start..end).collect::<Vec<_>>());
            }
        }
        assert_eq!([bits.count() as usize, Bits::none(9).count() as usize], [members.len(), 0]);
        assert_eq!(Bits::all(70).members(0..70).count(), 70);
        assert!(!Bits::all(70).contains(70) && Bits::all(128).contains(127) && Bits::none(0).is_empty());
    }

    #[test]
    fn parts_are_told_once_each_wherever_they_begin() {
        let of = |numbers: &[u32]| {
            let mut bits = Bits::none(400);
            numbers.iter().for_each(|&number| bits.insert(number));
            bits
        };
        let firsts = [0, 1, 60, 64, 65, 100, 300, 399];
        for members in
            [&[][..], &[0], &[0, 1, 2, 59], &[63, 64, 65], &[66, 99, 100, 101, 299], &[200, 398, 399], &[5, 320]]
        {
            let mut expected: Vec<usize> =
                members.iter().map(|member| firsts.iter().filter(|first| *first <= member).count() - 1).collect();
            expected.dedup();
            let mut found = Vec::new();
            of(members).each_part(&of(&firsts), |part| found.push(part));
            assert_eq!(found, expected, "{members:?}");
        }
    }

    #[test]
    fn sets_combine() {
        let of = |numbers: &[u32]| {
            let mut bits = Bits::none(100);
            numbers.iter().for_each(|&number| bits.insert(number));
            bits
        };
        let (mut a, b) = (of(&[1, 70]), of(&[70, 99]));
        a.unite(&b);
        assert_eq!(a, of(&[1, 70, 99]));
        assert_eq!(Bits::of((0..100).map(|number| [1, 70, 99].contains(&number))), a);
        assert_eq!(Bits::of((0..128).map(|_| true)), Bits::all(128));
        a.intersect(&b);
        assert_eq!(a, b);
        a.subtract(&of(&[99]));
        assert_eq!(a, of(&[70]));
    }
}
