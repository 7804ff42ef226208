//! Groups of hundreds of constraints, of which the step begins with a few: the first round from 0
//! is a problem by itself, whose primal value at the weights must meet the dual value.
//!
//! ```text
//! P(w) = |w|^2 / 2 + C max_{i above j} [g_i - g_j - <w, x_i - x_j>]_+  >=  D
//! ```
//!
//! Reference: Amit et al., simultaneous projections, sec. 2 and 9.

use crate::support::{Rng, dot, square, sub};
use noregret_core::{Instance, Label, Spec};

const N: usize = 6;

/// Documents whose first features follow their grades, with noise.
fn documents(rng: &mut Rng, count: usize) -> (Vec<Vec<f64>>, Vec<f64>) {
    let grades: Vec<f64> = (0..count).map(|_| rng.below(5) as f64).collect();
    let document = |grade: &f64| -> Vec<f64> {
        let noise = rng.vector(N);
        let lean = |j: usize| if j < 3 { 0.2 * grade } else { 0.0 };
        (0..N).map(|j| lean(j) + 0.4 * noise[j]).collect()
    };
    (grades.iter().map(document).collect(), grades)
}

fn primal(docs: &[Vec<f64>], grades: &[f64], w: &[f64], aggressiveness: f64) -> f64 {
    let mut most: f64 = 0.0;
    for i in 0..docs.len() {
        for j in (0..docs.len()).filter(|&j| grades[j] < grades[i]) {
            let lead = dot(w, &sub(&docs[i], &docs[j]));
            most = most.max(grades[i] - grades[j] - lead);
        }
    }
    0.5 * square(w) / aggressiveness + most
}

#[test]
fn the_primal_meets_the_dual() {
    let mut rng = Rng::new(83);
    for (count, aggressiveness) in [(40, 0.1), (40, 1.0), (40, 30.0), (80, 3.0)] {
        let (docs, grades) = documents(&mut rng, count);
        let mut spec = Spec::named("optsolv", "queries").unwrap();
        spec.set_aggressiveness(aggressiveness).unwrap();
        let mut learner = spec.build().unwrap();
        let parts: Vec<Instance<'_>> = docs.iter().map(|x| Instance::Dense(x)).collect();
        learner.learn_parts(&parts, Label::Each(&grades), 1.0).unwrap();
        let w: Vec<f64> = (0..N).map(|j| learner.weight(j, 0)).collect();
        let (above, dual) =
            (primal(&docs, &grades, &w, aggressiveness), learner.certificate().dual_value.unwrap());
        assert!(square(&w) > 0.0, "C = {aggressiveness}: nothing was learned");
        assert!((above - dual).abs() < 1e-6 * above, "{count}, {aggressiveness}: {above}, {dual}");
    }
}
