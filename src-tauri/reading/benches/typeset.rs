//! How many megabytes of passages the typesetting reads in a second on one core, and that twice the text takes no more
//! than twice the time.
//!
//! `cargo bench -p reading --bench typeset -- FILE…` measures the passages of the given digests, without reading them;
//! without files, invented passages.

#![expect(clippy::print_stdout, reason = "the figures are what a bench is run for")]

use std::hint::black_box;
use std::time::Instant;

use reading::corpus::{self, Block};
use reading::typeset::{Prose, typeset};

/// Bytes to read for one figure.
const BYTES: usize = 16_000_000;

const INVENTED: &[(Prose, &str)] = &[
    (
        Prose::Review,
        "一、总体思路。作者把每一步的状态写成 M_{t-1}^k x_t，步长受 η_t^inj=(1−α_t)/r_t 约束，因此范数 ‖δ_t‖₂² 有界；训练分两个阶段，先在模拟数据上预热，再在真实数据上微调。局限有两点：一是评测集较小；二是没有报告方差。",
    ),
    (
        Prose::Quote,
        "Heron improves accuracy by 7.7 points [ 19 ] , reaching 2.4 × 2.4\\times speedups ( Δ \\Delta PPL + 0.86 % +0.86\\% ) on average.",
    ),
    (Prose::Quote, "Model | Params | Top-1 Heron-S | 12 | 80.3 Plover-B | 27 | 84.1 Osprey-L | 53 | 85.2"),
];

/// Passages whose rules look back and ahead; doubling them shows a rule that is not linear.
const REPEATED: &[(Prose, &str)] = &[
    (Prose::Quote, "x_{ "),
    (Prose::Quote, "1 A | "),
    (Prose::Quote, "n = 5 "),
    (Prose::Quote, "“ a "),
    (Prose::Quote, "A (2020)"),
    (Prose::Review, "一、甲。"),
    (Prose::Review, "x_t"),
    (Prose::Review, "（1）"),
    (Prose::Abstract, "$x "),
];

fn main() {
    let mut passages: Vec<(Prose, String)> = Vec::new();
    for path in std::env::args().skip(1).filter(|argument| !argument.starts_with('-')) {
        let Ok(file) = std::fs::read(&path) else { continue };
        for section in corpus::read(&file).digest.papers.iter().flat_map(|paper| &paper.sections) {
            for block in &section.blocks {
                match block {
                    Block::Passage(piece) => passages.push((Prose::of(section.kind, &piece.text), piece.text.clone())),
                    Block::Finding(finding) => {
                        passages.extend(finding.claim.iter().map(|piece| (Prose::Claim, piece.text.clone())));
                        passages.extend(finding.quote.iter().map(|piece| (Prose::Quote, piece.text.clone())));
                    }
                }
            }
        }
    }
    if passages.is_empty() {
        passages = INVENTED.iter().map(|(prose, text)| (*prose, (*text).to_owned())).collect();
    }
    for prose in [Prose::Review, Prose::Claim, Prose::Quote, Prose::Abstract] {
        let texts: Vec<&str> =
            passages.iter().filter(|(kind, _)| *kind == prose).map(|(_, text)| text.as_str()).collect();
        let bytes: usize = texts.iter().map(|text| text.len()).sum();
        if let Some(rounds) = BYTES.checked_div(bytes).map(|rounds| rounds.max(1)) {
            let seconds =
                time(rounds, || texts.iter().for_each(|text| drop(black_box(typeset(black_box(text), prose)))));
            println!("{prose:?}: {:.1} MB a second", megabytes(bytes * rounds) / seconds);
        }
    }
    for (prose, unit) in REPEATED {
        let (short, long) = (unit.repeat(40_000 / unit.len()), unit.repeat(80_000 / unit.len()));
        // The quickest of several: other work on the machine only adds.
        let quickest = |text: &str| {
            (0..9).map(|_| time(1, || drop(black_box(typeset(black_box(text), *prose))))).fold(f64::MAX, f64::min)
        };
        let (once, twice) = (quickest(&short), quickest(&long));
        println!("{unit:?} repeated: twice the text takes {:.1} times as long", twice / once);
    }
}

fn time(rounds: usize, mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    (0..rounds).for_each(|_| work());
    start.elapsed().as_secs_f64()
}

fn megabytes(bytes: usize) -> f64 {
    f64::from(u32::try_from(bytes / 1_000).unwrap_or(u32::MAX)) / 1_000.0
}
