//! How long a direction of a problem can be: the X of the bounds, where R is the largest dual norm
//! of an instance (of a part, where examples have several; the constant included).
//!
//! ```text
//! a = y x                        X = R              binary, regression, one-vs-rest, tasks
//! a = x in one row, -x in one    X = sqrt(2) R      multiclass, label-ranking
//! a = x_i - x_j                  X = 2R             candidates, queries
//! a = (x, -e_i)                  X = sqrt(R^2 + 1)  ordinal, whose unit vectors count: R >= 1
//! a = (x - w)/|x - w|            X = 1              uniclass
//! a = phi(x,y) - phi(x,y')       no bound by R      sequence: it grows with the sentence
//! ```

/// The longest direction, as a formula in R and as a function of it.
#[derive(Clone, Copy, Debug)]
pub struct Longest {
    /// The formula.
    pub formula: &'static str,
    of: fn(f64) -> f64,
}

impl Longest {
    /// The instance itself.
    pub const INSTANCE: Longest = Longest { formula: "R", of: |r| r };
    /// The instance in two rows.
    pub const TWO_ROWS: Longest =
        Longest { formula: "sqrt(2) R", of: |r| std::f64::consts::SQRT_2 * r };
    /// The difference of two instances.
    pub const DIFFERENCE: Longest = Longest { formula: "2R", of: |r| 2.0 * r };
    /// The instance and a unit vector.
    pub const WITH_UNIT: Longest =
        Longest { formula: "sqrt(R^2 + 1), R >= 1", of: |r| r.max(1.0).hypot(1.0) };
    /// A unit vector.
    pub const UNIT: Longest = Longest { formula: "1", of: |_| 1.0 };

    /// The difference of what two structured outputs are made of.
    pub const OUTPUTS: Longest =
        Longest { formula: "max |phi(x,y) - phi(x,y')|", of: |_| f64::INFINITY };

    /// X, for instances of length R at most.
    pub fn at(&self, largest: f64) -> f64 {
        (self.of)(largest)
    }
}
