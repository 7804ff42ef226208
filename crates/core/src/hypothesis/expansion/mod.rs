//! The kernel expansion: `v_r = sum_i coef_{i,r} K(x_i, .)` over stored patterns x_i, `w = v / c`.
//!
//! `f(w) = 0.5 |w|^2` in the space of the kernel. Equal instances share one pattern. Coefficients
//! are stored up to a common scale, so that shrinking (ROMMA) is O(1), and averaged lazily like the
//! weights of [`EuclidSpace`](super::EuclidSpace). A score costs one kernel value a pattern;
//! instances that are announced ([`Hypothesis::expect`]) or asked about together are done in tiles,
//! by several threads. Removed patterns (see [`Budget`]) still count in the certificate.
//! (Ultraconservative paper, Eq. 21; the score cache is its fixed-set trick.)

mod budget;
mod combination;
mod gram;
mod hypothesis;
mod lookahead;
mod merge;
mod norm;
mod own_scale;
mod patterns;
mod point;
mod saved;
mod start;
mod tile;
mod units;

pub use budget::{Budget, Evict};

use super::average::Average;
use crate::kernel::{AnyKernel, Kernel};
use crate::round::{Direction, View};
use crate::vector::Instance;
use combination::Combination;
use gram::Gram;
use lookahead::{Lookahead, ScoreInputs};
use norm::{Change, Norm};
use own_scale::OwnScale;
use patterns::{Coef, Patterns};
use point::Point;
use start::{Moved, Start};
use std::sync::Arc;
use units::Units;

/// Below this scale the stored coefficients are multiplied out.
const SMALLEST_SCALE: f64 = 1e-9;

/// Weights in the space of a kernel.
#[derive(Clone, Debug)]
pub struct Expansion {
    kernel: AnyKernel,
    budget: Budget,
    /// State of the budget's random rule.
    random: u64,
    gram: Option<Gram>,
    rows: usize,
    /// Rows before the round under way.
    marked: usize,
    scale: f64,
    norm: Norm,
    /// The scales and norms of the rows, where each is rescaled by itself.
    apart: Option<Vec<OwnScale>>,
    average: Option<Average>,
    patterns: Patterns,
    /// Where the weights began, if they began at an instance.
    start: Option<Start>,
    /// Weights of unit vectors, where the problem has any.
    units: Option<Units>,
    lookahead: Option<Lookahead>,
    threads: usize,
}

impl Expansion {
    /// The zero hypothesis; `average` as in [`EuclidSpace::new`](super::EuclidSpace::new).
    pub fn new(
        kernel: AnyKernel,
        budget: Option<Budget>,
        rows: usize,
        average: Option<u32>,
    ) -> Self {
        let budget = budget.unwrap_or_default();
        Expansion {
            kernel,
            random: budget.start(),
            gram: budget.project.then(Gram::default),
            budget,
            rows,
            marked: rows,
            scale: 1.0,
            norm: Norm::default(),
            apart: None,
            average: average.map(Average::new),
            patterns: Patterns::default(),
            start: None,
            units: None,
            lookahead: None,
            threads: 0,
        }
    }

    /// The kernel.
    pub fn kernel(&self) -> &AnyKernel {
        &self.kernel
    }

    /// Distinct patterns stored.
    pub fn patterns(&self) -> usize {
        self.patterns.list.len()
    }

    /// Bound on the norm of what the budget removed.
    pub fn dropped(&self) -> f64 {
        self.norm.dropped
    }

    /// `|v|^2` as it is followed from update to update, and found anew from all pairs of patterns.
    pub fn squares(&self) -> (f64, f64) {
        (self.norm.square, self.exact_square())
    }

    /// `K(x,x)`.
    fn own(&self, x: &Point) -> f64 {
        self.kernel.value(x.square, x.square, x.square)
    }

    /// `<v_r, phi(x)>`, one per row, added to what `scores` ends with.
    fn push_scores(&self, x: &Point, scores: &mut Vec<f64>) {
        let start = scores.len();
        scores.resize(start + self.rows, 0.0);
        Combination::new(&self.patterns, |value, _| value).add_at(
            &self.kernel,
            x,
            &mut scores[start..],
        );
        self.rescale_scores(&mut scores[start..]);
    }

    /// The coefficients of the average, where it is kept.
    fn mean(&self) -> Option<Combination<'_>> {
        let average = self.average.as_ref()?;
        Some(Combination::new(&self.patterns, |value, lag| average.mean(value, lag)))
    }

    /// Brings the lookahead up to date with the patterns, from scratch if everything `changed`.
    fn inform(&mut self, changed: bool) {
        let Expansion { kernel, patterns, rows, threads, .. } = self;
        let Some(lookahead) = &mut self.lookahead else { return };
        if changed {
            lookahead.forget();
        }
        lookahead.catch_up(&ScoreInputs { kernel, patterns, rows: *rows, threads: *threads });
    }

    /// `v *= keep`.
    fn multiply(&mut self, keep: f64) {
        if keep == 1.0 {
            return;
        }
        self.norm.shrink(keep);
        self.scale *= keep;
        let small = self.scale.abs() < SMALLEST_SCALE;
        if small || self.average.as_ref().is_some_and(|a| a.is_strained(self.scale)) {
            self.reset_average();
        }
        if !small {
            return;
        }
        if keep == 0.0 {
            self.empty();
        } else {
            let scale = self.scale;
            self.coefs_mut().for_each(|c| c.value *= scale);
        }
        self.scale = 1.0;
        self.inform(true);
    }

    /// `v = 0`: only what the average has summed stays.
    fn empty(&mut self) {
        if self.average.is_none() {
            self.patterns.clear();
            self.gram = self.gram.as_ref().map(|_| Gram::default());
        }
        self.coefs_mut().for_each(|c| c.value = 0.0);
    }

    /// Every coefficient, those of unit vectors too.
    fn coefs_mut(&mut self) -> impl Iterator<Item = &mut Coef> {
        let units = self.units.iter_mut().flatten();
        self.patterns.list.iter_mut().flat_map(|s| &mut s.coefs).chain(units)
    }

    /// What the average summed so far moves into the lags.
    fn reset_average(&mut self) {
        let Some(average) = &mut self.average else { return };
        let reach = std::mem::take(&mut average.reach);
        self.coefs_mut().for_each(|c| c.lag -= reach * c.value);
    }

    /// `|sum coef (row x part)|^2`.
    fn step_square(&self, step: &Direction<'_>) -> f64 {
        if let [_] = step.parts {
            return step.terms.iter().map(|t| t.coef * (t.coef * step.view.squares[0])).sum();
        }
        if self.units.is_some() {
            let instance = step.terms.iter().filter(|t| t.part == 0);
            let square: f64 = instance.map(|t| t.coef * (t.coef * step.view.squares[0])).sum();
            return square + units::square(step.terms);
        }
        let points: Vec<Point> = step.parts.iter().map(|&x| Point::new(x)).collect();
        let mut square = 0.0;
        for a in step.terms {
            let x = &points[a.part];
            let dense = x.dense(x.end());
            for b in step.terms.iter().filter(|b| b.row == a.row) {
                let z = &points[b.part];
                square += a.coef * b.coef * self.kernel.value(z.dot(&dense), z.square, x.square);
            }
        }
        square
    }

    /// What a step does to the norm, v being scaled by `keep` before it; `moved` is the instance
    /// where there is a starting point.
    fn change(&self, step: &Direction<'_>, keep: f64, moved: Option<&Moved>) -> Change {
        if let Some(moved) = moved {
            let coef: f64 = step.terms.iter().map(|t| t.coef).sum();
            let along = self.score_from_start(moved.near, step.view.scores[0], step.c);
            return Change {
                along: keep * coef * along,
                square: coef * coef * moved.own,
                length: coef.abs() * moved.reach,
            };
        }
        let View { scores, sizes, .. } = step.view;
        // A row that is newer than the scores has no weights yet.
        let rows = scores.len() / step.parts.len();
        let score = |part, row| if row < rows { scores[part * rows + row] } else { 0.0 };
        let along = step.terms.iter().map(|t| t.coef * score(t.part, t.row));
        Change {
            along: keep * step.c * along.sum::<f64>(),
            square: self.step_square(step),
            length: step.terms.iter().map(|t| t.coef.abs() * sizes[t.part]).sum(),
        }
    }

    /// Adds `coefs` (row, unscaled amount) at an instance, merging it with a pattern that equals
    /// it.
    fn add(&mut self, point: &Arc<Point>, moved: &Moved, coefs: &[(u32, f64)]) {
        let reach = self.average.as_ref().map_or(0.0, |a| a.reach);
        let (at, new) = self.patterns.add(point, moved);
        for &(row, amount) in coefs {
            let coef = self.patterns.list[at].coef(row);
            coef.value += amount;
            coef.lag += amount * reach;
        }
        if let Some(gram) = self.gram.as_mut().filter(|_| new) {
            gram.push(&self.kernel, &self.patterns.list);
        }
        self.note_noise(point);
        self.tell(point, coefs);
    }

    fn note_noise(&mut self, point: &Point) {
        self.norm.note_noise(point.indices.len() as f64 * self.kernel.sharpness(point.square));
    }

    fn tell(&mut self, point: &Arc<Point>, coefs: &[(u32, f64)]) {
        if let Some(lookahead) = &mut self.lookahead {
            lookahead.note(&self.kernel, point, coefs);
        }
    }

    /// The instance of a part, shared with the lookahead if it is the one expected.
    fn shared(&self, x: Instance<'_>, place: Option<usize>) -> Arc<Point> {
        let expected = self.lookahead.as_ref().zip(place).and_then(|(a, place)| a.member(place));
        expected.map_or_else(|| Arc::new(Point::new(x)), Arc::clone)
    }

    /// `|v|^2` from all pairs of patterns.
    fn exact_square(&self) -> f64 {
        let (rows, list) = (self.rows, &self.patterns.list);
        let square = if let Some(gram) = &self.gram {
            gram.square(&self.patterns, rows)
        } else {
            let points: Vec<Arc<Point>> = list.iter().map(|s| Arc::clone(&s.point)).collect();
            let mut scores = vec![0.0; points.len() * rows];
            Combination::new(&self.patterns, |value, _| value).add_at_all(
                &self.kernel,
                &points,
                rows,
                self.threads,
                &mut scores,
            );
            let centre = self.centre(1.0);
            let of = |(s, scores): (&patterns::Support, &[f64])| {
                let along = |c: &Coef| c.value * centre(scores[c.row as usize], s.near);
                s.coefs.iter().map(along).sum::<f64>()
            };
            list.iter().zip(scores.chunks_exact(rows)).map(of).sum()
        };
        let units = self.unit_cells().map(|c| c.value * c.value).sum::<f64>();
        self.scale * self.scale * (square + units)
    }

    /// Finds `|v|^2` anew.
    fn refresh(&mut self) {
        let square = self.exact_square();
        let length: f64 = self.patterns.list.iter().map(|s| s.length()).sum();
        let units: f64 = self.unit_cells().map(|c| c.value.abs()).sum();
        self.norm.set(square, self.scale.abs() * (length + units));
    }

    /// Removes patterns until the budget is kept.
    fn economise(&mut self) {
        while self.budget.is_exceeded(self.patterns.list.len()) {
            let at = self.budget.choose(&self.patterns, &mut self.random);
            if self.gram.is_some() { self.remove_projected(at) } else { self.remove_plain(at) }
        }
    }

    /// Removes a pattern with its contribution.
    fn remove_plain(&mut self, at: usize) {
        let point = Arc::clone(&self.patterns.list[at].point);
        let mut scores = Vec::new();
        self.push_scores(&point, &mut scores);
        let centre = self.centre(self.scale);
        let gone = self.patterns.remove(at);
        let coefs: Vec<(u32, f64)> = gone.coefs.iter().map(|c| (c.row, -c.value)).collect();
        let along = |&(row, value): &(u32, f64)| value * centre(scores[row as usize], gone.near);
        let along = coefs.iter().map(along).sum::<f64>();
        let scale = self.scale.abs();
        let (size, length) = (scale * gone.weight().sqrt(), scale * gone.length());
        self.norm.step(&Change { along: self.scale * along, square: size * size, length });
        let doubt = if self.start.is_some() { self.norm.doubt_of(length) } else { 0.0 };
        self.norm.drop(size + doubt, 0.0);
        if self.norm.is_lost() {
            self.refresh();
        }
        self.tell(&point, &coefs);
    }

    /// Removes a pattern and leaves the nearest combination of the others in its place.
    fn remove_projected(&mut self, at: usize) {
        let Some(gram) = &mut self.gram else { return };
        let gone = self.patterns.remove(at);
        let (values, own) = gram.remove(at);
        let near = gram.project(&values, own, self.norm.rounding());
        let mut rewritten = 0.0;
        for (support, share) in self.patterns.list.iter_mut().zip(near.shares) {
            if share == 0.0 {
                continue;
            }
            for c in &gone.coefs {
                support.coef(c.row).value += share * c.value;
            }
            rewritten += support.weight().sqrt();
        }
        let size = gone.coefs.iter().map(|c| c.value * c.value).sum::<f64>().sqrt();
        let scale = self.scale.abs();
        self.norm.drop(scale * size * near.residual.sqrt(), scale * rewritten);
        self.refresh();
    }
}
