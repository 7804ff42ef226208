//! The mistakes that an assumed margin allows, by the theorem of the composition.
//!
//! Let some u of norm 1 (or in the bounded set) have `<a,u> >= gamma` for every constraint of every
//! round. With R and X of the run (see [`crate::algorithms::notation`]), `beta` the margin of the
//! hinge, `q = X^2` and `a = min(C, beta/q)` the rounds that are wrong or tied are at most
//!
//! ```text
//! norm 1       unit steps on mistakes  (p-1) X^2/gamma^2           Cor. 5, Cor. 7, Thm. 2
//!              unit steps on losses    (p-1)(X^2 + 2 c beta)/gamma^2       ultraconservative
//!              ROMMA, Kesler           X^2/gamma^2
//!              exact steps             (p-1) beta^2/(2 gamma^2 l), l = beta a - a^2 q/2
//!                                                                        MIRA, Cor. 4
//!              exact, squared hinge    (X^2 + c/2)/gamma^2                relaxed PA, Thm. 3
//!              exact, c by mistakes    r^2 U/beta^2, if f(beta u/gamma) <= U         Thm. 6
//! bounded set  unit steps on mistakes  max f/(gamma C - C^2 q/2)           Eq. 5.7, Thm. 6
//!              same, c by mistakes     r^2 U/gamma^2, U >= max f                     Cor. 6
//!              exact, beta <= gamma    max f/l                                       Cor. 8
//! ```
//!
//! with `r = R + X^2/R`. Nothing is promised where constraints are shifted (costs, grades) or have
//! slacks of their own, where a step leaves the constant out of its length, where a kernel's
//! patterns are removed, and where several runs were merged.

use super::Spec;
use crate::ascent::{AnyAscent, Trigger};
use crate::certificate::Promise;
use crate::certificate::competitive::{Setting, Step};
use crate::geometry::{AnyGeometry, Class};
use crate::learner::AnyLearner;
use crate::loss::AnyLoss;
use crate::problem::Problem;
use crate::schedule::{AnySchedule, DEFAULT_COMPLEXITY, Schedule};

const CONSERVATIVE: &str = "Shalev-Shwartz 2007, Cor. 5";
const P_NORM: &str = "Shalev-Shwartz 2007, Cor. 7";
const SIMPERC: &str = "Amit et al., Thm. 2";
const FAMILY: &str = "Crammer & Singer 2003, Thm. 4, with a margin";
const KESLER: &str = "Crammer & Singer 2003, sec. 4.2";
const ROMMA: &str = "Crammer & Singer 2003, Thm. 14";
const MIRA: &str = "Crammer & Singer 2003, Thm. 9 and Cor. 10, corrected";
const EXACT: &str = "Amit et al., Cor. 4, for every C";
const RELAXED: &str = "Crammer et al. 2003, Thm. 3";
const SELF_TUNED: &str = "Shalev-Shwartz 2007, Thm. 6";
const WINNOW: &str = "Shalev-Shwartz 2007, Eq. 5.7";
const SIMPERC_SIMPLEX: &str = "Amit et al., Thm. 6, corrected";
const SELF_TUNED_WINNOW: &str = "Shalev-Shwartz 2007, Cor. 6";
const EXACT_SIMPLEX: &str = "Amit et al., Cor. 8, corrected";

/// What the theorems need to know of a run.
struct Inputs<'a> {
    spec: &'a Spec,
    /// The margin assumed.
    gamma: f64,
    /// That of the hinge, or of its square.
    beta: f64,
    /// Trade-off at the last round.
    c: f64,
    /// R and X.
    largest: f64,
    longest: f64,
}

impl Spec {
    /// The longest direction that instances of this length can have here: X.
    pub(super) fn longest(&self, largest: f64) -> f64 {
        match &self.geometry {
            // One distribution over all rows is measured by its largest entry.
            AnyGeometry::Entropy(g) if g.joint && self.problem.classes().is_some() => largest,
            _ => self.problem.longest().at(largest),
        }
    }

    /// Whether the steps of a round are as its theorem has them.
    pub(super) fn is_as_proved(&self) -> bool {
        let is_counted = self.bias.is_none_or(|bias| bias.counted);
        let is_whole = self.budget.is_none() && !self.geometry.is_adaptive();
        is_counted && is_whole && !self.problem.has_shifts() && !self.problem.has_several_slacks()
    }

    /// Whether a mistake is a step of size 1 in all, and nothing else is a step.
    pub(super) fn is_conservative(&self) -> bool {
        matches!(self.loss, AnyLoss::Hinge(_)) && self.is_unit(Trigger::Mistake)
    }

    fn is_unit(&self, on: Trigger) -> bool {
        match &self.ascent {
            AnyAscent::Fixed(fixed) => fixed.on == on && fixed.least <= 1.0,
            AnyAscent::Spread(spread) => spread.on == on,
            _ => false,
        }
    }

    /// Whether a round raises the dual at least as an exact step on a violated constraint does.
    fn is_exact(&self) -> bool {
        match &self.ascent {
            AnyAscent::Exact(_) | AnyAscent::Joint(_) | AnyAscent::Mira(_) => true,
            AnyAscent::Simultaneous(mean) => mean.on == Trigger::Mistake,
            AnyAscent::Separable(shares) => shares.guard,
            _ => false,
        }
    }
}

/// The bound on the mistakes of this learner if some predictor has this margin.
pub(super) fn promise(spec: &Spec, learner: &AnyLearner, gamma: f64) -> Option<Promise> {
    let proved = spec.is_as_proved() && !learner.is_merged();
    let beta = spec.loss.margin().filter(|_| proved)?;
    let ledger = learner.ledger();
    let largest = match &spec.schedule {
        AnySchedule::Mistakes(s) if s.lazy && spec.is_conservative() => ledger.largest_mistake,
        _ => ledger.largest,
    };
    let (c, longest) = (learner.tradeoff(), spec.longest(largest));
    let inputs = Inputs { spec, gamma, beta, c, largest, longest };
    let (mistakes, theorem) = match *learner.certificate().class {
        Class::Norm(_) => inputs.by_norm(spec.geometry.curvature()?)?,
        Class::Bounded { most, .. } => inputs.in_set(most)?,
        Class::Distance => return None,
    };
    let from_start = matches!(*learner.certificate().class, Class::Bounded { .. });
    mistakes.is_finite().then_some(Promise { mistakes, theorem, from_start })
}

impl Inputs<'_> {
    /// For u of norm 1; `k` is 1, or p - 1.
    fn by_norm(&self, k: f64) -> Option<(f64, &'static str)> {
        let Inputs { spec, gamma, beta, c, longest, .. } = *self;
        let over = |most: f64| k * most / (gamma * gamma);
        let square = longest * longest;
        let is_steady = spec.schedule.constant().is_some();
        match (&spec.loss, &spec.ascent) {
            (AnyLoss::Hinge(_), AnyAscent::Spread(_)) if spec.is_conservative() => {
                Some((over(square), SIMPERC))
            }
            (AnyLoss::Hinge(_), _) if spec.is_conservative() => {
                Some((over(square), if k == 1.0 { CONSERVATIVE } else { P_NORM }))
            }
            (AnyLoss::Hinge(_), _) if spec.is_unit(Trigger::Loss) && is_steady => {
                Some((over(square + 2.0 * c * beta), FAMILY))
            }
            (AnyLoss::Hinge(_), AnyAscent::Kesler(_)) => Some((over(square), KESLER)),
            (AnyLoss::Hinge(_), AnyAscent::Romma(romma)) if !romma.aggressive => {
                Some((over(square), ROMMA))
            }
            (AnyLoss::Hinge(_), _) if spec.is_exact() => {
                self.exact(over(0.5 * beta * beta), is_steady)
            }
            (AnyLoss::SquaredHinge(loss), AnyAscent::Exact(_)) if !loss.half && is_steady => {
                let room = if spec.hard() { 0.0 } else { 0.5 * c };
                (k == 1.0).then_some((over(square + room), RELAXED))
            }
            _ => None,
        }
    }

    /// For u in a set with `f <= most`.
    fn in_set(&self, most: f64) -> Option<(f64, &'static str)> {
        let Inputs { spec, gamma, beta, c, longest, .. } = *self;
        if !matches!(spec.loss, AnyLoss::Hinge(_)) || spec.hard() {
            return None;
        }
        let is_steady = spec.schedule.constant().is_some();
        if spec.is_conservative() && is_steady {
            let setting =
                Setting { aggressiveness: 1.0 / c, margin: gamma, curvature: longest * longest };
            let is_shared = matches!(spec.ascent, AnyAscent::Spread(_));
            let theorem = if is_shared { SIMPERC_SIMPLEX } else { WINNOW };
            return Some((setting.imperfect_rounds(Step::Unit, most, 0.0), theorem));
        }
        if spec.is_conservative() {
            return self.tuned(most, gamma).map(|mistakes| (mistakes, SELF_TUNED_WINNOW));
        }
        (spec.is_exact() && beta <= gamma).then(|| self.exact(most, is_steady)).flatten()
    }

    /// For exact steps, if a u of complexity `most` has no loss.
    fn exact(&self, most: f64, is_steady: bool) -> Option<(f64, &'static str)> {
        let Inputs { spec, beta, c, longest, .. } = *self;
        if !is_steady {
            return self.tuned(most, beta).map(|mistakes| (mistakes, SELF_TUNED));
        }
        let curvature = longest * longest;
        let cap = if spec.hard() { f64::INFINITY } else { 1.0 / c };
        let aggressiveness = cap.min(beta / curvature);
        let setting = Setting { aggressiveness, margin: beta, curvature };
        let theorem = match (&spec.ascent, spec.geometry.is_bounded()) {
            (AnyAscent::Mira(_), _) => MIRA,
            (_, true) => EXACT_SIMPLEX,
            (_, false) => EXACT,
        };
        Some((setting.imperfect_rounds(Step::Exact, most, 0.0), theorem))
    }

    /// For a c that follows the mistakes, if a u of complexity `most` has no loss at `margin`.
    fn tuned(&self, most: f64, margin: f64) -> Option<f64> {
        let AnySchedule::Mistakes(schedule) = &self.spec.schedule else { return None };
        let is_bounded = self.spec.geometry.is_bounded();
        let own = if is_bounded { most } else { DEFAULT_COMPLEXITY };
        let allowance = schedule.complexity.unwrap_or(own);
        let reach = self.largest + self.longest * self.longest / self.largest;
        (most <= allowance).then_some(reach * reach * allowance / (margin * margin))
    }
}
