//! The round solved exactly, whatever its constraints: against all of them written down once more,
//! and the dual maximised slowly, to a gap of its own.
//!
//! A step that lifts one pair may break another, so the constraints that matter are not only those
//! violated before it; and where every pair or set has a slack of its own the duals of all
//! interact.
//!
//! Reference: Amit et al., simultaneous projections, sec. 2, 7 and 9.

use crate::support::{Rng, at_most, composition, dot, near, square};
use noregret_core::kernel::AnyKernel;
use noregret_core::problem::AnyProblem;
use noregret_core::{AnyLearner, Instance, Label, Spec};

/// One round: the instances, the label, and all it asks.
struct Round {
    parts: Vec<Vec<f64>>,
    label: Owned,
    rows: Vec<Row>,
    /// Caps of the slacks.
    caps: Vec<f64>,
}

/// `<a, w> >= need`, at the cost of a slack.
struct Row {
    /// (row of the weights, coordinates).
    terms: Vec<(usize, Vec<f64>)>,
    need: f64,
    slack: usize,
}

enum Owned {
    Number(f64),
    Each(Vec<f64>),
    Set(Vec<Label<'static>>),
    Pairs(Vec<(Label<'static>, Label<'static>)>),
}

impl Owned {
    fn label(&self) -> Label<'_> {
        match self {
            Owned::Number(y) => Label::Number(*y),
            Owned::Each(numbers) => Label::Each(numbers),
            Owned::Set(set) => Label::Set(set),
            Owned::Pairs(pairs) => Label::Pairs(pairs),
        }
    }
}

/// A problem with the rounds it is tried on.
struct Case {
    problem: &'static str,
    /// The sets of the parts, where they are not an option.
    sets: &'static [usize],
    draw: fn(&mut Rng) -> Round,
}

const CASES: &[Case] = &[
    Case { problem: "queries", sets: &[], draw: |rng| query(rng, true, false) },
    Case { problem: "queries:margin=same", sets: &[], draw: |rng| query(rng, false, false) },
    Case { problem: "queries:form=average", sets: &[], draw: |rng| query(rng, true, true) },
    Case { problem: "ordinal:ranks=5", sets: &[], draw: rank },
    Case { problem: "label-ranking", sets: &[], draw: |rng| preferences(rng, false) },
    Case { problem: "label-ranking:form=average", sets: &[], draw: |rng| preferences(rng, true) },
    Case { problem: "label-ranking", sets: &[], draw: |rng| sides(rng, false) },
    Case { problem: "label-ranking:form=average", sets: &[], draw: |rng| sides(rng, true) },
    Case { problem: "multiclass", sets: &[], draw: class },
    Case { problem: "candidates", sets: &[], draw: candidates },
    Case { problem: "tasks", sets: &[], draw: |rng| tasks(rng, |_| 0) },
    Case { problem: "tasks:form=average", sets: &[], draw: |rng| tasks(rng, |j| j) },
    Case {
        problem: "tasks",
        sets: &[0, 1, 0, 1, 2],
        draw: |rng| tasks(rng, |j| [0, 1, 0, 1, 2][j]),
    },
];

const N: usize = 4;
const CLASSES: usize = 5;

fn tied(rows: Vec<Row>, averaged: bool, parts: Vec<Vec<f64>>, label: Owned) -> Round {
    let count = rows.len();
    let slack = |i: usize, row: Row| Row { slack: if averaged { i } else { 0 }, ..row };
    let rows = rows.into_iter().enumerate().map(|(i, row)| slack(i, row)).collect();
    let caps = if averaged { vec![1.0 / count as f64; count] } else { vec![1.0] };
    Round { parts, label, rows, caps }
}

fn minus(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

fn negative(a: &[f64]) -> Vec<f64> {
    a.iter().map(|a| -a).collect()
}

/// Instances that lie far from each other, or nearly on a line.
fn instance(rng: &mut Rng) -> Vec<f64> {
    let size = rng.magnitude(0.3, 3.0);
    let mut x = rng.vector(N);
    if rng.chance(0.3) {
        x = vec![0.1 * rng.signed(), rng.signed(), 0.0, 0.0];
    }
    x.iter().map(|x| size * x).collect()
}

fn query(rng: &mut Rng, by_grades: bool, averaged: bool) -> Round {
    let docs: Vec<Vec<f64>> = (0..2 + rng.below(5)).map(|_| instance(rng)).collect();
    let grades: Vec<f64> = docs.iter().map(|_| rng.below(4) as f64).collect();
    let mut rows = Vec::new();
    for i in 0..docs.len() {
        for j in (0..docs.len()).filter(|&j| grades[j] < grades[i]) {
            let need = if by_grades { grades[i] - grades[j] } else { 1.0 };
            rows.push(Row { terms: vec![(0, minus(&docs[i], &docs[j]))], need, slack: 0 });
        }
    }
    tied(rows, averaged, docs, Owned::Each(grades))
}

fn rank(rng: &mut Rng) -> Round {
    let (x, y) = (instance(rng), rng.below(5));
    let row = |i: usize| {
        let side = if i < y { 1.0 } else { -1.0 };
        let mut threshold = vec![0.0; N];
        threshold[i] = -side;
        let terms = vec![(0, x.iter().map(|x| side * x).collect()), (1, threshold)];
        Row { terms, need: 1.0, slack: 0 }
    };
    tied((0..4).map(row).collect(), false, vec![x.clone()], Owned::Number(1.0 + y as f64))
}

fn ahead(x: &[f64], better: usize, worse: usize) -> Row {
    Row { terms: vec![(better, x.to_vec()), (worse, negative(x))], need: 1.0, slack: 0 }
}

fn number(class: usize) -> Label<'static> {
    Label::Number(class as f64)
}

fn preferences(rng: &mut Rng, averaged: bool) -> Round {
    let x = instance(rng);
    let mut pairs: Vec<(usize, usize)> =
        (0..CLASSES * CLASSES).map(|at| (at / CLASSES, at % CLASSES)).collect();
    pairs.retain(|&(r, s)| r != s && rng.chance(0.35));
    let rows = pairs.iter().map(|&(r, s)| ahead(&x, r, s)).collect();
    let label = pairs.iter().map(|&(r, s)| (number(r), number(s))).collect();
    tied(rows, averaged, vec![x], Owned::Pairs(label))
}

fn sides(rng: &mut Rng, averaged: bool) -> Round {
    let (x, first) = (instance(rng), 1 + rng.below(CLASSES - 1));
    let pairs = (0..first).flat_map(|r| (first..CLASSES).map(move |s| (r, s)));
    let rows = pairs.map(|(r, s)| ahead(&x, r, s)).collect();
    tied(rows, averaged, vec![x], Owned::Set((0..first).map(number).collect()))
}

fn class(rng: &mut Rng) -> Round {
    let (x, y) = (instance(rng), rng.below(CLASSES));
    let rows = (0..CLASSES).filter(|&r| r != y).map(|r| ahead(&x, y, r)).collect();
    tied(rows, false, vec![x], Owned::Number(y as f64))
}

fn candidates(rng: &mut Rng) -> Round {
    let parts: Vec<Vec<f64>> = (0..2 + rng.below(4)).map(|_| instance(rng)).collect();
    let y = rng.below(parts.len());
    let row = |r: usize| {
        let terms = vec![(0, minus(&parts[y], &parts[r]))];
        Row { terms, need: 1.0, slack: 0 }
    };
    let rows = (0..parts.len()).filter(|&r| r != y).map(row).collect();
    tied(rows, false, parts.clone(), Owned::Number(y as f64))
}

fn tasks(rng: &mut Rng, set: fn(usize) -> usize) -> Round {
    let parts: Vec<Vec<f64>> = (0..5).map(|_| instance(rng)).collect();
    let labels: Vec<f64> = parts.iter().map(|_| if rng.chance(0.5) { 1.0 } else { -1.0 }).collect();
    let row = |(j, y): (usize, &f64)| {
        let terms = vec![(0, parts[j].iter().map(|x| y * x).collect())];
        Row { terms, need: 1.0, slack: set(j) }
    };
    let rows: Vec<Row> = labels.iter().enumerate().map(row).collect();
    let slacks = 1 + rows.iter().map(|row| row.slack).max().unwrap();
    let caps = vec![1.0 / slacks as f64; slacks];
    Round { rows, caps, parts: parts.clone(), label: Owned::Each(labels) }
}

impl Round {
    /// What is missing of each margin at these weights.
    fn misses(&self, learner: &AnyLearner) -> Vec<f64> {
        let score = |(row, x): &(usize, Vec<f64>)| {
            x.iter().enumerate().map(|(j, x)| x * learner.weight(j, *row)).sum::<f64>()
        };
        let lead = |row: &Row| row.terms.iter().map(score).sum::<f64>();
        self.rows.iter().map(|row| row.need - lead(row)).collect()
    }

    /// Inner products of all directions, over c.
    fn gram(&self, c: f64) -> Vec<Vec<f64>> {
        let inner = |a: &Row, b: &Row| {
            let pairs = a.terms.iter().flat_map(|s| b.terms.iter().map(move |t| (s, t)));
            pairs.filter(|(s, t)| s.0 == t.0).map(|(s, t)| dot(&s.1, &t.1)).sum::<f64>() / c
        };
        self.rows.iter().map(|a| self.rows.iter().map(|b| inner(a, b)).collect()).collect()
    }

    /// The best increase of the dual, to a gap of 1e-9: accelerated projected gradient.
    fn best(&self, learner: &AnyLearner, c: f64) -> f64 {
        let (m, k) = (self.misses(learner), self.gram(c));
        let count = m.len();
        let residuals = |l: &[f64]| (0..count).map(|i| m[i] - dot(&k[i], l)).collect::<Vec<_>>();
        let trace: f64 = (0..count).map(|i| k[i][i]).sum::<f64>().max(1e-9);
        let (mut l, mut ahead, mut speed) = (vec![0.0; count], vec![0.0; count], 1.0f64);
        for _ in 0..200_000 {
            let r = residuals(&l);
            let paid = |slack: usize| {
                let own = self.rows.iter().zip(&r).filter(|(row, _)| row.slack == slack);
                self.caps[slack] * own.map(|(_, r)| *r).fold(0.0, f64::max)
            };
            let gap = (0..self.caps.len()).map(paid).sum::<f64>() - dot(&l, &r);
            if gap <= 1e-9 {
                let twice: f64 = (0..count).map(|i| l[i] * (m[i] + r[i])).sum();
                return 0.5 * twice;
            }
            let slope = residuals(&ahead);
            let mut next: Vec<f64> = ahead.iter().zip(&slope).map(|(l, g)| l + g / trace).collect();
            self.project(&mut next);
            let along = minus(&next, &l);
            let (old, turns) = (speed, dot(&slope, &along) < 0.0);
            speed = if turns { 1.0 } else { 0.5 * (1.0 + (1.0 + 4.0 * old * old).sqrt()) };
            let share = if turns { 0.0 } else { (old - 1.0) / speed };
            ahead = next.iter().zip(&along).map(|(l, d)| l + share * d).collect();
            l = next;
        }
        panic!("the oracle did not get there")
    }

    /// Onto `l >= 0`, and within its cap for every slack.
    fn project(&self, l: &mut [f64]) {
        for (slack, &cap) in self.caps.iter().enumerate() {
            let own: Vec<usize> = (0..l.len()).filter(|&i| self.rows[i].slack == slack).collect();
            let total = |t: f64| own.iter().map(|&i| (l[i] - t).max(0.0)).sum::<f64>();
            let (mut low, mut high) = (0.0, own.iter().map(|&i| l[i]).fold(0.0, f64::max));
            if total(0.0) <= cap {
                high = 0.0;
            }
            for _ in 0..100 {
                let middle = 0.5 * (low + high);
                if total(middle) > cap { low = middle } else { high = middle }
            }
            own.iter().for_each(|&i| l[i] = (l[i] - high).max(0.0));
        }
    }

    /// The increase of the dual by a step of the learner, and the gap that it reports.
    fn learn(&self, learner: &mut AnyLearner) -> (f64, f64) {
        let parts: Vec<Instance<'_>> = self.parts.iter().map(|x| Instance::Dense(x)).collect();
        learner.learn_parts(&parts, self.label.label(), 1.0).unwrap();
        let progress = learner.progress().unwrap();
        (progress.increase.unwrap(), progress.gap.unwrap())
    }
}

fn build(case: &Case, ascent: &str, cap: f64) -> AnyLearner {
    build_in(None, case, ascent, cap)
}

fn build_in(kernel: Option<&str>, case: &Case, ascent: &str, cap: f64) -> AnyLearner {
    let schedule = format!("fixed:C={cap}");
    let mut spec = composition(case.problem, "hinge", ascent, "euclid", &schedule);
    if let AnyProblem::Tasks(tasks) = &mut spec.problem {
        tasks.sets = case.sets.to_vec();
    }
    spec.kernel = kernel.map(|text| AnyKernel::parse(text).unwrap());
    let mut learner = spec.build().unwrap();
    if case.problem.starts_with("label") || case.problem == "multiclass" {
        (0..CLASSES).for_each(|class| learner.admit_label(number(class)).unwrap());
    }
    learner.follow_progress();
    learner
}

/// Every round of every problem is solved to the last digits, and the gap says so.
#[test]
fn every_round_is_solved_exactly() {
    for ascent in ["joint", "joint:solver=pairwise"] {
        for (seed, case) in CASES.iter().enumerate() {
            let mut rng = Rng::new(41 + seed as u64);
            let mut moved = 0;
            for _ in 0..25 {
                let cap = rng.magnitude(0.05, 20.0);
                let mut learner = build(case, ascent, cap);
                for _ in 0..4 {
                    let round = (case.draw)(&mut rng);
                    let best = round.best(&learner, 1.0 / cap);
                    let (increase, gap) = round.learn(&mut learner);
                    let what = format!("{} {ascent} C={cap}", case.problem);
                    near(increase, best, 1e-7, &what);
                    assert!((0.0..=2e-9 * (1.0 + best)).contains(&gap), "{what}: gap {gap}");
                    moved += i32::from(increase > 1e-3);
                }
            }
            assert!(moved > 30, "{} {ascent}: {moved}", case.problem);
        }
    }
}

/// A rough solver reports a gap that covers all constraints of the round.
#[test]
fn gaps_cover_the_whole_round() {
    for (seed, case) in CASES.iter().enumerate() {
        let mut rng = Rng::new(71 + seed as u64);
        let mut rough = 0;
        for _ in 0..20 {
            let cap = rng.magnitude(0.1, 5.0);
            let mut learner = build(case, "joint:solver=pegasos,gap=0.3", cap);
            for _ in 0..4 {
                let round = (case.draw)(&mut rng);
                let best = round.best(&learner, 1.0 / cap);
                let (increase, gap) = round.learn(&mut learner);
                at_most(increase, best, case.problem);
                at_most(best, increase + gap, case.problem);
                rough += i32::from(best > increase + 1e-4);
            }
        }
        assert!(rough > 5, "{}: {rough}", case.problem);
    }
}

/// In the space of a kernel: the same as with its features written down.
#[test]
fn a_kernel_is_its_features() {
    let products = |x: &Vec<f64>| x.iter().flat_map(|a| x.iter().map(move |b| a * b)).collect();
    for (seed, case) in CASES.iter().enumerate().filter(|(_, c)| !c.problem.starts_with("ord")) {
        let mut rng = Rng::new(91 + seed as u64);
        for ascent in ["joint:solver=pairwise", "joint"] {
            let mut moved = 0;
            let kernel = Some("polynomial:degree=2,offset=0");
            let mut ours = build_in(kernel, case, ascent, 0.4);
            let mut features = build(case, ascent, 0.4);
            for _ in 0..20 {
                let round = (case.draw)(&mut rng);
                let (increase, gap) = round.learn(&mut ours);
                let parts = round.parts.iter().map(products).collect();
                let (same, _) = Round { parts, ..round }.learn(&mut features);
                near(increase, same, 1e-7, case.problem);
                assert!(gap <= 1e-7 * (1.0 + increase), "{}: gap {gap}", case.problem);
                moved += i32::from(increase > 1e-3);
            }
            assert!(moved > 5, "{} {ascent}: {moved}", case.problem);
        }
    }
}

/// Two rounds each in which the second step breaks a constraint that held before it.
#[test]
fn golden_rounds_that_break_what_held() {
    let mut learner = Spec::named("optsolv", "queries").unwrap().build().unwrap();
    let rounds: [(&[[f64; 3]], &[f64]); 2] = [
        (&[[0.0, 1.0, 0.0], [0.0, 0.0, 1e-9]], &[1.0, 0.0]),
        (&[[0.0, 0.0, 1e-9], [-1.0, 0.9, 0.0], [0.0, -1.0, 0.0]], &[1.0, 0.0, 0.0]),
    ];
    for (docs, grades) in rounds {
        let parts: Vec<Instance<'_>> = docs.iter().map(|x| Instance::Dense(x)).collect();
        learner.learn_parts(&parts, Label::Each(grades), 1.0).unwrap();
    }
    near(learner.certificate().dual_value.unwrap(), 1.566_160_5, 1e-7, "queries");

    let mut spec = Spec::named("optsolv", "ordinal").unwrap();
    spec.problem = AnyProblem::parse("ordinal:lowest=1,ranks=4").unwrap();
    let mut learner = spec.build().unwrap();
    learner.learn(Instance::Dense(&[0.0, 1.0]), Label::Number(1.0)).unwrap();
    learner.learn(Instance::Dense(&[1.0, 2.0]), Label::Number(2.0)).unwrap();
    near(learner.certificate().dual_value.unwrap(), 1.4331, 5e-5, "ordinal");
}

/// Many documents: more pairs than have a matrix, solved all the same.
#[test]
fn many_documents_are_solved_exactly() {
    let mut rng = Rng::new(5);
    let case = &CASES[1];
    let mut learner = build(case, "joint", 0.5);
    let mut w = vec![0.0; N];
    for _ in 0..2 {
        let docs: Vec<Vec<f64>> = (0..110).map(|_| rng.vector(N)).collect();
        let grades: Vec<f64> = (0..110).map(|i| f64::from(i % 2)).collect();
        let parts: Vec<Instance<'_>> = docs.iter().map(|x| Instance::Dense(x)).collect();
        learner.learn_parts(&parts, Label::Each(&grades), 1.0).unwrap();
        let progress = learner.progress().unwrap();
        assert!(progress.gap.unwrap() <= 1e-8, "{progress:?}");
        // The gap again, by the definition: primal at the new weights less the increase.
        let new: Vec<f64> = (0..N).map(|j| learner.weight(j, 0)).collect();
        let best = |side: f64| {
            let own = docs.iter().zip(&grades).filter(|(_, g)| **g == side);
            let least = own.map(|(x, _)| (1.0 - 2.0 * side) * dot(&new, x));
            least.fold(f64::NEG_INFINITY, f64::max)
        };
        let loss = (1.0 + best(0.0) + best(1.0)).max(0.0);
        let moved = 0.5 * 2.0 * square(&minus(&new, &w));
        near(loss + moved, progress.increase.unwrap(), 1e-7, "primal");
        w = new;
    }
}
