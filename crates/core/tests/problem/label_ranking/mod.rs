//! Label ranking (Shalev-Shwartz and Singer).

mod edges;
mod limits;
mod rounds;
