//! The files that were read last, whole, so that turning back costs nothing and a vanished file is still shown.

use std::sync::Arc;

use reading::corpus::ReadFile;

use crate::contents::Hash;

/// What the kept files may weigh together. The latest one is kept whatever it weighs.
const BUDGET_BYTES: usize = 8 << 20;

/// Decoded files by the hash of their bytes, the latest last.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    files: Vec<(Hash, Arc<ReadFile>)>,
}

impl Memory {
    pub(crate) fn get(&mut self, hash: &Hash) -> Option<Arc<ReadFile>> {
        let at = self.files.iter().position(|(known, _)| known == hash)?;
        let file = self.files.remove(at);
        let found = Arc::clone(&file.1);
        self.files.push(file);
        Some(found)
    }

    pub(crate) fn put(&mut self, hash: Hash, file: Arc<ReadFile>) {
        self.files.retain(|(known, _)| *known != hash);
        self.files.push((hash, file));
        let mut weight: usize = self.files.iter().map(|(_, file)| weight_of(file)).sum();
        while weight > BUDGET_BYTES && self.files.len() > 1 {
            weight -= weight_of(&self.files.remove(0).1);
        }
    }
}

/// The text stands twice, decoded and in pieces; each piece also has its span and its place in a list.
fn weight_of(file: &ReadFile) -> usize {
    file.text.len() * 5 / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file_of(bytes: usize) -> Arc<ReadFile> {
        Arc::new(reading::corpus::read("字\n".repeat(bytes / 4).as_bytes()))
    }

    #[test]
    fn the_file_unused_for_longest_goes_first_and_the_latest_never() {
        let mut memory = Memory::default();
        for n in 0..3 {
            memory.put([n; 32], file_of(1 << 20));
        }
        assert!(memory.get(&[0; 32]).is_some());
        memory.put([3; 32], file_of(1 << 20));
        assert!(memory.get(&[1; 32]).is_none(), "unused for longest");
        assert!(memory.get(&[0; 32]).is_some());
        memory.put([4; 32], file_of(9 << 20));
        assert_eq!(memory.files.len(), 1);
        assert!(memory.get(&[4; 32]).is_some());
    }
}
