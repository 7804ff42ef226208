//! How a run did lately, and whether that differs from before by more than chance.
//!
//! The window is the last [`WINDOW`] examples. Where an answer is right or wrong, each full window
//! (they do not overlap) is tested against all examples before it: of `m` and `n` examples with
//! error rates `p` and `q`, and `r` of both together, the recent error differs beyond chance if
//!
//! ```text
//! n KL(q || r) >= ln(2 / LEVEL),   KL(q || r) = q ln(q/r) + (1-q) ln((1-q)/(1-r))
//! ```
//!
//! If the order of the mistakes is random, those in the window are drawn without replacement from
//! those of both, and the bound of Hoeffding 1963 (theorem 1 with section 6: it holds without
//! replacement) on either side is at most `LEVEL / 2`. So of streams that do not change, one window
//! in a million is called changed at most: one in 10^9 examples, which is one a year at 30 examples
//! a second. Mistakes that come in runs for other reasons are not random in this sense, and a
//! learner whose error still falls has changed. After a change everything is counted anew, without
//! the window that showed it.
//!
//! Defaults: 1,000 examples, `LEVEL` 1e-6.

use crate::words::short;
use noregret_core::Outcome;
use noregret_core::problem::Problem;
use serde::Serialize;
use std::fmt;

/// How many examples are recent.
pub const WINDOW: usize = 1000;
/// How often a window of an unchanged stream is called changed, at most.
pub const LEVEL: f64 = 1e-6;

/// A change of the error beyond chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Shift {
    /// The example at which it was seen, the last of a window; counted from the first that the
    /// model ever learned from, in this run or those it goes on from.
    pub example: u64,
    /// Error rate before the window, since the last change.
    pub before: f64,
    /// Error rate in the window.
    pub recent: f64,
}

impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.recent > self.before { "rose" } else { "fell" };
        let [before, recent] = [self.before, self.recent].map(|rate| short(100.0 * rate, 3));
        write!(
            f,
            "the error {verb} from {before} % to {recent} % in the {WINDOW} examples up to {}: \
             more than chance",
            self.example
        )
    }
}

/// The errors of the last examples of a run, and the changes among all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recent {
    /// The window as a ring: 1 for a mistake and 0 for none, or squared errors.
    costs: Vec<f64>,
    /// Where the next one goes.
    at: usize,
    /// Whether they are mistakes.
    counts: bool,
    examples: u64,
    /// Those that the model had learned from before.
    earlier: u64,
    /// Examples and mistakes before the window, since the last change.
    before: (f64, f64),
    shifts: Vec<Shift>,
}

impl Recent {
    /// Nothing seen of a run of this problem.
    pub fn new(problem: &impl Problem) -> Self {
        Recent { counts: !problem.two_sided(), ..Recent::default() }
    }

    /// Nothing seen of a run that goes on after so many examples.
    #[must_use]
    pub fn after(self, examples: u64) -> Self {
        Recent { earlier: examples, ..self }
    }

    /// Takes in a round; the change, if it completes a window that shows one.
    #[inline]
    pub fn add(&mut self, outcome: &Outcome) -> Option<Shift> {
        let cost = match self.counts {
            true => f64::from(u8::from(outcome.mistake)),
            false => outcome.margin * outcome.margin,
        };
        match self.costs.get_mut(self.at) {
            Some(oldest) => *oldest = cost,
            None => self.costs.push(cost),
        }
        self.at += 1;
        self.examples += 1;
        if self.at < WINDOW { None } else { self.complete() }
    }

    /// How many examples are in the window.
    pub fn window(&self) -> usize {
        self.costs.len()
    }

    /// Error rate, or mean squared error, of the examples in the window; `None` while there is
    /// none.
    pub fn error(&self) -> Option<f64> {
        let sum: f64 = self.costs.iter().sum();
        (!self.costs.is_empty()).then(|| sum / self.costs.len() as f64)
    }

    /// Whether the error is a rate of mistakes, not a mean of squares.
    pub fn is_rate(&self) -> bool {
        self.counts
    }

    /// How many examples were seen, those before the run aside.
    pub fn examples(&self) -> u64 {
        self.examples
    }

    /// The changes seen so far.
    pub fn shifts(&self) -> &[Shift] {
        &self.shifts
    }

    /// Tests a full window, which then belongs to what is before the next.
    #[cold]
    fn complete(&mut self) -> Option<Shift> {
        self.at = 0;
        if !self.counts {
            return None;
        }
        let (wrong, size): (f64, f64) = (self.costs.iter().sum(), WINDOW as f64);
        let (examples, mistakes) = self.before;
        self.before = (examples + size, mistakes + wrong);
        if examples == 0.0 || !differ(mistakes, examples, wrong, size) {
            return None;
        }
        self.before = (0.0, 0.0);
        let (before, recent) = (mistakes / examples, wrong / size);
        let shift = Shift { example: self.earlier + self.examples, before, recent };
        self.shifts.push(shift);
        Some(shift)
    }
}

/// Whether `wrong` of `size` differs beyond chance from `mistakes` of `examples`.
fn differ(mistakes: f64, examples: f64, wrong: f64, size: f64) -> bool {
    let all = (mistakes + wrong) / (examples + size);
    size * divergence(wrong / size, all) >= (2.0 / LEVEL).ln()
}

/// `KL(q || r)` of two coins.
fn divergence(q: f64, r: f64) -> f64 {
    let term = |q: f64, r: f64| if q > 0.0 { q * (q / r).ln() } else { 0.0 };
    term(q, r) + term(1.0 - q, 1.0 - r)
}

#[cfg(test)]
mod tests {
    use super::*;
    use noregret_core::problem::AnyProblem;
    use noregret_core::random::Random;

    fn run(rates: &[(usize, f64)], seed: u64) -> Recent {
        let mut recent = Recent::new(&AnyProblem::parse("binary").unwrap());
        let mut random = Random::new(seed, 0);
        for &(count, rate) in rates {
            for _ in 0..count {
                let mistake = random.chance(rate);
                recent.add(&Outcome { mistake, ..Outcome::default() });
            }
        }
        recent
    }

    /// Ten thousand windows of unchanged streams at several rates: a false alarm in any of them has
    /// probability 1e-2 at most, and these seeds have none.
    #[test]
    fn what_does_not_change_is_not_said_to() {
        for (seed, rate) in [0.001, 0.01, 0.05, 0.3, 0.5].into_iter().enumerate() {
            let recent = run(&[(2_000_000, rate)], seed as u64);
            assert_eq!(recent.shifts(), [], "{rate}");
        }
    }

    #[test]
    fn a_change_is_seen_once_and_in_either_direction() {
        let recent = run(&[(20_000, 0.05), (20_000, 0.12), (20_000, 0.05)], 7);
        let shifts = recent.shifts();
        assert_eq!(shifts.len(), 2, "{shifts:?}");
        assert!(shifts[0].example <= 25_000 && shifts[0].recent > shifts[0].before);
        assert!(shifts[1].example <= 45_000 && shifts[1].recent < shifts[1].before);
    }

    /// The probability that the bound is about, added up: of `M` mistakes among `N` examples, `k`
    /// or more fall into a window of `n`.
    #[test]
    fn the_bound_is_above_the_exact_probability() {
        let ln_choose = |n: f64, k: f64| -> f64 {
            (1..=k as u64).map(|i| ((n - k + i as f64) / i as f64).ln()).sum()
        };
        let (all, marked, window) = (3000.0, 150.0, 1000.0);
        for k in 50..=150 {
            let exact: f64 = (k..=150)
                .map(|k| {
                    let k = f64::from(k);
                    let inside = ln_choose(marked, k) + ln_choose(all - marked, window - k);
                    (inside - ln_choose(all, window)).exp()
                })
                .sum();
            let bound = (-window * divergence(f64::from(k) / window, marked / all)).exp();
            assert!(exact <= bound * (1.0 + 1e-9), "{k}: {exact} > {bound}");
        }
    }

    #[test]
    fn a_run_that_goes_on_counts_on() {
        let mut recent = Recent::new(&AnyProblem::parse("binary").unwrap()).after(500);
        let rounds = (0..2000).map(|t| Outcome { mistake: t >= 1000, ..Outcome::default() });
        let shifts: Vec<Shift> = rounds.filter_map(|round| recent.add(&round)).collect();
        assert_eq!((shifts[0].example, shifts.len(), recent.examples()), (2500, 1, 2000));
    }

    #[test]
    fn the_window_holds_the_last_examples() {
        let recent = run(&[(1500, 0.0), (500, 1.0)], 1);
        assert_eq!((recent.window(), recent.error()), (1000, Some(0.5)));
        let mut squares = Recent::new(&AnyProblem::parse("regression").unwrap());
        assert_eq!(squares.error(), None);
        squares.add(&Outcome { margin: 3.0, ..Outcome::default() });
        assert_eq!((squares.error(), squares.is_rate()), (Some(9.0), false));
    }
}
