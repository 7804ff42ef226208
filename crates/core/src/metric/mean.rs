//! A running mean: a count and a compensated sum.

use super::MetricValue;
use crate::number::{Sum, additive};
use serde::{Deserialize, Serialize};

/// The mean of the numbers added so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    count: u64,
    sum: Sum,
}

additive!(Mean { count, sum });

impl Mean {
    /// Adds a number.
    #[inline]
    pub fn add(&mut self, x: f64) {
        self.count += 1;
        self.sum.add(x);
    }

    /// The mean, `None` while nothing was added.
    pub fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum.value() / self.count as f64)
    }

    /// The mean under a name, nothing while nothing was added.
    pub(super) fn named(&self, name: &'static str) -> Vec<MetricValue> {
        self.value().map(|mean| MetricValue::new(name, Some(mean))).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_mean() {
        let mut mean = Mean::default();
        assert_eq!((mean.value(), mean.named("x").len()), (None, 0));
        [1.0, 2.0, 6.0].iter().for_each(|&x| mean.add(x));
        assert_eq!(mean.value(), Some(3.0));
        assert_eq!(mean.named("x"), [MetricValue::new("x", Some(3.0))]);
    }
}
