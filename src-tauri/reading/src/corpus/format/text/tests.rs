//! Whole digests, broken ones, and arbitrary text.

use proptest::prelude::*;

use super::*;

const POSITIONING: &str =
    "本文提出 TideLoom，一个把长视频编织成可查询记忆的系统，定位在流式理解与检索的交汇处，主张记忆应随观看而增长。";
const BACKGROUND: &str = "背景上，近年的长视频模型大多把帧压成定长向量，已有方法在回看时丢失细节，而全量注意力的代价随长度平方增长，难以在端侧部署。";
const METHOD: &str = "核心机制分三步。一、编码。系统把每一段画面写成键和值。二、编织。相邻的键按相似度合并，合并的阈值随时间衰减。三、查询。问题先定位到段，再在段内读出。";
const EVIDENCE: &str = "实验覆盖三个长视频基准与一项端侧测量，总体结论是 TideLoom 在同等记忆预算下优于滑动窗口，消融说明合并阈值最为关键。";
const REVIEW: &str = "Novelty：新颖性中等，合并阈值的衰减是主要新意。 Soundness：论证完整，但缺少多次运行的方差。 Significance：对端侧理解有实际意义。";
const LIMITATIONS: &str = "第一，只在英文视频上评估，其他语言没有结果。第二，阈值需要手工设定，不同领域可能需要重新调节，文中没有给出敏感性分析。";
const FOLLOW_UP: &str = "后续可以把阈值做成可学习的，并在更长的监控视频上检验；另一个值得跟进的方向是与检索增强生成结合，让记忆可以被编辑。";
const ABSTRACT: &str = "Long videos are hard to remember. We present KelpNet, a memory that grows while it watches, and show that it answers questions about the first minute after ten hours of video, with a tenth of the memory of earlier systems and no loss of accuracy on short cl";
const NOTICE: &str = "仅依据摘要，无法可靠判断方法 soundness 与实验充分性，请以原文为准。";

fn findings(count: u32) -> Vec<String> {
    let pair = |number| {
        [
            format!("{number}. 在第 {number} 个基准上，TideLoom 达到 8{number}.5 分。"),
            format!("   TideLoom reaches 8{number}.5 on benchmark {number} | {number}.5"),
        ]
    };
    (1..=count).flat_map(pair).collect()
}

/// The paragraphs of one deep paper, in order: four, the findings, three.
fn deep(count: u32) -> Vec<String> {
    let mut paragraphs: Vec<String> = [POSITIONING, BACKGROUND, METHOD, EVIDENCE].map(str::to_owned).to_vec();
    paragraphs.extend(findings(count));
    paragraphs.extend([REVIEW, LIMITATIONS, FOLLOW_UP].map(str::to_owned));
    paragraphs
}

fn brief() -> Vec<String> {
    vec![ABSTRACT.to_owned(), NOTICE.to_owned()]
}

fn digest(papers: &[Vec<String>]) -> String {
    format!("2026-03-04\n\n{}\n", papers.concat().join("\n\n"))
}

/// The papers in short: `PBME3RLF` is a deep paper with three findings, `AN` a brief, `x` a section `Other`.
fn shape(digest: &Digest) -> String {
    digest.papers.iter().map(shape_of).collect::<Vec<_>>().join(" ")
}

fn shape_of(paper: &Paper) -> String {
    let section = |section: &Section| {
        let letter = match section.kind {
            SectionKind::Positioning => "P",
            SectionKind::Background => "B",
            SectionKind::Method => "M",
            SectionKind::Evidence if section.passages().next().is_none() => "",
            SectionKind::Evidence => "E",
            SectionKind::Review => "R",
            SectionKind::Limitations => "L",
            SectionKind::FollowUp => "F",
            SectionKind::Abstract => "A",
            SectionKind::Notice => "N",
            _ => "x",
        };
        let passages = section.passages().count();
        let times = if section.kind == SectionKind::Review { usize::from(passages > 0) } else { passages };
        let findings = section.findings().count();
        format!("{}{}", letter.repeat(times), if findings > 0 { findings.to_string() } else { String::new() })
    };
    paper.sections.iter().map(section).collect()
}

/// Reads `source`, checks that nothing visible was lost or moved, and compares the shape.
#[track_caller]
fn check(source: &str, expected: &str) -> Digest {
    let digest = read(source);
    assert_lossless(source, &digest);
    assert_eq!(shape(&digest), expected, "{:#?}", digest.warnings);
    digest
}

#[track_caller]
fn assert_lossless(source: &str, digest: &Digest) {
    let visible = |text: &str| text.split_whitespace().collect::<String>();
    let pieces: String = digest.pieces().iter().map(|piece| piece.text.as_str()).collect();
    assert_eq!(visible(&pieces), visible(source));
    for piece in digest.pieces() {
        assert_eq!(visible(piece.source.of(source)), visible(&piece.text));
        assert_eq!(piece.text.trim(), piece.text);
    }
}

fn kinds(digest: &Digest) -> Vec<WarningKind> {
    digest.warnings.iter().map(|warning| warning.kind).collect()
}

#[test]
fn a_whole_digest_is_read_without_warnings() {
    let digest = check(&digest(&[deep(3), brief(), deep(12), deep(1)]), "PBME3RLF AN PBME12RLF PBME1RLF");
    assert_eq!(digest.date.as_deref(), Some("2026-03-04"));
    assert_eq!(digest.warnings, []);
    assert_eq!(digest.papers[1].kind, Kind::Brief);
    let finding = digest.papers[2].findings().nth(10).unwrap();
    assert_eq!(finding.number, 11);
    assert_eq!(finding.marker.as_ref().unwrap().text, "11.");
    assert_eq!(finding.claim.as_ref().unwrap().text, "在第 11 个基准上，TideLoom 达到 811.5 分。");
    assert_eq!(finding.quote.as_ref().unwrap().text, "TideLoom reaches 811.5 on benchmark 11 | 11.5");
    let review = digest.papers[0].section(SectionKind::Review).unwrap();
    assert_eq!(review.passages().count(), 3);
}

#[test]
fn line_ends_and_wide_indents_do_not_matter() {
    let source = digest(&[deep(2), brief()]);
    for changed in [
        source.replace('\n', "\r\n"),
        source.replace('\n', "\r"),
        source.replace("\n\n", "\n \t\u{3000}\u{a0}\n\n\n"),
        source.replace("   Tide", "\tTide"),
        source.replace("   Tide", "\u{3000}Tide"),
        source.replace("   Tide", "\u{a0}\u{a0}\u{a0}\u{a0}Tide"),
        source.replace("Soundness：", "\nSoundness：").replace("Significance：", "\nSignificance："),
        source.replace("Soundness：", "\n\nSoundness：").replace("Significance：", "\n\nSignificance："),
        source.replace("\n\n   Tide", "\n   Tide"),
        source.replace("\n\n", "\n"),
    ] {
        assert_eq!(kinds(&check(&changed, "PBME2RLF AN")), []);
    }
}

#[test]
fn several_briefs_in_a_row_and_papers_without_findings() {
    check(&digest(&[brief(), brief(), brief()]), "AN AN AN");
    check(&digest(&[deep(0), deep(0), brief()]), "PBMERLF PBMERLF AN");
    check(&digest(&[deep(0), deep(2)]), "PBMERLF PBME2RLF");
}

#[test]
fn a_missing_paragraph_leaves_the_others_in_place() {
    let shapes = ["BME3RLF", "PME3RLF", "PBE3RLF", "PBM3RLF", "PBME3LF", "PBME3RF", "PBME3RL"];
    for (missing, expected) in shapes.into_iter().enumerate() {
        let mut middle = deep(3);
        middle.remove(if missing < 4 { missing } else { missing + 6 });
        let digest = check(&digest(&[deep(2), middle, deep(1)]), &format!("PBME2RLF {expected} PBME1RLF"));
        // Findings without their summary are a section all the same.
        let warnings = if expected == "PBM3RLF" { vec![] } else { vec![WarningKind::MissingSection] };
        assert_eq!(kinds(&digest), warnings);
    }
}

#[test]
fn half_a_digest_starts_and_stops_anywhere() {
    let whole = [deep(2), brief(), deep(2)].concat();
    for start in 0..9 {
        let rest: Vec<String> = whole.get(start..).unwrap().to_vec();
        let tail = "PBME2RLF AN PBME2RLF";
        let digest = check(
            &digest(&[rest]),
            match start {
                0..=4 => tail.get(start..).unwrap(),
                5 => "2RLF AN PBME2RLF",
                6 | 7 => "1RLF AN PBME2RLF",
                _ => "RLF AN PBME2RLF",
            },
        );
        assert_eq!(digest.papers.len(), 3);
    }
    for stop in 1..whole.len() {
        let digest = read(&digest(&[whole.get(..stop).unwrap().to_vec()]));
        assert_eq!(
            digest.papers.len(),
            [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2].get(stop - 1).map_or(3, |count| *count)
        );
    }
}

#[test]
fn a_section_in_several_paragraphs_stays_one_section() {
    let mut paper = deep(2);
    paper[2] = METHOD.replace("二、", "\n\n二、").replace("三、", "\n\n三、");
    let last = paper.len() - 2;
    paper[last] = LIMITATIONS.replace("第二，", "\n\n第二，");
    check(&digest(&[deep(1), paper, deep(1)]), "PBME1RLF PBMMME2RLLF PBME1RLF");
}

#[test]
fn quotes_of_several_paragraphs_and_tables_of_several_lines() {
    let mut paper = deep(2);
    paper[5] = "   First half.\n\n   Second half.".into();
    paper[7] = "   TideLoom | 1 | 2\n   Window | 3 | 4\n\n   Kelp | 5".into();
    let digest = check(&digest(&[paper]), "PBME2RLF");
    let quotes: Vec<&str> =
        digest.papers[0].findings().map(|finding| finding.quote.as_ref().unwrap().text.as_str()).collect();
    assert_eq!(quotes, ["First half.\nSecond half.", "TideLoom | 1 | 2 Window | 3 | 4\nKelp | 5"]);
}

#[test]
fn a_second_quote_after_the_last_claim_is_the_quote_of_a_lost_one() {
    let mut paper = deep(3);
    paper.remove(8);
    let digest = check(&digest(&[paper, brief()]), "PBME3RLF AN");
    assert_eq!(kinds(&digest), [WarningKind::QuoteWithoutClaim]);
    assert_eq!(digest.papers[0].findings().last().unwrap().number, 3);
}

#[test]
fn the_date_is_found_beside_and_below_a_kicker() {
    for top in ["2026-03-04", "AI 论文深读\n\n2026-03-04", "AI 论文深读 · 2026/3/4\n\n共 1 篇", "2026年3月4日 星期三"]
    {
        let source = format!("{top}\n\n{}", deep(1).join("\n\n"));
        assert_eq!(check(&source, "PBME1RLF").date.as_deref(), Some("2026-03-04"), "{top}");
    }
}

#[test]
fn jumping_numbers_and_lone_halves_are_kept_and_told() {
    let mut paper = deep(4);
    paper[6] = paper[6].replace("2.", "7.");
    paper.remove(9);
    paper.remove(4);
    let digest = check(&digest(&[paper, deep(1)]), "PBME4RLF PBME1RLF");
    assert_eq!(
        kinds(&digest),
        [
            WarningKind::QuoteWithoutClaim,
            WarningKind::FindingNumbers,
            WarningKind::FindingNumbers,
            WarningKind::ClaimWithoutQuote
        ]
    );
    let numbers: Vec<u32> = digest.papers[0].findings().map(|finding| finding.number).collect();
    assert_eq!(numbers, [1, 7, 3, 4]);
}

#[test]
fn foreign_paragraphs_stand_in_other_with_a_warning_at_their_place() {
    for (at, expected) in [(2, "PBxME2RLF AN"), (3, "PBMxE2RLF AN"), (6, "PBME2xRLF AN"), (9, "PBME2RxLF AN")] {
        for foreign in ["扫码关注公众号", "See the project page for details and for the full list of authors."] {
            let mut paper = deep(2);
            paper.insert(at, foreign.into());
            if foreign.is_ascii() && at == 6 {
                continue; // After a quote, English is its second paragraph.
            }
            let source = digest(&[paper, brief()]);
            let digest = check(&source, expected);
            assert_eq!(kinds(&digest), [WarningKind::Unrecognised]);
            assert_eq!(digest.warnings[0].at, source.find(foreign).unwrap());
        }
    }
}

#[test]
fn text_before_the_first_paper_is_front() {
    let digest = check(&digest(&[vec!["AI 论文深读".into(), "共 2 篇".into()], deep(1)]), "PBME1RLF");
    assert_eq!(digest.front.len(), 3);
    assert_eq!(digest.warnings, []);
}

#[test]
fn other_files_are_told_apart() {
    assert_eq!(kinds(&check("", "")), [WarningKind::Empty]);
    assert_eq!(kinds(&check(" \r\n\u{3000}", "")), [WarningKind::Empty]);
    let code = check("fn main() {\n    println!(\"1. 你好\");\n}\n", "");
    assert_eq!(kinds(&code), [WarningKind::NoDate, WarningKind::NotADigest]);
    assert!(!code.front.is_empty());
}

#[test]
fn dates_are_read_in_their_usual_spellings() {
    for (line, expected) in [
        ("2026-03-04", Some("2026-03-04")),
        ("2026/3/4", Some("2026-03-04")),
        ("2026年3月4日", Some("2026-03-04")),
        ("2026-13-04", None),
        ("2026-03", None),
        ("2026-03-04 号外", None),
        ("20260304", None),
    ] {
        assert_eq!(paragraph::date(line).as_deref(), expected, "{line}");
    }
}

#[test]
fn ten_thousand_findings_and_a_line_of_a_megabyte_are_read() {
    check(&digest(&[deep(10_000), deep(1)]), "PBME10000RLF PBME1RLF");
    let mut paper = deep(1);
    paper[2] = METHOD.repeat(5000);
    check(&digest(&[paper]), "PBME1RLF");
    let marks = format!("2026-03-04\n\n{}", "1. ".repeat(400_000));
    assert_lossless(&marks, &read(&marks));
}

/// Paragraphs like those of digests, whole and broken, and the white space between them.
fn fragment() -> impl Strategy<Value = String> {
    let text = prop::sample::select(vec![
        POSITIONING,
        BACKGROUND,
        METHOD,
        EVIDENCE,
        REVIEW,
        LIMITATIONS,
        FOLLOW_UP,
        ABSTRACT,
        NOTICE,
        "2026-03-04",
        "1. 甲乙。",
        "12. 丙。",
        "   a | b",
        "    Quote.",
        "Novelty：",
        "Soundness: x",
        "\u{feff}",
        "1.5",
        "1.",
        "二、丁",
        "１．戊",
    ]);
    let gap = prop::sample::select(vec!["\n\n", "\n", "\r\n\r\n", "\r", " ", "", "\n\t\n", "\u{3000}", "\u{a0}\n"]);
    (text, gap).prop_map(|(text, gap)| format!("{text}{gap}"))
}

proptest! {
    #[test]
    fn no_visible_character_of_any_text_is_lost(source in ".{0,300}") {
        assert_lossless(&source, &read(&source));
    }

    #[test]
    fn no_visible_character_of_broken_digests_is_lost(parts in prop::collection::vec(fragment(), 0..40)) {
        let source = parts.concat();
        assert_lossless(&source, &read(&source));
    }
}

/// The bare extractions of real digests beside the repository, where there are some.
fn real_digests() -> Vec<String> {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let days = std::fs::read_dir(corpus).into_iter().flatten().flatten();
    let digests: Vec<String> =
        days.filter_map(|day| std::fs::read_to_string(day.path().join("extracted.txt")).ok()).collect();
    if digests.is_empty() {
        eprintln!("skipped: no real digests beside the repository");
    }
    digests
}

#[test]
fn real_digests_are_read_whole_and_without_warnings() {
    for source in real_digests() {
        let digest = read(&source);
        assert_lossless(&source, &digest);
        assert_eq!(digest.warnings, []);
        for paper in &digest.papers {
            let shape: String = shape_of(paper).chars().filter(|ch| !ch.is_ascii_digit()).collect();
            assert!(shape == "PBMERLF" || shape == "AN", "{shape}");
        }
    }
}

#[test]
fn a_real_digest_that_lost_a_paragraph_keeps_the_roles_of_the_others() {
    for source in real_digests() {
        let paragraphs: Vec<&str> = source.split("\n\n").collect();
        let kinds = |digest: &Digest| digest.papers.iter().flat_map(kinds_of).collect::<Vec<_>>();
        let whole = kinds(&read(&source));
        // Every third paragraph: one reading of a whole digest costs a debug build 20 ms.
        let losses: Vec<usize> = (1..paragraphs.len()).step_by(3).collect();
        let kept = losses.iter().filter(|&&lost| {
            let mut rest = paragraphs.clone();
            let gone: String = rest.remove(lost).split_whitespace().collect();
            let expected: Vec<_> = whole.iter().filter(|(_, text)| !gone.contains(text.as_str())).cloned().collect();
            kinds(&read(&rest.join("\n\n"))) == expected
        });
        let kept = kept.count();
        // A paper without its last section and one without the section before it differ by a few words only.
        assert!(kept * 100 >= losses.len() * 94, "{kept} of {}", losses.len());
    }
}

fn kinds_of(paper: &Paper) -> Vec<(SectionKind, String)> {
    let mut kinds = Vec::new();
    for section in &paper.sections {
        for block in &section.blocks {
            let pieces = match block {
                Block::Passage(piece) => vec![piece],
                Block::Finding(finding) => finding.claim.iter().chain(&finding.quote).collect(),
            };
            kinds.extend(pieces.into_iter().map(|piece| (section.kind, piece.text.split_whitespace().collect())));
        }
    }
    kinds
}
