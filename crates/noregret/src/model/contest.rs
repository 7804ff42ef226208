//! The contest of the learners that nobody chose between: all learn from the first rows, one
//! answers for them.
//!
//! The one that answers is the one with the least error so far (mistakes, squared error for
//! numbers, ranking loss where labels are ranked; of equals the first), chosen before the row is
//! seen, so the progressive error of the run is what a user of it would have met. After
//! [`CONTEST_ROWS`] rows, or with the first file, the leader goes on alone; its loss and its
//! certificate are those of its own run, from the first row on. Every [`CULL_EVERY`] rows those
//! that are clearly behind leave: whose error exceeds the leader's by more than [`FAR`] times the
//! root of both sums of squared costs, which for mistakes is about so many deviations of the
//! difference.

use super::{Curve, Meter, Single};
use crate::choice::{CONTEST_ROWS, CULL_EVERY, FAR};
use crate::example;
use crate::proof::{Judge, Margins, Units};
use noregret_core::metric::cost;
use noregret_core::stage::Columns;
use noregret_core::{Outcome, Result};
use noregret_io::Row;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// The learners that have not been chosen yet.
#[derive(Clone, Debug)]
pub struct Contest {
    entrants: Vec<Entrant>,
    leader: usize,
    rows: u64,
    /// How many have left because they were clearly behind.
    beaten: usize,
    /// Nobody is chosen: all go on to the end.
    endless: bool,
    /// Who had to give up, and why.
    out: Vec<(String, String)>,
    /// The examples learned from, without a constant, if they are kept.
    kept: Option<Vec<Vec<Row>>>,
}

/// A learner in a contest.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The learner.
    pub single: Single,
    /// Its own counters.
    pub meter: Meter,
    /// Time it has taken; not kept track of while somebody is to be chosen.
    pub time: Duration,
    /// How it did along the way, if that is kept track of.
    pub curve: Option<Curve>,
    /// What it lost, as witnesses count; only where nobody is chosen.
    pub(crate) judge: Option<Judge>,
    /// Weight of its mistakes, or weighted squared error where labels are numbers, ranking loss
    /// where they are ranked.
    error: f64,
    /// Sum of the squares of what was added to the error.
    squares: f64,
}

/// How a contest ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// How many learners there were.
    pub rivals: usize,
    /// On how many rows one was chosen.
    pub rows: u64,
}

impl Contest {
    /// A contest between several learners; the first leads.
    pub(crate) fn new(rivals: Vec<Single>) -> Self {
        let entrant = |single: Single| Entrant {
            meter: Meter::new(&single.spec.problem),
            single,
            time: Duration::ZERO,
            curve: None,
            judge: None,
            error: 0.0,
            squares: 0.0,
        };
        let entrants = rivals.into_iter().map(entrant).collect();
        let (leader, rows, beaten, endless) = (0, 0, 0, false);
        Contest { entrants, leader, rows, beaten, endless, out: Vec::new(), kept: None }
    }

    /// A contest in which all go on to the end, and their times are taken.
    pub(crate) fn endless(rivals: Vec<Single>) -> Self {
        let mut contest = Contest { endless: true, ..Contest::new(rivals) };
        for entrant in &mut contest.entrants {
            entrant.judge = Some(Judge::of(&entrant.single.spec.problem));
        }
        contest
    }

    /// A contest in which all go on to the end, and how they do along the way is kept.
    pub(crate) fn with_curves(rivals: Vec<Single>) -> Self {
        let mut contest = Contest::endless(rivals);
        for entrant in &mut contest.entrants {
            entrant.curve = Some(Curve::new(&entrant.single.spec.problem));
        }
        contest
    }

    /// This contest, with the examples kept.
    pub(crate) fn keeping_examples(self) -> Self {
        Contest { kept: Some(Vec::new()), ..self }
    }

    /// The examples that were kept.
    pub(crate) fn take_examples(&mut self) -> Option<Vec<Vec<Row>>> {
        self.kept.take()
    }

    /// Whether nobody will be chosen.
    pub(crate) fn is_endless(&self) -> bool {
        self.endless
    }

    /// Those who learned to the end, and who had to give up, with the reason.
    pub(crate) fn take_entrants(&mut self) -> (Vec<Entrant>, Vec<(String, String)>) {
        (std::mem::take(&mut self.entrants), std::mem::take(&mut self.out))
    }

    /// Takes out the learners, whoever leads.
    pub(crate) fn take_rivals(&mut self) -> Vec<Single> {
        self.entrants.drain(..).map(|entrant| entrant.single).collect()
    }

    /// Whether it has lasted long enough.
    pub(crate) fn is_over(&self) -> bool {
        self.rows >= CONTEST_ROWS && !self.endless
    }

    /// All learn from a row; the answer is the leader's. If the leader refuses the row, nobody has
    /// seen it; another that refuses it is out.
    pub(crate) fn learn(&mut self, rows: &[Row]) -> Result<Outcome> {
        let Contest { entrants, leader, endless, out, .. } = self;
        let answer = entrants[*leader].learn(rows, *endless)?;
        let mut at = 0;
        entrants.retain_mut(|entrant| {
            at += 1;
            let refused = match at - 1 == *leader {
                true => None,
                false => entrant.learn(rows, *endless).err(),
            };
            let reason = refused.map(|e| (entrant.single.spec.algorithm.clone(), e.to_string()));
            let stays = reason.is_none();
            out.extend(reason);
            stays
        });
        if let Some(kept) = &mut self.kept {
            kept.push(rows.to_vec());
        }
        let counts = rows[0].weight > 0.0;
        let before = self.rows;
        self.rows += if counts { rows.len() as u64 } else { 0 };
        self.lead();
        if !self.endless && self.rows / CULL_EVERY > before / CULL_EVERY {
            self.cull();
        }
        Ok(answer)
    }

    /// Those that are clearly behind leave.
    fn cull(&mut self) {
        let (before, first) = (self.entrants.len(), &self.entrants[self.leader]);
        let (error, squares) = (first.error, first.squares);
        let is_behind = |e: &Entrant| e.error - error > FAR * (e.squares + squares).sqrt();
        self.entrants.retain(|entrant| !is_behind(entrant));
        self.beaten += before - self.entrants.len();
        self.lead();
    }

    /// Who leads now.
    fn lead(&mut self) {
        let errors = self.entrants.iter().map(|entrant| entrant.error).enumerate();
        let best = errors.reduce(|best, next| if next.1 < best.1 { next } else { best });
        self.leader = best.map_or(0, |(at, _)| at);
    }

    /// The learner that is ahead.
    pub(crate) fn leader(&self) -> &Single {
        &self.entrants[self.leader].single
    }

    /// The learner that is ahead, to be asked about what comes next.
    pub(crate) fn leader_mut(&mut self) -> &mut Single {
        &mut self.entrants[self.leader].single
    }

    /// The columns that somebody standardises.
    pub(crate) fn columns(&self) -> Option<Columns> {
        self.entrants.iter().find_map(|entrant| entrant.single.spec.standard)
    }

    /// The winner, its own counters, and the verdict.
    pub(crate) fn settle(&mut self) -> Option<(Single, Meter, Verdict)> {
        let verdict = Verdict { rivals: self.entrants.len() + self.beaten, rows: self.rows };
        let leader = (self.leader < self.entrants.len()).then_some(self.leader)?;
        let Entrant { single, meter, .. } = self.entrants.swap_remove(leader);
        Some((single, meter, verdict))
    }
}

impl Entrant {
    fn learn(&mut self, rows: &[Row], timed: bool) -> Result<Outcome> {
        let start = timed.then(Instant::now);
        let outcome = example::learn(&mut self.single.learner, rows)?;
        self.time += start.map_or(Duration::ZERO, |start| start.elapsed());
        let weight = rows[0].weight;
        if outcome.counted {
            self.meter.add(&example::judged(rows, &outcome));
        }
        if let Some(judge) = self.judge.as_mut().filter(|_| outcome.counted && weight > 0.0) {
            let problem = self.single.learner.problem();
            let units = Units::of(&self.single.spec);
            judge.count(&Margins::of(problem, units, rows, &outcome), weight);
        }
        if let Some(curve) = &mut self.curve {
            let judged = self.judge.as_ref().map_or(f64::NAN, Judge::sum);
            curve.see(&self.meter, &self.single.learner, &outcome, judged);
        }
        let cost = weight * cost(&self.single.spec.problem, &outcome);
        self.error += cost;
        self.squares += cost * cost;
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noregret_core::Spec;
    use noregret_core::stage::Bias;

    /// Rows of two features whose label is the sign of the first until `turn`, of the second from
    /// there on.
    fn rows(count: usize, turn: usize) -> Vec<Row> {
        let mut seed = 7u64;
        let mut draw = move || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        let row = |t: usize| {
            let (a, b) = (draw(), draw());
            let mut row = Row::new(vec![1, 2], vec![a, b]);
            let y = if t < turn { a } else { b };
            row.label.set(if y > 0.0 { "1" } else { "-1" }).unwrap();
            row
        };
        (0..count).map(row).collect()
    }

    fn rival(algorithm: &str, value: f64) -> Single {
        let mut spec = Spec::named(algorithm, "binary").unwrap();
        spec.bias = Some(Bias::new(0, value));
        Single::new(spec).unwrap()
    }

    fn rivals() -> Vec<Single> {
        vec![rival("perceptron", 1.0), rival("pa1", 0.125), rival("arow", 1.0)]
    }

    #[test]
    fn the_answer_is_that_of_the_best_so_far() {
        let rows = rows(400, 200);
        let mut alone = rivals();
        let mut errors = [0u64; 3];
        let mut contest = Contest::new(rivals());
        let (mut answered, mut leaders) = (0, [false; 3]);
        let mut expected = 0;
        for row in &rows {
            let leader = (0..3).min_by_key(|&i| errors[i]).unwrap();
            leaders[leader] = true;
            for (i, rival) in alone.iter_mut().enumerate() {
                let one = std::slice::from_ref(row);
                let wrong = example::learn(&mut rival.learner, one).unwrap().mistake;
                expected += u64::from(wrong && i == leader);
                errors[i] += u64::from(wrong);
            }
            answered += u64::from(contest.learn(std::slice::from_ref(row)).unwrap().mistake);
        }
        assert_eq!(answered, expected);
        assert!(leaders.iter().filter(|led| **led).count() > 1, "the lead changes in this stream");
        let best = (0..3).min_by_key(|&i| errors[i]).unwrap();
        let (winner, meter, verdict) = contest.settle().unwrap();
        assert_eq!(winner.spec, alone[best].spec);
        assert_eq!(meter.value("mistakes"), Some(errors[best] as f64));
        assert_eq!(meter.loss.value(), winner.learner.ledger().loss.value());
        assert_eq!(verdict, Verdict { rivals: 3, rows: 400 });
        for slot in 0..3 {
            assert_eq!(winner.learner.weight(slot, 0), alone[best].learner.weight(slot, 0));
        }
    }

    #[test]
    fn who_is_clearly_behind_leaves() {
        let mut contest = Contest::new(rivals());
        // As if it had already been wrong so often.
        (contest.entrants[0].error, contest.entrants[0].squares) = (200.0, 200.0);
        let rows = rows(CULL_EVERY as usize, usize::MAX);
        for (t, row) in rows.iter().enumerate() {
            assert_eq!(contest.entrants.len(), 3, "row {t}");
            contest.learn(std::slice::from_ref(row)).unwrap();
        }
        let stay: Vec<&str> =
            contest.entrants.iter().map(|e| e.single.spec.geometry.name()).collect();
        assert_eq!(stay, ["euclid", "confidence"]);
        let best = contest.entrants.iter().map(|e| e.error).fold(f64::INFINITY, f64::min);
        assert_eq!(contest.entrants[contest.leader].error, best);
        let (_, _, verdict) = contest.settle().unwrap();
        assert_eq!(verdict, Verdict { rivals: 3, rows: CULL_EVERY });
    }

    #[test]
    fn a_row_the_leader_refuses_was_never_there() {
        let mut contest = Contest::new(rivals());
        let rows = rows(20, 20);
        for row in &rows {
            contest.learn(std::slice::from_ref(row)).unwrap();
        }
        let mut too_large = rows[0].clone();
        too_large.values[0] = f64::MAX;
        assert!(contest.learn(&[too_large]).is_err());
        let (winner, meter, verdict) = contest.settle().unwrap();
        assert_eq!((verdict.rivals, verdict.rows, meter.examples), (3, 20, 20));
        assert_eq!(winner.learner.ledger().rounds, 20);
    }
}
