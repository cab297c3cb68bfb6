//! A quote's letters and digits folded for finding names: case, space, hyphens and doubled TeX do not matter.

use unicode_normalization::char::decompose_compatible;

use super::lex::{Kind, Lexed};
use crate::text::ByteSpan;

/// Places where a name may begin that are tried for one name; keeps many equal beginnings linear.
const MAX_TRIES: usize = 512;

#[derive(Clone, Copy, Debug)]
struct Folded {
    c: char,
    start: usize,
    end: usize,
    /// Begins a run of letters and digits.
    begins: bool,
    /// Only space, hyphens and the like stand between the character before and this one.
    near: bool,
}

/// A text's characters as names are compared.
#[derive(Debug)]
pub(super) struct FoldedText {
    chars: Vec<Folded>,
    /// For each first character (36 letters and digits, one place for the rest): where names may begin.
    begins: Vec<Vec<u32>>,
}

fn bucket(c: char) -> usize {
    match c {
        'a'..='z' => c as usize - 'a' as usize,
        '0'..='9' => 26 + c as usize - '0' as usize,
        _ => 36,
    }
}

impl FoldedText {
    /// Folds a text. TeX and the second sides of doubled formulas are left out.
    pub(super) fn of(lexed: &Lexed) -> Self {
        let mut chars: Vec<Folded> = Vec::with_capacity(lexed.text.len());
        let mut begins = vec![Vec::new(); 37];
        let (mut near, mut glued) = (true, false);
        for (at, token) in lexed.tokens.iter().enumerate() {
            match token.kind {
                _ if token.doubled => {}
                Kind::Tex | Kind::Space => glued = false,
                Kind::Word | Kind::Digits => {
                    for (offset, c) in lexed.text[token.start..token.end].char_indices() {
                        let (start, first) = (token.start + offset, chars.len());
                        let end = start + c.len_utf8();
                        let begin = !glued && offset == 0;
                        fold(c, &mut |c| chars.push(Folded { c, start, end, begins: begin, near }));
                        if begin && let Some(folded) = chars.get(first) {
                            begins[bucket(folded.c)].push(u32::try_from(first).unwrap_or(u32::MAX));
                        }
                        near = true;
                    }
                    glued = true;
                }
                Kind::Sign => {
                    glued = false;
                    let c = token.first;
                    let point = c == '.' && lexed.is(at + 1, Kind::Digits) && lexed.glued_left(at);
                    if point || (c == '+' && (lexed.glued_left(at) || at > 0 && lexed.is_sign(at - 1, '+'))) {
                        chars.push(Folded { c, start: token.start, end: token.end, begins: false, near });
                        near = true;
                        glued = point;
                    } else {
                        // `Ext.-V` is one name; a full stop before a space ends a sentence.
                        near &= (c == '.' && lexed.is_sign(at + 1, '-'))
                            || (c == '%' && lexed.is(at + 1, Kind::Word) && lexed.glued_left(at))
                            || (c == '/'
                                && (lexed.is(at + 1, Kind::Digits) || lexed.str(at + 1).len() == 1)
                                && lexed.glued_left(at))
                            || matches!(
                                c,
                                '-' | '‑' | '–' | '_' | '^' | '{' | '}' | '\'' | '’' | '@' | '&' | ':' | '*'
                            );
                    }
                }
                Kind::Han => (near, glued) = (false, false),
            }
        }
        Self { chars, begins }
    }

    /// Every place where the text writes `name` as a whole, up to a bound.
    pub(super) fn find_all(&self, name: &str) -> Vec<ByteSpan> {
        let Some(first) = name.chars().next() else { return Vec::new() };
        let places = self.begins[bucket(first)].iter().take(MAX_TRIES);
        places.filter_map(|&place| self.matches(place as usize, name)).collect()
    }

    fn matches(&self, place: usize, name: &str) -> Option<ByteSpan> {
        let mut at = place;
        for c in name.chars() {
            let folded = self.chars.get(at)?;
            if folded.c != c || (at > place && !folded.near) {
                return None;
            }
            at += 1;
        }
        let last = self.chars.get(at - 1)?;
        if let Some(next) = self.chars.get(at) {
            let touches = next.start == last.end && next.near && !next.begins;
            let after = self.chars.get(at + 1);
            let plural = next.c == 's'
                && !after.is_some_and(|after| after.start == next.end && !after.begins && after.c.is_alphanumeric());
            let version = next.c == '.';
            let bounded = !touches || plural || (next.c == '+' && after.is_some_and(|after| after.start == next.end));
            if !bounded || (version && next.start == last.end) {
                return None;
            }
        }
        Some(ByteSpan::new(self.chars[place].start, last.end))
    }
}

/// A name as [`FoldedText::find_all`] wants it.
pub(super) fn key(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    let mut before = ' ';
    for (at, c) in name.char_indices() {
        let next = name[at + c.len_utf8()..].chars().next().unwrap_or(' ');
        let point = c == '.' && before.is_alphanumeric() && next.is_ascii_digit();
        if point || (c == '+' && (before.is_alphanumeric() || before == '+')) {
            key.push(c);
        } else if c.is_alphanumeric() {
            fold(c, &mut |c| key.push(c));
        }
        before = c;
    }
    key
}

/// Lower case without compatibility forms: ² becomes 2, 𝔼 becomes e.
fn fold(c: char, push: &mut dyn FnMut(char)) {
    if c.is_ascii() {
        push(c.to_ascii_lowercase());
        return;
    }
    decompose_compatible(c, |plain| {
        if !matches!(plain, '\u{300}'..='\u{36F}') {
            plain.to_lowercase().for_each(&mut *push);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, quote: &str, expected: Option<&str>) {
        let found = FoldedText::of(&Lexed::of_quote(quote)).find_all(&key(name));
        assert_eq!(found.first().map(|span| span.of(quote)), expected, "{name} in {quote}");
    }

    #[test]
    fn spelling_does_not_matter_and_pieces_of_words_do_not_count() {
        check("Nova-8B", "with Nova -8B we", Some("Nova -8B"));
        check("NovaNet", "the novanet is", Some("novanet"));
        check("LA", "the Lark set", None);
        check("Heron", "HeronBench", None);
        check("ω²-Suite", "on ω 2 \\omega^{2} -Suite", Some("ω 2 \\omega^{2} -Suite"));
        check("ρ0.7", "while ρ 0.7 \\rho_{0.7} is", Some("ρ 0.7"));
        check("Nova-5", "Nova-5.6 wins", None);
        check("LLM", "all LLMs do", Some("LLM"));
        check("Eval+", "on Eval+ only", Some("Eval+"));
        check("Eval", "on Eval+ only", None);
        check("Left", "Left+Right", Some("Left"));
        check("Right", "Left+Right", Some("Right"));
        check("A B", "A | B", None);
    }
}
