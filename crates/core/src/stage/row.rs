//! A sparse instance with memory of its own.

use crate::vector::{Instance, Tail};

/// Coordinates and values, and a tail that counts by itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    indices: Vec<u32>,
    values: Vec<f64>,
    tail: Option<Tail>,
}

impl Row {
    /// From lists of the same length.
    pub(crate) fn new(indices: Vec<u32>, values: Vec<f64>) -> Self {
        Row { indices, values, tail: None }
    }

    /// Empties it, for an instance with this tail.
    pub(super) fn begin(&mut self, tail: Option<Tail>) {
        self.indices.clear();
        self.values.clear();
        self.tail = tail;
    }

    /// Adds a coordinate.
    pub(super) fn push(&mut self, coordinate: usize, value: f64) {
        self.indices.push(coordinate as u32);
        self.values.push(value);
    }

    /// The instance.
    pub(crate) fn instance(&self) -> Instance<'_> {
        let (indices, values) = (self.indices.as_slice(), self.values.as_slice());
        match &self.tail {
            Some(tail) => Instance::Tailed { indices: Some(indices), values, tail },
            None => Instance::Sparse { indices, values },
        }
    }
}
