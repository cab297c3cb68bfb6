//! Folding against the plain way over the whole text, and the way back.

use caseless::Caseless as _;
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization as _;

use super::*;

fn check(text: &str, expected: &str) {
    assert_eq!(fold(text), expected, "{text}");
    assert_eq!(Folded::of(text).text(), expected, "{text}, with places");
}

/// Folds the whole text at once, without a short way.
fn reference(text: &str) -> String {
    let cased: String = text.nfkc().flat_map(caseless).nfkc().map(unified).collect();
    let seen: Vec<char> = cased.chars().filter(|ch| ch.is_whitespace() || !is_invisible(*ch)).collect();
    let words: Vec<String> =
        seen.split(|ch| ch.is_whitespace()).filter(|word| !word.is_empty()).map(|word| word.iter().collect()).collect();
    let mut out = String::new();
    for word in words {
        let hugs = |ch: Option<char>| ch.is_none_or(is_unspaced);
        if !hugs(out.chars().next_back()) && !hugs(word.chars().next()) {
            out.push(' ');
        }
        out.push_str(&word);
    }
    out
}

/// Texts in which foldings meet: both scripts, both widths, composition, case, marks, spaces and what nobody sees.
fn texts() -> impl Strategy<Value = String> {
    let chars = prop_oneof![
        4 => prop::sample::select("ab Az09.-% \n".chars().collect::<Vec<_>>()),
        4 => prop::sample::select("软軟体發髮发后後考证，。：“”（）".chars().collect::<Vec<_>>()),
        3 => prop::sample::select("ＧＰＴ４％ｶﾞﾊﾟガ㍿①ﬁſßẞİıςΣΩÅéＡ²½…™Ŀŉǅΐﷺ".chars().collect::<Vec<_>>()),
        2 => prop::sample::select("\u{301}\u{308}\u{345}\u{3099}\u{1161}\u{11a8}\u{1100}가ᄀﾡￂ\u{fe0f}\u{200b}\u{ad}\0\u{3000}\u{a0}¨ͺ".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ];
    prop::collection::vec(chars, 0..24).prop_map(|chars| chars.into_iter().collect())
}

#[test]
fn width_case_script_composition_and_spacing_no_longer_differ() {
    check("ＧＰＴ-４ 与 ％", "gpt-4与%");
    check("軟體 LoRA　微調", &format!("{}lora{}", fold("软体"), fold("微调")));
    check("cafe\u{301} CAFÉ", "café café");
    check("ｶﾞ", "ガ");
    check("ΣΑΣ ſ Straße ẞ", "σασ s strasse ss");
    check("①②，；", "12,;");
    check("step  16\n of\u{a0}28 ", "step 16 of 28");
    check("re\u{ad}use \u{200b}x\0y", "reuse xy");
    check("𝔼 [ d ]", "e [ d ]");
    check("", "");
    check(" \n", "");
    assert_eq!(fold("方濟各"), fold("方济各"));
    assert_eq!(fold("頭髮 發現"), fold("头发发现"));
}

#[test]
fn every_character_folds_as_its_case_folding_does() {
    for ch in '\0'..=char::MAX {
        let text = ch.to_string();
        assert_eq!(fold(&text), reference(&text), "{ch:?} {:x}", u32::from(ch));
        let cased: String = text.chars().nfkc().default_case_fold().nfkc().collect();
        assert_eq!(fold(&text), fold(&cased), "{ch:?} {:x} and its other cases", u32::from(ch));
    }
}

fn spans_of(folded: &str) -> Vec<usize> {
    folded.char_indices().map(|(at, _)| at).chain([folded.len()]).collect()
}

proptest! {
    #[test]
    fn the_short_way_folds_like_the_long_one(text in texts()) {
        prop_assert_eq!(fold(&text), reference(&text));
    }

    #[test]
    fn what_a_text_contains_it_contains_folded(before in texts(), inside in texts(), after in texts()) {
        // Cut where nothing composes over the cut, as in whatever a reader can select.
        let whole = format!("{before}|{inside}|{after}");
        prop_assert!(fold(&whole).contains(&fold(&inside)), "{:?} in {:?}", fold(&inside), fold(&whole));
    }

    #[test]
    fn the_way_back_leads_to_characters_that_fold_to_the_same(text in texts()) {
        let folded = Folded::of(&text);
        prop_assert_eq!(folded.text(), fold(&text));
        let bounds = spans_of(folded.text());
        for (nth, &start) in bounds.iter().enumerate() {
            for &end in bounds.iter().skip(nth) {
                let span = ByteSpan::new(start, end);
                let back = folded.original(span);
                let original = back.get(&text);
                prop_assert!(original.is_some(), "{:?} is no span of {:?}", back, text);
                let (part, again) = (span.of(folded.text()), fold(original.unwrap_or_default()));
                // A character that folds to several comes whole, spaces at the ends go.
                prop_assert!(again.contains(part.trim_matches(' ')), "{:?} from {:?}", part, original);
            }
        }
        let whole = folded.original(ByteSpan::new(0, folded.text().len()));
        prop_assert_eq!(fold(whole.of(&text)), folded.text());
    }
}

#[test]
fn places_are_exact() {
    let check = |text: &str, wanted: &str, original: &str| {
        let folded = Folded::of(text);
        let wanted = fold(wanted);
        let start = folded.text().find(&wanted).unwrap_or_else(|| panic!("{wanted} in {}", folded.text()));
        assert_eq!(folded.original(ByteSpan::new(start, start + wanted.len())).of(text), original, "{text}");
    };
    check("铁路１２３０６ 客服", "12306", "１２３０６");
    check("重跑gen后", "GEN", "gen");
    check("在軟體工程裡", "软体", "軟體");
    check("甲㍿乙", "式会", "㍿");
    check("cafe\u{301}s", "é", "e\u{301}");
    check("a \u{200b} b  模型", "a b", "a \u{200b} b");
    check("ab 模型", "b模", "b 模");
    check("ﬁne", "i", "ﬁ");
    check("Ｘ₂", "x2", "Ｘ₂");
}
