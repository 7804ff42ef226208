//! The Newton step of the interior point method, eliminated to two unknowns: `O(k)`.
//!
//! ```text
//! z = f'' + lambda p^2 / s             u = -f' - p centre / s - nu1 a1 - nu2 a2
//! d_alpha = (u - a1 d_nu1 - a2 d_nu2) / z    d_lambda = (lambda p d_alpha + centre) / s - lambda
//! ```
//!
//! where `d_nu` makes the two equations hold after a full step.

use super::{Demand, Potential};

/// The point: all variables, and the multipliers of the two equations.
#[derive(Clone, Debug, Default)]
pub(super) struct Newton {
    cells: Vec<Cell>,
    nu: [f64; 2],
}

/// One variable: where it is and where it goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) p: f64,
    a1: f64,
    a2: f64,
    pub(super) alpha: f64,
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

/// `1/z` added up over relevant labels, irrelevant labels and the budget left: the matrix of the
/// Newton step is `(r + i, r; r, r + b)`, whose determinant `r i + r b + i b` has no cancellation
/// in this form.
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
        let [mut b1, mut b2] = missing;
        let mut difference = b1 - b2;
        for c in cells {
            b1 += c.a1 * c.d_alpha;
            b2 += c.a2 * c.d_alpha;
            difference += (c.a1 - c.a2) * c.d_alpha;
        }
        let (r, i, b) = (self.relevant, self.irrelevant, self.budget);
        let det = r * i + r * b + i * b;
        [(r * difference + b * b1) / det, (i * b2 - r * difference) / det]
    }
}

/// Squared residuals of stationarity, centring and the two equations.
pub(super) struct Residual {
    pub(super) dual: f64,
    centre: f64,
    pub(super) primal: f64,
}

impl Residual {
    fn norm(&self) -> f64 {
        (self.dual + self.centre + self.primal).sqrt()
    }
}

impl Newton {
    /// Half of the budget spread evenly over each side, multipliers one.
    pub(super) fn start(&mut self, potential: &(impl Potential + ?Sized), demand: &Demand<'_>) {
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
        self.evaluate(potential, demand.margin);
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
    pub(super) fn gap(&self) -> f64 {
        self.cells.iter().map(|c| c.lambda * c.slack()).sum()
    }

    /// Residuals for a target of the products `lambda_r s_r`.
    pub(super) fn residual(&self, centre: f64, cap: f64) -> Residual {
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
        let add = |[s1, s2]: [f64; 2], c: &Cell| [s1 + c.a1 * c.alpha, s2 + c.a2 * c.alpha];
        let [s1, s2] = self.cells.iter().fold([0.0; 2], add);
        [s1, s2 - cap]
    }

    /// One Newton step towards a tenth of the gap, with backtracking.
    pub(super) fn iterate(&mut self, potential: &(impl Potential + ?Sized), demand: &Demand<'_>) {
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

    /// Newton direction, into the cells; returns that of `nu`, from the two-by-two system left
    /// after elimination.
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

    /// All variables but the unused budget.
    pub(super) fn labels(&self) -> impl Iterator<Item = &Cell> {
        self.cells.iter().take(self.cells.len().saturating_sub(1))
    }
}

impl Cell {
    pub(super) fn slack(&self) -> f64 {
        -self.p * self.alpha
    }
}
