//! How many megabytes of digests the audit reads in a second on one core.
//!
//! `cargo bench -p reading --bench audit -- FILE…` measures the findings of the given digests, without reading them; without
//! files, invented findings as long as usual ones. Every byte of a file counts, because that is what a library holds.

#![expect(clippy::print_stdout, reason = "the figure is what a bench is run for")]

use std::hint::black_box;
use std::time::Instant;

use reading::audit::audit;

/// Bytes of a digest for each finding: 120 KB hold about 80 findings.
const BYTES_FOR_A_FINDING: usize = 1_500;

const INVENTED: &[(&str, &str)] = &[
    (
        "在 HeronBench 上，Heron-7B 的准确率由 61.2% 提升到 68.9%，提升 7.7 个百分点，推理成本降低 2.4 倍。",
        "On HeronBench, Heron-7B improves accuracy from 61.2% to 68.9% while inference becomes 2.4 × 2.4\\times cheaper than the strongest baseline under the same budget.",
    ),
    (
        "七种配置中，Plover 以 27M 参数、4.9 GFLOPs 达到 84.1 Top-1。",
        "Model | Params | GFLOPs | Top-1 Heron-S | 12 | 2.2 | 80.3 Plover | 27 | 4.9 | 84.1 Osprey | 53 | 9.8 | 85.2",
    ),
];

fn main() {
    let mut pairs: Vec<(String, String)> = Vec::new();
    let mut bytes = 0;
    for path in std::env::args().skip(1).filter(|argument| !argument.starts_with('-')) {
        let Ok(file) = std::fs::read(&path) else { continue };
        bytes += file.len();
        for finding in reading::corpus::read(&file).digest.papers.iter().flat_map(|paper| paper.findings()) {
            if let (Some(claim), Some(quote)) = (&finding.claim, &finding.quote) {
                pairs.push((claim.text.clone(), quote.text.clone()));
            }
        }
    }
    if pairs.is_empty() {
        pairs = INVENTED.iter().map(|(claim, quote)| ((*claim).to_owned(), (*quote).to_owned())).collect();
        bytes = pairs.len() * BYTES_FOR_A_FINDING;
    }
    let rounds = 40_000 / pairs.len().max(1);
    let start = Instant::now();
    for _ in 0..rounds {
        for (claim, quote) in &pairs {
            black_box(audit(black_box(claim), black_box(quote)));
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let findings = pairs.len() * rounds;
    let (all, each) = (bytes * rounds, seconds / f64::from(u32::try_from(findings).unwrap_or(u32::MAX)));
    let megabytes = f64::from(u32::try_from(all / 1000).unwrap_or(u32::MAX)) / 1000.0;
    println!("{findings} findings, {:.1} µs each; {:.1} MB of digests a second", each * 1e6, megabytes / seconds);
}
