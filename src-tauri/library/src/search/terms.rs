//! Where the postings of many terms are, in a few bytes each: asking the dictionary takes longer than reading a short list.

use tantivy::postings::TermInfo;

/// Terms from one that is kept whole to the next: the others are told from it.
const EVERY: usize = 8;

/// Terms in the order of their dictionary, which is that of their postings.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    /// Of each term, in 7-bit groups with the lowest first: in how many passages it stands; then of its postings and its
    /// positions the bytes since those of the term before, and how many they are.
    packed: Vec<u8>,
    /// Of every 8th term: where it begins in `packed`, and the ends of postings and positions before it.
    places: Vec<(usize, usize, usize)>,
    count: usize,
    ends: (usize, usize),
}

impl Terms {
    /// Adds a term that comes after all others. Of a damaged index, which is found to be so later, nothing comes out right.
    pub(crate) fn push(&mut self, info: &TermInfo) {
        if self.count.is_multiple_of(EVERY) {
            self.places.push((self.packed.len(), self.ends.0, self.ends.1));
        }
        self.count += 1;
        let (postings, positions) = (&info.postings_range, &info.positions_range);
        for number in [
            info.doc_freq as usize,
            postings.start.wrapping_sub(self.ends.0),
            postings.len(),
            positions.start.wrapping_sub(self.ends.1),
            positions.len(),
        ] {
            self.pack(number);
        }
        self.ends = (postings.end, positions.end);
    }

    /// The term with this number, counted from 0.
    pub(crate) fn get(&self, number: usize) -> Option<TermInfo> {
        let &(at, postings, positions) = self.places.get(number / EVERY)?;
        let mut rest = self.packed.get(at..)?.iter();
        let mut info = TermInfo { doc_freq: 0, postings_range: 0..postings, positions_range: 0..positions };
        for _ in 0..=number % EVERY {
            info.doc_freq = u32::try_from(unpack(&mut rest)?).ok()?;
            for range in [&mut info.postings_range, &mut info.positions_range] {
                range.start = range.end.wrapping_add(unpack(&mut rest)?);
                range.end = range.start.wrapping_add(unpack(&mut rest)?);
            }
        }
        Some(info)
    }

    pub(crate) fn shrink(&mut self) {
        self.packed.shrink_to_fit();
        self.places.shrink_to_fit();
    }

    fn pack(&mut self, mut number: usize) {
        while number > 0x7F {
            self.packed.push((number & 0x7F) as u8 | 0x80);
            number >>= 7;
        }
        self.packed.push(number as u8);
    }
}

fn unpack<'b>(bytes: &mut impl Iterator<Item = &'b u8>) -> Option<usize> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = *bytes.next()?;
        number |= usize::from(byte & 0x7F).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_come_back_as_they_went() {
        let (mut terms, mut all) = (Terms::default(), Vec::new());
        let (mut postings, mut positions) = (5, 0);
        for number in 0..300_usize {
            // Some others stand between them.
            postings += number % 3;
            positions += (number % 5) * 1_000_000;
            let info = TermInfo {
                doc_freq: u32::try_from(number * number).unwrap(),
                postings_range: postings..postings + number * 7 % 400,
                positions_range: positions..positions + number * 31 % 70_000,
            };
            (postings, positions) = (info.postings_range.end, info.positions_range.end);
            terms.push(&info);
            all.push(info);
        }
        terms.shrink();
        for (number, info) in all.iter().enumerate() {
            assert_eq!(terms.get(number).as_ref(), Some(info), "{number}");
        }
        assert_eq!(Terms::default().get(0), None);
    }
}
