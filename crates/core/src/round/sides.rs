//! Two sides of rows, of which one should lead the other on one instance.

use super::{Block, Term};
use crate::solve::ranking::{InteriorPoint, WaterFilling};

/// The rows of the violated pairs, and the memory of the solvers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sides {
    pub(crate) rows: Vec<usize>,
    pub(crate) leads: Vec<bool>,
    pub(crate) scores: Vec<f64>,
    pub(crate) alpha: Vec<f64>,
    pub(crate) logits: Vec<f64>,
    pub(crate) water: WaterFilling,
    pub(crate) interior: InteriorPoint,
}

impl Sides {
    /// Takes in the rows of the pairs within reach, given the worst pair.
    pub(crate) fn load(&mut self, block: &Block, worst: usize, scores: &[f64]) {
        let count = block.leads.len();
        self.rows.resize(count, 0);
        self.leads.resize(count, false);
        self.scores.resize(count, 0.0);
        let [lowest, highest] = [0, 1].map(|k| scores[block.direction(worst)[k].row]);
        let mut near = 0;
        for (row, (&leads, &score)) in block.leads.iter().zip(scores).enumerate() {
            (self.rows[near], self.leads[near], self.scores[near]) = (row, leads, score);
            let margin = if leads { score - highest } else { lowest - score };
            // Without a branch: which rows are near is hard to guess.
            near += usize::from(margin < block.reach);
        }
        self.rows.truncate(near);
        self.leads.truncate(near);
        self.scores.truncate(near);
        self.alpha.resize(near, 0.0);
    }

    /// Takes in all rows: cheaper than looking which are near, where the solver leaves the others
    /// out by itself.
    pub(crate) fn load_all(&mut self, block: &Block, scores: &[f64]) {
        let count = block.leads.len();
        self.rows.clear();
        self.rows.extend(0..count);
        self.leads.clone_from(&block.leads);
        self.scores.clear();
        self.scores.extend_from_slice(&scores[..count]);
        self.alpha.resize(count, 0.0);
    }

    /// Writes the step as one constraint; false if there is nothing to share out.
    pub(crate) fn write(&self, block: &mut Block, z: f64) -> bool {
        let (mut up, mut down) = (0.0, 0.0);
        for (&alpha, &leads) in self.alpha.iter().zip(&self.leads) {
            let side = if leads { &mut up } else { &mut down };
            *side += alpha;
        }
        let rates = (1.0 / up, -1.0 / down);
        let shares = up > 0.0 && down < 0.0 && up.is_finite() && down.is_finite();
        if !(shares && rates.0.is_finite() && rates.1.is_finite()) {
            return false;
        }
        let mut terms = std::mem::take(&mut block.spare_terms);
        terms.resize(self.rows.len(), Term { part: 0, row: 0, coef: 0.0 });
        let mut moved = 0;
        for ((&row, &leads), &alpha) in self.rows.iter().zip(&self.leads).zip(&self.alpha) {
            let coef = alpha * if leads { rates.0 } else { rates.1 };
            terms[moved] = Term { part: 0, row, coef };
            moved += usize::from(alpha != 0.0);
        }
        block.push(&terms[..moved], 0.0, 0.0, z);
        block.spare_terms = terms;
        if let Some(dual) = block.duals.last_mut() {
            *dual = -down;
        }
        true
    }
}
