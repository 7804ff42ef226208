//! The stored patterns: distinct instances in order of age, each with its coefficients, one per
//! class.

use super::point::Point;
use super::start::Moved;
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
    /// `K(x,x_0)`, 0 without a starting point x_0; then `own` is `|phi(x) - phi(x_0)|^2`.
    pub(super) near: f64,
    /// What a moved instance is shorter by than the two it is the difference of.
    short: f64,
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

    /// Size of the terms that inner products with its contribution are made of, unscaled.
    pub(super) fn length(&self) -> f64 {
        self.weight().sqrt() + self.short * self.coefs.iter().map(|c| c.value.abs()).sum::<f64>()
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
    pub(super) fn add(&mut self, point: &Arc<Point>, moved: &Moved) -> (usize, bool) {
        let Moved { own, near, reach } = *moved;
        let (at, new) = self.place(point);
        if new {
            let (point, short) = (Arc::clone(point), reach - own.sqrt());
            self.list.push(Support { point, own, near, short, coefs: Vec::new() });
        }
        (at, new)
    }

    /// The place of an instance in the list, one past its end if it is new: then it is taken.
    fn place(&mut self, point: &Arc<Point>) -> (usize, bool) {
        let mut key = point.hash();
        while let Some(&at) = self.places.get(&key) {
            let known = &self.list[at].point;
            if Arc::ptr_eq(known, point) || known == point {
                return (at, false);
            }
            key = key.wrapping_add(1);
        }
        self.places.insert(key, self.list.len());
        (self.list.len(), true)
    }

    /// Takes a pattern out. Costs O(number of patterns).
    pub(super) fn remove(&mut self, at: usize) -> Support {
        let removed = self.list.remove(at);
        let rest = std::mem::take(&mut self.list);
        self.places.clear();
        for support in rest {
            self.place(&support.point);
            self.list.push(support);
        }
        removed
    }

    pub(super) fn clear(&mut self) {
        *self = Patterns::default();
    }
}
