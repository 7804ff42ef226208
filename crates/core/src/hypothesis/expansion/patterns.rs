//! The stored patterns: distinct instances in order of age, each with its coefficients, one per
//! class.

use super::point::Point;
use std::collections::HashMap;
use std::sync::Arc;

/// A coefficient of a pattern: the stored value and what the average has yet to subtract.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Coef {
    pub(super) row: u32,
    pub(super) value: f64,
    pub(super) lag: f64,
}

/// A pattern with its coefficients.
#[derive(Clone, Debug)]
pub(super) struct Support {
    pub(super) point: Arc<Point>,
    /// `K(x,x)`.
    pub(super) own: f64,
    pub(super) coefs: Vec<Coef>,
}

impl Support {
    /// The coefficient of a row, made if there is none.
    pub(super) fn coef(&mut self, row: u32) -> &mut Coef {
        let at = self.coefs.iter().position(|c| c.row == row).unwrap_or(self.coefs.len());
        if at == self.coefs.len() {
            self.coefs.push(Coef { row, value: 0.0, lag: 0.0 });
        }
        &mut self.coefs[at]
    }

    /// `sum_r coef^2 K(x,x)`, unscaled.
    pub(super) fn weight(&self) -> f64 {
        self.own * self.coefs.iter().map(|c| c.value * c.value).sum::<f64>()
    }
}

/// All patterns, with a way to find the one that equals an instance.
#[derive(Clone, Debug, Default)]
pub(super) struct Patterns {
    pub(super) list: Vec<Support>,
    /// From the hash, or the next free number after it, to the place in the list.
    places: HashMap<u64, usize>,
}

impl Patterns {
    /// The place of the pattern that equals `point`, and whether it is new.
    pub(super) fn add(&mut self, point: &Arc<Point>, own: f64) -> (usize, bool) {
        let mut key = point.hash();
        while let Some(&at) = self.places.get(&key) {
            let known = &self.list[at].point;
            if Arc::ptr_eq(known, point) || known == point {
                return (at, false);
            }
            key = key.wrapping_add(1);
        }
        self.places.insert(key, self.list.len());
        self.list.push(Support { point: Arc::clone(point), own, coefs: Vec::new() });
        (self.list.len() - 1, true)
    }

    /// Takes a pattern out. Costs O(number of patterns).
    pub(super) fn remove(&mut self, at: usize) -> Support {
        let removed = self.list.remove(at);
        let rest = std::mem::take(&mut self.list);
        self.places.clear();
        for support in rest {
            let (to, _) = self.add(&support.point, support.own);
            self.list[to].coefs = support.coefs;
        }
        removed
    }

    pub(super) fn clear(&mut self) {
        *self = Patterns::default();
    }
}
