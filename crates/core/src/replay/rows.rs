//! Instances kept compactly, for many passes over them: a row a range of cells, values in the
//! smallest exact form.
//!
//! Sparse rows have an index of 4 bytes a cell and a value of 0 (all are 1), 4 (each is an f32
//! exactly) or 8 bytes; rows that fill half of the table or more become dense, 8 bytes a cell. Sums
//! run in four lanes, so that additions need not wait for each other; their order is fixed, so
//! results do not depend on the machine.

use crate::prefetch::prefetch_run;
use crate::replay::work::Work;
use crate::vector::{Instance, end};

/// The values of sparse cells.
#[derive(Clone, Debug)]
enum Values {
    /// All are 1.
    Ones,
    Single(Vec<f32>),
    Double(Vec<f64>),
}

/// Rows of cells.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    indices: Vec<u32>,
    values: Values,
    ends: Vec<usize>,
    width: usize,
    /// The table, once the rows are dense.
    dense: Option<Vec<f64>>,
}

impl Default for Rows {
    fn default() -> Self {
        let (indices, ends) = (Vec::new(), vec![0]);
        Rows { indices, values: Values::Ones, ends, width: 0, dense: None }
    }
}

impl Rows {
    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len() - 1
    }

    /// One past the largest coordinate.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// How many cells the rows have.
    pub(crate) fn cells(&self) -> usize {
        self.dense.as_ref().map_or(self.indices.len(), Vec::len)
    }

    /// How many cells a visit of row `i` looks at.
    #[inline(always)]
    pub(crate) fn cells_of(&self, i: usize) -> usize {
        if self.dense.is_some() { self.width } else { self.ends[i + 1] - self.ends[i] }
    }

    /// Takes the memory of so many cells, of which few are there: a vector that doubles when it is
    /// long copies all of it in one go.
    pub(crate) fn reserve(&mut self, cells: usize) {
        let more = cells.saturating_sub(self.indices.len());
        self.indices.reserve_exact(more);
        match &mut self.values {
            Values::Ones => {}
            Values::Single(values) => values.reserve_exact(more),
            Values::Double(values) => values.reserve_exact(more),
        }
    }

    /// Adds a row; zeros are left out.
    pub(crate) fn push(&mut self, x: Instance<'_>) {
        self.width = self.width.max(x.end());
        let Rows { indices, values, .. } = self;
        indices.reserve(x.stored());
        if let Values::Double(values) = values {
            push_plain(x, indices, values);
        } else {
            x.for_each(|j, value| {
                if value != 0.0 {
                    values.push(value, indices.len());
                    indices.push(j as u32);
                }
            });
        }
        self.ends.push(self.indices.len());
    }

    /// Lets all rows go, and keeps their memory.
    pub(crate) fn clear(&mut self) {
        self.indices.clear();
        self.ends.truncate(1);
        self.width = 0;
        if let Values::Double(values) = &mut self.values {
            values.clear();
        } else {
            self.values = Values::Ones;
        }
        self.dense = None;
    }

    /// Lays the rows out for the passes, now that all are there.
    pub(crate) fn pack(&mut self) {
        self.pack_on(&mut Vec::new(), &mut Work::all());
    }

    /// Goes on laying the rows out, in a table of their own until it is full; whether it is done.
    pub(crate) fn pack_on(&mut self, table: &mut Vec<f64>, work: &mut Work) -> bool {
        if !self.fill_a_table() {
            return true;
        }
        let (count, width) = (self.len(), self.width);
        table.reserve_exact(count * width - table.len());
        let is_full = work.go_on(&mut (table.len() / width), count, |i| {
            table.resize((i + 1) * width, 0.0);
            self.add(i, 1.0, &mut table[i * width..]);
            width
        });
        if is_full {
            let table = std::mem::take(table);
            (self.indices, self.values, self.dense) = (Vec::new(), Values::Ones, Some(table));
        }
        is_full
    }

    /// Whether the rows are to lie in a table, and do not yet.
    pub(crate) fn fill_a_table(&self) -> bool {
        let cells = self.len() * self.width;
        self.dense.is_none() && 2 * self.indices.len() >= cells && cells > 0
    }

    /// One past the largest coordinate whose value is kept, before rows lie in a table.
    pub(crate) fn reach(&self) -> usize {
        end(&self.indices)
    }

    /// Calls `f(coordinate, value)` for each cell of row `i` that is not zero.
    #[inline(always)]
    pub(crate) fn for_each(&self, i: usize, mut f: impl FnMut(u32, f64)) {
        self.for_each_kept(i, |j, x| {
            if x != 0.0 {
                f(j, x);
            }
        });
    }

    /// Calls `f(coordinate, value)` for each cell of row `i` that is kept: of a dense row all, since
    /// a zero costs less than a branch.
    #[inline(always)]
    pub(crate) fn for_each_kept(&self, i: usize, mut f: impl FnMut(u32, f64)) {
        if let Some(table) = &self.dense {
            let row = table[i * self.width..(i + 1) * self.width].iter().enumerate();
            return row.for_each(|(j, &x)| f(j as u32, x));
        }
        let range = self.ends[i]..self.ends[i + 1];
        let indices = &self.indices[range.clone()];
        match &self.values {
            Values::Ones => indices.iter().for_each(|&j| f(j, 1.0)),
            Values::Single(values) => {
                indices.iter().zip(&values[range]).for_each(|(&j, &x)| f(j, f64::from(x)));
            }
            Values::Double(values) => {
                indices.iter().zip(&values[range]).for_each(|(&j, &x)| f(j, x));
            }
        }
    }

    /// Squared norm of row `i`.
    pub(crate) fn square(&self, i: usize) -> f64 {
        let mut sum = 0.0;
        self.for_each(i, |_, x| sum += x * x);
        sum
    }

    /// `<row i, w>`; `w` reaches [`Rows::width`].
    #[inline]
    pub(crate) fn dot(&self, i: usize, w: &[f64]) -> f64 {
        if let Some(table) = &self.dense {
            return dense_dot(&table[i * self.width..(i + 1) * self.width], w);
        }
        let range = self.ends[i]..self.ends[i + 1];
        let indices = &self.indices[range.clone()];
        match &self.values {
            Values::Ones => sparse_dot(indices, indices, w, |_| 1.0),
            Values::Single(values) => sparse_dot(indices, &values[range], w, |x| f64::from(*x)),
            Values::Double(values) => sparse_dot(indices, &values[range], w, |x| *x),
        }
    }

    /// `w += d row i`.
    #[inline]
    pub(crate) fn add(&self, i: usize, d: f64, w: &mut [f64]) {
        if let Some(table) = &self.dense {
            let row = &table[i * self.width..(i + 1) * self.width];
            return row.iter().zip(w).for_each(|(x, w)| *w += d * x);
        }
        let range = self.ends[i]..self.ends[i + 1];
        let indices = &self.indices[range.clone()];
        match &self.values {
            Values::Ones => indices.iter().for_each(|&j| w[j as usize] += d),
            Values::Single(values) => {
                let cells = indices.iter().zip(&values[range]);
                cells.for_each(|(&j, &x)| w[j as usize] += d * f64::from(x));
            }
            Values::Double(values) => {
                indices.iter().zip(&values[range]).for_each(|(&j, &x)| w[j as usize] += d * x);
            }
        }
    }

    /// Asks for row `i`, which is needed soon.
    #[inline]
    pub(crate) fn expect(&self, i: usize) {
        if let Some(table) = &self.dense {
            return prefetch_run(table, i * self.width, self.width);
        }
        let (start, length) = (self.ends[i], self.ends[i + 1] - self.ends[i]);
        prefetch_run(&self.indices, start, length);
        match &self.values {
            Values::Ones => {}
            Values::Single(values) => prefetch_run(values, start, length),
            Values::Double(values) => prefetch_run(values, start, length),
        }
    }
}

impl Values {
    /// Appends a value after `count` others, in a wider form if it needs one.
    fn push(&mut self, value: f64, count: usize) {
        if matches!(self, Values::Ones) && value != 1.0 {
            *self = Values::Single(vec![1.0; count]);
        }
        if let Values::Single(values) = self
            && f64::from(value as f32) != value
        {
            *self = Values::Double(values.iter().map(|x| f64::from(*x)).collect());
        }
        match self {
            Values::Ones => {}
            Values::Single(values) => values.push(value as f32),
            Values::Double(values) => values.push(value),
        }
    }
}

/// Adds the cells of a row that are not 0 to lists of them.
fn push_plain(x: Instance<'_>, indices: &mut Vec<u32>, values: &mut Vec<f64>) {
    let copied = match x {
        Instance::Sparse { indices: own, values: cells }
        | Instance::Tailed { indices: Some(own), values: cells, .. }
            if !cells.contains(&0.0) =>
        {
            indices.extend_from_slice(own);
            values.extend_from_slice(cells);
            true
        }
        _ => false,
    };
    let mut push = |j: u32, value: f64| {
        if value != 0.0 {
            indices.push(j);
            values.push(value);
        }
    };
    match x {
        Instance::Tailed { tail, .. } if copied => push(tail.coordinate, tail.value),
        _ if copied => {}
        _ => x.for_each(|j, value| push(j as u32, value)),
    }
}

/// Inner product in four lanes.
#[inline(always)]
fn sparse_dot<V>(indices: &[u32], values: &[V], w: &[f64], real: impl Fn(&V) -> f64) -> f64 {
    let mut lanes = [0.0; 4];
    let (fours, rest) = indices.as_chunks::<4>();
    let (x_fours, x_rest) = values.as_chunks::<4>();
    for (js, xs) in fours.iter().zip(x_fours) {
        for lane in 0..4 {
            lanes[lane] += w[js[lane] as usize] * real(&xs[lane]);
        }
    }
    for (lane, (&j, x)) in rest.iter().zip(x_rest).enumerate() {
        lanes[lane] += w[j as usize] * real(x);
    }
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
}

#[inline(always)]
fn dense_dot(row: &[f64], w: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    let (fours, rest) = row.as_chunks::<4>();
    let (w_fours, w_rest) = w.as_chunks::<4>();
    for (xs, ws) in fours.iter().zip(w_fours) {
        for lane in 0..4 {
            lanes[lane] += xs[lane] * ws[lane];
        }
    }
    for (lane, (x, w)) in rest.iter().zip(w_rest).enumerate() {
        lanes[lane] += x * w;
    }
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows with these values, one feature apart in each row, and what they should be.
    fn check(values: &[f64], width: u32) {
        let mut rows = Rows::default();
        let indices: Vec<u32> = (0..values.len() as u32).map(|j| j * 3 % width).collect();
        rows.push(Instance::Sparse { indices: &indices, values });
        rows.push(Instance::Sparse { indices: &[width - 1], values: &[1.0] });
        let w: Vec<f64> = (0..width).map(|j| 1.0 / (1.0 + f64::from(j))).collect();
        let x = Instance::Sparse { indices: &indices, values };
        for _ in 0..2 {
            assert!((rows.dot(0, &w) - x.dot(&w)).abs() < 1e-12);
            assert!((rows.square(0) - x.square()).abs() < 1e-12);
            let (mut a, mut b) = (w.clone(), w.clone());
            rows.add(0, 0.5, &mut a);
            x.add_to(&mut b, 0.5);
            assert_eq!(a, b);
            rows.pack();
        }
    }

    #[test]
    fn every_form_gives_the_same_numbers() {
        check(&[1.0; 5], 100);
        check(&[1.0, 0.5, 2.0, 1.0, -3.0, 7.0], 100);
        check(&[1.0, 0.1, 2.0, 1.0, -3.0, 7.0, 1.0 / 3.0], 100);
        check(&[1.0, 0.1, 2.0, 1.0, -3.0, 7.0, 1.0 / 3.0], 7);
    }

    #[test]
    fn the_form_is_the_smallest_exact_one() {
        let form = |values: &[f64]| {
            let mut rows = Rows::default();
            rows.push(Instance::Dense(values));
            match rows.values {
                Values::Ones => 0,
                Values::Single(_) => 4,
                Values::Double(_) => 8,
            }
        };
        assert_eq!(form(&[1.0, 0.0, 1.0]), 0);
        assert_eq!(form(&[1.0, 0.5]), 4);
        assert_eq!(form(&[0.5, 0.1]), 8);
    }
}
