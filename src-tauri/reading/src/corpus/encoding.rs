//! From bytes to text: which encoding a file is in, and what had to be replaced.
//!
//! In this order: byte order mark, UTF-16 without one, UTF-8, GB18030, and whatever chardetng holds most likely.
//! Line ends stay as they are.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding as Codec, GB18030, UTF_8, UTF_16BE, UTF_16LE};
use memchr::memmem;

use super::{Warning, WarningKind};

/// The encoding that a file was read in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Encoding {
    /// `UTF-8`, `UTF-16LE`, `UTF-16BE`, `GB18030`, another name of the WHATWG list, or `binary`.
    pub label: String,
    /// The file began with a byte order mark. It is not part of the text.
    pub bom: bool,
    /// Nothing in the file proves the encoding: it is only the most likely one.
    pub guessed: bool,
}

impl Encoding {
    /// Label of a file that is no text in any encoding.
    pub const BINARY: &'static str = "binary";

    fn certain(codec: &'static Codec, bom: bool) -> Self {
        let label = if codec == GB18030 { "GB18030" } else { codec.name() };
        Self { label: label.to_owned(), bom, guessed: false }
    }
}

/// Decoded text and how it was come by.
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) encoding: Encoding,
    pub(super) warnings: Vec<Warning>,
}

/// Bytes looked at to tell an encoding from another; a digest of one day is seldom longer.
const SAMPLE: usize = 64 * 1024;

/// Decodes `bytes`. A file that is no text gives an empty text labelled [`Encoding::BINARY`].
///
/// A NUL inside the text becomes U+FFFD, further ones of the same run and those that pad the end become spaces;
/// bytes that the encoding does not know become U+FFFD. Each is listed once, with a count.
pub(super) fn decode(bytes: &[u8]) -> Decoded {
    if has_binary_signature(bytes) {
        return binary();
    }
    let Choice { mut encoding, body, valid } = choose(bytes);
    let cut = matches!(valid, Some(Cow::Owned(_)));
    let (mut text, undecodable) = match valid {
        Some(text) => (text.into_owned(), false),
        None => {
            let codec = Codec::for_label(encoding.label.as_bytes()).unwrap_or(UTF_8);
            let (text, undecodable) = codec.decode_without_bom_handling(body);
            (text.into_owned(), undecodable)
        }
    };
    let mut warnings = Vec::new();
    if cut {
        let message = "line ends stood inside characters; each such line end was put before its character".to_owned();
        warnings.push(Warning { at: 0, message, kind: WarningKind::Replaced });
    }
    if undecodable {
        warnings.extend(list_replaced(&text, &encoding.label));
    }
    if let Some((replaced, warning)) = replace_nul(&text) {
        text = replaced;
        warnings.push(warning);
    }
    if !encoding.bom && looks_binary(&text) {
        return binary();
    }
    if encoding.guessed {
        let label = &encoding.label;
        let message = format!("the encoding is a guess: {label}; where words look wrong, save the file as UTF-8");
        warnings.push(Warning { at: 0, message, kind: WarningKind::EncodingGuessed });
    }
    encoding.guessed &= !text.is_ascii();
    Decoded { text, encoding, warnings }
}

fn binary() -> Decoded {
    let encoding = Encoding { label: Encoding::BINARY.to_owned(), bom: false, guessed: false };
    Decoded { text: String::new(), encoding, warnings: Vec::new() }
}

/// The encoding of a file and what is to be read in it.
struct Choice<'a> {
    encoding: Encoding,
    /// Without the byte order mark.
    body: &'a [u8],
    /// The body, where it is UTF-8 without a fault, or without any but line ends inside characters. Checking takes
    /// time, so it is done once.
    valid: Option<Cow<'a, str>>,
}

fn choose(bytes: &[u8]) -> Choice<'_> {
    if let Some((codec, mark)) = Codec::for_bom(bytes) {
        let body = bytes.get(mark..).unwrap_or_default();
        let valid = if codec == UTF_8 { check(body).ok().map(Cow::Borrowed) } else { None };
        return Choice { encoding: Encoding::certain(codec, true), body, valid };
    }
    let utf8 = check(bytes);
    if utf8.is_err()
        && let Some(text) = mended(bytes)
    {
        return Choice { encoding: Encoding::certain(UTF_8, false), body: bytes, valid: Some(Cow::Owned(text)) };
    }
    let encoding = choose_without_mark(bytes, utf8.err());
    let valid = utf8.ok().filter(|_| encoding.label == UTF_8.name()).map(Cow::Borrowed);
    Choice { encoding, body: bytes, valid }
}

/// Many bytes at once first; only what has a fault is gone over again for its place.
fn check(bytes: &[u8]) -> Result<&str, std::str::Utf8Error> {
    simdutf8::basic::from_utf8(bytes).or_else(|_| std::str::from_utf8(bytes))
}

/// The text of a file that was wrapped at a number of bytes, characters cut through: each line end inside a character
/// is put before it, as behind it a line might be left with nothing but a space. `None` where anything else is wrong.
fn mended(bytes: &[u8]) -> Option<String> {
    let mut whole = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&lead) = bytes.get(at) {
        let mut open = match lead {
            0x00..=0x7F => 0,
            0xC2..=0xDF => 1,
            0xE0..=0xEF => 2,
            0xF0..=0xF4 => 3,
            _ => return None,
        };
        let start = whole.len();
        whole.push(lead);
        at += 1;
        let mut cut = false;
        while open > 0 {
            match bytes.get(at) {
                Some(&byte @ 0x80..=0xBF) => {
                    whole.push(byte);
                    open -= 1;
                }
                Some(b'\n') if !cut => cut = true,
                _ => return None,
            }
            at += 1;
        }
        if cut {
            whole.insert(start, b'\n');
        }
    }
    String::from_utf8(whole).ok()
}

fn choose_without_mark(bytes: &[u8], utf8_error: Option<std::str::Utf8Error>) -> Encoding {
    let padding = bytes.iter().rev().take_while(|&&byte| byte == 0).count();
    let body = bytes.get(..bytes.len() - padding).unwrap_or_default();
    let nul = memchr::memchr_iter(0, sample(body)).count();
    let may_be_utf16 = utf8_error.is_some() || nul * 20 > sample(body).len();
    if may_be_utf16 && let Some(codec) = utf16_by_content(body) {
        return Encoding::certain(codec, false);
    }
    let Some(error) = utf8_error else {
        return Encoding::certain(UTF_8, false);
    };
    let sample_end = sample(bytes).len();
    if error.valid_up_to() >= sample_end && !bytes.get(..sample_end).unwrap_or_default().is_ascii() {
        return Encoding::certain(UTF_8, false);
    }
    let invalid_from = error.valid_up_to().saturating_sub(SAMPLE / 2);
    let around = sample(bytes.get(invalid_from..).unwrap_or_default());
    if is_damaged_utf8(around) {
        return Encoding::certain(UTF_8, false);
    }
    if let Some(Chinese { is_certain }) = reads_as_chinese(around) {
        return Encoding { guessed: !is_certain, ..Encoding::certain(GB18030, false) };
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(around, true);
    let codec = detector.guess(Some(b"cn"), Utf8Detection::Deny);
    Encoding { guessed: true, ..Encoding::certain(codec, false) }
}

fn sample(bytes: &[u8]) -> &[u8] {
    bytes.get(..SAMPLE).unwrap_or(bytes)
}

/// UTF-16 without a mark, told by what its units would be: nearly all of them ASCII, hanzi or the punctuation that
/// goes with them, in one byte order and less so in the other.
fn utf16_by_content(bytes: &[u8]) -> Option<&'static Codec> {
    let units = sample(bytes).as_chunks::<2>().0;
    if units.is_empty() {
        return None;
    }
    // Two ASCII letters make a frequent hanzi in either order ("Bush hid the facts"): such text is not UTF-16.
    let ascii_pairs = units.iter().filter(|pair| pair.iter().all(|byte| (0x20..0x7F).contains(byte))).count();
    if ascii_pairs * 10 >= units.len() * 7 {
        return None;
    }
    let weigh = |read: fn([u8; 2]) -> u16| {
        let mut plausible = 0;
        let mut frequent = 0;
        for &pair in units {
            let unit = read(pair);
            plausible += usize::from(is_plausible_unit(unit));
            // Letters read in the other order are hanzi, if seldom ones; the reverse is rare.
            frequent += usize::from(matches!(unit, 0x0A | 0x0D | 0x20..=0x7E | 0x3001 | 0x3002 | 0xFF0C));
        }
        (plausible, frequent)
    };
    let (little, big) = (weigh(u16::from_le_bytes), weigh(u16::from_be_bytes));
    let sum = |(plausible, frequent): (usize, usize)| plausible + frequent;
    let (codec, best, other) = if sum(little) >= sum(big) { (UTF_16LE, little, big) } else { (UTF_16BE, big, little) };
    (best.0 * 10 >= units.len() * 9 && sum(best) > sum(other)).then_some(codec)
}

fn is_plausible_unit(unit: u16) -> bool {
    matches!(unit,
        0x09 | 0x0A | 0x0D | 0x20..=0x7E | 0xA0..=0x24F | 0x370..=0x3FF | 0x2000..=0x22FF | 0x2460..=0x24FF
        | 0x3000..=0x303F | 0x4E00..=0x9FFF | 0xFF00..=0xFFEF)
}

/// Far more well-formed sequences of several bytes than ill-formed ones: UTF-8 that was cut or damaged.
fn is_damaged_utf8(bytes: &[u8]) -> bool {
    let (mut well_formed, mut ill_formed) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        // Three bytes and more: pairs of GB18030 pass for sequences of two.
        well_formed += chunk.valid().chars().filter(|letter| letter.len_utf8() >= 3).count();
        ill_formed += usize::from(!chunk.invalid().is_empty());
    }
    well_formed > ill_formed * 4
}

/// Bytes that read as Chinese in GB18030.
struct Chinese {
    /// They hold signs that stand in nearly every Chinese sentence, and in those of other languages hardly.
    is_certain: bool,
}

/// GB18030 of 。 ， 、 ： ； ！ ？ “ ” 的 是 了 在 和 与.
const SENTENCE_SIGNS: [[u8; 2]; 15] = [
    [0xA1, 0xA3],
    [0xA3, 0xAC],
    [0xA1, 0xA2],
    [0xA3, 0xBA],
    [0xA3, 0xBB],
    [0xA3, 0xA1],
    [0xA3, 0xBF],
    [0xA1, 0xB0],
    [0xA1, 0xB1],
    [0xB5, 0xC4],
    [0xCA, 0xC7],
    [0xC1, 0xCB],
    [0xD4, 0xDA],
    [0xBA, 0xCD],
    [0xD3, 0xEB],
];

/// GB18030 without error, in which most pairs are hanzi of the first level, kana-free punctuation or full-width forms.
/// Korean in its own encoding passes for that, and so may a few words of any other: certain it is where one pair in
/// forty, and two at least, are signs of Chinese sentences.
fn reads_as_chinese(bytes: &[u8]) -> Option<Chinese> {
    let (mut at, mut common, mut rare, mut signs) = (0, 0_usize, 0_usize, 0_usize);
    while let Some(&lead) = bytes.get(at) {
        if lead < 0x80 {
            at += 1;
            continue;
        }
        // A pair cut by the end of the sample says nothing.
        let Some(&trail) = bytes.get(at + 1) else { break };
        signs += usize::from(SENTENCE_SIGNS.contains(&[lead, trail]));
        match (lead, trail) {
            (0xA1 | 0xA3 | 0xB0..=0xD7, 0xA1..=0xFE) => common += 1,
            (0x81..=0xFE, 0x40..=0x7E | 0x80..=0xFE) => rare += 1,
            (0x81..=0xFE, b'0'..=b'9') if matches!(bytes.get(at + 2), None | Some(0x81..=0xFE)) => {
                rare += 1;
                at += 2;
            }
            _ => return None,
        }
        at += 2;
    }
    let is_certain = signs >= 2 && signs * 40 >= common + rare;
    (common > 0 && common >= rare * 2).then_some(Chinese { is_certain })
}

/// Signatures of the file kinds that stand beside digests. Text of any encoding begins with none of them.
fn has_binary_signature(bytes: &[u8]) -> bool {
    const SIGNATURES: [&[u8]; 10] = [
        b"\x89PNG\r\n",
        b"\xFF\xD8\xFF",
        b"GIF8",
        b"%PDF-",
        b"PK\x03\x04",
        b"\x7FELF",
        b"\x1F\x8B\x08",
        b"SQLite format 3\0",
        b"\0asm",
        b"\xCA\xFE\xBA\xBE",
    ];
    SIGNATURES.iter().any(|signature| bytes.starts_with(signature))
        || (bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP"))
}

/// One byte in ten, or more, belongs to a character that no text holds: a control, or one that was replaced.
fn looks_binary(text: &str) -> bool {
    let bytes = sample(text.as_bytes());
    let controls = count(bytes, |byte| matches!(byte, 0x00..=0x08 | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F));
    let is_control = |at: &usize| matches!(bytes.get(at + 1), Some(0x80..=0x9F));
    let replaced =
        memmem::find_iter(bytes, "\u{fffd}").count() + memchr::memchr_iter(0xC2, bytes).filter(is_control).count();
    // A handful of damaged characters in a short file is damage, not another kind of file.
    let foreign = controls + replaced;
    foreign > 8 && controls * 10 + replaced * 30 > bytes.len()
}

/// How many bytes are so. Counted in single bytes a stretch, which the machine does for many at once.
pub(super) fn count(bytes: &[u8], is_so: impl Fn(u8) -> bool) -> usize {
    let stretches = bytes.chunks(usize::from(u8::MAX));
    stretches.map(|stretch| usize::from(stretch.iter().map(|&byte| u8::from(is_so(byte))).sum::<u8>())).sum()
}

fn list_replaced(text: &str, label: &str) -> Option<Warning> {
    let at = text.find(char::REPLACEMENT_CHARACTER)?;
    let count = text.matches(char::REPLACEMENT_CHARACTER).count();
    let message = format!("{count} places are not {label} and became U+FFFD; the first is here");
    Some(Warning { at, message, kind: WarningKind::Replaced })
}

fn replace_nul(text: &str) -> Option<(String, Warning)> {
    let first = memchr::memchr(0, text.as_bytes())?;
    let end = text.trim_end_matches('\0').len();
    let mut replaced = String::with_capacity(text.len() + 8);
    let (mut count, mut in_run) = (0_usize, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '\0' => {
                count += 1;
                replaced.push(if in_run || at >= end { ' ' } else { char::REPLACEMENT_CHARACTER });
                in_run = true;
            }
            _ => {
                replaced.push(letter);
                in_run = false;
            }
        }
    }
    let message = format!("{count} NUL characters were replaced by U+FFFD or, at the end of the file, by spaces");
    Some((replaced, Warning { at: first, message, kind: WarningKind::Replaced }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SENTENCE: &str = "本文提出一种新的方法，名为 Tidemark。\r\n它在 3 个数据集上领先。\n";

    #[track_caller]
    fn check(bytes: &[u8], label: &str, text: &str) {
        let decoded = decode(bytes);
        assert_eq!((decoded.encoding.label.as_str(), decoded.text.as_str()), (label, text));
    }

    fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn each_encoding_of_a_sentence_is_recognised_with_and_without_mark() {
        check(SENTENCE.as_bytes(), "UTF-8", SENTENCE);
        check(format!("\u{feff}{SENTENCE}").as_bytes(), "UTF-8", SENTENCE);
        for (to_bytes, label) in [(u16::to_le_bytes as fn(u16) -> [u8; 2], "UTF-16LE"), (u16::to_be_bytes, "UTF-16BE")]
        {
            check(&utf16(SENTENCE, to_bytes), label, SENTENCE);
            check(&utf16(&format!("\u{feff}{SENTENCE}"), to_bytes), label, SENTENCE);
            check(&utf16("plain letters only", to_bytes), label, "plain letters only");
            check(&utf16("一种方法", to_bytes), label, "一种方法");
        }
        check(&GB18030.encode(SENTENCE).0, "GB18030", SENTENCE);
    }

    #[test]
    fn ten_characters_of_gbk_are_enough() {
        for text in ["今天的论文有八篇呢！", "考证是读书的好习惯啊", "联通", "a 实验结果 b"] {
            check(&GB18030.encode(text).0, "GB18030", text);
        }
    }

    #[test]
    fn chinese_sentences_prove_gb18030_and_a_few_words_or_another_language_do_not() {
        let korean =
            encoding_rs::EUC_KR.encode("이 논문은 새로운 방법을 제안한다. 세 가지 자료에서 가장 좋다.").0.repeat(30);
        let words = ["联通", "a 实验结果 b", "论文"].map(|text| GB18030.encode(text).0.into_owned());
        let sentences =
            ["今天的论文有八篇呢！", "考证是读书的好习惯啊", SENTENCE].map(|text| GB18030.encode(text).0.into_owned());
        for (bytes, is_guess) in
            words.into_iter().chain([korean]).map(|bytes| (bytes, true)).chain(sentences.map(|bytes| (bytes, false)))
        {
            let decoded = decode(&bytes);
            let said: Vec<WarningKind> = decoded.warnings.iter().map(|warning| warning.kind).collect();
            let expected = if is_guess { vec![WarningKind::EncodingGuessed] } else { vec![] };
            assert_eq!(
                (decoded.encoding.label.as_str(), decoded.encoding.guessed),
                ("GB18030", is_guess),
                "{}",
                decoded.text
            );
            assert_eq!(said, expected, "{}", decoded.text);
        }
    }

    #[test]
    fn english_with_a_little_chinese_in_gb18030_is_not_taken_for_utf16() {
        let text = "The quick brown fox jumps over the lazy dog, again and again. 结论。".repeat(50);
        check(&GB18030.encode(&text).0, "GB18030", &text);
    }

    #[test]
    fn an_encoding_that_nothing_proves_is_said_to_be_a_guess() {
        let (bytes, _, _) =
            encoding_rs::WINDOWS_1252.encode("Le résumé décrit la méthode, les données et l’évaluation.");
        let decoded = decode(&bytes);
        assert!(decoded.encoding.guessed);
        assert!(decoded.warnings.iter().any(|warning| warning.kind == WarningKind::EncodingGuessed));
    }

    #[test]
    fn nul_inside_is_shown_and_nul_at_the_end_is_blank() {
        let mut bytes = "模\0型".as_bytes().to_vec();
        bytes.extend([0; 4096]);
        let decoded = decode(&bytes);
        assert_eq!(decoded.encoding.label, "UTF-8");
        assert_eq!(decoded.text.trim_end(), "模\u{fffd}型");
        let [warning] = decoded.warnings.as_slice() else { panic!("one warning expected: {:?}", decoded.warnings) };
        assert_eq!((warning.at, warning.kind), (3, WarningKind::Replaced));
        assert!(warning.message.starts_with("4097 "), "{}", warning.message);
    }

    #[test]
    fn utf8_cut_inside_a_character_stays_utf8() {
        let whole = SENTENCE.trim_end().as_bytes();
        let decoded = decode(&whole[..whole.len() - 1]);
        assert_eq!(decoded.encoding.label, "UTF-8");
        assert!(decoded.text.ends_with('\u{fffd}'));
        assert_eq!(decoded.warnings.len(), 1);
    }

    #[test]
    fn characters_cut_by_line_ends_are_whole_again() {
        let folded: Vec<u8> = SENTENCE.as_bytes().chunks(7).collect::<Vec<_>>().join(&b'\n');
        let decoded = decode(&folded);
        let unfolded = |text: &str| text.replace('\n', "");
        assert_eq!(unfolded(&decoded.text), unfolded(SENTENCE));
        assert_eq!(decoded.warnings.len(), 1, "{:?}", decoded.warnings);
        let mut damaged = folded;
        damaged.push(0xE4);
        assert_eq!(mended(&damaged), None);
    }

    #[test]
    fn images_and_other_bytes_are_no_text() {
        check(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "binary", "");
        let noise: Vec<u8> = (0..4096_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        check(&noise, "binary", "");
    }

    #[test]
    fn nothing_is_utf8() {
        check(b"", "UTF-8", "");
        check(b"\0\0\0\0", "UTF-8", "    ");
    }
}
