//! One example, borrowed: instances, label, weight.

use super::Label;
use crate::vector::Instance;

/// What is learned from in one round.
///
/// ```
/// use noregret_core::{Example, Instance, Label};
///
/// let x = [1.0, 0.5];
/// let example = Example::new(Instance::Dense(&x), Label::Name("spam")).weighted(2.0);
/// assert_eq!(example.parts.as_slice().len(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Example<'a> {
    /// The instances.
    pub parts: Parts<'a>,
    /// What they should have been called.
    pub label: Label<'a>,
    /// How often the example counts.
    pub weight: f64,
}

/// The instances of an example: one for most problems, several for candidates, tasks and queries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Parts<'a> {
    /// A single instance, in place: nothing is allocated for it.
    One(Instance<'a>),
    /// Any number of instances.
    Many(&'a [Instance<'a>]),
}

impl<'a> Example<'a> {
    /// An example of one instance that counts once.
    #[inline]
    pub fn new(x: Instance<'a>, label: Label<'a>) -> Self {
        Example { parts: Parts::One(x), label, weight: 1.0 }
    }

    /// An example of several instances that counts once.
    pub fn of_parts(parts: &'a [Instance<'a>], label: Label<'a>) -> Self {
        Example { parts: Parts::Many(parts), label, weight: 1.0 }
    }

    /// The example, counted `weight` times.
    #[must_use]
    pub fn weighted(self, weight: f64) -> Self {
        Example { weight, ..self }
    }
}

impl<'a> Parts<'a> {
    /// The instances as a slice.
    #[inline(always)]
    pub fn as_slice(&self) -> &[Instance<'a>] {
        match self {
            Parts::One(x) => std::slice::from_ref(x),
            Parts::Many(parts) => parts,
        }
    }
}
