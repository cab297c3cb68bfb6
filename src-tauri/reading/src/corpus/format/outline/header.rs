//! What stands above a paper's first section: badges, authors, links; and the furniture of the site.

use crate::corpus::{Link, Piece};
use crate::text::ByteSpan;

use super::Flow;

/// The words that the page's links carry.
const LINK_WORDS: [&str; 10] =
    ["arxiv", "hf 讨论", "hf讨论", "hf", "hugging face", "alphaxiv", "pdf", "github", "code", "项目主页"];

/// A date as the site writes it (`2026-09-30`), alone on its line or in a short one.
pub(super) fn date(line: &str) -> Option<String> {
    if line.len() > 120 {
        return None;
    }
    let bytes = line.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    (0..bytes.len().saturating_sub(9)).find_map(|at| {
        let shaped = (0..10).all(|k| if k == 4 || k == 7 { bytes[at + k] == b'-' } else { is_digit(at + k) });
        let alone = !is_digit(at + 10) && (at == 0 || !is_digit(at - 1));
        let found = line.get(at..at + 10).filter(|_| shaped && alone)?;
        let (month, day) = (found.get(5..7)?.parse::<u8>().ok()?, found.get(8..10)?.parse::<u8>().ok()?);
        ((1..=12).contains(&month) && (1..=31).contains(&day)).then(|| found.to_owned())
    })
}

/// Whether the line belongs to the site and to no paper.
pub(super) fn is_furniture(line: &str) -> bool {
    let line = line.trim_matches(|c: char| c.is_whitespace() || "#*[]".contains(c));
    let counts = line.contains("篇深读") || line.contains("篇简读");
    matches!(line, "日报" | "AI 论文深读" | "AI论文深读")
        || (line.starts_with('[') && line.ends_with("]日报"))
        || line.starts_with("AI 论文深读 ·")
        || (counts && line.len() <= 60)
        || (line.len() <= 12 && date(line).is_some())
        || is_footer(line)
}

/// Whether the line is the site's last one, or heads the addresses that a terminal browser lists after it.
pub(super) fn is_footer(line: &str) -> bool {
    line.starts_with("自动化深读不能替代") || matches!(line, "References" | "Visible links")
}

/// Whether the line says that the whole paper was not read.
pub(super) fn is_fallback(line: &str) -> bool {
    line.starts_with("未深读")
}

/// The sentence under a brief.
pub(super) fn is_notice(line: &str) -> bool {
    line.starts_with("仅依据摘要")
}

/// Whether the flow is nothing but links and what separates them.
pub(super) fn is_links(flow: &Flow) -> bool {
    let text = flow.text();
    if text.trim().is_empty() || text.len() > 4000 {
        return false;
    }
    let mut at = 0;
    let mut bare = true;
    for anchor in flow.anchors() {
        bare &= text.get(at..anchor.words.start).is_none_or(is_numbered_separator);
        at = anchor.words.end;
    }
    bare &= text.get(at..).is_none_or(is_separator);
    if bare && !flow.anchors().is_empty() {
        return true;
    }
    let words: Vec<String> = text.split(['·', '|', '•', '\n']).map(link_word).collect();
    words.iter().all(|word| is_link_word(word)) && words.iter().any(|word| word.contains("xiv") || is_address(word))
}

/// Whether a line is one link or one sign between links, where each stands on a line of its own.
pub(super) fn is_link_part(flow: &Flow) -> bool {
    let text = flow.text().trim();
    is_separator(text) || is_link_word(&link_word(text))
}

/// The words of a link without the number that a terminal browser puts before it (`[12]`).
fn link_word(word: &str) -> String {
    let word = word.trim();
    let unnumbered = word.strip_prefix('[').and_then(|rest| {
        let (number, words) = rest.split_once(']')?;
        (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(words)
    });
    unnumbered.unwrap_or(word).trim().to_lowercase()
}

fn is_link_word(word: &str) -> bool {
    LINK_WORDS.contains(&word) || is_address(word)
}

fn is_address(word: &str) -> bool {
    word.starts_with("http") && !word.contains(char::is_whitespace)
}

/// What stands between links, the numbers of a terminal browser (`· [12]`) included.
fn is_numbered_separator(text: &str) -> bool {
    is_separator(text.trim_end_matches(']').trim_end_matches(|c: char| c.is_ascii_digit()))
}

fn is_separator(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || "·|•/,，、[]()-".contains(c))
}

/// The links of a line and the signs between them.
pub(super) fn links(flow: &Flow) -> (Vec<Link>, Vec<Piece>) {
    let text = flow.text();
    let mut spans: Vec<(ByteSpan, Option<String>)> =
        flow.anchors().iter().map(|anchor| (anchor.words, Some(anchor.url.clone()))).collect();
    if spans.is_empty() {
        let mut start = 0;
        for word in text.split(['·', '|', '•', '\n']) {
            let end = start + word.len();
            let url = word.trim().starts_with("http").then(|| word.trim().to_owned());
            spans.push((ByteSpan::new(start, end), url));
            start = end + text[end..].chars().next().map_or(0, char::len_utf8);
        }
    }
    let (mut links, mut rest, mut at) = (Vec::new(), Vec::new(), 0);
    for (span, url) in spans {
        rest.extend(flow.piece(at..span.start.max(at)));
        let label = flow.piece(span.start.max(at)..span.end);
        links.extend(label.map(|label| Link { label, url }));
        at = span.end.max(at);
    }
    rest.extend(flow.piece(at..text.len()));
    (links, rest)
}

/// The arXiv id in an address or a text: `2609.00001`, without version.
pub(super) fn arxiv_id(text: &str) -> Option<String> {
    for (dot, _) in text.match_indices('.') {
        let Some(start) = dot.checked_sub(4) else { continue };
        let bytes = text.as_bytes();
        let tail = bytes[dot + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let head = bytes[start..dot].iter().all(u8::is_ascii_digit);
        let marked = start > 0 && (bytes[start - 1] == b'/' || bytes[start - 1] == b':');
        if head && marked && (4..=5).contains(&tail) {
            return text.get(start..dot + 1 + tail).map(str::to_owned);
        }
    }
    None
}

/// Whether a line without markup is a paper's row of badges: it holds one of the site's signals.
pub(super) fn is_badges(line: &str) -> bool {
    line.len() <= 300 && signals(line).next().is_some()
}

/// Whether a badge counts votes, stars or mentions and so is no topic.
pub(super) fn is_signal(badge: &str) -> bool {
    let badge = badge.trim();
    signals(badge).next().is_some_and(|found| found.start == 0 && found.end == badge.len())
        || ["HF", "Hugging Face", "GitHub", "X/HN"].contains(&badge)
}

/// Cuts a row of badges that were glued together at the signals in it. The last part is the topic, where one follows
/// the last signal and the signal's number surely ends before it.
pub(super) fn cut_badges(flow: &Flow) -> (Vec<Piece>, Option<String>) {
    let text = flow.text();
    let (mut badges, mut at) = (Vec::new(), 0);
    for found in signals(text) {
        let rest = &text[found.end..];
        // `x23D 视觉`: nobody can tell where the number ends.
        if rest.starts_with('D') {
            break;
        }
        badges.extend(flow.piece(at..found.start.max(at)));
        badges.extend(flow.piece(found.start.max(at)..found.end));
        at = found.end;
    }
    let last = flow.piece(at..text.len());
    let topic = last.as_ref().filter(|last| at > 0 && signals(&last.text).next().is_none());
    let topic = topic.map(|piece| piece.text.trim_matches(['·', '|', ' ']).to_owned());
    badges.extend(last);
    (badges, topic)
}

/// The signals in a row: `HF ↑10`, `GitHub ★100`, `X/HN x1`.
fn signals(text: &str) -> impl Iterator<Item = std::ops::Range<usize>> {
    const STARTS: [(&str, &str); 5] =
        [("HF", "↑"), ("GitHub", "★"), ("X/HN", "x"), ("X/HN", "×"), ("Hugging Face", "↑")];
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..)?;
            let (start, found) = STARTS
                .iter()
                .filter_map(|(word, sign)| Some((rest.find(word)?, (*word, *sign))))
                .min_by_key(|(start, (word, _))| (*start, std::cmp::Reverse(word.len())))?;
            let candidates = STARTS.iter().filter(|(word, _)| rest[start..].starts_with(word));
            let end = candidates.filter_map(|(word, sign)| signal_end(&rest[start..], word, sign)).max();
            let begin = at + start;
            at = begin + end.unwrap_or(found.0.len());
            if end.is_some() {
                return Some(begin..at);
            }
        }
    })
}

fn signal_end(text: &str, word: &str, sign: &str) -> Option<usize> {
    let tail = text.strip_prefix(word)?.trim_start().strip_prefix(sign)?.trim_start_matches(' ');
    let digits = tail.bytes().take_while(|byte| byte.is_ascii_digit() || b".,".contains(byte)).count();
    let thousands =
        tail[digits..].starts_with(['k', 'K']) && !tail[digits + 1..].starts_with(|c: char| c.is_ascii_lowercase());
    (digits > 0).then(|| text.len() - tail.len() + digits + usize::from(thousands))
}

/// Whether a line may be the names of the authors.
pub(super) fn is_authors(line: &str) -> bool {
    let labelled = ["作者", "Authors", "authors", "Author"].iter().any(|label| line.starts_with(label));
    let prose = line.contains(['。', '；', '！', '？', '：']) || line.contains(". ") && !line.contains(", ");
    labelled || (!prose && (line.contains([',', '，', '、', '·', '&']) || line.len() <= 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str) -> Flow {
        let mut flow = Flow::default();
        flow.push_verbatim(text, 0);
        flow
    }

    #[test]
    fn glued_badges_are_cut_at_the_signals() {
        let check = |text: &str, expected: &[&str], topic: Option<&str>| {
            let (badges, found) = cut_badges(&row(text));
            let texts: Vec<&str> = badges.iter().map(|badge| badge.text.as_str()).collect();
            assert_eq!((texts.as_slice(), found.as_deref()), (expected, topic), "{text}");
        };
        check(
            "Some LabHF ↑10GitHub ★1.2kX/HN x1评测与数据",
            &["Some Lab", "HF ↑10", "GitHub ★1.2k", "X/HN x1", "评测与数据"],
            Some("评测与数据"),
        );
        check("HF ↑3agent", &["HF ↑3", "agent"], Some("agent"));
        check("Some LabHF ↑3", &["Some Lab", "HF ↑3"], None);
        check("Some Lab其他", &["Some Lab其他"], None);
        check("X/HN x23D 视觉", &["X/HN x23D 视觉"], None);
    }

    #[test]
    fn links_lose_no_sign_between_them() {
        let (links, rest) = links(&row("arXiv · HF 讨论 · alphaXiv"));
        let labels: Vec<&str> = links.iter().map(|link| link.label.text.as_str()).collect();
        assert_eq!((labels, rest.len()), (vec!["arXiv", "HF 讨论", "alphaXiv"], 2));
        assert!(is_links(&row("arXiv · HF 讨论 · alphaXiv")));
        assert!(!is_links(&row("arXiv 上的论文")));
    }

    #[test]
    fn dates_and_ids_are_read_from_their_places() {
        assert_eq!(date("AI 论文深读 · 2031-05-06"), Some("2031-05-06".to_owned()));
        assert_eq!(date("2031-15-06"), None);
        assert_eq!(date("12031-05-06"), None);
        assert_eq!(arxiv_id("https://arxiv.org/abs/3105.01234v2"), Some("3105.01234".to_owned()));
        assert_eq!(arxiv_id("达到 3105.01234"), None);
    }
}
