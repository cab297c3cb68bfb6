//! The verdict of each finding of a paper, as the list shows it.

use reading::audit::{self, Source};
use reading::corpus::{Paper, Section};

use crate::answer::Verdict;

/// Raised whenever the audit may judge otherwise than before: rows with another number are made anew. At most 999.
pub(crate) const VERSION: u32 = 7;

/// The verdict of each finding in order; of the other publisher's papers, of each section that stands beside the
/// abstract.
pub(crate) fn meter(paper: &Paper) -> Vec<Verdict> {
    let findings: Vec<Verdict> = paper
        .findings()
        .map(|finding| match (&finding.claim, &finding.quote) {
            (Some(claim), Some(quote)) => verdict(audit::audit(&claim.text, &quote.text).verdict()),
            _ => Verdict::Missing,
        })
        .collect();
    if !findings.is_empty() {
        return findings;
    }
    let Some(abstract_) = paper.compared_abstract().map(Section::text) else { return findings };
    let source = Source::of(&abstract_);
    let compared = paper.sections.iter().filter(|section| section.kind.restates_abstract());
    compared.map(|section| verdict(source.audit(&section.text()).verdict())).collect()
}

/// The verdicts of a paper in letters, as rows keep them.
pub(crate) fn letters(paper: &Paper) -> String {
    meter(paper).into_iter().map(|verdict| char::from(letter(verdict))).collect()
}

fn verdict(of_audit: audit::Verdict) -> Verdict {
    match of_audit {
        audit::Verdict::Held => Verdict::Held,
        audit::Verdict::Derived => Verdict::Derived,
        audit::Verdict::Doubt => Verdict::Doubt,
        audit::Verdict::Plain => Verdict::Plain,
    }
}

/// The letter that stands for a verdict in packed rows.
pub(crate) fn letter(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Held => b'h',
        Verdict::Derived => b'd',
        Verdict::Doubt => b'?',
        Verdict::Plain => b'p',
        Verdict::Missing => b'm',
    }
}

/// The verdict that a letter stands for; [`Verdict::Missing`] for letters that stand for none.
pub(crate) fn from_letter(letter: u8) -> Verdict {
    match letter {
        b'h' => Verdict::Held,
        b'd' => Verdict::Derived,
        b'?' => Verdict::Doubt,
        b'p' => Verdict::Plain,
        _ => Verdict::Missing,
    }
}
