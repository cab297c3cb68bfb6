//! What the reader chose, on the wire.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What the reader chose about the look and the panes. Stored whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// Language of the interface.
    pub language: Language,
    /// Colours.
    pub theme: Theme,
    /// Size of Chinese text in CSS pixels, 12 to 32.
    pub text_px: f32,
    /// Line height as a multiple of the size, 1.4 to 2.6.
    pub line_height: f32,
    /// Width of the reading column in ems of the text, 32 to 80.
    pub measure_em: f32,
    /// Family of the reading text.
    pub reading_font: ReadingFont,
    /// Library pane is shown.
    pub show_library: bool,
    /// Notes pane is shown.
    pub show_notes: bool,
    /// Enumerations inside paragraphs are set as lists.
    pub lists: bool,
    /// Width of the library pane in CSS pixels, 180 to 480.
    pub library_px: f32,
    /// Width of the notes pane in CSS pixels, 220 to 520.
    pub notes_px: f32,
    /// How the notes pane shows its cards.
    pub notes_layout: NotesLayout,
    /// Copied formulas are TeX between dollar signs, else the characters of the source.
    pub copy_tex: bool,
    /// Searches take words and numbers whole.
    pub whole_words: bool,
    /// Searches keep Simplified and Traditional characters apart.
    pub keep_script: bool,
    /// Queries asked lately, the latest first.
    pub recent_searches: Vec<String>,
    /// Queries that are kept, in the reader's order.
    pub saved_searches: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: Language::System,
            theme: Theme::System,
            text_px: 17.0,
            line_height: 1.9,
            measure_em: 46.0,
            reading_font: ReadingFont::Serif,
            show_library: true,
            show_notes: false,
            lists: true,
            library_px: 264.0,
            notes_px: 300.0,
            notes_layout: NotesLayout::Beside,
            copy_tex: false,
            whole_words: false,
            keep_script: false,
            recent_searches: Vec::new(),
            saved_searches: Vec::new(),
        }
    }
}

/// Language of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Language {
    System,
    Zh,
    En,
}

/// Colours of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Theme {
    System,
    Light,
    Dark,
}

/// Family of the reading text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ReadingFont {
    Serif,
    Sans,
}

/// How the notes pane shows its cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
#[serde(rename_all = "lowercase")]
pub enum NotesLayout {
    /// At the height of their words.
    Beside,
    /// As a list in reading order.
    Place,
    /// As a list, changed last first.
    Time,
}
