//! The largest value of `h d - d'Qd/2` over `0 <= d <= cap`, in two variables,
//! `Q = [[q0, q1], [q1, q2]]` positive semidefinite: the stationary point if it lies inside, else
//! the best point of the four edges, each a parabola. (Shalev-Shwartz 2007, sec. 5.2.2.)

/// The maximiser; `q` holds the two diagonal entries around the cross term.
pub(crate) fn box_pair(h: [f64; 2], q: [f64; 3], cap: [f64; 2]) -> [f64; 2] {
    let det = q[0] * q[2] - q[1] * q[1];
    if det > 0.0 {
        let d = [(q[2] * h[0] - q[1] * h[1]) / det, (q[0] * h[1] - q[1] * h[0]) / det];
        if (0..2).all(|i| d[i] >= 0.0 && d[i] <= cap[i]) {
            return d;
        }
    }
    let value = |d: [f64; 2]| {
        let bend = q[0] * d[0] * d[0] + 2.0 * q[1] * d[0] * d[1] + q[2] * d[1] * d[1];
        h[0] * d[0] + h[1] * d[1] - 0.5 * bend
    };
    let first = |other: f64| [top(h[0] - q[1] * other, q[0], cap[0]), other];
    let second = |other: f64| [other, top(h[1] - q[1] * other, q[2], cap[1])];
    let edges = [first(0.0), first(cap[1]), second(0.0), second(cap[0])];
    let better = |a: [f64; 2], b: [f64; 2]| if value(b) > value(a) { b } else { a };
    edges.into_iter().fold([0.0, 0.0], better)
}

/// The largest value of `h d - q d^2/2` between 0 and `cap`.
fn top(h: f64, q: f64, cap: f64) -> f64 {
    if h <= 0.0 {
        0.0
    } else if h >= q * cap {
        cap
    } else {
        h / q
    }
}
