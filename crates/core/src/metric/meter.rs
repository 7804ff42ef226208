//! The counters of a run: examples, weight, loss, and the metrics that apply to its problem.

use super::{AnyMetric, Judged, MetricValue};
use crate::number::{Additive, Sum};
use crate::problem::Problem;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Progressive counters: every answer is judged before its label is learned from.
///
/// ```
/// use noregret_core::metric::{Judged, Meter};
/// use noregret_core::{Instance, Label, Spec};
///
/// let spec = Spec::named("pa1", "binary")?;
/// let (mut learner, mut meter) = (spec.build()?, Meter::new(&spec.problem));
/// for (x, y) in [([1.0, 0.5], 1.0), ([-1.0, 0.2], -1.0), ([0.8, 0.9], 1.0)] {
///     let label = Label::Number(y);
///     let outcome = learner.learn(Instance::Dense(&x), label)?;
///     meter.add(&Judged { outcome: &outcome, label, weight: 1.0 });
/// }
/// assert_eq!(meter.text(&spec.problem, false), "1 of 3 wrong (33.33 %)");
/// assert_eq!(meter.value("mistakes"), Some(1.0));
/// # Ok::<(), noregret_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Meter {
    /// Examples counted.
    pub examples: u64,
    /// How often they count, added up.
    pub weight: Sum,
    /// Whether some example counted more or less than once.
    pub weighted: bool,
    /// Cumulative loss.
    pub loss: Sum,
    /// What applies to the problem.
    metrics: Vec<AnyMetric>,
}

impl Meter {
    /// Nothing counted, for the rounds of this problem.
    pub fn new(problem: &impl Problem) -> Self {
        Meter { metrics: AnyMetric::all_for(problem), ..Meter::default() }
    }

    /// Counts a round.
    #[inline(always)]
    pub fn add(&mut self, judged: &Judged<'_>) {
        self.examples += 1;
        self.weight.add(judged.weight);
        self.weighted |= judged.weight != 1.0;
        if judged.outcome.loss != 0.0 {
            self.loss.add(judged.outcome.loss);
        }
        for metric in &mut self.metrics {
            metric.add(judged);
        }
    }

    /// The counters of disjoint rounds: those of this, which all `parts` began with, and those of
    /// each part since; `None` if they count other things.
    ///
    /// ```
    /// use noregret_core::metric::Meter;
    /// use noregret_core::problem::AnyProblem;
    ///
    /// let empty = Meter::new(&AnyProblem::parse("binary")?);
    /// assert_eq!(empty.merged(&[&empty, &empty]), Some(empty.clone()));
    /// assert_eq!(empty.merged(&[&Meter::new(&AnyProblem::parse("regression")?)]), None);
    /// # Ok::<(), noregret_core::Error>(())
    /// ```
    #[must_use]
    pub fn merged(&self, parts: &[&Meter]) -> Option<Meter> {
        let mut merged = self.clone();
        for part in parts {
            merged.examples.grow(&part.examples, &self.examples);
            merged.weight.grow(&part.weight, &self.weight);
            merged.loss.grow(&part.loss, &self.loss);
            merged.weighted |= part.weighted;
            let each = merged.metrics.iter_mut().zip(&part.metrics).zip(&self.metrics);
            let alike = part.metrics.len() == self.metrics.len();
            let mut grown = each.map(|((own, now), began)| own.grow(now, began));
            if !(alike && grown.all(|grown| grown)) {
                return None;
            }
        }
        Some(merged)
    }

    /// The metrics that are counted.
    pub fn metrics(&self) -> &[AnyMetric] {
        &self.metrics
    }

    /// Mean loss, `None` while nothing was counted.
    pub fn mean_loss(&self) -> Option<f64> {
        (self.examples > 0).then(|| self.loss.value() / self.examples as f64)
    }

    /// The number that JSON has under this key, if there is one.
    pub fn value(&self, key: &str) -> Option<f64> {
        self.json().get(key).and_then(Value::as_f64)
    }

    /// The counters as they appear in JSON.
    pub fn json(&self) -> Map<String, Value> {
        let mut map = Map::from_iter([("examples".to_owned(), json!(self.examples))]);
        map.extend(AnyMetric::absent_keys().into_iter().map(|key| (key.to_owned(), Value::Null)));
        map.extend(self.metrics.iter().flat_map(|metric| metric.metric().json()));
        map.insert("cumulative_loss".into(), json!(self.loss.value()));
        map.insert("mean_loss".into(), json!(self.mean_loss()));
        map
    }

    /// The errors in words, and the mean loss if asked for.
    pub fn text(&self, problem: &impl Problem, with_loss: bool) -> String {
        let wrong = problem.error_words();
        let mut parts: Vec<String> =
            self.metrics.iter().flat_map(|metric| metric.metric().text(wrong)).collect();
        if with_loss && self.examples > 0 {
            parts.push(self.loss_value().text());
        }
        parts.join(", ")
    }

    /// The errors and the mean loss as cells of a table, each under its header.
    pub fn columns(&self) -> Vec<(&'static str, String)> {
        let mut columns: Vec<(&'static str, String)> =
            self.metrics.iter().flat_map(|metric| metric.metric().columns()).collect();
        let loss = self.loss_value();
        columns.push((loss.name, loss.cell()));
        columns
    }

    /// What a progress bar shows.
    pub fn headline(&self) -> String {
        self.metrics.iter().find_map(|metric| metric.metric().headline()).unwrap_or_default()
    }

    /// What a curve of the run shows, and its value; not a number while there is none.
    pub fn curve(&self) -> (&'static str, f64) {
        let shown = self.metrics.iter().find_map(|metric| metric.metric().curve());
        let (title, value) = shown.unwrap_or_default();
        (title, value.unwrap_or(f64::NAN))
    }

    fn loss_value(&self) -> MetricValue {
        MetricValue::new("mean loss", self.mean_loss())
    }
}
