//! Edit distances (insertions, deletions, replacements of one character each) between short stretches of text.

/// The fewest edits that turn `stored` into the beginning of `text`, wherever that ends.
///
/// Costs `stored × 1.5 stored`: text further away cannot matter.
pub(super) fn opening(stored: impl Iterator<Item = char>, text: impl Iterator<Item = char>) -> usize {
    let stored: Vec<char> = stored.collect();
    let reach = stored.len() + stored.len() / 2;
    let mut column: Vec<usize> = (0..=stored.len()).collect();
    let mut best = stored.len();
    for ch in text.take(reach) {
        let mut diagonal = column.first().copied().unwrap_or(0);
        if let Some(first) = column.first_mut() {
            *first += 1;
        }
        let mut above = diagonal + 1;
        for (own, cell) in stored.iter().zip(column.iter_mut().skip(1)) {
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
}
