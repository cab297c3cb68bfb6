//! Why a journey could not go on.

use std::io;

use thirtyfour::error::WebDriverError;

/// A journey could not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Trouble {
    /// The app, the driver or the display did not start.
    #[error("{0}")]
    NotStarted(String),
    /// WebDriver refused a command.
    #[error(transparent)]
    Driver(#[from] WebDriverError),
    /// A file of the journey could not be written or read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// A state did not come.
    #[error("waited {seconds} s in vain until {state}; last seen: {seen}")]
    NeverCame {
        /// What was waited for.
        state: String,
        /// How long.
        seconds: u64,
        /// The value at the last look.
        seen: String,
    },
}
