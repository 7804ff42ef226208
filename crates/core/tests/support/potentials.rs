//! Hypotheses at a given potential.

use super::primal_dual::Geo;
use super::{Rng, scaled};
use noregret_core::Instance;
use noregret_core::geometry::AnyGeometry;
use noregret_core::hypothesis::{AnyHypothesis, Coordinates, Hypothesis};
use noregret_core::round::{Direction, Term, View};

pub fn empty(geo: Geo) -> AnyHypothesis {
    AnyHypothesis::new(&AnyGeometry::parse(&geo.text()).unwrap(), 1, None)
}

/// `v += d x` as a learner does it at trade-off c.
pub fn add(h: &mut AnyHypothesis, x: Instance<'_>, d: f64, c: f64) {
    apply(h, x, Term { part: 0, row: 0, coef: d }, c);
}

/// `v_row += v` as a learner does it at trade-off c.
pub fn add_to_row(h: &mut AnyHypothesis, v: &[f64], row: usize, c: f64) {
    apply(h, Instance::Dense(v), Term { part: 0, row, coef: 1.0 }, c);
}

fn apply(h: &mut AnyHypothesis, x: Instance<'_>, term: Term, c: f64) {
    let (parts, terms, mut view) = ([x], [term], View::default());
    h.meet(&parts, &mut view);
    h.prepare(c);
    h.score(&parts, c, &mut view);
    h.apply(&Direction { parts: &parts, view: &view, terms: &terms, own: 0.0, c, weight: 1.0 });
}

/// A hypothesis at potential v.
pub fn at(geo: Geo, v: &[f64], c: f64) -> AnyHypothesis {
    let mut h = empty(geo);
    h.reserve(v.len());
    add(&mut h, Instance::Dense(v), 1.0, c);
    h
}

pub fn weights(h: &AnyHypothesis, n: usize, c: f64) -> Vec<f64> {
    (0..n).map(|j| h.weight(j, 0, c)).collect()
}

/// Random potentials, from tiny to large.
pub fn potentials(seed: u64, n: usize, count: usize) -> Vec<Vec<f64>> {
    let mut rng = Rng::new(seed);
    (0..count).map(|i| scaled(&rng.vector(n), [0.01, 1.0, 30.0][i % 3])).collect()
}
