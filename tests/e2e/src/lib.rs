//! The real app under WebDriver: [`app::App`] starts and ends it, [`page`] looks at its page and types into it.
//!
//! No assertions here: journeys make them. Nothing waits for time to pass: everything waits for a state that has a name.

pub mod app;
pub mod digests;
pub mod page;
mod ports;
pub mod start;
pub mod trouble;

pub use app::{App, Home};
pub use trouble::Trouble;
