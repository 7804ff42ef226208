//! The hypothesis chosen at run time: one `match` a call.

use super::{
    Class, Coordinates, Diagonal, DualPoint, EuclidSpace, Expansion, Hypothesis, Projected,
    Response, Separable,
};
use crate::geometry::{
    AdaGrad, AnyGeometry, Balanced, Ball, Confidence, Curvature, Entropy, EntropyFloor, L1Ball,
    PNorm, Simplex,
};
use crate::loss::Loss;
use crate::round::{Direction, Gap, View};
use crate::vector::Instance;

/// Declares the run-time hypothesis: the additive one and, for each geometry named, the hypothesis that holds it.
macro_rules! hypotheses {
    ($d:tt $($geometry:ident in $space:ident),+ $(,)?) => {
        /// Any hypothesis, chosen at run time.
        #[derive(Clone, Debug)]
        pub enum AnyHypothesis {
            /// Additive.
            Euclid(EuclidSpace),
            /// Additive in the space of a kernel.
            Expansion(Expansion),
            $(
                #[doc = concat!("Over [`", stringify!($geometry), "`].")]
                $geometry($space<$geometry>),
            )+
        }

        impl AnyHypothesis {
            /// The empty hypothesis of a geometry with `rows` rows; `average` as in [`EuclidSpace::new`].
            pub fn new(geometry: &AnyGeometry, rows: usize, average: Option<u32>) -> Self {
                match geometry {
                    AnyGeometry::Euclid(_) => AnyHypothesis::Euclid(EuclidSpace::new(rows, average)),
                    $(AnyGeometry::$geometry(g) => {
                        AnyHypothesis::$geometry($space::new(g.clone(), rows))
                    })+
                }
            }
        }

        macro_rules! each_hypothesis {
            ($d target:expr, $d it:ident => $d body:expr) => {
                match $d target {
                    AnyHypothesis::Euclid($d it) => $d body,
                    AnyHypothesis::Expansion($d it) => $d body,
                    $(AnyHypothesis::$geometry($d it) => $d body),+
                }
            };
        }
        pub(crate) use each_hypothesis;
    };
}

hypotheses! { $
    Entropy in Separable,
    Balanced in Separable,
    PNorm in Separable,
    AdaGrad in Diagonal,
    Confidence in Diagonal,
    Ball in Separable,
    Simplex in Projected,
    L1Ball in Projected,
    EntropyFloor in Projected,
}

impl Hypothesis for AnyHypothesis {
    #[inline]
    fn dimension(&self) -> usize {
        each_hypothesis!(self, h => h.dimension())
    }
    #[inline]
    fn rows(&self) -> usize {
        each_hypothesis!(self, h => h.rows())
    }
    #[inline(always)]
    fn meet(&mut self, parts: &[Instance<'_>], view: &mut View) {
        each_hypothesis!(self, h => h.meet(parts, view));
    }
    fn widen(&mut self, rows: usize) {
        each_hypothesis!(self, h => h.widen(rows));
    }
    #[inline(always)]
    fn mark(&mut self) {
        each_hypothesis!(self, h => h.mark());
    }
    fn undo(&mut self) {
        each_hypothesis!(self, h => h.undo());
    }
    #[inline(always)]
    fn prepare(&mut self, c: f64) {
        each_hypothesis!(self, h => h.prepare(c));
    }
    #[inline(always)]
    fn look(&self, parts: &[Instance<'_>], view: &mut View) {
        each_hypothesis!(self, h => h.look(parts, view));
    }
    fn look_many(&self, xs: &[Instance<'_>], views: &mut Vec<View>) {
        each_hypothesis!(self, h => h.look_many(xs, views));
    }
    fn looks_together(&self) -> bool {
        each_hypothesis!(self, h => h.looks_together())
    }
    fn expect(&mut self, ahead: &[Instance<'_>], again: bool) {
        each_hypothesis!(self, h => h.expect(ahead, again));
    }
    fn use_threads(&mut self, threads: usize) {
        each_hypothesis!(self, h => h.use_threads(threads));
    }
    fn similarity(&self, dot: f64, square_a: f64, square_b: f64) -> f64 {
        each_hypothesis!(self, h => h.similarity(dot, square_a, square_b))
    }
    #[inline(always)]
    fn score(&self, parts: &[Instance<'_>], c: f64, view: &mut View) {
        each_hypothesis!(self, h => h.score(parts, c, view));
    }
    #[inline]
    fn own_square(&self, c: f64) -> f64 {
        each_hypothesis!(self, h => h.own_square(c))
    }
    fn gap(&self, x: Instance<'_>, c: f64, view: &View) -> Gap {
        each_hypothesis!(self, h => h.gap(x, c, view))
    }
    #[inline]
    fn curvature(&self, direction: &Direction<'_>, rule: Curvature) -> f64 {
        each_hypothesis!(self, h => h.curvature(direction, rule))
    }
    #[inline(always)]
    fn exact<L: Loss>(&mut self, direction: &Direction<'_>, z: f64, loss: &L, cap: f64) -> f64 {
        each_hypothesis!(self, h => h.exact(direction, z, loss, cap))
    }
    fn rise(&mut self, direction: &Direction<'_>) -> f64 {
        each_hypothesis!(self, h => h.rise(direction))
    }
    #[inline]
    fn response(&self, parts: &[Instance<'_>], part: usize, view: &View, c: f64) -> Response {
        each_hypothesis!(self, h => h.response(parts, part, view, c))
    }
    fn along(&mut self, direction: &Direction<'_>, d: f64) -> (f64, f64) {
        each_hypothesis!(self, h => h.along(direction, d))
    }
    #[inline]
    fn apply(&mut self, step: &Direction<'_>) {
        each_hypothesis!(self, h => h.apply(step));
    }
    #[inline]
    fn start_at(&mut self, x: Instance<'_>, c: f64) -> bool {
        each_hypothesis!(self, h => h.start_at(x, c))
    }
    fn can_start(&self) -> bool {
        each_hypothesis!(self, h => h.can_start())
    }
    #[inline(always)]
    fn tick(&mut self, c: f64, view: &View) {
        each_hypothesis!(self, h => h.tick(c, view));
    }
    fn average(&self, parts: &[Instance<'_>], view: &mut View) -> bool {
        each_hypothesis!(self, h => h.average(parts, view))
    }
    fn average_many(&self, xs: &[Instance<'_>], views: &mut [View]) -> bool {
        each_hypothesis!(self, h => h.average_many(xs, views))
    }
    #[inline]
    fn dual(&self, c: f64) -> DualPoint {
        each_hypothesis!(self, h => h.dual(c))
    }
    fn own_complexity(&self, c: f64) -> f64 {
        each_hypothesis!(self, h => h.own_complexity(c))
    }
    #[inline]
    fn support(&self, level: f64) -> f64 {
        each_hypothesis!(self, h => h.support(level))
    }
    #[inline(always)]
    fn class(&self) -> Class {
        each_hypothesis!(self, h => h.class())
    }
    fn is_steady(&self) -> bool {
        each_hypothesis!(self, h => h.is_steady())
    }
}

impl Coordinates for AnyHypothesis {
    #[inline]
    fn reserve(&mut self, dimension: usize) {
        each_hypothesis!(self, h => h.reserve(dimension));
    }
    #[inline]
    fn complexity(&self, u: &[f64], c: f64) -> f64 {
        each_hypothesis!(self, h => h.complexity(u, c))
    }
    #[inline]
    fn weight(&self, coordinate: usize, row: usize, c: f64) -> f64 {
        each_hypothesis!(self, h => h.weight(coordinate, row, c))
    }
    fn average_weight(&self, coordinate: usize, row: usize) -> Option<f64> {
        each_hypothesis!(self, h => h.average_weight(coordinate, row))
    }
}
