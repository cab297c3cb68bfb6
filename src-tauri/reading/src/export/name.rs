//! Names of exported files: readable, and safe on Windows, macOS and Linux.

use unicode_normalization::UnicodeNormalization as _;

/// Longest name of a file in bytes, its ending included. File systems allow 255; synchronisers and backups add to names.
pub const MOST_BYTES: usize = 180;
/// The ending of every exported file.
pub const ENDING: &str = ".md";

/// Names that are devices on Windows, with any ending.
const DEVICES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt1", "lpt2",
    "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// What a pattern can name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields<'f> {
    /// What the paper is called in lists.
    pub name: &'f str,
    /// Its title.
    pub title: &'f str,
    /// Of the digest, ISO.
    pub date: &'f str,
    /// Without version.
    pub arxiv_id: &'f str,
    /// Key of the paper, hexadecimal.
    pub id: &'f str,
}

/// The pattern that is used where none is chosen.
pub const DEFAULT_PATTERN: &str = "{date} {name}";
/// Likewise for files of a whole day, whose name holds the date.
pub const DEFAULT_DAY_PATTERN: &str = "{name}";

/// The path below the chosen folder that `pattern` gives, parts joined by `/`, the ending included. `{name}`, `{title}`, `{date}`,
/// `{year}`, `{month}`, `{arxiv_id}` and `{id}` are replaced; anything else stands for itself; `/` parts folders.
pub fn path(pattern: &str, fields: &Fields) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in pattern.split(['/', '\\']) {
        let filled = fill(part, fields);
        if !filled.trim().is_empty() {
            parts.push(filled);
        }
    }
    let file = parts.pop().unwrap_or_default();
    let file = if file.trim_matches(|ch: char| !ch.is_alphanumeric()).is_empty() && !has_picture(&file) {
        format!("paper {}", short(fields.id))
    } else {
        file
    };
    let mut path: String = parts.iter().map(|part| format!("{}/", component(part, MOST_BYTES))).collect();
    path.push_str(&component(&file, MOST_BYTES - ENDING.len()));
    path.push_str(ENDING);
    path
}

/// The same path for a second paper that would have it.
pub fn path_beside(path: &str, id: &str) -> String {
    let (folder, file) = path.rsplit_once('/').map_or(("", path), |(folder, file)| (folder, file));
    let stem = file.strip_suffix(ENDING).unwrap_or(file);
    let tail = format!(" ({})", short(id));
    let stem = cut(stem, MOST_BYTES - ENDING.len() - tail.len());
    let slash = if folder.is_empty() { "" } else { "/" };
    format!("{folder}{slash}{}{tail}{ENDING}", stem.trim_end_matches(['.', ' ']))
}

/// What is equal for file systems that do not tell case or composition apart.
pub fn folded(path: &str) -> String {
    path.nfkc().flat_map(char::to_lowercase).collect::<String>().nfkc().collect()
}

fn fill(part: &str, fields: &Fields) -> String {
    let (year, month) = (fields.date.get(..4).unwrap_or_default(), fields.date.get(5..7).unwrap_or_default());
    let values = [
        ("{name}", fields.name),
        ("{title}", if fields.title.trim().is_empty() { fields.name } else { fields.title }),
        ("{date}", fields.date),
        ("{year}", year),
        ("{month}", month),
        ("{arxiv_id}", fields.arxiv_id),
        ("{id}", fields.id),
    ];
    // In one pass, so that no value is taken for a placeholder.
    let (mut out, mut rest) = (String::new(), part);
    'text: while let Some(ch) = rest.chars().next() {
        for (placeholder, value) in values {
            if let Some(after) = rest.strip_prefix(placeholder) {
                out.push_str(value);
                rest = after;
                continue 'text;
            }
        }
        out.push(ch);
        rest = rest.get(ch.len_utf8()..).unwrap_or_default();
    }
    out
}

/// One name that every system takes, at most `most` bytes long.
fn component(text: &str, most: usize) -> String {
    let mut name = String::with_capacity(text.len());
    for ch in text.nfc() {
        let ch = match ch {
            '/' | '\\' | '|' => '-',
            ':' => '：',
            '?' => '？',
            '*' => '＊',
            '"' => '\'',
            '<' => '‹',
            '>' => '›',
            // Obsidian and Logseq cannot link to names that hold these.
            '#' | '^' | '[' | ']' => ' ',
            _ if ch.is_whitespace() || ch.is_control() || is_invisible(ch) => ' ',
            _ => ch,
        };
        if ch != ' ' || !name.ends_with(' ') {
            name.push(ch);
        }
    }
    // A dot at the beginning hides a file, one at the end is lost on Windows.
    let ends = |ch: char| ch == '.' || ch == ' ';
    let mut name = cut(name.trim_matches(ends), most).trim_end_matches(ends).to_owned();
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let superscript = stem.replace(['\u{b9}'], "1").replace('\u{b2}', "2").replace('\u{b3}', "3");
    if DEVICES.contains(&superscript.as_str()) {
        name.insert(0, '_');
    }
    if name.is_empty() { "_".to_owned() } else { name }
}

/// At most so many bytes, whole characters and no joined ones torn apart.
fn cut(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let graphemes = unicode_segmentation::UnicodeSegmentation::grapheme_indices(text, true);
    let end = graphemes.map(|(at, part)| at + part.len()).take_while(|end| *end <= most).last().unwrap_or(0);
    text.get(..end).unwrap_or_default()
}

fn is_invisible(ch: char) -> bool {
    matches!(ch, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
        | '\u{fdd0}'..='\u{fdef}' | '\u{fffe}' | '\u{ffff}')
}

/// A name of pictures only is a name.
fn has_picture(text: &str) -> bool {
    text.chars().any(|ch| u32::from(ch) >= 0x2190 && !ch.is_whitespace() && !is_invisible(ch))
}

fn short(id: &str) -> &str {
    id.get(..8).unwrap_or(id)
}
