//! Licences of everything that ships or builds: only those that ask for no more than their text and a name.

use serde_json::Value;

use super::{Objection, Tree};

/// SPDX names that may stand in a dependency's licence.
const ALLOWED: [&str; 19] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-1-Clause",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "BlueOak-1.0.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "OFL-1.1",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    "PSF-2.0",
    "Python-2.0",
];

/// Packages whose manifest names no licence and whose `LICENSE` file was read instead: all MIT.
const READ_BY_HAND: [&str; 2] = ["node_modules/@inlang/plugin-message-format", "node_modules/sqlite-wasm-kysely"];

/// An SPDX expression can be satisfied by allowed licences alone. Understands `OR`, `AND`, the old `/`, and brackets.
pub fn is_allowed(expression: &str) -> bool {
    let spaced =
        expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ").replace(" WITH ", "\u{0}WITH\u{0}");
    // Values of the open brackets, outermost first: an OR of ANDs each.
    let mut open = vec![Alternatives::default()];
    for word in spaced.split_whitespace() {
        let known = ALLOWED.contains(&word.replace('\u{0}', " ").as_str());
        match word {
            "(" => open.push(Alternatives::default()),
            ")" => {
                let inner = open.pop().unwrap_or_default().value();
                open.last_mut().map(|outer| outer.and(inner)).unwrap_or_default();
            }
            "OR" => open.last_mut().map(Alternatives::or).unwrap_or_default(),
            "AND" => {}
            _ => open.last_mut().map(|outer| outer.and(known)).unwrap_or_default(),
        }
    }
    open.len() == 1 && open.pop().unwrap_or_default().value()
}

#[derive(Default)]
struct Alternatives {
    /// One alternative before the current one holds.
    earlier: bool,
    /// All parts of the current alternative hold; `None` before its first part.
    current: Option<bool>,
}

impl Alternatives {
    fn and(&mut self, part: bool) {
        self.current = Some(self.current.unwrap_or(true) && part);
    }

    fn or(&mut self) {
        self.earlier = self.value();
        self.current = None;
    }

    fn value(&self) -> bool {
        self.earlier || self.current.unwrap_or(false)
    }
}

/// Licences of the crates, from what `cargo metadata` prints.
pub fn crates(metadata: &str) -> Vec<Objection> {
    let value: Value = serde_json::from_str(metadata).unwrap_or_default();
    let packages = value["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    if packages.is_empty() {
        return vec![Objection { path: "Cargo.lock".into(), line: 1, what: "cargo metadata names no package".into() }];
    }
    let refused = packages.iter().filter(|package| !is_allowed(package["license"].as_str().unwrap_or_default()));
    refused.map(|package| refusal("Cargo.lock", &package["name"], &package["license"])).collect()
}

/// Licences of the interface's packages, from its lock file.
pub fn packages(tree: &Tree) -> Vec<Objection> {
    const LOCK: &str = "ui/package-lock.json";
    let Some(file) = tree.file(LOCK) else { return Vec::new() };
    let value: Value = serde_json::from_str(&file.text).unwrap_or_default();
    let packages = value["packages"].as_object().into_iter().flatten();
    packages
        .filter(|(path, _)| !path.is_empty() && !READ_BY_HAND.contains(&path.as_str()))
        .filter(|(_, package)| !is_allowed(package["license"].as_str().unwrap_or_default()))
        .map(|(path, package)| refusal(LOCK, &Value::from(path.as_str()), &package["license"]))
        .collect()
}

fn refusal(path: &str, name: &Value, licence: &Value) -> Objection {
    let what = format!("{name} has the licence {licence}, which is not among those allowed");
    Objection { path: path.into(), line: 1, what }
}
