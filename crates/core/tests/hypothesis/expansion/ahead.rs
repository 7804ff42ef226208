//! Scores depend neither on what was announced nor on how many threads work.

use crate::support::expansion::{Example, expansion, instances, learn, passes, spec, step, stream};
use crate::support::{Rng, close};
use noregret_core::hypothesis::{Expansion, Hypothesis};
use noregret_core::kernel::AnyKernel;
use noregret_core::round::View;
use noregret_core::{Batch, Instance, Label};

/// Scores of a run, with instances announced as `(chunk, again)` says.
fn run(
    kernel: &str,
    examples: &[Example],
    threads: usize,
    told: Option<(usize, bool)>,
) -> Vec<u64> {
    let mut learner = spec("pa1", Some(kernel)).build().unwrap();
    learner.use_threads(threads);
    let ahead = instances(examples);
    let mut scores = Vec::new();
    for (t, example) in examples.iter().enumerate() {
        if let Some((chunk, again)) = told.filter(|(chunk, _)| t % chunk == 0) {
            learner.expect(&ahead[t..(t + chunk).min(ahead.len())], again);
        }
        scores.push(learn(&mut learner, example).score.to_bits());
    }
    let asked: Vec<_> =
        ahead.iter().map(|&x| noregret_core::Example::new(x, Label::None)).collect();
    learner.predict_many(Batch::Examples(&asked), |_, answer| {
        scores.push(answer.unwrap().score().to_bits());
    });
    scores
}

#[test]
fn scores_depend_on_neither_threads_nor_announcements() {
    // Long enough for several blocks, and for work that is worth a second thread.
    let examples = stream(&mut Rng::new(4), 900, 40);
    for kernel in ["linear", "polynomial:degree=3", "gaussian:sigma=2"] {
        let plain = run(kernel, &examples, 1, None);
        for threads in [1, 2, 4] {
            for told in [None, Some((900, false)), Some((300, false)), Some((900, true))] {
                assert!(
                    plain == run(kernel, &examples, threads, told),
                    "{kernel} {threads} {told:?}"
                );
            }
        }
    }
}

#[test]
fn passes_over_a_fixed_set_only_differ_by_rounding() {
    let mut examples = stream(&mut Rng::new(5), 600, 6);
    let repeats = examples[..40].to_vec();
    examples.extend(repeats);
    for name in ["perceptron", "pa1", "romma-aggressive"] {
        let (plain, learner) = passes(name, &examples, None);
        for again in [false, true] {
            let (told, other) = passes(name, &examples, Some(again));
            plain.iter().zip(&told).for_each(|(a, b)| close(*a, *b));
            assert_eq!(expansion(&learner).patterns(), expansion(&other).patterns());
        }
    }
}

#[test]
fn an_announcement_that_does_not_come_true_does_no_harm() {
    let mut rng = Rng::new(6);
    let (expected, come) = (stream(&mut rng, 300, 6), stream(&mut rng, 300, 6));
    let mixed: Vec<Example> =
        expected.iter().zip(&come).flat_map(|(a, b)| [b, a]).step_by(3).cloned().collect();
    let build = || spec("pa1", Some("polynomial")).build().unwrap();
    let (mut told, mut plain) = (build(), build());
    told.expect(&instances(&expected), true);
    for example in &mixed {
        assert_eq!(learn(&mut told, example), learn(&mut plain, example));
    }
}

#[test]
fn rows_may_come_late() {
    let examples = stream(&mut Rng::new(8), 700, 5);
    let build = || Expansion::new(AnyKernel::parse("polynomial").unwrap(), None, 1, None);
    let (mut told, mut plain) = (build(), build());
    told.expect(&instances(&examples), true);
    for pass in 0..2 {
        for (t, (x, y)) in examples.iter().enumerate() {
            let rows = 1 + (pass * examples.len() + t) / 300;
            for h in [&mut told, &mut plain] {
                h.widen(rows);
                step(h, x, t % rows, *y, 1.0);
            }
            let (mut a, mut b) = (View::default(), View::default());
            told.look(&[Instance::Dense(x)], &mut a);
            plain.look(&[Instance::Dense(x)], &mut b);
            assert_eq!((a.scores.len(), b.scores.len()), (rows, rows));
            a.scores.iter().zip(&b.scores).for_each(|(a, b)| close(*a, *b));
        }
    }
    let (tracked, exact) = told.squares();
    close(tracked, exact);
    told.mark();
    told.widen(9);
    told.undo();
    assert_eq!(told.rows(), plain.rows());
}
