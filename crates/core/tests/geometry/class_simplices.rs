//! The multiplicative family of several classes on its simplices.
//!
//! Sums, golden runs, the potential that every comparator pays from, and the bounds that follow.
//!
//! Reference: Crammer & Singer 2003, sec. 6, Fig. 5, Thm. 11.

use crate::support::matrix::Matrix;
use crate::support::multiclass::{BUILDS, Example, Run, Stream, margin, spec};
use crate::support::{Rng, at_most, near, near_all};
use noregret_core::{Instance, Label};

const ASCENTS: [&str; 4] = [
    "fixed:on=mistake",
    "spread:on=mistake",
    "spread:on=mistake,uniform=0,proportional=1",
    "spread:on=mistake,max=0.2,uniform=0.5,proportional=0.3",
];

/// Version 1: a simplex per row; version 2: one for all.
fn run(ascent: &str, joint: bool, eta: f64, k: usize, n: usize) -> Run {
    let geometry = format!("entropy:joint={joint}");
    Run::new(BUILDS[0], &spec("hinge", ascent, &geometry, &format!("fixed:C={eta}")), k, n)
}

fn simplex(rng: &mut Rng, joint: bool, k: usize, n: usize) -> Matrix {
    if joint {
        return rng.simplex(k * n).chunks(n).map(<[f64]>::to_vec).collect();
    }
    (0..k).map(|_| rng.simplex(n)).collect()
}

/// Relative entropy, summed over the rows.
fn divergence(u: &Matrix, m: &Matrix) -> f64 {
    let cells = u.iter().flatten().zip(m.iter().flatten());
    cells.filter(|(u, _)| **u > 0.0).map(|(u, m)| u * (u / m).ln()).sum()
}

#[test]
fn rows_stay_on_their_simplex_also_when_a_class_is_late() {
    let mut rng = Rng::new(51);
    for (joint, ascent) in [false, true].into_iter().flat_map(|j| ASCENTS.map(|a| (j, a))) {
        let stream = Stream::noisy(&mut rng, 3, 5, 40, 0.3);
        let mut run = run(ascent, joint, 0.7, 3, 5);
        for (t, e) in stream.examples.iter().enumerate() {
            let late = Example { x: e.x.clone(), y: if t % 4 == 3 && t > 40 { 3 } else { e.y } };
            let round = run.play(&late);
            assert!(round.after.iter().flatten().all(|m| *m > 0.0));
            let sums: Vec<f64> = round.after.iter().map(|row| row.iter().sum()).collect();
            if joint {
                near(sums.iter().sum(), 1.0, 1e-12, "the whole matrix");
            } else {
                near_all(&sums, &vec![1.0; sums.len()], 1e-12, "every row");
            }
        }
        assert_eq!(run.matrix().len(), 4);
    }
}

#[test]
fn golden_runs() {
    let golden = [
        (false, [0.7310586, 0.2689414, 0.2689414, 0.7310586]),
        (true, [0.1966119, 0.0723295, 0.1966119, 0.5344466]),
    ];
    for (joint, matrix) in golden {
        let mut run = run("spread:on=mistake", joint, 0.5, 2, 2);
        for (x, y) in [([1.0, -1.0], 0), ([1.0, 1.0], 1)] {
            let e = Example { x: x.into(), y };
            assert!(run.play(&e).outcome.violation);
        }
        let end = run.matrix().concat();
        end.iter().zip(matrix).for_each(|(m, g)| assert!((m - g).abs() < 5e-8, "{m} is not {g}"));
    }
}

/// The divergence from any U drops on a mistake by at least `eta margin_U` less `eta^2` or
/// `k ln cosh eta` (version 1), less `ln cosh eta` (version 2), and stays on every other round.
/// Whatever the data.
#[test]
fn the_potential_of_every_comparator_drops() {
    let (mut rng, mut tightest) = (Rng::new(52), f64::INFINITY);
    for (joint, ascent) in [false, true].into_iter().flat_map(|j| ASCENTS.map(|a| (j, a))) {
        for (k, eta) in [(2, 0.1), (3, 0.5), (6, 2.0)] {
            for stream in Stream::of_every_kind(&mut rng, k, 40) {
                let us: Vec<Matrix> =
                    (0..8).map(|_| simplex(&mut rng, joint, k, stream.n)).collect();
                let mut run = run(ascent, joint, eta, k, stream.n);
                for e in &stream.examples {
                    let round = run.play(e);
                    if !round.outcome.violation {
                        assert_eq!(round.before, round.after);
                        continue;
                    }
                    let price = eta.cosh().ln();
                    let price = if joint { price } else { (eta * eta).min(k as f64 * price) };
                    for u in &us {
                        let drop = divergence(u, &round.before) - divergence(u, &round.after);
                        at_most(eta * margin(u, e) - price, drop, ascent);
                        tightest = tightest.min(drop - eta * margin(u, e) + price);
                    }
                }
            }
        }
    }
    assert!(tightest < 1e-3, "nearest to equality: {tightest}");
}

/// Streams on which a point of the simplices has a margin.
fn separable(rng: &mut Rng, joint: bool, k: usize, n: usize) -> (Stream, f64) {
    let mut stream = Stream::noisy(rng, k, n, 1, 0.0);
    stream.planted = (0..k).map(|r| (0..n).map(|j| f64::from(j == r)).collect()).collect();
    if joint {
        stream.planted.iter_mut().flatten().for_each(|m| *m /= k as f64);
    }
    stream.examples.clear();
    while stream.examples.len() < 200 {
        let e = Example { x: rng.vector(n), y: rng.below(k) };
        if margin(&stream.planted, &e) > 0.1 / k as f64 {
            stream.examples.push(e);
        }
    }
    let gamma = stream.margin(&stream.planted);
    (stream, gamma)
}

#[test]
fn separable_streams_keep_theorem_11_in_its_explicit_forms() {
    let (mut rng, mut proved) = (Rng::new(53), 0);
    for (joint, ascent) in [false, true].into_iter().flat_map(|j| ASCENTS.map(|a| (j, a))) {
        for (k, n) in [(2, 4), (3, 9), (5, 20)] {
            let (stream, gamma) = separable(&mut rng, joint, k, n);
            let (logs, all) = ((n as f64).ln(), ((n * k) as f64).ln());
            let kf = k as f64;
            let etas =
                if joint { [gamma, gamma.atanh()] } else { [0.5 * gamma, (gamma / kf).atanh()] };
            for eta in etas {
                let mut run = run(ascent, joint, eta, k, n);
                (0..3).for_each(|_| run.play_all(&stream));
                let m = run.violations();
                let cosh = eta.cosh().ln();
                // (entropy of the comparators, what a mistake takes from it at least)
                let forms = if joint {
                    vec![(all, eta * gamma - cosh), (all, 0.5 * gamma.powi(2))]
                } else {
                    vec![(kf * logs, eta * gamma - eta * eta), (logs, eta * gamma / kf - cosh)]
                };
                for (entropy, drop) in forms.into_iter().filter(|(_, drop)| *drop > 0.0) {
                    at_most(m, entropy / drop, ascent);
                    proved += 1;
                }
                // Without a comparator: whatever has a margin has at most this one.
                let entropy = if joint { all } else { kf * logs };
                let price = if joint { cosh } else { eta * eta };
                at_most(gamma, (entropy / m + price) / eta, "ceiling by the potential");
                at_most(gamma, run.certificate().margin_ceiling.unwrap(), "ceiling");
            }
        }
    }
    assert!(proved >= 72, "{proved} bounds");
}

/// Scores of the first round all tie, so the first class is taken in by a step; a class never seen
/// before starts as the others did.
#[test]
fn a_late_class_starts_uniform() {
    for joint in [false, true] {
        let mut run = run("spread:on=mistake", joint, 0.5, 2, 4);
        let e = Example { x: vec![1.0, 0.0, -1.0, 0.5], y: 0 };
        run.play(&e);
        let before = run.matrix();
        run.learner.admit_label(Label::Number(2.0)).unwrap();
        let after = run.matrix();
        let uniform = after[2][0];
        assert!(after[2].iter().all(|m| (m - uniform).abs() < 1e-15));
        // The old rows keep their proportions, and on simplices of their own their weights.
        let factor = after[0][0] / before[0][0];
        near_all(
            &before.concat().iter().map(|m| factor * m).collect::<Vec<_>>(),
            &after[..2].concat(),
            1e-14,
            "old rows",
        );
        assert!(joint || ((factor - 1.0).abs() < 1e-14 && (uniform - 0.25).abs() < 1e-14));
        assert!(run.learner.predict(Instance::Dense(&e.x)).is_ok());
    }
}
