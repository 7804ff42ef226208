//! Golden vectors of simultaneous projections, every scheme at several C.
//!
//! Two rounds in the Euclidean geometry and one on the simplex. The dual variables are read off the
//! step, the increase off the certificate.
//!
//! Reference: Amit et al., simultaneous projections, sec. 5 and 8.

use crate::support::tasks::{Play, Run, Scheme, Setting, Tasks};
use crate::support::{near, near_all, scaled};
const SCHEMES: [Scheme; 5] = [Scheme::Perc, Scheme::Con, Scheme::Proj, Scheme::Opt, Scheme::Max];

/// Dual variables and increase.
type Row = (Vec<f64>, f64);

/// Plays the round from the weights that one round of weight `mass/C` on `first` leaves: every
/// scheme steps by `mass`.
fn play(setting: Setting, scheme: Scheme, first: &[f64], mass: f64, round: &Tasks) -> Play {
    let mut run = Run::new(setting, scheme.ascent(), first.len());
    run.learn(&Tasks::one(first.into(), 1.0), mass / setting.cap);
    near_all(&run.weights(), &scaled(first, mass), 1e-15, "the weights to start from");
    run.play(round)
}

fn check(play: &Play, (duals, increase): &Row, what: &str) {
    near_all(&play.after, &play.paper.moved(&play.paper.step(duals)), 1e-8, what);
    near(play.mass, duals.iter().sum(), 1e-8, what);
    near(play.increase, *increase, 1e-8, what);
    near(play.paper.increase(duals), *increase, 1e-8, "the table itself");
}

#[test]
fn two_correlated_rows() {
    let round = Tasks::new(&[&[1.0, 0.0], &[0.8, 0.6]], &[1.0, 1.0]);
    let one = |a: f64, b: f64, increase: f64| (vec![a, b], increase);
    let quarter = one(0.25, 0.0, 0.21875);
    let table: [(f64, [Row; 5]); 3] = [
        (
            0.25,
            [
                quarter.clone(),
                quarter.clone(),
                one(0.125, 0.125, 0.146875),
                quarter.clone(),
                quarter,
            ],
        ),
        (
            1.0,
            [
                one(1.0, 0.0, 0.5),
                one(1.0, 0.0, 0.5),
                one(0.5, 0.2, 0.355),
                one(0.8, 0.2, 0.412),
                one(1.0, 0.0, 0.5),
            ],
        ),
        (
            1.5,
            [
                one(1.5, 0.0, 0.375),
                one(1.0, 0.0, 0.5),
                one(0.5, 0.2, 0.355),
                one(1.0, 0.4, 0.26),
                one(1.0, 0.0, 0.5),
            ],
        ),
    ];
    for (cap, rows) in table {
        for (scheme, row) in SCHEMES.into_iter().zip(&rows) {
            let play = play(Setting::euclid(cap), scheme, &[0.0, 1.0], 1.0, &round);
            check(&play, row, &format!("{scheme:?} at C = {cap}"));
        }
    }
}

#[test]
fn three_rows_of_both_sides() {
    let round =
        Tasks::new(&[&[1.0, 0.0, 1.0], &[0.0, 1.0, 0.0], &[1.0, 1.0, -1.0]], &[1.0, 1.0, -1.0]);
    let twelfth = 1.0 / 12.0;
    let table: [(f64, [Row; 5]); 2] = [
        (
            0.25,
            [
                (vec![0.0, 0.125, 0.125], 0.296875),
                (vec![0.0, 0.125, 0.125], 0.296875),
                (vec![twelfth; 3], 0.236_111_111_111),
                (vec![0.0, 0.25, 0.0], 0.34375),
                (vec![0.0, 0.25, 0.0], 0.34375),
            ],
        ),
        (
            1.0,
            [
                (vec![0.0, 0.5, 0.5], 1.0),
                (vec![0.0, 0.5, 1.0 / 6.0], 0.833_333_333_333),
                (vec![twelfth, 1.0 / 3.0, 1.0 / 9.0], 0.608_796_296_296),
                (vec![0.0, 0.875, 0.125], 1.140625),
                (vec![0.0, 1.0, 0.0], 1.0),
            ],
        ),
    ];
    for (cap, rows) in table {
        for (scheme, row) in SCHEMES.into_iter().zip(&rows) {
            let play = play(Setting::euclid(cap), scheme, &[1.0, -1.0, 0.0], 0.5, &round);
            assert_eq!(play.paper.mistaken(), [1, 2]);
            check(&play, row, &format!("{scheme:?} at C = {cap}"));
        }
    }
}

#[test]
fn two_rows_on_the_simplex() {
    let round = Tasks::new(&[&[1.0, -1.0, 0.0, 1.0], &[-1.0, 0.0, 0.0, 1.0]], &[1.0, 1.0]);
    let (first, second) = (0.202_732_554, 3f64.ln());
    let table = [
        (2.0, Scheme::Con, [0.0, second], 0.261_624_072),
        (2.0, Scheme::Max, [0.0, second], 0.261_624_072),
        (2.0, Scheme::Proj, [first, 0.5 * second], 0.226_538_763),
        (2.0, Scheme::Perc, [0.0, 2.0], 0.132_438_339),
        (0.5, Scheme::Perc, [0.0, 0.5], 0.188_140_393),
        (0.5, Scheme::Con, [0.0, 0.5], 0.188_140_393),
        (0.5, Scheme::Proj, [first, 0.25], 0.144_110_852),
    ];
    for (cap, scheme, duals, increase) in table {
        let mut run = Run::new(Setting::entropy(0.5, cap), scheme.ascent(), 4);
        assert_eq!(run.weights(), [0.25; 4]);
        let play = run.play(&round);
        check(&play, &(duals.into(), increase), &format!("{scheme:?} at C = {cap}"));
    }
    let mut run = Run::new(Setting::entropy(0.5, 2.0), "simultaneous:on=mistake", 4);
    near_all(&run.play(&round).after, &[0.0625, 0.1875, 0.1875, 0.5625], 1e-12, "weights");
    let mut run = Run::new(Setting::entropy(0.5, 2.0), "simultaneous", 4);
    let golden = [0.152_232_163, 0.175_782_560, 0.215_288_789, 0.456_696_488];
    near_all(&run.play(&round).after, &golden, 1e-8, "weights");
    let mut run = Run::new(Setting::entropy(0.5, 2.0), "spread:on=mistake", 4);
    let golden = [0.014_209_337, 0.104_993_585, 0.104_993_585, 0.775_803_493];
    near_all(&run.play(&round).after, &golden, 1e-8, "weights");
}

/// The published names are these compositions.
#[test]
fn the_names_are_the_schemes() {
    for (name, ascent) in [
        ("simperc", Scheme::Perc.ascent()),
        ("conproj", Scheme::Con.ascent()),
        ("simproj", Scheme::Proj.ascent()),
        ("simopt", Scheme::Opt.ascent()),
        ("simopt-guarded", "separable"),
        ("pa1", Scheme::Max.ascent()),
        ("optsolv", "joint:solver=pairwise"),
    ] {
        let mut named = noregret_core::Spec::named(name, "tasks").unwrap();
        named.set_aggressiveness(0.5).unwrap();
        let ours = Setting::euclid(0.5).spec("tasks", ascent);
        assert_eq!((&named.ascent, &named.loss), (&ours.ascent, &ours.loss), "{name}");
        assert_eq!((&named.geometry, &named.schedule), (&ours.geometry, &ours.schedule), "{name}");
    }
}
