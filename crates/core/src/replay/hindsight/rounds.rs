//! Stored rounds with one constraint each (two classes, a number to predict), or with a constraint
//! for every wrong class (several classes, hinge loss), for the Euclidean geometry.

use super::ascent::Search;
use super::classes::{ClassSearch, Needs, Target};
use super::quadratic::{FEW_COLUMNS, Quadratic};
use super::{Goal, GoesOn, Optimum};
use crate::error::{Error, Result};
use crate::loss::{AnyLoss, each_loss};
use crate::problem::{AnyProblem, Multiclass, Problem};
use crate::replay::rows::Rows;
use crate::round::{Block, Label, View};
use crate::vector::Instance;

/// What a round asks: `z = sign <w,x> - shift` large, or near 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ask {
    pub(super) sign: f64,
    pub(super) shift: f64,
    /// The cap on its dual variable.
    pub(super) weight: f64,
}

/// Rounds in memory.
///
/// ```
/// use noregret_core::replay::hindsight::{Goal, Rounds};
/// use noregret_core::{Instance, Label, Spec};
///
/// let mut learner = Spec::named("pa1", "binary")?.build()?;
/// let mut rounds = Rounds::default();
/// for (x, y) in [([1.0, 0.5], 1.0), ([-1.0, 0.2], -1.0), ([0.8, 0.9], 1.0)] {
///     learner.learn(Instance::Dense(&x), Label::Number(y))?;
///     rounds.push(learner.problem(), Instance::Dense(&x), Label::Number(y), 1.0)?;
/// }
/// let best = learner.best_in_hindsight(&mut rounds, &Goal::default())?;
/// assert!(best.bounds.gap() <= 1e-4 * best.bounds.primal);
/// # Ok::<(), noregret_core::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    pub(super) rows: Rows,
    pub(super) asks: Vec<Ask>,
    /// The right classes, where there are several.
    pub(super) targets: Vec<Target>,
    view: View,
    block: Block,
}

impl Rounds {
    /// Whether rounds of this problem with this loss can be stored here: one weight vector and one
    /// constraint, or a weight vector a class and the hinge loss.
    pub fn take(problem: &AnyProblem, loss: &AnyLoss) -> bool {
        match problem {
            AnyProblem::Binary(_) | AnyProblem::Regression(_) => true,
            AnyProblem::Multiclass(_) => matches!(loss, AnyLoss::Hinge(_)),
            _ => false,
        }
    }

    /// How many rounds there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Stores a round whose label the problem knows. One that weighs nothing is left out.
    pub fn push(
        &mut self,
        problem: &AnyProblem,
        x: Instance<'_>,
        label: Label<'_>,
        weight: f64,
    ) -> Result<()> {
        check_values(x)?;
        if let AnyProblem::Multiclass(problem) = problem {
            let class = problem.classes().row(label)?;
            if weight > 0.0 {
                self.targets.push(Target { class, weight });
            }
        } else {
            let ask = self.ask(problem, label, weight)?;
            if weight > 0.0 {
                self.asks.push(ask);
            }
        }
        if weight > 0.0 {
            self.rows.push(x);
        }
        Ok(())
    }

    /// What a round of one constraint asks.
    fn ask(&mut self, problem: &AnyProblem, label: Label<'_>, weight: f64) -> Result<Ask> {
        self.view.scores.clear();
        self.view.scores.push(0.0);
        self.block.clear(&AnyLoss::Hinge(Default::default()), f64::NEG_INFINITY);
        problem.constrain(&self.view, label, &mut self.block)?;
        match (self.block.constraints.as_slice(), self.block.terms.as_slice()) {
            (&[constraint], &[term]) => {
                Ok(Ask { sign: term.coef, shift: constraint.shift, weight })
            }
            _ => Err(Error::Spec("this problem has several constraints a round".into())),
        }
    }

    /// The best predictor for `c f(u) + sum_t g_t(u)` with this loss, where rounds have one
    /// constraint.
    pub fn best(&mut self, loss: &AnyLoss, c: f64, goal: &Goal) -> Optimum {
        self.best_while(loss, c, goal, &mut |_| true)
    }

    /// As [`Rounds::best`], as long as somebody wants more.
    pub(super) fn best_while(
        &mut self,
        loss: &AnyLoss,
        c: f64,
        goal: &Goal,
        goes_on: &mut GoesOn<'_>,
    ) -> Optimum {
        self.rows.pack();
        let (rows, asks) = (&self.rows, self.asks.as_slice());
        match loss {
            AnyLoss::Squared(loss) if rows.width() <= FEW_COLUMNS => {
                let start = Quadratic { rows, asks, loss, c }.duals(goal);
                Search::new(rows, asks, loss, c).starting_at(&start).run(goal, goes_on)
            }
            _ => each_loss!(loss, l => Search::new(rows, asks, l, c).run(goal, goes_on)),
        }
    }

    /// The best predictor for rounds of several classes, which is asked for this margin.
    pub(super) fn best_classes(
        &mut self,
        problem: &Multiclass,
        margin: f64,
        c: f64,
        goal: &Goal,
        goes_on: &mut GoesOn<'_>,
    ) -> Optimum {
        self.rows.pack();
        let needs = Needs { classes: problem.classes().len(), margin, costs: problem.cost_table() };
        ClassSearch::new(&self.rows, &self.targets, needs, c).run(goal, goes_on)
    }
}

/// An error if a value is no number, or its square is none.
pub(super) fn check_values(x: Instance<'_>) -> Result<()> {
    if x.square().is_finite() {
        return Ok(());
    }
    Err(Error::NotFinite("a feature value is NaN, infinite or beyond 1e150 in size".into()))
}
