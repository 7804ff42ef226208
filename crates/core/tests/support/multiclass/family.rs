//! The members of the ultraconservative family, each with the step of its formula.

use super::{Round, spec};
use crate::support::Rng;
use crate::support::matrix::inner;
use noregret_core::Spec;
use noregret_core::schedule::AnySchedule;

/// How a unit step is shared: parts for the worst class, all alike, by violation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shares {
    pub max: f64,
    pub uniform: f64,
    pub proportional: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    Unit(Shares),
    Kesler,
    Mira,
    /// Exact step on the worst class; `softness` is added to `|a|^2`.
    Exact {
        softness: f64,
    },
    Romma(Shares),
}

/// A composition and what it is supposed to do.
#[derive(Clone, Debug)]
pub struct Member {
    pub name: String,
    pub spec: Spec,
    /// Acts on margins below this; 0: on mistakes, ties included.
    pub beta: f64,
    /// Cap on `tau_y`.
    pub rate: f64,
    pub rule: Rule,
}

const MAX: Shares = Shares { max: 1.0, uniform: 0.0, proportional: 0.0 };
const UNIFORM: Shares = Shares { max: 0.0, uniform: 1.0, proportional: 0.0 };
const PROPORTIONAL: Shares = Shares { max: 0.0, uniform: 0.0, proportional: 1.0 };

fn member(loss: &str, ascent: &str, rate: f64, beta: f64, rule: Rule) -> Member {
    let spec = spec(loss, ascent, "euclid", &format!("fixed:C={rate}"));
    Member { name: format!("{ascent} {loss} C={rate}"), spec, beta, rate, rule }
}

fn unit(ascent: &str, beta: f64, shares: Shares) -> Member {
    let text = |key: &str| {
        let sep = if ascent.contains(':') { ',' } else { ':' };
        format!("{ascent}{sep}{key}")
    };
    let (loss, ascent) = if beta == 0.0 {
        ("hinge".into(), text("on=mistake"))
    } else {
        (format!("hinge:margin={beta}"), text("on=loss"))
    };
    member(&loss, &ascent, 1.0, beta, Rule::Unit(shares))
}

/// Max-score, uniform, proportional and random mixes at one margin.
pub fn mixes(rng: &mut Rng, beta: f64) -> Vec<Member> {
    let mut found = vec![
        unit("fixed", beta, MAX),
        unit("spread", beta, UNIFORM),
        unit("spread:uniform=0,proportional=1", beta, PROPORTIONAL),
    ];
    for _ in 0..2 {
        let [a, b, c] = [rng.unit(), rng.unit(), rng.unit()];
        let shares = Shares { max: a, uniform: b, proportional: c };
        let text = format!("spread:max={a},uniform={b},proportional={c}");
        found.push(unit(&text, beta, shares));
    }
    found
}

/// The members that act on mistakes by a unit step: what Theorem 3 is about.
pub fn conservative(rng: &mut Rng) -> Vec<Member> {
    mixes(rng, 0.0)
}

pub fn shares() -> [(&'static str, Shares); 3] {
    [("max", MAX), ("uniform", UNIFORM), ("proportional", PROPORTIONAL)]
}

/// ROMMA on mistakes and, with beta 1, on any margin below 1.
pub fn rommas() -> Vec<Member> {
    let each = |aggressive: bool| {
        shares().map(|(name, shares)| {
            let text = format!("romma:aggressive={aggressive},share={name}");
            let beta = if aggressive { 1.0 } else { 0.0 };
            member("hinge", &text, 1.0, beta, Rule::Romma(shares))
        })
    };
    [each(false), each(true)].concat()
}

/// Every member.
pub fn all(rng: &mut Rng) -> Vec<Member> {
    let mut found = conservative(rng);
    found.extend([0.01, 0.5, 3.0].into_iter().flat_map(|beta| mixes(rng, beta)));
    found.push(member("hinge", "kesler", 1.0, 0.0, Rule::Kesler));
    found.push(member("hinge:margin=0.3", "kesler:on=loss", 1.0, 0.3, Rule::Kesler));
    for (beta, rate) in [(0.01, 1.0), (0.5, 1.0), (2.0, 1.0), (0.5, 0.1), (0.5, 7.0)] {
        found.push(member(&format!("hinge:margin={beta}"), "mira", rate, beta, Rule::Mira));
    }
    let exact = |softness: f64| Rule::Exact { softness };
    found.push(member("hinge", "exact", f64::INFINITY, 1.0, exact(0.0)));
    found.push(member("hinge:margin=0.4", "exact", 0.2, 0.4, exact(0.0)));
    let mut second = member("squared-hinge", "exact", 0.2, 1.0, exact(0.5 / 0.2));
    second.rate = f64::INFINITY;
    found.push(second);
    found.extend(rommas());
    found
}

impl Member {
    /// The classes it may act on.
    pub fn violating(&self, round: &Round<'_>) -> Vec<usize> {
        round.violating(self.beta, self.beta == 0.0)
    }

    /// What a dual variable of 1 moves the weights by.
    pub fn unit(&self) -> f64 {
        match &self.spec.schedule {
            AnySchedule::FixedRate(s) if s.aggressiveness.is_finite() => s.aggressiveness,
            _ => 1.0,
        }
    }

    /// Whether six digits of a ROMMA step survive rounding.
    ///
    /// On data that cannot be separated its problem has nearly no solution.
    pub fn is_steady(&self, round: &Round<'_>) -> bool {
        let Rule::Romma(_) = self.rule else { return true };
        let (a, s, n) = products(round, &self.step(round).1);
        a * n - s * s >= 1e-6 * a * n
    }

    /// The step by its formula: the factor on the old weights, and one coefficient per class.
    pub fn step(&self, round: &Round<'_>) -> (f64, Vec<f64>) {
        let (y, a, error) = (round.e.y, round.a, self.violating(round));
        let mut tau = vec![0.0; round.scores.len()];
        if error.is_empty() || a == 0.0 {
            return (1.0, tau);
        }
        let excess = |r: usize| round.scores[r] - round.scores[y] + self.beta;
        let worst = error.iter().copied().reduce(|s, r| if excess(r) > excess(s) { r } else { s });
        let worst = worst.unwrap();
        match self.rule {
            Rule::Unit(shares) => shares.fill(&error, worst, excess, &mut tau),
            Rule::Kesler => {
                let mut raised = 0.0;
                for &r in &error {
                    let left = excess(r) - raised;
                    if left > 0.0 || (left == 0.0 && self.beta == 0.0) {
                        tau[r] = -1.0;
                        raised += a;
                    }
                }
            }
            Rule::Mira => {
                let over: Vec<f64> = error.iter().map(|&r| excess(r) / a).collect();
                let level = water_level(&over, self.rate);
                error.iter().zip(&over).for_each(|(&r, e)| tau[r] = -(e - level).max(0.0));
            }
            Rule::Exact { softness } => {
                tau[worst] = -(excess(worst) / (2.0 * a + softness)).min(self.rate);
            }
            Rule::Romma(shares) => {
                shares.fill(&error, worst, excess, &mut tau);
                tau[y] = -tau.iter().sum::<f64>();
                return romma(round, tau);
            }
        }
        tau[y] = -tau.iter().sum::<f64>();
        (1.0, tau)
    }
}

impl Shares {
    fn fill(self, error: &[usize], worst: usize, excess: impl Fn(usize) -> f64, tau: &mut [f64]) {
        let whole = self.max + self.uniform + self.proportional;
        let total: f64 = error.iter().map(|&r| excess(r)).sum();
        let even = 1.0 / error.len() as f64;
        for &r in error {
            let by_violation = if total > 0.0 { excess(r) / total } else { even };
            let part = self.uniform * even + self.proportional * by_violation;
            tau[r] -= (part + if r == worst { self.max } else { 0.0 }) / whole;
        }
    }
}

/// phi with `sum [e - phi]_+ = min(phi, cap)`, by halving.
fn water_level(excess: &[f64], cap: f64) -> f64 {
    let (mut low, mut high) = (0.0, excess.iter().fold(0.0, |m: f64, e| m.max(*e)));
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        let sum: f64 = excess.iter().map(|e| (e - middle).max(0.0)).sum();
        if sum > middle.min(cap) { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// `M' = keep M + d X`, X the rows `tau_r x`.
fn romma(round: &Round<'_>, tau: Vec<f64>) -> (f64, Vec<f64>) {
    let (a, s, n) = products(round, &tau);
    let (keep, d) = if n == 0.0 || s >= a * n {
        (0.0, 1.0 / a)
    } else if a * n - s * s <= 1e-12 * a * n {
        (1.0, 0.0)
    } else {
        ((a * n - s) / (a * n - s * s), n * (1.0 - s) / (a * n - s * s))
    };
    (keep, tau.into_iter().map(|t| d * t).collect())
}

/// `|X|^2`, `<M,X>` and `|M|^2`.
fn products(round: &Round<'_>, tau: &[f64]) -> (f64, f64, f64) {
    let a = round.a * tau.iter().map(|t| t * t).sum::<f64>();
    let s = tau.iter().zip(&round.scores).map(|(t, b)| t * b).sum();
    (a, s, inner(&round.before, &round.before))
}
