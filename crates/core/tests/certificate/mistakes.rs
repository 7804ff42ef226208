//! Mistake bounds as theorems: every bound function against runs and comparators.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Cor. 5-7, Thm. 4 and 6, Eq. 5.2, 5.7 and 5.8, sec.
//! 5.1.2.

use crate::support::primal_dual::{
    Example, GEOMETRIES, Geo, binary_stream, comparator, count, largest_norm, spec, within,
};
use crate::support::{Rng, at_most_up_to, p_norm, scaled};
use noregret_core::certificate::mistakes;

const N: usize = 5;

/// Streams with and without noise, instances of two sizes.
fn streams(rng: &mut Rng, planted: &[f64]) -> Vec<Vec<Example>> {
    let one = |(margin, noise): (f64, f64)| {
        let mut stream = binary_stream(rng, planted, 120, margin * p_norm(planted, 1.0), noise);
        stream.iter_mut().step_by(3).for_each(|e| e.x.iter_mut().for_each(|x| *x *= 4.0));
        stream
    };
    [(0.05, 0.0), (0.02, 0.05), (0.0, 0.2)].map(one).into()
}

#[test]
fn conservative_rules_keep_their_relative_mistake_bounds() {
    let mut rng = Rng::new(33);
    for geo in [Geo::Euclid, Geo::PNorm(3.0), Geo::PNorm(8.0)] {
        for _ in 0..10 {
            let planted = geo.comparator(&mut rng, N);
            for stream in streams(&mut rng, &planted) {
                let run =
                    count(&spec("hinge", "fixed:on=mistake", &geo.text(), "fixed:C=0.3"), &stream);
                let (m, x) = (run.mistakes.len() as f64, largest_norm(geo, &run.mistakes));
                let squares: f64 = run.mistakes.iter().map(|e| geo.dual_norm(&e.x).powi(2)).sum();
                let v = run.learner.certificate().potential_norm;
                for k in 0..20 {
                    let u = if k < 10 {
                        scaled(&planted, 0.5 * (k + 1) as f64)
                    } else {
                        geo.comparator(&mut rng, N)
                    };
                    for gamma in [0.3, 1.0] {
                        let by = comparator(geo, &u, gamma, &run.mistakes);
                        let (bound, p) = match geo {
                            Geo::PNorm(p) => (mistakes::p_norm(&by, x, p), p),
                            _ => (mistakes::perceptron(&by, x), 2.0),
                        };
                        at_most_up_to(m, bound, 0.0, &format!("{geo:?} Cor. 5/7"));
                        // Data-dependent: |v| for X sqrt(M), then |v|^2 <= (p-1) sum |x|^2.
                        at_most_up_to(gamma * m, by.loss + by.norm * v, 0.0, "with |v|");
                        at_most_up_to(v, ((p - 1.0) * squares).sqrt(), 0.0, "|v|");
                        let relaxed = mistakes::relaxed_root(
                            (p - 1.0).sqrt() * x * by.norm / gamma,
                            by.loss / gamma,
                        );
                        at_most_up_to(bound, relaxed, 0.0, "the printed form is weaker");
                    }
                }
            }
        }
    }
}

#[test]
fn fixed_rates_keep_their_mistake_bounds_in_every_geometry() {
    let (mut rng, mut finite) = (Rng::new(34), 0);
    for geo in GEOMETRIES {
        for (ascent, rate) in
            [("fixed:on=mistake", 0.05), ("exact", 0.05), ("exact", 0.4), ("fixed", 0.01)]
        {
            let planted = geo.comparator(&mut rng, N);
            for stream in streams(&mut rng, &planted) {
                let gamma = 0.5;
                let run = count(
                    &spec("hinge:margin=0.5", ascent, &geo.text(), &format!("fixed:C={rate}")),
                    &stream,
                );
                let on = if ascent.contains("mistake") { &run.mistakes } else { &run.updates };
                for _ in 0..10 {
                    let u = geo.comparator(&mut rng, N);
                    let by = comparator(geo, &u, gamma, on);
                    let bound = mistakes::fixed_tradeoff(
                        &by,
                        geo.value(&u),
                        largest_norm(geo, on),
                        1.0 / rate,
                    );
                    finite += i32::from(bound.is_finite());
                    at_most_up_to(
                        run.mistakes.len() as f64,
                        bound,
                        0.0,
                        &format!("{geo:?} {ascent} C = {rate}"),
                    );
                    if geo == Geo::Euclid && ascent == "exact" {
                        let unit = count(
                            &spec("hinge", "exact", "euclid", &format!("fixed:C={rate}")),
                            &stream,
                        );
                        let by = comparator(geo, &u, 1.0, &stream);
                        let bound = mistakes::pa_one(&by, largest_norm(geo, &stream), rate);
                        at_most_up_to(unit.mistakes.len() as f64, bound, 0.0, "PA-I");
                    }
                }
            }
        }
    }
    assert!(finite > 200, "{finite} finite bounds");
}

#[test]
fn self_tuned_rules_keep_cor_6_and_thm_6() {
    let mut rng = Rng::new(35);
    for geo in GEOMETRIES {
        for _ in 0..4 {
            let planted = geo.comparator(&mut rng, N);
            for stream in streams(&mut rng, &planted) {
                let most = if geo.is_bounded() { geo.most(N) } else { 1.5 };
                let tuned = |ascent: &str, lazy: bool, gamma: f64| {
                    let schedule = format!("mistakes:lazy={lazy},complexity={most}");
                    count(
                        &spec(&format!("hinge:margin={gamma}"), ascent, &geo.text(), &schedule),
                        &stream,
                    )
                };
                for gamma in [0.2, 1.0] {
                    let [lazy, printed] =
                        [true, false].map(|lazy| tuned("fixed:on=mistake", lazy, gamma));
                    let [exact, eager] = [false, true].map(|lazy| tuned("exact", lazy, gamma));
                    for _ in 0..8 {
                        let u = within(&mut rng, geo, N, most);
                        for (run, scope, on) in [
                            (&lazy, &lazy.mistakes, &lazy.mistakes),
                            (&printed, &stream, &printed.mistakes),
                            (&exact, &stream, &exact.updates),
                            (&eager, &eager.updates, &eager.updates),
                        ] {
                            let by = comparator(geo, &u, gamma, on);
                            let bound = mistakes::self_tuned(&by, largest_norm(geo, scope), most);
                            at_most_up_to(
                                run.mistakes.len() as f64,
                                bound,
                                0.0,
                                &format!("{geo:?} self-tuned"),
                            );
                            if geo == Geo::Entropy(1.0) {
                                let same =
                                    mistakes::self_tuned_winnow(&by, largest_norm(geo, scope), N);
                                at_most_up_to(
                                    (bound - same).abs(),
                                    1e-9 * bound,
                                    0.0,
                                    "Cor. 6 is Thm. 6 at U = ln n",
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}
