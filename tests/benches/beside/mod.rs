//! What else could search the same texts: a plain Tantivy index, SQLite's FTS5, Recoll.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use reading::text::is_wide;
use tantivy::schema::{IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{TextAnalyzer, Token, TokenStream, Tokenizer};
use tantivy::{Index, TantivyDocument};

use super::{Known, size_of};

/// The least that an index of Chinese needs: words, and pairs of characters, with positions.
pub(crate) fn plain_tantivy(folder: &Path, known: &[Known]) -> String {
    fs::create_dir_all(folder).unwrap();
    let mut schema = Schema::builder();
    let indexing =
        TextFieldIndexing::default().set_tokenizer("plain").set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let body = schema.add_text_field("body", TextOptions::default().set_indexing_options(indexing));
    let index = Index::create_in_dir(folder, schema.build()).unwrap();
    index.tokenizers().register("plain", TextAnalyzer::from(Plain));
    let start = Instant::now();
    let mut writer = index.writer_with_num_threads::<TantivyDocument>(2, 80 << 20).unwrap();
    for known in known {
        let mut document = TantivyDocument::default();
        document.add_text(body, &known.folded);
        writer.add_document(document).unwrap();
    }
    writer.commit().unwrap();
    let took = start.elapsed();
    writer.wait_merging_threads().unwrap();
    format!("{:.1} s, {:.0} MB", took.as_secs_f64(), size_of(folder) as f64 / 1e6)
}

#[derive(Clone)]
struct Plain;

struct PlainTokens<'a> {
    text: &'a str,
    at: usize,
    token: Token,
}

impl Tokenizer for Plain {
    type TokenStream<'a> = PlainTokens<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> PlainTokens<'a> {
        PlainTokens { text, at: 0, token: Token { position: 0, ..Token::default() } }
    }
}

impl TokenStream for PlainTokens<'_> {
    fn advance(&mut self) -> bool {
        loop {
            let rest = &self.text[self.at..];
            let Some(first) = rest.chars().next() else { return false };
            let is_letter = |ch: char| ch.is_alphanumeric() && !is_wide(ch);
            let end = if is_letter(first) {
                let end = rest.find(|ch| !is_letter(ch)).unwrap_or(rest.len());
                self.at += end;
                end
            } else {
                self.at += first.len_utf8();
                match rest.chars().nth(1).filter(|next| is_wide(first) && is_wide(*next)) {
                    Some(next) => first.len_utf8() + next.len_utf8(),
                    None => continue,
                }
            };
            self.token.text.clear();
            self.token.text.push_str(&rest[..end]);
            self.token.position += 1;
            return true;
        }
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

pub(crate) fn sqlite(path: &Path, known: &[Known]) -> rusqlite::Connection {
    let start = Instant::now();
    let mut connection = rusqlite::Connection::open(path).unwrap();
    connection.execute_batch("CREATE VIRTUAL TABLE t USING fts5(body, tokenize='trigram', detail='full')").unwrap();
    let transaction = connection.transaction().unwrap();
    {
        let mut insert = transaction.prepare("INSERT INTO t(body) VALUES (?1)").unwrap();
        for known in known {
            insert.execute([&known.folded]).unwrap();
        }
    }
    transaction.commit().unwrap();
    println!(
        "SQLite FTS5 trigram: {:.1} s, {:.0} MB",
        start.elapsed().as_secs_f64(),
        fs::metadata(path).unwrap().len() as f64 / 1e6
    );
    connection
}

pub(crate) fn ask_sqlite(connection: &rusqlite::Connection, parts: &[String]) -> i64 {
    let likes: Vec<String> = parts.iter().map(|part| format!("body LIKE '%{}%'", part.replace('\'', "''"))).collect();
    let query = format!("SELECT count(*) FROM t WHERE {}", likes.join(" AND "));
    connection.query_row(&query, [], |row| row.get(0)).unwrap_or(0)
}

/// Recoll's index of the files; the tool's own processes, as ripgrep's.
pub(crate) struct Recoll {
    folder: PathBuf,
}

impl Recoll {
    /// `None` where it is not installed.
    pub(crate) fn index(folder: &Path, corpus: &Path) -> Option<Self> {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("recoll.conf"), format!("topdirs = {}\ncjkngramlen = 2\n", corpus.display())).unwrap();
        let start = Instant::now();
        let done = Command::new("recollindex").arg("-c").arg(folder).output().ok()?;
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        println!(
            "Recoll: {:.1} s, {:.0} MB",
            start.elapsed().as_secs_f64(),
            size_of(&folder.join("xapiandb")) as f64 / 1e6
        );
        Some(Self { folder: folder.to_owned() })
    }

    /// How many files hold all parts, by its account.
    pub(crate) fn ask(&self, parts: &[String]) -> usize {
        let query: Vec<String> = parts.iter().map(|part| format!("\"{}\"", part.replace('"', " "))).collect();
        let told =
            Command::new("recollq").arg("-c").arg(&self.folder).args(["-n", "1", &query.join(" ")]).output().unwrap();
        let told = String::from_utf8_lossy(&told.stdout).into_owned();
        let results = told.lines().find_map(|line| line.split_once(" results"));
        results.and_then(|(count, _)| count.trim().parse().ok()).unwrap_or(0)
    }
}
