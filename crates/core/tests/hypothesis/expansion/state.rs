//! What an expansion keeps: patterns, their norm, a save that goes on bit for bit.
//!
//! Damaged and overflowing states are refused.

use crate::support::expansion::{expansion, learn, learn_all, passes, spec, stream};
use crate::support::{Rng, close};
use noregret_core::geometry::AnyGeometry;
use noregret_core::hypothesis::{Expansion, Hypothesis};
use noregret_core::kernel::AnyKernel;
use noregret_core::readout::Readout;
use noregret_core::round::{Direction, Term, View};
use noregret_core::snapshot::Array;
use noregret_core::{AnyLearner, Batch, Example, Instance, Label, Spec};

#[test]
fn equal_instances_share_a_pattern() {
    let mut learner = spec("perceptron", Some("polynomial")).build().unwrap();
    let forms = [
        Instance::Dense(&[0.0, 1.0, 2.0]),
        Instance::Sparse { indices: &[2, 1], values: &[2.0, 1.0] },
        Instance::Sparse { indices: &[0, 1, 2, 9], values: &[-0.0, 1.0, 2.0, 0.0] },
    ];
    for (t, x) in forms.iter().cycle().take(7).enumerate() {
        // The label turns each time, so every round is a mistake.
        learner.learn(*x, Label::Number(if t % 2 == 0 { -1.0 } else { 1.0 })).unwrap();
    }
    assert_eq!((learner.ledger().updates, expansion(&learner).patterns()), (7, 1));
    let mut flat = spec("perceptron", Some("linear")).build().unwrap();
    flat.learn(Instance::Dense(&[0.0; 3]), Label::Number(-1.0)).unwrap();
    assert_eq!(expansion(&flat).patterns(), 0, "nothing at K(x,x) = 0");
}

#[test]
fn the_tracked_norm_is_the_norm() {
    for name in ["perceptron", "pa1", "romma"] {
        let (_, learner) = passes(name, &stream(&mut Rng::new(7), 200, 4), None);
        let (tracked, exact) = expansion(&learner).squares();
        close(tracked, exact);
        let bound = expansion(&learner).dual(1.0).norm;
        assert!(bound >= exact.sqrt() && bound <= exact.sqrt() * (1.0 + 1e-6), "{bound} {exact}");
    }
}

#[test]
fn several_parts_add_up() {
    let (x, z) = ([1.0, 2.0, 0.0], [0.5, 0.0, -1.0]);
    let parts = [Instance::Dense(&x), Instance::Dense(&z)];
    let mut h = Expansion::new(AnyKernel::parse("polynomial").unwrap(), None, 2, None);
    let terms =
        [(0, 0, 1.5), (1, 0, -0.5), (1, 1, 2.0)].map(|(part, row, coef)| Term { part, row, coef });
    for _ in 0..3 {
        let mut view = View::default();
        h.look(&parts, &mut view);
        let step =
            Direction { parts: &parts, view: &view, terms: &terms, own: 0.0, c: 1.0, weight: 1.0 };
        let (before, curvature) = (h.squares().1, h.curvature(&step, Default::default()));
        h.apply(&step);
        let (tracked, exact) = h.squares();
        close(tracked, exact);
        if before == 0.0 {
            close(curvature, exact);
        }
    }
    assert_eq!(h.patterns(), 2);
}

#[test]
fn a_saved_run_goes_on_bit_for_bit() {
    let examples = stream(&mut Rng::new(9), 400, 6);
    for (name, readout) in
        [("pa1", Readout::Last), ("romma", Readout::Average), ("romma", Readout::Linear)]
    {
        let mut spec = spec(name, Some("gaussian:sigma=0.8"));
        spec.readout = readout;
        let mut learner = spec.build().unwrap();
        learn_all(&mut learner, &examples[..200]);
        let mut again = AnyLearner::restore(learner.snapshot(&spec)).unwrap();
        for e in &examples[200..] {
            assert_eq!(learn(&mut learner, e), learn(&mut again, e));
            let x = Instance::Dense(&e.0);
            assert_eq!(learner.predict(x).unwrap(), again.predict(x).unwrap());
        }
        assert_eq!(learner.snapshot(&spec), again.snapshot(&spec));
    }
}

#[test]
fn a_damaged_state_is_refused() {
    let spec = spec("pa1", Some("polynomial"));
    let mut learner = spec.build().unwrap();
    learn_all(&mut learner, &stream(&mut Rng::new(10), 50, 4));
    let whole = learner.snapshot(&spec);
    for at in 0..whole.arrays.len() {
        for damage in 0..3 {
            let mut state = whole.clone();
            match (&mut state.arrays[at].1, damage) {
                (_, 0) => drop(state.arrays.remove(at)),
                (Array::F64(v), 1) => v[0] = f64::NAN,
                (Array::U32(v), 1) => v[0] = u32::MAX,
                (Array::U64(v), 1) => v[0] = u64::MAX,
                (Array::F64(v), _) => drop(v.pop()),
                (Array::U32(v), _) => drop(v.pop()),
                (Array::U64(v), _) => drop(v.pop()),
            }
            let name = &whole.arrays[at].0;
            assert!(AnyLearner::restore(state).is_err(), "{name} {damage}");
        }
    }
}

#[test]
fn what_overflows_is_refused_and_leaves_no_trace() {
    for kernel in ["linear", "polynomial:degree=9", "gaussian"] {
        let mut learner = spec("pa1", Some(kernel)).build().unwrap();
        let examples = stream(&mut Rng::new(11), 60, 4);
        learn_all(&mut learner, &examples);
        let before = learner.ledger().clone();
        for x in [[1e200, 0.0], [f64::NAN, 1.0], [1.0, f64::INFINITY]] {
            let x = Instance::Dense(&x);
            assert!(learner.learn(x, Label::Number(1.0)).is_err(), "{kernel}");
            assert!(learner.predict(x).is_err());
            let asked = [x, Instance::Dense(&[1.0]), x].map(|x| Example::new(x, Label::None));
            let mut refused = Vec::new();
            learner.predict_many(Batch::Examples(&asked), |_, a| refused.push(a.is_err()));
            assert_eq!(refused, [true, false, true]);
        }
        assert_eq!(&before, learner.ledger());
        for size in [1e10, 1e30, 1e60, 1e100, 1e150, 1e-160] {
            for y in [1.0, -1.0] {
                let _ = learner.learn(Instance::Dense(&[size, -size]), Label::Number(y));
            }
        }
        let score = learner.predict(Instance::Dense(&[1.0, 2.0])).unwrap().1;
        assert!(score.is_finite() && !learner.lower_bound(1.0).is_nan(), "{kernel}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = |change: &dyn Fn(&mut Spec)| {
        let mut spec = spec("pa1", Some("gaussian"));
        change(&mut spec);
        spec.build().is_err()
    };
    assert!(!refused(&|_| ()));
    assert!(refused(&|s| s.geometry = AnyGeometry::parse("p-norm").unwrap()));
    assert!(refused(&|s| s.kernel = Some(AnyKernel::parse("gaussian:sigma=-1").unwrap())));
}
