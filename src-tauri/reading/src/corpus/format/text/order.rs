//! Which section each paragraph is: the cheapest reading of the whole sequence.
//!
//! Position says most: a digest is a fixed order of sections. Where paragraphs are missing, doubled or foreign, the
//! shape and the words decide. Both are weighed by one dynamic program over the roles (Viterbi), linear in the number
//! of paragraphs. Costs are small integers; zero is a paragraph in its place. The words are asked only when shape and
//! position alone leave something out of place.

use super::cue::{self, Fits};
use super::paragraph::Paragraph;

/// What a paragraph is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    Positioning,
    Background,
    Method,
    Evidence,
    Claim,
    Quote,
    Review,
    Limitations,
    FollowUp,
    Abstract,
    Notice,
    /// Nothing yet: before the first paper.
    Front,
}

use Role::{
    Abstract, Background, Claim, Evidence, FollowUp, Front, Limitations, Method, Notice, Positioning, Quote, Review,
};

const ROLES: [Role; 12] =
    [Positioning, Background, Method, Evidence, Claim, Quote, Review, Limitations, FollowUp, Abstract, Notice, Front];

/// How a paragraph joins the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    /// It opens a paper.
    Paper,
    /// It belongs to the open paper.
    Within,
    /// It is not recognised and stands where it stands.
    Stray,
}

/// A section of the order is missing.
const SKIPPED: i32 = 7;
/// However many are missing, a new start costs no more.
const MOST_SKIPPED: i32 = 32;
/// A second paragraph in a section that usually has one.
const CONTINUED: i32 = 9;
/// The same, when it begins with `二、`, `第二，` or the like.
const CONTINUED_LIST: i32 = 1;
/// A paragraph that fits nowhere.
const STRAY: i32 = 11;
/// The same before the first paper, where kickers and counts stand.
const STRAY_FRONT: i32 = 3;
/// The file begins in the middle of a paper.
const BEGUN: i32 = 3;
/// A claim without a quote, a quote without a claim, findings missing altogether.
const UNPAIRED: i32 = 3;

/// A cost of shape that a paragraph in its place may still have.
const SMALL: i32 = 2;

/// One step of the best reading, as the way back remembers it.
#[derive(Clone, Copy)]
struct Step {
    from: Role,
    join: Join,
}

/// The role and the join of each paragraph.
pub(super) fn roles(source: &str, paragraphs: &[Paragraph]) -> Vec<(Role, Join)> {
    let mut fits: Vec<Fits> = paragraphs.iter().map(|paragraph| cue::shape(source, paragraph)).collect();
    if let Some(roles) = in_order(&fits) {
        return roles;
    }
    for (paragraph, fits) in paragraphs.iter().zip(&mut fits) {
        cue::weigh_words(source, paragraph, fits);
    }
    cheapest(paragraphs, &fits)
}

/// The reading of a digest in which every paper is whole and every paragraph has the shape of its role; `None` where
/// something is out of place. What may follow a role differs so much in shape that one look tells.
fn in_order(fits: &[Fits]) -> Option<Vec<(Role, Join)>> {
    let mut roles = Vec::with_capacity(fits.len());
    let mut from = FollowUp;
    for fits in fits {
        let next: &[Role] = match from {
            FollowUp | Notice | Front => &[Positioning, Abstract],
            Positioning => &[Background],
            Background => &[Method],
            Method => &[Evidence],
            Evidence => &[Claim],
            Claim => &[Quote],
            Quote => &[Claim, Quote, Review],
            Review => &[Review, Limitations],
            Limitations => &[FollowUp],
            Abstract => &[Notice],
        };
        let costs = next.iter().filter_map(|role| Some((fits.of(*role)?, *role)));
        let (cost, to) = costs.min_by_key(|(cost, _)| *cost)?;
        if cost > SMALL || (to == Quote && from == Quote && cost > -SMALL) {
            return None;
        }
        roles.push((to, if matches!(to, Positioning | Abstract) { Join::Paper } else { Join::Within }));
        from = to;
    }
    Some(roles)
}

fn cheapest(paragraphs: &[Paragraph], fits: &[Fits]) -> Vec<(Role, Join)> {
    let mut costs = [None; ROLES.len()];
    costs[Front as usize] = Some(0);
    let mut ways: Vec<[Step; ROLES.len()]> = Vec::with_capacity(paragraphs.len());
    let mut before = None;
    for (paragraph, fits) in paragraphs.iter().zip(fits) {
        let mut next = [None; ROLES.len()];
        let mut way = [Step { from: Front, join: Join::Stray }; ROLES.len()];
        for to in ROLES {
            for from in ROLES {
                let Some(cost) = costs[from as usize] else { continue };
                let step = if from == to { stray_or_more(to, paragraph, before, fits) } else { None };
                let step = step.into_iter().chain(change(from, to, fits)).min_by_key(|(cost, _)| *cost);
                let Some((extra, join)) = step else { continue };
                let sum: i32 = cost + extra;
                if next[to as usize].is_none_or(|best| sum < best) {
                    next[to as usize] = Some(sum);
                    way[to as usize] = Step { from, join };
                }
            }
        }
        costs = next;
        ways.push(way);
        before = Some(paragraph);
    }
    walk_back(&costs, &ways)
}

fn walk_back(costs: &[Option<i32>; ROLES.len()], ways: &[[Step; ROLES.len()]]) -> Vec<(Role, Join)> {
    let reached = ROLES.iter().filter_map(|role| costs[*role as usize].map(|cost| (cost, *role)));
    let mut role = reached.min_by_key(|(cost, _)| *cost).map_or(Front, |(_, role)| role);
    let mut roles: Vec<(Role, Join)> = ways
        .iter()
        .rev()
        .map(|way| {
            let step = way[role as usize];
            let found = (role, step.join);
            role = step.from;
            found
        })
        .collect();
    roles.reverse();
    roles
}

/// The cost of staying in a role: as a stray, or as one more paragraph of it.
fn stray_or_more(role: Role, paragraph: &Paragraph, before: Option<&Paragraph>, fits: &Fits) -> Option<(i32, Join)> {
    let stray = (if role == Front { STRAY_FRONT } else { STRAY }, Join::Stray);
    let more = match role {
        Front | Notice => None,
        // The next abstract without a notice between them, or a second paragraph: length tells. Pages cut at 1,000.
        Abstract if before.is_some_and(|before| before.span.len() >= 900) => Some((SKIPPED, Join::Paper)),
        Abstract => Some((SKIPPED, Join::Within)),
        Claim => Some((UNPAIRED, Join::Within)),
        Quote => Some((if paragraph.indented { 2 } else { CONTINUED }, Join::Within)),
        Review if paragraph.labels > 0 => Some((0, Join::Within)),
        _ => Some((if fits.continues { CONTINUED_LIST } else { CONTINUED }, Join::Within)),
    };
    let more = more.and_then(|(cost, join)| Some((cost + fits.of(role)?, join)));
    more.into_iter().chain([stray]).min_by_key(|(cost, _)| *cost)
}

/// The cost of going from one role to another, or to the same role of a new paper.
fn change(from: Role, to: Role, fits: &Fits) -> Option<(i32, Join)> {
    let fit = fits.of(to)?;
    let within = if from == to { None } else { within(from, to) }.map(|cost| (cost, Join::Within));
    let paper = left(from).zip(entered(to)).map(|(left, entered)| {
        let cost = if from == Front { entered.min(BEGUN) } else { (left + entered).min(MOST_SKIPPED) };
        (cost, Join::Paper)
    });
    let (cost, join) = within.into_iter().chain(paper).min_by_key(|(cost, _)| *cost)?;
    Some((cost + fit, join))
}

/// The cost of a step forward inside a paper; `None` where the order forbids it.
fn within(from: Role, to: Role) -> Option<i32> {
    match (from, to) {
        (Claim, Quote) | (Quote, Claim) | (Abstract, Notice) => Some(0),
        // A claim whose quote is missing and the section after it.
        (Claim, Review) => Some(UNPAIRED),
        (Positioning | Background | Method | Evidence, Quote) => {
            Some(UNPAIRED + SKIPPED * (place(Evidence) - place(from)))
        }
        (Front | Abstract | Notice, _) | (_, Front | Abstract | Notice) => None,
        _ => {
            let skipped = place(to) - place(from) - 1;
            // The findings are no section of their own: without them Evidence is followed by Review.
            let findings = i32::from(place(from) < place(Claim) && place(to) > place(Claim));
            (skipped >= 0).then_some(SKIPPED * (skipped - findings) + UNPAIRED * findings)
        }
    }
}

/// The cost of ending a paper after `from`.
fn left(from: Role) -> Option<i32> {
    Some(match from {
        Front | Notice => 0,
        Abstract => SKIPPED,
        _ => SKIPPED * (place(FollowUp) - place(from) - i32::from(place(from) < place(Claim))),
    })
}

/// The cost of beginning a paper with `to`.
fn entered(to: Role) -> Option<i32> {
    match to {
        Front => None,
        Abstract => Some(0),
        Notice => Some(SKIPPED),
        Quote => Some(SKIPPED * place(Claim) + UNPAIRED),
        _ => Some(SKIPPED * (place(to) - i32::from(place(to) > place(Claim)))),
    }
}

/// Place of a section in the order of a deep paper; claims and quotes share one.
fn place(role: Role) -> i32 {
    match role {
        Positioning => 0,
        Background => 1,
        Method => 2,
        Evidence => 3,
        Claim | Quote => 4,
        Review => 5,
        Limitations => 6,
        FollowUp => 7,
        Abstract | Notice | Front => 0,
    }
}
