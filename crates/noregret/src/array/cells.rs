//! The columns and values of one row, or of several one after the other.

/// Columns and their values.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    /// The columns; later the slots of their features.
    pub(super) columns: Vec<u32>,
    /// A value for each.
    pub(super) values: Vec<f64>,
    /// To sort by.
    keyed: Vec<(u64, u32, f64)>,
}

impl Cells {
    /// Adds a cell.
    #[inline(always)]
    pub fn push(&mut self, column: u32, value: f64) {
        self.columns.push(column);
        self.values.push(value);
    }

    /// Adds the values that are not zero of columns 0, 1, 2, ….
    #[inline(always)]
    pub fn extend_dense(&mut self, values: impl ExactSizeIterator<Item = f64>) {
        let (start, count) = (self.columns.len(), values.len());
        self.columns.resize(start + count, 0);
        self.values.resize(start + count, 0.0);
        // Every value is written and only those that stay are counted: a branch for each would be
        // guessed wrong.
        let mut at = start;
        for (column, value) in (0..).zip(values) {
            (self.columns[at], self.values[at]) = (column, value);
            at += usize::from(value != 0.0);
            if at == self.columns.len() {
                break;
            }
        }
        self.columns.truncate(at);
        self.values.truncate(at);
    }

    /// Adds columns and values of any numbers.
    #[inline(always)]
    pub fn extend(&mut self, cells: impl Iterator<Item = (u32, f64)> + Clone) {
        self.columns.extend(cells.clone().map(|cell| cell.0));
        self.values.extend(cells.map(|cell| cell.1));
    }

    /// Empties it.
    pub fn clear(&mut self) {
        self.columns.clear();
        self.values.clear();
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// Makes the row from `start` on one without zeros whose columns rise, repeated ones summed.
    pub(super) fn tidy(&mut self, start: usize) {
        let columns = &self.columns[start..];
        let rises = columns.windows(2).fold(true, |rises, pair| rises & (pair[0] < pair[1]));
        if rises && !has_zero(&self.values[start..]) {
            return;
        }
        self.sort(start, u64::from);
    }

    /// Orders the row from `start` on by the key of each column; equal ones are summed, zeros left
    /// out.
    pub(super) fn sort(&mut self, start: usize, key: impl Fn(u32) -> u64) {
        let Cells { columns, values, keyed } = self;
        let cells = columns[start..].iter().zip(&values[start..]);
        keyed.clear();
        keyed.extend(cells.filter(|cell| *cell.1 != 0.0).map(|(&j, &x)| (key(j), j, x)));
        keyed.sort_by_key(|cell| cell.0);
        columns.truncate(start);
        values.truncate(start);
        for same in keyed.chunk_by(|a, b| a.0 == b.0) {
            let sum: f64 = same.iter().map(|cell| cell.2).sum();
            if sum != 0.0 {
                columns.push(same[0].1);
                values.push(sum);
            }
        }
    }
}

/// Whether a value is zero.
#[inline(always)]
pub(super) fn has_zero(values: &[f64]) -> bool {
    // To look everywhere is faster than to stop where it is.
    values.iter().fold(false, |found, &x| found | (x == 0.0))
}

#[cfg(test)]
mod tests {
    use super::Cells;

    #[test]
    fn zeros_go_and_repeated_columns_are_summed() {
        let mut cells = Cells::default();
        cells.extend_dense([0.0, 2.0, 0.0, -1.0, 0.0].into_iter());
        assert_eq!((&cells.columns[..], &cells.values[..]), (&[1, 3][..], &[2.0, -1.0][..]));
        let start = cells.len();
        cells.extend([(7, 1.0), (2, 0.0), (4, 3.0), (7, 0.5), (5, 1.0), (5, -1.0)].into_iter());
        cells.tidy(start);
        assert_eq!((&cells.columns[2..], &cells.values[2..]), (&[4, 7][..], &[3.0, 1.5][..]));
        assert_eq!(cells.columns[..2], [1, 3]);
    }

    #[test]
    fn a_row_without_zeros_is_whole() {
        let mut cells = Cells::default();
        cells.extend_dense([1.0, 2.0].into_iter());
        assert_eq!((cells.columns, cells.values), (vec![0, 1], vec![1.0, 2.0]));
    }
}
