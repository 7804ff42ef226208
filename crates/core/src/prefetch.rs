//! Asking for memory before it is needed: the only unsafe code of the core.
//!
//! A table of many rows is larger than the fast caches, and the next features of an instance are
//! known while the present ones are added up. On machines other than x86-64 nothing is asked for.

/// How many bytes one line of a cache holds.
pub(crate) const LINE: usize = 64;

/// Asks for the line of this address; nothing but the speed of a later access depends on it.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
fn ask<C>(address: *const C) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch reads nothing as far as the program can see and never faults, whatever the
    // address. Its instruction belongs to SSE, which every x86-64 machine has.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
}

/// There is nothing to ask with.
#[inline(always)]
#[cfg(not(target_arch = "x86_64"))]
fn ask<C>(_address: *const C) {}

/// Asks for so many cells from one on; what lies beyond the end costs nothing.
#[inline(always)]
pub fn prefetch_run<C>(cells: &[C], start: usize, length: usize) {
    let first = cells.as_ptr().wrapping_add(start);
    for at in (0..length * size_of::<C>()).step_by(LINE) {
        ask(first.wrapping_byte_add(at));
    }
}

/// Asks for the cells with these indices, none larger than a line; those beyond the end cost
/// nothing.
#[inline(always)]
pub(crate) fn prefetch_each<C>(cells: &[C], indices: &[u32]) {
    indices.iter().for_each(|&j| ask(cells.as_ptr().wrapping_add(j as usize)));
}
