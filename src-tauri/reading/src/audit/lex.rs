//! Tokens of a claim or a quote: words, digits, single Han characters, TeX commands, space and signs.

use crate::text::ByteSpan;

/// What a token is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A run of ASCII digits.
    Digits,
    /// A run of letters of an alphabetic script; marks that sit on them included.
    Word,
    /// One Han character.
    Han,
    /// A run of white space.
    Space,
    /// A backslash with the letters, or the one sign, behind it.
    Tex,
    /// Any other character.
    Sign,
}

/// A token with its bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// First character; for [`Kind::Tex`] the one behind the backslash.
    pub(super) first: char,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Part of the TeX side of a doubled formula, whose Unicode side stands before it.
    pub(super) doubled: bool,
}

/// A text with its tokens.
#[derive(Debug)]
pub(super) struct Lexed<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
}

impl<'a> Lexed<'a> {
    /// Cuts the text into tokens, without marking doubled formulas.
    pub(super) fn of(text: &'a str) -> Self {
        let mut tokens = Vec::with_capacity(text.len() / 3 + 4);
        let mut at = 0;
        while let Some(first) = text[at..].chars().next() {
            let token = token_at(text, at, first);
            at = token.end;
            tokens.push(token);
        }
        Self { text, tokens }
    }

    /// Cuts the text into tokens and marks the TeX sides of doubled formulas.
    pub(super) fn of_quote(text: &'a str) -> Self {
        let mut lexed = Self::of(text);
        mark_doubled(text, &mut lexed.tokens);
        lexed
    }

    /// The characters of token `index`; empty beyond the end.
    pub(super) fn str(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |token| &self.text[token.start..token.end])
    }

    /// The kind of token `index`, if there is one.
    pub(super) fn kind(&self, index: usize) -> Option<Kind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    /// Whether token `index` is of the kind.
    pub(super) fn is(&self, index: usize, kind: Kind) -> bool {
        self.kind(index) == Some(kind)
    }

    /// First character of token `index`; NUL beyond the end.
    pub(super) fn char(&self, index: usize) -> char {
        self.tokens.get(index).map_or('\0', |token| token.first)
    }

    /// Whether token `index` is the sign `sign`.
    pub(super) fn is_sign(&self, index: usize, sign: char) -> bool {
        self.tokens.get(index).is_some_and(|token| token.kind == Kind::Sign && token.first == sign)
    }

    /// The token before `index`, if any.
    pub(super) fn before(&self, index: usize) -> Option<&Token> {
        self.tokens.get(index.checked_sub(1)?)
    }

    /// Index of the first token from `index` on that is not space.
    pub(super) fn skip_space(&self, index: usize) -> usize {
        index + usize::from(self.is(index, Kind::Space))
    }

    /// Bytes of the tokens `from..to`, which must not be empty.
    pub(super) fn span(&self, from: usize, to: usize) -> ByteSpan {
        let start = self.tokens.get(from).map_or(self.text.len(), |token| token.start);
        let end = to.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(start, |token| token.end);
        ByteSpan::new(start, end.max(start))
    }

    /// The word right before token `at`, or behind one space.
    pub(super) fn word_before(&self, at: usize) -> Option<usize> {
        let mut at = at.checked_sub(1)?;
        if self.is(at, Kind::Space) {
            at = at.checked_sub(1)?;
        }
        self.is(at, Kind::Word).then_some(at)
    }

    /// Whether a letter or a digit touches the left side of token `index`.
    pub(super) fn glued_left(&self, index: usize) -> bool {
        self.before(index).is_some_and(|token| matches!(token.kind, Kind::Word | Kind::Digits))
    }
}

/// Whether the character is a Han ideograph (numeral zero included).
pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}' | '\u{20000}'..='\u{2FFFF}' | '\u{F900}'..='\u{FAFF}' | '〇')
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
        || (!c.is_ascii()
            && ((c.is_alphabetic() && !is_han(c)) || is_superscript_digit(c) || matches!(c, '\u{300}'..='\u{36F}')))
}

fn is_superscript_digit(c: char) -> bool {
    matches!(c, '²' | '³' | '¹' | '⁰' | '⁴'..='⁹' | '₀'..='₉')
}

fn token_at(text: &str, at: usize, first: char) -> Token {
    let rest = &text[at..];
    let run = |belongs: fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
    let (kind, length, shown) = if first.is_ascii_digit() {
        (Kind::Digits, run(|c| c.is_ascii_digit()), first)
    } else if first.is_whitespace() || first == '\u{200B}' {
        (Kind::Space, run(|c| c.is_whitespace() || c == '\u{200B}'), first)
    } else if is_han(first) {
        (Kind::Han, first.len_utf8(), first)
    } else if is_letter(first) {
        (Kind::Word, run(is_letter), first)
    } else if first == '\\' {
        let letters = rest[1..].find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len() - 1);
        let behind = rest[1..].chars().next();
        let length = if letters > 0 { 1 + letters } else { 1 + behind.map_or(0, char::len_utf8) };
        (Kind::Tex, length, behind.unwrap_or('\\'))
    } else {
        (Kind::Sign, first.len_utf8(), first)
    };
    Token { kind, first: shown, start: at, end: at + length, doubled: false }
}

/// Tokens of a formula whose TeX side has spaces behind its commands.
const MAX_FORMULA: usize = 24;

/// Marks chunks (runs without space) that repeat, in TeX or in plain digits, what stands right before them:
/// `1.85 × 1.85\times`, `37.47 37.47`, `± 2.8 % \pm 2.8\%`, `( 0.5 , 2 ) (0.5,2)`.
///
/// `seen` holds the characters before, without space and TeX; a chunk costs its own length, so all is linear.
fn mark_doubled(text: &str, tokens: &mut [Token]) {
    let mut seen = String::with_capacity(text.len());
    let mut squeezed = String::new();
    let mut from = 0;
    while from < tokens.len() {
        if tokens[from].kind == Kind::Space {
            from += 1;
            continue;
        }
        let mut to = chunk_end(tokens, from);
        let has_command = tokens[from..to].iter().any(|token| token.kind == Kind::Tex);
        // `84.1\pm 0.3`: a command that ends in a letter is parted from what stands behind it.
        while has_command && tokens[to - 1].kind == Kind::Tex && to + 1 < tokens.len() && to - from < MAX_FORMULA {
            let end = chunk_end(tokens, to + 1);
            squeeze(text, &tokens[from..end], &mut squeezed);
            if !seen.ends_with(squeezed.trim_end_matches([',', '.', ';', ')', ':']))
                && tokens[end - 1].kind != Kind::Tex
            {
                break;
            }
            to = end;
        }
        let chunk = &mut tokens[from..to];
        squeeze(text, chunk, &mut squeezed);
        let has_digit = squeezed.bytes().any(|byte| byte.is_ascii_digit());
        // A number at the end of a sentence keeps its full stop, and the repeated one may too.
        let core = squeezed.trim_end_matches([',', '.', ';', ')', ':']);
        let repeats = has_digit
            && (seen.ends_with(squeezed.as_str())
                || (!core.is_empty() && core.bytes().any(|byte| byte.is_ascii_digit()) && seen.ends_with(core)))
            && starts_cleanly(&seen, &squeezed, core);
        let bare_command = has_command && !squeezed.chars().any(char::is_alphanumeric);
        if repeats || bare_command {
            chunk.iter_mut().for_each(|token| token.doubled = true);
            // Kept in `seen` no second time, so that a TeX side in several chunks is compared with the Unicode side.
            if repeats && !has_command {
                seen.push(' ');
            }
        } else {
            seen.push_str(&squeezed);
        }
        from = to;
    }
}

/// Index of the first space at or behind `from`.
fn chunk_end(tokens: &[Token], from: usize) -> usize {
    let length = tokens[from..].iter().position(|token| token.kind == Kind::Space);
    length.map_or(tokens.len(), |length| from + length)
}

/// Whether the repeated characters begin at a place where a number may begin: `112 12` repeats nothing.
fn starts_cleanly(seen: &str, squeezed: &str, core: &str) -> bool {
    let length = if seen.ends_with(squeezed) { squeezed.len() } else { core.len() };
    let before = seen.get(..seen.len().saturating_sub(length)).and_then(|head| head.chars().next_back());
    let digit_first = squeezed.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    !(digit_first && before.is_some_and(|c| c.is_ascii_digit() || c == '.'))
}

/// Puts the chunk into `squeezed` as its Unicode side would write it, without braces and space.
fn squeeze(text: &str, chunk: &[Token], squeezed: &mut String) {
    squeezed.clear();
    for token in chunk {
        let piece = &text[token.start..token.end];
        match token.kind {
            Kind::Tex => squeezed.push_str(match &piece[1..] {
                "times" => "×",
                "pm" => "±",
                "%" => "%",
                "$" => "$",
                "approx" => "≈",
                "sim" => "∼",
                "leq" | "le" => "≤",
                "geq" | "ge" => "≥",
                "alpha" => "α",
                "beta" => "β",
                "gamma" => "γ",
                "lambda" => "λ",
                "mu" => "μ",
                "pi" => "π",
                "sigma" => "σ",
                "tau" => "τ",
                _ => "",
            }),
            Kind::Space => {}
            Kind::Sign if matches!(token.first, '{' | '}' | '^' | '_') => {}
            Kind::Sign if matches!(token.first, '−' | '–') => squeezed.push('-'),
            _ => squeezed.push_str(piece),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubled(quote: &str) -> String {
        let lexed = Lexed::of_quote(quote);
        let marked: Vec<&str> =
            (0..lexed.tokens.len()).filter(|&at| lexed.tokens[at].doubled).map(|at| lexed.str(at)).collect();
        marked.concat()
    }

    #[test]
    fn the_tex_side_of_a_doubled_formula_is_marked_and_nothing_else() {
        for (quote, expected) in [
            ("up to 1.85 × 1.85\\times and", "1.85\\times"),
            ("37.47 37.47 on", "37.47"),
            ("± 2.8 % \\pm 2.8\\% of", "\\pm 2.8\\%"),
            ("a ( 0.5 , 2 ) (0.5,2) b", "(0.5,2)"),
            ("rose → \\to 58.5%", "\\to"),
            ("84.1 ± 0.3 84.1\\pm 0.3 Next | 5", "84.1\\pm 0.3"),
            ("n ≤ 5 n\\leq 5, so", "n\\leq 5,"),
            ("112 12 apples", ""),
            ("| 8.4 | 8.4 |", ""),
            ("from 5 to 6", ""),
        ] {
            assert_eq!(doubled(quote), expected, "{quote}");
        }
    }

    #[test]
    fn tokens_cover_the_text_without_gap() {
        let text = "ω³-Suite 七种\\x{a}\\";
        let lexed = Lexed::of(text);
        let joined: String = (0..lexed.tokens.len()).map(|at| lexed.str(at)).collect();
        assert_eq!(joined, text);
    }
}
