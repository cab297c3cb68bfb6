//! Marks that work in pairs: emphasis, code, strikethrough, formulas. Which of them could find a partner.

/// One kind of mark.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    char: char,
    rule: Rule,
    /// Runs longer than this are no marks.
    longest: usize,
    /// Runs shorter than this are no marks.
    shortest: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// Opens before what is not white space, closes after what is not.
    Flanks,
    /// Also not inside words.
    FlanksWords,
    /// Everywhere; both runs are equally long.
    Anywhere,
}

const fn mark(char: char, rule: Rule, shortest: usize, longest: usize) -> Mark {
    Mark { char, rule, longest, shortest }
}

/// Of CommonMark and its common extensions.
pub(super) const COMMON: [Mark; 5] = [
    mark('*', Rule::Flanks, 1, usize::MAX),
    mark('_', Rule::FlanksWords, 1, usize::MAX),
    mark('`', Rule::Anywhere, 1, usize::MAX),
    mark('~', Rule::Flanks, 1, usize::MAX),
    mark('$', Rule::Flanks, 1, usize::MAX),
];

/// Of Obsidian alone.
pub(super) const OBSIDIAN: [Mark; 2] = [mark('=', Rule::Flanks, 2, 2), mark('%', Rule::Anywhere, 2, 2)];

struct Run {
    start: usize,
    length: usize,
    opens: bool,
    closes: bool,
}

/// The characters of `chars` that belong to runs which could find a partner: among themselves where the text stands
/// `alone`, else also outside.
pub(super) fn live(
    chars: &[char],
    marks: &[Mark],
    before: Option<char>,
    after: Option<char>,
    alone: bool,
) -> Vec<usize> {
    let mut live = Vec::new();
    for mark in marks {
        let runs = runs(chars, *mark, before, after);
        let equal = mark.rule == Rule::Anywhere;
        // From the left, the lengths of runs that could open; from the right, of those that could close.
        let partner = |lengths: &std::collections::HashSet<usize>, run: &Run| {
            if equal { lengths.contains(&run.length) } else { !lengths.is_empty() }
        };
        let mut openers = std::collections::HashSet::new();
        let mut paired: Vec<bool> = runs
            .iter()
            .map(|run| {
                let found = run.closes && partner(&openers, run);
                if run.opens {
                    openers.insert(run.length);
                }
                found
            })
            .collect();
        let mut closers = std::collections::HashSet::new();
        for (run, paired) in runs.iter().zip(&mut paired).rev() {
            *paired |= run.opens && partner(&closers, run);
            if run.closes {
                closers.insert(run.length);
            }
        }
        for (run, paired) in runs.iter().zip(paired) {
            if paired || (!alone && (run.opens || run.closes)) {
                live.extend(run.start..run.start + run.length);
            }
        }
    }
    live
}

fn runs(chars: &[char], mark: Mark, before: Option<char>, after: Option<char>) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut at = 0;
    while let Some(ch) = chars.get(at) {
        if *ch != mark.char {
            at += 1;
            continue;
        }
        let length = chars.iter().skip(at).take_while(|ch| **ch == mark.char).count();
        let left = if at == 0 { before } else { chars.get(at - 1).copied() };
        let right = chars.get(at + length).copied().or(after);
        if (mark.shortest..=mark.longest).contains(&length) {
            let (opens, closes) = match mark.rule {
                Rule::Anywhere => (true, true),
                Rule::Flanks => (is_ink(right), is_ink(left)),
                Rule::FlanksWords => (is_ink(right) && !is_word(left), is_ink(left) && !is_word(right)),
            };
            runs.push(Run { start: at, length, opens, closes });
        }
        at += length;
    }
    runs
}

/// A visible character. Beyond the text there may be one.
fn is_ink(ch: Option<char>) -> bool {
    ch.is_some_and(|ch| !ch.is_whitespace())
}

/// A character that parsers agree to be neither white space nor punctuation nor a symbol.
pub(super) fn is_word(ch: Option<char>) -> bool {
    ch.is_some_and(|ch| ch.is_alphanumeric() && !matches!(ch, '\u{24b6}'..='\u{24e9}' | '\u{1f130}'..='\u{1f189}'))
}
