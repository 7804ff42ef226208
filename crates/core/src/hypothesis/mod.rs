//! Hypotheses: where the weights live, and the map from the potential to them.
//!
//! The state is the unscaled potential `v = sum d a` (rows x coordinates, feature-major
//! `v[j*rows + r]`), and the weights are `w = grad f*(v / c)`, so a changing trade-off c costs
//! nothing. [`EuclidSpace`] holds `w = v / c`; [`LinkSpace`] any geometry whose potential is a sum
//! over coordinates; [`Projected`] those on a set with a threshold per row; [`Diagonal`] those that
//! adapt to the data; [`Expansion`] weights in the space of a kernel.

mod aligned;
mod any;
mod average;
mod curve;
mod diagonal;
mod euclid;
mod expansion;
mod grid;
mod means;
mod merge;
mod potential;
mod projected;
mod rows;
mod saved;
mod separable;

pub(crate) use aligned::Aligned;
pub use any::AnyHypothesis;
use any::each_hypothesis;
pub use diagonal::Diagonal;
pub use euclid::EuclidSpace;
pub use expansion::{Budget, Evict, Expansion};
pub use grid::Grid;
use means::Means;
pub(crate) use merge::{Merge, Part, Places, Plan};
use merge::{Rebuild, Sums};
use potential::Potential;
pub use projected::Projected;
pub use separable::LinkSpace;

use crate::geometry::{Class, Curvature, Load};
use crate::loss::Loss;
use crate::number::Sum;
use crate::round::{Direction, Gap, View};
use crate::solve::golden_section;
use crate::vector::Instance;

/// How the score of an instance in a row answers when that row moves along the instance by d.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Response {
    /// `score + rate d`.
    Linear {
        /// Change of the score for each unit of d.
        rate: f64,
    },
    /// `scale sigmoid(logit(score/scale) + rate d)`: exponential weights on an instance whose
    /// entries are equal.
    Logistic {
        /// What the score tends to.
        scale: f64,
        /// Change of the logit for each unit of d.
        rate: f64,
    },
    /// Known only by trying, with [`Hypothesis::along`].
    Numeric,
}

/// The dual side of a state, from which certificates are read. Costs one pass over the weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DualPoint {
    /// `|v|` in the dual norm, measured from the starting point.
    pub norm: f64,
    /// `c f*(v / c)`, measured from the starting point.
    pub conjugate: f64,
    /// How fast that grows with v at most: `|grad f*(v / c)|`, or a bound on it.
    pub steepness: f64,
}

/// What the rest of the core may ask of a hypothesis.
pub trait Hypothesis {
    /// Coordinates seen so far.
    fn dimension(&self) -> usize;

    /// Rows (weight vectors).
    fn rows(&self) -> usize;

    /// Grows to `rows` rows (never shrinks); the new ones start where the geometry does.
    fn widen(&mut self, rows: usize);

    /// Remembers the state before a round, for [`Hypothesis::undo`].
    fn mark(&mut self);

    /// Takes back what [`Hypothesis::meet`], [`Hypothesis::widen`] and [`Hypothesis::prepare`] did
    /// since the mark.
    fn undo(&mut self);

    /// Gets ready to score at trade-off `c`.
    fn prepare(&mut self, c: f64);

    /// Sizes of the parts, and whatever of the scores does not depend on `c`.
    fn look(&self, parts: &[Instance<'_>], view: &mut View);

    /// Looks, after [`Hypothesis::mark`], at an example that is about to be learned from: its
    /// coordinates are taken in first.
    #[inline(always)]
    fn meet(&mut self, parts: &[Instance<'_>], view: &mut View) {
        self.look(parts, view);
    }

    /// Looks at many examples of one part; a hypothesis that gains from seeing them together does
    /// so.
    fn look_many(&self, xs: &[Instance<'_>], views: &mut Vec<View>) {
        views.resize_with(xs.len(), View::default);
        for (x, view) in xs.iter().zip(views) {
            self.look(std::slice::from_ref(x), view);
        }
    }

    /// Whether [`Hypothesis::look_many`] gains anything.
    fn looks_together(&self) -> bool {
        false
    }

    /// Says which examples come next, in this order, and whether they will come `again` after that:
    /// a hypothesis whose scores are expensive prepares them together. Nothing is learned, and no
    /// result depends on it but for rounding.
    fn expect(&mut self, _ahead: &[Instance<'_>], _again: bool) {}

    /// How many threads may work on expensive scores, 0 for all there are. No result depends on it.
    fn use_threads(&mut self, _threads: usize) {}

    /// Inner product of two instances in the space of the weights of a row, from `<a,b>`, `|a|^2`
    /// and `|b|^2`.
    fn similarity(&self, _row: usize, dot: f64, _square_a: f64, _square_b: f64) -> f64 {
        dot
    }

    /// Completes the scores for the `c` last prepared.
    fn score(&self, parts: &[Instance<'_>], c: f64, view: &mut View);

    /// Squared Euclidean norm of the weights.
    fn own_square(&self, c: f64) -> f64;

    /// From now on each row is rescaled by itself (see [`Hypothesis::rescale_row`]). Asked before
    /// the first round, of additive hypotheses only.
    fn part_rows(&mut self) {}

    /// Squared Euclidean norm of a row of the weights, where rows are rescaled by themselves.
    fn row_square(&self, _row: usize, c: f64) -> f64 {
        self.own_square(c)
    }

    /// `v_row *= keep`, before the step of the round is applied.
    fn rescale_row(&mut self, _row: usize, _keep: f64) {}

    /// The instance as seen from the weights (one row, one part).
    fn gap(&self, x: Instance<'_>, c: f64, view: &View) -> Gap;

    /// Upper bound on the second derivative of `c f*((v + d a)/c)` in d.
    fn curvature(&self, direction: &Direction<'_>, rule: Curvature) -> f64;

    /// The dual variable that maximises `d b + gain(d) - c f*((v + d a)/c)`, at margin `z`.
    fn exact<L: Loss>(&mut self, direction: &Direction<'_>, z: f64, loss: &L, cap: f64) -> f64;

    /// By how much `c f*(v/c)` would grow if the direction were added to v.
    fn rise(&mut self, direction: &Direction<'_>) -> f64 {
        // Exact where f is quadratic.
        direction.slope(self.rows()) + 0.5 * self.curvature(direction, Curvature::Width)
    }

    /// How the score of part `part` in a row answers when that row moves along the part.
    fn response(&self, parts: &[Instance<'_>], part: usize, view: &View, c: f64) -> Response;

    /// `<a, w>` after moving by `d` along the direction a, and its derivative in d.
    fn along(&mut self, direction: &Direction<'_>, d: f64) -> (f64, f64) {
        let curvature = self.curvature(direction, Curvature::Width);
        (direction.slope(self.rows()) + d * curvature, curvature)
    }

    /// Whether everything it keeps stays a number after a round like this.
    #[inline(always)]
    fn bears(&self, _load: &Load) -> bool {
        true
    }

    /// `v += sum coef (row x part) + own w`.
    fn apply(&mut self, step: &Direction<'_>);

    /// Takes an instance as starting point of the weights; false if the geometry has a fixed one.
    fn start_at(&mut self, _x: Instance<'_>, _c: f64) -> bool {
        false
    }

    /// Whether [`Hypothesis::start_at`] takes a starting point.
    fn can_start(&self) -> bool {
        false
    }

    /// Told at the end of each round, for the average and for what is expected next.
    fn tick(&mut self, _c: f64, _view: &View) {}

    /// Replaces the scores by those of the average weights; false if no average is kept.
    fn average(&self, _parts: &[Instance<'_>], _view: &mut View) -> bool {
        false
    }

    /// Scores of the averaged weights for many examples of one part.
    fn average_many(&self, xs: &[Instance<'_>], views: &mut [View]) -> bool {
        let mut each = xs.iter().zip(views);
        each.all(|(x, view)| self.average(std::slice::from_ref(x), view))
    }

    /// The dual side of the state.
    fn dual(&self, c: f64) -> DualPoint;

    /// f of the weights at trade-off `c`, or a bound just above it.
    fn own_complexity(&self, c: f64) -> f64 {
        // Exact where f is quadratic.
        self.dual(c).conjugate / c
    }

    /// `max <v,u>` over comparators u of complexity at most `level` (a norm, or f where the set is
    /// bounded).
    fn support(&self, level: f64) -> f64;

    /// Which comparators that maximum ranges over.
    fn class(&self) -> Class;

    /// This at a potential that `rest` is added to, for a certificate: it answers nothing and has
    /// no average.
    fn raised(&self, rest: &Grid) -> Self
    where
        Self: Sized;

    /// Whether f is the same in every round, as the a-priori bounds have it.
    fn is_steady(&self) -> bool {
        true
    }
}

/// A hypothesis whose weights can be named one by one (not a kernel expansion).
pub trait Coordinates: Hypothesis {
    /// Makes room for `dimension` coordinates.
    fn reserve(&mut self, dimension: usize);

    /// `f(u)` of a comparator (first row) at the trade-off `c`, infinite outside the domain.
    fn complexity(&self, u: &[f64], c: f64) -> f64;

    /// Weight of a coordinate.
    fn weight(&self, coordinate: usize, row: usize, c: f64) -> f64;

    /// v at a coordinate.
    fn potential_at(&self, coordinate: usize, row: usize) -> f64;

    /// `|v|` in the dual norm, for any v: `v[j * rows + r]`, of as many rows as there are here.
    fn dual_norm(&self, v: &[f64]) -> f64 {
        v.iter().map(|v| v * v).collect::<Sum>().value().sqrt()
    }

    /// Average weight of a coordinate over the rounds, if it is kept.
    fn average_weight(&self, _coordinate: usize, _row: usize) -> Option<f64> {
        None
    }
}

/// `max <v,u>` over the comparators of a bounded class with `f(u) <= level`, by
/// `min_s s f*(v/s) + s level`: any s bounds it from above.
fn support_within(hypothesis: &impl Hypothesis, level: f64, reach: f64) -> f64 {
    let size = (hypothesis.dual(1.0).norm / reach).max(f64::MIN_POSITIVE);
    let (low, high) = ((1e-4 * size).ln(), (1e4 * size).ln());
    golden_section(low, high, |s| hypothesis.dual(s.exp()).conjugate + s.exp() * level)
}

/// Replaces the scores by those of the average weights; false if no average is kept.
fn average_scores(weights: &impl Coordinates, parts: &[Instance<'_>], view: &mut View) -> bool {
    if weights.average_weight(0, 0).is_none() {
        return false;
    }
    view.scores.clear();
    for x in parts {
        for row in 0..weights.rows() {
            let mut sum = 0.0;
            x.for_each(|j, x| sum += x * weights.average_weight(j, row).unwrap_or(0.0));
            view.scores.push(sum);
        }
    }
    true
}

/// A feature-major table laid out for `new` places a feature instead of `old`.
fn relaid(table: &[f64], old: usize, new: usize) -> Vec<f64> {
    let mut fresh = vec![0.0; table.len() / old * new];
    let shared = old.min(new);
    for (to, from) in fresh.chunks_exact_mut(new).zip(table.chunks_exact(old)) {
        to[..shared].copy_from_slice(&from[..shared]);
    }
    fresh
}
