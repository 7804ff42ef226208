//! Minimum of a unimodal function on an interval by golden section.

/// The least value of a unimodal `f` on `[a, b]`.
pub(crate) fn golden_section(a: f64, b: f64, mut f: impl FnMut(f64) -> f64) -> f64 {
    const RATIO: f64 = 0.618_033_988_749_894_9;
    let (mut a, mut b) = (a, b);
    let (mut x, mut y) = (b - RATIO * (b - a), a + RATIO * (b - a));
    let (mut fx, mut fy) = (f(x), f(y));
    for _ in 0..60 {
        if fx <= fy {
            (b, y, fy) = (y, x, fx);
            x = b - RATIO * (b - a);
            fx = f(x);
        } else {
            (a, x, fx) = (x, y, fy);
            y = a + RATIO * (b - a);
            fy = f(y);
        }
    }
    fx.min(fy)
}

#[cfg(test)]
mod tests {
    use super::golden_section;

    #[test]
    fn finds_the_bottom() {
        assert!((golden_section(-4.0, 9.0, |x| (x - 1.5).powi(2) + 2.0) - 2.0).abs() < 1e-12);
    }
}
