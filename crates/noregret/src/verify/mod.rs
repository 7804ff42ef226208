//! Checks the certificate of a model against the data it learned from, by other code than made it.
//!
//! Every round's dual variables, from a trace or from the run made again, must be of constraints
//! that the example asks by its definition, have the right sign and stay below their cap. A and v
//! are added up anew from them and compared with those of the model:
//!
//! ```text
//! sum_t g_t(u) >= A - <v,u> for every u
//! ```
//!
//! follows, and a search looks for a u that breaks it all the same. (Shalev-Shwartz 2007, Lemma 1.)

mod asked;
mod replay;
mod search;

use crate::example::{Groups, learn};
use crate::model::{Model, Single};
use crate::observer::Observer;
use crate::source::{ReadingOptions, Stream};
use crate::trace::{TraceReader, traceable};
use crate::words::count;
use crate::{Error, Result};
use asked::{Asked, Predictor};
use noregret_core::hypothesis::Coordinates;
use noregret_core::loss::Loss;
use noregret_core::problem::Problem;
use noregret_io::{Lookup, Row};
use replay::Replay;
use search::{Claim, Closest};
use std::path::PathBuf;

/// What is to be checked.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The model.
    pub model: PathBuf,
    /// The data it learned from.
    pub data: PathBuf,
    /// The trace of its run; without one the run is made again.
    pub trace: Option<PathBuf>,
    /// How the data is to be read.
    pub reading: ReadingOptions,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// Rounds whose dual variables were checked.
    pub rounds: u64,
    /// A, added up anew.
    pub dual_gain: f64,
    /// A of the model.
    pub claimed_gain: f64,
    /// `|v|_2`, added up anew.
    pub potential_norm: f64,
    /// Predictors that the search tried.
    pub comparators: u64,
    /// By how much the one that came closest lost more than the certificate says it must.
    pub least_room: f64,
    /// What it lost, and its norm.
    pub closest: (f64, f64),
    /// What is wrong, one sentence each; empty if the certificate holds.
    pub faults: Vec<String>,
}

impl Verification {
    /// Checks it.
    ///
    /// # Errors
    /// If the model, the data or the trace cannot be read, or the model is of a kind whose rounds
    /// are not written down.
    pub fn run(&self, observer: &mut dyn Observer) -> Result<Verified> {
        let model = Model::load(&self.model)?;
        model.reading().check(&self.reading)?;
        let single = checkable(&model)?;
        let examples = self.read(&model, observer)?;
        let rounds = single.learner.ledger().rounds;
        let passes = rounds / examples.len().max(1) as u64;
        if passes * examples.len() as u64 != rounds {
            return Err(Error::Usage(format!(
                "the model learned from {}, but there are {} here: give the data it learned from \
                 (--limit and --skip choose rows)",
                count(rounds, "example"),
                examples.len()
            )));
        }
        let mut problem = single.spec.problem.clone();
        let mut ask = || -> noregret_core::Result<Vec<Asked>> {
            examples.iter().map(|rows| Asked::new(&single.spec, &mut problem, rows)).collect()
        };
        // Later passes know all classes from the start.
        let asked = Rounds { first: ask()?, later: ask()?, passes };
        let mut replay = Replay::new(&single.spec, asked.first.iter().chain(&asked.later));
        match &self.trace {
            Some(path) => follow(&mut TraceReader::open(path)?, &asked, &mut replay)?,
            None => again(single, &examples, &asked, &mut replay)?,
        }
        Ok(judge(&model, single, &asked, replay))
    }

    /// The examples, as the model knows their features.
    fn read(&self, model: &Model, observer: &mut dyn Observer) -> Result<Vec<Vec<Row>>> {
        let mut stream = Stream::for_model(model, self.data.clone(), &self.reading)?;
        let mut groups = Groups::new(model.problem());
        let mut examples = Vec::new();
        while groups.read(&mut stream, Lookup::Frozen(model.space()), observer)? {
            examples.push(groups.rows.clone());
        }
        stream.warn_at_end(observer);
        Ok(examples)
    }
}

/// The learner of a model whose certificate can be checked here.
fn checkable(model: &Model) -> Result<&Single> {
    let single = traceable(model)?;
    let reason = if single.spec.kernel.is_some() {
        "predictors in the space of a kernel are not written out"
    } else if single.spec.standard.is_some() {
        "the learner saw standardised columns, not the rows as they are"
    } else if single.learner.problem().starts_at_first_instance() {
        "directions of uniclass change with the centre"
    } else if model.is_in_hindsight() || model.is_stopped() {
        "the model is not the end of an online run"
    } else {
        return Ok(single);
    };
    Err(Error::Usage(format!("this model cannot be verified: {reason}")))
}

/// What the examples ask, in the first pass and after it.
struct Rounds {
    first: Vec<Asked>,
    later: Vec<Asked>,
    passes: u64,
}

impl Rounds {
    /// The example of this round, from 0.
    fn at(&self, round: u64) -> &Asked {
        let examples = self.first.len() as u64;
        let all = if round < examples { &self.first } else { &self.later };
        &all[(round % examples) as usize]
    }
}

/// Checks the rounds of a trace.
fn follow(trace: &mut TraceReader, asked: &Rounds, replay: &mut Replay<'_>) -> Result<()> {
    while let Some(traced) = trace.round()? {
        replay.take(asked.at(replay.rounds), &traced);
    }
    Ok(())
}

/// Makes the run again, and checks its rounds.
fn again(
    single: &Single,
    examples: &[Vec<Row>],
    asked: &Rounds,
    replay: &mut Replay<'_>,
) -> Result<()> {
    let mut learner = single.spec.build()?;
    learner.follow_rounds();
    for _ in 0..asked.passes {
        for rows in examples {
            learn(&mut learner, rows)?;
            let traced = learner.traced().cloned().unwrap_or_default();
            replay.take(asked.at(replay.rounds), &traced);
        }
    }
    Ok(())
}

/// Compares with the model, and searches.
fn judge(model: &Model, single: &Single, asked: &Rounds, replay: Replay<'_>) -> Verified {
    let certificate = single.learner.certificate();
    let ledger = single.learner.ledger();
    let (gain, peak) = (replay.gain(), replay.peak());
    let Replay { rounds, potential, mut faults, .. } = replay;
    // Dual variables of other losses have no cap to exceed.
    let scale = if single.spec.loss.linear_gain() { 1.0 / peak.max(1.0) } else { 1.0 };
    let gain = scale * gain;
    let mut potential = potential;
    potential.weights.iter_mut().for_each(|v| *v *= scale);
    let room = 1e-9 * (1.0 + gain.abs() + certificate.dual_gain.abs()) + certificate.slack[0];
    if rounds != ledger.rounds {
        faults.push(format!("{rounds} rounds are written down, {} were made", ledger.rounds));
    }
    // Not `>`: what is not finite must not pass.
    let is_near = |a: f64, b: f64| (a - b).abs() <= room;
    if !is_near(gain, certificate.dual_gain) {
        let claimed = certificate.dual_gain;
        faults.push(format!("the dual variables add up to A = {gain}, the model says {claimed}"));
    }
    let mut own = Predictor { weights: potential.weights.clone(), ..potential };
    for (i, weight) in own.weights.iter_mut().enumerate() {
        let (row, feature) = (i / own.wide, i % own.wide);
        *weight = single.learner.hypothesis().weight(feature, row, certificate.tradeoff);
    }
    let claim = Claim {
        rounds: [(&asked.first, 1.0), (&asked.later, asked.passes as f64 - 1.0)],
        loss: &single.spec.loss,
        // What the model says of itself, not what was added up here.
        gain: certificate.dual_gain - certificate.slack[0],
        potential: &potential,
    };
    let closest = claim.search(&own, model.meter().examples);
    let allowed = 1e-9 * (closest.loss + gain.abs()) + closest.norm * certificate.slack[1];
    if !potential.norm().is_finite() || !closest.room.is_finite() {
        faults.push("v is too large to compare predictors with".into());
    } else if closest.room < -allowed {
        let Closest { loss, norm, .. } = closest;
        faults.push(format!("a predictor of norm {norm} lost {loss}, less than it must"));
    }
    Verified {
        rounds,
        dual_gain: gain,
        claimed_gain: certificate.dual_gain,
        potential_norm: potential.norm(),
        comparators: closest.tried,
        least_room: closest.room,
        closest: (closest.loss, closest.norm),
        faults,
    }
}
