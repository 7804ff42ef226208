//! The expansion with the linear kernel equals the additive hypothesis.

use crate::support::expansion::{Example, agree, expansion, instances, learn, spec, step, stream};
use crate::support::{Rng, close};
use noregret_core::hypothesis::{EuclidSpace, Expansion, Hypothesis};
use noregret_core::kernel::AnyKernel;
use noregret_core::readout::Readout;
use noregret_core::round::View;
use noregret_core::{AnyLearner, Instance, Spec};

/// Instances of the stream that a line separates with room on both sides.
///
/// Where no line does, ROMMA runs away.
fn separable(examples: &[Example]) -> Vec<Example> {
    let side = |x: &[f64]| x[0] - 0.5 * x[1] + 0.2 * x[2];
    let clear = examples.iter().filter(|(x, _)| side(x).abs() > 0.2);
    clear.map(|(x, _)| (x.clone(), side(x).signum())).collect()
}

#[test]
fn linear_kernel_is_the_additive_hypothesis() {
    let examples = stream(&mut Rng::new(1), 300, 8);
    for name in ["perceptron", "pa", "pa1", "pa2", "romma", "logistic"] {
        let separated = separable(&examples);
        let examples = if name == "romma" { &separated } else { &examples };
        for readout in [Readout::Last, Readout::Average, Readout::Linear, Readout::Vote] {
            let (mut a, mut b) = (spec(name, Some("linear")), spec(name, None));
            (a.readout, b.readout) = (readout, readout);
            agree(&a, &b, examples, <[f64]>::to_vec);
        }
    }
}

#[test]
fn weights_of_the_linear_kernel_are_those_of_the_additive_hypothesis() {
    let (mut a, mut b) = (spec("pa1", Some("linear")), spec("pa1", None));
    (a.readout, b.readout) = (Readout::Average, Readout::Average);
    let (mut a, mut b) = (a.build().unwrap(), b.build().unwrap());
    for example in stream(&mut Rng::new(2), 100, 6) {
        learn(&mut a, &example);
        learn(&mut b, &example);
    }
    for j in 0..7 {
        close(a.weight(j, 0), b.weight(j, 0));
        close(a.answering_weight(j, 0), b.answering_weight(j, 0));
    }
}

#[test]
fn shrinking_and_starting_over_are_those_of_the_additive_hypothesis() {
    let examples = stream(&mut Rng::new(13), 300, 5);
    for average in [None, Some(0), Some(1)] {
        let linear = AnyKernel::parse("linear").unwrap();
        let mut ours = Expansion::new(linear, None, 1, average);
        let mut primal = EuclidSpace::new(1, average);
        ours.expect(&instances(&examples), true);
        for (t, (x, y)) in examples.iter().chain(&examples).enumerate() {
            // 1e-4 drives the common scale below where it is multiplied out; 0 starts over.
            let keep = [1.0, 0.9, 1e-4, 1.0, 0.5, 1.0, 1e-4, 1e-4][t % 8];
            let keep = if t % 97 == 96 { 0.0 } else { keep };
            let (mut a, mut b) = (View::default(), View::default());
            let parts = [Instance::Dense(x)];
            ours.look(&parts, &mut a);
            primal.look(&parts, &mut b);
            close(a.scores[0], b.scores[0]);
            assert_eq!(ours.average(&parts, &mut a), primal.average(&parts, &mut b));
            close(a.scores[0], b.scores[0]);
            step(&mut ours, x, 0, *y, keep);
            step(&mut primal, x, 0, *y, keep);
            close(ours.own_square(1.0), primal.own_square(1.0));
        }
    }
}

#[test]
fn classes_seen_late_find_room_in_a_run() {
    let mut examples = stream(&mut Rng::new(12), 600, 6);
    for (t, (x, y)) in examples.iter_mut().enumerate() {
        // A new class every hundred rounds.
        let largest = (0..1 + t / 100).max_by(|a, b| x[*a].total_cmp(&x[*b]));
        *y = largest.unwrap() as f64;
    }
    for name in ["perceptron", "pa1", "mira"] {
        let mut spec = Spec::named(name, "multiclass").unwrap();
        let mut primal = spec.build().unwrap();
        spec.kernel = Some(AnyKernel::parse("linear").unwrap());
        let mut ours = spec.build().unwrap();
        ours.expect(&instances(&examples), true);
        for example in examples.iter().chain(&examples) {
            let (a, b) = (learn(&mut ours, example), learn(&mut primal, example));
            close(a.margin, b.margin);
            close(a.step, b.step);
        }
        assert_eq!(expansion(&ours).rows(), 6);
        close(ours.lower_bound(1.0), primal.lower_bound(1.0));
        let (tracked, exact) = expansion(&ours).squares();
        close(tracked, exact);
        let again = AnyLearner::restore(ours.snapshot(&spec)).unwrap();
        assert_eq!(again.snapshot(&spec), ours.snapshot(&spec));
    }
}
