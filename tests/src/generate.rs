//! Digests of invented papers in every form that reaches readers, for tests and benches: the same arguments always give
//! the same text.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// How large an issue is.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Papers; every fourth one is a brief.
    pub papers: usize,
    /// Findings of a deep review.
    pub findings: usize,
    /// Sentences of a section.
    pub sentences: usize,
}

impl Scale {
    /// Some kilobytes, for tests.
    pub const SMALL: Self = Self { papers: 3, findings: 2, sentences: 2 };
    /// About 120 KB in 8 papers, as a reader gets it every day.
    pub const DAILY: Self = Self { papers: 8, findings: 10, sentences: 28 };
}

/// A form in which an issue reaches readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Extracted text without titles and headings.
    Bare,
    /// The site's page.
    Page,
    /// The site's record.
    Record,
    /// Markdown made from the page.
    Markdown,
}

impl Form {
    /// The usual ending of such a file.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Bare => "txt",
            Self::Page => "html",
            Self::Record => "json",
            Self::Markdown => "md",
        }
    }
}

/// One day's issue.
#[derive(Clone, Debug)]
pub struct Issue {
    day: String,
    papers: Vec<Paper>,
}

#[derive(Clone, Debug)]
struct Paper {
    name: String,
    title: String,
    arxiv_id: String,
    topic: &'static str,
    review: Option<Review>,
    abstract_: String,
}

#[derive(Clone, Debug)]
struct Review {
    /// Positioning, background, method.
    before: [String; 3],
    summary: String,
    findings: Vec<(String, String)>,
    /// Novelty, soundness, significance.
    grades: [String; 3],
    /// Limitations, follow-up.
    after: [String; 2],
}

const HEADINGS: [&str; 7] =
    ["① 一句话定位", "② 背景与动机", "③ 方法机制", "④ 实验与证据", "⑤ 审稿人视角", "⑥ 局限与保留意见", "⑦ 值得跟进"];
const NOTICE: &str = "仅依据摘要，无法可靠判断方法 soundness 与实验充分性，请以原文为准。";
const TOPICS: [&str; 4] = ["潮汐建模", "手写识别", "鸟鸣分类", "桥梁监测"];
const SENTENCES: [&str; 8] = [
    "作者把观测序列切成长度为 {n} 的窗口，再让相邻窗口共享一半状态，从而避免边界处的跳变",
    "与逐点校正的做法相比，{N} 只在误差超过阈值时才更新，平均每 {n} 步触发一次",
    "这一设计的代价是多出一张查找表，但表的大小与站点数成正比，部署时可以离线生成",
    "训练分两步进行：先用 {n} 小时的干净录音学习骨架，再用带噪数据微调最后两层",
    "论文没有报告极端天气下的结果，因此尚不清楚该结论能否推广到台风季节",
    "在给定预算内，{N} 把采样点优先放在曲率最大的区段，其余区段用插值补足",
    "消融实验依次去掉对齐、去噪与投票三个部分，其中去掉对齐的影响最大，达到 {n} 个百分点",
    "数据来自三条河流的十二个水位站，时间跨度从 2009 年到 2021 年，缺测比例约为 {n}%",
];
const CLAIMS: [(&str, &str); 4] = [
    (
        "在 {n} 个测站上，{N} 的平均误差为 {m} 厘米，低于逐点校正。",
        "Across {n} gauging stations, {N} reaches a mean error of {m} cm, below pointwise correction.",
    ),
    (
        "{N} 只用 {n} 小时录音就达到 {m}% 的准确率。",
        "with only {n} hours of recordings, {N} attains {m} % accuracy on held-out sites",
    ),
    ("去掉对齐后，{N} 的得分从 {m} 降到更低水平。", "{N} | {m} | without alignment | {n} | without voting | 1{n}"),
    (
        "查找表占 {n} MB，推理时间约 {m} 毫秒。",
        "The lookup table of {N} takes {n} MB and inference needs {m} ms per window.",
    ),
];
const ENGLISH: &str = "We study how {N} behaves when only {n} stations report, and find that a shared state between \
    neighbouring windows removes most of the drift. ";

impl Issue {
    /// The issue of a day, `2026-09-30`; `seed` decides its papers.
    pub fn new(day: &str, seed: u64, scale: Scale) -> Self {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d);
        let papers = (0..scale.papers).map(|at| paper(&mut dice, seed, at, scale)).collect();
        Self { day: day.to_owned(), papers }
    }

    /// The names that the papers coin, in order.
    pub fn names(&self) -> Vec<&str> {
        self.papers.iter().map(|paper| paper.name.as_str()).collect()
    }

    /// The issue as a file of the form.
    pub fn text(&self, form: Form) -> String {
        match form {
            Form::Bare => self.bare(),
            Form::Page => self.page(),
            Form::Record => self.record(),
            Form::Markdown => self.markdown(),
        }
    }

    fn bare(&self) -> String {
        let mut out = self.day.clone();
        let mut push = |text: &str| out.extend(["\n\n", text]);
        for paper in &self.papers {
            let Some(review) = &paper.review else {
                push(&paper.abstract_);
                push(NOTICE);
                continue;
            };
            review.before.iter().chain([&review.summary]).for_each(|text| push(text));
            for (at, (claim, quote)) in review.findings.iter().enumerate() {
                push(&format!("{}. {claim}", at + 1));
                push(&format!("   {quote}"));
            }
            push(&review.graded());
            review.after.iter().for_each(|text| push(text));
        }
        out.push('\n');
        out
    }

    fn page(&self) -> String {
        let mut out = format!(
            "<!doctype html>\n<html lang=\"zh-Hans\">\n<head><meta charset=\"utf-8\"><title>AI 论文深读 · {day}</title></head>\n\
             <body><main class=\"site-main papers-main\"><header class=\"papers-edition\"><p class=\"papers-kicker\">AI 论文深读</p>\n\
             <h1>{day}</h1></header>\n",
            day = self.day
        );
        for paper in &self.papers {
            let (title, id, topic) = (escape(&paper.title), &paper.arxiv_id, paper.topic);
            let _ = write!(
                out,
                "<article class=\"paper-card\">\n<div class=\"paper-badges\"><span class=\"paper-badge\">{topic}</span></div>\n\
                 <h2 class=\"paper-title\">{title}</h2>\n<p class=\"paper-authors\">L. Ferro, Q. Anan</p>\n\
                 <span class=\"paper-links\"><a href=\"https://arxiv.org/abs/{id}\">arXiv</a></span>\n"
            );
            match &paper.review {
                None => {
                    let _ = writeln!(
                        out,
                        "<div class=\"paper-brief\"><p>{}</p><p>{NOTICE}</p></div>",
                        escape(&paper.abstract_)
                    );
                }
                Some(review) => {
                    for (heading, blocks) in HEADINGS.iter().zip(review.sections(page_evidence)) {
                        let _ = writeln!(
                            out,
                            "<details class=\"paper-section\"><summary>{heading}</summary><div class=\"paper-section__body\">{blocks}</div></details>"
                        );
                    }
                }
            }
            out.push_str("</article>\n");
        }
        out.push_str("</main></body></html>\n");
        out
    }

    fn markdown(&self) -> String {
        let mut out = format!("# {}\n", self.day);
        for paper in &self.papers {
            let _ = write!(
                out,
                "\n{}\n\n## {}\n\nL. Ferro, Q. Anan\n\n[arXiv](https://arxiv.org/abs/{})\n",
                paper.topic, paper.title, paper.arxiv_id
            );
            match &paper.review {
                None => drop(write!(out, "\n{}\n\n{NOTICE}\n", paper.abstract_)),
                Some(review) => {
                    for (heading, blocks) in HEADINGS.iter().zip(review.sections(markdown_evidence)) {
                        let _ = write!(out, "\n{heading}\n\n{blocks}\n");
                    }
                }
            }
        }
        out
    }

    fn record(&self) -> String {
        let papers: Vec<Value> = self.papers.iter().map(record_of).collect();
        let mut record = json!({"schema_version": 1, "target_date": self.day,
            "generated_at": format!("{}T00:30:00Z", self.day), "papers": papers});
        // Keys are sorted, nothing is escaped but what must be: the form that the checksum is made of.
        let marker: String = Sha256::digest(record.to_string()).iter().map(|byte| format!("{byte:02x}")).collect();
        record["marker"] = marker.into();
        format!("{record:#}\n")
    }
}

impl Review {
    fn graded(&self) -> String {
        let [novelty, soundness, significance] = &self.grades;
        format!("Novelty：{novelty} Soundness：{soundness} Significance：{significance}")
    }

    /// The body of each section; `evidence` writes the fourth.
    fn sections(&self, evidence: fn(&Self) -> String) -> Vec<String> {
        let [positioning, background, method] = &self.before;
        let [limitations, follow_up] = &self.after;
        let is_markup = evidence(self).starts_with('<');
        let passage = |text: &str| if is_markup { format!("<p>{}</p>", escape(text)) } else { text.to_owned() };
        vec![
            passage(positioning),
            passage(background),
            passage(method),
            evidence(self),
            passage(&self.graded()),
            passage(limitations),
            passage(follow_up),
        ]
    }
}

fn page_evidence(review: &Review) -> String {
    let mut out = format!("<p>{}</p>\n<ol class=\"paper-evidence\">\n", escape(&review.summary));
    for (claim, quote) in &review.findings {
        let (claim, quote) = (escape(claim), escape(quote));
        let _ = writeln!(out, "<li>\n<p class=\"paper-claim\">{claim}</p>\n<blockquote>{quote}</blockquote>\n</li>");
    }
    out.push_str("</ol>");
    out
}

fn markdown_evidence(review: &Review) -> String {
    let mut out = review.summary.clone();
    for (at, (claim, quote)) in review.findings.iter().enumerate() {
        let _ = write!(out, "\n\n{}. {claim}\n\n   > {}", at + 1, quote.replace('|', "\\|"));
    }
    out
}

fn record_of(paper: &Paper) -> Value {
    let id = &paper.arxiv_id;
    let deep_read = paper.review.as_ref().map(|review| {
        let [positioning, background, mechanism] = &review.before;
        let [novelty, soundness, significance] = &review.grades;
        let [limitations, follow_up] = &review.after;
        let experiments: Vec<Value> =
            review.findings.iter().map(|(claim, quote)| json!({"claim": claim, "quote": quote})).collect();
        json!({"positioning": positioning, "background": background, "mechanism": mechanism,
            "experiment_summary": review.summary, "experiments": experiments, "novelty": novelty,
            "soundness": soundness, "significance": significance, "limitations": limitations, "follow_up": follow_up})
    });
    let fallback = deep_read.is_none().then_some("arXiv HTML unavailable");
    let abstract_ = if deep_read.is_none() { paper.abstract_.as_str() } else { "" };
    json!({"arxiv_id": id, "title": paper.title, "authors": "L. Ferro, Q. Anan", "topic": paper.topic,
        "arxiv_url": format!("https://arxiv.org/abs/{id}"), "signals": {"hf_listed": true, "upvotes": 3},
        "abstract": abstract_, "deep_read": deep_read, "fallback_reason": fallback})
}

/// Writes `days` issues in `form` below `folder`, one file a day, back from 2026-09-30, in a folder a month. Answers
/// the paths, newest first.
///
/// # Errors
/// Of the system.
pub fn library(folder: &Path, days: usize, form: Form, scale: Scale) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::with_capacity(days);
    for back in 0..days {
        let day = day_before(back);
        let month = folder.join(day.get(..7).unwrap_or_default());
        fs::create_dir_all(&month)?;
        let path = month.join(format!("{day}.{}", form.extension()));
        fs::write(&path, Issue::new(&day, back as u64, scale).text(form))?;
        paths.push(path);
    }
    Ok(paths)
}

/// The ISO date `back` days before 2026-09-30.
pub fn day_before(back: usize) -> String {
    // Howard Hinnant's `civil_from_days`; 20,726 days lie between 1970-01-01 and 2026-09-30.
    let days = 20_726_i64 - i64::try_from(back).unwrap_or(0) + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

fn paper(dice: &mut Dice, seed: u64, at: usize, scale: Scale) -> Paper {
    let name = coin(dice);
    let number = format!("{:02}{:02}.{:05}", 10 + seed / 12 % 80, 1 + seed % 12, 1 + at as u64 + seed % 997 * 100);
    let mut text = |sentences: usize| {
        let sentence = |dice: &mut Dice| fill(SENTENCES[dice.below(SENTENCES.len())], &name, dice);
        let mut sentences: Vec<String> = (0..sentences).map(|_| sentence(dice)).collect();
        sentences.push(String::new());
        sentences.join("。")
    };
    let deep = at % 4 != 3;
    let review = deep.then(|| Review {
        before: [
            format!("本文提出 {name}，{}", text(scale.sentences.min(4))),
            text(scale.sentences),
            format!("一、总体结构。{}", text(scale.sentences * 2)),
        ],
        summary: text(scale.sentences.min(4)),
        findings: Vec::new(),
        grades: [text(2), text(scale.sentences / 2 + 1), text(2)],
        after: [format!("第一，{}", text(scale.sentences)), format!("一是{}", text(scale.sentences / 2 + 1))],
    });
    let review = review
        .map(|review| Review { findings: (0..scale.findings).map(|at| finding(dice, &name, at)).collect(), ..review });
    let abstract_ = (0..4).map(|_| fill(ENGLISH, &name, dice)).collect::<String>().trim_end().to_owned();
    let title = format!("{name}: Sparse Correction for Long Observation Series");
    Paper { title, arxiv_id: number, topic: TOPICS[dice.below(TOPICS.len())], review, abstract_, name }
}

fn finding(dice: &mut Dice, name: &str, at: usize) -> (String, String) {
    let (claim, quote) = CLAIMS[at % CLAIMS.len()];
    let (n, m) = (dice.below(90) + 10, format!("{}.{}", dice.below(80) + 10, dice.below(9) + 1));
    let fill = |text: &str| text.replace("{N}", name).replace("{n}", &n.to_string()).replace("{m}", &m);
    (fill(claim), fill(quote))
}

fn coin(dice: &mut Dice) -> String {
    const HEADS: [&str; 8] = ["Tide", "Heron", "Silt", "Ledger", "Brook", "Quill", "Marl", "Osprey"];
    const TAILS: [&str; 8] = ["Net", "Mark", "Form", "Weave", "Cast", "Loom", "Fold", "Pilot"];
    format!("{}{}-{}", HEADS[dice.below(8)], TAILS[dice.below(8)], dice.below(900) + 100)
}

fn fill(text: &str, name: &str, dice: &mut Dice) -> String {
    text.replace("{N}", name).replace("{n}", &(dice.below(90) + 5).to_string())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Numbers that look random and are not: splitmix64.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The same seed gives the same numbers.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % (bound.max(1) as u64)).unwrap_or(0)
    }
}
