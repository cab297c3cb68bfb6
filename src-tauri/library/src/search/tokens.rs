//! Folded text as the index keeps it: tokens with positions from which every substring can be told.
//!
//! A run of letters and digits is one token; a Chinese character is one together with the Chinese character that follows
//! it at once, or alone at the end of a run; any other sign is one, with the spaces beside it. Positions count tokens, and
//! neighbours in position are neighbours in text: between two words without a sign stands a space, between Chinese
//! characters none ever does. Where a token begins depends on the characters beside it alone, hence a substring has the
//! tokens of the text, except that its first and last one may be cut: [`slots`].

use reading::text::is_wide;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Bytes of a longer run are no word: the passage is looked at itself.
const LONGEST_BYTES: usize = 200;

/// Stands in a passage that must be looked at itself. No folded text holds it.
pub(crate) const UNWIELDY: &str = "\u{2}";

/// Cuts folded text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cutter;

/// The tokens of a text.
#[derive(Debug)]
pub(crate) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    position: usize,
    token: Token,
}

impl Tokenizer for Cutter {
    type TokenStream<'a> = Tokens<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Tokens<'a> {
        Tokens { text, at: 0, position: 0, token: Token::default() }
    }
}

impl TokenStream for Tokens<'_> {
    fn advance(&mut self) -> bool {
        let Some(cut) = next_cut(self.text, &mut self.at, &mut self.position) else { return false };
        self.token.text.clear();
        self.token.text.push_str(if cut.text.len() > LONGEST_BYTES { UNWIELDY } else { cut.text });
        self.token.position = cut.position;
        self.token.offset_from = cut.start;
        self.token.offset_to = cut.start + cut.text.len();
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

/// Cuts folded text into the single letters and digits that it holds, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Letters;

/// The letters of a text.
#[derive(Debug)]
pub(crate) struct LetterTokens {
    letters: Vec<char>,
    at: usize,
    token: Token,
}

impl Tokenizer for Letters {
    type TokenStream<'a> = LetterTokens;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> LetterTokens {
        let mut ascii = [false; 128];
        let mut others = Vec::new();
        for ch in text.chars() {
            match usize::try_from(u32::from(ch)).ok().and_then(|at| ascii.get_mut(at)) {
                Some(seen) => *seen = true,
                None if is_letter(ch) && !others.contains(&ch) => others.push(ch),
                None => {}
            }
        }
        let ascii = ('\0'..='\u{7F}').zip(ascii).filter(|(ch, seen)| *seen && is_letter(*ch)).map(|(ch, _)| ch);
        LetterTokens { letters: ascii.chain(others).collect(), at: 0, token: Token::default() }
    }
}

impl TokenStream for LetterTokens {
    fn advance(&mut self) -> bool {
        let Some(&letter) = self.letters.get(self.at) else { return false };
        self.token.text.clear();
        self.token.text.push(letter);
        self.token.position = self.at;
        self.at += 1;
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

/// Which tokens may stand at one place of a substring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// This one.
    Token(String),
    /// One of these: a sign at an end, where a space may follow or not.
    OneOf(Vec<String>),
    /// Any word that holds this.
    Holding(String),
    /// Any word that ends so.
    Ending(String),
    /// Any word that begins so.
    Beginning(String),
    /// The character, alone or with whichever follows.
    Character(char),
    /// Any word with this letter.
    Letter(char),
}

/// What may stand beside a part of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// Its first and last word may go on.
    Open,
    /// They may not.
    Whole,
}

/// The tokens that a text has where it holds `folded`, each with its position after the first one. `None` where no token
/// can tell and texts must be looked at.
pub(crate) fn slots(folded: &str, ends: Ends) -> Option<Vec<(u32, Slot)>> {
    let (mut at, mut position) = (0, 0);
    let mut cuts = Vec::new();
    while let Some(cut) = next_cut(folded, &mut at, &mut position) {
        if cut.text.len() > LONGEST_BYTES {
            return None;
        }
        cuts.push(cut);
    }
    let last = cuts.len().checked_sub(1)?;
    let mut slots = Vec::with_capacity(cuts.len());
    // The position that the token before covers too, where it is a pair of characters.
    let mut covered = None;
    for (nth, cut) in cuts.iter().enumerate() {
        let position = u32::try_from(cut.position).ok()?;
        let first = cut.text.trim_start_matches(' ').chars().next()?;
        let single = first.len_utf8() == cut.text.len();
        let slot = if is_wide(first) {
            let ends_text = nth == last;
            // The second of a pair needs no token of its own, unless it ends a run inside the text.
            if covered == Some(position) && (ends_text || !single && nth + 1 != last) {
                continue;
            }
            if !single {
                covered = Some(position + 1);
                Slot::Token(cut.text.to_owned())
            } else if ends_text {
                Slot::Character(first)
            } else {
                Slot::Token(cut.text.to_owned())
            }
        } else if !is_letter(first) {
            sign(cut.text, nth == 0, nth == last)
        } else if ends == Ends::Whole {
            Slot::Token(cut.text.to_owned())
        } else {
            match (nth == 0, nth == last) {
                (true, true) if single => Slot::Letter(first),
                (true, true) => Slot::Holding(cut.text.to_owned()),
                (true, false) => Slot::Ending(cut.text.to_owned()),
                (false, true) => Slot::Beginning(cut.text.to_owned()),
                (false, false) => Slot::Token(cut.text.to_owned()),
            }
        };
        slots.push((position, slot));
    }
    Some(slots)
}

/// A sign, cut off at the beginning or the end of a substring or not.
fn sign(text: &str, begins: bool, ends: bool) -> Slot {
    let mut texts = vec![text.to_owned()];
    if begins {
        texts.push(format!(" {text}"));
    }
    if ends {
        let longer: Vec<String> = texts.iter().map(|text| format!("{text} ")).collect();
        texts.extend(longer);
    }
    if begins || ends { Slot::OneOf(texts) } else { Slot::Token(text.to_owned()) }
}

struct Cut<'a> {
    text: &'a str,
    start: usize,
    position: usize,
}

/// The token at or after byte `at`; moves `at` and the position behind it.
fn next_cut<'a>(text: &'a str, at: &mut usize, position: &mut usize) -> Option<Cut<'a>> {
    loop {
        let start = *at;
        let rest = text.get(start..)?;
        let mut chars = rest.chars();
        let first = chars.next()?;
        if first == ' ' {
            *at += 1;
            continue;
        }
        let (length, step) = if is_letter(first) {
            let end = rest.find(|ch| !is_letter(ch)).unwrap_or(rest.len());
            (end, end)
        } else if is_wide(first) {
            let pair = chars.next().filter(|next| is_wide(*next)).map_or(0, char::len_utf8);
            (first.len_utf8() + pair, first.len_utf8())
        } else {
            (first.len_utf8(), first.len_utf8())
        };
        let (mut from, mut to) = (start, start + length);
        if !is_letter(first) && !is_wide(first) {
            from -= usize::from(text.get(..start)?.ends_with(' '));
            to += usize::from(text.get(to..)?.starts_with(' '));
        }
        *at += step;
        *position += 1;
        return Some(Cut { text: text.get(from..to)?, start: from, position: *position - 1 });
    }
}

/// Part of a word: a letter or digit that needs a neighbour to mean something.
pub(crate) fn is_letter(ch: char) -> bool {
    if ch.is_ascii() { ch.is_ascii_alphanumeric() } else { !is_wide(ch) && ch.is_alphanumeric() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        let mut cutter = Cutter;
        let mut stream = cutter.token_stream(text);
        let mut found = Vec::new();
        while stream.advance() {
            found.push(format!("{}{}", stream.token().position, stream.token().text));
        }
        found
    }

    #[test]
    fn tokens_know_their_neighbours() {
        assert_eq!(tokens("用gan生成图"), ["0用", "1gan", "2生成", "3成图", "4图"]);
        assert_eq!(tokens("gpt-5.6 at 62%"), ["0gpt", "1-", "25", "3.", "46", "5at", "662", "7%"]);
        assert_eq!(tokens("a - b, - c"), ["0a", "1 - ", "2b", "3, ", "4 - ", "5c"]);
        assert_eq!(tokens(&"x".repeat(201)), [format!("0{UNWIELDY}")]);
    }

    fn check(part: &str, expected: &[(u32, Slot)]) {
        assert_eq!(slots(part, Ends::Open).as_deref(), Some(expected), "{part}");
    }

    #[test]
    fn slots_cover_a_substring() {
        let token = |text: &str| Slot::Token(text.to_owned());
        check("图", &[(0, Slot::Character('图'))]);
        check("图像", &[(0, token("图像"))]);
        check("图像识", &[(0, token("图像")), (1, token("像识"))]);
        check("图像识别", &[(0, token("图像")), (2, token("识别"))]);
        check("图像识别模", &[(0, token("图像")), (2, token("识别")), (3, token("别模"))]);
        check("图像,识", &[(0, token("图像")), (1, token("像")), (2, token(",")), (3, Slot::Character('识'))]);
        check("a", &[(0, Slot::Letter('a'))]);
        check("gpt", &[(0, Slot::Holding("gpt".into()))]);
        check(
            "gpt-5.6",
            &[
                (0, Slot::Ending("gpt".into())),
                (1, token("-")),
                (2, token("5")),
                (3, token(".")),
                (4, Slot::Beginning("6".into())),
            ],
        );
        check("gan图", &[(0, Slot::Ending("gan".into())), (1, Slot::Character('图'))]);
        check("step 16", &[(0, Slot::Ending("step".into())), (1, Slot::Beginning("16".into()))]);
        let one_of = |texts: &[&str]| Slot::OneOf(texts.iter().map(|&text| text.to_owned()).collect());
        check("%", &[(0, one_of(&["%", " %", "% ", " % "]))]);
        check(
            "2, - a.",
            &[
                (0, Slot::Ending("2".into())),
                (1, token(", ")),
                (2, token(" - ")),
                (3, token("a")),
                (4, one_of(&[".", ". "])),
            ],
        );
        check("- a", &[(0, one_of(&["- ", " - "])), (1, Slot::Beginning("a".into()))]);
        assert_eq!(slots(&"x".repeat(201), Ends::Open), None);
        assert_eq!(slots("", Ends::Open), None);
        let whole = slots("gan图", Ends::Whole);
        assert_eq!(whole, Some(vec![(0, token("gan")), (1, Slot::Character('图'))]));
        assert_eq!(slots("a", Ends::Whole), Some(vec![(0, token("a"))]));
    }
}
