//! The checksum of a model: xxh3-64 over, in this order,
//!
//! 1. the meta JSON text, preceded by its length;
//! 2. for each tensor by ascending name: the name preceded by its length, the type (`F64`, …)
//!    preceded by its length, the number of sides and each side, the bytes preceded by their
//!    length.
//!
//! Lengths and sides are 64-bit little-endian; the result is 16 hexadecimal digits.

use safetensors::tensor::View;
use xxhash_rust::xxh3::Xxh3;

/// The checksum of `meta` (its JSON text) and of the tensors by ascending name.
pub(super) fn checksum<'a, V: View>(
    meta: &str,
    tensors: impl Iterator<Item = (&'a String, V)>,
) -> String {
    let mut hash = Xxh3::new();
    add(&mut hash, meta.as_bytes());
    for (name, tensor) in tensors {
        add(&mut hash, name.as_bytes());
        add(&mut hash, format!("{:?}", tensor.dtype()).as_bytes());
        add_number(&mut hash, tensor.shape().len());
        for &side in tensor.shape() {
            add_number(&mut hash, side);
        }
        add(&mut hash, &tensor.data());
    }
    format!("{:016x}", hash.digest())
}

fn add(hash: &mut Xxh3, bytes: &[u8]) {
    add_number(hash, bytes.len());
    hash.update(bytes);
}

fn add_number(hash: &mut Xxh3, number: usize) {
    hash.update(&(number as u64).to_le_bytes());
}
