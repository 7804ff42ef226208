//! Simultaneous projections (Amit, Shalev-Shwartz and Singer).

mod errata;
mod golden;
mod limits;
mod multiplicative;
mod rounds;
mod sets;
