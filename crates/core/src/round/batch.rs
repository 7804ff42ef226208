//! A batch of examples, borrowed: a list of them, or arrays without an object per row.

use super::{Example, Label, Parts};
use crate::error::{Error, Result};
use crate::vector::Instance;

/// Examples that are learned from, or asked about, in one call.
#[derive(Clone, Copy, Debug)]
pub enum Batch<'a> {
    /// Examples one by one.
    Examples(&'a [Example<'a>]),
    /// Examples whose coordinates are all below this one: a constant that has it, or a larger one,
    /// is then not looked for among them.
    Below(u32, &'a [Example<'a>]),
    /// The rows of a sparse matrix.
    Sparse(Csr<'a>),
    /// The rows of a dense matrix.
    Dense(Matrix<'a>),
}

/// The labels of the rows of a matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Labels<'a> {
    /// No row has one.
    None,
    /// A number for each row.
    Numbers(&'a [f64]),
    /// Any label for each row.
    Each(&'a [Label<'a>]),
}

/// A sparse matrix in compressed rows: row i is `indices[ends[i]..ends[i+1]]` with its `values`.
///
/// ```
/// use noregret_core::round::{Batch, Csr, Labels};
/// use noregret_core::Spec;
///
/// let (ends, indices) = ([0, 2, 3], [0, 2, 1]);
/// let rows = Csr::new(&ends, &indices, &[1.0, 0.5, -1.0], Labels::Numbers(&[1.0, -1.0]))?;
/// let mut learner = Spec::named("pa1", "binary")?.build()?;
/// learner.learn_many(Batch::Sparse(rows), |_, round| assert_eq!(round.loss, 1.0))?;
/// assert_eq!(learner.ledger().rounds, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Csr<'a> {
    ends: &'a [usize],
    indices: &'a [u32],
    values: &'a [f64],
    rows: Rows<'a>,
}

/// A dense matrix, row after row.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<'a> {
    values: &'a [f64],
    width: usize,
    rows: Rows<'a>,
}

/// What belongs to the rows of any matrix.
#[derive(Clone, Copy, Debug)]
struct Rows<'a> {
    count: usize,
    labels: Labels<'a>,
    /// None if all count once.
    weights: Option<&'a [f64]>,
}

impl<'a> Csr<'a> {
    /// Rows that count once each; coordinates within a row are distinct.
    ///
    /// `ends` has one entry more than there are rows and never falls.
    pub fn new(
        ends: &'a [usize],
        indices: &'a [u32],
        values: &'a [f64],
        labels: Labels<'a>,
    ) -> Result<Self> {
        let Some((&last, count)) = ends.last().map(|last| (last, ends.len() - 1)) else {
            return Err(Error::Shape("the rows of a sparse matrix need ends, at least 0".into()));
        };
        if !ends.is_sorted() || last > indices.len() || indices.len() != values.len() {
            return Err(Error::Shape(format!(
                "rows that end at {last} do not fit {} indices and {} values",
                indices.len(),
                values.len()
            )));
        }
        Ok(Csr { ends, indices, values, rows: Rows::new(count, labels)? })
    }

    /// Rows that count so often.
    pub fn weighted(mut self, weights: &'a [f64]) -> Result<Self> {
        self.rows = self.rows.weighted(weights)?;
        Ok(self)
    }

    #[inline(always)]
    fn instance(&self, i: usize) -> Instance<'a> {
        let row = self.ends[i]..self.ends[i + 1];
        Instance::Sparse { indices: &self.indices[row.clone()], values: &self.values[row] }
    }
}

impl<'a> Matrix<'a> {
    /// Rows of `width` values that count once each.
    pub fn new(values: &'a [f64], width: usize, labels: Labels<'a>) -> Result<Self> {
        if width == 0 || !values.len().is_multiple_of(width) {
            return Err(Error::Shape(format!(
                "{} values are no rows of {width} columns",
                values.len()
            )));
        }
        Ok(Matrix { values, width, rows: Rows::new(values.len() / width, labels)? })
    }

    /// Rows that count so often.
    pub fn weighted(mut self, weights: &'a [f64]) -> Result<Self> {
        self.rows = self.rows.weighted(weights)?;
        Ok(self)
    }

    #[inline(always)]
    fn instance(&self, i: usize) -> Instance<'a> {
        Instance::Dense(&self.values[i * self.width..(i + 1) * self.width])
    }
}

impl<'a> Rows<'a> {
    fn new(count: usize, labels: Labels<'a>) -> Result<Self> {
        let found = match labels {
            Labels::None => count,
            Labels::Numbers(numbers) => numbers.len(),
            Labels::Each(labels) => labels.len(),
        };
        if found != count {
            return Err(Error::Shape(format!("{count} rows but {found} labels")));
        }
        Ok(Rows { count, labels, weights: None })
    }

    fn weighted(self, weights: &'a [f64]) -> Result<Self> {
        if weights.len() != self.count {
            return Err(Error::Shape(format!("{} rows but {} weights", self.count, weights.len())));
        }
        Ok(Rows { weights: Some(weights), ..self })
    }

    #[inline(always)]
    fn example(&self, i: usize, x: Instance<'a>) -> Example<'a> {
        let label = match self.labels {
            Labels::None => Label::None,
            Labels::Numbers(numbers) => Label::Number(numbers[i]),
            Labels::Each(labels) => labels[i],
        };
        Example { parts: Parts::One(x), label, weight: self.weights.map_or(1.0, |w| w[i]) }
    }
}

impl<'a> Batch<'a> {
    /// How many examples there are.
    pub fn len(&self) -> usize {
        match self {
            Batch::Examples(examples) | Batch::Below(_, examples) => examples.len(),
            Batch::Sparse(matrix) => matrix.rows.count,
            Batch::Dense(matrix) => matrix.rows.count,
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A coordinate that no example has, nor one above it, as far as the batch says so.
    pub(crate) fn end(&self) -> u32 {
        if let Batch::Below(end, _) = self { *end } else { u32::MAX }
    }

    /// The example at a position below [`Batch::len`].
    #[inline(always)]
    pub fn example(&self, i: usize) -> Example<'a> {
        match self {
            Batch::Examples(examples) | Batch::Below(_, examples) => examples[i],
            Batch::Sparse(matrix) => matrix.rows.example(i, matrix.instance(i)),
            Batch::Dense(matrix) => matrix.rows.example(i, matrix.instance(i)),
        }
    }
}
