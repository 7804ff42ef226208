//! Multiclass ROMMA: its constraints, the growth of its norm, a golden run, its bound.
//!
//! A certificate holds where the arithmetic of the source does not.
//!
//! Reference: Crammer & Singer 2003, Fig. 6, Lemmas 12 and 13, Thm. 14.

use crate::support::matrix::{Matrix, inner, random_unit, size, unit};
use crate::support::multiclass::{
    BUILDS, Example, Member, Round, Run, Stream, margin, rommas, spec,
};
use crate::support::{Rng, at_most, near, near_all};
use noregret_core::hypothesis::Hypothesis;

fn rounds(seed: u64, mut check: impl FnMut(&Member, &Round<'_>, &Stream)) {
    let mut rng = Rng::new(seed);
    for k in [2, 3, 6] {
        for stream in Stream::of_every_kind(&mut rng, k, 40) {
            for (member, &build) in rommas().iter().flat_map(|m| BUILDS.iter().map(move |b| (m, b)))
            {
                let mut run = Run::new(build, &member.spec, k, stream.n);
                for e in &stream.examples {
                    let round = run.play(e);
                    check(member, &round, &stream);
                }
            }
        }
    }
}

/// The rows `tau_r x` of a step without its length.
fn direction(member: &Member, round: &Round<'_>) -> Matrix {
    let tau = member.step(round).1;
    let length = tau[round.e.y];
    tau.iter().map(|t| round.e.x.iter().map(|x| t / length * x).collect()).collect()
}

#[test]
fn lemmas_12_and_13_and_the_growth_of_the_norm() {
    let mut steps = 0;
    rounds(21, |member, round, stream| {
        if round.outcome.step == 0.0 || !member.is_steady(round) {
            return;
        }
        steps += 1;
        let (x, old, new) = (direction(member, round), &round.before, &round.after);
        let (n, s, a) = (inner(old, old), inner(old, &x), inner(&x, &x));
        near(inner(new, &x), 1.0, 1e-5, "Lemma 12");
        if member.step(round).0 == 0.0 {
            // From zero, or with the second constraint slack: the shortest on the first alone.
            at_most(n, inner(new, old), "the second constraint holds");
            near(inner(new, new), 1.0 / a, 1e-9, "shortest");
            return;
        }
        near(inner(new, old), n, 1e-6, "Lemma 13");
        let change: Matrix = new
            .iter()
            .zip(old)
            .map(|(a, b)| a.iter().zip(b).map(|(a, b)| a - b).collect())
            .collect();
        near(inner(new, new), n + inner(&change, &change), 1e-6, "Pythagoras");
        let grown = n + (1.0 - s).powi(2) / a;
        assert!(inner(new, new) >= grown * (1.0 - 1e-6), "{}", member.name);
        if member.beta == 0.0 {
            at_most(n + 0.5 / stream.radius().powi(2), grown, "by at least 1/(2R^2)");
        }
    });
    assert!(steps > 1000, "{steps} steps");
}

/// On any data, separable or not; the degenerate rounds are those that do not move.
#[test]
fn mistakes_are_at_most_twice_the_square_of_radius_and_norm() {
    let mut skipped = 0.0;
    let mut rng = Rng::new(22);
    for k in [2, 3, 6] {
        for stream in Stream::of_every_kind(&mut rng, k, 60) {
            for member in rommas().into_iter().filter(|m| m.beta == 0.0) {
                let mut run = Run::new(BUILDS[0], &member.spec, k, stream.n);
                for e in &stream.examples {
                    run.play(e);
                    let bound = 2.0 * stream.radius().powi(2) * size(&run.matrix()).powi(2);
                    at_most(run.updates(), bound, &member.name);
                }
                skipped += run.violations() - run.updates();
            }
        }
    }
    assert!(skipped > 0.0, "the ties bring degenerate rounds");
}

#[test]
fn the_golden_run_with_uniform_shares() {
    let mut run =
        Run::new(BUILDS[0], &spec("hinge", "romma:share=uniform", "euclid", "fixed"), 3, 2);
    let third = 1.0 / 3.0;
    let stages = [
        ([1.0, 0.0], [2.0 * third, 0.0, -third, 0.0, -third, 0.0], 2.0 * third),
        ([0.0, 1.0], [2.0 * third, -third, -third, 2.0 * third, -third, -third], 4.0 * third),
        ([1.0, 1.0], [2.0 * third, -1.0, -1.0, 2.0 * third, third, third], 28.0 / 9.0),
    ];
    for (y, (x, matrix, square)) in stages.into_iter().enumerate() {
        let e = Example { x: x.into(), y };
        let round = run.play(&e);
        near_all(&round.after.concat(), &matrix, 1e-14, "golden");
        near(size(&round.after).powi(2), square, 1e-14, "golden norm");
    }
}

/// Unit comparators: strangers, the planted one, one trained on this very stream.
fn comparators(rng: &mut Rng, stream: &Stream) -> Vec<Matrix> {
    let mut all: Vec<Matrix> = (0..40).map(|_| random_unit(rng, stream.k, stream.n)).collect();
    let mut trained = Run::new(
        BUILDS[0],
        &spec("hinge:margin=50", "spread", "euclid", "fixed"),
        stream.k,
        stream.n,
    );
    (0..60).for_each(|_| trained.play_all(stream));
    all.extend([stream.planted.clone(), unit(&trained.matrix())]);
    all
}

/// A wrong example next to a right one: the problem is feasible by a hair, or not at all.
fn nearly_degenerate(rng: &mut Rng, width: f64) -> Stream {
    let mut stream = Stream::separable(rng, 3, 3, 12, 0.1);
    let twins: Vec<Example> = stream
        .examples
        .iter()
        .map(|e| Example {
            x: e.x.iter().map(|x| x + width * rng.between(-1.0, 1.0)).collect(),
            y: (e.y + 1) % 3,
        })
        .collect();
    stream.examples = stream.examples.into_iter().zip(twins).flat_map(|(a, b)| [a, b]).collect();
    stream
}

#[test]
fn the_certificate_holds_where_the_problem_is_nearly_infeasible() {
    let mut rng = Rng::new(23);
    for width in [1e-1, 1e-3, 1e-5, 1e-7, 0.0] {
        for _ in 0..4 {
            let stream = nearly_degenerate(&mut rng, width);
            let us = comparators(&mut rng, &stream);
            for member in rommas() {
                let mut run = Run::new(BUILDS[0], &member.spec, 3, 3);
                for (t, e) in stream.examples.iter().enumerate() {
                    run.play(e);
                    let seen = &stream.examples[..=t];
                    let Some(ceiling) = run.certificate().margin_ceiling else { continue };
                    for u in &us {
                        let least = seen.iter().map(|e| margin(u, e)).fold(f64::INFINITY, f64::min);
                        at_most(least, ceiling, &member.name);
                        for level in [0.1, 1.0, 10.0, 1000.0] {
                            let loss = |e| (1.0 - level * margin(u, e)).max(0.0);
                            let least = run.learner.lower_bound(level);
                            at_most(least, seen.iter().map(loss).sum(), &member.name);
                        }
                    }
                }
            }
        }
    }
}

/// What the learner keeps of `|M|^2` feeds the next step: it must not lose its digits where old
/// weights are multiplied by large factors that nearly cancel.
#[test]
fn the_norm_that_is_kept_is_the_norm() {
    let mut rng = Rng::new(24);
    let (mut worst, mut largest) = (0.0f64, 0.0f64);
    for width in [1e-1, 1e-2, 1e-3, 1e-4, 1e-5] {
        for _ in 0..20 {
            let stream = nearly_degenerate(&mut rng, width);
            for member in rommas() {
                let mut run = Run::new(BUILDS[0], &member.spec, 3, 3);
                for e in stream.examples.iter().chain(&stream.examples) {
                    let round = run.play(e);
                    largest = largest.max(member.step(&round).0);
                    let square = inner(&round.after, &round.after);
                    let kept = run.learner.hypothesis().own_square(1.0);
                    worst = worst.max((kept - square).abs() / square);
                }
            }
        }
    }
    assert!(worst < 1e-6 && largest > 100.0, "relative error {worst}, factors up to {largest}");
}
