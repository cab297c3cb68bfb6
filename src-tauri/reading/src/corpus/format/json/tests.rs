//! Records of invented papers.

use super::*;
use crate::corpus::{Block, Kind, SectionKind};

const DEEP: &str = r#"{"title": "Tidemark: Paced Reading", "authors": ["A. One", "B. Two"], "arxiv_id": "2601.00001v2",
  "arxiv_url": "https://arxiv.org/abs/2601.00001", "topic": "推理", "signals": {"organization": "Lab", "upvotes": 3, "github_stars": 0, "score": 1.50},
  "abstract": "We present Tidemark.", "fallback_reason": null,
  "deep_read": {"positioning": "定位。", "background": "背景。", "mechanism": "一、甲。\n二、乙。", "experiment_summary": "小结。",
  "experiments": [{"claim": "提升 3%。", "quote": "improves by 3\\%"}], "novelty": "novelty：中。", "soundness": "稳。", "significance": "大。",
  "limitations": "局限。", "follow_up": "跟进。"}}"#;

const BRIEF: &str = r#"{"title": "T", "authors": "A", "arxiv_id": "2601.00002", "topic": "其他", "abstract": "We study cu",
  "deep_read": null, "fallback_reason": "no text"}"#;

fn record(papers: &[&str]) -> String {
    format!(r#"{{"target_date": "2026-01-05", "papers": [{}]}}"#, papers.join(","))
}

fn kinds(digest: &Digest, at: usize) -> Vec<WarningKind> {
    digest.warnings.iter().filter(|warning| warning.at >= at).map(|warning| warning.kind).collect()
}

#[test]
fn a_deep_read_gives_the_sections_of_the_page_and_its_abstract() {
    let digest = read(&record(&[DEEP]));
    let paper = &digest.papers[0];
    let sections: Vec<(SectionKind, String)> =
        paper.sections.iter().map(|section| (section.kind, section.text())).collect();
    let expected = [
        (SectionKind::Positioning, "定位。"),
        (SectionKind::Background, "背景。"),
        (SectionKind::Method, "一、甲。\n二、乙。"),
        (SectionKind::Evidence, "小结。"),
        (SectionKind::Review, "Novelty：novelty：中。\nSoundness：稳。\nSignificance：大。"),
        (SectionKind::Limitations, "局限。"),
        (SectionKind::FollowUp, "跟进。"),
        (SectionKind::Abstract, "We present Tidemark."),
    ];
    assert_eq!(sections, expected.map(|(kind, text)| (kind, text.to_owned())));
    let finding = paper.findings().next().expect("one finding");
    assert_eq!(finding.quote.as_ref().map(|quote| quote.text.as_str()), Some(r"improves by 3\%"));
    assert_eq!((digest.date.as_deref(), paper.arxiv_id.as_deref()), (Some("2026-01-05"), Some("2601.00001")));
    let badges: Vec<&str> = paper.badges.iter().map(|piece| piece.text.as_str()).collect();
    assert_eq!(badges, ["Lab", "HF ↑3", "推理"]);
    assert_eq!(paper.authors.as_ref().map(|piece| piece.text.as_str()), Some("A. One, B. Two"));
    assert_eq!(kinds(&digest, 0), [WarningKind::Checksum]);
}

#[test]
fn a_brief_has_its_abstract_and_the_notice_of_the_page() {
    let digest = read(&record(&[BRIEF]));
    let paper = &digest.papers[0];
    let sections: Vec<SectionKind> = paper.sections.iter().map(|section| section.kind).collect();
    assert_eq!((paper.kind, sections), (Kind::Brief, vec![SectionKind::Abstract, SectionKind::Notice]));
    let extras: Vec<&str> = paper.extras.iter().map(|piece| piece.text.as_str()).collect();
    assert_eq!(extras, ["2601.00002", "no text"]);
}

#[test]
fn a_piece_covers_its_value_in_the_json_text() {
    let source = record(&[DEEP, BRIEF]);
    let digest = read(&source);
    let pieces = digest.pieces();
    let covered: Vec<&str> = pieces.iter().map(|piece| piece.source.of(&source)).collect();
    for expected in ["2026-01-05", r"improves by 3\\%", "novelty：中。", "1.50", "A. One\", \"B. Two", "0"] {
        assert_eq!(covered.iter().filter(|text| **text == expected).count(), 1, "{expected}");
    }
}

#[test]
fn fields_that_nobody_knows_are_kept() {
    let prose = "字".repeat(60);
    let paper = DEEP
        .replacen("\"topic\"", &format!("\"essay\": \"{prose}\", \"code\": [1, {{\"x\": true}}], \"topic\""), 1)
        .replacen("\"follow_up\"", "\"ethics\": \"短。\", \"follow_up\": \"旧。\", \"follow_up\"", 1);
    let digest = read(&record(&[&paper]));
    let others: Vec<(String, String)> = digest.papers[0]
        .sections
        .iter()
        .filter(|section| section.kind == SectionKind::Other)
        .map(|section| (section.heading.as_ref().expect("a name").text.clone(), section.text()))
        .collect();
    let expected = [("ethics", "短。"), ("follow_up", "旧。"), ("essay", prose.as_str())];
    assert_eq!(others, expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let extras: Vec<&str> = digest.papers[0].extras.iter().map(|piece| piece.text.as_str()).collect();
    assert_eq!(extras, ["2601.00001v2", "1", "true", "0", "1.50"]);
}

#[test]
fn what_is_wrong_is_listed_and_the_rest_is_read() {
    let cases: [(&str, &str, WarningKind); 8] = [
        (r#""positioning": "定位。", "#, "", WarningKind::Field),
        (r#""background": "背景。""#, r#""background": 7"#, WarningKind::Field),
        (r#""mechanism": "一、甲。\n二、乙。""#, r#""mechanism": """#, WarningKind::Field),
        (r#""title": "Tidemark: Paced Reading", "#, "", WarningKind::Field),
        (r#", "quote": "improves by 3\\%""#, "", WarningKind::ClaimWithoutQuote),
        (r#""claim": "提升 3%。", "#, "", WarningKind::QuoteWithoutClaim),
        (r#"{"claim": "提升 3%。", "quote": "improves by 3\\%"}"#, "{}", WarningKind::Field),
        (r#""follow_up": "跟进。"}}"#, r#""follow_up": "跟进。" oops}}"#, WarningKind::Syntax),
    ];
    for (from, to, kind) in cases {
        assert!(DEEP.contains(from), "{from}");
        let digest = read(&record(&[&DEEP.replace(from, to), BRIEF]));
        assert_eq!(kinds(&digest, 1), [kind], "{from} -> {to}: {:?}", digest.warnings);
        assert_eq!(digest.papers.len(), 2);
    }
}

#[test]
fn half_a_record_keeps_what_came_before_the_cut() {
    let source = record(&[BRIEF, DEEP]);
    let cut = &source[..source.find("小结").expect("the summary") + 3];
    let digest = read(cut);
    assert_eq!(digest.papers.len(), 2);
    let evidence = digest.papers[1].section(SectionKind::Evidence).expect("the cut section");
    assert_eq!(evidence.blocks, [Block::Passage(Piece::new("小", ByteSpan::new(cut.len() - 3, cut.len())))]);
    assert!(kinds(&digest, 0).contains(&WarningKind::Syntax));
}

#[test]
fn a_list_of_papers_or_one_alone_is_read_too() {
    assert_eq!(read(&format!("[{DEEP},{BRIEF}]")).papers.len(), 2);
    assert_eq!(read(BRIEF).papers.len(), 1);
}

#[test]
fn a_right_checksum_is_silent_and_a_wrong_one_is_not() {
    let right = r#"{"a": 0.0, "papers": [], "target_date": "2026-01-05", "marker": "db75323155102d935ac2d1086db0bb9c12572be2a57b1e047cc01c789be7e54b"}"#;
    assert!(kinds(&read(right), 1).is_empty(), "{:?}", read(right).warnings);
    let wrong = right.replace("0.0", "0.1");
    assert_eq!(kinds(&read(&wrong), 0), [WarningKind::Checksum]);
}

#[test]
fn ids_lose_version_and_address() {
    for (text, expected) in [
        ("2601.00001", Some("2601.00001")),
        ("2601.00001v12", Some("2601.00001")),
        ("https://arxiv.org/pdf/2601.1234.pdf", Some("2601.1234")),
        ("hep-th/9901001", None),
        ("2601.00001vx", None),
        ("", None),
    ] {
        assert_eq!(arxiv_id(text).as_deref(), expected, "{text}");
    }
}

/// The pieces' text in order, without the labels that the page prints and the names of fields.
fn shown(digest: &Digest) -> String {
    let mut parts: Vec<(ByteSpan, &str)> =
        digest.front.iter().map(|piece| (piece.source, piece.text.as_str())).collect();
    for paper in &digest.papers {
        let badges = paper.badges.iter().map(|piece| {
            let label = ["HF ↑", "GitHub ★", "X/HN x"].iter().find_map(|label| piece.text.strip_prefix(label));
            (piece.source, label.unwrap_or(&piece.text))
        });
        parts.extend(badges);
        let lines = paper.title.iter().chain(&paper.authors).chain(&paper.extras);
        parts.extend(lines.map(|piece| (piece.source, piece.text.as_str())));
        parts.extend(paper.links.iter().map(|link| (link.label.source, link.url.as_deref().unwrap_or_default())));
        for section in paper.sections.iter().filter(|section| section.kind != SectionKind::Notice) {
            for piece in section.passages() {
                let labels = ["Novelty：", "Soundness：", "Significance："];
                let label = labels.iter().filter(|_| section.kind == SectionKind::Review);
                let text = label.into_iter().find_map(|label| piece.text.strip_prefix(label));
                parts.push((piece.source, text.unwrap_or(&piece.text)));
            }
            let findings = section.findings().flat_map(|finding| finding.claim.iter().chain(&finding.quote));
            parts.extend(findings.map(|piece| (piece.source, piece.text.as_str())));
        }
    }
    parts.sort_by_key(|(span, _)| (span.start, span.end));
    letters(parts.into_iter().map(|(_, text)| text))
}

/// All scalars of the source in order.
fn scalars(source: &str) -> String {
    let tape = Tape::scan_from(source, 0);
    let all = tape.roots().flat_map(|root| tape.scalars(root)).map(|node| text(&tape, node)).collect::<Vec<_>>();
    letters(all.iter().map(String::as_str))
}

/// Without white space and the commas that join a list, and as no view can show NUL.
fn letters<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let letters = texts.flat_map(str::chars).filter(|letter| !letter.is_whitespace() && *letter != ',');
    letters.map(|letter| if letter == '\0' { '\u{fffd}' } else { letter }).collect()
}

proptest::proptest! {
    #[test]
    fn every_scalar_of_any_record_is_in_one_piece(
        fragments in proptest::collection::vec(proptest::sample::select(vec![
            "{", "}", "[", "]", ",", "\"title\":", "\"authors\":", "\"arxiv_id\":", "\"arxiv_url\":", "\"hf_url\":", "\"topic\":", "\"signals\":{",
            "\"upvotes\":", "\"organization\":", "\"abstract\":", "\"deep_read\":", "\"deep_read\":{", "\"positioning\":", "\"experiments\":[{", "\"claim\":",
            "\"quote\":", "\"novelty\":", "\"follow_up\":", "\"papers\":[{", "\"papers\":", "\"other\":", "\"甲\\n乙\"", "\"a\\u0000\\ud800\\\"b\"", "\"\"", "\" \"", "7", "0",
            "-1.5", "true", "null", "nul", "\"", "\\", "文字",
        ]), 0..40)
    ) {
        let source = fragments.concat();
        for source in [source.clone(), format!("{{\"papers\":[{{{source}"), format!("{{\"papers\":[{{\"deep_read\":{{{source}")] {
            // What stands before the first whole paper of a text without its beginning is kept as it is.
            let (lost, whole) = source.split_at(rest::first_whole(&source).unwrap_or(0));
            let expected = letters([lost].into_iter()) + &scalars(whole);
            proptest::prop_assert_eq!(shown(&read(&source)), expected, "{}", source);
        }
    }
}
