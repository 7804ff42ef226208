//! Nesterov's momentum: how far ahead of v the next step begins.
//!
//! `t' = (1 + sqrt(1 + 4 t^2))/2`, beta = (t - 1)/t'. Where the bound has fallen it begins anew,
//! t = 1.

/// The momentum of the next step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Momentum {
    t: f64,
    /// The bound that was told last.
    bound: f64,
}

impl Default for Momentum {
    fn default() -> Self {
        Momentum { t: 1.0, bound: f64::NEG_INFINITY }
    }
}

impl Momentum {
    fn next(self) -> f64 {
        (1.0 + (1.0 + 4.0 * self.t * self.t).sqrt()) / 2.0
    }

    /// beta of the next step.
    pub(super) fn beta(self) -> f64 {
        (self.t - 1.0) / self.next()
    }

    /// A step was made.
    pub(super) fn advance(&mut self) {
        self.t = self.next();
    }

    /// Begins anew if the bound has fallen.
    pub(super) fn see(&mut self, bound: f64) {
        if bound < self.bound {
            self.t = 1.0;
        }
        self.bound = bound;
    }
}
