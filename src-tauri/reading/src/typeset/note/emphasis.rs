//! Emphasis that ends in Chinese punctuation before a Chinese character: `**结论：**模型`.
//!
//! CommonMark takes punctuation and letters by the habits of scripts that put spaces between words, and leaves such
//! stars where they are. Here a run of stars between punctuation and a Chinese character gets a mark of punctuation at
//! its Chinese side, one that the text does not hold, and whoever writes the result leaves that mark out again.

/// Marks of punctuation that hardly any text holds.
const HELPERS: [char; 5] = ['\u{2E2D}', '\u{2E18}', '\u{2E2E}', '\u{2E2A}', '\u{2E1A}'];

/// A text in which emphasis is found.
pub(super) struct Prepared {
    pub(super) text: String,
    /// To be left out of everything that is read from the text; `None` where nothing was put in.
    pub(super) helper: Option<char>,
}

/// Linear in the text.
pub(super) fn prepare(text: &str) -> Prepared {
    let helper = HELPERS.into_iter().find(|helper| !text.contains(*helper));
    let Some(helper) = helper.filter(|_| text.contains('*') && text.chars().any(is_chinese)) else {
        return Prepared { text: text.to_owned(), helper: None };
    };
    let mut out = String::with_capacity(text.len() + 16);
    let mut before: Option<char> = None;
    let mut rest = text;
    while let Some(at) = rest.find('*') {
        let (head, stars) = rest.split_at(at);
        before = head.chars().next_back().or(before);
        let length = stars.len() - stars.trim_start_matches('*').len();
        let (run, tail) = stars.split_at(length);
        let after = tail.chars().next();
        out.push_str(head);
        let escaped = head.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1;
        let (left, right) = (before.filter(|_| !escaped), after.filter(|_| !escaped));
        let opens = left.is_some_and(is_chinese) && right.is_some_and(is_mark);
        let closes = left.is_some_and(is_mark) && right.is_some_and(is_chinese);
        if opens {
            out.push(helper);
        }
        out.push_str(run);
        if closes {
            out.push(helper);
        }
        before = Some('*');
        rest = tail;
    }
    out.push_str(rest);
    Prepared { text: out, helper: Some(helper) }
}

fn is_chinese(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}' | '\u{3005}'..='\u{3007}')
}

/// Punctuation of either script. A star is none: it belongs to the run.
fn is_mark(c: char) -> bool {
    (c.is_ascii_punctuation() && c != '*' && c != '\\')
        || matches!(c, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205E}' | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{301F}' | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF40}' | '\u{FF5B}'..='\u{FF65}' | '\u{00A1}'..='\u{00BF}')
}
