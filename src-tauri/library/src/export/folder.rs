//! The chosen folder: its files, and paths that stay inside it.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use reading::export::{file_ids, name};

use crate::store;

/// The id of a file is looked for in so many bytes at its beginning and, where there is none, in all of it.
const HEAD_BYTES: usize = 4096;
/// Larger files are none of ours.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// A folder that was chosen.
#[derive(Debug)]
pub(super) struct Folder {
    /// Without links.
    root: PathBuf,
    /// All Markdown files, below the root, with `/`.
    files: Vec<String>,
    /// What killed runs left beside files that they were writing.
    leftovers: Vec<String>,
    /// All names, as systems that do not tell case apart see them.
    taken: HashSet<String>,
    /// Which files say that they are about which paper or day; `None` until it was asked.
    by_id: Option<HashMap<String, Vec<String>>>,
}

impl Folder {
    /// Lists the folder. One that is not there is empty; it is made with its first file.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let root = match fs::canonicalize(path) {
            Ok(root) => root,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
                let name = path.file_name().ok_or(io::ErrorKind::NotFound)?;
                fs::canonicalize(parent)?.join(name)
            }
            Err(error) => return Err(error),
        };
        if root.exists() && !root.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let mut folder = Self { root, files: Vec::new(), leftovers: Vec::new(), taken: HashSet::new(), by_id: None };
        folder.list()?;
        Ok(folder)
    }

    /// Without links.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Links are not followed; folders that begin with a dot are other programs'.
    fn list(&mut self) -> io::Result<()> {
        let mut waiting = vec![String::new()];
        while let Some(below) = waiting.pop() {
            let entries = match fs::read_dir(self.root.join(&below)) {
                Ok(entries) => entries,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                // One that may not be read is like one that is not there, but for the root.
                Err(error) if below.is_empty() => return Err(error),
                Err(_) => continue,
            };
            for entry in entries.flatten() {
                let Ok(name) = entry.file_name().into_string() else { continue };
                let path = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
                self.taken.insert(name::folded(&path));
                let Ok(kind) = entry.file_type() else { continue };
                if kind.is_file() && store::is_leftover(&name, name::ENDING) {
                    self.leftovers.push(path);
                    continue;
                }
                if kind.is_dir() && !name.starts_with('.') {
                    waiting.push(path);
                } else if kind.is_file() && name.to_ascii_lowercase().ends_with(name::ENDING) && !name.starts_with('.')
                {
                    self.files.push(path);
                }
            }
        }
        self.files.sort();
        Ok(())
    }

    /// Removes what killed runs left. To be called while no other run writes here.
    pub(super) fn remove_leftovers(&self) {
        for path in &self.leftovers {
            if let Err(error) = fs::remove_file(self.root.join(path))
                && error.kind() != io::ErrorKind::NotFound
            {
                tracing::warn!(%path, %error, "what an earlier export left cannot be removed");
            }
        }
    }

    /// Whether a file of this name is there, also in other case or composition.
    pub(super) fn is_taken(&self, path: &str) -> bool {
        self.taken.contains(&name::folded(path))
    }

    /// A file will be there.
    pub(super) fn take(&mut self, path: &str) {
        self.taken.insert(name::folded(path));
    }

    /// A file will be gone.
    pub(super) fn release(&mut self, path: &str) {
        self.taken.remove(&name::folded(path));
    }

    /// The files that say they are about the paper or day `id`. The first time, all files are looked at.
    pub(super) fn about(&mut self, id: &str) -> &[String] {
        let by_id = self.by_id.get_or_insert_with(|| {
            let mut by_id: HashMap<String, Vec<String>> = HashMap::new();
            for path in &self.files {
                for id in ids_of(&self.root.join(path)) {
                    by_id.entry(id).or_default().push(path.clone());
                }
            }
            by_id
        });
        by_id.get(id).map_or(&[], Vec::as_slice)
    }

    /// Whether the file at `path` is there and says that it is about the paper or day `id`.
    pub(super) fn is_about(&self, path: &str, id: &str) -> bool {
        self.file(path).is_ok_and(|file| ids_of(&file).iter().any(|own| own == id))
    }

    /// The place of a file, which need not be there: inside of the folder, through no link.
    pub(super) fn file(&self, path: &str) -> io::Result<PathBuf> {
        let mut place = self.root.clone();
        let mut parts = path.split('/').peekable();
        while let Some(part) = parts.next() {
            if part.is_empty() || part == "." || part == ".." || part.contains(['\\', '\0']) {
                return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path leaves the folder"));
            }
            place.push(part);
            match fs::symlink_metadata(&place) {
                Ok(found) if found.is_symlink() => {
                    return Err(io::Error::new(
                        io::ErrorKind::InvalidInput,
                        "it is a link, and links are not followed",
                    ));
                }
                Ok(found) if parts.peek().is_none() && !found.is_file() => {
                    return Err(io::Error::new(io::ErrorKind::InvalidInput, "something that is no file has its name"));
                }
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(place)
    }
}

/// The ids of papers and days in a file; none where it cannot be read.
fn ids_of(path: &Path) -> Vec<String> {
    let Ok(file) = fs::File::open(path) else { return Vec::new() };
    let mut bytes = Vec::with_capacity(HEAD_BYTES);
    let mut limited = file.take(HEAD_BYTES as u64);
    if limited.read_to_end(&mut bytes).is_err() {
        return Vec::new();
    }
    let ids = |bytes: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(bytes);
        let all = file_ids(&text).into_iter().filter(|id| id.len() == 32 && id.bytes().all(|b| b.is_ascii_hexdigit()));
        all.map(str::to_owned).collect()
    };
    let found = ids(&bytes);
    if !found.is_empty() || bytes.len() < HEAD_BYTES {
        return found;
    }
    limited.set_limit(MOST_BYTES);
    if limited.read_to_end(&mut bytes).is_err() {
        return Vec::new();
    }
    ids(&bytes)
}
