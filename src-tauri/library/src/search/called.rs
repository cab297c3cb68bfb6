//! What papers are called, folded once for each list.

use memchr::memmem;
use reading::text::fold_into;

use super::bits::Bits;
use crate::catalogue::Catalogue;

/// The inferred names of all papers of a list, one after another.
#[derive(Debug)]
pub(crate) struct Called {
    /// Each name folded, with a line feed after it; none holds one.
    text: String,
    /// Where each begins.
    starts: Vec<usize>,
}

impl Called {
    pub(crate) fn of(catalogue: &Catalogue) -> Self {
        let names = (0..catalogue.len()).map(|entry| catalogue.lead(entry).map_or("", |held| held.facts.name));
        Self::of_names(names)
    }

    fn of_names<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let (mut text, mut starts) = (String::new(), Vec::new());
        for name in names {
            starts.push(text.len());
            fold_into(name, &mut text);
            text.push('\n');
        }
        Self { text, starts }
    }

    /// The papers whose name holds one of the folded texts.
    pub(crate) fn holding<'w>(&self, wanted: impl Iterator<Item = &'w str>) -> Bits {
        let mut found = Bits::none(u32::try_from(self.starts.len()).unwrap_or(u32::MAX));
        for wanted in wanted {
            for at in memmem::find_iter(self.text.as_bytes(), wanted.as_bytes()) {
                let nth = self.starts.partition_point(|&start| start <= at).saturating_sub(1);
                found.insert(u32::try_from(nth).unwrap_or(u32::MAX));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_any_part_of_them() {
        let called = Called::of_names(["Gagar", "", "GAN-Net", "ＧＡＮ 2"].into_iter());
        let holding = |wanted: &[&str]| {
            let found = called.holding(wanted.iter().copied());
            found.members(0..4).collect::<Vec<_>>()
        };
        assert_eq!(holding(&["gan"]), [2, 3]);
        assert_eq!(holding(&["ga"]), [0, 2, 3]);
        assert_eq!(holding(&["gar", "2"]), [0, 3]);
        assert_eq!(holding(&["rg"]), [0; 0]);
    }
}
