//! The checksum of a record: SHA-256 over the record without its `marker`, written as Python's
//! `json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)` writes it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use super::scan::{Tape, Value};
use super::string;

/// The checksum of the object `record` in lower-case hexadecimal.
pub(super) fn checksum(tape: &Tape<'_>, record: usize) -> String {
    let mut writer = Writer { tape, hash: Sha256::new(), steps: Vec::new(), without: Some("marker") };
    writer.steps.push(Step::Value(record));
    while let Some(step) = writer.steps.pop() {
        writer.take(step);
    }
    let mut hex = String::with_capacity(64);
    for byte in writer.hash.finalize() {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// What is still to be written; the last comes first. A list of steps instead of recursion: depth costs no stack.
enum Step {
    Value(usize),
    Key(String),
    Text(&'static str),
}

struct Writer<'t, 's> {
    tape: &'t Tape<'s>,
    hash: Sha256,
    steps: Vec<Step>,
    /// Name left out of the outermost object.
    without: Option<&'static str>,
}

impl Writer<'_, '_> {
    fn take(&mut self, step: Step) {
        match step {
            Step::Text(text) => self.hash.update(text),
            Step::Key(key) => {
                self.string(&key);
                self.hash.update(":");
            }
            Step::Value(node) => self.value(node),
        }
    }

    fn value(&mut self, node: usize) {
        let span = self.tape.span(node);
        let raw = span.of(self.tape.source);
        match self.tape.value(node) {
            Value::Object => self.object(node),
            Value::Array => self.array(node),
            Value::String => {
                let text = string::decode(string::inside(span, self.tape.source), self.tape.source);
                self.string(&text);
            }
            Value::Number => self.hash.update(number(raw)),
            Value::Bool | Value::Null | Value::Junk => self.hash.update(raw),
        }
    }

    fn object(&mut self, node: usize) {
        let mut members = BTreeMap::new();
        for child in self.tape.children(node) {
            let Some(key) = self.tape.nodes.get(child).and_then(|child| child.key) else { continue };
            members.insert(string::decode(key, self.tape.source), child);
        }
        if let Some(name) = self.without.take() {
            members.remove(name);
        }
        self.hash.update("{");
        self.steps.push(Step::Text("}"));
        let first = self.steps.len();
        for (key, child) in members.into_iter().rev() {
            self.steps.extend([Step::Value(child), Step::Key(key), Step::Text(",")]);
        }
        self.drop_first_comma(first);
    }

    fn array(&mut self, node: usize) {
        self.hash.update("[");
        self.steps.push(Step::Text("]"));
        let first = self.steps.len();
        let children: Vec<usize> = self.tape.children(node).collect();
        for child in children.into_iter().rev() {
            self.steps.extend([Step::Value(child), Step::Text(",")]);
        }
        self.drop_first_comma(first);
    }

    fn drop_first_comma(&mut self, first: usize) {
        if self.steps.len() > first {
            self.steps.pop();
        }
    }

    fn string(&mut self, text: &str) {
        let mut written = String::with_capacity(text.len() + 2);
        written.push('"');
        for letter in text.chars() {
            match letter {
                '"' => written.push_str("\\\""),
                '\\' => written.push_str("\\\\"),
                '\n' => written.push_str("\\n"),
                '\r' => written.push_str("\\r"),
                '\t' => written.push_str("\\t"),
                '\u{8}' => written.push_str("\\b"),
                '\u{c}' => written.push_str("\\f"),
                '\0'..'\u{20}' => {
                    let _ = write!(written, "\\u{:04x}", u32::from(letter));
                }
                _ => written.push(letter),
            }
        }
        written.push('"');
        self.hash.update(written);
    }
}

/// A number as Python writes it back: whole numbers digit by digit, others as `repr(float)`.
fn number(raw: &str) -> String {
    if !raw.contains(['.', 'e', 'E']) {
        return if raw == "-0" { "0".to_owned() } else { raw.to_owned() };
    }
    let value: f64 = raw.parse().unwrap_or(f64::NAN);
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    // The shortest digits that read back as the same value, `d.ddde±x`: the same in both languages.
    let scientific = format!("{:e}", value.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let sign = if value.is_sign_negative() { "-" } else { "" };
    format!("{sign}{}", python_float(&digits, exponent))
}

/// Lays out `digits` (the first before the point) times ten to the `exponent`.
fn python_float(digits: &str, exponent: i32) -> String {
    if !(-4..16).contains(&exponent) {
        let (first, rest) = digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{first}{point}{rest}e{sign}{:02}", exponent.abs());
    }
    if exponent < 0 {
        let zeros = usize::try_from(-exponent - 1).unwrap_or(0);
        return format!("0.{}{digits}", "0".repeat(zeros));
    }
    let whole = usize::try_from(exponent).unwrap_or(0) + 1;
    if digits.len() <= whole {
        format!("{digits}{}.0", "0".repeat(whole - digits.len()))
    } else {
        let (left, right) = digits.split_at(whole);
        format!("{left}.{right}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_python_writes_them() {
        for (raw, expected) in [
            ("11.0", "11.0"),
            ("0.0", "0.0"),
            ("-0.0", "-0.0"),
            ("-0", "0"),
            ("0.40", "0.4"),
            ("1e16", "1e+16"),
            ("1e15", "1000000000000000.0"),
            ("0.0001", "0.0001"),
            ("0.00001", "1e-05"),
            ("1.5E-7", "1.5e-07"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("1e999", "Infinity"),
            ("5e-324", "5e-324"),
            ("1.7976931348623157e308", "1.7976931348623157e+308"),
            ("9007199254740993.0", "9007199254740992.0"),
            ("12345678901234567.0", "1.2345678901234568e+16"),
            ("3.14", "3.14"),
            ("100", "100"),
            ("2.50e2", "250.0"),
        ] {
            assert_eq!(number(raw), expected, "{raw}");
        }
    }

    #[test]
    fn the_checksum_is_that_of_python() {
        // Computed by Python 3 from the same source; of two members `y` the last counts.
        let source = r#"{"marker": "x", "b": [1, 2.0, null], "\u00e9": "中\"\n\u007f\u0001", "a": {"y": 1, "z": true, "y": {}}}"#;
        let tape = Tape::scan_from(source, 0);
        assert_eq!(checksum(&tape, 0), "d1b02c103bd111690e9bb251ec88880b19b2c3e86baa6056f4a7a49cb37bf916");
    }
}
