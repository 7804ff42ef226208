//! Several learners on the same data, read once.
//!
//! They are the entrants of a contest that nobody wins, so that the learning loop is that of a run.
//! One that refuses a row which the best so far takes is out, and it is told why.

use super::compare_hindsight::{Hindsight, search};
use super::passes::{self, Passed};
use super::{Training, test};
use crate::choice::{Choice, spec};
use crate::model::{Contest, Entrant, Kind, Meter, Model, Single};
use crate::observer::Observer;
use crate::opening::{self, Begun, build};
use crate::proof::{Headroom, Proof};
use crate::{Error, Result};
use noregret_core::algorithms::ALGORITHMS;
use noregret_core::problem::Cost;
use noregret_core::replay::hindsight::Goal;
use noregret_core::replay::scope::AnyScope;
use std::path::PathBuf;

/// A choice with the text it was typed as.
type Named = (String, Choice);

/// Several learners to be compared on one reading of the data.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The run that all share; its choice is what the learners have in common.
    pub training: Training,
    /// Names, each also `name:key=value,…`; all that fit the data if left open.
    pub among: Option<String>,
    /// Data to test each of them on.
    pub test: Option<PathBuf>,
    /// Whether curves are kept for a picture.
    pub curves: bool,
    /// Search the best fixed predictor of each run to this goal.
    pub hindsight: Option<Goal>,
}

/// How one of several learners did.
#[derive(Debug)]
pub struct Compared {
    /// The learner, its counters, its time and its curve.
    pub entrant: Entrant,
    /// Its counters on the test data.
    pub test: Option<Meter>,
    /// Its run beside its best fixed predictor.
    pub hindsight: Option<Hindsight>,
    /// How much of what it lost was avoidable, by the loss of the problem.
    pub headroom: Option<Headroom>,
}

/// How all of them did.
#[derive(Debug)]
pub struct Comparisons {
    /// Each learner that went to the end.
    pub results: Vec<Compared>,
    /// How many features the data has.
    pub features: usize,
    /// What no linear model of the norm of the headroom had gone below, a row, after so many
    /// rounds; empty without curves.
    pub floors: Vec<(f64, f64)>,
}

impl Comparison {
    /// Runs all of them.
    ///
    /// # Errors
    /// If the data is broken, a choice makes no sense, or no algorithm fits.
    pub fn run(&self, observer: &mut dyn Observer) -> Result<Comparisons> {
        let (chosen, costs) = self.chosen()?;
        let mut begun = self.begin(&chosen, &costs, observer)?;
        let rivals = self.rivals(chosen, &costs, &mut begun)?;
        begun.model.kind = Kind::Contest(Box::new(self.contest(rivals)));
        begun.model.certify(self.training.certify);
        begun.model.proof.iter_mut().filter(|_| self.curves).for_each(|proof| proof.keep_trail());
        passes::run(&self.training, &mut begun, observer, &mut Passed::default())?;
        let Begun { mut model, stream, .. } = begun;
        model.reading.keep_found(&stream);
        let features = model.feature_count();
        let Kind::Contest(contest) = &mut model.kind else {
            return Err(Error::Other("the contest is over".into()));
        };
        let (examples, (entrants, out)) = (contest.take_examples(), contest.take_entrants());
        let results =
            entrants.into_iter().map(|entrant| self.tested(&mut model, entrant, observer));
        let mut results = results.collect::<Result<Vec<Compared>>>()?;
        let floors = show_headroom(model.proof.as_deref_mut(), &mut results);
        if let (Some(examples), Some(goal)) = (examples, &self.hindsight) {
            search(goal, &examples, &mut results, observer);
        }
        for (name, reason) in out {
            observer.warning(&format!("{name} gave up: {reason}"));
        }
        stream.warn_at_end(observer);
        Ok(Comparisons { results, features, floors })
    }

    /// Refuses names that are none, and choices that are wrong whatever the data.
    ///
    /// # Errors
    /// [`Error::Usage`] with the reason.
    pub fn check(&self) -> Result<()> {
        self.chosen().map(drop)
    }

    /// The learners that are named, by their text, and the costs of all.
    fn chosen(&self) -> Result<(Vec<Named>, Vec<Cost>)> {
        let common = &self.training.choice;
        let typed = self.among.as_deref();
        let chosen = typed.map_or(Ok(Vec::new()), |typed| Choice::parse_list(typed, common))?;
        let costs = common.costs.read()?;
        for (name, choice) in &chosen {
            spec::check(choice, &costs).map_err(|error| build::named(name, error))?;
        }
        Ok((chosen, costs))
    }

    /// Opens the data, with the choice of the first learner.
    fn begin(
        &self,
        chosen: &[Named],
        costs: &[Cost],
        observer: &mut dyn Observer,
    ) -> Result<Begun> {
        let Some((name, choice)) = chosen.first() else {
            return opening::begin(&self.training, observer);
        };
        let training = self.training_of(choice.clone());
        opening::begin(&training, observer).map_err(|error| {
            match spec::refuses(choice, costs, &error) {
                true => build::named(name, error),
                false => error,
            }
        })
    }

    fn training_of(&self, choice: Choice) -> Training {
        Training { choice, ..self.training.clone() }
    }

    /// A contest in which all go on to the end.
    fn contest(&self, rivals: Vec<Single>) -> Contest {
        let contest = match self.curves {
            true => Contest::with_curves(rivals),
            false => Contest::endless(rivals),
        };
        if self.hindsight.is_some() { contest.keeping_examples() } else { contest }
    }

    /// The learners to compare: those typed, or all that fit.
    fn rivals(&self, chosen: Vec<Named>, costs: &[Cost], begun: &mut Begun) -> Result<Vec<Single>> {
        if !chosen.is_empty() {
            let each = chosen.into_iter().map(|(name, choice)| {
                let rival = self.rival(&name, choice, costs, begun);
                rival.map_err(|error| build::named(&name, error))
            });
            return each.collect();
        }
        // What looks at the whole past in every round takes part only if it is named.
        let visits_all = |scope| AnyScope::parse(scope).is_ok_and(|scope| scope.visits_all());
        let quick = ALGORITHMS.iter().filter(|algorithm| !visits_all(algorithm.scope));
        let fitting = quick.filter_map(|algorithm| {
            let name = algorithm.name;
            let choice =
                Choice { algorithm: Some(name.to_owned()), ..self.training.choice.clone() };
            self.rival(name, choice, costs, begun).ok()
        });
        let fitting: Vec<Single> = fitting.collect();
        match fitting.is_empty() {
            false => Ok(fitting),
            true => Err(Error::Usage("no algorithm takes these flags: name some with -a".into())),
        }
    }

    fn rival(
        &self,
        name: &str,
        choice: Choice,
        costs: &[Cost],
        begun: &mut Begun,
    ) -> Result<Single> {
        let asked = begun.model.problem().labels_problem();
        let (space, head) = (&mut begun.model.space, &begun.head);
        let mut single = build::build(&self.training_of(choice), costs, asked, space, head)?;
        single.spec.algorithm = name.to_owned();
        Ok(single)
    }

    /// A learner with its counters on the test data.
    fn tested(
        &self,
        model: &mut Model,
        entrant: Entrant,
        observer: &mut dyn Observer,
    ) -> Result<Compared> {
        let Some(path) = &self.test else {
            return Ok(Compared { entrant, test: None, hindsight: None, headroom: None });
        };
        model.kind = Kind::One(Box::new(entrant.single.clone()));
        let test = Some(test::on_file(model, &self.training.reading, path, observer)?);
        Ok(Compared { entrant, test, hindsight: None, headroom: None })
    }
}

/// Puts the headroom beside each run; the floors along the way, at the norm that is spoken about.
fn show_headroom(proof: Option<&mut Proof>, results: &mut [Compared]) -> Vec<(f64, f64)> {
    let Some(proof) = proof else { return Vec::new() };
    proof.catch_up();
    let findings = proof.pooled(results.iter().map(|result| &result.entrant.single));
    for Compared { entrant, headroom, .. } in results.iter_mut() {
        let judge = entrant.judge.as_ref();
        let all = judge.map(|judge| proof.headroom_of(&findings, judge, Some(&entrant.single)));
        *headroom = all.and_then(|all| all.into_iter().next());
    }
    let norm = results.iter().find_map(|result| result.headroom.as_ref()).map(|room| room.norm);
    let trail = proof.take_trail(&findings);
    trail.zip(norm).map_or(Vec::new(), |(trail, norm)| trail.floors(norm))
}
