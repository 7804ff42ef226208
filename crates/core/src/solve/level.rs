//! The level of water poured over a floor: `sum_i [level - g_i]_+ = mass` for heights `0 = g_0 <= g_1 <= ...`
//!
//! With the `i` lowest heights under water the level is `(mass + sum_{j < i} g_j) / i`, a sum of terms that are
//! not negative: no digits are lost, however small the mass is beside the values the heights come from.
//! Height `i` gets wet from the mass `i g_i - sum_{j < i} g_j` on.

/// The level that `mass` reaches over ascending heights that begin with zero.
pub(super) fn level(heights: &[f64], mass: f64) -> f64 {
    let mut sum = 0.0;
    for (i, &height) in heights.iter().enumerate().skip(1) {
        if height * i as f64 - sum >= mass {
            return (mass + sum) / i as f64;
        }
        sum += height;
    }
    (mass + sum) / heights.len() as f64
}

/// A floor that is filled to many levels: a query costs `O(log k)`.
#[derive(Clone, Debug, Default)]
pub(super) struct Basin {
    /// Ascending; the first is zero.
    heights: Vec<f64>,
    /// `sums[i]` adds up the heights before `i`.
    sums: Vec<f64>,
}

impl Basin {
    /// Replaces the floor; the least height is zero.
    pub(super) fn dig(&mut self, heights: impl Iterator<Item = f64>) {
        self.heights.clear();
        self.heights.extend(heights);
        self.heights.sort_unstable_by(f64::total_cmp);
        self.sums.clear();
        self.sums.extend(self.heights.iter().scan(0.0, |sum, height| {
            let before = *sum;
            *sum += height;
            Some(before)
        }));
    }

    /// The heights in ascending order.
    pub(super) fn heights(&self) -> &[f64] {
        &self.heights
    }

    /// The level that `mass` reaches.
    pub(super) fn level(&self, mass: f64) -> f64 {
        let (mut wet, mut dry) = (1, self.heights.len());
        while wet < dry {
            let i = (wet + dry) / 2;
            if self.heights[i] * i as f64 - self.sums[i] < mass { wet = i + 1 } else { dry = i }
        }
        // The last one's own height is not in the sum before it.
        (mass + self.sums[wet - 1] + self.heights[wet - 1]) / wet as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_the_mass() {
        let heights = [0.0, 0.0, 0.5, 2.0, 7.0];
        let mut basin = Basin::default();
        basin.dig(heights.iter().rev().copied());
        for mass in [0.0, 1e-12, 0.9, 1.0, 1.5, 5.0, 40.0] {
            let level = level(&heights, mass);
            let held: f64 = heights.iter().map(|g| (level - g).max(0.0)).sum();
            assert!((held - mass).abs() <= 1e-15 * mass, "{mass}: {held}");
            assert_eq!(basin.level(mass), level);
        }
    }
}
