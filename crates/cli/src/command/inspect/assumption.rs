//! What a run says about an assumed margin: that nobody has it, or how many mistakes it still allows.

use crate::failure::{Failure, Outcome};
use crate::report::short;
use crate::run::session::Session;
use noregret_core::ascent::AnyAscent;
use noregret_core::certificate::mistakes::{Budget, refutes_margin, remaining};
use noregret_core::geometry::AnyGeometry;
use noregret_core::problem::AnyProblem;
use serde_json::{Value, json};
use std::fmt;

/// "Some predictor of norm 1 (or in the bounded class) has this margin on every example."
pub(super) struct Assumption {
    /// The class in words.
    whom: String,
    margin: f64,
    refuted: bool,
    /// Mistakes that can still come if it holds, all weights are 1 and no instance gets larger; known for unit
    /// steps on mistakes in binary problems.
    to_come: Option<f64>,
}

impl Assumption {
    /// What the run says about it.
    pub(super) fn of(session: &Session, margin: f64) -> Outcome<Self> {
        let certificate = session.learner.certificate();
        match certificate.margin_ceiling {
            _ if !(margin > 0.0 && margin.is_finite()) => {
                Err(Failure::Usage("--assume-margin must be a positive number".into()))
            }
            None => Err(Failure::Other("this model has no certificate about margins".into())),
            Some(ceiling) => {
                let refuted = refutes_margin(ceiling, 1.0, margin);
                let to_come = budget(session, margin).filter(|_| !refuted);
                let whom = certificate.class.phrase(certificate.class.whole());
                Ok(Assumption { whom, margin, refuted, to_come })
            }
        }
    }

    pub(super) fn json(&self) -> Value {
        json!({ "margin": self.margin, "refuted": self.refuted, "mistakes_to_come": self.to_come })
    }
}

fn budget(session: &Session, margin: f64) -> Option<f64> {
    let growth = match &session.spec.geometry {
        AnyGeometry::Euclid(_) => 1.0,
        AnyGeometry::PNorm(g) => (g.p - 1.0).sqrt(),
        _ => return None,
    };
    let conservative = session.spec.ascent == AnyAscent::parse("fixed:on=mistake").ok()?
        && matches!(session.spec.problem, AnyProblem::Binary(_))
        && !session.meter.weighted;
    let dual = session.learner.certificate();
    let ledger = session.learner.ledger();
    let potential = dual.potential_norm.powi(2);
    match remaining(1.0, margin, ledger.mistakes, potential, growth * ledger.largest) {
        Budget::AtMost(mistakes) if conservative => Some(mistakes.floor()),
        _ => None,
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = short(self.margin, 6);
        match (self.refuted, self.to_come) {
            (true, _) => write!(f, "margin {margin}: refuted, no {} has it", self.whom),
            (_, Some(n)) => write!(
                f,
                "margin {margin}: possible; then at most {n} mistakes can come, at weight 1 and while no \
                 instance is larger than those so far"
            ),
            _ => write!(f, "margin {margin}: not refuted by this run"),
        }
    }
}
