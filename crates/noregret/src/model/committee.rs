//! Several learners followed at once (`-a auto`): all learn from every row, and Hedge weighs their
//! answers.
//!
//! Each is, round for round, the learner run alone: its answer is the one that learning from the
//! row judges (features that the row brings and sizes that it changes take part), and it loses what
//! its round costs. Where labels are classes the answer with the most weight is given (of equals
//! the one of the learner named first), and a learner loses the weight of the row when it makes a
//! mistake; the vote makes one unless a learner that gave its answer was right. Where labels are
//! numbers the answer is the weighted mean, and a learner loses the squared residual. The rate is
//! the adaptive one of [`noregret_core::experts`], which needs to know neither the number of rows
//! nor the size of the losses.
//!
//! What is certified: `G - L*`, G the mean of the losses by the weights of each row, L* the loss of
//! the best learner in hindsight. The squared error of the mean is at most G (it is convex); the
//! mistakes of the vote are at most 2G.
//!
//! A row that a learner cannot answer, or that no learner takes, was never there; one that only
//! some take is answered by all the same.

use super::{Answer, Single};
use crate::example;
use noregret_core::experts::{Advised, Hedge, Rate, plurality};
use noregret_core::metric;
use noregret_core::number::Sum;
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::round::Quality;
use noregret_core::{ClassName, Error, Label, Outcome, Prediction, Result};
use noregret_io::Row;

/// A learner that is followed, by the name it was asked for.
#[derive(Clone, Debug)]
pub struct Expert {
    /// The name it was asked for.
    pub name: String,
    /// The learner.
    pub single: Single,
}

/// The learners and their weights.
#[derive(Clone, Debug)]
pub struct Committee {
    experts: Vec<Expert>,
    hedge: Hedge,
    /// Loss of the answers that were given.
    own: Sum,
}

impl Committee {
    /// A fresh one.
    pub(crate) fn new(experts: Vec<Expert>) -> Result<Self> {
        let hedge = Hedge::new(experts.len(), Rate::Adaptive)?;
        Committee::from_parts(experts, hedge, Sum::default())
    }

    /// One that was saved.
    pub(crate) fn from_parts(experts: Vec<Expert>, hedge: Hedge, own: Sum) -> Result<Self> {
        let fits = |problem: &AnyProblem| problem.two_sided() || problem.decides_class();
        if let Some(other) = experts.iter().map(|e| &e.single.spec.problem).find(|p| !fits(p)) {
            return Err(Error::Spec(format!(
                "answers are weighed where labels are classes or numbers, not for {}: name one \
                 learner with -a",
                other.name()
            )));
        }
        let numbers = |e: &Expert| e.single.spec.problem.two_sided();
        let mixed = experts.iter().any(|expert| numbers(expert) != numbers(&experts[0]));
        match hedge.experts() == experts.len() && !experts.is_empty() && !mixed {
            true => Ok(Committee { experts, hedge, own }),
            false => Err(Error::State("there is not a weight for every learner".into())),
        }
    }

    /// The learners, their weights, the loss of the answers given.
    pub fn parts(&self) -> (&[Expert], &Hedge, &Sum) {
        (&self.experts, &self.hedge, &self.own)
    }

    /// The learner with the least loss so far.
    pub fn best(&self) -> &Expert {
        &self.experts[self.hedge.best().0]
    }

    /// How many threads may work on expensive scores of each learner.
    pub(crate) fn use_threads(&mut self, threads: usize) {
        self.experts.iter_mut().for_each(|expert| expert.single.learner.use_threads(threads));
    }

    /// What is known about the regret.
    pub fn certificate(&self) -> Advised {
        self.hedge.certificate()
    }

    /// Whether answers are numbers.
    pub fn is_regression(&self) -> bool {
        self.best().single.spec.problem.two_sided()
    }

    /// Answers, then all learn.
    pub(crate) fn learn(&mut self, rows: &[Row]) -> Result<Outcome> {
        let (label, weight) = (example::label(&rows[0]), rows[0].weight);
        let advice = self.foreseen(rows)?;
        let given = self.decided(&advice.answers);
        let mut costs = self.costs(&advice, label);
        let lead = self.lead_of_best(&advice, &costs);
        if costs.iter().any(|cost| cost.is_infinite() || (weight * cost).is_infinite()) {
            return Err(Error::NotFinite("an answer is too far from its label".into()));
        }
        let mut refusals = Vec::new();
        for (expert, cost) in self.experts.iter_mut().zip(&mut costs) {
            match example::learn(&mut expert.single.learner, rows) {
                Ok(round) => *cost = metric::cost(&expert.single.spec.problem, &round),
                Err(error) => refusals.push(error),
            }
        }
        if refusals.len() == self.experts.len()
            && let Some(error) = refusals.into_iter().next()
        {
            return Err(error);
        }
        let wrong = advice.refutes(&given.0, &costs);
        let mut round = self.judged(given, wrong, label, weight);
        round.quality = lead;
        if weight > 0.0 {
            let costs: Vec<f64> = costs.iter().map(|cost| weight * cost).collect();
            self.hedge.learn(&costs)?;
            self.own.add(round.loss);
        }
        Ok(round)
    }

    /// What a row that is not learned from costs.
    pub(crate) fn evaluate(&self, rows: &[Row]) -> Result<Outcome> {
        // What the best cannot judge, nobody can.
        example::evaluate(&self.best().single.learner, rows)?;
        let (advice, label) = (self.asked(rows)?, example::label(&rows[0]));
        let given = self.decided(&advice.answers);
        let wrong = advice.refutes(&given.0, &self.costs(&advice, label));
        Ok(self.judged(given, wrong, label, 1.0))
    }

    /// The decision that learning from this row would judge, and its score.
    pub(crate) fn foresee(&mut self, rows: &[Row]) -> Result<(Prediction, f64)> {
        let advice = self.foreseen(rows)?;
        Ok(self.decided(&advice.answers))
    }

    /// The answer, with the share of the weight behind every class if it is wanted; every learner
    /// is asked once.
    pub(crate) fn answer(&self, rows: &[Row], scored: bool) -> Result<Answer> {
        let Advice { answers, .. } = self.asked(rows)?;
        let (prediction, score) = self.decided(&answers);
        let scores = if scored { self.shares(&answers) } else { Vec::new() };
        Ok(Answer { prediction, score, scores })
    }

    /// The share of the weight behind every class, in the order of the best learner's.
    fn shares(&self, answers: &[Prediction]) -> Vec<f64> {
        let weights = self.hedge.weights();
        let names = self.best().single.learner.problem().classes().map(|classes| classes.names());
        let share = |name: &ClassName| {
            let votes =
                answers.iter().zip(&weights).filter(|(answer, _)| right(answer, name.label()));
            // A sum of nothing would be -0.
            votes.fold(0.0, |sum, (_, weight)| sum + weight)
        };
        names.into_iter().flatten().map(share).collect()
    }

    /// What every learner says about a row it does not learn from.
    fn asked(&self, rows: &[Row]) -> Result<Advice> {
        let x = example::instance(&rows[0]);
        let each = self.experts.iter().map(|expert| expert.single.learner.predict(x));
        Advice::of(each)
    }

    /// What every learner says about a row it is about to learn from.
    fn foreseen(&mut self, rows: &[Row]) -> Result<Advice> {
        let (x, weight) = ([example::instance(&rows[0])], rows[0].weight);
        let experts = self.experts.iter_mut();
        Advice::of(experts.map(|expert| expert.single.learner.foresee_round(&x, weight)))
    }

    /// What the answers cost.
    fn costs(&self, advice: &Advice, label: Label<'_>) -> Vec<f64> {
        let said = advice.answers.iter().zip(&advice.scores);
        let each = self.experts.iter().zip(said);
        each.map(|(expert, (answer, score))| match expert.single.learner.problem().sign_of(label) {
            Some(Ok(side)) => f64::from(u8::from(side * score <= 0.0)),
            _ => cost(answer, label),
        })
        .collect()
    }

    /// The margin of the learner that leads: a vote has none.
    fn lead_of_best(&self, advice: &Advice, costs: &[f64]) -> Quality {
        let best = self.hedge.best().0;
        match (advice.scores.get(best), costs.get(best)) {
            (Some(score), Some(cost)) if !self.is_regression() => {
                Quality::Lead(if *cost == 0.0 { score.abs() } else { -score.abs() })
            }
            _ => Quality::Plain,
        }
    }

    /// Decision and score: the share of the weight behind the class (of two classes the positive
    /// one's less the other's), or the mean.
    fn decided(&self, answers: &[Prediction]) -> (Prediction, f64) {
        let weights = self.hedge.weights();
        if self.is_regression() {
            let mean = weights.iter().zip(answers).map(|(w, answer)| w * value(answer)).sum();
            return (Prediction::Value(mean), mean);
        }
        let (answer, share) =
            plurality(&weights, answers).unwrap_or((Prediction::Class(None), 0.0));
        let Some(side) = self.best().single.learner.problem().sign_of(class(&answer)) else {
            return (answer, share);
        };
        let (positive, lead) = (side == Ok(1.0), 2.0 * share - 1.0);
        (answer, if positive { lead } else { 0.0 - lead })
    }

    /// How a decision does on this label.
    fn judged(
        &self,
        (answer, score): (Prediction, f64),
        wrong: bool,
        label: Label<'_>,
        weight: f64,
    ) -> Outcome {
        let (margin, cost, wrong) = match label {
            Label::Number(y) if self.is_regression() => {
                (value(&answer) - y, cost(&answer, label), false)
            }
            _ => (score, f64::from(u8::from(wrong)), wrong),
        };
        Outcome {
            score,
            margin,
            loss: weight * cost,
            mistake: wrong,
            violation: wrong,
            counted: true,
            ..Outcome::default()
        }
    }
}

/// What each learner says about a row.
struct Advice {
    answers: Vec<Prediction>,
    /// The number behind each answer.
    scores: Vec<f64>,
}

impl Advice {
    fn of(each: impl Iterator<Item = Result<(Prediction, f64)>>) -> Result<Self> {
        let (answers, scores) = each.collect::<Result<Vec<_>>>()?.into_iter().unzip();
        Ok(Advice { answers, scores })
    }

    /// Whether nobody who gave this answer was right.
    fn refutes(&self, answer: &Prediction, costs: &[f64]) -> bool {
        !self.answers.iter().zip(costs).any(|(given, cost)| given == answer && *cost == 0.0)
    }
}

/// What an answer costs.
fn cost(answer: &Prediction, label: Label<'_>) -> f64 {
    match (answer, label) {
        (Prediction::Value(x), Label::Number(y)) => (x - y) * (x - y),
        (Prediction::Value(_), _) => f64::NAN,
        _ => f64::from(u8::from(!right(answer, label))),
    }
}

/// The class that is the answer; no label if there is none.
fn class(answer: &Prediction) -> Label<'_> {
    match answer {
        Prediction::Class(Some(name)) => name.label(),
        _ => Label::None,
    }
}

fn right(answer: &Prediction, label: Label<'_>) -> bool {
    matches!(answer, Prediction::Class(Some(name)) if name.is(label))
}

fn value(answer: &Prediction) -> f64 {
    if let Prediction::Value(x) = answer { *x } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noregret_core::Spec;
    use noregret_core::stage::Bias;

    fn expert(algorithm: &str, problem: &str, constant: f64) -> Expert {
        let mut spec = Spec::named(algorithm, problem).unwrap();
        spec.bias = Some(Bias::new(0, constant));
        Expert { name: algorithm.into(), single: Single::new(spec).unwrap() }
    }

    fn row(t: u32, label: &str) -> Row {
        let x = f64::from(t % 7) - 3.0;
        let values = vec![x, f64::from(t % 3) - 1.0];
        let mut row = Row::new(vec![1, 2], values);
        row.label.set(label).unwrap();
        row
    }

    /// Some labels are noise, so that learners disagree.
    fn classified(t: u32) -> Row {
        let noisy = t.wrapping_mul(2_654_435_761) >> 29 == 0;
        row(t, if ((t % 7) + (t % 3) > 3) != noisy { "1" } else { "-1" })
    }

    /// The vote, the losses and the weights, written down once more.
    #[test]
    fn the_answer_is_the_weighted_vote() {
        let fresh = || {
            vec![
                expert("perceptron", "binary", 1.0),
                expert("pa1", "binary", 0.25),
                expert("arow", "binary", 1.0),
            ]
        };
        let (mut committee, mut alone) = (Committee::new(fresh()).unwrap(), fresh());
        let mut hedge = Hedge::new(3, Rate::Adaptive).unwrap();
        let mut mistakes = (0.0, 0.0);
        for t in 0..300 {
            let given = classified(t);
            let answers = alone
                .iter()
                .map(|e| e.single.learner.predict(example::instance(&given)).unwrap().0);
            let answers: Vec<Prediction> = answers.collect();
            let weights = hedge.weights();
            if t > 10 {
                let votes = weights.iter().zip(&answers);
                let side = |a: &Prediction| if right(a, Label::Number(1.0)) { 1.0 } else { -1.0 };
                let lead: f64 = votes.map(|(w, a)| w * side(a)).sum();
                let voted = committee.answer(std::slice::from_ref(&given), false).unwrap();
                assert!((voted.score - lead).abs() < 1e-12, "{t}");
                let positive = right(&voted.prediction, Label::Number(1.0));
                assert!(lead == 0.0 || positive == (lead > 0.0), "{t}");
            }
            let rows = std::slice::from_ref(&given);
            let round = committee.learn(rows).unwrap();
            mistakes.0 += f64::from(u8::from(round.mistake));
            let wrong = alone.iter_mut().map(|expert| {
                let round = example::learn(&mut expert.single.learner, rows).unwrap();
                f64::from(u8::from(round.mistake))
            });
            let wrong: Vec<f64> = wrong.collect();
            mistakes.1 += hedge.learn(&wrong).unwrap();
        }
        assert_eq!(committee.hedge, hedge);
        assert_eq!(committee.own.value(), mistakes.0);
        assert!(mistakes.0 <= 2.0 * mistakes.1 && mistakes.0 > 0.0);
        let totals = hedge.totals();
        assert!(totals[0] != totals[1] && totals[1] != totals[2], "{totals:?}");
        let known = committee.certificate();
        assert!((known.loss - mistakes.1).abs() < 1e-9 && known.regret <= known.proved);
    }

    #[test]
    fn numbers_are_answered_by_the_mean() {
        let experts = vec![expert("pa1", "regression", 1.0), expert("nlms", "regression", 1.0)];
        let mut committee = Committee::new(experts).unwrap();
        for t in 0..200 {
            let given = row(t, &format!("{}", 2.0 * f64::from(t % 7) - f64::from(t % 3)));
            let rows = std::slice::from_ref(&given);
            let each = committee.asked(rows).unwrap().answers;
            let weights = committee.hedge.weights();
            let mean: f64 = weights.iter().zip(&each).map(|(w, a)| w * value(a)).sum();
            let answer = committee.answer(rows, false).unwrap();
            assert_eq!((answer.prediction, answer.score), (Prediction::Value(mean), mean));
            committee.learn(rows).unwrap();
        }
        let known = committee.certificate();
        assert!(committee.own.value() <= known.loss + 1e-9, "the loss is convex");
    }

    #[test]
    fn what_nobody_takes_was_never_there() {
        let experts = vec![expert("pa1", "binary", 1.0), expert("arow", "binary", 1.0)];
        let mut committee = Committee::new(experts).unwrap();
        for t in 0..20 {
            committee.learn(&[classified(t)]).unwrap();
        }
        let before = committee.hedge.clone();
        assert!(committee.learn(&[row(1, "third")]).is_err());
        assert_eq!(committee.hedge, before);
        assert!(committee.experts.iter().all(|e| e.single.learner.ledger().rounds == 20));
        let ranking = vec![expert("pa1", "label-ranking", 1.0)];
        assert!(Committee::new(ranking).is_err());
    }
}
