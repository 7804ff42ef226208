//! (lambda, C)-competitiveness: if every imperfect round (some constraint in wrong order or tied)
//! raises the dual by at least lambda, then `lambda M <= F(u) + C H` for every comparator u, F its
//! complexity and H its cumulative loss at the margin gamma.
//!
//! With q a bound on the curvature along a direction, a unit step of size C raises it by at least
//! `gamma C - q C^2/2` and an exact one, or a mean of exact ones over the constraints in wrong
//! order, by the same with `min(C, gamma/q)` for C. For rows of length R in the Euclidean geometry
//! `q = R^2`, for entries of size R on the simplex too; for pairs of labels with a row each
//! `q = 2|x|^2` and `q = (max x - min x)^2/2`. (Label ranking, Eq. 2, Lemma 1; simultaneous
//! projections, Thm. 2, Cor. 4, App. B; Thm. 6 and Cor. 8 corrected.)

/// How an update chooses its step on an imperfect round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// C in all: update I, SimPerc.
    Unit,
    /// As far as the dual rises, C at most: updates II and III, ConProj, MaxPA, guarded SimOpt,
    /// OptSolv.
    Exact,
}

/// What a round asks, and how far a step may go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Aggressiveness C.
    pub aggressiveness: f64,
    /// Margin gamma.
    pub margin: f64,
    /// Bound q on the curvature along a direction.
    pub curvature: f64,
}

impl Setting {
    /// lambda: the least increase of the dual on an imperfect round; not above 0 if nothing is
    /// proved.
    pub fn increase(&self, step: Step) -> f64 {
        let size = match step {
            Step::Unit => self.aggressiveness,
            Step::Exact => self.aggressiveness.min(self.margin / self.curvature),
        };
        self.margin * size - 0.5 * self.curvature * size * size
    }

    /// `(F(u) + C H)/lambda`, the most imperfect rounds there can be; infinite where nothing is
    /// proved.
    pub fn imperfect_rounds(&self, step: Step, complexity: f64, loss: f64) -> f64 {
        let increase = self.increase(step);
        if increase > 0.0 {
            (complexity + self.aggressiveness * loss) / increase
        } else {
            f64::INFINITY
        }
    }

    /// Most imperfect rounds at the C for which that bound is least: it holds for the unit step in
    /// the Euclidean geometry, whose answers do not depend on C, whatever C was.
    pub fn best_imperfect_rounds(&self, complexity: f64, loss: f64) -> f64 {
        let aggressiveness = if loss > 0.0 {
            let root =
                complexity * complexity + 2.0 * complexity * loss * self.margin / self.curvature;
            (root.sqrt() - complexity) / loss
        } else {
            self.margin / self.curvature
        };
        Setting { aggressiveness, ..*self }.imperfect_rounds(Step::Unit, complexity, loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Setting = Setting { aggressiveness: 1.0, margin: 1.0, curvature: 1.0 };

    #[test]
    fn the_best_rate_gives_the_printed_bound() {
        for (square, loss, bound) in
            [(1.0, 2.0, 4.0), (3.0, 0.7, 4.285_665), (2.0, 10.0, 15.582_576)]
        {
            let ours = PLAIN.best_imperfect_rounds(0.5 * square, loss);
            assert!((ours - bound).abs() < 1e-6, "{ours} {bound}");
            let closed = loss + 0.5 * square + 0.5 * (square * square + 4.0 * square * loss).sqrt();
            assert!((ours - closed).abs() < 1e-12 * closed);
        }
        assert_eq!(PLAIN.best_imperfect_rounds(1.5, 0.0), 3.0);
    }

    #[test]
    fn an_exact_step_is_never_worse_and_a_long_unit_step_proves_nothing() {
        for aggressiveness in [0.1, 0.9, 1.0, 1.5, 2.5] {
            let setting = Setting { aggressiveness, margin: 0.7, curvature: 0.8 };
            assert!(setting.increase(Step::Exact) >= setting.increase(Step::Unit));
        }
        let long = Setting { aggressiveness: 2.5, ..PLAIN };
        assert_eq!(long.imperfect_rounds(Step::Unit, 1.0, 0.0), f64::INFINITY);
        assert_eq!(long.imperfect_rounds(Step::Exact, 1.0, 0.0), 2.0);
    }
}
