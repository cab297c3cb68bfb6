//! What readers of other programs could not find.

use super::desk::{Desk, record};

/// `(text of a claim, query, whether it is found)`.
const CASES: [(&str, &str, bool); 38] = [
    // A word in the middle of a sentence.
    ("本文是关于教务使用的一篇小教程", "一篇", true),
    // One and two characters, alone and beside longer words.
    ("作者修复了两处错误", "修复", true),
    ("一只猫", "猫", true),
    ("ok, be quick", "quick ok", true),
    ("用GAN生成图像", "图像 GAN", true),
    ("用VAE生成图像", "图像 GAN", false),
    // Words and numbers stuck to Chinese or to other words.
    ("铁路12306客服", "12306", true),
    ("重跑gen后", "gen", true),
    ("用QLoRA2微调", "LoRA", true),
    ("共 120306 次", "1203", true),
    ("共 120306 次", "0306", true),
    // Long phrases, also over a comma.
    ("在相同预算内模型的平均误差下降到三厘米", "在相同预算内模型的平均误差下", true),
    ("误差下降，且速度提升", "误差下降，且速度", true),
    ("误差下降，且速度提升", "误差下降,且速度", true),
    ("显存减半，并且吞吐翻倍", "显存减半并且吞吐", true),
    ("显存减半，并且吞吐翻倍", "\"显存减半并且吞吐\"", true),
    ("召回不变而精度上升", "召回不变，而精度", true),
    // Parts in any order.
    ("GO的env变量", "GO 变量", true),
    ("GO的env变量", "变量 GO", true),
    ("GO的env", "GO 变量", false),
    // Width.
    ("在 2025 年", "２０２５", true),
    ("在 ２０２５ 年", "2025", true),
    ("ＧＰＴ 很强", "gpt", true),
    ("达到 62.5％", "62.5%", true),
    ("达到 62.5%", "％", true),
    ("ｶﾞﾝﾀﾞﾑ", "ガンダム", true),
    ("ガンダム", "ｶﾞﾝﾀﾞﾑ", true),
    // Scripts.
    ("教宗方濟各", "方济各", true),
    ("教宗方济各", "方濟各", true),
    ("開源軟體", "开源软体", true),
    ("理髮與發現", "发", true),
    ("头发", "髮", true),
    ("理髮", "發", true),
    ("計畫", "计划", true),
    // Behind a character that ends texts elsewhere.
    ("前面\u{0}后面的词", "后面的词", true),
    // Signs.
    ("提升 ±2.8%", "±2.8%", true),
    ("x → y", "→", true),
    ("提升 2.8%", "±2.8%", false),
];

fn check(indexed: bool) {
    let desk = Desk::new(indexed);
    for (nth, (text, ..)) in CASES.iter().enumerate() {
        let day = format!("2026-{:02}-{:02}", nth / 28 + 1, nth % 28 + 1);
        let claim = (*text).to_owned();
        desk.write(
            &format!("{day}.json"),
            record(&day, &[String::new(), String::new(), String::new(), String::new(), claim]),
        );
    }
    if indexed {
        desk.settle();
    } else {
        desk.check();
    }
    for (nth, (text, query, expected)) in CASES.iter().enumerate() {
        let file = format!("2026-{:02}-{:02}.json", nth / 28 + 1, nth % 28 + 1);
        let found = desk.hits(query).iter().any(|(name, ..)| *name == file);
        assert_eq!(found, *expected, "{query} in {text}, indexed: {indexed}");
    }
}

#[test]
fn they_are_found_by_the_index() {
    check(true);
}

#[test]
fn they_are_found_without_it() {
    check(false);
}

#[test]
fn the_real_digests_are_searched_in_every_form() {
    let Some(corpus) = suite::places::corpus() else { return };
    for entry in std::fs::read_dir(corpus.join("2026-09-30")).unwrap() {
        let path = entry.unwrap().path();
        let desk = Desk::new(true);
        std::fs::copy(&path, desk.path().join(path.file_name().unwrap())).unwrap();
        desk.settle();
        for query in ["软件", "的", "SWE-bench", "5", "1.85", "\"step 16\"", "％", "実験 OR 實驗"] {
            let expected = super::oracle::hits(desk.path(), &desk.files(), query);
            assert_eq!(desk.hits(query), expected, "{query} in {}", path.display());
        }
    }
}
