//! Tables of weights that are mostly 0, as a file keeps them: the numbers other than 0 under the
//! name of the table, and under `NAME.at` where they stand, with the length of the table at the
//! end.
//!
//! A feature of a token is seen with few of the tags, so that most weights of a sequence model
//! never move. Tables of other problems are written in full, and so are those with more than a
//! quarter, or less than 1 in 256, of their numbers other than 0: what a file makes a reader
//! reserve is then never far larger than the file.

use super::{Read, Tensors, broken};
use noregret_io::model::{Tensor, TensorData};

/// The end of the name of the places.
const AT: &str = ".at";

/// A table is written sparsely if one number in at least so many, and at most so many, is not 0.
const DENSEST: usize = 4;
const THINNEST: usize = 256;

/// Puts a table among the tensors if that makes it smaller; else nothing is done.
pub(super) fn put(name: &str, numbers: &[f64], tensors: &mut Tensors) -> bool {
    let is_set = |x: &f64| x.to_bits() != 0;
    let count = numbers.iter().filter(|x| is_set(x)).count();
    let fits = count * DENSEST <= numbers.len() && numbers.len() <= count * THINNEST;
    let (true, Ok(length)) = (fits, u32::try_from(numbers.len())) else {
        return false;
    };
    let mut places = Vec::with_capacity(count + 1);
    let mut values = Vec::with_capacity(count);
    for (at, x) in (0..length).zip(numbers).filter(|(_, x)| is_set(x)) {
        places.push(at);
        values.push(*x);
    }
    places.push(length);
    tensors.insert(format!("{name}{AT}"), Tensor::vector(TensorData::U32(places)));
    tensors.insert(name.into(), Tensor::vector(TensorData::F64(values)));
    true
}

/// Writes tables out in full that were put sparsely.
pub(super) fn expand(prefix: &str, tensors: &mut Tensors) -> Read<()> {
    let is_place = |name: &&String| name.starts_with(prefix) && name.ends_with(AT);
    let places: Vec<String> = tensors.keys().filter(is_place).cloned().collect();
    for places_name in places {
        let name = places_name.strip_suffix(AT).unwrap_or_default().to_owned();
        let places = tensors.remove(&places_name).map(Tensor::into_data);
        let values = tensors.remove(&name).map(Tensor::into_data);
        let (Some(TensorData::U32(places)), Some(TensorData::F64(values))) = (places, values)
        else {
            return Err(broken(&places_name));
        };
        let table = filled(&places, &values).ok_or_else(|| broken(&places_name))?;
        tensors.insert(name, Tensor::vector(TensorData::F64(table)));
    }
    Ok(())
}

/// The table; `None` if places and values do not make one.
fn filled(places: &[u32], values: &[f64]) -> Option<Vec<f64>> {
    let (&length, places) = places.split_last()?;
    let length = usize::try_from(length).ok()?;
    let rises = places.is_sorted_by(|a, b| a < b);
    let within = places.last().is_none_or(|&last| (last as usize) < length);
    if places.len() != values.len() || !rises || !within || length > THINNEST * places.len() {
        return None;
    }
    let mut table = vec![0.0; length];
    places.iter().zip(values).for_each(|(&at, x)| table[at as usize] = *x);
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_comes_back_bit_for_bit() {
        for every in [1, 3, 4, 5, 200, 256, 400] {
            let number =
                |i: usize| if i.is_multiple_of(every) { -1.0 / (i as f64 + 1.0) } else { 0.0 };
            let mut numbers: Vec<f64> = (0..2000).map(number).collect();
            numbers[7] = -0.0;
            let mut tensors = Tensors::new();
            let is_put = put("state.w", &numbers, &mut tensors);
            assert_eq!(
                (is_put, tensors.len()),
                ((5..=256).contains(&every), 2 * usize::from(is_put))
            );
            if !is_put {
                continue;
            }
            expand("state.", &mut tensors).unwrap();
            let Some(TensorData::F64(back)) = tensors.remove("state.w").map(Tensor::into_data)
            else {
                panic!("{every}")
            };
            let bits = |x: &[f64]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&back), bits(&numbers));
        }
    }

    #[test]
    fn what_is_no_table_is_refused() {
        assert_eq!(filled(&[0, 2, 4], &[1.0, 2.0]), Some(vec![1.0, 0.0, 2.0, 0.0]));
        for places in [&[][..], &[2, 0, 4], &[1, 1, 4], &[0, 4, 4], &[0, 4], &[0, 1, 513]] {
            assert_eq!(filled(places, &[1.0, 2.0]), None, "{places:?}");
        }
    }
}
