//! Every scheme of simultaneous projections, round by round, in both geometries.
//!
//! Its step is that of its formula, with closed forms replaced by slow searches; the dual variables
//! are feasible; the dual grows as the paper says.
//!
//! Reference: Amit et al., simultaneous projections, sec. 5, 6 and 8, Eq. 15 and 16, Lemmas 3 and
//! 7.

use crate::support::tasks::{
    Play, Run, Scheme, Setting, Stream, comparators, everywhere, play_all,
};
use crate::support::{Geometry, Rng, at_most, near, near_all, square};
/// Every scheme on every stream in every setting.
fn every_round(seed: u64, mut see: impl FnMut(Scheme, &Setting, &Stream, &Play)) {
    everywhere(seed, 20, |setting, stream| {
        for scheme in Scheme::ALL {
            let mut run = Run::new(setting, scheme.ascent(), stream.n);
            play_all(&mut run, stream, |_, _, play| see(scheme, &setting, stream, play));
        }
    });
}

/// On the simplex SimOpt shares a zero row's part with the others.
fn is_defined(scheme: Scheme, play: &Play) -> bool {
    let paper = &play.paper;
    let shared = scheme == Scheme::Opt && paper.geo == Geometry::Entropy && paper.has_zero_row();
    paper.is_steady() && !shared && (scheme != Scheme::Max || paper.has_one_worst())
}

#[test]
fn every_scheme_takes_the_step_of_its_formula() {
    let (mut moved, mut kept) = (0, 0);
    every_round(1, |scheme, setting, stream, play| {
        if !is_defined(scheme, play) {
            return;
        }
        let what = format!("{scheme:?} {setting:?} {}", stream.name);
        let duals = play.paper.duals(scheme);
        let total: f64 = duals.iter().sum();
        if total == 0.0 {
            assert_eq!((play.mass, &play.after), (0.0, &play.paper.w), "{what}");
            kept += 1;
            return;
        }
        near_all(&play.after, &play.paper.moved(&play.paper.step(&duals)), 1e-8, &what);
        near(play.mass, total, 1e-8, &what);
        near(play.increase, play.paper.increase(&duals), 1e-9, &what);
        moved += 1;
    });
    assert!(moved > 2000 && kept > 300, "{moved} steps, {kept} rounds without");
}

/// `sum lambda <= C` whatever happens; the weights of the simplex stay there; a round without loss
/// changes no bit.
#[test]
fn dual_variables_are_feasible() {
    let mut full = 0;
    every_round(2, |scheme, setting, _, play| {
        assert!(play.mass >= 0.0 && play.mass <= setting.cap * (1.0 + 1e-12), "{scheme:?}");
        full += i32::from(play.mass >= setting.cap * (1.0 - 1e-12));
        if setting.geo == Geometry::Entropy {
            let sum: f64 = play.after.iter().sum();
            assert!((sum - 1.0).abs() < 1e-12 && play.after.iter().all(|w| *w >= 0.0), "{sum}");
        }
        if play.outcome.loss == 0.0 {
            assert_eq!(play.after, play.paper.w);
            assert_eq!(play.mass, 0.0);
        }
        near(play.outcome.loss, play.paper.loss_at(&play.paper.w), 1e-9, "max-hinge");
        assert!(
            !play.paper.is_steady() || play.outcome.violation != play.paper.mistaken().is_empty()
        );
    });
    assert!(full > 600, "{full} rounds at the cap");
}

/// `sum Delta = sum gamma lambda - f*(theta)`, and no comparator pays less:
/// `D_t <= f(u) + C sum loss(u)` after every round, also for the weights of the run itself; what is
/// proved of all comparators of a size holds too.
#[test]
fn both_forms_of_the_dual_agree_and_bound_every_comparator() {
    let (mut rng, mut tightest) = (Rng::new(3), 0.0f64);
    everywhere(4, 15, |setting, stream| {
        let Setting { geo, gamma, cap } = setting;
        let us = comparators(&mut rng, geo, stream);
        for ascent in Scheme::ALL.map(Scheme::ascent).into_iter().chain(["separable", "joint"]) {
            if ascent == "joint" && geo == Geometry::Entropy {
                continue;
            }
            let mut run = Run::new(setting, ascent, stream.n);
            let (mut mass, mut total) = (0.0, 0.0);
            let mut losses = vec![0.0; us.len()];
            let mut seen = Vec::new();
            play_all(&mut run, stream, |run, tasks, play| {
                mass += play.mass;
                total += play.increase;
                seen.push(tasks.clone());
                if geo == Geometry::Euclid {
                    near(run.dual(), gamma * mass - 0.5 * square(&play.after), 1e-9, ascent);
                }
                near(run.dual(), total, 1e-9, ascent);
                for (u, loss) in us.iter().zip(&mut losses) {
                    *loss += tasks.loss(u, gamma);
                    let primal = geo.complexity(u) + cap * *loss;
                    at_most(run.dual(), primal, ascent);
                    tightest = tightest.max(run.dual() / primal.max(1e-3));
                    let level = geo.level(u);
                    at_most(run.learner.lower_bound(level), *loss, ascent);
                }
            });
            let last = run.weights();
            let own: f64 = seen.iter().map(|tasks| tasks.loss(&last, gamma)).sum();
            at_most(run.dual(), geo.complexity(&last) + cap * own, "its own last weights");
        }
    });
    assert!(tightest > 0.8, "never nearer than {tightest}");
}

/// `Delta >= sum mu_j (what row j gains alone at alpha_j)` for the schemes that average.
#[test]
fn the_dual_grows_by_the_mean_of_the_single_steps_at_least() {
    let mut strict = 0;
    every_round(5, |scheme, _, _, play| {
        if scheme == Scheme::Opt || !play.paper.is_steady() {
            return;
        }
        let shares = play.paper.shares(scheme).into_iter().enumerate();
        let mean: f64 = shares.map(|(j, (mu, alpha))| mu * play.paper.own_increase(j, alpha)).sum();
        at_most(mean, play.increase, "Jensen");
        strict += i32::from(play.increase > mean + 1e-3);
    });
    assert!(strict > 200, "{strict} strict");
}

/// Table of section 2.5, with the constants of the simplex where that is the geometry.
#[test]
fn every_round_gains_what_its_scheme_promises() {
    let mut met = [0; 5];
    every_round(6, |scheme, setting, stream, play| {
        let Setting { gamma, cap, .. } = *setting;
        let (paper, radius) = (&play.paper, stream.radius(setting.geo));
        if !paper.is_steady() {
            return;
        }
        let (mistaken, violated) = (paper.mistaken(), paper.violated());
        let at = |a: f64| gamma * a - 0.5 * a * a * radius * radius;
        let best = at(cap.min(gamma / (radius * radius)));
        let mean = |among: &[usize]| {
            among.iter().map(|&j| paper.most(j)).sum::<f64>() / among.len().max(1) as f64
        };
        let imperfect = !mistaken.is_empty();
        match scheme {
            Scheme::Perc if imperfect => at_most(at(cap), play.increase, "SimPerc"),
            Scheme::Con if imperfect => {
                at_most(mean(&mistaken), play.increase, "ConProj");
                at_most(best, mean(&mistaken), "ConProj, a priori");
            }
            Scheme::Perc | Scheme::Con => assert_eq!(play.mass, 0.0, "no mistake, no step"),
            Scheme::Proj => {
                at_most(mean(&violated), play.increase, "SimProj");
                at_most(0.0, play.increase, "SimProj never falls");
                let part = mistaken.len() as f64 / violated.len().max(1) as f64;
                at_most(part * best, play.increase, "SimProj on mistakes");
            }
            Scheme::Max => {
                let most = (0..paper.a.len()).map(|j| (paper.misses()[j], paper.most(j)));
                let worst = most.fold((0.0, 0.0), |a, b| if b.0 > a.0 { b } else { a });
                near(play.increase, worst.1, 1e-8, "MaxPA gains what the worst row can");
                at_most(if imperfect { best } else { 0.0 }, play.increase, "MaxPA");
            }
            Scheme::Opt => {}
        }
        met[scheme as usize] += i32::from(imperfect);
    });
    assert!(met.iter().all(|m| *m > 150 || *m == met[3]), "{met:?}");
}

/// Without the guard the level is that of Lemma 1; no other scheme has a better separable
/// objective; what it promises is an upper bound of what it gains where rows are orthogonal, and
/// equal to it.
#[test]
fn simopt_is_the_best_separable_step() {
    let mut saturated = 0;
    every_round(7, |scheme, setting, _, play| {
        let paper = &play.paper;
        if scheme != Scheme::Opt || !is_defined(scheme, play) || setting.geo != Geometry::Euclid {
            return;
        }
        if paper.has_zero_row() {
            return;
        }
        let duals = paper.duals(scheme);
        let value = paper.separable_value(&duals);
        let wanted: f64 =
            (0..paper.a.len()).map(|j| paper.misses()[j].max(0.0) / square(&paper.a[j])).sum();
        near(play.mass, wanted.min(setting.cap), 1e-9, "the whole of C, or what is wanted");
        saturated += i32::from(wanted > setting.cap);
        for other in Scheme::ALL {
            at_most(paper.separable_value(&paper.duals(other)), value, "separable objective");
        }
        // Lemma 1: the miss that is left is the same on all active rows, and no smaller than
        // elsewhere.
        let left = |j: usize| paper.misses()[j] - duals[j] * square(&paper.a[j]);
        let levels: Vec<f64> = (0..duals.len()).filter(|&j| duals[j] > 1e-9).map(left).collect();
        let level = levels.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        levels.iter().for_each(|l| near(*l, level, 1e-7, "one level"));
        (0..duals.len()).filter(|&j| duals[j] == 0.0).for_each(|j| {
            at_most(paper.misses()[j], level.max(1e-8), "rows left alone are below it");
        });
    });
    assert!(saturated > 50, "{saturated} at the cap");
}
