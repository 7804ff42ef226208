//! Totals that add up over disjoint rounds: `S = S_B + sum_k (S_k - S_B)` for runs that began with
//! the totals `S_B`.

use super::Sum;

/// A total of a run.
pub(crate) trait Additive {
    /// Adds what came to another total since it was `began`.
    fn grow(&mut self, now: &Self, began: &Self);
}

impl Additive for u64 {
    fn grow(&mut self, now: &Self, began: &Self) {
        *self = self.saturating_add(now.saturating_sub(*began));
    }
}

impl Additive for Sum {
    fn grow(&mut self, now: &Self, began: &Self) {
        Sum::grow(self, now, began);
    }
}

/// Declares that a struct adds up as its fields do.
macro_rules! additive {
    ($name:ty { $($field:ident),+ $(,)? }) => {
        impl $crate::number::Additive for $name {
            fn grow(&mut self, now: &Self, began: &Self) {
                $($crate::number::Additive::grow(&mut self.$field, &now.$field, &began.$field);)+
            }
        }
    };
}

pub(crate) use additive;
