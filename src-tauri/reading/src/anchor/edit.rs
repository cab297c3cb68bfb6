//! Edit distances (insertions, deletions, replacements of one character each) between short stretches of text.

/// Patterns as long as this fit the bits of one number.
const BITS: usize = 128;
/// Twice as many as there can be different characters in a pattern.
const SLOTS: usize = 256;

/// Where the compared stretch of a text begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// With the text.
    Here,
    /// Anywhere.
    Anywhere,
}

/// The fewest edits that turn `stored` into the beginning of `text`, wherever that ends.
///
/// Text further away than half as much again as is stored cannot matter and is not looked at.
pub(super) fn opening(stored: impl Iterator<Item = char>, text: impl Iterator<Item = char>) -> usize {
    let stored: Vec<char> = stored.collect();
    let reach = stored.len() + stored.len() / 2;
    fewest_from(&stored, text.take(reach), Start::Here)
}

/// The fewest edits that turn `pattern` into any stretch of `text`: those of [`nearest`], found some fifty times faster.
pub(super) fn fewest(pattern: &[char], text: &[char]) -> usize {
    fewest_from(pattern, text.iter().copied(), Start::Anywhere)
}

/// Myers' bit-parallel distances: a number holds, for one character of the text, by how much each row of the column
/// differs from the one above it. Costs some operations a character of `text`.
fn fewest_from(pattern: &[char], text: impl Iterator<Item = char>, start: Start) -> usize {
    if pattern.len() > BITS {
        return fewest_by_columns(pattern, text, start);
    }
    let Some(last) = pattern.len().checked_sub(1) else { return 0 };
    let masks = Masks::of(pattern);
    let (bottom, carried) = (1_u128 << last, u128::from(start == Start::Here));
    let (mut up, mut down) = (u128::MAX, 0_u128);
    let (mut edits, mut best) = (pattern.len(), pattern.len());
    for ch in text {
        let same = masks.get(ch);
        let vertical = same | down;
        let horizontal = ((same & up).wrapping_add(up) ^ up) | same;
        let (right, left) = (down | !(horizontal | up), up & horizontal);
        edits = edits + usize::from(right & bottom != 0) - usize::from(left & bottom != 0);
        let (right, left) = ((right << 1) | carried, left << 1);
        (up, down) = (left | !(vertical | right), right & vertical);
        best = best.min(edits);
    }
    best
}

/// For each character of a pattern a number with a bit for each place where it stands.
struct Masks([(char, u128); SLOTS]);

impl Masks {
    fn of(pattern: &[char]) -> Self {
        let mut masks = Self([('\0', 0); SLOTS]);
        for (at, ch) in pattern.iter().enumerate() {
            let slot = masks.slot(*ch);
            if let Some((known, mask)) = masks.0.get_mut(slot) {
                (*known, *mask) = (*ch, *mask | (1 << at));
            }
        }
        masks
    }

    fn get(&self, ch: char) -> u128 {
        self.0.get(self.slot(ch)).map_or(0, |(_, mask)| *mask)
    }

    /// Where `ch` is, or the empty slot where it would be. There always is one: the table is at most half full.
    fn slot(&self, ch: char) -> usize {
        let mut slot = (u32::from(ch).wrapping_mul(0x9E37_79B1) >> 24) as usize;
        while self.0.get(slot).is_some_and(|(known, mask)| *mask != 0 && *known != ch) {
            slot = (slot + 1) % SLOTS;
        }
        slot
    }
}

/// The same for patterns of any length. Costs `pattern × text`.
fn fewest_by_columns(pattern: &[char], text: impl Iterator<Item = char>, start: Start) -> usize {
    let mut column: Vec<usize> = (0..=pattern.len()).collect();
    let mut best = pattern.len();
    for ch in text {
        let mut diagonal = column.first().copied().unwrap_or(0);
        if let Some(first) = column.first_mut() {
            *first += usize::from(start == Start::Here);
        }
        let mut above = column.first().copied().unwrap_or(0);
        for (own, cell) in pattern.iter().zip(column.iter_mut().skip(1)) {
            let cost = (diagonal + usize::from(*own != ch)).min(*cell + 1).min(above + 1);
            (diagonal, *cell, above) = (*cell, cost, cost);
        }
        best = best.min(above);
    }
    best
}

/// A stretch of a text, counted in its characters, and the edits that lead there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) edits: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The stretch of `text` that `pattern` turns into by the fewest edits: of equals, the one whose length is nearest to
/// the pattern's, then the first. `pattern` must not be empty. Costs `pattern × text`.
pub(super) fn nearest(pattern: &[char], text: &[char]) -> Stretch {
    // Sellers' algorithm, each cell carrying where its stretch began.
    let mut column: Vec<(usize, usize)> = (0..=pattern.len()).map(|edits| (edits, 0)).collect();
    let mut best = Stretch { edits: pattern.len(), start: 0, end: 0 };
    for (at, ch) in text.iter().enumerate() {
        let mut diagonal = column.first().copied().unwrap_or_default();
        let mut above = (0, at + 1);
        if let Some(first) = column.first_mut() {
            *first = above;
        }
        for (own, cell) in pattern.iter().zip(column.iter_mut().skip(1)) {
            let replaced = (diagonal.0 + usize::from(own != ch), diagonal.1);
            let cost = [(cell.0 + 1, cell.1), (above.0 + 1, above.1)]
                .into_iter()
                .fold(replaced, |best, next| if next.0 < best.0 { next } else { best });
            (diagonal, *cell, above) = (*cell, cost, cost);
        }
        let found = Stretch { edits: above.0, start: above.1, end: at + 1 };
        let off = |stretch: Stretch| (stretch.end - stretch.start).abs_diff(pattern.len());
        if (found.edits, off(found)) < (best.edits, off(best)) {
            best = found;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chars(text: &str) -> Vec<char> {
        text.chars().collect()
    }

    #[test]
    fn an_opening_may_end_anywhere() {
        for (stored, text, edits) in [
            ("abc", "abcdef", 0),
            ("abc", "xbcdef", 1),
            ("abc", "bcdef", 1),
            ("abc", "", 3),
            ("", "abc", 0),
            ("ab", "xyz", 2),
        ] {
            assert_eq!(opening(stored.chars(), text.chars()), edits, "{stored} {text}");
        }
    }

    #[test]
    fn the_nearest_stretch_is_found_with_its_ends() {
        for (pattern, text, edits, found) in [
            ("潮汐织机", "甲潮汐织机乙", 0, "潮汐织机"),
            ("潮汐织机", "甲潮汐的织机乙", 1, "潮汐的织机"),
            ("潮汐织机", "甲潮织机乙", 1, "潮织机"),
            ("abcd", "abxdabcd", 0, "abcd"),
        ] {
            let text = chars(text);
            let stretch = nearest(&chars(pattern), &text);
            assert_eq!((stretch.edits, &text[stretch.start..stretch.end]), (edits, &chars(found)[..]), "{pattern}");
        }
    }

    /// Texts of few characters, so that much agrees; the same in every run.
    fn text(length: usize, seed: u64) -> Vec<char> {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap()
        };
        (0..length).map(|_| ['潮', '汐', 'a', '\u{2}'][next() % 4]).collect()
    }

    #[test]
    fn bits_and_columns_count_the_same_edits() {
        for (seed, length) in (0..400).zip([0, 1, 2, 5, 31, 32, 63, 64, 65, 127, 128, 129].into_iter().cycle()) {
            let (pattern, text) =
                (text(length, seed), text(length * 2 + usize::try_from(seed % 7).unwrap(), seed + 1_000));
            for start in [Start::Here, Start::Anywhere] {
                let columns = fewest_by_columns(&pattern, text.iter().copied(), start);
                assert_eq!(fewest_from(&pattern, text.iter().copied(), start), columns, "{seed} {start:?}");
            }
            if !pattern.is_empty() {
                assert_eq!(fewest(&pattern, &text), nearest(&pattern, &text).edits, "{seed}");
            }
        }
    }
}
