//! The tail of an instance: one more coordinate, its last, that is not stored with the others.
//!
//! An instance with a tail is the instance whose lists end with it, to the last bit of every sum
//! over it: sums run in four lanes, so the tail shares a block of four with the coordinates before
//! it.

use super::single::{end, square_of};
use super::{Instance, UNIT_COORDINATES, consecutive, run};

/// One more coordinate of an instance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tail {
    /// Which coordinate it is; no other one of the instance.
    pub coordinate: u32,
    /// Its value.
    pub value: f64,
    /// Whether it counts in the length by which a step is divided.
    pub counted: bool,
    /// Whether, if it does not count, a row of nothing else moves its weight: a row of standardised
    /// columns that are all at their means does.
    pub alone: bool,
}

/// The end of an instance with a tail: what is left of its blocks of four, and the tail.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Last {
    indices: [u32; 4],
    values: [f64; 4],
    length: usize,
}

impl Last {
    /// Splits off the end; what comes before it is whole blocks of four.
    #[inline(always)]
    fn split<'a>(values: &'a [f64], tail: &Tail) -> (&'a [f64], Self) {
        let (fours, rest) = values.as_chunks::<4>();
        let mut last = Last { indices: [0; 4], values: [0.0; 4], length: rest.len() + 1 };
        copy_few(rest, &mut last.values);
        last.values[rest.len()] = tail.value;
        (fours.as_flattened(), last)
    }

    /// Coordinates and values.
    #[inline(always)]
    pub(crate) fn pairs(&self) -> (&[u32], &[f64]) {
        (&self.indices[..self.length], &self.values[..self.length])
    }

    /// Values.
    #[inline(always)]
    pub(crate) fn values(&self) -> &[f64] {
        &self.values[..self.length]
    }
}

/// Copies up to three numbers; a loop over them would call what copies thousands.
#[inline(always)]
fn copy_few<T: Copy>(from: &[T], to: &mut [T; 4]) {
    match *from {
        [a] => to[0] = a,
        [a, b] => (to[0], to[1]) = (a, b),
        [a, b, c] => (to[0], to[1], to[2]) = (a, b, c),
        _ => {}
    }
}

/// An instance as its loops take it: in two stretches, the last of them empty without a tail.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tailed<'a> {
    /// Coordinates that follow each other from `start` on.
    Run { start: usize, head: &'a [f64], last: Last },
    /// Any coordinates.
    List { head: (&'a [u32], &'a [f64]), last: Last },
}

impl<'a> Tailed<'a> {
    /// Any instance.
    #[inline(always)]
    pub(crate) fn of(x: Instance<'a>) -> Self {
        let last = Last::default();
        match x {
            Instance::Sparse { indices, values } => match run(indices) {
                Some(start) => Tailed::Run { start, head: values, last },
                None => Tailed::List { head: (indices, values), last },
            },
            Instance::Dense(values) => Tailed::Run { start: 0, head: values, last },
            Instance::Tailed { indices, values, tail } => Tailed::new(indices, values, tail),
        }
    }

    /// Looks whether the coordinates follow each other, as it is looked for without a tail.
    #[inline(always)]
    pub(crate) fn new(indices: Option<&'a [u32]>, values: &'a [f64], tail: &Tail) -> Self {
        let (head, mut last) = Last::split(values, tail);
        let Some(indices) = indices else { return Tailed::Run { start: 0, head, last } };
        if let Some(start) = consecutive(indices, Some(tail.coordinate)) {
            return Tailed::Run { start, head, last };
        }
        let (before, rest) = indices.split_at(head.len().min(indices.len()));
        copy_few(rest, &mut last.indices);
        last.indices[last.length - 1] = tail.coordinate;
        Tailed::List { head: (before, head), last }
    }

    /// One past the largest coordinate.
    #[inline(always)]
    pub(crate) fn end(&self) -> usize {
        match self {
            Tailed::Run { start, head, last } => start + head.len() + last.length,
            Tailed::List { head, last } => end(head.0).max(end(last.pairs().0)),
        }
    }

    /// Sum of squares.
    #[inline(always)]
    pub(crate) fn square(&self) -> f64 {
        match self {
            Tailed::Run { head, last, .. } | Tailed::List { head: (_, head), last } => {
                square_of([head, last.values()])
            }
        }
    }
}

impl<'a> Instance<'a> {
    /// The instance with one more coordinate, which it must not have already; `None` if its
    /// coordinates would have to be written out for that (more than 1000 dense ones, and a
    /// coordinate that is not the next).
    pub(crate) fn with_tail(self, tail: &'a Tail) -> Option<Self> {
        match self {
            Instance::Sparse { indices, values } => {
                Some(Instance::Tailed { indices: Some(indices), values, tail })
            }
            Instance::Dense(values) => {
                let listed = UNIT_COORDINATES.get(..values.len());
                let follows = tail.coordinate as usize == values.len();
                let is_run = follows && values.len() + 1 >= super::SHORTEST_RUN;
                match (is_run, listed) {
                    (true, _) => Some(Instance::Tailed { indices: None, values, tail }),
                    (false, indices @ Some(_)) => Some(Instance::Tailed { indices, values, tail }),
                    (false, None) => None,
                }
            }
            Instance::Tailed { .. } => None,
        }
    }

    /// The instance without a tail that does not count in the length of a step, and that tail.
    pub(crate) fn without_uncounted(self) -> (Self, Option<Tail>) {
        match self {
            Instance::Tailed { indices, values, tail } if !tail.counted => {
                let plain = match indices {
                    Some(indices) => Instance::Sparse { indices, values },
                    None => Instance::Dense(values),
                };
                (plain, Some(*tail))
            }
            _ => (self, None),
        }
    }

    /// Whether a coordinate is among those stored.
    #[inline]
    pub(crate) fn has(self, coordinate: u32) -> bool {
        // To look everywhere is faster than to stop where it is.
        let among = |list: &[u32]| list.iter().fold(false, |found, &j| found | (j == coordinate));
        match self {
            Instance::Sparse { indices, .. } => among(indices),
            Instance::Dense(values) => (coordinate as usize) < values.len(),
            Instance::Tailed { indices, values, tail } => {
                let before = indices.map_or((coordinate as usize) < values.len(), among);
                before || tail.coordinate == coordinate
            }
        }
    }

    /// Coordinates and values written out, the tail last.
    pub fn to_lists(self) -> (Vec<u32>, Vec<f64>) {
        let (mut indices, mut values) = (Vec::new(), Vec::new());
        self.for_each(|j, x| {
            indices.push(j as u32);
            values.push(x);
        });
        (indices, values)
    }
}
