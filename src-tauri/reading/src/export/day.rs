//! All papers of a day in one file.

use sha2::{Digest as _, Sha256};

use super::model::{Extent, Options, Sheet};
use super::words::Language;

/// The papers of one day as a template sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DaySheet {
    /// ISO; `None`: the digests of these papers have none.
    pub date: Option<String>,
    /// In the order of the digest.
    pub sheets: Vec<Sheet>,
    /// As they were asked for.
    pub options: Options,
}

impl DaySheet {
    /// The day of `date`. Papers without notes stand in it only where all of the text is asked for.
    pub fn new(date: Option<String>, mut sheets: Vec<Sheet>, options: Options) -> Self {
        if options.extent == Extent::Notes {
            sheets.retain(|sheet| !sheet.notes.is_empty());
        }
        Self { date, sheets, options }
    }

    /// The notes in it.
    pub fn notes(&self) -> usize {
        self.sheets.iter().map(|sheet| sheet.notes.len()).sum()
    }

    /// What its file is found by.
    pub fn id(&self) -> String {
        day_id(self.date.as_deref())
    }

    /// What it is called.
    pub fn name(&self) -> String {
        day_name(self.date.as_deref(), self.options.language)
    }
}

/// For ever the same for a day: 32 hexadecimal digits, as a paper's key, which it cannot be.
pub fn day_id(date: Option<&str>) -> String {
    let hash = Sha256::digest(format!("kaozheng day {}", date.unwrap_or_default()).as_bytes());
    hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// What a day is called in headings and names of files.
pub fn day_name(date: Option<&str>, language: Language) -> String {
    match date {
        Some(date) => format!("{date} {}", language.of("papers", "论文")),
        None => language.of("Papers without a date", "没有日期的论文").to_owned(),
    }
}
