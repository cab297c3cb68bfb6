//! What holds for the audit of any text: it never panics, its spans are places of the texts, and numbers read back.

use proptest::prelude::*;
use reading::audit::{HintKind, Status, audit};

/// Pieces that look like claims and quotes, broken ones included.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("七种"),
        Just("两个数量级"),
        Just("第三"),
        Just("280 万"),
        Just("百分之五"),
        Just("三分之一"),
        Just("1.2×10^{-3}"),
        Just("± 2.8 % \\pm 2.8\\%"),
        Just("1,234.5"),
        Just(".687"),
        Just("11/21"),
        Just("Nova-8B"),
        Just("two thirds of"),
        Just("twenty-five"),
        Just("an order of magnitude"),
        Just(" | "),
        Just("、"),
        Just("，"),
        Just("从"),
        Just("降至"),
        Just(" "),
        Just("\\"),
        Just("{"),
        Just("^"),
        Just("−"),
        Just("×"),
        Just("185 of 200"),
        Just("三个基准"),
        Just("A, B, and C"),
    ];
    prop::collection::vec(prop_oneof![4 => piece.prop_map(str::to_owned), 1 => any::<String>()], 0..24)
        .prop_map(|pieces| pieces.concat())
}

fn check(claim: &str, quote: &str) {
    let audit = audit(claim, quote);
    let mut end = 0;
    for quantity in &audit.quantities {
        assert!(quantity.span.get(claim).is_some_and(|text| !text.is_empty()), "{claim:?}");
        assert!(quantity.span.start >= end, "quantities overlap in {claim:?}");
        end = quantity.span.end;
        assert_eq!(quantity.evidence.is_empty(), quantity.status == Status::Absent, "{claim:?} / {quote:?}");
        assert_eq!(quantity.derivation.is_some(), quantity.status == Status::Derived, "{claim:?} / {quote:?}");
        let places = quantity.evidence.iter().copied().chain(quantity.hint.map(|hint| hint.quote));
        for span in places {
            assert!(span.get(quote).is_some_and(|text| !text.is_empty()), "{span:?} in {quote:?}");
        }
    }
    for name in &audit.names {
        assert!(name.span.get(claim).is_some_and(|text| !text.is_empty()), "{claim:?}");
        assert!(name.in_quote.is_none_or(|span| span.get(quote).is_some()), "{quote:?}");
    }
}

fn chinese(number: u32) -> String {
    const DIGITS: [char; 10] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    let (mut out, mut zero) = (String::new(), false);
    for (unit, name) in [(1000, "千"), (100, "百"), (10, "十"), (1, "")] {
        let digit = number / unit % 10;
        if digit == 0 {
            zero |= !out.is_empty();
            continue;
        }
        if zero {
            out.push('零');
            zero = false;
        }
        // 十二, not 一十二, at the head.
        if !(digit == 1 && unit == 10 && out.is_empty()) {
            out.push(DIGITS[usize::try_from(digit).unwrap_or(0)]);
        }
        out.push_str(name);
    }
    out
}

fn english(number: u32) -> String {
    const SMALL: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 10] = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let at = |number: u32| usize::try_from(number).unwrap_or(0);
    match number {
        0..20 => SMALL[at(number)].to_owned(),
        20..100 if number.is_multiple_of(10) => TENS[at(number / 10)].to_owned(),
        20..100 => format!("{}-{}", TENS[at(number / 10)], SMALL[at(number % 10)]),
        100..1000 if number.is_multiple_of(100) => format!("{} hundred", SMALL[at(number / 100)]),
        100..1000 => format!("{} hundred and {}", SMALL[at(number / 100)], english(number % 100)),
        _ if number.is_multiple_of(1000) => format!("{} thousand", english(number / 1000)),
        _ => format!("{} thousand {}", english(number / 1000), english(number % 1000)),
    }
}

/// The status of the only quantity of the claim.
fn status(claim: &str, quote: &str) -> Option<Status> {
    match audit(claim, quote).quantities.as_slice() {
        [only] => Some(only.status),
        _ => None,
    }
}

proptest! {
    #[test]
    fn any_two_texts_are_audited_with_valid_spans(claim in pieces(), quote in pieces()) {
        check(&claim, &quote);
    }

    #[test]
    fn arbitrary_characters_are_audited_with_valid_spans(claim in any::<String>(), quote in any::<String>()) {
        check(&claim, &quote);
    }

    #[test]
    fn a_count_is_the_same_in_chinese_in_english_and_in_digits(number in 2u32..10_000) {
        let claim = format!("共有{}个任务。", chinese(number));
        prop_assert_eq!(status(&claim, &format!("It has {} tasks.", english(number))), Some(Status::Normalized), "{}", claim);
        prop_assert_eq!(status(&claim, &format!("It has {number} tasks.")), Some(Status::Normalized), "{}", claim);
        prop_assert_eq!(status(&claim, &format!("It has {} tasks.", number + 1)), Some(Status::Absent), "{}", claim);
    }

    #[test]
    fn a_decimal_is_found_again_and_its_neighbour_is_not(whole in 0u32..100_000, decimals in 0u32..1000) {
        let claim = format!("得分为 {whole}.{decimals:03}。");
        prop_assert_eq!(status(&claim, &format!("scores {whole}.{decimals:03}0 here")), Some(Status::Exact));
        prop_assert_eq!(status(&claim, &format!("scores {whole}.{:03} here", (decimals + 1) % 1000)), Some(Status::Absent));
    }

    #[test]
    fn ten_thousands_are_the_same_in_thousands_and_millions(number in 1u32..100_000) {
        let claim = format!("使用 {number} 万条样本。");
        prop_assert_eq!(status(&claim, &format!("uses {number}0000 samples")), Some(Status::Normalized));
        prop_assert_eq!(status(&claim, &format!("uses {number}0K samples")), Some(Status::Normalized));
    }
}

#[track_caller]
fn hints(claim: &str, quote: &str, expected: &[(&str, HintKind, &str)]) {
    let audit = audit(claim, quote);
    let found: Vec<_> = audit
        .quantities
        .iter()
        .filter_map(|quantity| quantity.hint.map(|hint| (quantity.span.of(claim), hint.kind, hint.quote.of(quote))))
        .collect();
    assert_eq!(found, expected, "{claim}");
}

#[test]
fn swapped_ends_and_foreign_rows_are_remarked_and_nothing_else() {
    hints(
        "错误率从 3.1 降至 4.7。",
        "The error rises from 4.7 to 3.1 here.",
        &[("3.1", HintKind::Direction, "from 4.7 to 3.1"), ("4.7", HintKind::Direction, "from 4.7 to 3.1")],
    );
    hints("错误率从 4.7 降至 3.1。", "The error falls from 4.7 to 3.1 here.", &[]);
    hints("Osprey 达到 61.2，Heron 达到 55.0。", "Osprey | 61.2 Heron | 55.0", &[]);
    hints(
        "Osprey 达到 55.0，Heron 达到 61.2。",
        "Osprey | 61.2 Heron | 55.0",
        &[("55.0", HintKind::OtherSubject, "Heron"), ("61.2", HintKind::OtherSubject, "Osprey")],
    );
}

#[test]
fn a_page_of_digits_against_a_page_of_digits_ends() {
    let claim = "得分 5、".repeat(20_000);
    let quote = "5 and Nova-5 or ".repeat(20_000);
    check(&claim, &quote);
}
