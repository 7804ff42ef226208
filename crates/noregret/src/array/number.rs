//! The numbers of arrays: whole ones and reals, of 32 and of 64 bits.

use super::Values;

/// A whole number of an array.
pub trait Index: Copy + Ord + Sync {
    /// The number, `None` if it is negative or too large.
    fn place(self) -> Option<usize>;

    /// The numbers as columns, if they lie in memory as such.
    fn columns(_indices: &[Self]) -> Option<&[u32]>
    where
        Self: Sized,
    {
        None
    }

    /// Adds the numbers to columns; false if one is none.
    fn append(indices: &[Self], columns: &mut Vec<u32>) -> bool
    where
        Self: Sized;
}

impl Index for i32 {
    #[inline(always)]
    fn place(self) -> Option<usize> {
        usize::try_from(self).ok()
    }

    #[inline(always)]
    fn columns(indices: &[Self]) -> Option<&[u32]> {
        Some(bytemuck::cast_slice(indices))
    }

    #[inline(always)]
    fn append(indices: &[Self], columns: &mut Vec<u32>) -> bool {
        // A negative number is beyond every width.
        columns.extend_from_slice(bytemuck::cast_slice(indices));
        true
    }
}

impl Index for i64 {
    #[inline(always)]
    fn place(self) -> Option<usize> {
        usize::try_from(self).ok()
    }

    #[inline(always)]
    fn append(indices: &[Self], columns: &mut Vec<u32>) -> bool {
        columns.extend(indices.iter().map(|&j| j as u32));
        indices.iter().fold(0, |all, &j| all | j) >> 32 == 0
    }
}

/// The bits of a number without its sign, in the order of sizes, but zero above all others: one
/// comparison then finds zeros, infinite numbers and NaN.
macro_rules! magnitude {
    ($bits:expr) => {
        ($bits << 1).wrapping_sub(1)
    };
}

/// A real number of an array.
pub trait Real: Copy + Sync {
    /// The number.
    fn real(self) -> f64;

    /// What the numbers are.
    fn look(numbers: &[Self]) -> Values
    where
        Self: Sized;

    /// The numbers, if they lie in memory as such.
    fn reals(_values: &[Self]) -> Option<&[f64]>
    where
        Self: Sized,
    {
        None
    }
}

impl Real for f64 {
    #[inline(always)]
    fn real(self) -> f64 {
        self
    }

    #[inline(always)]
    fn look(numbers: &[Self]) -> Values {
        let most = numbers.iter().fold(0, |most: u64, x| most.max(magnitude!(x.to_bits())));
        if most < magnitude!(f64::INFINITY.to_bits()) {
            return Values::Ordinary;
        }
        match numbers.iter().fold(true, |all, x| all & (x.abs() <= f64::MAX)) {
            true => Values::Finite,
            false => Values::Unknown,
        }
    }

    #[inline(always)]
    fn reals(values: &[Self]) -> Option<&[f64]> {
        Some(values)
    }
}

impl Real for f32 {
    #[inline(always)]
    fn real(self) -> f64 {
        f64::from(self)
    }

    #[inline(always)]
    fn look(numbers: &[Self]) -> Values {
        let most = numbers.iter().fold(0, |most: u32, x| most.max(magnitude!(x.to_bits())));
        if most < magnitude!(f32::INFINITY.to_bits()) {
            return Values::Ordinary;
        }
        match numbers.iter().fold(true, |all, x| all & (x.abs() <= f32::MAX)) {
            true => Values::Finite,
            false => Values::Unknown,
        }
    }
}
