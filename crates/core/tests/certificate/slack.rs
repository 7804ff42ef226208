//! Where certificates end: rounding, and features that appear late.
//!
//! The slack must cover rounding; the a-priori form does not know late features. The dual sums are
//! kept beside the run in double-double arithmetic.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Eq. 5.6 for n.

use crate::support::primal_dual::{Example, Geo, Mirror, example, learn, spec, weights};
use crate::support::{Rng, dot, scaled};
use noregret_core::loss::{AnyLoss, Loss};
use noregret_core::snapshot::Array;

const N: usize = 4;

/// A double-double number, enough to be exact beside f64.
#[derive(Clone, Copy, Default)]
struct Wide(f64, f64);

impl Wide {
    fn plus(self, x: f64) -> Wide {
        let sum = self.0 + x;
        let carried = sum - self.0;
        let lost = (self.0 - (sum - carried)) + (x - carried);
        let low = self.1 + lost;
        Wide(sum + low, low - ((sum + low) - sum))
    }
    fn plus_product(self, a: f64, b: f64) -> Wide {
        let product = a * b;
        self.plus(product).plus(a.mul_add(b, -product))
    }
    fn minus(self, x: Wide) -> f64 {
        let difference = self.plus(-x.0).plus(-x.1);
        difference.0 + difference.1
    }
}

/// A loss whose gain is `linear d - square d^2`, and examples that make the two cancel.
#[derive(Clone, Copy)]
struct Case {
    loss: &'static str,
    square: f64,
}

const MARGIN: f64 = 0.3;
const CASES: [Case; 3] = [
    Case { loss: "hinge:margin=0.3", square: 0.0 },
    Case { loss: "squared-hinge:margin=0.3", square: 0.25 },
    Case { loss: "squared", square: 0.5 },
];

impl Case {
    /// The next example, for a learner that would now answer `score(x)`.
    fn next(self, rng: &mut Rng, t: usize, score: impl Fn(&[f64]) -> f64) -> Example {
        let x = scaled(&rng.vector(N), [1.0, 1e-3, 100.0][t % 3]);
        let now = score(&x);
        match self.loss {
            // y near -p: d y - d^2/2 = (y^2 - p^2)/2.
            "squared" => example(x, -now + 1e-6 * rng.signed() + 0.1),
            // z near -margin: d margin - d^2/4 = 0.
            "squared-hinge:margin=0.3" if now.abs() > 1e-3 => {
                example(scaled(&x, MARGIN / now.abs()), -now.signum())
            }
            _ => example(x, rng.signed().signum()),
        }
    }
}

#[test]
fn the_slack_covers_what_rounding_did_to_the_dual_sums() {
    let mut rng = Rng::new(24);
    for case in CASES {
        for geo in [Geo::Euclid, Geo::PNorm(4.0), Geo::Balanced(1.0)] {
            let spec = spec(case.loss, "fixed", &geo.text(), "fixed:C=0.7");
            let mut m = Mirror::new(&spec, geo, N);
            let (mut gain, mut v) = (Wide::default(), [Wide::default(); N]);
            for t in 0..3000 {
                let w = weights(&m.learner, N);
                let e = case.next(&mut rng, t, |x| dot(&w, x));
                let d = m.learn(&e).d;
                let regression = case.loss == "squared";
                let (linear, toward) = if regression { (e.y, 1.0) } else { (MARGIN, e.y) };
                gain = gain.plus_product(d, linear).plus_product(-case.square * d, d);
                v.iter_mut().zip(&e.x).for_each(|(v, x)| *v = v.plus_product(d * toward, *x));
                if m.gain.abs() + d.abs() > 1e12 {
                    break;
                }
            }
            let what = format!("{} {geo:?}", case.loss);
            let dual = m.learner.certificate();
            let wrong = gain.minus(Wide(dual.dual_gain, 0.0)).abs();
            assert!(wrong <= dual.slack[0], "{what}: A is off by {wrong:e} > {:e}", dual.slack[0]);
            let Array::F64(potential) = &m.learner.snapshot(&spec).arrays[0].1 else { panic!() };
            let drift: Vec<f64> =
                v.iter().zip(potential).map(|(v, p)| v.minus(Wide(*p, 0.0))).collect();
            let wrong = geo.dual_norm(&drift);
            assert!(wrong <= dual.slack[1], "{what}: v is off by {wrong:e} > {:e}", dual.slack[1]);
            let size = 1.0 + m.learner.ledger().gain.magnitude();
            assert!(dual.slack[0] <= 1e-9 * size, "{what}: slack too wide");
        }
    }
}

/// The gain of a confident logistic round, `-t ln t - (1-t) ln(1-t)`, by its series: no digit is
/// lost to 1 - t.
#[test]
fn small_logistic_gains_keep_their_digits() {
    let logistic = AnyLoss::parse("logistic").unwrap();
    for t in [1e-4f64, 1e-8, 1e-12, 1e-16] {
        let exact = t * (1.0 - t.ln()) - t * t / 2.0 - t.powi(3) / 6.0 - t.powi(4) / 12.0;
        for cap in [1.0, 4.0] {
            let gain = logistic.gain(cap * t, cap);
            assert!((gain - cap * exact).abs() <= 4e-16 * cap * exact, "{t}: {gain} {exact}");
        }
    }
}

/// On the simplex the a-priori form needs n from the start: a feature that first shows up late may
/// have been right all along, and its weight was not there to be spent. The certificate knows no n,
/// and holds.
#[test]
fn a_late_feature_breaks_the_a_priori_form_but_not_the_certificate() {
    let spec = spec("hinge:margin=0.5", "fixed", "entropy", "fixed");
    let run = |reserved: usize| {
        let mut learner = spec.build().unwrap();
        learner.reserve(reserved);
        for _ in 0..20 {
            learn(&mut learner, &example(vec![1.0], -1.0));
        }
        learn(&mut learner, &example(vec![0.0, 1.0], 1.0));
        let dual = learner.certificate();
        // u = e_2 loses the margin on the first rounds and nothing on the last.
        let (theirs, f) = (20.0 * 0.5, 2f64.ln());
        assert!(learner.lower_bound(f) <= theirs);
        (dual.cumulative_loss - theirs) - (dual.tradeoff * f + dual.subgradient_sum.unwrap())
    };
    assert!(run(2) <= 0.0, "known dimension: {}", run(2));
    assert!(run(0) > 5.0, "grown dimension: {}", run(0));
}
