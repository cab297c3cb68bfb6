//! Typesetting of invented passages: one file of cases for each habit.

use std::fmt::Write as _;
use std::path::Path;

use reading::typeset::{Prose, RunKind, typeset};

/// The cases of a file: lines that are neither empty nor comments.
fn cases(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/typeset").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let cases: Vec<String> =
        text.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")).map(str::to_owned).collect();
    assert!(cases.len() > 20, "{} is missing or short", path.display());
    cases
}

/// Formulas of `text` in `⟦⟧`, and their TeX.
fn with_formulas(text: &str, prose: Prose) -> (String, Vec<String>) {
    let (mut marked, mut tex) = (String::new(), Vec::new());
    for run in typeset(text, prose) {
        match run.kind {
            RunKind::Math(math) => {
                let _ = write!(marked, "⟦{}⟧", run.span.of(text));
                tex.push(math.tex);
            }
            _ => marked.push_str(run.span.of(text)),
        }
    }
    (marked.replace("⟧⟦", ""), tex)
}

/// Compares all before it fails, so that one run shows every case that is wrong.
fn compare(wrong: &mut Vec<String>, found: &str, expected: &str) {
    if found != expected {
        wrong.push(format!("expected {expected}\n   found {found}"));
    }
}

#[test]
fn doubled_formulas_become_one_and_repetitions_stay() {
    let mut wrong = Vec::new();
    for case in cases("doubled.case") {
        let (marked, tex) = case.split_once(" => ").unwrap_or((&case, ""));
        let text: String = marked.chars().filter(|c| !"⟦⟧".contains(*c)).collect();
        let (found, found_tex) = with_formulas(&text, Prose::Quote);
        compare(&mut wrong, &format!("{found} => {}", found_tex.join(" ¦ ")), &format!("{marked} => {tex}"));
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn plain_text_mathematics_becomes_formulas_and_names_stay() {
    let mut wrong = Vec::new();
    for case in cases("notation.case") {
        let text: String = case.chars().filter(|c| !"⟦⟧".contains(*c)).collect();
        compare(&mut wrong, &with_formulas(&text, Prose::Review).0, &case);
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn flattened_tables_get_their_rows_and_doubtful_ones_keep_their_bars() {
    let mut wrong = Vec::new();
    for case in cases("tables.case") {
        let (text, expected) = case.split_once(" => ").unwrap_or((&case, ""));
        let runs = typeset(text, Prose::Quote);
        let mut found = String::new();
        if let [run] = runs.as_slice()
            && let RunKind::Table(table) = &run.kind
        {
            let rows = table.cell_texts(text).into_iter().zip(&table.rows).map(|(cells, row)| {
                let group = if row.group { "> " } else { "" };
                format!("{group}{}", cells.join(" ¦ "))
            });
            found = format!("{}{}", if table.header { "# " } else { "" }, rows.collect::<Vec<_>>().join(" ¶ "));
        }
        compare(&mut wrong, &format!("{text} => {found}"), &format!("{text} => {expected}"));
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
