//! What the reader chose about exports, kept in the settings.

use std::path::PathBuf;

use reading::export::{Builtin, Context, Extent, Formulas, Language, Options, Template, TemplateError, name};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::volume::Division;

/// The last choices, or those that nobody has made yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExportChoice {
    /// Where the files go; `None`: not chosen yet.
    pub folder: Option<PathBuf>,
    /// Name of a built-in template, or `own`.
    pub template: String,
    /// The reader's own template.
    pub own: Option<PathBuf>,
    /// Of the names of files.
    pub pattern: String,
    /// All papers of a day go into one file.
    pub by_day: bool,
    /// Of the names of such files.
    pub day_pattern: String,
    /// Claim and evidence stand beside the marked words.
    pub context: bool,
    /// Formulas stand between dollar signs.
    pub formulas: bool,
    /// All of the text goes out, each note in its place.
    pub whole: bool,
    /// The words that are added are Chinese.
    pub chinese: bool,
    /// The files follow the notes as they change.
    pub follow: bool,
    /// Keys of other releases.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

impl Default for ExportChoice {
    fn default() -> Self {
        Self {
            folder: None,
            template: Builtin::Plain.as_str().to_owned(),
            own: None,
            pattern: name::DEFAULT_PATTERN.to_owned(),
            by_day: false,
            day_pattern: name::DEFAULT_DAY_PATTERN.to_owned(),
            context: false,
            formulas: false,
            whole: false,
            chinese: false,
            follow: false,
            rest: Map::new(),
        }
    }
}

/// The name of the choice of a template of one's own.
pub const OWN: &str = "own";

/// Why a template cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateTrouble {
    /// It is faulty.
    #[error("{0}")]
    Faulty(#[from] TemplateError),
    /// It cannot be read.
    #[error("the template {name} cannot be read: {cause}; choose it again")]
    Unreadable {
        /// Of the file.
        name: String,
        /// The system's words.
        cause: String,
    },
}

impl ExportChoice {
    /// What goes in besides the notes.
    pub fn options(&self) -> Options {
        Options {
            context: if self.context { Context::Finding } else { Context::Quote },
            formulas: if self.formulas { Formulas::Dollars } else { Formulas::Plain },
            extent: if self.whole { Extent::Whole } else { Extent::Notes },
            language: if self.chinese { Language::Chinese } else { Language::English },
        }
    }

    /// What a file is made of.
    pub fn division(&self) -> Division {
        if self.by_day { Division::Day } else { Division::Paper }
    }

    /// Of the names of the files that are asked for.
    pub fn pattern(&self) -> &str {
        if self.by_day { &self.day_pattern } else { &self.pattern }
    }

    /// The chosen template. Reads the reader's own.
    ///
    /// # Errors
    /// [`TemplateTrouble`].
    pub fn template(&self) -> Result<Template, TemplateTrouble> {
        if let (OWN, Some(path)) = (self.template.as_str(), &self.own) {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
            let source = std::fs::read_to_string(path)
                .map_err(|error| TemplateTrouble::Unreadable { name: name.clone(), cause: error.to_string() })?;
            return Ok(Template::parse(&name, &source)?);
        }
        let builtin = Builtin::ALL.into_iter().find(|builtin| builtin.as_str() == self.template);
        Ok(Template::builtin(builtin.unwrap_or_default())?)
    }
}
