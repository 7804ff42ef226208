//! Learners whose geometry adapts to the data, beside the best predictor by the Euclidean norm.
//!
//! Their dual variables prove `sum g_t(u) >= A - |u| |v|` like any others, so what they certify is
//! about a plain ball, and `c |u|^2/2 + sum g_t(u) >= A - |v|^2/(2c)`.

use super::model::{GOAL, N, compact, general};
use crate::support::primal_dual::{BINARY_LOSSES, REGRESSION_LOSSES, mixed_stream, spec, weights};
use crate::support::{Rng, at_most_up_to, near, square};
use noregret_core::Spec;
use noregret_core::geometry::AnyGeometry;
use noregret_core::hypothesis::{Coordinates, Hypothesis};

const ADAPTIVE: [&str; 4] =
    ["adagrad", "adagrad:scale=false", "confidence", "confidence:scale=true"];

fn adaptive() -> impl Iterator<Item = Spec> {
    let losses = || BINARY_LOSSES.into_iter().chain(REGRESSION_LOSSES);
    let each = ADAPTIVE.into_iter().flat_map(move |g| losses().map(move |loss| (loss, g)));
    each.map(|(loss, geometry)| spec(loss, "exact", geometry, "fixed:C=0.5"))
}

#[test]
fn the_search_is_that_of_the_euclidean_geometry() {
    let mut rng = Rng::new(51);
    for spec in adaptive() {
        let stream = mixed_stream(&mut rng, &spec.loss, N, 40);
        let geometry = AnyGeometry::parse("euclid").unwrap();
        let euclid = Spec { geometry: geometry.clone(), ..spec.clone() };
        let what = format!("{} {}", spec.loss, spec.geometry);
        let expected = compact(&euclid, &stream);
        for found in [compact(&spec, &stream), general(&spec, &stream, &GOAL)] {
            assert!(found.best.reached, "{what}");
            assert_eq!(found.spec.geometry, geometry);
            assert_eq!(found.best.c, 2.0);
            near(found.best.bounds.primal, expected.best.bounds.primal, 3e-6, &what);
            near(found.best.complexity, 0.5 * square(&weights(&found.learner, N)), 1e-9, &what);
            // Its certificate is tight.
            let proved = found.learner.certificate().dual_value.unwrap();
            near(proved, found.best.bounds.dual, 1e-9, &what);
        }
    }
}

#[test]
fn the_run_certifies_a_plain_ball() {
    let mut rng = Rng::new(52);
    for spec in adaptive() {
        let stream = mixed_stream(&mut rng, &spec.loss, N, 40);
        let found = compact(&spec, &stream);
        let (online, best) = (&found.online, &found.best);
        let regret = online.regret_to(best, &spec);
        let what = format!("{} {}", spec.loss, spec.geometry);
        near(regret.complexity, (2.0 * best.complexity).sqrt(), 1e-9, &what);
        assert_eq!(regret.measured_by, "norm");
        let size = regret.online_loss + best.bounds.primal;
        at_most_up_to(regret.regret, regret.certified.unwrap(), size, &what);
        at_most_up_to(regret.regularised, regret.regularised_certified.unwrap(), size, &what);
        // Both by the slow formulas.
        let v: Vec<f64> = (0..N).map(|j| online.hypothesis().potential_at(j, 0)).collect();
        let gain = online.ledger().gain.value();
        let least = (gain - square(&v).sqrt() * regret.level).max(0.0);
        near(regret.certified.unwrap(), regret.online_loss - least, 1e-9, &what);
        let dual = gain - square(&v) / (2.0 * best.c);
        near(regret.regularised_certified.unwrap(), regret.online_loss - dual, 1e-9, &what);
        assert!(online.hypothesis().dimension() == N);
    }
}
