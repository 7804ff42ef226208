//! The additive hypothesis: `f(w) = 0.5 |w - w_1|^2`, `w = v / c`.
//!
//! Stored as `v = scale * stored` so that shrinking (uniclass, ROMMA) is O(1); `|v|^2` follows in
//! O(1) from the scores and is recomputed from the coordinates every 2^16 updates and whenever it
//! loses eight digits to cancellation. A starting point `w_1` (uniclass) is kept inside: stored
//! starts at `c w_1`.

mod gap;
mod merge;
mod moves;
mod own_scale;

use super::average::Average;
use super::rows::{Table, more_places, places};
use super::{Aligned, Coordinates, DualPoint, Grid, Hypothesis, Rebuild, Response, average_scores};
use crate::geometry::Curvature;
use crate::geometry::{Class, NormKind};
use crate::loss::Loss;
use crate::number::{Sum, square_of};
use crate::round::{Direction, Gap, View};
use crate::vector::{Instance, Tail, square};
use own_scale::OwnScale;
use serde::{Deserialize, Serialize};

/// Below this scale the stored vector is multiplied out.
const SMALLEST_SCALE: f64 = 1e-9;
/// Updates after which the tracked norm is recomputed.
const REFRESH_EVERY: u32 = 1 << 16;

/// Weights in R^n with the Euclidean norm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EuclidSpace {
    rows: usize,
    /// Places for rows in the table, at least `rows`.
    stride: usize,
    /// Rows and stride before the round under way.
    #[serde(skip)]
    marked: (usize, usize),
    scale: f64,
    /// `|v|^2`, as long as examples have one part.
    square: f64,
    largest_square: f64,
    /// `<v, c w_1>`, kept like the square.
    cross: f64,
    /// `|c w_1|^2`.
    origin_square: f64,
    /// Whether it began at an instance.
    started: bool,
    /// Whether examples had several parts, so that the square was not followed.
    #[serde(default)]
    adrift: bool,
    stale: u32,
    /// The scales of the rows, where each is rescaled by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    apart: Option<Vec<OwnScale>>,
    pub(crate) average: Option<Average>,
    #[serde(skip)]
    pub(crate) stored: Aligned,
    #[serde(skip)]
    pub(crate) origin: Vec<f64>,
}

impl EuclidSpace {
    /// The zero hypothesis; with `average`, the mean of the weights is kept too, round t counted
    /// `t^average` times.
    pub fn new(rows: usize, average: Option<u32>) -> Self {
        EuclidSpace {
            rows,
            stride: places(rows),
            marked: (rows, places(rows)),
            scale: 1.0,
            square: 0.0,
            largest_square: 0.0,
            cross: 0.0,
            origin_square: 0.0,
            started: false,
            adrift: false,
            stale: 0,
            apart: None,
            average: average.map(Average::new),
            stored: Aligned::default(),
            origin: Vec::new(),
        }
    }

    /// Whether the tables fit the number of rows: a state read from a file may not.
    pub(crate) fn is_consistent(&self) -> bool {
        let fits = |table: &[f64]| table.len().is_multiple_of(self.stride);
        self.rows > 0
            && self.rows <= self.stride
            && fits(&self.stored)
            && self.average.as_ref().is_none_or(|a| fits(&a.lag))
            && self
                .apart
                .as_ref()
                .is_none_or(|own| own.len() == self.rows && own.iter().all(OwnScale::is_sound))
    }

    /// Whether each row is rescaled by itself.
    pub(crate) fn is_apart(&self) -> bool {
        self.apart.is_some()
    }

    /// Whether the scale, the squares and their age can be those of a run.
    pub(crate) fn is_sound(&self) -> bool {
        // A smaller scale was multiplied out: steps are divided by it.
        let scale = self.scale.abs();
        let squares = [self.square, self.largest_square, self.origin_square];
        scale >= SMALLEST_SCALE
            && (scale * scale).is_finite()
            && squares.iter().all(|square| *square >= 0.0 && square.is_finite())
            && self.stale < REFRESH_EVERY
    }

    fn potential(&self, slot: usize) -> f64 {
        let scale = if self.is_apart() { self.scale_of(slot % self.stride) } else { self.scale };
        scale * self.stored.get(slot).copied().unwrap_or(0.0)
    }

    fn table(&self) -> Table<'_> {
        Table { cells: &self.stored, stride: self.stride, rows: self.rows }
    }

    /// Scores in every row; returns the square of the instance. Kept apart so that the loop of a
    /// single row is compiled for itself.
    #[inline(never)]
    fn look_at_rows(&self, x: Instance<'_>, view: &mut View) -> f64 {
        let start = view.scores.len();
        let seen = self.table().push_scores(x, &mut view.scores);
        view.beyond |= seen.end * self.stride > self.stored.len();
        if let Some(rows) = &self.apart {
            view.scores[start..].iter_mut().zip(rows).for_each(|(s, own)| *s *= own.scale);
        } else if self.scale != 1.0 {
            view.scores[start..].iter_mut().for_each(|s| *s *= self.scale);
        }
        seen.square
    }
}

impl Hypothesis for EuclidSpace {
    fn dimension(&self) -> usize {
        self.stored.len() / self.stride
    }

    fn rows(&self) -> usize {
        self.rows
    }

    fn widen(&mut self, rows: usize) {
        if rows > self.stride {
            self.lay_out(more_places(self.stride, rows));
        }
        self.rows = rows.max(self.rows);
        if let Some(own) = &mut self.apart {
            own.resize_with(self.rows, OwnScale::default);
        }
    }

    #[inline]
    fn mark(&mut self) {
        self.marked = (self.rows, self.stride);
    }

    fn undo(&mut self) {
        // The places of the rows taken back hold zeros.
        self.rows = self.marked.0;
        if let Some(own) = &mut self.apart {
            own.truncate(self.rows);
        }
        if self.stride != self.marked.1 {
            self.lay_out(self.marked.1);
        }
    }

    #[inline]
    fn prepare(&mut self, _c: f64) {}

    #[inline(always)]
    fn look(&self, parts: &[Instance<'_>], view: &mut View) {
        let mut later = parts.iter().skip(1);
        view.look(
            parts,
            #[inline(always)]
            |x, view| {
                if self.stride > 1 {
                    later.next().into_iter().for_each(|&next| self.table().expect(next));
                    return self.look_at_rows(x, view);
                }
                let probe = x.probe(&self.stored);
                view.scores.push(probe.dot * self.scale);
                view.beyond |= probe.beyond;
                view.alone = probe.alone;
                probe.square
            },
        );
    }

    #[inline(always)]
    fn score(&self, _parts: &[Instance<'_>], c: f64, view: &mut View) {
        if c != 1.0 {
            let rate = if c > 0.0 { 1.0 / c } else { 0.0 };
            view.scores.iter_mut().for_each(|s| *s *= rate);
        }
    }

    fn own_square(&self, c: f64) -> f64 {
        self.square / (c * c)
    }

    fn part_rows(&mut self) {
        // A table of one place a feature is scored without asking for scales.
        self.lay_out(self.stride.max(places(2)));
        self.apart = Some(vec![OwnScale::default(); self.rows]);
    }

    fn row_square(&self, row: usize, c: f64) -> f64 {
        let own = self.apart.as_ref().and_then(|rows| rows.get(row));
        own.map_or(self.square, |own| own.square) / (c * c)
    }

    fn rescale_row(&mut self, row: usize, keep: f64) {
        self.multiply_row(row, keep);
    }

    fn gap(&self, x: Instance<'_>, c: f64, view: &View) -> Gap {
        let quick = match x {
            Instance::Dense(_) => None,
            _ => self.gap_by_products(x, c, view),
        };
        quick.unwrap_or_else(|| self.gap_by_coordinates(x, c, view))
    }

    #[inline(always)]
    fn curvature(&self, direction: &Direction<'_>, _rule: Curvature) -> f64 {
        if direction.own != 0.0 {
            // The only directions with a share of the weights are the unit vectors of uniclass.
            return 1.0 / direction.c;
        }
        let square = if let [_] = direction.parts {
            direction.view.squares[0] * direction.terms.iter().map(|t| t.coef * t.coef).sum::<f64>()
        } else {
            direction.merged_square()
        };
        square / direction.c
    }

    #[inline(always)]
    fn exact<L: Loss>(&mut self, direction: &Direction<'_>, z: f64, loss: &L, cap: f64) -> f64 {
        if let [Instance::Tailed { values, tail: Tail { counted: false, alone, .. }, .. }] =
            direction.parts
        {
            // The step is that of the features alone: as long as this, or shorter where the cap
            // says.
            let square = direction.view.alone.unwrap_or_else(|| square(values))
                * direction.terms.iter().map(|t| t.coef * t.coef).sum::<f64>();
            if values.is_empty() && !alone && loss.linear_gain() {
                // A row without features teaches nothing: any step up to the cap would be as good.
                return 0.0;
            }
            return loss.step(z, square / direction.c, cap);
        }
        loss.step(z, self.curvature(direction, Curvature::Width), cap)
    }

    #[inline]
    fn response(&self, _parts: &[Instance<'_>], part: usize, view: &View, c: f64) -> Response {
        Response::Linear { rate: view.squares[part] / c }
    }

    #[inline(always)]
    fn apply(&mut self, step: &Direction<'_>) {
        let keep = 1.0 + step.own / step.c;
        let mut next = keep * keep * self.square;
        if !self.origin.is_empty() {
            let along = step.terms.iter().map(|t| t.coef * step.parts[t.part].dot(&self.origin));
            self.cross = keep * self.cross + along.sum::<f64>();
        }
        if keep != 1.0 {
            self.multiply(keep);
            // What was rounded off the square grows with it.
            self.largest_square *= (keep * keep).max(1.0);
        }
        if step.view.beyond {
            let end = step.parts.iter().map(|x| x.end()).max();
            self.reserve(end.unwrap_or(0));
        }
        let [x] = step.parts else {
            // Whoever asks for |w|^2 in every round (ROMMA, uniclass) has examples of one part: it
            // is not followed here.
            self.adrift = true;
            return self.add_parts(step);
        };
        if self.apart.is_some() {
            return self.add_apart(step);
        }
        next += self.growth(step, keep);
        self.add(*x, step.terms);
        self.stale += 1;
        if self.stale < REFRESH_EVERY && next > 1e-8 * self.largest_square {
            self.square = next;
            self.largest_square = self.largest_square.max(next);
        } else {
            self.refresh();
        }
    }

    fn start_at(&mut self, x: Instance<'_>, c: f64) -> bool {
        self.reserve(x.end());
        x.for_each(|j, x| self.stored[j] = c * x);
        self.origin = self.stored.to_vec();
        self.refresh();
        self.origin_square = self.square;
        self.started = true;
        true
    }

    fn can_start(&self) -> bool {
        true
    }

    #[inline]
    fn tick(&mut self, c: f64, _view: &View) {
        if let Some(average) = &mut self.average {
            average.tick(if c > 0.0 { self.scale / c } else { 0.0 });
        }
    }

    fn average(&self, parts: &[Instance<'_>], view: &mut View) -> bool {
        average_scores(self, parts, view)
    }

    fn dual(&self, c: f64) -> DualPoint {
        let square = if let Some(rows) = &self.apart {
            self.square_apart(rows)
        } else if self.origin.is_empty() {
            self.scale * self.scale * square_of(&self.stored)
        } else {
            let moved = |slot: usize| self.potential(slot) - self.start(slot);
            (0..self.stored.len()).map(|j| moved(j).powi(2)).collect::<Sum>().value()
        };
        let (norm, rate) = (square.sqrt(), if c > 0.0 { 1.0 / c } else { 0.0 });
        DualPoint { norm, conjugate: 0.5 * square * rate, steepness: norm * rate }
    }

    fn own_complexity(&self, c: f64) -> f64 {
        if self.adrift {
            return self.dual(c).conjugate / c;
        }
        let rounding = 4.0 * f64::EPSILON * f64::from(self.stale + 16) * self.largest_square;
        0.5 * (self.square + rounding) / (c * c)
    }

    fn support(&self, level: f64) -> f64 {
        level * self.dual(1.0).norm
    }

    fn class(&self) -> Class {
        if self.started { Class::Distance } else { Class::Norm(NormKind::Euclidean) }
    }

    fn raised(&self, rest: &Grid) -> Self {
        self.rebuilt(Grid::potential(self).plus(rest), 0.0)
    }
}

impl Coordinates for EuclidSpace {
    fn reserve(&mut self, dimension: usize) {
        if dimension * self.stride > self.stored.len() {
            self.stored.resize(dimension * self.stride);
        }
    }

    fn complexity(&self, u: &[f64], _c: f64) -> f64 {
        0.5 * u.iter().map(|u| u * u).sum::<f64>()
    }

    fn weight(&self, coordinate: usize, row: usize, c: f64) -> f64 {
        if c > 0.0 { self.potential(coordinate * self.stride + row) / c } else { 0.0 }
    }

    fn potential_at(&self, coordinate: usize, row: usize) -> f64 {
        self.potential(coordinate * self.stride + row)
    }

    fn average_weight(&self, coordinate: usize, row: usize) -> Option<f64> {
        let slot = coordinate * self.stride + row;
        let stored = self.stored.get(slot).copied().unwrap_or(0.0);
        self.average.as_ref().map(|a| a.weight(stored, slot))
    }
}
