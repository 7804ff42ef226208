//! Examples kept in memory, and the best fixed predictor for them.
//!
//! Classes (several of them with the hinge loss) and numbers in the Euclidean geometry go into the
//! compact rounds of the core; the rows of everything else are kept as they are until a learner
//! that keeps its rounds has learned from them. Rows whose columns are standardised are kept as
//! they are too, until the last of them has made the moments. Where several runs are compared, all
//! rows are kept as they are, once for all ([`optimum`]).

use crate::example;
use crate::model::{Meter, Model, Single};
use crate::observer::Observer;
use noregret_core::metric::Judged;
use noregret_core::replay::hindsight::{self, Goal, GoesOn, Optimum, Rounds};
use noregret_core::{AnyLearner, Label, Outcome, Result, Spec};
use noregret_io::Row;
use std::time::Instant;

/// The examples.
pub(crate) enum Examples {
    Rounds(Box<Rounds>),
    Rows(Vec<Vec<Row>>),
}

/// The best fixed predictor, as a learner, and how it does on the examples.
pub(crate) struct Best {
    pub(crate) optimum: Optimum,
    pub(crate) spec: Spec,
    pub(crate) learner: AnyLearner,
    pub(crate) meter: Meter,
    /// Seconds of the search.
    pub(crate) seconds: f64,
}

impl Best {
    /// Makes the predictor what answers in the model; how far the search came. What is known of the
    /// run before is not said of it.
    pub(crate) fn answer_in(self, model: &mut Model) -> Result<Optimum> {
        let single = model.one_mut()?;
        (single.spec, single.learner) = (self.spec, self.learner);
        (model.meter, model.stopped) = (self.meter, false);
        (model.verdict, model.proof) = (None, None);
        Ok(self.optimum)
    }
}

/// An observer of a search, and what it failed with.
pub(crate) struct Watched<'a> {
    observer: &'a mut dyn Observer,
    /// Rows that were worked on before.
    before: u64,
    failed: crate::Result<()>,
}

impl<'a> Watched<'a> {
    /// Of a search after so many rows were read.
    pub(crate) fn after(before: u64, observer: &'a mut dyn Observer) -> Self {
        Watched { observer, before, failed: Ok(()) }
    }

    /// Tells how many rounds were visited; whether the search goes on.
    fn visits(&mut self, visited: u64) -> bool {
        if self.failed.is_ok() {
            self.failed = self.observer.visits(self.before + visited);
        }
        self.failed.is_ok()
    }
}

impl Examples {
    /// Room for examples of this kind; an error if there is no best predictor for it.
    pub(crate) fn new(spec: &Spec) -> Result<Self> {
        hindsight::check(spec)?;
        Ok(if hindsight::is_compact(spec) && spec.standard.is_none() {
            Examples::Rounds(Box::default())
        } else {
            Examples::Rows(Vec::new())
        })
    }

    /// Keeps an example whose label the learner knows.
    pub(crate) fn push(&mut self, single: &Single, rows: &[Row]) -> Result<()> {
        match self {
            Examples::Rounds(rounds) => push(rounds, single, rows),
            Examples::Rows(kept) => {
                kept.push(rows.to_vec());
                Ok(())
            }
        }
    }

    /// The best predictor, at the loss and the trade-off of the learner of this single.
    pub(crate) fn best(
        self,
        single: &Single,
        goal: &Goal,
        watched: Watched<'_>,
    ) -> crate::Result<Best> {
        match self {
            Examples::Rounds(rounds) => best_of_rounds(*rounds, single, goal, watched),
            Examples::Rows(kept) if hindsight::is_compact(&single.spec) => {
                // Refused before anything is standardised.
                single.learner.best_spec(&single.spec)?;
                let mut rounds = Rounds::default();
                kept.into_iter().try_for_each(|rows| push(&mut rounds, single, &rows))?;
                best_of_rounds(rounds, single, goal, watched)
            }
            Examples::Rows(kept) => best_of_rows(&kept, single, goal, watched),
        }
    }
}

/// The best predictor for compact rounds.
fn best_of_rounds(
    mut rounds: Rounds,
    single: &Single,
    goal: &Goal,
    mut watched: Watched<'_>,
) -> crate::Result<Best> {
    let (mut meter, start) = (Meter::new(single.learner.problem()), Instant::now());
    let goes_on = &mut |visited| watched.visits(visited);
    let optimum = single.learner.best_in_hindsight_while(&mut rounds, goal, goes_on)?;
    watched.failed?;
    let seconds = start.elapsed().as_secs_f64();
    let seen = |outcome: Outcome, weight| {
        meter.add(&Judged { outcome: &outcome, label: Label::None, weight });
    };
    let (spec, learner) = single.learner.in_hindsight(&single.spec, &rounds, &optimum, seen)?;
    Ok(Best { optimum, spec, learner, meter, seconds })
}

/// The best predictor for examples as they are.
fn best_of_rows(
    kept: &[Vec<Row>],
    single: &Single,
    goal: &Goal,
    mut watched: Watched<'_>,
) -> crate::Result<Best> {
    let (mut meter, start) = (Meter::new(single.learner.problem()), Instant::now());
    let goes_on = &mut |visited| watched.visits(visited);
    let (spec, mut learner, optimum) = search(single, kept, goal, goes_on)?;
    watched.failed?;
    let seconds = start.elapsed().as_secs_f64();
    let mut rounds = Vec::with_capacity(kept.len());
    for rows in kept {
        let mut round = example::evaluate(&learner, rows)?;
        round.loss *= rows[0].weight;
        meter.add(&example::judged(rows, &round));
        rounds.push(round);
    }
    learner.play_found(&optimum, rounds);
    Ok(Best { optimum, spec, learner, meter, seconds })
}

/// The best predictor for these examples, at the loss and the trade-off of a learner that was built
/// from `spec` and has learned from them.
pub(crate) fn optimum(online: &Single, examples: &[Vec<Row>], goal: &Goal) -> Result<Optimum> {
    let Single { spec, learner } = online;
    hindsight::check(spec)?;
    if !hindsight::is_compact(spec) {
        return Ok(search(online, examples, goal, &mut |_| true)?.2);
    }
    let mut rounds = Rounds::default();
    examples.iter().try_for_each(|rows| push(&mut rounds, online, rows))?;
    learner.best_in_hindsight(&mut rounds, goal)
}

/// Stores an example as compact rounds, as the stages of the learner show them now.
fn push(rounds: &mut Rounds, single: &Single, rows: &[Row]) -> Result<()> {
    rows.iter().try_for_each(|row| {
        let (x, label) = (example::instance(row), example::label(row));
        single.learner.keep_round(rounds, x, label, row.weight)
    })
}

/// A learner that holds the best predictor and its rounds, and its composition.
fn search(
    online: &Single,
    examples: &[Vec<Row>],
    goal: &Goal,
    goes_on: &mut GoesOn<'_>,
) -> Result<(Spec, AnyLearner, Optimum)> {
    let (spec, mut learner) = online.learner.searching(&online.spec)?;
    let mut learned = 0;
    for rows in examples {
        example::learn(&mut learner, rows)?;
        learned += 1;
        if !goes_on(learned) {
            break;
        }
    }
    let optimum = learner.search_while(goal, &mut |visited| goes_on(learned + visited))?;
    Ok((spec, learner, optimum))
}
