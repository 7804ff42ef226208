//! How much work and memory a witness may take, counted in cells, never by the clock.

use serde::{Deserialize, Serialize};

/// What a witness may take.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effort {
    /// A block is closed when it has so many cells.
    pub block_cells: usize,
    /// Or so many rounds.
    pub block_rounds: usize,
    /// A block is visited at most so often.
    pub sweeps: u32,
    /// Visits of cells that a run may begin with; a visit of a row looks at each of its cells.
    pub allowance: f64,
    /// Visits that a cell adds to what is allowed.
    pub visits: f64,
    /// A block is visited until what it could still gain is this share of its loss, about.
    pub rest: f64,
    /// Whether further trade-offs are tried, where one block holds all rounds.
    pub finer: bool,
}

impl Effort {
    /// About as much work as learning, and a few megabytes.
    pub const LIVE: Effort = Effort {
        block_cells: 1 << 20,
        block_rounds: 1 << 17,
        sweeps: 20,
        allowance: 4e6,
        visits: 1.0,
        rest: 2e-3,
        finer: false,
    };

    /// As often as it takes, over rows kept in up to 1.5 GB.
    pub const TIGHT: Effort = Effort {
        block_cells: 1 << 27,
        block_rounds: 1 << 27,
        sweeps: 400,
        allowance: f64::MAX,
        visits: 0.0,
        rest: 2e-4,
        finer: true,
    };
}
