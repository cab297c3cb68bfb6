//! `kaozheng://` addresses: made for exports, and read from whoever opens one. Anything that is not exactly of one of the three
//! forms is no address of ours.

use std::fmt;

/// A place that an address names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Link {
    /// A paper by its key.
    Paper(String),
    /// A finding of a paper by its number.
    Finding(String, u32),
    /// A note of a paper by its id.
    Note(String, String),
}

/// Begins every address.
const SCHEME: &str = "kaozheng://";
/// Longer ones are not looked at.
const MOST_BYTES: usize = 256;

impl Link {
    /// Reads an address. Systems may add a slash at the end; query and fragment have no meaning and make it no address.
    pub fn parse(address: &str) -> Option<Self> {
        if address.len() > MOST_BYTES || !address.is_ascii() {
            return None;
        }
        let scheme = address.get(..SCHEME.len())?;
        let rest = address.get(SCHEME.len()..)?;
        if !scheme.eq_ignore_ascii_case(SCHEME) {
            return None;
        }
        let parts: Vec<&str> = rest.strip_suffix('/').unwrap_or(rest).split('/').collect();
        match parts.as_slice() {
            ["paper", key] => is_key(key).then(|| Self::Paper((*key).to_owned())),
            ["paper", key, "finding", number] => {
                let plain = number.len() <= 9 && number.bytes().all(|byte| byte.is_ascii_digit());
                let number = number.parse().ok().filter(|_| plain && is_key(key))?;
                Some(Self::Finding((*key).to_owned(), number))
            }
            ["paper", key, "note", id] => {
                (is_key(key) && is_id(id)).then(|| Self::Note((*key).to_owned(), (*id).to_owned()))
            }
            _ => None,
        }
    }

    /// The key of the paper.
    pub fn paper(&self) -> &str {
        match self {
            Self::Paper(key) | Self::Finding(key, _) | Self::Note(key, _) => key,
        }
    }
}

impl fmt::Display for Link {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Paper(key) => write!(formatter, "{SCHEME}paper/{key}"),
            Self::Finding(key, number) => write!(formatter, "{SCHEME}paper/{key}/finding/{number}"),
            Self::Note(key, id) => write!(formatter, "{SCHEME}paper/{key}/note/{id}"),
        }
    }
}

/// Keys of papers are 16 bytes in hexadecimal.
fn is_key(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
