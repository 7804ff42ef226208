//! Golden vectors of Passive-Aggressive, ROMMA and the unit values of the thesis.
//!
//! Reference: Crammer et al. 2003 and 2006; Shalev-Shwartz 2007 (thesis); Li & Long 2002.

use noregret_core::{Instance, Label, Spec, learner::AnyLearner};

fn learner(spec: &Spec) -> AnyLearner {
    spec.build().unwrap_or_else(|e| panic!("{e}"))
}

fn named(name: &str, problem: &str, change: impl FnOnce(&mut Spec)) -> AnyLearner {
    let mut spec = Spec::named(name, problem).unwrap_or_else(|e| panic!("{e}"));
    change(&mut spec);
    learner(&spec)
}

fn feed(learner: &mut AnyLearner, x: &[f64], y: f64) -> noregret_core::Outcome {
    learner.learn(Instance::Dense(x), Label::Number(y)).unwrap_or_else(|e| panic!("{e}"))
}

fn close(learner: &AnyLearner, expected: &[f64], tolerance: f64) {
    for (j, e) in expected.iter().enumerate() {
        let w = learner.weight(j, 0);
        assert!((w - e).abs() <= tolerance, "weight {j} is {w}, not {e}");
    }
}

#[test]
fn pa_classification() {
    let mut pa = named("pa", "binary", |_| {});
    let outcome = feed(&mut pa, &[3.0, 4.0], 1.0);
    assert_eq!((outcome.loss, outcome.step), (1.0, 0.04));
    close(&pa, &[0.12, 0.16], 1e-15);

    let mut relaxed = named("pa-relaxed", "binary", |s| {
        s.schedule = noregret_core::schedule::Relaxed { gamma: 5.0 }.into();
    });
    feed(&mut relaxed, &[3.0, 4.0], 1.0);
    close(&relaxed, &[0.1, 0.4 / 3.0], 1e-15);
    let again = feed(&mut relaxed, &[3.0, 4.0], 1.0);
    assert!((again.loss.sqrt() - 1.0 / 6.0).abs() < 1e-15);

    let mut one = named("pa1", "binary", |s| s.set_aggressiveness(0.01).unwrap());
    feed(&mut one, &[3.0, 4.0], 1.0);
    close(&one, &[0.03, 0.04], 1e-15);
}

#[test]
fn pa_regression() {
    let epsilon = |s: &mut Spec| assert!(s.loss.set_epsilon(0.5));
    let mut pa = named("pa", "regression", epsilon);
    let outcome = feed(&mut pa, &[1.0, 2.0], 3.0);
    assert_eq!((outcome.loss, outcome.step), (2.5, 0.5));
    close(&pa, &[0.5, 1.0], 1e-15);
    let after = feed(&mut pa, &[1.0, 2.0], 3.0);
    assert!((after.margin + 0.5).abs() < 1e-15);

    let mut relaxed = named("pa-relaxed", "regression", |s| {
        epsilon(s);
        s.schedule = noregret_core::schedule::Relaxed { gamma: 5.0 }.into();
    });
    feed(&mut relaxed, &[1.0, 2.0], 3.0);
    close(&relaxed, &[0.25, 0.5], 1e-15);
    assert!((feed(&mut relaxed, &[1.0, 2.0], 3.0).loss.sqrt() - 1.25).abs() < 1e-15);
}

#[test]
fn pa_uniclass() {
    let mut pa = named("pa", "uniclass", |_| {});
    assert!(!feed(&mut pa, &[0.0, 0.0], 1.0).counted);
    let outcome = feed(&mut pa, &[3.0, 4.0], 1.0);
    assert_eq!(outcome.loss, 4.0);
    close(&pa, &[2.4, 3.2], 1e-15);

    let mut relaxed = named("pa-relaxed", "uniclass", |s| {
        s.schedule = noregret_core::schedule::Relaxed { gamma: 1.0 }.into();
    });
    feed(&mut relaxed, &[0.0, 0.0], 1.0);
    feed(&mut relaxed, &[3.0, 4.0], 1.0);
    close(&relaxed, &[1.2, 1.6], 1e-15);
    assert!((feed(&mut relaxed, &[3.0, 4.0], 1.0).loss.sqrt() - 2.0).abs() < 1e-14);
}

#[test]
fn learned_radius() {
    let mut pa = named("pa", "uniclass:radius=5,learn_radius=true", |_| {});
    feed(&mut pa, &[0.0], 1.0);
    let outcome = feed(&mut pa, &[3.0], 1.0);
    assert!((5.0 - outcome.margin - 34f64.sqrt()).abs() < 1e-12);
    assert!((outcome.step - 0.830_951_894_8).abs() < 1e-9);
    close(&pa, &[0.427_521_0], 1e-6);
    let noregret_core::problem::AnyProblem::Uniclass(ball) = pa.problem() else { unreachable!() };
    assert!((ball.lifted() - 4.287_465).abs() < 1e-6);
    assert!((ball.ball_radius() - 2.572_479).abs() < 1e-6);
    assert!((ball.ball_radius() - (3.0 - pa.weight(0, 0))).abs() < 1e-12);
}

#[test]
fn multiplicative_pa() {
    let mut c = named("pa-multiplicative", "binary", |s| assert!(s.loss.set_margin(0.8)));
    let outcome = feed(&mut c, &[1.0, 0.0], 1.0);
    assert!((outcome.loss - 0.3).abs() < 1e-15 && (outcome.step - 1.2).abs() < 1e-12);
    close(&c, &[0.768_525, 0.231_475], 1e-6);

    let mut r = named("pa-multiplicative", "regression", |_| {});
    feed(&mut r, &[1.0, 0.0], 0.9);
    close(&r, &[0.768_525, 0.231_475], 1e-6);

    for (rule, step, w) in
        [("published", 0.0625, 0.515_620), ("sup-norm", 0.5, 0.622_459), ("width", 2.0, 0.880_797)]
    {
        let mut u = named("pa-multiplicative", "uniclass", |s| {
            s.ascent =
                noregret_core::ascent::AnyAscent::parse(&format!("bounded:rule={rule}")).unwrap();
        });
        let outcome = feed(&mut u, &[2.0, 0.5], 1.0);
        assert!((outcome.loss - 0.5).abs() < 1e-12, "{rule}: loss {}", outcome.loss);
        assert!((outcome.step - step).abs() < 1e-12, "{rule}: step {}", outcome.step);
        close(&u, &[w], 1e-6);
    }
}

#[test]
fn thesis_unit_values() {
    let mut one = named("pa1", "binary", |_| {});
    let outcome = feed(&mut one, &[2.0, 0.0], 1.0);
    assert_eq!(outcome.step, 0.25);
    close(&one, &[0.5, 0.0], 0.0);
    let dual = one.certificate();
    assert!((dual.dual_value.unwrap() - 0.125).abs() < 1e-12);

    let mut winnow = named("winnow-aggressive", "binary", |s| assert!(s.loss.set_margin(0.5)));
    let outcome = feed(&mut winnow, &[1.0, -1.0, 0.0], 1.0);
    assert!((outcome.step - 0.834_115).abs() < 1e-6, "{}", outcome.step);
    assert!((feed(&mut winnow, &[1.0, -1.0, 0.0], 1.0).margin - 0.5).abs() < 1e-12);
}

#[test]
fn romma_closed_form() {
    let mut romma = named("romma", "binary", |_| {});
    feed(&mut romma, &[2.0, 0.0], 1.0);
    close(&romma, &[0.5, 0.0], 1e-15);
    // q = 5, s = 0.5 * -1 * ... : a = (-1, 2), <w,a> = -0.5, N = 0.25.
    feed(&mut romma, &[-1.0, 2.0], 1.0);
    let (q, s, n) = (5.0, -0.5, 0.25);
    let keep = (q * n - s) / (q * n - s * s);
    let d = n * (1.0 - s) / (q * n - s * s);
    close(&romma, &[keep * 0.5 - d, 2.0 * d], 1e-12);
    // It meets the new constraint exactly, and keeps the old hyperplane.
    let (w0, w1) = (romma.weight(0, 0), romma.weight(1, 0));
    assert!((-w0 + 2.0 * w1 - 1.0).abs() < 1e-12);
    assert!((w0 * 0.5 - 0.25).abs() < 1e-12);
}
