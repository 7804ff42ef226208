//! The hypothesis chosen at run time: one `match` per call.

use super::{
    Coordinates, Diagonal, DualPoint, EuclidSpace, Expansion, Grid, Hypothesis, LinkSpace, Merge,
    Part, Plan, Projected, Response,
};
use crate::error::{Error, Result};
// The list of geometries names its members: whatever is added to it is in scope here.
use crate::geometry::*;
use crate::loss::Loss;
use crate::round::{Direction, Gap, View};
use crate::vector::Instance;

/// A hypothesis that holds the weights of geometry `G`.
trait Holds<G> {
    /// The empty hypothesis with `rows` rows; `average` as in [`EuclidSpace::new`].
    fn empty(geometry: &G, rows: usize, average: Option<u32>) -> Self;
}

impl Holds<Euclid> for EuclidSpace {
    fn empty(_: &Euclid, rows: usize, average: Option<u32>) -> Self {
        EuclidSpace::new(rows, average)
    }
}

impl<G: Link> Holds<G> for LinkSpace<G> {
    fn empty(geometry: &G, rows: usize, average: Option<u32>) -> Self {
        LinkSpace::new(geometry.clone(), rows, average)
    }
}

impl<G: Domain> Holds<G> for Projected<G> {
    fn empty(geometry: &G, rows: usize, average: Option<u32>) -> Self {
        Projected::new(geometry.clone(), rows, average)
    }
}

impl<G: Adaptive> Holds<G> for Diagonal<G> {
    fn empty(geometry: &G, rows: usize, average: Option<u32>) -> Self {
        Diagonal::new(geometry.clone(), rows, average)
    }
}

/// Declares the run-time hypothesis: one variant per listed geometry, and the one of a kernel.
macro_rules! hypotheses {
    ($d:tt $($geometry:ident = $name:literal in $space:ty),+ $(,)?) => {
        /// Any hypothesis, chosen at run time.
        #[derive(Clone, Debug)]
        pub enum AnyHypothesis {
            $(
                #[doc = concat!("Over [`", stringify!($geometry), "`].")]
                $geometry($space),
            )+
            /// Additive in the space of a kernel.
            Expansion(Expansion),
        }

        impl AnyHypothesis {
            /// The empty hypothesis of a geometry with `rows` rows; `average` as in
            /// [`EuclidSpace::new`].
            pub fn new(geometry: &AnyGeometry, rows: usize, average: Option<u32>) -> Self {
                match geometry {
                    $(AnyGeometry::$geometry(g) => {
                        AnyHypothesis::$geometry(Holds::empty(g, rows, average))
                    })+
                }
            }
        }

        impl AnyHypothesis {
            fn at_raised(&self, rest: &Grid) -> Self {
                match self {
                    $(AnyHypothesis::$geometry(h) => AnyHypothesis::$geometry(h.raised(rest)),)+
                    AnyHypothesis::Expansion(h) => AnyHypothesis::Expansion(h.raised(rest)),
                }
            }
        }

        impl Merge for AnyHypothesis {
            fn merged(&self, parts: &[Part<'_, Self>], plan: Plan) -> Result<(Self, Grid)> {
                match self {
                    $(AnyHypothesis::$geometry(base) => {
                        let parts = unwrapped(parts, |h| match h {
                            AnyHypothesis::$geometry(h) => Some(h),
                            _ => None,
                        })?;
                        let (merged, rest) = base.merged(&parts, plan)?;
                        Ok((AnyHypothesis::$geometry(merged), rest))
                    })+
                    AnyHypothesis::Expansion(base) => {
                        let parts = unwrapped(parts, |h| match h {
                            AnyHypothesis::Expansion(h) => Some(h),
                            _ => None,
                        })?;
                        let (merged, rest) = base.merged(&parts, plan)?;
                        Ok((AnyHypothesis::Expansion(merged), rest))
                    }
                }
            }
        }

        macro_rules! each_hypothesis {
            ($d target:expr, $d it:ident => $d body:expr) => {
                match $d target {
                    $(AnyHypothesis::$geometry($d it) => $d body,)+
                    AnyHypothesis::Expansion($d it) => $d body,
                }
            };
        }
        pub(crate) use each_hypothesis;
    };
}
geometries! { $ hypotheses }

/// The parts as what they all are; an error if one is something else.
fn unwrapped<'a, H>(
    parts: &[Part<'a, AnyHypothesis>],
    of: impl Fn(&'a AnyHypothesis) -> Option<&'a H>,
) -> Result<Vec<Part<'a, H>>> {
    let part = |part: &Part<'a, AnyHypothesis>| {
        let &Part { hypothesis, share, places } = part;
        let other = || Error::Spec("models of different geometries cannot be merged".into());
        Ok(Part { hypothesis: of(hypothesis).ok_or_else(other)?, share, places })
    };
    parts.iter().map(part).collect()
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
    fn similarity(&self, row: usize, dot: f64, square_a: f64, square_b: f64) -> f64 {
        each_hypothesis!(self, h => h.similarity(row, dot, square_a, square_b))
    }
    #[inline(always)]
    fn score(&self, parts: &[Instance<'_>], c: f64, view: &mut View) {
        each_hypothesis!(self, h => h.score(parts, c, view));
    }
    #[inline]
    fn own_square(&self, c: f64) -> f64 {
        each_hypothesis!(self, h => h.own_square(c))
    }
    fn part_rows(&mut self) {
        each_hypothesis!(self, h => h.part_rows());
    }
    fn row_square(&self, row: usize, c: f64) -> f64 {
        each_hypothesis!(self, h => h.row_square(row, c))
    }
    fn rescale_row(&mut self, row: usize, keep: f64) {
        each_hypothesis!(self, h => h.rescale_row(row, keep));
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
    #[inline(always)]
    fn bears(&self, load: &Load) -> bool {
        each_hypothesis!(self, h => h.bears(load))
    }
    fn raised(&self, rest: &Grid) -> Self {
        self.at_raised(rest)
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
    fn potential_at(&self, coordinate: usize, row: usize) -> f64 {
        each_hypothesis!(self, h => h.potential_at(coordinate, row))
    }
    fn dual_norm(&self, v: &[f64]) -> f64 {
        each_hypothesis!(self, h => h.dual_norm(v))
    }
    fn average_weight(&self, coordinate: usize, row: usize) -> Option<f64> {
        each_hypothesis!(self, h => h.average_weight(coordinate, row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_geometry_knows_whether_its_comparators_are_bounded() {
        for entry in AnyGeometry::entries() {
            let geometry = AnyGeometry::parse(entry.name).unwrap();
            let class = AnyHypothesis::new(&geometry, 1, None).class();
            let bounded = matches!(class, Class::Bounded { .. });
            assert_eq!(geometry.is_bounded(), bounded, "{}", entry.name);
        }
    }
}
