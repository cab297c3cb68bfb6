//! Annotations as a table, papers as entries for a list of references: what other programs read, nothing of it merged.

use serde_json::{Value, json};

use super::link::Link;
use super::model::{Head, Sheet, Standing};

/// The columns of [`csv`].
const COLUMNS: [&str; 19] = [
    "paper_id",
    "paper",
    "title",
    "date",
    "arxiv_id",
    "note_id",
    "section",
    "finding",
    "quote",
    "note",
    "tags",
    "color",
    "highlight",
    "bookmark",
    "state",
    "created",
    "modified",
    "link",
    "url",
];

/// All notes of `sheets`, one a row, as RFC 4180 has it, with a byte order mark: spreadsheets take the file for UTF-8 by it.
/// Tags are joined by `;`. A cell that a spreadsheet would take for a formula begins with an apostrophe.
pub fn csv(sheets: &[Sheet]) -> String {
    let mut out = format!("\u{feff}{}\r\n", COLUMNS.join(","));
    for sheet in sheets {
        let head = &sheet.head;
        for note in &sheet.notes {
            let mark = &note.mark;
            let quotes: Vec<String> = mark.target.parts.iter().map(|part| part.quote.exact.clone()).collect();
            let tags: Vec<&str> = mark.tags.iter().map(String::as_str).collect();
            let yes = |is: bool| if is { "true" } else { "false" }.to_owned();
            let row = [
                head.key.0.clone(),
                head.name.clone(),
                head.title.clone().unwrap_or_default(),
                head.date.clone().unwrap_or_default(),
                head.arxiv_id.clone().unwrap_or_default(),
                mark.id.clone(),
                note.section.clone().unwrap_or_default(),
                note.finding.map(|finding| finding.to_string()).unwrap_or_default(),
                quotes.join("\n"),
                mark.note.clone(),
                tags.join(";"),
                mark.color.clone(),
                yes(mark.highlight),
                yes(mark.bookmark),
                match note.standing {
                    Standing::Paper => "paper",
                    Standing::Placed => "placed",
                    Standing::Lost => "lost",
                }
                .to_owned(),
                mark.created.clone(),
                mark.modified.clone(),
                note.link.to_string(),
                head.url().unwrap_or_default(),
            ];
            let cells: Vec<String> = row.iter().map(|cell| field(cell)).collect();
            out.push_str(&cells.join(","));
            out.push_str("\r\n");
        }
    }
    out
}

fn field(text: &str) -> String {
    let mut chars = text.chars();
    let (first, second) = (chars.next(), chars.next());
    let formula = match first {
        Some('=' | '@' | '\t' | '\r') => true,
        Some('+' | '-') => second.is_some_and(|second| !second.is_ascii_digit() && second != ' '),
        _ => false,
    };
    let guard = if formula { "'" } else { "" };
    if formula || text.contains([',', '"', '\n', '\r']) || text.starts_with(' ') || text.ends_with(' ') {
        format!("\"{guard}{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// The papers as BibTeX, each with what is known of it.
pub fn bibtex(heads: &[Head]) -> String {
    let mut out = String::new();
    let mut keys = std::collections::HashSet::new();
    for head in heads {
        let mut key = citation_key(head);
        if !keys.insert(key.clone()) {
            key = format!("{key}-{}", head.key.0.get(..8).unwrap_or(&head.key.0));
            keys.insert(key.clone());
        }
        let title = head.title.as_ref().unwrap_or(&head.name);
        // Doubled braces keep the case of the title.
        let mut fields = vec![("title", format!("{{{}}}", tex(title)))];
        let authors: Vec<String> = authors(head).iter().map(|author| tex(author)).collect();
        if !authors.is_empty() {
            fields.push(("author", authors.join(" and ")));
        }
        if let Some((year, month)) = published(head) {
            fields.push(("year", year.to_string()));
            fields.push(("month", month.to_string()));
        }
        if let Some(id) = &head.arxiv_id {
            fields.push(("eprint", id.clone()));
            fields.push(("archiveprefix", "arXiv".to_owned()));
        }
        if let Some(url) = head.url() {
            fields.push(("url", url.replace(['{', '}', '\\'], "")));
        }
        if let Some(topic) = &head.topic {
            fields.push(("keywords", tex(topic)));
        }
        let lines: String = fields.iter().map(|(name, value)| format!("  {name} = {{{value}}},\n")).collect();
        out.push_str(&format!("@misc{{{key},\n{lines}}}\n\n"));
    }
    out.truncate(out.trim_end().len());
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// The papers as CSL-JSON, each with what is known of it.
pub fn csl(heads: &[Head]) -> String {
    let items: Vec<Value> = heads
        .iter()
        .map(|head| {
            let mut item = json!({
                "id": head.key.0,
                "type": "article",
                "title": head.title.as_ref().unwrap_or(&head.name),
                "note": Link::Paper(head.key.0.clone()).to_string(),
            });
            let mut set = |name: &str, value: Value| {
                if let Some(item) = item.as_object_mut() {
                    item.insert(name.to_owned(), value);
                }
            };
            let authors: Vec<Value> = authors(head).into_iter().map(|literal| json!({ "literal": literal })).collect();
            if !authors.is_empty() {
                set("author", Value::from(authors));
            }
            if let Some((year, month)) = published(head) {
                set("issued", json!({ "date-parts": [[year, month]] }));
            }
            if let Some(id) = &head.arxiv_id {
                set("number", json!(format!("arXiv:{id}")));
                set("publisher", json!("arXiv"));
            }
            if let Some(url) = head.url() {
                set("URL", json!(url));
            }
            item
        })
        .collect();
    // Plain values always have a form in JSON.
    serde_json::to_string_pretty(&items).unwrap_or_default() + "\n"
}

fn authors(head: &Head) -> Vec<String> {
    let line = head.authors.as_deref().unwrap_or_default();
    let parts = line.split([',', '，', '、', ';', '；']).map(str::trim);
    parts.filter(|author| !author.is_empty()).map(str::to_owned).collect()
}

/// Year and month that an arXiv id says.
fn published(head: &Head) -> Option<(u32, u32)> {
    let digits = head.arxiv_id.as_ref()?.get(..4)?;
    let number: u32 = digits.parse().ok()?;
    let (year, month) = (2000 + number / 100, number % 100);
    ((1..=12).contains(&month) && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some((year, month))
}

fn citation_key(head: &Head) -> String {
    let name: String = head.name.chars().filter(char::is_ascii_alphanumeric).collect();
    let year = published(head).map(|(year, _)| year.to_string()).unwrap_or_default();
    if name.is_empty() {
        format!("kz{}", head.key.0.get(..8).unwrap_or(&head.key.0))
    } else {
        name.to_lowercase() + &year
    }
}

/// Text for TeX.
fn tex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for ch in text.chars() {
        match ch {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '{' | '}' | '%' | '&' | '#' | '$' | '_' => {
                out.push('\\');
                out.push(ch);
            }
            '\n' | '\r' | '\t' => out.push(' '),
            _ => out.push(ch),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::PaperKey;

    fn head(title: &str) -> Head {
        Head {
            key: PaperKey("0123456789abcdef".to_owned()),
            name: "Saltmarsh".to_owned(),
            title: Some(title.to_owned()),
            authors: Some("Ines Marlow、Tomas {W}".to_owned()),
            arxiv_id: Some("2601.00001".to_owned()),
            ..Head::default()
        }
    }

    #[test]
    fn cells_keep_their_text_and_are_no_formulas() {
        let check = |text: &str, expected: &str| assert_eq!(field(text), expected);
        check("plain 中文", "plain 中文");
        check("a, \"b\"\nc", "\"a, \"\"b\"\"\nc\"");
        check("=HYPERLINK(1)", "\"'=HYPERLINK(1)\"");
        check("-3%", "-3%");
        check("- item", "- item");
        check("@home", "\"'@home\"");
    }

    #[test]
    fn references_hold_what_is_known() {
        let bib = bibtex(&[head("50% of {Tides} & _x_"), head("Again")]);
        assert!(bib.starts_with("@misc{saltmarsh2026,\n  title = {{50\\% of \\{Tides\\} \\& \\_x\\_}},\n"), "{bib}");
        assert!(
            bib.contains("  author = {Ines Marlow and Tomas \\{W\\}},\n  year = {2026},\n  month = {1},\n"),
            "{bib}"
        );
        assert!(bib.contains("@misc{saltmarsh2026-01234567,\n"), "{bib}");
        let csl: Value = serde_json::from_str(&csl(&[head("T")])).expect("JSON");
        assert_eq!(csl[0]["author"][1]["literal"], "Tomas {W}");
        assert_eq!(csl[0]["issued"]["date-parts"][0], json!([2026, 1]));
        assert_eq!(csl[0]["URL"], "https://arxiv.org/abs/2601.00001");
    }
}
