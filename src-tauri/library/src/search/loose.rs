//! Text without its punctuation: what a phrase is compared with where it does not stand word for word.
//!
//! Punctuation and spaces go. Between two Latin words or numbers a mark stays, so that `5.6` is found in `5, 6` and not in
//! `56`; beside a Chinese character nothing stays.

use std::borrow::Cow;

use reading::text::is_wide;

/// Between two words that would otherwise run together. Folded texts never hold it.
const BETWEEN: char = '\u{1}';

/// A folded text without punctuation.
pub(crate) fn loosen(folded: &str) -> String {
    let mut out = String::with_capacity(folded.len());
    each(folded, |ch, _| out.push(ch));
    out
}

/// A folded text without punctuation, and the byte of `folded` that each byte of it comes from, and the end.
pub(crate) fn loosen_with_places(folded: &str) -> (String, Vec<usize>) {
    let (mut out, mut places) = (String::with_capacity(folded.len()), Vec::with_capacity(folded.len() + 1));
    let mut end = 0;
    each(folded, |ch, at| {
        out.push(ch);
        places.resize(out.len(), at);
        end = at + if ch == BETWEEN { 0 } else { ch.len_utf8() };
    });
    places.push(end);
    (out, places)
}

/// Words of a folded text; each Chinese character is one, and so is each sign that says something.
pub(crate) fn counts(folded: &str) -> usize {
    let (mut words, mut inside) = (0, false);
    for ch in folded.chars() {
        let single = is_wide(ch) || (!ch.is_alphanumeric() && !is_separator(ch));
        let letter = !single && !is_separator(ch);
        words += usize::from(single || (letter && !inside));
        inside = letter;
    }
    words
}

/// Where the part can be found across punctuation, what it is there: nothing where it is all punctuation.
pub(crate) fn wanted(folded: &str) -> Option<Cow<'_, str>> {
    let loose = if folded.chars().any(is_separator) { Cow::Owned(loosen(folded)) } else { Cow::Borrowed(folded) };
    (!loose.is_empty()).then_some(loose)
}

fn each(folded: &str, mut found: impl FnMut(char, usize)) {
    let mut last: Option<char> = None;
    let mut separated = false;
    for (at, ch) in folded.char_indices() {
        if is_separator(ch) {
            separated = true;
            continue;
        }
        if separated && last.is_some_and(|last| !is_wide(last)) && !is_wide(ch) {
            found(BETWEEN, at);
        }
        found(ch, at);
        (last, separated) = (Some(ch), false);
    }
}

/// Spaces and punctuation; not the signs that say something, as `%` and `±`.
pub(crate) fn is_separator(ch: char) -> bool {
    match ch {
        '0'..='9' | 'a'..='z' | '\u{4E00}'..='\u{9FFF}' => false,
        ' '..='~' => !matches!(ch, '%' | '+' | '<' | '>' | '=' | '~' | '^' | '|' | '$' | '#' | '&' | '@'),
        '\u{2010}'..='\u{2027}' | '\u{203B}'..='\u{205E}' => true,
        '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}' | '\u{3030}' | '\u{30FB}' => true,
        _ => matches!(ch, '¡' | '¿' | '«' | '»' | '·' | '§' | '¶' | '•'),
    }
}

#[cfg(test)]
mod tests {
    use reading::text::fold;

    use super::*;

    #[test]
    fn punctuation_goes_and_words_stay_apart() {
        for (text, expected) in
            [("模型，性能", "模型性能"), ("gan 网络", "gan网络"), ("gan,网络", "gan网络"), ("“——”", "")]
        {
            let (text, expected) = (fold(text), fold(expected));
            assert_eq!(loosen(&text), expected, "{text}");
            let (again, places) = loosen_with_places(&text);
            assert_eq!(again, expected);
            assert_eq!(places.len(), expected.len() + 1);
        }
    }

    #[test]
    fn a_mark_stays_between_words() {
        assert_eq!(loosen("gpt-5.6"), "gpt\u{1}5\u{1}6");
        assert_eq!(loosen("step 16 of"), "step\u{1}16\u{1}of");
        assert_eq!(loosen("62.5% ."), "62\u{1}5%");
    }

    #[test]
    fn places_lead_back() {
        let text = "甲,乙a.b。";
        let (loose, places) = loosen_with_places(text);
        let start = loose.find('乙').unwrap();
        assert_eq!(&text[places[start]..places[loose.len()]], "乙a.b");
        assert_eq!(counts(text), 4);
        assert_eq!(counts("gpt-5.6 模型"), 5);
        assert_eq!(counts("`[p%"), 2);
    }
}
