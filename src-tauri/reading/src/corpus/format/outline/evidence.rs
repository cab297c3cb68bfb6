//! The evidence section: a summary, then claims with their quotes.

use crate::corpus::{Block, Finding, Piece, Warning, WarningKind};
use crate::text::ByteSpan;

use super::{Flow, Line, Role};

/// Reads the lines under the heading. List marks, numbers and quotation marks decide where the form kept them; where
/// it lost them, the language does: claims are Chinese, quotes are not.
pub(super) fn read(lines: &[Line], warnings: &mut Vec<Warning>) -> Vec<Block> {
    let marked = lines.iter().any(|line| starts_finding(line).is_some());
    let mut pairs = Pairs { blocks: Vec::new(), open: None, last: 0, warnings };
    for (at, line) in lines.iter().enumerate() {
        let next_is_quote = lines.get(at + 1).is_some_and(is_quote);
        if let Some(mark) = starts_finding(line) {
            pairs.claim(&line.block.flow, mark, !next_is_quote);
            continue;
        }
        let Some(piece) = line.block.flow.whole() else { continue };
        let state = pairs.state();
        match (line.role(), state) {
            (Role::Quote, _) => pairs.quote(piece),
            (_, State::Claimed) if !is_chinese(&piece.text) => pairs.quote(piece),
            (_, State::Claimed) if marked && next_is_quote => pairs.extend_claim(piece),
            (_, State::Complete) if marked && !is_chinese(&piece.text) && !next_is_quote => pairs.quote(piece),
            (_, State::Complete) if !marked && !is_chinese(&piece.text) && !next_is_quote => pairs.orphan(piece),
            (_, State::None) if !next_is_quote || (marked && at == 0) => pairs.passage(piece),
            (_, State::Complete | State::Claimed) if marked && !next_is_quote => pairs.passage(piece),
            _ => pairs.claim(&line.block.flow, Mark::default(), false),
        }
    }
    pairs.close();
    pairs.blocks
}

/// The list mark of a finding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    number: Option<u32>,
    /// Length of a visible mark in the text, white space after it included.
    pub(super) bytes: usize,
}

fn starts_finding(line: &Line) -> Option<Mark> {
    match line.role() {
        Role::Item(Some(number)) => Some(Mark { number: Some(number), bytes: 0 }),
        Role::Item(None) => Some(visible_mark(line.block.flow.text()).unwrap_or_default()),
        Role::Paragraph => visible_mark(line.block.flow.text()),
        _ => None,
    }
}

/// A mark such as `12. `, `3、` or `- ` that stands in the text.
pub(super) fn visible_mark(text: &str) -> Option<Mark> {
    let lead = text.len() - text.trim_start().len();
    let inner = &text[lead..];
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    let (number, sign) = if digits == 0 {
        (None, inner.strip_prefix(['-', '*', '+', '•', '●', '◦'])?)
    } else {
        (Some(inner[..digits].parse().ok()?), inner[digits..].strip_prefix(['.', '．', '、', ')', '）'])?)
    };
    let bare = sign.trim_start();
    // `3.5 倍` is a number and no mark.
    let spaced = bare.len() < sign.len() || inner[digits..].starts_with('、');
    (spaced && !bare.is_empty() && (number.is_some() || is_chinese(bare)))
        .then_some(Mark { number, bytes: text.len() - bare.len() })
}

fn is_quote(line: &Line) -> bool {
    match line.role() {
        Role::Quote => true,
        Role::Paragraph => visible_mark(line.block.flow.text()).is_none() && !is_chinese(line.text()),
        _ => false,
    }
}

/// Whether a text is Chinese with Latin words rather than the reverse.
fn is_chinese(text: &str) -> bool {
    let (mut han, mut letters) = (0_usize, 0_usize);
    for letter in text.chars() {
        han += usize::from(is_han(letter));
        letters += usize::from(letter.is_ascii_alphabetic());
    }
    han > 0 && (han * 10 >= letters || text.ends_with('。'))
}

fn is_han(letter: char) -> bool {
    matches!(letter, '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{323AF}')
}

/// Where a claim that stands on one line with its quote ends: after the last Chinese sentence if only the quote
/// follows. `None` where nothing follows or no place is certain.
fn claim_end(text: &str) -> Option<usize> {
    let is_stop = |letter: char| matches!(letter, '。' | '！' | '？' | '；' | '…');
    let last_han = text.rfind(|letter| is_han(letter) || is_stop(letter))?;
    let stop = text.rfind(is_stop).filter(|&stop| stop >= last_han);
    if let Some(stop) = stop {
        let mut end = stop + text[stop..].chars().next().map_or(0, char::len_utf8);
        end += text[end..].len() - text[end..].trim_start_matches(['”', '"', '）', '」', '’']).len();
        return (!text[end..].trim().is_empty()).then_some(end);
    }
    // Chinese inside the quote: the first sentence after which little of it is Chinese.
    text.match_indices("。 ").map(|(at, _)| at + '。'.len_utf8()).find(|&end| !is_chinese(&text[end..]))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    None,
    Claimed,
    Complete,
}

/// The findings so far and the one that is still open.
struct Pairs<'a> {
    blocks: Vec<Block>,
    open: Option<Finding>,
    last: u32,
    warnings: &'a mut Vec<Warning>,
}

impl Pairs<'_> {
    fn state(&self) -> State {
        match &self.open {
            Some(Finding { quote: None, .. }) => State::Claimed,
            Some(_) => State::Complete,
            None if self.last > 0 => State::Complete,
            None => State::None,
        }
    }

    fn open(&mut self, number: Option<u32>, at: usize) {
        self.close();
        let expected = self.last.saturating_add(1);
        let number = number.unwrap_or(expected);
        if number != expected {
            let message = format!("finding {number} stands where {expected} was expected");
            self.warn(at, message, WarningKind::FindingNumbers);
        }
        self.last = number;
        self.open = Some(Finding { number, marker: None, claim: None, quote: None });
    }

    fn claim(&mut self, flow: &Flow, mark: Mark, alone: bool) {
        let text = flow.text();
        let at = flow.whole().map_or(0, |piece| piece.source.start);
        self.open(mark.number, at);
        let end = if alone { claim_end(text).filter(|&end| end > mark.bytes) } else { None };
        let end = end.unwrap_or(text.len());
        if let Some(open) = &mut self.open {
            open.marker = flow.piece(0..mark.bytes);
            open.claim = flow.piece(mark.bytes..end);
            open.quote = flow.piece(end..text.len());
            // A lone quote in a list item is still a quote.
            if alone && open.quote.is_none() && open.claim.as_ref().is_some_and(|claim| !has_han(&claim.text)) {
                open.quote = open.claim.take();
            }
        }
    }

    fn extend_claim(&mut self, piece: Piece) {
        if let Some(open) = &mut self.open {
            open.claim = Some(join(open.claim.take(), piece));
        }
    }

    fn quote(&mut self, piece: Piece) {
        if let Some(open) = &mut self.open {
            open.quote = Some(join(open.quote.take(), piece));
        } else {
            self.orphan(piece);
        }
    }

    fn orphan(&mut self, piece: Piece) {
        self.open(None, piece.source.start);
        if let Some(open) = &mut self.open {
            open.quote = Some(piece);
        }
    }

    fn passage(&mut self, piece: Piece) {
        self.close();
        self.blocks.push(Block::Passage(piece));
    }

    fn close(&mut self) {
        let Some(finding) = self.open.take() else { return };
        let number = finding.number;
        let start = finding.claim.as_ref().or(finding.quote.as_ref()).map_or(0, |piece| piece.source.start);
        if finding.quote.is_none() {
            self.warn(start, format!("finding {number} has no quote"), WarningKind::ClaimWithoutQuote);
        } else if finding.claim.is_none() {
            self.warn(start, format!("the quote of finding {number} has no claim"), WarningKind::QuoteWithoutClaim);
        }
        self.blocks.push(Block::Finding(finding));
    }

    fn warn(&mut self, at: usize, message: String, kind: WarningKind) {
        self.warnings.push(Warning { at, message, kind });
    }
}

fn has_han(text: &str) -> bool {
    text.contains(is_han)
}

fn join(before: Option<Piece>, after: Piece) -> Piece {
    match before {
        None => after,
        Some(before) => {
            let end = after.source.end.max(before.source.end);
            let start = before.source.start.min(after.source.start);
            Piece::new(format!("{} {}", before.text, after.text), ByteSpan::new(start, end))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_and_a_quote_on_one_line_are_cut_where_the_chinese_ends() {
        let check = |text: &str, claim: &str| {
            assert_eq!(claim_end(text).map(|end| &text[..end]), Some(claim), "{text}");
        };
        check("甲达到 84.1 Top-1。 Ours | 84.1", "甲达到 84.1 Top-1。");
        check("甲好。乙也好（F1）。 We find", "甲好。乙也好（F1）。");
        check("甲输出“是”。 The answer 是 holds for most of the inputs we tried", "甲输出“是”。");
        assert_eq!(claim_end("甲达到 84.1。"), None);
        assert_eq!(claim_end("only English"), None);
    }

    #[test]
    fn numbers_inside_a_claim_are_no_list_marks() {
        assert_eq!(visible_mark("12. 甲"), Some(Mark { number: Some(12), bytes: 4 }));
        assert_eq!(visible_mark("- 甲"), Some(Mark { number: None, bytes: 2 }));
        for text in ["3.5 倍", "- w/o cap | 3", "2031 年", "-3 分", "12."] {
            assert_eq!(visible_mark(text), None, "{text}");
        }
    }
}
