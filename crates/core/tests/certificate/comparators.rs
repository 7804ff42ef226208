//! Certificates at every round of random streams: no comparator does better than they say.
//!
//! `sum g_t(u) >= A - <v,u>`, the class-wide lower bound and certified regret, the chain
//! `G - A + <v,u> <= G - D_c + c f(u) <= c f(u) + sum |lambda|^2/(2c_t)`, weak duality at any c',
//! margin ceilings, zero-loss complexity, the scaling at C = infinity, and a slack that covers
//! rounding.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Lemmas 1 and 2 read round by round.

use crate::support::primal_dual::{
    Example, GEOMETRIES, Geo, Mirror, binary_stream, compositions, example, learn, mixed_stream,
    name, spec, weights,
};
use crate::support::{Rng, at_most_up_to, basis, dot, near, p_norm, scaled};
use noregret_core::Spec;
use noregret_core::ascent::{Ascent, Trigger};

const N: usize = 4;
const ASCENTS: [&str; 5] = ["fixed", "exact", "bounded", "fixed:on=mistake", "exact:on=mistake"];

/// Comparators worth fearing: random ones, and the weights of a run that has seen the stream
/// several times.
fn comparators(rng: &mut Rng, spec: &Spec, geo: Geo, stream: &[Example]) -> Vec<Vec<f64>> {
    let mut found: Vec<Vec<f64>> = (0..6).map(|_| geo.comparator(rng, N)).collect();
    found.push(geo.weights(&[0.0; N]));
    let trainer = crate::support::primal_dual::spec(
        &spec.loss.to_string(),
        "exact",
        &geo.text(),
        "fixed:C=5",
    );
    let mut replay = Mirror::new(&trainer, geo, N);
    for pass in 0..6 {
        stream.iter().for_each(|e| drop(replay.learn(e)));
        if pass % 2 == 1 {
            found.push(weights(&replay.learner, N));
        }
    }
    found
}

#[test]
fn no_comparator_beats_the_certificate_at_any_round() {
    let (mut rng, all) = (Rng::new(21), compositions(&ASCENTS));
    for (i, (spec, geo)) in all.iter().enumerate() {
        let stream = mixed_stream(&mut rng, &spec.loss, N, 12);
        let mut panel = if i % 8 == 0 {
            comparators(&mut rng, spec, *geo, &stream)
        } else {
            (0..2).map(|_| geo.comparator(&mut rng, N)).collect()
        };
        let mut m = Mirror::new(spec, *geo, N);
        for t in 0..stream.len() {
            m.learn(&stream[t]);
            if t == 8 {
                panel.push(weights(&m.learner, N));
            }
            for u in &panel {
                check_comparator(&m, u, &stream[..=t], &mut rng, &name(spec));
            }
        }
        check_chain(&m, spec, &panel);
    }
}

fn check_comparator(m: &Mirror, u: &[f64], past: &[Example], rng: &mut Rng, what: &str) {
    let (loss, level) = (m.total_loss_of(u, past), m.geo.level(u));
    let size = m.gain.abs() + dot(&m.v, u).abs();
    at_most_up_to(m.gain - dot(&m.v, u), loss, size, &format!("CERT-1: {what}"));
    // A corner of the simplex has the full complexity; rounding must not put it above.
    let level = level.min(m.geo.most(N));
    let bound = m.learner.lower_bound(level * (1.0 + 1e-12));
    at_most_up_to(bound, loss, size, &format!("lower bound: {what}"));
    let c = 10f64.powf(2.0 * rng.signed());
    at_most_up_to(m.dual(c), c * m.geo.value(u) + loss, size, &format!("weak duality: {what}"));
    if !past.len().is_multiple_of(4) {
        return;
    }
    let dual = m.learner.certificate();
    let own = m.learner.ledger().loss.value() - loss;
    for at in dual.regret_at.iter().filter(|at| level <= at.complexity) {
        at_most_up_to(own, at.regret, size, &format!("certified regret: {what}"));
    }
}

/// The chain at the end of the run, sums over the rounds the rule acts on.
fn check_chain(m: &Mirror, spec: &Spec, panel: &[Vec<f64>]) {
    let (dual, ledger) = (m.learner.certificate(), m.learner.ledger());
    let acts_on_mistakes = spec.ascent.trigger() == Trigger::Mistake;
    let own = if acts_on_mistakes { &ledger.mistake_loss } else { &ledger.loss }.value();
    let (value, c) = (dual.dual_value.unwrap(), dual.tradeoff);
    near(value, m.dual(c), 1e-9, &name(spec));
    near(dual.dual_gain, m.gain, 1e-9, &name(spec));
    for u in panel {
        let (f, size) = (m.geo.value(u), m.gain.abs() + own);
        let [first, second] = [own - m.gain + dot(&m.v, u), own - value + c * f];
        at_most_up_to(first, second, size, &format!("chain 1: {}", name(spec)));
        at_most_up_to(
            second,
            c * f + dual.subgradient_sum.unwrap(),
            size,
            &format!("chain 2: {}", name(spec)),
        );
    }
}

#[test]
fn without_a_cap_the_scaled_certificate_still_holds() {
    let mut rng = Rng::new(22);
    for (loss, ascent, geo) in [
        ("hinge", "exact", Geo::Euclid),
        ("eps-insensitive", "exact", Geo::Euclid),
        ("hinge:margin=0.1", "bounded", Geo::Entropy(1.0)),
        ("eps-insensitive", "bounded", Geo::Balanced(1.0)),
        ("hinge", "bounded", Geo::PNorm(3.0)),
    ] {
        let mut above_one = 0;
        for _ in 0..30 {
            let spec = spec(loss, ascent, &geo.text(), "fixed:C=inf");
            let mut stream = mixed_stream(&mut rng, &spec.loss, N, 25);
            stream.iter_mut().for_each(|e| e.x.iter_mut().for_each(|x| *x *= 0.5));
            let mut m = Mirror::new(&spec, geo, N);
            let panel = comparators(&mut rng, &spec, geo, &stream);
            for t in 0..stream.len() {
                m.learn(&stream[t]);
                for u in &panel {
                    let loss = m.total_loss_of(u, &stream[..=t]);
                    let level = geo.level(u).min(geo.most(N)) * (1.0 + 1e-12);
                    let bound = m.learner.lower_bound(level);
                    at_most_up_to(bound, loss, 0.0, &name(&spec));
                }
            }
            above_one += i32::from(m.learner.ledger().peak > 1.0);
            assert_eq!(m.learner.certificate().dual_value, None);
        }
        assert!(above_one > 5, "{loss} {ascent}: only {above_one} runs left the cap");
    }
}

/// Least margin of u over a stream.
fn margin(u: &[f64], stream: &[Example]) -> f64 {
    stream.iter().map(|e| e.y * dot(u, &e.x)).fold(f64::INFINITY, f64::min)
}

#[test]
fn a_planted_separator_is_never_refuted() {
    let mut rng = Rng::new(23);
    for geo in GEOMETRIES {
        for ascent in ["fixed:on=mistake", "fixed", "exact"] {
            for hinge in ["hinge", "hinge:margin=0.05"] {
                let spec = spec(hinge, ascent, &geo.text(), "fixed");
                let planted = geo.comparator(&mut rng, N);
                let stream =
                    binary_stream(&mut rng, &planted, 40, 0.01 * p_norm(&planted, 2.0), 0.0);
                let mut learner = spec.build().unwrap();
                learner.reserve(N);
                for t in 0..stream.len() {
                    learn(&mut learner, &stream[t]);
                    let dual = learner.certificate();
                    let mu = margin(&planted, &stream[..=t]);
                    let size = if geo.is_bounded() { 1.0 } else { geo.level(&planted) };
                    if let Some(ceiling) = dual.margin_ceiling {
                        at_most_up_to(
                            mu,
                            size * ceiling,
                            0.0,
                            &format!("ceiling: {geo:?} {ascent}"),
                        );
                    }
                    let required = spec.loss.margin().unwrap();
                    let perfect = scaled(&planted, required / mu);
                    match dual.zero_loss_complexity {
                        Some(least) if !geo.is_bounded() => {
                            at_most_up_to(least, geo.level(&perfect), 0.0, "zero-loss complexity");
                        }
                        Some(_) => {
                            assert!(mu < required, "{geo:?}: refuted, yet separated by {mu}");
                        }
                        None => {}
                    }
                    if geo.is_bounded() && mu >= required {
                        assert_eq!(learner.lower_bound(geo.most(N)), 0.0);
                    }
                }
            }
        }
    }
}

/// A bounded class too small for the data is refuted, and the bound grows with the evidence.
#[test]
fn certificates_say_something() {
    let spec = spec("hinge", "exact", "entropy", "fixed");
    let mut m = Mirror::new(&spec, Geo::Entropy(1.0), 2);
    for t in 0..50 {
        let y = if t % 2 == 0 { 1.0 } else { -1.0 };
        m.learn(&example(vec![1.0, 0.5], y));
    }
    let dual = m.learner.certificate();
    assert_eq!(dual.zero_loss_complexity, Some(f64::INFINITY));
    assert!(dual.regret_at[2].lower_bound > 35.0, "{}", dual.regret_at[2].lower_bound);
    assert!(dual.margin_ceiling.unwrap() < 0.1);

    // Orthonormal mistakes: u = v has norm 3, margin 1 everywhere and nothing to lose, and nothing
    // smaller has.
    let mut m = Mirror::new(
        &crate::support::primal_dual::spec("hinge", "fixed", "euclid", "fixed"),
        Geo::Euclid,
        9,
    );
    for t in 0..9 {
        m.learn(&example(basis(9, t), 1.0));
    }
    let dual = m.learner.certificate();
    let (least, ceiling) = (dual.zero_loss_complexity.unwrap(), dual.margin_ceiling.unwrap());
    assert!(least <= 3.0 && least > 3.0 - 1e-9, "{least}");
    assert!((1.0 / 3.0..1.0 / 3.0 + 1e-9).contains(&ceiling), "{ceiling}");
}

#[test]
fn a_fresh_learner_certifies_nothing_in_numbers() {
    for geo in GEOMETRIES {
        let learner = spec("hinge", "exact", &geo.text(), "fixed").build().unwrap();
        let dual = learner.certificate();
        assert_eq!((dual.dual_value, dual.margin_ceiling), (Some(0.0), None), "{geo:?}");
        assert!(dual.regret_at.iter().all(|at| at.regret == 0.0 && at.lower_bound == 0.0));
        assert_eq!(dual.zero_loss_complexity, None);
    }
}
