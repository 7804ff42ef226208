//! Bias: a constant feature, so that a hyperplane need not pass through the origin.
//!
//! Every instance gets one more coordinate with a fixed value, its last: what is learned, and what
//! a certificate speaks of, are the rows with it. The row is not copied for it. An instance that
//! has the coordinate itself (a hashed feature) has the value added to its own.
//!
//! Usually the constant counts like any feature. With `counted = false` the step of a round is that
//! of the features alone, `d = min(C, loss/|x|^2)` with the constant left out of `|x|^2`, as PA is
//! usually programmed (scikit-learn's intercept); the certificate is as valid, for it holds
//! whatever the steps are, but nothing is proved before the run (`subgradient_sum`).
//!
//! ```
//! use noregret_core::stage::Bias;
//! use noregret_core::{Instance, Label, Spec};
//!
//! let spec = Spec { bias: Some(Bias::new(2, 1.0)), ..Spec::named("pa1", "binary")? };
//! let mut learner = spec.build()?;
//! learner.learn(Instance::Dense(&[1.0, 1.0]), Label::Number(1.0))?;
//! assert!((learner.weight(2, 0) - 1.0 / 3.0).abs() < 1e-12);
//! assert!((learner.predict(Instance::Dense(&[0.0, 0.0]))?.1 - 1.0 / 3.0).abs() < 1e-12);
//! # Ok::<(), noregret_core::Error>(())
//! ```

use super::Row;
use crate::error::{Error, Result};
use crate::vector::{Instance, Tail};
use serde::{Deserialize, Serialize};

/// A constant feature.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bias {
    /// Its coordinate.
    pub coordinate: u32,
    /// Its value.
    pub value: f64,
    /// Whether it counts in the length by which a step is divided.
    #[serde(default = "usually", skip_serializing_if = "is_usual")]
    pub counted: bool,
}

fn usually() -> bool {
    true
}

fn is_usual(counted: &bool) -> bool {
    *counted
}

impl Bias {
    /// A constant that counts like any feature.
    pub fn new(coordinate: u32, value: f64) -> Self {
        Bias { coordinate, value, counted: true }
    }

    /// Why this cannot be a feature, if it cannot.
    pub fn check(&self) -> Result<()> {
        if self.value.is_finite() && self.coordinate < u32::MAX {
            return Ok(());
        }
        Err(Error::Spec(format!("the constant {} is not a number in range", self.value)))
    }

    /// Adds the constant to a list of coordinates: as the last one, or to the value of the feature
    /// that has its coordinate.
    pub fn append(&self, indices: &mut Vec<u32>, values: &mut Vec<f64>) {
        append(&self.tail(), indices, values);
    }

    fn tail(&self) -> Tail {
        let Bias { coordinate, value, counted } = *self;
        Tail { coordinate, value, counted, alone: false }
    }
}

/// The stage of a learner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constant {
    tail: Tail,
}

impl From<Bias> for Constant {
    fn from(bias: Bias) -> Self {
        Constant { tail: bias.tail() }
    }
}

impl Constant {
    /// The instance with the constant; `None` if it has to be written out for that.
    #[inline(always)]
    pub(crate) fn tailed<'a>(&'a self, x: Instance<'a>) -> Option<Instance<'a>> {
        if x.has(self.tail.coordinate) { None } else { x.with_tail(&self.tail) }
    }

    /// The instance with the constant, whose coordinate is `new` to it if that is known already.
    #[inline(always)]
    pub(crate) fn tailed_if<'a>(&'a self, new: bool, x: Instance<'a>) -> Option<Instance<'a>> {
        if new { x.with_tail(&self.tail) } else { self.tailed(x) }
    }

    /// Lets rows of nothing else move it.
    pub(crate) fn let_alone(&mut self) {
        self.tail.alone = true;
    }

    /// The coordinate of the constant.
    pub(crate) fn coordinate(&self) -> u32 {
        self.tail.coordinate
    }

    /// Whether steps leave the constant out.
    #[inline(always)]
    pub(crate) fn is_uncounted(&self) -> bool {
        !self.tail.counted
    }

    /// Calls `f` with the instances, each with the constant.
    pub(crate) fn with<T>(
        &self,
        parts: &[Instance<'_>],
        f: impl FnOnce(&[Instance<'_>]) -> T,
    ) -> T {
        if let [x] = parts
            && let Some(x) = self.tailed(*x)
        {
            return f(&[x]);
        }
        let written: Vec<Option<Row>> =
            parts.iter().map(|x| self.tailed(*x).is_none().then(|| self.written(*x))).collect();
        let each = parts.iter().zip(&written).map(|(x, row)| match row {
            Some(row) => row.instance(),
            None => self.tailed(*x).unwrap_or(*x),
        });
        f(&each.collect::<Vec<_>>())
    }

    fn written(&self, x: Instance<'_>) -> Row {
        let (mut indices, mut values) = x.to_lists();
        append(&self.tail, &mut indices, &mut values);
        Row::new(indices, values)
    }
}

/// Adds a constant to a list of coordinates.
fn append(tail: &Tail, indices: &mut Vec<u32>, values: &mut Vec<f64>) {
    match indices.iter().position(|&j| j == tail.coordinate) {
        Some(at) => values[at] += tail.value,
        None => {
            indices.push(tail.coordinate);
            values.push(tail.value);
        }
    }
}
