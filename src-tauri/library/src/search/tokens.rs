//! Folded text as the index keeps it: tokens with positions from which every substring can be told.
//!
//! A run of letters and digits is one token, with the points between its digits and a percent sign after them; a Chinese
//! character is one together with the Chinese character that follows it at once, or alone at the end of a run; any other
//! sign is one, with the spaces beside it. Positions count tokens, and neighbours in position are neighbours in text:
//! between two words without a sign stands a space, between Chinese characters none ever does. Where a token begins and
//! ends depends on the characters beside it alone, hence a substring has the tokens of the text, except that its first
//! and last one may be cut: [`slots`].

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use reading::text::is_wide;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Bytes of a longer run are no word: the passage is looked at itself.
const LONGEST_BYTES: usize = 200;

/// Stands in a passage that must be looked at itself. No folded text holds it.
pub(crate) const UNWIELDY: &str = "\u{2}";

/// Cuts folded text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cutter {
    /// Bytes that wait to be cut; each text is taken off when its turn comes.
    pub(crate) waiting: Arc<AtomicUsize>,
}

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
        // At least nothing: whoever only cuts announced no text.
        let _ =
            self.waiting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |all| Some(all.saturating_sub(text.len())));
        Tokens { text, at: 0, position: 0, token: Token::default() }
    }
}

impl TokenStream for Tokens<'_> {
    fn advance(&mut self) -> bool {
        let Some(cut) = next_cut(self.text, &mut self.at, &mut self.position, Beside::default()) else { return false };
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

/// The place of a Latin letter, a digit or a sign of numbers in [`letters`]; `None` for all others.
pub(crate) fn place_of_letter(ch: char) -> Option<u32> {
    match ch {
        'a'..='z' => Some(u32::from(ch) - u32::from('a')),
        '0'..='9' => Some(26 + u32::from(ch) - u32::from('0')),
        '.' => Some(36),
        '%' => Some(37),
        _ => None,
    }
}

/// Which Latin letters, digits and signs of numbers a folded text holds: a bit each, at [`place_of_letter`]; and whether it
/// holds letters of other alphabets.
pub(crate) fn letters(folded: &str) -> (u64, bool) {
    let (mut held, mut others) = (0, false);
    for &byte in folded.as_bytes() {
        if byte.is_ascii() {
            held |= place_of_letter(char::from(byte)).map_or(0, |place| 1 << place);
        }
    }
    if !folded.is_ascii() {
        others = folded.chars().any(|ch| !ch.is_ascii() && is_letter(ch));
    }
    (held, others)
}

/// Cuts folded text into the single letters of other alphabets than the Latin one that it holds, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct OtherLetters;

/// The letters of a text.
#[derive(Debug)]
pub(crate) struct LetterTokens {
    letters: Vec<char>,
    at: usize,
    token: Token,
}

impl Tokenizer for OtherLetters {
    type TokenStream<'a> = LetterTokens;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> LetterTokens {
        let mut letters = Vec::new();
        for ch in text.chars() {
            if !ch.is_ascii() && is_letter(ch) && !letters.contains(&ch) {
                letters.push(ch);
            }
        }
        LetterTokens { letters, at: 0, token: Token::default() }
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

/// Signs that may belong to a number.
const IN_NUMBERS: [char; 2] = ['.', '%'];

/// Which tokens may stand at one place of a substring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// This one.
    Token(String),
    /// One of these: a sign at an end, where a space may follow or not.
    OneOf(Vec<String>),
    /// Any word that holds one of these; a line feed stands for the word's own beginning or end.
    Words(Vec<String>),
    /// The character, alone or with whichever follows.
    Character(char),
    /// Anything with this letter, digit or sign of a number.
    Letter(char),
}

impl Slot {
    /// Whether very many words may stand there: told by one or two of their letters.
    pub(crate) fn is_broad(&self) -> bool {
        match self {
            Self::Words(patterns) => patterns.iter().any(|pattern| pattern.trim_matches('\n').chars().nth(2).is_none()),
            Self::Letter(_) => true,
            _ => false,
        }
    }
}

/// What may stand beside a part of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// Its first and last word may go on.
    Open,
    /// They may not.
    Whole,
}

/// The tokens that a text has where it holds `folded`, each with its position after the first one. A sign at an end that may
/// belong to a number or not makes several ways to stand there. `None` where no token can tell and texts must be looked at.
pub(crate) fn slots(folded: &str, ends: Ends) -> Option<Vec<Vec<(u32, Slot)>>> {
    let mut chars = folded.chars();
    let (first, second) = (chars.next()?, chars.next());
    if second.is_none() && IN_NUMBERS.contains(&first) {
        return Some(vec![vec![(0, Slot::Letter(first))]]);
    }
    let is_digit = |ch: Option<char>| ch.is_some_and(|ch| ch.is_ascii_digit());
    let mut backwards = folded.chars().rev();
    let (last, before_last) = (backwards.next(), backwards.next());
    let mut ways = Vec::new();
    for digit_before in [false, true] {
        for digit_after in [false, true] {
            let is_way = (!digit_before || first == '%' || first == '.' && is_digit(second))
                && (!digit_after || last == Some('.') && is_digit(before_last));
            if is_way {
                ways.push(slots_beside(folded, ends, Beside { digit_before, digit_after })?);
            }
        }
    }
    Some(ways)
}

/// What stands beside a text that is cut out of another one.
#[derive(Clone, Copy, Debug, Default)]
struct Beside {
    digit_before: bool,
    digit_after: bool,
}

fn slots_beside(folded: &str, ends: Ends, beside: Beside) -> Option<Vec<(u32, Slot)>> {
    let (mut at, mut position) = (0, 0);
    let mut cuts = Vec::new();
    while let Some(cut) = next_cut(folded, &mut at, &mut position, beside) {
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
        let slot = if cut.is_word {
            word(cut.text, nth == 0, nth == last, ends)
        } else if is_wide(first) {
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
        } else {
            sign(cut.text, nth == 0, nth == last)
        };
        slots.push((position, slot));
    }
    Some(slots)
}

/// A word, cut off at the beginning or the end of a substring or not.
fn word(text: &str, begins: bool, ends_text: bool, ends: Ends) -> Slot {
    let is_cut = |end: Option<char>| ends == Ends::Open || end.is_some_and(|ch| !is_letter(ch));
    let open_start = begins && is_cut(text.chars().next());
    let open_end = ends_text && is_cut(text.chars().next_back());
    let mut letters = text.chars();
    if let (true, true, Some(only), None) = (open_start, open_end, letters.next(), letters.next()) {
        return Slot::Letter(only);
    }
    // A whole number may have its percent sign.
    let percent = ends_text && !open_end && text.ends_with(|ch: char| ch.is_ascii_digit());
    if !open_start && !open_end && !percent {
        return Slot::Token(text.to_owned());
    }
    let start = if open_start { "" } else { "\n" };
    let mut patterns = vec![format!("{start}{text}{}", if open_end { "" } else { "\n" })];
    if percent {
        patterns.push(format!("{start}{text}%"));
    }
    Slot::Words(patterns)
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
    is_word: bool,
}

/// The token at or after byte `at`; moves `at` and the position behind it.
fn next_cut<'a>(text: &'a str, at: &mut usize, position: &mut usize, beside: Beside) -> Option<Cut<'a>> {
    loop {
        let start = *at;
        let rest = text.get(start..)?;
        let mut chars = rest.chars();
        let first = chars.next()?;
        if first == ' ' {
            *at += 1;
            continue;
        }
        let (mut from, mut to, step);
        let end = word_end(text, start, beside);
        if end > start {
            (from, to, step) = (start, end, end - start);
        } else if is_wide(first) {
            let pair = chars.next().filter(|next| is_wide(*next)).map_or(0, char::len_utf8);
            (from, to, step) = (start, start + first.len_utf8() + pair, first.len_utf8());
        } else {
            (from, to, step) = (start, start + first.len_utf8(), first.len_utf8());
            from -= usize::from(text.get(..start)?.ends_with(' '));
            to += usize::from(text.get(to..)?.starts_with(' '));
        }
        *at += step;
        *position += 1;
        return Some(Cut { text: text.get(from..to)?, start: from, position: *position - 1, is_word: end > start });
    }
}

/// Where the word ends that begins at byte `start`; there, where none does. A percent sign ends it, with the space that
/// follows.
fn word_end(text: &str, start: usize, beside: Beside) -> usize {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).map(u8::is_ascii_digit);
    let mut at = start;
    loop {
        match bytes.get(at) {
            Some(byte) if byte.is_ascii_alphanumeric() => at += 1,
            Some(sign @ (b'.' | b'%')) => {
                let digit_before =
                    at.checked_sub(1).map_or(beside.digit_before, |before| is_digit(before) == Some(true));
                let belongs = digit_before && (*sign == b'%' || is_digit(at + 1).unwrap_or(beside.digit_after));
                if !belongs {
                    return at;
                }
                at += 1;
                if *sign == b'%' {
                    return at + usize::from(bytes.get(at) == Some(&b' '));
                }
            }
            Some(byte) if byte.is_ascii() => return at,
            Some(_) => match text.get(at..).and_then(|rest| rest.chars().next()).filter(|ch| is_letter(*ch)) {
                Some(letter) => at += letter.len_utf8(),
                None => return at,
            },
            None => return at,
        }
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
        let mut cutter = Cutter::default();
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
        assert_eq!(tokens("gpt-5.6 at 62%"), ["0gpt", "1-", "25.6", "3at", "462%"]);
        assert_eq!(tokens("v1.5b. 7% %x"), ["0v1.5b", "1. ", "27% ", "3 %", "4x"]);
        assert_eq!(tokens("3%4 .5 5.x 8%%"), ["03%", "14", "2 .", "35", "45", "5.", "6x", "78%", "8%"]);
        assert_eq!(tokens("a - b, - c"), ["0a", "1 - ", "2b", "3, ", "4 - ", "5c"]);
        assert_eq!(tokens(&"x".repeat(201)), [format!("0{UNWIELDY}")]);
    }

    #[test]
    fn letters_are_told_by_their_places() {
        let held = |text: &str| {
            let (held, others) = letters(text);
            let all = ('\0'..='\u{7F}').filter(|&ch| place_of_letter(ch).is_some_and(|at| held >> at & 1 == 1));
            (all.collect::<String>(), others)
        };
        assert_eq!(held("图像z7 azb, 3.5%"), ("%.357abz".to_owned(), false));
        assert_eq!(held("図α-я"), (String::new(), true));
        assert_eq!(held("—，…"), (String::new(), false));
    }

    fn check_ways(part: &str, ends: Ends, expected: &[&[(u32, Slot)]]) {
        let found = slots(part, ends).unwrap();
        assert_eq!(found.iter().map(Vec::as_slice).collect::<Vec<_>>(), expected, "{part}");
    }

    fn check(part: &str, expected: &[(u32, Slot)]) {
        check_ways(part, Ends::Open, &[expected]);
    }

    fn token(text: &str) -> Slot {
        Slot::Token(text.to_owned())
    }

    fn words(patterns: &[&str]) -> Slot {
        Slot::Words(patterns.iter().map(|&pattern| pattern.to_owned()).collect())
    }

    fn one_of(texts: &[&str]) -> Slot {
        Slot::OneOf(texts.iter().map(|&text| text.to_owned()).collect())
    }

    #[test]
    fn slots_cover_a_substring() {
        check("图", &[(0, Slot::Character('图'))]);
        check("图像", &[(0, token("图像"))]);
        check("图像识", &[(0, token("图像")), (1, token("像识"))]);
        check("图像识别", &[(0, token("图像")), (2, token("识别"))]);
        check("图像识别模", &[(0, token("图像")), (2, token("识别")), (3, token("别模"))]);
        check("图像,识", &[(0, token("图像")), (1, token("像")), (2, token(",")), (3, Slot::Character('识'))]);
        check("a", &[(0, Slot::Letter('a'))]);
        check("gpt", &[(0, words(&["gpt"]))]);
        check("gpt-5.6", &[(0, words(&["gpt\n"])), (1, token("-")), (2, words(&["\n5.6"]))]);
        check("gan图", &[(0, words(&["gan\n"])), (1, Slot::Character('图'))]);
        check("step 16", &[(0, words(&["step\n"])), (1, words(&["\n16"]))]);
        check("-", &[(0, one_of(&["-", " -", "- ", " - "]))]);
        let signs =
            [(0, words(&["2\n"])), (1, token(", ")), (2, token(" - ")), (3, token("a")), (4, one_of(&[".", ". "]))];
        check("2, - a.", &signs);
        check("- a", &[(0, one_of(&["- ", " - "])), (1, words(&["\na"]))]);
        assert_eq!(slots(&"x".repeat(201), Ends::Open), None);
        assert_eq!(slots("", Ends::Open), None);
    }

    #[test]
    fn signs_of_numbers_at_an_end_may_belong_to_one_or_not() {
        check("%", &[(0, Slot::Letter('%'))]);
        check(".", &[(0, Slot::Letter('.'))]);
        check("62%", &[(0, words(&["62%"]))]);
        check("2% 提", &[(0, words(&["2% \n"])), (1, Slot::Character('提'))]);
        let sign = one_of(&[".", " ."]);
        check_ways(".5", Ends::Open, &[&[(0, sign), (1, words(&["\n5"]))], &[(0, words(&[".5"]))]]);
        check_ways("3.", Ends::Open, &[&[(0, words(&["3\n"])), (1, one_of(&[".", ". "]))], &[(0, words(&["3."]))]]);
        check_ways(
            "%提升",
            Ends::Open,
            &[&[(0, one_of(&["%", " %"])), (1, token("提升"))], &[(0, words(&["%\n"])), (1, token("提升"))]],
        );
        assert_eq!(slots(".5.", Ends::Open).map(|ways| ways.len()), Some(4));
    }

    #[test]
    fn whole_words_are_no_parts_of_longer_ones() {
        let check = |part: &str, expected: &[(u32, Slot)]| check_ways(part, Ends::Whole, &[expected]);
        check("gan图", &[(0, token("gan")), (1, Slot::Character('图'))]);
        check("a", &[(0, token("a"))]);
        check("62", &[(0, words(&["\n62\n", "\n62%"]))]);
        check("62%", &[(0, words(&["\n62%"]))]);
        check_ways(
            ".5",
            Ends::Whole,
            &[&[(0, one_of(&[".", " ."])), (1, words(&["\n5\n", "\n5%"]))], &[(0, words(&[".5\n", ".5%"]))]],
        );
    }
}
