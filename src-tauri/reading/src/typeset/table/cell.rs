//! What stands between two bars: words, values, formulas.

use std::iter::Peekable;
use std::slice::Iter;

use super::super::{Run, RunKind};
use crate::text::ByteSpan;

/// A word, a value, a formula or a citation mark; none is ever split between cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) span: ByteSpan,
    pub(super) is_value: bool,
}

/// The tokens between two bars.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) tokens: Vec<Token>,
}

/// How a piece may fall apart into the last cell of a row and the first cell of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Border {
    /// It is one cell: nothing, one token, or one value with its unit.
    None,
    /// A value and then, from this token on, a label or another value.
    Certain(usize),
    /// A value and then, from this token on, a word in lower case, which may be its unit.
    Unit(usize),
    /// Words: the border may stand before any but the first.
    Words,
}

impl Piece {
    /// Cuts `span` at white space; runs stay whole. `None` where a run crosses the end or a bracket stays open.
    pub(super) fn read(text: &str, span: ByteSpan, runs: &mut Peekable<Iter<'_, Run>>) -> Option<Self> {
        let mut tokens: Vec<Token> = Vec::new();
        let mut at = span.start;
        let mut open = 0usize;
        while at < span.end {
            while runs.next_if(|run| run.span.end <= at).is_some() {}
            if let Some(run) = runs.peek().filter(|run| run.span.start == at) {
                let end = run.span.end;
                if end > span.end {
                    return None;
                }
                match run.kind {
                    RunKind::Hidden => {}
                    _ => tokens.push(Token { span: run.span, is_value: is_value_run(text, run) }),
                }
                at = end;
                continue;
            }
            let limit = runs.peek().map_or(span.end, |run| run.span.start.min(span.end));
            let rest = &text[at..limit];
            let word = rest.split(char::is_whitespace).next().unwrap_or_default();
            if word.is_empty() {
                at += rest.chars().next().map_or(1, char::len_utf8);
                continue;
            }
            let token = ByteSpan::new(at, at + word.len());
            // `( 0.2 )`, `Name (ours, all tasks)`: what brackets hold belongs together with them.
            let within = open > 0;
            for byte in word.bytes() {
                match byte {
                    b'(' | b'[' => open += 1,
                    b')' | b']' => open = open.checked_sub(1)?,
                    _ => {}
                }
            }
            match tokens.last_mut() {
                Some(last) if within => {
                    last.span.end = token.end;
                    let bare: String = last.span.of(text).split_whitespace().collect();
                    last.is_value = is_value(&bare);
                }
                _ => tokens.push(Token { span: token, is_value: is_value(word) }),
            }
            at = token.end;
        }
        (open == 0).then_some(Self { tokens })
    }

    /// From the first to the last token; `None` for an empty piece.
    pub(super) fn span(&self) -> Option<ByteSpan> {
        Some(ByteSpan::new(self.tokens.first()?.span.start, self.tokens.last()?.span.end))
    }

    /// The characters of the tokens from `from` on.
    pub(super) fn words<'a>(&self, text: &'a str, from: usize) -> &'a str {
        match (self.tokens.get(from), self.tokens.last()) {
            (Some(first), Some(last)) => ByteSpan::new(first.span.start, last.span.end).of(text),
            _ => "",
        }
    }

    /// Whether it is a value and nothing else, its unit included.
    pub(super) fn is_value(&self, text: &str) -> bool {
        !self.tokens.is_empty() && self.value_tokens(text) == self.tokens.len() || self.is_value_with_unit(text)
    }

    /// Whether it is a value with a unit after a space.
    pub(super) fn is_value_with_unit(&self, text: &str) -> bool {
        let value = self.value_tokens(text);
        value > 0
            && self.tokens.len() == value + 1
            && self.tokens.last().is_some_and(|unit| is_unit(unit.span.of(text)))
    }

    /// How it may fall apart.
    pub(super) fn border(&self, text: &str) -> Border {
        let count = self.tokens.len();
        if count < 2 {
            return Border::None;
        }
        let value = self.value_tokens(text);
        if value == 0 {
            return Border::Words;
        }
        let Some(next) = self.tokens.get(value) else { return Border::None };
        let word = next.span.of(text);
        // `0.31 - memory`, `44.2 k = 8`: what a row changes is its label.
        let label = self.tokens.get(value + 1).filter(|_| matches!(word, "-" | "−" | "–" | "+"));
        if label.is_some_and(|label| !label.is_value) || word.contains(" = ") || is_symbol(word) {
            return Border::Certain(value);
        }
        if next.is_value {
            // A second value must be all of the rest: `0.8 2 | …` is a border, `0.8 2024 report` could be several.
            let rest = Self { tokens: self.tokens[value..].to_vec() };
            return if rest.is_value(text) { Border::Certain(value) } else { Border::Words };
        }
        if is_unit(word) {
            return if count == value + 1 { Border::None } else { Self::after_unit(self, text, value + 1) };
        }
        if word.starts_with(|c: char| c.is_lowercase()) && !word.starts_with("w/") {
            return if count == value + 1 { Border::Unit(value) } else { Border::Certain(value) };
        }
        Border::Certain(value)
    }

    fn after_unit(&self, text: &str, from: usize) -> Border {
        match self.tokens.get(from) {
            Some(next) if next.span.of(text).starts_with(char::is_lowercase) => Border::Words,
            Some(_) => Border::Certain(from),
            None => Border::None,
        }
    }

    /// How many tokens at the start are one value: `83.4`, `83.4 ± 0.2`, `83.4 (0.2)`, `85 %`.
    fn value_tokens(&self, text: &str) -> usize {
        let Some(first) = self.tokens.first() else { return 0 };
        if !first.is_value {
            // A sign that stands apart: `< 0.05`.
            let sign = matches!(first.span.of(text), "<" | ">" | "≤" | "≥" | "±" | "~" | "≈" | "+" | "−" | "$");
            return if sign && self.tokens.get(1).is_some_and(|token| token.is_value) { 2 } else { 0 };
        }
        let mut at = 1;
        while let Some(token) = self.tokens.get(at) {
            let word = token.span.of(text);
            // `71.3 ↑ 4.2`: a value and how far it rose.
            if matches!(word, "±" | "/" | "–" | "+/-" | "↑" | "↓")
                && self.tokens.get(at + 1).is_some_and(|next| next.is_value)
            {
                at += 2;
            } else if matches!(word, "%" | "×" | "↑" | "↓" | "*" | "†" | "‡" | "∗" | "°")
                || is_mark(word)
                || word.starts_with('±') && token.is_value
                // `1.00 (ref)`, `12 ( 3.4 % )`: brackets after a value are part of it.
                || word.starts_with('(')
            {
                at += 1;
            } else {
                break;
            }
        }
        at
    }

    /// Sentences are no cells.
    pub(super) fn is_prose(&self, text: &str) -> bool {
        let words = self.tokens.iter().map(|token| token.span.of(text));
        let sentence_end = self.tokens.iter().rev().skip(1).any(|token| {
            let word = token.span.of(text);
            let stem = word.trim_end_matches(['.', ';', ':']);
            word.ends_with(['.', ';', ':']) && stem.chars().count() > 3 && stem.chars().all(char::is_lowercase)
        });
        let verbs = words.filter(|word| PROSE_WORDS.contains(word)).count();
        sentence_end || verbs >= 2 || self.tokens.len() > 16
    }
}

/// Words that cells of a table seldom hold twice.
const PROSE_WORDS: &[&str] = &[
    "the", "is", "are", "was", "were", "that", "which", "we", "our", "has", "have", "it", "its", "this", "these", "by",
    "from",
];

fn is_value_run(text: &str, run: &Run) -> bool {
    match &run.kind {
        RunKind::Math(math) => !math.tex.contains(|c: char| c.is_ascii_alphabetic()) || value_tex(&math.tex),
        RunKind::Text => is_value(run.span.of(text)),
        _ => false,
    }
}

/// A number with a sign or a unit of TeX: `1.85\times`, `\pm 0.2`, `\mathbf{87.3}`.
fn value_tex(tex: &str) -> bool {
    let digits = tex.contains(|c: char| c.is_ascii_digit());
    let mut rest = tex;
    while let Some(at) = rest.find('\\') {
        let name = rest[at + 1..].split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        if !matches!(
            name,
            "" | "times"
                | "pm"
                | "mathbf"
                | "textbf"
                | "underline"
                | "sim"
                | "approx"
                | "uparrow"
                | "downarrow"
                | "cdot"
                | "bm"
                | "boldsymbol"
        ) {
            return false;
        }
        if rest[..at].contains(|c: char| c.is_ascii_alphabetic()) {
            return false;
        }
        rest = &rest[at + 1 + name.len()..];
    }
    digits && !rest.contains(|c: char| c.is_ascii_alphabetic())
}

/// A number with its signs, or what stands in its place.
pub(super) fn is_value(word: &str) -> bool {
    if matches!(
        word,
        "NaN"
            | "N/A"
            | "n/a"
            | "-"
            | "–"
            | "—"
            | "−"
            | "✓"
            | "✗"
            | "✔"
            | "✘"
            | "×"
            | "OOM"
            | "OOT"
            | "inf"
            | "∞"
            | "/"
    ) {
        return true;
    }
    let word = word.trim_start_matches([
        '(', '[', '+', '-', '−', '±', '~', '≈', '<', '>', '≤', '≥', '$', '€', '£', '¥', '↑', '↓', '*', 'Δ',
    ]);
    let word = word.trim_end_matches([')', ']', '%', '‰', '×', '°', '*', '†', '‡', '↑', '↓', '+', '∗']);
    let number = word.trim_end_matches(|c: char| c.is_alphabetic());
    let unit = &word[number.len()..];
    number.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && number.chars().all(|c| c.is_ascii_digit() || " .,/:±–-−×xeE+()%→".contains(c))
        && number.contains(|c: char| c.is_ascii_digit())
        && unit.chars().count() <= 3
        && (unit.is_empty() || !number.ends_with('-'))
}

/// An arrow or a footnote mark that stands twice: `↑ \uparrow`, `† {}^{\dagger}`.
fn is_mark(word: &str) -> bool {
    let Some((sign, tex)) = word.split_once(' ') else { return false };
    let one = sign.chars().count() == 1 && !sign.starts_with(char::is_alphanumeric);
    one && tex.contains(['\\', '^']) && !tex.contains(' ')
}

/// A formula that is a name, `π 0.5 \pi_{0.5}`, and no unit or footnote mark.
fn is_symbol(word: &str) -> bool {
    let marks = [
        "mathrm", "text", "\\mu", "circ", "times", "\\pm", "arrow", "dagger", "ast", "star", "\\%", "\\$", "prime",
        "{}^", "triangle",
    ];
    word.contains(['\\', '_']) && word.contains(' ') && !marks.iter().any(|mark| word.contains(mark))
}

fn is_unit(word: &str) -> bool {
    UNITS.contains(&word.trim_end_matches([')', ',']))
}

/// Units that stand after a number with a space.
const UNITS: &[&str] = &[
    "s", "ms", "µs", "μs", "ns", "min", "mins", "h", "hr", "hrs", "hours", "sec", "d", "days", "m", "cm", "mm", "km",
    "nm", "kg", "g", "mg", "µg", "L", "mL", "K", "°C", "C", "Hz", "kHz", "MHz", "GHz", "eV", "keV", "MeV", "GeV",
    "TeV", "V", "mV", "A", "mA", "W", "kW", "kWh", "J", "kJ", "Pa", "kPa", "MPa", "GPa", "mol", "dB", "bit", "bits",
    "GB", "MB", "KB", "TB", "GiB", "MiB", "B", "M", "G", "T", "FPS", "fps", "tokens", "x", "pp", "bps", "bpp", "px",
    "FLOPs", "GFLOPs", "TFLOPs", "million", "billion", "thousand", "USD", "pts", "steps", "epochs",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_from_words() {
        for value in ["84.1", "+0.3", "9/10", "83.4±0.2", "(0.2)", "7B", "1,024", "NaN", "–", "12ms", "256x256", "1e-4"]
        {
            assert!(is_value(value), "{value}");
        }
        for word in ["NL", "AIME", "4-node", "w/o", "", "(ours)", "B", "v2"] {
            assert!(!is_value(word), "{word}");
        }
    }

    fn check(text: &str, border: Border) {
        let piece = Piece::read(text, ByteSpan::new(0, text.len()), &mut [].iter().peekable()).unwrap();
        assert_eq!(piece.border(text), border, "{text}");
    }

    #[test]
    fn a_value_and_a_label_have_a_border() {
        check("88.40 AIME 2024", Border::Certain(1));
        check("83.4 ± 0.2 Ours", Border::Certain(3));
        check("9.74 s", Border::None);
        check("9.74 s Kestrel", Border::Certain(2));
        check("3.4 cmds", Border::Unit(1));
        check("0.8 2", Border::Certain(1));
        check("vs. Colocate Kestrel", Border::Words);
        check("Kestrel (ours, all tasks)", Border::Words);
        check("84.1", Border::None);
    }
}
