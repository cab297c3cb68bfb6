//! Doorways from the interface: decode, one call, encode. Each is named in `build.rs` and in the capability.

#![expect(clippy::needless_pass_by_value, reason = "Tauri hands commands their arguments by value")]

mod copy;
mod dialog;
mod export;
mod library;
mod notebook;
mod notes;
mod paper;
mod search;
mod system;
mod transfer;

pub(crate) use copy::*;
pub(crate) use export::*;
pub(crate) use library::*;
pub(crate) use notebook::*;
pub(crate) use notes::*;
pub(crate) use paper::*;
pub(crate) use search::*;
pub(crate) use system::*;
pub(crate) use transfer::*;

use crate::error::CommandError;

type Answer<T> = Result<T, CommandError>;
