//! A problem of your own: which of two things is better, learned from pairs of them.
//!
//! An example has two parts, the better thing first. Its one constraint asks that the score of the
//! first exceed that of the second: `z = <w, x_0> - <w, x_1>`.
//!
//! `cargo run -p noregret --example own_problem`

use noregret::core::ascent::Exact;
use noregret::core::hypothesis::EuclidSpace;
use noregret::core::loss::Hinge;
use noregret::core::problem::Problem;
use noregret::core::readout::Readout;
use noregret::core::round::{Block, Term, View};
use noregret::core::schedule::FixedRate;
use noregret::core::{Instance, Label, Learner, Prediction, Result};

#[derive(Clone)]
struct Preference;

impl Problem for Preference {
    fn constrain(&self, view: &View, _label: Label<'_>, block: &mut Block) -> Result<()> {
        let ahead = self.score(view);
        let terms = [Term { part: 0, row: 0, coef: 1.0 }, Term { part: 1, row: 0, coef: -1.0 }];
        block.begin(ahead <= 0.0);
        block.push(&terms, 0.0, 0.0, ahead);
        (block.mistake, block.violation) = (ahead <= 0.0, ahead <= 0.0);
        Ok(())
    }
    fn decide(&self, view: &View) -> Prediction {
        Prediction::Value(self.score(view))
    }
    fn score(&self, view: &View) -> f64 {
        view.scores[0] - view.scores[1]
    }
}

/// Runs the example.
pub(crate) fn main() -> Result<()> {
    let (space, rate) = (EuclidSpace::new(1, None), FixedRate { aggressiveness: 1.0 });
    let (hinge, exact) = (Hinge::default(), Exact::default());
    let mut learner = Learner::new(Preference, hinge, exact, space, rate, Readout::Last);
    for t in 0..400 {
        let (mut better, mut worse) = (flat(2 * t), flat(2 * t + 1));
        if value(&better) < value(&worse) {
            std::mem::swap(&mut better, &mut worse);
        }
        let pair = [Instance::Dense(&better), Instance::Dense(&worse)];
        learner.learn_parts(&pair, Label::None, 1.0)?;
    }
    let (large, small) = ([3.0, 1.0, 5.0], [1.0, 1.0, 4.0]);
    let pair = [Instance::Dense(&small), Instance::Dense(&large)];
    let (_, ahead) = learner.predict_parts(&pair)?;
    let ledger = learner.ledger();
    println!("{} of {} pairs were taken the wrong way round", ledger.mistakes, ledger.rounds);
    assert!(ledger.mistakes * 5 < ledger.rounds, "it learns");
    assert!(ahead < 0.0, "the larger flat is the better one");
    assert!(learner.certificate().cumulative_loss >= learner.lower_bound(1.0));
    Ok(())
}

/// Rooms, balconies and the distance to the centre.
fn flat(t: u64) -> [f64; 3] {
    [(t * 7 % 5) as f64, (t * 11 % 3) as f64, (t * 13 % 10) as f64]
}

/// What somebody pays for it, whom the learner does not ask.
fn value(flat: &[f64; 3]) -> f64 {
    2.0 * flat[0] + flat[1] - 0.3 * flat[2]
}
