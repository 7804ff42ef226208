//! Rounds on several machines: CoCoA+ by adding.
//!
//! With sigma = K no step lowers the dual, all dual variables stay feasible, and the gap closes on
//! the optimum that one machine finds. With sigma = 1 a row that all machines have is counted K
//! times: the closed form of that counter-example is here too.
//!
//! Reference: Ma et al. 2015, Lemma 3; Smith et al. 2018, sec. 3.

use crate::support::primal_dual::{BINARY_LOSSES, REGRESSION_LOSSES, build, mixed_stream, spec};
use crate::support::{Rng, at_most_up_to, dot, near};
use noregret_core::loss::{AnyLoss, Loss};
use noregret_core::replay::hindsight::{
    Bounds, Goal, Local, Optimum, Played, Rounds, Shard, bounds_of,
};
use noregret_core::stage::Columns;
use noregret_core::{AnyLearner, Instance, Label, Spec};

const N: usize = 4;

/// A learner that knows all labels, its composition, and rows of it.
struct Case {
    spec: Spec,
    learner: AnyLearner,
    rows: Vec<(Vec<f64>, f64, f64)>,
    what: String,
}

/// Every loss of one score, then several classes.
fn cases(rng: &mut Rng, cap: f64, count: usize) -> Vec<Case> {
    let schedule = format!("fixed:C={cap}");
    let mut cases = Vec::new();
    for text in BINARY_LOSSES.iter().chain(&REGRESSION_LOSSES) {
        let loss = AnyLoss::parse(text).unwrap();
        let spec = spec(text, "exact", "euclid", &schedule);
        let stream = mixed_stream(rng, &loss, N, count);
        let rows = stream.into_iter().map(|e| (e.x, e.y, e.weight)).collect();
        let mut learner = build(&spec, N);
        if !loss.two_sided() {
            [1.0, -1.0].iter().for_each(|y| learner.admit_label(Label::Number(*y)).unwrap());
        }
        cases.push(Case { spec, learner, rows, what: format!("{text}, C = {cap}") });
    }
    let mut spec = Spec::named("pa1", "multiclass").unwrap();
    spec.schedule = noregret_core::schedule::AnySchedule::parse(&schedule).unwrap();
    let mut learner = spec.build().unwrap();
    (0..3).for_each(|y| learner.admit_label(Label::Number(f64::from(y))).unwrap());
    learner.reserve(N);
    let row = |rng: &mut Rng| {
        let x = rng.vector(N);
        let best = if x[0] > x[1].abs() { 0.0 } else { 1.0 + f64::from(u8::from(x[2] > 0.0)) };
        let y = if rng.chance(0.2) { rng.below(3) as f64 } else { best };
        (x, y, rng.magnitude(0.3, 3.0))
    };
    let rows = (0..count).map(|_| row(rng)).collect();
    cases.push(Case { spec, learner, rows, what: format!("three classes, C = {cap}") });
    cases
}

impl Case {
    fn rounds(&self, of: impl Fn(usize) -> bool) -> Rounds {
        let mut rounds = Rounds::default();
        for (_, (x, y, weight)) in self.rows.iter().enumerate().filter(|(i, _)| of(*i)) {
            let (x, label) = (Instance::Dense(x), Label::Number(*y));
            self.learner.keep_round(&mut rounds, x, label, *weight).unwrap();
        }
        rounds
    }

    fn shards(&self, count: usize) -> Vec<Shard> {
        let shard = |k: usize| {
            Shard::new(&self.learner, &self.spec, self.rounds(|i| i % count == k), N).unwrap()
        };
        (0..count).map(shard).collect()
    }

    /// What one machine finds, as near as it comes in some time.
    fn optimum(&self) -> Optimum {
        let goal = Goal { gap: 1e-7, max_sweeps: 10_000, ..Goal::default() };
        self.learner.best_in_hindsight(&mut self.rounds(|_| true), &goal).unwrap()
    }
}

/// A step of every shard, added up.
fn round(shards: &mut [Shard], v: &mut [f64], local: &Local) {
    let steps: Vec<Vec<f64>> = shards.iter_mut().map(|s| s.step(v, local).unwrap()).collect();
    for step in steps {
        v.iter_mut().zip(&step).for_each(|(v, by)| *v += by);
    }
}

fn bounds(shards: &[Shard], v: &[f64]) -> Bounds {
    let c = shards[0].tradeoff();
    bounds_of(v, c, shards.iter().map(|shard| shard.sums(v).unwrap()))
}

#[test]
fn no_step_lowers_the_dual_and_the_optimum_is_between() {
    let mut rng = Rng::new(91);
    for cap in [0.05, 1.0, 20.0] {
        for case in cases(&mut rng, cap, 40) {
            let best = case.optimum();
            for (count, passes) in [(1, 1), (2, 3), (5, 1), (8, 10)] {
                let mut shards = case.shards(count);
                let what = format!("{}, {count} shards, {passes} passes", case.what);
                let mut v = vec![0.0; shards[0].width()];
                let mut before = bounds(&shards, &v);
                for seed in 0..25 {
                    round(&mut shards, &mut v, &Local { passes, ..Local::new(count as f64, seed) });
                    let now = bounds(&shards, &v);
                    let size = now.primal.max(before.primal);
                    at_most_up_to(before.dual, now.dual, size, &what);
                    at_most_up_to(now.dual, best.bounds.primal, size, &what);
                    at_most_up_to(best.bounds.dual, now.primal, size, &what);
                    for shard in &mut shards {
                        let duals = shard.duals().to_vec();
                        shard.set_duals(&duals).unwrap();
                    }
                    before = now;
                }
            }
        }
    }
}

#[test]
fn the_gap_closes_on_the_optimum_of_one_machine() {
    let mut rng = Rng::new(92);
    for case in cases(&mut rng, 0.5, 60) {
        let best = case.optimum();
        for count in [1, 4] {
            let mut shards = case.shards(count);
            let mut v = vec![0.0; shards[0].width()];
            let mut seed = 0;
            while bounds(&shards, &v).relative_gap() > 1e-5 {
                assert!(seed < 20_000, "{} on {count}: {:?}", case.what, bounds(&shards, &v));
                round(&mut shards, &mut v, &Local { passes: 2, ..Local::new(count as f64, seed) });
                seed += 1;
            }
            let now = bounds(&shards, &v);
            near(now.primal / best.bounds.primal, 1.0, 1.1e-5, &case.what);
            near(now.dual / best.bounds.primal, 1.0, 1.1e-5, &case.what);
        }
    }
}

/// How many rounds it takes to the gap, up to a limit, with Nesterov's momentum or without.
fn rounds_to(case: &Case, gap: f64, limit: u64, with_momentum: bool) -> u64 {
    let count = 8;
    let best = case.optimum().bounds;
    let mut shards = case.shards(count);
    let mut v = vec![0.0; shards[0].width()];
    let (mut t, mut momentum, mut last) = (1.0_f64, 0.0, vec![0.0; v.len()]);
    for seed in 0..limit {
        let now = bounds(&shards, &v);
        at_most_up_to(now.dual, best.primal, now.primal, &case.what);
        at_most_up_to(best.dual, now.primal, now.primal, &case.what);
        if now.relative_gap() <= gap {
            return seed;
        }
        let ahead: Vec<f64> = v.iter().zip(&last).map(|(v, by)| v + momentum * by).collect();
        let local = Local { passes: 5, momentum, ..Local::new(count as f64, seed) };
        let steps = shards.iter_mut().map(|shard| shard.step(&ahead, &local).unwrap());
        last.fill(0.0);
        for step in steps {
            last.iter_mut().zip(&step).for_each(|(sum, by)| *sum += by);
        }
        v.iter_mut().zip(&last).for_each(|(v, by)| *v += by);
        if with_momentum {
            let next = (1.0 + (1.0 + 4.0 * t * t).sqrt()) / 2.0;
            let fell = bounds(&shards, &v).dual < now.dual;
            (momentum, t) = if fell { (0.0, 1.0) } else { ((t - 1.0) / next, next) };
        }
    }
    limit
}

#[test]
fn momentum_takes_fewer_rounds_to_the_same_gap() {
    const LIMIT: u64 = 2000;
    let (mut rng, mut all) = (Rng::new(96), [0, 0]);
    for case in cases(&mut rng, 1.0, 120) {
        let rounds = [true, false].map(|with| rounds_to(&case, 1e-3, LIMIT, with));
        assert!(rounds[0] < LIMIT && rounds[0] <= rounds[1] + 20, "{}: {rounds:?}", case.what);
        all = [all[0] + rounds[0], all[1] + rounds[1]];
    }
    assert!(2 * all[0] < all[1], "{all:?}");
}

/// K shards with one row each, all the same: with sigma = 1 each takes the whole step, and back.
#[test]
fn adding_without_sigma_overshoots_k_times() {
    let row = || {
        let spec = spec("hinge", "exact", "euclid", "fixed:C=1");
        let mut learner = build(&spec, 1);
        learner.admit_label(Label::Number(1.0)).unwrap();
        let mut rounds = Rounds::default();
        let (x, y) = (Instance::Dense(&[1.0]), Label::Number(1.0));
        learner.keep_round(&mut rounds, x, y, 1.0).unwrap();
        Shard::new(&learner, &spec, rounds, 1).unwrap()
    };
    for count in [3, 8, 30] {
        let k = count as f64;
        for (sigma, ends) in [(1.0, [k - 0.5 * k * k, 0.0, k - 0.5 * k * k]), (k, [0.5; 3])] {
            let (mut shards, mut v): (Vec<Shard>, _) = ((0..count).map(|_| row()).collect(), [0.0]);
            for (seed, end) in (0..).zip(ends) {
                round(&mut shards, &mut v, &Local::new(sigma, seed));
                near(bounds(&shards, &v).dual, end, 1e-12, &format!("{count} shards, {sigma}"));
            }
        }
    }
}

#[test]
fn duals_that_were_taken_out_go_on_as_if_they_had_stayed() {
    let mut rng = Rng::new(93);
    for case in cases(&mut rng, 1.0, 30) {
        let (mut stayed, mut v) = (case.shards(3), Vec::new());
        v.resize(stayed[0].width(), 0.0);
        for seed in 0..4 {
            let mut fresh = case.shards(3);
            for (fresh, stayed) in fresh.iter_mut().zip(&stayed) {
                fresh.set_duals(stayed.duals()).unwrap();
                fresh.set_previous(stayed.previous()).unwrap();
            }
            let (mut a, mut b) = (v.clone(), v.clone());
            let local = Local { passes: 2, momentum: 0.3, ..Local::new(3.0, seed) };
            round(&mut stayed, &mut a, &local);
            round(&mut fresh, &mut b, &local);
            assert_eq!(a, b, "{}", case.what);
            v = a;
        }
    }
}

#[test]
fn the_learner_found_proves_what_the_shards_have_proved() {
    let mut rng = Rng::new(94);
    for case in cases(&mut rng, 1.0, 50) {
        let best = case.learner.best_spec(&case.spec).unwrap();
        let mut shards = case.shards(4);
        let mut v = vec![0.0; shards[0].width()];
        (0..30).for_each(|seed| {
            round(&mut shards, &mut v, &Local::new(4.0, seed));
        });
        let end = bounds(&shards, &v);
        let (mut loss, mut seen) = (0.0, 0);
        let played: Vec<Played> = shards
            .iter()
            .map(|shard| {
                shard
                    .play(&v, &best, |outcome, _| {
                        loss += outcome.loss;
                        seen += 1;
                    })
                    .unwrap()
            })
            .collect();
        let c = shards[0].tradeoff();
        let found = AnyLearner::of_shards(&best, c, &played, &end).unwrap();
        let (proved, what) = (found.certificate(), case.what.as_str());
        assert_eq!(seen, case.rows.iter().filter(|row| row.2 > 0.0).count(), "{what}");
        near(loss, end.loss, 1e-9 * (1.0 + end.loss), what);
        near(proved.cumulative_loss, end.loss, 1e-9 * (1.0 + end.loss), what);
        near(proved.dual_value.unwrap(), end.dual, 1e-9 * (1.0 + end.primal), what);
        let one = Shard::new(&case.learner, &case.spec, case.rounds(|_| true), N).unwrap();
        near(one.sums(&v).unwrap().loss, end.loss, 1e-9 * (1.0 + end.loss), what);
        let norm = dot(&v, &v).sqrt() / c;
        at_most_up_to(found.lower_bound(norm), end.loss, end.primal, what);
    }
}

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let mut rng = Rng::new(95);
    for case in cases(&mut rng, 1.0, 20) {
        let mut shard = case.shards(1).remove(0);
        let (width, local) = (shard.width(), Local::new(1.0, 0));
        shard.step(&vec![0.0; width], &local).unwrap();
        let duals = shard.duals().to_vec();
        let mut beyond = duals.clone();
        beyond[0] = f64::INFINITY;
        assert!(shard.set_duals(&beyond).is_err(), "{}", case.what);
        assert!(shard.set_duals(&duals[1..]).is_err());
        assert!(shard.set_previous(&beyond).is_err());
        assert!(shard.step(&vec![0.0; width], &Local { momentum: -0.1, ..local }).is_err());
        assert!(shard.step(&vec![0.0; width + 1], &local).is_err());
        assert!(shard.step(&vec![f64::NAN; width], &local).is_err());
        for sigma in [0.5, f64::NAN, f64::INFINITY] {
            assert!(shard.step(&vec![0.0; width], &Local { sigma, ..local }).is_err());
        }
        assert_eq!(shard.duals(), duals);
        assert!(Shard::new(&case.learner, &case.spec, case.rounds(|_| true), N - 1).is_err());
    }
}

#[test]
fn other_searches_are_refused_with_a_reason() {
    let refused = |spec: &Spec| {
        let refused = Shard::new(&spec.build().unwrap(), spec, Rounds::default(), 2);
        refused.unwrap_err().to_string()
    };
    for (algorithm, problem, reason) in [
        ("winnow", "binary", "Euclidean"),
        ("pa1", "label-ranking", "several classes with the hinge loss"),
        ("pa", "binary", "finite C"),
    ] {
        let said = refused(&Spec::named(algorithm, problem).unwrap());
        assert!(said.contains(reason), "{algorithm}: {said}");
    }
    let standard = Some(Columns { first: 0, end: 2 });
    let said = refused(&Spec { standard, ..Spec::named("pa1", "binary").unwrap() });
    assert!(said.contains("standardise them before"), "{said}");
}
