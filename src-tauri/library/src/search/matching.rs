//! Whether a passage answers a query, and where: by looking at its text. The index answers the same without it.

use std::borrow::Cow;
use std::cell::OnceCell;

use memchr::memmem::Finder;
use reading::text::{ByteSpan, Folded, fold_keeping_script};

use super::loose;
use super::query::{Part, Query};
use super::tokens::is_letter;

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
struct PartFinder<'q> {
    part: &'q Part,
    exact: Finder<'q>,
    loose: Option<Finder<'q>>,
}

impl<'q> PartFinder<'q> {
    fn of(part: &'q Part) -> Self {
        let wanted = wanted(part);
        let loose = loose::wanted(wanted).filter(|_| part.phrase).map(|wanted| match wanted {
            Cow::Borrowed(wanted) => Finder::new(wanted.as_bytes()),
            Cow::Owned(wanted) => Finder::new(wanted.as_bytes()).into_owned(),
        });
        Self { part, exact: Finder::new(wanted.as_bytes()), loose }
    }

    fn stands_in(&self, text: &Text<'_>) -> bool {
        is_found(&self.exact, text.folded_for(self.part), self.part)
    }

    fn closeness(&self, text: &Text<'_>) -> Option<Closeness> {
        if self.stands_in(text) {
            return Some(Closeness::Exact);
        }
        let loose = self.loose.as_ref()?;
        is_found(loose, text.loose_for(self.part), self.part).then_some(Closeness::Loose)
    }
}

/// What is looked for.
fn wanted(part: &Part) -> &str {
    part.script.as_deref().unwrap_or(&part.folded)
}

fn is_found(finder: &Finder<'_>, text: &str, part: &Part) -> bool {
    let mut from = 0;
    while let Some(at) = text.as_bytes().get(from..).and_then(|rest| finder.find(rest)) {
        let (start, end) = (from + at, from + at + finder.needle().len());
        if !part.whole || is_whole(text, start, end) {
            return true;
        }
        from = next_start(text, start);
    }
    false
}

/// The next place at which another one may begin, over this one too.
fn next_start(text: &str, start: usize) -> usize {
    start + text.get(start..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
}

/// Whether no word or number goes on beyond the ends. `5` is no number of its own in `5.6`.
fn is_whole(text: &str, start: usize, end: usize) -> bool {
    let (before, inside, after) = (text.get(..start), text.get(start..end), text.get(end..));
    let (Some(before), Some(inside), Some(after)) = (before, inside, after) else { return false };
    let goes_on = |last: Option<char>, next: &mut dyn Iterator<Item = char>| {
        let (Some(last), Some(first)) = (last, next.next()) else { return false };
        let is_point = last.is_ascii_digit() && first == '.';
        is_letter(last) && is_letter(first) || is_point && next.next().is_some_and(|ch| ch.is_ascii_digit())
    };
    !goes_on(inside.chars().next(), &mut before.chars().rev())
        && !goes_on(inside.chars().next_back(), &mut after.chars())
}

/// A text with what was made of it when it was first needed.
#[derive(Debug)]
struct Text<'t> {
    text: &'t str,
    folded: &'t str,
    loose: OnceCell<String>,
    script: OnceCell<String>,
    loose_script: OnceCell<String>,
}

impl<'t> Text<'t> {
    fn of(text: &'t str, folded: &'t str) -> Self {
        let (loose, script, loose_script) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { text, folded, loose, script, loose_script }
    }

    fn folded_for(&self, part: &Part) -> &str {
        match part.script {
            Some(_) => self.script.get_or_init(|| fold_keeping_script(self.text)),
            None => self.folded,
        }
    }

    fn loose_for(&self, part: &Part) -> &str {
        let cell = if part.script.is_some() { &self.loose_script } else { &self.loose };
        cell.get_or_init(|| loose::loosen(self.folded_for(part)))
    }
}

impl<'q> Matcher<'q> {
    pub(crate) fn of(query: &'q Query) -> Self {
        let finders = |parts: &'q [Part]| parts.iter().map(PartFinder::of).collect::<Vec<_>>();
        Self { all: query.all.iter().map(|any| finders(any)).collect(), none: finders(&query.none) }
    }

    /// How well `text`, which folds to `folded`, answers; `None` where it does not.
    pub(crate) fn closeness(&self, text: &str, folded: &str) -> Option<Closeness> {
        let text = Text::of(text, folded);
        let mut worst = Closeness::Exact;
        for any in &self.all {
            worst = worst.max(any.iter().filter_map(|part| part.closeness(&text)).min()?);
        }
        // What is excluded is excluded as it is written.
        self.none.iter().all(|part| !part.stands_in(&text)).then_some(worst)
    }
}

/// The places of all parts of the query in a text, in order, without overlaps.
pub(crate) fn spans(query: &Query, text: &str) -> Vec<ByteSpan> {
    let parts = || query.all.iter().flatten();
    let mut spans = Vec::new();
    if parts().any(|part| part.script.is_none()) {
        spans_in(&Folded::of(text), parts().filter(|part| part.script.is_none()), &mut spans);
    }
    if parts().any(|part| part.script.is_some()) {
        spans_in(&Folded::keeping_script(text), parts().filter(|part| part.script.is_some()), &mut spans);
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

fn spans_in<'q>(folded: &Folded, parts: impl Iterator<Item = &'q Part>, spans: &mut Vec<ByteSpan>) {
    for part in parts {
        let before = spans.len();
        find_all(folded.text(), wanted(part), part, |span| spans.push(folded.original(span)));
        if spans.len() == before
            && part.phrase
            && let Some(wanted) = loose::wanted(wanted(part))
        {
            let (loose, places) = loose::loosen_with_places(folded.text());
            find_all(&loose, &wanted, part, |span| spans.extend(original_of_loose(folded, &places, span)));
        }
    }
}

fn original_of_loose(folded: &Folded, places: &[usize], span: ByteSpan) -> Option<ByteSpan> {
    let start = *places.get(span.start)?;
    let last = *places.get(span.end.checked_sub(1)?)?;
    let width = folded.text().get(last..)?.chars().next().map_or(0, char::len_utf8);
    Some(folded.original(ByteSpan::new(start, last + width)))
}

fn find_all(text: &str, wanted: &str, part: &Part, mut found: impl FnMut(ByteSpan)) {
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find(wanted)) {
        let (start, end) = (from + at, from + at + wanted.len());
        if part.whole && !is_whole(text, start, end) {
            from = next_start(text, start);
            continue;
        }
        found(ByteSpan::new(start, end));
        from = end.max(start + 1);
    }
}

#[cfg(test)]
mod tests {
    use reading::text::fold;

    use super::*;

    fn check(query: &str, text: &str, expected: Option<Closeness>, marked: &[&str]) {
        let query = Query::parse(query);
        let found = Matcher::of(&query).closeness(text, &fold(text));
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
    fn whole_words_end_where_letters_and_numbers_do() {
        check("gan match:word", "Morgan, GAN生成", Some(Exact), &["GAN"]);
        check("gan match:word", "organs", None, &[]);
        check("\"1 1\" match:word", "x1 1 1", Some(Exact), &["1 1"]);
        check("gpt-5 match:word", "GPT-5.6, GPT-5.", Some(Exact), &["GPT-5"]);
        check("gpt-5 match:word", "GPT-5.6", None, &[]);
        check("6 match:word", "5.6", None, &[]);
        check("\"step 16\" match:word", "step-16", Some(Loose), &["step-16"]);
        check("\"step 16\" match:word", "step-160", None, &[]);
        // Chinese is written without spaces: everything is whole there.
        check("模型 match:word", "大模型们", Some(Exact), &["模型"]);
        check("用gan match:word", "采用GAN生成", Some(Exact), &["用GAN"]);
        check("a -gan match:word", "a morgan", Some(Exact), &["a"]);
    }

    #[test]
    fn scripts_are_kept_apart_where_that_is_wanted() {
        check("软件 match:script", "軟件", None, &[]);
        check("软件 match:script", "軟件和软件", Some(Exact), &["软件"]);
        check("髮 匹配：简繁", "头发、出發、理髮", Some(Exact), &["髮"]);
        check("\"软件性能\" match:script", "软件，性能；軟件，性能", Some(Loose), &["软件，性能"]);
        check("软件 GAN -軟 match:script", "软件ＧＡＮ", Some(Exact), &["软件", "ＧＡＮ"]);
    }

    #[test]
    fn exclusions_and_alternatives() {
        check("猫 -狗", "猫狗", None, &["猫"]);
        check("猫 -狗", "猫", Some(Exact), &["猫"]);
        check("猫 OR 狗", "狗", Some(Exact), &["狗"]);
        check("aa", "aaaa", Some(Exact), &["aa", "aa"]);
    }
}
