//! Ranking inside a query: the documents of a round share one weight vector.
//!
//! The worst pair counts, or the mean over the pairs; unit, exact and joint steps; certificates and
//! the a-priori regret. Steps of every scheme as rows of differences are in `reductions`.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), sec. 5.3.4 and 7.4.

use crate::support::tasks::Setting;
use crate::support::{Geometry, Rng, at_most, dot, near, near_all, plus, scaled, square, sub};
use noregret_core::round::Quality;
use noregret_core::{AnyLearner, Instance, Label, Outcome, Prediction};

#[derive(Clone, Debug)]
struct Query {
    docs: Vec<Vec<f64>>,
    grades: Vec<f64>,
}

impl Query {
    fn random(rng: &mut Rng, planted: &[f64], n: usize) -> Self {
        let docs: Vec<Vec<f64>> = (0..1 + rng.below(5)).map(|_| rng.vector(n)).collect();
        let grade =
            |x: &Vec<f64>, rng: &mut Rng| (2.0 * dot(planted, x) + rng.between(-0.5, 0.5)).round();
        let grades = docs.iter().map(|x| grade(x, rng)).collect();
        Query { docs, grades }
    }

    /// E.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let all = (0..self.docs.len()).flat_map(|i| (0..self.docs.len()).map(move |j| (i, j)));
        all.filter(|&(i, j)| self.grades[i] > self.grades[j]).collect()
    }

    fn leads(&self, w: &[f64]) -> Vec<f64> {
        let lead = |&(i, j): &(usize, usize)| dot(w, &sub(&self.docs[i], &self.docs[j]));
        self.pairs().iter().map(lead).collect()
    }

    /// `[gamma (y_i - y_j) - <w,x_i - x_j>]_+`, the thesis' loss of a pair for gamma = 1.
    fn losses(&self, w: &[f64], gamma: f64) -> Vec<f64> {
        let apart = self.pairs().into_iter().map(|(i, j)| self.grades[i] - self.grades[j]);
        apart.zip(self.leads(w)).map(|(apart, lead)| (gamma * apart - lead).max(0.0)).collect()
    }

    fn loss(&self, w: &[f64], gamma: f64, form: &str) -> f64 {
        let losses = self.losses(w, gamma);
        match form {
            "average" => losses.iter().sum::<f64>() / losses.len().max(1) as f64,
            _ => losses.into_iter().fold(0.0, f64::max),
        }
    }

    fn learn(&self, learner: &mut AnyLearner) -> Outcome {
        let parts: Vec<Instance<'_>> = self.docs.iter().map(|x| Instance::Dense(x)).collect();
        learner.learn_parts(&parts, Label::Each(&self.grades), 1.0).unwrap()
    }
}

fn learner(setting: Setting, form: &str, ascent: &str, n: usize) -> AnyLearner {
    let mut learner = setting.spec(&format!("queries:form={form}"), ascent).build().unwrap();
    learner.reserve(n);
    learner
}

fn weights(learner: &AnyLearner, n: usize) -> Vec<f64> {
    (0..n).map(|j| learner.weight(j, 0)).collect()
}

/// L7: `v += (1/|E|) sum over violating pairs`; L8: the worst pair, the first of equals.
#[test]
fn unit_steps_are_those_of_the_thesis() {
    let (mut rng, n, cap) = (Rng::new(1), 4, 0.3);
    let planted = rng.vector(n);
    for form in ["average", "max"] {
        let mut ours = learner(Setting::euclid(cap), form, "fixed", n);
        let mut w = vec![0.0; n];
        let mut moved = 0;
        for _ in 0..150 {
            let query = Query::random(&mut rng, &planted, n);
            let (pairs, losses, leads) = (query.pairs(), query.losses(&w, 1.0), query.leads(&w));
            let outcome = query.learn(&mut ours);
            near(outcome.loss, query.loss(&w, 1.0, form), 1e-9, "loss");
            assert_eq!(outcome.violation, leads.iter().any(|lead| *lead <= 0.0));
            let row = |k: usize| sub(&query.docs[pairs[k].0], &query.docs[pairs[k].1]);
            if form == "average" {
                let rate = cap / pairs.len().max(1) as f64;
                let violating = (0..pairs.len()).filter(|&k| losses[k] > 0.0);
                w = violating.fold(w, |w, k| plus(&w, rate, &row(k)));
            } else {
                let worst =
                    (0..pairs.len()).reduce(|a, b| if losses[b] > losses[a] { b } else { a });
                if let Some(k) = worst.filter(|&k| losses[k] > 0.0) {
                    w = plus(&w, cap, &row(k));
                }
            }
            moved += i32::from(outcome.step > 0.0);
            near_all(&weights(&ours, n), &w, 1e-9, form);
        }
        assert!(moved > 40, "{form}: {moved}");
    }
}

/// Every ascent, both forms and geometries: no comparator has lost less, after every query.
#[test]
fn certificates_hold_after_every_query() {
    let (mut rng, n, mut tightest) = (Rng::new(2), 4, 0.0f64);
    let ascents = ["fixed", "spread:on=mistake", "simultaneous", "separable", "exact", "joint"];
    for setting in [Setting::euclid(0.3), Setting::euclid(3.0), Setting::entropy(0.1, 0.8)] {
        let Setting { geo, gamma, cap } = setting;
        let draw = |rng: &mut Rng| {
            if geo == Geometry::Euclid { scaled(&rng.vector(n), 3.0) } else { rng.simplex(n) }
        };
        for form in ["average", "max"] {
            for ascent in ascents {
                if ascent == "joint" && geo == Geometry::Entropy {
                    continue;
                }
                let planted = draw(&mut rng);
                let mut us: Vec<Vec<f64>> = (0..4).map(|_| draw(&mut rng)).collect();
                us.push(planted.clone());
                let mut ours = learner(setting, form, ascent, n);
                let mut losses = vec![0.0; us.len()];
                for _ in 0..40 {
                    let query = Query::random(&mut rng, &planted, n);
                    query.learn(&mut ours);
                    let dual = ours.certificate();
                    for (u, loss) in us.iter().zip(&mut losses) {
                        *loss += query.loss(u, gamma, form);
                        let (value, primal) =
                            (cap * dual.dual_value.unwrap(), geo.complexity(u) + cap * *loss);
                        at_most(value, primal, ascent);
                        tightest = tightest.max(value / primal.max(1e-3));
                        let level = geo.level(u);
                        at_most(ours.lower_bound(level), *loss, ascent);
                    }
                    let own = if ascent.contains("mistake") {
                        dual.mistake_loss
                    } else {
                        dual.cumulative_loss
                    };
                    // A step shared among pairs of different margins may gain less than one on the
                    // worst.
                    let Some(promised) = dual.subgradient_sum else {
                        let whole = ["fixed", "exact", "joint"].contains(&ascent);
                        assert!(form != "average" && !whole, "{form} {ascent}");
                        continue;
                    };
                    at_most(own - dual.dual_value.unwrap(), promised, ascent);
                }
            }
        }
    }
    assert!(tightest > 0.5, "nearest {tightest}");
}

/// Cor. 1: unit steps on the worst pair raise `D_c` by at least `loss - C |x_i - x_j|^2/2`
/// (equality), the joint step more.
#[test]
fn every_query_raises_the_dual() {
    let (mut rng, n, cap) = (Rng::new(3), 4, 0.4);
    let planted = rng.vector(n);
    for ascent in ["fixed", "exact", "joint"] {
        let mut ours = learner(Setting::euclid(cap), "max", ascent, n);
        let mut value = 0.0;
        for _ in 0..80 {
            let query = Query::random(&mut rng, &planted, n);
            let w = if ours.ledger().rounds == 0 { vec![0.0; n] } else { weights(&ours, n) };
            let losses = query.losses(&w, 1.0);
            let outcome = query.learn(&mut ours);
            let dual = ours.certificate();
            let now = dual.dual_value.unwrap();
            if outcome.loss > 0.0 {
                let pairs = query.pairs();
                let worst =
                    (0..pairs.len()).reduce(|a, b| if losses[b] > losses[a] { b } else { a });
                let (i, j) = pairs[worst.unwrap()];
                let promised =
                    outcome.loss - 0.5 * cap * square(&sub(&query.docs[i], &query.docs[j]));
                at_most(promised, now - value, ascent);
                if ascent == "fixed" {
                    near(now - value, promised, 1e-9, ascent);
                }
            } else {
                near(now, value, 1e-12, "no loss, no change");
            }
            value = now;
        }
    }
}

/// Documents come back in order; measures count what is graded above the lowest; equal grades ask
/// for nothing.
#[test]
fn answers_and_measures() {
    let mut ours = learner(Setting::euclid(1.0), "max", "exact", 2);
    let query = Query {
        docs: vec![vec![0.0, 1.0], vec![1.0, 0.0], vec![0.5, 0.5]],
        grades: vec![0.0, 2.0, 0.0],
    };
    query.learn(&mut ours);
    let parts: Vec<Instance<'_>> = query.docs.iter().map(|x| Instance::Dense(x)).collect();
    let (answer, _) = ours.predict_parts(&parts).unwrap();
    assert_eq!(answer, Prediction::Order(vec![1, 2, 0]));
    let outcome = query.learn(&mut ours);
    let Quality::Graded(measures, gains) = outcome.quality else { panic!("measures") };
    assert_eq!((gains.ndcg, gains.ndcg_at_10), (1.0, 1.0));
    assert_eq!((measures.one_error, measures.ranking_loss, measures.precision), (0.0, 0.0, 1.0));
    let before = weights(&ours, 2);
    let level = Query { grades: vec![3.0; 3], ..query.clone() };
    let outcome = level.learn(&mut ours);
    assert_eq!((outcome.step, outcome.violation, weights(&ours, 2)), (0.0, false, before.clone()));
    for bad in [Label::Each(&[1.0, 2.0]), Label::Each(&[1.0, f64::NAN, 0.0]), Label::Number(1.0)] {
        assert!(ours.learn_parts(&parts, bad, 1.0).is_err());
    }
    assert_eq!(weights(&ours, 2), before);
}
