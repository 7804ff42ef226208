//! The stump found is the best there is: every feature and every threshold is tried by hand.

use crate::support::Rng;
use crate::support::boosting::NoisyExamples;
use noregret_core::Instance;
use noregret_core::boost::{AnyRule, Booster, Committee, Leaves, Stump, Stumps, WeakLearner};

/// The largest edge of all stumps on these rows.
fn brute(data: &NoisyExamples, weights: &[f64], leaves: Leaves) -> f64 {
    let mut best = 0.0_f64;
    for feature in 0..data.rows[0].len() {
        let values = data.rows.iter().map(|x| x[feature]).chain([f64::NEG_INFINITY]);
        for threshold in values {
            let mut sides = [(0.0, 0.0); 2];
            for ((x, y), w) in data.rows.iter().zip(&data.sides).zip(weights) {
                let side = &mut sides[usize::from(x[feature] > threshold)];
                *side = (side.0 + w * y, side.1 + w);
            }
            let edge = match leaves {
                Leaves::Signs => f64::abs(sides[1].0 - sides[0].0),
                Leaves::Reals => sides.iter().filter(|s| s.1 > 0.0).map(|s| s.0 * s.0 / s.1).sum(),
            };
            best = best.max(edge);
        }
    }
    best
}

#[test]
fn as_good_as_trying_all() {
    let mut rng = Rng::new(8);
    for seed in 0..20 {
        let data = NoisyExamples::draw(seed, 12 + 9 * seed as usize, false);
        for leaves in [Leaves::Signs, Leaves::Reals] {
            let mut stumps = Stumps::new(&data.instances(), leaves).unwrap();
            for _ in 0..5 {
                let weights = rng.simplex(data.rows.len());
                let mut answers = vec![0.0; data.rows.len()];
                let found = stumps.fit(&weights, &data.sides, &mut answers).unwrap();
                let each = answers.iter().zip(&data.sides).zip(&weights);
                let edge: f64 = each.map(|((h, y), w)| h * y * w).sum();
                assert!((edge - brute(&data, &weights, leaves)).abs() < 1e-12, "{seed} {found:?}");
                for (x, answer) in data.rows.iter().zip(&answers) {
                    assert_eq!(found.answer(x[found.feature as usize]), *answer);
                }
            }
        }
    }
}

/// Sparse and dense rows are the same to the search, in whatever order the coordinates are stored.
#[test]
fn sparse_rows_are_the_same() {
    let data = NoisyExamples::draw(3, 60, false);
    let sparse: Vec<(Vec<u32>, Vec<f64>)> = data
        .rows
        .iter()
        .map(|x| (0..5u32).rev().map(|j| (j, x[j as usize])).filter(|(_, v)| *v != 0.0).unzip())
        .collect();
    let sparse: Vec<Instance<'_>> =
        sparse.iter().map(|(at, values)| Instance::sparse(at, values).unwrap()).collect();
    let weights = Rng::new(2).simplex(60);
    let fit = |rows: &[Instance<'_>]| {
        let mut answers = vec![0.0; 60];
        let mut stumps = Stumps::new(rows, Leaves::Signs).unwrap();
        (stumps.fit(&weights, &data.sides, &mut answers), answers)
    };
    assert_eq!(fit(&sparse), fit(&data.instances()));
    // Rows that hold less than they are wide.
    let narrow = [Instance::sparse(&[7], &[2.0]).unwrap(), Instance::sparse(&[0], &[1.0]).unwrap()];
    let mut stumps = Stumps::new(&narrow, Leaves::Reals).unwrap();
    let found = stumps.fit(&[0.5; 2], &[1.0, -1.0], &mut [0.0; 2]).unwrap();
    let answers = narrow.map(|x| Committee::new(vec![(1.0, found)]).unwrap().score(x).unwrap());
    assert_eq!(answers, [1.0, -1.0]);
    // A feature that is absent is 0, which may lie above a threshold.
    let stump = |feature, threshold| Stump { feature, threshold, below: -0.5, above: 1.0 };
    let committee = Committee::new(vec![(0.7, stump(1, -1.25)), (0.4, stump(3, 0.5))]).unwrap();
    for (a, b) in sparse.iter().zip(&data.instances()) {
        assert_eq!(committee.score(*a), committee.score(*b));
    }
}

#[test]
fn of_equals_the_first_feature_and_the_lowest_threshold_win() {
    // Both columns are the same; the cuts at 1.5 and at 3.5 are equally good.
    let rows = [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0], [4.0, 4.0]];
    let rows: Vec<Instance<'_>> = rows.iter().map(|x| Instance::Dense(x)).collect();
    let mut stumps = Stumps::new(&rows, Leaves::Signs).unwrap();
    let mut answers = [0.0; 4];
    let found = stumps.fit(&[0.25; 4], &[-1.0, 1.0, 1.0, -1.0], &mut answers).unwrap();
    assert_eq!((found.feature, found.threshold), (0, 1.5));
}

/// Where nearly all weight is on one side, no split is as good as saying that side.
#[test]
fn a_constant_may_be_the_best() {
    let rows = [[1.0], [2.0], [3.0]];
    let rows: Vec<Instance<'_>> = rows.iter().map(|x| Instance::Dense(x)).collect();
    let mut stumps = Stumps::new(&rows, Leaves::Signs).unwrap();
    let mut answers = [0.0; 3];
    let found = stumps.fit(&[0.45, 0.1, 0.45], &[1.0, -1.0, 1.0], &mut answers).unwrap();
    assert_eq!((found, answers), (Stump::constant(1.0), [1.0; 3]));
}

/// `sum alpha |above - below|`, constants left out, the largest first.
#[test]
fn influence_adds_up_what_a_feature_can_change() {
    let stump = |feature, below, above| Stump { feature, threshold: 0.0, below, above };
    let members = vec![
        (0.5, stump(4, -1.0, 1.0)),
        (2.0, Stump::constant(1.0)),
        (1.0, stump(2, 0.5, 1.0)),
        (1.5, stump(2, 1.0, -0.5)),
        (0.25, stump(7, 1.0, -1.0)),
    ];
    let influence = Committee::new(members).unwrap().influence();
    assert_eq!(influence, [(2, 2.75), (4, 1.0), (7, 0.5)]);
}

/// Neighbouring floats, values of both signs, and the far ends of the range.
#[test]
fn thresholds_lie_between_their_values() {
    let next = f64::from_bits(1.0_f64.to_bits() + 1);
    let after = f64::from_bits(1.0_f64.to_bits() + 2);
    let large = (0.5 * f64::MAX, f64::MAX);
    for (low, high) in
        [(1.0, next), (next, after), (-f64::MAX, f64::MAX), large, (-1.0, 0.0), (0.0, 5e-324)]
    {
        let rows = [[low], [high]];
        let rows: Vec<Instance<'_>> = rows.iter().map(|x| Instance::Dense(x)).collect();
        let mut answers = [0.0; 2];
        let mut stumps = Stumps::new(&rows, Leaves::Signs).unwrap();
        let found = stumps.fit(&[0.5, 0.5], &[-1.0, 1.0], &mut answers).unwrap();
        assert!(low <= found.threshold && found.threshold < high, "{low} {high} {found:?}");
        assert_eq!(answers, [-1.0, 1.0]);
        let has_room = high / 2.0 - low / 2.0 > 1e-3;
        assert!(!has_room || found.threshold == 0.5 * low + 0.5 * high, "{low} {high} {found:?}");
    }
}

#[test]
fn a_perfect_stump_ends_the_run_and_a_useless_one_does_not_begin_it() {
    let rule = || AnyRule::parse("adaboost").unwrap();
    let rows = [[1.0], [2.0], [3.0]];
    let rows: Vec<Instance<'_>> = rows.iter().map(|x| Instance::Dense(x)).collect();
    let mut stumps = Stumps::new(&rows, Leaves::Signs).unwrap();
    let mut booster = Booster::new(rule(), vec![-1.0, -1.0, 1.0], &[1.0; 3]).unwrap();
    assert_eq!(booster.round(&mut stumps).unwrap().unwrap().edge, 1.0);
    assert_eq!(booster.round(&mut stumps).unwrap(), None);
    let now = booster.certificate();
    assert!(now.training_error == 0.0 && now.exp_loss > 0.0 && now.exp_loss < 1e-7, "{now}");
    let same: Vec<Instance<'_>> = vec![Instance::Dense(&[1.0]); 2];
    let mut stumps = Stumps::new(&same, Leaves::Signs).unwrap();
    let mut booster = Booster::new(rule(), vec![-1.0, 1.0], &[1.0; 2]).unwrap();
    assert_eq!(booster.round(&mut stumps).unwrap(), None);
    assert_eq!(booster.certificate().training_error, 1.0);
}

#[test]
fn what_cannot_be_boosted_is_refused() {
    let rule = |text: &str| AnyRule::parse(text).unwrap();
    assert!(Booster::new(rule("adaboost"), vec![0.5], &[1.0]).is_err());
    assert!(Booster::new(rule("adaboost"), vec![1.0], &[-1.0]).is_err());
    assert!(Booster::new(rule("adaboost"), vec![1.0, 1.0], &[2.0, -1.0]).is_err());
    assert!(Booster::new(rule("adaboost"), vec![1.0, 1.0], &[1.0]).is_err());
    assert!(Booster::new(rule("adaboost"), vec![], &[]).is_err());
    assert!(Booster::new(rule("majority:gamma=0.6"), vec![1.0], &[1.0]).is_err());
    assert!(AnyRule::parse("adaboost:gamma=1").is_err() && AnyRule::parse("boost").is_err());
    assert!(Stumps::new(&[Instance::Dense(&[f64::NAN])], Leaves::Signs).is_err());
    let odd = Stump { threshold: f64::INFINITY, ..Stump::constant(1.0) };
    assert!(Committee::new(vec![(1.0, odd)]).is_err());
    // Real answers under a rule for signs.
    let data = NoisyExamples::draw(1, 30, false);
    let mut stumps = Stumps::new(&data.instances(), Leaves::Reals).unwrap();
    let mut booster = Booster::new(rule("adaboost"), data.sides.clone(), &data.importance).unwrap();
    assert!(booster.round(&mut stumps).unwrap_err().to_string().contains("-1 or 1"));
}

/// An example of importance 2 is the same as the example twice.
#[test]
fn importance_is_repetition() {
    let data = NoisyExamples::draw(9, 40, false);
    let (mut rows, mut sides) = (data.instances(), data.sides.clone());
    let importance: Vec<f64> = (0..40).map(|i| if i % 3 == 0 { 2.0 } else { 1.0 }).collect();
    for i in (0..40).step_by(3) {
        rows.push(rows[i]);
        sides.push(sides[i]);
    }
    let rounds = |rows: &[Instance<'_>], sides: Vec<f64>, importance: &[f64]| {
        let mut stumps = Stumps::new(rows, Leaves::Signs).unwrap();
        let rule = AnyRule::parse("adaboost").unwrap();
        let mut booster = Booster::new(rule, sides, importance).unwrap();
        (0..15).map(|_| booster.round(&mut stumps).unwrap().unwrap()).collect::<Vec<_>>()
    };
    let weighted = rounds(&data.instances(), data.sides.clone(), &importance);
    let repeated = rounds(&rows, sides, &vec![1.0; rows.len()]);
    for (a, b) in weighted.iter().zip(&repeated) {
        assert_eq!(a.hypothesis, b.hypothesis);
        assert!((a.step - b.step).abs() < 1e-9 && (a.z - b.z).abs() < 1e-9);
    }
}
