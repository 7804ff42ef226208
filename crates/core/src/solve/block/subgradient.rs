//! The Pegasos-type iteration for the block (the paper's OptSolv; thesis, Fig. 7.5): a subgradient
//! step of size `1/i` on the primal, with its dual point carried along.
//!
//! `u_(i+1) = (1 - 1/i) u_i + (C/i) [r_j > 0] a_j` for the worst row `j` (of every slack), hence
//! `l_(i+1) = (1 - 1/i) l_i + (C/i) [r_j > 0] e_j`: not negative and at most `C` in total at every
//! step, and so is the average. The gap of both is live, `O(k)` per step; it falls like `ln i / i`,
//! so ask for three digits, not ten.

use super::{BlockProblem, Certified, Gram, Stop};

/// Runs the iteration from `duals = 0` until the gap of the iterate or of the average is small
/// enough, and leaves the better of the two.
pub(crate) fn subgradient_block<K: Gram>(
    block: &BlockProblem<'_, K>,
    stop: Stop,
    duals: &mut [f64],
) -> Certified {
    duals.fill(0.0);
    let mut residuals = block.losses.to_vec();
    let mut average = (duals.to_vec(), residuals.clone());
    let mut iterations = 0;
    let mut gaps = [block.gap(duals, &residuals); 2];
    while iterations < stop.iterations && gaps[0].min(gaps[1]) > stop.gap {
        iterations += 1;
        let share = 1.0 / iterations as f64;
        step(block, share, duals, &mut residuals);
        mix(&mut average.0, share, duals);
        mix(&mut average.1, share, &residuals);
        gaps = [block.gap(duals, &residuals), block.gap(&average.0, &average.1)];
    }
    if gaps[1] < gaps[0] {
        duals.copy_from_slice(&average.0);
    }
    block.certify(duals, iterations)
}

/// Moves a share of the way to the vertex of the worst row of every slack, or to zero where no row
/// has a loss.
fn step<K: Gram>(
    block: &BlockProblem<'_, K>,
    share: f64,
    duals: &mut [f64],
    residuals: &mut [f64],
) {
    let vertices: Vec<(usize, f64)> = block
        .slacks
        .iter()
        .filter_map(|slack| {
            let rows = slack.rows.clone().map(|j| (j, residuals[j]));
            let worst = rows.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, r)| *r > 0.0);
            worst.map(|(j, _)| (j, share * slack.cap))
        })
        .collect();
    duals.iter_mut().for_each(|l| *l *= 1.0 - share);
    mix(residuals, share, block.losses);
    for (j, mass) in vertices {
        duals[j] += mass;
        block.gram.subtract(j, mass, residuals);
    }
}

/// `a <- (1 - share) a + share b`.
fn mix(a: &mut [f64], share: f64, b: &[f64]) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a = (1.0 - share) * *a + share * b);
}
