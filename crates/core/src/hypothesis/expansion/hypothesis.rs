//! What the learner asks of an expansion, answered from kernel values alone.

use super::combination::Combination;
use super::lookahead::Lookahead;
use super::own_scale::OwnScale;
use super::point::Point;
use super::start::{Moved, Start};
use super::{Arc, Expansion};
use crate::geometry::Curvature;
use crate::geometry::{Class, NormKind};
use crate::hypothesis::{Coordinates, DualPoint, Grid, Hypothesis, Response};
use crate::kernel::Kernel;
use crate::loss::Loss;
use crate::round::{Direction, Gap, View};
use crate::vector::Instance;

impl Expansion {
    /// Sizes of an instance.
    fn measure(&self, x: &Point, view: &mut View) {
        let own = self.own(x);
        view.squares.push(own);
        view.sizes.push(own.sqrt());
    }

    /// Whether these parts hold one instance, and beside it at most unit vectors.
    fn is_alone(&self, parts: &[Instance<'_>]) -> bool {
        parts.len() == 1 || self.units.is_some()
    }

    /// Whether an expected instance equals `x`; if so its scores are at hand.
    fn recall(&self, x: &Point, view: &mut View) -> bool {
        let Some(lookahead) = &self.lookahead else { return false };
        view.place = lookahead.find(x);
        let Some(place) = view.place else { return false };
        view.scores.extend(lookahead.scores(place).iter().take(self.rows));
        view.scores.resize(self.rows, 0.0);
        self.rescale_scores(&mut view.scores);
        true
    }

    /// The scores of a combination at many instances, in their views.
    fn spread(&self, all: &Combination<'_>, points: &[Arc<Point>], views: &mut [View]) {
        let mut scores = vec![0.0; points.len() * self.rows];
        all.add_at_all(&self.kernel, points, self.rows, self.threads, &mut scores);
        for (view, scores) in views.iter_mut().zip(scores.chunks_exact(self.rows)) {
            view.scores.clear();
            view.scores.extend(scores);
        }
    }
}

fn clear(view: &mut View) {
    view.sizes.clear();
    view.squares.clear();
    view.scores.clear();
    view.beyond = false;
    view.place = None;
}

fn shared(xs: &[Instance<'_>]) -> Vec<Arc<Point>> {
    xs.iter().map(|&x| Arc::new(Point::new(x))).collect()
}

impl Hypothesis for Expansion {
    fn dimension(&self) -> usize {
        self.patterns.list.iter().map(|s| s.point.end()).max().unwrap_or(0)
    }

    fn rows(&self) -> usize {
        self.rows
    }

    fn widen(&mut self, rows: usize) {
        self.rows = rows.max(self.rows);
        if let Some(own) = &mut self.apart {
            own.resize_with(self.rows, OwnScale::default);
        }
    }

    fn mark(&mut self) {
        self.marked = self.rows;
    }

    fn undo(&mut self) {
        self.rows = self.marked;
        if let Some(own) = &mut self.apart {
            own.truncate(self.rows);
        }
    }

    fn prepare(&mut self, _c: f64) {}

    fn look(&self, parts: &[Instance<'_>], view: &mut View) {
        clear(view);
        for (part, &instance) in parts.iter().enumerate() {
            if self.is_unit(part) {
                view.squares.push(1.0);
                view.sizes.push(1.0);
                self.push_unit_scores(instance, &mut view.scores);
                continue;
            }
            let x = Point::new(instance);
            self.measure(&x, view);
            if !self.is_alone(parts) || !self.recall(&x, view) {
                self.push_scores(&x, &mut view.scores);
            }
        }
    }

    fn look_many(&self, xs: &[Instance<'_>], views: &mut Vec<View>) {
        let points = shared(xs);
        views.resize_with(xs.len(), View::default);
        for (x, view) in points.iter().zip(views.iter_mut()) {
            clear(view);
            self.measure(x, view);
        }
        let all = Combination::new(&self.patterns, |value, _| value);
        self.spread(&all, &points, views);
        views.iter_mut().for_each(|view| self.rescale_scores(&mut view.scores));
    }

    fn looks_together(&self) -> bool {
        true
    }

    fn expect(&mut self, ahead: &[Instance<'_>], again: bool) {
        // What a budget removes, and the coefficients a projection rewrites, would have to be taken
        // off scores known ahead, and the rounding left of them would decide ties.
        let wanted = if self.budget.size > 0 { &[] } else { ahead };
        self.lookahead = Lookahead::new(shared(wanted), again);
        self.inform(false);
    }

    fn use_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    fn similarity(&self, row: usize, dot: f64, square_a: f64, square_b: f64) -> f64 {
        if self.is_unit(row) { dot } else { self.kernel.value(dot, square_a, square_b) }
    }

    fn score(&self, parts: &[Instance<'_>], c: f64, view: &mut View) {
        if c != 1.0 {
            let rate = if c > 0.0 { 1.0 / c } else { 0.0 };
            view.scores.iter_mut().for_each(|s| *s *= rate);
        }
        if self.start.is_some() {
            view.scores[0] += self.share_of_start(&Point::new(parts[0]), c) / c;
        }
    }

    fn own_square(&self, c: f64) -> f64 {
        self.norm.square.max(0.0) / (c * c)
    }

    fn part_rows(&mut self) {
        self.apart = Some(vec![OwnScale::default(); self.rows]);
    }

    fn row_square(&self, row: usize, c: f64) -> f64 {
        let own = self.apart.as_ref().and_then(|rows| rows.get(row));
        own.map_or(self.norm.square, OwnScale::square).max(0.0) / (c * c)
    }

    fn rescale_row(&mut self, row: usize, keep: f64) {
        self.multiply_row(row, keep);
    }

    fn gap(&self, x: Instance<'_>, c: f64, view: &View) -> Gap {
        self.gap_at(&Point::new(x), c, view)
    }

    fn curvature(&self, direction: &Direction<'_>, _rule: Curvature) -> f64 {
        if direction.own != 0.0 {
            // The only directions with a share of the weights are the unit vectors of uniclass.
            return 1.0 / direction.c;
        }
        self.step_square(direction) / direction.c
    }

    fn exact<L: Loss>(&mut self, direction: &Direction<'_>, z: f64, loss: &L, cap: f64) -> f64 {
        loss.step(z, self.curvature(direction, Curvature::Width), cap)
    }

    fn response(&self, _parts: &[Instance<'_>], part: usize, view: &View, c: f64) -> Response {
        Response::Linear { rate: view.squares[part] / c }
    }

    fn apply(&mut self, step: &Direction<'_>) {
        let keep = 1.0 + step.own / step.c;
        let from = self
            .start
            .as_ref()
            .map(|start| start.see(&self.kernel, &Point::new(step.parts[0]), step.view.squares[0]));
        let change = self.change(step, keep, from.as_ref());
        self.multiply(keep);
        let instances = if self.units.is_some() { &step.parts[..1] } else { step.parts };
        for (part, &x) in instances.iter().enumerate() {
            let own = step.view.squares[part];
            let moved = from.unwrap_or(Moved { near: 0.0, own, reach: own.sqrt() });
            let terms = step.terms.iter().filter(|t| t.part == part && t.coef != 0.0);
            let coefs: Vec<_> =
                terms.map(|t| (t.row as u32, t.coef / self.scale_of(t.row))).collect();
            if moved.own > 0.0 && !coefs.is_empty() {
                let place = step.view.place.filter(|_| self.is_alone(step.parts));
                self.add(&self.shared(x, place), &moved, &coefs);
            }
        }
        self.add_units(step);
        if self.apart.is_some() {
            return self.follow_rows(step);
        }
        self.norm.step(&change);
        if self.norm.is_lost() {
            self.refresh();
        }
        self.economise();
    }

    fn start_at(&mut self, x: Instance<'_>, c: f64) -> bool {
        let start = Start::new(&self.kernel, Arc::new(Point::new(x)));
        self.note_noise(&start.point);
        self.norm.begin(c * start.own.sqrt());
        self.start = Some(start);
        true
    }

    fn can_start(&self) -> bool {
        true
    }

    fn tick(&mut self, c: f64, view: &View) {
        if let Some(average) = &mut self.average {
            average.tick(if c > 0.0 { self.scale / c } else { 0.0 });
        }
        let Some((lookahead, place)) = self.lookahead.as_mut().zip(view.place) else { return };
        match lookahead.pass(place) {
            (false, _) => self.lookahead = None,
            (true, true) => self.inform(false),
            (true, false) => {}
        }
    }

    fn average(&self, parts: &[Instance<'_>], view: &mut View) -> bool {
        let Some(mean) = self.mean() else { return false };
        view.scores.clear();
        view.scores.resize(parts.len() * self.rows, 0.0);
        for (part, scores) in view.scores.chunks_exact_mut(self.rows).enumerate() {
            if self.is_unit(part) {
                self.add_average_of_unit(parts[part], scores);
            } else {
                mean.add_at(&self.kernel, &Point::new(parts[part]), scores);
            }
        }
        true
    }

    fn average_many(&self, xs: &[Instance<'_>], views: &mut [View]) -> bool {
        let Some(mean) = self.mean() else { return false };
        self.spread(&mean, &shared(xs), views);
        true
    }

    fn dual(&self, c: f64) -> DualPoint {
        let (norm, rate) = (self.bound(), if c > 0.0 { 1.0 / c } else { 0.0 });
        DualPoint { norm, conjugate: 0.5 * norm * norm * rate, steepness: norm * rate }
    }

    fn own_complexity(&self, c: f64) -> f64 {
        0.5 * self.norm.kept_square() / (c * c)
    }

    fn support(&self, level: f64) -> f64 {
        level * self.bound()
    }

    fn class(&self) -> Class {
        match self.start {
            Some(_) => Class::Distance,
            None => Class::Norm(NormKind::Kernel),
        }
    }

    fn raised(&self, _rest: &Grid) -> Self {
        // What a merged potential lacks is charged as what a budget removed is.
        self.clone()
    }
}

/// The weights of the linear kernel; another one has none that could be listed.
impl Coordinates for Expansion {
    fn reserve(&mut self, _dimension: usize) {}

    fn complexity(&self, u: &[f64], _c: f64) -> f64 {
        0.5 * u.iter().map(|u| u * u).sum::<f64>()
    }

    fn weight(&self, coordinate: usize, row: usize, c: f64) -> f64 {
        let rate = if c > 0.0 { self.scale_of(row) / c } else { 0.0 };
        let from = self
            .start
            .as_ref()
            .map_or(0.0, |start| start.point.at(coordinate) * (1.0 - rate * self.mass()));
        from + rate * self.coordinate(coordinate, row, |value, _| value)
    }

    fn potential_at(&self, coordinate: usize, row: usize) -> f64 {
        self.weight(coordinate, row, 1.0)
    }

    fn average_weight(&self, coordinate: usize, row: usize) -> Option<f64> {
        let average = self.average.as_ref()?;
        Some(self.coordinate(coordinate, row, |value, lag| average.mean(value, lag)))
    }
}

impl Expansion {
    /// `sum_i value(coef_i, lag_i) x_ij`.
    fn coordinate(&self, j: usize, row: usize, value: impl Fn(f64, f64) -> f64) -> f64 {
        if self.is_unit(row) {
            return self.unit(j).map_or(0.0, |c| value(c.value, c.lag));
        }
        let mut sum = 0.0;
        for s in &self.patterns.list {
            for c in s.coefs.iter().filter(|c| c.row as usize == row) {
                sum += value(c.value, c.lag) * s.point.at(j);
            }
        }
        sum
    }
}
