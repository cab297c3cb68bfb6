//! Fixed lists of words, asked for every word of a text.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// A fixed list of words.
pub(in super::super) struct Words {
    words: HashSet<&'static str, BuildHasherDefault<WordHasher>>,
    /// By the lowest bits of the first byte, a bit for each length that a word of the list has: most words of a text
    /// are none of the list, and this tells it without a hash.
    lengths: [u32; 32],
}

impl Words {
    /// Whether `word` is one of the list.
    pub(in super::super) fn contains(&self, word: &str) -> bool {
        let (first, length) = key(word);
        self.lengths.get(first).is_some_and(|lengths| lengths & length != 0) && self.words.contains(word)
    }
}

impl FromIterator<&'static str> for Words {
    fn from_iter<Iter: IntoIterator<Item = &'static str>>(words: Iter) -> Self {
        let words: HashSet<_, _> = words.into_iter().collect();
        let mut lengths = [0; 32];
        for (first, length) in words.iter().map(|word| key(word)) {
            if let Some(lengths) = lengths.get_mut(first) {
                *lengths |= length;
            }
        }
        Self { words, lengths }
    }
}

/// The place of the first byte and the bit of the length.
fn key(word: &str) -> (usize, u32) {
    let first = word.as_bytes().first().copied().unwrap_or_default();
    (usize::from(first & 31), 1 << word.len().min(31))
}

/// Words are short: a multiplication a byte is faster here than the usual hash. Only for sets of our own words: a set
/// that text fills could be made slow by words that collide.
#[derive(Default)]
pub(super) struct WordHasher(u64);

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3).rotate_left(5);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_its_words_and_no_others() {
        let words: Words = ["loom", "Tide", "w"].into_iter().collect();
        assert!(["loom", "Tide", "w"].iter().all(|word| words.contains(word)));
        assert!(!["", "Loom", "tide", "look", "looms", "潮"].iter().any(|word| words.contains(word)));
    }
}
