//! The drawn page on the wire.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The visible part of the interface as it stands, for the first frame of the next start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "wire.ts")]
pub struct DrawnPage {
    /// Handle of the open paper.
    pub paper: String,
    /// Address of the script that drew it: another build of the interface has another one.
    pub script: String,
    /// Attributes of the document's root element, name and value.
    pub root: Vec<(String, String)>,
    /// Markup of the interface's own elements.
    pub body: String,
}
