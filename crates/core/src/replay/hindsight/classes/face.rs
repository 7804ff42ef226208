//! Many dual variables at once: those without mass keep none, rows that have used up their budget
//! keep it so, and over the rest the dual is maximised by conjugate gradients.
//!
//! Coordinate ascent soon finds which classes of which rows have mass, and then creeps where rows
//! are alike; on the face they leave the dual is a quadratic. The point that is found is projected
//! row by row onto what is feasible, and of the way to it as much is gone as raises the dual most,
//! so it never falls. (Moré & Toraldo 1991, gradient projection with conjugate gradients.)

use super::ClassSearch;

/// Sweeps between two looks at the face.
pub(super) const EVERY: u64 = 8;

/// Steps of the conjugate gradients: the longer a search takes, the more of them pay.
const FEWEST_STEPS: u64 = 8;
const MOST_STEPS: u64 = 40;
const SWEEPS_A_STEP: u64 = 300;

/// A residual so much smaller than the first is small enough.
const ENOUGH: f64 = 1e-4;

/// A row of the face.
struct FaceRow {
    row: usize,
    start: usize,
    end: usize,
    /// Whether its budget is used up.
    is_spent: bool,
}

/// The dual variables with mass that can move.
#[derive(Default)]
struct Face {
    rows: Vec<FaceRow>,
    classes: Vec<usize>,
}

/// Moves to a better point of the face, if there is one.
#[inline(always)]
pub(super) fn leap(search: &mut ClassSearch<'_>, sweeps: u64) {
    let (face, slopes) = Face::new(search);
    if face.classes.is_empty() {
        return;
    }
    let mut weights = vec![0.0; search.rows.width() * search.needs.classes];
    let steps = (sweeps / SWEEPS_A_STEP).clamp(FEWEST_STEPS, MOST_STEPS);
    let mut way = face.way(search, &slopes, steps, &mut weights);
    face.cut(search, &mut way);
    face.spread(search, &way, &mut weights);
    let rise = dot(&slopes, &way);
    let square = search.c * dot(&weights, &weights);
    let far = (rise / square).min(1.0);
    if !(rise > 0.0 && far > 0.0) {
        return;
    }
    for (r, weights) in weights.chunks_exact(search.rows.width().max(1)).enumerate() {
        let own = search.w.iter_mut().skip(r).step_by(search.stride);
        own.zip(weights).for_each(|(w, by)| *w += far * by);
    }
    for row in &face.rows {
        let start = row.row * search.stride;
        let own = row.start..row.end;
        for (r, by) in face.classes[own.clone()].iter().zip(&way[own]) {
            let d = &mut search.duals[start + r];
            *d = (*d + far * by).max(0.0);
        }
        let duals = &mut search.duals[start..][..search.stride];
        let (sum, cap) = (duals.iter().sum::<f64>(), search.targets[row.row].weight);
        if sum > cap {
            // Rounding; the weights are summed afresh before anything is claimed.
            duals.iter_mut().for_each(|d| *d *= cap / sum * (1.0 - f64::EPSILON));
        }
    }
}

impl Face {
    /// The face, and the slopes of the dual along its variables.
    #[inline(always)]
    fn new(search: &mut ClassSearch<'_>) -> (Face, Vec<f64>) {
        let (mut face, mut slopes) = (Face::default(), Vec::new());
        for at in 0..search.active.len() {
            let row = search.active[at] as usize;
            let cap = search.targets[row].weight;
            let total: f64 = search.duals_of(row).iter().sum();
            let count = search.duals_of(row).iter().filter(|d| **d > 0.0).count();
            let is_spent = total >= cap * (1.0 - 1e-12);
            if count == 0 || (is_spent && count == 1) {
                continue;
            }
            search.miss(row);
            let start = face.classes.len();
            for (r, _) in search.duals_of(row).iter().enumerate().filter(|(_, d)| **d > 0.0) {
                face.classes.push(r);
                slopes.push(search.misses[r]);
            }
            face.rows.push(FaceRow { row, start, end: face.classes.len(), is_spent });
        }
        (face, slopes)
    }

    /// Takes off what would change a budget that is used up.
    #[inline(always)]
    fn keep_budgets(&self, way: &mut [f64]) {
        for row in self.rows.iter().filter(|row| row.is_spent) {
            let way = &mut way[row.start..row.end];
            let mean = way.iter().sum::<f64>() / way.len() as f64;
            way.iter_mut().for_each(|x| *x -= mean);
        }
    }

    /// What the way adds to the weights, which lie class by class.
    #[inline(always)]
    fn spread(&self, search: &ClassSearch<'_>, way: &[f64], weights: &mut [f64]) {
        weights.fill(0.0);
        let (rows, width, rate) = (search.rows, search.rows.width(), 1.0 / search.c);
        for row in &self.rows {
            let (way, classes) = (&way[row.start..row.end], &self.classes[row.start..row.end]);
            let (class, up) = (search.targets[row.row].class, way.iter().sum::<f64>());
            rows.add(row.row, rate * up, &mut weights[class * width..][..width]);
            for (by, r) in way.iter().zip(classes) {
                rows.add(row.row, -rate * by, &mut weights[r * width..][..width]);
            }
        }
    }

    /// By how much these weights lift each variable's margin, budgets kept.
    #[inline(always)]
    fn gather(&self, search: &ClassSearch<'_>, weights: &[f64], lifts: &mut [f64]) {
        let width = search.rows.width();
        for row in &self.rows {
            let score = |r: usize| search.rows.dot(row.row, &weights[r * width..][..width]);
            let target = score(search.targets[row.row].class);
            let own = row.start..row.end;
            for (lift, r) in lifts[own.clone()].iter_mut().zip(&self.classes[own]) {
                *lift = target - score(*r);
            }
        }
        self.keep_budgets(lifts);
    }

    /// The way to the best point of the face, as far as the steps go.
    #[inline(always)]
    fn way(
        &self,
        search: &ClassSearch<'_>,
        slopes: &[f64],
        steps: u64,
        weights: &mut [f64],
    ) -> Vec<f64> {
        let mut rest = slopes.to_vec();
        self.keep_budgets(&mut rest);
        let (mut way, mut turn) = (vec![0.0; rest.len()], rest.clone());
        let mut lifts = vec![0.0; rest.len()];
        let mut size = dot(&rest, &rest);
        let enough = ENOUGH * ENOUGH * size;
        for _ in 0..steps {
            self.spread(search, &turn, weights);
            self.gather(search, weights, &mut lifts);
            let curvature = dot(&turn, &lifts);
            if size <= enough || curvature <= 0.0 || !curvature.is_finite() {
                break;
            }
            let far = size / curvature;
            way.iter_mut().zip(&turn).for_each(|(x, t)| *x += far * t);
            rest.iter_mut().zip(&lifts).for_each(|(r, l)| *r -= far * l);
            let before = std::mem::replace(&mut size, dot(&rest, &rest));
            turn.iter_mut().zip(&rest).for_each(|(t, r)| *t = r + size / before * *t);
        }
        way
    }

    /// Cuts the way where a row would leave what is feasible: onto the nearest point that is.
    #[inline(always)]
    fn cut(&self, search: &ClassSearch<'_>, way: &mut [f64]) {
        for row in &self.rows {
            let duals = search.duals_of(row.row);
            let (way, classes) = (&mut way[row.start..row.end], &self.classes[row.start..row.end]);
            way.iter_mut().zip(classes).for_each(|(x, &r)| *x += duals[r]);
            project(way, search.targets[row.row].weight);
            way.iter_mut().zip(classes).for_each(|(x, &r)| *x -= duals[r]);
        }
    }
}

/// Onto the numbers that are not negative and at most `cap` in sum.
fn project(numbers: &mut [f64], cap: f64) {
    let mut off = 0.0;
    // The sum is convex in what is taken off each: Newton's method ends on the right piece.
    for _ in 0..numbers.len() {
        let left = || numbers.iter().map(|x| x - off).filter(|x| *x > 0.0);
        let above = left().sum::<f64>() - cap;
        if above <= 0.0 {
            break;
        }
        off += above / left().count() as f64;
    }
    numbers.iter_mut().for_each(|x| *x = (*x - off).max(0.0));
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
