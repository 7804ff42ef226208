//! A list that keeps its first elements in place.
//!
//! Nearly every example has one part: what is seen of it needs no memory of its own.

use std::ops::{Deref, DerefMut};

/// A list; up to `N` elements are in place, more of them on the heap, all together.
#[derive(Clone, Debug)]
pub struct Few<T, const N: usize> {
    near: [T; N],
    length: usize,
    /// All elements, if there are more than `N`.
    far: Vec<T>,
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    fn default() -> Self {
        Few { near: [T::default(); N], length: 0, far: Vec::new() }
    }
}

impl<T: Copy, const N: usize> Few<T, N> {
    /// Empties the list and keeps its memory.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.length = 0;
    }

    /// Makes this the only element.
    #[inline(always)]
    pub fn set(&mut self, element: T) {
        self.clear();
        self.push(element);
    }

    /// Adds an element.
    #[inline(always)]
    pub fn push(&mut self, element: T) {
        match self.near.get_mut(self.length) {
            Some(place) => *place = element,
            None => self.push_far(element),
        }
        self.length += 1;
    }

    #[inline(never)]
    fn push_far(&mut self, element: T) {
        if self.length == N {
            self.far.clear();
            self.far.extend_from_slice(&self.near);
        }
        self.far.push(element);
    }

    /// The elements.
    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        self.near.get(..self.length).unwrap_or(&self.far)
    }
}

impl<T: Copy, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        self.as_slice()
    }
}

impl<T: Copy, const N: usize> DerefMut for Few<T, N> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        self.near.get_mut(..self.length).unwrap_or(&mut self.far)
    }
}

impl<'a, T: Copy, const N: usize> IntoIterator for &'a Few<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

impl<T: Copy + PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

#[cfg(test)]
mod tests {
    use super::Few;

    #[test]
    fn elements_stay_in_order_wherever_they_are() {
        let mut few: Few<usize, 2> = Few::default();
        for length in [5, 1, 2, 3, 0, 4] {
            few.clear();
            (0..length).for_each(|i| few.push(10 * length + i));
            let expected: Vec<usize> = (0..length).map(|i| 10 * length + i).collect();
            assert_eq!(few.as_slice(), expected);
            few.iter_mut().for_each(|x| *x += 1);
            assert!(few.iter().zip(&expected).all(|(a, b)| *a == b + 1));
            let mut other = Few::default();
            few.iter().for_each(|x| other.push(*x));
            assert_eq!(few, other);
        }
    }
}
