//! Slow searches that check closed forms and solvers.

/// Largest value of a concave function between 0 and `end`, by ternary search.
pub fn search(end: f64, f: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, end);
    for _ in 0..120 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if f(a) < f(b) { low = a } else { high = b }
    }
    f(0.5 * (low + high)).max(f(0.0)).max(f(end))
}

/// Where a falling function of [0, end] changes its sign, by bisection.
pub fn crossing(end: f64, f: impl Fn(f64) -> f64) -> f64 {
    if f(end) >= 0.0 {
        return end;
    }
    let (mut low, mut high) = (0.0, end);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if f(middle) > 0.0 { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}
