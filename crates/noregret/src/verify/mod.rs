//! Checks the certificate of a model against the data it learned from, by other code than made it.
//!
//! The run is made again. Every round's dual variables, from a trace or from that run, must be of
//! constraints that the example asks by its definition, have the right sign and stay below their
//! cap. A, v and G are added up anew from the rounds and compared with those of the model:
//!
//! ```text
//! sum_t g_t(u) >= A - <v,u> for every u
//! ```
//!
//! follows, and a search looks for a u that breaks it all the same. (Shalev-Shwartz 2007, Lemma 1.)
//! Every field of a trace is compared with that of the run made again; in the Euclidean geometry
//! margins and losses are found once more, from v and the definition of the problem.

mod asked;
mod followed;
mod implied;
mod judge;
mod replay;
mod rounds;
mod search;

use crate::example::{Groups, learn};
use crate::model::{Kind, Model, Single};
use crate::observer::Observer;
use crate::source::{ReadingOptions, Stream};
use crate::{Error, Result};
use followed::Followed;
use noregret_core::problem::Problem;
use noregret_io::Lookup;
use replay::Replay;
use rounds::{Rounds, Seen};
use std::path::PathBuf;

/// What is to be checked.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The model.
    pub model: PathBuf,
    /// The data it learned from, in this order.
    pub data: Vec<PathBuf>,
    /// The trace of its run; without one only the run made again is checked.
    pub trace: Option<PathBuf>,
    /// Every so many examples one was tested on and not learned from.
    pub test_every: Option<u64>,
    /// How the data is to be read.
    pub reading: ReadingOptions,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// Rounds whose dual variables were checked.
    pub rounds: u64,
    /// How often the data was gone through: as often as it takes for so many rounds.
    pub passes: u64,
    /// A, added up anew.
    pub dual_gain: f64,
    /// A of the model.
    pub claimed_gain: f64,
    /// `|v|` in the dual norm of the geometry, added up anew.
    pub potential_norm: f64,
    /// `|v|` of the model.
    pub claimed_norm: f64,
    /// G, added up anew.
    pub cumulative_loss: f64,
    /// Predictors that the search tried.
    pub comparators: u64,
    /// By how much the one that came closest lost more than the certificate says it must.
    pub least_room: f64,
    /// What it lost, and its norm.
    pub closest: (f64, f64),
    /// What is wrong with the certificate, one sentence each.
    pub faults: Vec<String>,
    /// Where the trace is not that of the run made again, one sentence each.
    pub differences: Vec<String>,
}

impl Verified {
    /// Whether nothing is wrong.
    pub fn holds(&self) -> bool {
        self.faults.is_empty() && self.differences.is_empty()
    }
}

impl Verification {
    /// Checks it.
    ///
    /// # Errors
    /// If the model, the data or the trace cannot be read or do not fit each other, or the model is
    /// of a kind whose rounds are not written down.
    pub fn run(&self, observer: &mut dyn Observer) -> Result<Verified> {
        let model = Model::load(&self.model)?;
        model.reading().check(&self.reading)?;
        let single = checkable(&model)?;
        let rounds = Rounds::new(single, self.read(&model, observer)?)?;
        let mut again = Single::new(single.spec.clone())?;
        let mut replay = Replay::new(&single.spec, rounds.asked());
        let open = |path| Followed::open(path, &again);
        let mut trace = self.trace.as_deref().map(open).transpose()?;
        again.learner.follow_rounds();
        for (number, (seen, asked)) in rounds.iter().enumerate() {
            let Seen { rows, file } = seen;
            learn(&mut again.learner, rows).map_err(|error| {
                let file = self.data[*file].display().to_string();
                Error::row(&file, rows[0].line, error.to_string())
            })?;
            match (&mut trace, again.learner.traced()) {
                (Some(trace), _) => {
                    let traced = trace.round(&again.learner, seen, number as u64 + 1)?;
                    replay.take(asked, &traced);
                }
                (None, Some(own)) => replay.take(asked, own),
                (None, None) => {}
            }
        }
        let differences =
            trace.map_or(Ok(Vec::new()), |trace| trace.end(&again.learner, replay.rounds))?;
        Ok(Verified { differences, ..judge::judge(&model, single, &rounds, replay) })
    }

    /// The examples that were learned from, as the model knows their features.
    fn read(&self, model: &Model, observer: &mut dyn Observer) -> Result<Vec<Seen>> {
        let mut stream = Stream::for_model(model, self.data.clone(), &self.reading)?;
        let mut groups = Groups::new(model.problem());
        let (mut examples, mut number) = (Vec::new(), 0_u64);
        while groups.read(&mut stream, Lookup::Frozen(model.space()), observer)? {
            number += 1;
            if !self.test_every.is_some_and(|every| number.is_multiple_of(every)) {
                examples.push(Seen { rows: groups.rows.clone(), file: stream.place() });
            }
        }
        stream.warn_at_end(observer);
        Ok(examples)
    }
}

/// The learner of a model whose certificate can be checked here.
fn checkable(model: &Model) -> Result<&Single> {
    let Kind::One(single) = model.kind() else {
        return Err(refused("it is not one learner, but several or a vote of stumps"));
    };
    Err(refused(if !single.spec.scope.is_current() {
        "its scope revisits dual variables of past rounds"
    } else if single.spec.kernel.is_some() {
        "predictors in the space of a kernel are not written out"
    } else if single.spec.standard.is_some() {
        "the learner saw standardised columns, not the rows as they are"
    } else if single.learner.problem().starts_at_first_instance() {
        "directions of uniclass change with the centre"
    } else if single.learner.is_merged() {
        "several runs were merged into it: verify each of them"
    } else if model.is_in_hindsight() || model.is_stopped() {
        "it is not the end of an online run"
    } else {
        return Ok(single);
    }))
}

fn refused(reason: &str) -> Error {
    Error::Usage(format!("this model cannot be verified: {reason}"))
}
