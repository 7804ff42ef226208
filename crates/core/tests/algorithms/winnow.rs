//! Winnow on threshold functions, the mistake budget of an assumed margin, and adversaries.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), sec. 2.3 and 5.1.2, Eq. 5.8, Thm. 4.

use crate::support::primal_dual::{
    Example, GEOMETRIES, Geo, binary_stream, build, comparator, count, example, largest_norm,
    learn, spec,
};
use crate::support::{Rng, at_most_up_to, basis, dot, p_norm};
use noregret_core::certificate::mistakes::{self, Budget, Comparator};
use noregret_core::{Instance, Label, Prediction};

const N: usize = 5;

/// x in {0,1}^(n-1) and a last coordinate -1; positive iff at least r of the first k bits are on.
fn r_of_k(rng: &mut Rng, (r, k): (usize, usize), n: usize, len: usize) -> Vec<Example> {
    let one = |_| {
        let mut x: Vec<f64> = (0..n).map(|_| f64::from(rng.unit() < 0.4)).collect();
        x[n - 1] = -1.0;
        let on = x[..k].iter().sum::<f64>() as usize;
        example(x, if on >= r { 1.0 } else { -1.0 })
    };
    (0..len).map(one).collect()
}

#[test]
fn winnow_learns_threshold_functions_within_its_bound() {
    let mut rng = Rng::new(36);
    for (r, k, n) in [(1, 3, 12), (2, 3, 40), (2, 5, 100), (1, 1, 30)] {
        let stream = r_of_k(&mut rng, (r, k), n, 1500);
        let size = (r + k) as f64 - 0.5;
        let mut u = vec![0.0; n];
        u[..k].fill(1.0 / size);
        u[n - 1] = (r as f64 - 0.5) / size;
        let gamma = 0.5 / size;
        assert!(stream.iter().all(|e| e.y * dot(&u, &e.x) >= gamma - 1e-12), "u separates");
        let fixed = count(
            &spec("hinge", "fixed:on=mistake", "entropy", &format!("fixed:C={gamma}")),
            &stream,
        );
        let tuned = count(&spec("hinge", "fixed:on=mistake", "entropy", "mistakes"), &stream);
        for (run, own) in [(&fixed, false), (&tuned, true)] {
            let bound = mistakes::r_of_k(r, k, n, own);
            at_most_up_to(
                run.mistakes.len() as f64,
                bound,
                0.0,
                &format!("{r} of {k}, self-tuned {own}"),
            );
            assert!(!run.mistakes.is_empty());
        }
    }
}

#[test]
fn winnow_without_hindsight_and_with_it() {
    let (mut rng, mut fixed_points) = (Rng::new(37), 0);
    for _ in 0..12 {
        let planted = rng.simplex_or_corner(N);
        let gamma = 0.05 + 0.1 * rng.unit();
        let stream = binary_stream(&mut rng, &planted, 300, gamma, 0.0);
        let x = largest_norm(Geo::Entropy(1.0), &stream);
        let run = |c: f64| {
            count(
                &spec("hinge", "fixed:on=mistake", "entropy", &format!("fixed:C={}", 1.0 / c)),
                &stream,
            )
        };
        let ln = (N as f64).ln();
        let m = run(x * x / gamma).mistakes.len() as f64;
        at_most_up_to(m, 2.0 * x * x * ln / (gamma * gamma), 0.0, "c = X^2/gamma");
        // (5.8) is about c tuned to the number of mistakes it leads to: look for such fixed points.
        for k in 1..60 {
            let tuned = run(x * (f64::from(k) / (2.0 * ln)).sqrt());
            if tuned.mistakes.len() == k as usize {
                fixed_points += 1;
                let by = comparator(Geo::Entropy(1.0), &planted, 2.0 * gamma, &tuned.mistakes);
                at_most_up_to(f64::from(k), mistakes::winnow(&by, x, N), 0.0, "(5.8)");
            }
        }
    }
    assert!(fixed_points > 5, "{fixed_points}");
}

#[test]
fn the_mistake_budget_is_never_overrun_and_an_impossible_margin_is_refuted() {
    let (mut rng, mut refuted) = (Rng::new(38), 0);
    for geo in [Geo::Euclid, Geo::PNorm(4.0)] {
        let root = if let Geo::PNorm(p) = geo { (p - 1.0).sqrt() } else { 1.0 };
        for round in 0..20 {
            let planted = geo.comparator(&mut rng, N);
            let noise = if round % 2 == 0 { 0.0 } else { 0.3 };
            let stream =
                binary_stream(&mut rng, &planted, 200, 0.05 * p_norm(&planted, 1.0), noise);
            let gamma =
                stream.iter().map(|e| (dot(&planted, &e.x)).abs()).fold(f64::INFINITY, f64::min);
            let (b, x) = (geo.level(&planted), root * largest_norm(geo, &stream));
            let mut learner = build(&spec("hinge", "fixed:on=mistake", &geo.text(), "fixed"), N);
            let mut budgets = Vec::new();
            for e in &stream {
                let v = learner.certificate().potential_norm;
                budgets.push((
                    learner.ledger().mistakes,
                    mistakes::remaining(b, gamma, learner.ledger().mistakes, v * v, x),
                ));
                learn(&mut learner, e);
            }
            let total = learner.ledger().mistakes;
            if noise > 0.0 {
                refuted += i32::from(budgets.iter().any(|(_, budget)| *budget == Budget::Refuted));
                continue;
            }
            for (before, budget) in budgets {
                let Budget::AtMost(left) = budget else { panic!("a true margin was refuted") };
                at_most_up_to((total - before) as f64, left, 0.0, "remaining mistakes");
            }
        }
    }
    assert!(refuted >= 5, "{refuted} false margins refuted");
}

#[test]
fn the_coin_fools_everyone_and_basis_vectors_make_cor_5_tight() {
    for geo in GEOMETRIES {
        let mut learner = spec("hinge", "exact", &geo.text(), "fixed").build().unwrap();
        for label in [1.0, -1.0] {
            learner.admit_label(Label::Number(label)).unwrap();
        }
        for t in 1..=50u64 {
            let x = [1.0];
            let (said, _) = learner.predict(Instance::Dense(&x)).unwrap();
            let opposite = if said.to_string() == "1" { -1.0 } else { 1.0 };
            assert!(matches!(said, Prediction::Class(Some(_))));
            learn(&mut learner, &example(x.to_vec(), opposite));
            assert_eq!(learner.ledger().mistakes, t, "{geo:?}");
        }
    }
    let len = 30;
    for (geo, ascent) in [
        (Geo::Euclid, "fixed:on=mistake"),
        (Geo::Euclid, "exact"),
        (Geo::PNorm(5.0), "fixed:on=mistake"),
    ] {
        let mut learner = build(&spec("hinge", ascent, &geo.text(), "fixed"), len);
        let mut u = vec![0.0; len];
        let root = (len as f64).sqrt();
        for (t, y) in u.iter_mut().enumerate() {
            // |v|^2 = t, so a zero-loss u of norm sqrt(len) leaves exactly len - t mistakes to
            // come.
            let left = mistakes::remaining(root * (1.0 + 1e-12), 1.0, t as u64, t as f64, 1.0);
            assert!(matches!(left, Budget::AtMost(m) if (m - (len - t) as f64).abs() < 1e-6));
            *y = if learner.weight(t, 0) >= 0.0 { -1.0 } else { 1.0 };
            let outcome = learn(&mut learner, &example(basis(len, t), *y));
            assert!(outcome.loss >= 1.0);
        }
        assert_eq!(learner.ledger().mistakes, len as u64);
        let refuted = mistakes::remaining(0.99 * root, 1.0, len as u64, len as f64, 1.0);
        assert_eq!(refuted, Budget::Refuted);
        let by = Comparator { norm: p_norm(&u, 2.0), margin: 1.0, loss: 0.0 };
        assert!((mistakes::perceptron(&by, 1.0) - len as f64).abs() < 1e-9);
    }
}
