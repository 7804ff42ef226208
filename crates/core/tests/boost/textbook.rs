//! AdaBoost with stumps on ten points in the plane, as textbooks show it.
//!
//! Errors 0.30, 0.21, 0.14, steps 0.42, 0.65, 0.92, and no point wrong after three rounds.
//!
//! Reference: Freund & Schapire 1997.

use noregret_core::Instance;
use noregret_core::boost::{AnyRule, Booster, Committee, Leaves, Stumps};

/// Two points left and low, three in the middle and high are positive; three in the middle and low,
/// two on the right (one high) are not.
const POINTS: [([f64; 2], f64); 10] = [
    ([1.0, 2.0], 1.0),
    ([2.0, 4.0], 1.0),
    ([4.0, 7.0], 1.0),
    ([5.0, 9.0], 1.0),
    ([6.0, 8.0], 1.0),
    ([3.0, 3.0], -1.0),
    ([4.5, 1.0], -1.0),
    ([5.5, 5.0], -1.0),
    ([8.0, 8.5], -1.0),
    ([9.0, 4.5], -1.0),
];

#[test]
fn three_rounds_on_ten_points() {
    let rows: Vec<Instance<'_>> = POINTS.iter().map(|(x, _)| Instance::Dense(x)).collect();
    let sides: Vec<f64> = POINTS.iter().map(|(_, y)| *y).collect();
    let mut stumps = Stumps::new(&rows, Leaves::Signs).unwrap();
    let rule = AnyRule::parse("adaboost").unwrap();
    let mut booster = Booster::new(rule, sides.clone(), &[1.0; 10]).unwrap();
    let mut members = Vec::new();
    let expected = [(0.30, 0.42), (0.2143, 0.65), (0.1364, 0.92)];
    for (error, step) in expected {
        let round = booster.round(&mut stumps).unwrap().unwrap();
        assert!(((1.0 - round.edge) / 2.0 - error).abs() < 1e-4, "{round:?}");
        assert!((round.step - step).abs() < 0.005, "{round:?}");
        members.push((round.step, round.hypothesis));
    }
    let certificate = booster.certificate();
    assert_eq!((certificate.rounds, certificate.training_error), (3, 0.0));
    let z: f64 =
        [0.3_f64, 3.0 / 14.0, 3.0 / 22.0].iter().map(|e| 2.0 * (e * (1.0 - e)).sqrt()).product();
    assert!((certificate.exp_loss / z - 1.0).abs() < 1e-12);
    let committee = Committee::new(members).unwrap();
    for ((x, y), margin) in rows.iter().zip(&sides).zip(booster.examples().margins()) {
        assert_eq!(y * committee.score(*x).unwrap(), *margin);
        assert!(*margin > 0.0);
    }
}
