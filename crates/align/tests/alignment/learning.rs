//! Learning (Shalev-Shwartz 2007, Fig. 5.4, Thm. 7, sec. 9.3): the learner of the core against the
//! algorithm as printed, and the bounds on random streams of alignments.

use crate::support::fig54::Fig54;
use crate::support::tables::{COUNT, Tables, weights};
use noregret_align::dynamic::{BaseFunctions, Chain, Tolerance, decode};
use noregret_align::train::{
    Against, Example, Learned, Scales, TrainingError, TrainingOptions, learn,
};
use noregret_core::random::Random;
use std::sync::Arc;

type Stream = Vec<Arc<Example<Tables>>>;

/// Examples whose truth is the best alignment of hidden weights, or with noise any candidate's.
fn stream(random: &mut Random, count: usize, noise: f64) -> Stream {
    let hidden = weights(random);
    let mut examples = Vec::new();
    while examples.len() < count {
        let base = Tables::random(random, 8, 25);
        let right = if random.chance(noise) { weights(random) } else { hidden.clone() };
        let Ok(chain) = Chain::new(&base, &right) else { continue };
        if chain.events() < 3 {
            continue;
        }
        let truth = decode(&chain).unwrap().starts;
        examples.push(Arc::new(Example::new(base, &truth).unwrap()));
    }
    examples
}

fn difference(scales: &Scales, example: &Example<Tables>, y: &[usize]) -> Vec<f64> {
    let right = scales.features(example.base(), example.truth());
    let other = scales.features(example.base(), y);
    right.iter().zip(&other).map(|(a, b)| a - b).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Fig. 5.4 by itself, and the sum of the costs.
fn by_hand(examples: &Stream, scales: &Scales, options: &TrainingOptions) -> (Fig54, f64) {
    let mut oracle = Fig54::new(COUNT, options.complexities[0]);
    let mut costs = 0.0;
    for example in (0..options.passes).flat_map(|_| examples) {
        let truth = example.truth();
        let raw = scales.unscale(&oracle.v, truth.len());
        let y = decode(&Chain::new(example.base(), &raw).unwrap()).unwrap().starts;
        let cost = options.tolerance.cost(truth, &y);
        let a = difference(scales, example, &y);
        assert!(cost == 0.0 || dot(&oracle.v, &a) <= 1e-9, "the truth was no candidate");
        oracle.learn(&a, cost);
        costs += cost;
    }
    (oracle, costs)
}

fn near(ours: &[f64], theirs: &[f64]) -> bool {
    ours.iter().zip(theirs).all(|(a, b)| (a - b).abs() <= 1e-12 * (1.0 + b.abs()))
}

#[test]
fn the_learner_is_fig_5_4() {
    let mut random = Random::new(11, 0);
    for round in 0..20 {
        let examples = stream(&mut random, 30, 0.3);
        let complexity = [0.1, 1.0, 10.0][round % 3];
        let options = TrainingOptions {
            complexities: vec![complexity],
            passes: 1 + round % 2,
            tolerance: Tolerance(round % 3),
            ..TrainingOptions::default()
        };
        let Learned { weights, last, scales, mistakes, rounds, certificate, .. } =
            learn(&examples, &options).unwrap();
        let (oracle, _) = by_hand(&examples, &scales, &options);
        assert_eq!(mistakes as f64, oracle.mistakes);
        let current: Vec<f64> = oracle.v.iter().map(|v| v / oracle.c.max(1e-300)).collect();
        assert!(near(&last, &current), "{last:?} {current:?}");
        let mean: Vec<f64> = oracle.sum.iter().map(|sum| sum / rounds as f64).collect();
        assert!(near(&weights, &mean), "{weights:?} {mean:?}");
        let norm = dot(&oracle.v, &oracle.v).sqrt();
        assert!((certificate.potential_norm - norm).abs() <= 1e-9 * (1.0 + norm));
    }
}

/// The maximal loss `max_y' rho(y,y') - <u, phi(y) - phi(y')>` of weights u, bounded from above by
/// the cost without its floor.
fn maximal_loss(examples: &Stream, scales: &Scales, u: &[f64], options: &TrainingOptions) -> f64 {
    let of = |example: &Arc<Example<Tables>>| {
        let truth = example.truth();
        let mut chain = Chain::new(example.base(), &scales.unscale(u, truth.len())).unwrap();
        chain.augment(truth, options.tolerance.0, Tolerance::price(truth.len()));
        decode(&chain).unwrap().score - dot(u, &scales.features(example.base(), truth))
    };
    options.passes as f64 * examples.iter().map(of).sum::<f64>()
}

#[test]
fn theorem_7_and_the_certificate_hold_for_all_comparators() {
    let mut random = Random::new(12, 0);
    for round in 0..12 {
        let examples = stream(&mut random, 40, [0.0, 0.2, 1.0][round % 3]);
        let complexity = [0.1, 1.0, 10.0, 50.0][round % 4];
        let options =
            TrainingOptions { complexities: vec![complexity], ..TrainingOptions::default() };
        let learned = learn(&examples, &options).unwrap();
        let (oracle, costs) = by_hand(&examples, &learned.scales, &options);
        assert!(learned.certificate.cumulative_loss >= costs - 1e-9);
        for _ in 0..40 {
            let direction = weights(&mut random);
            let norm = dot(&direction, &direction).sqrt().max(1e-9);
            let size = (2.0 * complexity).sqrt() * random.unit();
            let u: Vec<f64> = direction.iter().map(|x| x * size / norm).collect();
            let loss = maximal_loss(&examples, &learned.scales, &u, &options);
            let (x, most) = (oracle.largest, 8.0 * complexity);
            let bound = loss + x * (most * loss).sqrt() + most * x * x;
            assert!(costs <= bound + 1e-9, "{costs} > {bound}");
            let certificate = &learned.certificate;
            let lower = certificate.dual_gain - certificate.potential_norm * size;
            assert!(lower <= loss + 1e-9, "{lower} > {loss}");
        }
    }
}

#[test]
fn the_maximal_loss_is_pa1_on_augmented_decoding() {
    let mut random = Random::new(13, 0);
    let examples = stream(&mut random, 40, 0.3);
    let options = TrainingOptions {
        against: Against::Maximal,
        complexities: vec![0.5],
        ..TrainingOptions::default()
    };
    let learned = learn(&examples, &options).unwrap();
    let (mut w, mut total) = (vec![0.0; COUNT], 0.0);
    for example in &examples {
        let truth = example.truth();
        let raw = learned.scales.unscale(&w, truth.len());
        let mut chain = Chain::new(example.base(), &raw).unwrap();
        chain.augment(truth, 1, Tolerance::price(truth.len()));
        let y = decode(&chain).unwrap().starts;
        let a = difference(&learned.scales, example, &y);
        let loss = (options.tolerance.sum(truth, &y) - dot(&w, &a)).max(0.0);
        total += loss;
        if loss > 0.0 && dot(&a, &a) > 0.0 {
            let step = (loss / dot(&a, &a)).min(0.5);
            w.iter_mut().zip(&a).for_each(|(w, a)| *w += step * a);
        }
    }
    assert!(near(&learned.last, &w), "{:?} {w:?}", learned.last);
    assert!((learned.certificate.cumulative_loss - total).abs() <= 1e-9 * total);
}

#[test]
fn learning_finds_hidden_weights_and_validation_chooses_among_allowances() {
    let mut random = Random::new(14, 0);
    let examples = stream(&mut random, 200, 0.0);
    let (own, test) = examples.split_at(150);
    let options = TrainingOptions {
        complexities: vec![0.1, 1.0, 10.0],
        passes: 3,
        ..TrainingOptions::default()
    };
    let learned = learn(own, &options).unwrap();
    assert!(options.complexities.contains(&learned.complexity));
    let cost = |weights: &[f64]| -> f64 {
        let of = |e: &Arc<Example<Tables>>| {
            let raw = learned.scales.unscale(weights, e.truth().len());
            let y = decode(&Chain::new(e.base(), &raw).unwrap()).unwrap().starts;
            options.tolerance.sum(e.truth(), &y)
        };
        test.iter().map(of).sum()
    };
    let (ours, none) = (cost(&learned.weights), cost(&[0.0; COUNT]));
    assert!(ours < 0.5 * none, "{ours} of {none}");
}

#[test]
fn scales_are_mean_changes_under_moved_starts() {
    let mut random = Random::new(15, 0);
    let examples = stream(&mut random, 10, 0.0);
    let scales = Scales::of(examples.iter().map(|e| (e.base(), e.truth())));
    let (mut sums, mut count) = ([0.0; COUNT], 0.0);
    for example in &examples {
        let (truth, frames) = (example.truth(), example.base().bounds().frames());
        for i in 1..truth.len() {
            for by in [-3_isize, 3] {
                let (low, high) = (truth[i - 1], truth.get(i + 1).copied().unwrap_or(frames - 1));
                let place = (truth[i] as isize + by).clamp(low as isize, high as isize) as usize;
                if place == truth[i] {
                    continue;
                }
                let mut moved = truth.to_vec();
                moved[i] = place;
                let right = noregret_align::dynamic::features(example.base(), truth);
                let other = noregret_align::dynamic::features(example.base(), &moved);
                sums.iter_mut()
                    .zip(right.iter().zip(&other))
                    .for_each(|(s, (a, b))| *s += (a - b).abs());
                count += 1.0;
            }
        }
    }
    let mean: Vec<f64> = sums.iter().map(|sum| sum / count).collect();
    assert!(near(scales.values(), &mean), "{:?} {mean:?}", scales.values());
}

#[test]
fn too_few_examples_and_wrong_options_are_refused() {
    let none: Stream = Vec::new();
    let refused = learn(&none, &TrainingOptions::default());
    assert!(matches!(refused, Err(TrainingError::TooFew { given: 0, needed: 1 })));
    let mut random = Random::new(16, 0);
    let few = stream(&mut random, 3, 0.0);
    let several = TrainingOptions { complexities: vec![1.0, 2.0], ..TrainingOptions::default() };
    assert!(matches!(learn(&few, &several), Err(TrainingError::TooFew { given: 3, needed: 5 })));
    let wrong = TrainingOptions { complexities: vec![-1.0], ..TrainingOptions::default() };
    assert!(matches!(learn(&few, &wrong), Err(TrainingError::Learner(_))));
}
