//! One round as the paper sees it: weights w, directions `a_j = y_j x_j`, and the dual variables
//! lambda of every scheme.

use crate::support::{Geometry, crossing, dot, plus, scaled, square};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scheme {
    Perc,
    Con,
    Proj,
    Opt,
    Max,
}

impl Scheme {
    pub const ALL: [Scheme; 5] =
        [Scheme::Perc, Scheme::Con, Scheme::Proj, Scheme::Opt, Scheme::Max];

    pub fn ascent(self) -> &'static str {
        match self {
            Scheme::Perc => "spread:on=mistake",
            Scheme::Con => "simultaneous:on=mistake",
            Scheme::Proj => "simultaneous",
            Scheme::Opt => "separable:guard=false",
            Scheme::Max => "exact",
        }
    }
}

#[derive(Clone, Debug)]
pub struct PaperRound {
    pub geo: Geometry,
    pub w: Vec<f64>,
    pub a: Vec<Vec<f64>>,
    pub gamma: f64,
    pub cap: f64,
}

impl PaperRound {
    /// `m_j = gamma - <w,a_j>`, of any sign.
    pub fn misses(&self) -> Vec<f64> {
        self.a.iter().map(|a| self.gamma - dot(&self.w, a)).collect()
    }

    pub fn loss_at(&self, w: &[f64]) -> f64 {
        self.a.iter().map(|a| self.gamma - dot(w, a)).fold(0.0, f64::max)
    }

    /// M.
    pub fn mistaken(&self) -> Vec<usize> {
        (0..self.a.len()).filter(|&j| dot(&self.w, &self.a[j]) <= 0.0).collect()
    }

    /// Gamma.
    pub fn violated(&self) -> Vec<usize> {
        (0..self.a.len()).filter(|&j| dot(&self.w, &self.a[j]) < self.gamma).collect()
    }

    /// `u = sum lambda_j a_j`.
    pub fn step(&self, duals: &[f64]) -> Vec<f64> {
        let zero = vec![0.0; self.w.len()];
        self.a.iter().zip(duals).fold(zero, |u, (a, d)| plus(&u, *d, a))
    }

    /// The weights after a step u.
    pub fn moved(&self, u: &[f64]) -> Vec<f64> {
        self.geo.moved(&self.w, u, 1.0)
    }

    /// Delta of dual variables with this sum and this step.
    pub fn increase_of(&self, mass: f64, u: &[f64]) -> f64 {
        self.gamma * mass - self.geo.rise(&self.w, u, 1.0)
    }

    pub fn increase(&self, duals: &[f64]) -> f64 {
        self.increase_of(duals.iter().sum(), &self.step(duals))
    }

    /// `<w,a_j>` after moving along a_j by alpha.
    pub fn margin_along(&self, j: usize, alpha: f64) -> f64 {
        dot(&self.moved(&scaled(&self.a[j], alpha)), &self.a[j])
    }

    /// The best dual variable of row j alone in [0, C], by a slow search, if the margin asked of it
    /// is less by `level`.
    pub fn alone(&self, j: usize, level: f64) -> f64 {
        crossing(self.cap, |alpha| self.gamma - level - self.margin_along(j, alpha))
    }

    /// What row j gains by itself at alpha.
    pub fn own_increase(&self, j: usize, alpha: f64) -> f64 {
        self.increase_of(alpha, &scaled(&self.a[j], alpha))
    }

    /// phi_j, the most it can gain.
    pub fn most(&self, j: usize) -> f64 {
        self.own_increase(j, self.alone(j, 0.0))
    }

    pub fn duals(&self, scheme: Scheme) -> Vec<f64> {
        match scheme {
            Scheme::Perc => self.mean(&self.mistaken(), |_| self.cap),
            Scheme::Con => self.mean(&self.mistaken(), |j| self.alone(j, 0.0)),
            Scheme::Proj => self.mean(&self.violated(), |j| self.alone(j, 0.0)),
            Scheme::Max => self.mean(&self.worst(), |j| self.alone(j, 0.0)),
            Scheme::Opt => self.separable(),
        }
    }

    /// (mu_j, alpha_j) of a scheme that averages: lambda = mu alpha.
    pub fn shares(&self, scheme: Scheme) -> Vec<(f64, f64)> {
        let among = match scheme {
            Scheme::Perc | Scheme::Con => self.mistaken(),
            Scheme::Proj => self.violated(),
            Scheme::Max => self.worst(),
            Scheme::Opt => Vec::new(),
        };
        let duals = self.duals(scheme);
        let each = |j: usize| {
            let share = if among.contains(&j) { 1.0 / among.len() as f64 } else { 0.0 };
            (share, if share > 0.0 { duals[j] / share } else { 0.0 })
        };
        (0..self.a.len()).map(each).collect()
    }

    /// The first row with the least margin, if it costs something.
    fn worst(&self) -> Vec<usize> {
        let misses = self.misses();
        let first =
            (0..misses.len()).reduce(|a, b| if misses[b] > misses[a] { b } else { a }).unwrap();
        if misses[first] > 0.0 { vec![first] } else { Vec::new() }
    }

    fn mean(&self, among: &[usize], alpha: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut duals = vec![0.0; self.a.len()];
        among.iter().for_each(|&j| duals[j] = alpha(j) / among.len() as f64);
        duals
    }

    /// The sum of what every row would gain by itself.
    pub fn separable_value(&self, duals: &[f64]) -> f64 {
        duals.iter().enumerate().map(|(j, d)| self.own_increase(j, *d)).sum()
    }

    /// SimOpt: the level at which the steps of all rows fit into C.
    ///
    /// Zero rows count only where no other is mistaken.
    fn separable(&self) -> Vec<f64> {
        let misses = self.misses();
        let is_zero = |j: &usize| square(&self.a[*j]) == 0.0;
        let others: Vec<usize> = (0..self.a.len()).filter(|j| !is_zero(j)).collect();
        let most = others.iter().map(|&j| misses[j]).fold(0.0, f64::max);
        let mut duals = vec![0.0; self.a.len()];
        if let Some(zero) = (0..self.a.len()).find(is_zero).filter(|_| most < self.gamma) {
            duals[zero] = self.cap;
            return duals;
        }
        let total = |level: f64| others.iter().map(|&j| self.alone(j, level)).sum::<f64>();
        let level = if total(0.0) <= self.cap {
            0.0
        } else {
            crossing(most, |level| total(level) - self.cap)
        };
        others.iter().for_each(|&j| duals[j] = self.alone(j, level));
        duals
    }

    /// `<w',u> + C loss(w') - gamma mass`: how far the round is from its optimum.
    pub fn gap(&self, mass: f64, u: &[f64]) -> f64 {
        let after = self.moved(u);
        dot(&after, u) + self.cap * self.loss_at(&after) - self.gamma * mass
    }

    /// Whether no margin is so near to 0 or gamma that rounding decides.
    ///
    /// Exact zeros of the first round are steady.
    pub fn is_steady(&self) -> bool {
        let start = self.w.iter().all(|w| *w == 0.0);
        self.a.iter().all(|a| {
            let margin = dot(&self.w, a);
            let tie = margin.abs() < 1e-12 && !start && square(a) > 0.0;
            !tie && (margin - self.gamma).abs() > 1e-12
        })
    }

    /// Whether the row with the least margin is not a matter of rounding.
    pub fn has_one_worst(&self) -> bool {
        let mut misses = self.misses();
        misses.sort_by(|a, b| b.total_cmp(a));
        let start = self.w.iter().all(|w| *w == 0.0);
        start || misses.len() < 2 || misses[0] - misses[1] > 1e-12
    }

    pub fn has_zero_row(&self) -> bool {
        self.a.iter().any(|a| square(a) == 0.0)
    }
}
