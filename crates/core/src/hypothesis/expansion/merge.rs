//! Merging expansions: the patterns of all of them, in order, what each has added in its share.
//!
//! What the mixture lacks to be the sum of all dual variables, `sum_k (1 - mu_k)(v_k - v_B)`, is
//! not kept: its norm counts as that of what a budget removed. All patterns stay but those that
//! the budget then removes; without a budget each merge would make the model longer.

use super::{Arc, Average, Expansion, Gram, Point};
use crate::error::{Error, Result};
use crate::hypothesis::Grid;
use crate::hypothesis::merge::{Merge, Part, Places, Plan};

impl Merge for Expansion {
    fn merged(&self, parts: &[Part<'_, Self>], plan: Plan) -> Result<(Self, Grid)> {
        self.check(parts)?;
        let base = self.settled();
        let mut merged = Expansion { rows: plan.rows, marked: plan.rows, ..base.clone() };
        for part in parts {
            merged.norm.absorb(&part.hypothesis.norm, &base.norm);
        }
        // The matrix of the base knows none of the patterns that are joined.
        let mut rest = Expansion { gram: None, ..merged.clone() };
        rest.coefs_mut().for_each(|c| c.value = 0.0);
        for part in parts {
            let own = part.hypothesis.settled();
            merged.join(&own, &base, (part.places, part.share));
            rest.join(&own, &base, (part.places, 1.0 - part.share));
        }
        rest.refresh();
        merged.norm.drop(rest.norm.kept_square().sqrt(), 0.0);
        merged.average = self.merged_average(parts);
        merged.gram = merged.gram.as_ref().map(|_| Gram::new(&merged.kernel, &merged.patterns));
        merged.refresh();
        merged.economise();
        Ok((merged, Grid::default()))
    }
}

impl Expansion {
    /// Why these cannot be merged, if they cannot.
    fn check(&self, parts: &[Part<'_, Self>]) -> Result<()> {
        let refused = |reason: &str| Err(Error::Spec(reason.into()));
        if self.budget.size == 0 {
            return refused("kernels are merged with a budget only: declare budget=N");
        }
        if self.apart.is_some() || self.units.is_some() {
            return refused("this problem cannot be merged in the space of a kernel");
        }
        let goes_on = |part: &Part<'_, Self>| {
            let (own, began) = (&part.hypothesis.patterns.list, &self.patterns.list);
            part.hypothesis.norm.dropped <= self.norm.dropped
                && own.len() >= began.len()
                && own.iter().zip(began).all(|(own, began)| own.point == began.point)
        };
        if !parts.iter().all(goes_on) {
            return refused("a shard has exceeded its budget: what it removed cannot be merged");
        }
        Ok(())
    }

    /// The scalars of the merged average, if one is kept; what it sums is in the lags.
    fn merged_average(&self, parts: &[Part<'_, Self>]) -> Option<Average> {
        let sums = |h: &Expansion| Some(h.average.as_ref()?.sums(|_| Grid::default()));
        let began = sums(self)?;
        let mut merged = began.clone();
        for part in parts {
            merged.absorb(&sums(part.hypothesis)?, &began, part);
        }
        Some(Average::of_sums(&merged.rounded(), &[]))
    }

    /// This with scale 1 and everything averaged so far in the lags.
    fn settled(&self) -> Self {
        let mut settled = Expansion { lookahead: None, ..self.clone() };
        settled.reset_average();
        let scale = settled.scale;
        settled.coefs_mut().for_each(|c| c.value *= scale);
        settled.scale = 1.0;
        settled
    }

    /// Adds what `own` has more than `base`, which it began with, times a factor; the sums of the
    /// average are added whole.
    fn join(&mut self, own: &Expansion, base: &Expansion, (places, factor): (&Places, f64)) {
        for (at, support) in own.patterns.list.iter().enumerate() {
            let began = base.patterns.list.get(at).map_or(&[][..], |began| &began.coefs);
            let point = Arc::new(support.point.relocated(places));
            let moved = self.moved(&point, self.own(&point));
            let (to, _) = self.patterns.add(&point, &moved);
            for c in &support.coefs {
                let before = began.iter().find(|b| b.row == c.row);
                let before = before.map_or((0.0, 0.0), |b| (b.value, b.lag));
                let coef = self.patterns.list[to].coef(places.row(c.row as usize) as u32);
                coef.value += factor * (c.value - before.0);
                coef.lag += c.lag - before.1;
            }
        }
    }
}

impl Point {
    /// With its coordinates at other places.
    fn relocated(&self, places: &Places) -> Self {
        let place = |&j: &u32| places.coordinate(j as usize, 0) as u32;
        let cells = self.indices.iter().map(place).zip(self.values.iter().copied());
        let mut cells: Vec<(u32, f64)> = cells.collect();
        cells.sort_by_key(|cell| cell.0);
        let (indices, values) = cells.into_iter().unzip();
        Point::canonical(indices, values)
    }
}
