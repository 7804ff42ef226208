//! Columns of frames brought to mean 0 and deviation 1: `z_j = (x_j - m_j) / s_j`.

use crate::dynamic::Frames;
use serde::{Deserialize, Serialize};

/// Means and deviations of the columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Normal {
    means: Vec<f64>,
    /// One over the deviation, 1 for a column that is constant.
    factors: Vec<f64>,
}

impl Normal {
    /// Those of all frames of some signals of the same width.
    pub fn of(signals: &[Frames<'_>]) -> Self {
        let width = signals.first().map_or(0, Frames::width);
        let rows = || signals.iter().flat_map(|f| (0..f.count()).map(move |t| f.row(t)));
        let count = rows().count().max(1) as f64;
        let mut means = vec![0.0; width];
        for row in rows() {
            means.iter_mut().zip(row).for_each(|(mean, x)| *mean += x / count);
        }
        let mut squares = vec![0.0; width];
        for row in rows() {
            let apart = row.iter().zip(&means);
            squares.iter_mut().zip(apart).for_each(|(sum, (x, m))| *sum += (x - m) * (x - m));
        }
        let factor = |square: f64| if square > 0.0 { (count / square).sqrt() } else { 1.0 };
        Normal { means, factors: squares.into_iter().map(factor).collect() }
    }

    /// Whether there is a mean and a factor for every column.
    pub(super) fn is_sound(&self) -> bool {
        !self.means.is_empty() && self.means.len() == self.factors.len()
    }

    /// Numbers a frame.
    pub fn width(&self) -> usize {
        self.means.len()
    }

    /// All frames of a signal, normalised, row after row.
    pub fn apply(&self, frames: Frames<'_>) -> Vec<f64> {
        let columns = || self.means.iter().zip(&self.factors);
        let of_row = |t| frames.row(t).iter().zip(columns()).map(|(x, (m, f))| (x - m) * f);
        (0..frames.count()).flat_map(of_row).collect()
    }
}
