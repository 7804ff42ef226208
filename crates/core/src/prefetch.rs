//! Asking for memory before it is needed: the only unsafe code of the workspace.
//!
//! A table of many rows is larger than the fast caches, and the next features of an instance are known while the present
//! ones are added up. On machines other than x86-64 nothing is asked for.

/// How many numbers one line of a cache holds.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 8;

/// Asks for these numbers; nothing but the speed of a later access depends on it.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub(crate) fn prefetch(numbers: &[f64]) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    let mut at = 0;
    while at < numbers.len() {
        // SAFETY: a prefetch reads nothing as far as the program can see and never faults, whatever the address. Its
        // instruction belongs to SSE, which every x86-64 machine has.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(numbers.as_ptr().wrapping_add(at).cast()) }
        at += LINE;
    }
}

/// There is nothing to ask with.
#[inline(always)]
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn prefetch(_numbers: &[f64]) {}
