//! Numbers with a shape, as a model file keeps them.

use std::borrow::Cow;

use safetensors::tensor::{Dtype, View};

/// The numbers of a tensor, row-major.
#[derive(Debug, Clone, PartialEq)]
pub enum TensorData {
    /// Doubles, kept bit for bit.
    F64(Vec<f64>),
    /// 32-bit unsigned integers.
    U32(Vec<u32>),
    /// 64-bit unsigned integers.
    U64(Vec<u64>),
    /// Bytes.
    U8(Vec<u8>),
}

/// An array of numbers with a shape.
///
/// ```
/// use noregret_io::model::{Tensor, TensorData};
///
/// let matrix = Tensor::new(vec![2, 2], TensorData::F64(vec![1.0, 2.0, 3.0, 4.0]));
/// assert_eq!(matrix.expect("four numbers").shape(), [2, 2]);
/// assert!(Tensor::new(vec![3], TensorData::U32(vec![1])).is_none());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Tensor {
    shape: Vec<usize>,
    data: TensorData,
}

impl Tensor {
    /// A tensor of this shape; `None` if the numbers do not fill it.
    pub fn new(shape: Vec<usize>, data: TensorData) -> Option<Self> {
        let expected = shape.iter().try_fold(1usize, |size, &side| size.checked_mul(side))?;
        (expected == data.len()).then_some(Self { shape, data })
    }

    /// A tensor of one dimension.
    pub fn vector(data: TensorData) -> Self {
        Self { shape: vec![data.len()], data }
    }

    /// The length of each side.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The numbers of the tensor.
    pub fn data(&self) -> &TensorData {
        &self.data
    }

    /// The numbers, taken out of the tensor.
    pub fn into_data(self) -> TensorData {
        self.data
    }

    pub(super) fn from_bytes(dtype: Dtype, shape: &[usize], bytes: &[u8]) -> Option<Self> {
        let data = match dtype {
            Dtype::F64 => TensorData::F64(numbers(bytes, f64::from_le_bytes)),
            Dtype::U32 => TensorData::U32(numbers(bytes, u32::from_le_bytes)),
            Dtype::U64 => TensorData::U64(numbers(bytes, u64::from_le_bytes)),
            Dtype::U8 => TensorData::U8(bytes.to_vec()),
            _ => return None,
        };
        Self::new(shape.to_vec(), data)
    }

    pub(super) fn dtype(&self) -> Dtype {
        match self.data {
            TensorData::F64(_) => Dtype::F64,
            TensorData::U32(_) => Dtype::U32,
            TensorData::U64(_) => Dtype::U64,
            TensorData::U8(_) => Dtype::U8,
        }
    }

    /// The numbers as little-endian bytes.
    pub(super) fn bytes(&self) -> Cow<'_, [u8]> {
        match &self.data {
            TensorData::F64(values) => values.iter().flat_map(|v| v.to_le_bytes()).collect(),
            TensorData::U32(values) => values.iter().flat_map(|v| v.to_le_bytes()).collect(),
            TensorData::U64(values) => values.iter().flat_map(|v| v.to_le_bytes()).collect(),
            TensorData::U8(values) => Cow::Borrowed(values),
        }
    }
}

impl TensorData {
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        match self {
            Self::F64(values) => values.len(),
            Self::U32(values) => values.len(),
            Self::U64(values) => values.len(),
            Self::U8(values) => values.len(),
        }
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn numbers<const N: usize, T>(bytes: &[u8], from: fn([u8; N]) -> T) -> Vec<T> {
    bytes.as_chunks::<N>().0.iter().map(|chunk| from(*chunk)).collect()
}

impl View for &Tensor {
    fn dtype(&self) -> Dtype {
        (*self).dtype()
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        self.bytes()
    }

    fn data_len(&self) -> usize {
        let size = match self.data {
            TensorData::F64(_) | TensorData::U64(_) => 8,
            TensorData::U32(_) => 4,
            TensorData::U8(_) => 1,
        };
        size * self.data.len()
    }
}

#[cfg(test)]
mod tests {
    use super::{Tensor, TensorData};

    #[test]
    fn the_numbers_must_fill_the_shape() {
        assert!(Tensor::new(vec![2, 3], TensorData::U8(vec![0; 6])).is_some());
        assert!(Tensor::new(vec![2, 3], TensorData::U8(vec![0; 5])).is_none());
        assert!(Tensor::new(vec![usize::MAX, 2], TensorData::U8(vec![])).is_none());
        assert_eq!(Tensor::vector(TensorData::U32(vec![1, 2])).shape(), [2]);
    }
}
