//! Whether a passage answers a query, and where: by looking at its text. The index answers the same without it.

use std::borrow::Cow;

use memchr::memmem::Finder;
use reading::text::{ByteSpan, Folded};

use super::loose;
use super::query::{Part, Query};

/// How well a passage answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Closeness {
    /// Every part stands there as it is written.
    Exact,
    /// Some phrase only stands there with other punctuation.
    Loose,
}

/// A query made ready to look at many texts.
#[derive(Debug)]
pub(crate) struct Matcher<'q> {
    all: Vec<Vec<PartFinder<'q>>>,
    none: Vec<PartFinder<'q>>,
}

#[derive(Debug)]
pub(crate) struct PartFinder<'q> {
    exact: Finder<'q>,
    loose: Option<Finder<'q>>,
}

impl<'q> PartFinder<'q> {
    pub(crate) fn of(part: &'q Part) -> Self {
        let loose = loose::wanted(&part.folded).filter(|_| part.phrase).map(|wanted| match wanted {
            Cow::Borrowed(wanted) => Finder::new(wanted.as_bytes()),
            Cow::Owned(wanted) => Finder::new(wanted.as_bytes()).into_owned(),
        });
        Self { exact: Finder::new(part.folded.as_bytes()), loose }
    }

    pub(crate) fn closeness(&self, text: &Text<'_>) -> Option<Closeness> {
        if self.exact.find(text.folded.as_bytes()).is_some() {
            return Some(Closeness::Exact);
        }
        let loose = self.loose.as_ref()?;
        loose.find(text.loose().as_bytes()).map(|_| Closeness::Loose)
    }
}

/// A folded text, loosened when first needed.
#[derive(Debug)]
pub(crate) struct Text<'t> {
    folded: &'t str,
    loose: std::cell::OnceCell<String>,
}

impl<'t> Text<'t> {
    pub(crate) fn of(folded: &'t str) -> Self {
        Self { folded, loose: std::cell::OnceCell::new() }
    }

    fn loose(&self) -> &str {
        self.loose.get_or_init(|| loose::loosen(self.folded))
    }
}

impl<'q> Matcher<'q> {
    pub(crate) fn of(query: &'q Query) -> Self {
        let finders = |parts: &'q [Part]| parts.iter().map(PartFinder::of).collect::<Vec<_>>();
        Self { all: query.all.iter().map(|any| finders(any)).collect(), none: finders(&query.none) }
    }

    /// How well the folded text answers; `None` where it does not.
    pub(crate) fn closeness(&self, folded: &str) -> Option<Closeness> {
        let text = Text::of(folded);
        let mut worst = Closeness::Exact;
        for any in &self.all {
            worst = worst.max(any.iter().filter_map(|part| part.closeness(&text)).min()?);
        }
        // What is excluded is excluded as it is written.
        self.none.iter().all(|part| part.exact.find(folded.as_bytes()).is_none()).then_some(worst)
    }
}

/// The places of all parts of the query in a text, in order, without overlaps.
pub(crate) fn spans(query: &Query, text: &str) -> Vec<ByteSpan> {
    let folded = Folded::of(text);
    let mut spans = Vec::new();
    for part in query.all.iter().flatten() {
        let before = spans.len();
        find_all(folded.text(), &part.folded, |span| spans.push(folded.original(span)));
        if spans.len() == before
            && part.phrase
            && let Some(wanted) = loose::wanted(&part.folded)
        {
            let (loose, places) = loose::loosen_with_places(folded.text());
            find_all(&loose, &wanted, |span| spans.extend(original_of_loose(&folded, &places, span)));
        }
    }
    spans.retain(|span| !span.is_empty());
    spans.sort_unstable();
    let mut joined: Vec<ByteSpan> = Vec::with_capacity(spans.len());
    for span in spans {
        match joined.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => joined.push(span),
        }
    }
    joined
}

fn original_of_loose(folded: &Folded, places: &[usize], span: ByteSpan) -> Option<ByteSpan> {
    let start = *places.get(span.start)?;
    let last = *places.get(span.end.checked_sub(1)?)?;
    let width = folded.text().get(last..)?.chars().next().map_or(0, char::len_utf8);
    Some(folded.original(ByteSpan::new(start, last + width)))
}

fn find_all(text: &str, wanted: &str, mut found: impl FnMut(ByteSpan)) {
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find(wanted)) {
        found(ByteSpan::new(from + at, from + at + wanted.len()));
        from += at + wanted.len().max(1);
    }
}

#[cfg(test)]
mod tests {
    use reading::text::fold;

    use super::*;

    fn check(query: &str, text: &str, expected: Option<Closeness>, marked: &[&str]) {
        let query = Query::parse(query);
        let found = Matcher::of(&query).closeness(&fold(text));
        assert_eq!(found, expected, "{query:?} in {text}");
        let spans = spans(&query, text);
        assert_eq!(spans.iter().map(|span| span.of(text)).collect::<Vec<_>>(), marked, "{query:?} in {text}");
    }

    use Closeness::{Exact, Loose};

    #[test]
    fn field_cases_of_chinese_and_mixed_text() {
        check("一篇", "本文是关于教务使用的一篇小教程", Some(Exact), &["一篇"]);
        check("修复", "作者修复了两处", Some(Exact), &["修复"]);
        check("猫", "一只猫", Some(Exact), &["猫"]);
        check("quick ok", "ok, be quick", Some(Exact), &["ok", "quick"]);
        check("图像 GAN", "用GAN生成图像", Some(Exact), &["GAN", "图像"]);
        check("12306", "铁路12306客服", Some(Exact), &["12306"]);
        check("gen", "重跑gen后", Some(Exact), &["gen"]);
        check("GO 变量", "GO的env变量", Some(Exact), &["GO", "变量"]);
        check("10", "共１０个", Some(Exact), &["１０"]);
        check("ＧＰＴ", "gpt-4o", Some(Exact), &["gpt"]);
        check("％", "62.5%", Some(Exact), &["%"]);
        check("ｶﾞﾝﾀﾞﾑ", "ガンダム", Some(Exact), &["ガンダム"]);
        check("方济各", "教宗方濟各", Some(Exact), &["方濟各"]);
        check("軟體", "软体动物", Some(Exact), &["软体"]);
        check("發", "头发、出發、理髮", Some(Exact), &["发", "發", "髮"]);
        check("图像 GAN", "只有图像", None, &["图像"]);
    }

    #[test]
    fn phrases_are_found_across_punctuation_as_second_class() {
        check("\"模型性能\"", "模型，性能", Some(Loose), &["模型，性能"]);
        check("\"模型性能\"", "模型性能", Some(Exact), &["模型性能"]);
        check("模型性能", "模型，性能", None, &[]);
        check("\"模型，性能\"", "模型性能", Some(Loose), &["模型性能"]);
        check("\"step 16\"", "step-16, step 16", Some(Exact), &["step 16"]);
        check("\"step 16\"", "at step\n16", Some(Exact), &["step\n16"]);
        check("\"5.6\"", "56", None, &[]);
        check("\"5.6\"", "5, 6", Some(Loose), &["5, 6"]);
    }

    #[test]
    fn exclusions_and_alternatives() {
        check("猫 -狗", "猫狗", None, &["猫"]);
        check("猫 -狗", "猫", Some(Exact), &["猫"]);
        check("猫 OR 狗", "狗", Some(Exact), &["狗"]);
        check("aa", "aaaa", Some(Exact), &["aa", "aa"]);
    }
}
