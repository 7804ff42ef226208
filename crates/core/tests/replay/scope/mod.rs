//! Ascent beyond the current round: stored rounds, windows, the leader, mini-updates.

mod bounds;
mod gains;
mod revisit;
mod runs;
mod window;
