//! Fig. 5.4 of the thesis by itself, as it is printed: the oracle of the learner.

/// Self-tuned structured Passive-Aggressive.
pub(crate) struct Fig54 {
    pub(crate) v: Vec<f64>,
    pub(crate) mistakes: f64,
    pub(crate) largest: f64,
    pub(crate) complexity: f64,
    /// Sum of `w = v/c` after each round, for the average.
    pub(crate) sum: Vec<f64>,
    pub(crate) c: f64,
}

impl Fig54 {
    pub(crate) fn new(count: usize, complexity: f64) -> Self {
        let zeros = vec![0.0; count];
        Fig54 { v: zeros.clone(), mistakes: 0.0, largest: 0.0, complexity, sum: zeros, c: 0.0 }
    }

    /// A round: the direction `phi(y) - phi(y')` and the cost of the prediction y'.
    pub(crate) fn learn(&mut self, a: &[f64], cost: f64) {
        if cost > 0.0 {
            let norm = a.iter().map(|a| a * a).sum::<f64>().sqrt();
            self.mistakes += 1.0;
            self.largest = self.largest.max(norm);
            self.c = self.largest * (self.mistakes / (2.0 * self.complexity)).sqrt();
            if norm > 0.0 {
                let score: f64 = a.iter().zip(&self.v).map(|(a, v)| a * v).sum();
                let step = ((self.c * cost - score).max(0.0) / (norm * norm)).min(1.0);
                self.v.iter_mut().zip(a).for_each(|(v, a)| *v += step * a);
            }
        }
        if self.c > 0.0 {
            let w = self.v.iter().map(|v| v / self.c);
            self.sum.iter_mut().zip(w).for_each(|(sum, w)| *sum += w);
        }
    }
}
