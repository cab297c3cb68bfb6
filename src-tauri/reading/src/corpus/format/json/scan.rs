//! A scanner of JSON that keeps places and does not give up: what follows an error is read as if it stood there.
//!
//! Nodes lie in one list in the order of the source, each with the index after its subtree, so nesting of any depth
//! costs no stack. Commas are not checked; brackets that the end of the text leaves open are closed there.

use crate::corpus::{Warning, WarningKind};
use crate::text::ByteSpan;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::corpus) enum Value {
    Object,
    Array,
    String,
    Number,
    Bool,
    Null,
    /// Characters that are no JSON.
    Junk,
}

/// A value at its place.
#[derive(Clone, Copy, Debug)]
pub(in crate::corpus) struct Node {
    pub(in crate::corpus) value: Value,
    /// In the source; a string's quotes and a container's brackets included.
    pub(in crate::corpus) span: ByteSpan,
    /// The name inside an object, without its quotes, escapes as the source has them.
    pub(in crate::corpus) key: Option<ByteSpan>,
    /// Index of the first node after this one's subtree.
    pub(in crate::corpus) after: usize,
}

/// All values of a text.
pub(in crate::corpus) struct Tape<'s> {
    pub(in crate::corpus) source: &'s str,
    pub(in crate::corpus) nodes: Vec<Node>,
    pub(in crate::corpus) warnings: Vec<Warning>,
    /// The text ended inside a value.
    pub(in crate::corpus) cut: bool,
}

/// Syntax errors listed one by one; the rest is only counted. A text that is all errors stays readable.
const LISTED_ERRORS: usize = 50;

impl<'s> Tape<'s> {
    /// Scans `source` from the byte `start`; places count from the beginning of `source`.
    pub(in crate::corpus) fn scan_from(source: &'s str, start: usize) -> Self {
        let mut scanner = Scanner {
            tape: Tape { source, nodes: Vec::new(), warnings: Vec::new(), cut: false },
            at: start,
            open: Vec::new(),
            open_objects: 0,
            key: None,
            errors: 0,
        };
        scanner.run();
        scanner.tape
    }

    /// The nodes on the outermost level.
    pub(in crate::corpus) fn roots(&self) -> impl Iterator<Item = usize> {
        Siblings { nodes: &self.nodes, next: 0, end: self.nodes.len() }
    }

    /// The nodes directly inside `node`.
    pub(in crate::corpus) fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let end = self.nodes.get(node).map_or(0, |parent| parent.after);
        Siblings { nodes: &self.nodes, next: node + 1, end }
    }

    /// `node` and all nodes inside it that are no containers and not null.
    pub(in crate::corpus) fn scalars(&self, node: usize) -> impl Iterator<Item = usize> {
        let end = self.nodes.get(node).map_or(node, |parent| parent.after);
        (node..end).filter(|&index| !matches!(self.value(index), Value::Object | Value::Array | Value::Null))
    }

    /// What `node` is.
    pub(in crate::corpus) fn value(&self, node: usize) -> Value {
        self.nodes.get(node).map_or(Value::Null, |node| node.value)
    }

    /// Where `node` stands.
    pub(in crate::corpus) fn span(&self, node: usize) -> ByteSpan {
        self.nodes.get(node).map_or_else(ByteSpan::default, |node| node.span)
    }

    /// The name of `node` as the source writes it; empty in arrays.
    pub(in crate::corpus) fn key(&self, node: usize) -> &'s str {
        self.nodes.get(node).and_then(|node| node.key).map_or("", |key| key.of(self.source))
    }

    /// The member of the object `node` that has the name. Of several the last counts, as Python has it.
    pub(in crate::corpus) fn member(&self, node: usize, key: &str) -> Option<usize> {
        self.children(node).filter(|&child| self.key(child) == key).last()
    }
}

struct Siblings<'t> {
    nodes: &'t [Node],
    next: usize,
    end: usize,
}

impl Iterator for Siblings<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let index = self.next;
        if index >= self.end {
            return None;
        }
        self.next = self.nodes.get(index)?.after;
        Some(index)
    }
}

struct Scanner<'s> {
    tape: Tape<'s>,
    at: usize,
    /// Indices of the containers that are open.
    open: Vec<usize>,
    open_objects: usize,
    key: Option<ByteSpan>,
    errors: usize,
}

impl Scanner<'_> {
    fn run(&mut self) {
        while let Some(byte) = self.next_visible() {
            match byte {
                b'{' => self.open(Value::Object),
                b'[' => self.open(Value::Array),
                b'}' => self.close(Value::Object),
                b']' => self.close(Value::Array),
                b',' => {
                    self.drop_key();
                    self.at += 1;
                }
                b'"' => self.string(),
                _ => self.word(),
            }
        }
        self.drop_key();
        let end = self.tape.source.len();
        if !self.open.is_empty() {
            self.tape.cut = true;
            self.error(end, "the text ends inside an object or a list");
        }
        while let Some(index) = self.open.pop() {
            self.finish(index, end);
        }
        if self.errors > LISTED_ERRORS {
            let message = format!("{} more places are no JSON", self.errors - LISTED_ERRORS);
            self.tape.warnings.push(Warning { at: end, message, kind: WarningKind::Limit });
        }
    }

    fn next_visible(&mut self) -> Option<u8> {
        let rest = self.tape.source.as_bytes().get(self.at..)?;
        self.at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.tape.source.as_bytes().get(self.at).copied()
    }

    fn error(&mut self, at: usize, message: &str) {
        self.errors += 1;
        if self.errors <= LISTED_ERRORS {
            self.tape.warnings.push(Warning { at, message: message.to_owned(), kind: WarningKind::Syntax });
        }
    }

    fn push(&mut self, value: Value, span: ByteSpan) -> usize {
        let index = self.tape.nodes.len();
        let key = self.key.take();
        if key.is_none() && self.in_object() && value != Value::Junk {
            self.error(span.start, "a value in an object has no name");
        }
        self.tape.nodes.push(Node { value, span, key, after: index + 1 });
        index
    }

    fn in_object(&self) -> bool {
        self.open.last().is_some_and(|&index| self.tape.value(index) == Value::Object)
    }

    fn open(&mut self, value: Value) {
        let index = self.push(value, ByteSpan::new(self.at, self.at + 1));
        self.open.push(index);
        self.open_objects += usize::from(value == Value::Object);
        self.at += 1;
    }

    fn close(&mut self, value: Value) {
        self.drop_key();
        let objects = self.open_objects;
        let open = if value == Value::Object { objects } else { self.open.len() - objects };
        let end = self.at + 1;
        if open == 0 {
            self.error(self.at, "a closing bracket has no opening one");
            self.at = end;
            return;
        }
        while let Some(index) = self.open.pop() {
            let closed = self.tape.value(index);
            self.finish(index, end);
            self.open_objects -= usize::from(closed == Value::Object);
            if closed == value {
                break;
            }
            self.error(self.at, "a bracket is closed by one of another kind");
        }
        self.at = end;
    }

    fn finish(&mut self, index: usize, end: usize) {
        let after = self.tape.nodes.len();
        if let Some(node) = self.tape.nodes.get_mut(index) {
            node.after = after;
            node.span.end = end;
        }
    }

    /// A name that no value follows stays visible.
    fn drop_key(&mut self) {
        if let Some(key) = self.key.take() {
            self.push(Value::Junk, key);
            self.error(key.start, "a name has no value");
        }
    }

    fn string(&mut self) {
        let start = self.at;
        let bytes = self.tape.source.as_bytes();
        let mut end = start + 1;
        let closed = loop {
            match memchr::memchr2(b'"', b'\\', bytes.get(end..).unwrap_or_default()) {
                None => break false,
                Some(found) if bytes.get(end + found) == Some(&b'"') => {
                    end += found + 1;
                    break true;
                }
                Some(found) => end += found + 2,
            }
        };
        if !closed {
            end = bytes.len();
            self.tape.cut = true;
            self.error(start, "a string is not closed");
        }
        self.at = end;
        let span = ByteSpan::new(start, end);
        if closed && self.key.is_none() && self.in_object() && self.next_visible() == Some(b':') {
            self.at += 1;
            self.key = Some(ByteSpan::new(start + 1, end - 1));
        } else {
            self.push(Value::String, span);
        }
    }

    fn word(&mut self) {
        let rest = self.tape.source.get(self.at..).unwrap_or_default();
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || b",{}[]\"".contains(byte);
        let length = rest.as_bytes().iter().position(is_end).unwrap_or(rest.len());
        let word = rest.get(..length).unwrap_or_default();
        let value = match word {
            "true" | "false" => Value::Bool,
            "null" => Value::Null,
            _ if is_number(word) => Value::Number,
            _ => Value::Junk,
        };
        let span = ByteSpan::new(self.at, self.at + length);
        if value == Value::Junk {
            self.error(self.at, "these characters are no JSON");
        }
        self.push(value, span);
        self.at = span.end;
    }
}

/// Whether `word` is a number as JSON writes it.
fn is_number(word: &str) -> bool {
    let word = word.strip_prefix('-').unwrap_or(word);
    let (mantissa, exponent) = word.split_once(['e', 'E']).map_or((word, None), |(left, right)| (left, Some(right)));
    let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(left, right)| (left, Some(right)));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|text| digits(text.strip_prefix(['+', '-']).unwrap_or(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of `source`, one line each: depth, name, text.
    fn outline(source: &str) -> String {
        let tape = Tape::scan_from(source, 0);
        let mut lines = String::new();
        let mut ends: Vec<usize> = Vec::new();
        for (index, node) in tape.nodes.iter().enumerate() {
            ends.retain(|&end| end > index);
            let text = match node.value {
                Value::Object => "{}",
                Value::Array => "[]",
                _ => node.span.of(source),
            };
            lines.push_str(&format!("{}{}:{text} ", "·".repeat(ends.len()), tape.key(index)));
            ends.push(node.after);
        }
        lines.trim_end().to_owned()
    }

    #[track_caller]
    fn check(source: &str, expected: &str, errors: usize) {
        assert_eq!(outline(source), expected);
        assert_eq!(Tape::scan_from(source, 0).warnings.len(), errors, "{:?}", Tape::scan_from(source, 0).warnings);
    }

    #[test]
    fn values_keep_order_depth_and_names() {
        check(r#"{"a": [1, "x\"y"], "b": {"c": null}}"#, r#":{} ·a:[] ··:1 ··:"x\"y" ·b:{} ··c:null"#, 0);
        check("{} \n {\"a\":-1.5e3}", ":{} :{} ·a:-1.5e3", 0);
    }

    #[test]
    fn what_follows_an_error_is_still_read() {
        check(r#"{"a": "x", "b": [1, {"c": "cut"#, r#":{} ·a:"x" ·b:[] ··:1 ··:{} ···c:"cut"#, 2);
        check(r#"{"a": [1 } "b""#, r#":{} ·a:[] ··:1 :"b""#, 1);
        check(r#"{"a": , "b": oops, 7}"#, r#":{} ·:a ·b:oops ·:7"#, 3);
        check("]}{", ":{}", 3);
    }

    #[test]
    fn nesting_costs_no_stack_and_errors_are_not_listed_without_end() {
        let deep = "[".repeat(200_000);
        assert_eq!(Tape::scan_from(&deep, 0).nodes.len(), 200_000);
        let closed = format!("{deep}{}", "}".repeat(200_000));
        assert_eq!(Tape::scan_from(&closed, 0).warnings.len(), LISTED_ERRORS + 1);
    }
}
