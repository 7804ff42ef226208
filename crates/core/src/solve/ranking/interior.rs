//! Update III by the primal-dual interior point method, for any convex potential (section 4, Eqs. 12-20, with
//! the errata: `p^2` in `z`, `p` before the centring term, minus signs before the steps of `nu`).
//!
//! `d = k + 1` variables, the last one the unused budget; all constraints are `p_r alpha_r <= 0`, the slack
//! `s_r = -p_r alpha_r` is the size of the variable:
//!
//! ```text
//! relevant    f = h - gamma a   p = -1   a1 = 1   a2 = 1         sum a1 alpha = 0
//! irrelevant  f = h             p = +1   a1 = 1   a2 = 0         sum a2 alpha = C
//! budget left f = 0             p = -1   a1 = 0   a2 = 1
//! ```
//!
//! Start: half of `C` spread evenly over each side, multipliers one. Centring 0.1, fraction to the boundary
//! 0.99, sufficient decrease 0.01, halving; `O(k)` per iteration.

use super::{Demand, Potential, WorstPair, pair_step};

/// The solver with its workspace, to be kept from round to round.
#[derive(Clone, Debug)]
pub struct InteriorPoint {
    /// Stops when gap and residuals are below this (times `C` if that is smaller than one, for the gap and
    /// the equations).
    pub tolerance: f64,
    cells: Vec<Cell>,
    nu: [f64; 2],
}

/// What an interior point solution is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solved {
    /// Newton steps taken, at most 100.
    pub iterations: usize,
    /// The dual increase of the coefficients returned.
    pub increase: f64,
    /// Whether the tolerance was reached.
    pub converged: bool,
}

/// One variable: where it is and where it goes.
#[derive(Clone, Copy, Debug)]
struct Cell {
    p: f64,
    a1: f64,
    a2: f64,
    alpha: f64,
    lambda: f64,
    /// `alpha` and `lambda` before the step that is being tried.
    origin: (f64, f64),
    slope: f64,
    curve: f64,
    /// Second derivative of `f` with its barrier.
    z: f64,
    d_alpha: f64,
    d_lambda: f64,
}

/// `1/z` added up over relevant labels, irrelevant labels and the budget left: the matrix of the Newton step is
/// `(r + i, r; r, r + b)`, whose determinant `r i + r b + i b` has no cancellation in this form.
#[derive(Default)]
struct Weights {
    relevant: f64,
    irrelevant: f64,
    budget: f64,
}

impl Weights {
    fn add(&mut self, cell: &Cell) {
        match (cell.a1 > 0.0, cell.a2 > 0.0) {
            (true, true) => self.relevant += 1.0 / cell.z,
            (true, false) => self.irrelevant += 1.0 / cell.z,
            _ => self.budget += 1.0 / cell.z,
        }
    }

    /// The step of `nu` after which the steps of `alpha` make up for what the equations miss.
    fn solve(&self, cells: &[Cell], missing: [f64; 2]) -> [f64; 2] {
        let sum = |a: fn(&Cell) -> f64| cells.iter().map(|c| a(c) * c.d_alpha).sum::<f64>();
        let b1 = missing[0] + sum(|c| c.a1);
        let b2 = missing[1] + sum(|c| c.a2);
        let difference = missing[0] - missing[1] + sum(|c| c.a1 - c.a2);
        let (r, i, b) = (self.relevant, self.irrelevant, self.budget);
        let det = r * i + r * b + i * b;
        [(r * difference + b * b1) / det, (i * b2 - r * difference) / det]
    }
}

/// Squared residuals of stationarity, centring and the two equations.
struct Residual {
    dual: f64,
    centre: f64,
    primal: f64,
}

impl Residual {
    fn norm(&self) -> f64 {
        (self.dual + self.centre + self.primal).sqrt()
    }
}

const MOST_ITERATIONS: usize = 100;

impl Default for InteriorPoint {
    /// Tolerance `1e-8`.
    fn default() -> Self {
        InteriorPoint { tolerance: 1e-8, cells: Vec::new(), nu: [0.0; 2] }
    }
}

impl InteriorPoint {
    /// Fills `alpha` with a feasible point whose dual increase is at least that of update II.
    ///
    /// Without a loss or without a pair `alpha` is zero. The cap must be finite.
    pub fn solve(
        &mut self,
        potential: &(impl Potential + ?Sized),
        demand: &Demand<'_>,
        alpha: &mut [f64],
    ) -> Solved {
        let still = Solved { iterations: 0, increase: 0.0, converged: true };
        let Some(pair) = pair_with_loss(potential, demand, alpha) else { return still };
        if !demand.cap.is_finite() {
            return still;
        }
        self.start(demand);
        self.evaluate(potential, demand.margin);
        let mut iterations = 0;
        while iterations < MOST_ITERATIONS && !self.is_done(demand.cap) {
            self.iterate(potential, demand);
            iterations += 1;
        }
        let converged = self.is_done(demand.cap);
        self.repair(demand.cap, alpha);
        let increase = keep_better(potential, demand, pair, alpha);
        Solved { iterations, increase, converged }
    }

    fn start(&mut self, demand: &Demand<'_>) {
        let count = demand.relevant.iter().filter(|r| **r).count();
        let half = 0.5 * demand.cap;
        let up = half / count as f64;
        let down = -half / (demand.relevant.len() - count) as f64;
        let blank = Cell {
            p: -1.0,
            a1: 1.0,
            a2: 1.0,
            alpha: up,
            lambda: 1.0,
            origin: (up, 1.0),
            slope: 0.0,
            curve: 0.0,
            z: 1.0,
            d_alpha: 0.0,
            d_lambda: 0.0,
        };
        self.cells.clear();
        self.cells.extend(demand.relevant.iter().map(|&relevant| {
            if relevant { blank } else { Cell { p: 1.0, a2: 0.0, alpha: down, ..blank } }
        }));
        self.cells.push(Cell { a1: 0.0, alpha: half, ..blank });
        self.nu = [0.0; 2];
    }

    /// Derivatives of all `f` at the current point; those of the budget left stay zero.
    fn evaluate(&mut self, potential: &(impl Potential + ?Sized), margin: f64) {
        let Some((_, labels)) = self.cells.split_last_mut() else { return };
        for (y, cell) in labels.iter_mut().enumerate() {
            let (slope, curve) = potential.slopes(y, cell.alpha);
            cell.slope = slope - margin * cell.a2;
            cell.curve = curve;
        }
    }

    /// `sum lambda_r s_r`, the duality gap once the point is stationary.
    fn gap(&self) -> f64 {
        self.cells.iter().map(|c| c.lambda * c.slack()).sum()
    }

    fn residual(&self, centre: f64, cap: f64) -> Residual {
        let [n1, n2] = self.nu;
        let mut residual = Residual { dual: 0.0, centre: 0.0, primal: 0.0 };
        for c in &self.cells {
            residual.dual += (c.slope + c.lambda * c.p + n1 * c.a1 + n2 * c.a2).powi(2);
            residual.centre += (c.lambda * c.slack() - centre).powi(2);
        }
        let [r1, r2] = self.primal(cap);
        residual.primal = r1 * r1 + r2 * r2;
        residual
    }

    /// What the two equations miss.
    fn primal(&self, cap: f64) -> [f64; 2] {
        let sum = |a: fn(&Cell) -> f64| self.cells.iter().map(|c| a(c) * c.alpha).sum::<f64>();
        [sum(|c| c.a1), sum(|c| c.a2) - cap]
    }

    fn is_done(&self, cap: f64) -> bool {
        let small = self.tolerance * cap.min(1.0);
        let residual = self.residual(0.0, cap);
        // Sums of numbers as large as the cap cannot do better than their rounding.
        self.gap() <= small
            && residual.primal.sqrt() <= small.max(1e-14 * cap)
            && residual.dual.sqrt() <= self.tolerance
    }

    /// One Newton step towards a tenth of the gap, with backtracking.
    fn iterate(&mut self, potential: &(impl Potential + ?Sized), demand: &Demand<'_>) {
        let centre = 0.1 * self.gap() / self.cells.len() as f64;
        let before = self.residual(centre, demand.cap).norm();
        let d_nu = self.direction(centre, demand.cap);
        let mut step = self.longest_step();
        let nu = self.nu;
        self.cells.iter_mut().for_each(|c| c.origin = (c.alpha, c.lambda));
        loop {
            self.walk(step);
            self.nu = [nu[0] + step * d_nu[0], nu[1] + step * d_nu[1]];
            self.evaluate(potential, demand.margin);
            let after = self.residual(centre, demand.cap).norm();
            if after <= (1.0 - 0.01 * step) * before || step < 1e-12 {
                return;
            }
            step *= 0.5;
        }
    }

    /// Newton direction, into the cells; returns that of `nu`, from the two-by-two system left after
    /// elimination.
    fn direction(&mut self, centre: f64, cap: f64) -> [f64; 2] {
        let [n1, n2] = self.nu;
        let mut weights = Weights::default();
        for c in &mut self.cells {
            c.z = c.curve + c.lambda * c.p * c.p / c.slack();
            let u = -c.slope - c.p * centre / c.slack() - n1 * c.a1 - n2 * c.a2;
            c.d_alpha = u / c.z;
            weights.add(c);
        }
        let mut d_nu = [0.0; 2];
        // The second pass only repairs what rounding left of the two equations.
        for _ in 0..2 {
            let step = weights.solve(&self.cells, self.primal(cap));
            self.cells
                .iter_mut()
                .for_each(|c| c.d_alpha -= (c.a1 * step[0] + c.a2 * step[1]) / c.z);
            d_nu = [d_nu[0] + step[0], d_nu[1] + step[1]];
        }
        for c in &mut self.cells {
            c.d_lambda = (c.lambda * c.p * c.d_alpha + centre) / c.slack() - c.lambda;
        }
        d_nu
    }

    /// The longest step that keeps multipliers and slacks positive.
    fn longest_step(&self) -> f64 {
        let falling = self.cells.iter().filter(|c| c.d_lambda < 0.0);
        let mut step = 0.99 * falling.fold(1.0, |step: f64, c| step.min(-c.lambda / c.d_lambda));
        let leaves =
            |step: f64| self.cells.iter().any(|c| c.p * (c.alpha + step * c.d_alpha) >= 0.0);
        while leaves(step) && step > 1e-12 {
            step *= 0.5;
        }
        step
    }

    fn walk(&mut self, step: f64) {
        for c in &mut self.cells {
            c.alpha = c.origin.0 + step * c.d_alpha;
            c.lambda = c.origin.1 + step * c.d_lambda;
        }
    }

    /// Exact feasibility: `A <= C`, then the irrelevant side is scaled to add up to `A`.
    fn repair(&self, cap: f64, alpha: &mut [f64]) {
        let side = |p: f64| -> f64 {
            self.labels().filter(|c| c.p == p).map(|c| c.slack().max(0.0)).sum()
        };
        let (up, down) = (side(-1.0), side(1.0));
        let total = up.min(cap);
        if !(total > 0.0 && down > 0.0 && down.is_finite()) {
            return;
        }
        for (a, c) in alpha.iter_mut().zip(self.labels()) {
            let scale = if c.p < 0.0 { total / up } else { total / down };
            *a = -c.p * scale * c.slack().max(0.0);
        }
    }

    fn labels(&self) -> impl Iterator<Item = &Cell> {
        self.cells.iter().take(self.cells.len().saturating_sub(1))
    }
}

impl Cell {
    fn slack(&self) -> f64 {
        -self.p * self.alpha
    }
}

/// The worst pair if it has a loss; leaves zeros in `alpha`.
fn pair_with_loss(
    potential: &(impl Potential + ?Sized),
    demand: &Demand<'_>,
    alpha: &mut [f64],
) -> Option<WorstPair> {
    alpha.iter_mut().enumerate().for_each(|(y, score)| *score = potential.slopes(y, 0.0).0);
    let pair = demand.worst_pair(alpha);
    let margin = pair.map(|pair| alpha[pair.relevant] - alpha[pair.irrelevant]);
    alpha.fill(0.0);
    pair.filter(|_| margin < Some(demand.margin))
}

/// Replaces `alpha` by update II if that gains more; returns the increase of what is kept.
fn keep_better(
    potential: &(impl Potential + ?Sized),
    demand: &Demand<'_>,
    pair: WorstPair,
    alpha: &mut [f64],
) -> f64 {
    let tau = pair_step(potential, demand, pair);
    let of_pair = demand.margin * tau
        - potential.value(pair.relevant, tau)
        - potential.value(pair.irrelevant, -tau);
    let increase = demand.increase(potential, alpha);
    if increase >= of_pair {
        return increase;
    }
    alpha.fill(0.0);
    alpha[pair.relevant] = tau;
    alpha[pair.irrelevant] = -tau;
    of_pair
}
