//! Chunk precision, recall and F1, counted over all sentences as the evaluation of the CoNLL shared
//! tasks does: with r chunks right of f found and t true ones,
//! `precision = r/f`, `recall = r/t`, `F1 = 2r/(f + t)`.

use super::{Judged, Metric, MetricValue};
use crate::number::additive;
use crate::problem::Problem;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// How well chunks are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkF1 {
    there: u64,
    found: u64,
    right: u64,
}

additive!(ChunkF1 { there, found, right });

impl Component for ChunkF1 {
    const ABOUT: &'static str = "precision, recall and F1 of chunks (B-, I-, O tags)";
    const REFERENCE: &'static str = "Tjong Kim Sang & Buchholz 2000";
}

impl ChunkF1 {
    /// Of so many true chunks, so many found, and so many found right.
    pub fn new(there: u64, found: u64, right: u64) -> Self {
        ChunkF1 { there, found, right }
    }

    /// Counts a true chunk.
    pub fn add_true(&mut self) {
        self.there += 1;
    }

    /// Counts a chunk that was found.
    pub fn add_found(&mut self, is_right: bool) {
        self.found += 1;
        self.right += u64::from(is_right);
    }

    /// True chunks.
    pub fn there(&self) -> u64 {
        self.there
    }

    /// Chunks that were found.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// Share of those found that are right.
    pub fn precision(&self) -> Option<f64> {
        share(self.right, self.found)
    }

    /// Share of the true ones that were found.
    pub fn recall(&self) -> Option<f64> {
        share(self.right, self.there)
    }

    /// Their harmonic mean.
    pub fn f1(&self) -> Option<f64> {
        share(2 * self.right, self.found + self.there)
    }
}

fn share(part: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
}

impl Metric for ChunkF1 {
    fn applies(problem: &impl Problem) -> bool {
        problem.quality().tags().is_some()
    }

    fn add(&mut self, judged: &Judged<'_>) {
        if let Some(counts) = judged.outcome.quality.tags().and_then(|tags| tags.chunks) {
            self.there += u64::from(counts.there);
            self.found += u64::from(counts.found);
            self.right += u64::from(counts.right);
        }
    }

    fn values(&self) -> Vec<MetricValue> {
        if self.there + self.found == 0 {
            return Vec::new();
        }
        vec![
            MetricValue::new("chunk precision", self.precision()),
            MetricValue::new("chunk recall", self.recall()),
            MetricValue::new("chunk F1", self.f1()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::tests::added;
    use crate::round::{ChunkCounts, Outcome, Quality, TagCounts};

    #[test]
    fn shares_by_hand() {
        let sentence = |there, found, right| {
            let chunks = Some(ChunkCounts { there, found, right });
            let quality = Quality::Tags(TagCounts { tokens: 9, wrong: 0, chunks });
            Outcome { quality, ..Outcome::default() }
        };
        let metric: ChunkF1 = added(&[sentence(3, 2, 1), sentence(1, 2, 1)]);
        assert_eq!(
            (metric.precision(), metric.recall(), metric.f1()),
            (Some(0.5), Some(0.5), Some(0.5))
        );
        assert_eq!(ChunkF1::new(4, 1, 1).f1(), Some(0.4));
        assert!(ChunkF1::default().values().is_empty());
    }
}
