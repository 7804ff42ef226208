//! What is proved of structured learners, on streams with noise: the certificate for every
//! comparator, and Thm. 7 for the self-tuned one. (Shalev-Shwartz 2007, Eq. 3.9 and Thm. 7.)

use super::{K, N, RESERVED, Sentence};
use crate::support::{Rng, at_most, square};
use noregret_core::algorithms::ALGORITHMS;
use noregret_core::certificate::mistakes::structured_costs;
use noregret_core::{Label, Spec};

/// Weights to compare with: random ones, and those that say what the tokens say.
fn comparators(rng: &mut Rng) -> Vec<Vec<f64>> {
    let width = RESERVED + N;
    let speaking = |size: f64| -> Vec<f64> {
        let at = |at: usize| at % width == RESERVED + at / width;
        (0..K * width).map(|place| if at(place) { size } else { 0.0 }).collect()
    };
    let sizes = [0.1, 0.5, 1.0, 2.0, 5.0];
    let near = |size: f64| -> Vec<f64> {
        speaking(size).iter().map(|u| u + 0.2 * size * rng.signed()).collect()
    };
    let mut all: Vec<Vec<f64>> = sizes.into_iter().map(near).collect();
    all.extend(sizes.into_iter().map(speaking));
    all
}

#[test]
fn no_comparator_beats_the_certificate() {
    for algorithm in ALGORITHMS.iter().filter(|row| row.loss("sequence").is_some()) {
        let name = algorithm.name;
        let is_squared = algorithm.loss("sequence").unwrap().starts_with("squared");
        let mut rng = Rng::new(21);
        let all = comparators(&mut rng);
        let mut lost = vec![0.0; all.len()];
        let mut learner = Spec::named(name, "sequence:tags=3").unwrap().build().unwrap();
        for round in 1..=200 {
            let sentence = Sentence::draw(&mut rng);
            let labels = sentence.labels();
            learner.learn_parts(&sentence.parts(), Label::Sequence(&labels), 1.0).unwrap();
            for (u, lost) in all.iter().zip(&mut lost) {
                let loss = sentence.maximal_loss(u);
                *lost += if is_squared { loss * loss } else { loss };
                if round % 20 == 0 {
                    // The maximal loss of u is at least that which the run is about.
                    at_most(learner.lower_bound(square(u).sqrt()), *lost, name);
                }
            }
        }
        let certificate = learner.certificate();
        assert!(certificate.regret_at.iter().all(|level| level.regret.is_finite()), "{name}");
        assert!(learner.ledger().updates > 10, "{name}");
    }
}

#[test]
fn theorem_7_holds_in_every_round() {
    for (allowance, seed) in [(0.5, 1), (5.0, 2), (50.0, 3)] {
        let mut rng = Rng::new(seed);
        let all = comparators(&mut rng);
        let mut spec = Spec::named("self-tuned-structured", "sequence:tags=3").unwrap();
        spec.schedule = noregret_core::schedule::Directions::new(allowance).into();
        let mut learner = spec.build().unwrap();
        let (mut lost, mut costs, mut longest) = (vec![0.0; all.len()], 0.0, 0.0_f64);
        for _ in 0..300 {
            let sentence = Sentence::draw(&mut rng);
            let labels = sentence.labels();
            let label = Label::Sequence(&labels);
            let round = learner.learn_parts(&sentence.parts(), label, 1.0).unwrap();
            costs += f64::from(round.quality.tags().unwrap().wrong);
            let lengths = sentence.directions().into_iter().map(|(a, _)| square(&a).sqrt());
            longest = lengths.fold(longest, f64::max);
            for (u, lost) in all.iter().zip(&mut lost) {
                *lost += sentence.maximal_loss(u);
                if 0.5 * square(u) <= allowance {
                    at_most(costs, structured_costs(*lost, longest, allowance), "Thm. 7");
                }
            }
        }
        assert!(costs > 10.0);
    }
}
