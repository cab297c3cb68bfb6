//! Latin words in Chinese and English text, and which of them look coined.

mod abbreviation;
mod known;
mod list;
mod several;
mod tex;

pub(super) use self::abbreviation::{is_abbreviated, spelled_from, spells};
pub(super) use self::known::{is_common, is_known_model, is_numbered_version};
pub(super) use self::list::Words;
pub(super) use self::several::phrase_length;

/// A run of Latin letters, digits and what names hold besides (`TT-Loom`, `Loom2.5`, `τ²-Loom`), by bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Word {
    pub(super) fn of<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

/// How much a word looks like a name that somebody coined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Capitals inside, letters mixed with digits, or capitalised parts: `TideLoom`, `onLoom`, `Tide-Zero`, `T2Loom`.
    Coined,
    /// Capitals only: `TLM`, `COCO`.
    Capitals,
    /// One capital in front: `Gagaku`, `Memory`.
    Capitalised,
    /// Several capitalised words: `Robo Tide`.
    Phrase,
    /// Small letters with a digit: `s1`.
    Numbered,
    /// Small letters only: `verl`, `memory`.
    Small,
    /// Hanzi, which the text set off as a name.
    Hanzi,
    /// Never a name: a number with its unit, one letter, a formula.
    Nothing,
}

/// Calls `found` with each word of `text` in order.
pub(super) fn words(text: &str, mut found: impl FnMut(Word)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let formula_first = if byte == b'$' { tex::greek(text, at) } else { None };
        if !starts_word(byte) && formula_first.is_none() {
            at += 1;
            // Between Latin words stand runs of hanzi: eight bytes are looked at together.
            while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
                let run = han_run(chunk);
                at += run;
                if run < chunk.len() {
                    break;
                }
            }
            continue;
        }
        let end = word_end(text, at, formula_first.unwrap_or(at));
        if end == at {
            at += 1;
            continue;
        }
        let formula = (matches!(before(bytes, at), Some(b'_' | b'^' | b'\\' | b'{' | b'@' | b'/'))
            && !is_set_in_type(text.get(..at).unwrap_or_default()))
            || matches!(bytes.get(end), Some(b'_' | b'^' | b'{' | b'@' | b'\\' | b'='));
        if !formula {
            found(Word { start: at, end });
        }
        at = end;
    }
}

/// How many of the bytes, from the first, belong to characters of three bytes or more: each has the highest bit, and
/// none is the first of a character of two bytes (`110xxxxx`).
fn han_run(bytes: &[u8; 8]) -> usize {
    const HIGHEST: u64 = 0x8080_8080_8080_8080;
    let bits = u64::from_le_bytes(*bytes);
    let two_bytes = bits & (bits << 1) & !(bits << 2);
    let other = (!bits | two_bytes) & HIGHEST;
    other.trailing_zeros() as usize / 8
}

/// Whether TeX sets what follows in another type: `\textbf{`, `\emph{`.
fn is_set_in_type(before: &str) -> bool {
    let command = before.strip_suffix('{').unwrap_or_default();
    ["\\textbf", "\\textit", "\\texttt", "\\textsc", "\\textsf", "\\emph"].iter().any(|known| command.ends_with(known))
}

fn before(bytes: &[u8], at: usize) -> Option<u8> {
    at.checked_sub(1).and_then(|before| bytes.get(before)).copied()
}

/// ASCII letters and digits, and the first byte of Greek letters.
fn starts_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, 0xCE | 0xCF)
}

/// The end of the word that starts at `start`; `start` itself when none does. Up to `known` it is known already.
fn word_end(text: &str, start: usize, known: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = known;
    loop {
        match bytes.get(end) {
            Some(byte) if byte.is_ascii_alphanumeric() => end += 1,
            // A hyphen or a point joins what stands at both sides of it; a point joins digits only.
            Some(b'-') if bytes.get(end + 1).is_some_and(|next| starts_word(*next)) && end > start => end += 1,
            Some(b'.')
                if bytes.get(end + 1).is_some_and(u8::is_ascii_digit)
                    && before(bytes, end).is_some_and(|last| last.is_ascii_digit()) =>
            {
                end += 1;
            }
            // Plus signs at the end belong to a name (`LoomNet++`); between two words they join two names.
            Some(b'+') if end > start => {
                let pluses = bytes.get(end..).unwrap_or_default().iter().take_while(|byte| **byte == b'+').count();
                let next = bytes.get(end + pluses);
                return if next.is_some_and(|next| starts_word(*next)) { end } else { end + pluses };
            }
            Some(b'&') if end > start && bytes.get(end + 1).is_some_and(u8::is_ascii_alphanumeric) => end += 1,
            Some(b'^' | b'$') if end > start => match tex::raised(text, end) {
                Some(after) => end = after,
                None => return end,
            },
            Some(0xC2..=0xE2) => {
                let ch = text.get(end..).and_then(|rest| rest.chars().next());
                match ch {
                    Some(ch) if joins(ch) => end += ch.len_utf8(),
                    _ => return end,
                }
            }
            _ => return end,
        }
    }
}

/// Letters and marks outside ASCII that names hold: Greek, raised and lowered digits, the unbreakable hyphen.
fn joins(ch: char) -> bool {
    matches!(ch, 'Α'..='Ω' | 'α'..='ω' | '²' | '³' | '¹' | '⁰' | '⁴'..='⁹' | '₀'..='₉' | '⁺' | 'À'..='ÿ' | '\u{2011}')
}

/// What `name` looks like. A name of several words is [`Shape::Phrase`].
pub(super) fn shape(name: &str) -> Shape {
    let bytes = name.as_bytes();
    // Most words by far.
    if bytes.iter().fold(bytes.len() > 1, |all, byte| all & byte.is_ascii_lowercase()) {
        return Shape::Small;
    }
    // The first bytes of hanzi.
    if matches!(bytes.first(), Some(0xE4..=0xE9)) {
        return Shape::Hanzi;
    }
    // A look at the bytes is less than a search for a character.
    if bytes.contains(&b' ')
        && let Some((first, last)) = name.split_once(' ')
    {
        return if several::is_version(last) { shape(first) } else { Shape::Phrase };
    }
    let (mut upper, mut lower, mut digits, mut inner, mut greek, mut formula) = (0, 0, 0, false, false, false);
    let mut last = '-';
    for ch in name.chars() {
        inner |= ch.is_uppercase() && last.is_lowercase();
        upper += usize::from(ch.is_uppercase());
        lower += usize::from(ch.is_lowercase());
        digits += usize::from(ch.is_numeric());
        greek |= !ch.is_ascii();
        formula |= matches!(ch, '^' | '$');
        last = ch;
    }
    let letters = upper + lower;
    let starts_with_digit = name.starts_with(|ch: char| ch.is_ascii_digit());
    if formula {
        return if letters >= 3 { Shape::Coined } else { Shape::Nothing };
    }
    if letters < 2 && !(letters == 1 && digits > 0 && !starts_with_digit && (lower == 1 || greek)) {
        return Shape::Nothing;
    }
    if starts_with_digit && (letters < 3 || upper == 0) {
        return Shape::Nothing; // 27M, 4-node, 16fps
    }
    if starts_with_digit && is_size_of(name) {
        return Shape::Nothing; // 350M-parameter
    }
    let parts = || name.split(['-', '\u{2011}']).filter(|part| part.starts_with(char::is_uppercase)).count();
    // The unbreakable hyphen is no ASCII character.
    let hyphens = greek || bytes.contains(&b'-');
    let capital_parts = || hyphens && ((lower > 0 && parts() >= 2) || is_small_then_capital(name));
    if inner || capital_parts() || (greek && letters >= 2) || (digits > 0 && upper > 0 && letters >= 3) {
        return Shape::Coined;
    }
    match (upper, lower) {
        (0, _) if digits > 0 && !name.contains('-') => Shape::Numbered,
        (0, _) => Shape::Small,
        (_, 0) => Shape::Capitals,
        // Capitals and a plural: LLMs, MLLMs.
        (_, 1) if name.ends_with('s') && upper >= 2 => Shape::Capitals,
        (1, _) if !name.contains('-') => Shape::Capitalised,
        // Several capitals at the front, then small letters: GPUnit, LLaVA has an inner one already.
        (_, _) if upper >= 2 => Shape::Coined,
        _ => Shape::Small,
    }
}

/// A figure with its unit, then small words: what it is the size of.
fn is_size_of(name: &str) -> bool {
    name.split_once('-').is_some_and(|(size, rest)| {
        let unit = size.trim_start_matches(|ch: char| ch.is_ascii_digit() || ch == '.');
        unit.len() <= 1 && rest.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
    })
}

/// `mu-Loom`, but not `non-Markov`: a small word that is no prefix of the language, then a capital.
fn is_small_then_capital(name: &str) -> bool {
    const PREFIXES: [&str; 21] = [
        "non", "pre", "post", "anti", "multi", "cross", "sub", "inter", "intra", "off", "on", "in", "per", "un", "de",
        "co", "self", "semi", "quasi", "pseudo", "mid",
    ];
    name.split_once('-').is_some_and(|(head, tail)| {
        head.len() >= 2
            && head.bytes().all(|byte| byte.is_ascii_lowercase())
            && !PREFIXES.contains(&head)
            && tail.starts_with(|ch: char| ch.is_ascii_uppercase())
            && tail.bytes().any(|byte| byte.is_ascii_lowercase())
    })
}

/// `name` without the size or the version that tells models of one family apart (`-27B`, `-v2`).
pub(super) fn family(name: &str) -> &str {
    let mut name = name;
    while let Some((head, tail)) = name.rsplit_once('-') {
        let size = tail.trim_end_matches(['B', 'M', 'K', 'b', 'm']);
        let sized = size.len() < tail.len()
            && !size.is_empty()
            && size.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        if !sized || head.is_empty() {
            break;
        }
        name = head;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_where_names_end() {
        for (text, expected) in [
            ("本文提出 TideLoom-7B，并", vec!["TideLoom-7B"]),
            ("τ²-Loom 与 R²Loom、π0.5", vec!["τ²-Loom", "R²Loom", "π0.5"]),
            ("onLoom’s onLoom's", vec!["onLoom", "s", "onLoom", "s"]),
            ("x_t = M_{t-1}^k，pass@3", vec![]),
            ("Loom 2.5. Next", vec!["Loom", "2.5", "Next"]),
            (r"present \textbf{Loom}, x_{Loom}", vec!["present", "Loom"]),
            ("A-, -B", vec!["A", "B"]),
            ("LoomNet++，A+B", vec!["LoomNet++", "A", "B"]),
            (
                r"Warp&Weft, V^{2}Loom, R$^2$Loom, $\pi$-Loom",
                vec!["Warp&Weft", "V^{2}Loom", "R$^2$Loom", r"$\pi$-Loom"],
            ),
        ] {
            let mut found = Vec::new();
            words(text, |word| found.push(word.of(text)));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn shapes_tell_coined_names_from_words() {
        for (name, expected) in [
            ("TideLoom", Shape::Coined),
            ("onLoom", Shape::Coined),
            ("Tide-Zero", Shape::Coined),
            ("LK-VidR", Shape::Coined),
            ("T2MLR", Shape::Coined),
            ("τ²-Loom", Shape::Coined),
            ("α-Flow", Shape::Coined),
            ("3DLoom", Shape::Coined),
            ("mu-Loom", Shape::Coined),
            ("non-Markov", Shape::Small),
            ("TLM", Shape::Capitals),
            ("MLLMs", Shape::Capitals),
            ("Gagaku", Shape::Capitalised),
            ("s1", Shape::Numbered),
            ("π0.5", Shape::Numbered),
            ("verl", Shape::Small),
            ("chunk-wise", Shape::Small),
            ("Token-level", Shape::Small),
            ("Robo Tide", Shape::Phrase),
            ("明潮", Shape::Hanzi),
            ("TideLoom 2", Shape::Coined),
            ("V^{2}Loom", Shape::Coined),
            ("27M", Shape::Nothing),
            ("350M-parameter", Shape::Nothing),
            ("x", Shape::Nothing),
            ("42.50", Shape::Nothing),
        ] {
            assert_eq!(shape(name), expected, "{name}");
        }
    }

    #[test]
    fn sizes_are_no_part_of_a_family() {
        assert_eq!(family("TideLoom-27B"), "TideLoom");
        assert_eq!(family("TideLoom-1.5B-7B"), "TideLoom");
        assert_eq!(family("Tide-Zero"), "Tide-Zero");
        assert_eq!(family("K12-Loom"), "K12-Loom");
    }
}
