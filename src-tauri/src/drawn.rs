//! The first frame: the page as it was drawn last, put into the interface's document before the webview reads it, so that
//! a readable paper is on screen before any script has run. The interface then takes its place.
//!
//! The markup is the interface's own, read back from a sealed file of the cache; the content policy runs no script that
//! is not the program's. It is shown only where the paper, the settings and the interface are those that it was drawn of.

use serde::{Deserialize, Serialize};

use crate::wire::{DrawnPage, PaperView, Start};

/// What stands in the document where the interface is put.
const EMPTY: &str = r#"<div id="app"></div>"#;
const ROOT: &str = r#"<html lang="zh-Hans">"#;
/// Attributes of the root that the interface sets; no other is put back.
const ROOT_ATTRIBUTES: [&str; 4] = ["lang", "data-theme", "data-reading", "style"];

/// A drawn page, and what it was drawn of.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    page: DrawnPage,
    of: String,
}

/// What is kept for the next start: the page, with the state of its paper.
pub(crate) fn kept(page: DrawnPage, paper: &PaperView) -> Vec<u8> {
    let of = fingerprint(paper);
    serde_json::to_vec(&Kept { page, of }).unwrap_or_default()
}

/// The page, where it shows what the interface is about to show.
pub(crate) fn matching(kept: &[u8], start: &Start) -> Option<DrawnPage> {
    let Kept { page, of } = serde_json::from_slice(kept).ok()?;
    let paper = start.paper.as_ref()?;
    let is_same = page.paper == paper.id && of == fingerprint(paper);
    is_same.then_some(page)
}

/// The interface's document with the page in it; `None` where it belongs to another build of the interface.
pub(crate) fn put_into(document: &str, page: &DrawnPage) -> Option<String> {
    if page.script.is_empty() || !document.contains(&page.script) || !document.contains(EMPTY) {
        return None;
    }
    let mut root = String::from("<html");
    for (name, value) in page.root.iter().filter(|(name, _)| ROOT_ATTRIBUTES.contains(&name.as_str())) {
        root.push_str(&format!(r#" {name}="{}""#, escaped(value)));
    }
    root.push('>');
    let app = format!(r#"<div id="app" inert>{}</div>"#, page.body);
    Some(document.replacen(ROOT, &root, 1).replacen(EMPTY, &app, 1))
}

/// Of everything that the interface shows of the paper, but for the place in it.
fn fingerprint(paper: &PaperView) -> String {
    let mut paper = paper.clone();
    paper.place = None;
    let bytes = serde_json::to_vec(&paper).unwrap_or_default();
    blake3::hash(&bytes).to_hex().to_string()
}

fn escaped(value: &str) -> String {
    value.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = r#"<!doctype html><html lang="zh-Hans"><head><script src="/assets/main-1.js"></script></head>
        <body><div id="app"></div></body></html>"#;

    fn page() -> DrawnPage {
        DrawnPage {
            paper: "2026-11-02/a".to_owned(),
            script: "/assets/main-1.js".to_owned(),
            root: vec![
                ("lang".to_owned(), "en".to_owned()),
                ("style".to_owned(), r#"--x: "1""#.to_owned()),
                ("onload".to_owned(), "x()".to_owned()),
            ],
            body: "<main>页</main>".to_owned(),
        }
    }

    #[test]
    fn the_page_is_put_where_the_interface_will_be() {
        let document = put_into(DOCUMENT, &page()).unwrap_or_default();
        assert!(document.contains(r#"<html lang="en" style="--x: &quot;1&quot;">"#), "{document}");
        assert!(document.contains(r#"<div id="app" inert><main>页</main></div></body>"#), "{document}");
        assert!(!document.contains("onload"), "{document}");
    }

    #[test]
    fn a_page_of_another_build_is_left_out() {
        assert_eq!(put_into(&DOCUMENT.replace("main-1", "main-2"), &page()), None);
        assert_eq!(put_into(DOCUMENT, &DrawnPage { script: String::new(), ..page() }), None);
    }

    /// The start on the bundled sample.
    fn start() -> Start {
        let room = tempfile::tempdir().unwrap();
        let at = |name: &str| room.path().join(name);
        let dirs = library::Dirs { config: at("config"), cache: at("cache"), data: at("data") };
        let sample =
            library::Sample { name: "s.json".into(), bytes: include_bytes!("../sample/2026-11-02.json").to_vec() };
        crate::state::first_answer(&library::Session::open(&dirs, Some(sample), |_| ()), None, Vec::new())
    }

    #[test]
    fn a_page_is_shown_only_where_its_paper_is_as_it_was() {
        let start = start();
        let paper = start.paper.clone().unwrap();
        let drawn = DrawnPage { paper: paper.id.clone(), ..page() };
        let bytes = kept(drawn.clone(), &paper);
        assert_eq!(matching(&bytes, &start), Some(drawn));
        let moved =
            PaperView { place: Some(crate::wire::Place { passage: "method.0".into(), offset: 0.1 }), ..paper.clone() };
        assert!(matching(&bytes, &Start { paper: Some(moved), ..start.clone() }).is_some(), "only the place differs");
        let renamed = PaperView { name: "另名".to_owned(), ..paper };
        assert_eq!(matching(&bytes, &Start { paper: Some(renamed), ..start.clone() }), None);
        assert_eq!(matching(&bytes, &Start { paper: None, ..start.clone() }), None);
        assert_eq!(matching(b"{", &start), None);
    }
}
