//! Draws a run with its certified band: what the learner lost, and what every fixed predictor must
//! have lost.
//!
//! `cargo run --release -p noregret --example certified_band -- docs/run.svg`
//!
//! Three curves of the mean loss up to each row. The upper one is the learner's. The lower one is
//! the bound that the run itself certifies at that moment, `(A - B|v|) / rows`: no linear predictor
//! of norm at most B has lost less. The third is the best fixed predictor of the loss and C of the
//! learner, found afterwards with all of the data in memory; B is its norm. It has to stay above
//! the lower one. The height of the band is the certified regret divided by the rows.
//!
//! Without a place to draw it, the picture is compared with the one in the documentation.

use noregret::chart::svg::{COLOURS, page, polyline, rule, text};
use noregret::choice::Bias;
use noregret::core::replay::hindsight::Goal;
use noregret::core::{AnyLearner, Instance, Label};
use noregret::io::Row;
use noregret::model::Answer;
use noregret::{Choice, Error, Model, Observer, Result, Silent, Training};

/// What is learned from, by whom, and the picture in the documentation.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/spam/train.vw.gz");
const LEARNER: &str = "pa1:C=0.03";
const PICTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/run.svg");
/// Points of a curve.
const POINTS: u64 = 120;
/// The picture: its width and height.
const SIZE: (f64, f64) = (860.0, 360.0);
/// The area of the curves: left, right, top, bottom.
const AREA: [f64; 4] = [48.0, 560.0, 44.0, 306.0];
/// The highest mean loss shown.
const HIGHEST: f64 = 0.8;
const BLUE: &str = COLOURS[1];
const RED: &str = COLOURS[4];
const GREY: &str = "#333333";

/// A number that changes with the rows.
type Points = Vec<(f64, f64)>;

/// Runs the example.
pub(crate) fn main() -> Result<()> {
    let run = Run::over(DATA, LEARNER)?;
    println!("{}", run.in_words());
    let failed = |error: std::io::Error| Error::Other(error.to_string());
    if let Some(place) = std::env::args().skip(1).find(|place| place.ends_with(".svg")) {
        return std::fs::write(place, run.draw()).map_err(failed);
    }
    match std::fs::read_to_string(PICTURE).map_err(failed)? == run.draw() {
        true => Ok(()),
        false => Err(Error::Other("docs/run.svg is another picture: draw it again".into())),
    }
}

/// A run with its certificate along the way, and the best fixed predictor beside it.
struct Run {
    name: String,
    best: AnyLearner,
    norm: f64,
    every: u64,
    /// What the best fixed predictor lost so far.
    best_loss: f64,
    /// The mean losses of the learner, of the best fixed predictor, and the certified one.
    means: [Points; 3],
}

impl Run {
    /// Finds the best fixed predictor, then learns.
    fn over(data: &str, choice: &str) -> Result<Self> {
        // Without a constant feature: rows are, as they are, what the weights are multiplied with.
        let learner = Choice::parse(choice)?.bias(Bias::None);
        let training = Training::new([data]).choice(learner);
        let search = Training { until_gap: Some(Goal::default()), ..training.clone() };
        let found = search.run(&mut Silent)?;
        let (Some(single), Some(optimum)) = (found.model.leader(), &found.optimum) else {
            return Err(Error::Other("there is no best fixed predictor".into()));
        };
        let mut run = Run {
            name: choice.into(),
            best: single.learner.clone(),
            norm: (2.0 * optimum.complexity).sqrt(),
            every: found.model.meter().examples.div_ceil(POINTS),
            best_loss: 0.0,
            means: Default::default(),
        };
        let model = training.run(&mut run)?.model;
        run.mark(&model);
        match (run.best_loss - optimum.bounds.loss).abs() <= 1e-6 * run.best_loss {
            true => Ok(run),
            false => Err(Error::Other("the two runs number their features differently".into())),
        }
    }

    /// Adds a point to each curve.
    fn mark(&mut self, model: &Model) {
        let rows = model.meter().examples as f64;
        let certified = model.leader().map_or(0.0, |one| one.learner.lower_bound(self.norm));
        let totals = [model.meter().loss.value(), self.best_loss, certified];
        for (curve, total) in self.means.iter_mut().zip(totals) {
            curve.push((rows, total / rows));
        }
    }

    /// Rows, and what was lost on all of them.
    fn totals(&self) -> (f64, [f64; 3]) {
        let last = |curve: &Points| curve.last().copied().unwrap_or((1.0, 0.0));
        let rows = last(&self.means[0]).0;
        (rows, [0, 1, 2].map(|at| rows * last(&self.means[at]).1))
    }

    fn in_words(&self) -> String {
        let (rows, [lost, best, certified]) = self.totals();
        format!(
            "{rows} rows: {} lost {lost:.1}; every linear predictor of norm <= {:.2} lost at least \
             {certified:.1}, the best one {best:.1}",
            self.name, self.norm
        )
    }

    fn draw(&self) -> String {
        let (rows, _) = self.totals();
        let [left, right, top, bottom] = AREA;
        let x = |row: f64| left + row / rows * (right - left);
        let y = |loss: f64| bottom - loss.min(HIGHEST) / HIGHEST * (bottom - top);
        let title = "mean loss per row so far, in one pass; shaded: the certified regret";
        let mut shapes = text(left, 24.0, "start", title);
        for loss in [0.0, 0.2, 0.4, 0.6, HIGHEST] {
            shapes += &rule((left, y(loss)), (right, y(loss)), "#e4e4e4");
            shapes += &text(left - 8.0, y(loss) + 4.0, "end", &loss.to_string());
        }
        for quarter in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let at = x(quarter * rows);
            shapes += &rule((at, bottom), (at, bottom + 5.0), "black");
            shapes += &text(at, bottom + 20.0, "middle", &(quarter * rows).to_string());
        }
        shapes += &text((left + right) / 2.0, bottom + 42.0, "middle", "rows");
        let place = |curve: &Points| curve.iter().map(|&(a, b)| (x(a), y(b))).collect();
        let [online, best, certified]: [Points; 3] = self.means.each_ref().map(place);
        shapes += &area(&online, &certified);
        shapes += &rule((left, bottom), (right, bottom), "black");
        shapes += &polyline(&certified, RED, "");
        shapes += &polyline(&best, GREY, "5 4");
        shapes += &polyline(&online, BLUE, "");
        page(SIZE.0, SIZE.1, &(shapes + &self.captions([&online, &best, &certified])))
    }

    /// What the curves are, beside their ends.
    fn captions(&self, curves: [&Points; 3]) -> String {
        let (_, [lost, best, certified]) = self.totals();
        let norm = format!("of norm ≤ {:.2}", self.norm);
        let words = [
            (format!("the learner, {}:", self.name), format!("lost {lost:.1} in all")),
            ("the best fixed predictor,".into(), format!("found afterwards: lost {best:.1}")),
            (
                "certified: every linear predictor".into(),
                format!("{norm} lost at least {certified:.1}"),
            ),
        ];
        let ends = curves.map(|curve| curve.last().map_or(0.0, |point| point.1));
        // The middle caption stands at its curve, the others so far away that none overlap.
        let places = [ends[1] - 46.0, ends[1], ends[1] + 46.0];
        let colours = [BLUE, GREY, RED];
        let mut shapes = String::new();
        for (((what, total), place), (end, colour)) in
            words.iter().zip(places).zip(ends.into_iter().zip(colours))
        {
            let (left, from) = (AREA[1] + 34.0, AREA[1] + 4.0);
            shapes += &polyline(&[(from, end), (left - 6.0, place)], colour, "");
            let lines =
                text(left, place - 3.0, "start", what) + &text(left, place + 13.0, "start", total);
            shapes += &format!("<g fill=\"{colour}\">\n{lines}</g>\n");
        }
        shapes
    }
}

impl Observer for Run {
    fn wants(&self) -> u64 {
        (self.means[0].len() as u64 + 1) * self.every
    }

    fn progress(&mut self, progress: &noregret::Progress<'_>) -> Result<()> {
        self.mark(progress.model);
        Ok(())
    }

    fn wants_answers(&self) -> bool {
        true
    }

    fn answer(&mut self, _model: &Model, rows: &[Row], _answer: &Answer) -> Result<()> {
        for row in rows {
            let x = Instance::sparse(&row.indices, &row.values)?;
            let label = row.label.number().map_or(Label::None, Label::Number);
            self.best_loss += self.best.evaluate(x, label)?.loss;
        }
        Ok(())
    }
}

/// The band between two curves.
fn area(upper: &Points, lower: &Points) -> String {
    let around = upper.iter().chain(lower.iter().rev());
    let list: Vec<String> = around.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    format!("<polygon points=\"{}\" fill=\"{BLUE}\" fill-opacity=\"0.13\"/>\n", list.join(" "))
}
