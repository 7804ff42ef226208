//! Comparisons up to rounding.

/// `left <= right`, up to rounding of numbers of their size.
#[track_caller]
pub fn at_most(left: f64, right: f64, what: &str) {
    at_most_up_to(left, right, 0.0, what);
}

/// `left <= right`, up to rounding of numbers of their size and of this one.
#[track_caller]
pub fn at_most_up_to(left: f64, right: f64, size: f64, what: &str) {
    let room = 1e-9 * (1.0 + left.abs() + right.abs() + size);
    assert!(left <= right + room, "{what}: {left} > {right} by {:e}", left - right);
}

/// Equal up to `tolerance`, relative to the larger number but at least to 1.
#[track_caller]
pub fn near(left: f64, right: f64, tolerance: f64, what: &str) {
    let room = tolerance * left.abs().max(right.abs()).max(1.0);
    let apart = left - right;
    assert!(apart.abs() <= room, "{what}: {left} is not {right} (differ by {apart:e})");
}

/// Equal vectors up to `tolerance`, coordinate by coordinate.
#[track_caller]
pub fn near_all(left: &[f64], right: &[f64], tolerance: f64, what: &str) {
    assert_eq!(left.len(), right.len(), "{what}");
    left.iter().zip(right).for_each(|(l, r)| near(*l, *r, tolerance, what));
}

/// Equal up to 1e-9.
#[track_caller]
pub fn close(left: f64, right: f64) {
    near(left, right, 1e-9, "numbers");
}
